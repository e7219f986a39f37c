package main

// This file is the command check for Go packages. Each root, that is, each function where executions begin, is checked
// as a program of its own.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"flavers/check"
	"flavers/diag"
	"flavers/internal/confirm"
	"flavers/internal/printable"
	"flavers/internal/roots"
	"flavers/lang/golang"
	"flavers/limit"
	"flavers/report"
)

// goRoots opens Go packages, and returns their roots. Problems of the packages go to the list of in.
func (a *app) goRoots(ctx context.Context, in *inputs, requests []golang.Request, f *checkFlags) *check.Packages {
	if name := roots.Missing(requests); name != "" {
		in.Read(name, noPos, "Go file") // adds the diagnostic with the reason
		return &check.Packages{}
	}
	// Only specifications on the command line can add names to the checks of Go packages, and they are read for each root.
	if len(f.properties)+len(f.constraints) == 0 && len(f.only) > 0 {
		if in.validateOnly(f, nil); in.list.HasErrors() {
			return &check.Packages{}
		}
	}
	f.bindings = a.bound(in, f)
	opt := check.OpenOptions{Entries: f.entries, Clients: f.clients, Bind: f.bindings.Bind}
	opt.Shared = len(f.entries) == 0 && !f.cmd.Flags().Changed("timeout")
	opt.Whole = !f.bindings.Only() || f.dump != "" || f.file("html") != "" && len(f.entries) > 0
	// Kept answers do not have the programs, which these flags need.
	needsPrograms := f.confirm || f.expect || f.dump != "" || f.file("html") != ""
	if !f.noCache && !needsPrograms {
		opt.Dir, opt.Settings = roots.Folder(), roots.Settings(f.cmd.Flags(), slices.Concat(f.properties, f.constraints))
	}
	if a.verbose {
		opt.Note = func(text string) { fmt.Fprintln(a.err, printable.Line(text)) }
	}
	a.stage = "loading Go packages"
	var doing atomic.Value // a string; atomic because the goroutine goes on if it is left by limit.Within
	opt.Doing = func(what string) { doing.Store(what) }
	_, end := a.progress(a.stage)
	defer end()
	type opened struct {
		packages *check.Packages
		problems diag.List
	}
	o, ok := limit.Within(ctx, func() (o opened) {
		o.packages, o.problems = check.Open(ctx, requests, opt)
		return o
	})
	// If the time is over, problems of the packages are a consequence of that, and only the limit is reported.
	if ctx.Err() != nil && (!ok || o.problems.HasErrors()) {
		a.late = true
		what, _ := doing.Load().(string)
		in.list.Errorf(noPos, golang.Unloaded, "the Go packages are not loaded: %s, while %s", limit.Words(ctx), what).
			WithHint("a second run is faster: the go command keeps what it has compiled")
		return &check.Packages{}
	}
	s := o.packages
	in.list.Append(roots.Quoted(o.problems, in.sources))
	for i := range s.Roots {
		s.Roots[i].Specs = &rootSpecs{app: a, f: f, all: in, page: f.file("html") != "" && len(s.Roots) == 1}
	}
	return s
}

// oneRoot checks a root, or takes its kept answer. It returns nil if nothing in the root synchronizes, and no property
// is about it.
func (a *app) oneRoot(ctx context.Context, all *inputs, root check.Root, f *checkFlags, runs *confirm.Session,
	objects *check.Objects) (*report.Check, loaded) {
	specs := root.Specs.(*rootSpecs)
	opt := a.options(f)
	opt.Several = true
	var answer *check.Answer
	a.watch(opt, func(opt check.Options) *report.Check {
		answer = check.Package(ctx, root, opt)
		return answer.Check
	})
	f.bindings.Seen(answer.About)
	for _, name := range answer.Files {
		if text, err := os.ReadFile(name); err == nil {
			all.sources[name] = text
		}
	}
	var made loaded
	if answer.Source != nil {
		made = loaded{answer.Source.Program, answer.Source.Specs}
	}
	c := answer.Check
	if c == nil {
		objects.Add(root, answer)
		return nil, made
	}
	if f.noTimes {
		c.ZeroTimes()
	}
	if f.expect && specs.in != nil {
		c.Compare(f.expectations(specs.in, made.specs), opt.Verify.Wants(report.RuntimeErrors))
	}
	if f.confirm && answer.Program != nil {
		a.stage = "running " + root.Name
		_, end := a.progress(a.stage)
		defer end()
		_ = runs.Check(ctx, root.Program, answer.Program, c) // the error is an interrupt, which leaves the answers as they are
	}
	objects.Add(root, answer)
	return c, made
}

// rootSpecs implements check.Specifications by those of the command line.
type rootSpecs struct {
	app  *app
	f    *checkFlags
	all  *inputs // of the command: gets the texts that are read, for quoting
	page bool    // there is to be a page, also if nothing in the root can be kept waiting
	in   *inputs // of the root: set by Load
}

func (s *rootSpecs) Concern(p *golang.Program) bool   { return s.f.bindings.Concern(p) || s.page }
func (s *rootSpecs) About(p *golang.Program) []string { return s.f.bindings.About(p) }

// Load reads the program of a root, and the specifications for it.
func (s *rootSpecs) Load(ctx context.Context, name string, p *golang.Program) (*check.Source, diag.List) {
	s.in = newInputs(s.app)
	s.in.Ctx, s.in.Held, s.in.objects = ctx, map[string][]byte{filepath.Clean(name): p.Text}, p.Objects
	program, specs := s.in.load(name, s.f)
	s.all.addSources(s.in)
	if s.in.list.HasErrors() {
		return nil, *s.in.list
	}
	return s.in.sourceOf(name, program, s.in.selectOnly(specs, s.f)), *s.in.list
}
