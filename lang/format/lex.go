package format

import (
	"slices"
	"strings"
	"unicode/utf8"

	"flavers/automata"
	"flavers/automata/calls"
	"flavers/automata/fsa"
	"flavers/limit"
)

// Tokens with what stands between them: the ends of lines, and comments, which are
// tokens here.

type kind uint8

const (
	word    kind = iota // of a specification also an event: fork[0].up
	number              //
	quoted              // "turn=1"
	symbol              //
	comment             // to the end of the line, or between /* and */
)

type token struct {
	kind
	breaks uint8 // line ends before it: 0, 1, or 2 for more
	text   string
	column int32 // where it stood in its line, from 0; tabs are four blanks
	apart  int32 // how many columns behind the token before, in the same line

	prev, next int32 // by link: the tokens beside it that are no comments
}

func (t token) is(text string) bool { return t.text == text && (t.kind == word || t.kind == symbol) }

// in reports whether a token is one of words.
func (t token) in(words map[string]bool) bool {
	return (t.kind == word || t.kind == symbol) && words[t.text]
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// pairs are the symbols of two characters.
var pairs = set("|| && == != <= >= <- -> ..")

func letter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func digit(c byte) bool  { return '0' <= c && c <= '9' }

// lex splits a text. Every text can be split.
func lex(poll *limit.Poll, src string, spec bool) []token {
	src = strings.ReplaceAll(strings.TrimPrefix(src, "\uFEFF"), "\r\n", "\n")
	var out []token
	breaks, column, apart := uint8(0), int32(0), int32(0)
	formula, depth := false, 0 // in a formula of temporal logic, and in so many of its braces
	for i := 0; i < len(src); {
		poll.Look()
		start := i
		t := token{kind: symbol}
		switch c := src[i]; {
		case c == '\n':
			breaks = min(breaks+1, 2)
			column, apart = 0, 0
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r':
			n := int32(width(src[i : i+1]))
			column, apart = column+n, apart+n
			i++
			continue
		case strings.HasPrefix(src[i:], "//"):
			t.kind = comment
			if i = start + strings.IndexByte(src[start:], '\n'); i < start {
				i = len(src)
			}
		case strings.HasPrefix(src[i:], "/*"):
			t.kind = comment
			n := strings.Index(src[i+2:], "*/")
			if i += n + 4; n < 0 {
				i = len(src)
			}
		case spec && (c == '(' || letter(c)) && function(out, src[i:]) > 0:
			t.kind = word
			i += function(out, src[i:])
		case c == '"':
			t.kind = quoted
			i = quotation(src, i)
		case letter(c):
			t.kind = word
			for i < len(src) && (letter(src[i]) || digit(src[i])) {
				i++
			}
			w := src[start:i]
			switch {
			case spec && bindsNext(out, w, src[i:]):
			case formula && operators[w]:
			case formula && breaks > 0 && openings[w]:
				formula = false
			case formula || spec && !namesFollow(out) && !quantifies(out, w):
				i = event(src, start, i)
			}
			if spec && !formula && w == "ltl" && beginsFormula(out, src[i:]) {
				formula, depth = true, 0
			}
		case digit(c):
			t.kind = number
			for i < len(src) && (letter(src[i]) && !spec || digit(src[i])) {
				i++
			}
		default:
			_, n := utf8.DecodeRuneInString(src[i:])
			switch {
			case formula && c == '{':
				depth++
			case formula && c == '}':
				depth--
				formula = depth >= 0
			case c == ';':
				formula = false
			}
			if sign := unary(src[i:]); formula && sign != "" {
				n = len(sign)
			} else if i+1 < len(src) && pairs[src[i:i+2]] && (!spec || src[i:i+2] != "<-") {
				n = 2
			}
			i += n
		}
		t.text, t.breaks, t.column, t.apart = src[start:i], breaks, column, apart
		column += int32(width(t.text))
		if t.kind == comment {
			t.text = trimLines(t.text)
		}
		out = append(out, t)
		breaks, apart = 0, 0
	}
	return out
}

// bindsNext reports whether a word that comes after toks and before rest begins a call of Go: call F.
func bindsNext(toks []token, w, rest string) bool {
	return bindsCall(toks, w) && calls.StartsFunction(rest)
}

// bindsCall is bindsNext for any rest.
func bindsCall(toks []token, w string) bool {
	i := lastCode(toks)
	return i >= 0 && (w == "call" || w == "return") && (toks[i].is("=") || toks[i].is("|"))
}

// function returns the length of the name of a function of Go that src begins with, after toks; 0 if none may stand
// there.
func function(toks []token, src string) int {
	i := lastCode(toks)
	if i > 0 && toks[i].is("ok") && (letter(src[0]) || src[0] == '(') {
		i--
	}
	// The text is copied last: most words stand behind no call, and src is all that follows.
	if i < 1 || !bindsCall(toks[:i], toks[i].text) || !calls.StartsFunction(" "+src) {
		return 0
	}
	if strings.HasPrefix(src, "ok") && calls.StartsFunction(src[2:]) {
		return 0
	}
	return calls.Function(src)
}

// operators are those of formulas that are words.
var operators = set("G F X U W R")

// unary returns the operator of a formula that src begins with, if no other language has it; or "".
func unary(src string) string {
	for _, sign := range []string{"[]", "<>", "<->"} {
		if strings.HasPrefix(src, sign) {
			return sign
		}
	}
	return ""
}

// beginsFormula reports whether the word ltl, after toks and before rest, begins a formula, and
// is no event.
func beginsFormula(toks []token, rest string) bool {
	i := lastCode(toks)
	if i < 0 || !toks[i].is("{") && !toks[i].is("}") && !toks[i].is("]") && toks[i].kind != number && toks[i].kind != word {
		return false
	}
	rest = strings.TrimLeft(rest, " \t\r\n")
	for _, w := range []string{"precede", "respond", ",", "}", "=", ":", "-", "|", ";"} {
		if strings.HasPrefix(rest, w) {
			return false
		}
	}
	return !toks[i].in(quantifiers)
}

// formulaFollows is beginsFormula for toks[i].
func formulaFollows(toks []token, i int) bool {
	rest := ""
	if n := following(toks, i); n < len(toks) {
		rest = toks[n].text
	}
	return beginsFormula(toks[:i], rest)
}

// width returns how many columns a text of one line takes.
func width(s string) int {
	return utf8.RuneCountInString(s) + 3*strings.Count(s, "\t")
}

// trimLines removes the blanks at the ends of lines.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t\r")
	}
	return strings.Join(lines, "\n")
}

// quotation returns the end of the quoted name that begins at i.
func quotation(src string, i int) int {
	for i++; i < len(src) && src[i] != '\n'; i++ {
		switch src[i] {
		case '\\':
			if i+1 < len(src) && src[i+1] != '\n' {
				i++
			}
		case '"':
			return i + 1
		}
	}
	return i
}

// namesFollow reports whether a word that comes after toks names a property or a state:
// what follows it is not a part of it.
func namesFollow(toks []token) bool {
	i := lastCode(toks)
	words := []string{"property", "constraint", "invariant", "safety", "prefix", "->"}
	return i >= 0 && slices.ContainsFunc(words, toks[i].is)
}

// quantifies reports whether a word that comes after toks is all, none or show, and no
// event of that name.
func quantifies(toks []token, w string) bool {
	i := lastCode(toks)
	return quantifiers[w] && (i < 0 || toks[i].is("}") || toks[i].is("]") || declared(toks, i))
}

// lastCode returns the index of the last token that is no comment, or -1.
func lastCode(toks []token) int {
	i := len(toks) - 1
	for i >= 0 && toks[i].kind == comment {
		i--
	}
	return i
}

// event returns the end of the event name that begins with the word src[start:i]: with its
// indices, arguments, and what follows a dot, or the colon after a task.
func event(src string, start, i int) int {
	for i < len(src) {
		switch c := src[i]; {
		case c == '[' || c == '(':
			n := fsa.Bracketed(src[i:])
			if n == 0 {
				return i
			}
			i += n
		case (c == '.' || c == ':' && automata.TaskPrefix(src[start:i]+":x") != "") && i+1 < len(src) && letter(src[i+1]):
			for i++; i < len(src) && (letter(src[i]) || digit(src[i])); i++ {
			}
		default:
			return i
		}
	}
	return i
}
