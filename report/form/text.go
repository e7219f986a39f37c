// Package form has what all reports share: the layout of text with aligned columns, wrapped lists and colours; the
// encoding of JSON; annotations of GitHub's workflows; positions, the order of names, and phrases.
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

// Paint is a style of terminal text: the parameter of the escape sequence that selects it.
type Paint string

const (
	PlainText Paint = ""
	Bold      Paint = "1"
	Dim       Paint = "2"
	Red       Paint = "31"
	Green     Paint = "32"
	Yellow    Paint = "33"
)

// Page collects text for a terminal. Its String is the text so far.
type Page struct {
	strings.Builder
	Width  int  // in characters; lines are wrapped there
	Colour bool // styles are written as escape sequences; otherwise they are ignored
}

// Printf prints as fmt.Printf does.
func (p *Page) Printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// Styled returns s in a style, or s itself if the page has no colours.
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

// Runes returns the length of s in characters, each of which is taken to be one column wide.
func Runes(s string) int { return utf8.RuneCountInString(s) }

// Widths returns the width of each column of a table. Rows may differ in length.
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

// Gap is the number of blanks between two columns.
const Gap = 2

// Line prints one row of a table after indent blanks. w has the width of each column (Widths). There are no blanks at
// the end of the line.
func (p *Page) Line(indent int, row []Cell, w []int) {
	blanks := indent // to be written before the next text, if one follows
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

// Items prints a label and words. The words are wrapped, and further lines are indented under the first word:
//
//	rests on     task:phil[0] task:phil[1]
//	             lock:fork[0]
func (p *Page) Items(indent int, label string, style Paint, words []string) {
	const labelWidth = 13
	p.Entry(indent, label, labelWidth, style, words)
}

// Entry is Items with another width for the label. A longer label moves the first line of words to the right.
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

// Lines joins words to lines of at most width characters. A longer word is a line of its own.
func (p *Page) Lines(width int, words []string) []string {
	var out []string
	at := 0 // length of the last line
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

// Wrap prints words as a paragraph in which every line is indented.
func (p *Page) Wrap(indent int, style Paint, words []string) {
	for i, line := range p.Lines(p.Width-indent, words) {
		if i > 0 {
			p.WriteByte('\n')
		}
		p.WriteString(strings.Repeat(" ", indent) + p.Styled(line, style))
	}
	p.WriteByte('\n')
}

// Counted prints a list of counters. Each row has two cells: a number, printed flush right, and what the number counts.
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

// Grid prints rows as a table with aligned columns.
func (p *Page) Grid(indent int, rows [][]Cell) {
	w := Widths(rows)
	for _, row := range rows {
		p.Line(indent, row, w)
	}
}
