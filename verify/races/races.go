// Package races tells from control flow and locks alone that two accesses of a shared variable
// are never a data race (docs/theory.md, "Data races"). Of
//
//	shared n, k 0..9
//	lock m
//	task a { lock m; n = 1; unlock m; k = 1 }
//	task b { lock m; n = 2; unlock m; k = 2 }
//
// it leaves the pair of accesses to k. Those to n are apart: at both, the task holds m.
//
// A pair is left if it has tasks that may stand before both steps at the same time (package mip),
// if they hold no lock in common that excludes one of them, if not both are atomic, and if one may
// write what the other may access. May err towards: more pairs. Where none is left, no execution
// has a data race.
//
// It knows no values, semaphores and buffers: what these keep apart is left, for a visit of all states
// (package survey).
package races

import (
	"flavers/cfg"
	"flavers/limit"
	"flavers/mip"
	"flavers/verify/survey"
)

// Pairs returns the pairs of accesses that may race, of several at the same two places of the text one, in the
// order of variables; they have no schedule. It takes as long as poll lets it.
func Pairs(poll *limit.Poll, p *cfg.Program, r *mip.Relation) []survey.Race {
	s := &pairs{p: p, r: r, held: heldLocks(p), known: survey.NewGroups(p)}
	s.by = make([][]survey.Access, len(p.Vars))
	s.touching()
	for v := range s.by {
		list := s.by[v]
		for i, a := range list {
			for _, b := range list[i+1:] {
				poll.Look()
				if (a.Write || b.Write) && s.meet(a.Action, b.Action) {
					s.enter(survey.Race{Var: cfg.VarID(v), First: a, Second: b})
				}
			}
		}
	}
	return s.out
}

type pairs struct {
	p     *cfg.Program
	r     *mip.Relation
	held  *held
	by    [][]survey.Access // by variable, in the order of actions; none of those that are not shared
	known *survey.Groups
	out   []survey.Race
}

// touching lists the accesses of all steps that some task may come to.
func (s *pairs) touching() {
	for i := range s.p.Actions {
		a := &s.p.Actions[i]
		if survey.Idle(s.p, a) || !s.r.ActionReachable(a.ID) {
			continue
		}
		may := accesses(s.p, a)
		for _, v := range may.order {
			if x := &s.p.Vars[v]; x.Owner == cfg.None && !x.Scratch {
				s.by[v] = append(s.by[v], survey.Access{Action: a.ID, Write: may.writes[v]})
			}
		}
	}
}

// meet reports whether two steps may come next in one state, and are not both atomic.
func (s *pairs) meet(a, b cfg.ActionID) bool {
	p := s.p
	x, y := &p.Actions[a], &p.Actions[b]
	if p.Nodes[x.A].Atomic && p.Nodes[y.A].Atomic {
		return false
	}
	for _, m := range sides(x) {
		for _, n := range sides(y) {
			at, with := &p.Nodes[m], &p.Nodes[n]
			if at.Task == with.Task || !s.r.Parallel(at.Point, with.Point) || s.held.exclude(at.Point, with.Point) {
				return false
			}
		}
	}
	return true
}

// sides returns the nodes of an action.
func sides(a *cfg.Action) []cfg.NodeID {
	if a.Joint() {
		return []cfg.NodeID{a.A, a.B}
	}
	return []cfg.NodeID{a.A}
}

// enter keeps a pair whose places are new.
func (s *pairs) enter(r survey.Race) {
	if s.known.Add(r) {
		s.out = append(s.out, r)
	}
}
