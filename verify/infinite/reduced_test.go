package infinite

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/lpor"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/live"
	"flavers/verify/follow"
)

var kinds = []live.Fairness{live.None, live.Weak, live.Strong}

// judged reports whether Reduced is for a program: as an explorer, lpor finds all states without a limit, no
// error, and no violation.
func judged(p *cfg.Program, specs []*automata.Spec) bool {
	r, err := lpor.Run(context.Background(), p, specs, explore.Options{MaxStates: 5000})
	return err == nil && r.Complete && r.Errors == 0 && r.Beyond == 0 && !r.Violates(specs[len(specs)-1].Name)
}

// randomLoops is a random program with a property that asks for something, the last of the specifications.
func randomLoops(t *testing.T, seed uint64) (*cfg.Program, []*automata.Spec, string) {
	shapes := []string{
		"existence of a", "b responds to a", "a responds to b after c", "a, b respond to c", "a, a respond to c",
		"c responds to a, b", "ltl [](a -> <>b)", "ltl []<>a", "ltl <>[]!b", "ltl []<>a -> []<>b", "ltl [](a -> X (b U c))",
		"ltl []<>a && []<>b || <>c", "ltl a U (b && X <>[]!a)", "ltl [](a -> (!b W c))", "ltl [](a <-> X b)",
		"existence of b at least 2 after a until c", "existence of c exactly 2", "ltl <>[](!a && !c)"}
	r := rand.New(rand.NewPCG(seed, 95))
	text := gen.Looping(seed)
	switch seed % 5 {
	case 1:
		text = gen.Mixed(seed/5, gen.Mixtures(), trial.Bytes(seed, 96, 160))
	case 2:
		text = apart(r)
	case 3:
		text = gen.MessagePassing(trial.Bytes(seed, 97, 90))
	}
	p := trial.Program(t, text)
	shape := shapes[r.IntN(len(shapes))]
	if events := gen.Events(p); seed%5%2 == 1 && len(events) > 0 {
		shape = regexp.MustCompile(`\b[abc]\b`).ReplaceAllStringFunc(shape, func(w string) string {
			return `"` + events[(int(w[0])*7+int(seed))%len(events)] + `"`
		})
	}
	specs, ds := fsa.Parse("random.fsa", []byte("property p { "+shape+" }"))
	if ds.HasErrors() {
		return nil, nil, ""
	}
	if r.IntN(5) == 0 {
		more, ds := fsa.Parse("more.fsa", []byte(gen.Constraint(trial.Bytes(seed, 98, 40), []string{"a", "b", "c"})))
		if !ds.HasErrors() {
			specs = append(more, specs...)
		}
	}
	return p, specs, fmt.Sprintf("seed %d\n%s\n%s", seed, text, specs[len(specs)-1].Text)
}

// apart is a program of loops that hardly meet, where stubborn sets put off much, for ever if they may, with
// tasks that wait for one of several things or for all of them.
func apart(r *rand.Rand) string {
	text := "shared x 0..1\nshared y 0..1\nshared z 0..1\n"
	for t := range 2 + r.IntN(3) {
		text += fmt.Sprintf("task t%d {\n", t)
		if r.IntN(3) == 0 {
			text += "    " + []string{"event a", "event b", "x = 1", "skip"}[r.IntN(4)] + "\n"
		}
		loop := r.IntN(5) > 0
		if loop {
			text += "    loop {\n"
		}
		for range 1 + r.IntN(3) {
			text += "        " + []string{"x = 1 - x", "y = 1 - y", "z = 1 - z", "skip", "event a", "event b", "event c",
				"await x == 1", "await x == 1 || y == 1", "await x == 1 && y == 1", "await y == z", "x = 0", "x = 1",
				"choose { await x == 1 } or { await y == 1 }", "choose { skip } or { event a }", "if z == 1 { event c }",
			}[r.IntN(16)] + "\n"
		}
		if loop {
			text += "    }\n"
		}
		text += "}\n"
	}
	return text
}

// Reduced says what Of says, of random programs and properties under each kind of fairness, visits no more
// states in all, and what it finds is an execution of this kind.
func TestReduced(t *testing.T) {
	compared, found, smaller, ignored := 0, map[live.Fairness]int{}, map[live.Fairness]int{}, 0
	states := map[live.Fairness][2]int64{}
	for seed := range trial.Seeds(t, trial.Usual(120, 250)) {
		p, specs, what := randomLoops(t, seed)
		if p == nil || len(specs[len(specs)-1].Obligations) == 0 || !judged(p, specs) {
			continue
		}
		last := len(specs) - 1
		for _, f := range kinds {
			want, err := Of(context.Background(), p, specs[:last], specs[last], Options{Fairness: f, MaxStates: 5000})
			if err != nil {
				t.Fatal(err)
			}
			if !want.Complete {
				continue
			}
			got, err := Reduced(context.Background(), p, specs[:last], specs[last], Options{Fairness: f})
			if err != nil {
				t.Fatalf("%v\n%s", err, what)
			}
			if got.Violated != want.Violated || !got.Complete {
				t.Fatalf("%s: %+v, want %+v\n%s", f, got, want, what)
			}
			compared++
			if got.Violated {
				found[f]++
				if _, err := follow.Lasso(p, specs, got.Stem, got.Loop, f); err != nil {
					t.Fatalf("%v\n%s", err, what)
				}
			} else {
				states[f] = [2]int64{states[f][0] + got.States, states[f][1] + want.States}
				if got.States < want.States {
					smaller[f]++
				}
			}
			wrong, err := reducedBy(context.Background(), p, specs[:last], specs[last], Options{Fairness: f}, noProviso)
			if err == nil && !wrong.Violated && want.Violated {
				ignored++
			}
		}
	}
	t.Logf("%d compared, found %v, fewer states in %v (%v), %d violations lost without the proviso", compared, found,
		smaller, states, ignored)
	for _, f := range kinds {
		if found[f] < compared/50 || smaller[f] < compared/50 {
			t.Errorf("%s: of %d, %d violations and %d with fewer states", f, compared, found[f], smaller[f])
		}
	}
	if ignored < compared/200 {
		t.Errorf("only %d violations are lost without the proviso", ignored)
	}
}

// Programs in which a cycle of one task puts off for ever, along stubborn sets, what violates
// the property, and is all that is visited without the proviso.
func TestProviso(t *testing.T) {
	for _, c := range []struct {
		name, text, property string
		fair                 []live.Fairness
	}{
		{"a request is put off", "task t { loop { skip } }\ntask u { event b; event a }", "b responds to a", kinds},
		{"a second task is put off", "shared x 0..1\ntask t { loop { x = 1 - x } }\ntask u { event a }",
			"ltl [](a -> <>b)", kinds},
		{"what never comes", "task t { loop { skip } }\ntask u { event a; loop { skip } }", "ltl <>b", kinds},
	} {
		p := trial.Program(t, "program p\n"+c.text)
		specs, ds := fsa.Parse("p.fsa", []byte("property p { "+c.property+" }"))
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		lost := 0
		for _, f := range c.fair {
			got, err := Reduced(t.Context(), p, nil, specs[0], Options{Fairness: f})
			if err != nil || !got.Violated {
				t.Errorf("%s, %s: %+v, %v", c.name, f, got, err)
				continue
			}
			if _, err := follow.Lasso(p, specs, got.Stem, got.Loop, f); err != nil {
				t.Errorf("%s, %s: %v", c.name, f, err)
			}
			wrong, err := reducedBy(t.Context(), p, nil, specs[0], Options{Fairness: f}, noProviso)
			if err != nil {
				t.Fatal(err)
			}
			if !wrong.Violated {
				lost++
			}
		}
		if lost < 2 {
			t.Errorf("%s: only %d are lost without the proviso", c.name, lost)
		}
	}
}
