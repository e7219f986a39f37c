package report

// What a result rests on. Package outcome decides; this file hands evidence to it, and copies the outcome into the
// fields that people and programs read.

import "flavers/report/outcome"

// Verdict of one property, as package outcome decides it.
type Verdict = outcome.Verdict

// The verdicts, and what they say of a property of all executions.
const (
	Holds    = outcome.Holds    // no execution violates the property
	Violated = outcome.Violated // an execution that violates it was replayed
	Possible = outcome.Possible // a path exists that may not be an execution
	Unknown  = outcome.Unknown  // a limit was hit before an answer
)

// Conclude gives r the outcome that evidence has for a program without a ledger.
func (r *Result) Conclude(e outcome.Evidence) {
	r.evidence = e
	r.Under(outcome.Ledger{})
}

// With is r with the outcome of evidence, for a result that is written as a literal.
func (r Result) With(e outcome.Evidence) Result {
	r.Conclude(e)
	return r
}

// Under gives r the outcome that its evidence has under a ledger.
func (r *Result) Under(l outcome.Ledger) {
	o := outcome.Of(r.goal(), r.rests(), l)
	r.Verdict, r.Within = o.Verdict, o.Scope.Within
	r.Of, r.Fair, r.Declared = "", o.Scope.Fair, o.Scope.Declared
	if o.Scope.Ends {
		r.Of = Ending
	}
}

// About says that the evidence of r is about the executions of another scope.
func (r *Result) About(s outcome.Scope) { r.Conclude(outcome.Narrow(r.rests(), s)) }

// Answers turns the outcome around if the property asks for an execution (reach). Until then r is the outcome of the
// search for an execution that violates "there is none": where that was violated, the execution was reached, and r
// holds.
func (r *Result) Answers(reach bool) {
	if r.Reach == reach {
		return
	}
	e := r.rests() // of the goal that it was made for
	r.Reach = reach
	if r.Conclude(e); reach && outcome.Denies(e) {
		r.Vacuous = nil // that the event lies on no path is the answer
	}
}

// Scope returns which executions the evidence of r is about.
func (r *Result) Scope() outcome.Scope {
	if r.evidence == nil {
		return outcome.Scope{Ends: r.Of == Ending, Fair: r.Fair, Declared: r.Declared}
	}
	return outcome.ScopeOf(r.evidence)
}

// Alone returns the result of one instance of the family that r is about.
func (r Result) Alone(i *Instance) Result {
	r.Property, r.Constraints = i.Property, i.Constraints
	r.Conclude(outcome.Recalled{Scope: r.Scope(), Goal: r.goal(), Verdict: i.Verdict})
	return r
}

// goal is what r answers.
func (r *Result) goal() outcome.Goal { return outcome.Goal{Reach: r.Reach} }

// rests returns the evidence of r. An answer that was read from a file has no evidence but its verdict.
func (r *Result) rests() outcome.Evidence {
	if r.evidence == nil {
		return outcome.Recalled{Scope: r.Scope(), Goal: r.goal(), Verdict: r.Verdict}
	}
	return r.evidence
}

// Under gives an instance of a family its outcome under a ledger. The evidence of an instance is not kept, so its
// verdict stands for it.
func (i *Instance) Under(reach bool, l outcome.Ledger) {
	g := outcome.Goal{Reach: reach}
	i.Verdict = outcome.Of(g, outcome.Recalled{Goal: g, Verdict: i.Verdict}, l).Verdict
}
