package fsa

// Automata as written: states, transitions, and what happens when there is no
// transition. The state that `error otherwise` leads to may be declared or not,
// does not accept, and cannot be left. Live states are in live.go.

import (
	"slices"

	"flavers/automata"
	"flavers/diag"
)

// machine builds the automaton of m, or reports why not.
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
	ids := make(map[string]int32)
	names := make([]string, 0, len(m.states)+1)
	for _, s := range m.states {
		if _, ok := ids[s.text]; ok {
			r.errorf(s.at, len(s.text), diag.FDuplicateState, "state %s is declared twice", s.text)
			continue
		}
		if s.text == automata.ErrorState && s.accept {
			r.errorf(s.at, len(s.text), diag.FErrorState,
				"the error state cannot accept").WithHint("give the state another name")
		}
		ids[s.text] = int32(len(names))
		names = append(names, s.text)
	}
	marked := r.live(m)
	declared := names
	if _, ok := ids[automata.ErrorState]; !ok {
		ids[automata.ErrorState] = int32(len(names))
		names = append(names, automata.ErrorState)
	}
	bad := ids[automata.ErrorState]
	state := func(n name) (int32, bool) {
		id, ok := ids[n.text]
		if !ok && !m.broken {
			e := r.errorf(n.at, len(n.text), diag.FUnknownState, "no state named %s", n.text)
			if near := diag.Suggest(n.text, declared); near != "" {
				e.WithHint("did you mean %q?", near)
			} else if all := diag.Among(declared); all != "" {
				e.WithHint("the states are %s", all)
			}
		}
		return id, ok
	}

	type arc struct {
		at       name // of the state that it leaves
		from, to int32
		syms     []int32
	}
	var arcs []arc
	for _, v := range m.moves {
		syms := r.events(v.events)
		to, toOK := state(v.to)
		for _, f := range v.from {
			from, ok := state(f)
			if ok && toOK && from == bad && to != bad {
				r.errorf(f.at, len(f.text), diag.FErrorState,
					"the error state cannot be left").WithHint("give the state another name")
			}
			arcs = append(arcs, arc{f, from, to, syms})
		}
	}
	if r.count > 0 {
		return nil, nil
	}

	if err := automata.Fits(len(names), len(r.symbols), r.limit); err != nil {
		return nil, err
	}
	n := automata.NewNFA(len(r.symbols))
	n.Names = slices.Clone(names)
	n.Names[bad] = "" // a set of states is called after the others
	for range names {
		n.Add(false)
	}
	// A safety automaton is judged by its error state alone, so its states need
	// no stars: without any, all but the error state accept.
	unmarked := r.decl.safety && !slices.ContainsFunc(m.states, func(s stateDecl) bool { return s.accept })
	for _, s := range m.states {
		n.Accept[ids[s.text]] = s.accept || unmarked && s.text != automata.ErrorState
	}
	next := slices.Repeat([]int32{-1}, len(names)*len(r.symbols)) // as in a DFA; -1: no transition
	for _, a := range arcs {
		n.Edge(a.from, a.to, a.syms...)
		for _, s := range a.syms {
			at := int(a.from)*len(r.symbols) + int(s)
			if marked && next[at] >= 0 && next[at] != a.to {
				r.errorf(a.at.at, len(a.at.text), diag.FLive, "two transitions from %s on %q, and states of %s are live",
					a.at.text, r.symbols[s].Pattern.String(), r.decl.name.text).
					WithHint("an automaton with live states is deterministic; the other transition leads to %s", names[next[at]])
				return nil, nil
			}
			next[at] = a.to
		}
	}
	for i := range names {
		var rest []int32
		to := int32(i)
		if m.otherwise {
			to = bad
		}
		for s := range r.symbols {
			if at := i*len(r.symbols) + s; next[at] < 0 {
				rest = append(rest, int32(s))
				next[at] = to
			}
		}
		n.Edge(int32(i), to, rest...)
	}
	n.Start = []int32{0}
	if !r.decl.faulty { // a transition that could not be read may lead there
		r.warnUnreachable(m, n)
	}
	if marked {
		return r.marked(m, &automata.DFA{Symbols: len(r.symbols), Next: next, Accept: n.Accept, Names: n.Names}, bad, n.Reachable()), nil
	}
	d, err := n.Determinize(r.limit)
	if err != nil {
		return nil, err
	}
	return d.Minimize(), nil
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
