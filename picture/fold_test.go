package picture

// A folded graph of states is the graph of all states, seen from farther away.

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/english"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify/follow"
)

// Each way to fold keeps every state in exactly one box, has an edge where a step leads from one box to another, and no
// other, and says of a box what is true of its states. The twin looks at all pairs of states.
func TestFold(t *testing.T) {
	rows, groups, layers := 0, 0, 0
	look := func(l *report.Graph) {
		g := stateDiagram("p: ", l)
		for _, h := range []*stateGraph{g.rows(), g.rows().ahead(), g.components(), g.components().rows(), g.groups(), g.layers(10),
			g.layers(3)} {
			isFold(t, g, h)
			for i := range h.boxes {
				b := &h.boxes[i]
				switch {
				case b.what == inRow:
					rows++
					isRow(t, l, b.states)
				case b.what == together:
					groups++
					reachOneAnother(t, l, b.states)
				case strings.Contains(b.what, "from the start"):
					layers++
					areFar(t, l, b)
				}
			}
		}
		if n := len(g.layers(10).boxes); n > 10 {
			t.Errorf("%d boxes", n)
		}
	}
	for _, name := range []string{"token_ring", "liveness/test_and_set", "broken_mutex"} {
		p, _ := trial.Example(t, "examples/"+name+".tfg", nil)
		l, ok, err := follow.Graph(nil, p, nil, follow.Bounds{States: 500, Steps: 3000, Cells: 1 << 16})
		if err != nil || !ok {
			t.Fatal(name, ok, err)
		}
		look(l)
	}
	for seed := range trial.Seeds(t, 15) {
		p := trial.Program(t, gen.Mixed(seed, gen.Mixtures(), trial.Bytes(seed, 41, 120)))
		l, ok, err := follow.Graph(nil, p, nil, follow.Bounds{States: 150, Steps: 1000, Cells: 1 << 16})
		if err != nil || !ok || len(l.States) < 4 {
			continue
		}
		look(l)
	}
	if rows < 10 || groups < 5 || layers < 40 {
		t.Errorf("only %d rows, %d groups, %d layers", rows, groups, layers)
	}
}

// isFold checks that h is g with several boxes as one.
func isFold(t *testing.T, g, h *stateGraph) {
	t.Helper()
	in := map[int]int{} // by state: its box
	for i := range h.boxes {
		for _, s := range h.boxes[i].states {
			if _, twice := in[s]; twice {
				t.Errorf("state %d is in two boxes", s)
			}
			in[s] = i
		}
		if i == 0 && !slices.Contains(h.boxes[i].states, 0) {
			t.Error("the first box has not the initial state")
		}
	}
	where := make([]int, len(g.boxes))
	for i := range g.boxes {
		if len(g.boxes[i].states) == 0 {
			where[i] = slices.IndexFunc(h.boxes, func(b box) bool { return b.bad == "run-time error" })
			continue
		}
		k, known := in[g.boxes[i].states[0]]
		if where[i] = k; !known {
			t.Fatalf("state %d is lost", g.boxes[i].states[0])
		}
		b := &h.boxes[k]
		if b.bad != g.boxes[i].bad || b.ended && !g.boxes[i].ended {
			t.Errorf("a state with %q in a box with %q", g.boxes[i].bad, b.bad)
		}
		for _, v := range b.values {
			if !slices.Contains(g.boxes[i].values, v) {
				t.Errorf("%s is not true of state %d", v, g.boxes[i].states[0])
			}
		}
	}
	want, got := map[string]bool{}, map[string]bool{}
	for _, s := range g.steps {
		if from, to := where[s.from], where[s.to]; from != to || len(h.boxes[from].states) == 1 {
			want[fmt.Sprint(from, to, s.text)] = true
		}
	}
	for _, s := range h.steps {
		got[fmt.Sprint(s.from, s.to, s.text)] = true
	}
	if fmt.Sprint(want) != fmt.Sprint(got) {
		t.Errorf("edges are\n%v, want\n%v", got, want)
	}
}

// leads reports whether a step leads from one state to another.
func leads(l *report.Graph, from, to int) bool {
	return slices.ContainsFunc(l.States[from].Steps, func(s [2]int) bool { return s[0] == to })
}

// isRow checks that each state but the last leads to the next one and nowhere else, and that only it leads there.
func isRow(t *testing.T, l *report.Graph, states []int) {
	t.Helper()
	for k := 1; k < len(states); k++ {
		from, to := states[k-1], states[k]
		for other := range l.States {
			if leads(l, from, other) != (other == to) || leads(l, other, to) != (other == from) {
				t.Errorf("states %v are no row: %d", states, other)
			}
		}
	}
}

// distances is how far each state is from one, by relaxing all steps as often as there are states; -1: it is not
// reached.
func distances(l *report.Graph, start int) []int {
	far := make([]int, len(l.States))
	for i := range far {
		far[i] = -1
	}
	far[start] = 0
	for range l.States {
		for from := range l.States {
			for _, s := range l.States[from].Steps {
				if s[0] >= 0 && far[from] >= 0 && (far[s[0]] < 0 || far[s[0]] > far[from]+1) {
					far[s[0]] = far[from] + 1
				}
			}
		}
	}
	return far
}

func reachOneAnother(t *testing.T, l *report.Graph, states []int) {
	t.Helper()
	far := distances(l, states[0])
	for _, i := range states {
		if far[i] < 0 || distances(l, i)[states[0]] < 0 {
			t.Errorf("states %d and %d do not reach one another", states[0], i)
		}
	}
}

// areFar checks what a box says of the distance of its states.
func areFar(t *testing.T, l *report.Graph, b *box) {
	t.Helper()
	far := distances(l, 0)
	least, greatest := far[b.states[0]], far[b.states[0]]
	for _, i := range b.states {
		least, greatest = min(least, far[i]), max(greatest, far[i])
	}
	want := fmt.Sprintf(", %d to %d steps from the start", least, greatest)
	if least == greatest {
		want = ", " + english.Plural(int64(least), "step") + " from the start"
	}
	if b.what != want {
		t.Errorf("a box says %q, want %q", b.what, want)
	}
}

// A graph that has room is not folded; a larger one is, says so, and has room.
func TestFoldedHasRoom(t *testing.T) {
	large, specs := trial.Example(t, "examples/peterson.tfg", nil)
	small := trial.Program(t, "shared x 0..1\ntask a { x = 1 }\ntask b { x = 0 }\n")
	for _, c := range []struct {
		p      *cfg.Program
		specs  []*automata.Spec
		folded bool
	}{{large, specs, true}, {small, nil, false}} {
		whole, err := States(context.Background(), c.p, c.specs, Room{})
		if err != nil || whole == nil {
			t.Fatal(c.p.Name, err)
		}
		d, err := States(context.Background(), c.p, c.specs, OwnRoom)
		if err != nil || !OwnRoom.fits(d) || c.folded != (len(d.Nodes) < len(whole.Nodes)) {
			t.Errorf("%s: %d of %d boxes, %v", c.p.Name, len(d.Nodes), len(whole.Nodes), err)
		}
		if said := strings.Contains(strings.Join(d.Notes, "\n"), "--unfolded"); said != c.folded {
			t.Errorf("%s: %q", c.p.Name, d.Notes)
		}
	}
}

// Of a graph that is folded by distance, a shortest way to the nearest bad state stands in front, state by state.
func TestFoldShowsTheWayToWhatIsBad(t *testing.T) {
	text, err := os.ReadFile("../examples/dpor/philosophers.tfg")
	if err != nil {
		t.Fatal(err)
	}
	p := trial.Program(t, string(text))
	l, ok, err := follow.Graph(nil, p, nil, follow.Bounds{States: 500, Steps: 3000, Cells: 1 << 16})
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	g := stateDiagram("p: ", l)
	h := g.layers(mostLayers)
	if len(h.boxes) < 5 || h.boxes[3].bad != "deadlock" {
		t.Fatalf("%+v", h.boxes)
	}
	for i := range 3 {
		if b := &h.boxes[i]; b.what != "" || len(b.states) != 1 {
			t.Errorf("box %d stands for %v", i, b.states)
		}
		if !slices.ContainsFunc(h.steps, func(s stateStep) bool { return s.from == i && s.to == i+1 }) {
			t.Errorf("no step leads from box %d to the next one", i)
		}
	}
	if !slices.ContainsFunc(h.notes, func(s string) bool { return strings.Contains(s, "shortest way") }) {
		t.Errorf("%q", h.notes)
	}
}
