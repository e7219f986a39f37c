package batch

import (
	"fmt"
	"strings"

	"flavers/internal/printable"
	"flavers/report"
)

// ofClients prints what clients show, as a linter does: each finding once, however many clients show it. Those that
// roots of the packages show, too, are printed with these.
func ofClients(b *report.Batch) string {
	var text strings.Builder
	for _, f := range Findings(b) {
		if f.quiet() || f.Check.Client == "" {
			continue
		}
		places := f.Places()
		if len(places) == 0 {
			continue
		}
		line := f.Title() + ": " + places[0].Text
		if f.Rule() == report.Deadlock {
			line += " for ever"
		}
		fmt.Fprintf(&text, "%s: %s\n", printable.Line(places[0].Pos), printable.Line(line))
		for _, p := range places[1:] {
			fmt.Fprintf(&text, "    %s: %s\n", printable.Line(p.Pos), printable.Line(p.Text))
		}
		tier := "violated"
		for _, c := range f.Result.If {
			fmt.Fprintf(&text, "    if %s\n", printable.Line(c))
			tier = "violated if"
		}
		fmt.Fprintf(&text, "    if %s   [%s]\n    --entry %q shows the execution\n", printable.Line(f.Check.Client),
			tier, f.Check.Root)
	}
	return text.String()
}
