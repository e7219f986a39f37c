package infinite_test

import (
	"fmt"
	"testing"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/internal/trial"
	"flavers/live"
	"flavers/verify/infinite"
)

// question is about the last specification, the others being constraints.
func question(t *testing.T, p *cfg.Program, specs []*automata.Spec, f live.Fairness) *infinite.Question {
	t.Helper()
	s, err := monitor.Analyse(p)
	if err != nil {
		t.Fatal(err)
	}
	bound, _ := monitor.BindAll(nil, s, specs, false)
	last := len(specs) - 1
	return &infinite.Question{Program: p, Semantics: s, Constraints: bound[:last], Property: bound[last], Fairness: f}
}

// prove is the proof for the last specification.
func prove(t *testing.T, p *cfg.Program, specs []*automata.Spec, f live.Fairness) infinite.Proof {
	t.Helper()
	return infinite.Prove(question(t, p, specs, f), 0, nil)
}

// What each proof rests on: without it, it would not be found, or be wrong.
func TestProve(t *testing.T) {
	const workers = `
lock m
task w[i in 0..N-1] { loop { event ask(i); lock m; event got(i); unlock m } }
`
	for name, c := range map[string]struct {
		program, property string
		fairness          live.Fairness
		kept              int // components; 0: no proof
	}{
		"a task moves on": {"task t { loop { event p; event q } }", "q responds to p", live.Weak, 1},
		"not without fairness": {"task t { loop { event p; event q } } task u { loop { event r } }", "q responds to p",
			live.None, 0},
		"others may be anywhere": {workers + "task t { loop { event p; event q } }", "q responds to p", live.Weak, 1},
		"a loop that may be left": {"task t { event p; loop { choose { event r } or { break } } event q }", "q responds to p",
			live.Weak, 0},
		"a loop that is left": {"task t { var i 0..9; event p; while i < 9 { i = i + 1 } event q; loop { event s } }",
			"q responds to p", live.Weak, 1}, // endless.Repeating knows
		"a loop that is left, with a shared variable": {"shared i 0..9; task t { event p; while i < 9 { i = i + 1 } event q; loop { event s } }",
			"q responds to p", live.Weak, 2},
		"a partner that waits": {"task s { entry go; loop { accept go } } task t { loop { event p; call s.go; event q } }",
			"q responds to p", live.Weak, 2},
		"a partner that others may use": {`task s { entry go; loop { accept go; event r } } task u { loop { call s.go } }
			task t { loop { event p; call s.go; event q } }`, "q responds to p", live.Weak, 0},
		"the same under strong fairness": {`task s { entry go; loop { accept go; event r } } task u { loop { call s.go } }
			task t { loop { event p; call s.go; event q } }`, "q responds to p", live.Strong, 2},
		"a flag that stays up":    {"shared f bool; task s { f = true } task t { event p; await f; event q; loop { event r } }", "q responds to p", live.Weak, 3},
		"a flag that goes down":   {"shared f bool; task s { loop { f = true; f = false } } task t { event p; await f; event q; loop { event r } }", "q responds to p", live.Weak, 0},
		"a flag tested both ways": {"shared f bool; task s { loop { f = true; f = false } } task t { loop { event p; if f { event r } event q } }", "q responds to p", live.Weak, 1},
		"an else that looks at another task": {`task t { entry d, e; event p; accept d; event q; loop { accept e } }
			task u { loop { select { case call t.e: event x
			else: event y } } }`, "q responds to p", live.Strong, 0},
		"a join that looks at another task": {`task t dynamic[1] { event p }
			task u { var r ref t; r = spawn t; loop { join r; event r } }`, "q responds to p", live.Strong, 0},
		"a join for ever, under weak fairness": {`task t dynamic[1] { event p }
			task u { var r ref t; r = spawn t; loop { join r } }`, "q responds to p", live.Weak, 0},
		"a lock that is given up": {"lock m; task s { lock m; event r; unlock m } task t { event p; lock m; event q; unlock m; loop { event r } }", "q responds to p", live.Weak, 3},
	} {
		t.Run(name, func(t *testing.T) {
			p := trial.Program(t, "const N = 3\ntask other { loop { event z } }\n"+c.program)
			proof := prove(t, p, trial.Specs(t, "property served { "+c.property+" }"), c.fairness)
			if proof.Holds != (c.kept > 0) || proof.Holds && len(proof.Kept) != c.kept {
				t.Errorf("%+v", proof)
			}
		})
	}
}

// What a proof takes does not depend on tasks that have nothing to do with the property.
func TestProveSize(t *testing.T) {
	for _, n := range []int{3, 300} {
		p := trial.Program(t, fmt.Sprintf("const N = %d\n", n)+`
lock m[N]
task phil[i in 0..N-1] { loop { lock m[i]; lock m[(i+1)%N]; unlock m[i]; unlock m[(i+1)%N] } }
task s { entry go; loop { accept go } }
task t { loop { event p; call s.go; event q } }
`)
		proof := prove(t, p, trial.Specs(t, "property served { q responds to p }"), live.Weak)
		if !proof.Holds || len(proof.Kept) != 2 || proof.States > 30 {
			t.Errorf("%d philosophers: %+v", n, proof)
		}
	}
}

const philosophers = `
lock fork[N]
task phil[i in 0..N-1] {
    loop {
        event hungry(i)
        if i % 2 == 0 { lock fork[i]; lock fork[(i+1)%N] } else { lock fork[(i+1)%N]; lock fork[i] }
        event eat(i)
        unlock fork[i]
        unlock fork[(i+1)%N]
    }
}
`

// Of a hundred philosophers, one starves under weak fairness, and none under strong fairness. Neither
// answer needs their states.
func TestPhilosophers(t *testing.T) {
	p := trial.Program(t, "const N = 100\n"+philosophers)
	specs := trial.Specs(t, "property fed { eat(0) responds to hungry(0) }")
	if proof := prove(t, p, specs, live.Strong); !proof.Holds || len(proof.Kept) > 7 {
		t.Errorf("strong fairness: %+v", proof)
	}
	q := question(t, p, specs, live.Weak)
	proof := infinite.Prove(q, 0, nil)
	if proof.Holds || len(proof.Loop) == 0 {
		t.Fatalf("weak fairness: %+v", proof)
	}
	r, err := infinite.Pursue(t.Context(), q, &proof)
	if err != nil || !r.Violated || !replays(p, specs, r, live.Weak) {
		t.Errorf("%+v, %v", r, err)
	}
}

// BenchmarkPhilosophers: whether one of N philosophers may starve, without their states.
func BenchmarkPhilosophers(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		p := trial.Program(b, fmt.Sprintf("const N = %d\n", n)+philosophers)
		s, err := monitor.Analyse(p)
		if err != nil {
			b.Fatal(err)
		}
		specs := trial.Specs(b, "property fed { eat(0) responds to hungry(0) }")
		bound, _ := monitor.BindAll(nil, s, specs, false)
		for _, f := range []live.Fairness{live.Weak, live.Strong} {
			b.Run(fmt.Sprintf("%s/%d", f, n), func(b *testing.B) {
				for b.Loop() {
					q := &infinite.Question{Program: p, Semantics: s, Property: bound[0], Fairness: f}
					a, err := infinite.Judge(b.Context(), q, 1, 1, infinite.Options{})
					if err != nil || a.By == "" || a.Violated != (f == live.Weak) {
						b.Fatalf("%+v, %v", a, err)
					}
				}
			})
		}
	}
}

// With little memory there is no proof rather than a large one.
func TestProveMemory(t *testing.T) {
	p := trial.Program(t, "const N = 100\n"+philosophers)
	q := question(t, p, trial.Specs(t, "property fed { eat(0) responds to hungry(0) }"), live.Strong)
	if proof := infinite.Prove(q, 64<<10, nil); proof.Holds || proof.Reason == "" {
		t.Errorf("%+v", proof)
	}
}
