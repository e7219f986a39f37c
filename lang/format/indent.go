package format

import "strings"

// How far lines are indented: by the braces around them, and once more where a
// statement goes on. A //line comment means something at the beginning of a line only.

const step = 4

// indentTask indents the lines of a program.
func indentTask(toks []token, lines []line) {
	type opened struct {
		brace
		inSelect bool
	}
	var braces []opened
	parens := 0
	next := 0 // index of the first token that is not read
	for k := range lines {
		l := &lines[k]
		for ; next < l.first; next++ {
			switch t := toks[next]; {
			case t.is("{"):
				p := previous(toks, next)
				braces = append(braces, opened{braceOf(toks, next), p >= 0 && toks[p].is("select")})
				parens = 0
			case t.is("}"):
				braces = braces[:max(0, len(braces)-1)]
				parens = 0
			case t.is("(") || t.is("["):
				parens++
			case t.is(")") || t.is("]"):
				parens = max(0, parens-1)
			}
		}
		first := toks[l.first]
		depth := len(braces)
		if first.is("}") {
			l.indent = step * max(0, depth-1)
			continue
		}
		l.indent = step * depth
		if t := toks[l.first]; t.kind == comment && strings.HasPrefix(t.text, "//line ") {
			l.indent = max(l.indent, 1) // an ordinary comment stays one
			if t.column == 0 {
				l.indent = 0
			}
			continue
		}
		if depth > 0 && braces[depth-1].inSelect && parens == 0 {
			head := l.first // a comment stands where the alternative stands that it is about
			if toks[head].kind == comment {
				head = following(toks, head)
			}
			if head < len(toks) && (toks[head].is("case") || toks[head].is("else") && following(toks, head) < len(toks) &&
				toks[following(toks, head)].is(":")) {
				l.indent -= step
				continue
			}
		}
		p := previous(toks, l.first)
		switch {
		case parens > 0:
			if !first.is(")") && !first.is("]") {
				l.indent += step
			}
		case p < 0 || ends(toks[p]) || toks[p].is("{") || toks[p].is(":") || toks[p].is(";"):
		case depth > 0 && braces[depth-1].brace != block && toks[p].is(","):
		default:
			l.indent += step
		}
	}
}

// indentSpec indents the lines of a specification.
func indentSpec(toks []token, lines []line) {
	var bodies []body
	var last element
	next := 0
	head, quantified := 0, -1 // lines: where the declaration begins, and its expression outside of braces
	for k := range lines {
		l := &lines[k]
		for ; next < l.first; next++ {
			last.read(toks, next)
			switch t := toks[next]; {
			case t.is("{"):
				bodies = append(bodies, bodyOf(toks, next))
			case t.is("}"):
				bodies = bodies[:max(0, len(bodies)-1)]
			case len(bodies) == 0 && t.in(quantifiers):
				quantified = k - 1
			}
		}
		depth, p, at := len(bodies), previous(toks, l.first), l.first
		if toks[at].kind == comment {
			at = following(toks, at)
		}
		if toks[l.first].is("}") {
			l.indent = step * max(0, depth-1)
			continue
		}
		l.indent = step * depth
		switch {
		case at == len(toks):
		case depth == 0 && (p < 0 || begins(toks, at)):
			if at == l.first {
				head, quantified = k, -1
			}
		case depth == 0:
			l.indent += step
			if quantified > head {
				l.indent += step
			}
		case bodies[depth-1].kind == machine:
			l.indent += last.hang(toks, l.first)
		case bodies[depth-1].kind != other && p != bodies[depth-1].at && !toks[at].is("}"):
			l.indent += step
		}
	}
}

// body is what stands in the braces of a specification.
type body struct {
	kind content
	at   int // index of its brace
}

type content uint8

const (
	other      content = iota // an alphabet, a group
	machine                   // the statements of an automaton
	expression                // a quantified expression
	sentence                  // a pattern
)

var (
	quantifiers = set("all none show")
	openings    = set("property constraint invariant safety prefix for {")
)

// begins reports whether a declaration begins with toks[i], the first token of a line
// outside of braces. An alphabet at the start of a line may belong to the head before.
func begins(toks []token, i int) bool {
	if !toks[i].in(openings) {
		return false
	}
	p, n := previous(toks, i), following(toks, i)
	switch {
	case p < 0:
		return true
	case toks[i].is("prefix") && n < len(toks) && toks[n].in(quantifiers):
		return false
	case toks[p].is("safety") || toks[p].is("prefix"):
		return false
	case toks[i].is("{") || toks[i].is("for"): // of a declaration that has no body yet
		for ; p >= 0 && !toks[p].is("property") && !toks[p].is("constraint") && !toks[p].is("invariant"); p = previous(toks, p) {
			if toks[p].in(quantifiers) || toks[p].is("ltl") {
				return true
			}
			if toks[p].is("}") {
				if p = partner(toks, p); p >= 0 && bodyOf(toks, p).kind != other {
					return true
				}
			}
		}
		return p < 0
	}
	return true
}

// partner returns the index of the brace that toks[i] closes, or -1.
func partner(toks []token, i int) int {
	for depth := 0; i >= 0; i-- {
		switch {
		case toks[i].is("}"):
			depth++
		case toks[i].is("{"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// bodyOf tells what the brace toks[i] of a specification begins.
func bodyOf(toks []token, i int) body {
	b := body{other, i}
	n := following(toks, i)
	if n == len(toks) {
		return b
	}
	if toks[n].in(quantifiers) || toks[n].is("prefix") || toks[n].is("ltl") && formulaFollows(toks, n) {
		b.kind = expression
		return b
	}
	for depth := 0; n < len(toks); n = following(toks, n) {
		switch t := toks[n]; {
		case t.is("{"):
			depth++
		case t.is("}"):
			if depth--; depth < 0 {
				return b
			}
		case t.is("->") || t.is("states") || t.is("events"):
			b.kind = machine
			return b
		case t.is("=") && depth == 0: // a short name: an alphabet
			return b
		case t.kind == word && depth == 0 && toks[previous(toks, n)].kind == word:
			b.kind = sentence // two words in a row
		}
	}
	return b
}

// element is where a list of an automaton began, for the lines that go on with it.
type element struct {
	list  int // width of "states " or "events " of the statement that is being read; 0: it is another one
	calls int // width of "NAME = " of the event that is being read, if calls of Go are what it means; or 0
}

// read notes toks[i].
func (e *element) read(toks []token, i int) {
	switch t := toks[i]; {
	case t.is("{"):
		*e = element{}
	case t.is("states") || t.is("events"):
		e.list = len(t.text) + len(" ")
	case t.is("->") || t.is(";"):
		e.list = 0
	case t.is(","):
		e.calls = 0
	case t.is("=") && i > 0 && call(toks, following(toks, i)):
		e.calls = len(toks[previous(toks, i)].text) + len(" = ")
	}
}

// call reports whether toks[i] is a word that a call of Go may begin with.
func call(toks []token, i int) bool {
	return i < len(toks) && (toks[i].is("call") || toks[i].is("return"))
}

// hang returns how much further a line of an automaton is indented: a list goes on below
// its first element, and so do calls of Go that are one event. toks[i] begins the line.
func (e *element) hang(toks []token, i int) int {
	p := toks[previous(toks, i)]
	switch {
	case !p.is(",") && !p.is("|") && !p.is("=") && !p.is("->") && !p.is(":"):
		return 0
	case e.list == 0:
		return step
	case p.is("|") && call(toks, following(toks, i-1)):
		return e.list + e.calls
	}
	return e.list
}
