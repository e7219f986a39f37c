package fsa

// Live states of automata as written: those that an execution must not stay in for ever.
//
//	states idle*, busy live

import (
	"slices"

	"flavers/automata"
	"flavers/diag"
)

// live reports whether states of m are marked as live, and reports marks where they have no
// meaning.
func (r *resolver) live(m *machine) bool {
	first := true
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

// marked returns the automaton d of m with the live states of m, or nil if these come to
// nothing. bad is the error state; reached tells of each state whether a word leads there.
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
	ends := d.CanReach(d.Accept)
	for i, s := range m.states {
		if slices.Contains(d.Accept, true) && reached[i] && !open[i] && !ends[i] && !r.decl.faulty {
			r.warnf(s.at, len(s.text), diag.FMayStay, "an execution may stay in %s for ever, and must not stop there", s.text).
				WithHint("no accepting state can be reached from there; if that is bad, call the state error, or mark it as `live`")
		}
	}
	r.obligations = out.Demands()
	return out
}
