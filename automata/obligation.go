package automata

// This file says what patterns and live states demand of infinite executions (docs/theory.md, "Infinite
// executions").

import "slices"

// Obligation is something that a property demands again and again. An infinite
// execution violates the property if it never leads to the error state, and from some
// step on the automaton stays in open states and reads no symbol that meets the
// obligation.
type Obligation struct {
	Open []bool // by state
	Met  []bool // by symbol
}

// Keeps reports whether an obligation that is open in state q stays open while a symbol
// leads from q to the state to.
func (o *Obligation) Keeps(q int32, sym int, to int32) bool {
	return o.Open[q] && o.Open[to] && !o.Met[sym]
}

// Demands returns the obligation to leave the states of Open again; nil if there are none.
func (d *DFA) Demands() []Obligation {
	if d.Open == nil {
		return nil
	}
	return []Obligation{{d.Open, make([]bool, d.Symbols)}}
}

// Obligations returns those of the pattern, whose automaton is d; none if it only forbids.
//
// For all patterns but one, the automaton accepts whenever nothing is owed, and what is
// owed later is a new obligation. Of "s, t respond to p" the obligations overlap: p (s p
// t) (s p t).. meets each, and the automaton never accepts. So there are two: that
// there is an s again and again, and a t, while the automaton does not accept.
func (c *ScopedPattern) Obligations(d *DFA) []Obligation {
	open := make([]bool, d.States())
	for q := range open {
		open[q] = !d.Accept[q] && int32(q) != d.Trap()
	}
	switch {
	case !slices.Contains(open, true):
		return nil
	case c.Kind == ResponsePair:
		return []Obligation{{open, symbolSet(d, c.S)}, {open, symbolSet(d, c.T)}}
	}
	return []Obligation{{open, symbolSet(d, nil)}}
}

// symbolSet marks some symbols of an automaton.
func symbolSet(d *DFA, list []int32) []bool {
	out := make([]bool, d.Symbols)
	for _, s := range list {
		out[s] = true
	}
	return out
}
