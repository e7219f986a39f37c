package porelim_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"flavers/automata/monitor"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/mip"
	"flavers/porelim"
	"flavers/sem"
	"flavers/tfg"
)

// firstFailed is the slow twin of porelim.Reasons.Fails for a form: the conditions edge by edge.
func (w *twin) firstFailed(m, n tfg.NodeID) int {
	switch {
	case w.boundary(m) && w.locals(n), !w.smaller(m, n) && !w.depend(m, n):
		return 0
	case w.boundary(m) && w.goesOn(m):
		return 1
	}
	if w.locals(m) {
		if _, stop := w.next(m, w.task(m)); !stop {
			return 1
		}
	}
	if !w.locals(n) {
		return 4
	}
	if list, _ := w.begins(n); len(list) == 0 {
		return 2
	}
	return 3
}

// Every edge is kept or fails a condition: never both, never neither, and the first one that it fails by definition.
// Each condition is the first that some edge fails.
func TestWhy(t *testing.T) {
	const usual = 60
	failed := map[string]int{}
	for seed := range trial.Seeds(t, usual) {
		r := rand.New(rand.NewPCG(seed, 15))
		src := gen.Program(randomBytes(r, 180))
		f := load(t, "random.tfg", src)
		f.what = fmt.Sprintf("seed %d\n%s", seed, src)
		for _, sp := range f.specs(gen.Spec(randomBytes(r, 60), append(gen.Events(f.sem.M.P), "nothing"))) {
			ch := monitor.Choice{Property: f.bind(sp)}
			for i := range f.sem.M.Comps {
				if r.IntN(2) == 0 {
					ch.Components = append(ch.Components, sem.CompID(i))
				}
			}
			set := monitor.Compile(f.sem, f.g, ch)
			all := mip.Edges(f.g, f.rel, set.Visible)
			for _, rule := range porelim.Rules {
				f.why(rule, set, all, failed)
			}
		}
		if t.Failed() {
			return
		}
	}
	for _, rule := range porelim.Rules {
		if rule.Name == "none" || rule.Name == porelim.Default {
			continue
		}
		for k := range map[bool]int{true: 5, false: 2}[rule.Name == porelim.Early || rule.Name == porelim.Late] {
			if name := fmt.Sprintf("%s %d", rule.Name, k); failed[name] == 0 {
				t.Errorf("no edge fails condition %s: %v", name, failed)
			}
		}
	}
}

// why compares the reasons of one rule with its edges and with the definition.
func (f *fixture) why(rule porelim.Rule, set *monitor.Set, all *mip.EdgeSet, failed map[string]int) {
	f.t.Helper()
	why, kept := rule.Why(set, all), rule.Eliminate(set, all)
	w := newTwin(set, all, why.Form == porelim.Late, everything)
	for i := range all.Nodes {
		for j := range all.M.Row(i).All {
			k := why.Fails(i, j)
			m, n := all.Nodes[i], all.Nodes[j]
			if (k < 0) != kept.M.Has(i, j) || k >= len(why.Conditions) {
				f.t.Fatalf("rule %s, %d->%d: kept %v, condition %d of %d\n%s", rule.Name, m, n, kept.M.Has(i, j), k,
					len(why.Conditions), f.what)
			}
			if k < 0 {
				continue
			}
			failed[fmt.Sprintf("%s %d", rule.Name, k)]++
			if why.Form != porelim.Early && why.Form != porelim.Late {
				continue
			}
			if w.back {
				m, n = n, m
			}
			if want := w.firstFailed(m, n); k != want {
				f.t.Fatalf("rule %s, %d->%d (%s): condition %d, by the definition %d\n%s", rule.Name, m, n, why.Form, k, want,
					f.what)
			}
			if k == 0 && w.depend(m, n) {
				f.t.Fatalf("rule %s: %d and %d are called independent\n%s", rule.Name, m, n, f.what)
			}
		}
	}
}

// A sentence names what the edge joins, and nothing else is to be filled in.
func TestConditionsAreSentences(t *testing.T) {
	f := load(t, "two.tfg", "task a { event x }\ntask b { event y }\n")
	for _, sp := range f.specs("property p { absence of x globally }") {
		set := monitor.Compile(f.sem, f.g, monitor.Choice{Property: f.bind(sp)})
		for _, rule := range porelim.Rules {
			for _, c := range rule.Why(set, mip.Edges(f.g, f.rel, set.Visible)).Conditions {
				text := strings.NewReplacer("{m}", "", "{n}", "", "{first}", "", "{second}", "").Replace(c.Because)
				if c.Fails == "" || text == c.Because || strings.ContainsAny(text, "{}") || !strings.HasSuffix(text, ".") {
					t.Errorf("rule %s: %q, %q", rule.Name, c.Fails, c.Because)
				}
			}
		}
	}
}
