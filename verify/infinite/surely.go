package infinite

// This file tells which fairness conditions are surely enabled in a state of an abstraction, that is, whatever values
// the hidden components have (docs/theory.md, Theorem 12). For instance, let a task stand where it can take "await free
// == 0" or "await free == 1", and let free, which has no other values, be hidden. Each step is possible for one value
// only, but together they cover both, so the task is surely enabled.

import (
	"slices"

	"flavers/cfg"
	"flavers/verify/transient"
)

// surely reports whether a task whose position is kept is surely enabled in a.state. It finds this out if the task
// needs nothing that is hidden, or if it has a step for each value of one hidden component.
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

// surelyTaken reports whether some step of declared condition k is surely enabled in a.state. First it looks for a task
// of which all steps are steps of the condition, and then at the steps of the condition one by one.
func (a *abstraction) surelyTaken(k int) bool {
	f, p := a.fair.declared[k], a.sem.M.P
	for _, t := range a.fair.takers[k] {
		point := a.sem.M.Point(t, a.state[a.place[a.sem.M.Pos(t)]])
		onlySuchSteps := point != cfg.None && !slices.ContainsFunc(p.Points[point].Nodes, func(n cfg.NodeID) bool {
			_, isStep := slices.BinarySearch(f.Nodes, n)
			return !isStep
		})
		if onlySuchSteps && a.surely(t) {
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

// certain reports whether one of the steps that a task has where it stands is surely enabled; if f is not nil, one that
// is also a step of condition f. It adds to a.covers the values of hidden components for which a step is enabled: so
// several calls can find together that every value is covered.
func (a *abstraction) certain(t cfg.TaskID, f *cfg.FairCondition) bool {
	at := a.place[a.sem.M.Pos(t)]
	for _, n := range a.ofTask[at][a.state[at]] {
		c := &a.cases[n]
		a.work++
		asked := f == nil || f.Takes(a.sem.M.P, c.action)
		understood := c.hidden <= 1 && a.sem.Exact(c.action)
		if !asked || !understood || !a.enabled(a.state, c) {
			continue
		}
		if c.hidden == 0 || a.covered(c) {
			return true
		}
	}
	return false
}

// covered adds the values of the one hidden component of a case for which the case can be taken to a.covers. It reports
// whether every value is covered now.
func (a *abstraction) covered(c *projected) bool {
	kase := a.caseOf(c)
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
