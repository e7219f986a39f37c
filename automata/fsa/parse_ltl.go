package fsa

// This file parses formulas of linear temporal logic:
//
//	temporal = "ltl" ( formula | QUOTED )      a formula in quotes has \" for its own
//	formula  = implied { "<->" implied }
//	implied  = either [ "->" implied ]
//	either   = both { "||" both }              both = until { "&&" until }
//	until    = unary [ ("U" | "W" | "R") until ]
//	unary    = ("[]" | "G" | "<>" | "F" | "X" | "!") unary | "true" | "false" | group | "(" formula ")"

import (
	"slices"
	"strings"

	"flavers/automata"
	"flavers/automata/ltl"
	"flavers/diag"
)

// formula is a formula of temporal logic as written.
type formula struct {
	op    ltl.Op
	args  []*formula // the operands
	refs  []eventRef // for ltl.Event: the formula is true of each of these events
	at, n int        // offset and length in the source
}

// never is an operator of other languages, which means [] !.
const never = ltl.Op(31)

// signs are the names of operators. If a name begins with another one, it comes before that one, because the first name
// that fits is taken.
var signs = []sign{
	{"[]", ltl.Always, false}, {"<>", ltl.Finally, false}, {"<->", ltl.Iff, false}, {"<=>", ltl.Iff, true},
	{"->", ltl.Implies, false}, {"=>", ltl.Implies, true}, {"&&", ltl.And, false}, {"||", ltl.Or, false},
	{"/\\", ltl.And, true}, {"\\/", ltl.Or, true}, {"!", ltl.Not, false}, {"&", ltl.And, true}, {"|", ltl.Or, true},
	{"G", ltl.Always, false}, {"F", ltl.Finally, false}, {"X", ltl.Next, false}, {"U", ltl.Until, false},
	{"W", ltl.WeakUntil, false}, {"R", ltl.Release, false}, {"V", ltl.Release, true},
	{"always", ltl.Always, true}, {"globally", ltl.Always, true}, {"AG", ltl.Always, true},
	{"eventually", ltl.Finally, true}, {"sometimes", ltl.Finally, true}, {"AF", ltl.Finally, true},
	{"next", ltl.Next, true}, {"never", never, true}, {"not", ltl.Not, true}, {"until", ltl.Until, true},
	{"implies", ltl.Implies, true}, {"and", ltl.And, true}, {"or", ltl.Or, true},
}

// sign is a name of an operator.
type sign struct {
	text  string
	op    ltl.Op
	habit bool // only other languages have this name, and users write it by habit
}

// temporalOps are the operators that only temporal logic has.
var temporalOps = []ltl.Op{ltl.Always, ltl.Finally, ltl.Next, ltl.Until, ltl.WeakUntil, ltl.Release, never}

// formulaReader reads a formula: one of the form ltl, or one that was written by habit in place of a pattern
// (temporal.go).
type formulaReader struct {
	*parser
	// strict is set for the form ltl. Then names of other languages are errors, and the formula may have several lines.
	strict bool
	logic  bool // an operator was read that only temporal logic has
}

// startsTemporal reports whether a formula of the form ltl comes next, and not a pattern about an event called ltl.
func (p *parser) startsTemporal() bool {
	p.space(true)
	return p.peekWord() == "ltl" && !p.startsPattern()
}

// formula reads `ltl` and a formula.
func (p *parser) formula(d *decl) bool {
	p.takeName()
	p.space(true)
	f := &formulaReader{parser: p, strict: true}
	at, end := p.at, p.closingQuote()
	if end > 0 {
		f.parser = &parser{reader: &reader{file: p.reader.file, src: p.src[:end], at: at + 1, lines: p.lines, list: p.list,
			count: p.count, nested: true}}
	}
	d.formula = f.equivalence(0)
	if end > 0 {
		if f.space(false); d.formula != nil && f.at < end {
			f.expected("an operator or the end of the quotes").WithHint(`the events of a formula in quotes are quoted by \"`)
			d.formula = nil
		}
		p.at, p.count = end+1, f.count
	}
	if d.formula == nil {
		return false
	}
	if p.space(false); p.at < len(p.src) && !p.has("\n") && !p.has(";") && !p.has("}") && !p.startsNamed() {
		e := p.expected("an operator of a formula or the end of the line")
		if w := p.peekWord(); w != "" {
			e.WithHint(quotesHint)
		}
		return false
	}
	return true
}

// closingQuote returns the offset of the quote that ends a formula in quotes. It returns -1 if the formula is not in
// quotes as a whole, but begins with a quoted event, which has more of the formula after it.
func (p *parser) closingQuote() int {
	if !p.has(`"`) {
		return -1
	}
	i := p.at + 1
	for ; i < len(p.src) && p.src[i] != '"'; i++ {
		if p.src[i] == '\\' {
			i++
		} else if p.src[i] == '\n' {
			return -1
		}
	}
	if i >= len(p.src) {
		return -1
	}
	save := p.at
	defer func() { p.at = save }()
	p.at = i + 1
	if p.space(false); p.at >= len(p.src) || p.has("\n") || p.has(";") || p.has("}") {
		return i
	}
	return -1
}

// operator reads an operator if one of ops comes next. Otherwise it reads nothing and returns false.
func (r *formulaReader) operator(ops ...ltl.Op) (ltl.Op, bool) {
	save := r.at
	r.space(r.strict)
	word := r.wordAt(r.at)
	for _, s := range signs {
		if !slices.Contains(ops, s.op) || !strings.HasPrefix(r.src[r.at:], s.text) || word != "" && word != s.text {
			continue
		}
		if r.strict && s.habit {
			text := ltl.Signs[s.op]
			if s.op == never {
				text = "[]!"
			}
			r.errorf(r.at, len(s.text), diag.FExpected, "%q is no operator of a formula", s.text).
				WithHint("write %s; an event of that name is written in quotes", text)
		}
		r.at += len(s.text)
		r.logic = r.logic || slices.Contains(temporalOps, s.op)
		return s.op, true
	}
	r.at = save
	return 0, false
}

// joinedBy returns the formula x op y.
func joinedBy(op ltl.Op, x, y *formula) *formula {
	return &formula{op: op, args: []*formula{x, y}, at: x.at, n: y.at + y.n - x.at}
}

// The functions from here on read one rule of the grammar each. They return nil after an error, which is reported.
// depth is the number of formulas around this one.

// equivalence reads a formula.
func (r *formulaReader) equivalence(depth int) *formula {
	x := r.implication(depth)
	for x != nil {
		op, ok := r.operator(ltl.Iff)
		if !ok {
			return x
		}
		y := r.implication(depth)
		if y == nil {
			return nil
		}
		x = joinedBy(op, x, y)
	}
	return nil
}

// implication reads `implied`. -> is right-associative.
func (r *formulaReader) implication(depth int) *formula {
	x := r.choice(ltl.Or, depth)
	if x == nil {
		return nil
	}
	op, ok := r.operator(ltl.Implies)
	if !ok {
		return x
	}
	if r.deep(depth) {
		return nil
	}
	y := r.implication(depth + 1)
	if y == nil {
		return nil
	}
	return joinedBy(op, x, y)
}

// choice reads `either` (level is ltl.Or) or `both` (ltl.And).
func (r *formulaReader) choice(level ltl.Op, depth int) *formula {
	operand := func() *formula {
		if level == ltl.Or {
			return r.choice(ltl.And, depth)
		}
		return r.until(depth)
	}
	x := operand()
	for x != nil {
		op, ok := r.operator(level)
		if !ok {
			return x
		}
		y := operand()
		if y == nil {
			return nil
		}
		x = joinedBy(op, x, y)
	}
	return nil
}

// until reads `until`. The operators are right-associative.
func (r *formulaReader) until(depth int) *formula {
	x := r.unary(depth)
	if x == nil {
		return nil
	}
	op, ok := r.operator(ltl.Until, ltl.WeakUntil, ltl.Release)
	if !ok {
		return x
	}
	if r.deep(depth) {
		return nil
	}
	y := r.until(depth + 1)
	if y == nil {
		return nil
	}
	return joinedBy(op, x, y)
}

// deep reports whether formulas are nested too deep, and then adds the error.
func (r *formulaReader) deep(depth int) bool {
	if depth > maxNesting {
		r.errorf(r.at, 1, diag.FTooDeep, "formulas are nested more than %d deep", maxNesting)
	}
	return depth > maxNesting
}

// unary reads `unary`.
func (r *formulaReader) unary(depth int) *formula {
	if r.deep(depth) {
		return nil
	}
	r.space(r.strict)
	at, logic, list, count := r.at, r.logic, len(r.list.All), r.count
	if op, ok := r.operator(ltl.Always, ltl.Finally, ltl.Next, ltl.Not, never); ok {
		event := letter(r.src[at]) && !(r.strict && slices.Contains([]string{"G", "F", "X"}, r.wordAt(at)))
		x := r.unary(depth + 1)
		switch {
		case x != nil && op == never:
			x = &formula{op: ltl.Not, args: []*formula{x}, at: x.at, n: x.n}
			return &formula{op: ltl.Always, args: []*formula{x}, at: at, n: r.at - at}
		case x != nil:
			return &formula{op: op, args: []*formula{x}, at: at, n: r.at - at}
		case !event:
			return nil
		}
		r.at, r.logic, r.list.All, r.count = at, logic, r.list.All[:list], count // an event of that name
	}
	open := r.at
	if r.take("(") {
		x := r.equivalence(depth + 1)
		if x == nil {
			return nil
		}
		if r.space(r.strict); !r.take(")") {
			r.unclosed(open, "an operator or `)`")
			return nil
		}
		x.at, x.n = open, r.at-open
		return x
	}
	if r.strict {
		for _, op := range []ltl.Op{ltl.True, ltl.False} {
			if w := ltl.Signs[op]; r.takeWord(w) {
				return &formula{op: op, at: at, n: len(w)}
			}
		}
	}
	return r.atom(at)
}

// atom reads an event, or a group of events in braces. at is the offset where it begins.
func (r *formulaReader) atom(at int) *formula {
	f := &formula{op: ltl.Event, at: at}
	braces := r.strict && r.take("{")
	for {
		r.space(r.strict)
		if w := r.wordAt(r.at); r.strict && (w == "U" || w == "W" || w == "R") {
			r.expected("a formula").WithHint("an event of that name is written %q", w)
			return nil
		}
		ref, ok := r.takeEvent()
		switch {
		case !ok && braces:
			r.unclosed(at, "an event")
			return nil
		case !ok:
			r.expected("a formula: an event, `(` or an operator as []").WithHint("%s", formulaHint)
			return nil
		case ref.bad:
			return nil
		}
		f.refs = append(f.refs, ref)
		f.n = r.at - at
		if !braces {
			return f
		}
		r.space(true)
		switch {
		case r.take(","):
		case r.take("}"):
			f.n = r.at - at
			return f
		default:
			r.unclosed(at, "`,` or `}`")
			return nil
		}
	}
}

const formulaHint = "formulas: []f, <>f, X f, f U g, f W g, f R g, !f, f && g, f || g, f -> g, f <-> g; " +
	"an event called as an operator is written in quotes"

// temporalLogic compiles a formula, and sets the parts of the specification that belong to it.
func (r *resolver) temporalLogic(t *formula) (*automata.DFA, error) {
	r.closed = r.decl.closed()
	f := r.meant(t)
	if r.count > 0 {
		return nil, nil
	}
	if len(r.symbols) == 0 {
		r.errorf(t.at, t.n, diag.FExpected, "the formula names no event").WithHint("write the events that matter: for { a, b }")
		return nil, nil
	}
	out, err := automata.CompileTemporal(f, len(r.symbols), r.limit)
	switch {
	case err != nil:
		return nil, err
	case r.decl.property:
		r.obligations, r.formula, r.never = out.Obligations, f, out.Never
	case !r.decl.safety && !out.Safety():
		r.errorf(t.at, t.n, diag.FNotSafety, "a constraint cannot ask for something to happen in the end, and this formula does").
			WithHint("write safety constraint %s, which assumes only what the formula forbids; existence and responses are "+
				"assumed of executions that stop", r.decl.name.text)
	}
	return out.DFA, nil
}

// meant returns the formula t with symbols in place of events.
func (r *resolver) meant(t *formula) *ltl.Formula {
	f := &ltl.Formula{Op: t.op}
	if t.op == ltl.Event {
		f.Symbols = r.events(t.refs)
		return f
	}
	before := len(r.list.All)
	if len(t.args) > 0 {
		f.X = r.meant(t.args[0])
	}
	if len(t.args) > 1 {
		f.Y = r.meant(t.args[1])
	}
	if t.op == ltl.Implies && len(r.list.All) == before {
		r.warnUnpaired(t.at, t.n, symbolsOf(f.X), symbolsOf(f.Y))
	}
	return f
}

// symbolsOf returns the symbols that a formula names.
func symbolsOf(f *ltl.Formula) []int32 {
	if f == nil {
		return nil
	}
	return slices.Concat(f.Symbols, symbolsOf(f.X), symbolsOf(f.Y))
}
