package dataflow

import (
	"context"
	"slices"
	"testing"
	"time"

	"flavers/bitset"
	"flavers/limit"
)

// TestLimits: every limit ends the search with its name, and a limit that is
// not reached changes nothing.
func TestLimits(t *testing.T) {
	p := dining(7, true)
	full := Solve(t.Context(), p, Options{})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	for _, o := range orders {
		for _, e := range engines {
			for _, c := range []struct {
				limit string
				ctx   context.Context
				opt   Options
			}{
				{"", t.Context(), Options{MaxTuples: full.Tuples, MaxVisits: full.Visits + 1, MaxMemory: 1 << 30}},
				{"tuples", t.Context(), Options{MaxTuples: full.Tuples / 2}},
				{"tuples", t.Context(), Options{MaxTuples: 1}},
				{"visits", t.Context(), Options{MaxVisits: 1}},
				{"visits", t.Context(), Options{MaxVisits: 5000}},
				{"memory", t.Context(), Options{MaxMemory: 40_000}},
				{"memory", t.Context(), Options{MaxMemory: 1}},
				{"interrupted", cancelled, Options{}},
				{"time", late, Options{}},
			} {
				c.opt.Order = o
				s := solveWith(c.ctx, p, c.opt, e)
				if s.Limit != c.limit || (s.Verdict == Limit) != (c.limit != "") || s.Verdict == Violated {
					t.Errorf("%v %d %+v: %v %q, want %q", o, e, c.opt, s.Verdict, s.Limit, c.limit)
				}
				if err := Check(p, s); c.limit != "" && err != nil {
					t.Error(err)
				}
				slack := int64(100)
				if m := c.opt.MaxTuples; m > 0 && s.Tuples > m+slack {
					t.Errorf("%v %d: %d tuples, limit %d", o, e, s.Tuples, m)
				}
				if m := c.opt.MaxVisits; m > 0 && s.Visits > m+slack {
					t.Errorf("%v %d: %d visits, limit %d", o, e, s.Visits, m)
				}
				if s.Verdict == Holds && (s.Tuples != full.Tuples || s.Visits != full.Visits) {
					t.Errorf("%v %d: a limit changed the search", o, e)
				}
			}
		}
	}
}

// TestTablesInTime: the context ends the tables of a large problem too, and the
// answer says why.
func TestTablesInTime(t *testing.T) {
	p := padded(dining(7, true), 5000)
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	if limit.Try(func() { newTables(limit.New(late), p) }) {
		t.Error("the tables were made all the same")
	}
	if s := Solve(late, p, Options{Keep: true}); s.Verdict != Limit || s.Limit != "time" || s.Tuples != 0 {
		t.Errorf("%v %q, %d tuples", s.Verdict, s.Limit, s.Tuples)
	}
	watched, end := limit.Watch(t.Context(), 1)
	defer end()
	<-watched.Done()
	if s := Solve(watched, p, Options{}); s.Verdict != Limit || s.Limit != "memory" {
		t.Errorf("%v %q", s.Verdict, s.Limit)
	}
}

// TestMemory: with whatever memory, the answer is the right one or none, and
// memory is kept to but for a page of the worklist.
func TestMemory(t *testing.T) {
	holds, violated := dining(7, true), allLeft(7, 7)
	paged := padded(holds, 260)
	for _, o := range orders {
		for _, e := range engines {
			seen := map[string]bool{}
			for m := int64(20_000); m < 1<<20; m += m / 7 {
				for i, p := range []*Problem{holds, violated, paged} {
					s := solveWith(t.Context(), p, Options{Order: o, MaxMemory: m}, e)
					if s.Verdict != Limit && (s.Verdict == Violated) != (i == 1) || s.Verdict == Limit && s.Limit != "memory" {
						t.Errorf("%v %d, %d bytes: %v %s", o, e, m, s.Verdict, s.Limit)
					}
					if s.Bytes > max(m, 300_000)+lastPage*8 {
						t.Errorf("%v %d, %d bytes: used %d", o, e, m, s.Bytes)
					}
					if s.Verdict == Violated {
						if err := Check(p, s); err != nil {
							t.Errorf("%v %d, %d bytes: %v", o, e, m, err)
						}
					}
					seen[s.Verdict.String()] = true
				}
			}
			if len(seen) != 3 {
				t.Errorf("%v %d: only %v", o, e, seen)
			}
		}
	}
}

// TestShortLog: a path that the log has forgotten comes back by running again,
// in one pass or many, and is the same path.
func TestShortLog(t *testing.T) {
	for _, o := range []Order{BFS, RPO} {
		for _, e := range engines {
			for _, roomy := range []bool{true, false} {
				p := allLeft(7, 7)
				want := solveWith(t.Context(), p, Options{Order: o}, e)
				s := searchWith(t.Context(), p, Options{Order: o}, e)
				s.log.limit = firstLog
				out := s.run()
				if out.verdict != Violated || s.log.pushes <= firstLog {
					t.Fatalf("%v after %d pushes: too easy", out.verdict, s.log.pushes)
				}
				if !roomy {
					s.mem.max = s.mem.used.Load() // no room for a longer log
				}
				path, _ := s.path(out)
				if !slices.Equal(path, want.Path) {
					t.Errorf("%v %d: path %v, want %v", o, e, path, want.Path)
				}
				if !roomy && len(s.log.records) != firstLog {
					t.Errorf("%v %d: the log grew to %d", o, e, len(s.log.records))
				}
				s.close()
			}
		}
	}
	// The context may end while the path is being looked for.
	late := 0 // searches that ended in the second run
	for after := range 12 {
		p := allLeft(7, 7)
		s := searchWith(&endingContext{Context: t.Context(), polls: after}, p, Options{}, engineAuto)
		s.log.limit = firstLog
		sol := s.solve()
		s.close()
		switch {
		case sol.Verdict == Limit && sol.Limit == "interrupted" && sol.Path == nil && !sol.AtEnd:
			late += b2i(s.until >= 0)
		case sol.Verdict != Violated || Check(p, sol) != nil:
			t.Errorf("ended after %d polls: %v %s %v", after, sol.Verdict, sol.Limit, sol.Path)
		}
	}
	if late == 0 {
		t.Error("never interrupted while the path was looked for")
	}
}

// endingContext is cancelled after it has been asked so many times.
type endingContext struct {
	context.Context
	polls int
}

func (c *endingContext) Err() error {
	if c.polls--; c.polls < 0 {
		return context.Canceled
	}
	return nil
}

func TestShrinkLog(t *testing.T) {
	mem := budget{}
	l := newLog(1<<20, &mem)
	for i := range int64(10_000) {
		l.add(max(i-1, 0), int32(i%7))
	}
	before := mem.used.Load()
	if !l.shrink() || mem.used.Load() >= before || l.shrink() {
		t.Errorf("%d bytes, before %d", mem.used.Load(), before)
	}
	end, classes := l.backwards(9_999, nil)
	if end != 10_000-leastLog-1 || len(classes) != leastLog || classes[0] != 9_999%7 {
		t.Errorf("back to %d over %d records", end, len(classes))
	}
}

func TestProgress(t *testing.T) {
	calls := 0
	s := searchWith(t.Context(), dining(7, true), Options{Progress: func(p Progress) {
		calls++
		if p.Tuples == 0 || p.Bytes == 0 || p.Elapsed <= 0 {
			t.Errorf("%+v", p)
		}
	}}, engineAuto)
	defer s.close()
	s.reported = time.Now().Add(-time.Minute)
	s.solve()
	if calls != 1 {
		t.Errorf("%d calls within a second", calls)
	}
}

// TestStart: violations without a step, and no property.
func TestStart(t *testing.T) {
	p := dining(2, true)
	p.StartFinal = true
	if s := Solve(t.Context(), p, Options{}); s.Verdict != Holds || !s.FinalReached {
		t.Errorf("%v, F %v", s.Verdict, s.FinalReached)
	}
	prop := &p.Monitors[4]
	prop.Accept = []bool{false, true, true, true}
	for _, o := range orders {
		s := Solve(t.Context(), p, Options{Order: o})
		if s.Verdict != Violated || !s.AtEnd || s.Path == nil || len(s.Path) > 0 || Check(p, s) != nil {
			t.Errorf("%v: %+v", o, s)
		}
	}
	p.Monitors[0].Accept = []bool{false, true, true, true}
	if s := Solve(t.Context(), p, Options{}); s.Verdict != Holds || s.FinalReached {
		t.Errorf("%v, F %v, though a constraint does not accept", s.Verdict, s.FinalReached)
	}
	prop.Start = prop.Trap
	for _, o := range orders {
		s := Solve(t.Context(), p, Options{Order: o})
		if s.Verdict != Violated || s.AtEnd || s.Path == nil || len(s.Path) > 0 || Check(p, s) != nil {
			t.Errorf("%v: %+v", o, s)
		}
	}
	if s := Solve(t.Context(), p, Options{NoPath: true}); s.Verdict != Violated || s.Path != nil {
		t.Errorf("%+v", s)
	}
}

// TestDegenerate: nothing to do is done.
func TestDegenerate(t *testing.T) {
	for _, o := range orders {
		p := &Problem{Succ: bitset.NewMatrix(0, 0), StartFinal: true}
		s := Solve(t.Context(), p, Options{Order: o, Keep: true})
		if s.Verdict != Holds || s.Tuples != 1 || s.Visits != 0 || !s.FinalReached {
			t.Errorf("empty: %+v", s)
		}
		if err := Check(p, s); err != nil {
			t.Error(err)
		}
		s.Release()
		p = dining(2, true)
		clear(p.Start)
		s = Solve(t.Context(), p, Options{Order: o, Keep: true})
		if s.Verdict != Holds || s.Tuples != 1 || s.Visits != 0 || s.FinalReached {
			t.Errorf("no start: %+v", s)
		}
		if err := Check(p, s); err != nil {
			t.Error(err)
		}
		s.Release()
	}
}

// TestBadProblems: what Problem promises is insisted on.
func TestBadProblems(t *testing.T) {
	for what, spoil := range map[string]func(p *Problem){
		"two properties":     func(p *Problem) { p.Monitors[0].Property = true },
		"property rejects":   func(p *Problem) { p.Letters[1].Moves[2].To[0] = -1 },
		"state out of range": func(p *Problem) { p.Letters[0].Moves[0].To[0] = 4 },
		"short move":         func(p *Problem) { p.Letters[0].Moves[0].To = []int32{0} },
		"start":              func(p *Problem) { p.Monitors[0].Start = 4 },
		"order of nodes":     func(p *Problem) { p.Letters[0].Node = 1 },
		"order of moves":     func(p *Problem) { slices.Reverse(p.Letters[0].Moves) },
		"node without":       func(p *Problem) { p.Letters = p.Letters[:len(p.Letters)-1] },
	} {
		func() {
			p := dining(2, true)
			spoil(p)
			defer func() {
				if recover() == nil {
					t.Errorf("%s: not seen", what)
				}
			}()
			Solve(t.Context(), p, Options{})
		}()
	}
}

// TestExample is the program of the package's documentation.
func TestExample(t *testing.T) {
	p := &Problem{
		Monitors: []Monitor{
			{Name: "task", States: 3, Accept: accepting(3), Trap: -1},
			{Name: "b first", Property: true, States: 3, Accept: accepting(3), Trap: 2},
		},
		Letters: []Letter{
			{Node: 0, Moves: []Move{{0, []int32{1, -1, -1}}}},
			{Node: 1, Moves: []Move{{0, []int32{-1, 2, -1}}, {1, []int32{2, 1, 2}}}},
			{Node: 2, Moves: []Move{{1, []int32{1, 1, 2}}}},
		},
		Nodes: 3, Start: bitset.Set{0b101}, Final: bitset.Set{0b110},
		Succ: &bitset.Matrix{Rows: 3, Cols: 3, Stride: 1, Bits: []uint64{0b110, 0b100, 0b011}},
	}
	s := Solve(t.Context(), p, Options{})
	if s.Verdict != Violated || s.AtEnd || !slices.Equal(s.Path, []int32{0, 1}) {
		t.Errorf("%+v", s)
	}
}
