// Package crosscheck asks several engines the same questions about one program and
// compares their answers. The engines are the static analysis and every complete
// explorer: one that misses nothing when it runs to its end. For
//
//	lock m
//	task a { lock m; event in; unlock m }
//
// and a property about "in", Run returns a report.Crosscheck with a row for the static
// verdict and a row for each of a dozen explorers. Its field Agree is true if no two
// rows contradict each other.
//
//	crosscheck.go  asks the engines, one after the other
//	compare.go     compares their answers about executions that end
//	forever.go     compares answers about executions that run for ever
//	audit.go       tests single executions against the static analysis: each must be a
//	               path of its graph, and its constraints must accept each
//
// What it does not do: it does not say which engine is right. A disagreement is a
// bug in one of them, and is reported with the shortest execution that reveals it.
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

// Options are the options of Run. The zero value asks all engines and sets no limits.
// Without limits an explorer of executions may not return, if the program need not end.
type Options struct {
	Only   []string // names of the properties and checks to ask about, as in verify.Options; empty: all
	Strict bool     // a symbol of a specification that matches no event is an error
	Meant  bool     // the program is meant to deadlock; copied into the report

	// Limits. 0 is no limit, except for Depth and Walks.
	Timeout       time.Duration // for all engines and the audit together
	MaxTuples     int64         // of the static analysis
	MaxMemory     int64         // bytes, for each engine
	MaxExecutions int64         // of each explorer
	MaxStates     int64         // of each explorer
	Depth         int           // steps of an execution; 0: the default of explorers of executions, none for states
	Walks         int           // random executions that are audited; 0: usualWalks, negative: none

	Doing    func(words string)     // called before each engine; may be nil
	Progress func(explore.Progress) // called by the engine that runs; may be nil

	// Explorers and Static replace the engines in tests. nil stands for families.All and
	// for verify.Check. Explorers that are not complete are left out.
	Explorers []explore.Explorer
	Static    func(context.Context, *cfg.Program, []*automata.Spec, verify.Options) *report.Check
}

// staticShare limits the static analysis to one part in staticShare of the remaining
// time. Its verdict is compared with every other answer, so enough time must be left
// for the explorers and the audit, which share the rest.
const staticShare = 4

// crossing is a cross-check in progress.
type crossing struct {
	ctx     context.Context
	p       *cfg.Program
	specs   []*automata.Spec
	opt     Options
	names   []string                 // names of the properties, each once
	reach   map[string]bool          // names of the properties that ask whether something can happen
	static  map[string]report.Result // answers of the static analysis, by question (see questions)
	engines []answer                 // answers of the explorers that took the program
	audit   *auditor                 // nil: executions are not audited
	out     *report.Crosscheck
}

// answer is what one explorer found.
type answer struct {
	Name string
	*explore.Result
}

// Run asks the static analysis and every complete explorer for a verdict on each
// property, on run-time errors and on deadlock, and compares the verdicts. It also
// compares the final states that explorers reach, and audits executions that they found.
// Two answers that cannot both be right are a disagreement, which is a bug of flavers.
// A limit that is hit is none: it makes the verdict of an engine unknown.
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
		if sp.Property && !slices.Contains(x.names, sp.Name) {
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

// selected returns the options of the static analysis that say what is asked. Each
// instance of a family of properties is a question of its own. Only executions that end
// are asked about, because most explorers judge no others; forever.go asks about the rest.
func (x *crossing) selected() *verify.Options {
	return &verify.Options{Only: x.opt.Only, EachInstance: true, Fairness: verify.FairnessOff}
}

// questions returns what every engine is asked: the names of the properties, and
// report.RuntimeErrors and report.Deadlock unless the user left these out.
func (x *crossing) questions() []string {
	out := x.names[:len(x.names):len(x.names)]
	for _, check := range []string{report.RuntimeErrors, report.Deadlock} {
		if x.selected().Wants(check) {
			out = append(out, check)
		}
	}
	return out
}

// askStatic runs the static analysis and adds its rows to the report. It returns false
// if the specifications have errors, so that there is nothing to ask the explorers.
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
		if x.ctx.Err() == nil { // the share of the static analysis is over, and not the whole time
			why = "time ran out"
		}
		x.out.Diagnostics = append(x.out.Diagnostics, diag.Diagnostic{Severity: diag.Warning, Code: diag.VNotBound,
			Message: why + " before the specifications were compared with the program", Hint: "--timeout raises the limit"})
	}
	// Several results may have the same name. Explorers do not tell these apart, so the worst one is the answer.
	x.static = map[string]report.Result{}
	for _, r := range c.Results {
		if old, twice := x.static[r.Property]; !twice || old.Verdict == report.Holds || r.Verdict == report.Violated {
			x.static[r.Property] = r
		}
	}
	// There is no result on run-time errors if no step can fail: then the control flow alone proves that none happens.
	errs := report.Result{Seconds: time.Since(began).Seconds()}.With(outcome.ControlFlow{})
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
			continue // the static analysis gave no result
		}
		x.out.Rows = append(x.out.Rows, report.CrossRow{Engine: "static", Property: q, Verdict: r.Verdict, Reach: r.Reach,
			Deadlock: q == report.Deadlock && r.Verdict == report.Violated,
			Complete: r.Verdict == report.Holds || r.Verdict == report.Violated, Limit: string(r.Limit), Seconds: r.Seconds})
	}
	return true
}

// ask runs one explorer and adds its rows to the report. The remaining time is divided
// by parts, and the explorer gets one part.
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
	// ok is false if no time is left to begin, or if the explorer does not return soon after
	// ctx ends, as in a long preparation. Then there is no answer, only the reason.
	var got ran
	ok := ctx.Err() == nil
	if ok {
		got, ok = limit.Within(ctx, explored)
	}
	if !ok {
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

// refuse lists an explorer that does not take the program, with the reason: the explorer
// does not support a construct, or the program is too large.
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

// verdict returns an explorer's verdict on a question. An execution that it found counts
// even if it did not explore everything; that there is none counts only if it did.
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

// asks reports whether a question asks whether something can happen, so that an
// execution is the good answer.
func (x *crossing) asks(question string) bool { return x.reach[question] }

// found returns the shortest finding that bears on a question: a violation of the
// property (for a property that asks for an execution, one that reaches it), a run-time
// error or a deadlock. It returns nil if there is none.
func found(r *explore.Result, question string) *explore.Finding {
	var best *explore.Finding
	for i := range r.Findings {
		f := &r.Findings[i]
		answers := false
		switch f.Kind {
		case explore.Violation:
			answers = f.Property == question
		case explore.Error:
			answers = question == report.RuntimeErrors
		case explore.Deadlock:
			answers = question == report.Deadlock
		}
		if answers && (best == nil || len(f.Schedule) < len(best.Schedule)) {
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
