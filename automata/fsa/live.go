package fsa

// This file checks and applies the mark `live`, which a state has that an execution must not stay in for ever:
//
//	states idle*, busy live
//	idle -> busy : start
//	busy -> idle : stop

import (
	"slices"

	"flavers/automata"
	"flavers/diag"
)

// live reports whether states of m are marked as live. It reports an error for a mark that has no meaning.
func (r *resolver) live(m *machine) bool {
	first := true // no mark was seen so far
	for _, s := range m.states {
		if s.live.text == "" {
			continue
		}
		report := func(format string, args ...any) *diag.Diagnostic {
			return r.errorf(s.live.at, len(s.live.text), diag.FLive, format, args...)
		}
		switch {
		case first && !r.decl.property:
			report("a state of a constraint cannot be live").WithHint(
				"a constraint leaves out executions by what happens in them; what must happen in the end can be declared fair in the program")
		case first && r.decl.safety:
			report("`live` has no meaning under `safety`").WithHint(
				"`safety` judges an execution by the error state alone: leave out one of the two")
		case s.text == automata.ErrorState:
			report("the error state cannot be live").WithHint("an execution that gets there is bad at once")
		case s.accept:
			report("state %s accepts and is live", s.text).WithHint(
				"what must not go on for ever must not be left so at the end: leave out the `*`, or `live`")
		}
		first = false
	}
	return !first
}

// marked returns d, the automaton of m, with the live states of m. It reports an error and returns nil if the automaton
// demands nothing by them. bad is the error state of d, and reached says of each state whether a word leads there.
func (r *resolver) marked(m *machine, d *automata.DFA, bad int32, reached []bool) *automata.DFA {
	open := make([]bool, d.States())
	open[bad] = true
	for i, s := range m.states { // declared without repeats, or there were errors
		open[i] = open[i] || s.live.text != ""
	}
	out := d.Marked(open)
	if out.Open == nil {
		at := m.states[slices.IndexFunc(m.states, func(s stateDecl) bool { return s.live.text != "" })].live
		r.errorf(at.at, len(at.text), diag.FLive, "no live state of %s can be reached and left for one that is not live", r.decl.name.text).
			WithHint("a state that cannot be left and is bad is called error")
		return nil
	}
	// Warn of a state from which no execution can stop well, but in which it may stay for ever.
	mayStop := d.CanReach(d.Accept)
	for i, s := range m.states {
		neverStops := slices.Contains(d.Accept, true) && !mayStop[i]
		if neverStops && reached[i] && !open[i] && !r.decl.faulty {
			r.warnf(s.at, len(s.text), diag.FMayStay, "an execution may stay in %s for ever, and must not stop there", s.text).
				WithHint("no accepting state can be reached from there; if that is bad, call the state error, or mark it as `live`")
		}
	}
	r.obligations = out.Demands()
	return out
}
