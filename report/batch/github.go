package batch

import (
	"io"
	"strings"

	"flavers/internal/printable"
	"flavers/report"
	"flavers/report/form"
)

// WriteGitHub prints the annotations of every program (report.Check.WriteGitHub). Roots of Go packages have one
// annotation for each finding, even if several roots have the finding. Findings that are only possible or ignored are
// notices if verbose is set, and otherwise left out.
func WriteGitHub(w io.Writer, b *report.Batch, verbose bool) error {
	if !b.Roots {
		for _, c := range b.Programs {
			if err := c.WriteGitHub(w); err != nil {
				return err
			}
		}
		return nil
	}
	var text strings.Builder
	form.AnnotateDiagnostics(&text, b.Diagnostics)
	for _, c := range b.Programs {
		form.AnnotateDiagnostics(&text, c.Diagnostics)
	}
	for _, f := range Findings(b) {
		kind := "error"
		if f.quiet() {
			if kind = "notice"; !verbose {
				continue
			}
		}
		at := ""
		if places := f.Places(); len(places) > 0 {
			at = places[0].Pos // not made printable: a name of a file with its characters replaced would not be found
		}
		form.Annotate(&text, kind, at, printable.Line(f.Title()), f.Says()+printable.Copy(f.Result).Numbered())
	}
	text.WriteString(form.CommandText(Summary(b)) + "\n")
	_, err := io.WriteString(w, text.String())
	return err
}

// quiet reports whether a finding is ignored or only possible, so that it is not reported as an error.
func (f *Finding) quiet() bool {
	return f.Result.Ignored != nil || f.Result.Verdict != report.Violated
}
