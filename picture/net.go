package picture

import (
	"cmp"
	"fmt"
	"slices"

	"flavers/explore/lpor/petri"
	"flavers/internal/english"
	"flavers/render/diagram"
)

// Net returns a place/transition net: places are round, with their tokens at the start, transitions are boxes. An arc
// that moves more than one token says how many.
func Net(n *petri.Net) *diagram.Graph {
	g := &diagram.Graph{Start: -1, Title: "net " + n.Name}
	name := func(id, name string) string {
		if name == "" {
			return id
		}
		return name
	}
	for i := range n.Places {
		p := &n.Places[i]
		node := diagram.Node{ID: fmt.Sprintf("p%d", i), Label: name(p.ID, p.Name), Title: "place " + p.ID, Round: true}
		if p.Tokens > 0 {
			node.Label += "\n" + english.Plural(int64(p.Tokens), "token")
			node.Double = true
		}
		g.Nodes = append(g.Nodes, node)
	}
	weight := func(w int32) string {
		if w == 1 {
			return ""
		}
		return fmt.Sprint(w)
	}
	for i := range n.Transitions {
		t := &n.Transitions[i]
		at := len(g.Nodes)
		g.Nodes = append(g.Nodes, diagram.Node{ID: fmt.Sprintf("t%d", i), Label: name(t.ID, t.Name),
			Title: "transition " + t.ID, Faint: true, Square: true})
		for _, a := range t.Takes {
			g.Edges = append(g.Edges, diagram.Edge{From: int(a.Place), To: at, Label: weight(a.Weight)})
		}
		for _, a := range t.Puts {
			g.Edges = append(g.Edges, diagram.Edge{From: at, To: int(a.Place), Label: weight(a.Weight)})
		}
	}
	if len(g.Nodes) <= diagram.MaxNodes {
		chained(g)
	}
	return g
}

// chained orders the nodes of a net along its arcs, depth first, so that many arcs lead to the next node: from marked
// places on, those first that lead to few transitions. (An order in which arcs are shorter tears these chains apart.)
func chained(g *diagram.Graph) {
	n := len(g.Nodes)
	leads := make([][]int, n)
	for _, e := range g.Edges {
		leads[e.From] = append(leads[e.From], e.To)
	}
	begins := make([]int, n)
	for i := range begins {
		begins[i] = i
	}
	slices.SortStableFunc(begins, func(a, b int) int {
		marked := func(i int) int {
			if g.Nodes[i].Double {
				return 0
			}
			return 1
		}
		return cmp.Or(marked(a)-marked(b), len(leads[a])-len(leads[b]))
	})
	var order []int
	at := make([]int, n)
	seen := make([]bool, n)
	var visit func(i int)
	visit = func(i int) {
		if seen[i] {
			return
		}
		seen[i], at[i] = true, len(order)
		order = append(order, i)
		for _, marked := range []bool{false, true} {
			for _, to := range leads[i] {
				if g.Nodes[to].Double == marked {
					visit(to)
				}
			}
		}
	}
	for _, i := range begins {
		visit(i)
	}
	nodes := make([]diagram.Node, n)
	for k, i := range order {
		nodes[k] = g.Nodes[i]
	}
	g.Nodes = nodes
	for k := range g.Edges {
		g.Edges[k].From, g.Edges[k].To = at[g.Edges[k].From], at[g.Edges[k].To]
	}
}
