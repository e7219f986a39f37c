package fsa

// This file reads the text of specifications: space, comments, words, names of events, positions. There is no separate
// list of tokens, because what a character means depends on the place: the parser asks for what it expects, so that
// `fork[0].up` is one name where an event may be, and `[a,b]` is a set where a set may be.

import (
	"fmt"
	"go/token"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"flavers/automata"
	"flavers/automata/calls"
	"flavers/diag"
	"flavers/limit"
)

// reader is a position in a source file.
type reader struct {
	poll  *limit.Poll // checked for each word; nil means no limit
	file  string      // for positions
	src   string
	at    int        // offset of the next byte
	lines []int      // for each line the offset of its first byte
	list  *diag.List // where problems are reported
	count int        // number of errors in the current declaration
	// nested is set if the text is itself in quotes, up to its end. Then quotes in it are written \".
	nested bool
}

func newReader(file string, src []byte, list *diag.List) *reader {
	r := &reader{file: file, src: string(src), list: list, lines: []int{0}}
	for i := range len(r.src) {
		if r.src[i] == '\n' {
			r.lines = append(r.lines, i+1)
		}
	}
	if strings.HasPrefix(r.src, "\uFEFF") {
		r.at = len("\uFEFF")
	}
	return r
}

func (r *reader) position(offset int) token.Position {
	line := sort.SearchInts(r.lines, offset+1) - 1
	return token.Position{Filename: r.file, Offset: offset, Line: line + 1, Column: offset - r.lines[line] + 1}
}

// maxErrors is how many errors of one declaration are reported.
const maxErrors = 50

// errorf reports an error in the n bytes at the offset from.
func (r *reader) errorf(from, n int, code diag.Code, format string, args ...any) *diag.Diagnostic {
	r.count++
	switch {
	case r.count > maxErrors+1:
		return new(diag.Diagnostic) // said before
	case r.count == maxErrors+1:
		return r.list.Errorf(r.position(from), diag.FTooMany, "too many errors")
	}
	return r.list.Errorf(r.position(from), code, format, args...).WithLen(n)
}

func (r *reader) warnf(from, n int, code diag.Code, format string, args ...any) *diag.Diagnostic {
	return r.list.Warnf(r.position(from), code, format, args...).WithLen(n)
}

// space skips blanks and comments, and with lines set also ends of lines. A comment over several lines counts as a
// blank, not as an end of a line.
func (r *reader) space(lines bool) {
	r.poll.Look()
	for r.at < len(r.src) {
		switch c := r.src[r.at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' && lines:
			r.at++
		case strings.HasPrefix(r.src[r.at:], "//"):
			if n := strings.IndexByte(r.src[r.at:], '\n'); n >= 0 {
				r.at += n
			} else {
				r.at = len(r.src)
			}
		case strings.HasPrefix(r.src[r.at:], "/*"):
			n := strings.Index(r.src[r.at+2:], "*/")
			if n < 0 {
				r.errorf(r.at, 2, diag.FOpenComment, "comment is not closed").WithHint("add */")
				r.at = len(r.src)
				return
			}
			r.at += n + 4
		default:
			return
		}
	}
}

// has skips blanks and comments on this line, and reports whether s comes next.
func (r *reader) has(s string) bool {
	r.space(false)
	return strings.HasPrefix(r.src[r.at:], s)
}

// take is has, and also skips s.
func (r *reader) take(s string) bool {
	if r.has(s) {
		r.at += len(s)
		return true
	}
	return false
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// wordAt returns the identifier that begins at offset i, or "".
func (r *reader) wordAt(i int) string {
	if i >= len(r.src) || !letter(r.src[i]) {
		return ""
	}
	end := i + 1
	for end < len(r.src) && (letter(r.src[end]) || digit(r.src[end])) {
		end++
	}
	return r.src[i:end]
}

// peekWord returns the identifier that comes next on this line, or "".
func (r *reader) peekWord() string {
	r.space(false)
	return r.wordAt(r.at)
}

// takeWord skips the word w if it comes next.
func (r *reader) takeWord(w string) bool {
	if r.peekWord() != w {
		return false
	}
	r.at += len(w)
	return true
}

// name is a word of the source with its offset.
type name struct {
	text string
	at   int
}

// takeName reads an identifier; its text is "" if none comes next.
func (r *reader) takeName() name {
	w := r.peekWord()
	n := name{w, r.at}
	r.at += len(w)
	return n
}

// eventRef is an event, or a short name for events, as written.
type eventRef struct {
	text   string // without quotes
	quoted bool
	bad    bool        // an error in it was reported, so further errors are not
	call   *calls.Call // a call of a Go function in place of an event of the program; nil for an event
	at, n  int         // offset and length in the source
}

// takeEvent reads the name of an event, plain or quoted. A plain name is a word and what directly follows it: indices,
// arguments, `.word`, and `:word` after the name of a task. If no name comes next, takeEvent returns false, and neither
// reads nor reports anything. A faulty quoted name is reported and read as far as it goes.
func (r *reader) takeEvent() (ref eventRef, ok bool) {
	r.space(false)
	start := r.at
	if r.at < len(r.src) && r.src[r.at] == '"' {
		text, ok := r.quoted()
		return eventRef{text: text, quoted: true, bad: !ok, at: start, n: r.at - start}, true
	}
	if r.nested && strings.HasPrefix(r.src[r.at:], `\"`) {
		text, _, closed := strings.Cut(r.src[r.at+2:], `\"`)
		r.at += 2 + len(text)
		if r.at += 2; !closed {
			r.at = len(r.src)
			r.errorf(start, r.at-start, diag.FOpenString, "quoted name is not closed").
				WithHint(`in a formula in quotes an event ends with \" where it begins so`)
		}
		return eventRef{text: text, quoted: true, bad: !closed, at: start, n: r.at - start}, true
	}
	w := r.wordAt(r.at)
	if w == "" {
		return eventRef{}, false
	}
	r.at += len(w)
	for r.at < len(r.src) {
		switch c := r.src[r.at]; c {
		case '[', '(':
			n := Bracketed(r.src[r.at:])
			if n == 0 {
				ref := r.plainEvent(start)
				ref.bad = r.openBracket(start)
				return ref, true
			}
			r.at += n
		case '.', ':':
			next := r.wordAt(r.at + 1)
			if next == "" || c == ':' && automata.TaskPrefix(r.src[start:r.at]+":x") == "" {
				return r.plainEvent(start), true
			}
			r.at += 1 + len(next)
		default:
			return r.plainEvent(start), true
		}
	}
	return r.plainEvent(start), true
}

func (r *reader) plainEvent(start int) eventRef {
	return eventRef{text: r.src[start:r.at], at: start, n: r.at - start}
}

// Bracketed returns the length of the brackets, with their contents, that src begins with: an index or the arguments of
// an event. It returns 0 if src does not begin with any.
func Bracketed(src string) int {
	var open []byte
	for i := range len(src) {
		switch c := src[i]; c {
		case '[':
			open = append(open, ']')
		case '(':
			open = append(open, ')')
		case ']', ')':
			if open[len(open)-1] != c {
				return 0
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1
			}
		case ';', '|', '"', '{', '}', '\n', '^':
			return 0
		}
		if len(open) > maxNesting {
			return 0
		}
	}
	return 0
}

// quoted reads a quoted string; the next byte is the quote. A string that is not closed on its line is taken to end
// before the braces at the end of the line.
func (r *reader) quoted() (text string, ok bool) {
	start := r.at
	var b strings.Builder
	for r.at++; r.at < len(r.src); r.at++ {
		switch c := r.src[r.at]; c {
		case '"':
			r.at++
			return b.String(), true
		case '\n':
			return b.String(), r.openQuote(start)
		case '\\':
			if r.at+1 < len(r.src) && (r.src[r.at+1] == '"' || r.src[r.at+1] == '\\') {
				r.at++
				b.WriteByte(r.src[r.at])
				continue
			}
			r.errorf(r.at, 1, diag.FBadEscape, "unknown escape in a quoted name").WithHint(`write \\ for a backslash`)
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), r.openQuote(start)
}

// takeNumber reads a decimal number up to max. If there is none, it reports an error and returns -1.
func (r *reader) takeNumber(max int) int {
	r.space(false)
	start := r.at
	v := 0
	for r.at < len(r.src) && digit(r.src[r.at]) {
		v = min(v*10+int(r.src[r.at]-'0'), max+1)
		r.at++
	}
	switch {
	case r.at == start:
		r.errorf(start, r.width(), diag.FBadNumber, "expected a number, found %s", r.found())
		return -1
	case v > max:
		r.errorf(start, r.at-start, diag.FBadNumber, "number is larger than %d", max)
		return -1
	}
	return v
}

// found returns a description of what comes next, for messages.
func (r *reader) found() string {
	r.space(false)
	switch {
	case r.at < len(r.src):
	case r.nested:
		return "the end of the quotes"
	default:
		return "the end of the file"
	}
	if w := r.wordAt(r.at); w != "" {
		return fmt.Sprintf("%q", w)
	}
	if w := r.foreignWord(); w != "" {
		return fmt.Sprintf("%q", w)
	}
	c, n := utf8.DecodeRuneInString(r.src[r.at:])
	switch {
	case c == '\n':
		return "the end of the line"
	case c == utf8.RuneError && n == 1:
		return "text that is not UTF-8"
	case strings.HasPrefix(r.src[r.at:], "->"):
		return "`->`"
	case c == '"':
		return "a quoted name"
	}
	return fmt.Sprintf("%q", c)
}

// width returns the number of bytes that a message about what comes next underlines.
func (r *reader) width() int {
	r.space(false)
	return max(1, len(r.wordAt(r.at)), len(r.foreignWord()))
}

// expected reports that something else should come next; what describes it.
func (r *reader) expected(what string) *diag.Diagnostic {
	r.space(false)
	code := diag.FExpected
	if r.at < len(r.src) && !knownByte(r.src[r.at]) {
		code = diag.FBadCharacter
	}
	e := r.errorf(r.at, r.width(), code, "expected %s, found %s", what, r.found())
	c, _ := utf8.DecodeRuneInString(r.src[r.at:])
	switch {
	case code != diag.FBadCharacter:
	case strings.ContainsRune("'`‘’“”„«»", c):
		e.WithHint(`event names stand in plain double quotes: "eat(0)"`)
	case c == '#':
		e.WithHint("comments begin with //")
	case unicode.IsLetter(c):
		e.WithHint("names without quotes are made of A-Z, a-z, 0-9 and _")
	}
	return e
}

func knownByte(c byte) bool {
	return letter(c) || digit(c) || strings.IndexByte("{}[](),;:=|*+?^.-<>\"\n/!&", c) >= 0
}

// text returns the source from..to without the space and comments at its end.
func (r *reader) text(from, to int) string {
	scan := reader{src: r.src[:to], at: from, lines: r.lines, list: &diag.List{}}
	end := from
	for scan.space(true); scan.at < to; scan.space(true) {
		if scan.src[scan.at] == '"' {
			scan.quoted()
		} else {
			scan.at++
		}
		end = scan.at
	}
	return r.src[from:end]
}
