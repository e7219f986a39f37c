package render

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"flavers/internal/golden"
)

// written is what one side of a comparison has, as it is written.
type written struct {
	nodes map[string][]string // the shapes of a node, by its ID
	lines []string            // class, path, and nodes of each line
	names []string            // places of the names of tasks in a table of cables
}

// sides reads the two sides of a comparison.
func sides(t *testing.T, svg []byte) []written {
	t.Helper()
	var out []written
	depth, node, inNode := 0, "", 0
	for dec := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := dec.Token()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			depth++
			a := map[string]string{}
			for _, attr := range e.Attr {
				a[attr.Name.Local] = attr.Value
			}
			switch {
			case depth == 2 && e.Name.Local == "g":
				out = append(out, written{nodes: map[string][]string{}})
			case a["data-node"] != "":
				node, inNode = a["data-node"], depth
			case a["data-from"] != "":
				s := &out[len(out)-1]
				s.lines = append(s.lines, strings.Join([]string{a["class"], a["d"], a["data-from"], a["data-to"]}, "|"))
			case a["class"] == "note" && len(out) > 0 && len(out) < 3:
				s := &out[len(out)-1]
				s.names = append(s.names, a["x"]+" "+a["y"])
			case inNode > 0 && (e.Name.Local == "rect" || e.Name.Local == "circle"):
				s := &out[len(out)-1]
				s.nodes[node] = append(s.nodes[node], fmt.Sprint(e.Attr))
			}
		case xml.EndElement:
			if depth == inNode {
				inNode = 0
			}
			depth--
		}
	}
}

// The nodes of both sides have the same places. The first side has every edge, the removed ones in the colour that the
// legend has for their rule; the second has the same lines without these. The captions count what is drawn.
func TestComparison(t *testing.T) {
	removed, cabled, tables, below := 0, 0, 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 15))
		d := randomDrawing(r, 2+r.IntN(4), 4+r.IntN(50))
		if seed%10 == 9 { // with a table of cables, some of which lose all edges
			d = crowd(r, 9+int(seed)%3, 4)
			for i := range d.Edges {
				e := &d.Edges[i]
				if e.Kind != MIP {
					continue
				}
				if from, to := d.Nodes[e.From].Columns, d.Nodes[e.To].Columns; len(from)*len(to) > 0 && (from[0]+to[0])%3 > 0 ||
					len(from) > 0 && from[0] == 2 || len(to) > 0 && to[0] == 2 {
					e.Kind, e.Rule = Removed, r.IntN(2)
				}
			}
		}
		p := Place(d)
		var b bytes.Buffer
		if err := p.WriteComparison(&b, SVGOptions{}); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, b.Bytes())
		text := b.String()
		a := p.arrange(2)
		if beside := a.dx > 0; beside == (a.dy > 0) || beside && a.dx < p.Width || !beside && a.dy < p.Height+a.caption {
			t.Errorf("seed %d: the graphs overlap: %+v of %g × %g", seed, a, p.Width, p.Height)
		} else if !beside {
			below++
		}
		two := sides(t, b.Bytes())[:2]
		before, after := two[0], two[1]
		if len(before.nodes) != len(d.Nodes) || len(after.nodes) != len(d.Nodes) {
			t.Fatalf("seed %d: %d and %d nodes of %d", seed, len(before.nodes), len(after.nodes), len(d.Nodes))
		}
		for id, shapes := range before.nodes {
			if !slices.Equal(shapes, after.nodes[id]) {
				t.Fatalf("seed %d: %s is %v before and %v after", seed, id, shapes, after.nodes[id])
			}
		}
		if !slices.Equal(before.names, after.names) {
			t.Errorf("seed %d: the names of a table stand at %v before and %v after", seed, before.names, after.names)
		}
		tables += min(1, len(after.names))
		gone := func(line string) bool { return strings.HasPrefix(line, "x x") }
		if i := slices.IndexFunc(after.lines, gone); i >= 0 {
			t.Fatalf("seed %d: a removed edge is still there: %s", seed, after.lines[i])
		}
		crowd := strings.NewReplacer(" crowd", "", " many", "")
		plain := func(lines []string) (out []string) {
			for _, l := range lines {
				if !gone(l) {
					out = append(out, crowd.Replace(l))
				}
			}
			return out
		}
		if !slices.Equal(plain(before.lines), plain(after.lines)) {
			t.Fatalf("seed %d: other lines are kept", seed)
		}
		for e := range d.Edges {
			if d.Edges[e].Kind != Removed {
				continue
			}
			removed++
			if inCable(p, e) {
				cabled++
				continue
			}
			for _, chain := range p.Routes[e] {
				for _, l := range chain {
					want := fmt.Sprintf("x x%d", d.Edges[e].Rule)
					if !slices.ContainsFunc(before.lines, func(line string) bool {
						return strings.HasPrefix(line, want) && strings.Contains(line, "|"+p.Lines[l].path()+"|")
					}) {
						t.Fatalf("seed %d: edge %d is not drawn in the colour of its rule", seed, e)
					}
				}
			}
		}
		legend := 0
		for rule, name := range d.Rules {
			if m := regexp.MustCompile(regexp.QuoteMeta(name) + ` \((\d+)\)<`).FindStringSubmatch(text); m != nil {
				n := 0
				fmt.Sscan(m[1], &n)
				legend += n
				if !strings.Contains(text, fmt.Sprintf(`<path class="x x%d" d="M`, rule)) {
					t.Errorf("seed %d: the legend has no line for rule %d", seed, rule)
				}
			}
		}
		if legend != d.Count(Removed) {
			t.Errorf("seed %d: the legend has %d removed edges of %d", seed, legend, d.Count(Removed))
		}
		for _, caption := range []string{"before: " + edges(d.Count(MIP)+d.Count(Removed)) + "<",
			fmt.Sprintf("after: %d kept, %d removed<", d.Count(MIP), d.Count(Removed))} {
			if !strings.Contains(text, caption) {
				t.Errorf("seed %d: no caption %q", seed, caption)
			}
		}
	}
	if removed < 200 || cabled < 50 || tables < 4 || below < 5 || below > 50 {
		t.Errorf("%d removed edges, %d of them in cables; %d tables; %d graphs below others", removed, cabled, tables, below)
	}
}

// A script finds each node once, and its edges once.
func TestComparisonIDs(t *testing.T) {
	d := small()
	d.Because = []string{"", "No automaton notices that {n} of {second} comes before {m} of {first}."}
	d.Edges = append(d.Edges, Edge{From: 8, To: 2, Kind: Removed, Rule: 1})
	var b bytes.Buffer
	if err := Place(d).WriteComparison(&b, SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, n := range d.Nodes {
		if k := strings.Count(b.String(), `id="`+n.ID+`"`); k != 1 {
			t.Errorf("%s has %d places", n.ID, k)
		}
	}
	golden.File(t, "testdata/comparison.svg", b.String())
}

func TestExample(t *testing.T) {
	d := small()
	if _, ok := d.Example(); ok {
		t.Error("an example without a reason")
	}
	d.Because = []string{"{m} of {first} before {n} of {second}.", "{n} of {second} comes first."}
	d.Edges = append(d.Edges, Edge{From: 5, To: 8, Kind: Removed, Rule: 1}) // now rule 1 has most
	e, ok := d.Example()
	if want := "For example, the edge from “skip” of b to “event x” of a is removed. “event x” of a comes first."; !ok ||
		e.Rule != 1 || d.Edges[e.Edge].From != 9 || e.Text != want {
		t.Errorf("%v %+v", ok, e)
	}
	if lines := Lines(e.Text, 300); strings.Join(lines, " ") != e.Text || slices.ContainsFunc(lines, func(l string) bool {
		return TextWidth(l) > 300
	}) {
		t.Errorf("%q", lines)
	}
}
