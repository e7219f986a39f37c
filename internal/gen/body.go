package gen

// This file is what the smaller generators share, each of which makes programs about one kind of construct (Copied,
// Groups, Lengths, Locking, Sync, Tuples): bodies of tasks, branches, and events. Such a generator embeds writer, and
// has a method that writes one random statement.

import (
	"fmt"
	"strings"
)

// writer has the text of a program so far.
type writer struct {
	in     *choices
	b      strings.Builder
	events int // events written so far
}

// event returns an event statement with a new name.
func (w *writer) event() string {
	w.events++
	return fmt.Sprintf("event e%d", w.events)
}

// body writes the statements of a task and its closing brace. One task in k repeats its statements for ever.
func (w *writer) body(k int, statement func(depth int)) {
	if w.in.one(k) {
		w.b.WriteString("\tloop {\n")
	} else {
		w.b.WriteString("\t{\n")
	}
	for range 2 + w.in.n(4) {
		statement(1)
	}
	w.b.WriteString("\t}\n}\n")
}

// branch writes an if with a statement on each side; at depth 0, an event instead.
func (w *writer) branch(depth int, condition func() string, statement func(depth int)) {
	if depth == 0 {
		fmt.Fprintf(&w.b, "\t%s\n", w.event())
		return
	}
	fmt.Fprintf(&w.b, "\tif %s {\n", condition())
	statement(depth - 1)
	w.b.WriteString("\t} else {\n")
	statement(depth - 1)
	w.b.WriteString("\t}\n")
}
