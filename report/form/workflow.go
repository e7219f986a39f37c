package form

// This file writes commands of GitHub's workflows. They are lines of standard output; GitHub shows an annotation beside
// the source for each:
//
//	::warning file=mutex.tfg,line=3,col=1,title=flavers T012::unused variable x

import (
	"fmt"
	"strings"

	"flavers/diag"
	"flavers/internal/printable"
)

// Annotate writes a command for one annotation at the position pos, "file:line:col". If pos does not name a file, the
// annotation has no position. kind is "error", "warning" or "notice".
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

// CommandText escapes the text of a command. Unescaped, a line break in it would begin another command.
func CommandText(s string) string {
	return printable.Line(strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s))
}

// commandProperty escapes a value before the text of a command, where colons and commas have a meaning, too.
func commandProperty(s string) string {
	return printable.Line(strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s))
}
