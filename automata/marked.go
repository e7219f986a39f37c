package automata

// This file makes automata with live states (docs/theory.md, "Infinite executions").

import "slices"

// Marked returns the minimal automaton of d with states that an execution must not stay in for
// ever: one that goes on for ever is bad if it stays in states of open from some step on. An
// execution that stops is judged by Accept, as ever. open is by state, no state of it accepts,
// and a state that is to be the trap is in it. The result has Open nil if it has no such state
// but the trap.
//
// A state is live if a good execution can still come of one that is there: one that stops
// where d accepts, or one that stays in a state which is not in open. The others become the
// trap. For the word of an execution that goes on for ever, d is a deterministic Büchi
// automaton that accepts by the states not in open; where events end, the last state comes
// again and again.
func (d *DFA) Marked(open []bool) *DFA {
	good := make([]bool, d.States())
	for q := range good {
		good[q] = d.Accept[q] || !open[q]
	}
	c := *d
	c.Live = d.CanReach(good)
	c.Open = slices.Clone(open)
	for q, live := range c.Live {
		c.Open[q] = open[q] && live
	}
	m := c.Minimize()
	if slices.Equal(m.Live, m.CanReach(m.Accept)) {
		m.Live = nil
	}
	if !slices.Contains(m.Open, true) {
		m.Open = nil
	}
	return m
}
