// Package outcome decides what a check answers: from a goal, the evidence about it and the ledger of the program, one
// function makes a verdict. No other code of the project makes one.
//
//	Of(Goal{}, FixedPoint{}, Ledger{})                            // holds
//	Of(Goal{}, FixedPoint{}, Ledger{Bounds: []string{"B01"}})     // holds within B01
//	Of(Goal{}, FixedPoint{}, Ledger{Unmodelled: []string{"U02"}}) // unknown
//	Of(Goal{Reach: true}, FixedPoint{}, Ledger{})                 // violated: never reached
//	Of(Goal{}, Execution{}, Ledger{})                             // violated
//
// A strategy hands over what it has found out as one of the types of evidence.go; docs/theory.md, section "What stands
// behind an answer", names the theorem for each. A result keeps its evidence (report.Result.Conclude), so that the
// ledger of the program is applied to the evidence and not to a verdict (report.Result.Under).
//
// The package does not check evidence. Whoever makes an Execution or a Lasso has replayed it, and stages verify their
// certificates on demand (--check).
//
// To add a kind of evidence:
//
//  1. Its type in report/outcome/evidence.go, with says, scope and within.
//  2. A row in TestOf.
//  3. Its theorem in docs/theory.md.
package outcome

// Verdict is the answer to a goal.
type Verdict string

const (
	Holds    Verdict = "holds"    // no execution violates the property; of Goal.Reach: an execution was found
	Violated Verdict = "violated" // an execution that violates it was replayed; of Goal.Reach: there is none
	Possible Verdict = "possible" // a path may be no execution, or the ledger puts the execution in doubt
	Unknown  Verdict = "unknown"  // a limit was hit, the rule is unsound, or a part of the source is not modelled
)

// Verdicts lists them, in the order in which counts of them are printed.
func Verdicts() []Verdict { return []Verdict{Holds, Violated, Possible, Unknown} }

// Worst lists them, the one that needs attention first before the others.
func Worst() []Verdict { return []Verdict{Violated, Possible, Unknown, Holds} }

// Definite reports whether a verdict answers its goal.
func (v Verdict) Definite() bool { return v == Holds || v == Violated }

// Goal is what is asked.
type Goal struct {
	// Reach: an execution is asked for. The goal holds if there is one, and is violated if there is none. Of other
	// goals an execution is a violation.
	Reach bool
}

// Shown is the verdict that an execution shows.
func (g Goal) Shown() Verdict {
	if g.Reach {
		return Holds
	}
	return Violated
}

// Denied is the verdict if there is no such execution.
func (g Goal) Denied() Verdict {
	if g.Reach {
		return Violated
	}
	return Holds
}

// Scope says which executions a verdict is about. The zero value is all of them.
type Scope struct {
	// Ends: only executions that end or get stuck. Others may go on for ever.
	Ends bool
	// Fair is the fairness under which executions that go on for ever were judged, as "weak"; "": none was judged, or
	// there are none. Declared: they are also fair to what the program declares fair.
	Fair     string
	Declared bool
	// NoEnd: no execution ends, so what the property demands at an end was never judged. It narrows nothing, but
	// people want to know it.
	NoEnd bool
	// Within are codes of the ledger: only executions within these bounds. Of sets it from the ledger.
	Within []string
}

// Ledger is how the program differs from its source, as far as it concerns one goal. The zero value is a program
// without a ledger.
type Ledger struct {
	Bounds     []string // codes of bounds: executions beyond them are not in the model
	Unmodelled []string // codes of parts of the source that are not in the model, and may do anything
	// Doubt is why the execution of the model may not be one of the source; "": it is one. Without an execution it is
	// why the source may have one that the model does not have.
	Doubt string
}

// Outcome is the answer to a goal.
type Outcome struct {
	Verdict Verdict
	Scope   Scope
}

// Of decides: it turns evidence about a goal, and the ledger of the program that it is about, into the outcome. It is
// the only place where a verdict is made (TestVerdicts in internal/policy).
//
// Evidence says whether an execution exists that the goal speaks of. The ledger weakens that, never the other way
// round. Last comes what the goal makes of an execution: a violation, or what was asked for.
func Of(g Goal, e Evidence, l Ledger) Outcome {
	out := Outcome{Scope: e.scope()}
	found := e.says()
	switch {
	case found == exists && l.Doubt != "", found == absent && g.Reach && l.Doubt != "":
		found = maybe
	case found == absent && len(l.Unmodelled) > 0:
		found = open
	}
	if found == absent || found == exists && g.Reach { // of a violation, an execution within the bounds is enough
		out.Scope.Within = l.Bounds
	}
	switch found {
	case exists:
		out.Verdict = g.Shown()
	case absent:
		out.Verdict = g.Denied()
	case maybe:
		out.Verdict = Possible
	default:
		out.Verdict = Unknown
	}
	return out
}

// finding is what evidence says of the question whether an execution exists that the goal speaks of.
type finding uint8

const (
	open   finding = iota // nothing is known
	maybe                 // there may be one
	exists                // there is one
	absent                // there is none
)
