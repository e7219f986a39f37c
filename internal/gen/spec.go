package gen

// This file makes random properties and constraints.

import (
	"fmt"
	"slices"
	"strings"
)

// Spec returns the text of one or two random properties (.fsa) over some of the given event
// patterns. There must be at least one pattern.
func Spec(data []byte, events []string) string {
	s := &specs{in: &choices{data}, events: events}
	for k := range 1 + s.in.n(2) {
		s.property(fmt.Sprint("p", k))
	}
	return s.out.String()
}

// Constraint returns the text of a random constraint over some of the given event patterns.
// Most programs have executions that obey it.
func Constraint(data []byte, events []string) string {
	s := &specs{in: &choices{data}, events: events}
	letters := s.letters(1 + s.in.n(2))
	if s.in.one(3) {
		s.line("constraint k for { %s }\n    all %s", strings.Join(letters, ", "), s.loop(letters))
		return s.out.String()
	}
	s.automaton("constraint k", letters, 4)
	return s.out.String()
}

type specs struct {
	in     *choices
	events []string
	out    strings.Builder
}

func (s *specs) line(format string, args ...any) { fmt.Fprintf(&s.out, format+"\n", args...) }

// letters decides on at most n different patterns, in quotes. A pattern may get wildcards for
// its indices and arguments.
func (s *specs) letters(n int) []string {
	var out []string
	for range n {
		e := pick(s.in, s.events)
		if s.in.one(6) {
			e = widen(e)
		}
		if q := `"` + e + `"`; !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	return out
}

// widen replaces every one-digit index or argument by `*`.
func widen(e string) string {
	b := []byte(e)
	for i := 1; i+1 < len(b); i++ {
		if b[i] >= '0' && b[i] <= '9' && strings.IndexByte("[(,", b[i-1]) >= 0 && strings.IndexByte("]),", b[i+1]) >= 0 {
			b[i] = '*'
		}
	}
	return string(b)
}

func (s *specs) property(name string) {
	letters := s.letters(1 + s.in.n(3))
	safety := ""
	if s.in.one(4) {
		safety = "safety "
	}
	switch s.in.n(5) {
	case 0, 1:
		s.automaton("property "+safety+name, letters, 2)
	case 2:
		how := pick(s.in, []string{"all", "none"})
		s.line("property %s%s for { %s }\n    %s %s", safety, name, strings.Join(letters, ", "), how, s.expr(letters, 2))
	case 3:
		s.line("property %s%s for { %s }\n    all %s", safety, name, strings.Join(letters, ", "), s.loop(letters))
	case 4:
		if s.in.one(3) {
			s.line("property %s%s { ltl %s }", safety, name, s.formula(letters, 3))
			return
		}
		s.line("property %s%s { %s }", safety, name, s.catalogue(letters))
	}
}

// automaton writes a random automaton. One in otherwise of them says "error otherwise".
func (s *specs) automaton(head string, letters []string, otherwise int) {
	n := 1 + s.in.n(3)
	states := make([]string, n)
	for q := range states {
		states[q] = fmt.Sprint("s", q)
		if s.in.n(3) < 2 {
			states[q] += "*"
		}
	}
	if !strings.Contains(strings.Join(states, ""), "*") {
		states[0] += "*"
	}
	s.line("%s {\n    states %s", head, strings.Join(states, ", "))
	for q := range n {
		for _, e := range letters {
			for range 1 + s.in.n(6)/5 { // two transitions make it nondeterministic
				if s.in.n(4) < 3 {
					s.line("    s%d -> s%d : %s", q, (q+1+s.in.n(n))%n, e)
				}
			}
		}
	}
	if s.in.one(otherwise) {
		s.line("    error otherwise")
	}
	s.line("}")
}

// expr returns a random regular expression.
func (s *specs) expr(letters []string, depth int) string {
	if depth == 0 || s.in.one(5) {
		switch s.in.n(6) {
		case 4:
			return "."
		case 5:
			return "[-" + pick(s.in, letters) + "]*"
		}
		return pick(s.in, letters)
	}
	x := s.expr(letters, depth-1)
	switch s.in.n(6) {
	case 0, 1:
		return fmt.Sprintf("(%s; %s)", x, s.expr(letters, depth-1))
	case 2:
		return fmt.Sprintf("(%s | %s)", x, s.expr(letters, depth-1))
	case 3:
		return "(" + x + ")*"
	case 4:
		return "(" + x + ")?"
	}
	return fmt.Sprintf(pick(s.in, []string{"(%s)+", "(%s)^2", "(.*; %s; .*)"}), x)
}

// formula returns a random formula of temporal logic, in parentheses.
func (s *specs) formula(letters []string, depth int) string {
	if depth == 0 || s.in.one(5) {
		return "(" + pick(s.in, letters) + ")"
	}
	x := s.formula(letters, depth-1)
	if op := pick(s.in, []string{"[]", "<>", "X ", "!", "", "", "", ""}); op != "" {
		return "(" + op + x + ")"
	}
	return "(" + x + pick(s.in, []string{" U ", " W ", " R ", " && ", " || ", " -> "}) + s.formula(letters, depth-1) + ")"
}

// loop returns an expression that executions often satisfy: the letters in turn, stopped anywhere.
func (s *specs) loop(letters []string) string {
	turn := strings.Join(letters, "; ")
	tail := ""
	for k := range letters[1:] {
		tail += fmt.Sprintf("; (%s)?", strings.Join(letters[:k+1], "; "))
	}
	return "(" + turn + ")*" + tail
}

// catalogue returns a specification pattern.
func (s *specs) catalogue(letters []string) string {
	x, y := letters[0], letters[len(letters)-1]
	if x == y {
		return pick(s.in, []string{"absence of ", "existence of "}) + x
	}
	return fmt.Sprintf(pick(s.in, []string{
		"absence of %s before %s", "absence of %s after %s", "existence of %s after %s", "precedence: %s precedes %s",
		"response: %s responds to %s",
	}), x, y)
}

// Ending returns the text of a random constraint that some prefixes break only by what comes later: it accepts
// where executions end, and often not before.
func Ending(data []byte, events []string) string {
	s := &specs{in: &choices{data}, events: events}
	letters := s.letters(2)
	x, y := letters[0], letters[len(letters)-1]
	switch s.in.n(5) {
	case 0, 1:
		s.line("constraint k { existence of %s }", x)
	case 2:
		s.line("constraint k { response: %s responds to %s }", x, y)
		if x == y {
			s.out.Reset()
			s.line("constraint k for { %s } all %s; (%s)*", x, x, x)
		}
	case 3:
		s.line("constraint k for { %s } all .*; %s", strings.Join(letters, ", "), x)
	case 4:
		s.line("constraint k for { %s } all (%s)^2 | %s; .*", strings.Join(letters, ", "), y, x)
	}
	return s.out.String()
}
