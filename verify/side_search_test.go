package verify_test

import (
	"context"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// What a search of states beside the fixed point answers is what the fixed point does,
// and its executions are as long.
func TestStatesBesideTuples(t *testing.T) {
	events := []string{"e(0)", "e(1)", "e(*)", "f", "g", "lock m", "wake m"}
	usual, held, found := trial.Usual(40, 80), 0, 0
	for seed := range trial.Seeds(t, usual) {
		src, fsa := gen.Replicated(trial.Bytes(seed, 23, 50)), gen.Spec(trial.Bytes(seed+99, 23, 40), events)
		p, specs := trial.Program(t, src), trial.Specs(t, fsa)
		opt := verify.Options{Deadlock: "off", MaxTuples: 1 << 17}
		want := verify.Check(context.Background(), p, specs, opt)
		got := verify.Check(context.Background(), p, specs, verify.SmallShare(opt))
		a, b := results(want), results(got)
		for i := range a {
			byStates := strings.HasPrefix(b[i].Reason, "by stubborn sets")
			switch {
			case byStates:
				held++
			case b[i].FoundBy == report.BySearch && b[i].Verdict == report.Violated:
				found++
			}
			if a[i].Verdict == report.Unknown || a[i].Verdict == report.Possible {
				continue
			}
			if a[i].Verdict != b[i].Verdict || a[i].Of != b[i].Of || a[i].Reason == "" && b[i].Reason == "" && len(a[i].Trace) != len(b[i].Trace) {
				t.Fatalf("seed %d, %s: %s %s %q, %d steps; beside a search of states: %s %s %q, %d steps\n%s\n%s", seed, a[i].Property,
					a[i].Verdict, a[i].Of, a[i].Reason, len(a[i].Trace), b[i].Verdict, b[i].Of, b[i].Reason, len(b[i].Trace), src, fsa)
			}
		}
	}
	t.Logf("%d hold by the search, %d executions found by it", held, found)
	if n := trial.Count(t, usual); held < n/40 || found < n/40 {
		t.Error("too few of something")
	}
}

// results are all of a check but that of deadlocks.
func results(c *report.Check) []report.Result {
	out := append([]report.Result{}, c.Results...)
	if c.RuntimeErrors != nil {
		out = append(out, *c.RuntimeErrors)
	}
	return out
}

// The tuples of a barrier's properties grow exponentially, its states up to exchanging
// tasks do not.
func TestBarrierOfMany(t *testing.T) {
	p, specs := trial.Example(t, "examples/barrier.tfg", map[string]string{"N": "6"})
	checkAll(t, p, specs, map[string]report.Verdict{"all_ended_round_1": report.Holds, "rounds_in_order": report.Holds,
		"everybody_finishes": report.Holds, "zero_is_last": report.Violated})
}

func checkAll(t *testing.T, p *cfg.Program, specs []*automata.Spec, want map[string]report.Verdict) {
	t.Helper()
	for _, r := range verify.Check(context.Background(), p, specs, verify.Options{Check: true}).Results {
		if r.Verdict != want[r.Property] {
			t.Errorf("%s: %s, want %s: %s", r.Property, r.Verdict, want[r.Property], r.Reason)
		}
	}
}
