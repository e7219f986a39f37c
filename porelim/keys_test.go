package porelim_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/automata/monitor"
	"flavers/dataflow"
	"flavers/internal/trial"
	"flavers/mip"
	"flavers/porelim"
	"flavers/sem"
	"flavers/tfg"
)

// plain is the normal-form rule without its refinements, for any key: the three
// conditions as they were first stated, edge by edge. It is the slow twin of
// rule normal, and what the keys that lost are measured with. key gives a rank;
// the local nodes of a task must be together.
func plain(key func(s *monitor.Set, local bool, n tfg.NodeID) int) eliminate {
	return func(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet {
		g := s.G
		locals := porelim.Local(s)
		rank := func(n tfg.NodeID) int { return key(s, locals.Has(int(n)), n)<<20 | int(n) }
		dependent := func(m, n tfg.NodeID) bool {
			for _, r := range s.React {
				if r.Has(int(m)) && r.Has(int(n)) {
					return true
				}
			}
			return false
		}
		synchronises := func(q tfg.NodeID) bool { return porelim.Synchronises(g, q) }
		next := func(m tfg.NodeID, adjacent func(tfg.NodeID) []tfg.NodeID) (nodes []tfg.NodeID, sync bool) {
			seen := map[tfg.NodeID]bool{}
			var walk func(q tfg.NodeID)
			walk = func(q tfg.NodeID) {
				if seen[q] || s.Dead.Has(int(q)) {
					return
				}
				seen[q] = true
				sync = sync || synchronises(q) || q == tfg.I
				switch {
				case s.Visible.Has(int(q)):
					nodes = append(nodes, q)
				case !synchronises(q):
					for _, p := range adjacent(q) {
						walk(p)
					}
				}
			}
			for _, q := range adjacent(m) {
				walk(q)
			}
			return nodes, sync
		}
		leaves := func(m, n tfg.NodeID) bool { // condition 2
			nodes, sync := next(m, g.Succ)
			ok := sync || len(nodes) == 0
			for _, x := range nodes {
				ok = ok || !locals.Has(int(x)) || rank(x) > rank(n)
			}
			return ok
		}
		enters := func(n tfg.NodeID) bool { // condition 3
			nodes, sync := next(n, g.Pred)
			for _, p := range nodes {
				sync = sync || !locals.Has(int(p))
			}
			return sync
		}
		return e.Filter(func(i, j int) bool {
			m, n := e.Nodes[i], e.Nodes[j]
			return (rank(m) < rank(n) || dependent(m, n)) && (!locals.Has(int(m)) || leaves(m, n)) && (!locals.Has(int(n)) || enters(n))
		})
	}
}

func number(local bool, first, then int) int {
	if local {
		return first
	}
	return then
}

// rivals are the rules that normal is measured against.
func rivals() (names []string, rules []eliminate) {
	add := func(name string, rule eliminate) { names, rules = append(names, name), append(rules, rule) }
	add("none", porelim.None)
	add("safe", porelim.Safe)
	add("plain, boundary nodes first", plain(func(_ *monitor.Set, local bool, _ tfg.NodeID) int { return number(local, 1, 0) }))
	add("plain, local nodes first", plain(func(_ *monitor.Set, local bool, _ tfg.NodeID) int { return number(local, 0, 1) }))
	// Local and boundary nodes of one task are never compared: this is one key.
	add("plain, by task", plain(func(s *monitor.Set, _ bool, n tfg.NodeID) int { return int(s.G.Nodes[n].Tasks[0]) }))
	for _, form := range []porelim.Name{porelim.Early, porelim.Late} {
		add("normal, always "+string(form), func(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet { return porelim.NormalForm(s, e, form) })
	}
	add("normal", porelim.Normal)
	return names, rules
}

// TestKeys measures all keys over the examples (-v prints them), and finds its
// table in docs/results.md: normal keeps fewest edges in total, and visits less than every
// plain key.
func TestKeys(t *testing.T) {
	type total struct{ edges, tuples, visits int64 }
	names, rules := rivals()
	sums := make([]total, len(names))
	problems := 0
	var files []string
	for _, dir := range []string{"../examples/*.tfg", "../examples/figure4/*.tfg"} {
		more, err := filepath.Glob(dir)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	for _, file := range trial.Part(files, 4) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		spec, err := os.ReadFile(strings.TrimSuffix(file, ".tfg") + ".fsa")
		if err != nil {
			t.Fatal(err)
		}
		f := load(t, file, string(src))
		for _, sp := range f.specs(string(spec)) {
			if !sp.Property {
				continue
			}
			for _, kinds := range []string{"all", "variables and tasks"} {
				ch := monitor.Choice{Property: f.bind(sp)}
				for i, c := range f.sem.M.Comps {
					if kinds == "all" || c.Kind == sem.Position || c.Kind == sem.Variable {
						ch.Components = append(ch.Components, sem.CompID(i))
					}
				}
				problems++
				for k, rule := range rules {
					sol, kept := f.whole(ch, rule)
					sums[k].edges += int64(kept.Count())
					sums[k].tuples += sol.Tuples
					sums[k].visits += sol.Visits
				}
			}
		}
	}
	t.Logf("%d problems", problems)
	best := sums[len(sums)-1]
	published, err := os.ReadFile("../docs/results.md")
	if err != nil {
		t.Fatal(err)
	}
	for k, s := range sums {
		row := fmt.Sprintf("| %s | %d | %d | %d |", names[k], s.edges, s.tuples, s.visits)
		t.Log(row)
		if trial.More() && !strings.Contains(string(published), "\n"+row+"\n") {
			t.Errorf("docs/results.md does not have the row %s", row)
		}
		if k == len(sums)-1 || strings.HasPrefix(names[k], "normal") {
			continue
		}
		if best.edges >= s.edges || best.visits >= s.visits || best.tuples >= s.tuples {
			t.Errorf("normal (%+v) is not better than %s (%+v)", best, names[k], s)
		}
	}
}

// whole solves one choice under one rule, and goes on after violations.
func (f *fixture) whole(ch monitor.Choice, rule eliminate) (*dataflow.Solution, *mip.EdgeSet) {
	set := monitor.Compile(f.sem, f.g, ch)
	kept := rule(set, mip.Edges(f.g, f.rel, set.Visible))
	prob, _ := dataflow.Assemble(set, kept)
	for k := range prob.Monitors {
		if m := &prob.Monitors[k]; m.Property {
			m.Trap, m.Accept = -1, make([]bool, m.States)
			for q := range m.Accept {
				m.Accept[q] = true
			}
		}
	}
	return dataflow.Solve(f.t.Context(), prob, dataflow.Options{MaxTuples: 300_000}), kept
}
