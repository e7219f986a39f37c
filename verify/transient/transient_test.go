package transient_test

import (
	"testing"

	"flavers/automata/monitor"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/verify/blocked"
	"flavers/verify/stubborn"
	"flavers/verify/transient"
)

// ask asks about each property of a text, and reports as an error where the states of the program show an execution
// that stops with the property open, though Property says that there is none.
func ask(t *testing.T, program, fsa string) (answers []bool) {
	t.Helper()
	p := trial.Program(t, program)
	s, err := monitor.Analyse(p)
	if err != nil {
		return nil
	}
	bound, ds := monitor.BindAll(nil, s, trial.Specs(t, fsa), false)
	if ds.HasErrors() { // two symbols of a random property match the same event
		return nil
	}
	for _, b := range bound {
		if !b.Spec.Property || b.Spec.Reach || !b.Spec.DFA.Obliges() {
			continue
		}
		never := transient.Property(p, s, b)
		answers = append(answers, never)
		if !never {
			continue
		}
		all := blocked.New(s, stubborn.NewIndex(s, nil), blocked.Goal{Property: b.Spec},
			blocked.Options{AllStates: true, AllSteps: true}, nil)
		if all != nil && all.Run(t.Context(), 1_000_000, 0) == blocked.Found {
			t.Errorf("an execution stops and leaves %s open:\n%s\n%s", b.Spec.Name, program, fsa)
		}
	}
	return answers
}

// Each program is answered as the comment of Property says, and one more detail decides.
func TestProperty(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"the example", "lock m\ntask t { loop { lock m; event begin; event done; unlock m } }", true},
		{"a lock between", "lock m\ntask t { event begin; lock m; event done; unlock m }", false},
		{"two tasks", "task t { event begin }\ntask u { event begin; event done }", false},
		{"another alternative", "chan d bool\ntask t { var x bool; event begin; choose { skip } or { x = <-d }; event done }", false},
		{"a send beside else",
			"chan c bool\nchan d bool\ntask t { var x bool\nevent begin\nselect {\ncase c <- true: x = <-d\nelse: skip\n}\nevent done }\n" +
				"task u { var x bool; x = <-c }", false},
		{"a receive beside else",
			"chan c bool\nchan d bool\ntask t { var x bool\nevent begin\nselect {\ncase x = <-c: x = <-d\nelse: skip\n}\nevent done }\n" +
				"task u { c <- true }", false},
	} {
		got := ask(t, "program p\n"+c.text+"\n", "property q { done responds to begin }\n")
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// No random program has an execution that stops where Property says that none does.
func TestRandom(t *testing.T) {
	yes := 0
	for seed := range trial.Seeds(t, trial.Usual(300, 3000)) {
		program := gen.Mixed(seed, gen.Mixtures(), trial.Bytes(seed, 71, 120))
		events := append(gen.Events(trial.Program(t, program)), "nothing")
		for _, never := range ask(t, program, gen.Spec(trial.Bytes(seed, 72, 40), events)) {
			if never {
				yes++
			}
		}
	}
	t.Logf("%d properties that no execution leaves open", yes)
}
