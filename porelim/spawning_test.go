package porelim_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"flavers/automata/monitor"
	"flavers/dataflow"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/mip"
	"flavers/porelim"
)

// A step that starts tasks is a fork, be it a statement of its own or part of
// a handler: between the first local steps of two tasks that one handler
// started an edge must stay, in one direction. Once only the statement was
// taken for a fork, and both went.
func TestSpawnInHandler(t *testing.T) {
	for _, start := range []string{
		"actor a { on m { spawn w; spawn v; event h } }\ntask t { post a.m }",
		"actor a { init { spawn w; spawn v; event h } }",
		"looper a { on m { spawn w; event h; spawn v } }\ntask t { post a.m }",
		"task a { event h; spawn w; spawn v }",
	} {
		f := load(t, "spawn.tfg", start+`
task w dynamic[1] { event x; event x2 }
task v dynamic[1] { event y; event y2 }`)
		ch := monitor.Choice{}
		for _, sp := range f.specs(`
property p for {h} none h
constraint c for {x, x2} all x; x2
constraint d for {y, y2} all y; y2`) {
			if b := f.bind(sp); sp.Property {
				ch.Property = b
			} else {
				ch.Constraints = append(ch.Constraints, b)
			}
		}
		for _, form := range []porelim.Name{porelim.Early, porelim.Late} {
			sol, _ := f.run(ch, func(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet { return porelim.NormalForm(s, e, form) })
			if sol.Verdict != dataflow.Violated {
				t.Errorf("%q, form %s: %s, want violated", start, form, sol.Verdict)
			}
		}
	}
}

// spawning is a random program whose tasks are started in steps of many kinds.
// The events of task k are k0 to k2; h and o are others.
func spawning(r *rand.Rand) string {
	how := []string{
		"actor a { init { spawn w; spawn v; event h } }",
		"actor a { on m { spawn w; spawn v; event h } }\npost a.m",
		"actor a { on m { spawn w; event h; post a.k } on k { spawn v; event h } }\npost a.m",
		"shared s bool\nactor a { on m { if s { spawn w; event h } else { spawn v; event h } } }\npost a.m\ntask k { event o; s = any; post a.m }",
		"task a { event h; spawn w; event h; spawn v; event h }",
		"looper a { on m { spawn w; spawn w } on k { spawn v } }\npost a.m\ntask k { event o; post a.k }",
	}[r.IntN(6)]
	instances := 1
	if strings.Contains(how, "spawn w; spawn w") || r.IntN(5) == 0 {
		instances = 2
	}
	body := func(task string, n int) string {
		out, met := "var x 0..2; ", false
		for range n {
			switch r.IntN(10) {
			case 0:
				out += "x = any; "
			case 1:
				out += fmt.Sprintf("if x == %d { event %s%d } else { x = %d }; ", r.IntN(3), task, r.IntN(3), r.IntN(3))
			case 2, 3, 4:
				out += fmt.Sprintf("event %s%d; ", task, r.IntN(3))
			case 5:
				out += fmt.Sprintf("choose { event %s0 } or { event %s1 }; ", task, task)
			case 6:
				out += "while x < 2 { x = x + 1 }; "
			case 7:
				out += "g = any; if g == 1 { skip }; "
			case 8:
				out += "event o; "
			case 9:
				switch {
				case task == "v" && !met:
					met = true
					out += "accept e { event v2 }; "
				case task != "v":
					out += "call v[0].e; "
				}
			}
		}
		return out
	}
	src := how + "\nshared g 0..1\n" + fmt.Sprintf("task w dynamic[%d] { %s }\n", instances, body("w", r.IntN(5))) +
		fmt.Sprintf("task v dynamic[1] { entry e; %s }\n", body("v", r.IntN(5)))
	if r.IntN(2) == 0 {
		src += fmt.Sprintf("task z { %s }\n", body("z", r.IntN(4)))
	}
	return src
}

// Random programs whose handlers start tasks, with up to seven constraints:
// each makes the events of one task local.
func TestSpawningHandlers(t *testing.T) {
	usual := trial.Usual(20, 50)
	n, compared, violated := trial.Count(t, usual), 0, 0
	edges := map[string]int{}
	languages := []string{".+", ".+", ".; .", ".", ".; .*", "[-%s2]*; %s1; .*", ".*; %s0"}
	for seed := range trial.Seeds(t, usual) {
		r := rand.New(rand.NewPCG(seed, 77))
		src := spawning(r)
		f := load(t, "spawning.tfg", src)
		f.what = fmt.Sprintf("seed %d\n%s", seed, src)
		if !oracle.Explore(f.sem.M.P, 10_000).Complete {
			continue
		}
		events := append(gen.Events(f.sem.M.P), "nothing")
		fsa := gen.Spec(randomBytes(r, 60), events)
		for k := range r.IntN(4) {
			fsa += "\n" + strings.Replace(gen.Constraint(randomBytes(r, 40), events), "constraint ", fmt.Sprintf("constraint k%d", k), 1)
		}
		for _, k := range []string{"w", "v", "z"} {
			if r.IntN(6) > 0 {
				fsa += fmt.Sprintf("\nconstraint own%s for {%s0, %s1, %s2} all %s", k, k, k, k, strings.ReplaceAll(languages[r.IntN(len(languages))], "%s", k))
			}
		}
		fsa += "\nproperty ends { existence of nothing }" // violated by every execution that the constraints allow
		fsa += "\nproperty atend for {h, o} none " + []string{"h", "h; .*; o", "h; o", ".+"}[r.IntN(4)]
		count := f.differ(r, fsa, edges)
		compared += count[0]
		violated += count[1]
		if t.Failed() {
			return
		}
	}
	t.Logf("%d problems compared, %d violated; edges kept: none %d, safe %d, normal %d",
		compared, violated, edges["none"], edges["safe"], edges["normal"])
	// Three to six of a hundred are violated.
	if compared < n || violated < n/16 {
		t.Errorf("%d problems, %d violated: too few to mean anything", compared, violated)
	}
}
