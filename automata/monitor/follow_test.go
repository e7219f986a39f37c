package monitor_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/sem"
)

// after is where an action leads from tuples.
func after(set *monitor.Set, tuples [][]int32, a cfg.ActionID) (out [][]int32) {
	for _, l := range set.Of(set.G.OfAction(a)) {
		for _, tu := range tuples {
			if to := step(tu, l); l.Err == nil && to != nil {
				out = add(out, to)
			}
		}
	}
	return out
}

func starts(set *monitor.Set) [][]int32 {
	start := make([]int32, len(set.Monitors))
	for i := range set.Monitors {
		start[i] = set.Monitors[i].Start
	}
	return [][]int32{start}
}

// A Set that follows a path takes its actions as the Set without the path does, and no
// other visible action at any place; its automata hold no more than the path needs.
func TestFollow(t *testing.T) {
	const usual = 60
	possible, impossible, smaller := 0, 0, 0
	for seed := range trial.Seeds(t, usual) {
		r := rand.New(rand.NewPCG(seed, 10))
		data := make([]byte, 1+r.IntN(180))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		src := gen.Program(data)
		if seed%3 == 2 {
			src = gen.MessagePassing(data)
		}
		s, g := load(t, src)
		var ch monitor.Choice
		for i := range s.M.Comps {
			if r.IntN(3) > 0 {
				ch.Components = append(ch.Components, sem.CompID(i))
			}
		}
		free := monitor.Compile(s, g, ch)
		path := &monitor.Path{Visible: make([]bool, len(s.Cases))}
		var visible []cfg.ActionID
		for a := range s.Cases {
			if n := g.OfAction(cfg.ActionID(a)); n != cfg.None && free.Visible.Has(int(n)) {
				path.Visible[a] = true
				visible = append(visible, cfg.ActionID(a))
			}
		}
		for tuples := starts(free); len(path.Actions) < 6; {
			enabled := slices.DeleteFunc(slices.Clone(visible), func(a cfg.ActionID) bool { return after(free, tuples, a) == nil })
			if len(enabled) == 0 {
				break
			}
			a := enabled[r.IntN(len(enabled))]
			if r.IntN(12) == 0 {
				a = visible[r.IntN(len(visible))]
			}
			path.Actions = append(path.Actions, a)
			if tuples = after(free, tuples, a); tuples == nil {
				break
			}
		}
		ch.Follow = path
		bound := monitor.Compile(s, g, ch)
		x, y := newTwin(s, g, free, ch), newTwin(s, g, bound, ch)
		one, other := starts(free), starts(bound)
		for i, a := range path.Actions {
			for _, b := range visible {
				if b != a && after(bound, other, b) != nil {
					t.Fatalf("seed %d: action %d where the path has %d\n%s", seed, b, a, src)
				}
			}
			one, other = after(free, one, a), after(bound, other, a)
			if (one == nil) != (other == nil) {
				t.Fatalf("seed %d: after %d of the path %d tuples, without it %d\n%s", seed, i+1, len(other), len(one), src)
			}
		}
		if one == nil {
			impossible++
		} else if possible++; x.canEnd(one) != y.canEnd(other) {
			t.Fatalf("seed %d: the path may end, or not\n%s", seed, src)
		}
		for i, id := range ch.Components {
			if s.M.Comps[id].Kind == sem.Position {
				continue // more of its steps are seen
			}
			if bound.Monitors[i].States > free.Monitors[i].States {
				t.Fatalf("seed %d: %s has more states on a path\n%s", seed, s.M.Comps[id].Name, src)
			}
			if bound.Monitors[i].States < free.Monitors[i].States {
				smaller++
			}
		}
	}
	t.Logf("%d paths are possible, %d are not; %d automata are smaller", possible, impossible, smaller)
	if possible < 10 || impossible < 3 || smaller < 10 {
		t.Error("the paths are too trivial to mean anything")
	}
}
