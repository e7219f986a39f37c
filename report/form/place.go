package form

// Positions as strings, "file:line:col", taken apart again.

import (
	"go/token"
	"strconv"
	"strings"
)

// Place reads a position as token.Position prints it; what is missing is zero.
func Place(pos string) token.Position {
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
