package lsp

// Folding. The editor can fold what stands in braces, and comments of several lines. Ada has no braces: editors fold it
// by its indents.

import (
	"bytes"
	"context"
	"slices"

	"flavers/lang/parts"
	"flavers/lang/symbols"
)

// code says which pieces of a text are comments, strings, and blocks in braces.
type code struct {
	braces   []symbols.Span // from each { to its }, in the order of the latter
	comments []symbols.Span // in order, without the ends of lines
	strings  []symbols.Span // in order
}

// codeOf divides the text of a program or a specification. Only specifications have strings. A string ends at the end
// of its line at the latest.
func codeOf(file string, src []byte) *code {
	c := &code{}
	var open []int
	for i := 0; i < len(src); {
		rest := src[i:]
		switch {
		case bytes.HasPrefix(rest, []byte("//")):
			end := i + len(bytes.TrimRight(lineOf(rest), "\r"))
			c.comments = append(c.comments, symbols.Span{At: i, End: end})
			i = end
			continue
		case bytes.HasPrefix(rest, []byte("/*")):
			end := len(src)
			if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
				end = i + n + 4
			}
			c.comments = append(c.comments, symbols.Span{At: i, End: end})
			i = end
			continue
		case rest[0] == '"' && isSpec(file):
			end := i + stringEnd(lineOf(rest))
			c.strings = append(c.strings, symbols.Span{At: i, End: end})
			i = end
			continue
		case rest[0] == '{':
			open = append(open, i)
		case rest[0] == '}' && len(open) > 0:
			c.braces = append(c.braces, symbols.Span{At: open[len(open)-1], End: i + 1})
			open = open[:len(open)-1]
		}
		i++
	}
	return c
}

// lineOf returns the first line of a text, without the line break.
func lineOf(src []byte) []byte {
	line, _, _ := bytes.Cut(src, []byte("\n"))
	return line
}

// stringEnd returns the length of the string that a line begins with. A quote behind a backslash does not end it.
func stringEnd(line []byte) int {
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] == '"':
			return i + 1
		}
	}
	return len(line)
}

// has reports whether a piece of the text is code: neither a comment nor in a string.
func (c *code) has(s symbols.Span) bool {
	touches := func(o symbols.Span) bool { return o.At < s.End && s.At < o.End }
	return !slices.ContainsFunc(c.comments, touches) && !slices.ContainsFunc(c.strings, touches)
}

func (s *server) folding(_ context.Context, p *at) (any, error) {
	v := s.view()
	file, t, _ := v.locate(p)
	if t == nil || parts.Ada(file) {
		return nil, nil
	}
	out := []foldingRange{}
	known := map[foldingRange]bool{}
	fold := func(from, to int, kind string) {
		r := foldingRange{StartLine: from, EndLine: to, Kind: kind}
		if to > from && !known[r] {
			known[r] = true
			out = append(out, r)
		}
	}
	lineAt := func(offset int) int { return t.position(offset).Line }
	c := codeOf(file, t.src)
	for _, b := range c.braces { // the line with the closing brace stays visible
		fold(lineAt(b.At), lineAt(b.End)-1, "")
	}
	for i := 0; i < len(c.comments); {
		from, to := lineAt(c.comments[i].At), lineAt(c.comments[i].End)
		alone := t.alone(c.comments[i].At)
		for i++; alone && i < len(c.comments) && lineAt(c.comments[i].At) == to+1 && t.alone(c.comments[i].At); i++ {
			to = lineAt(c.comments[i].End)
		}
		fold(from, to, "comment")
	}
	slices.SortStableFunc(out, func(a, b foldingRange) int { return a.StartLine - b.StartLine })
	return out, nil
}

// alone reports whether nothing but blanks stands before an offset in its line.
func (t *text) alone(offset int) bool {
	return len(bytes.TrimLeft([]byte(t.before(offset)), " \t")) == 0
}
