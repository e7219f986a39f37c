package report

// Explorations, cross-checks and replays as results, for the forms that show
// results: SARIF and the page. Properties come in without an answer.

import (
	"fmt"
	"strings"

	"flavers/internal/english"
	"flavers/report/form"
	"flavers/report/outcome"
	"flavers/report/phrase"
)

// Kind says what a result is about, if it is not a property.
type Kind string

const (
	KindProperty     Kind = ""
	KindError        Kind = "runtime-error" // one of several run-time errors
	KindDeadlock     Kind = "deadlock"
	KindDisagreement Kind = "disagreement" // of two engines
	KindRun          Kind = "execution"    // one execution that violates nothing
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
	open := func(r *Result) outcome.Scope {
		scope := outcome.Scope{Fair: r.Fair, Declared: r.Declared}
		switch {
		case r.Of == "":
		case e.Fairness != "": // those that go on for ever were judged
			scope = e.judged()
		default: // otherwise all end, or there is no answer
			scope.Ends = e.States > 0 && e.Complete
		}
		r.POR, r.Seconds = "none", e.Seconds
		r.Reason = "explored with " + e.Algorithm + ", completely"
		if e.Complete {
			r.Conclude(outcome.Exhausted{Scope: scope}) // unless an execution is found
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
	for _, r := range properties {
		scope := open(&r)
		for i := range e.Findings {
			if f := &e.Findings[i]; (f.Kind == "violation" || f.Kind == KindReached) && f.Property == r.Property {
				r.found(f, scope)
			}
		}
		c.Results = append(c.Results, r)
	}
	deadlock := &Result{Property: Deadlock, Kind: KindDeadlock}
	open(deadlock)
	failed := &Result{Property: RuntimeErrors}
	open(failed)
	errors := 0
	var others []Result
	races := map[string]int{} // by variable
	for i := range e.Findings {
		switch f := &e.Findings[i]; f.Kind {
		case "deadlock":
			if deadlock.Trace == nil {
				deadlock.found(f, outcome.Scope{})
				deadlock.Waiting, deadlock.Expected = f.Waiting, e.Meant
			}
		case "error":
			if errors++; errors == 1 {
				failed.found(f, outcome.Scope{})
				continue
			}
			more := Result{Property: fmt.Sprintf("run-time error %d", errors), Kind: KindError}
			open(&more)
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

// judged says under which fairness infinite executions were judged.
func (e *Explore) judged() outcome.Scope {
	return outcome.Scope{Fair: e.Fairness, Declared: e.Declared}
}

// evidence returns the execution of a finding as evidence. scope says under which fairness an infinite one counts.
func (f *ExploreFinding) evidence(scope outcome.Scope) outcome.Evidence {
	if f.Loop == 0 {
		return outcome.Execution{}
	}
	return outcome.Lasso{Scope: outcome.Scope{Fair: scope.Fair, Declared: scope.Declared}}
}

// found fills in a result with an execution that an explorer found.
func (r *Result) found(f *ExploreFinding, scope outcome.Scope) {
	r.Conclude(f.evidence(scope))
	r.Limit, r.Reason = "", ""
	r.Trace, r.Schedule, r.AtEnd, r.Values, r.Loop = f.Trace, f.Schedule, f.AtEnd, f.Values, f.Loop
	if f.AtEnd {
		r.Waiting = f.Waiting
	}
	if r.Omitted = f.Omitted; f.Omitted > 0 {
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
	rows, shown := map[string][]*CrossRow{}, map[string][]*Result{} // by property
	for i := range c.Rows {
		rows[c.Rows[i].Property] = append(rows[c.Rows[i].Property], &c.Rows[i])
	}
	if static != nil {
		for _, r := range static.all() {
			name := r.Property
			if r == static.RuntimeErrors {
				name = RuntimeErrors
			}
			shown[name] = append(shown[name], r)
		}
	}
	agreed := func(r Result) Result {
		r.POR = "none"
		execution := r.goal().Shown() // counts for more: one was replayed
		var best *CrossRow
		var engines []string
		for _, row := range rows[r.Property] {
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
		for _, s := range shown[r.Property] {
			if s.Verdict != r.Verdict {
				continue
			}
			if s.Kind == KindProperty && s != static.RuntimeErrors {
				r.About(s.Scope())
			}
			if r.shows() && r.Trace == nil {
				r.Trace, r.Schedule, r.AtEnd, r.Loop = s.Trace, s.Schedule, s.AtEnd, s.Loop
				r.Waiting, r.Values = s.Waiting, s.Values
			}
		}
		return r
	}
	asked := func(name string) bool { return len(rows[name]) > 0 }
	for _, r := range properties {
		out.Results = append(out.Results, agreed(r))
	}
	for i := range c.Disagreements {
		d := &c.Disagreements[i]
		out.Results = append(out.Results, Result{Property: fmt.Sprintf("disagreement %d", i+1), Kind: KindDisagreement,
			POR: "none", Reason: d.What, Trace: form.ListOf(d.Trace), Schedule: d.Schedule}.With(outcome.Execution{}))
	}
	if asked(RuntimeErrors) {
		r := agreed(Result{Property: RuntimeErrors})
		out.RuntimeErrors = &r
	}
	if asked(Deadlock) {
		r := agreed(Result{Property: Deadlock, Kind: KindDeadlock})
		r.Expected = c.Meant && r.Verdict == Violated
		out.Deadlock = &r
	}
	return out
}

// AsCheck returns the run as a check: a result for each property that the execution violates, for a run-time error
// and for a deadlock, or one result that says that there is none of these. One execution says nothing about other
// properties.
func (r *Run) AsCheck(properties []Result) *Check {
	c := &Check{Version: r.Version, Program: r.Program, Diagnostics: r.Diagnostics, status: r.ExitCode(), decided: true}
	if c.status == ExitInput {
		return c
	}
	result := func(v Result, spec string) Result {
		v.POR, v.Schedule, v.Trace, v.Loop = "none", r.Schedule, make([]Step, len(r.Steps)), r.Loop
		scope := outcome.Scope{Fair: r.Fairness, Declared: r.Declared}
		if v.Kind == KindRun {
			v.Conclude(outcome.None{Scope: scope})
		} else {
			v.Conclude(outcome.Lasso{Scope: scope}) // whose loop may be empty
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
	for _, v := range properties {
		for _, st := range r.Final {
			if st.Spec == v.Property && (st.Violated || st.Reached) {
				v.AtEnd = st.Violated && st.State != "error" && r.Loop == 0
				c.Results = append(c.Results, result(v, st.Spec))
			}
		}
	}
	if r.Error != "" && !r.Beyond {
		v := result(Result{Property: RuntimeErrors}, "")
		c.RuntimeErrors = &v
	}
	if r.Deadlock {
		v := result(Result{Property: Deadlock, Kind: KindDeadlock, Waiting: r.Waiting, Expected: r.Meant},
			"")
		c.Deadlock = &v
	}
	if len(c.Results) == 0 && c.RuntimeErrors == nil && c.Deadlock == nil {
		v := result(Result{Property: "this execution", Kind: KindRun,
			Reason: "an execution of " + english.Plural(int64(len(r.Steps)), "step") + " was followed, and it violates nothing"},
			"")
		if r.Loop > 0 {
			v.Reason = strings.ToLower(again(len(r.Steps), r.Loop)) + ", and the execution violates nothing"
		}
		if r.Stuck != "" {
			v.Reason = r.Stuck
		}
		c.Results = append(c.Results, v)
	}
	return c
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
