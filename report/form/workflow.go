package form

// Commands of GitHub's workflows, which are lines of standard output.

import (
	"fmt"
	"strings"

	"flavers/diag"
	"flavers/internal/printable"
)

// Annotate writes a command that marks a place, "file:line:col", if that is of a file. kind is "error", "warning" or
// "notice".
func Annotate(b *strings.Builder, kind, pos, title, text string) {
	fmt.Fprintf(b, "::%s ", kind)
	if p := Place(pos); p.Filename != "" && p.Filename != "-" {
		fmt.Fprintf(b, "file=%s,", commandProperty(p.Filename))
		if p.Line > 0 {
			fmt.Fprintf(b, "line=%d,", p.Line)
		}
		if p.Column > 0 {
			fmt.Fprintf(b, "col=%d,", p.Column)
		}
	}
	fmt.Fprintf(b, "title=%s::%s\n", commandProperty(title), CommandText(text))
}

// AnnotateDiagnostics writes a command for each diagnostic.
func AnnotateDiagnostics(b *strings.Builder, list []diag.Diagnostic) {
	for _, d := range list {
		kind := map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Note: "notice"}[d.Severity]
		text := printable.Line(d.Message)
		if d.Hint != "" {
			text += "\nhint: " + printable.Line(d.Hint)
		}
		Annotate(b, kind, d.Pos.String(), "flavers "+string(d.Code), text)
	}
}

// CommandText escapes the text of a command: a line break in it would begin another.
func CommandText(s string) string {
	return printable.Line(strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s))
}

// commandProperty escapes a value in the head of a command.
func commandProperty(s string) string {
	return printable.Line(strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s))
}
