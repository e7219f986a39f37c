package report

// Annotations as GitHub's workflows read them from standard output.

import (
	"fmt"
	"io"
	"strings"

	"flavers/internal/printable"
	"flavers/report/form"
)

// WriteGitHub prints one workflow command for each diagnostic and for each
// property that does not hold, of a data race for each access, and a line of text with the verdicts.
func (c *Check) WriteGitHub(w io.Writer) error {
	var b strings.Builder
	places := c.Ordered() // names of files stay: they are to be found
	shown := printable.Copy(c)
	form.AnnotateDiagnostics(&b, c.Diagnostics)
	count := map[string]int{}
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

// Numbered is the trace as lines of text, each after a line break.
func (r *Result) Numbered() string {
	var text strings.Builder
	for i, st := range r.Trace {
		who := st.Task + ": "
		if st.Task == "" { // of a net
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
