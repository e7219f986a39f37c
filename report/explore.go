package report

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
	Algorithm string `json:"algorithm"`
	// Executions counts complete executions: ended, deadlocked, or ended by a
	// run-time error. Blocked counts those given up because sleep sets showed
	// that they are known.
	Executions int64 `json:"executions"`
	Blocked    int64 `json:"blocked"`
	// Transitions counts the steps of all executions, each from where it
	// branches off; of an explorer of states, steps between distinct states.
	Transitions int64 `json:"transitions"`
	States      int64 `json:"states"` // distinct ones; 0: the explorer keeps none
	// Deadlocks, Violations and Errors count executions; of an explorer of
	// states, distinct states and steps.
	Deadlocks int64 `json:"deadlocks"`
	// Meant: the program says that a deadlock is meant, so that it fails nothing.
	Meant      bool  `json:"deadlock_expected,omitempty"`
	Violations int64 `json:"violations"`
	// Unreached are the properties that ask for an execution, of which none was found.
	Unreached []string `json:"unreached,omitempty"`
	// Fairness says which infinite executions were judged: none (all), weak or strong. "": they
	// were not judged, or no property demands anything of them.
	Fairness string `json:"fairness,omitempty"`
	// Declared: of these only those that are fair to what the program declares fair, besides.
	Declared bool    `json:"declared_fairness,omitempty"`
	Errors   int64   `json:"errors"`
	Complete bool    `json:"complete"` // nothing was left out
	Seconds  float64 `json:"seconds"`
	Trace    []Step  `json:"trace"`           // of the first finding, a violation or error rather than a deadlock
	Schedule string  `json:"schedule"`        // of the same
	Limit    string  `json:"limit,omitempty"` // what was hit, if not complete
	Cut      int64   `json:"cut"`             // executions that met the bound on their depth
	Excluded int64   `json:"excluded"`        // executions that a constraint forbids
	MaxDepth int     `json:"max_depth"`
	Bytes    int64   `json:"bytes,omitempty"` // that the set of states took
	// Classes is the number of classes of executions (Mazurkiewicz traces): of
	// executions that differ only by the order of independent steps. 0: not
	// known.
	Classes     int64             `json:"classes,omitempty"`
	More        Counts            `json:"more"` // counters that only this explorer has
	Notes       []string          `json:"notes"`
	Survey      *Survey           `json:"survey,omitempty"` // nil: nobody asked for races or coverage
	Findings    []ExploreFinding  `json:"findings"`
	Diagnostics []diag.Diagnostic `json:"diagnostics"`
}

// Exceeds returns a clause that says which bound of the model a step at a position has met, and where to read more.
func Exceeds(pos, text string) string {
	return pos + ": " + text + " (flavers explain " + string(diag.VModel) + ")"
}

// ExploreFinding is one deadlock, run-time error or violation, with the first
// schedule that shows it, or the shortest if that was asked for.
type ExploreFinding struct {
	Kind     string `json:"kind"`               // deadlock, error, violation, reached, race
	Property string `json:"property,omitempty"` // of a race: the variable
	// Text is of a run-time error; of a deadlock of a trace: what waits for what; of a
	// race: the two accesses.
	Text     string     `json:"text,omitempty"`
	Accesses []Access   `json:"accesses,omitempty"` // of a race: both
	AtEnd    bool       `json:"at_end,omitempty"`   // of a violation: the property does not accept where the execution stops
	Schedule string     `json:"schedule"`
	Trace    []Step     `json:"trace"`
	Omitted  int        `json:"omitted_steps,omitempty"` // so many more steps has the schedule: a limit was hit before they were listed
	Loop     int        `json:"loop_steps,omitempty"`    // so many steps at the end of the trace are repeated for ever
	Values   []VarValue `json:"values,omitempty"`        // of a violated invariant: of its variables where it is false
	Waiting  []Waiting  `json:"waiting,omitempty"`       // where the execution is blocked: tasks that cannot move
	// Passes names the notes on how the program differs from its source that the execution passes, so that it is a
	// possible one only.
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

// MarshalJSON gives lists that are never null, and diagnostics with positions
// as strings.
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
