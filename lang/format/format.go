// Package format writes programs (.tfg) and specifications (.fsa) in one layout.
//
// From
//
//	task t{ loop{call a . e ;x=x+1 // up
//	  } }
//
// Source makes
//
//	task t {
//	    loop {
//	        call a.e; x = x + 1 // up
//	    }
//	}
//
// Blanks and indentation are the formatter's business. Where a line ends is the
// author's, except that a block over several lines has its braces at the ends of
// lines, and that of several blank lines one stays. Comments stay where they are;
// those at the ends of consecutive lines begin in one column, that of the first
// where it fits. In automata, the arrows and colons of consecutive transitions stand
// below each other. No line is broken or joined for its length.
//
// The work is done on the tokens of a text, in these steps: lex.go splits the text,
// breaks.go decides where lines end, space.go and spec.go where blanks stand,
// indent.go how far lines are indented, align.go what stands below what. The meaning
// of a text lies in its tokens and in the ends of its statements; both stay, and
// Source checks the tokens of what it has made. The package does not look at names
// and types: a text with such errors is formatted, one that cannot be parsed is not.
//
// To add syntax to a language: 1. its operators in lex.go, 2. their blanks in space.go
// or spec.go if they are not written between blanks, 3. a line in the tests' tables.
package format

import (
	"fmt"
	"path/filepath"
	"slices"

	"flavers/automata/fsa"
	"flavers/diag"
	"flavers/lang/task"
	"flavers/limit"
)

// Source returns the text of a program or specification in the layout of the package.
// The name's extension tells the language: .fsa is a specification, everything else a
// program. If the text cannot be parsed, the result is nil and the list, which is
// sorted, has the errors. Formatting is idempotent: the result of a result is the same.
func Source(name string, src []byte) ([]byte, diag.List) { return SourceUntil(nil, name, src) }

// SourceUntil is Source that looks at poll for each token of each step.
func SourceUntil(poll *limit.Poll, name string, src []byte) ([]byte, diag.List) {
	spec := filepath.Ext(name) == ".fsa"
	syntax := task.Syntax
	if spec {
		syntax = fsa.Syntax
	}
	if list := syntax(poll, name, src); list.HasErrors() {
		return nil, list
	}
	text := string(src)
	out := layout(poll, lex(poll, text, spec), spec)
	// text is split a second time, because layout works in place: that needs half the memory of a copy.
	if at := different(lex(poll, text, spec), lex(poll, string(out), spec), spec); at != "" {
		panic(fmt.Sprintf("format: the tokens of %s changed at %q", name, at))
	}
	return out, diag.List{}
}

// layout prints tokens. It changes them.
func layout(poll *limit.Poll, toks []token, spec bool) []byte {
	toks = breaks(toks, spec)
	poll.LookNow()
	blanks := taskBlanks(toks)
	if spec {
		blanks = specBlanks(toks)
	}
	poll.LookNow()
	lines := split(toks, blanks)
	if spec {
		indentSpec(toks, lines)
		alignTransitions(lines)
	} else {
		indentTask(toks, lines)
	}
	poll.LookNow()
	alignComments(lines)
	size := 0
	for i := range lines {
		size += lines[i].size()
	}
	out := make([]byte, 0, size)
	for i := range lines {
		poll.Did(len(lines[i].toks))
		out = lines[i].append(out)
	}
	return out
}

// split makes lines of tokens. Their tokens and gaps are parts of two slices, so that a long line costs no more
// than many short ones.
func split(toks []token, blanks []bool) []line {
	var lines []line
	gaps := make([]int32, len(toks))
	for i, t := range toks {
		if i == 0 || t.breaks > 0 {
			lines = append(lines, line{blank: i > 0 && t.breaks > 1, first: i})
		} else if blanks[i] {
			gaps[i] = 1
		}
		l := &lines[len(lines)-1]
		l.toks, l.gaps = toks[l.first:i+1], gaps[l.first:i+1]
	}
	return lines
}

// line is a line of the result.
type line struct {
	blank  bool // a blank line stands before it
	indent int
	first  int // index of its first token
	toks   []token
	gaps   []int32 // blanks before each token
}

// size returns how many bytes append adds.
func (l *line) size() int {
	n := l.indent + len("\n")
	if l.blank {
		n++
	}
	for i, t := range l.toks {
		n += int(l.gaps[i]) + len(t.text)
	}
	return n
}

// append adds the line's text, its end, and the blank line before it.
func (l *line) append(out []byte) []byte {
	if l.blank {
		out = append(out, '\n')
	}
	out = appendBlanks(out, l.indent)
	for i, t := range l.toks {
		out = append(appendBlanks(out, int(l.gaps[i])), t.text...)
	}
	return append(out, '\n')
}

func appendBlanks(out []byte, n int) []byte {
	for range n {
		out = append(out, ' ')
	}
	return out
}

// different returns the first token in which two texts differ, or "". The semicolons of a
// program are ends of lines, and not compared; they are removed from a and b.
func different(a, b []token, spec bool) string {
	if !spec {
		semicolon := func(t token) bool { return t.is(";") }
		a, b = slices.DeleteFunc(a, semicolon), slices.DeleteFunc(b, semicolon)
	}
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return b[i].text
		case i >= len(b) || a[i].text != b[i].text || a[i].kind != b[i].kind:
			return a[i].text
		}
	}
	return ""
}
