package report

// This file connects results with their evidence. A strategy that has found something out calls Result.Conclude with
// the evidence. Package outcome makes a verdict of it, and the methods here copy the outcome into the fields that
// people and programs read. The evidence is kept, because the ledger is applied later, and to the evidence rather than
// to the verdict.

import "flavers/report/outcome"

// Verdict is the answer about one property. Package outcome decides it.
type Verdict = outcome.Verdict

// The verdicts, and what they say of a property of all executions.
const (
	Holds    = outcome.Holds    // no execution violates the property
	Violated = outcome.Violated // an execution that violates it was replayed
	Possible = outcome.Possible // a path exists that may not be an execution
	Unknown  = outcome.Unknown  // a limit was hit before an answer
)

// Conclude gives r the outcome that follows from e if the program has no ledger.
func (r *Result) Conclude(e outcome.Evidence) {
	r.evidence = e
	r.Under(outcome.Ledger{})
}

// With returns r concluded from e. It serves for results that are written as literals.
func (r Result) With(e outcome.Evidence) Result {
	r.Conclude(e)
	return r
}

// Under gives r the outcome that follows from its evidence if l is the ledger.
func (r *Result) Under(l outcome.Ledger) {
	o := outcome.Of(r.goal(), r.rests(), l)
	r.Verdict, r.Within = o.Verdict, o.Scope.Within
	r.Of, r.Fair, r.Declared = "", o.Scope.Fair, o.Scope.Declared
	if o.Scope.Ends {
		r.Of = Ending
	}
}

// About changes the scope of the evidence of r, that is, which executions it is about, and concludes r again.
func (r *Result) About(s outcome.Scope) { r.Conclude(outcome.Narrow(r.rests(), s)) }

// Answers tells r whether its property asks for an execution (reach).
//
// The verifier has no such properties. It searches for a violation of "there is no such execution", and r is the result
// of that search. If it found a violation, the execution was reached, and the property holds. So the evidence stays,
// and the verdict turns around.
func (r *Result) Answers(reach bool) {
	if r.Reach == reach {
		return
	}
	e := r.rests() // before Reach changes, because a verdict read from a file answers the old goal
	r.Reach = reach
	r.Conclude(e)
	if reach && outcome.Denies(e) {
		r.Vacuous = nil // that the event lies on no path is the answer itself, and no warning
	}
}

// Scope returns the scope of the evidence of r: which executions it is about.
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

// goal returns the goal that r answers.
func (r *Result) goal() outcome.Goal { return outcome.Goal{Reach: r.Reach} }

// rests returns the evidence of r. If r was read from a file, its verdict is all the evidence there is.
func (r *Result) rests() outcome.Evidence {
	if r.evidence == nil {
		return outcome.Recalled{Scope: r.Scope(), Goal: r.goal(), Verdict: r.Verdict}
	}
	return r.evidence
}

// Under gives an instance of a family the outcome that follows if l is the ledger. Instances do not keep their
// evidence, so the verdict stands for it.
func (i *Instance) Under(reach bool, l outcome.Ledger) {
	g := outcome.Goal{Reach: reach}
	i.Verdict = outcome.Of(g, outcome.Recalled{Goal: g, Verdict: i.Verdict}, l).Verdict
}
