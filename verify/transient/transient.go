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

// checker looks at the automaton of one property.
type checker struct {
	p   *cfg.Program
	sem *monitor.Semantics
	b   *monitor.Binding // the property with the symbols that each case of an action emits
}

// Property reports whether executions stop, because all tasks have ended or none can
// move, only where the property accepts or is trapped. It tests a condition that suffices:
// every other state of the automaton is entered by steps of one task alone, and this task
// can move until the state is left.
//
// Lemma. Let q be a state of the automaton that neither accepts nor is the trap, nor the
// state in which it starts. Let all actions that can enter q be steps of one task t alone.
// Let R be the points that t reaches from such a step by steps, its own and joint ones,
// that can keep q. If t can always move at each point of R, no execution stops with the
// automaton in q. Proof: while the automaton is in q, t stands in R, since only a step of
// t enters q, and t goes from point to point only by steps in which it takes part. So t can
// move, and the execution goes on.
//
// May err towards: no.
func Property(p *cfg.Program, s *monitor.Semantics, b *monitor.Binding) bool {
	c := &checker{p, s, b}
	if len(c.sem.Inexact()) > 0 {
		return false // a step without a table may do anything to the automaton
	}
	d := b.Spec.DFA
	trap := d.Trap()
	for q, accepts := range d.Accept {
		q := int32(q)
		if accepts || q == trap {
			continue
		}
		if q == d.Start || !c.leaves(q) {
			return false
		}
	}
	return true
}

// leaves reports whether state q satisfies the condition of the lemma.
func (c *checker) leaves(q int32) bool {
	// The task that enters q, and the points where it stands then.
	var todo []cfg.PointID
	task := cfg.TaskID(cfg.None)
	for _, act := range c.p.Actions {
		if !c.moves(act.ID, func(from, to int32) bool { return from != q && to == q }) {
			continue
		}
		n := &c.p.Nodes[act.A]
		if act.Joint() || task != cfg.None && task != n.Task {
			return false
		}
		task, todo = n.Task, append(todo, n.Next)
	}

	// R: the points that the task reaches from these while q is kept.
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
			next := c.next(act, at)
			if next != cfg.None && c.moves(act.ID, func(from, to int32) bool { return from == q && to == q }) {
				todo = append(todo, next)
			}
		}
	}
	return true
}

// next returns the point to which an action leads the task that stands at a point: its step
// alone, or a joint step in which it is either side. It returns cfg.None if the action is
// not one of the task at that point.
func (c *checker) next(act cfg.Action, at cfg.PointID) cfg.PointID {
	for _, id := range []cfg.NodeID{act.A, act.B} {
		if id != cfg.None && c.p.Nodes[id].Point == at {
			return c.p.Nodes[id].Next
		}
	}
	return cfg.None
}

// moves reports whether some case of an action takes the automaton from one state to
// another such that wanted is true of them. Cases that end in an error do not count: the
// execution ends with them, and is not blocked.
func (c *checker) moves(a cfg.ActionID, wanted func(from, to int32) bool) bool {
	d := c.b.Spec.DFA
	for k := range c.sem.Cases[a] {
		if c.sem.Cases[a][k].Err != nil {
			continue
		}
		for q := range int32(d.States()) {
			to := q
			if c.b.Symbols[a] != nil {
				for _, sym := range c.b.Symbols[a][k] {
					if to != d.Trap() {
						to = d.Step(to, int(sym))
					}
				}
			}
			if wanted(q, to) {
				return true
			}
		}
	}
	return false
}

// CanMove reports whether a task that stands at a point can always move: one of the
// steps there needs nothing, or there are both outcomes of a test. The step of an else
// counts as one that needs nothing: it is possible if no other step at the point is.
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
				tests++ // one of two nodes with opposite guards
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
