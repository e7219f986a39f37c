package picture

// Automata of specifications, as diagrams.

import (
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/render/diagram"
)

// shownEvents is how many events one edge names; its tooltip names all.
const shownEvents = 3

// Automaton returns the automaton of a specification, as written or as made of its pattern or formula: states in the
// order in which they are reached, the error state last. An accepting state has a double outline, one that must be left
// again a dashed one.
func Automaton(sp *automata.Spec) *diagram.Graph {
	d := sp.DFA
	g := &diagram.Graph{Title: describe(sp), Start: 0}
	order := breadthFirst(d)
	at := make([]int, d.States()) // by state: its node
	for i, q := range order {
		at[q] = i
		n := diagram.Node{ID: fmt.Sprintf("s%d", q), Label: d.StateName(q), Name: d.StateName(q), Double: d.Accept[q],
			Dashed: d.Open != nil && d.Open[q], Bad: q == d.Trap() && !sp.Reach, Round: true}
		switch {
		case n.Bad && sp.Property:
			n.Title = "the property is violated here"
		case n.Bad:
			n.Title = "no execution comes here: the constraint rules it out"
		case n.Dashed:
			n.Title = "an execution must leave this state again"
		case n.Double:
			n.Title = "an execution may end here"
		default:
			n.Title = "an execution must not end here"
		}
		g.Nodes = append(g.Nodes, n)
	}
	for _, q := range order {
		if q == d.Trap() {
			continue // it has no way out
		}
		d.Moves(q, func(to int32, symbols []int32) {
			var names []string
			for _, s := range symbols {
				names = append(names, eventName(&sp.Symbols[s]))
			}
			label := names
			if extra := len(names) - shownEvents; extra > 1 {
				label = append(slices.Clone(names[:shownEvents]), fmt.Sprintf("and %d more", extra))
			}
			g.Edges = append(g.Edges, diagram.Edge{From: at[q], To: at[to], Label: strings.Join(label, "\n"),
				Title: strings.Join(names, "\n"), Bad: to == d.Trap() && !sp.Reach})
		})
	}
	return g
}

// eventName returns what an edge calls a symbol.
func eventName(s *automata.Symbol) string {
	if s.Short != "" {
		return s.Short
	}
	return s.Pattern.String()
}

// describe says what a specification is.
func describe(sp *automata.Spec) string {
	if sp.Property {
		return "property " + sp.Name
	}
	return "constraint " + sp.Name
}

// breadthFirst lists the states that can be reached, breadth first, the error state last.
func breadthFirst(d *automata.DFA) []int32 {
	order := []int32{d.Start}
	for k := 0; k < len(order); k++ {
		for s := range d.Symbols {
			if to := d.Step(order[k], s); !slices.Contains(order, to) {
				order = append(order, to)
			}
		}
	}
	trap := d.Trap()
	if i := slices.Index(order, trap); i > 0 {
		order = append(slices.Delete(order, i, i+1), trap)
	}
	return order
}
