package render

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// inCable reports whether an edge has no line of its own because it is in a cable.
func inCable(p *Placed, e int) bool {
	return slices.ContainsFunc(p.Cables, func(c Cable) bool { return slices.Contains(c.Edges, e) })
}

// cables counts anew, edge by edge, what cables and tags say: no edge is lost, none
// is counted twice, and an edge is in the cable of tasks that it joins. Nothing of a
// cable lies on a column or on another's numbers.
func cables(p *Placed) error {
	d := p.D
	in := map[int]int{}
	tags := make([]Tag, len(d.Nodes))
	for i := range p.Cables {
		c := &p.Cables[i]
		var counts [styles][2]int
		for _, k := range c.Edges {
			e := &d.Edges[k]
			in[k]++
			from, to := d.Nodes[e.From].Columns, d.Nodes[e.To].Columns
			way := -1
			if slices.Contains(from, c.A) && slices.Contains(to, c.B) {
				way = 0
			} else if slices.Contains(from, c.B) && slices.Contains(to, c.A) {
				way = 1
			}
			if way < 0 || e.Kind == Control || e.Lit || d.Nodes[e.From].Focus || d.Nodes[e.To].Focus || len(p.Routes[k]) > 0 {
				return fmt.Errorf("edge %d is in the cable %d-%d", k, c.A, c.B)
			}
			style := map[Kind]int{MIP: 0, Meet: 1, Removed: 2 + e.Rule}[e.Kind]
			counts[style][way]++
			n := 1
			if e.Both {
				counts[style][1-way]++
				n = 2
			}
			for _, v := range []int{e.From, e.To} {
				switch e.Kind {
				case MIP:
					tags[v].Kept += n
				case Meet:
					tags[v].Meet += n
				case Removed:
					tags[v].Removed += n
				}
			}
		}
		if counts != c.Counts {
			return fmt.Errorf("cable %d-%d says %v, its edges are %v", c.A, c.B, c.Counts, counts)
		}
	}
	for k, n := range in {
		if n != 1 {
			return fmt.Errorf("edge %d is in %d cables", k, n)
		}
	}
	if !slices.Equal(tags, p.Tags) {
		return fmt.Errorf("tags are %v, the edges give %v", p.Tags, tags)
	}
	for i := range p.Cables {
		c := &p.Cables[i]
		if p.Cell.X > 0 {
			for j := range p.Cables[:i] {
				if p.Cables[j].Cell == c.Cell {
					return fmt.Errorf("two cables in the cell %v", c.Cell)
				}
			}
			if c.Cell.Y-c.Cell.H/2 < p.Foot-0.01 || c.Cell.Y+c.Cell.H/2 > p.Height || c.Cell.X-c.Cell.W/2 < 0 || c.Cell.X+c.Cell.W/2 > p.Width {
				return fmt.Errorf("cell %v is outside the table", c.Cell)
			}
			continue
		}
		a, b := p.Lanes[c.A], p.Lanes[c.B]
		if c.Left < a.X || c.Left > a.X+a.W || c.Right < b.X || c.Right > b.X+b.W || c.Left >= c.Right || c.Y-c.thickness()/2 < a.Y+a.H || c.Y+c.thickness()/2 > p.Height {
			return fmt.Errorf("cable %+v does not lead below the columns from %v to %v", c, a, b)
		}
		for j := range p.Cables[:i] {
			if o := &p.Cables[j]; max(o.Y-c.Y, c.Y-o.Y) < (o.thickness()+c.thickness())/2 && o.Left-o.thickness()/2 < c.Right+c.thickness()/2 && c.Left-c.thickness()/2 < o.Right+o.thickness()/2 {
				return fmt.Errorf("cables %+v and %+v overlap", c, o)
			}
		}
	}
	return nil
}

// crowd is a drawing in which any step of a task may follow some of another, without
// equal sets.
func crowd(r *rand.Rand, tasks, steps int) *Drawing {
	d := dense(tasks, steps)
	d.Rules = []string{"removed by a", "removed by b"}
	for i := range d.Edges {
		if e := &d.Edges[i]; e.Kind == MIP {
			e.Both = r.IntN(2) == 0
			if r.IntN(3) == 0 {
				e.Kind, e.Rule = Removed, r.IntN(2)
			}
		}
	}
	return d
}

// Many edges that do not run together are cables: in a channel, or of many tasks in
// a table; the picture stays as simple as the number of pairs of tasks.
func TestCables(t *testing.T) {
	for _, c := range []struct {
		tasks, steps int
		matrix       bool
	}{{2, 9, false}, {5, 6, false}, {8, 4, false}, {9, 4, true}, {30, 5, true}} {
		d := crowd(rand.New(rand.NewPCG(uint64(c.tasks), 1)), c.tasks, c.steps)
		p := Place(d)
		if err := sound(p); err != nil {
			t.Fatalf("%d tasks: %v", c.tasks, err)
		}
		if len(p.Cables) != c.tasks*(c.tasks-1)/2 || p.Between() != 0 || p.Cell.X > 0 != c.matrix {
			t.Errorf("%d tasks: %d cables, %d lines, cells of %v", c.tasks, len(p.Cables), p.Between(), p.Cell)
		}
		var b bytes.Buffer
		if err := p.WriteSVG(&b, SVGOptions{}); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, b.Bytes())
		if n := strings.Count(b.String(), `<g class="cable">`); n != len(p.Cables) || !strings.Contains(b.String(), "stands for all edges between two tasks") {
			t.Errorf("%d tasks: %d of %d cables are written, or the legend does not explain them", c.tasks, n, len(p.Cables))
		}
		sum := 0
		for i := range p.Cables {
			sum += p.Cables[i].sum()
		}
		if want := d.Count(MIP) + d.Count(Removed); sum != want {
			t.Errorf("%d tasks: cables stand for %d of %d edges", c.tasks, sum, want)
		}
	}
	// Bundles that say everything stay, as do few single edges.
	if p := Place(dense(4, 10)); len(p.Cables) > 0 {
		t.Error("cables instead of six trunks")
	}
}

// Around a node its own edges are drawn one by one, even in a crowd, and in a page a
// click finds all edges of a node.
func TestCablesSingles(t *testing.T) {
	d := crowd(rand.New(rand.NewPCG(3, 1)), 4, 8)
	near := d.Around(5, 1)
	p := Place(near)
	if err := sound(p); err != nil {
		t.Fatal(err)
	}
	focus := near.Index(d.Nodes[5].ID)
	single := 0
	for k, e := range near.Edges {
		if e.From == focus || e.To == focus {
			single++
			if len(p.Routes[k]) == 0 {
				t.Errorf("edge %d of the node has no line", k)
			}
		}
	}
	if single < 10 || len(p.Cables) == 0 {
		t.Errorf("%d edges of the node, %d cables", single, len(p.Cables))
	}
	p = Place(d)
	want := make([]string, len(d.Nodes))
	for i := range d.Nodes {
		var parts []string
		for s, class := range []string{"m", "p", "x0", "x1"} {
			var ids []string
			for _, e := range d.Edges {
				if e.Kind != Control && (s == 0 && e.Kind == MIP || s >= 2 && e.Kind == Removed && e.Rule == s-2) {
					if e.From == i {
						ids = append(ids, d.Nodes[e.To].ID)
					} else if e.Both && e.To == i {
						ids = append(ids, d.Nodes[e.From].ID)
					}
				}
			}
			if ids != nil {
				slices.Sort(ids)
				parts = append(parts, class+":"+strings.Join(ids, " "))
			}
		}
		want[i] = strings.Join(parts, ";")
	}
	for i, got := range p.wires() {
		var parts []string
		for part := range strings.SplitSeq(got, ";") {
			class, list, _ := strings.Cut(part, ":")
			ids := strings.Fields(list)
			slices.Sort(ids)
			parts = append(parts, class+":"+strings.Join(ids, " "))
		}
		if got := strings.Join(parts, ";"); got != want[i] {
			t.Errorf("node %d: %s, want %s", i, got, want[i])
		}
	}
}

func TestCablesFindsFaults(t *testing.T) {
	for name, spoil := range map[string]func(*Placed){
		"count":   func(p *Placed) { p.Cables[1].Counts[0][0]++ },
		"dropped": func(p *Placed) { p.Cables[0].Edges = p.Cables[0].Edges[1:] },
		"twice":   func(p *Placed) { p.Cables = append(p.Cables, p.Cables[0]) },
		"tag":     func(p *Placed) { p.Tags[3].Kept-- },
		"end":     func(p *Placed) { p.Cables[0].Right = p.Lanes[p.Cables[0].B].X - 1 },
		"overlap": func(p *Placed) { p.Cables[1].Y = p.Cables[0].Y; p.Cables[1].Left = p.Cables[0].Left },
	} {
		p := Place(crowd(rand.New(rand.NewPCG(4, 1)), 4, 6))
		spoil(p)
		if cables(p) == nil {
			t.Errorf("%s is not found", name)
		}
	}
}

func TestWrap(t *testing.T) {
	for label, want := range map[string]string{
		"event x":                          "event x",
		"test length[p] == 10":             "test length[p] == 10",
		"event pre(0,0) when c == 0 && p":  "event pre(0,0)|when c == 0 && p",
		"call dispatcher.unregister[0]":    "call dispatcher.|unregister[0]",
		"accept acquire_the_resource_now":  "accept acquire_|the_resource_now",
		strings.Repeat("x", 60):            strings.Repeat("x", maxLine-1) + "…",
		strings.Repeat("word ", 200) + "z": "word word word word word|word word word word wor…",
	} {
		got := strings.Join(wrap(label), "|")
		if got != want {
			t.Errorf("%q is broken as %q, want %q", label, got, want)
		}
		for _, line := range wrap(label) {
			if len([]rune(line)) > maxLine {
				t.Errorf("%q is too long", line)
			}
		}
	}
}
