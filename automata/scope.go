package automata

// Scopes: the parts of an execution in which a pattern has to hold, put around
// any body.

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

// scoped is the minimal automaton of body b in a scope, over the letters whose
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
