package gen

// What generators with statements of their own share: bodies of tasks, alternatives, and events.

import (
	"fmt"
	"strings"
)

// writer is a program as far as it is written.
type writer struct {
	in     *choices
	b      strings.Builder
	events int
}

// event is an event that no other step has.
func (w *writer) event() string {
	w.events++
	return fmt.Sprintf("event e%d", w.events)
}

// body writes the statements of a task, which one task in k repeats, and its end.
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

// branch writes an if with a statement on each side; without depth, an event.
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
