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
}

// Notes are a ledger.
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
