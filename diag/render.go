package diag

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"flavers/internal/printable"
)

// Sources maps file names, as they stand in positions, to their text.
type Sources map[string][]byte

// Write prints the list, each diagnostic with its source line, a caret and
// the hint. A line that is not in src is left out.
func (l *List) Write(w io.Writer, src Sources) error {
	var b strings.Builder
	lines := NewLines(src)
	for _, d := range l.All {
		bare := d
		bare.Hint = ""
		fmt.Fprintln(&b, bare.String())
		if line, ok := lines.Line(d.Pos.Filename, d.Pos.Line); ok {
			writeCaret(&b, strings.TrimRight(line, "\r"), d.Pos.Column, d.Len)
		}
		if d.Hint != "" {
			fmt.Fprintf(&b, "  hint: %s\n", printable.Line(d.Hint))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeCaret prints line and a caret under byte column col, counting runes
// and keeping tabs so that the caret stands where the eye expects it.
func writeCaret(b *strings.Builder, line string, col, length int) {
	const maxLine = 200
	col = min(max(col, 1), len(line)+1)
	if len(line) > maxLine { // a very long line: show a window around the place
		from := max(0, col-1-maxLine/2)
		for from > 0 && !utf8.RuneStart(line[from]) {
			from--
		}
		to := min(len(line), from+maxLine)
		line, col = line[from:to], col-from
	}
	at := min(col-1, len(line))
	end := min(at+length, len(line))
	fmt.Fprintf(b, "    %s\n    ", excerpt(line))
	for _, r := range excerpt(line[:at]) {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteByte('^')
	if end > at {
		for range utf8.RuneCountInString(excerpt(line[at:end])) - 1 {
			b.WriteByte('~')
		}
	}
	b.WriteByte('\n')
}

// excerpt returns a part of a line as it is shown: tabs stay.
func excerpt(s string) string {
	parts := strings.Split(s, "\t")
	for i := range parts {
		parts[i] = printable.Line(parts[i])
	}
	return strings.Join(parts, "\t")
}
