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

// Totals returns the counts of objects of Go packages: how many there are of each kind, and how many have an answer. A
// line for each reason says why others have none, and in which files they are. If there are no objects, it returns "".
//
//	2 channels, 1 lock: 2 of 3 answered, in 1 group; 3.2 s
//	    1 not answered, as the time was over (a.go)
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
	if t.Seconds > 0 {
		text += fmt.Sprintf("; %.1f s", t.Seconds)
	}
	for _, o := range t.Open {
		files := o.Files[:min(len(o.Files), mostFiles)]
		in := strings.Join(files, ", ")
		if more := len(o.Files) - len(files); more > 0 {
			in += fmt.Sprintf(" and %d more", more)
		}
		text += fmt.Sprintf("\n    %d not answered, as %s (%s)", o.Objects, because(o.Reason), in)
	}
	var out strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		out.WriteString(printable.Line(line) + "\n")
	}
	return out.String()
}

// because returns a reason why objects have no answer (package check) as a clause.
func because(reason string) string {
	short, code, _ := strings.Cut(reason, " (")
	code = strings.TrimSuffix(code, ")")
	text, known := map[string]string{
		"used by no root":                      "no checked function operates there",
		"out of time":                          "the time was over",
		"out of states":                        "there are too many states",
		"out of tuples":                        "there are too many states",
		"out of memory":                        "the memory was full",
		"too many states":                      "there are too many states",
		"too large":                            "the model is too large",
		"cannot be checked":                    "a function that operates there cannot be checked",
		"not modelled":                         "the model does not have all of it",
		"only possible":                        "what was found is only possible",
		"waiting for callers":                  "a wait there may be for another call",
		"behind what callers may have to know": "what was found may be the callers' mistake (--contracts)",
		"behind another finding":               "another finding comes first: mend that, and check again",
	}[short]
	switch {
	case !known:
		return "the reason is: " + reason
	case code != "":
		return text + ": flavers explain " + code
	}
	return text
}
