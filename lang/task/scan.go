package task

import (
	"go/token"
	"sort"
	"strconv"
	"strings"

	"flavers/diag"
	"flavers/limit"
)

// This file turns source text into a flat list of tokens, with the ends of
// statements marked: a newline token stands where a line ends after something
// that can end a statement, outside parentheses and brackets.

// pos is a byte offset into the source.
type pos int32

// maxSource bounds the size of a source file, in bytes.
const maxSource = 4 << 20

// source is the text of one file and what is needed to name places in it.
type source struct {
	name  string
	text  []byte
	lines []pos // offset of the first byte of every line

	origins []origin // of //line comments, in their order
}

func newSource(name string, text []byte) *source {
	s := &source{name: name, text: text, lines: []pos{0}}
	for i, c := range text {
		if c == '\n' {
			s.lines = append(s.lines, pos(i+1))
		}
	}
	return s
}

// place converts an offset to a line and byte column of the text, both from 1.
func (s *source) place(p pos) token.Position {
	i := sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > p }) - 1
	return token.Position{Filename: s.name, Offset: int(p), Line: i + 1, Column: int(p-s.lines[i]) + 1}
}

type kind uint8

const (
	eof     kind = iota
	newline      // end of a line that can end a statement, or a semicolon
	word         // identifier or keyword
	number       // decimal integer
	symbolT      // operator or bracket
)

// span is a piece of source text, from at up to but not including end.
type span struct{ at, end pos }

func (s span) where() span { return s }

type lexeme struct {
	kind  kind
	text  string
	fresh bool // first of its line
	guess bool // stands for something that the language does not have
	wrong bool // a number that was complained of
	span
}

// reporter collects the diagnostics of one file.
type reporter struct {
	src  *source
	poll *limit.Poll // looked at by all stages, for each piece of the text; nil: no limit
	list diag.List
	many bool // the limit of diagnostics is reached

	badLines map[int]bool    // lines with a character that stands for nothing
	words    map[string]bool // reported words with letters beyond ASCII
}

// maxErrors bounds the diagnostics of one file.
const maxErrors = 1000

func (r *reporter) add(s diag.Severity, w span, code diag.Code, format string, args ...any) *diag.Diagnostic {
	if len(r.list.All) >= maxErrors {
		if !r.many {
			r.many = true
			r.list.Errorf(r.src.position(w.at), "T006", "more than %d problems; the rest is not shown", maxErrors)
		}
		return new(diag.Diagnostic)
	}
	var d *diag.Diagnostic
	if s == diag.Warning {
		d = r.list.Warnf(r.src.position(w.at), code, format, args...)
	} else {
		d = r.list.Errorf(r.src.position(w.at), code, format, args...)
	}
	return d.WithLen(max(1, int(w.end-w.at)))
}

func (r *reporter) errorf(w span, code diag.Code, format string, args ...any) *diag.Diagnostic {
	return r.add(diag.Error, w, code, format, args...)
}

func (r *reporter) warnf(w span, code diag.Code, format string, args ...any) *diag.Diagnostic {
	return r.add(diag.Warning, w, code, format, args...)
}

// reserved words may not name variables, constants, types, tasks, procedures
// and objects. Events, entries and enum values may be called by any word that
// is not in exprWords.
var reserved = set("program const enum shared lock rwlock sem chan task entry proc dynamic ref bool var loop while for " +
	"if then else choose or any select case when terminate accept call event await atomic assert skip stop return break " +
	"continue spawn join unlock rlock runlock acquire release wait notify notifyall close in true false min max self " +
	"actor looper process post on init")

// exprWords have a meaning inside expressions and headers.
var exprWords = set("if then else any in when case true false min max self bool ref")

// starters begin a statement or declaration: at the start of a line they end
// whatever came before, even inside an unbalanced parenthesis.
var starters = set("program const enum shared rwlock sem chan task entry proc var loop while for choose select case accept " +
	"call event await atomic assert return break continue actor looper process post")

// openWords cannot end a statement.
var openWords = set("then else or in when case")

func set(words string) map[string]bool {
	m := map[string]bool{}
	start := 0
	for i := 0; i <= len(words); i++ {
		if i == len(words) || words[i] == ' ' {
			m[words[start:i]] = true
			start = i + 1
		}
	}
	return m
}

// scan returns the tokens of a file; the last one is eof.
func scan(r *reporter) []lexeme {
	text := r.src.text
	var out []lexeme
	depth := 0 // of parentheses and brackets
	add := func(k kind, at, end int) {
		out = append(out, lexeme{kind: k, text: string(text[at:end]), span: span{pos(at), pos(end)}})
	}
	ends := func() bool { // whether the last token can end a statement
		if len(out) == 0 {
			return false
		}
		switch t := &out[len(out)-1]; t.kind {
		case word:
			return !openWords[t.text]
		case number:
			return true
		case symbolT:
			return t.text == ")" || t.text == "]" || t.text == "}"
		}
		return false
	}
	fresh := true
	held := -1 // offset of a line end inside parentheses or after an operator, or -1
	lineEnd := func(i int) {
		fresh = true
		switch {
		case len(out) == 0 || held >= 0:
		case depth == 0 && ends():
			add(newline, i, min(i+1, len(text)))
		default:
			if t := &out[len(out)-1]; t.kind != newline && !t.is("{") && !t.is(",") && !t.is(":") {
				held = i
			}
		}
	}
	i := 0
	slip := func(start int) {
		end, k, meant := r.slip(start)
		if i = end; k != eof {
			add(k, start, end)
			out[len(out)-1].text, out[len(out)-1].guess = meant, true
		}
	}
	if len(text) >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF {
		i = 3 // byte order mark
	}
	for i < len(text) {
		r.poll.Look()
		c := text[i]
		switch {
		case c == '\n':
			lineEnd(i)
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r':
			i++
			continue
		case c == '/' && i+1 < len(text) && text[i+1] == '/':
			start := i
			for i < len(text) && text[i] != '\n' {
				i++
			}
			r.src.directive(start, i)
			continue
		case c == '/' && i+1 < len(text) && text[i+1] == '*':
			start, lines := i, false
			i += 2
			for i+1 < len(text) && (text[i] != '*' || text[i+1] != '/') {
				lines = lines || text[i] == '\n'
				i++
			}
			if i+1 >= len(text) {
				r.errorf(span{pos(start), pos(start + 2)}, "T002", "this comment is not closed")
				i = len(text)
				continue
			}
			i += 2
			if lines {
				lineEnd(start)
			}
			continue
		}
		start := i
		switch {
		case fresh && depth == 0 && (len(out) == 0 || out[len(out)-1].kind == newline || out[len(out)-1].is("{")) &&
			dashComment(text[i:]):
			r.errorf(span{pos(i), pos(i + 2)}, "T001", "unexpected --").WithHint("comments begin with //")
			i += lineLength(text[i:])
			continue
		case letter(c):
			for i < len(text) && (letter(text[i]) || digit(text[i])) {
				i++
			}
			if foreignWord(text[start:]) > i-start {
				slip(start)
				break
			}
			if held >= 0 && starters[string(text[start:i])] {
				depth = 0
				add(newline, held, held+1)
			}
			add(word, start, i)
		case digit(c):
			for i < len(text) && (letter(text[i]) || digit(text[i])) {
				i++
			}
			add(number, start, i)
			if v, err := strconv.ParseInt(string(text[start:i]), 10, 64); err != nil || v > 1<<31-1 {
				t := &out[len(out)-1]
				if strings.Trim(t.text, "0123456789") != "" {
					r.errorf(t.span, "T004", "malformed number %s", clip(t.text)).WithHint("numbers are written in decimal")
				} else {
					r.errorf(t.span, "T004", "the number %s does not fit into 32 bits", clip(t.text)).
						WithHint("a type has at most 65536 values: take the few that matter, as 0..7")
				}
				t.text, t.wrong = "0", true
			}
		case c == ';':
			i++
			if depth == 0 {
				add(newline, start, i)
			} else {
				add(symbolT, start, i)
			}
		default:
			n := operator(text[i:])
			if n == 0 {
				slip(start)
				break
			}
			i += n
			switch c {
			case '(', '[':
				depth++
			case ')', ']':
				depth = max(0, depth-1)
			case '{', '}':
				depth = 0
			}
			add(symbolT, start, i)
		}
		if len(out) == 0 || out[len(out)-1].at != pos(start) {
			continue // nothing was read
		}
		held = -1
		if fresh {
			out[len(out)-1].fresh, fresh = true, false
		}
	}
	if ends() {
		add(newline, len(text), len(text))
	}
	end := len(text) // the end of the file is shown behind its last token
	for _, t := range out[max(0, len(out)-2):] {
		if t.kind != newline || t.text == ";" {
			end = int(t.end)
		}
	}
	out = append(out, lexeme{kind: eof, span: span{pos(end), pos(end)}})
	return out
}

func letter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func digit(c byte) bool  { return '0' <= c && c <= '9' }

// operator returns the length of the operator that text begins with, or 0.
func operator(text []byte) int {
	if len(text) >= 2 {
		switch string(text[:2]) {
		case "||", "&&", "==", "!=", "<=", ">=", "<-", "..":
			return 2
		}
	}
	switch text[0] {
	case '(', ')', '[', ']', '{', '}', ',', ':', '.', '=', '<', '>', '+', '-', '*', '/', '%', '!':
		return 1
	}
	return 0
}

// clip shortens text that is quoted in a message.
func clip(s string) string {
	const n = 40
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}
