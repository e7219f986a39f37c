package crosscheck_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"flavers/automata/fsa"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify/crosscheck"
)

// Answers about executions that run for ever agree on random programs with loops.
func TestCrosscheckForever(t *testing.T) {
	shapes := []string{"existence of a", "b responds to a", "a responds to b after c", "a, b respond to c", "c responds to a, b",
		"ltl [](a -> <>b)", "ltl []<>a", "ltl <>[]!b", "ltl []<>a -> []<>b", "ltl [](a -> X (b U c))"}
	rows, both := map[string]map[report.Verdict]int{"static": {}, "states": {}, "lpor": {}}, 0
	for seed := range trial.Seeds(t, trial.Usual(25, 80)) {
		r := rand.New(rand.NewPCG(seed, 99))
		text := gen.Looping(seed)
		p := trial.Program(t, text)
		specText := fmt.Sprintf("property p { %s }\nproperty q { %s }", shapes[r.IntN(len(shapes))], shapes[r.IntN(len(shapes))])
		specs, ds := fsa.Parse("random.fsa", []byte(specText))
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		c := crosscheck.Run(context.Background(), p, specs, crosscheck.Options{Timeout: 20 * time.Second, MaxTuples: 50_000,
			MaxExecutions: 100, MaxStates: 5_000, Depth: 30, Walks: 1})
		if !c.Agree {
			t.Fatalf("seed %d: %+v\n%s\n%s", seed, c.Disagreements, text, specText)
		}
		answers := map[string]int{}
		for _, row := range c.Rows {
			if row.Fair == "" {
				continue
			}
			if row.Fair != "weak" {
				t.Fatalf("%+v", row)
			}
			rows[row.Engine][row.Verdict]++
			if row.Verdict != report.Unknown {
				answers[row.Property]++
			}
		}
		for _, n := range answers {
			if n > 1 {
				both++
			}
		}
	}
	t.Logf("%v, %d with two answers", rows, both)
	if both < 5 || rows["states"][report.Violated] < 2 || rows["static"][report.Holds] < 1 {
		t.Error("too few to mean anything")
	}
}
