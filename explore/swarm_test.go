package explore

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"testing"

	"flavers/internal/trial"
	"flavers/lang"
)

// Where a member visits all states, a swarm is complete: it finds what states finds, and counts the
// same. Where none does, all that it finds is real. It comes to the same with any number of jobs,
// and in parts.
func TestSwarm(t *testing.T) {
	whole, parts, found := 0, 0, 0
	for seed := range trial.Seeds(t, 60) {
		p, specs, what := random(t, seed+120_000)
		want, all := summarize(t, p, specs, Options{Algorithm: "states", MaxStates: 20_000}, tuning{})
		if all.Limit == "states" {
			continue
		}
		opt := Options{Algorithm: "states-swarm", Seed: seed, MaxStates: 20_000}
		got, r := summarize(t, p, specs, opt, tuning{})
		if d := trial.Difference(want, got); d != "" || r.Complete != all.Complete || r.Limit != all.Limit && all.Limit != "" {
			t.Fatalf("states and the swarm differ: %v %s\n%s%s", r.Complete, r.Limit, d, what)
		}
		checkSchedules(t, p, specs, r, what)
		if r.Complete {
			whole++
			if r.States != all.States || r.Transitions != all.Transitions || r.Deadlocks != all.Deadlocks ||
				r.Violations != all.Violations || r.Errors != all.Errors {
				t.Fatalf("a member that is complete counts\n%+v\nstates\n%+v\n%s", r, all, what)
			}
		}
		opt.MaxStates, opt.MaxExecutions = max(1, all.States/3), 7
		if seed%3 == 0 {
			opt.Depth = 5
		}
		one, err := Run(context.Background(), p, specs, opt)
		if err != nil {
			t.Fatal(err)
		}
		if all.States > 1 && one.Complete {
			t.Errorf("a third of the states is all of them\n%s", what)
		}
		for _, f := range one.Findings {
			if !want[finding(f)] {
				t.Errorf("%+v is not found in all states\n%s", f, what)
			}
		}
		checkSchedules(t, p, specs, one, what)
		found += len(one.Findings)
		opt.Jobs = 2
		two, err := Run(context.Background(), p, specs, opt)
		if err != nil || !reflect.DeepEqual(same(one), same(two)) {
			t.Fatalf("%v, with one job\n%+v\nwith two\n%+v\n%s", err, same(one), same(two), what)
		}
		opt.Jobs, opt.StopAtFirst = 0, seed%2 == 0 && seed%8 != 3
		if opt.StopAtFirst {
			if one, err = Run(context.Background(), p, specs, opt); err != nil {
				t.Fatal(err)
			}
		}
		if many, n := inParts(t, p, specs, opt, 0, seed); !reflect.DeepEqual(same(one), same(many)) {
			t.Fatalf("in one process\n%+v\nin %d tasks\n%+v\n%s", same(one), n, same(many), what)
		}
		parts++
	}
	if t.Logf("%d whole, %d in parts, %d findings", whole, parts, found); whole < trial.Count(t, 60)/3 || found == 0 {
		t.Errorf("only %d programs were visited as a whole; %d findings in parts", whole, found)
	}
}

// A swarm finds a deadlock in a program that is too large for one member, and for a search of states
// with as many states as all members have.
func TestSwarmLarge(t *testing.T) {
	p, ds := lang.Load("large.tfg", []byte(`
const N = 24
lock fork[N]
shared meals[N] 0..3
task phil[i in 0..N-1] {
    loop {
        lock fork[i]
        lock fork[(i + 1) % N]
        if meals[i] < 3 { meals[i] = meals[i] + 1 } else { meals[i] = 0 }
        unlock fork[i]
        unlock fork[(i + 1) % N]
    }
}`), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	opt := Options{Algorithm: "states-swarm", MaxStates: 2000, MaxExecutions: 8}
	r, err := Run(context.Background(), p, nil, opt)
	if err != nil || len(r.Findings) != 1 || r.Findings[0].Kind != Deadlock || r.Complete || r.Limit != "sample" {
		t.Fatalf("%v, %+v", err, r)
	}
	checkSchedules(t, p, nil, r, "large")
	alone, err := Run(context.Background(), p, nil, Options{Algorithm: "states", MaxStates: 16_000})
	if err != nil || len(alone.Findings) > 0 {
		t.Errorf("%v, %+v", err, alone)
	}
	first, err := Run(context.Background(), p, nil, Options{Algorithm: "states-swarm", MaxStates: 2000, MaxExecutions: 8,
		StopAtFirst: true})
	if err != nil || first.Limit != "first finding" || len(first.Findings) != 1 || first.States > r.States {
		t.Errorf("%v, %+v", err, first)
	}
}

// In a program that random executions find nothing in, a swarm finds the error: it does not come back to states
// that it knows.
func TestSwarmBacklog(t *testing.T) {
	text, err := os.ReadFile("testdata/backlog.tfg")
	if err != nil {
		t.Fatal(err)
	}
	p, ds := lang.Load("backlog.tfg", text, lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	for _, c := range []struct {
		opt   Options
		found int
	}{{Options{Algorithm: "random", MaxExecutions: 50, Depth: 1000}, 0}, {Options{Algorithm: "states", MaxStates: 20_000}, 0},
		{Options{Algorithm: "states-swarm", MaxStates: 10_000, MaxExecutions: 8}, 1}} {
		r, err := Run(context.Background(), p, nil, c.opt)
		if err != nil || len(r.Findings) != c.found || r.Complete {
			t.Errorf("%v, %+v", err, r)
		}
		checkSchedules(t, p, nil, r, "backlog")
	}
}

// finding is what a summary calls a finding.
func finding(f Finding) string {
	text := fmt.Sprintf("%s %s", f.Kind, f.Property)
	if f.Err != nil {
		text += f.Err.Pos.String() + " " + f.Err.Kind.String()
	}
	return text
}
