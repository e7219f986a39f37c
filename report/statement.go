package report

// Statements of the source: what is written where a step stands, which names
// it reads, and which it may write without an event that tells. This is a look
// at one line, not a parse of the program: what it does not understand it
// leaves out.

import (
	"regexp"
	"strings"
)

// stmtKind says what a step's statement can do to variables.
type stmtKind uint8

const (
	otherStmt  stmtKind = iota // may write whatever its line names
	testStmt                   // if, while, await, assert: writes nothing
	assignStmt                 // writes what its event says
	useStmt                    // event, post, call, send: writes nothing of its own task
)

// statement is what is written at a place.
type statement struct {
	kind  stmtKind
	text  string // the statement without its body and comment; "" if it is not known
	whole bool   // it ends on its line
	reads string // the part of it whose names are read
	takes string // the part of it whose names get what is taken: by accept, on, receive
	line  string // the line without its comment
}

var (
	firstWord  = regexp.MustCompile(`^\w*`)
	assignment = regexp.MustCompile(`^([A-Za-z_]\w*)((?:\[[^=]*\])?)\s*=\s*([^=\s].*)$`)
	sending    = regexp.MustCompile(`^[A-Za-z_]\w*\s*<-\s*(.+)$`)
	unended    = regexp.MustCompile(`(?:[-+*/%=<>&|,(\[]|\.\.|\b(?:then|else|in|when|case))$`)
)

// statementAt reads the statement at a byte column (from 1) of a line.
func statementAt(line string, column int) statement {
	line, _, _ = strings.Cut(line, "//")
	s := statement{line: line}
	if column < 1 || column > len(line) {
		return s
	}
	s.text, s.whole = firstStatement(line[column-1:])
	word := firstWord.FindString(s.text)
	rest := s.text[len(word):]
	switch word {
	case "if", "while", "await", "assert":
		s.kind, s.reads = testStmt, rest
		return s
	case "event", "post", "call":
		s.kind = useStmt
		if _, args, ok := strings.Cut(rest, "("); ok && word != "call" {
			s.reads = args
		}
		return s
	case "accept", "on":
		_, s.takes, _ = strings.Cut(rest, "(")
		return s
	case "atomic", "var", "const", "select", "case", "spawn", "join", "for", "init":
		return s
	}
	if m := assignment.FindStringSubmatch(s.text); m != nil {
		switch value := m[3]; {
		case strings.HasPrefix(value, "<-"):
			s.takes = m[1] + m[2]
		case !strings.HasPrefix(value, "spawn "):
			s.kind, s.reads = assignStmt, m[2]+" "+value
		}
		return s
	}
	if m := sending.FindStringSubmatch(s.text); m != nil {
		s.kind, s.reads = useStmt, m[1]
	}
	return s
}

// firstStatement cuts off what comes after the first statement or its head:
// a body, another statement, the colon of an alternative. whole: it ends here.
func firstStatement(s string) (text string, whole bool) {
	depth, end := 0, len(s)
scan:
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				end = i
				break scan
			}
		case '{', '}', ';', ':':
			if depth == 0 {
				end = i
				break scan
			}
		}
	}
	text = strings.TrimSpace(s[:end])
	if before, _, ok := strings.Cut(text, " when "); ok { // the guard of an alternative
		text = before
	}
	return text, text != "" && depth <= 0 && (end < len(s) || !unended.MatchString(text))
}

// nameUse is a name in an expression with its indices as they are written.
type nameUse struct {
	name  string
	index []string
}

var notNames = map[string]bool{"true": true, "false": true, "min": true, "max": true, "self": true, "if": true, "then": true, "else": true, "any": true, "when": true, "in": true}

// namesIn lists the names used in an expression, those in indices before the
// indexed one. Nothing is resolved: constants are among them.
func namesIn(s string) []nameUse {
	var out []nameUse
	letter := func(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	for i := 0; i < len(s); {
		switch {
		case digit(s[i]):
			for i < len(s) && (digit(s[i]) || letter(s[i])) {
				i++
			}
		case letter(s[i]):
			from := i
			for i < len(s) && (digit(s[i]) || letter(s[i])) {
				i++
			}
			u := nameUse{name: s[from:i]}
			for i < len(s) && s[i] == '[' {
				end, depth := i, 0
				for ; end < len(s); end++ {
					if s[end] == '[' {
						depth++
					} else if s[end] == ']' {
						if depth--; depth == 0 {
							break
						}
					}
				}
				if end == len(s) {
					return out
				}
				inner := strings.TrimSpace(s[i+1 : end])
				out = append(out, namesIn(inner)...)
				u.index = append(u.index, inner)
				i = end + 1
			}
			if !notNames[u.name] {
				out = append(out, u)
			}
		default:
			i++
		}
	}
	return out
}
