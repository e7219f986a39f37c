package lsp

// Formatting, as flavers fmt has it. A text that cannot be parsed stays as it is.

import (
	"bytes"
	"context"

	"flavers/lang/format"
	"flavers/lang/parts"
	"flavers/lang/symbols"
)

// formatting answers with one edit, from the first line that changes to the last.
func (s *server) formatting(_ context.Context, p *at) (any, error) {
	v := s.view()
	file, t, _ := v.locate(p)
	out := []textEdit{}
	if t == nil || parts.Ada(file) { // flavers has no layout for Ada
		return out, nil
	}
	made, list := format.Source(file, t.src)
	if list.HasErrors() || bytes.Equal(made, t.src) {
		return out, nil
	}
	feed := []byte("\n")
	before, after := bytes.SplitAfter(t.src, feed), bytes.SplitAfter(made, feed)
	at := symbols.Span{End: len(t.src)}
	for len(before) > 0 && len(after) > 0 && bytes.Equal(before[0], after[0]) {
		at.At += len(before[0])
		before, after = before[1:], after[1:]
	}
	for len(before) > 0 && len(after) > 0 && bytes.Equal(before[len(before)-1], after[len(after)-1]) {
		at.End -= len(before[len(before)-1])
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	return append(out, textEdit{t.span(at), string(bytes.Join(after, nil))}), nil
}
