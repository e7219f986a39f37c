package automata

// This file makes automata with live states (docs/theory.md, "Infinite executions"): states that an execution must not
// stay in for ever. In
//
//	states idle*, busy live
//	idle -> busy : start
//	busy -> idle : stop
//
// an execution is bad if it stops in busy, which does not accept, or if it stays in busy from some step on.

import "slices"

// Marked returns a minimal automaton that accepts the same finite words as d, with marks for infinite executions.
// open says of each state whether an infinite execution must leave it again. No state of open may accept. A state
// from which nothing is good, which is to be the trap, must be in open.
//
// In the result, Live says of which states something good can still come: the execution stops in a state that
// accepts, or stays in states that are not in open. All other states become the trap. Open has the states of open but
// the trap; it is nil if there are none.
//
// Seen as a Büchi automaton, d accepts an infinite word if states that are not in open come again and again. If an
// infinite execution has only finitely many symbols, the state after the last symbol counts as coming again and
// again.
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
