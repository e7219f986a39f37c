package report

// This file has the report of `flavers replay` as data: one execution, which follows a given schedule. run_text.go
// prints it.

import (
	"io"

	"flavers/diag"
	"flavers/report/form"
)

// Run is what `flavers replay` found: one execution, step by step. Its schema is
// docs/schema/replay.schema.json; a test holds the two together.
type Run struct {
	Version int       `json:"version"`
	Program string    `json:"program"`
	Steps   []RunStep `json:"steps"`

	// How the execution ends.

	Stuck string `json:"stuck,omitempty"` // why the schedule could not be followed to its end; "" if it was
	// Error is the run-time error that ended the execution, or "". If Beyond is set, Error is not an error of the
	// program: the execution has exceeded a bound of the model.
	Error  string `json:"error,omitempty"`
	Beyond bool   `json:"beyond_model,omitempty"`
	// Loop is the number of steps at the end that come back to the state in which they began, if the schedule says that
	// they are repeated for ever; otherwise 0. Fairness is the strongest fairness that this execution has: "strong",
	// "weak" or "none".
	Loop     int    `json:"loop_steps,omitempty"`
	Fairness string `json:"fairness,omitempty"`
	// A program may declare statements fair. Declared is set if the loop is fair to all of them, too. Unfair names one
	// that the loop never takes although it could; then Fairness is "none".
	Declared bool   `json:"declared_fairness,omitempty"`
	Unfair   string `json:"unfair,omitempty"`
	Ended    bool   `json:"ended"` // all tasks have ended, or wait for messages and none is pending
	// Deadlock is set if no task can move at the end of the schedule, and not all tasks have ended. Waiting lists those
	// that have not.
	Deadlock bool      `json:"deadlock,omitempty"`
	Waiting  []Waiting `json:"waiting,omitempty"`
	// Meant is set if the program declares that it has a deadlock. Then a deadlock does not count as a failure.
	Meant bool        `json:"deadlock_expected,omitempty"`
	Final []SpecState `json:"final"` // the last state of each specification
	Vars  []VarValue  `json:"vars"`  // the variables with their last values

	Schedule    string            `json:"schedule"` // that was followed
	Diagnostics []diag.Diagnostic `json:"diagnostics"`
	Notes       []string          `json:"notes,omitempty"` // how the program differs from its source
	// Passes names the notes about places that the execution comes past. If it is not "", the program may not have the
	// execution, so that everything it shows is only possible.
	Passes string `json:"passes,omitempty"`
}

// doubted returns the sentence that warns of Passes.
func (r *Run) doubted() string {
	return "This is an execution of the model; the program may not have it: " + r.Passes + "."
}

// RunStep is a step with the states of the specifications that it moved.
type RunStep struct {
	Step
	States []SpecState `json:"states,omitempty"`
}

// SpecState is a specification with its state after a step.
type SpecState struct {
	Spec     string `json:"spec"`
	State    string `json:"state"`
	Violated bool   `json:"violated,omitempty"` // the execution violates the specification
	Reach    bool   `json:"reach,omitempty"`    // the specification asks for an execution (Result.Reach)
	Reached  bool   `json:"reached,omitempty"`  // this is an execution that it asks for
}

// Waiting is a task that cannot move.
type Waiting struct {
	Task string `json:"task"`
	At   string `json:"at"`             // what the task would do next if the others let it
	Note string `json:"note,omitempty"` // why it cannot: "counter 2" at a wait group, "no signal"; "" if At says it
	// For names the tasks that could end the wait, as far as they are known: the holder of a lock, the partners of a
	// rendezvous, the task that is joined, the tasks that can signal a condition or decrement a wait group.
	For []string `json:"for,omitempty"`
	Pos string   `json:"pos"`
}

// MarshalJSON writes nil lists as empty lists, and positions of diagnostics as strings.
func (r *Run) MarshalJSON() ([]byte, error) {
	type plain Run
	out := struct {
		*plain
		Steps       []RunStep         `json:"steps"`
		Final       []SpecState       `json:"final"`
		Vars        []VarValue        `json:"vars"`
		Diagnostics []form.Diagnostic `json:"diagnostics"`
	}{(*plain)(r), form.ListOf(r.Steps), form.ListOf(r.Final), form.ListOf(r.Vars), form.Diagnostics(r.Diagnostics)}
	return form.Marshal(out)
}

// TraceOf returns the steps of the run as a trace of the property with this name: a step that moves the property has
// its new state. For "" no step has a state.
func (r *Run) TraceOf(property string) []Step {
	out := make([]Step, len(r.Steps))
	for i, s := range r.Steps {
		out[i] = s.Step
		for _, st := range s.States {
			if st.Spec == property {
				out[i].State = st.State
			}
		}
	}
	return out
}

// Failure returns a sentence that says how the execution ended, if Error is set.
func (r *Run) Failure() string {
	if r.Beyond {
		return "The execution exceeds a bound of the model: " + r.Error
	}
	return "The execution ends in a run-time error: " + r.Error
}

// WriteJSON prints the run as one indented JSON object with a final newline.
func (r *Run) WriteJSON(w io.Writer) error { return form.Write(w, r) }

// ExitCode returns
//
//   - 2 for wrong input,
//   - 3 if the schedule could not be followed or leads beyond a bound of the model,
//   - 1 if the run violates a property, or ends in a run-time error or in a deadlock that is not meant, but 3 if
//     Passes says that this is only possible,
//   - 0 otherwise.
func (r *Run) ExitCode() int {
	for i := range r.Diagnostics {
		if r.Diagnostics[i].Severity == diag.Error {
			return ExitInput
		}
	}
	if r.Stuck != "" || r.Beyond {
		return ExitOpen
	}
	bad := r.Error != "" || r.Deadlock && !r.Meant
	for _, st := range r.Final {
		bad = bad || st.Violated
	}
	switch {
	case bad && r.Passes != "":
		return ExitOpen
	case bad:
		return ExitViolated
	}
	return ExitHolds
}
