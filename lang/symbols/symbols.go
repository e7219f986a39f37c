// Package symbols is an index of a source text: what it declares, and every place
// where a declared thing is named.
//
//	const N = 2
//	task t[i in 0..N-1] { event go(i) }
//
// has the symbols N, t, i of t, and the event go. N has two occurrences, the first of
// which declares it; the value that hover shows is 2.
//
// Front ends make an Index of a program, package fsa one of specifications. The
// index of a faulty text has what could be read of it. Specifications also name
// things of the program that they are about: these are Foreign until a program is
// known (see Index.Find).
//
// What it does not do: it keeps no syntax tree, and reads no files. Places are byte
// offsets.
package symbols

import (
	"cmp"
	"slices"
	"strings"
)

// Kind says what a symbol is.
type Kind uint8

const (
	Constant Kind = iota
	Enum
	Value // of an enum
	Variable
	Running // an index: of a family, a for, a replicated alternative
	Lock
	Semaphore
	Channel
	WaitGroup
	Once
	Condition
	Task // of any form: actors, loopers and processes too
	Procedure
	Entry
	Message
	Event // of the program's own
	Label
	Property
	Constraint
	State
	ShortName
	Package
	Protected // an object or type whose operations exclude one another
	Type
)

var kindNames = [...]string{"constant", "enum", "enum value", "variable", "index", "lock", "semaphore", "channel",
	"wait group", "once", "condition", "task", "procedure",
	"entry", "message", "event", "label", "property", "constraint", "state", "short name", "package", "protected object",
	"type"}

func (k Kind) String() string { return kindNames[k] }

// ID is the place of a symbol in Index.Symbols.
type ID int32

// None is no symbol.
const None ID = -1

// Span is a piece of the text, in bytes, up to but not including End.
type Span struct{ At, End int }

// Has reports whether offset is in the span or directly behind it.
func (s Span) Has(offset int) bool { return s.At <= offset && offset <= s.End }

// Symbol is a declared thing. An event is declared by its first statement.
type Symbol struct {
	Kind   Kind
	Name   string
	Within ID     // the task, procedure, handler's task or specification that it belongs to; None: the file
	Place  Span   // of its name where it is declared
	Extent Span   // its whole declaration; where names Within it are known
	Scope  Span   // where it can be named without the name of its owner; zero: everywhere
	Detail string // its declaration in short: "chan c[2] 0..3", "task phil[i in 0..N-1]"
	Value  string // of a constant, if it has one; of a value of an enum its enum
}

// Occurrence is a place where a symbol is named.
type Occurrence struct {
	Span
	Symbol ID
	Write  bool // it declares the symbol, or changes what it stands for
}

// Foreign is a name in a specification that means something of the program.
type Foreign struct {
	Span
	Name   string
	Owner  string // the task before its dot, or ""
	Kinds  []Kind // what it can be, the first that is there
	Event  Span   // the whole event that it is part of
	Symbol string // that event as written, without quotes
}

// Index is what a text declares and names. It is immutable.
type Index struct {
	Symbols     []Symbol
	Occurrences []Occurrence // in order of their places
	Foreign     []Foreign    // in order
	Fold        bool         // names that differ only in the case of letters are equal
}

// Add appends a symbol and the occurrence that declares it.
func (x *Index) Add(s Symbol) ID {
	id := ID(len(x.Symbols))
	x.Symbols = append(x.Symbols, s)
	x.Use(id, s.Place, true)
	return id
}

// Use appends an occurrence; nothing for None and for a name that is not written.
func (x *Index) Use(id ID, at Span, write bool) {
	if id != None && at.End > at.At {
		x.Occurrences = append(x.Occurrences, Occurrence{at, id, write})
	}
}

// Sort puts occurrences in order, each place once; makers of an index call it last.
func (x *Index) Sort() {
	slices.SortStableFunc(x.Occurrences, func(a, b Occurrence) int { return cmp.Or(a.At-b.At, a.End-b.End) })
	x.Occurrences = slices.CompactFunc(x.Occurrences, func(a, b Occurrence) bool { return a.Span == b.Span })
	slices.SortStableFunc(x.Foreign, func(a, b Foreign) int { return a.At - b.At })
}

// At returns the symbol named at an offset, with its place; None if there is none.
func (x *Index) At(offset int) (ID, Span) {
	for _, o := range x.Occurrences {
		if o.Has(offset) {
			return o.Symbol, o.Span
		}
	}
	return None, Span{}
}

// ForeignAt returns the name of the program that stands at an offset.
func (x *Index) ForeignAt(offset int) (Foreign, bool) {
	for _, f := range x.Foreign {
		if f.Has(offset) {
			return f, true
		}
	}
	return Foreign{}, false
}

// Places returns the occurrences of a symbol, in order.
func (x *Index) Places(id ID) []Occurrence {
	var out []Occurrence
	for _, o := range x.Occurrences {
		if o.Symbol == id {
			out = append(out, o)
		}
	}
	return out
}

// Find returns the symbol of a program that a name of a specification means.
func (x *Index) Find(f Foreign) ID {
	for _, kind := range f.Kinds {
		for i := range x.Symbols {
			s := &x.Symbols[i]
			if s.Kind != kind || !x.same(s.Name, f.Name) {
				continue
			}
			if owner := x.owner(ID(i)); f.Owner != "" && x.same(owner, f.Owner) || f.Owner == "" &&
				(owner == "" || kind == Event || kind == Value || x.Fold && s.Scope == (Span{})) {
				return ID(i)
			}
		}
	}
	return None
}

// same reports whether two names are equal.
func (x *Index) same(a, b string) bool { return a == b || x.Fold && strings.EqualFold(a, b) }

// owner returns the name of the task that a symbol belongs to, perhaps by way of others; or of a protected object
// or package.
func (x *Index) owner(id ID) string {
	for up := x.Symbols[id].Within; up != None; up = x.Symbols[up].Within {
		if k := x.Symbols[up].Kind; k == Task || k == Protected || k == Package {
			return x.Symbols[up].Name
		}
	}
	return ""
}

// Visible returns the symbols that can be named at an offset without their owner, the innermost of several with
// one name.
func (x *Index) Visible(offset int) []ID {
	best := map[string]ID{}
	var order []string
	for i := range x.Symbols {
		s := &x.Symbols[i]
		if s.Kind == Event || s.Kind == Entry || s.Kind == Message || s.Scope != (Span{}) && !s.Scope.Has(offset) {
			continue
		}
		old, ok := best[s.Name]
		if !ok {
			order = append(order, s.Name)
		}
		if !ok || x.Symbols[old].Scope == (Span{}) || s.Scope != (Span{}) &&
			s.Scope.End-s.Scope.At <= x.Symbols[old].Scope.End-x.Symbols[old].Scope.At {
			best[s.Name] = ID(i)
		}
	}
	var out []ID
	for _, n := range order {
		out = append(out, best[n])
	}
	return out
}

// Around returns the innermost task, procedure or specification whose declaration an offset is in; None if it is
// in none.
func (x *Index) Around(offset int) ID {
	best := None
	for i := range x.Symbols {
		s := &x.Symbols[i]
		switch s.Kind {
		case Task, Procedure, Property, Constraint:
			if s.Extent.Has(offset) && (best == None || s.Extent.At >= x.Symbols[best].Extent.At) {
				best = ID(i)
			}
		}
	}
	return best
}

// Members returns the symbols that belong to a task and can be named behind its dot.
func (x *Index) Members(task ID, kinds ...Kind) []ID {
	var out []ID
	for i := range x.Symbols {
		if x.Symbols[i].Within == task && slices.Contains(kinds, x.Symbols[i].Kind) {
			out = append(out, ID(i))
		}
	}
	return out
}
