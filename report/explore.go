package report

// This file has the report of `flavers explore` as data, with its JSON and its exit status. explore_text.go prints it
// for people, net_text.go does so if the program is a Petri net, and as_check.go turns it into a Check.

import (
	"io"

	"flavers/diag"
	"flavers/report/form"
)

// Explore is what `flavers explore` found. Its schema is
// docs/schema/explore.schema.json; a test holds the two together.
type Explore struct {
	Version   int    `json:"version"`
	Program   string `json:"program"`
	Algorithm string `json:"algorithm"` // name of the explorer, as --algorithm takes it

	// There are two kinds of explorers. One kind enumerates executions: States is 0, and the counts are of executions.
	// The other enumerates states: States is positive, and the counts are of distinct states and of steps between them.

	// Executions counts complete executions: ended, deadlocked, or ended by a run-time error. Blocked counts the
	// executions that were given up because sleep sets showed that an equivalent one is known.
	Executions int64 `json:"executions"`
	Blocked    int64 `json:"blocked"`
	// Transitions counts the steps of all executions, where steps that executions share as a common beginning count
	// once. For an explorer of states it counts the steps between distinct states.
	Transitions int64 `json:"transitions"`
	States      int64 `json:"states"` // distinct states; 0 if the explorer enumerates executions
	// Deadlocks, Violations and Errors count executions, or states (Deadlocks, Violations) and steps (Errors).
	Deadlocks int64 `json:"deadlocks"`
	// Meant is set if the program declares that it has a deadlock. Then a deadlock does not count as a failure.
	Meant      bool  `json:"deadlock_expected,omitempty"`
	Violations int64 `json:"violations"`
	// Unreached names the properties that ask for an execution (Result.Reach) for which none was found.
	Unreached []string `json:"unreached,omitempty"`
	// Fairness says which infinite executions were judged: those under "weak" or "strong" fairness, or all of them
	// ("none"). It is "" if none was judged, or if no property demands anything of them.
	Fairness string `json:"fairness,omitempty"`
	// Declared is set if, besides Fairness, infinite executions had to be fair to what the program declares fair.
	Declared bool    `json:"declared_fairness,omitempty"`
	Errors   int64   `json:"errors"`
	Complete bool    `json:"complete"` // nothing was left out
	Seconds  float64 `json:"seconds"`
	// Trace and Schedule are those of the first finding that is not a deadlock. If all are deadlocks, they are those of
	// the first one.
	Trace    []Step `json:"trace"`
	Schedule string `json:"schedule"`
	Limit    string `json:"limit,omitempty"` // why the exploration is not complete; "sample": only a sample was asked for
	Cut      int64  `json:"cut"`             // executions that were cut off at the bound on their length
	Excluded int64  `json:"excluded"`        // executions that a constraint forbids
	MaxDepth int    `json:"max_depth"`       // number of steps of the longest execution
	Bytes    int64  `json:"bytes,omitempty"` // size of the set of states
	// Classes is the number of Mazurkiewicz traces: executions that differ only by the order of independent steps are
	// in one class. It is 0 if it is not known.
	Classes     int64             `json:"classes,omitempty"`
	More        Counts            `json:"more"` // counters that only this explorer has
	Notes       []string          `json:"notes"`
	Survey      *Survey           `json:"survey,omitempty"` // nil unless races or coverage were asked for
	Findings    []ExploreFinding  `json:"findings"`
	Diagnostics []diag.Diagnostic `json:"diagnostics"`
}

// Exceeds returns a clause about a step, at the position pos, that exceeds a bound of the model. text says which bound;
// the clause adds where to read more.
func Exceeds(pos, text string) string {
	return pos + ": " + text + " (flavers explain " + string(diag.VModel) + ")"
}

// ExploreFinding is one thing that an exploration found, with the first schedule that shows it, or with a shortest
// schedule if that was asked for.
type ExploreFinding struct {
	Kind string `json:"kind"` // "deadlock", "error" (a run-time error), "violation", KindReached or KindRace
	// Property is the property that is violated or reached. For a race it is the variable; otherwise "".
	Property string `json:"property,omitempty"`
	// Text describes what was found: the run-time error, the two accesses of a race, or the dead marking of a Petri net.
	// Otherwise it is "".
	Text     string   `json:"text,omitempty"`
	Accesses []Access `json:"accesses,omitempty"` // the two steps of a race
	// AtEnd is set for a violation because the execution stops in a state that the property does not accept.
	AtEnd    bool   `json:"at_end,omitempty"`
	Schedule string `json:"schedule"`
	Trace    []Step `json:"trace"` // the steps of Schedule, except Omitted ones at its end
	// Omitted is the number of steps that Trace lacks, because a limit was hit while they were listed.
	Omitted int        `json:"omitted_steps,omitempty"`
	Loop    int        `json:"loop_steps,omitempty"` // number of steps at the end that are repeated for ever; 0: it ends
	Values  []VarValue `json:"values,omitempty"`     // variables of a violated invariant, in the state where it is false
	Waiting []Waiting  `json:"waiting,omitempty"`    // the tasks that cannot move at the end
	// Passes names notes about differences between the program and its source that the execution comes past. If it is
	// not "", the source may not have the execution.
	Passes string `json:"passes,omitempty"`
}

// Doubted returns a sentence on an execution of a model that the program may not have, because the execution passes
// notes of the ledger.
func Doubted(reach bool, notes string) string {
	does := map[bool]string{true: "reaches", false: "violates"}[reach]
	return "An execution of the model " + does + " it, but the program may not have it: " + notes + "."
}

// Counts are counters that only one explorer has.
type (
	Count  = form.Count
	Counts = form.Counts
)

// MarshalJSON writes nil lists as empty lists, and positions of diagnostics as strings.
func (e *Explore) MarshalJSON() ([]byte, error) {
	type plain Explore
	out := struct {
		*plain
		Trace       []Step            `json:"trace"`
		Notes       []string          `json:"notes"`
		Findings    []ExploreFinding  `json:"findings"`
		Diagnostics []form.Diagnostic `json:"diagnostics"`
	}{(*plain)(e), form.ListOf(e.Trace), form.ListOf(e.Notes), make([]ExploreFinding, len(e.Findings)),
		form.Diagnostics(e.Diagnostics)}
	for i, f := range e.Findings {
		f.Trace = form.ListOf(f.Trace)
		out.Findings[i] = f
	}
	return form.Marshal(out)
}

// WriteJSON prints e as indented JSON with a final newline.
func (e *Explore) WriteJSON(w io.Writer) error { return form.Write(w, e) }

// ZeroTimes sets every duration to zero, and the other numbers that depend on the machine: how much memory was reserved
// depends on the number of jobs.
func (e *Explore) ZeroTimes() { e.Seconds, e.Bytes = 0, 0 }

// ExitCode returns 2 for wrong input, and 1 if a property is violated or an execution ends in a run-time error or in a
// deadlock that is not expected. It returns 3 if that is only possible, or if something was left out, and else 0.
func (e *Explore) ExitCode() int {
	for i := range e.Diagnostics {
		if e.Diagnostics[i].Severity == diag.Error {
			return ExitInput
		}
	}
	doubtful := false
	for i := range e.Findings {
		f := &e.Findings[i]
		switch {
		case f.Kind == "deadlock" && e.Meant:
		case f.Passes != "":
			doubtful = true
		case f.Kind != KindReached:
			return ExitViolated
		}
	}
	switch {
	case doubtful:
		return ExitOpen
	case e.Violations > 0 || e.Errors > 0 || e.Deadlocks > 0 && !e.Meant:
		return ExitViolated
	case !e.explored():
		return ExitOpen
	case len(e.Unreached) > 0:
		return ExitViolated
	}
	return ExitHolds
}
