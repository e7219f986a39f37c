// Package form has what all reports share: the layout of text, with aligned columns,
// wrapped lists and colours, and the encoding of JSON.
//
//	p := &form.Page{Width: 80}
//	rows := [][]form.Cell{{{Text: "edges"}, {Text: "17", Right: true}}}
//	p.Grid(2, rows)           // aligned columns, after two blanks
//	form.Write(w, value)      // indented JSON with a final newline
package form

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Paint is a style of terminal text.
type Paint string

// Styles.
const (
	PlainText Paint = ""
	Bold      Paint = "1"
	Dim       Paint = "2"
	Red       Paint = "31"
	Green     Paint = "32"
	Yellow    Paint = "33"
)

// Page collects text.
type Page struct {
	strings.Builder
	Width  int
	Colour bool
}

// Printf prints as fmt.Printf does.
func (p *Page) Printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// Styled is s in a style, or s itself without colour.
func (p *Page) Styled(s string, style Paint) string {
	if !p.Colour || style == PlainText || s == "" {
		return s
	}
	return "\x1b[" + string(style) + "m" + s + "\x1b[0m"
}

// Cell is text in a column.
type Cell struct {
	Text  string
	Style Paint
	Right bool // flush right
}

// Runes is the length of s in characters.
func Runes(s string) int { return utf8.RuneCountInString(s) }

// Widths returns the width of each column; rows may differ in length.
func Widths(rows [][]Cell) []int {
	var w []int
	for _, row := range rows {
		for i, c := range row {
			if i == len(w) {
				w = append(w, 0)
			}
			w[i] = max(w[i], Runes(c.Text))
		}
	}
	return w
}

// Gap is how many blanks are between columns.
const Gap = 2

// Line prints one row after indent blanks, without blanks at its end.
func (p *Page) Line(indent int, row []Cell, w []int) {
	blanks := indent
	for i, c := range row {
		pad := w[i] - Runes(c.Text)
		if c.Right {
			blanks += pad
			pad = 0
		}
		if c.Text != "" {
			p.WriteString(strings.Repeat(" ", blanks))
			p.WriteString(p.Styled(c.Text, c.Style))
			blanks = 0
		} else {
			pad = w[i]
			if c.Right {
				pad = 0
			}
		}
		blanks += pad + Gap
	}
	p.WriteByte('\n')
}

// Items prints a label and words, wrapped at the width and indented under the
// first word.
func (p *Page) Items(indent int, label string, style Paint, words []string) {
	const labelWidth = 13
	p.Entry(indent, label, labelWidth, style, words)
}

// Entry is Items with a label of another width.
func (p *Page) Entry(indent int, label string, labelWidth int, style Paint, words []string) {
	col := indent + labelWidth
	p.WriteString(strings.Repeat(" ", indent) + p.Styled(label, style))
	p.WriteString(strings.Repeat(" ", max(1, labelWidth-Runes(label))))
	for i, line := range p.Lines(p.Width-col, words) {
		if i > 0 {
			p.WriteString("\n" + strings.Repeat(" ", col))
		}
		p.WriteString(line)
	}
	p.WriteByte('\n')
}

// Lines joins words to lines of at most width columns. A word that is longer
// stands alone.
func (p *Page) Lines(width int, words []string) []string {
	var out []string
	at := 0
	for _, w := range words {
		if last := len(out) - 1; last >= 0 && at+1+Runes(w) <= width {
			out[last] += " " + w
			at += 1 + Runes(w)
			continue
		}
		out = append(out, w)
		at = Runes(w)
	}
	return out
}

// Wrap prints words as a paragraph, every line indented.
func (p *Page) Wrap(indent int, style Paint, words []string) {
	for i, line := range p.Lines(p.Width-indent, words) {
		if i > 0 {
			p.WriteByte('\n')
		}
		p.WriteString(strings.Repeat(" ", indent) + p.Styled(line, style))
	}
	p.WriteByte('\n')
}

// Counted prints numbers, flush right, each before what it counts.
func (p *Page) Counted(rows [][]Cell) {
	number := 0
	for _, r := range rows {
		number = max(number, Runes(r[0].Text))
	}
	for _, r := range rows {
		blanks := strings.Repeat(" ", Gap+number-Runes(r[0].Text))
		p.Entry(0, blanks+r[0].Text, Gap+number+Gap, r[0].Style, strings.Fields(r[1].Text))
	}
}

// Grid prints rows with aligned columns.
func (p *Page) Grid(indent int, rows [][]Cell) {
	w := Widths(rows)
	for _, row := range rows {
		p.Line(indent, row, w)
	}
}
