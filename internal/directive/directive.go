// Package directive finds comment directives in programs and specifications. The line
//
//	//! expect exclusion holds
//
// gives Directive{Word: "expect", Args: ["exclusion", "holds"]}. In Ada the comment begins with --! instead.
//
// The package does not know which words there are. Whoever reads directives, as package internal/source, decides what
// they mean and whether they are well formed.
package directive

import (
	"bytes"
	"go/token"
	"strings"
)

// Directive is one comment of the form //! word args...
type Directive struct {
	Word   string
	Args   []string
	Pos    token.Position   // of the word, or of the comment if there is no word
	ArgPos []token.Position // of each argument
}

// Scan returns the directives of src in order. They may stand on lines of their own or after other text, but not inside
// of strings or of comments between /* and */. Words are separated by blanks. A word in double quotes may contain
// blanks, and loses the quotes.
func Scan(file string, src []byte) []Directive {
	var out []Directive
	ada := strings.HasSuffix(file, ".adb") || strings.HasSuffix(file, ".ads")
	line, start := 1, 0 // the number of the current line, and where it starts
	at := func(i int) token.Position {
		return token.Position{Filename: file, Offset: i, Line: line, Column: i - start + 1}
	}
	for i := 0; i < len(src); {
		switch {
		case src[i] == '\n':
			i++
			line, start = line+1, i
		case ada && bytes.HasPrefix(src[i:], []byte(`'"'`)): // the character ", which begins no string
			i += len(`'"'`)
		case src[i] == '"':
			i++
			for i < len(src) && src[i] != '"' && src[i] != '\n' {
				i++
			}
			if i < len(src) && src[i] == '"' {
				i++
			}
		case !ada && bytes.HasPrefix(src[i:], []byte("/*")):
			i += 2
			for i < len(src) && !bytes.HasPrefix(src[i:], []byte("*/")) {
				if src[i] == '\n' {
					line, start = line+1, i+1
				}
				i++
			}
			i = min(i+2, len(src))
		case ada && bytes.HasPrefix(src[i:], []byte("--")):
			end := lineEnd(src, i)
			// --! event is no directive: it is an event of the program (package lang/ada).
			if d := words(src, i, end, at); bytes.HasPrefix(src[i:end], []byte("--!")) && d.Word != "event" {
				out = append(out, d)
			}
			i = end
		case ada:
			i++
		case bytes.HasPrefix(src[i:], []byte("//")):
			end := lineEnd(src, i)
			if bytes.HasPrefix(src[i:end], []byte("//!")) {
				out = append(out, words(src, i, end, at))
			}
			i = end
		default:
			i++
		}
	}
	return out
}

// lineEnd returns the end of the line that has src[i], without its newline.
func lineEnd(src []byte, i int) int {
	if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(src)
}

// words splits the comment src[i:end] into the word and the arguments of a directive. at returns a position.
func words(src []byte, i, end int, at func(int) token.Position) Directive {
	d := Directive{Pos: at(i)}
	blank := func(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
	for first, j := true, i+len("//!"); ; first = false {
		for j < end && blank(src[j]) {
			j++
		}
		if j >= end {
			return d
		}
		from, word := j, ""
		if n := bytes.IndexByte(src[j+1:end], '"'); src[j] == '"' && n >= 0 { // a quoted word, without its quotes
			word = string(src[j+1 : j+1+n])
			j += n + 2
		} else {
			for j < end && !blank(src[j]) {
				j++
			}
			word = string(src[from:j])
		}
		if first {
			d.Word, d.Pos = word, at(from)
		} else {
			d.Args, d.ArgPos = append(d.Args, word), append(d.ArgPos, at(from))
		}
	}
}
