package picture

import (
	"fmt"
	"strings"
	"testing"

	"flavers/report"
)

// Of forty philosophers that wait, what is drawn hangs together: each but the first is waited for by one that is drawn.
func TestWaitsHangTogether(t *testing.T) {
	const n = 40
	var list []report.Waiting
	for i := range n {
		list = append(list, report.Waiting{Task: fmt.Sprintf("fork[%d]", i),
			For: []string{fmt.Sprintf("phil[%d]", i), fmt.Sprintf("phil[%d]", (i+n-1)%n)}})
	}
	for i := range n {
		list = append(list, report.Waiting{Task: fmt.Sprintf("phil[%d]", i), For: []string{fmt.Sprintf("fork[%d]", (i+1)%n)}})
	}
	g := Waits(list)
	reached := map[int]bool{0: true}
	for range g.Nodes {
		for _, e := range g.Edges {
			reached[e.To] = reached[e.To] || reached[e.From]
		}
	}
	drawn := 0
	for i, node := range g.Nodes {
		switch {
		case strings.HasSuffix(node.Label, "other tasks wait"):
		case reached[i]:
			drawn++
		default:
			t.Errorf("%q is drawn apart", node.Label)
		}
	}
	if drawn < maxWaiting || len(g.Nodes) > 2*maxWaiting {
		t.Errorf("%d of %d nodes hang together", drawn, len(g.Nodes))
	}
}
