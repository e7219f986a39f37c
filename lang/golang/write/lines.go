// Package write writes programs in the task language: lines with their positions in Go, names, the control flow of
// functions as structured statements, and the layout of it all.
//
//	names := write.Names{}
//	lock := names.Unique("mu", "lock")
//	out := write.NewLayout(where)
//	out.All(write.Block(pos, "task main", write.One("lock "+lock, pos)))
//	text := out.Text.Bytes()
package write

import (
	"bytes"
	"fmt"
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line is one line of a program, and where in Go it comes from.
type Line struct {
	Text string
	Pos  token.Pos
}

// At is a line that comes from a place.
func At(text string, pos token.Pos) Line { return Line{text, pos} }

// Lines are some lines that come from one place.
func Lines(pos token.Pos, texts ...string) []Line {
	out := make([]Line, len(texts)) // no room: who appends, copies
	for i, text := range texts {
		out[i] = Line{text, pos}
	}
	return out
}

// One is a single line.
func One(text string, pos token.Pos) []Line { return []Line{{text, pos}} }

// Block is a body in braces, after its head.
func Block(pos token.Pos, head string, body []Line) []Line {
	out := append(One(head+" {", pos), body...)
	return append(out, Line{"}", pos})
}

// Alternatives is any of some ways.
func Alternatives(ways [][]Line, pos token.Pos) []Line {
	switch len(ways) {
	case 0:
		return nil
	case 1:
		return ways[0]
	}
	out := One("choose {", pos)
	for i, way := range ways {
		if i > 0 {
			out = append(out, Line{"} or {", pos})
		}
		out = append(out, way...)
	}
	return append(out, Line{"}", pos})
}

// Words are the names and words in a text.
func Words(text string) []string {
	return slices.DeleteFunc(strings.FieldsFunc(text, func(r rune) bool {
		return !(r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r))
	}), func(s string) bool { return unicode.IsDigit(rune(s[0])) })
}

// Layout lays lines out, each with the position that it has in Go: in a comment at its end, where it is another one
// than that of the line before.
type Layout struct {
	where func(token.Pos) token.Position
	last  token.Position
	Text  bytes.Buffer
	depth int
	Files map[string]bool
}

// All adds lines.
func (w *Layout) All(lines []Line) {
	for _, l := range lines {
		w.Put(l.Text, l.Pos)
	}
}

// Put adds a line. What closes a block has no position of its own.
func (w *Layout) Put(text string, pos token.Pos) {
	if strings.HasPrefix(text, "}") {
		w.depth--
	}
	line := strings.Repeat("    ", max(0, w.depth)) + text
	w.Text.WriteString(line)
	if pos.IsValid() && text != "}" {
		w.place(utf8.RuneCountInString(line), w.where(pos))
	}
	w.Text.WriteByte('\n')
	if strings.HasSuffix(text, "{") {
		w.depth++
	}
}

// column is where comments begin, if the line is not longer.
const column = 48

// place adds the comment at the end of a line that is so wide.
func (w *Layout) place(width int, p token.Position) {
	w.Files[p.Filename] = true
	file := p.Filename + ":"
	if p.Filename == w.last.Filename {
		file = ""
	}
	if file != "" || p.Line != w.last.Line || p.Column != w.last.Column {
		fmt.Fprintf(&w.Text, "%s//at %s%d:%d", strings.Repeat(" ", max(1, column-width)), file, p.Line, p.Column)
	}
	w.last = p
}

// NewLayout is an empty text, whose lines have the positions that where says.
func NewLayout(where func(token.Pos) token.Position) *Layout {
	return &Layout{where: where, Files: map[string]bool{}}
}
