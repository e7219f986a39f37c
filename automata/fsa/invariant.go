package fsa

// Invariants: conditions on states.
//
//	invariant = "invariant" NAME [indices] "{" condition "}"
//	condition = both { "||" both }              both = test { "&&" test }
//	test      = sum [ ("==" | "!=" | "<" | "<=" | ">" | ">=") sum ]
//	sum       = product { ("+" | "-") product } product = unary { ("*" | "/" | "%") unary }
//	unary     = ("!" | "-") unary | NUMBER | VARIABLE | "(" condition ")"
//	            | ("len" | "empty" | "full") "(" CHANNEL ")"
//
// A variable is written as in the names of events: turn, flag[0], phil[1].phase, and
// in quotes "t.x'2".
// Which variables there are, package invariant knows.

import (
	"strings"

	"flavers/automata"
	"flavers/automata/constant"
	"flavers/diag"
)

// invariant reads a declaration after its modifiers.
func (p *parser) invariant(d *decl) bool {
	at := p.at
	p.takeName()
	if d.safety || d.prefix {
		p.errorf(at, len("invariant"), diag.FExpected, "an invariant has no modifier").WithHint("it is judged after each step")
		return false
	}
	if d.name = p.takeName(); d.name.text == "" {
		p.errorf(p.at, p.width(), diag.FNoName, "expected a name, found %s", p.found()).WithHint("write invariant NAME { x <= y }")
		return false
	}
	d.headEnd = d.name.at + len(d.name.text)
	if d.name.text == "deadlock" {
		p.errorf(d.name.at, len(d.name.text), diag.FReservedName, "deadlock is the name of a check that every program has").
			WithHint("call the invariant another name")
	}
	if !p.indices(d) {
		return false
	}
	p.space(true)
	open := p.at
	if !p.take("{") {
		p.expected("`{` and the condition").WithHint("write invariant %s { x <= y }", d.name.text)
		return false
	}
	if d.condition = p.condition(0, 0); d.condition == nil {
		return false
	}
	p.separators()
	if p.take("}") {
		return true
	}
	if p.has("=") {
		p.errorf(p.at, 1, diag.FBadCondition, "`=` does not compare").WithHint("write ==")
		d.condition = nil
		return false
	}
	d.condition = nil
	return p.unclosed(open, "an operator or `}`")
}

// operatorsOf are the binary operators by precedence, the weakest first; of two of
// which one begins the other the longer comes first.
var operatorsOf = [][]string{{"||"}, {"&&"}, {"==", "!=", "<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}}

// condition reads operators of a level and all stronger ones; nil: reported.
func (p *parser) condition(level, depth int) *automata.Condition {
	if level == len(operatorsOf) {
		return p.conditionOperand(depth)
	}
	x := p.condition(level+1, depth)
	for n := 0; x != nil; n++ {
		op := ""
		p.space(true)
		for _, o := range operatorsOf[level] {
			if op == "" && p.has(o) {
				op = o
			}
		}
		if op == "" {
			return x
		}
		at := p.at
		p.at += len(op)
		if level == 2 && n > 0 {
			p.errorf(at, len(op), diag.FBadCondition, "comparisons cannot be chained").WithHint("write a < b && b < c")
			return nil
		}
		if n > maxPostfix {
			p.errorf(at, len(op), diag.FTooDeep, "more than %d operators in a row", maxPostfix)
			return nil
		}
		y := p.condition(level+1, depth)
		if y == nil {
			return nil
		}
		x = &automata.Condition{Op: op, X: x, Y: y, Pos: x.Pos, Len: p.at - x.Pos.Offset}
	}
	return nil
}

func (p *parser) conditionOperand(depth int) *automata.Condition {
	p.space(true)
	at := p.at
	made := func(c automata.Condition) *automata.Condition {
		c.Pos, c.Len = p.position(at), p.at-at
		return &c
	}
	switch {
	case depth > maxNesting:
		p.errorf(at, 1, diag.FTooDeep, "nested more than %d levels deep", maxNesting)
		return nil
	case p.take("("):
		x := p.condition(0, depth+1)
		if p.space(true); x != nil && !p.take(")") {
			p.unclosed(at, "`)`")
			return nil
		}
		return x
	case p.has("!") || p.has("-"):
		op := p.src[p.at : p.at+1]
		p.at++
		x := p.conditionOperand(depth + 1)
		if x == nil {
			return nil
		}
		return made(automata.Condition{Op: op, X: x})
	case p.at < len(p.src) && digit(p.src[p.at]):
		n := p.takeNumber(1<<31 - 1)
		if n < 0 {
			return nil
		}
		return made(automata.Condition{Op: "number", Number: int64(n)})
	}
	if op := p.lengthAhead(); op != "" {
		x := p.conditionOperand(depth + 1)
		if p.space(true); x != nil && !p.take(")") {
			p.unclosed(at+len(op), "`)`")
			return nil
		}
		if x == nil {
			return nil
		}
		if x.Op != "name" {
			p.errorf(at, p.at-at, diag.FBadCondition, "%s is of a channel", op).WithHint("write %s(c) with the name of a channel", op)
			return nil
		}
		return made(automata.Condition{Op: op, X: x})
	}
	ref, ok := p.takeEvent()
	switch {
	case !ok:
		p.expected("a variable, a number or `(`")
		return nil
	case ref.bad:
		return nil
	case strings.ContainsAny(ref.text, "(:*?"):
		p.errorf(ref.at, ref.n, diag.FBadCondition, "%s is no variable", ref.text).
			WithHint("a condition is about variables, as in turn == 0 && phil[1].phase != eating; what happened is for patterns")
		return nil
	}
	return made(automata.Condition{Op: "name", Name: ref.text})
}

// lengthAhead reads len, empty or full with the parenthesis behind it. It returns "" if none is there.
func (p *parser) lengthAhead() string {
	for _, op := range []string{"len", "empty", "full"} {
		rest, is := strings.CutPrefix(p.src[p.at:], op)
		if rest, blank := strings.TrimLeft(rest, " \t"), len(rest); is && strings.HasPrefix(rest, "(") {
			p.at += len(op) + blank - len(rest) + 1
			return op
		}
	}
	return ""
}

// resolveInvariant returns the specification of an instance: its automaton knows the one
// event that the condition is false.
func (p *parser) resolveInvariant(d *decl, env constant.Values) *automata.Spec {
	r := &resolver{reader: p.reader, decl: d, env: env}
	condition := r.ground(d.condition)
	pat, err := automata.ParsePattern("broken " + d.name.text)
	if condition == nil || err != nil || r.count > 0 || d.faulty {
		return nil
	}
	never := &automata.ScopedPattern{Kind: automata.Absence, P: []int32{0}}
	dfa, err := never.Compile(1, r.limit)
	if err != nil {
		panic("fsa: an automaton of two states is too large")
	}
	return &automata.Spec{Name: d.name.text, Property: true, Safety: true, Invariant: condition,
		Symbols: []automata.Symbol{{Pattern: pat, Pos: r.position(d.name.at), Len: d.headEnd - d.name.at}},
		DFA:     dfa, Pos: r.position(d.from), Text: r.text(d.from, d.to)}
}

// ground replaces the indices of the family and constants by their values; nil:
// reported.
func (r *resolver) ground(c *automata.Condition) *automata.Condition {
	g := *c
	if c.Op != "name" {
		if c.X != nil {
			if g.X = r.ground(c.X); g.X == nil {
				return nil
			}
		}
		if c.Y != nil {
			if g.Y = r.ground(c.Y); g.Y == nil {
				return nil
			}
		}
		return &g
	}
	if v, ok := r.env[c.Name]; ok {
		g.Op, g.Number = "number", v
		return &g
	}
	text, err := r.instance(strings.NewReplacer(" ", "", "\t", "").Replace(c.Name))
	if err != nil {
		r.badConstant(c.Pos.Offset, c.Len, err)
		return nil
	}
	g.Name = text
	return &g
}
