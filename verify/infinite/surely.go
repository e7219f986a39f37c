package infinite

// This file tells what is enabled in a state of an abstraction, whatever the components have that
// are not kept (docs/theory.md, Theorem 12).

import (
	"slices"

	"flavers/cfg"
	"flavers/verify/transient"
)

// surely reports whether a task whose position is kept is enabled in the state: it needs nothing
// else, or only one component, and has a step for each of its values.
func (a *abstraction) surely(t cfg.TaskID) bool {
	point := a.sem.M.Point(t, a.state[a.place[a.sem.M.Pos(t)]])
	if point == cfg.None {
		return false
	}
	if transient.CanMove(a.sem.M.P, point) {
		return true
	}
	clear(a.covers)
	return a.certain(t, nil)
}

// surelyTaken reports whether a step of declared condition k is enabled in the state.
func (a *abstraction) surelyTaken(k int) bool {
	f, p := a.fair.declared[k], a.sem.M.P
	for _, t := range a.fair.takers[k] {
		point := a.sem.M.Point(t, a.state[a.place[a.sem.M.Pos(t)]])
		all := point != cfg.None && !slices.ContainsFunc(p.Points[point].Nodes, func(n cfg.NodeID) bool {
			_, is := slices.BinarySearch(f.Nodes, n)
			return !is
		})
		if all && a.surely(t) {
			return true
		}
	}
	clear(a.covers)
	for _, t := range a.fair.takers[k] {
		if a.certain(t, f) {
			return true
		}
	}
	return false
}

// certain adds to covers what the steps of a task are enabled for where it stands, those of a
// condition if f is not nil; true: one of them is enabled, whatever is not kept.
func (a *abstraction) certain(t cfg.TaskID, f *cfg.FairCondition) bool {
	at := a.place[a.sem.M.Pos(t)]
	for _, n := range a.of[at][a.state[at]] {
		c := &a.cases[n]
		a.work++
		if c.hidden > 1 || f != nil && !f.Takes(a.sem.M.P, c.action) || !a.sem.Exact(c.action) || !a.enabled(a.state, c) {
			continue
		}
		if c.hidden == 0 || a.covered(c) {
			return true
		}
	}
	return false
}

// covered notes for which values of the one component that is not kept a case can be
// taken, and reports whether there is one now for each.
func (a *abstraction) covered(c *projected) bool {
	kase := a.subject.of(c)
	for i := range kase.Moves {
		if c.kept[i] >= 0 {
			continue
		}
		mv := &kase.Moves[i]
		values := a.covers[mv.Comp]
		if values == nil {
			values = make([]bool, a.sem.M.Comps[mv.Comp].Size)
			a.covers[mv.Comp] = values
		}
		for _, pair := range mv.Pairs {
			values[pair.From] = true
		}
		return !slices.Contains(values, false)
	}
	return false
}
