package report

// Positions as strings, "file:line:col", taken apart again.

import (
	"go/token"
	"strconv"
	"strings"
	"unicode/utf8"

	"flavers/diag"
)

// place reads a position as token.Position prints it; what is missing is zero.
func place(pos string) token.Position {
	var p token.Position
	if pos == "" || pos == "-" {
		return p
	}
	cut := func() (int, bool) {
		i := strings.LastIndexByte(pos, ':')
		if i < 0 {
			return 0, false
		}
		n, err := strconv.Atoi(pos[i+1:])
		if err != nil || n <= 0 {
			return 0, false
		}
		pos = pos[:i]
		return n, true
	}
	last, ok := cut()
	if !ok {
		p.Filename = pos
		return p
	}
	if line, ok := cut(); ok {
		p.Line, p.Column = line, last
	} else {
		p.Line = last
	}
	p.Filename = pos
	return p
}

// Sources are the texts of files by name.
type Sources map[string][]byte

// utf16Column is the column of a byte column in UTF-16 code units, both from
// 1; the same if the text is not known.
func utf16Column(lines *diag.Lines, file string, line, column int) int {
	text, ok := lines.Line(file, line)
	text = strings.TrimSuffix(text, "\r")
	if !ok || column < 1 || column-1 > len(text) {
		return column
	}
	n := 1
	for _, r := range text[:column-1] {
		n++
		if r > 0xffff && r != utf8.RuneError {
			n++
		}
	}
	return n
}
