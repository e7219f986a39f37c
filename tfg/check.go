package tfg

import (
	"fmt"
	"slices"

	"flavers/cfg"
)

// Check verifies the shape that later stages rely on: adjacency mirrors
// itself, I has no predecessor and F no successor, a site leads only to
// communication nodes it takes part in, a communication node of an unshrunk
// graph is entered from exactly its two sites, and an end leads to F and joins.
func (g *Graph) Check() error {
	if len(g.Nodes) < 2 || g.Nodes[I].Kind != Initial || g.Nodes[F].Kind != Final {
		return fmt.Errorf("tfg: I or F is missing")
	}
	if len(g.Pred(I)) != 0 || len(g.Succ(F)) != 0 {
		return fmt.Errorf("tfg: I has predecessors or F successors")
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.ID != NodeID(i) {
			return fmt.Errorf("tfg: node %d has identifier %d", i, n.ID)
		}
		for _, m := range g.Succ(n.ID) {
			if !slices.Contains(g.Pred(m), n.ID) {
				return fmt.Errorf("tfg: edge %d->%d has no mirror", n.ID, m)
			}
			to := &g.Nodes[m]
			if n.Kind == Site && (to.Kind != Communication || !g.takesPart(n, to)) {
				return fmt.Errorf("tfg: site %d leads to %s node %d", n.ID, to.Kind, m)
			}
			if n.Kind == End && m != F && !g.isJoin(to) {
				return fmt.Errorf("tfg: end %d leads to node %d", n.ID, m)
			}
		}
		for _, m := range g.Pred(n.ID) {
			if !slices.Contains(g.Succ(m), n.ID) {
				return fmt.Errorf("tfg: edge %d->%d has no mirror", m, n.ID)
			}
		}
		if n.Kind == Communication {
			if len(g.Pred(n.ID)) != 2 {
				return fmt.Errorf("tfg: communication node %d has %d ways in", n.ID, len(g.Pred(n.ID)))
			}
			for _, m := range g.Pred(n.ID) {
				if g.Nodes[m].Kind != Site {
					return fmt.Errorf("tfg: communication node %d is entered from %s node %d", n.ID, g.Nodes[m].Kind, m)
				}
			}
		}
	}
	return nil
}

// takesPart reports whether a site is one of the two of a communication node.
func (g *Graph) takesPart(site, c *Node) bool {
	a := g.P.Actions[c.Action]
	return a.A == site.Site || a.B == site.Site
}

// isJoin reports whether a node is a step that waits for the end of a task.
func (g *Graph) isJoin(n *Node) bool {
	if n.Kind != Local {
		return false
	}
	_, ok := g.P.Nodes[n.Site].Op.(cfg.Join)
	return ok
}
