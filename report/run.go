package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Run is what `flavers replay` found: one execution, step by step.
type Run struct {
	Version int       `json:"version"`
	Program string    `json:"program"`
	Steps   []RunStep `json:"steps"`
	Stuck   string    `json:"stuck,omitempty"` // why the schedule could not be followed to its end
	Error   string    `json:"error,omitempty"` // the run-time error that ended the execution
	Ended   bool      `json:"ended"`           // all tasks have ended, or wait for messages and none is pending
	// Deadlock: the schedule was followed to its end, not all tasks have ended,
	// and none can move. Waiting says where those stand that have not.
	Deadlock bool        `json:"deadlock,omitempty"`
	Waiting  []Waiting   `json:"waiting,omitempty"`
	Final    []SpecState `json:"final"` // where every specification stands
	Vars     []VarValue  `json:"vars"`  // final values
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
}

// Waiting is a task that cannot move.
type Waiting struct {
	Task string `json:"task"`
	At   string `json:"at"` // what it could do there if the others let it
	Pos  string `json:"pos"`
}

// WriteJSON prints the run as one JSON object.
func (r *Run) WriteJSON(w io.Writer) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// WriteText prints the run, a line a step: number, who, what, changed values,
// states of specifications, place.
func (r *Run) WriteText(w io.Writer) error {
	rows := make([][4]string, len(r.Steps))
	var width [3]int
	for i, s := range r.Steps {
		who := s.Task
		if len(s.Tasks) > 1 {
			who = strings.Join(s.Tasks, ",")
		}
		what := s.Event
		var notes []string
		for _, v := range s.Vars {
			if change := v.Name + "=" + v.Value; !strings.Contains(what, change) {
				notes = append(notes, change)
			}
		}
		for _, st := range s.States {
			notes = append(notes, st.Spec+": "+st.State)
		}
		rows[i] = [4]string{who, what, strings.Join(notes, "  "), s.Pos}
		for k := range width {
			width[k] = max(width[k], len(rows[i][k]))
		}
	}
	var b strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&b, "%4d  %-*s  %-*s  %-*s  %s\n", i+1, width[0], row[0], width[1], row[1], width[2], row[2], row[3])
	}
	switch {
	case r.Stuck != "":
		fmt.Fprintf(&b, "\n%s\n", r.Stuck)
	case r.Error != "":
		fmt.Fprintf(&b, "\nThe execution ends in a run-time error: %s\n", r.Error)
	case r.Ended:
		b.WriteString("\nAll tasks have ended.\n")
	case r.Deadlock:
		b.WriteString("\nDeadlock: not all tasks have ended, and none can move.\n")
		writeWaiting(&b, r.Waiting, "")
	default:
		b.WriteString("\nThe schedule ends here; not all tasks have ended.\n")
	}
	for _, st := range r.Final {
		verdict := "not violated so far"
		if st.Violated {
			verdict = "violated"
		} else if r.Ended {
			verdict = "satisfied"
		}
		fmt.Fprintf(&b, "%s: in %s, %s\n", st.Spec, st.State, verdict)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeWaiting prints a line for each task.
func writeWaiting(b *strings.Builder, list []Waiting, indent string) {
	var width [2]int
	for _, w := range list {
		width[0], width[1] = max(width[0], len(w.Task)), max(width[1], len(w.At))
	}
	for _, w := range list {
		fmt.Fprintf(b, "%s  %-*s  waits at  %-*s  %s\n", indent, width[0], w.Task, width[1], w.At, w.Pos)
	}
}

// ExitCode is 1 if the run violates a property or ends in a run-time error,
// 3 if it could not be followed, else 0.
func (r *Run) ExitCode() int {
	if r.Stuck != "" {
		return ExitOpen
	}
	if r.Error != "" {
		return ExitViolated
	}
	for _, st := range r.Final {
		if st.Violated {
			return ExitViolated
		}
	}
	return ExitHolds
}
