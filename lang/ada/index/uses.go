package index

// This file finds what the names of a text mean.

import (
	"slices"
	"strings"

	"flavers/lang/ada/syntax"
	"flavers/lang/symbols"
)

// name is an identifier of the text, with what is written before it.
type name struct {
	symbols.Span
	low    string
	before byte // of "." and "'", else 0
	of     int  // behind a dot: the name before, without its indices; -1: there is none
	names  bool // it names a component or parameter: => follows, and no when stands before
}

// namesOf lists the identifiers of a text in order, without reserved words.
func namesOf(src []byte) []name {
	reserved := map[string]bool{}
	for _, w := range syntax.Keywords() {
		reserved[w] = true
	}
	var out []name
	before, when := byte(0), false
	last := -1 // the name that a dot would be behind
	var open []int
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '-' && i+1 < len(src) && src[i+1] == '-':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case c == '"':
			i++
			for i < len(src) && src[i] != '"' && src[i] != '\n' {
				i++
			}
			i, before = i+1, '"'
		case c == '\'' && i+2 < len(src) && src[i+2] == '\'' && before != 'a':
			i, before = i+3, '\''
		case letter(c):
			from := i
			for i < len(src) && wordByte(src[i]) {
				i++
			}
			low := syntax.Fold(string(src[from:i]))
			if reserved[low] && before != '\'' {
				when, before = low == "when", 0
				continue
			}
			n := name{Span: symbols.Span{At: from, End: i}, low: low, of: -1}
			if before == '.' {
				n.of = last
			}
			if before == '.' || before == '\'' {
				n.before = before
			}
			n.names = !when && strings.HasPrefix(strings.TrimLeft(string(src[i:min(len(src), i+40)]), " \t\r\n"), "=>")
			out = append(out, n)
			before, last = 'a', len(out)-1
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			i++
		case c >= '0' && c <= '9':
			for i < len(src) && (wordByte(src[i]) || src[i] == '#') {
				i++
			}
			before = '0'
		default:
			if c == '>' && i > 0 && src[i-1] == '=' {
				when = false
			}
			switch {
			case c == '(':
				open = append(open, last)
			case c == ')' && len(open) > 0:
				last, open = open[len(open)-1], open[:len(open)-1]
			case c != '.':
				last = -1
			}
			before = c
			switch {
			case c == ')':
				before = 'a' // what follows may be an attribute
			case c == '.' && i > 0 && src[i-1] == '.': // of a range
				before = 0
			}
			i++
		}
	}
	return out
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80 }

func wordByte(c byte) bool { return c == '_' || letter(c) || '0' <= c && c <= '9' }

// uses adds an occurrence of each name that means a symbol of the file, and the others as foreign.
func (m *maker) uses() {
	declared := map[int]bool{}
	for _, o := range m.x.Occurrences {
		declared[o.At] = true
	}
	byName := map[string][]symbols.ID{}
	for i := range m.x.Symbols {
		low := syntax.Fold(m.x.Symbols[i].Name)
		byName[low] = append(byName[low], symbols.ID(i))
	}
	means := make([]symbols.ID, len(m.names))
	for i, n := range m.names {
		means[i] = symbols.None
		last, owner := symbols.None, "" // what the name before the dot means
		if n.of >= 0 {
			last, owner = means[n.of], m.names[n.of].low
		}
		if declared[n.At] {
			means[i] = m.declaredAt(n)
			continue
		}
		if n.before == '\'' || n.names {
			continue
		}
		id := symbols.None
		switch {
		case n.before != '.':
			id = m.visible(byName[n.low], n.At)
		case last != symbols.None:
			id = m.member(byName[n.low], last)
		}
		if id == symbols.None && n.before == '.' { // one of an object whose type is declared elsewhere, or overloaded
			entries := slices.DeleteFunc(slices.Clone(byName[n.low]), func(id symbols.ID) bool {
				return m.x.Symbols[id].Kind != symbols.Entry
			})
			if last != symbols.None && len(entries) == 1 {
				id = entries[0]
			}
		}
		if id != symbols.None {
			m.x.Use(id, n.Span, false)
		} else {
			m.x.Foreign = append(m.x.Foreign, symbols.Foreign{Span: n.Span, Name: string(m.src[n.At:n.End]), Owner: owner,
				Kinds: anything, Event: n.Span, Symbol: string(m.src[n.At:n.End])})
		}
		means[i] = id
	}
}

// anything are the kinds that a name of another unit may have.
var anything = []symbols.Kind{symbols.Package, symbols.Task, symbols.Protected, symbols.Entry, symbols.Procedure,
	symbols.Type, symbols.Constant, symbols.Value, symbols.Variable}

func (m *maker) declaredAt(n name) symbols.ID {
	for _, o := range m.x.Occurrences {
		if o.At == n.At {
			return o.Symbol
		}
	}
	return symbols.None
}

// visible returns the symbol of a name that is meant at a place: of the innermost scope, then a member of what the
// place is in, then one that can be named anywhere.
func (m *maker) visible(list []symbols.ID, at int) symbols.ID {
	var around []symbols.ID
	for _, r := range m.inside {
		if r.Has(at) {
			around = append(around, r.of)
		}
	}
	best, rank := symbols.None, -1
	for _, id := range list {
		s := &m.x.Symbols[id]
		value := -1
		switch in := slices.Index(around, s.Within); {
		case s.Scope != (symbols.Span{}) && s.Scope.Has(at):
			value = 1<<40 - (s.Scope.End - s.Scope.At)
		case s.Scope != (symbols.Span{}):
		case in >= 0:
			value = 2 + in
		case s.Within == symbols.None:
			value = 1
		case s.Kind != symbols.Entry:
			value = 0
		}
		if value > rank {
			best, rank = id, value
		}
	}
	return best
}

// member returns the symbol of a name behind the dot of another symbol, or of an object of that type.
func (m *maker) member(list []symbols.ID, of symbols.ID) symbols.ID {
	for _, id := range list {
		if m.x.Symbols[id].Within == of {
			return id
		}
	}
	return symbols.None
}
