package fsa

// What stands in a property or constraint, and what to say when nothing of
// that stands there.

import (
	"slices"

	"flavers/diag"
)

// block reads the contents of `{ .. }` after a name.
func (p *parser) block(d *decl) bool {
	open := p.at - 1
	p.separators()
	if !p.startsTemporal() && p.temporal() {
		return false
	}
	if p.startsMachine() {
		return p.machine(d, open)
	}
	if !p.contents(d, false) {
		return false
	}
	p.separators()
	if !p.take("}") {
		return p.unclosed(open, "`}`")
	}
	return true
}

// contents reads an expression or a pattern.
func (p *parser) contents(d *decl, onlyExpr bool) bool {
	if p.startsQuantified() {
		return p.quantified(d)
	}
	if !onlyExpr && p.startsTemporal() {
		return p.formula(d)
	}
	if !onlyExpr && p.startsPattern() {
		return p.pattern(d)
	}
	if !onlyExpr && (p.misspeltChain() || p.temporal()) {
		return false
	}
	what := "`all` or `none`, a pattern, `ltl`, or `{` with an automaton"
	if onlyExpr {
		what = "`all`, `none` or `show`"
	}
	p.space(true)
	e := p.expected(what)
	if e.Code == diag.FBadCharacter {
		return false
	}
	if near := diag.Suggest(p.peekWord(), slices.Concat(patternWords, []string{"all", "none", "show", "states", "events", "ltl"})); near != "" {
		e.WithHint("did you mean %q?", near)
	} else if !onlyExpr {
		e.WithHint("%s", p.contentsHint())
	}
	return false
}

// contentsHint tells what to write instead of what comes next in a property,
// which is nothing that a property can hold.
func (p *parser) contentsHint() string {
	switch w := p.peekWord(); w {
	case "always", "globally", "G":
		return "say what must not happen, absence of a, or with an alphabet universality of a"
	case "invariant":
		return "write invariant NAME { x <= y }, a declaration of its own"
	case "never", "not", "no":
		return "write absence of a"
	case "reachable", "possible", "can", "EF", "cover":
		return "write reach a, to ask whether some execution has the event"
	case "eventually", "sometimes", "F":
		return "write existence of a"
	case "before", "after", "between", "until":
		return "the scope stands after the pattern: absence of a before b"
	case "initial", "start", "transitions", "from", "when":
		return "an automaton begins with its states, the start first: states a*, b"
	}
	if p.has("=") || p.has(":") {
		return "write property NAME { .. }"
	}
	save, list, count := p.at, p.list, p.count
	p.list = &diag.List{}
	_, ok := p.group()
	arrow := ok && p.has("->")
	p.space(true)
	several := ok && (p.peekWord() == "or" || p.has("|"))
	p.at, p.list, p.count = save, list, count
	if arrow {
		return "an automaton begins with its states, the start first: states a*, b"
	}
	if several {
		return "any of several events is written {a, b}, as in {a, b} responds to c"
	}
	return "patterns: reach a; absence of a; existence of a at most 2; a precedes b; a responds to b; each also before c, after c, between c and d"
}

// misspeltChain reports a pattern `a precedes b` whose verb is misspelt.
func (p *parser) misspeltChain() bool {
	save, list, count := p.at, p.list, p.count
	p.list = &diag.List{}
	_, ok := p.group()
	for ok && p.operator(",") {
		_, ok = p.group()
	}
	p.list, p.count = list, count
	if ok {
		p.space(true)
		if w := p.peekWord(); slices.Contains(chainWords, w) {
			p.errorf(p.at, len(w), diag.FExpected, "a chain has at most two events on a side").
				WithHint("any of several events is written {a, b}; longer chains are written as expressions")
			return true
		}
		if near := diag.Slip(p.peekWord(), chainWords); near != "" {
			p.expected("`precedes` or `responds to`").WithHint("did you mean %q?", near)
			return true
		}
	}
	p.at = save
	return false
}
