package fsa

// Syntax trees of .fsa files; they never leave the package.

import "flavers/automata"

// decl is one property or constraint.
type decl struct {
	property  bool
	name      name // text "" until an expression without a name gets its number
	safety    bool // the word safety stands there: executions are judged by the error state alone
	prefix    bool // the word prefix stands there, at prefixAt: each prefix of a good sequence is good
	prefixAt  int
	indices   []index // of a declaration for all values of an index
	each      name    // what the objects are called that it is about
	goroutine bool    // it is about what each goroutine does
	from, to  int     // its text
	headEnd   int     // end of the part to underline

	alphabet []eventDecl // of `for { .. }`
	explicit bool        // the alphabet is given

	// exactly one of these five, unless the declaration is faulty
	expr      *quantified
	machine   *machine
	pattern   *pattern
	formula   *formula
	condition *automata.Condition // of an invariant

	faulty bool // errors were reported while reading
}

// kind returns the word that the declaration begins with.
func (d *decl) kind() string {
	if d.property {
		return "property"
	}
	return "constraint"
}

// closed reports whether the alphabet is given, and all of it could be read: an
// event that is not in it is then a mistake.
func (d *decl) closed() bool {
	for _, e := range d.alphabet {
		for _, ref := range e.patterns {
			if ref.bad {
				return false
			}
		}
	}
	return d.explicit
}

// eventDecl is an entry of an alphabet: a short name for patterns, or one
// pattern without a short name.
type eventDecl struct {
	short    name
	patterns []eventRef
}

// quantified is a quantified regular expression.
type quantified struct {
	none bool
	body *qnode
}

// qnode is a node of a regular expression as written.
type qnode struct {
	kind  qkind
	refs  []eventRef // qSet
	not   bool       // qSet: any but these; with no refs: any symbol
	args  []*qnode
	count int     // qPower
	syms  []int32 // qSet: the symbols of refs, any order, filled in by resolve
}

type qkind uint8

const (
	qEmpty  qkind = iota // `()`
	qSet                 // `a`, `.`, `[a, b]`, `[-a, b]`
	qSeq                 // `;`
	qChoice              // `|`
	qStar                // `*`
	qPlus                // `+`
	qOption              // `?`
	qPower               // `^count`
)

// machine is an automaton as written.
type machine struct {
	states    []stateDecl
	events    []eventDecl
	moves     []move
	otherwise bool // `error otherwise`
	broken    bool // a list of states or events could not be read to its end
	at        int
}

type stateDecl struct {
	name
	accept bool
	live   name // the word `live`, if it stands there
}

// move is a transition line: from every state of from, on every event.
type move struct {
	from   []name
	to     name
	events []eventRef
}

// pattern is a specification pattern; groups of events that play one role.
type pattern struct {
	reach       bool // of an event: an absence that is to be refuted
	kind        automata.PatternKind
	p, s, t     []eventRef // as Dwyer, Avrunin and Corbett call them: s, t precede p, or respond to p
	least, most int        // Existence
	scope       automata.ScopeKind
	q, r        []eventRef // where the scope begins and ends
	at, n       int        // its text: offset and length, in bytes
}
