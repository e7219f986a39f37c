package picture

import (
	"fmt"

	"flavers/explore/lpor/petri"
	"flavers/internal/english"
	"flavers/render/diagram"
)

// Net is a place/transition net: places are round, with their tokens at the start, transitions are boxes. An arc that
// moves more than one token says how many.
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
	return g
}
