package fsa

// This file helps users who write a formula of linear temporal logic where a pattern is expected. The error message
// says which pattern means the same, and how a formula is written:
//
//	[](ask -> <> answer)     answer responds to ask
//	G !fail                  absence of fail
//	!use U init              init precedes use, and existence of init
//
// A test compares the two sides on words.

import (
	"slices"
	"strings"

	"flavers/automata/ltl"
	"flavers/diag"
)

// temporal reports whether a formula of temporal logic comes next, up to the end of the line or of the braces. If so,
// it adds an error that says which pattern means the same. It does not move the parser.
func (p *parser) temporal() bool {
	p.space(true)
	save, list, count := p.at, p.list, p.count
	p.list = &diag.List{} // errors of the attempt to read a formula do not count
	r := &formulaReader{parser: p}
	f := r.equivalence(0)
	whole := f != nil && (p.at >= len(p.src) || p.has("\n") || p.has(";") || p.has("}"))
	end := p.at
	p.at, p.list, p.count = save, list, count
	if !whole {
		return p.temporalSign()
	}
	if !r.logic {
		return false
	}
	text := strings.TrimSpace(p.src[save:end])
	p.errorf(save, len(text), diag.FExpected, "a formula of temporal logic stands where a pattern is expected").
		WithHint("write %s", strings.Join(f.instead(), ", or "))
	return true
}

// instead returns the ways to write f in .fsa syntax: the patterns that mean the same, and the form ltl. If a pattern
// is `universality`, only the patterns are returned: universality may hold of a word that ends, where [] of an event
// may not, since there is no event after the end.
func (f *formula) instead() []string {
	var out []string
	same := f.positive(false).patterns()
	if len(same) > 0 {
		out = append(out, strings.Join(same, ", and in a property of its own "))
	}
	if !slices.ContainsFunc(same, func(s string) bool { return strings.HasPrefix(s, "universality") }) {
		text := f.written()
		if strings.HasPrefix(text, `"`) && len(f.args) == 0 { // quotes of a formula
			text = "(" + text + ")"
		}
		out = append(out, "ltl "+text)
	}
	return out
}

// temporalSign reports whether text that is not a formula begins as only a formula does, and then adds an error.
func (p *parser) temporalSign() bool {
	if !p.has("[]") && !p.has("<>") {
		return false
	}
	p.errorf(p.at, 2, diag.FExpected,
		"a formula of temporal logic stands where a pattern is expected").WithHint("write ltl before it; " + formulaHint)
	return true
}

// written returns the formula as it is written after `ltl`.
func (f *formula) written() string {
	switch len(f.args) {
	case 0:
		if text := f.text(); slices.ContainsFunc(signs, func(s sign) bool { return s.text == text }) || text == "true" || text == "false" {
			return `"` + text + `"`
		}
		return f.text()
	case 1:
		space := ""
		if f.op == ltl.Next {
			space = " "
		}
		return ltl.Signs[f.op] + space + f.args[0].operand()
	}
	return f.args[0].operand() + " " + ltl.Signs[f.op] + " " + f.args[1].operand()
}

// operand returns f as it is written as an operand: in parentheses if f has two operands itself.
func (f *formula) operand() string {
	if len(f.args) < 2 {
		return f.written()
	}
	return "(" + f.written() + ")"
}

// text returns an event, or a group of events, as written.
func (f *formula) text() string {
	if f.refs[0].quoted {
		return `"` + f.refs[0].text + `"`
	}
	return f.refs[0].text
}

// positive returns f, or its negation if negated is set, in a form in which every ! is before an event or a choice of
// events. It returns nil if the operators known here do not allow that.
func (f *formula) positive(negated bool) *formula {
	switch f.op {
	case ltl.Not:
		return f.args[0].positive(!negated)
	case ltl.Always, ltl.Finally, ltl.Next:
		op := f.op
		if negated {
			op = map[ltl.Op]ltl.Op{ltl.Always: ltl.Finally, ltl.Finally: ltl.Always, ltl.Next: ltl.Next}[op]
		}
		x := f.args[0].positive(negated)
		if x == nil {
			return nil
		}
		return &formula{op: op, args: []*formula{x}}
	}
	switch {
	case negated && f.events() != "":
		return &formula{op: ltl.Not, args: []*formula{f}}
	case negated:
		return nil
	case f.op == ltl.Event:
		return f
	}
	g := &formula{op: f.op}
	for _, a := range f.args {
		x := a.positive(false)
		if x == nil {
			return nil
		}
		g.args = append(g.args, x)
	}
	return g
}

// events returns the group of events that f stands for, as a pattern writes it. It returns "" if f is no choice of
// events.
func (f *formula) events() string {
	list, ok := f.choice()
	switch {
	case !ok:
		return ""
	case len(list) == 1:
		return list[0]
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// choice returns the events of f if f is an event, or a choice of events, as a | b. ok is false if f is another
// formula.
func (f *formula) choice() (events []string, ok bool) {
	if f.op == ltl.Event {
		return []string{f.text()}, true
	}
	if f.op != ltl.Or {
		return nil, false
	}
	left, leftOK := f.args[0].choice()
	right, rightOK := f.args[1].choice()
	return slices.Concat(left, right), leftOK && rightOK
}

// under returns the operand of f if f begins with the prefix operator op, and otherwise nil.
func (f *formula) under(op ltl.Op) *formula {
	if f == nil || f.op != op {
		return nil
	}
	return f.args[0]
}

// group is events, but returns "" if f is nil.
func (f *formula) group() string {
	if f == nil {
		return ""
	}
	return f.events()
}

// patterns returns patterns that together mean the same as f, or nil if no such patterns are known.
func (f *formula) patterns() []string {
	switch {
	case f == nil:
	case f.op == ltl.And:
		x, y := f.args[0].patterns(), f.args[1].patterns()
		if x != nil && y != nil {
			return slices.Concat(x, y)
		}
	case f.under(ltl.Finally).group() != "":
		return []string{"existence of " + f.args[0].events()}
	case f.under(ltl.Always).under(ltl.Not).group() != "":
		return []string{"absence of " + f.args[0].args[0].events()}
	case f.under(ltl.Always).group() != "":
		return []string{"universality of " + f.args[0].events()} // the next message asks for its alphabet
	case f.under(ltl.Always) != nil && f.args[0].op == ltl.Implies:
		return always(f.args[0].args[0].group(), f.args[0].args[1])
	case f.op == ltl.Until || f.op == ltl.WeakUntil:
		b, a := f.args[0].under(ltl.Not).group(), f.args[1].group()
		switch {
		case apart(b, a) && f.op == ltl.Until:
			return []string{a + " precedes " + b, "existence of " + a}
		case apart(b, a):
			return []string{a + " precedes " + b}
		}
	}
	return nil
}

// always returns patterns that mean the same as [] (a -> f).
func always(a string, f *formula) []string {
	if x := f.under(ltl.Next); x != nil && (x.op == ltl.Finally || x.op == ltl.Always) { // an event is not at two positions
		f = x
	}
	b := f.under(ltl.Finally).group()
	gone := f.under(ltl.Always).under(ltl.Not).group()
	switch {
	case apart(a, b):
		return []string{b + " responds to " + a}
	case apart(a, gone):
		return []string{"absence of " + gone + " after " + a}
	case f.op == ltl.Until || f.op == ltl.WeakUntil:
		b, c := f.args[0].under(ltl.Not).group(), f.args[1].group()
		if apart(a, b) && apart(b, c) && apart(a, c) {
			absent := []string{"absence of " + b + " after " + a + " until " + c}
			if f.op == ltl.Until {
				absent = append(absent, c+" responds to "+a)
			}
			return absent
		}
	}
	return nil
}

// apart reports whether neither group is "" and the two have no event in common, as written.
func apart(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	cut := func(s string) []string { return pieces(strings.Trim(s, "{}")) }
	return !slices.ContainsFunc(cut(a), func(x string) bool {
		return slices.ContainsFunc(cut(b), func(y string) bool { return strings.TrimSpace(x) == strings.TrimSpace(y) })
	})
}
