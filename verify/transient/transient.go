// Package transient finds properties that no blocked execution leaves open, from
// control flow alone. For
//
//	task t { loop { lock m; event begin; event done; unlock m } }
//
// and "done responds to begin": the property waits for done only while t stands
// before done, and there t can move. So no execution stops while it waits.
package transient

import (
	"flavers/automata/monitor"
	"flavers/cfg"
)

type checker struct {
	p   *cfg.Program
	sem *monitor.Semantics
}

// Property reports whether an execution can stop only where the property accepts
// or is trapped: every other state of its automaton is entered by steps of one
// task alone, which can move until the state is left.
//
// Lemma. Let q be such a state, t its task, and R the points that t can reach from
// a step that enters q by steps that keep q. While the automaton is in q, t stands
// in R, since only t enters q and t moves by its own steps only. At no point of R
// can t be blocked or at rest. So no state of an execution with q is one where no
// task can move.
//
// May err towards: no.
func Property(p *cfg.Program, s *monitor.Semantics, b *monitor.Binding) bool {
	c := &checker{p, s}
	if len(c.sem.Inexact()) > 0 {
		return false // such a step may do anything to the automaton
	}
	d := b.Spec.DFA
	trap := d.Trap()
	for q, accepts := range d.Accept {
		q := int32(q)
		if accepts || q == trap {
			continue
		}
		if q == d.Start || !c.leaves(b, q) {
			return false
		}
	}
	return true
}

// leaves reports whether one task enters state q, and moves until it is left.
func (c *checker) leaves(b *monitor.Binding, q int32) bool {
	var todo []cfg.PointID
	task := cfg.TaskID(cfg.None)
	for _, act := range c.p.Actions {
		if !c.leads(b, act.ID, func(from, to int32) bool { return from != q && to == q }) {
			continue
		}
		n := &c.p.Nodes[act.A]
		if act.Joint() || task != cfg.None && task != n.Task {
			return false
		}
		task, todo = n.Task, append(todo, n.Next)
	}
	seen := map[cfg.PointID]bool{}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		if !CanMove(c.p, at) {
			return false
		}
		for _, act := range c.p.Actions {
			if n := &c.p.Nodes[act.A]; n.Point == at && c.leads(b, act.ID,
				func(from, to int32) bool { return from == q && to == q }) {
				todo = append(todo, n.Next)
			}
		}
	}
	return true
}

// leads reports whether some case of an action takes the automaton so.
func (c *checker) leads(b *monitor.Binding, a cfg.ActionID, so func(from, to int32) bool) bool {
	d := b.Spec.DFA
	for k := range c.sem.Cases[a] {
		if c.sem.Cases[a][k].Err != nil {
			continue
		}
		for q := range int32(d.States()) {
			to := q
			if b.Symbols[a] != nil {
				for _, sym := range b.Symbols[a][k] {
					if to != d.Trap() {
						to = d.Step(to, int(sym))
					}
				}
			}
			if so(q, to) {
				return true
			}
		}
	}
	return false
}

// CanMove reports whether a task that stands at a point can always move: one of the
// steps there needs nothing, or they are the two outcomes of a test.
//
// May err towards: no.
func CanMove(p *cfg.Program, at cfg.PointID) bool {
	q := &p.Points[at]
	if q.Idle || at == p.Tasks[q.Task].End {
		return false
	}
	tests := 0
	for _, id := range q.Nodes {
		n := &p.Nodes[id]
		free := n.Guard == nil
		switch op := n.Op.(type) {
		case cfg.Test:
			if !op.Await {
				tests++
			}
		case cfg.Block:
			if free && !op.Await {
				return true
			}
		case cfg.Silent, cfg.Close, cfg.Unlock, cfg.RUnlock, cfg.Release, cfg.Notify, cfg.GroupAdd, cfg.OnceEnd,
			cfg.CondWait, cfg.Signal, cfg.Spawn, cfg.Else:
			if free {
				return true
			}
		}
	}
	return tests >= 2
}
