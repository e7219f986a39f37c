package fsa

// The parser of automata as written: states, events, transitions, one
// statement a line. An error in a statement does not hide the next one.

import (
	"strings"

	"flavers/diag"
)

// startsMachine reports whether a statement of an automaton comes next.
func (p *parser) startsMachine() bool {
	p.space(true)
	save := p.at
	defer func() { p.at = save }()
	switch p.takeName().text {
	case "":
		return p.has("}")
	case "states", "events":
		return !p.has("precede") && !p.has("respond")
	case "error":
		if p.peekWord() == "otherwise" {
			return true
		}
	}
	p.at = save
	for {
		if p.takeName().text == "" {
			return false
		}
		p.take("*")
		if p.has("->") {
			return true
		}
		if !p.take(",") {
			return false
		}
		p.space(true)
	}
}

// machine reads the statements of an automaton up to the closing brace.
func (p *parser) machine(d *decl, open int) bool {
	m := &machine{at: open}
	d.machine = m
	for {
		p.separators()
		switch {
		case p.take("}"):
			return true
		case p.at >= len(p.src) || p.startsNamed() || p.startsMisspelt():
			return p.unclosed(open, "`}`")
		}
		if p.statement(m) && p.endOfLine() {
			continue
		}
		p.skipStatement()
	}
}

// endOfLine checks that a statement ends here.
func (p *parser) endOfLine() bool {
	if p.has("\n") || p.has(";") || p.has("}") || p.at >= len(p.src) {
		return true
	}
	p.expected("the end of the line or `;`").WithHint(quotesHint)
	return false
}

// skipStatement goes to the end of the line, or to the `;` or `}` before it.
func (p *parser) skipStatement() {
	for p.space(false); p.at < len(p.src) && strings.IndexByte("\n;}", p.src[p.at]) < 0; p.space(false) {
		if p.src[p.at] == '"' {
			p.skipQuoted()
		} else {
			p.at++
		}
	}
}

func (p *parser) statement(m *machine) bool {
	save := p.at
	switch p.takeName().text {
	case "states":
		if !p.has("->") && !p.has(",") {
			return p.states(m)
		}
	case "events":
		if !p.has("->") && !p.has(",") {
			return p.events(m)
		}
	case "error":
		if p.takeWord("otherwise") {
			m.otherwise = true
			return true
		}
		if w := p.peekWord(); w != "" && w != "precedes" && w != "responds" {
			p.near(p.expected("`otherwise`"), "otherwise")
			m.otherwise = true // as meant: no warnings about states that lead nowhere
			return false
		}
	}
	p.at = save
	return p.move(m)
}

// comma takes a comma of a list, which may end a line or begin the next.
func (p *parser) comma() bool {
	if !p.operator(",") {
		return false
	}
	p.space(true)
	return true
}

func (p *parser) states(m *machine) bool {
	for {
		n := p.takeName()
		if n.text == "" {
			p.expected("a state")
			m.broken = true
			return false
		}
		s := stateDecl{name: n, accept: p.take("*")}
		if p.peekWord() == "live" {
			s.live = p.takeName()
			s.accept = p.take("*") || s.accept
		}
		m.states = append(m.states, s)
		if !p.comma() {
			return true
		}
	}
}

func (p *parser) events(m *machine) bool {
	for {
		e, ok := p.eventDecl(false)
		if len(e.patterns) > 0 {
			m.events = append(m.events, e)
		}
		if !ok {
			m.broken = true
			return false
		}
		if !p.comma() {
			return true
		}
	}
}

// move reads `from, from -> to : event, event`.
func (p *parser) move(m *machine) bool {
	var v move
	for {
		n := p.takeName()
		if n.text == "" {
			p.expected("`states`, `events`, a transition or `error otherwise`")
			return false
		}
		v.from = append(v.from, n)
		if !p.comma() {
			break
		}
	}
	if !p.take("->") {
		e := p.expected("`->`")
		switch near := diag.Suggest(v.from[0].text, []string{"states", "events", "error"}); {
		case near != "":
			e.WithHint("did you mean %q?", near)
		case p.has("=>") || p.has(">") || p.has("-") || p.has("="):
			e.WithHint("a transition is written %s -> state : event", v.from[0].text)
		default:
			e.WithHint("a transition is written from -> to : event")
		}
		return false
	}
	if v.to = p.takeName(); v.to.text == "" {
		p.expected("a state")
		return false
	}
	if !p.take(":") {
		p.expected("`:` and the events of the transition").WithHint("a transition is written %s -> %s : event",
			v.from[0].text, v.to.text)
		return false
	}
	for p.space(true); ; {
		ref, ok := p.takeEvent()
		if !ok {
			if e := p.expected("an event"); p.has("[") || p.has("{") || p.has("(") {
				e.WithHint("the events of a transition stand without brackets: a, b")
			}
			return false
		}
		v.events = append(v.events, ref)
		if !p.comma() {
			break
		}
	}
	m.moves = append(m.moves, v)
	return true
}
