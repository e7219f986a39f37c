package render

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers/internal/trial"
)

// sound checks what every layout must keep.
func sound(p *Placed) error {
	d := p.D
	for i, b := range p.Boxes {
		if math.IsNaN(b.X+b.Y) || b.W <= 0 || b.H <= 0 {
			return fmt.Errorf("node %d is at %v", i, b)
		}
	}
	boxes, node := slices.Clone(p.Boxes), make([]int, len(p.Boxes))
	for i := range node {
		node[i] = i
	}
	for _, a := range p.Aliases {
		boxes, node = append(boxes, a.Box), append(node, a.Node)
	}
	for i, a := range boxes {
		for j := i + 1; j < len(boxes); j++ {
			b := boxes[j]
			if math.Abs(a.X-b.X) < (a.W+b.W)/2-0.01 && math.Abs(a.Y-b.Y) < (a.H+b.H)/2-0.01 {
				return fmt.Errorf("%s %v overlaps %s %v", d.Nodes[node[i]].ID, a, d.Nodes[node[j]].ID, b)
			}
		}
	}
	// A node of one task stands in its column; one of two tasks between them, or
	// if there are bands in no column.
	for k, b := range boxes {
		i := node[k]
		switch c := d.Nodes[i].Columns; len(c) {
		case 1:
			if l := p.Lanes[c[0]]; b.X-b.W/2 < l.X || b.X+b.W/2 > l.X+l.W || b.Y-b.H/2 < l.Y || b.Y+b.H/2 > l.Y+l.H {
				return fmt.Errorf("%s %v is outside its column %v", d.Nodes[i].ID, b, l)
			}
		case 2:
			l, r := p.Lanes[c[0]], p.Lanes[c[1]]
			if l.X > r.X {
				l, r = r, l
			}
			if l.Y == r.Y && k < len(p.Boxes) && (b.X-b.W/2 < l.X+l.W || b.X+b.W/2 > r.X) && len(p.Aliases) == 0 {
				return fmt.Errorf("%s %v is not between its columns %v and %v", d.Nodes[i].ID, b, l, r)
			}
			for k, other := range p.Lanes {
				if b.X+b.W/2 > other.X && b.X-b.W/2 < other.X+other.W && b.Y+b.H/2 > other.Y && b.Y-b.H/2 < other.Y+other.H {
					return fmt.Errorf("%s %v stands in column %d", d.Nodes[i].ID, b, k)
				}
			}
		}
	}
	// Every edge is a chain of lines from its node to its node.
	on := func(q Pt, b Box) bool { // on the outline
		inX, inY := math.Abs(q.X-b.X) <= b.W/2+0.01, math.Abs(q.Y-b.Y) <= b.H/2+0.01
		edge := math.Abs(math.Abs(q.X-b.X)-b.W/2) < 0.01 || math.Abs(math.Abs(q.Y-b.Y)-b.H/2) < 0.01
		return inX && inY && edge
	}
	at := func(q Pt, node int) bool { // at one of the node's places
		return on(q, p.Boxes[node]) || slices.ContainsFunc(p.Aliases, func(a Alias) bool { return a.Node == node && on(q, a.Box) })
	}
	joint := func(q Pt) bool {
		return slices.ContainsFunc(p.Points, func(j Pt) bool { return math.Abs(j.X-q.X) < 0.01 && math.Abs(j.Y-q.Y) <= pointSize/2+0.01 })
	}
	used := make([]bool, len(p.Lines))
	for e := range d.Edges {
		if inCable(p, e) {
			continue
		}
		if len(p.Routes[e]) == 0 {
			return fmt.Errorf("edge %d is not drawn", e)
		}
		for _, chain := range p.Routes[e] {
			first, last := p.Lines[chain[0]], p.Lines[chain[len(chain)-1]]
			if !at(first.Pts[0], d.Edges[e].From) {
				return fmt.Errorf("edge %d begins at %v, its node is %v", e, first.Pts[0], p.Boxes[d.Edges[e].From])
			}
			if !at(last.Pts[len(last.Pts)-1], d.Edges[e].To) {
				return fmt.Errorf("edge %d ends at %v, its node is %v", e, last.Pts[len(last.Pts)-1], p.Boxes[d.Edges[e].To])
			}
			for k, l := range chain {
				used[l] = true
				if k > 0 {
					before := p.Lines[chain[k-1]]
					if end := before.Pts[len(before.Pts)-1]; !joint(end) || !joint(p.Lines[l].Pts[0]) {
						return fmt.Errorf("edge %d: its lines do not meet: %v, %v", e, end, p.Lines[l].Pts[0])
					}
				}
			}
		}
	}
	if i := slices.Index(used, false); i >= 0 {
		return fmt.Errorf("line %d belongs to no edge", i)
	}
	if err := cables(p); err != nil {
		return err
	}
	return bundles(p)
}

func TestPlaceRandom(t *testing.T) {
	for seed := range uint64(trial.Count(t, 80)) {
		r := rand.New(rand.NewPCG(seed, 1))
		d := randomDrawing(r, 1+r.IntN(7), 1+r.IntN(90))
		p := Place(d)
		if err := sound(p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var a, b bytes.Buffer
		if err := p.WriteSVG(&a, SVGOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := Place(d).WriteSVG(&b, SVGOptions{}); err != nil {
			t.Fatal(err)
		}
		if a.String() != b.String() {
			t.Fatalf("seed %d: two pictures of one drawing", seed)
		}
		wellFormed(t, a.Bytes())
		for _, part := range []*Drawing{d.Path(), d.Tasks(d.Columns[:1]), d.Around(len(d.Nodes)-1, 2)} {
			if err := sound(Place(part)); err != nil {
				t.Fatalf("seed %d, a part: %v", seed, err)
			}
		}
	}
}

// Any graph can be placed, not only those of programs.
func TestPlaceAnyGraph(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 2))
		d := &Drawing{Columns: []string{"a", "b", "c", "d"}[:1+r.IntN(4)]}
		for i := range r.IntN(20) {
			n := Node{ID: fmt.Sprint("n", i), Label: strings.Repeat("x", r.IntN(12)), Class: Class(r.IntN(9))}
			for c := range d.Columns {
				if len(n.Columns) < 2 && r.IntN(3) == 0 {
					n.Columns = append(n.Columns, c)
				}
			}
			d.Nodes = append(d.Nodes, n)
		}
		for range r.IntN(60) {
			if len(d.Nodes) > 0 {
				d.Edges = append(d.Edges, Edge{From: r.IntN(len(d.Nodes)), To: r.IntN(len(d.Nodes))})
			}
		}
		d.Edges = distinct(d.Edges)
		if err := sound(Place(d)); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// sound finds what it is to find.
func TestSoundFindsFaults(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	d := randomDrawing(r, 4, 60)
	for name, spoil := range map[string]func(*Placed){
		"overlap": func(p *Placed) { p.Boxes[3] = p.Boxes[4] },
		"end":     func(p *Placed) { l := &p.Lines[5]; l.Pts[len(l.Pts)-1].Y += 9 },
		"column":  func(p *Placed) { p.Lanes[0].X += 500 },
		"missing": func(p *Placed) { p.Routes[0] = nil },
	} {
		p := Place(d)
		spoil(p)
		if sound(p) == nil {
			t.Errorf("%s is not found", name)
		}
	}
}

func wellFormed(t *testing.T, text []byte) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(text))
	for {
		_, err := dec.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
	}
}

// Untrusted text stays text.
func TestEscape(t *testing.T) {
	evil := "</svg><script>alert(1)</script>\"'&\x00\x1b[31m\u202e]]>\n"
	d := &Drawing{Title: evil, Notes: []string{evil}, Columns: []string{evil}, Nodes: []Node{{ID: "n0", Label: evil, Title: evil, Columns: []int{0}, Badge: evil}}}
	for _, write := range []func(io.Writer, SVGOptions) error{Place(d).WriteSVG} {
		var b bytes.Buffer
		if err := write(&b, SVGOptions{}); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, b.Bytes())
		if s := b.String(); strings.Contains(s, "<script") || strings.Count(s, "</svg>") != 1 || strings.ContainsAny(s, "\x00\x1b\u202e") {
			t.Error("markup or control characters of a name are in the picture")
		}
	}
	var b bytes.Buffer
	if err := d.WriteDOT(&b); err != nil {
		t.Fatal(err)
	}
	if path, err := exec.LookPath("dot"); err == nil {
		cmd := exec.Command(path, "-Tplain")
		cmd.Stdin = &b
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("dot: %v\n%s", err, out)
		}
	}
}

// A large picture takes well under a second; the test allows for a slow and
// busy machine, the benchmark measures.
func TestLargeIsFast(t *testing.T) {
	d := randomDrawing(rand.New(rand.NewPCG(7, 1)), 12, 4000)
	began := time.Now()
	p := Place(d)
	var b bytes.Buffer
	if err := p.WriteSVG(&b, SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("%d nodes took %v", len(d.Nodes), took)
	}
	if err := sound(p); err != nil {
		t.Error(err)
	}
}

func BenchmarkPlace(b *testing.B) {
	for _, size := range []int{50, 500, 5000} {
		d := randomDrawing(rand.New(rand.NewPCG(7, 1)), 8, size)
		b.Run(fmt.Sprintf("nodes=%d", len(d.Nodes)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := Place(d).WriteSVG(io.Discard, SVGOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// FLAVERS_SHOTS=dir keeps random pictures, to be looked at.
func TestShots(t *testing.T) {
	dir := os.Getenv("FLAVERS_SHOTS")
	if dir == "" {
		t.Skip("FLAVERS_SHOTS names no directory: no pictures are kept")
	}
	for _, size := range []int{10, 50, 500} {
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("random%d.svg", size)))
		if err != nil {
			t.Fatal(err)
		}
		if err := Place(randomDrawing(rand.New(rand.NewPCG(7, 1)), 2+size/100, size)).WriteSVG(f, SVGOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
