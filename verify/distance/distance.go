// Package distance computes a lower bound on the number of steps to a violation, for a
// search of a shortest execution that violates a property. For
//
//	task a { event y; event x }
//	task b { event z }
//
// and a property that event x violates, the bound at the start is 2: both steps of task a.
//
// The bound is a sum over the tasks. The part of a task is how many steps this task has to
// take itself, if the other tasks may do what they like, as often as they like, at no cost.
// It depends on two values only, the position of the task and the state of the property's
// automaton, so that all parts fit in tables: one for each task, computed once.
//
//	distance.go     Table: the tables of all tasks, and their sum
//	abstraction.go  what each action of the program can do to the automaton
//	tasks.go        the table of one task, by Dijkstra's algorithm
//
// May err towards: nearer. Variables and objects are not looked at, so that a violation can
// be further away than the bound, or impossible. The lemma is docs/theory.md, Lemma 6.0.
//
// Source: M. Katz and C. Domshlak, Optimal admissible composition of abstraction heuristics,
// Artificial Intelligence 174, 2010. A joint step of two tasks costs each one half, so that
// the sum never drops by more than 1 in a step.
package distance

import (
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
)

// Goal is what the distance leads to. There are three kinds:
//
//	Goal{Property: b}  a violation of a property
//	Goal{End: true}    the end of an execution: every task rests
//	Goal{}             a run-time error
type Goal struct {
	Property *monitor.Binding
	End      bool
}

// errors reports whether the goal is a run-time error.
func (gl Goal) errors() bool { return gl.Property == nil && !gl.End }

// Table has a lower bound on the distance to a goal for each state of the program and each
// state q of the automaton of the goal. The automaton is that of the property. For run-time
// errors it has the states 0 (none yet) and 1 (one has happened), for an end only state 0.
//
// Distances are kept in halves of steps: a step of one task costs it 2, and a joint step
// costs each of its two tasks 1.
//
// The bound does not cover executions with a step beyond a limit of the model, unless
// another step stands in for that step (sem.Limit).
type Table struct {
	states int          // of the automaton
	comps  []sem.CompID // position components of the tasks that have a table
	index  []int32      // by component: its index in comps; -1: it has no table
	own    [][]int32    // by index in comps: halves of steps of the task, at position*states + q
	steps  []int32      // by q: the least number of steps, of any tasks, that take the automaton to the goal; or Far
}

// Far is the distance if the goal cannot be reached.
const Far = int32(1) << 28

// maxDistances bounds the work for all tables of a goal together, in moves of pairs of a
// position and a state. A task whose table would exceed the bound has none, as if its
// distance were 0.
const maxDistances = 1 << 24

// New makes the table for one goal. It stops with a panic of package limit when poll says
// so (see limit.Try).
func New(poll *limit.Poll, p *cfg.Program, s *monitor.Semantics, gl Goal) *Table {
	ab := abstract(poll, p, s, gl)
	d := &Table{states: ab.states, steps: make([]int32, ab.states)}
	if ab.large {
		return d
	}
	ab.invert()

	// steps: the automaton alone, which every effect may move at the price of a whole step.
	d.steps = ab.shortest(1, func(to int, visit func(from, effect, cost int32)) {
		for e := 1; e < len(ab.effects); e++ {
			visit(int32(to), int32(e), 2)
		}
	}, func(int32) bool { return true })
	for q, k := range d.steps {
		if k < Far {
			d.steps[q] = k / 2
		}
	}

	for t, touches := range ab.touches() {
		poll.Look()
		if own := ab.ofTask(cfg.TaskID(t), touches); own != nil {
			d.comps, d.own = append(d.comps, s.M.Pos(cfg.TaskID(t))), append(d.own, own)
		}
	}
	d.index = slices.Repeat([]int32{-1}, len(s.M.Comps))
	for i, id := range d.comps {
		d.index[id] = int32(i)
	}
	return d
}

// From returns the least number of steps from a state of the program, with the automaton
// in q, to the goal; Far if it cannot be reached.
func (d *Table) From(vec []int32, q int32) int32 { return d.Least(d.Sum(vec, q), q) }

// Sum adds up the distances of all tasks, in halves of steps. It is at least Far if the
// goal is out of reach for one of them. Least turns it into steps.
func (d *Table) Sum(vec []int32, q int32) int64 {
	sum := int64(0)
	for i, id := range d.comps {
		sum += int64(d.own[i][int(vec[id])*d.states+int(q)])
	}
	return sum
}

// Change returns by how much Sum grows when a component changes its value and the
// automaton stays in q. So a search needs not add up all tasks in every state.
func (d *Table) Change(comp int, from, to, q int32) int64 {
	i := int32(-1)
	if comp < len(d.index) {
		i = d.index[comp]
	}
	if i < 0 {
		return 0
	}
	return int64(d.own[i][int(to)*d.states+int(q)]) - int64(d.own[i][int(from)*d.states+int(q)])
}

// Least returns the number of steps for a result of Sum with the automaton in q.
func (d *Table) Least(sum int64, q int32) int32 {
	// The distances of several tasks that are all less than Far do not add up to Far:
	// each is at most twice the size of its table, and all sizes together are at most maxDistances.
	if sum >= int64(Far) {
		return Far
	}
	return max(int32(sum+1)/2, d.steps[q])
}
