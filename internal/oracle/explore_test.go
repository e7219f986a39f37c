package oracle

import (
	"fmt"
	"testing"

	"flavers/cfg"
)

// philosophers take two forks (locks) and put them back in the same order;
// with lower, the fork of lower number first.
func philosophers(n int, lower bool) *cfg.Program {
	b := newTiny()
	var forks []cfg.ObjectID
	for i := range n {
		forks = append(forks, b.object(cfg.LockObject, fmt.Sprintf("fork[%d]", i), 0))
	}
	for i := range n {
		left, right := i, (i+1)%n
		if lower && right < left {
			left, right = right, left
		}
		l, r := forks[left], forks[right]
		b.task(fmt.Sprintf("phil[%d]", i), cfg.Lock{Lock: l}, cfg.Lock{Lock: r}, cfg.Unlock{Lock: r}, cfg.Unlock{Lock: l})
	}
	return b.Finish()
}

// The counts are known from brute force by two other tools.
func TestPhilosophers(t *testing.T) {
	for i, want := range []struct{ states, transitions, ordered int }{{19, 22, 16}, {87, 153, 72}, {391, 924, 320}, {1743, 5155, 1424}, {7759, 27546, 6336}} {
		n := i + 2
		wantCounts(t, philosophers(n, false), want.states, want.transitions, 1, true)
		if r := Explore(philosophers(n, true), 0); r.States != want.ordered || r.Deadlocks != 0 || !r.Ended {
			t.Errorf("%d ordered: %+v, want %d states and no deadlock", n, r, want.ordered)
		}
	}
}

func TestLimit(t *testing.T) {
	p := philosophers(3, false)
	if r := Explore(p, 87); !r.Complete || r.States != 87 {
		t.Errorf("limit 87: %+v", r)
	}
	if r := Explore(p, 86); r.Complete || r.States != 86 {
		t.Errorf("limit 86: %+v", r)
	}
}

func TestParallelPoints(t *testing.T) {
	b := newTiny()
	m := b.object(cfg.LockObject, "m", 0)
	b.task("a", cfg.Lock{Lock: m}, cfg.Unlock{Lock: m})
	b.task("b", cfg.Lock{Lock: m}, cfg.Unlock{Lock: m})
	p := b.Finish()
	pairs, complete := ParallelPoints(p, 0)
	inside := func(task int) cfg.PointID { return p.Nodes[p.Points[p.Tasks[task].Start].Nodes[0]].Next }
	if !complete || len(pairs) != 8 || pairs[Pair{inside(0), inside(1)}] {
		t.Errorf("pairs %v, complete %t", pairs, complete)
	}
}
