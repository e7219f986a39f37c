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
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"flavers/automata/fsa"
	"flavers/diag"
	"flavers/lang/task"
)

// Source returns the text of a program or specification in the layout of the package.
// The name's extension tells the language: .fsa is a specification, everything else a
// program. If the text cannot be parsed, the result is nil and the list, which is
// sorted, has the errors. Formatting is idempotent: the result of a result is the same.
func Source(name string, src []byte) ([]byte, diag.List) {
	spec := filepath.Ext(name) == ".fsa"
	syntax := task.Syntax
	if spec {
		syntax = fsa.Syntax
	}
	if list := syntax(name, src); list.HasErrors() {
		return nil, list
	}
	before := lex(string(src), spec)
	out := layout(slices.Clone(before), spec)
	if at := different(before, lex(out, spec), spec); at != "" {
		panic(fmt.Sprintf("format: the tokens of %s changed at %q", name, at))
	}
	return []byte(out), diag.List{}
}

// layout prints tokens.
func layout(toks []token, spec bool) string {
	toks = breaks(toks, spec)
	blanks := taskBlanks(toks)
	if spec {
		blanks = specBlanks(toks)
	}
	var lines []line
	for i, t := range toks {
		if i == 0 || t.breaks > 0 {
			lines = append(lines, line{blank: i > 0 && t.breaks > 1, first: i})
		}
		l := &lines[len(lines)-1]
		l.toks = append(l.toks, t)
		l.gaps = append(l.gaps, 0)
		if len(l.toks) > 1 && blanks[i] {
			l.gaps[len(l.gaps)-1] = 1
		}
	}
	if spec {
		indentSpec(toks, lines)
		alignTransitions(lines)
	} else {
		indentTask(toks, lines)
	}
	alignComments(lines)
	var b bytes.Buffer
	for _, l := range lines {
		if l.blank {
			b.WriteByte('\n')
		}
		b.WriteString(l.text())
		b.WriteByte('\n')
	}
	return b.String()
}

// line is a line of the result.
type line struct {
	blank  bool // a blank line stands before it
	indent int
	first  int // index of its first token
	toks   []token
	gaps   []int // blanks before each token
}

func (l *line) text() string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", l.indent))
	for i, t := range l.toks {
		b.WriteString(strings.Repeat(" ", l.gaps[i]))
		b.WriteString(t.text)
	}
	return b.String()
}

// different is the first token in which two texts differ, or "". The semicolons of a
// program are ends of lines, and not compared.
func different(a, b []token, spec bool) string {
	if !spec {
		semicolon := func(t token) bool { return t.is(";") }
		a, b = slices.DeleteFunc(slices.Clone(a), semicolon), slices.DeleteFunc(b, semicolon)
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
