package follow_test

import (
	"slices"
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

// A task that waits at an element of an array, chosen by its own variable, waits at this one, and for
// who could come there; of a choice by a shared variable all is listed.
func TestWaitsAtOne(t *testing.T) {
	for _, c := range []struct {
		text, at string
		of       []string
	}{
		{"chan c[2][0] bool\ntask s {\nvar k 0..1 = 1\nc[k] <- true }\ntask r[i in 0..1] {\nawait false\n<-c[i] }", "c[1] <- true when s.k == 1", []string{"r[1]"}},
		{"chan c[2][0] bool\nshared k 0..1 = 1\ntask s {\nc[k] <- true }\ntask r[i in 0..1] {\nawait false\n<-c[i] }",
			"c[0] <- true when k == 0 or c[1] <- true when k == 1", []string{"r[0]", "r[1]"}},
		{"shared n 0..3\nchan d bool\ntask s {\nvar k 0..1\nselect {\ncase d <- true when n > 0 && k == 1: skip\ncase <-d when k == 0: skip\n} }", "<-d when s.k == 0", nil},
		{"shared n 0..3\ntask s {\nvar k 0..1\nawait k == 1 && n > 0 }", "await s.k == 1 && n > 0", nil},
		{"chan d bool\ntask s {\nvar k 0..1\nselect {\ncase d <- true when k > 0: skip\n} }", "d <- true when s.k > 0", nil},
	} {
		p := trial.Program(t, c.text)
		run, _ := follow.Run(p, nil, sem.FormatSchedule(p, nil))
		list := run.Waiting
		if len(list) == 0 || list[0].Task != "s" || list[0].At != c.at || !slices.Equal(list[0].For, c.of) {
			t.Errorf("%q: %+v, want %s for %q", c.text, list, c.at, c.of)
		}
	}
}
