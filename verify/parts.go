package verify

import "slices"

// This file names what a measurement may leave out of a check (bench ablation). No verdict that is reached changes;
// more may stay open.

// Part is a part of the analysis that only makes it cheaper, or decides more.
type Part string

const (
	ValueClasses Part = "value classes"    // values that nothing tells apart are one (monitor.Join)
	Counting     Part = "counting"         // interchangeable members are counted (dataflow/counting)
	Turns        Part = "turns"            // explorers have turns beside the stages (explorers.go)
	Projections  Part = "projections"      // a path is refuted by few components (verify/project)
	Certificates Part = "certificates"     // invariants that exclude deadlock or errors (package deadlock)
	QuickRuns    Part = "quick executions" // executions are looked for between rounds of refinement (quick.go)
)

// Parts lists them.
func Parts() []Part {
	return []Part{ValueClasses, Counting, Turns, Projections, Certificates, QuickRuns}
}

// lacks reports whether a part is left out.
func (opt *Options) lacks(part Part) bool { return slices.Contains(opt.Without, part) }
