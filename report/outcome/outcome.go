// Package outcome makes verdicts. Many strategies find things out about a program, and each could set a verdict itself;
// then each would have to know what a bounded loop, an unfair execution or a possible path does to an answer. Instead,
// they hand over evidence, and the function Of makes the verdict from the goal, the evidence and the ledger of the
// program. No other code of the project makes one.
//
//	Of(Goal{}, FixedPoint{}, Ledger{})                            // holds
//	Of(Goal{}, FixedPoint{}, Ledger{Bounds: []string{"B01"}})     // holds within B01
//	Of(Goal{}, FixedPoint{}, Ledger{Unmodelled: []string{"U02"}}) // unknown
//	Of(Goal{Reach: true}, FixedPoint{}, Ledger{})                 // violated: never reached
//	Of(Goal{}, Execution{}, Ledger{})                             // violated
//
// The kinds of evidence are the types in evidence.go. In docs/theory.md, section "What stands behind an answer" names
// the theorem for each kind. A result keeps its evidence (report.Result.Conclude), so that the ledger of the program is
// later applied to the evidence, and not to a verdict (report.Result.Under).
//
// The package does not check evidence. The code that makes an Execution or a Lasso has replayed it, and the stages
// verify their certificates on demand (--check).
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

// Verdicts lists the verdicts in the order in which their counts are printed.
func Verdicts() []Verdict { return []Verdict{Holds, Violated, Possible, Unknown} }

// Worst lists the verdicts from the worst to the best.
func Worst() []Verdict { return []Verdict{Violated, Possible, Unknown, Holds} }

// Definite reports whether a verdict answers its goal.
func (v Verdict) Definite() bool { return v == Holds || v == Violated }

// Goal is the question of a check. Evidence is about whether an execution of some kind exists; the goal says whether it
// should.
type Goal struct {
	// Reach is set if the user asks for an execution: the goal holds if there is one, and is violated if there is none.
	// For other goals it is the other way round.
	Reach bool
}

// Shown returns the verdict if there is an execution that the goal speaks of.
func (g Goal) Shown() Verdict {
	if g.Reach {
		return Holds
	}
	return Violated
}

// Denied returns the verdict if there is no such execution.
func (g Goal) Denied() Verdict {
	if g.Reach {
		return Violated
	}
	return Holds
}

// Scope says which executions a verdict is about. The zero value means all executions.
type Scope struct {
	// Ends restricts the verdict to executions that end or get stuck. Infinite executions may exist, but were not
	// judged.
	Ends bool
	// Fair is the fairness under which infinite executions were judged, as "weak". "" means that none was judged, or
	// that there are none. Declared is set if they also had to be fair to the steps that the program declares fair.
	Fair     string
	Declared bool
	// NoEnd is set if no execution ends. Then what the property demands at the end of an execution was never judged.
	// This does not restrict the verdict, but the user should know it.
	NoEnd bool
	// Within restricts the verdict to executions within bounds, given as codes of the ledger. Of sets it.
	Within []string
}

// Ledger lists how the program differs from the source that it was made from, as far as this concerns one goal. The
// zero value means that it does not differ.
type Ledger struct {
	Bounds     []string // codes of bounds: the model lacks executions beyond them
	Unmodelled []string // codes of parts of the source that the model lacks, and that may do anything
	// Doubt is a clause that says why the source may lack the execution that was found in the model or, if none was
	// found, why the source may have one. "" means that there is no doubt.
	Doubt string
}

// Outcome is the answer to a goal.
type Outcome struct {
	Verdict Verdict
	Scope   Scope
}

// Of makes the verdict about goal g from evidence e, if l is the ledger of the program. No other code may make one
// (TestVerdicts in internal/policy).
func Of(g Goal, e Evidence, l Ledger) Outcome {
	out := Outcome{Scope: e.scope()}

	// 1. The evidence says whether an execution exists that the goal speaks of.
	found := e.says()

	// 2. The ledger may weaken that, and never strengthens it.
	switch {
	case found == exists && l.Doubt != "":
		found = maybe // the source may lack the execution
	case found == absent && g.Reach && l.Doubt != "":
		found = maybe // the source may have one; of a goal without Reach, this would be an unmodelled part
	case found == absent && len(l.Unmodelled) > 0:
		found = open
	}
	// Bounds restrict every verdict except a violation: one execution within them is enough for that.
	if found == absent || found == exists && g.Reach {
		out.Scope.Within = l.Bounds
	}

	// 3. The goal says whether an execution is a violation or what was asked for.
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

// finding answers whether an execution exists that the goal speaks of.
type finding uint8

const (
	open   finding = iota // nothing is known
	maybe                 // there may be one
	exists                // there is one
	absent                // there is none
)
