package mip

import (
	"go/token"
	"math/rand/v2"
	"os"
	"testing"

	"flavers/cfg"
	"flavers/internal/trial"
)

// server is the program of the package documentation; times is how often s
// accepts, 0 for ever.
func server(times int) *cfg.Program {
	m := newModel("server")
	s, t, u := m.task("s"), m.task("t"), m.task("u")
	e := m.entry(s)
	if times == 0 {
		m.cycle(s, accept(e))
	} else {
		m.line(s, accept(e))
	}
	m.line(t, call(e), cfg.Silent{What: "a"})
	m.line(u, cfg.Silent{What: "b"}, call(e))
	return m.Finish()
}

// line makes t do the operations and end.
func (m model) line(t cfg.TaskID, ops ...cfg.Op) {
	at := m.Start(t)
	for i, op := range ops {
		next := m.End(t)
		if i+1 < len(ops) {
			next = m.AddPoint(t)
		}
		m.node(at, op, next)
		at = next
	}
}

// Point 1 is the end of s, which loops for ever.
func ExampleRelation_WriteTo() {
	if _, err := MHP(server(0)).WriteTo(os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// mhp: 8 points in 6 classes, 15 parallel pairs
	// s 0: 2-7
	// s 1: unreachable
	// t 2: 0 5-7
	// t 3: 0 5-7
	// t 4: 0 5-7
	// u 5: 0 2-4
	// u 6: 0 2-4
	// u 7: 0 2-4
}

// One accept only: whoever called second waits for ever.
func ExampleMHP() {
	if _, err := MHP(server(1)).WriteTo(os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// mhp: 8 points in 6 classes, 16 parallel pairs
	// s 0: 2 5-6
	// s 1: 2-7
	// t 2: 0-1 5-7
	// t 3: 1 5-6
	// t 4: 1 5-6
	// u 5: 0-4
	// u 6: 0-4
	// u 7: 1-2
}

// spawner: main spawns a worker, works beside it, joins it and goes on.
func spawner(instances int) *cfg.Program {
	m := newModel("spawner")
	main := m.task("main")
	f := m.AddFamily("worker", token.Position{})
	var workers []cfg.TaskID
	for i := range instances {
		w := m.AddTask("worker", f, int32(i), token.Position{})
		m.line(w, cfg.Silent{What: "work"})
		workers = append(workers, w)
	}
	m.SetFamily(f, workers, make([][]cfg.VarID, instances))
	ref := cfg.Const{Type: cfg.Range(-1, int32(instances))}
	m.line(main, cfg.Silent{What: "before"}, cfg.Spawn{Family: f}, cfg.Silent{What: "beside"}, cfg.Join{Family: f, Ref: ref}, cfg.Silent{What: "after"})
	return m.Finish()
}

// TestSpawnJoin: a worker is parallel to what stands between its spawn and its
// join, and its end to what follows.
func TestSpawnJoin(t *testing.T) {
	p := spawner(1)
	r := MHP(p)
	w := p.Tasks[1]
	at := p.Tasks[0].Start
	for i, want := range []struct{ start, end bool }{
		{false, false}, {false, false}, // before, spawn
		{true, true}, {true, true}, // beside, join
		{false, true}, {false, true}, // after, end
	} {
		if got := r.Parallel(at, w.Start); got != want.start {
			t.Errorf("point %d of main: parallel to the worker's start: %v", i, got)
		}
		if got := r.Parallel(w.End, at); got != want.end {
			t.Errorf("point %d of main: parallel to the worker's end: %v", i, got)
		}
		if !r.Reachable(at) {
			t.Errorf("point %d of main is not reachable", i)
		}
		if nodes := p.Points[at].Nodes; len(nodes) > 0 {
			at = p.Nodes[nodes[0]].Next
		}
	}
}

// TestJoinOfNothing: with no worker, nothing follows the spawn but an error;
// the analysis goes on to the join, which may happen (joining no task is a
// run-time error) and leads nowhere.
func TestJoinOfNothing(t *testing.T) {
	p := spawner(0)
	r := MHP(p)
	for _, a := range p.Actions {
		op := p.Nodes[a.A].Op
		want := op != cfg.Op(cfg.Silent{What: "after"})
		if got := r.ActionReachable(a.ID); got != want {
			t.Errorf("%T %+v: reachable = %v, want %v", op, op, got, want)
		}
	}
	if r.Pairs() != 0 {
		t.Errorf("%d pairs in a program of one task", r.Pairs())
	}
}

// TestActions compares ActionReachable with its definition over the slow twin.
func TestActions(t *testing.T) {
	reachable, unreachable := 0, 0
	for seed := range trial.Seeds(t, 100) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 3)), 1)
		r, slow := MHP(p), slowMHP(p)
		sites := func(a cfg.Action) []cfg.PointID {
			if a.Joint() {
				return []cfg.PointID{p.Nodes[a.A].Point, p.Nodes[a.B].Point}
			}
			return []cfg.PointID{p.Nodes[a.A].Point}
		}
		may := func(points []cfg.PointID) bool { // all reachable, and parallel in pairs
			for i, x := range points {
				if !slow.reach[x] {
					return false
				}
				for _, y := range points[:i] {
					if !slow.rel[x][y] {
						return false
					}
				}
			}
			return true
		}
		for _, a := range p.Actions {
			want := may(sites(a))
			if got := r.ActionReachable(a.ID); got != want {
				t.Fatalf("seed %d: action %d reachable: %v, want %v\n%s", seed, a.ID, got, want, p.Dump())
			} else if got {
				reachable++
			} else {
				unreachable++
			}
		}
	}
	if reachable == 0 || unreachable == 0 {
		t.Errorf("%d reachable actions, %d unreachable: nothing tested", reachable, unreachable)
	}
}

// TestNothing: programs in which nothing runs.
func TestNothing(t *testing.T) {
	m := newModel("only dynamic")
	f := m.AddFamily("worker", token.Position{})
	w := m.AddTask("worker", f, 0, token.Position{})
	m.line(w, cfg.Spawn{Family: f}, cfg.Silent{})
	m.SetFamily(f, []cfg.TaskID{w}, [][]cfg.VarID{nil})
	for _, p := range []*cfg.Program{newModel("empty").Finish(), m.Finish()} {
		r := MHP(p)
		if err := r.Check(p); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if r.Pairs() != 0 {
			t.Errorf("%s: %d pairs", p.Name, r.Pairs())
		}
		for q := range p.Points {
			if r.Reachable(cfg.PointID(q)) {
				t.Errorf("%s: point %d is reachable", p.Name, q)
			}
		}
	}
}
