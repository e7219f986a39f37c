package lsp

// Texts and places in them. The protocol counts UTF-16 code units in lines that end with \n, \r\n or \r. All other code
// counts bytes in lines that end with \n.

import (
	"sort"
	"unicode/utf8"

	"flavers/lang/symbols"
)

// text is the text of a file; it is never changed.
type text struct {
	src   []byte
	lines []int // where the lines of the protocol begin
	feeds []int // where the lines that end with \n begin
	// marks[k] is the first character that begins at byte k*stride or behind it. Positions are counted from there, so
	// that those of all names of one long line do not take quadratic time.
	marks []mark
}

// mark is a character: its byte, and its UTF-16 code units from the beginning of its line.
type mark struct{ at, character int }

// stride is the distance of marks in bytes.
const stride = 1024

func newText(src []byte) *text {
	t := &text{src: src, lines: []int{0}, feeds: []int{0}}
	character := 0
	for i := 0; i < len(src); {
		if i >= len(t.marks)*stride {
			t.marks = append(t.marks, mark{i, character})
		}
		r, size := utf8.DecodeRune(src[i:])
		i, character = i+size, character+units(r)
		switch {
		case r == '\n':
			t.lines, t.feeds, character = append(t.lines, i), append(t.feeds, i), 0
		case r == '\r' && (i == len(src) || src[i] != '\n'):
			t.lines, character = append(t.lines, i), 0
		}
	}
	return t
}

// units returns how many UTF-16 code units a rune takes.
func units(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// offset returns the byte offset of a position. A position beyond the end of its line, or of the text, stands for that
// end. A position inside a character stands for its first byte.
func (t *text) offset(p position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(t.lines) {
		return len(t.src)
	}
	at, end := t.lines[p.Line], len(t.src)
	if p.Line+1 < len(t.lines) {
		end = t.lines[p.Line+1]
	}
	for n := 0; at < end && t.src[at] != '\n' && t.src[at] != '\r'; {
		r, size := utf8.DecodeRune(t.src[at:end])
		if n += units(r); n > p.Character {
			break
		}
		at += size
	}
	return at
}

// position returns the position of a byte offset.
func (t *text) position(offset int) position {
	offset = min(max(offset, 0), len(t.src))
	line := sort.SearchInts(t.lines, offset+1) - 1
	p, at := position{Line: line}, t.lines[line]
	for k := min(offset/stride, len(t.marks)-1); k >= 0; k-- {
		if m := t.marks[k]; m.at <= offset {
			if m.at > at {
				p.Character, at = m.character, m.at
			}
			break
		}
	}
	for at < offset {
		r, size := utf8.DecodeRune(t.src[at:])
		p.Character += units(r)
		at += size
	}
	return p
}

// span returns a piece of the text as a range of the protocol.
func (t *text) span(s symbols.Span) textRange {
	return textRange{t.position(s.At), t.position(max(s.At, s.End))}
}

// place returns the byte offset of a line and a byte column, both counted from 1.
func (t *text) place(line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(t.feeds) {
		return len(t.src)
	}
	return min(t.feeds[line-1]+max(0, column-1), len(t.src))
}

// edited returns the text after a change. A change without a range replaces the whole text.
func (t *text) edited(c contentChange) *text {
	if c.Range == nil {
		return newText([]byte(c.Text))
	}
	from, to := t.offset(c.Range.Start), t.offset(c.Range.End)
	return t.replaced(symbols.Span{At: from, End: max(from, to)}, c.Text)
}

// replaced returns the text with by in place of a piece.
func (t *text) replaced(s symbols.Span, by string) *text {
	out := make([]byte, 0, len(t.src)+len(by))
	out = append(out, t.src[:s.At]...)
	out = append(out, by...)
	return newText(append(out, t.src[s.End:]...))
}

// word returns the identifier that an offset is in, or directly behind.
func (t *text) word(offset int) symbols.Span {
	s := symbols.Span{At: offset, End: offset}
	for s.At > 0 && wordByte(t.src[s.At-1]) {
		s.At--
	}
	for s.End < len(t.src) && wordByte(t.src[s.End]) {
		s.End++
	}
	return s
}

func (t *text) of(s symbols.Span) string { return string(t.src[s.At:s.End]) }

func wordByte(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
