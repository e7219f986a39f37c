package picture

import (
	"testing"

	"flavers/explore/lpor/petri"
)

func TestNet(t *testing.T) {
	n := petri.New("a", "b")
	n.Mark("a", 2)
	n.Add("fold", "a a", "b")
	g := Net(n)
	if len(g.Nodes) != 3 || g.Nodes[0].Label != "a\n2 tokens" || !g.Nodes[1].Round || g.Nodes[2].Round {
		t.Errorf("%+v", g.Nodes)
	}
	if len(g.Edges) != 2 || g.Edges[0].From != 0 || g.Edges[0].To != 2 || g.Edges[0].Label != "2" ||
		g.Edges[1].From != 2 || g.Edges[1].To != 1 || g.Edges[1].Label != "" {
		t.Errorf("%+v", g.Edges)
	}
}
