package automata

// Specification patterns with their scopes: the parts of an execution in which
// a pattern has to hold, put around any body of the catalogue.

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

// ScopedPattern is a specification pattern in a scope, over symbols: which of
// them play which part. Any symbol of a part will do for it. Parts that the
// pattern or the scope does not have are empty.
type ScopedPattern struct {
	Kind          PatternKind
	Least, Most   int // Existence: how many; Most < 0 is no upper bound
	Scope         ScopeKind
	P, S, T, Q, R []int32
}

// letters returns the roles of symbols 0..symbols-1.
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

// TwoRoles lists the symbols that play parts which exclude each other, in
// order. A symbol may be both links of a chain, S and T, and may both open and
// close a scope, Q and R; other parts are apart.
func (c *ScopedPattern) TwoRoles(symbols int) []int32 {
	var out []int32
	for s, l := range c.letters(symbols) {
		if l&(l-1) != 0 && l != roleS|roleT && l != roleQ|roleR {
			out = append(out, int32(s))
		}
	}
	return out
}

// Compile returns the minimal automaton of the pattern over symbols 0..symbols-1, of
// which none plays two roles. Errors: *LimitError.
func (c *ScopedPattern) Compile(symbols, limit int) (*DFA, error) {
	if limit = limitOr(limit, symbols); max(c.Least, c.Most+1)+3 > limit {
		return nil, &LimitError{limit}
	}
	return scoped(bodyOf(c.Kind, c.Least, c.Most), c.Scope, c.letters(symbols)), nil
}

// scoped returns the minimal automaton of body b in a scope, over the letters whose
// roles are given. A second Q inside a segment does not open another.
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
	for s := range int32(n) {
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
	for _, r := range letters {
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
