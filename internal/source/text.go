package source

// What makes a file something else than source text.

import (
	"bytes"
	"errors"
	"go/token"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"flavers/diag"
)

// textProblem returns what is wrong with src as a text, or nil.
func textProblem(name string, src []byte) *diag.Diagnostic {
	var list diag.List
	at := token.Position{Filename: name}
	switch {
	case len(bytes.TrimSpace(src)) == 0:
		list.Errorf(at, Empty, "the file is empty")
	case bytes.IndexByte(src, 0) >= 0:
		list.Errorf(Position(name, src, bytes.IndexByte(src, 0)), Binary, "this is a binary file, not text")
	case !utf8.Valid(src):
		i := invalidByte(src)
		list.Errorf(Position(name, src, i), NotUTF8, "byte 0x%02x is not UTF-8", src[i]).
			WithHint("convert the file to UTF-8")
	default:
		return nil
	}
	return &list.All[0]
}

// invalidByte is the offset of the first byte that is no UTF-8.
func invalidByte(src []byte) int {
	i := 0
	for i < len(src) {
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n <= 1 {
			break
		}
		i += n
	}
	return i
}

// Position is the line and column of a byte.
func Position(name string, src []byte, offset int) token.Position {
	before := src[:offset]
	return token.Position{
		Filename: name, Offset: offset,
		Line:   1 + bytes.Count(before, []byte("\n")),
		Column: offset - bytes.LastIndexByte(before, '\n'),
	}
}

// Schedule is the text of a schedule: the word itself, or what a file of that
// name or standard input holds.
func (r *Reader) Schedule(word string) string {
	if word != Stdin {
		if _, err := os.Stat(word); errors.Is(err, fs.ErrNotExist) || strings.Contains(word, ":") {
			return word
		}
	}
	text, _ := r.Read(word, noPos, "schedule")
	return string(text)
}
