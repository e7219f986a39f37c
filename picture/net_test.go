package picture

import (
	"strings"
	"testing"

	"flavers/explore/lpor/petri"
)

func TestNet(t *testing.T) {
	n := petri.New("a", "b")
	n.Mark("a", 2)
	n.Add("fold", "a a", "b")
	g := Net(n)
	if len(g.Nodes) != 3 || g.Nodes[0].Label != "a\n2 tokens" || g.Nodes[1].Round || !g.Nodes[2].Round {
		t.Errorf("%+v", g.Nodes)
	}
	if len(g.Edges) != 2 || g.Edges[0].From != 0 || g.Edges[0].To != 1 || g.Edges[0].Label != "2" ||
		g.Edges[1].From != 1 || g.Edges[1].To != 2 || g.Edges[1].Label != "" {
		t.Errorf("%+v", g.Edges)
	}
}

// Nodes stand along the arcs: of a ring of places that share one, the ring is a chain, and the shared place is apart.
func TestNetIsAChain(t *testing.T) {
	n := petri.New("free", "c", "b", "a")
	n.Mark("free", 1)
	n.Mark("a", 1)
	n.Add("third", "c", "a free")
	n.Add("second", "b free", "c")
	n.Add("first", "a free", "b")
	var labels []string
	for _, node := range Net(n).Nodes {
		label, _, _ := strings.Cut(node.Label, "\n")
		labels = append(labels, label)
	}
	if got := strings.Join(labels, " "); got != "a first b second c third free" {
		t.Error(got)
	}
}
