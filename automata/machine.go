package automata

// Automata as written: states, transitions, and what happens when there is no
// transition.

import (
	"slices"

	"flavers/diag"
)

// errorName is the state that `error otherwise` leads to. It may be declared
// or not, does not accept, and cannot be left.
const errorName = "error"

// machine builds the automaton of m, or reports why not.
func (r *resolver) machine(m *machine) (*DFA, error) {
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
		if s.text == errorName && s.accept {
			r.errorf(s.at, len(s.text), diag.FErrorState, "the error state cannot accept").WithHint("give the state another name")
		}
		ids[s.text] = int32(len(names))
		names = append(names, s.text)
	}
	declared := names
	if _, ok := ids[errorName]; !ok {
		ids[errorName] = int32(len(names))
		names = append(names, errorName)
	}
	bad := ids[errorName]
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
				r.errorf(f.at, len(f.text), diag.FErrorState, "the error state cannot be left").WithHint("give the state another name")
			}
			arcs = append(arcs, arc{from, to, syms})
		}
	}
	if r.count > 0 {
		return nil, nil
	}

	if len(names)*len(r.symbols) > maxCells {
		return nil, &LimitError{limitOr(r.limit, len(r.symbols))}
	}
	n := NewNFA(len(r.symbols))
	n.Names = slices.Clone(names)
	n.Names[bad] = "" // a set of states is called after the others
	for range names {
		n.Add(false)
	}
	// A safety automaton is judged by its error state alone, so its states need
	// no stars: without any, all but the error state accept.
	unmarked := r.decl.safety && !slices.ContainsFunc(m.states, func(s stateDecl) bool { return s.accept })
	for _, s := range m.states {
		n.Accept[ids[s.text]] = s.accept || unmarked && s.text != errorName
	}
	moved := make([][]bool, len(names))
	for i := range moved {
		moved[i] = make([]bool, len(r.symbols))
	}
	for _, a := range arcs {
		n.Edge(a.from, a.to, a.syms...)
		for _, s := range a.syms {
			moved[a.from][s] = true
		}
	}
	for i := range names {
		var rest []int32
		for s, there := range moved[i] {
			if !there {
				rest = append(rest, int32(s))
			}
		}
		to := int32(i)
		if m.otherwise {
			to = bad
		}
		n.Edge(int32(i), to, rest...)
	}
	n.Start = []int32{0}
	if !r.decl.faulty { // a transition that could not be read may lead there
		r.warnUnreachable(m, n)
	}
	d, err := n.Determinize(r.limit)
	if err != nil {
		return nil, err
	}
	return d.Minimize(), nil
}

// warnUnreachable warns of declared states that no sequence of events reaches.
func (r *resolver) warnUnreachable(m *machine, n *NFA) {
	seen := make([]bool, n.States())
	stack := []int32{0}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		for _, e := range n.edges[s] {
			stack = append(stack, e.to)
		}
	}
	for i, s := range m.states { // declared without repeats, or r.count > 0
		if !seen[i] && s.text != errorName {
			r.warnf(s.at, len(s.text), diag.FUnreachable, "state %s cannot be reached", s.text)
		}
	}
}
