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
// at the beginning of a line, as Go has them, and
//
//	//at FILE:LINE:COLUMN
//	//at LINE:COLUMN
//
// at the end of a line: a program that another program wrote says by them where each piece
// comes from. Positions after a //line comment are in FILE, with the lines counted on. A line
// that ends with //at comes from there, and so do all lines up to the next such comment;
// without FILE, it is that of the comment before.

// origin is where the text after a //line comment comes from.
type origin struct {
	at     pos // of the first character, blanks aside, behind the line of the comment
	file   string
	line   int  // of the line after the comment
	column int  // of the character at; 0: columns are not known
	first  int  // the line after the comment in the text, from 1
	each   bool // of //at: each line of the text comes from there
}

// maxOrigin bounds the numbers of a //line comment.
const maxOrigin = 1 << 30

// directive notes what a comment says, src.text[start:end], if it is one of these.
// A comment that names no line is an ordinary one, as in Go.
func (s *source) directive(start, end int) {
	comment := strings.TrimRight(string(s.text[start:end]), " \t\r")
	if rest, found := strings.CutPrefix(comment, "//at "); found {
		s.each(start, rest)
		return
	}
	rest, found := strings.CutPrefix(comment, "//line ")
	if !found || strings.TrimPrefix(string(s.text[s.lines[s.place(pos(start)).Line-1]:start]), "\uFEFF") != "" {
		return
	}
	rest, line := lastNumber(rest, false)
	if line == 0 {
		return
	}
	o := origin{line: line}
	if before, line := lastNumber(rest, false); line > 0 {
		rest, o.line, o.column = before, line, o.line
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

// lastNumber cuts off the number after the last colon; 0: there is none. If it may stand
// alone, it may be all of the text.
func lastNumber(text string, alone bool) (before string, n int) {
	i := strings.LastIndexByte(text, ':')
	n, err := strconv.Atoi(text[i+1:])
	if i < 0 && !alone || err != nil || n < 1 || n > maxOrigin {
		return text, 0
	}
	return text[:max(0, i)], n
}

// each notes that the lines from that of the offset on come from a place.
func (s *source) each(at int, where string) {
	o := origin{at: s.begins(pos(at)), each: true}
	where, o.column = lastNumber(where, false)
	where, o.line = lastNumber(where, true)
	if o.file = where; o.file == "" && len(s.origins) > 0 {
		o.file = s.origins[len(s.origins)-1].file
	}
	if o.line > 0 && o.column > 0 && o.file != "" {
		s.origins = append(s.origins, o)
	}
}

// begins returns the first character, blanks aside, of the line of an offset.
func (s *source) begins(p pos) pos {
	i := sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > p }) - 1
	at := s.lines[i]
	for at < p && (s.text[at] == ' ' || s.text[at] == '\t') {
		at++
	}
	return at
}

// position returns where the text at offset p comes from: its place, or what the //line
// comment before it says.
func (s *source) position(p pos) token.Position {
	at := s.place(p)
	i := sort.Search(len(s.origins), func(i int) bool { return s.origins[i].at > p }) - 1
	if i < 0 {
		return at
	}
	o := &s.origins[i]
	switch {
	case o.each:
		at.Filename, at.Line, at.Column = o.file, o.line, o.column+int(p-s.begins(p))
		return at
	case o.column == 0:
		at.Column = 0
	case at.Line == o.first:
		at.Column = o.column + int(p-o.at)
	}
	at.Filename, at.Line = o.file, o.line+at.Line-o.first
	return at
}
