package form

// This file has phrases that more than one form of reports prints: durations, names of files, the explanation of
// measures, and ends of sentences.

import (
	"fmt"
	"strings"
)

// Took returns a duration of s seconds for people, as "0.25 s" or "12 min". It returns "" for 0, which stands for an
// unknown duration.
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

// SplitPath splits the name of a file after its last separator: "a/b.go" into "a/" and "b.go". Both kinds of slashes
// are separators. For "-" it returns "" and the words "standard input".
func SplitPath(name string) (dir, file string) {
	if name == "-" {
		return "", "standard input"
	}
	i := strings.LastIndexAny(strings.TrimRight(name, `/\`), `/\`) + 1
	return name[:i], name[i:]
}

// ShortPlace returns a position without the directory of its file: "b.go:3:1" for "a/b.go:3:1".
func ShortPlace(pos string) string {
	_, file := SplitPath(pos)
	return file
}

// Term is the name of a measure of the analysis, such as "tuples", with a sentence that explains it.
type Term struct{ Name, Text string }

// Glossary explains the columns of the table with which a page shows the work of each check, from left to right.
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

// OfObject reports whether the index of an instance names an object of a Go program, as "f=out" does, and not a number,
// as "i=3". If several instances of a family for objects are violated, a report shows one whose execution takes no
// branch on data, because that violation is certain.
func OfObject(index string) bool {
	_, value, _ := strings.Cut(index, "=")
	return value != "" && strings.Trim(value[:1], "-0123456789") != ""
}

// Stuck returns the end of a sentence about a deadlock that begins "After step 5". moving has the tasks that go on. If
// there are none, the whole program is stuck; otherwise the deadlock is partial.
func Stuck(moving []string) string {
	if len(moving) == 0 {
		return " not all tasks have ended, and none can move."
	}
	return " these can never move again, and others go on (" + strings.Join(moving, ", ") + ")."
}
