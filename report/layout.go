package report

// Small layout tools of the text form: a writer that knows width and colour,
// aligned columns, wrapped lists.

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// paint is a style of terminal text.
type paint string

const (
	plainText paint = ""
	bold      paint = "1"
	dim       paint = "2"
	red       paint = "31"
	green     paint = "32"
	yellow    paint = "33"
)

// page collects text.
type page struct {
	strings.Builder
	width int
	color bool
}

func (p *page) printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// styled is s in a style, or s itself without colour.
func (p *page) styled(s string, style paint) string {
	if !p.color || style == plainText || s == "" {
		return s
	}
	return "\x1b[" + string(style) + "m" + s + "\x1b[0m"
}

// cell is text in a column.
type cell struct {
	text  string
	style paint
	right bool // flush right
}

func runes(s string) int { return utf8.RuneCountInString(s) }

// widths returns the width of each column; rows may differ in length.
func widths(rows [][]cell) []int {
	var w []int
	for _, row := range rows {
		for i, c := range row {
			if i == len(w) {
				w = append(w, 0)
			}
			w[i] = max(w[i], runes(c.text))
		}
	}
	return w
}

const gap = 2 // blanks between columns

// line prints one row after indent blanks, without blanks at its end.
func (p *page) line(indent int, row []cell, w []int) {
	blanks := indent
	for i, c := range row {
		pad := w[i] - runes(c.text)
		if c.right {
			blanks += pad
			pad = 0
		}
		if c.text != "" {
			p.WriteString(strings.Repeat(" ", blanks))
			p.WriteString(p.styled(c.text, c.style))
			blanks = 0
		} else {
			pad = w[i]
			if c.right {
				pad = 0
			}
		}
		blanks += pad + gap
	}
	p.WriteByte('\n')
}

// items prints a label and words, wrapped at the width and indented under the
// first word.
func (p *page) items(indent int, label string, style paint, words []string) {
	const labelWidth = 13
	p.entry(indent, label, labelWidth, style, words)
}

// entry is items with a label of another width.
func (p *page) entry(indent int, label string, labelWidth int, style paint, words []string) {
	col := indent + labelWidth
	p.WriteString(strings.Repeat(" ", indent) + p.styled(label, style))
	p.WriteString(strings.Repeat(" ", max(1, labelWidth-runes(label))))
	for i, line := range p.lines(p.width-col, words) {
		if i > 0 {
			p.WriteString("\n" + strings.Repeat(" ", col))
		}
		p.WriteString(line)
	}
	p.WriteByte('\n')
}

// lines joins words to lines of at most width columns. A word that is longer
// stands alone.
func (p *page) lines(width int, words []string) []string {
	var out []string
	at := 0
	for _, w := range words {
		if last := len(out) - 1; last >= 0 && at+1+runes(w) <= width {
			out[last] += " " + w
			at += 1 + runes(w)
			continue
		}
		out = append(out, w)
		at = runes(w)
	}
	return out
}

// wrap prints words as a paragraph, every line indented.
func (p *page) wrap(indent int, style paint, words []string) {
	for i, line := range p.lines(p.width-indent, words) {
		if i > 0 {
			p.WriteByte('\n')
		}
		p.WriteString(strings.Repeat(" ", indent) + p.styled(line, style))
	}
	p.WriteByte('\n')
}

// counted prints numbers, flush right, each before what it counts.
func (p *page) counted(rows [][]cell) {
	number := 0
	for _, r := range rows {
		number = max(number, runes(r[0].text))
	}
	for _, r := range rows {
		blanks := strings.Repeat(" ", gap+number-runes(r[0].text))
		p.entry(0, blanks+r[0].text, gap+number+gap, r[0].style, strings.Fields(r[1].text))
	}
}
