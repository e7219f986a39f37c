package ledger

import "strings"

// Ignore is a comment of a Go file that asks to ignore findings at some of its lines. They keep their verdicts, and are
// counted apart.
type Ignore struct {
	Check    string // deadlock, runtime-errors or a property; "": any
	Reason   string
	Pos      string // of the comment, file:line:col
	File     string
	From, To int // the lines of the statement or function
}

// Of reports whether the comment is about a check.
func (i Ignore) Of(check string) bool { return i.Check == "" || i.Check == check }

// At reports whether a place, file:line:col, is one of its lines.
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

// Ignored names the comment that asks to ignore a finding, and its reason.
type Ignored struct {
	Reason string `json:"reason"`
	Pos    string `json:"pos"` // of the comment, file:line:col
}

// Says returns a sentence that says why a finding is ignored.
func (i *Ignored) Says() string {
	return "Ignored: " + strings.TrimSuffix(i.Reason, ".") + " (" + i.Pos + ")."
}
