package fsa

// This file parses what stands in a property or a constraint: an automaton, a
// quantified expression, a formula or a pattern. Most of it is about what to say
// when something else stands there. People bring words of other languages, as in
// `a leads to b` or `always x`; the message then names what to write instead.

import (
	"fmt"
	"slices"
	"strings"

	"flavers/diag"
)

// block reads the contents of `{ .. }` after a name into d; the brace is read already.
// It returns false after an error.
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

// contents reads an expression, a formula or a pattern into d; onlyExpr: nothing but
// an expression may stand here. It returns false after an error.
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
	if !onlyExpr && (p.misspeltChain() || p.foreignChain() || p.temporal()) {
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
	known := slices.Concat(patternWords, []string{"all", "none", "show", "states", "events", "ltl"})
	if near := diag.Suggest(p.peekWord(), known); near != "" {
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
	case "forall", "each", "every":
		return "a property for each i is a family: property NAME[i in 0..1] { a(i) precedes b(i) }"
	case "at", "exactly":
		return "write existence of a at most 2"
	case "before", "after", "between", "until":
		return "the scope stands after the pattern: absence of a before b"
	case "initial", "start", "transitions", "from", "when":
		return "an automaton begins with its states, the start first: states a*, b"
	}
	if p.has("=") || p.has(":") {
		return "write property NAME { .. }"
	}
	if p.has("!") {
		return "write absence of a"
	}
	// Read on as if a group of events stood here, and take that back.
	begin, list, count := p.at, p.list, p.count
	p.list = &diag.List{}
	_, ok := p.group()
	arrow := ok && p.has("->")
	p.space(true)
	happens := ok && slices.Contains([]string{"happens", "occurs", "exists", "comes"}, p.peekWord())
	several := ok && (p.peekWord() == "or" || p.has("|"))
	p.at, p.list, p.count = begin, list, count
	if arrow {
		return "an automaton begins with its states, the start first: states a*, b"
	}
	if happens {
		return "write existence of a: each execution has an a; or reach a: some execution has one"
	}
	if several {
		return "any of several events is written {a, b}, as in {a, b} responds to c"
	}
	return "patterns: reach a; absence of a; existence of a at most 2; a precedes b; a responds to b; " +
		"each also before c, after c, between c and d"
}

// misspeltChain reports a pattern `a precedes b` whose verb is misspelt, or with too
// many events before the verb. It returns false, and has read nothing, if there is
// no such thing.
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

// foreignVerbs are words of other languages between two events, and the pattern that says it, with the events as %[1]s
// and %[2]s. Longer ones stand before those that they begin with.
var foreignVerbs = []struct{ words, pattern string }{
	{"happens before", "%[1]s precedes %[2]s"},
	{"comes before", "%[1]s precedes %[2]s"},
	{"before", "%[1]s precedes %[2]s"},
	{"leads to", "%[2]s responds to %[1]s"},
	{"leadsto", "%[2]s responds to %[1]s"},
	{"~>", "%[2]s responds to %[1]s"},
	{"implies", "%[2]s responds to %[1]s"},
	{"=>", "%[2]s responds to %[1]s"},
	{"->", "%[2]s responds to %[1]s"},
	{"then", "%[2]s responds to %[1]s"},
	{"triggers", "%[2]s responds to %[1]s"},
	{"follows", "%[1]s responds to %[2]s"},
	{"comes after", "%[1]s responds to %[2]s"},
	{"answers", "%[1]s responds to %[2]s"},
}

// foreignChain reports two events with a word between them that is no pattern, and a name of an event that has a blank
// and no quotes, as in lock m precedes done.
func (p *parser) foreignChain() bool {
	rest := p.src[p.at:]
	if i := strings.IndexAny(rest, "}\n"); i >= 0 {
		rest = rest[:i]
	}
	for _, v := range foreignVerbs {
		left, right, ok := strings.Cut(rest, " "+v.words+" ")
		if left, right = strings.TrimSpace(left), strings.TrimSpace(right); !ok || !oneEvent(left) || right == "" {
			continue
		}
		if v.words == "->" && !oneEvent(right) { // a step of an automaton, as in a -> b on x
			continue
		}
		first, _, _ := strings.Cut(right, " ")
		at := p.at + strings.Index(rest, " "+v.words+" ") + 1
		d := p.errorf(at, len(v.words), diag.FExpected, "there is no pattern %q", v.words)
		if hint := fmt.Sprintf(v.pattern, left, first); strings.Contains(hint, "responds") {
			d.WithHint("write %s: after each of the latter comes one of the former", hint)
		} else {
			d.WithHint("write %s: none of the latter comes before the first of the former", hint)
		}
		return true
	}
	for _, verb := range chainWords {
		left, _, ok := strings.Cut(rest, " "+verb+" ")
		left = strings.TrimSpace(left)
		blank := strings.IndexByte(left, ' ')
		isNameWithBlank := ok && blank > 0 && oneEvent(left[:blank]) && !strings.ContainsAny(left, `"{},|`)
		if isNameWithBlank {
			at := p.at + strings.Index(rest, left)
			p.errorf(at, len(left), diag.FExpected, "the name of an event that has a blank is written in quotes").
				WithHint("write %q %s ..", left, verb)
			return true
		}
	}
	return false
}

// oneEvent reports whether a text is the name of one event.
func oneEvent(text string) bool {
	quoted := len(text) > 2 && text[0] == '"' && strings.IndexByte(text[1:], '"') == len(text)-2
	return quoted || text != "" && !strings.ContainsAny(text, " \t\"{}|;->")
}
