package form

import (
	"fmt"
	"strings"
)

// Words of pages: times, places, measures.

// Took is a time for people; "" for none.
func Took(s float64) string {
	switch {
	case s <= 0:
		return ""
	case s < 0.01:
		return "< 0.01 s"
	case s < 10:
		return fmt.Sprintf("%.2f s", s)
	case s < 600:
		return fmt.Sprintf("%.0f s", s)
	}
	return fmt.Sprintf("%.0f min", s/60)
}

// SplitPath cuts a file's name into the directory with its separator, and the
// rest.
func SplitPath(name string) (dir, file string) {
	if name == "-" {
		return "", "standard input"
	}
	i := strings.LastIndexAny(strings.TrimRight(name, `/\`), `/\`) + 1
	return name[:i], name[i:]
}

// ShortPlace is a position without the directory of its file.
func ShortPlace(pos string) string {
	_, file := SplitPath(pos)
	return file
}

// Term is a measure of the analysis and what it is.
type Term struct{ Name, Text string }

// Glossary explains the measures of the table of work, in its order.
func Glossary() []Term {
	return []Term{
		{"constraints",
			"What the answer rests on: each rules out orders of events that the program cannot have. They are made from the program, or written by hand."},
		{"nodes",
			"The size of the trace flow graph, which has a node for each thing that a task can do and that matters to the property."},
		{"MIP edges kept",
			"A “may immediately precede” edge joins things of two tasks of which one can happen right after the other. Edges that cannot change the answer are left out; fewer edges, less work."},
		{"tuples",
			"What the search reached: a place in the graph together with the state of the property and of each constraint."},
		{"visits", "How often the search took up a tuple."},
	}
}

// OfObject reports whether an instance of a family belongs to an object of a Go program, as "f=out" does. Of such
// instances, those are shown first whose execution takes no branch on data: they are more than possible.
func OfObject(index string) bool {
	_, value, _ := strings.Cut(index, "=")
	return value != "" && strings.Trim(value[:1], "-0123456789") != ""
}

// Stuck returns the end of a sentence about a deadlock, which says what the tasks do that are not blocked: those in
// moving go on, or if there are none, no task can move.
func Stuck(moving []string) string {
	if len(moving) == 0 {
		return " not all tasks have ended, and none can move."
	}
	return " these can never move again, and others go on (" + strings.Join(moving, ", ") + ")."
}
