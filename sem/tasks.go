package sem

import (
	"fmt"

	"flavers/cfg"
)

// spawn starts the lowest instance of a family that has not been started.
func (s *step) spawn(n *cfg.Node, op cfg.Spawn) status {
	f := &s.m.P.Families[op.Family]
	c := s.m.started[op.Family]
	k := s.v.classify(c, identity)
	if int(k) == len(f.Tasks) {
		s.fail(&Error{Kind: cfg.SpawnError, Pos: n.Pos,
			Text: fmt.Sprintf("more tasks %s are spawned than dynamic[%d] allows", f.Name, k)})
		return failed
	}
	child := f.Tasks[k]
	if st := s.pass(n, op.Args, f.Params[k]); st != done {
		return st
	}
	s.v.move(c, k, k+1)
	pos := s.m.pos[child]
	if !s.v.move(pos, s.m.Comps[pos].Size-1, s.m.PointValue(s.m.P.Tasks[child].Start)) {
		return blocked // cannot be: the count says it was not started
	}
	if op.Target != nil {
		v, ok := s.target(op.Target)
		if !ok || !s.set(v, int64(k), n.Pos) {
			return failed
		}
	}
	s.see(Occurrence{Kind: SpawnEvent, Tasks: one(n), Task: child})
	return done
}

// join waits for the end of the task that the reference names.
func (s *step) join(n *cfg.Node, op cfg.Join) status {
	f := &s.m.P.Families[op.Family]
	r := s.eval(op.Ref)
	if s.err != nil {
		return failed
	}
	if r < 0 || int(r) >= len(f.Tasks) {
		s.fail(&Error{Kind: cfg.JoinError, Text: "join of no task of " + f.Name, Pos: n.Pos})
		return failed
	}
	child := f.Tasks[r]
	end := s.m.PointValue(s.m.P.Tasks[child].End)
	if child == n.Task || !s.need(s.m.pos[child], func(v int32) bool { return v == end }) {
		return blocked
	}
	s.see(Occurrence{Kind: JoinEvent, Tasks: one(n), Task: child})
	return done
}

// otherwise is executable when no other action that takes this task from the
// same point is.
func (s *step) otherwise(n *cfg.Node) status {
	for _, a := range s.m.P.Actions {
		if s.takesFrom(a, n) && s.enabled(a) {
			return blocked
		}
	}
	return done
}

// takesFrom reports whether a is another step from n's point.
func (s *step) takesFrom(a cfg.Action, n *cfg.Node) bool {
	nodes := s.m.P.Nodes
	return a.A != n.ID && nodes[a.A].Point == n.Point || a.Joint() && nodes[a.B].Point == n.Point
}

// findCalm lists the steps that can be taken while all tasks rest, or rest or
// could terminate. Actors and their kind can take none: nothing is pending then.
func (m *Machine) findCalm() {
	p := m.P
	terminates := make([]bool, len(p.Points))
	for i := range p.Nodes {
		if _, ok := p.Nodes[i].Op.(cfg.Terminate); ok {
			terminates[p.Nodes[i].Point] = true
		}
	}
	for _, a := range p.Actions {
		n := &p.Nodes[a.A]
		rests, calm := p.Points[n.Point].Idle, p.Points[n.Point].Idle || terminates[n.Point]
		if a.Joint() {
			q := p.Nodes[a.B].Point
			rests, calm = rests && p.Points[q].Idle, calm && (p.Points[q].Idle || terminates[q])
		}
		switch n.Op.(type) {
		case cfg.Handle:
			continue
		case cfg.Terminate:
			calm = false
		}
		if rests {
			m.restless = append(m.restless, a)
		}
		if calm {
			m.calm = append(m.calm, a)
		}
	}
}

// terminate is executable when every other started task has ended, stands where
// a terminate whose guard holds is an alternative, or rests; no message is
// pending; and no task, this one included, can take another step than a
// terminate.
func (s *step) terminate(n *cfg.Node) status {
	for t := range s.m.P.Tasks {
		t := cfg.TaskID(t)
		if t != n.Task && !s.idle(t) {
			return blocked
		}
	}
	for _, a := range s.m.calm {
		if s.possible(a, n) {
			return blocked
		}
	}
	return done
}

// possible reports whether a could be taken now; its tasks are the one that
// stands at n, and others that stand where idle wants them. Where they stand is asked
// last: many tasks that wait for one thing are then one case while it is not there.
func (s *step) possible(a cfg.Action, n *cfg.Node) bool {
	ready := s.v.trial(func() bool {
		sub := step{m: s.m, v: s.v, trying: true}
		return sub.ready(a)
	})
	if !ready {
		return false
	}
	for _, id := range []cfg.NodeID{a.A, a.B} {
		if id == cfg.None {
			continue
		}
		k := &s.m.P.Nodes[id]
		here := s.m.PointValue(k.Point)
		switch {
		case k.Point == n.Point:
		case k.Task == n.Task || s.v.classify(s.m.pos[k.Task], func(v int32) int32 { return flag(v == here) }) == 0:
			return false
		}
	}
	return true
}

// ready reports whether an action that others wait with could be taken, or would
// end in an error, if its tasks stood at its points.
func (s *step) ready(a cfg.Action) bool {
	n := &s.m.P.Nodes[a.A]
	if a.Joint() {
		return s.meeting(n, &s.m.P.Nodes[a.B]) != blocked
	}
	ok := s.holds(n.Guard)
	if _, atomic := n.Op.(cfg.Block); s.err != nil || ok && atomic {
		return true // what follows an await never waits
	}
	return ok && s.alone(n) != blocked
}

// idle requires task t to have ended, not started, wait at a terminate, be a
// server that rests, or wait for messages and have none.
func (s *step) idle(t cfg.TaskID) bool {
	const busy, over, resting = -1, -2, -3
	// Points without a guard on their terminate need no case of their own.
	alternative := func(v int32) (class int32, guard cfg.Expr) {
		if s.m.Ended(t, v) {
			return over, nil
		}
		if s.m.P.Points[s.m.Point(t, v)].Idle {
			if s.m.boxOf[t] == nil {
				return over, nil
			}
			return resting, nil
		}
		for _, k := range s.m.P.Points[s.m.Point(t, v)].Nodes {
			k := &s.m.P.Nodes[k]
			if _, ok := k.Op.(cfg.Terminate); ok {
				if k.Guard == nil {
					return over, nil
				}
				return v, k.Guard
			}
		}
		return busy, nil
	}
	c := s.m.pos[t]
	if !s.need(c, func(v int32) bool { k, _ := alternative(v); return k != busy }) {
		return false
	}
	at := s.v.classify(c, func(v int32) int32 { k, _ := alternative(v); return k })
	switch at {
	case over:
		return true
	case resting:
		return s.needEmpty(s.m.boxOf[t])
	}
	_, guard := alternative(at)
	ok := s.holds(guard)
	s.err = nil // a guard of another task that cannot be evaluated does not hold
	return ok
}
