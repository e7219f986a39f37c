package model

import (
	"slices"

	"flavers/automata"
	"flavers/sem"
)

// Monitor is the automaton of one specification, which moves with the events
// that it observes.
type Monitor struct {
	Spec     *automata.Spec
	Trap     int32 // the state that is never left and never accepts; -1: none
	At       int   // its place in a state
	Resource int   // events that move it write it, others that it observes read it
	binder   *automata.Binder
}

// observation is what a monitor sees of an effect.
type observation struct {
	monitor int
	symbols []int
}

// Violated tells whether the specification is violated whatever comes.
func (m *Monitor) Violated(state []int32) bool { return m.Trap >= 0 && state[m.At] == m.Trap }

// Accepts tells whether the specification holds of an execution that stops here.
func (m *Monitor) Accepts(state []int32) bool { return m.Spec.DFA.Accept[state[m.At]] }

// Step is the state after a symbol.
func (m *Monitor) Step(q int32, symbol int) int32 {
	if q == m.Trap {
		return q
	}
	return m.Spec.DFA.Step(q, symbol)
}

// Moves tells whether a symbol leads somewhere else in some state.
func (m *Monitor) Moves(symbol int) bool {
	for q := range int32(m.Spec.DFA.States()) {
		if m.Step(q, symbol) != q {
			return true
		}
	}
	return false
}

// Symbol is what the monitor sees of an event with these names, of tasks with
// these; -1: nothing.
func (m *Monitor) Symbol(names, tasks []string) int {
	sym, _ := m.binder.Bind(names, tasks)
	return sym
}

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

// Impossible tells whether a constraint forbids everything from the start.
func (s *System) Impossible() bool {
	start := s.Start()
	return slices.ContainsFunc(s.Monitors, func(m Monitor) bool { return !m.Spec.Property && m.Violated(start) })
}

// Trapped tells whether a property is violated in a state, however it goes on.
func (s *System) Trapped(state []int32) bool {
	for i := range s.Monitors {
		if m := &s.Monitors[i]; m.Spec.Property && m.Violated(state) {
			return true
		}
	}
	return false
}
