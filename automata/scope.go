package automata

// This file puts a scope around a specification pattern. The scope says in which segments of an execution the pattern
// has to hold. "absence of write between open and close" has the pattern Absence with P = write, and the scope
// BetweenQandR with Q = open and R = close:
//
//	close write open read close open write close
//	                |----|          |-----|        the second segment violates the pattern

// ScopeKind names a scope of the catalogue. A segment leaves out the events
// that open and close it.
type ScopeKind uint8

const (
	Globally     ScopeKind = iota // the whole execution
	BeforeR                       // up to the first R; if none comes, nothing is asked
	AfterQ                        // from the first Q on
	BetweenQandR                  // from every Q to the next R; a segment that R does not close asks nothing
	AfterQuntilR                  // the same, but the last segment need not be closed by an R
)

// ScopedPattern is a specification pattern in a scope. The symbols in P, S, T, Q and R play these parts of the
// pattern and of the scope. If a part has several symbols, any of them will do. A part that the pattern or the scope
// does not have is empty.
type ScopedPattern struct {
	Kind          PatternKind
	Least, Most   int // Existence: how many; Most < 0 is no upper bound
	Scope         ScopeKind
	P, S, T, Q, R []int32
}

// letters returns the roles that each of the symbols 0..symbols-1 plays.
func (c *ScopedPattern) letters(symbols int) []role {
	out := make([]role, symbols)
	for _, part := range []struct {
		bit  role
		syms []int32
	}{{roleP, c.P}, {roleS, c.S}, {roleT, c.T}, {roleQ, c.Q}, {roleR, c.R}} {
		for _, s := range part.syms {
			out[s] |= part.bit
		}
	}
	return out
}

// TwoRoles returns the symbols that play two parts which exclude each other, ascending. S and T do not exclude each
// other: an event may be both links of a chain. Neither do Q and R: an event may close one segment and open the next.
func (c *ScopedPattern) TwoRoles(symbols int) []int32 {
	var out []int32
	for s, l := range c.letters(symbols) {
		if l&(l-1) != 0 && l != roleS|roleT && l != roleQ|roleR {
			out = append(out, int32(s))
		}
	}
	return out
}

// Compile returns the minimal automaton of the pattern over symbols 0..symbols-1. No symbol may be in TwoRoles. It
// returns a *LimitError if the automaton would have more than limit states.
func (c *ScopedPattern) Compile(symbols, limit int) (*DFA, error) {
	if limit = limitOr(limit, symbols); max(c.Least, c.Most+1)+3 > limit {
		return nil, &LimitError{limit}
	}
	return scoped(bodyOf(c.Kind, c.Least, c.Most), c.Scope, c.letters(symbols)), nil
}

// scoped returns the minimal automaton of body b in a scope. letters has the role of each symbol. A Q inside a
// segment does not open another segment.
//
// The automaton has the states of b for the inside of a segment, a state outside of segments, and a trap.
func scoped(b *body, scope ScopeKind, letters []role) *DFA {
	n := b.states()
	outside, trap := int32(n), int32(n+1)
	d := &DFA{Symbols: len(letters), Accept: make([]bool, n+2), Names: make([]string, n+2)}
	copy(d.Accept, b.accept)
	copy(d.Names, b.names)
	d.Accept[outside] = true
	d.Names[outside] = "outside"
	if scope == BeforeR || scope == BetweenQandR {
		for i := range n { // judged only when R comes
			d.Accept[i] = true
		}
	}
	if scope >= AfterQ {
		d.Start = outside
	}
	closes := scope == BeforeR || scope >= BetweenQandR
	for s := range int32(n) { // inside of a segment
		for _, r := range letters {
			switch {
			case !closes || r&roleR == 0:
				d.Next = append(d.Next, int32(b.step(int(s), r)))
			case !b.accept[s]:
				d.Next = append(d.Next, trap)
			case scope >= BetweenQandR && r&roleQ != 0: // closes one segment and opens the next
				d.Next = append(d.Next, 0)
			default:
				d.Next = append(d.Next, outside)
			}
		}
	}
	for _, r := range letters { // outside
		if scope >= AfterQ && r&roleQ != 0 {
			d.Next = append(d.Next, 0)
		} else {
			d.Next = append(d.Next, outside)
		}
	}
	for range letters {
		d.Next = append(d.Next, trap)
	}
	return d.Minimize()
}
