package explore

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/internal/trial"
	"flavers/sem"
)

// inParts explores with tasks that are done in any order, some of them twice, and whose
// words go through JSON, as they do between processes.
func inParts(t *testing.T, p *cfg.Program, specs []*automata.Spec, opt Options, budget int64, seed uint64) (*Result, int) {
	t.Helper()
	through := func(from, to any) {
		text, err := json.Marshal(from)
		if err == nil {
			err = json.Unmarshal(text, to)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.Background()
	s, err := NewSplit(ctx, p, specs, opt)
	if err != nil {
		t.Fatal(err)
	}
	var branches *Brancher
	var walks *Walks
	if opt.Algorithm == "source" {
		branches, err = NewBrancher(ctx, p, specs, opt)
	} else {
		walks, err = NewWalks(ctx, p, specs, opt)
	}
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 1))
	var waiting []*Task
	tasks := 0
	for !s.Over() {
		for x := s.Take(); x != nil; x = s.Take() {
			y := &Task{}
			through(x, y)
			waiting = append(waiting, y)
			tasks++
		}
		if len(waiting) == 0 {
			t.Fatal("nothing to do, and not over")
		}
		i := random.IntN(len(waiting))
		x := waiting[i]
		again := random.IntN(8) == 0 // somebody else will do it, too
		if !again {
			waiting[i] = waiting[len(waiting)-1]
			waiting = waiting[:len(waiting)-1]
		}
		var part *Part
		if x.Branch != nil {
			part, err = branches.Explore(x.Branch, budget)
		} else {
			part, err = walks.Explore(x.Walk)
		}
		if err != nil {
			t.Fatal(err)
		}
		var back Part
		through(part, &back)
		if _, err := s.Give(x.ID, &back); err != nil {
			t.Fatal(err)
		}
		if constrained := s.e.Constrained(); !s.Over() && random.IntN(20) == 0 && !constrained {
			kept, err := s.Keep() // the client ends, and another one goes on
			if err == nil {
				s, err = NewSplit(ctx, p, specs, opt)
			}
			if err == nil {
				err = s.Resume(kept)
			}
			if err != nil {
				t.Fatal(err)
			}
			waiting = nil
		}
	}
	return s.Done(), tasks
}

// In parts, a search comes to the same as in one process, to the last number and schedule.
func TestJobsSplit(t *testing.T) {
	tasks := 0
	compare := func(what string, p *cfg.Program, specs []*automata.Spec, opt Options, seed uint64) {
		t.Helper()
		opt.Jobs = 1
		one, err := Run(context.Background(), p, specs, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, budget := range []int64{1, 40, 1_000_000} {
			if budget == 1 && one.Transitions > 400 && !trial.More() {
				continue
			}
			many, n := inParts(t, p, specs, opt, budget, seed)
			if tasks += n; !reflect.DeepEqual(same(one), same(many)) {
				t.Fatalf("%s, %s, %d transitions for each task: in one process\n%+v\nin %d tasks\n%+v", what, opt.Algorithm, budget,
					same(one), n, same(many))
			}
		}
	}
	for seed := range trial.Seeds(t, 30) {
		p, specs, what := random(t, seed+90_000)
		m, err := sem.NewWithEnds(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, algorithm := range []string{"random", "pct"} {
			compare(what, p, specs, Options{Algorithm: algorithm, MaxExecutions: 300, Depth: 100, Seed: seed}, seed)
		}
		if _, _, ok := classes(model.New(m, specs, model.Config{Threads: true}), 2000, 60); ok {
			compare(what, p, specs, Options{Algorithm: "source", Depth: 1000, HighestFirst: seed%5 == 0}, seed)
			compare(what, p, specs, Options{Algorithm: "source", Depth: 4, Shortest: true}, seed)
		}
	}
	for _, f := range families {
		for _, n := range f.sizes(64) {
			compare(fmt.Sprintf("%s %d", f.name, n), example(t, f.name, f.parameter, n), nil, Options{Algorithm: "source"}, uint64(n))
		}
	}
	if t.Logf("%d tasks", tasks); tasks < 2000 {
		t.Errorf("only %d tasks: the test tests nothing", tasks)
	}
}

// What comes from elsewhere may be anything.
func TestSplitRefuses(t *testing.T) {
	p := example(t, "readers", "N", 3)
	ctx := context.Background()
	for _, opt := range []Options{{Algorithm: "optimal"}, {Algorithm: "source", StopAtFirst: true}, {Algorithm: "source", MaxExecutions: 5},
		{Algorithm: "random", StopAtFirst: true}} {
		if _, err := NewSplit(ctx, p, nil, opt); err == nil {
			t.Errorf("%+v is not refused", opt)
		}
	}
	opt := Options{Algorithm: "source"}
	x, err := NewBrancher(ctx, p, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, br := range []Branch{{Move: Steps{{Way: 1000}}}, {Move: Steps{{Way: -1}}}, {Run: Steps{{Way: 0}}}, {Sleep: Steps{{Way: 0}}},
		{Move: Steps{{Way: 0, Key: 77}}}, {Run: Steps{{Way: 0}, {Way: 0}, {Way: 0}, {Way: 0}}, Open: "0000", Move: Steps{{Way: 0}}}} {
		if _, err := x.Explore(&br, 10); err == nil {
			t.Errorf("%+v is not refused", br)
		}
	}
	s, err := NewSplit(ctx, p, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	task := s.Take()
	good, err := x.Explore(task.Branch, 1)
	if err != nil || len(good.Frames) == 0 {
		t.Fatal(good, err)
	}
	for _, change := range []func(p *Part){
		func(p *Part) { p.Run = p.Run[1:] }, func(p *Part) { p.Open += "1" },
		func(p *Part) { p.Frames[0].Done = 100 }, func(p *Part) { p.Frames[0].Done = 0 }, func(p *Part) { p.Out = []Addition{{At: 7}} },
	} {
		bad := *good
		bad.Frames = append([]Left{}, good.Frames...)
		change(&bad)
		if _, err := s.Give(task.ID, &bad); err == nil {
			t.Errorf("%+v is not refused", bad)
		}
	}
	if fresh, err := s.Give(task.ID, good); !fresh || err != nil {
		t.Error(fresh, err)
	}
	kept, err := s.Keep()
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*Split) error{
		"after a task was taken": func(s *Split) error { s.Take(); return s.Resume(kept) },
		"a part of it":           func(s *Split) error { return s.Resume(kept[:len(kept)/2]) },
		"of another algorithm":   func(s *Split) error { s.e.Options.Algorithm = "random"; return s.Resume(kept) },
	} {
		other, err := NewSplit(ctx, p, nil, opt)
		if err != nil || change(other) == nil {
			t.Errorf("what was kept is taken %s, %v", what, err)
		}
	}
	if fresh, err := s.Give(task.ID, good); fresh || err != nil {
		t.Error("a part counts twice")
	}
	var steps Steps
	for _, text := range []string{"x", "1.", "1,,2", "99999999999", "1.x"} {
		if err := steps.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is steps %v", text, steps)
		}
	}
}
