package fsa

// This file makes the automaton of a specification that is written as one:
//
//	states idle*, busy*
//	idle -> busy : take
//	busy -> idle : give
//	error otherwise
//
// A star marks the states that accept. Where a state has no transition on an event,
// the automaton stays, or, with `error otherwise`, moves to the state error. That
// state may be declared or not, does not accept, and cannot be left. Live states are
// in live.go.

import (
	"slices"

	"flavers/automata"
	"flavers/diag"
)

// stateSet is the states of an automaton. The first one is the start; error is one of
// them, declared or not.
type stateSet struct {
	ids      map[string]int32
	names    []string // by number
	declared []string // those that are written, to name in messages
	bad      int32    // the error state
	live     bool     // some state is live
}

// transition is a transition as it is written, for one of the states before the arrow.
type transition struct {
	source   name // the state that it leaves, as it is written
	from, to int32
	symbols  []int32
}

// machine builds the automaton of m. It returns nil without an error if something is
// wrong with m, which is reported, and an error if the automaton is too large.
func (r *resolver) machine(m *machine) (*automata.DFA, error) {
	for _, e := range m.events {
		r.declare(e)
	}
	if len(m.states) == 0 {
		if !m.broken {
			r.errorf(m.at, 1, diag.FNoStates, "an automaton needs states").WithHint("states start*, other")
		}
		return nil, nil
	}
	states := r.stateSet(m)
	transitions := r.transitions(m, states)
	if r.count > 0 {
		return nil, nil
	}
	if err := automata.Fits(len(states.names), len(r.symbols), r.limit); err != nil {
		return nil, err
	}
	n := r.withoutTransitions(m, states)
	next, ok := r.nextStates(states, transitions)
	if !ok {
		return nil, nil
	}
	for _, t := range transitions {
		n.Edge(t.from, t.to, t.symbols...)
	}
	r.complete(m, states, n, next)
	if !r.decl.faulty { // a transition that could not be read may lead there
		r.warnUnreachable(m, n)
	}
	if states.live {
		d := &automata.DFA{Symbols: len(r.symbols), Next: next, Accept: n.Accept, Names: n.Names}
		return r.marked(m, d, states.bad, n.Reachable()), nil
	}
	d, err := n.Determinize(r.limit)
	if err != nil {
		return nil, err
	}
	return d.Minimize(), nil
}

// stateSet numbers the states of m.
func (r *resolver) stateSet(m *machine) *stateSet {
	states := &stateSet{ids: make(map[string]int32), names: make([]string, 0, len(m.states)+1)}
	for _, s := range m.states {
		if _, ok := states.ids[s.text]; ok {
			r.errorf(s.at, len(s.text), diag.FDuplicateState, "state %s is declared twice", s.text)
			continue
		}
		if s.text == automata.ErrorState && s.accept {
			r.errorf(s.at, len(s.text), diag.FErrorState,
				"the error state cannot accept").WithHint("give the state another name")
		}
		states.ids[s.text] = int32(len(states.names))
		states.names = append(states.names, s.text)
	}
	states.live = r.live(m)
	states.declared = states.names
	if _, ok := states.ids[automata.ErrorState]; !ok {
		states.ids[automata.ErrorState] = int32(len(states.names))
		states.names = append(states.names, automata.ErrorState)
	}
	states.bad = states.ids[automata.ErrorState]
	return states
}

// state returns the number of a state, and false if there is none of that name, which is reported.
func (r *resolver) state(m *machine, states *stateSet, n name) (int32, bool) {
	id, ok := states.ids[n.text]
	if !ok && !m.broken {
		e := r.errorf(n.at, len(n.text), diag.FUnknownState, "no state named %s", n.text)
		if near := diag.Suggest(n.text, states.declared); near != "" {
			e.WithHint("did you mean %q?", near)
		} else if all := diag.Among(states.declared); all != "" {
			e.WithHint("the states are %s", all)
		}
	}
	return id, ok
}

// transitions lists the transitions of m. They are of use only if nothing was reported.
func (r *resolver) transitions(m *machine, states *stateSet) []transition {
	var out []transition
	for _, v := range m.moves {
		symbols := r.events(v.events)
		to, toOK := r.state(m, states, v.to)
		for _, f := range v.from {
			from, ok := r.state(m, states, f)
			if ok && toOK && from == states.bad && to != states.bad {
				r.errorf(f.at, len(f.text), diag.FErrorState,
					"the error state cannot be left").WithHint("give the state another name")
			}
			out = append(out, transition{f, from, to, symbols})
		}
	}
	return out
}

// withoutTransitions makes a nondeterministic automaton of the states, without transitions.
func (r *resolver) withoutTransitions(m *machine, states *stateSet) *automata.NFA {
	n := automata.NewNFA(len(r.symbols))
	n.Names = slices.Clone(states.names)
	n.Names[states.bad] = "" // a set of states is called after the others
	for range states.names {
		n.Add(false)
	}
	// A safety automaton is judged by its error state alone, so its states need
	// no stars: without any, all but the error state accept.
	unmarked := r.decl.safety && !slices.ContainsFunc(m.states, func(s stateDecl) bool { return s.accept })
	for _, s := range m.states {
		n.Accept[states.ids[s.text]] = s.accept || unmarked && s.text != automata.ErrorState
	}
	n.Start = []int32{0}
	return n
}

// nextStates is the transitions as a deterministic automaton has them, by state and
// symbol; -1: there is none. An automaton with live states has to be deterministic:
// if it is not, that is reported, and ok is false. Of any other one the last of several
// transitions counts, which serves only to see where there is none.
func (r *resolver) nextStates(states *stateSet, transitions []transition) (next []int32, ok bool) {
	next = slices.Repeat([]int32{-1}, len(states.names)*len(r.symbols))
	for _, t := range transitions {
		for _, s := range t.symbols {
			entry := int(t.from)*len(r.symbols) + int(s)
			other := next[entry]
			if states.live && other >= 0 && other != t.to {
				r.errorf(t.source.at, len(t.source.text), diag.FLive, "two transitions from %s on %q, and states of %s are live",
					t.source.text, r.symbols[s].Pattern.String(), r.decl.name.text).
					WithHint("an automaton with live states is deterministic; the other transition leads to %s", states.names[other])
				return nil, false
			}
			next[entry] = t.to
		}
	}
	return next, true
}

// complete adds to n and next what happens where there is no transition: the automaton
// stays, or moves to the error state.
func (r *resolver) complete(m *machine, states *stateSet, n *automata.NFA, next []int32) {
	for i := range states.names {
		var missing []int32
		to := int32(i)
		if m.otherwise {
			to = states.bad
		}
		for s := range r.symbols {
			if entry := i*len(r.symbols) + s; next[entry] < 0 {
				missing = append(missing, int32(s))
				next[entry] = to
			}
		}
		n.Edge(int32(i), to, missing...)
	}
}

// warnUnreachable warns of declared states that no sequence of events reaches.
func (r *resolver) warnUnreachable(m *machine, n *automata.NFA) {
	seen := n.Reachable()
	for i, s := range m.states { // declared without repeats, or r.count > 0
		if !seen[i] && s.text != automata.ErrorState {
			r.warnf(s.at, len(s.text), diag.FUnreachable, "state %s cannot be reached", s.text)
		}
	}
}
