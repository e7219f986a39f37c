package porelim_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/automata/monitor"
	"flavers/dataflow"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/mip"
	"flavers/porelim"
	"flavers/sem"
	"flavers/tfg"
)

// fixture is a program with its graph, for any choice of automata.
type fixture struct {
	t    *testing.T
	what string
	sem  *monitor.Semantics
	rel  *mip.Relation
	g    *tfg.Graph
}

func load(t *testing.T, name, src string) *fixture {
	t.Helper()
	p, ds := lang.Load(name, []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatalf("%v\n%s", ds.All, src)
	}
	s, err := monitor.Analyse(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	rel := mip.MHP(p)
	return &fixture{t: t, what: src, sem: s, rel: rel, g: tfg.Build(p, rel.ActionReachable)}
}

func (f *fixture) specs(src string) []*automata.Spec {
	f.t.Helper()
	specs, ds := fsa.ParseFor("test.fsa", []byte(src), fsa.Environment{Constants: f.sem.M.P.Constants})
	if ds.HasErrors() {
		f.t.Fatalf("%v\n%s", ds.All, src)
	}
	f.what += "\n" + src
	return specs
}

// bind binds; nil: the specification is ambiguous.
func (f *fixture) bind(sp *automata.Spec) *monitor.Binding {
	b, ds := monitor.BindAll(nil, f.sem, []*automata.Spec{sp}, false)
	if ds.HasErrors() {
		return nil
	}
	return b[0]
}

// components finds components by name.
func (f *fixture) components(names ...string) []sem.CompID {
	var out []sem.CompID
	for i := range f.sem.M.Comps {
		for _, n := range names {
			if f.sem.M.Comps[i].Name == n {
				out = append(out, sem.CompID(i))
			}
		}
	}
	if len(out) != len(names) {
		f.t.Fatalf("components %v: found %d", names, len(out))
	}
	return out
}

// eliminate is what a rule does.
type eliminate = func(*monitor.Set, *mip.EdgeSet) *mip.EdgeSet

// run solves one choice under one rule.
func (f *fixture) run(ch monitor.Choice, rule eliminate) (*dataflow.Solution, *mip.EdgeSet) {
	set := monitor.Compile(f.sem, f.g, ch)
	all := mip.Edges(f.g, f.rel, set.Visible)
	kept := rule(set, all)
	if !porelim.StartsAgree(set, all) {
		f.t.Errorf("from local nodes back, other paths are found than from boundary nodes on\n%s", f.what)
	}
	for i := range all.Nodes {
		for j := range kept.M.Row(i).All {
			if !all.M.Has(i, j) {
				f.t.Fatalf("the rule added %d->%d\n%s", all.Nodes[i], all.Nodes[j], f.what)
			}
		}
	}
	prob, _ := dataflow.Assemble(set, kept)
	return dataflow.Solve(context.Background(), prob, dataflow.Options{MaxTuples: 200_000}), kept
}

// The smallest programs on which the rule as printed loses a violation:
// amendments (a) and (b), and amendment (c). Rule safe and rule normal find both.
func TestPaperLosesViolations(t *testing.T) {
	cases := []struct {
		name, src, specText string
		comps               []string
	}{
		{"a silent rendezvous behind local steps", `
task t1 { event a1; call t2.e; event c1 }
task t2 { entry e; event a2; accept e; event b2 }`, `
property never { absence of b2 after c1 }
constraint one for { a1, c1 } all a1; c1
constraint two for { a2, b2 } all a2; b2`, nil},
		{"a constraint judged at the end", `
task t1 { event a1 }
task t2 { event b2 }`, `
property never {
	states ok*, bad
	ok -> bad : b2
	bad -> ok : undo
}
constraint late for { a1 } all a1`, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := load(t, "case.tfg", c.src)
			ch := monitor.Choice{Components: f.components(c.comps...)}
			for _, sp := range f.specs(c.specText) {
				if b := f.bind(sp); sp.Property {
					ch.Property = b
				} else {
					ch.Constraints = append(ch.Constraints, b)
				}
			}
			for _, rule := range porelim.Rules {
				if sol, _ := f.run(ch, rule.Eliminate); rule.Sound && sol.Verdict != dataflow.Violated {
					t.Errorf("rule %s: %s, want violated", rule.Name, sol.Verdict)
				}
			}
			if sol, _ := f.run(ch, porelim.Paper); sol.Verdict != dataflow.Holds {
				t.Errorf("rule paper: %s; the program no longer shows what it loses", sol.Verdict)
			}
		})
	}
}

// An endless local loop behind a boundary node: condition (2) asked of
// boundary nodes too would drop the only edge that leads to the error.
func TestEndlessLocalLoop(t *testing.T) {
	f := load(t, "loop.tfg", `
task t { event m; loop { event x } }
task u { event n; event z }`)
	ch := monitor.Choice{}
	for _, sp := range f.specs("property order { absence of z after m }\nconstraint even for { x } all (x; x)*\nconstraint first for { n } all n") {
		if b := f.bind(sp); sp.Property {
			ch.Property = b
		} else {
			ch.Constraints = append(ch.Constraints, b)
		}
	}
	ch.Components = f.components("task:t", "task:u")
	for _, rule := range porelim.Rules {
		if sol, _ := f.run(ch, rule.Eliminate); sol.Verdict != dataflow.Violated {
			t.Errorf("rule %s: %s, want violated", rule.Name, sol.Verdict)
		}
	}
}

// Behind boundary node m the task has a local step next, but some constraint may reject it, or the one behind it. So the
// task need not go on after m, and the edge from m to z is needed.
func TestMayStopBehindBoundary(t *testing.T) {
	many := "constraint c for { w, x } all w; x\n" // rejects x if w was left out
	for i := range 12 {                            // 3 * 2^12 combinations of states before x: more than are looked at
		many += fmt.Sprintf("constraint even%d for { x } all (x; x)*\n", i)
	}
	for _, c := range []struct{ name, t, property, constraints string }{
		{"rejected behind the first", "event m; event x; event y", "{ absence of z after m }", "constraint c for { x, y } all y*; x*\n"},
		{"too many combinations", "choose { event w } or { skip }; event m; event x", "for { w, m, z } none z*; m; z; .*", many},
	} {
		f := load(t, "stops.tfg", "\ntask t { "+c.t+" }\ntask u { event n; event z }")
		ch := monitor.Choice{}
		for _, sp := range f.specs("property order " + c.property + "\nconstraint first for { n } all n\n" + c.constraints) {
			if b := f.bind(sp); sp.Property {
				ch.Property = b
			} else {
				ch.Constraints = append(ch.Constraints, b)
			}
		}
		for _, rule := range porelim.Rules {
			if sol, _ := f.run(ch, rule.Eliminate); sol.Verdict != dataflow.Violated && rule.Sound {
				t.Errorf("%s, rule %s: %s, want violated", c.name, rule.Name, sol.Verdict)
			}
		}
	}
}

// A rendezvous that no automaton sees makes a local step available between the
// local runs of two other tasks: the only path to the end needs an edge between
// runs that begin at different places.
func TestRunBegunByHiddenRendezvous(t *testing.T) {
	f := load(t, "hidden.tfg", `
task t0 { event l; call t2.h }
task t1 { event m }
task t2 { entry h; accept h; event n }`)
	ch := monitor.Choice{}
	for _, sp := range f.specs(`
property p { existence of nothing globally }
constraint a for { l } all l
constraint b for { m } all m
constraint c for { n } all n`) {
		if b := f.bind(sp); sp.Property {
			ch.Property = b
		} else {
			ch.Constraints = append(ch.Constraints, b)
		}
	}
	for _, form := range []porelim.Name{porelim.Early, porelim.Late} {
		rule := func(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet { return porelim.NormalForm(s, e, form) }
		if sol, _ := f.run(ch, rule); sol.Verdict != dataflow.Violated || !sol.AtEnd {
			t.Errorf("form %s: %s, want violated at the end", form, sol.Verdict)
		}
	}
}

// The seed's two-task example: 20 MIP edges, of which the printed rule keeps
// six, all one-way.
func TestSeedExample(t *testing.T) {
	f := load(t, "seed.tfg", `
task t1 {
	var x bool
	x = any
	if x { event b1; call t2.e1 } else { event b2; call t2.e2 }
}
task t2 {
	entry e1, e2
	choose { event a1; accept e1 } or { event a2; accept e2 }
}`)
	ch := monitor.Choice{Components: f.components("var:t1.x")}
	for _, sp := range f.specs(`property p for { a1, a2, b1, b2 } all .; .`) {
		ch.Property = f.bind(sp)
	}
	_, all := f.run(ch, porelim.None)
	_, paper := f.run(ch, porelim.Paper)
	if all.Count() != 20 || paper.Count() != 6 {
		t.Errorf("%d MIP edges, %d kept by paper; want 20 and 6", all.Count(), paper.Count())
	}
	for i := range paper.Nodes {
		for j := range paper.Nodes {
			if paper.M.Has(i, j) && paper.M.Has(j, i) {
				t.Errorf("edge %d-%d is kept in both directions", paper.Nodes[i], paper.Nodes[j])
			}
		}
	}
}

func randomBytes(r *rand.Rand, n int) []byte {
	out := make([]byte, 1+r.IntN(n))
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}

// Exact executions ⊆ pruned paths ⊆ all paths, for every sound rule, any
// choice of automata and errors at every node as well as at the end: what the
// interpreter violates, the pruned problem violates; what the pruned problem
// violates, the unpruned one does. And every letter that an execution can fire
// (all components chosen) fires in the pruned problem too.
func TestDifferential(t *testing.T) {
	const usual = 50
	n, compared, violated := trial.Count(t, usual), 0, 0
	edges := map[string]int{}
	for seed := range trial.Seeds(t, usual) {
		r := rand.New(rand.NewPCG(seed, 5))
		src := gen.Program(randomBytes(r, 180))
		if seed%3 == 2 {
			src = gen.MessagePassing(randomBytes(r, 180))
		}
		f := load(t, "random.tfg", src)
		f.what = fmt.Sprintf("seed %d\n%s", seed, src)
		events := append(gen.Events(f.sem.M.P), "nothing")
		if ended := oracle.Explore(f.sem.M.P, 10_000); !ended.Complete {
			continue
		}
		for range 3 {
			specText := gen.Spec(randomBytes(r, 60), events)
			if r.IntN(2) == 0 {
				specText += "\n" + gen.Constraint(randomBytes(r, 40), events)
			}
			ok := f.differ(r, specText, edges)
			compared += ok[0]
			violated += ok[1]
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d problems compared, %d violated; edges kept: none %d, safe %d, normal %d",
		compared, violated, edges["none"], edges["safe"], edges["normal"])
	if compared < n || violated < n/4 {
		t.Errorf("%d problems, %d violated: too few to mean anything", compared, violated)
	}
	if edges["normal"] >= edges["safe"] || edges["safe"] >= edges["none"] {
		t.Errorf("edges kept: none %d, safe %d, normal %d: the rules are out of order", edges["none"], edges["safe"], edges["normal"])
	}
}

func (f *fixture) differ(r *rand.Rand, specText string, edges map[string]int) (count [2]int) {
	before := f.what
	defer func() { f.what = before }()
	var specs, constraints []*automata.Spec
	var ch monitor.Choice
	for _, sp := range f.specs(specText) {
		b := f.bind(sp)
		if b == nil {
			return count
		}
		if sp.Property {
			specs = append(specs, sp)
		} else if d := sp.DFA; d.Start != d.Trap() {
			constraints = append(constraints, sp)
			ch.Constraints = append(ch.Constraints, b)
		}
	}
	for _, sp := range specs {
		exact, complete, _, err := oracle.ViolatesOver(f.sem.M.P, constraints, sp, 10_000)
		if err != nil || !complete && !exact {
			continue
		}
		ch.Property, ch.Components = f.bind(sp), nil
		density := r.IntN(4) // none, a few, most, all
		for i := range f.sem.M.Comps {
			if density == 3 || r.IntN(3) < density {
				ch.Components = append(ch.Components, sem.CompID(i))
			}
		}
		count[0]++
		none, all := f.run(ch, porelim.None)
		edges["none"] += all.Count()
		if none.Verdict == dataflow.Limit {
			continue
		}
		if exact {
			count[1]++
		}
		var safe *mip.EdgeSet
		for _, name := range []string{"safe", "early", "late", "normal"} {
			rule, err := porelim.Parse(porelim.Name(name))
			if err != nil {
				f.t.Fatal(err)
			}
			sol, kept := f.run(ch, rule.Eliminate)
			edges[name] += kept.Count()
			switch name {
			case "safe":
				safe = kept
			case "late":
				for i := range kept.Nodes {
					for j := range kept.M.Row(i).All {
						if !safe.M.Has(i, j) {
							f.t.Errorf("late keeps %d->%d, safe does not\n%s", kept.Nodes[i], kept.Nodes[j], f.what)
						}
					}
				}
			}
			if sol.Verdict == dataflow.Limit {
				continue
			}
			if exact && sol.Verdict != dataflow.Violated {
				f.t.Errorf("rule %s loses a violation of %s with %v\n%s", name, sp.Name, f.names(ch), f.what)
			}
			if sol.Verdict == dataflow.Violated && none.Verdict != dataflow.Violated {
				f.t.Errorf("rule %s finds a violation of %s that is not there without it\n%s", name, sp.Name, f.what)
			}
			if none.Verdict == dataflow.Holds && density == 3 {
				for l := range none.Fired.All {
					if !sol.Fired.Has(l) {
						f.t.Errorf("rule %s: letter %d can fire and does not\n%s", name, l, f.what)
					}
				}
			}
		}
	}
	return count
}

func (f *fixture) names(ch monitor.Choice) []string {
	var out []string
	for _, c := range ch.Components {
		out = append(out, f.sem.M.Comps[c].Name)
	}
	return out
}
