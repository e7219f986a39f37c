package syntax

// This file cuts a text into tokens. Words are kept as written and compared in lower case; a comment
// "--! event .." goes to the token that follows it.

import (
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"flavers/diag"
	"flavers/limit"
)

type kind uint8

const (
	eof kind = iota
	word
	number
	text
	char
	symbol
)

type lexeme struct {
	kind   kind
	text   string // of a word: as written
	low    string // in lower case; of symbols the same as text
	at     int    // offset
	end    int
	events []comment // directives before it
}

type comment struct {
	text string
	at   int
}

var reserved = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`abort abs abstract accept access aliased all and array at begin body case constant
		declare delay delta digits do else elsif end entry exception exit for function generic goto if in interface is
		limited loop mod new not null of or others out overriding package pragma private procedure protected raise
		range record rem renames requeue return reverse select separate some subtype synchronized tagged task terminate
		then type until use when while with xor`) {
		reserved[w] = true
	}
}

// Keywords returns the reserved words of Ada 2012.
func Keywords() []string {
	var out []string
	for w := range reserved {
		out = append(out, w)
	}
	return out
}

// source is a text with the beginnings of its lines.
type source struct {
	file  string
	src   []byte
	lines []int
	poll  *limit.Poll
}

// UTF8 returns a text in UTF-8. One that is not is taken for Latin-1, as GNAT does.
func UTF8(src []byte) []byte {
	if utf8.Valid(src) {
		return src
	}
	out := make([]byte, 0, len(src)+len(src)/16)
	for _, c := range src {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

func newSource(file string, src []byte) *source {
	s := &source{file: file, src: src, lines: []int{0}}
	for i, c := range src {
		if c == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

func (s *source) position(at int) token.Position {
	lo, hi := 0, len(s.lines)
	for hi-lo > 1 {
		if m := (lo + hi) / 2; s.lines[m] <= at {
			lo = m
		} else {
			hi = m
		}
	}
	return token.Position{Filename: s.file, Offset: at, Line: lo + 1, Column: at - s.lines[lo] + 1}
}

var symbols = []string{"=>", "..", "**", ":=", "/=", ">=", "<=", "<<", ">>", "<>"}

func scan(s *source, list *diag.List) []lexeme { return scanFrom(s, 0, list) }

// scanFrom scans what stands behind an offset: positions are those of the whole text.
func scanFrom(s *source, from int, list *diag.List) []lexeme {
	var out []lexeme
	var events []comment
	src := s.src
	letter := func(i int) (bool, int) {
		r, n := utf8.DecodeRune(src[i:])
		return unicode.IsLetter(r) || r == utf8.RuneError && n == 1 && src[i] >= 0xc0, max(n, 1)
	}
	add := func(k kind, at, end int) {
		t := lexeme{kind: k, text: string(src[at:end]), at: at, end: end, events: events}
		if t.low = t.text; k == word {
			t.low = strings.ToLower(t.text)
		}
		events = nil
		if s.poll.Look(); len(out) == cap(out) { // it grows by a quarter, and more if it is small
			s.poll.Reserve(int64(2*len(out)) * int64(unsafe.Sizeof(t)))
		}
		out = append(out, t)
	}
	for i := from; i < len(src); {
		c := src[i]
		if c == ' ' || c >= '\t' && c <= '\r' || c == 0x1a || c == 0xa0 {
			i++
			continue
		}
		start := i
		isLetter, size := letter(i)
		switch {
		case c == '-' && i+1 < len(src) && src[i+1] == '-':
			for i < len(src) && src[i] != '\n' {
				i++
			}
			if body, ok := strings.CutPrefix(string(src[start:i]), "--!"); ok {
				if f := strings.Fields(body); len(f) > 0 && f[0] == "event" {
					events = append(events, comment{body, start + 3})
				}
			}
		case isLetter:
			for i += size; i < len(src); {
				l, n := letter(i)
				r, _ := utf8.DecodeRune(src[i:])
				if !l && src[i] != '_' && !unicode.IsDigit(r) && !unicode.IsMark(r) {
					break
				}
				i += n
			}
			add(word, start, i)
		case c >= '0' && c <= '9':
			i = numeral(src, i)
			add(number, start, i)
		case c == '"':
			i++
			for i < len(src) && src[i] != '\n' {
				if src[i] == '"' {
					if i+1 < len(src) && src[i+1] == '"' {
						i++
					} else {
						break
					}
				}
				i++
			}
			if i >= len(src) || src[i] != '"' {
				list.Errorf(s.position(start), Lexical, "a string literal has no end on its line").
					WithHint("a quotation mark in a string is written twice")
				add(text, start, i)
				break
			}
			i++
			add(text, start, i)
		case c == '\'' && !attributes(out):
			_, n := utf8.DecodeRune(src[min(i+1, len(src)):])
			if n > 0 && i+1+n < len(src) && src[i+1+n] == '\'' {
				i += n + 2
				add(char, start, i)
				break
			}
			i++
			add(symbol, start, i)
		default:
			n := 1
			for _, two := range symbols {
				if strings.HasPrefix(string(src[i:min(i+2, len(src))]), two) {
					n = 2
				}
			}
			if n == 1 && !strings.ContainsRune("&'()*+,-./:;<=>|[]@!", rune(c)) {
				list.Errorf(s.position(i), Lexical, "%q does not occur in Ada", string(src[i:i+size]))
				i += size
				break
			}
			i += n
			add(symbol, start, i)
		}
	}
	add(eof, len(src), len(src))
	return out
}

// attributes reports whether a tick after these tokens is that of an attribute or a qualified expression.
func attributes(out []lexeme) bool {
	if len(out) == 0 {
		return false
	}
	t := out[len(out)-1]
	return t.kind == word && (!reserved[t.low] || t.low == "all" || t.low == "access") || t.low == ")" ||
		t.low == "]" ||
		t.kind == text || t.low == "@" || t.kind == char
}

func numeral(src []byte, i int) int {
	digits := func() {
		for i < len(src) && (src[i] >= '0' && src[i] <= '9' || src[i] == '_') {
			i++
		}
	}
	digits()
	switch {
	case i < len(src) && src[i] == '#':
		for i++; i < len(src) && (src[i] >= '0' && src[i] <= '9' || src[i] == '_' || src[i] == '.' ||
			src[i]|32 >= 'a' && src[i]|32 <= 'f'); i++ {
		}
		if i < len(src) && src[i] == '#' {
			i++
		}
	case i+1 < len(src) && src[i] == '.' && src[i+1] >= '0' && src[i+1] <= '9':
		i++
		digits()
	}
	if i+1 < len(src) && src[i]|32 == 'e' {
		j := i + 1
		if src[j] == '+' || src[j] == '-' {
			j++
		}
		if j < len(src) && src[j] >= '0' && src[j] <= '9' {
			i = j
			digits()
		}
	}
	return i
}
