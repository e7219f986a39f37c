package tfg

import (
	"fmt"
	"io"
	"strings"

	"flavers/cfg"
)

// NodeString names a node for people: its tasks and what happens there.
func (g *Graph) NodeString(n NodeID) string {
	node := &g.Nodes[n]
	task := func(t cfg.TaskID) string {
		if t < 0 || int(t) >= len(g.P.Tasks) {
			return "?"
		}
		return g.P.Tasks[t].Name
	}
	switch node.Kind {
	case Initial:
		return "I"
	case Final:
		return "F"
	case End:
		return "end " + task(node.Tasks[0])
	case Communication:
		return task(node.Tasks[0]) + "," + task(node.Tasks[1]) + ": " + g.P.NodeString(node.Site)
	case Site:
		return task(node.Tasks[0]) + ": at " + g.P.NodeString(node.Site)
	}
	return task(node.Tasks[0]) + ": " + g.P.NodeString(node.Site)
}

// WriteTo prints the graph, a line for each node: its number, kind, name and
// successors, as in
//
//	4 local a: x = 1 -> 7 9
func (g *Graph) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	for i := range g.Nodes {
		n := NodeID(i)
		fmt.Fprintf(&b, "%d %s %s ->", n, g.Nodes[i].Kind, g.NodeString(n))
		for _, m := range g.Succ(n) {
			fmt.Fprintf(&b, " %d", m)
		}
		b.WriteByte('\n')
	}
	k, err := io.WriteString(w, b.String())
	return int64(k), err
}
