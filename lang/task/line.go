package task

import (
	"go/token"
	"sort"
	"strconv"
	"strings"
)

// This file reads the comments
//
//	//line FILE:LINE
//	//line FILE:LINE:COLUMN
//
// at the beginning of a line, as Go has them: a program that another program wrote says
// by them where each piece comes from. Positions after such a comment are in FILE.

// origin is where the text after a //line comment comes from.
type origin struct {
	at     pos // of the first character, blanks aside, behind the line of the comment
	file   string
	line   int // of the line after the comment
	column int // of the character at; 0: columns are not known
	first  int // the line after the comment in the text, from 1
}

// maxOrigin bounds the numbers of a //line comment.
const maxOrigin = 1 << 30

// directive notes what a comment says, src.text[start:end], if it is a //line comment.
// A comment that names no line is an ordinary one, as in Go.
func (s *source) directive(start, end int) {
	rest, found := strings.CutPrefix(strings.TrimRight(string(s.text[start:end]), " \t\r"), "//line ")
	if !found || strings.TrimPrefix(string(s.text[s.lines[s.place(pos(start)).Line-1]:start]), "\uFEFF") != "" {
		return
	}
	cut := func() int {
		i := strings.LastIndexByte(rest, ':')
		n, err := strconv.Atoi(rest[i+1:])
		if i < 0 || err != nil || n < 1 || n > maxOrigin {
			return 0
		}
		rest = rest[:i]
		return n
	}
	o := origin{line: cut()}
	if o.line == 0 {
		return
	}
	if line := cut(); line > 0 {
		o.line, o.column = line, o.line
	}
	if o.file = rest; o.file == "" {
		return
	}
	next := end + 1
	for next < len(s.text) && (s.text[next] == ' ' || s.text[next] == '\t') {
		next++
	}
	o.at, o.first = pos(next), s.place(pos(end)).Line+1
	s.origins = append(s.origins, o)
}

// position is where the text at offset p comes from: its place, or what the //line
// comment before it says.
func (s *source) position(p pos) token.Position {
	at := s.place(p)
	i := sort.Search(len(s.origins), func(i int) bool { return s.origins[i].at > p }) - 1
	if i < 0 {
		return at
	}
	o := &s.origins[i]
	switch {
	case o.column == 0:
		at.Column = 0
	case at.Line == o.first:
		at.Column = o.column + int(p-o.at)
	}
	at.Filename, at.Line = o.file, o.line+at.Line-o.first
	return at
}
