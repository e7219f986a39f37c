package verify_test

import (
	"context"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// Every confirmed counterexample of small random programs is as short as the
// first one that a breadth-first search over the states of the program meets:
// violations on the way, at the end, and run-time errors.
func TestShortest(t *testing.T) {
	usual := trial.Usual(8, 30)
	n, compared, atEnd, failed, shorter := trial.Count(t, usual), 0, 0, 0, 0
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed+1<<41, []func([]byte) string{gen.Program, gen.MessagePassing}[seed%2])
		if pr == nil {
			continue
		}
		c := pr.check(verify.Options{Refine: []verify.Refine{"auto", "all"}[seed/2%2], Order: []verify.Order{"bfs", "dfs"}[seed/4%2]})
		if ambiguous(c) {
			continue
		}
		var constraints []*automata.Spec
		for _, sp := range pr.specs {
			if !sp.Property {
				constraints = append(constraints, sp)
			}
		}
		for _, r := range c.Results {
			if r.Verdict != report.Violated {
				continue
			}
			specs := constraints
			for _, sp := range pr.specs {
				if sp.Name == r.Property {
					specs = append([]*automata.Spec{sp}, constraints...)
				}
			}
			if want := shortestOf(t, pr.p, specs, func(f *explore.Finding) bool { return f.Property == r.Property }); len(r.Trace) != want {
				t.Fatalf("%s: %d steps, the shortest has %d\n%s", r.Property, len(r.Trace), want, pr.what)
			}
			compared++
			if r.AtEnd {
				atEnd++
			}
			if len(r.Trace) > 3 {
				shorter++
			}
		}
		if r := c.RuntimeErrors; r != nil && r.Verdict == report.Violated {
			isError := func(f *explore.Finding) bool { return f.Kind == explore.Error && f.Err.Kind != cfg.LimitError }
			if want := shortestOf(t, pr.p, constraints, isError); len(r.Trace) != want {
				t.Fatalf("run-time errors: %d steps, the shortest has %d\n%s", len(r.Trace), want, pr.what)
			}
			failed++
		}
	}
	t.Logf("%d violations compared, %d at the end, %d of more than three steps; %d run-time errors", compared, atEnd, shorter, failed)
	if compared < n/8 || atEnd < n/50 || failed < n/50 || shorter < n/50 {
		t.Errorf("too few cases")
	}
}

// A step beyond what the model counts ends the search there, but it is no
// run-time error, although it is nearer than one.
func TestShortestBeyondCapacity(t *testing.T) {
	const src = `program p
actor a capacity[1] { var n 0..1 = 0
	on go when n == 1 { skip } }
task t { choose { post a.go; post a.go } or { event x; event x; event x }; assert false }
`
	for _, refine := range []verify.Refine{"auto", "all"} {
		r := checkText(t, src, "property q { existence of x }", verify.Options{Refine: refine}).RuntimeErrors
		if r.Verdict != report.Violated || len(r.Trace) < 4 || !strings.Contains(r.Trace[len(r.Trace)-1].Event, "assertion") {
			t.Errorf("%s: %s, %+v", refine, r.Verdict, r.Trace)
		}
	}
}

// shortestOf is how many steps the shortest wanted finding has, by breadth-first
// search; -1: there is none.
func shortestOf(t *testing.T, p *cfg.Program, specs []*automata.Spec, wanted func(*explore.Finding) bool) int {
	t.Helper()
	r, err := explore.Run(context.Background(), p, specs, explore.Options{Algorithm: "states", Shortest: true, MaxStates: 200_000})
	if err != nil {
		t.Fatal(err)
	}
	least := -1
	for i := range r.Findings {
		if f := &r.Findings[i]; wanted(f) && (least < 0 || len(f.Schedule) < least) {
			least = len(f.Schedule)
		}
	}
	return least
}
