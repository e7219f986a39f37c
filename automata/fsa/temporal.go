package fsa

// Formulas of linear temporal logic, written by habit where a pattern stands:
// the message says which pattern means the same.
//
//	[](ask -> <> answer)     answer responds to ask
//	G !fail                  absence of fail
//	!use U init              init precedes use, and existence of init
//
// A formula is read over the events of an execution that ends, one event at each
// position; the test compares both sides on words.

import (
	"slices"
	"strings"

	"flavers/diag"
)

// formula is a formula of temporal logic. op: 'G', 'F', 'X', '!', 'U', 'W', '>'
// (implies), '&', '|', or 0 of an event.
type formula struct {
	op   byte
	args []*formula
	text string // of an event, as written
}

// temporalWords are the operators by their names, longest first.
var temporalWords = []struct {
	text string
	op   byte
}{
	{"[]", 'G'}, {"<>", 'F'}, {"->", '>'}, {"=>", '>'}, {"&&", '&'}, {"||", '|'}, {"/\\", '&'}, {"\\/", '|'}, {"!", '!'},
	{"&", '&'}, {"|", '|'},
	{"always", 'G'}, {"globally", 'G'}, {"G", 'G'}, {"AG", 'G'}, {"eventually", 'F'}, {"sometimes", 'F'}, {"F", 'F'},
	{"AF", 'F'}, {"next", 'X'}, {"X", 'X'},
	{"never", 'N'}, {"not", '!'}, {"until", 'U'}, {"U", 'U'}, {"W", 'W'}, {"implies", '>'}, {"and", '&'}, {"or", '|'},
}

// temporal reports a formula of temporal logic that comes next, up to the end of
// the line or of the braces, and tells whether there was one.
func (p *parser) temporal() bool {
	p.space(true)
	save, list, count := p.at, p.list, p.count
	p.list = &diag.List{}
	logic := false // an operator that only temporal logic has
	f := p.implication(&logic, 0)
	whole := f != nil && (p.at >= len(p.src) || p.has("\n") || p.has(";") || p.has("}"))
	end := p.at
	p.at, p.list, p.count = save, list, count
	if !whole {
		return p.temporalSign()
	}
	if !logic {
		return false
	}
	text := strings.TrimSpace(p.src[save:end])
	e := p.errorf(save, len(text), diag.FExpected, "a formula of temporal logic stands where a pattern is expected")
	if same := f.positive(false).patterns(); len(same) > 0 {
		e.WithHint("write %s", strings.Join(same, ", and in a property of its own "))
	} else {
		e.WithHint(temporalHint)
	}
	return true
}

const temporalHint = "[] !a is absence of a; <> a existence of a; [] (a -> <> b) b responds to a; !b W a a precedes b; for others see the table of patterns, or write an expression"

// temporalSign reports a formula that could not be read, but begins as only one does.
func (p *parser) temporalSign() bool {
	if !p.has("[]") && !p.has("<>") {
		return false
	}
	p.errorf(p.at, 2, diag.FExpected,
		"a formula of temporal logic stands where a pattern is expected").WithHint(temporalHint)
	return true
}

// operatorOf reads an operator if one of ops comes next.
func (p *parser) operatorOf(ops string, logic *bool) byte {
	p.space(false)
	word := p.wordAt(p.at)
	for _, w := range temporalWords {
		if strings.IndexByte(ops, w.op) < 0 || !strings.HasPrefix(p.src[p.at:], w.text) || word != "" && word != w.text {
			continue
		}
		p.at += len(w.text)
		*logic = *logic || strings.IndexByte("GFXUWN", w.op) >= 0
		return w.op
	}
	return 0
}

func (p *parser) implication(logic *bool, depth int) *formula {
	x := p.infix("|", logic, depth)
	if x == nil || p.operatorOf(">", logic) == 0 {
		return x
	}
	if depth++; depth > maxNesting {
		return nil
	}
	y := p.implication(logic, depth)
	if y == nil {
		return nil
	}
	return &formula{op: '>', args: []*formula{x, y}}
}

// infix reads operands joined by |, & or U, the weakest first.
func (p *parser) infix(level string, logic *bool, depth int) *formula {
	ops, tighter := level, map[string]string{"|": "&", "&": "U"}[level]
	if level == "U" {
		ops = "UW"
	}
	operand := func() *formula {
		if tighter == "" {
			return p.prefixed(logic, depth+1)
		}
		return p.infix(tighter, logic, depth)
	}
	x := operand()
	for x != nil {
		op := p.operatorOf(ops, logic)
		if op == 0 {
			return x
		}
		y := operand()
		if y == nil {
			return nil
		}
		x = &formula{op: op, args: []*formula{x, y}}
	}
	return nil
}

func (p *parser) prefixed(logic *bool, depth int) *formula {
	if depth > maxNesting {
		return nil
	}
	save, was := p.at, *logic
	if op := p.operatorOf("GFX!N", logic); op != 0 {
		if x := p.prefixed(logic, depth+1); x != nil {
			if op == 'N' {
				return &formula{op: 'G', args: []*formula{{op: '!', args: []*formula{x}}}}
			}
			return &formula{op: op, args: []*formula{x}}
		}
		p.at, *logic = save, was // an event of that name
	}
	if p.take("(") {
		x := p.implication(logic, depth+1)
		if x == nil || !p.take(")") {
			return nil
		}
		return x
	}
	ref, ok := p.takeEvent()
	if !ok || ref.bad {
		return nil
	}
	return &formula{text: p.src[ref.at : ref.at+ref.n]}
}

// positive is f, or its negation, with every ! before an event or a choice of
// events, as far as the operators read here allow.
func (f *formula) positive(negated bool) *formula {
	switch f.op {
	case '!':
		return f.args[0].positive(!negated)
	case 'G', 'F', 'X':
		op := f.op
		if negated {
			op = map[byte]byte{'G': 'F', 'F': 'G', 'X': '?'}[op]
		}
		return &formula{op: op, args: []*formula{f.args[0].positive(negated)}}
	case 0:
		if negated {
			return &formula{op: '!', args: []*formula{f}}
		}
		return f
	}
	if negated {
		if f.events() != "" {
			return &formula{op: '!', args: []*formula{f}}
		}
		return &formula{op: '?'}
	}
	g := &formula{op: f.op}
	for _, a := range f.args {
		g.args = append(g.args, a.positive(false))
	}
	return g
}

// events is the group of events that f stands for, as a pattern writes it, or "".
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

func (f *formula) choice() ([]string, bool) {
	if f.op == 0 {
		return []string{f.text}, true
	}
	if f.op != '|' {
		return nil, false
	}
	a, ok := f.args[0].choice()
	b, also := f.args[1].choice()
	return slices.Concat(a, b), ok && also
}

// under is the operand of a prefix operator, or nil.
func (f *formula) under(op byte) *formula {
	if f == nil || f.op != op {
		return nil
	}
	return f.args[0]
}

// group is events of a formula that may be nil.
func (f *formula) group() string {
	if f == nil {
		return ""
	}
	return f.events()
}

// patterns are patterns that together say what f says, or none.
func (f *formula) patterns() []string {
	switch {
	case f.op == '&':
		x, y := f.args[0].patterns(), f.args[1].patterns()
		if x != nil && y != nil {
			return slices.Concat(x, y)
		}
	case f.under('F').group() != "":
		return []string{"existence of " + f.args[0].events()}
	case f.under('G').under('!').group() != "":
		return []string{"absence of " + f.args[0].args[0].events()}
	case f.under('G').group() != "":
		return []string{"universality of " + f.args[0].events()} // the next message asks for its alphabet
	case f.under('G') != nil && f.args[0].op == '>':
		return always(f.args[0].args[0].group(), f.args[0].args[1])
	case f.op == 'U' || f.op == 'W':
		b, a := f.args[0].under('!').group(), f.args[1].group()
		switch {
		case apart(b, a) && f.op == 'U':
			return []string{a + " precedes " + b, "existence of " + a}
		case apart(b, a):
			return []string{a + " precedes " + b}
		}
	}
	return nil
}

// always are patterns for [] (a -> f).
func always(a string, f *formula) []string {
	if x := f.under('X'); x != nil && (x.op == 'F' || x.op == 'G') { // an event is not at two positions
		f = x
	}
	b := f.under('F').group()
	gone := f.under('G').under('!').group()
	switch {
	case apart(a, b):
		return []string{b + " responds to " + a}
	case apart(a, gone):
		return []string{"absence of " + gone + " after " + a}
	case f.op == 'U' || f.op == 'W':
		b, c := f.args[0].under('!').group(), f.args[1].group()
		if apart(a, b) && apart(b, c) && apart(a, c) {
			absent := []string{"absence of " + b + " after " + a + " until " + c}
			if f.op == 'U' {
				absent = append(absent, c+" responds to "+a)
			}
			return absent
		}
	}
	return nil
}

// apart tells whether two groups are there and have no event in common as written.
func apart(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	cut := func(s string) []string { return pieces(strings.Trim(s, "{}")) }
	return !slices.ContainsFunc(cut(a), func(x string) bool {
		return slices.ContainsFunc(cut(b), func(y string) bool { return strings.TrimSpace(x) == strings.TrimSpace(y) })
	})
}
