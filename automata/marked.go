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
// open marks the states that an infinite execution must leave again. It must not mark a state that accepts. It must
// mark the states in which the property is lost for good: they become the trap.
//
// A state is good if it accepts or is not marked. In the result, Live marks the states from which a good one can
// be reached; all others become the trap. Open marks the open states except the trap, and is nil if there are none.
//
// As a Büchi automaton, the result accepts an infinite word if the run is in states that are not open again and
// again. If an infinite execution has only finitely many symbols, its run stays in the state after the last symbol.
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
