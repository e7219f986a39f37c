package verify

import (
	"testing"

	"flavers/automata/fsa"
	"flavers/internal/trial"
	"flavers/lang"
)

// TestStubbornSearch holds the search for an execution against its twin, which
// tries every unobserved step: over paths of problems with some of the
// constraints, of which some are executions and some are not.
func TestStubbornSearch(t *testing.T) {
	usual := trial.Usual(30, 60)
	n, found, none, fewer, sets := trial.Count(t, usual), 0, 0, 0, 0
	for at := range randomPaths(t, usual, 7) {
		aimed, all := at.c.newReplayer(at.a, 20_000), at.c.newReplayer(at.a, 20_000)
		all.aim = nil
		run, exhausted := aimed.replay(t.Context())
		twin, done := all.replay(t.Context())
		if twin == nil && !done || run == nil && !exhausted {
			continue // cut off
		}
		if (run == nil) != (twin == nil) {
			t.Fatalf("seed %d, %s: an execution with all unobserved steps: %t, with those of stubborn sets: %t\n%s\n%s",
				at.seed, at.gl.name(), twin != nil, run != nil, at.src, at.specText)
		}
		if run != nil {
			found++
		} else {
			none++
		}
		if len(aimed.seen) < len(all.seen) {
			fewer++
		}
		if aimed.aim != nil {
			sets += aimed.aim.Made
		}
	}
	t.Logf("%d paths with an execution, %d without; %d with fewer states, %d sets", found, none, fewer, sets)
	if found < n/8 || none < n/8 || fewer < n/8 || sets < n {
		t.Error("too few paths to mean anything")
	}
}

// TestIdleTasks: tasks that have nothing to do with a path cost nothing. The
// path of this property, found without constraints, is no execution.
func TestIdleTasks(t *testing.T) {
	const src = `program philosophers
task fork[i in 0..299] { entry up, down
	loop { accept up; accept down } }
task phil[i in 0..299] {
	loop { call fork[i].up; call fork[(i+1)%300].up; event eat(i); call fork[(i+1)%300].down; call fork[i].down } }
`
	const specText = `property never_two { states none*, one*
	events left = "phil[0]:fork[0].up", right = "phil[0]:fork[1].up", put = "phil[0]:fork[0].down"
	none -> one : left
	none -> one : right
	one -> none : put
	error otherwise }
`
	p, ds := lang.Load("philosophers.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	specs, ds := fsa.Parse("philosophers.fsa", []byte(specText))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	c, err := prepare(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	c.bind(nil, specs)
	a := c.solve(t.Context(), goal{property: c.properties[0]}, nil)
	if a.sol.Path == nil {
		t.Fatal("no path")
	}
	r := c.newReplayer(a, roundBudget)
	run, exhausted := r.replay(t.Context())
	if run == nil && !exhausted || len(r.seen) > 10 {
		t.Errorf("%d states for a path that 598 tasks have nothing to do with; an execution: %t", len(r.seen), run != nil)
	}
}
