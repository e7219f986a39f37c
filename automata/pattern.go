package automata

// Event patterns: their text, normal form and meaning. Matching itself is in
// match.go.

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Pattern stands for a set of event names, perhaps of certain tasks only. It
// is an event name in which `*` and `?` are wildcards inside indices `[..]`
// and argument lists `(..)`, and nowhere else:
//
//	eat(0)   eat(*)   fork[*].up   phil[1]:fork[0].up   lock door   x<3
//
// A prefix `task:`, itself with wildcards in its indices, restricts the
// pattern to these tasks. Patterns are equal (==) when their normal forms are.
// The zero Pattern matches nothing.
type Pattern struct {
	text  string // normal form
	task  string // glob of the task prefix, "" if there is none
	body  string // glob of what follows the prefix
	full  string // glob of the whole text if there is a prefix, since a name of an event may contain ':' itself
	round bool   // indices of tasks are in parentheses, as in Ada, and not in brackets
}

// Wildcards in a compiled glob. No event name contains these bytes.
const (
	globOne  = '\x01' // `?`: one character, no bracket and no comma
	globMany = '\x02' // `*`: any text with balanced brackets and no comma outside them
	globList = '\x03' // `*` alone in its brackets: any text with balanced brackets
)

// ParsePattern reads a pattern. The error says that the pattern is empty, that its brackets do not pair, that it has
// control characters, or that it is not UTF-8.
func ParsePattern(s string) (Pattern, error) { return parsePattern(s, false) }

// parsePattern is ParsePattern. If round is set, the pattern is for a program whose tasks have indices in parentheses.
func parsePattern(s string, round bool) (Pattern, error) {
	if !utf8.ValidString(s) {
		return Pattern{}, fmt.Errorf("event pattern is not valid UTF-8")
	}
	for _, r := range s {
		if r < ' ' && r != '\t' || r == 0x7f {
			return Pattern{}, fmt.Errorf("control character %U in event pattern", r)
		}
	}
	text := normalise(s)
	if text == "" {
		return Pattern{}, fmt.Errorf("empty event pattern")
	}
	if err := balanced(text); err != nil {
		return Pattern{}, err
	}
	p := Pattern{text: text, round: round}
	if i := prefixEnd(text, round); i >= 0 {
		p.task, p.body, p.full = glob(text[:i]), glob(text[i+1:]), glob(text)
	} else {
		p.body = glob(text)
	}
	return p, nil
}

// ParsePatternOf is ParsePattern for events of a task. A pattern that names a task itself keeps it. task may be "".
func ParsePatternOf(task, s string) (Pattern, error) {
	p, err := ParsePattern(s)
	if err != nil || task == "" || p.Task() != "" {
		return p, err
	}
	return ParsePattern(task + ":" + s)
}

// String returns the pattern's normal form, which parses to the same pattern.
func (p Pattern) String() string { return p.text }

// Literal reports whether the pattern has no wildcards.
func (p Pattern) Literal() bool { return !wild(p.task) && !wild(p.body) }

// Task returns the text before the colon, "" if the pattern is for all tasks.
func (p Pattern) Task() string {
	if p.task == "" {
		return ""
	}
	return p.text[:prefixEnd(p.text, p.round)]
}

// Event returns the text without the task prefix.
func (p Pattern) Event() string {
	if p.task == "" {
		return p.text
	}
	return p.text[prefixEnd(p.text, p.round)+1:]
}

// StrayWildcard returns the character at the end of the pattern if it is a `*` or `?` outside brackets, which was
// probably meant as a wildcard. Otherwise it returns "".
func (p Pattern) StrayWildcard() string {
	depth := 0
	for i := range len(p.text) {
		switch c := p.text[i]; c {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case '*', '?':
			if depth == 0 && i+1 == len(p.text) {
				return p.text[i:]
			}
		}
	}
	return ""
}

// normalise drops spaces, except one between two words: `eat( 0 , 1 )` is
// `eat(0,1)`, `lock  door` is `lock door`. It does not allocate when s is in
// normal form.
func normalise(s string) string {
	clean := true
	for i := range len(s) {
		if c := s[i]; c == ' ' || c == '\t' {
			if c == '\t' || i == 0 || i+1 == len(s) || !wordByte(s[i-1]) || !wordByte(s[i+1]) {
				clean = false
				break
			}
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	var last byte
	gap := false
	for i := range len(s) {
		c := s[i]
		if c == ' ' || c == '\t' {
			gap = true
			continue
		}
		if gap && wordByte(last) && wordByte(c) {
			b.WriteByte(' ')
		}
		b.WriteByte(c)
		last, gap = c, false
	}
	return b.String()
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= utf8.RuneSelf
}

// balanced returns an error for the first bracket without a partner.
func balanced(s string) error {
	var open []byte
	for i := range len(s) {
		switch c := s[i]; c {
		case '[', '(':
			open = append(open, c)
		case ']', ')':
			want := byte('[')
			if c == ')' {
				want = '('
			}
			if len(open) == 0 || open[len(open)-1] != want {
				return fmt.Errorf("%q without %q in event pattern", c, want)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("%q is not closed in event pattern", open[len(open)-1])
	}
	return nil
}

// TaskPrefix returns the task prefix of an event name or pattern, without its colon,
// or "".
func TaskPrefix(s string) string { return s[:max(0, prefixEnd(s, false))] }

// prefixEnd returns the index of the colon that ends a task prefix, or -1. A colon
// counts when a task name stands before it (words, dots and indices, no
// space) and an event name follows.
func prefixEnd(s string, round bool) int {
	depth := 0
	for i := range len(s) {
		c := s[i]
		switch {
		case (c == '[' || round && c == '(') && i > 0:
			depth++
		case c == ']' || round && c == ')':
			depth--
		case depth > 0: // anything inside an index
		case c == ':':
			if i == 0 || i+1 == len(s) || s[i+1] == '=' || s[i+1] == ':' {
				return -1
			}
			return i
		case wordByte(c) && (i > 0 || c < '0' || c > '9'), i > 0 && (c == '.' || c == '#' || c == '$' || c == '/'):
		default:
			return -1
		}
	}
	return -1
}

// glob compiles wildcards that stand inside brackets.
func glob(s string) string {
	if !strings.ContainsAny(s, "*?") {
		return s
	}
	b := []byte(s)
	depth := 0
	for i, c := range b {
		switch {
		case c == '[' || c == '(':
			depth++
		case c == ']' || c == ')':
			depth--
		case depth == 0:
		case c == '?':
			b[i] = globOne
		case c == '*':
			b[i] = globMany
			if (b[i-1] == '[' || b[i-1] == '(') && (s[i+1] == ']' || s[i+1] == ')') {
				b[i] = globList
			}
		}
	}
	return string(b)
}

func wild(glob string) bool {
	return strings.IndexByte(glob, globOne) >= 0 || strings.ContainsAny(glob, "\x02\x03")
}
