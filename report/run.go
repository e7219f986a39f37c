package report

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
	Stuck   string    `json:"stuck,omitempty"` // why the schedule could not be followed to its end
	Error   string    `json:"error,omitempty"` // the run-time error that ended the execution
	// Beyond: Error is no error of the program, but a bound of the model that the execution exceeds.
	Beyond bool `json:"beyond_model,omitempty"`
	// Loop: the last steps, so many, come back to the state in which they began, and are
	// repeated for ever. Fairness is the strongest under which a scheduler may do so: strong,
	// weak or none.
	Loop     int    `json:"loop_steps,omitempty"`
	Fairness string `json:"fairness,omitempty"`
	// Declared: the loop has a fairness, and is fair to what the program declares fair, besides. Unfair: it is
	// none, as the loop never takes this, which the program declares fair, although it could.
	Declared bool   `json:"declared_fairness,omitempty"`
	Unfair   string `json:"unfair,omitempty"`
	Ended    bool   `json:"ended"` // all tasks have ended, or wait for messages and none is pending
	// Deadlock: the schedule was followed to its end, not all tasks have ended,
	// and none can move. Waiting says where those stand that have not.
	Deadlock bool      `json:"deadlock,omitempty"`
	Waiting  []Waiting `json:"waiting,omitempty"`
	// Meant: the program says that a deadlock is meant, so that it fails nothing.
	Meant       bool              `json:"deadlock_expected,omitempty"`
	Final       []SpecState       `json:"final"`    // where every specification stands
	Vars        []VarValue        `json:"vars"`     // final values
	Schedule    string            `json:"schedule"` // that was followed
	Diagnostics []diag.Diagnostic `json:"diagnostics"`
	Notes       []string          `json:"notes,omitempty"` // how the program differs from its source
	// Passes names those of the notes that the execution passes, so that what it shows is possible only.
	Passes string `json:"passes,omitempty"`
}

// doubted says what the execution is worth that passes notes.
func (r *Run) doubted() string {
	return "This is an execution of the model; the program may not have it: " + r.Passes + "."
}

// RunStep is a step with the states of the specifications that it moved.
type RunStep struct {
	Step
	States []SpecState `json:"states,omitempty"`
}

// SpecState is where a specification stands.
type SpecState struct {
	Spec     string `json:"spec"`
	State    string `json:"state"`
	Violated bool   `json:"violated,omitempty"`
	// Reach: the property asks for an execution. Reached: for this one.
	Reach   bool `json:"reach,omitempty"`
	Reached bool `json:"reached,omitempty"`
}

// Waiting is a task that cannot move.
type Waiting struct {
	Task string `json:"task"`
	At   string `json:"at"`             // what it could do there if the others let it
	Note string `json:"note,omitempty"` // why it cannot: "counter 2", of a wait group; "no signal"
	// For are the tasks that could end the wait, as far as that can be told: the
	// holder of a lock, the partners of a rendezvous, the task that is joined, those that can
	// signal a condition or take from a wait group.
	For []string `json:"for,omitempty"`
	Pos string   `json:"pos"`
}

// MarshalJSON gives lists that are never null, and diagnostics with positions
// as strings.
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

// TraceOf is the steps of the run as the trace of a property, or of none: where a step
// moves the property, it has the new state.
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

// Failure says how an execution ended that Error is about.
func (r *Run) Failure() string {
	if r.Beyond {
		return "The execution exceeds a bound of the model: " + r.Error
	}
	return "The execution ends in a run-time error: " + r.Error
}

// WriteJSON prints the run as one indented JSON object with a final newline.
func (r *Run) WriteJSON(w io.Writer) error { return form.Write(w, r) }

// ExitCode is 2 for wrong input, 3 if the schedule could not be followed or leads
// beyond a bound of the model, or what it shows is possible only, 1 if the
// run violates a property or ends in a run-time error or a deadlock that is not
// meant, else 0.
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
