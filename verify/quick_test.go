package verify_test

import (
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// Searches between rounds change no verdict and no length of a counterexample, of
// programs with and without constraints written by hand, and of run-time errors.
// Rounds can only be saved.
func TestQuick(t *testing.T) {
	usual := trial.Usual(2, 20)
	n, found, failed := trial.Count(t, usual), 0, 0
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed+1<<42, []func([]byte) string{gen.Program, gen.MessagePassing}[seed%2])
		if pr == nil {
			continue
		}
		with, without := pr.check(verify.Options{}), pr.check(verify.Options{NoQuick: true})
		if ambiguous(with) || ambiguous(without) {
			continue
		}
		results := func(c *report.Check) []report.Result {
			out := c.Results
			if c.RuntimeErrors != nil {
				out = append(out, *c.RuntimeErrors)
			}
			return out
		}
		want := results(without)
		for i, r := range results(with) {
			if w := want[i]; r.Verdict != w.Verdict || r.Verdict == report.Violated && len(r.Trace) != len(w.Trace) || r.Rounds > w.Rounds {
				t.Fatalf("%s: %s in %d steps after %d rounds; without searches between them %s in %d after %d\n%s",
					r.Property, r.Verdict, len(r.Trace), r.Rounds, w.Verdict, len(w.Trace), w.Rounds, pr.what)
			}
			switch {
			case r.FoundBy == "":
			case r.Verdict != report.Violated || r.FoundBy != report.BySearch || r.Rounds >= want[i].Rounds:
				t.Fatalf("%s: %s is said to be found by %q after %d of %d rounds\n%s", r.Property, r.Verdict, r.FoundBy, r.Rounds, want[i].Rounds, pr.what)
			case r.Property == report.RuntimeErrors:
				failed++
			default:
				found++
			}
		}
	}
	t.Logf("%d violations of properties found between rounds, %d run-time errors", found, failed)
	if found < n/100 || failed < n/40 {
		t.Errorf("too few cases")
	}
}

// With any number of tasks, a violation of a few steps is found after a round or two.
func TestQuickManyTasks(t *testing.T) {
	for _, n := range []string{"4", "100"} {
		p, specs := trial.Example(t, "examples/readers_writers.tfg", map[string]string{"N": n})
		for name, steps := range map[string]int{"readers_exclude": 3, "counting": 5} {
			c := verify.Check(t.Context(), p, specs, verify.Options{Only: []string{name}})
			if r := c.Results[0]; r.Verdict != report.Violated || len(r.Trace) != steps || r.Rounds > 2 || r.FoundBy != report.BySearch {
				t.Errorf("N=%s, %s: %s in %d steps after %d rounds, found by %q", n, name, r.Verdict, len(r.Trace), r.Rounds, r.FoundBy)
			}
			// A depth that allows none decides nothing else.
			c = verify.Check(t.Context(), p, specs, verify.Options{Only: []string{name}, Depth: steps - 1, NoSymmetry: n == "4"})
			if r := c.Results[0]; r.Verdict != report.Unknown || r.Limit != report.LimitDepth || r.FoundBy != "" {
				t.Errorf("N=%s, %s, at most %d steps: %s (%s), found by %q", n, name, steps-1, r.Verdict, r.Limit, r.FoundBy)
			}
		}
	}
}
