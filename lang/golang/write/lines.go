// Package write writes programs in the task language that are made of Go code: lines with their positions in Go
// (lines.go), unique names (names.go), control flow graphs as structured statements (graph.go, structure.go), and the
// layout of a text.
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

// Line is one line of a program, without indentation, and the position in Go that it comes from.
type Line struct {
	Text string
	Pos  token.Pos
}

// At returns a line with a position.
func At(text string, pos token.Pos) Line { return Line{text, pos} }

// Lines returns lines that have the same position.
func Lines(pos token.Pos, texts ...string) []Line {
	out := make([]Line, len(texts)) // capacity is length, so that append copies
	for i, text := range texts {
		out[i] = Line{text, pos}
	}
	return out
}

// One returns a single line.
func One(text string, pos token.Pos) []Line { return []Line{{text, pos}} }

// Block returns a body in braces after its head: "if c {", body, "}".
func Block(pos token.Pos, head string, body []Line) []Line {
	out := append(One(head+" {", pos), body...)
	return append(out, Line{"}", pos})
}

// Alternatives returns a free choice of several ways: choose { .. } or { .. }. A single way is returned as it is.
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

// Words returns the names and keywords in a text, without numbers.
func Words(text string) []string {
	return slices.DeleteFunc(strings.FieldsFunc(text, func(r rune) bool {
		return !(r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r))
	}), func(s string) bool { return unicode.IsDigit(rune(s[0])) })
}

// Layout collects the text of a program. It indents lines, and adds their positions in Go as comments, where these
// differ from that of the line before: "lock mu    //at pool.go:12:8".
type Layout struct {
	Text  bytes.Buffer
	Files map[string]bool // the files of the positions so far

	where func(token.Pos) token.Position
	last  token.Position // of the line before
	depth int            // how many blocks are open
}

// All adds lines.
func (w *Layout) All(lines []Line) {
	for _, l := range lines {
		w.Put(l.Text, l.Pos)
	}
}

// Put adds a line. A line that only closes a block gets no position.
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

// column is where comments with positions begin, if the line is shorter.
const column = 48

// place adds the comment with a position at the end of a line, which has so many characters.
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

// NewLayout returns an empty text. where returns the position of a line for its comment.
func NewLayout(where func(token.Pos) token.Position) *Layout {
	return &Layout{where: where, Files: map[string]bool{}}
}
