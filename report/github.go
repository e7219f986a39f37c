package report

// This file writes a check as annotations, which GitHub's workflows read from standard output and show beside the
// source:
//
//	::error file=mutex.tfg,line=14,col=9,title=exclusion is violated::exclusion is violated by an execution of 2 ...
//	mutex.tfg: 1 violated, 2 hold

import (
	"fmt"
	"io"
	"strings"

	"flavers/internal/printable"
	"flavers/report/form"
)

// WriteGitHub prints an annotation for each diagnostic and for each result that does not hold, and then a line with the
// number of results of each verdict. An annotation is at the last step of the trace, or, without a trace, at the
// property. A data race has an annotation at each of its accesses.
func (c *Check) WriteGitHub(w io.Writer) error {
	var b strings.Builder
	shown := printable.Copy(c) // for the texts
	places := c.Ordered()      // for the positions: a name of a file with its characters replaced would not be found
	form.AnnotateDiagnostics(&b, c.Diagnostics)
	count := map[string]int{} // by the words of verdicts
	for k, r := range shown.Ordered() {
		count[r.counted()]++
		kind := "warning"
		switch {
		case r.Verdict == Holds:
			continue
		case r.Expected:
			kind = "notice"
		case r.Verdict == Violated:
			kind = "error"
		}
		title := shown.title(r) + " " + r.phrase()
		text := Summary(r, r == shown.RuntimeErrors) + r.Numbered()
		at := places[k].Pos
		if n := len(r.Trace); n > 0 {
			at = places[k].Trace[n-1].Pos
		}
		if len(r.Accesses) > 0 {
			at = places[k].Accesses[0].Pos
		}
		form.Annotate(&b, kind, at, title, text)
		for i := 1; i < len(r.Accesses); i++ {
			form.Annotate(&b, kind, places[k].Accesses[i].Pos, title, r.Accesses[i].String())
		}
	}
	var tally []string
	for _, v := range wordsOfVerdicts {
		if n := count[v]; n > 0 {
			tally = append(tally, fmt.Sprintf("%d %s", n, several(n, v)))
		}
	}
	if len(tally) == 0 {
		tally = []string{"nothing was checked"}
	}
	b.WriteString(form.CommandText(shown.Program) + ": " + strings.Join(tally, ", "))
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

// Numbered returns the trace as text, one line for each step, each line after a line break:
// "\n1. phil[0]: eat(0) [left]".
func (r *Result) Numbered() string {
	var text strings.Builder
	for i, st := range r.Trace {
		who := st.Task + ": "
		if st.Task == "" { // a transition of a Petri net
			who = ""
		}
		if i == r.Entry() {
			text.WriteString("\n" + LoopHead)
		}
		fmt.Fprintf(&text, "\n%d. %s%s", i+1, who, st.Line())
		if st.State != "" {
			text.WriteString(" [" + st.State + "]")
		}
	}
	return text.String()
}
