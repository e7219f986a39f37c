package picture_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/internal/trial"
	"flavers/picture"
	"flavers/render/diagram"
	"flavers/report"
)

// cycleOf are the nodes that the marked edges of a diagram join, from the first node on; it fails if these edges
// are no single cycle.
func cycleOf(t *testing.T, g *diagram.Graph) []string {
	t.Helper()
	next, count := map[int]int{}, 0
	for _, e := range g.Edges {
		if e.Bad {
			next[e.From] = e.To
			count++
		}
	}
	if count == 0 {
		return nil
	}
	var out []string
	for at := 0; len(out) < count; {
		name, _, _ := strings.Cut(g.Nodes[at].Label, "\n")
		out = append(out, name)
		to, ok := next[at]
		if !ok || len(out) == count && to != 0 || len(out) < count && to == 0 {
			t.Fatalf("%d marked edges are no cycle from the first node: %+v", count, g.Edges)
		}
		at = to
	}
	return out
}

func TestWaits(t *testing.T) {
	if picture.Waits(nil) != nil {
		t.Error("a diagram although nobody waits")
	}
	wait := func(task string, others ...string) report.Waiting {
		return report.Waiting{Task: task, At: "lock of " + task, For: others, Pos: "p.tfg:1:1"}
	}
	for _, c := range []struct {
		what         string
		list         []report.Waiting
		cycle        string // marked
		nodes, edges int
		last         string // label of the last node
	}{
		{"a cycle of three, and one that waits for it",
			[]report.Waiting{wait("d", "b"), wait("c", "a"), wait("a", "b"), wait("b", "c")},
			"a b c", 4, 4, "d\nwaits at lock of d"},
		{"a task that either of two can let go on is in no cycle", []report.Waiting{wait("a", "b", "c"), wait("b", "a")},
			"", 2, 2, "b\nwaits at lock of b"},
		{"a chain to a task that waits for nobody",
			[]report.Waiting{wait("a", "b"), wait("b", "holder")}, "", 3, 2, "holder"},
		{"a task that waits for itself", []report.Waiting{wait("a", "a")}, "a", 1, 1, "a\nwaits at lock of a"},
		{"nobody is known", []report.Waiting{wait("a")}, "", 1, 0, "a\nwaits at lock of a"},
		{"the shorter of two cycles",
			[]report.Waiting{wait("a", "b"), wait("b", "c"), wait("c", "a"), wait("x", "y"), wait("y", "x")},
			"x y", 5, 5, "c\nwaits at lock of c"},
	} {
		g := picture.Waits(c.list)
		if got := strings.Join(cycleOf(t, g), " "); got != c.cycle {
			t.Errorf("%s: marked are %q, want %q", c.what, got, c.cycle)
		}
		if len(g.Nodes) != c.nodes || len(g.Edges) != c.edges || g.Nodes[len(g.Nodes)-1].Label != c.last {
			t.Errorf("%s: %d nodes, %d edges, last %q", c.what, len(g.Nodes), len(g.Edges), g.Nodes[len(g.Nodes)-1].Label)
		}
	}
	var many []report.Waiting
	for i := range 30 {
		many = append(many, wait(fmt.Sprintf("t%d", i), "holder"))
	}
	g := picture.Waits(many)
	if got := g.Nodes[len(g.Nodes)-1].Label; len(g.Nodes) != 12 || got != "20 other tasks wait" {
		t.Errorf("of 30 waiting tasks, %d nodes are drawn, the last one %q", len(g.Nodes), got)
	}
}

// The marked cycle is as short as any: a slow twin follows each task for as many waits as there are tasks.
func TestWaitsMarksShortest(t *testing.T) {
	with, knots := 0, 0
	for seed := range trial.Seeds(t, 200) {
		r := rand.New(rand.NewPCG(seed, 35))
		n := 1 + r.IntN(7)
		follows := make([]int, n) // by task: the one it waits for; -1: none, or several
		var list []report.Waiting
		for i := range n {
			w := report.Waiting{Task: fmt.Sprint(i), At: "x"}
			follows[i] = -1
			for range r.IntN(4) % 3 {
				w.For = append(w.For, fmt.Sprint(r.IntN(n)))
			}
			w.For = slices.Compact(w.For)
			if len(w.For) == 1 {
				fmt.Sscan(w.For[0], &follows[i])
			}
			list = append(list, w)
		}
		shortest := 0
		for i := range n {
			for at, k := follows[i], 1; k <= n && at >= 0; at, k = follows[at], k+1 {
				if at == i && (shortest == 0 || k < shortest) {
					shortest = k
				}
			}
		}
		if shortest > 0 {
			with++
		}
		g := picture.Waits(list)
		if shortest == 0 {
			knots += isKnot(t, g, list)
			continue
		}
		if got := cycleOf(t, g); len(got) != shortest {
			t.Errorf("seed %d: %v is marked, a shortest cycle has %d tasks: %+v", seed, got, shortest, list)
		}
	}
	if with < 30 || knots < 3 {
		t.Errorf("only %d graphs with a cycle, %d with a knot", with, knots)
	}
}

// isKnot checks that the marked edges are those of the largest set of tasks that wait for none but each other, by
// looking at all sets; it returns 1 if there is one.
func isKnot(t *testing.T, g *diagram.Graph, list []report.Waiting) int {
	t.Helper()
	best := 0
	for set := range 1 << len(list) {
		ok := true
		for i, w := range list {
			if set>>i&1 == 0 {
				continue
			}
			ok = ok && len(w.For) > 0
			for _, other := range w.For {
				j := slices.IndexFunc(list, func(o report.Waiting) bool { return o.Task == other })
				ok = ok && j >= 0 && set>>j&1 == 1
			}
		}
		if ok {
			best |= set // the union of two is one
		}
	}
	want := map[string]bool{}
	for i, w := range list {
		for _, other := range w.For {
			if best>>i&1 == 1 {
				want[w.Task+" waits for "+other] = true
			}
		}
	}
	got := map[string]bool{}
	for _, e := range g.Edges {
		if e.Bad {
			got[e.Title] = true
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || (len(g.Notes) > 0) != (best > 0) {
		t.Errorf("marked are %v, want %v: %+v", got, want, list)
	}
	return min(best, 1)
}

// The picture of an automaton is the automaton: each state that can be reached is one node, and each event leads from
// it where the automaton goes.
func TestAutomatonIsWhole(t *testing.T) {
	traps, live := 0, 0
	for _, name := range []string{"broken_mutex", "dining", "smokers_fixed", "liveness/test_and_set", "alternating_bit"} {
		_, specs := trial.Example(t, "examples/"+name+".tfg", nil)
		for _, sp := range specs {
			if sp.DFA == nil {
				continue
			}
			g := picture.Automaton(sp)
			node := map[string]int{}
			for i, n := range g.Nodes {
				if _, twice := node[n.ID]; twice {
					t.Errorf("%s: two nodes %s", sp.Name, n.ID)
				}
				node[n.ID] = i
			}
			whole(t, sp, g, node)
			if trap := sp.DFA.Trap(); trap >= 0 {
				traps++
				if last := g.Nodes[len(g.Nodes)-1]; last.ID != fmt.Sprintf("s%d", trap) || last.Bad == sp.Reach {
					t.Errorf("%s: the last node is %+v", sp.Name, last)
				}
			}
			if slices.ContainsFunc(g.Nodes, func(n diagram.Node) bool { return n.Dashed }) {
				live++
			}
		}
	}
	if traps < 5 || live == 0 {
		t.Errorf("%d automata with an error state, %d with a live state", traps, live)
	}
}

// whole compares a diagram with the states that can be reached, depth first.
func whole(t *testing.T, sp *automata.Spec, g *diagram.Graph, node map[string]int) {
	t.Helper()
	d := sp.DFA
	seen, edges := map[int32]bool{}, map[[2]int]bool{}
	var visit func(q int32)
	visit = func(q int32) {
		if seen[q] {
			return
		}
		seen[q] = true
		from, ok := node[fmt.Sprintf("s%d", q)]
		if !ok {
			t.Fatalf("%s: state %d is left out", sp.Name, q)
		}
		if n := g.Nodes[from]; n.Label != d.StateName(q) || n.Double != d.Accept[q] {
			t.Errorf("%s: state %d is drawn as %+v", sp.Name, q, n)
		}
		for s := range d.Symbols {
			to := d.Step(q, s)
			visit(to)
			if q == d.Trap() {
				continue
			}
			event := sp.Symbols[s].Short
			if event == "" {
				event = sp.Symbols[s].Pattern.String()
			}
			end := node[fmt.Sprintf("s%d", to)]
			edges[[2]int{from, end}] = true
			if !slices.ContainsFunc(g.Edges, func(e diagram.Edge) bool {
				return e.From == from && e.To == end && slices.Contains(strings.Split(e.Title, "\n"), event)
			}) {
				t.Errorf("%s: no edge %s from %s to %s", sp.Name, event, d.StateName(q), d.StateName(to))
			}
		}
	}
	visit(d.Start)
	if len(seen) != len(g.Nodes) || len(edges) != len(g.Edges) || node[fmt.Sprintf("s%d", d.Start)] != g.Start {
		t.Errorf("%s: %d nodes of %d states, %d edges of %d, starts at %d", sp.Name, len(g.Nodes), len(seen), len(g.Edges),
			len(edges), g.Start)
	}
}
