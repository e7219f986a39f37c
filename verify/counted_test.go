package verify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
)

// replicated are mixtures with tasks that may be interchangeable.
var replicated = []gen.Features{
	gen.Families | gen.Shared | gen.Locks | gen.Control,
	gen.Families | gen.Rendezvous | gen.Select | gen.Shared,
	gen.Families | gen.Monitors | gen.Semaphores | gen.Faults,
	gen.Families | gen.RWLocks | gen.Shared | gen.Faults,
	gen.Families | gen.Channels | gen.Choice | gen.Arrays,
	gen.Families | gen.Semaphores | gen.Shared | gen.Choice,
}

// randomReplicas is a random program whose families have n members, or nil.
func randomReplicas(t *testing.T, seed uint64, n int) *problem {
	size := fmt.Sprintf("[i in 0..%d]", n-1)
	return randomOf(t, seed, func(data []byte) string {
		small := gen.Options{Size: 1 + int(seed%3), Features: replicated[seed/3%uint64(len(replicated))]}.Program(data)
		src := strings.ReplaceAll(small, "[i in 0..1]", size)
		if _, ds := lang.Load("random.tfg", []byte(src), lang.Options{}); ds.HasErrors() {
			return small // what has an index of the family has a smaller range
		}
		return src
	})
}

// With interchangeable tasks counted, verdicts are those of all tasks by themselves,
// and counterexamples as long; with all constraints they are the interpreter's.
func TestCounted(t *testing.T) {
	usual, programs, counted, found := trial.Usual(50, 90), 0, 0, 0
	for seed := range trial.Seeds(t, usual) {
		pr := randomReplicas(t, seed, 3+int(seed%2))
		if pr == nil {
			continue
		}
		programs++
		for _, refine := range verify.Refinements {
			opt := verify.TryNothing(verify.Options{Refine: refine, MaxTuples: 30_000, Deadlock: "off", Check: seed%4 == 0})
			some := pr.check(opt)
			if ambiguous(some) {
				break
			}
			opt.NoSymmetry = true
			all := pr.check(opt)
			results := func(c *report.Check) []report.Result {
				if c.RuntimeErrors != nil {
					return append(c.Results, *c.RuntimeErrors)
				}
				return c.Results
			}
			a, b := results(all), results(some)
			for i := range b {
				if len(b[i].Counted) > 0 {
					counted++
				}
				if bad := pr.violated[b[i].Property]; bad && b[i].Verdict == report.Holds {
					t.Fatalf("%s\n%s: %s holds where tasks are counted", pr.what, refine, b[i].Property)
				}
				if a[i].Limit != "" || b[i].Limit != "" {
					continue
				}
				if a[i].Verdict != b[i].Verdict || len(a[i].Trace) != len(b[i].Trace) && a[i].Verdict == report.Violated {
					t.Fatalf("%s\n%s: %s is %s with %d steps, where tasks are counted %s with %d (%s)", pr.what, refine, a[i].Property,
						a[i].Verdict, len(a[i].Trace), b[i].Verdict, len(b[i].Trace), b[i].Reason)
				}
				if b[i].Verdict == report.Violated && len(b[i].Counted) > 0 {
					found++
				}
			}
		}
	}
	t.Logf("%d programs, %d results by counted tasks, %d of them violated", programs, counted, found)
	if n := trial.Count(t, usual) * 5 / 3; counted < n/4 || found < n/20 {
		t.Error("too few of something")
	}
}

// Examples with many tasks: verdicts, and the tuples that are left of exponentially
// many.
func TestCountedExamples(t *testing.T) {
	for _, x := range trial.Part([]struct {
		file    string
		set     map[string]string
		check   string
		verdict report.Verdict
		tuples  int64
		classes int
	}{
		{"rw_lock", map[string]string{"READERS": "20", "WRITERS": "20"}, "consistent", report.Holds, 19_410, 2},
		{"readers_writers", map[string]string{"N": "100"}, "no_read_while_writing", report.Holds, 20_504, 1},
		{"barrier", map[string]string{"N": "20"}, report.RuntimeErrors, report.Holds, 3_534, 1},
		{"readers_writers", map[string]string{"N": "100"}, report.RuntimeErrors, report.Holds, 30_401, 2},
		{"readers_writers", map[string]string{"N": "100"}, "counting", report.Violated, 9, 2},
		{"sleeping_barber", map[string]string{"N": "50"}, report.RuntimeErrors, report.Holds, 14, 1},
	}, 2) {
		p, specs := trial.Example(t, "examples/"+x.file+".tfg", x.set)
		out := verify.Check(context.Background(), p, specs, verify.Options{Only: []string{x.check}, Deadlock: "off", NoQuick: true})
		r := out.RuntimeErrors
		if len(out.Results) > 0 {
			r = &out.Results[0]
		}
		if r.Verdict != x.verdict || r.Tuples != x.tuples || len(r.Counted) != x.classes {
			t.Errorf("%s %v: %s is %s with %d tuples and %v, want %s with %d and %d classes", x.file, x.set, x.check,
				r.Verdict, r.Tuples, r.Counted, x.verdict, x.tuples, x.classes)
		}
	}
}
