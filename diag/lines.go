package diag

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Lines finds lines of sources. The first question about a file goes through its
// text once; each takes no longer than some lines do, wherever the line is.
type Lines struct {
	src   Sources
	marks map[string][]int // by file: where the lines 1, 1+apart, 1+2*apart, .. begin
}

// apart is how many lines there are from one mark to the next: a text may have
// millions of short ones.
const apart = 64

// NewLines is for the lines of src.
func NewLines(src Sources) *Lines { return &Lines{src, map[string][]int{}} }

// Line is line n of a file, from 1, without the new line at its end. It returns false if there is no such file or
// line.
func (l *Lines) Line(file string, n int) (string, bool) {
	text, ok := l.src[file]
	if !ok || n < 1 {
		return "", false
	}
	marks, ok := l.marks[file]
	if !ok {
		marks = marksOf(text)
		l.marks[file] = marks
	}
	k := (n - 1) / apart
	if k >= len(marks) {
		return "", false
	}
	rest := text[marks[k]:]
	for range (n - 1) % apart {
		_, after, found := bytes.Cut(rest, []byte("\n"))
		if !found {
			return "", false
		}
		rest = after
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return string(line), true
}

// UTF16Column returns the column of a byte column in UTF-16 code units, both from
// 1; the same if the text is not known.
func (l *Lines) UTF16Column(file string, line, column int) int {
	text, ok := l.Line(file, line)
	text = strings.TrimSuffix(text, "\r")
	if !ok || column < 1 || column-1 > len(text) {
		return column
	}
	n := 1
	for _, r := range text[:column-1] {
		n++
		if r > 0xffff && r != utf8.RuneError {
			n++
		}
	}
	return n
}

func marksOf(text []byte) []int {
	marks := []int{0}
	for at, n := 0, 1; ; n++ {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			return marks
		}
		if at += i + 1; n%apart == 0 {
			marks = append(marks, at)
		}
	}
}
