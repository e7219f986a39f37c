package trans

import (
	"context"
	"fmt"
	"os"
	"testing"

	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/model"
	"flavers/internal/trial"
	"flavers/lang"
)

func example(t testing.TB, name string, set map[string]string) *cfg.Program {
	t.Helper()
	file := "../../examples/actors/" + name + ".tfg"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, ds := lang.Load(file, src, lang.Options{Set: set})
	if len(ds.All) > 0 {
		t.Fatal(ds.All)
	}
	return p
}

func exploreProgram(t testing.TB, name, order string, p *cfg.Program, opt explore.Options) *explore.Result {
	t.Helper()
	opt.Order = order
	r, err := explorerNamed(t, name).Run(context.Background(), p, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func explorerNamed(t testing.TB, name string) explore.Explorer {
	t.Helper()
	for _, x := range Explorers() {
		if x.Name == name {
			return x
		}
	}
	t.Fatal("no explorer " + name)
	return explore.Explorer{}
}

// TestTables: every number of the tables, from the programs in examples/actors.
func TestTables(t *testing.T) {
	for _, s := range subjects {
		p := example(t, s.name, nil)
		for o, by := range orders {
			for _, v := range []struct {
				name string
				want cell
			}{
				{"actor-dpor", s.dpor[o]}, {"trans-basset", s.basset[o]},
				{"actor-dpor+sleep", cell{s.classes, s.dporSleep[o]}}, {"trans-basset+sleep", cell{s.classes, s.bassetSleep[o]}},
			} {
				if v.want.paths == 0 || !trial.More() && v.want.trans > 20_000 {
					continue
				}
				t.Run(fmt.Sprint(s.name, "/", by, "/", v.name), func(t *testing.T) {
					r := exploreProgram(t, v.name, by, p, explore.Options{})
					if r.Executions != v.want.paths || r.Transitions != v.want.trans || !r.Complete || len(r.Findings) > 0 {
						t.Errorf("%d/%d (complete: %v %s, notes %q, findings %v), known: %d/%d", r.Executions, r.Transitions, r.Complete, r.Limit, r.Notes, r.Findings, v.want.paths, v.want.trans)
					}
				})
			}
		}
	}
}

// unreduced explores an example without a reduction.
func unreduced(t *testing.T, p *cfg.Program) *counter {
	t.Helper()
	y, err := newSystem(p, nil, model.UsualDepth)
	if err != nil {
		t.Fatal(err)
	}
	s := &search{model: y, rule: everything{}, depth: model.UsualDepth}
	n := &counter{search: s, names: map[string]int{}, class: map[int]int{}}
	s.watch = n
	y.start(func(a *macro) bool {
		s.begin(y.begin(a))
		return s.visit()
	})
	return n
}

// TestExamplesUnreduced: programs of the language and actors in Go have the
// same executions. The tool's counts have one delivery more.
func TestExamplesUnreduced(t *testing.T) {
	for _, w := range []struct {
		name  string
		set   map[string]string
		start func(*scene)
	}{
		{"mergesort", nil, mergesort(3, 5, 7)},
		{"fib", map[string]string{"V": "3", "K": "3"}, fib(3)},
		{"pi", map[string]string{"N": "2"}, pi(2)},
		{"registry", nil, regsim(3)},
		{"regsim", map[string]string{"N": "3"}, regsim(3)},
	} {
		n := unreduced(t, example(t, w.name, w.set))
		m := exploreScene(w.start, everything{}, fifo, false, 0, true, nil)
		if n.paths != m.paths || n.trans != m.trans || len(n.class) != len(m.class) || n.paths < 2 {
			t.Errorf("%s: %d/%d with %d classes, in Go %d/%d with %d", w.name, n.paths, n.trans, len(n.class), m.paths, m.trans, len(m.class))
		}
	}
}

// TestDiningPhilosophers: a deadlock is found where there is one, by all; the
// evicting rule is not used, and the result says so.
func TestDiningPhilosophers(t *testing.T) {
	for ordered, want := range map[string]bool{"0": true, "1": false} {
		p := example(t, "diningphil", map[string]string{"ORDERED": ordered})
		sleeping := map[int64]bool{}
		for i, x := range Explorers() {
			for _, by := range orders {
				r := exploreProgram(t, x.Name, by, p, explore.Options{})
				if r.Deadlocks > 0 != want || !r.Complete || len(r.Notes) > 0 != (kinds[i].fallback != "") {
					t.Errorf("ORDERED=%s %s %s: %d deadlocks, notes %q", ordered, x.Name, by, r.Deadlocks, r.Notes)
				}
				if kinds[i].sleep {
					sleeping[r.Executions] = true
				}
				if testing.Verbose() {
					t.Log(ordered, x.Name, by, r.Executions, r.Blocked, r.Transitions, r.Deadlocks)
				}
				checkSchedules(t, p, nil, r, "")
			}
		}
		if len(sleeping) != 1 {
			t.Errorf("ORDERED=%s: explorers with sleep sets differ in their number of executions: %v", ordered, sleeping)
		}
	}
}

// TestFailover: what the header of failover.tfg claims.
func TestFailover(t *testing.T) {
	for trusting, want := range map[string]bool{"0": false, "1": true} {
		p := example(t, "failover", map[string]string{"TRUSTING": trusting})
		for _, x := range Explorers() {
			for _, by := range orders {
				r := exploreProgram(t, x.Name, by, p, explore.Options{})
				if r.Errors > 0 != want || !r.Complete || r.Deadlocks > 0 {
					t.Errorf("TRUSTING=%s %s %s: %d executions, %d errors, %d deadlocks, complete %v %s", trusting, x.Name, by, r.Executions, r.Errors, r.Deadlocks, r.Complete, r.Limit)
				}
				if testing.Verbose() {
					t.Log(trusting, x.Name, by, r.Executions, r.Blocked, r.Transitions, r.Errors)
				}
				checkSchedules(t, p, nil, r, "")
			}
		}
	}
}
