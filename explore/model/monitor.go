package model

import (
	"slices"

	"flavers/automata/observe"
	"flavers/sem"
)

// This file has the specifications as parts of the system: what their automata read of the
// effects of steps, and which states they accept.

// Monitor is the automaton of one specification as a component of the system.
type Monitor struct {
	observe.Monitor
	At       int // index in a state of the automaton's state
	Resource int // steps that move the automaton write this resource, others that it observes read it
}

// observation is what a monitor reads of an effect.
type observation struct {
	monitor int   // index in System.Monitors
	symbols []int // in the order of the events
}

// Violated reports whether the specification is violated in a state, whatever follows.
func (m *Monitor) Violated(state []int32) bool { return m.Monitor.Violated(state[m.At]) }

// Accepts reports whether the specification holds for an execution that ends in a state.
func (m *Monitor) Accepts(state []int32) bool { return m.Monitor.Accepts(state[m.At]) }

// observe lists what the monitors read of an effect. Monitors that read nothing are left
// out.
func (s *System) observe(eff *sem.Effect) []observation {
	var out []observation
	for _, occ := range eff.Occ {
		owners := occ.Owners(s.Program)
		for i := range s.Monitors {
			sym := s.Monitors[i].Symbol(occ.Names(), owners)
			if sym < 0 {
				continue
			}
			j := slices.IndexFunc(out, func(g observation) bool { return g.monitor == i })
			if j < 0 {
				j = len(out)
				out = append(out, observation{monitor: i})
			}
			out[j].symbols = append(out[j].symbols, sym)
		}
	}
	return out
}

// Impossible reports whether a constraint forbids everything from the start.
func (s *System) Impossible() bool {
	start := s.Start()
	return slices.ContainsFunc(s.Monitors, func(m Monitor) bool { return !m.Spec.Property && m.Violated(start) })
}

// Trapped reports whether a property is violated in a state, whatever follows.
func (s *System) Trapped(state []int32) bool {
	for i := range s.Monitors {
		if m := &s.Monitors[i]; m.Spec.Property && m.Violated(state) {
			return true
		}
	}
	return false
}
