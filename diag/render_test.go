package diag

import (
	"go/token"
	"strings"
	"testing"
)

// What a file holds is shown and not obeyed, and the caret stands below its place.
func TestHostileExcerpt(t *testing.T) {
	const name = "a\nb.tfg"
	var l List
	l.Errorf(token.Position{Filename: name, Line: 1, Column: 8}, "X001", "no %s", "x\x1b[2J\u202e").WithLen(6).WithHint("y\nz")
	l.Errorf(token.Position{Filename: name, Line: 1, Column: 2}, "X002", "later")
	var b strings.Builder
	if err := l.Write(&b, Sources{name: []byte("\tk \x1b[0m\u202exyz \xff\n")}); err != nil {
		t.Fatal(err)
	}
	const want = "a\\nb.tfg:1:8: error X001: no x\\x1b[2J\\u202e\n" +
		"    \tk \\x1b[0m\\u202exyz \\xff\n" +
		"    \t         ^~~~~~~~~\n" +
		"  hint: y\\nz\n" +
		"a\\nb.tfg:1:2: error X002: later\n" +
		"    \tk \\x1b[0m\\u202exyz \\xff\n" +
		"    \t^\n"
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
