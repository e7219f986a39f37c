package form

import (
	"go/token"
	"strconv"
	"strings"
)

// Place parses a position as token.Position prints it: "file:line:col", "file:line" or "file". What is missing is zero.
// "-", which token.Position prints if it knows nothing, is the zero position.
func Place(pos string) token.Position {
	var p token.Position
	if pos == "" || pos == "-" {
		return p
	}
	// cut removes ":" and a positive number from the end of pos. It returns false if there is none.
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
