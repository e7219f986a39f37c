package follow_test

import (
	"strings"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/sem"
	"flavers/verify/follow"
)

// A step that cannot be taken says so; one that has no such outcome says which it has.
func TestStuck(t *testing.T) {
	p := trial.Program(t, "program p\nlock m\ntask t { var v 0..2; v = any; lock m; event done }\ntask u { lock m }\n")
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	first := m.Successors(m.Start(), true)[0].Action
	for outcome, want := range []string{"", "", "", "has no outcome 3 here; it has only outcomes 0 to 2"} {
		run, problems := follow.Run(p, nil, sem.FormatSchedule(p, []sem.Choice{{Action: first, Outcome: outcome}}))
		if problems.HasErrors() || (want == "") != (run.Stuck == "") || !strings.Contains(run.Stuck, want) {
			t.Errorf("outcome %d: %q, want %q", outcome, run.Stuck, want)
		}
	}
	twice := sem.FormatSchedule(p, []sem.Choice{{Action: first}, {Action: first}})
	if run, _ := follow.Run(p, nil, twice); !strings.Contains(run.Stuck, "step 2, v = any, cannot be taken here") && !strings.Contains(run.Stuck, "cannot be taken here; what can") {
		t.Errorf("%q", run.Stuck)
	}
	if _, problems := follow.Run(p, nil, "no schedule"); !problems.HasErrors() {
		t.Error("a word that is no schedule is followed")
	}
}

// Of a random execution, every step is described: what it sets is what the last one
// before the end has, and what it reads was written where it says.
func TestDescriptions(t *testing.T) {
	steps, reads := 0, 0
	for seed := range trial.Seeds(t, 60) {
		p := trial.Program(t, gen.Mixed(seed, gen.Mixtures(), trial.Bytes(seed, 41, 160)))
		m, err := sem.New(p)
		if err != nil {
			continue
		}
		var schedule []sem.Choice
		state := m.Start()
		for k := range 25 {
			found := false
			for i := range p.Actions {
				a := p.Actions[(i*7+k)%len(p.Actions)]
				if outs := m.Outcomes(nil, state, a, true); len(outs) > 0 && outs[len(outs)-1].Err == nil {
					schedule = append(schedule, sem.Choice{Action: a.ID, Outcome: len(outs) - 1})
					state, found = outs[len(outs)-1].Next, true
					break
				}
			}
			if !found {
				break
			}
		}
		run, problems := follow.Run(p, nil, sem.FormatSchedule(p, schedule))
		if problems.HasErrors() || run.Stuck != "" || len(run.Steps) != len(schedule) {
			t.Fatalf("seed %d: %q after %d steps of %d", seed, run.Stuck, len(run.Steps), len(schedule))
		}
		value := map[string]string{}
		for i := range p.Vars {
			value[p.Vars[i].Name] = p.Vars[i].Type.Format(p.Vars[i].Init)
		}
		for i, s := range run.Steps {
			steps++
			if s.Task == "" || s.Event == "" || s.Pos == "" {
				t.Errorf("seed %d, step %d: %+v", seed, i+1, s)
			}
			for _, r := range s.Reads {
				reads++
				if value[r.Name] != r.Value || r.Step > i {
					t.Errorf("seed %d, step %d reads %+v, where %s is %s", seed, i+1, r, r.Name, value[r.Name])
				}
			}
			for _, v := range s.Vars {
				value[v.Name] = v.Value
			}
		}
		for _, v := range run.Vars {
			if value[v.Name] != v.Value {
				t.Errorf("seed %d: %s is %s at the end, the steps say %s", seed, v.Name, v.Value, value[v.Name])
			}
		}
	}
	if steps < 200 || reads < 20 {
		t.Errorf("only %d steps, %d reads", steps, reads)
	}
}
