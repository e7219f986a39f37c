package render

import (
	"bytes"
	"flavers/internal/golden"
	"io"
	"slices"
	"strings"
	"testing"
)

// small is the example of the package's documentation, with an edge of every
// kind.
func small() *Drawing {
	return &Drawing{Title: "small", Notes: []string{"an edge of every kind"}, Columns: []string{"a", "b"}, Rules: []string{"removed by one", "removed by two"},
		Nodes: []Node{
			{ID: "n0", Label: "I", Class: Initial, Lit: true}, {ID: "n1", Label: "F", Class: Final},
			{ID: "n2", Label: "event x", Title: "a: event x", Class: Local, Columns: []int{0}, Marked: true, Lit: true, Badge: "1", Steps: []int{1}},
			{ID: "n3", Label: "call b.e", Class: Site, Columns: []int{0}},
			{ID: "n4", Label: "accept e", Class: Site, Columns: []int{1}},
			{ID: "n5", Label: "b.e", Class: Communication, Columns: []int{0, 1}},
			{ID: "n6", Label: "end", Class: End, Columns: []int{0}}, {ID: "n7", Label: "end", Class: End, Columns: []int{1}},
			{ID: "n8", Label: "event y", Class: Global, Columns: []int{1}}, {ID: "n9", Label: "skip", Class: Tau, Columns: []int{1}},
		},
		Edges: []Edge{{From: 0, To: 2, Lit: true}, {From: 2, To: 3}, {From: 3, To: 5}, {From: 0, To: 9}, {From: 9, To: 8}, {From: 8, To: 9}, {From: 8, To: 4}, {From: 4, To: 5}, {From: 5, To: 6}, {From: 5, To: 7},
			{From: 6, To: 1}, {From: 7, To: 1}, {From: 2, To: 8, Kind: MIP, Both: true}, {From: 2, To: 9, Kind: Removed, Rule: 0}, {From: 9, To: 2, Kind: Removed, Rule: 1},
			{From: 3, To: 4, Kind: Meet}},
	}
}

func TestGolden(t *testing.T) {
	for file, write := range map[string]func(io.Writer) error{
		"small.svg": func(w io.Writer) error { return Place(small()).WriteSVG(w, SVGOptions{}) },
		"small.dot": small().WriteDOT,
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		golden.File(t, "testdata/"+file, b.String())
	}
}

func TestCountAndViews(t *testing.T) {
	d := small()
	if c, m, r := d.Count(Control), d.Count(MIP), d.Count(Removed); c != 12 || m != 2 || r != 2 {
		t.Errorf("%d control, %d MIP, %d removed", c, m, r)
	}
	ids := func(d *Drawing) string {
		var all []string
		for _, n := range d.Nodes {
			all = append(all, n.ID)
		}
		return strings.Join(all, " ")
	}
	for name, c := range map[string]struct {
		got  *Drawing
		want string
	}{
		"path":      {d.Path(), "n0 n1 n2"},
		"task b":    {d.Tasks([]string{"b"}), "n0 n1 n4 n5 n7 n8 n9"},
		"around 0":  {d.Around(5, 0), "n5"},
		"around 1":  {d.Around(5, 1), "n3 n4 n5 n6 n7"},
		"through F": {d.Around(6, 3), "n1 n2 n3 n4 n5 n6 n7 n8"},
	} {
		if got := ids(c.got); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		for _, e := range c.got.Edges {
			if e.From >= len(c.got.Nodes) || e.To >= len(c.got.Nodes) {
				t.Errorf("%s: edge %+v", name, e)
			}
		}
	}
	if cols := d.Tasks([]string{"b"}).Columns; len(cols) != 2 { // a takes part in the communication
		t.Errorf("columns %v", cols)
	}
	if d.Index("n5") != 5 || d.Index("x") != -1 {
		t.Error("Index")
	}
}

// Tasks that communicate stand side by side if that helps much.
func TestColumnOrder(t *testing.T) {
	ring := &Drawing{Columns: []string{"p0", "p1", "p2", "f0", "f1", "f2"}}
	for _, c := range [][]int{{0, 3}, {0, 4}, {1, 4}, {1, 5}, {2, 5}, {2, 3}} {
		ring.Nodes = append(ring.Nodes, Node{Columns: c})
	}
	sum := func(order []int) (all int) {
		for _, n := range ring.Nodes {
			d := slices.Index(order, n.Columns[0]) - slices.Index(order, n.Columns[1])
			all += max(d, -d)
		}
		return all
	}
	if plain, best := sum([]int{0, 1, 2, 3, 4, 5}), sum(columnOrder(ring)); best*4 > plain*3 {
		t.Errorf("distance %d, was %d", best, plain)
	}
}
