package render

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// bundles follows the lines of a picture as a reader does, from node to node
// through the points where they run together, and compares what that finds with
// the edges: a bundle claims that all nodes of one end are joined to all of the
// other, and says how many edges these are.
func bundles(p *Placed) error {
	type end struct {
		Pt
		kind Kind
		rule int
	}
	d := p.D
	nodesAt := map[end][]int{} // by point: nodes with a line there
	for i := range p.Lines {
		l := &p.Lines[i]
		if l.Kind == Control || l.Count > 0 {
			continue
		}
		for k, q := range []Pt{l.Pts[0], l.Pts[len(l.Pts)-1]} {
			if slices.Contains(p.Points, q) {
				at := end{q, l.Kind, l.Rule}
				e := d.Edges[l.Edges[0]]
				nodesAt[at] = append(nodesAt[at], []int{e.To, e.From}[k])
			}
		}
	}
	found := make([]int, len(d.Edges))
	for i := range p.Lines {
		l := &p.Lines[i]
		if l.Count == 0 {
			continue
		}
		var sides [2][]int
		for k, q := range []Pt{l.Pts[0], l.Pts[len(l.Pts)-1]} {
			sides[k] = nodesAt[end{q, l.Kind, l.Rule}]
			if sides[k] == nil { // the trunk ends at a node
				e := d.Edges[l.Edges[0]]
				sides[k] = []int{[]int{e.From, e.To}[k]}
			}
		}
		joins := map[[2]int]bool{}
		for _, a := range sides[0] {
			for _, b := range sides[1] {
				joins[[2]int{a, b}] = true
			}
		}
		have := map[[2]int]bool{}
		count := 0
		for _, e := range l.Edges {
			ed := &d.Edges[e]
			have[[2]int{ed.From, ed.To}] = true
			found[e]++
			count++
			if ed.Both {
				count++
			}
			if ed.Kind != l.Kind || ed.Rule != l.Rule || ed.Lit {
				return fmt.Errorf("bundle %d: edge %d is of another kind", i, e)
			}
		}
		if count != l.Count {
			return fmt.Errorf("bundle %d stands for %d edges and says %d", i, count, l.Count)
		}
		if !maps.Equal(joins, have) {
			return fmt.Errorf("bundle %d seems to join %v, its edges are %v", i, joins, have)
		}
	}
	for e := range d.Edges {
		if d.Edges[e].Kind == Control || inCable(p, e) {
			continue
		}
		trunks := 0
		for _, l := range p.Routes[e][0] {
			if p.Lines[l].Count > 0 {
				trunks++
			}
		}
		if trunks != found[e] || trunks > 1 || trunks == 0 && len(p.Routes[e][0]) != 1 {
			return fmt.Errorf("edge %d is in %d bundles, its route has %d", e, found[e], trunks)
		}
	}
	return nil
}

// dense is a drawing in which every step of a task may follow every step of
// another, as with a property that all tasks move.
func dense(tasks, steps int) *Drawing {
	d := &Drawing{Title: "dense"}
	for t := range tasks {
		d.Columns = append(d.Columns, fmt.Sprintf("t[%d]", t))
		for i := range steps {
			n := len(d.Nodes)
			d.Nodes = append(d.Nodes, Node{ID: fmt.Sprintf("n%d", n), Label: fmt.Sprintf("event e%d", i), Title: "e", Class: Global, Columns: []int{t}})
			if i > 0 {
				d.Edges = append(d.Edges, Edge{From: n - 1, To: n})
			}
		}
	}
	for a := range d.Nodes {
		for b := a + 1; b < len(d.Nodes); b++ {
			if a/steps != b/steps {
				d.Edges = append(d.Edges, Edge{From: a, To: b, Kind: MIP, Both: true})
			}
		}
	}
	return d
}

// Complete sets of edges are one trunk for each pair of tasks, and every edge
// is counted.
func TestBundles(t *testing.T) {
	d := dense(4, 10)
	p := Place(d)
	if err := sound(p); err != nil {
		t.Fatal(err)
	}
	trunks, total, lines := 0, 0, 0
	for i := range p.Lines {
		l := &p.Lines[i]
		total += l.Count
		if l.Count > 0 {
			trunks++
		}
		if l.Kind == MIP {
			lines++
		}
	}
	if want := d.Count(MIP); trunks != 6 || total != want || lines > 6+2*4*10 {
		t.Errorf("%d trunks for %d of %d edges, %d lines", trunks, total, want, lines)
	}
	// Few edges stay as they are: an arrow from step to step is easier to read.
	few := dense(2, 1)
	if p := Place(few); len(p.Lines) != 1 || p.Lines[0].Count != 0 {
		t.Errorf("%+v", p.Lines)
	}
}

func TestBundlesFindsFaults(t *testing.T) {
	for name, spoil := range map[string]func(*Placed, *Line){
		"count":   func(p *Placed, l *Line) { l.Count++ },
		"dropped": func(p *Placed, l *Line) { l.Edges = l.Edges[1:]; l.Count -= 2 },
		"twice":   func(p *Placed, l *Line) { p.Lines = append(p.Lines, *l) },
	} {
		p := Place(dense(3, 5))
		k := slices.IndexFunc(p.Lines, func(l Line) bool { return l.Count > 0 })
		spoil(p, &p.Lines[k])
		if bundles(p) == nil {
			t.Errorf("%s is not found", name)
		}
	}
}

// A ring of many tasks, each passing on to the next, is broken into bands, and
// is not a staircase: every task begins at the top of its band.
func TestBands(t *testing.T) {
	const n = 30
	d := &Drawing{Title: "ring", Nodes: []Node{{ID: "n0", Label: "I", Title: "I", Class: Initial}}}
	node := func(label string, class Class, columns ...int) int {
		d.Nodes = append(d.Nodes, Node{ID: fmt.Sprintf("n%d", len(d.Nodes)), Label: label, Title: label, Class: class, Columns: columns})
		return len(d.Nodes) - 1
	}
	comm := make([]int, n)
	for t := range n {
		d.Columns = append(d.Columns, fmt.Sprintf("task[%d]", t))
		u := (t + 1) % n
		comm[t] = node("pass it on", Communication, min(t, u), max(t, u))
	}
	for t := range n {
		last := comm[(t+n-1)%n]
		first := node("accept", Site, t)
		d.Edges = append(d.Edges, Edge{From: 0, To: first}, Edge{From: first, To: last})
		for i := range 8 {
			k := node(fmt.Sprintf("event work %d", i), Local, t)
			d.Edges = append(d.Edges, Edge{From: last, To: k})
			last = k
		}
		d.Edges = append(d.Edges, Edge{From: last, To: comm[t]}, Edge{From: comm[t], To: first})
	}
	p := Place(d)
	if err := sound(p); err != nil {
		t.Fatal(err)
	}
	bands := map[float64]bool{}
	for _, l := range p.Lanes {
		bands[l.Y] = true
	}
	if aspect := p.Width / p.Height; len(bands) < 2 || aspect < 0.8 || aspect > 3.4 {
		t.Errorf("%d bands, %.0f by %.0f", len(bands), p.Width, p.Height)
	}
	if len(p.Aliases) == 0 || p.Height > float64(len(bands))*1000 {
		t.Errorf("%d second places, height %.0f", len(p.Aliases), p.Height)
	}
	var b strings.Builder
	if err := p.WriteSVG(&b, SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(b.String(), "shown again here"); got != len(p.Aliases) {
		t.Errorf("%d of %d second places are written", got, len(p.Aliases))
	}
}

// Random drawings of many tasks are sound in bands, with second places, dots and
// bundles.
func TestPlaceManyTasks(t *testing.T) {
	bands, aliases, trunks, cabled := 0, 0, 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		d := randomDrawing(r, 8+r.IntN(30), 60+r.IntN(500))
		for k := range r.IntN(3) * 60 { // more edges between two tasks
			a, b := 2+r.IntN(len(d.Nodes)-2), 2+r.IntN(len(d.Nodes)-2)
			if k%3 > 0 { // near to each other, so that sets are equal now and then
				b = min(len(d.Nodes)-1, a+1+r.IntN(4))
			}
			if a != b {
				d.Edges = append(d.Edges, Edge{From: a, To: b, Kind: Removed, Rule: r.IntN(2)})
			}
		}
		if seed%2 == 0 { // few lines, that run together
			d.Edges = slices.DeleteFunc(d.Edges, func(e Edge) bool { return e.Kind != Control })
			for range 1 + r.IntN(6) {
				kind, both := []Kind{MIP, Removed, Meet}[r.IntN(3)], r.IntN(2) == 0
				a, b := 2+r.IntN(len(d.Nodes)-10), 2+r.IntN(len(d.Nodes)-10)
				var edges []Edge
				for i := range 2 + r.IntN(4) {
					for j := range 2 + r.IntN(4) {
						if a+2*i != b+2*j {
							edges = append(edges, Edge{From: a + 2*i, To: b + 2*j, Kind: kind, Both: both})
						}
					}
				}
				d.Edges = append(d.Edges, edges...)
			}
		}
		p := Place(d)
		if err := sound(p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(p.Cables) > 0 {
			cabled++
		}
		for _, l := range p.Lanes {
			if l.Y > 0 {
				bands++
				break
			}
		}
		aliases += len(p.Aliases)
		for i := range p.Lines {
			if p.Lines[i].Count > 0 {
				trunks++
			}
		}
	}
	if bands < 15 || aliases < 1000 || trunks < 10 || cabled < 20 {
		t.Errorf("%d drawings in bands, %d second places, %d bundles, %d drawings with cables", bands, aliases, trunks, cabled)
	}
}

// A large drawing has dots for what nothing reacts to, unless it is lit; none
// of them is lost to the reader: each has its title.
func TestDots(t *testing.T) {
	d := randomDrawing(rand.New(rand.NewPCG(7, 1)), 6, 400)
	for i := range d.Nodes {
		d.Nodes[i].Lit = i%10 == 0
	}
	p := Place(d)
	dots := 0
	for i, small := range p.Small {
		n := &d.Nodes[i]
		if small {
			dots++
		}
		if want := !n.Lit && !n.Marked && (n.Class == Tau || n.Class == Site); small != want {
			t.Errorf("%+v is a dot: %v", n, small)
		}
	}
	var b strings.Builder
	if err := p.WriteSVG(&b, SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(b.String(), " dotted\""); got != dots || dots < 50 {
		t.Errorf("%d dots, %d written", dots, got)
	}
	d.Full = true
	if p := Place(d); slices.Contains(p.Small, true) {
		t.Error("a dot in a full drawing")
	}
}
