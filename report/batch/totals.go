package batch

import (
	"fmt"
	"strings"

	"flavers/internal/english"
	"flavers/internal/printable"
	"flavers/report"
)

// mostFiles is the number of files that are named for each reason why objects have no answer. JSON names all.
const mostFiles = 3

// Totals returns the counts of objects of Go packages as a line: how many there are of each kind, how many have an
// answer, and why the others have none. If there are no objects, it returns "".
//
//	2 channels, 1 lock: 2 of 3 answered, in 1 group; open: 1 out of time (a.go); 3.2 s
func Totals(t *report.Totals) string {
	if t.Objects == 0 {
		return ""
	}
	var kinds []string
	for _, k := range t.Kinds {
		kinds = append(kinds, english.Plural(int64(k.Objects), k.Kind))
	}
	text := fmt.Sprintf("%s: %d of %d answered, in %s", strings.Join(kinds, ", "), t.Answered, t.Objects,
		english.Plural(int64(t.Groups), "group"))
	var open []string
	for _, o := range t.Open {
		files := o.Files[:min(len(o.Files), mostFiles)]
		in := strings.Join(files, ", ")
		if more := len(o.Files) - len(files); more > 0 {
			in += fmt.Sprintf(" and %d more", more)
		}
		open = append(open, fmt.Sprintf("%d %s (%s)", o.Objects, o.Reason, in))
	}
	if len(open) > 0 {
		text += "; open: " + strings.Join(open, ", ")
	}
	if t.Seconds > 0 {
		text += fmt.Sprintf("; %.1f s", t.Seconds)
	}
	return printable.Line(text) + "\n"
}
