package model

import (
	"slices"

	"flavers/automata/observe"
	"flavers/sem"
)

// Monitor is the automaton of one specification in a state of the system.
type Monitor struct {
	observe.Monitor
	At       int // its place in a state
	Resource int // events that move it write it, others that it observes read it
}

// observation is what a monitor sees of an effect.
type observation struct {
	monitor int
	symbols []int
}

// Violated reports whether the specification is violated whatever comes.
func (m *Monitor) Violated(state []int32) bool { return m.Monitor.Violated(state[m.At]) }

// Accepts reports whether the specification holds of an execution that stops here.
func (m *Monitor) Accepts(state []int32) bool { return m.Monitor.Accepts(state[m.At]) }

// observe lists what the monitors see of an effect.
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

// Trapped reports whether a property is violated in a state, however it goes on.
func (s *System) Trapped(state []int32) bool {
	for i := range s.Monitors {
		if m := &s.Monitors[i]; m.Spec.Property && m.Violated(state) {
			return true
		}
	}
	return false
}
