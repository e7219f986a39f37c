package fsa

// This file reports slips in words so that one slip gives one message: brackets and quotes that are not closed, words
// with letters that names do not have, and words that are nearly right. After each it goes on where the writer probably
// meant the word to end: in "eat(0 -> x : b" that is before the arrow.

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"flavers/diag"
)

// openBracket looks at the bracket that comes next, in the event name that begins at start. If nothing on its line
// closes it, openBracket reports it, goes to the end of the name, and returns true.
func (r *reader) openBracket(start int) bool {
	depth, j := 0, r.at
	for ; j < len(r.src); j++ {
		switch c := r.src[j]; {
		case c == '[' || c == '(':
			depth++
		case c == ']' || c == ')':
			if depth--; depth == 0 {
				return false // what stands between is wrong, and reported when it is read
			}
		}
		if strings.IndexByte("\n\r;|{}\"", r.src[j]) >= 0 || strings.HasPrefix(r.src[j:], "//") ||
			strings.HasPrefix(r.src[j:], "->") {
			break
		}
	}
	if rest, _, _ := strings.Cut(r.src[j:], "\n"); strings.ContainsAny(rest, ")]") {
		return false
	}
	name := strings.TrimRight(r.src[start:j], " \t,")
	closing := map[byte]string{'(': ")", '[': "]"}[r.src[r.at]]
	r.errorf(r.at, 1, diag.FOpenBracket, "%q is not closed", r.src[r.at]).
		WithHint("write %s%s, or quote a name with odd brackets", name, closing)
	r.at = start + len(name)
	return true
}

// openQuote reports the quote at start, which is not closed on its line, and goes to the end of what was probably meant
// to be quoted. It always returns false, so that callers can return its result.
func (r *reader) openQuote(start int) bool {
	line, _, _ := strings.Cut(r.src[start:r.at], "//")
	line = strings.TrimRight(line, "}; \t\r")
	r.errorf(start, max(1, len(line)), diag.FOpenString, "quoted name is not closed").
		WithHint("a name ends on the line where it begins; write %s\"", line)
	r.at = start + max(1, len(line))
	return false
}

// foreignWord returns the word that comes next if it begins with a letter that
// names of the language do not have, or "".
func (r *reader) foreignWord() string {
	if c, _ := utf8.DecodeRuneInString(r.src[r.at:]); c < utf8.RuneSelf || !unicode.IsLetter(c) {
		return ""
	}
	rest := r.src[r.at:]
	if end := strings.IndexFunc(rest, func(c rune) bool {
		return c != '_' &&
			!unicode.In(c, unicode.L, unicode.M, unicode.N)
	}); end >= 0 {
		rest = rest[:end]
	}
	return rest
}

// near adds to e, as a hint, which of the words was probably meant by the next one, if it is similar to one of them.
func (r *reader) near(e *diag.Diagnostic, words ...string) *diag.Diagnostic {
	if s := diag.Suggest(r.peekWord(), words); s != "" {
		e.WithHint("did you mean %q?", s)
	}
	return e
}
