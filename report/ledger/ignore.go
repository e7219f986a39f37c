package ledger

import "strings"

// Ignore is a comment in a Go file that asks to ignore findings at a statement or in a function.
type Ignore struct {
	Check    string // "deadlock", "runtime-errors", "race" or a property; "" for any
	Reason   string
	Pos      string // position of the comment, file:line:col
	File     string // the comment covers the lines From to To of this file
	From, To int
}

// Of reports whether the comment is about the check with this name.
func (i Ignore) Of(check string) bool { return i.Check == "" || i.Check == check }

// At reports whether the comment covers the position pos, file:line:col.
func (i Ignore) At(pos string) bool {
	rest, ok := strings.CutPrefix(pos, i.File+":")
	if !ok {
		return false
	}
	line := 0
	for _, r := range rest {
		if r < '0' || r > '9' {
			break
		}
		line = 10*line + int(r-'0')
	}
	return i.From <= line && line <= i.To
}

// Ignored is the mark of a finding that a comment asks to ignore.
type Ignored struct {
	Reason string `json:"reason"`
	Pos    string `json:"pos"` // of the comment, file:line:col
}

// Says returns a sentence that says why a finding is ignored.
func (i *Ignored) Says() string {
	return "Ignored: " + strings.TrimSuffix(i.Reason, ".") + " (" + i.Pos + ")."
}
