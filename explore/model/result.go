package model

import (
	"slices"

	"flavers/automata"
	"flavers/sem"
)

// Result is what an exploration found.
type Result struct {
	Algorithm string
	// Executions that explorers of executions have made, by how they ended.
	Executions int64 // complete: every task has ended, none can move, or one has met a run-time error
	Blocked    int64 // given up, because sleep sets showed that they are known
	Cut        int64 // met the limit on their depth
	Beyond     int64 // exceeded a bound of the model, as a full mailbox, and met no run-time error
	Excluded   int64 // a constraint forbids them to end or to go on
	// Transitions counts steps. A step that several executions have in common counts once. The explorer states counts
	// distinct steps between distinct states.
	Transitions int64
	States      int64 // distinct states; only of the explorer states
	Orbits      bool  // States counts states up to exchanging tasks (Options.Symmetry)
	// Deadlocks, Violations and Errors count the executions that end in a deadlock, violate a property, or meet a
	// run-time error. The explorer states counts states and steps instead.
	Deadlocks, Violations, Errors int64
	MaxDepth                      int
	Bytes                         int64 // kept by the visited set; only of the explorer states
	Complete                      bool  // nothing was left out
	// Limit is what was hit if not Complete: executions, states, memory, depth, time, interrupt, model, constraints (it
	// is not known whether a violation counts under them), algorithm (it can miss executions), or sample.
	Limit string
	// Narrows is set for Options.Extend only, where the explorer of all states has met its limit: it seems to be past its
	// widest level, so few states are likely to be left.
	Narrows bool
	Share   float64 // if a limit was hit: the part of the search that was done, as Progress.Share; 0: not known
	// Exceeded lists the bounds of the model that steps would have exceeded, each once, in the order in which they were
	// met.
	Exceeded []*sem.Error
	Findings []Finding
	// Ends maps a description of each distinct state in which an execution ended or deadlocked to a schedule that leads
	// there. It is set if Options.KeepEnds is. All complete explorers find the same states.
	Ends    map[string][]sem.Choice
	Seconds float64
	More    []Count  // of families: further counters
	Notes   []string // what the reader of the result has to know, as a fallback to another rule
	assumed *assumed // under constraints, while the exploration goes on
}

// Counted returns the value of a counter in More, or 0 if there is none of that name.
func (r *Result) Counted(name string) int64 {
	for _, c := range r.More {
		if c.Name == name {
			return c.Value
		}
	}
	return 0
}

// Kind is the kind of a finding.
type Kind string

// Kinds of findings.
const (
	Deadlock  Kind = "deadlock"
	Error     Kind = "error"
	Violation Kind = "violation"
)

// Finding is something found, with the first or shortest schedule that leads to it. There is at most one finding for
// deadlock, one for each property that is violated, and one for each position and kind of run-time errors.
type Finding struct {
	Kind     Kind
	Property string // of a violation
	AtEnd    bool   // of a violation: the property does not accept where all tasks have ended
	Err      *sem.Error
	Schedule []sem.Choice
}

// Violates reports whether a violation of a property was found.
func (r *Result) Violates(property string) bool {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Kind == Violation && f.Property == property {
			return true
		}
	}
	return false
}

// AsksFor reports whether a property asks for an execution that an explorer finds as a
// violation.
func AsksFor(specs []*automata.Spec, property string) bool {
	return slices.ContainsFunc(specs, func(sp *automata.Spec) bool { return sp.Reach && sp.Name == property })
}

// Count is a number that only one family of explorers has.
type Count struct {
	Name  string // key in JSON: lower case, words joined by _
	What  string // for people
	Value int64
}

// Omit notes that something was left out, and why. The first reason stays, except that any other reason replaces
// "sample".
func (r *Result) Omit(what string) {
	r.Complete = false
	if r.Limit == "" || r.Limit == "sample" {
		r.Limit = what
	}
}

// exceed notes that a step would exceed a bound of the model.
func (r *Result) exceed(err *sem.Error) {
	r.Omit("model")
	if !slices.ContainsFunc(r.Exceeded, func(e *sem.Error) bool { return e.Pos == err.Pos && e.Text == err.Text }) {
		r.Exceeded = append(r.Exceeded, err)
	}
}

// Keep keeps a finding with its schedule, unless the same finding is known. With shortest it replaces a known one that
// has a longer schedule. Keep returns false if the finding does not count under the constraints.
func (r *Result) Keep(f Finding, shortest bool, schedule func() []sem.Choice) bool {
	i := slices.IndexFunc(r.Findings, func(g Finding) bool {
		return g.Kind == f.Kind && g.Property == f.Property &&
			(f.Err == nil || g.Err.Pos == f.Err.Pos && g.Err.Kind == f.Err.Kind)
	})
	if i >= 0 && !shortest {
		return true
	}
	f.Schedule = schedule()
	if r.assumed != nil && f.Kind == Violation && !f.AtEnd && (i < 0 || len(f.Schedule) < len(r.Findings[i].Schedule)) &&
		!r.assumed.counts(f.Property, f.Schedule) {
		return false
	}
	switch {
	case i < 0:
		r.Findings = append(r.Findings, f)
	case len(f.Schedule) < len(r.Findings[i].Schedule):
		r.Findings[i] = f
	}
	return true
}
