// Package observe moves the automata of specifications along an execution: it has
// the specification monitor that everything uses that executes programs.
//
//	m := observe.New(spec)
//	q := m.Spec.DFA.Start
//	q = m.After(p, q, occurrences)   // of one step
//	if m.Violated(q) { ... }         // whatever comes
//	if over && !m.Accepts(q) { ... } // where the execution stops
//
// The monitor keeps no state of its own, so that a search can keep it with the state
// of the program. Automata that are bound to the graph, for data flow analysis, are
// in package monitor.
package observe

import (
	"flavers/automata"
	"flavers/cfg"
	"flavers/sem"
)

// Monitor is the automaton of one specification, which moves with the events that it
// observes. It is for concurrent use.
type Monitor struct {
	Spec   *automata.Spec
	Trap   int32 // the state that is never left and never accepts; -1: none
	binder *automata.Binder
}

// New returns the monitor of a specification.
func New(sp *automata.Spec) Monitor {
	return Monitor{Spec: sp, Trap: sp.DFA.Trap(), binder: automata.NewBinder(sp)}
}

// All returns the monitors of specifications, in their order.
func All(specs []*automata.Spec) []Monitor {
	out := make([]Monitor, len(specs))
	for i, sp := range specs {
		out[i] = New(sp)
	}
	return out
}

// Symbol returns what the monitor sees of an event with these names, of tasks with these, or -1 if there is
// nothing.
func (m *Monitor) Symbol(names, tasks []string) int {
	sym, _ := m.binder.Bind(names, tasks)
	return sym
}

// Step returns the state after a symbol.
func (m *Monitor) Step(q int32, symbol int) int32 {
	if q == m.Trap {
		return q
	}
	return m.Spec.DFA.Step(q, symbol)
}

// After returns the state after what happens in one step of an execution.
func (m *Monitor) After(p *cfg.Program, q int32, occ []sem.Occurrence) int32 {
	for i := range occ {
		if sym := m.Symbol(occ[i].Names(), occ[i].Owners(p)); sym >= 0 {
			q = m.Step(q, sym)
		}
	}
	return q
}

// Read appends the symbols of what happens in one step of an execution to a word.
func (m *Monitor) Read(word []int32, p *cfg.Program, occ []sem.Occurrence) []int32 {
	for i := range occ {
		if sym := m.Symbol(occ[i].Names(), occ[i].Owners(p)); sym >= 0 {
			word = append(word, int32(sym))
		}
	}
	return word
}

// Moves reports whether a symbol leads somewhere else in some state.
func (m *Monitor) Moves(symbol int) bool {
	for q := range int32(m.Spec.DFA.States()) {
		if m.Step(q, symbol) != q {
			return true
		}
	}
	return false
}

// Violated reports whether the specification is violated whatever comes.
func (m *Monitor) Violated(q int32) bool { return m.Trap >= 0 && q == m.Trap }

// Accepts reports whether the specification holds of an execution that stops here.
func (m *Monitor) Accepts(q int32) bool { return m.Spec.DFA.Accept[q] }
