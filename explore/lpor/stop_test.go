package lpor

import (
	"context"
	"slices"
	"testing"
	"time"

	"flavers/bitset"
	"flavers/explore"
)

// countdown is a context that is cancelled when it has been asked for the nth time.
type countdown struct {
	context.Context
	left, asked int
}

func (c *countdown) Err() error {
	c.asked++
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Preparing a program looks at the time: an interrupt at any moment of it ends
// the exploration before its first state, and is looked at often enough.
func TestInterruptWhilePreparing(t *testing.T) {
	p, specs := subject{"register", "", "regular", false}.load(t)
	g, err := newProgram(p, specs, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, net := range nets {
		prepared, early := false, 0
		for n := 0; !prepared; n = 2*n + 1 {
			ctx := &countdown{context.Background(), n, 0}
			r, err := Run(ctx, p, specs, explore.Options{Net: net})
			if err != nil || r.Complete && r.States == 0 || !r.Complete && r.Limit != "interrupt" {
				t.Fatalf("net %s, interrupted at %d: %+v, %v", net, n, r, err)
			}
			if prepared = r.States > 0; !prepared {
				early++
				if more := ctx.asked - n; more > 3 {
					t.Errorf("net %s: the time is looked at %d times after an interrupt", net, more)
				}
			}
		}
		if early < 6 {
			t.Errorf("net %s: interrupted %d times while preparing %d transitions", net, early, g.rel.N)
		}
	}
}

// dense is a relation whose forward enable sets take long: every transition can
// enable every other, and has needs of its own.
func dense(n int) *Relations {
	rel := NewRelations(n)
	for t := range n {
		for u := range n {
			Add(rel.CanEnable, ID(t), ID(u))
		}
		Add(rel.Necessary, ID(t), ID((t*7+1)%n))
		Add(rel.Necessary, ID(t), ID((t*5+3)%n))
		if t > 0 {
			Add(rel.Dependent, ID(t), ID(t-1))
		}
	}
	return rel
}

// Forward enable sets are given up when there is no time, and what is computed
// without them is the same.
func TestForwardStops(t *testing.T) {
	rel := dense(1200)
	began := time.Now()
	asked := 0
	stop := func() bool { asked++; return time.Since(began) > 50*time.Millisecond }
	red, err := NewReducer(rel, NetOn, stop)
	if err != nil {
		t.Fatal(err)
	}
	if d := time.Since(began); d < 50*time.Millisecond || d > 2*time.Second || red.fwd.pairs != nil || asked < 2 {
		t.Errorf("stopped after %s, asked %d times, forward enable sets: %v", d, asked, red.fwd.pairs != nil)
	}
	small := dense(12)
	whole, err := NewReducer(small, NetOn, nil)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := NewReducer(small, NetOn, func() bool { return true })
	if err != nil || whole.fwd.pairs == nil || cut.fwd.pairs != nil {
		t.Fatal("kept, and given up: ", whole.fwd.pairs != nil, cut.fwd.pairs == nil, err)
	}
	for from := range ID(12) {
		for barred := range 12 {
			goals := bitset.New(12)
			goals.Add((int(from) + barred) % 12)
			clear(whole.barred)
			clear(cut.barred)
			whole.barred.Add(barred)
			cut.barred.Add(barred)
			if a, b := whole.leads(from, goals), cut.leads(from, goals); a != b {
				t.Errorf("from %d with %d barred: %v with forward enable sets, %v without", from, barred, a, b)
			}
		}
	}
}

// The choice of a set ends with the time, too: all that is enabled is a stubborn set.
func TestChoiceStops(t *testing.T) {
	rel := dense(300)
	late := false
	red, err := NewReducer(rel, NetOff, func() bool { return late })
	if err != nil {
		t.Fatal(err)
	}
	enabled := []ID{3, 5, 8, 290}
	late = true
	if got := red.Choose(nil, Smallest, Situation{Enabled: enabled}); !slices.Equal(got, enabled) {
		t.Errorf("stopped, and chose %v", got)
	}
	if len(red.set) != 0 {
		t.Errorf("a set was computed: %v", red.set)
	}
}

// A search that is stopped while its relations are prepared visits nothing.
func TestSearchStops(t *testing.T) {
	v := &seen{}
	s := &Search[[2]int]{System: ring{5}, Relations: dense(2), Visitor: v, Stop: func() bool { return true }}
	s.Relations.Necessary = bitset.NewMatrix(2, 2)
	if err := s.Run(); err != nil || s.States != 0 || len(v.states) > 0 {
		t.Errorf("%d states, %v", s.States, err)
	}
}
