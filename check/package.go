package check

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"flavers/cfg"
	"flavers/diag"
	"flavers/explore"
	"flavers/internal/roots"
	"flavers/lang/golang"
	"flavers/limit"
	"flavers/report"
	"flavers/report/batch"
	"flavers/report/ledger"
	"flavers/report/outcome"
	"flavers/verify"
	"flavers/verify/explored"
	"flavers/verify/reuse"
)

// This file checks one root of Go packages. A root is a function where executions begin: main, a test, or a client,
// which is a caller that flavers writes for an exported function. The check of a root is that of a program, with four
// things around it that only Go packages have:
//
//   - The model of a root is extracted on demand, in a turn that may be limited in time, because roots share the time.
//   - Where the model leaves a check open, or shows only a possible violation, the root is examined more closely: its
//     certain program (certain.go) has only executions beyond doubt, and executed.go runs the package itself.
//   - Findings are explained in the words of the package (names.go, explain.go).
//   - Comments in the Go files may ask to ignore findings.
//
// The verdicts on the model are kept for the next run in a roots.Answer, together with the facts by which the ledger
// judges them. The function judged turns such an answer into the one that the user gets.

// someStates bounds the states visited in the search for data races of a root, unless the user asks for that search,
// and in the search for wait groups that are used again too early.
const someStates = 100_000

// Specifications are the specifications that a user has written for all roots of Go packages.
type Specifications interface {
	// Concern reports whether a specification may be about something in p. If so, p is checked even if nothing in it
	// can be kept waiting.
	Concern(p *golang.Program) bool
	// About returns the names of the files that have a specification about something in p.
	About(p *golang.Program) []string
	// Load parses p together with its specifications. It returns nil if the list has errors.
	Load(ctx context.Context, name string, p *golang.Program) (*Source, diag.List)
}

// Answer is the result of checking one root.
type Answer struct {
	// Check is nil if nothing in the root can be kept waiting and no specification is about it, or if the root is a client
	// that only adds findings (golang.Adds), and has none.
	Check *report.Check
	Files []string        // the files that contain the steps and operations of the root
	About []string        // the files of specifications that are about something in the root
	Does  [][]golang.Does // of each task of its model, the operations on objects of the packages

	// What was checked. Both are nil if the answer was kept from an earlier run, or if no model could be made.
	Program *golang.Program
	Source  *Source // also nil if Program could not be read
}

// Package checks one root of Go packages, and applies the ledger and the comments that ask to ignore findings. If no
// model of the root can be made within the limits, its check is unknown. If OpenOptions.Shared is set and there is no
// limit of time, all roots share one.
func Package(ctx context.Context, root Root, opt Options) *Answer {
	opt.doing("extracting " + root.Name)
	if kept := root.of.Kept(root.Program); kept != nil {
		return root.answered(kept)
	}
	p, turn, over, err := root.extracted(ctx, opt.Verify.Timeout)
	if err != nil {
		failed := &roots.Answer{Check: root.unmade(turn, err)} // reads why the turn ended, so before over
		over()
		root.executed(ctx, opt, failed, false)
		root.words(failed.Check, nil, nil)
		return root.answered(failed)
	}

	fresh := &roots.Answer{Files: p.Files, About: root.specs().About(p)}
	fresh.Empty = p.Empty && !root.specs().Concern(p)
	var source *Source
	cut := false
	if fresh.Empty {
		if ps := root.of.Loaded(root.Program); ps != nil && ps.Idle(root.Program) {
			fresh.Does = root.idle()
		}
		cut = turn.Err() != nil
	} else {
		source = root.answer(turn, p, opt, fresh)
		// The turn may have ended while data races were looked for. No verdict of the answer would show that.
		cut = turn.Err() != nil
		if root.executed(ctx, opt, fresh, true) {
			cut = true
		}
		root.words(fresh.Check, nil, nil)
	}
	over()
	if !cut {
		root.of.Keep(root.Program, fresh)
	}
	out := root.answered(fresh)
	out.Program, out.Source = p, source
	return out
}

// answered turns an answer about the model of r, fresh or kept, into one about the package.
//
// An answer about a client that only adds findings is left out if it has none: other clients make the same calls, and
// that one says no more than that a call may wait for others.
func (r Root) answered(a *roots.Answer) *Answer {
	c := judged(a, r.of)
	if c != nil && golang.Adds(r.Program) && c.ExitCode() != report.ExitViolated {
		return &Answer{Files: a.Files, About: a.About}
	}
	return &Answer{Check: c, Files: a.Files, About: a.About, Does: a.Does}
}

// extracted makes the program of a root in its turn. The turn lasts as long as most allows (0 means no limit of its
// own) and ends when over is called. If ctx ends first, extracted returns at once, although the goroutine that makes
// the program may go on for a while. No other root may be asked for then.
func (r Root) extracted(ctx context.Context, most time.Duration) (p *golang.Program, turn context.Context, over func(),
	err error) {
	type made struct {
		p    *golang.Program
		turn context.Context
		over func()
		err  error
	}
	m, ok := limit.Within(ctx, func() (m made) {
		m.turn, m.over = r.of.Turn(ctx, r.Program)
		if most > 0 {
			begun, cancel := context.WithTimeout(m.turn, most)
			own := m.over
			m.turn, m.over = begun, func() { own(); cancel() }
		}
		m.p, m.err = r.of.Program(m.turn, r.Program)
		return m
	})
	if !ok {
		return nil, ctx, func() {}, context.Cause(ctx)
	}
	return m.p, m.turn, m.over, m.err
}

// specs returns the specifications for r, which are none by default.
func (r Root) specs() Specifications {
	if r.Specs == nil {
		return SpecsOf(nil)
	}
	return r.Specs
}

// answer checks the model p of a root and stores the result in to. It returns the source that was checked: p with its
// specifications, or the certain program if violations were found there, because their steps are steps of it.
func (r Root) answer(ctx context.Context, p *golang.Program, opt Options, to *roots.Answer) *Source {
	// 1. Decide the checks.
	s, list := r.specs().Load(ctx, r.Program, p)
	c := &report.Check{Version: report.Version}
	switch {
	case s != nil:
		c = opt.checkModel(ctx, s, p)
		c.Diagnostics = append(list.All, c.Diagnostics...)
	case ctx.Err() != nil: // the time ended while the model was read
		c.Deadlock = timeless()
		c.Deadlock.Constraints, c.Deadlock.Trace = []string{}, []report.Step{}
	default:
		if why := r.unreadable(p); why != "" {
			c = r.tooLarge(why)
		} else {
			c.Diagnostics = list.All // the specifications have the errors
		}
	}
	c.Program, c.Root, c.Client = r.Name, r.Name, p.Client
	// The user did not write the text of the model, so only errors are shown, not advice on how to write it better.
	c.Diagnostics = slices.DeleteFunc(c.Diagnostics, func(d diag.Diagnostic) bool { return d.Severity != diag.Error })

	// 2. Collect what judged needs to know: the ledger, and the facts that decide which of its notes matter.
	c.Ledger = append(c.Ledger, p.Ledger...)
	c.Ledger.Sort()
	to.Check, to.Apart = c, explain(c, p)
	to.Callers, to.Again, to.Contracts = callers(ctx, c, p)
	for _, r := range c.Ordered() {
		if r.Verdict == report.Violated {
			r.If = conditions(r, p)
		}
	}
	if s != nil {
		r.words(c, s.Program, p)
		to.Does = r.does(s.Program, p)
	}

	// 3. Look for violations beyond doubt where only doubtful ones were found.
	if open := doubted(to); len(open) > 0 && ctx.Err() == nil {
		if certain := r.certain(ctx, opt, open, to); certain != nil {
			s = certain
		}
	}
	return s
}

// checkModel makes the checks of s, which was read from the model p of a root. The ledger is not applied.
func (o Options) checkModel(ctx context.Context, s *Source, p *golang.Program) *report.Check {
	if o.Partial != Off && o.Verify.Partial == nil {
		o.Verify.Partial = p.Meant
	}
	of, some := o.Of(s)
	if !some {
		return &report.Check{Version: report.Version}
	}
	c := of.decided(ctx, s)
	of.more(ctx, c, s.Program, p)
	of.errorFree(c)
	return c
}

// judged turns an answer about a model into one about the package: it applies the ledger, and marks findings that
// comments ask to ignore. It returns nil if the answer is Empty.
func judged(a *roots.Answer, of *roots.Session) *report.Check {
	if a.Check == nil {
		return nil
	}
	if a.Callers {
		a.Check.Deadlock.Callers("What is blocked waits for a call that the callers of this client do not make.")
	}
	if a.Again {
		a.Check.RuntimeErrors.Callers(tooOften(a.Check.RuntimeErrors))
	}
	qualify(a)
	for _, r := range []*report.Result{a.Check.Deadlock, a.Check.RuntimeErrors} {
		if r != nil && a.Contracts[r.Property] != nil {
			r.Agreed(a.Contracts[r.Property])
		}
	}
	batch.Ignore(a.Check, of.Ignores)
	return a.Check
}

// tooOften says what happens at the end of an execution in which callers call a method once more than they may.
func tooOften(r *report.Result) string {
	what := "closes a channel that an earlier call has closed"
	if n := len(r.Trace); n > 0 && strings.Contains(r.Trace[n-1].Event, "negative") {
		what = "calls Done, which lets the counter of a wait group fall below zero, as callers have added less"
	}
	return "A method is called more often than it may be: its last call " + what + ". Callers are taken to know that."
}

// unmade returns the answer about a root if its turn has ended without a program. err is the reason.
func (r Root) unmade(turn context.Context, err error) *report.Check {
	if errors.Is(err, golang.ErrSize) {
		return r.tooLarge(err.Error())
	}
	deadlock := timeless()
	if ended := limit.Reason(turn); ended != "" {
		deadlock.Limit = report.Limit(ended)
	} else {
		deadlock.Limit, deadlock.Reason = "", err.Error()
	}
	return r.unknown(deadlock)
}

// unknown returns an answer with one result, about deadlock, for a root that has no model.
func (r Root) unknown(deadlock *report.Result) *report.Check {
	return &report.Check{Version: report.Version, Program: r.Name, Root: r.Name, Client: r.of.Client(r.Program),
		Deadlock: deadlock}
}

// tooLarge returns the answer about a root whose model exceeds a bound of the task language. A bound of ours is no
// mistake in the package, so this is not an error: the root is unknown, and the other roots are checked.
func (r Root) tooLarge(why string) *report.Check {
	deadlock := timeless()
	deadlock.Limit, deadlock.Reason = report.LimitSize, why
	c := r.unknown(deadlock)
	c.Ledger = ledger.Notes{{Code: string(golang.TooLarge), Text: why}}
	return c
}

// unreadable reads the text of a model without any specification. It returns the first error, or "" if there is none:
// then an error that appears with specifications is one of these.
func (r Root) unreadable(p *golang.Program) string {
	_, list, _ := Load(Text{Name: r.Program, Text: p.Text}, nil, LoadOptions{Objects: p.Objects})
	for _, d := range list.All {
		if d.Severity == diag.Error {
			return "the program of this root cannot be read: " + d.Message
		}
	}
	return ""
}

// timeless returns an unknown result about deadlock, for a check whose time ended before it began.
func timeless() *report.Result {
	r := report.Result{Property: report.Deadlock, Kind: report.KindDeadlock, Limit: report.LimitTime}
	r.Conclude(outcome.None{})
	return &r
}

// errorFree adds a result that no step of the model can fail, if the user asked for run-time errors by name. In a check
// of everything the line is left out, because most models have no such steps. The ledger may weaken the result later.
func (o *Options) errorFree(c *report.Check) {
	asked := len(o.Verify.Only) > 0 && o.Verify.Wants(report.RuntimeErrors) && o.Verify.Refine != verify.RefineNone
	if asked && c.RuntimeErrors == nil && !hasErrors(c) {
		c.RuntimeErrors = &report.Result{Property: report.RuntimeErrors,
			Reason: "no step of the model can fail", Constraints: []string{}, Trace: []report.Step{}}
		c.RuntimeErrors.Conclude(outcome.ControlFlow{})
	}
}

// more makes the analyses of roots that verify.Check does not make.
func (o *Options) more(ctx context.Context, c *report.Check, p *cfg.Program, of *golang.Program) {
	o.reused(ctx, c, p)
	c.Races = o.rootRaces(ctx, p, of)
}

// reused looks for a wait group that is used again before a wait has returned. That is a run-time error, so it is done
// only if run-time errors are asked for.
func (o *Options) reused(ctx context.Context, c *report.Check, p *cfg.Program) {
	if o.Verify.Wants(report.RuntimeErrors) {
		reuse.Judge(ctx, p, reuse.Options{MaxStates: someStates, MaxMemory: o.Verify.MaxMemory / 4}, c)
	}
}

// rootRaces returns the data races that executions of a root show on variables and fields of the package. Other
// variables of the model are left out: no memory of the package corresponds to them.
func (o *Options) rootRaces(ctx context.Context, p *cfg.Program, of *golang.Program) []report.Result {
	if o.Races == Off {
		return nil
	}
	limits := explore.Options{MaxMemory: o.Verify.MaxMemory, MaxStates: someStates, Progress: o.Progress}
	if o.Races == On {
		limits.MaxStates = explored.MostStates
	} else if len(o.Verify.Only) > 0 || of.Client != "" {
		// A client calls methods at the same time, but only the package can say whether callers may do that.
		return nil
	}
	return explored.RacesOn(ctx, p, limits, func(v cfg.VarID) bool { return of.Memory[p.Vars[v].Name] })
}
