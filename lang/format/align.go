package format

import "strings"

// What stands below what: comments at the ends of lines, and the arrows and colons of
// transitions.

// trailing reports whether a line has code and, behind it, a comment at its end.
func (l *line) trailing() bool {
	last := l.toks[len(l.toks)-1]
	return len(l.toks) > 1 && last.kind == comment && !l.comments()
}

// comments reports whether the line has nothing but comments, or one over several lines.
func (l *line) comments() bool {
	code := false
	for _, t := range l.toks {
		code = code || t.kind != comment
		if strings.Contains(t.text, "\n") {
			return true
		}
	}
	return !code
}

// alignComments puts the comments at the ends of consecutive lines into one column:
// that of the first if it stood apart from the code, and further right where a line
// is longer.
func alignComments(lines []line) {
	for i := 0; i < len(lines); i++ {
		if !lines[i].trailing() {
			continue
		}
		end := i
		for end < len(lines) && lines[end].trailing() && (end == i || !lines[end].blank) {
			end++
		}
		run := lines[i:end]
		column := 0
		if c := run[0].toks[len(run[0].toks)-1]; c.apart > 1 {
			column = int(c.column)
		}
		for k := range run {
			column = max(column, run[k].code()+1)
		}
		for k := range run {
			run[k].gaps[len(run[k].gaps)-1] = int32(column - run[k].code())
		}
		i = end - 1
	}
}

// code returns the width of a line without the comment at its end.
func (l *line) code() int {
	n := l.indent
	for i, t := range l.toks[:len(l.toks)-1] {
		n += int(l.gaps[i]) + width(t.text)
	}
	return n
}

// alignTransitions puts the arrows of consecutive transitions below each other, and
// so their colons.
func alignTransitions(lines []line) {
	for i := 0; i < len(lines); i++ {
		end := i
		for end < len(lines) && (end == i || !lines[end].blank) && lines[end].transition() {
			end++
		}
		for _, sign := range []string{"->", ":"} {
			column := 0
			for k := i; k < end; k++ {
				column = max(column, lines[k].before(lines[k].find(sign)))
			}
			for k := i; k < end; k++ {
				at := lines[k].find(sign)
				lines[k].gaps[at] += int32(column - lines[k].before(at))
			}
		}
		i = max(i, end-1)
	}
}

// transition reports whether a line is one transition.
func (l *line) transition() bool {
	arrows := 0
	for _, t := range l.toks {
		if t.is("->") {
			arrows++
		}
	}
	return arrows == 1 && l.find(":") > l.find("->") && l.find("->") > 0 && !l.comments()
}

// find returns the index of a symbol in a line, or -1.
func (l *line) find(sign string) int {
	for i, t := range l.toks {
		if t.is(sign) {
			return i
		}
	}
	return -1
}

// before returns the width of what stands before a token, without the indentation.
func (l *line) before(at int) int {
	n := int(l.gaps[at])
	for i, t := range l.toks[:at] {
		n += int(l.gaps[i]) + width(t.text)
	}
	return n
}
