package engine

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"flavers/cfg"
	"flavers/explore"
	"flavers/internal/trial"
	"flavers/lang"
)

var update = flag.Bool("update", false, "write the golden files")

func loadFile(t testing.TB, name string, set map[string]string) *cfg.Program {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p, ds := lang.Load(name, src, lang.Options{Set: set})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	return p
}

func find(t testing.TB, name string) explore.Explorer {
	t.Helper()
	for _, x := range Explorers() {
		if x.Name == name {
			return x
		}
	}
	t.Fatalf("no explorer %s", name)
	panic("unreachable")
}

func search(t testing.TB, name string, p *cfg.Program, opt explore.Options) *explore.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	r, err := find(t, name).Run(ctx, p, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The numbers of table 1 of the paper for MoreSimple and MaybeExample, and
// those of the program in its figure 2.
func TestGraphs(t *testing.T) {
	for _, c := range []struct {
		program  string
		drb, ea  int64
		drbNodes [2]int64 // Maybe, Yes
	}{
		{"moresimple", 7, 7, [2]int64{1, 6}},
		{"maybe", 8, 5, [2]int64{1, 4}},
		{"dporgraph", 6, 4, [2]int64{1, 4}},
	} {
		p := loadFile(t, "../../examples/engine/"+c.program+".tfg", nil)
		drb, ea := search(t, "engine-drb", p, explore.Options{}), search(t, "engine-ea", p, explore.Options{})
		if count(drb, "graphs") != c.drb || count(ea, "graphs") != c.ea {
			t.Errorf("%s: %d graphs and %d, known: %d and %d", c.program, count(drb, "graphs"), count(ea, "graphs"), c.drb, c.ea)
		}
		if got := [2]int64{count(drb, "maybe_nodes"), count(drb, "yes_nodes")}; got != c.drbNodes {
			t.Errorf("%s: Maybe and Yes nodes %v, known: %v", c.program, got, c.drbNodes)
		}
		if count(ea, "maybe_nodes") != 0 || count(ea, "replays") != 0 {
			t.Errorf("%s: engine-ea has Maybe nodes or does parts again", c.program)
		}
	}
}

// In sections.tfg, that y is shared is found late: with sections, all that was
// before is not done again.
func TestSections(t *testing.T) {
	p := loadFile(t, "testdata/sections.tfg", nil)
	for name, want := range map[string][3]int64{"engine-ea": {61, 0, 9}, "engine-drb": {115, 1, 16}, "engine-drb+sections": {68, 1, 10}} {
		r := search(t, name, p, explore.Options{})
		if got := [3]int64{r.Transitions, count(r, "replays"), r.Executions}; got != want {
			t.Errorf("%s: transitions, replays, executions %v, known: %v", name, got, want)
		}
	}
}

// record is the graph of a search.
func record(t testing.TB, name string, p *cfg.Program) *Graph {
	t.Helper()
	var g *Graph
	search(t, name, p, explore.Options{Graph: func(h explore.Graph) { g = h.(*Graph) }})
	return g
}

// The graph of figure 1 of the paper: a first pass with a Maybe node, and a
// second one where the same write is a Yes node with two children. The paper's
// node 3 is ours.
func TestGolden(t *testing.T) {
	for _, c := range []struct{ program, explorer string }{{"dporgraph", "engine-drb"}, {"maybe", "engine-drb"}, {"moresimple", "engine-ea"}} {
		g := record(t, c.explorer, loadFile(t, "../../examples/engine/"+c.program+".tfg", nil))
		for _, form := range []struct {
			ext   string
			write func(io.Writer) error
		}{{"dot", g.WriteDOT}, {"svg", g.WriteSVG}} {
			var b bytes.Buffer
			if err := form.write(&b); err != nil {
				t.Fatal(err)
			}
			file := fmt.Sprintf("testdata/%s.%s.%s", c.program, c.explorer, form.ext)
			if *update {
				if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(want, b.Bytes()) {
				t.Errorf("%s differs (go test -update writes it):\n%s", file, b.Bytes())
			}
		}
	}
}

// Drawings are XML; no two nodes or texts at edges overlap; parents are above their children;
// what is in the graph is what the search counted.
func TestDrawings(t *testing.T) {
	for seed := range trial.Seeds(t, 15) {
		p, _, what := random(t, seed)
		var g *Graph
		r := search(t, "engine-drb", p, explore.Options{MaxExecutions: 100, Graph: func(h explore.Graph) { g = h.(*Graph) }})
		var b bytes.Buffer
		if err := g.WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(&b); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v\n%s", err, what)
			}
		}
		at, width, height := g.layout()
		right := map[float64]float64{} // by row: where the last box ends; nodes of a row come left to right
		for i := range g.Nodes {
			n, c := &g.Nodes[i], at[i]
			if label := edgeChars * float64(len([]rune(n.edge()))); c.x-max(c.w, label)/2 < right[c.y] || c.x+c.w/2 > width || c.y+c.h/2 > height {
				t.Fatalf("node %d overlaps another one or is outside\n%s", i, what)
			}
			right[c.y] = c.x + max(c.w, edgeChars*float64(len([]rune(n.edge()))))/2
			if n.Parent >= 0 && at[n.Parent].y+at[n.Parent].h/2 >= c.y-c.h/2 {
				t.Fatalf("node %d is not under its parent\n%s", i, what)
			}
		}
		var nodes, leaves int64
		for i := range g.Nodes {
			if g.Nodes[i].leaf() {
				leaves++
			} else {
				nodes++
			}
		}
		if r.Complete && !g.Truncated && (nodes != count(r, "yes_nodes")+count(r, "maybe_nodes")+count(r, "replay_nodes") || leaves != r.Executions+r.Cut+r.Excluded) {
			t.Fatalf("%d nodes and %d ends in the graph; %+v\n%s", nodes, leaves, r, what)
		}
	}
}

// Starts and joins of tasks order what they do: nothing is tried in vain.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		name, program string
		executions    int64 // of engine-ea: one for each class
	}{
		{"start", `
shared x 0..2
shared y bool
task q { y = true }
task main { x = 1; spawn c() }
task c() dynamic[1] { x = 2 }`, 1},
		{"join", `
shared x 0..3
task main {
	var a ref w
	var b ref w
	a = spawn w(1)
	b = spawn w(2)
	join a
	join b
	x = 3
}
task w(k 0..3) dynamic[2] { x = k }`, 2},
	} {
		p, ds := lang.Load("order.tfg", []byte("program order\n"+c.program), lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		for _, highest := range []bool{false, true} {
			if r := search(t, "engine-ea", p, explore.Options{HighestFirst: highest}); r.Executions != c.executions {
				t.Errorf("%s: %d executions, there are %d classes", c.name, r.Executions, c.executions)
			}
		}
	}
}

// Limits end a search and are told.
func TestLimits(t *testing.T) {
	p := loadFile(t, "../../examples/dpor/writers.tfg", map[string]string{"N": "6"})
	for _, x := range Explorers() {
		if r := search(t, x.Name, p, explore.Options{MaxExecutions: 5}); r.Complete || r.Limit != "executions" || r.Executions != 5 {
			t.Errorf("%s: %d executions, limit %q", x.Name, r.Executions, r.Limit)
		}
		if r := search(t, x.Name, p, explore.Options{Depth: 3}); r.Complete || r.Limit != "depth" || r.Cut == 0 || r.MaxDepth > 3 {
			t.Errorf("%s: %d cut, depth %d, limit %q", x.Name, r.Cut, r.MaxDepth, r.Limit)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		r, err := x.Run(ctx, loadFile(t, "../../examples/dpor/writers.tfg", map[string]string{"N": "9"}), nil, explore.Options{})
		if err != nil || r.Complete || r.Limit != "interrupt" {
			t.Errorf("%s: limit %q of an interrupted search", x.Name, r.Limit)
		}
	}
}

// The programs of examples/dpor: executions and replays are known, so that a
// lost reduction shows. There is at least one execution for each class. Those of
// readers are 1 + n e(n-1), as they are for every search with persistent sets and
// without sleep sets (explore's TestWithoutSleepSets).
func TestKnownCounts(t *testing.T) {
	for _, c := range []struct {
		name, parameter  string
		n                int
		classes, ea, drb int64
	}{
		{"readers", "N", 4, 16, 65, 66},
		{"lastzero", "N", 3, 12, 48, 49},
		{"increment", "N", 3, 6, 6, 8},
		{"casrot", "N", 4, 14, 23, 29},
		{"mpat", "K", 2, 8, 45, 46},
		{"philosophers", "N", 3, 7, 26, 27},
		{"philosophers_ordered", "N", 3, 6, 11, 12},
		{"spawned", "N", 2, 3, 4, 5},
		{"writers", "N", 4, 24, 120, 144},
		{"indexer", "N", 12, 8, 18, 19},
		{"filesystem", "N", 15, 4, 16, 17},
	} {
		p := loadFile(t, "../../examples/dpor/"+c.name+".tfg", map[string]string{c.parameter: fmt.Sprint(c.n)})
		for _, x := range []struct {
			name string
			want int64
		}{{"engine-ea", c.ea}, {"engine-drb", c.drb}, {"engine-drb+sections", c.drb}} {
			r := search(t, x.name, p, explore.Options{})
			if testing.Verbose() {
				t.Logf("%s %d: %s: %d executions, %d transitions, %d replays, %d saved, %.3f s", c.name, c.n, x.name, r.Executions, r.Transitions, count(r, "replays"), count(r, "saved_states"), r.Seconds)
			}
			if !r.Complete || r.Executions != x.want || r.Executions < c.classes {
				t.Errorf("%s %d: %s: %d executions, complete %v; known: %d, of %d classes", c.name, c.n, x.name, r.Executions, r.Complete, x.want, c.classes)
			}
		}
	}
}
