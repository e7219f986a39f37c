package verify_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// Checked one after the other, run-time errors have the verdict of the interpreter,
// and violations the lengths that they have when they are checked together.
func TestEachSite(t *testing.T) {
	usual := trial.Usual(20, 60)
	count := map[report.Verdict]int{}
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed+1<<45, func(data []byte) string {
			return gen.Options{Features: gen.All&^gen.Messages | gen.Faults, Size: 2 + int(seed%3)}.Program(data)
		})
		if pr == nil || len(pr.constraints) > 0 {
			continue
		}
		opt := verify.Options{Only: []string{report.RuntimeErrors}, Check: seed%8 == 0}
		together := pr.check(opt).RuntimeErrors
		var each *report.Result
		verify.WithJointBudget(1, func() { each = pr.check(opt).RuntimeErrors })
		if together == nil || each == nil {
			continue
		}
		if each.Verdict != together.Verdict || (each.Verdict == report.Violated) != pr.errors || len(each.Trace) != len(together.Trace) {
			t.Fatalf("%s (%s) in %d steps; together %s in %d; the interpreter: %t\n%s", each.Verdict, each.Reason, len(each.Trace),
				together.Verdict, len(together.Trace), pr.errors, pr.what)
		}
		count[each.Verdict]++
	}
	t.Log(count)
	if n := trial.Count(t, usual); count[report.Holds] < n/20 || count[report.Violated] < n/20 {
		t.Error("too few of something")
	}
}

// N philosophers with a lock for each fork unlock 4 N times. That each does so to its
// own lock takes a few tuples; together they are more than 2^N.
func TestErrorsOfManyLocks(t *testing.T) {
	for _, n := range trial.Part([]int{16, 6, 24}, 3) {
		p, specs := trial.Example(t, "examples/dining_locks.tfg", map[string]string{"N": fmt.Sprint(n)})
		r := verify.Check(context.Background(), p, specs, verify.Options{Only: []string{report.RuntimeErrors}, MaxTuples: 1 << 15}).RuntimeErrors
		if r.Verdict != report.Holds {
			t.Fatalf("N=%d: %s: %s", n, r.Verdict, r.Reason)
		}
		if n > 10 && r.Tuples > 1000*int64(n) {
			t.Errorf("N=%d: %d tuples", n, r.Tuples)
		}
	}
}

// Semaphores that bound each other: that neither is ever full is proved by fixed
// points of their own, each of which stops where the other is full. The property
// rests on what these rest on.
func TestBoundsAreProvedApart(t *testing.T) {
	const src = `program p
sem s = 0
sem f = 2
task a { loop { acquire f; release s } }
task b { loop { acquire s; release f } }
`
	r := checkText(t, src, "property order { \"release s\" precedes \"acquire s\" }", verify.Options{}).Results[0]
	if r.Verdict != report.Holds || len(r.Bounds) == 0 || !slices.Contains(r.Bounds[0].Constraints, "sem:f") || !slices.Contains(r.Bounds[0].Constraints, "sem:s") {
		t.Errorf("%s (%s), by %v", r.Verdict, r.Reason, r.Bounds)
	}
	full := strings.Replace(src, "acquire f; release s", "acquire f; release s; release f", 1) // now s may grow for ever
	r = checkText(t, full, "property order { \"release s\" precedes \"acquire s\" }", verify.Options{}).Results[0]
	if r.Verdict != report.Unknown || r.Limit != report.LimitSize {
		t.Errorf("%s (%s, %s)", r.Verdict, r.Limit, r.Reason)
	}
}
