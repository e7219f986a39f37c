package automata

// This file says what patterns and live states demand of infinite executions (docs/theory.md, "Infinite
// executions").

import "slices"

// Obligation is something that a property demands again and again. For "answer responds to ask", the obligation is open
// in the state after an ask; the answer leads to another state.
//
// An infinite execution that never leads to the error state violates the obligation if from some step on the automaton
// stays in open states and reads no symbol that meets the obligation.
type Obligation struct {
	Open []bool // by state: something is owed there
	Met  []bool // by symbol: it meets the obligation, although the state after it may be open again
}

// Keeps reports whether an obligation that is open in state q stays open, and is not met, when symbol sym leads from
// q to the state to.
func (o *Obligation) Keeps(q int32, sym int, to int32) bool {
	return o.Open[q] && o.Open[to] && !o.Met[sym]
}

// Demands returns the obligation to leave the states of d.Open again, or nil if there are no such states.
func (d *DFA) Demands() []Obligation {
	if d.Open == nil {
		return nil
	}
	return []Obligation{{d.Open, make([]bool, d.Symbols)}}
}

// Obligations returns the obligations of pattern c, whose automaton is d. It returns none if the pattern only forbids.
//
// For all patterns but one, the automaton accepts whenever nothing is owed. What is owed later is a new obligation,
// so no symbol needs to meet one. In "s, t respond to p" obligations overlap: the word p (s p t) (s p t)... answers
// each p, and the automaton never accepts. So this pattern has two obligations: while the automaton does not accept,
// s must come again and again, and so must t.
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

// symbolSet returns the symbols of a list as a set, by symbol of d.
func symbolSet(d *DFA, list []int32) []bool {
	out := make([]bool, d.Symbols)
	for _, s := range list {
		out[s] = true
	}
	return out
}
