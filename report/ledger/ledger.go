// Package ledger has, as data, how a program that was made from another language differs from its source. The program
// is the model of the source: verdicts are about the model, and the ledger says how far they are about the source, too.
// A ledger is a list of notes:
//
//	B01  server.go:14:2  goroutines started in a loop   the model lacks executions beyond a bound
//	A03  server.go:20:5  one of several objects         the model has executions that the source does not have
//	U02  server.go:31:1  an object of unknown code      the model may lack executions, and have others
//
// Package outcome weakens a verdict by the notes that matter for it. The package also has other facts about findings in
// Go packages: comments that ask to ignore them (Ignore), rules of use that callers break (Contract), and what runs of
// the package showed (Native).
package ledger

import (
	"cmp"
	"slices"
	"strings"
)

// Note is an entry of a ledger. The first letter of its code says how the model differs: it lacks executions beyond a
// bound (B), it has executions that the source does not have (A), or it does not model something, so that both may be
// true (U).
type Note struct {
	Code string `json:"code"`
	Pos  string `json:"pos,omitempty"` // file:line:col
	Text string `json:"text"`
	// Property is the property whose answer the note concerns; "" for all answers.
	Property string `json:"property,omitempty"`
	// Event is the event of the step at Pos where the model begins to differ; "" if each step there may differ.
	Event string `json:"event,omitempty"`
	// Less is set if the model only lacks executions because of the difference, and has none too many. Then an execution
	// that comes past Pos is one of the source.
	Less bool `json:"-"`
}

// Exit is the event of a step of the model at which the source ends the whole program. In the model, other tasks go on.
const Exit = "exits_program"

// Outside is the event of a step of the model that waits for something outside the program: a network, a process, a
// signal. The step may wait for ever.
const Outside = "waits_outside"

// Recovered is the code of a note about a run-time error of the model after which the source may go on, because it
// handles the error. If the model has no run-time error, the note does not matter.
const Recovered = "U08"

// Ends is the code of a note about a run-time error that ends the execution of the model, but only one task of the
// source. If the model has no run-time error, the note does not matter.
const Ends = "B28"

// Cut is the code of a note about loops that take too many turns, or make too many choices, for one step of the model:
// there the model has a run-time error that the source does not have. If the model has no run-time error, the note does
// not matter.
const Cut = "U37"

// Doubt returns a clause that says why the source may not have an execution of the model that has this event at pos:
// Exit, or a choice of the model.
func Doubt(event, pos string) string {
	if event == Exit {
		return "goes on after the end of the program at " + pos + "."
	}
	return "takes branches on data that is not in the model, the first at " + pos + "."
}

// Relevant returns the notes that matter for answers. noErrors is set if no execution of the model has a run-time
// error: then Recovered, Ends and Cut do not matter.
func (n Notes) Relevant(noErrors bool) Notes {
	if !noErrors {
		return n
	}
	return slices.DeleteFunc(slices.Clone(n), func(note Note) bool {
		return note.Code == Recovered || note.Code == Ends || note.Code == Cut
	})
}

// Notes is a ledger.
type Notes []Note

// Sort sorts notes by code, and keeps the order of notes with the same code.
func (n Notes) Sort() {
	slices.SortStableFunc(n, func(a, b Note) int { return cmp.Compare(a.Code, b.Code) })
}

// Of returns the notes that concern the answer about a property or an instance of a family: those about no property in
// particular, about this one, or about its family.
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

// Codes returns the codes of notes that begin with one of the prefixes, sorted, each once.
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
