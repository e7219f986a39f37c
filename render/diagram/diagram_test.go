package diagram

// What a picture of random graphs must fulfil, read from the SVG that is written, and the same graphs as DOT.

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/render"
)

// area is a rectangle; of a piece of a line, it has no width or no height.
type area struct {
	what                     string
	left, top, right, bottom float64
}

func (a area) meets(b area) bool {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

// drawn is what an SVG shows.
type drawn struct {
	width, height        float64
	boxes, texts, labels []area
	pieces               []area // of lines
}

var (
	sizes   = regexp.MustCompile(`<svg [^>]*width="([\d.]+)" height="([\d.]+)"`)
	shift   = regexp.MustCompile(`<g transform="translate\(([\d.]+) 0\)">`)
	rects   = regexp.MustCompile(`<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="12"/>`)
	strokes = regexp.MustCompile(`<path class="c" d="([^"]+)"`)
	words   = regexp.MustCompile(`<text x="([-\d.]+)" y="([-\d.]+)" class="(mid|line over|end over)">([^<]*)</text>`)
	moves   = regexp.MustCompile(`([MHVQC])([^MHVQC]*)`)
)

func number(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(err)
	}
	return x
}

// read reads the picture of a graph.
func read(t *testing.T, g *Graph) *drawn {
	t.Helper()
	var b bytes.Buffer
	err := g.WriteSVG(&b, render.SVGOptions{})
	if err != nil {
		t.Fatal(err)
	}
	size := sizes.FindStringSubmatch(b.String())
	d := &drawn{width: number(size[1]), height: number(size[2])}
	at := shift.FindStringSubmatchIndex(b.String())
	dx, body := number(b.String()[at[2]:at[3]]), b.String()[at[1]:]
	for _, m := range rects.FindAllStringSubmatch(body, -1) {
		x, y := dx+number(m[1]), number(m[2])
		d.boxes = append(d.boxes, area{"a box", x, y, x + number(m[3]), y + number(m[4])})
	}
	for _, m := range words.FindAllStringSubmatch(body, -1) {
		text := html.UnescapeString(m[4])
		x, y, w := dx+number(m[1]), number(m[2]), render.TextWidth(text)
		switch m[3] {
		case "mid":
			d.texts = append(d.texts, area{text, x - w/2, y - 9, x + w/2, y + 3})
		case "line over":
			d.labels = append(d.labels, area{text, x, y - 9, x + w, y + 3})
		default:
			d.labels = append(d.labels, area{text, x - w, y - 9, x, y + 3})
		}
	}
	for _, m := range strokes.FindAllStringSubmatch(body, -1) {
		d.pieces = append(d.pieces, pieces(m[1], dx)...)
	}
	return d
}

// pieces are the areas of the pieces of a path: of a bent one, that around its control points.
func pieces(path string, dx float64) []area {
	var out []area
	x, y := 0.0, 0.0
	for _, m := range moves.FindAllStringSubmatch(path, -1) {
		var at []float64
		for _, word := range strings.Fields(m[2]) {
			at = append(at, number(word))
		}
		a := area{"a line", x, y, x, y}
		switch m[1] {
		case "M":
			x, y = at[0]+dx, at[1]
			continue
		case "H":
			at = []float64{at[0], y}
		case "V":
			at = []float64{x - dx, at[0]}
		}
		for k := 0; k < len(at); k += 2 {
			x, y = at[k]+dx, at[k+1]
			a.left, a.right = min(a.left, x), max(a.right, x)
			a.top, a.bottom = min(a.top, y), max(a.bottom, y)
		}
		out = append(out, a)
	}
	return out
}

// random is a graph with edges of every kind, of which at most one leads from a node to another one.
func random(r *rand.Rand) *Graph {
	text := func(what string, n int) string {
		var lines []string
		for range n {
			lines = append(lines, what+strings.Repeat("<o>", r.IntN(6)))
		}
		return strings.Join(lines, "\n")
	}
	g := &Graph{Title: "g", Start: r.IntN(2) - 1}
	n := 1 + r.IntN(7)
	for i := range n {
		g.Nodes = append(g.Nodes, Node{ID: fmt.Sprintf("n%d", i), Label: text("node", 1+r.IntN(3)), Name: fmt.Sprint(i),
			Double: r.IntN(3) == 0, Bad: r.IntN(4) == 0})
	}
	for i := range n {
		for j := range n {
			if r.IntN(5) < 2 {
				g.Edges = append(g.Edges, Edge{From: i, To: j, Label: text("edge", r.IntN(4)), Bad: r.IntN(4) == 0})
			}
		}
	}
	return g
}

// Every label can be read: nothing lies on it, neither a box nor a line nor another label. No box lies on another one,
// no line runs through a box, and nothing is outside the picture or left out.
func TestNothingIsCovered(t *testing.T) {
	far, near, loops := 0, 0, 0
	for seed := range trial.Seeds(t, 150) {
		g := random(rand.New(rand.NewPCG(seed, 35)))
		d := read(t, g)
		texts, labels := 0, 0
		for i := range g.Nodes {
			texts += len(lines(g.Nodes[i].Label))
		}
		for k := range g.Edges {
			e := &g.Edges[k]
			labels += len(lines(e.Label))
			switch {
			case e.From == e.To:
				loops++
			case e.far():
				far++
			default:
				near++
			}
		}
		if len(d.boxes) != len(g.Nodes) || len(d.texts) != texts || len(d.labels) != labels {
			t.Fatalf("seed %d: %d boxes, %d lines in them, %d of labels; want %d, %d, %d", seed, len(d.boxes), len(d.texts),
				len(d.labels), len(g.Nodes), texts, labels)
		}
		d.apart(t, seed)
	}
	if min(far, near, loops) < 50 {
		t.Errorf("only %d far edges, %d near ones, %d loops", far, near, loops)
	}
}

// apart checks that nothing lies on a label or in a box that does not belong there.
func (d *drawn) apart(t *testing.T, seed uint64) {
	t.Helper()
	solid := append(append([]area{}, d.boxes...), d.labels...)
	for i, a := range solid {
		if a.left < 0 || a.top < 0 || a.right > d.width || a.bottom > d.height {
			t.Errorf("seed %d: %+v is outside the picture of %v × %v", seed, a, d.width, d.height)
		}
		for _, b := range solid[:i] {
			if a.meets(b) {
				t.Errorf("seed %d: %+v lies on %+v", seed, a, b)
			}
		}
		for _, b := range d.pieces {
			thick := area{b.what, b.left - 1, b.top - 1, b.right + 1, b.bottom + 1}
			if i >= len(d.boxes) && a.meets(thick) {
				t.Errorf("seed %d: %+v crosses label %+v", seed, b, a)
			}
			inner := area{a.what, a.left + 0.5, a.top + 0.5, a.right - 0.5, a.bottom - 0.5}
			if inner.meets(b) {
				t.Errorf("seed %d: %+v runs through %+v", seed, b, a)
			}
		}
	}
	for _, a := range d.texts {
		inside := false
		for _, b := range d.boxes {
			inside = inside || a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom
		}
		if !inside {
			t.Errorf("seed %d: %+v is not inside a box", seed, a)
		}
	}
}

// Two edges that end at the same side of a node end at different places.
func TestEndsAreApart(t *testing.T) {
	for seed := range trial.Seeds(t, 50) {
		g := random(rand.New(rand.NewPCG(seed, 36)))
		p := g.layout(0)
		ends := map[[2]int][]float64{} // by node and side
		for k := range g.Edges {
			e := &g.Edges[k]
			if !e.far() {
				continue
			}
			r, side := p.right[k], 1
			if e.To < e.From {
				r, side = p.left[k], 0
			}
			from, to := [2]int{e.From, side}, [2]int{e.To, side}
			ends[from], ends[to] = append(ends[from], r.from), append(ends[to], r.to)
		}
		for at, ys := range ends {
			for i, y := range ys {
				if math.Abs(y-p.y[at[0]]) > p.h[at[0]]/2-port/2 {
					t.Errorf("seed %d: an edge ends at %v, outside node %d", seed, y, at[0])
				}
				for _, other := range ys[:i] {
					if math.Abs(y-other) < port {
						t.Errorf("seed %d: two edges end at %v and %v of node %d", seed, y, other, at[0])
					}
				}
			}
		}
	}
}

// Edges that leave one node downwards, or enter one from above, do not cross there: the picture of an automaton whose
// states all lead to the error state has no crossing at all.
func TestFanHasNoCrossing(t *testing.T) {
	const n = 6
	g := &Graph{Start: 0}
	for i := range n {
		g.Nodes = append(g.Nodes, Node{ID: fmt.Sprintf("n%d", i), Label: "node"})
		if i < n-1 {
			g.Edges = append(g.Edges, Edge{From: i, To: n - 1, Label: "fail"})
		}
		if i > 1 {
			g.Edges = append(g.Edges, Edge{From: i, To: 0, Label: "reset"})
		}
	}
	p := g.layout(0)
	type track struct{ x, top, bottom float64 }
	var tracks []track
	for k := range g.Edges {
		for _, r := range []route{p.right[k], p.left[k]} {
			if r.x != 0 {
				tracks = append(tracks, track{r.x, min(r.from, r.to), max(r.from, r.to)})
			}
		}
	}
	// A track at one side that another one encloses is nearer to the column.
	for _, a := range tracks {
		for _, b := range tracks {
			meets := b.top > a.top && b.top < a.bottom || b.bottom > a.top && b.bottom < a.bottom
			if a.x*b.x > 0 && math.Abs(a.x) < math.Abs(b.x) && meets {
				t.Errorf("the edge on the track at %v crosses that at %v", b.x, a.x)
			}
		}
	}
	if len(tracks) != 8 {
		t.Errorf("%d tracks, want 8", len(tracks))
	}
}

// DOT has every node and every edge, with its label, and marks what is bad.
func TestWriteDOT(t *testing.T) {
	g := &Graph{Title: "lamp", Start: 0, Nodes: []Node{{ID: "off", Label: "off", Double: true, Round: true},
		{ID: "on", Label: "on", Dashed: true, Title: "shines"}, {ID: "broken", Label: "broken", Bad: true},
		{ID: "x", Faint: true}}}
	g.Edges = []Edge{{From: 0, To: 1, Label: "press"}, {From: 1, To: 0, Label: "press\nfail", Title: "all"},
		{From: 1, To: 2, Label: "fall", Bad: true}}
	var b bytes.Buffer
	err := g.WriteDOT(&b)
	if err != nil {
		t.Fatal(err)
	}
	for want, times := range map[string]int{"->": 4, "peripheries=2": 1, "shape=circle": 1, "rounded,filled,dashed": 1,
		`label="press"`: 1, `label="press\nfail"`: 1, `tooltip="shines"`: 1, `tooltip="all"`: 1, "penwidth=2": 1,
		"fontcolor": 2, "shape=point": 1} {
		if got := strings.Count(b.String(), want); got != times {
			t.Errorf("%q is there %d times, want %d:\n%s", want, got, times, b.String())
		}
	}
}

// A label on a track stands where no outer track has to give way: of three edges with long labels, of which the last
// encloses the others, none is pushed beyond two labels.
func TestTracksAreNear(t *testing.T) {
	label := strings.Repeat("x", 20)
	g := &Graph{Start: -1, Nodes: []Node{{Label: "a"}, {Label: "b"}, {Label: "c"}, {Label: "d"}, {Label: "e"}}}
	g.Edges = []Edge{{From: 0, To: 2, Label: label}, {From: 2, To: 4, Label: label}, {From: 0, To: 4, Label: label}}
	w := render.TextWidth(label)
	p := g.layout(0)
	if p.right[0].x != p.right[1].x || p.right[2].x > p.w/2+w+3*trackGap {
		t.Errorf("tracks at %v, %v and %v; a label is %v wide", p.right[0].x, p.right[1].x, p.right[2].x, w)
	}
	if width, _ := g.Size(); width > 52+2*w+3*trackGap+2*render.Margin+2*labelGap {
		t.Errorf("%v wide", width)
	}
}
