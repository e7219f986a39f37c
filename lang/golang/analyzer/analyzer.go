// Package analyzer checks one Go package at a time, for build systems that distribute and cache what they analyse:
// go vet, golangci-lint, Bazel's nogo.
//
//	func Ask() {
//		answer := make(chan int)
//		go func() { answer <- 1 }()   // deadlock: Ask.func1 waits at answer <- 1 for ever ...
//		select { ... }
//
// Only violations are diagnostics, each with its execution as related places. Nothing is said to hold: bodies of other
// packages are not seen, what is only possible is not told, and neither is what a limit of time leaves open. The
// command flavers check follows calls into the packages of a module, and tells these apart.
package analyzer

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"flavers/check"
	"flavers/diag"
	"flavers/lang/golang"
	"flavers/lang/golang/load"
	"flavers/report"
	"flavers/report/batch"
)

// Analyzer is the analyzer with its usual settings, under the name that drivers look for.
var Analyzer = New()

// usual is the limit of time of a package. One part of so many as ofClients is that of its clients.
const (
	usual     = time.Minute
	ofClients = 4
)

// settings are the flags of an analyzer.
type settings struct {
	timeout time.Duration
	races   bool
	clients bool
}

// New makes an analyzer. Its flag timeout is the limit of time of a package, races=false leaves data races out, and
// clients=false leaves out callers that are written for the package.
func New() *analysis.Analyzer {
	var set settings
	a := &analysis.Analyzer{
		Name: "flavers",
		Doc: `look for deadlocks and misused channels, in all interleavings of goroutines

The analyzer makes a model of each root of a package, which is main, a test, or an exported function that
takes and returns nothing that synchronizes, and of callers that it writes for types and functions of the package
that synchronize (clients). It looks for executions in which goroutines are blocked for
ever, a channel is closed twice or sent to after it was closed, an unlocked lock is unlocked, a wait group goes
below zero or is used again too early, or two access a flag or a field that may be nil without
synchronization. A diagnostic is such an execution. Without diagnostics nothing is verified: bodies of other
packages are not seen, and what is only possible is not told. The command flavers check tells all.`,
	}
	a.Flags.DurationVar(&set.timeout, "timeout", usual, "stop looking at a package after this `time`; 0: no limit")
	a.Flags.BoolVar(&set.races, "races", true, "look for data races, too")
	a.Flags.BoolVar(&set.clients, "clients", true, "look at what callers may do with types and functions that synchronize, too")
	a.Run = func(pass *analysis.Pass) (any, error) { return nil, run(pass, set) }
	return a
}

// run reports the violations of the roots of a package. Its error is one of comments in the package, or our own.
func run(pass *analysis.Pass, set settings) (err error) {
	defer func() {
		if bug := recover(); bug != nil {
			err = fmt.Errorf("internal error: %v; this is a bug in flavers, please report it with the package", bug)
		}
	}()
	ctx := context.Background()
	if set.timeout > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, set.timeout)
		defer end()
	}
	places := placesOf(pass)
	which := golang.Clients(check.ClientsNone)
	if set.clients {
		which = golang.Clients(check.ClientsAuto)
	}
	ps, problems := golang.Of(load.Alone(ctx, pass.Fset, pass.Files, pass.Pkg, pass.TypesInfo, pass.TypesSizes, which))
	for _, d := range problems.All {
		pass.Report(analysis.Diagnostic{Pos: places.of(d.Pos.String()), Category: string(d.Code), Message: text(d)})
	}
	ps.Slice(ctx, usual/4)
	var opt check.Options
	if !set.races {
		opt.Races = check.Off
	}
	all := check.Of(ps).Roots
	checks := make([]*report.Check, len(all))
	for _, clients := range []bool{true, false} { // clients first: they show what tests do not
		until := time.Time{}
		if clients && set.timeout > 0 {
			until = time.Now().Add(set.timeout / ofClients)
		}
		for i, root := range all {
			// The share is an option, and no context: where a context ends, no other root may be asked for.
			own := opt
			if !until.IsZero() {
				own.Verify.Timeout = time.Until(until)
			}
			if golang.IsClient(root.Program) == clients && ctx.Err() == nil && (until.IsZero() || own.Verify.Timeout > 0) {
				checks[i] = check.Package(ctx, root, own).Check
			}
		}
	}
	b := &report.Batch{Version: report.Version, Roots: true}
	b.Programs = slices.DeleteFunc(checks, func(c *report.Check) bool { return c == nil })
	for _, ways := range batch.Mistakes(b) {
		pass.Report(places.diagnostic(&ways[0]))
	}
	return nil
}

func text(d diag.Diagnostic) string {
	if d.Hint == "" {
		return d.Message
	}
	return d.Message + " (" + d.Hint + ")"
}

// places finds positions of reports in the files of a pass.
type places struct {
	files map[string]*token.File
	first token.Pos // of the package
}

func placesOf(pass *analysis.Pass) *places {
	p := &places{files: map[string]*token.File{}}
	for _, f := range pass.Files {
		file := pass.Fset.File(f.FileStart)
		if file == nil {
			continue
		}
		if name, err := filepath.Abs(file.Name()); err == nil {
			p.files[name] = file
		}
		if !p.first.IsValid() {
			p.first = f.Name.Pos()
		}
	}
	return p
}

// of returns the position of file:line:col; that of the package clause if it is in no file of the package.
func (p *places) of(at string) token.Pos {
	parts := strings.Split(at, ":")
	if len(parts) < 3 {
		return p.first
	}
	n := len(parts)
	name, err1 := filepath.Abs(strings.Join(parts[:n-2], ":"))
	line, err2 := strconv.Atoi(parts[n-2])
	col, err3 := strconv.Atoi(parts[n-1])
	file := p.files[name]
	if errors.Join(err1, err2, err3) != nil || file == nil || line < 1 || line > file.LineCount() || col < 1 {
		return p.first
	}
	start := file.LineStart(line)
	return min(start+token.Pos(col-1), token.Pos(file.Base()+file.Size()))
}

// diagnostic returns a finding, with the other operations that are blocked and the steps of the execution related
// to it.
func (p *places) diagnostic(f *batch.Finding) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: p.first, Category: f.Rule()}
	for i, at := range f.Lines() {
		pos := p.of(at.Pos)
		if i == 0 {
			d.Pos, d.Message = pos, at.Text
			continue
		}
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: at.Text})
	}
	if f.Check.Client != "" {
		for _, condition := range f.Result.If {
			d.Message += ", if " + condition
		}
		d.Message += ", " + f.From()
	} else {
		d.Message += " in " + strings.Join(f.Roots, ", ")
	}
	d.Message += " (an execution of this package alone)"
	for _, s := range f.Steps() {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: p.of(s.Pos), Message: s.Text})
	}
	return d
}
