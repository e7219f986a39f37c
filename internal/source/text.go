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
	case wide(src):
		list.Errorf(Position(name, src, 0), NotUTF8, "this text is UTF-16, not UTF-8").
			WithHint("save it as UTF-8, or: iconv -f UTF-16 -t UTF-8 FILE >NEW")
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

// wide reports whether a text is UTF-16: it begins with a byte order mark, or every second byte of its beginning is 0,
// as where letters are Latin.
func wide(src []byte) bool {
	if len(src) < 4 || len(src)%2 != 0 {
		return false
	}
	if mark := string(src[:2]); mark == "\xff\xfe" || mark == "\xfe\xff" {
		return true
	}
	head := src[:min(len(src), 64)&^1]
	zeros := [2]int{}
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	return max(zeros[0], zeros[1]) == len(head)/2 && min(zeros[0], zeros[1]) == 0
}

// invalidByte returns the offset of the first byte that is no UTF-8.
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

// Position returns the line and column of a byte.
func Position(name string, src []byte, offset int) token.Position {
	before := src[:offset]
	return token.Position{
		Filename: name, Offset: offset,
		Line:   1 + bytes.Count(before, []byte("\n")),
		Column: offset - bytes.LastIndexByte(before, '\n'),
	}
}

// Schedule returns the text of a schedule: the word itself, or what a file of that name or standard input holds.
func (r *Reader) Schedule(word string) string {
	if word != Stdin {
		if _, err := os.Stat(word); errors.Is(err, fs.ErrNotExist) || strings.Contains(word, ":") {
			return word
		}
	}
	text, _ := r.Read(word, noPos, "schedule")
	return string(text)
}
