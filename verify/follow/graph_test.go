package follow_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/sem"
	"flavers/verify/follow"
)

var roomy = follow.Bounds{States: 5000, Steps: 50000, Cells: 1 << 20}

// said is what a walk tells where it stands, or what a graph tells of a state: each step with
// what follows it, then values, specifications, who waits, and the end.
func saidByWalk(w *follow.Walk) string {
	var b strings.Builder
	for _, n := range w.Next() {
		tasks := n.Tasks
		if len(tasks) == 0 {
			tasks = []string{n.Task}
		}
		fmt.Fprintf(&b, "%v %v %s %v %d.%d\n", tasks, n.All(), n.Pos, n.Failed, n.Choice.Action, n.Choice.Outcome)
	}
	for _, v := range w.Vars() {
		fmt.Fprintf(&b, "%s=%s\n", v.Name, v.Value)
	}
	names, values := w.Holds()
	for i := range names {
		fmt.Fprintf(&b, "%s=%s\n", names[i], values[i])
	}
	for _, f := range w.Specs() {
		fmt.Fprintf(&b, "%s: %s %v\n", f.Spec, f.State, f.Violated)
	}
	run := w.Run()
	fmt.Fprintln(&b, w.Waiting(), run.Ended, run.Deadlock)
	return b.String()
}

func saidByGraph(g *report.Graph, i int) string {
	var b strings.Builder
	s := &g.States[i]
	texts := func(list []int, of []string) (out []string) {
		for _, k := range list {
			out = append(out, of[k])
		}
		return out
	}
	for _, st := range s.Steps {
		m := &g.Moves[st[1]]
		choice := m.Choice
		if !strings.Contains(choice, ".") {
			choice += ".0"
		}
		fmt.Fprintf(&b, "%v %v %s %v %s\n", texts(m.Tasks, g.Tasks), texts(m.Events, g.Texts), g.Texts[m.Pos], m.Failed, choice)
	}
	for k, v := range s.Values {
		fmt.Fprintf(&b, "%s=%s\n", g.Names[k], g.Texts[v])
	}
	for k, q := range s.Specs {
		fmt.Fprintf(&b, "%s: %s %v\n", g.Specs[k], g.Texts[q], slices.Contains(s.Violated, k))
	}
	fmt.Fprintln(&b, g.Waits[s.Wait], s.End == "ended", s.End == "deadlock")
	return b.String()
}

// compare goes along random executions of the graph, and demands that a walk along them
// tells the same at each step.
func compare(t *testing.T, p *cfg.Program, specs []*automata.Spec, g *report.Graph, r *rand.Rand) {
	t.Helper()
	for range 3 {
		w, err := follow.NewWalk(p, specs)
		if err != nil {
			t.Fatal(err)
		}
		for at, left := 0, 12; left > 0; left-- {
			if got, want := saidByGraph(g, at), saidByWalk(w); got != want {
				t.Fatalf("%s after %s: the graph says\n%s\nthe walk\n%s", p.Name, w.Schedule(), got, want)
			}
			steps := g.States[at].Steps
			if len(steps) == 0 {
				break
			}
			st := steps[r.IntN(len(steps))]
			choices, _, err := sem.ParseSchedule(p, g.Schedule+g.Moves[st[1]].Choice)
			if err == nil {
				err = w.Take(choices[0])
			}
			if err != nil {
				t.Fatal(err)
			}
			if at = st[0]; at < 0 {
				if !w.Failed() {
					t.Fatalf("%s does not fail", w.Schedule())
				}
				break
			}
		}
	}
}

func TestGraphOfExamples(t *testing.T) {
	for _, name := range []string{"dining", "dining_locks", "rw_lock", "broken_mutex", "buffer_channel", "messages/ui", "messages/vote"} {
		p, specs := trial.Example(t, "examples/"+name+".tfg", nil)
		g, ok, err := follow.Graph(nil, p, specs, roomy)
		if err != nil || !ok {
			t.Fatal(name, ok, err)
		}
		compare(t, p, specs, g, rand.New(rand.NewPCG(1, 2)))
	}
}

func TestGraphOfRandomPrograms(t *testing.T) {
	seen := 0
	for seed := range trial.Seeds(t, 60) {
		p := trial.Program(t, gen.Mixed(seed, gen.Mixtures(), trial.Bytes(seed, 41, 120)))
		g, ok, err := follow.Graph(nil, p, nil, follow.Bounds{States: 300, Steps: 2000, Cells: 1 << 16})
		if err != nil || !ok {
			continue
		}
		seen++
		compare(t, p, nil, g, rand.New(rand.NewPCG(seed, 3)))
	}
	if seen < 10 {
		t.Errorf("only %d programs are small enough", seen)
	}
}

// What is larger than a bound has no graph; with room for exactly what there is, it has.
func TestGraphBounds(t *testing.T) {
	p, specs := trial.Example(t, "examples/dining.tfg", nil)
	g, ok, err := follow.Graph(nil, p, specs, roomy)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	steps := 0
	for i := range g.States {
		steps += len(g.States[i].Steps)
	}
	for _, k := range []struct {
		bounds follow.Bounds
		fits   bool
	}{
		{follow.Bounds{States: len(g.States), Steps: steps, Cells: roomy.Cells}, true},
		{follow.Bounds{States: len(g.States) - 1, Steps: steps, Cells: roomy.Cells}, false},
		{follow.Bounds{States: len(g.States), Steps: steps - 1, Cells: roomy.Cells}, false},
		{follow.Bounds{States: len(g.States), Steps: steps, Cells: len(g.States)}, false},
		{follow.Bounds{}, false},
	} {
		if _, ok, err := follow.Graph(nil, p, specs, k.bounds); ok != k.fits || err != nil {
			t.Errorf("%+v: %v, %v", k.bounds, ok, err)
		}
	}
}

// What executions visit is a part of the graph: with an execution for each step of the graph it is the graph, up to
// numbers; with some, each of its steps is one of the graph, from states that are the same.
func TestVisited(t *testing.T) {
	seen := 0
	for seed := range trial.Seeds(t, 40) {
		p := trial.Program(t, gen.Mixed(seed, gen.Mixtures(), trial.Bytes(seed, 41, 120)))
		bounds := follow.Bounds{States: 200, Steps: 1500, Cells: 1 << 16}
		g, ok, err := follow.Graph(nil, p, nil, bounds)
		if err != nil || !ok {
			continue
		}
		seen++
		var all, some [][]sem.Choice
		way := map[int][]sem.Choice{0: nil} // by state: an execution that leads there
		r := rand.New(rand.NewPCG(seed, 4))
		for i := range g.States { // breadth first: a state is known before it is left
			for _, st := range g.States[i].Steps {
				choices, _, err := sem.ParseSchedule(p, g.Schedule+g.Moves[st[1]].Choice)
				if err != nil {
					t.Fatal(err)
				}
				to := append(slices.Clone(way[i]), choices...)
				if all = append(all, to); r.IntN(3) == 0 {
					some = append(some, to)
				}
				if _, known := way[st[0]]; !known && st[0] >= 0 {
					way[st[0]] = to
				}
			}
		}
		whole, ok, err := follow.Visited(nil, p, nil, all, bounds)
		if err != nil || !ok || len(whole.States) != len(g.States) {
			t.Fatalf("seed %d: %v, %v: not all states are visited", seed, ok, err)
		}
		compare(t, p, nil, whole, r)
		part, ok, err := follow.Visited(nil, p, nil, some, bounds)
		if err != nil || !ok {
			t.Fatal(seed, ok, err)
		}
		within(t, part, g)
	}
	if seen < 10 {
		t.Errorf("only %d programs are small enough", seen)
	}
}

// within checks that a graph is a part of another one that has all steps.
func within(t *testing.T, part, whole *report.Graph) {
	t.Helper()
	twin := map[int]int{0: 0} // by state of part: that of whole
	for i := 0; i < len(part.States); i++ {
		s, w := &part.States[i], &whole.States[twin[i]]
		if s.End != w.End || fmt.Sprint(part.Waits[s.Wait]) != fmt.Sprint(whole.Waits[w.Wait]) {
			t.Errorf("state %d ends %q, not %q, or others wait", i, s.End, w.End)
		}
		for _, st := range s.Steps {
			choice := part.Moves[st[1]].Choice
			k := slices.IndexFunc(w.Steps, func(o [2]int) bool { return whole.Moves[o[1]].Choice == choice })
			if k < 0 {
				t.Fatalf("state %d has no step %s", i, choice)
			}
			to, known := twin[st[0]]
			if known && to != w.Steps[k][0] {
				t.Errorf("step %s of state %d leads elsewhere", choice, i)
			}
			twin[st[0]] = w.Steps[k][0]
		}
	}
}
