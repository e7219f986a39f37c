package swarm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/families"
	. "flavers/explore/swarm"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
)

var events = []string{"a", "b", "c", "d", "t0.v0=1", "x0=1", "t0.e0", "c0<-*", "<-c0", "lock m0", "unlock m0", "a0.m0", "post a0.m0"}

// random is a random program with specifications.
func random(t *testing.T, seed uint64) (*cfg.Program, []*automata.Spec, string) {
	t.Helper()
	src, fsa := gen.Mixed(seed, gen.Mixtures(), trial.Bytes(seed, 7, 160)), ""
	if seed%2 == 1 {
		fsa = gen.Spec(trial.Bytes(seed+99, 7, 40), events)
	}
	if seed%8 == 3 {
		fsa += gen.Constraint(trial.Bytes(seed+999, 7, 40), events)
	}
	return trial.Program(t, src), trial.Specs(t, fsa), fmt.Sprintf("seed %d\n%s\n%s", seed, src, fsa)
}

// found is what was found, by kind and place; and the states in which executions ended.
func found(r *explore.Result) map[string]bool {
	out := map[string]bool{}
	for end := range r.Ends {
		out["end "+end] = true
	}
	for _, f := range r.Findings {
		text := fmt.Sprintf("%s %s", f.Kind, f.Property)
		if f.Err != nil {
			text += f.Err.Pos.String() + " " + f.Err.Kind.String()
		}
		out[text] = true
	}
	return out
}

// follow executes what was found again.
func follow(t *testing.T, p *cfg.Program, specs []*automata.Spec, r *explore.Result, what string) {
	t.Helper()
	for _, f := range r.Findings {
		trial.Follow(t, p, specs, trial.Claim{Kind: string(f.Kind), Property: f.Property, AtEnd: f.AtEnd, Err: f.Err, Schedule: f.Schedule}, what)
	}
}

func run(t *testing.T, p *cfg.Program, specs []*automata.Spec, opt explore.Options) *explore.Result {
	t.Helper()
	r, err := families.Run(t.Context(), p, specs, opt)
	if err != nil {
		t.Fatal(err)
	}
	r.Seconds, r.Bytes = 0, 0
	return r
}

// inParts has members done in any order, some of them twice. Now and then the client ends, and another one goes on.
func inParts(t *testing.T, p *cfg.Program, specs []*automata.Spec, opt explore.Options, seed uint64) *explore.Result {
	t.Helper()
	split := func() *Split {
		s, err := NewSplit(t.Context(), p, specs, opt)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	members, err := NewMembers(t.Context(), p, specs, opt)
	if err != nil {
		t.Fatal(err)
	}
	s, choose := split(), rand.New(rand.NewPCG(seed, 1))
	constrained := slices.ContainsFunc(specs, func(s *automata.Spec) bool { return !s.Property })
	var waiting []*explore.Task
	for !s.Over() {
		for x := s.Take(); x != nil; x = s.Take() {
			waiting = append(waiting, x)
		}
		if len(waiting) == 0 {
			t.Fatal("nothing to do, and not over")
		}
		i := choose.IntN(len(waiting))
		x := waiting[i]
		if choose.IntN(8) > 0 {
			waiting = slices.Delete(waiting, i, i+1)
		}
		part, err := members.Explore(x.Walk)
		var back explore.Part
		if err == nil { // between processes
			var text []byte
			if text, err = json.Marshal(part); err == nil {
				err = json.Unmarshal(text, &back)
			}
		}
		if err == nil {
			_, err = s.Give(x.ID, &back)
		}
		if err == nil && choose.IntN(5) == 0 && !s.Over() && !constrained {
			var kept []byte
			if kept, err = s.Keep(); err == nil {
				s, waiting = split(), nil
				err = s.Resume(kept)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	r := s.Done()
	r.Seconds, r.Bytes = 0, 0
	return r
}

// Where a member visits all states, a swarm is complete: it finds what states finds, and counts the
// same. Where none does, all that it finds is real. It comes to the same with any number of jobs,
// and in parts.
func TestSwarm(t *testing.T) {
	whole, real := 0, 0
	for seed := range trial.Seeds(t, 60) {
		p, specs, what := random(t, seed+120_000)
		all := run(t, p, specs, explore.Options{Algorithm: "states", MaxStates: 20_000, KeepEnds: true})
		if all.States > 20_000 { // its limit may be that of the model, which it met before
			continue
		}
		opt := explore.Options{Algorithm: Name, Seed: seed, MaxStates: 20_000, KeepEnds: true}
		r := run(t, p, specs, opt)
		if d := trial.Difference(found(all), found(r)); d != "" || r.Complete != all.Complete || r.Limit != all.Limit {
			t.Fatalf("states and the swarm differ: %v %s\n%s%s", r.Complete, r.Limit, d, what)
		}
		if follow(t, p, specs, r, what); r.Complete {
			whole++
		}
		if r.States != all.States || r.Transitions != all.Transitions || r.Deadlocks != all.Deadlocks ||
			r.Violations != all.Violations || r.Errors != all.Errors {
			t.Fatalf("a member that visits all states counts\n%+v\nstates\n%+v\n%s", r, all, what)
		}
		fewer := run(t, p, specs, explore.Options{Algorithm: "states"}).States // dead variables are forgotten
		opt.KeepEnds, opt.MaxStates, opt.MaxExecutions = false, max(1, fewer/3), 7
		if seed%3 == 0 {
			opt.Depth = 5
		}
		one := run(t, p, specs, opt)
		if fewer > 1 && one.Complete {
			t.Errorf("a third of the states is all of them\n%s", what)
		}
		for f := range maps.Keys(found(one)) {
			if real++; !found(all)[f] {
				t.Errorf("%s is not found in all states\n%s", f, what)
			}
		}
		follow(t, p, specs, one, what)
		opt.Jobs = 2
		if two := run(t, p, specs, opt); !reflect.DeepEqual(one, two) {
			t.Fatalf("with one job\n%+v\nwith two\n%+v\n%s", one, two, what)
		}
		opt.Jobs, opt.StopAtFirst = 1, seed%2 == 0
		if one = run(t, p, specs, opt); !reflect.DeepEqual(one, inParts(t, p, specs, opt, seed)) {
			t.Fatalf("in one process\n%+v\nin parts\n%+v\n%s", one, inParts(t, p, specs, opt, seed), what)
		}
	}
	if t.Logf("%d whole, %d findings in parts", whole, real); whole < trial.Count(t, 60)/3 || real == 0 {
		t.Errorf("only %d programs were visited as a whole; %d findings in parts", whole, real)
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
	opt := explore.Options{MaxStates: 2000, MaxExecutions: 8}
	r, err := Run(context.Background(), p, nil, opt)
	if err != nil || len(r.Findings) != 1 || r.Findings[0].Kind != explore.Deadlock || r.Complete || r.Limit != "sample" {
		t.Fatalf("%v, %+v", err, r)
	}
	follow(t, p, nil, r, "large")
	alone, err := explore.Run(context.Background(), p, nil, explore.Options{Algorithm: "states", MaxStates: 16_000})
	if err != nil || len(alone.Findings) > 0 {
		t.Errorf("%v, %+v", err, alone)
	}
	first, err := Run(context.Background(), p, nil, explore.Options{MaxStates: 2000, MaxExecutions: 8,
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
		opt   explore.Options
		found int
	}{{explore.Options{Algorithm: "random", MaxExecutions: 50, Depth: 1000}, 0}, {explore.Options{Algorithm: "states", MaxStates: 20_000}, 0},
		{explore.Options{Algorithm: Name, MaxStates: 10_000, MaxExecutions: 8}, 1}} {
		r, err := families.Run(context.Background(), p, nil, c.opt)
		if err != nil || len(r.Findings) != c.found || r.Complete {
			t.Errorf("%v, %+v", err, r)
		}
		follow(t, p, nil, r, "backlog")
	}
}

// What comes from elsewhere may be anything.
func TestRefuses(t *testing.T) {
	p := trial.Program(t, "shared x 0..3\ntask a { loop { x = (x + 1) % 4 } }\ntask b { x = 0 }\n")
	opt := explore.Options{MaxStates: 2, MaxExecutions: 3}
	members, err := NewMembers(t.Context(), p, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []explore.Walk{{From: 0, To: 2}, {From: 1, To: 1}, {From: -1, To: 0}} {
		if _, err := members.Explore(&w); err == nil {
			t.Errorf("%+v is not refused", w)
		}
	}
	s, err := NewSplit(t.Context(), p, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	task := s.Take()
	part, err := members.Explore(task.Walk)
	if err != nil {
		t.Fatal(err)
	}
	for _, states := range []int64{0, 4} {
		bad := *part
		bad.Result.States = states
		if _, err := s.Give(task.ID, &bad); err == nil {
			t.Errorf("%d states are not refused", states)
		}
	}
	kept, err := s.Keep()
	if err != nil {
		t.Fatal(err)
	}
	if s.Resume(kept) == nil || s.Resume(kept[:3]) == nil {
		t.Error("a swarm goes on twice")
	}
	for _, fresh := range []bool{true, false} {
		if got, err := s.Give(task.ID, part); got != fresh || err != nil {
			t.Error(got, err)
		}
	}
}
