package report

// This file turns the reports of explore, crosscheck and replay into a Check, for the forms that show results: SARIF,
// the page, and annotations. The callers pass one Result for each property, without an answer.

import (
	"fmt"
	"strings"

	"flavers/internal/english"
	"flavers/report/form"
	"flavers/report/outcome"
	"flavers/report/phrase"
)

// Kind is what a result is about.
type Kind string

const (
	KindProperty     Kind = ""
	KindError        Kind = "runtime-error" // one of several run-time errors
	KindDeadlock     Kind = "deadlock"
	KindDisagreement Kind = "disagreement" // two engines disagree
	KindRun          Kind = "execution"    // one execution, which violates nothing
)

// exploredLimits maps the limits of explorers to those of a check.
var exploredLimits = map[string]Limit{"depth": LimitDepth, "constraints": LimitSize, "states": LimitStates,
	"model": LimitSize, "memory": LimitMemory, "time": LimitTime, "interrupt": LimitInterrupt}

// AsCheck returns the exploration as a check: a result for each property or family of properties, one for run-time
// errors, and one for deadlocks. A property that no execution was found to violate holds only if everything was
// explored.
func (e *Explore) AsCheck(properties []Result) *Check {
	c := &Check{Version: e.Version, Program: e.Program, Diagnostics: e.Diagnostics, status: e.ExitCode(), decided: true}
	if c.status == ExitInput {
		return c
	}
	for _, r := range properties {
		scope := e.without(&r)
		for i := range e.Findings {
			f := &e.Findings[i]
			if (f.Kind == "violation" || f.Kind == KindReached) && f.Property == r.Property {
				r.found(f, scope)
			}
		}
		c.Results = append(c.Results, r)
	}
	deadlock := &Result{Property: Deadlock, Kind: KindDeadlock}
	e.without(deadlock)
	failed := &Result{Property: RuntimeErrors}
	e.without(failed)
	errors := 0
	var others []Result
	races := map[string]int{} // by variable: how many were found
	for i := range e.Findings {
		switch f := &e.Findings[i]; f.Kind {
		case "deadlock":
			if deadlock.Trace == nil {
				deadlock.found(f, outcome.Scope{})
				deadlock.Waiting, deadlock.Expected = f.Waiting, e.Meant
			}
		case "error": // the first is the result about run-time errors, and each other a result of its own
			errors++
			if errors == 1 {
				failed.found(f, outcome.Scope{})
				continue
			}
			more := Result{Property: fmt.Sprintf("run-time error %d", errors), Kind: KindError}
			e.without(&more)
			more.found(f, outcome.Scope{})
			others = append(others, more)
		case KindRace:
			others = append(others, RaceResult(f, races[f.Property]))
			races[f.Property]++
		}
	}
	c.Results = append(fold(c.Results), others...)
	c.RuntimeErrors, c.Deadlock = failed, deadlock
	return c
}

// without concludes r for the case that the explorer has found no execution for it: it holds if everything was
// explored, and is unknown otherwise. It returns which executions that is about.
func (e *Explore) without(r *Result) outcome.Scope {
	scope := outcome.Scope{Fair: r.Fair, Declared: r.Declared}
	switch {
	case r.Of == "": // no infinite execution could violate it
	case e.Fairness != "": // infinite executions were judged
		scope = e.judged()
	default:
		// An explorer of executions is complete only if all executions end. One of states may have met infinite ones.
		scope.Ends = e.States > 0 && e.Complete
	}
	r.POR, r.Seconds = "none", e.Seconds
	r.Reason = "explored with " + e.Algorithm + ", completely"
	if e.Complete {
		r.Conclude(outcome.Exhausted{Scope: scope})
		return scope
	}
	r.Conclude(outcome.None{Scope: scope})
	r.Limit = exploredLimits[e.Limit]
	r.Reason = "explored with " + e.Algorithm + ", some executions only"
	if e.Limit != "sample" {
		r.Reason = phrase.Limit(e.Limit)
	}
	return scope
}

// judged returns the fairness under which infinite executions were judged.
func (e *Explore) judged() outcome.Scope {
	return outcome.Scope{Fair: e.Fairness, Declared: e.Declared}
}

// evidence returns the execution of a finding as evidence. scope has the fairness under which an infinite one counts.
func (f *ExploreFinding) evidence(scope outcome.Scope) outcome.Evidence {
	if f.Loop == 0 {
		return outcome.Execution{}
	}
	return outcome.Lasso{Scope: outcome.Scope{Fair: scope.Fair, Declared: scope.Declared}}
}

// found concludes r from an execution that an explorer has found.
func (r *Result) found(f *ExploreFinding, scope outcome.Scope) {
	r.Conclude(f.evidence(scope))
	r.Limit, r.Reason = "", ""
	r.Trace, r.Schedule, r.AtEnd, r.Values, r.Loop = f.Trace, f.Schedule, f.AtEnd, f.Values, f.Loop
	if f.AtEnd {
		r.Waiting = f.Waiting
	}
	r.Omitted = f.Omitted
	if f.Omitted > 0 {
		r.Reason = "a limit was hit before the last " + english.Plural(int64(f.Omitted), "step") + " of it were listed"
	}
	if r.Trace == nil {
		r.Trace = []Step{}
	}
	if f.Passes != "" {
		r.Under(outcome.Ledger{Doubt: f.Passes})
		r.Passes, r.Reason = f.Passes, Doubted(r.Reach, f.Passes)
	}
}

// AsCheck returns the comparison as a check: each property has the verdict that the engines agree on, and each
// disagreement is a result of its own. static is the result of the static analysis, from which the executions of
// violated properties are taken, or nil.
func (c *Crosscheck) AsCheck(properties []Result, static *Check) *Check {
	out := &Check{Version: c.Version, Program: c.Program, Diagnostics: c.Diagnostics, status: c.ExitCode(), decided: true}
	if out.status == ExitInput {
		return out
	}
	a := newAgreement(c, static)
	asked := func(name string) bool { return len(a.rows[name]) > 0 }
	for _, r := range properties {
		out.Results = append(out.Results, a.result(r))
	}
	for i := range c.Disagreements {
		d := &c.Disagreements[i]
		out.Results = append(out.Results, Result{Property: fmt.Sprintf("disagreement %d", i+1), Kind: KindDisagreement,
			POR: "none", Reason: d.What, Trace: form.ListOf(d.Trace), Schedule: d.Schedule}.With(outcome.Execution{}))
	}
	if asked(RuntimeErrors) {
		r := a.result(Result{Property: RuntimeErrors})
		out.RuntimeErrors = &r
	}
	if asked(Deadlock) {
		r := a.result(Result{Property: Deadlock, Kind: KindDeadlock})
		r.Expected = c.Meant && r.Verdict == Violated
		out.Deadlock = &r
	}
	return out
}

// agreement collects what the engines of a cross-check say about each property.
type agreement struct {
	rows   map[string][]*CrossRow // by property
	shown  map[string][]*Result   // by property: the results of the static analysis
	static *Check                 // nil: the static analysis did not take part
}

func newAgreement(c *Crosscheck, static *Check) *agreement {
	a := &agreement{rows: map[string][]*CrossRow{}, shown: map[string][]*Result{}, static: static}
	for i := range c.Rows {
		a.rows[c.Rows[i].Property] = append(a.rows[c.Rows[i].Property], &c.Rows[i])
	}
	if static != nil {
		for _, r := range static.all() {
			name := r.Property
			if r == static.RuntimeErrors {
				name = RuntimeErrors
			}
			a.shown[name] = append(a.shown[name], r)
		}
	}
	return a
}

// result concludes r from the verdict of the engines. If they disagree, an engine with an execution counts more,
// because the execution was replayed.
func (a *agreement) result(r Result) Result {
	r.POR = "none"
	execution := r.goal().Shown()
	var best *CrossRow
	var engines []string
	for _, row := range a.rows[r.Property] {
		switch {
		case best == nil && row.Verdict.Definite(), best != nil && row.Verdict == execution && best.Verdict != execution:
			best, engines = row, []string{row.Engine}
		case best != nil && row.Verdict == best.Verdict:
			engines = append(engines, row.Engine)
		}
	}
	if best == nil {
		r.Reason = "no engine could answer"
		r.Conclude(outcome.None{})
		return r
	}
	scope := r.Scope()
	if best.Verdict != Holds {
		scope.Ends = false
	}
	r.Conclude(outcome.Recalled{Scope: scope, Goal: r.goal(), Verdict: best.Verdict})
	r.Reason = "so say " + strings.Join(engines, ", ")

	// Rows have no executions: take that of the static analysis, if it says the same.
	for _, s := range a.shown[r.Property] {
		if s.Verdict != r.Verdict {
			continue
		}
		if s.Kind == KindProperty && s != a.static.RuntimeErrors {
			r.About(s.Scope())
		}
		if r.shows() && r.Trace == nil {
			r.Trace, r.Schedule, r.AtEnd, r.Loop = s.Trace, s.Schedule, s.AtEnd, s.Loop
			r.Waiting, r.Values = s.Waiting, s.Values
		}
	}
	return r
}

// AsCheck returns the run as a check: a result for each property that the execution violates, for a run-time error
// and for a deadlock, or one result that says that there is none of these. One execution says nothing about other
// properties.
func (r *Run) AsCheck(properties []Result) *Check {
	c := &Check{Version: r.Version, Program: r.Program, Diagnostics: r.Diagnostics, status: r.ExitCode(), decided: true}
	if c.status == ExitInput {
		return c
	}
	for _, v := range properties {
		for _, st := range r.Final {
			if st.Spec == v.Property && (st.Violated || st.Reached) {
				v.AtEnd = st.Violated && st.State != "error" && r.Loop == 0
				c.Results = append(c.Results, r.result(v, st.Spec))
			}
		}
	}
	if r.Error != "" && !r.Beyond {
		v := r.result(Result{Property: RuntimeErrors}, "")
		c.RuntimeErrors = &v
	}
	if r.Deadlock {
		v := r.result(Result{Property: Deadlock, Kind: KindDeadlock, Waiting: r.Waiting, Expected: r.Meant}, "")
		c.Deadlock = &v
	}
	if len(c.Results) == 0 && c.RuntimeErrors == nil && c.Deadlock == nil {
		v := r.result(Result{Property: "this execution", Kind: KindRun,
			Reason: "an execution of " + english.Plural(int64(len(r.Steps)), "step") + " was followed, and it violates nothing"},
			"")
		if r.Loop > 0 {
			v.Reason = strings.ToLower(loopClause(len(r.Steps), r.Loop)) + ", and the execution violates nothing"
		}
		if r.Stuck != "" {
			v.Reason = r.Stuck
		}
		c.Results = append(c.Results, v)
	}
	return c
}

// result concludes v from the execution, and adds its steps with the states of the specification spec.
func (r *Run) result(v Result, spec string) Result {
	v.POR, v.Schedule, v.Trace, v.Loop = "none", r.Schedule, make([]Step, len(r.Steps)), r.Loop
	scope := outcome.Scope{Fair: r.Fairness, Declared: r.Declared}
	if v.Kind == KindRun {
		v.Conclude(outcome.None{Scope: scope})
	} else {
		v.Conclude(outcome.Lasso{Scope: scope}) // with an empty loop, if the execution ends
	}
	if r.Passes != "" && v.Kind != KindRun {
		v.Under(outcome.Ledger{Doubt: r.Passes})
		v.Passes, v.Reason = r.Passes, r.doubted()
	}
	for i, s := range r.Steps {
		for _, st := range s.States {
			if st.Spec == spec {
				s.State = st.State
			}
		}
		v.Trace[i] = s.Step
	}
	return v
}

// stands lists where tasks wait, in one clause.
func stands(list []Waiting) string {
	var all []string
	for _, w := range list {
		all = append(all, w.Task+" waits at "+w.at())
	}
	return strings.Join(all, ", ")
}

// otherwise returns the sentence about the trace of a result that is not about a property. For a property it returns
// "".
func (r *Result) otherwise() string {
	after := fmt.Sprintf("After step %d", len(r.Trace))
	if len(r.Trace) == 0 {
		after = "At the start"
	}
	switch r.Kind {
	case KindProperty:
		if len(r.Values) > 0 {
			return r.broken()
		}
		return r.witness()
	case KindDeadlock:
		return after + form.Stuck(r.Moving)
	case KindError:
		if n := len(r.Trace); n > 0 {
			return fmt.Sprintf("Step %d of the trace, by %s, is a run-time error: %s", n, r.Trace[n-1].Task, r.Trace[n-1].Event)
		}
		return "A run-time error can happen at the very start."
	case KindRace:
		switch {
		case len(r.Accesses) == 0:
			return ""
		case r.Verdict == Possible && r.Confirmed != InModel:
			return phrase.RacePossible(r.Accesses)
		}
		return phrase.Racing(len(r.Trace), phrase.Accesses(r.Accesses))
	case KindDisagreement:
		return "Disagreement: " + r.Reason + "."
	}
	return ""
}
