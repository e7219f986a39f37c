// Package ledger is the account of how a program that was made from another language
// differs from its source.
package ledger

import (
	"cmp"
	"slices"
	"strings"
)

// Note is an entry of a ledger. The first letter of its code says what it does: B, executions
// beyond a bound are left out; A, some are taken in that the source does not have; U,
// something is not modelled, so that either may be.
type Note struct {
	Code string `json:"code"`
	Pos  string `json:"pos,omitempty"` // file:line:col
	Text string `json:"text"`
	// Property is the one whose answer the note is about; "": of all.
	Property string `json:"property,omitempty"`
	// Event is that of the step where the model begins to differ; "": each step at the place may.
	Event string `json:"event,omitempty"`
	// Less: executions are left out at the place, and none is added. One that passes there is one of the source.
	Less bool `json:"-"`
}

// Exit is the event of a step of the model that ends the program of the source. In the model, others go on.
const Exit = "exits_program"

// Outside is the event of a step of the model that waits for what is outside of the source's program: a network, a
// process, a signal. It may stay there for ever.
const Outside = "waits_outside"

// Recovered is the code of run-time errors of the model that the source may handle, and go on. Where the model has no
// such error, the source has none to handle.
const Recovered = "U08"

// Ends is the code of the bound that a run-time error ends the execution of the model, where it ends only one task of
// the source. Where the model has no such error, it bounds nothing.
const Ends = "B28"

// Doubt says why an execution of the model may not be one of the source after an event of it at a place.
func Doubt(event, pos string) string {
	if event == Exit {
		return "goes on after the end of the program at " + pos + "."
	}
	return "takes branches on data that is not in the model, the first at " + pos + "."
}

// Relevant returns the notes that matter. If no execution of the model has a run-time error, there are fewer.
func (n Notes) Relevant(noErrors bool) Notes {
	if !noErrors {
		return n
	}
	return slices.DeleteFunc(slices.Clone(n), func(note Note) bool { return note.Code == Recovered || note.Code == Ends })
}

// Notes is a ledger.
type Notes []Note

// Sort puts notes in order of their codes.
func (n Notes) Sort() {
	slices.SortStableFunc(n, func(a, b Note) int { return cmp.Compare(a.Code, b.Code) })
}

// Of lists the notes that the answer about a property, or an instance of it, depends on.
func (n Notes) Of(property string) Notes {
	return slices.DeleteFunc(slices.Clone(n), func(note Note) bool {
		return note.Property != "" && note.Property != property && !strings.HasPrefix(property, note.Property+"[")
	})
}

// Doubtful returns the codes of notes that make an execution doubtful: those in guessing, and codes U. If the execution
// may depend on loops that are cut short (loops), it adds their codes, which are in cut. If tasks wait for something
// that others never do (never), an execution beyond a bound may do it, so it adds the other codes B.
func (n Notes) Doubtful(guessing, cut []string, loops, never bool) []string {
	out := n.Codes(append(slices.Clone(guessing), "U")...)
	if never {
		loop := func(b string) bool { return slices.Contains(cut, b) }
		out = append(out, slices.DeleteFunc(n.Codes("B"), loop)...)
	}
	if loops {
		out = append(out, n.Codes(cut...)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Codes lists those codes, each once and in order, that begin with one of the prefixes.
func (n Notes) Codes(prefixes ...string) []string {
	var out []string
	for _, note := range n {
		if slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(note.Code, p) }) {
			out = append(out, note.Code)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
