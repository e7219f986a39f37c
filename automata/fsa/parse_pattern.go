package fsa

// The parser of specification patterns:
//
//	pattern = "reach" group [scope]
//	        | "absence" "of" group [scope]
//	        | ["bounded"] "existence" "of" group {bound} [scope]
//	        | "universality" "of" group [scope]
//	        | [("precedence" | "response") [":" | "of"]] chain [scope]
//	chain   = group ["," group] ("precedes" | "precede") group ["," group]
//	        | group ["," group] ("responds" | "respond") "to" group ["," group]
//	bound   = ("at" ("most" | "least") | "exactly") number ["time" | "times"]
//	scope   = "globally" | "before" group | "after" group ["until" group]
//	        | "between" group "and" group
//	group   = event | "{" event { "," event } "}"

import (
	"slices"

	"flavers/automata"
	"flavers/diag"
)

// patternWords begin a pattern; scopeWords end its events. None of them is an
// event inside a pattern, unless quoted.
var (
	patternWords = []string{"reach", "absence", "existence", "bounded", "universality", "precedence", "response"}
	scopeWords   = []string{"of", "globally", "before", "after", "until", "between", "and", "at", "most", "least",
		"exactly", "times", "precede", "precedes", "respond", "responds", "to"}
	chainWords = []string{"precede", "precedes", "respond", "responds"}
)

// startsPattern reports whether a pattern comes next.
func (p *parser) startsPattern() bool {
	p.space(true)
	save, list, count := p.at, p.list, p.count
	p.list = &diag.List{}
	defer func() { p.at, p.list, p.count = save, list, count }()
	if w := p.takeName().text; slices.Contains(patternWords, w) {
		next := p.peekWord()
		event := slices.Contains(chainWords, next) || p.has(",") // of that name
		if next != "" && !event || p.has(":") || p.has("{") || p.has(`"`) {
			return true
		}
	}
	p.at = save
	if _, ok := p.group(); !ok {
		return false
	}
	if p.space(true); p.take(",") {
		if _, ok := p.group(); !ok {
			return false
		}
	}
	p.space(true)
	return slices.Contains(chainWords, p.peekWord())
}

func (p *parser) pattern(d *decl) bool {
	p.space(true)
	t := &pattern{most: -1, at: p.at}
	save := p.at
	w := p.takeName()
	ok := false
	switch w.text {
	case "reach":
		t.reach, t.kind = true, automata.Absence
		if ok = p.role(&t.p); ok && !d.property {
			p.errorf(w.at, len(w.text), diag.FReachAssumed, "`reach` is a question, and no constraint").
				WithHint("to assume that an event happens write existence of a")
		}
	case "absence", "universality":
		t.kind = automata.Absence
		if w.text == "universality" {
			t.kind = automata.Universality
		}
		ok = p.of() && p.role(&t.p)
	case "bounded", "existence":
		t.kind = automata.Existence
		if w.text == "bounded" && !p.word("existence") {
			return false
		}
		ok = p.of() && p.role(&t.p) && p.bounds(t, w.text == "bounded")
	case "precedence", "response":
		p.space(true)
		if slices.Contains(chainWords, p.peekWord()) || p.has(",") { // an event of that name
			p.at = save
		} else if !p.take(":") {
			p.takeWord("of")
		}
		ok = p.chain(t, w.text)
	default:
		p.at = save
		ok = p.chain(t, "")
	}
	if !ok || !p.scope(t) {
		return false
	}
	t.n = p.at - t.at
	d.pattern = t
	if p.has(",") {
		p.errorf(p.at, 1, diag.FExpected,
			"a pattern has one event here, or several in braces").WithHint("any of several events is written {a, b}")
		return false
	}
	switch {
	case t.scope == automata.AfterQ:
		return p.endOfStatement("until")
	case t.scope != automata.Globally:
		return p.endOfStatement()
	case t.kind == automata.Existence:
		return p.endOfStatement("globally", "before", "after", "between", "exactly", "at most", "at least")
	}
	return p.endOfStatement("globally", "before", "after", "between")
}

// word takes w or reports that it was expected.
func (p *parser) word(w string) bool {
	p.space(true)
	if !p.takeWord(w) {
		p.near(p.expected("`"+w+"`"), w)
		return false
	}
	return true
}

func (p *parser) of() bool { return p.word("of") }

// role reads a group of events into to.
func (p *parser) role(to *[]eventRef) bool {
	g, ok := p.group()
	*to = g
	return ok
}

// group reads one event, or several in braces of which any will do.
func (p *parser) group() ([]eventRef, bool) {
	p.space(true)
	open := p.at
	if !p.take("{") {
		ref, ok := p.takeEvent()
		if ok && !ref.quoted && slices.Contains(scopeWords, ref.text) {
			p.at = ref.at
			p.expected("an event").WithHint("an event of that name is written %q", ref.text)
			return nil, false
		}
		if !ok {
			p.expected("an event")
		}
		return []eventRef{ref}, ok
	}
	var refs []eventRef
	for {
		p.space(true)
		ref, ok := p.takeEvent()
		if !ok {
			return nil, p.unclosed(open, "an event")
		}
		refs = append(refs, ref)
		p.space(true)
		switch {
		case p.take(","):
		case p.take("}"):
			return refs, true
		default:
			return nil, p.unclosed(open, "`,` or `}`")
		}
	}
}

// next reports whether the pattern goes on with word w, perhaps on a later line.
func (p *parser) next(words ...string) bool {
	save := p.at
	p.space(true)
	for _, w := range words {
		if p.takeWord(w) {
			return true
		}
	}
	p.at = save
	return false
}

func (p *parser) bounds(t *pattern, required bool) bool {
	t.least = 1
	given := false
	var last name // the number given last, as written
	for {
		least, most := false, false
		switch {
		case p.next("at"):
			p.space(true)
			if least = p.next("least"); !least {
				if most = p.next("most"); !most {
					p.near(p.expected("`most` or `least`"), "most", "least")
					return false
				}
			}
		case p.next("exactly"):
			least, most = true, true
		default:
			if required && !given {
				p.near(p.expected("`at most`, `at least` or `exactly`"), "exactly")
				return false
			}
			if t.most >= 0 && t.least > t.most {
				p.errorf(last.at, len(last.text), diag.FBounds, "at least %d and at most %d times is impossible", t.least, t.most).
					WithHint("exchange the numbers, or write exactly %d", t.most)
				return false
			}
			return true
		}
		p.space(false)
		start := p.at
		n := p.takeNumber(automata.MaxExprSize)
		if n < 0 {
			return false
		}
		last = name{p.src[start:p.at], start}
		p.next("times", "time")
		if least {
			t.least = n
		} else if !given {
			t.least = 0
		}
		if most {
			t.most = n
		}
		given = true
	}
}

// chain reads `s precedes p`, `s, t respond to p` and so on.
func (p *parser) chain(t *pattern, family string) bool {
	var left, right [][]eventRef
	side := func(to *[][]eventRef) bool {
		for {
			g, ok := p.group()
			if !ok {
				return false
			}
			if *to = append(*to, g); !p.operator(",") {
				return true
			}
		}
	}
	if !side(&left) {
		return false
	}
	p.space(true)
	verb := p.peekWord()
	at := p.at
	switch {
	case family != "response" && p.next("precedes", "precede"):
	case family != "precedence" && p.next("responds", "respond"):
		if !p.word("to") {
			return false
		}
	default:
		want := "`precedes` or `responds to`"
		if family == "response" {
			want = "`responds to`"
		} else if family == "precedence" {
			want = "`precedes`"
		}
		p.near(p.expected(want), chainWords...)
		return false
	}
	if !side(&right) {
		return false
	}
	precedes := verb[0] == 'p'
	switch {
	case len(left) == 1 && len(right) == 1 && precedes:
		t.kind, t.s, t.p = automata.Precedence, left[0], right[0]
	case len(left) == 1 && len(right) == 1:
		t.kind, t.s, t.p = automata.Response, left[0], right[0]
	case len(left) == 2 && len(right) == 1 && precedes:
		t.kind, t.s, t.t, t.p = automata.PrecedenceChain, left[0], left[1], right[0]
	case len(left) == 1 && len(right) == 2 && precedes:
		t.kind, t.p, t.s, t.t = automata.PrecedencePair, left[0], right[0], right[1]
	case len(left) == 1 && len(right) == 2:
		t.kind, t.p, t.s, t.t = automata.ResponseChain, left[0], right[0], right[1]
	case len(left) == 2 && len(right) == 1:
		t.kind, t.s, t.t, t.p = automata.ResponsePair, left[0], left[1], right[0]
	default:
		p.errorf(at, len(verb), diag.FExpected, "chains have one event on one side and one or two on the other").
			WithHint("any of several events is written {a, b}; longer chains are written as expressions")
		return false
	}
	return true
}

func (p *parser) scope(t *pattern) bool {
	switch {
	case p.next("globally"):
	case p.next("before"):
		t.scope = automata.BeforeR
		return p.role(&t.r)
	case p.next("after"):
		t.scope = automata.AfterQ
		if !p.role(&t.q) {
			return false
		}
		if p.next("until") {
			t.scope = automata.AfterQuntilR
			return p.role(&t.r)
		}
	case p.next("between"):
		t.scope = automata.BetweenQandR
		return p.role(&t.q) && p.word("and") && p.role(&t.r)
	}
	return true
}
