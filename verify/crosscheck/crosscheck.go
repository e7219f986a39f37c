// Package crosscheck asks every engine the same questions about one program: the
// static analysis, and each explorer that finds everything. For
//
//	lock m
//	task a { lock m; event in; unlock m }
//
// and a property of in, the static verdict and those of a dozen explorers are the
// rows of a report.Crosscheck; Agree says that no two contradict each other.
//
// compare.go compares the answers with each other, forever.go those about executions
// that run for ever; audit.go compares executions
// with what the static analysis says of all executions: they must be paths of its
// graph, and its constraints must accept them.
//
// What it does not do: it does not say which engine is right. A disagreement is a
// bug in one of them, shown with the smallest execution that reveals it.
package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/explore"
	"flavers/explore/families"
	"flavers/limit"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/verify"
)

// Options are those of Run. The zero value asks all engines and
// sets no limits: for a program that need not end, explorers of executions do
// not return then.
type Options struct {
	Only          []string      // the questions, as in Options; empty: all
	Strict        bool          // a symbol that matches nothing is an error
	Timeout       time.Duration // of everything together
	MaxTuples     int64         // of the static analysis
	MaxMemory     int64         // bytes, for each engine
	MaxExecutions int64         // of each explorer
	MaxStates     int64
	Meant         bool // a deadlock is meant to be there
	Depth         int  // of executions; of explorers of states too, if it is set
	Walks         int  // random executions that are audited besides those that were found; 0: 20, negative: none

	Doing    func(words string)     // called before each engine; may be nil
	Progress func(explore.Progress) // of the engine that runs; may be nil

	// Explorers and Static replace the engines, in tests; nil: families.All,
	// Check. Explorers that do not find everything are left out.
	Explorers []explore.Explorer
	Static    func(context.Context, *cfg.Program, []*automata.Spec, verify.Options) *report.Check
}

// staticShare: the static analysis, whose verdict the others are held against, may take
// one part of so many of the time for everything; the explorers and the audit share
// what is left.
const staticShare = 4

// crossing is a cross-check in progress.
type crossing struct {
	ctx     context.Context
	p       *cfg.Program
	specs   []*automata.Spec
	opt     Options
	names   []string                 // of the properties, each once
	reach   map[string]bool          // of the properties that ask for an execution
	static  map[string]report.Result // by property, and report.RuntimeErrors
	engines []answer
	audit   *auditor
	out     *report.Crosscheck
}

// answer is what one explorer found.
type answer struct {
	Name string
	*explore.Result
}

// Run asks the static analysis and every complete explorer for the verdict
// on each property and on run-time errors, and explorers for deadlocks and
// final states. Engines that cannot both be right are a disagreement: a bug. A
// limit that is hit only makes the verdict of an engine unknown.
func Run(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) *report.Crosscheck {
	if opt.Explorers == nil {
		opt.Explorers = families.All()
	}
	if opt.Static == nil {
		opt.Static = verify.Check
	}
	if opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Timeout)
		defer cancel()
	}
	x := &crossing{ctx: ctx, p: p, opt: opt, reach: map[string]bool{},
		out: &report.Crosscheck{Version: report.Version, Program: p.File, Agree: true}}
	for _, sp := range specs {
		if sp.Property && !x.selected().WantsProperty(sp) {
			continue
		}
		x.specs = append(x.specs, sp)
		if sp.Reach {
			x.reach[sp.Name] = true
		}
		if sp.Property && !contains(x.names, sp.Name) {
			x.names = append(x.names, sp.Name)
		}
	}
	if !x.askStatic() {
		return x.out
	}
	engines := slices.DeleteFunc(slices.Clone(opt.Explorers), func(e explore.Explorer) bool { return !e.Complete })
	for i, e := range engines {
		x.ask(e, len(engines)-i+1) // the audit is one more
	}
	x.compare()
	x.compareForever()
	x.auditRuns()
	x.report()
	return x.out
}

func contains(list []string, name string) bool {
	for _, s := range list {
		if s == name {
			return true
		}
	}
	return false
}

// selected are the options of the static analysis that say what is asked: each
// instance of a family is a question, about executions that end, as most explorers
// judge no others (forever.go).
func (x *crossing) selected() *verify.Options {
	return &verify.Options{Only: x.opt.Only, EachInstance: true, Fairness: verify.FairnessOff}
}

// questions are the names of the properties and of the checks for run-time
// errors and deadlocks.
func (x *crossing) questions() []string {
	out := x.names[:len(x.names):len(x.names)]
	for _, check := range []string{report.RuntimeErrors, report.Deadlock} {
		if x.selected().Wants(check) {
			out = append(out, check)
		}
	}
	return out
}

// askStatic fills in the rows of the static analysis; false: the specifications
// are wrong.
func (x *crossing) askStatic() bool {
	began := time.Now()
	x.tell("checking")
	opt := x.selected()
	opt.Strict, opt.MaxTuples, opt.MaxMemory = x.opt.Strict, x.opt.MaxTuples, x.opt.MaxMemory
	ctx, cancel := limit.Share(x.ctx, staticShare)
	defer cancel()
	c := x.opt.Static(ctx, x.p, x.specs, *opt)
	x.out.Meant = x.opt.Meant
	x.out.Diagnostics = append(x.out.Diagnostics, c.Diagnostics...)
	for i := range c.Diagnostics {
		if c.Diagnostics[i].Severity == diag.Error {
			return false
		}
	}
	if c.Unbound {
		why := limit.Words(x.ctx)
		if x.ctx.Err() == nil { // of the share of the static analysis alone
			why = "time ran out"
		}
		x.out.Diagnostics = append(x.out.Diagnostics, diag.Diagnostic{Severity: diag.Warning, Code: diag.VNotBound,
			Message: why + " before the specifications were compared with the program", Hint: "--timeout raises the limit"})
	}
	x.static = map[string]report.Result{}
	for _, r := range c.Results { // of several with one name the worst counts
		if old, twice := x.static[r.Property]; !twice || old.Verdict == report.Holds || r.Verdict == report.Violated {
			x.static[r.Property] = r
		}
	}
	errs := report.Result{Seconds: time.Since(began).Seconds()}.With(outcome.ControlFlow{}) // it can have none
	if c.RuntimeErrors != nil {
		errs = *c.RuntimeErrors
	}
	x.static[report.RuntimeErrors] = errs
	if c.Deadlock != nil {
		x.static[report.Deadlock] = *c.Deadlock
	}
	for _, q := range x.questions() {
		r, answered := x.static[q]
		if !answered {
			continue // it was not asked
		}
		x.out.Rows = append(x.out.Rows, report.CrossRow{Engine: "static", Property: q, Verdict: r.Verdict, Reach: r.Reach,
			Deadlock: q == report.Deadlock && r.Verdict == report.Violated,
			Complete: r.Verdict == report.Holds || r.Verdict == report.Violated, Limit: string(r.Limit), Seconds: r.Seconds})
	}
	return true
}

// ask runs one explorer and fills in its rows. It may take its share of the time
// that is left for so many parts.
func (x *crossing) ask(e explore.Explorer, parts int) {
	ctx, cancel := limit.Share(x.ctx, parts)
	defer cancel()
	opt := explore.Options{Algorithm: e.Name, Depth: x.opt.Depth, MaxExecutions: x.opt.MaxExecutions,
		MaxStates: x.opt.MaxStates,
		MaxMemory: x.opt.MaxMemory, Shortest: true, KeepEnds: true}
	opt.Progress = x.opt.Progress
	x.tell("exploring with " + e.Name)
	type ran struct {
		r   *explore.Result
		err error
	}
	explored := func() ran {
		if e.Applies != nil {
			if err := e.Applies(x.p, x.specs); err != nil {
				return ran{nil, err}
			}
		}
		r, err := e.Run(ctx, x.p, x.specs, opt)
		return ran{r, err}
	}
	var got ran
	ok := ctx.Err() == nil // no time is left: it is not begun
	if ok {
		got, ok = limit.Within(ctx, explored)
	}
	if !ok { // it did not come to explore
		got.r = &explore.Result{Limit: limit.Reason(ctx)}
	}
	r, err := got.r, got.err
	if err != nil {
		x.refuse(e.Name, err)
		return
	}
	x.engines = append(x.engines, answer{e.Name, r})
	for _, q := range x.questions() {
		row := report.CrossRow{Engine: e.Name, Property: q, Verdict: x.verdict(r, q), Reach: x.asks(q),
			Executions: r.Executions, Blocked: r.Blocked,
			States: r.States, Deadlock: r.Deadlocks > 0, Complete: r.Complete, Seconds: r.Seconds}
		if !r.Complete {
			row.Limit = r.Limit
		}
		x.out.Rows = append(x.out.Rows, row)
	}
}

// refuse lists an explorer that does not take the program.
func (x *crossing) refuse(name string, err error) {
	reason := err.Error()
	var refused *explore.Refused
	var large *sem.TooLarge
	switch {
	case errors.As(err, &refused):
		reason = refused.Reason
	case errors.As(err, &large):
	default: // an explorer has no other errors
		panic(fmt.Sprintf("crosscheck: explorer %s: %v", name, err))
	}
	x.out.Refused = append(x.out.Refused, report.CrossRefused{Engine: name, Reason: reason})
}

// verdict of an explorer on a question. What was found counts even where
// something was left out.
func (x *crossing) verdict(r *explore.Result, question string) report.Verdict {
	var e outcome.Evidence = outcome.None{}
	switch {
	case found(r, question) != nil:
		e = outcome.Execution{}
	case r.Complete:
		e = outcome.Exhausted{}
	}
	return outcome.Of(outcome.Goal{Reach: x.asks(question)}, e, outcome.Ledger{}).Verdict
}

// asks reports whether a question asks for an execution.
func (x *crossing) asks(question string) bool { return x.reach[question] }

// found is the shortest finding that answers a question with violated, or nil.
func found(r *explore.Result, question string) *explore.Finding {
	var best *explore.Finding
	for i := range r.Findings {
		f := &r.Findings[i]
		if (f.Kind == explore.Error && question == report.RuntimeErrors || f.Kind == explore.Violation &&
			f.Property == question ||
			f.Kind == explore.Deadlock && question == report.Deadlock) &&
			(best == nil || len(f.Schedule) < len(best.Schedule)) {
			best = f
		}
	}
	return best
}

func (x *crossing) tell(words string) {
	if x.opt.Doing != nil {
		x.opt.Doing(words)
	}
}
