package follow

// This file judges executions that repeat their last steps for ever, by the definitions
// (docs/theory.md, "Infinite executions").

import (
	"errors"
	"slices"

	"flavers/automata/ltl"
	"flavers/automata/observe"
	"flavers/cfg"
	"flavers/live"
	"flavers/sem"
)

// lasso is a loop that was followed once.
type lasso struct {
	steps    int
	fairness live.Fairness
	violated []bool // by specification: an obligation stays open for ever, the error state comes, or the formula is false
}

// loop takes the steps of a loop. The error says that one cannot be taken, or that they
// do not come back to the state in which they began.
func (w *Walk) loop(steps []sem.Choice) error {
	begin, q := w.state, slices.Clone(w.f.q)
	before := make([]int, len(w.f.words)) // the length of each word where the loop begins
	for i := range before {
		before[i] = len(w.f.words[i])
	}
	var round [][]sem.Occurrence
	tasks := len(w.p.Tasks)
	moves, always, ever := make([]bool, tasks), slices.Repeat([]bool{true}, tasks), make([]bool, tasks)
	for _, c := range steps {
		can := make([]bool, tasks)
		for _, o := range w.m.Successors(w.state, false) {
			w.mark(can, o.Action)
		}
		for t := range can {
			always[t], ever[t] = always[t] && can[t], ever[t] || can[t]
		}
		outs := w.m.Outcomes(nil, w.state, w.p.Actions[c.Action], true)
		if err := w.Take(c); err != nil {
			return err
		}
		if w.Failed() {
			return nil // which the run says
		}
		round = append(round, outs[c.Outcome].Occ)
		w.mark(moves, c.Action)
	}
	if !slices.Equal(begin, w.state) {
		return errors.New("the steps after / do not come back to the state in which they began, so they are no loop")
	}
	w.lasso = &lasso{steps: len(steps), fairness: live.Strong}
	for t := range moves {
		switch {
		case always[t] && !moves[t]:
			w.lasso.fairness = live.None
		case ever[t] && !moves[t] && w.lasso.fairness == live.Strong:
			w.lasso.fairness = live.Weak
		}
	}
	for i := range w.f.monitors {
		m := &w.f.monitors[i]
		if f := m.Spec.Formula; f != nil {
			stem, loop := w.f.words[i][:before[i]], w.f.words[i][before[i]:]
			if len(loop) == 0 {
				loop = []int32{ltl.None}
			}
			w.lasso.violated = append(w.lasso.violated, !f.Holds(stem, loop))
			continue
		}
		w.lasso.violated = append(w.lasso.violated, forEver(m, w.p, q[i], round))
	}
	return nil
}

// mark marks the tasks that an action is a step of.
func (w *Walk) mark(tasks []bool, a cfg.ActionID) {
	k := &w.p.Actions[a]
	tasks[w.p.Nodes[k.A].Task] = true
	if k.Joint() {
		tasks[w.p.Nodes[k.B].Task] = true
	}
}

// forEver tells whether a property is violated by rounds of the same steps without an
// end. At the beginnings of rounds, its states repeat at last: a round in which an
// obligation is met, from then on, comes again and again.
func forEver(m *observe.Monitor, p *cfg.Program, q int32, round [][]sem.Occurrence) bool {
	known := map[int32]bool{}
	for !known[q] { // after this, q is a state that repeats
		known[q] = true
		q = after(m, p, q, round)
	}
	if m.Violated(q) {
		return true
	}
	for i := range m.Spec.Obligations {
		ob := &m.Spec.Obligations[i]
		at, open := q, true
		for first := true; first || at != q; first = false {
			open = open && ob.Open[at]
			for _, occ := range round {
				for k := range occ {
					sym := m.Symbol(occ[k].Names(), occ[k].Owners(p))
					if sym < 0 {
						continue
					}
					to := m.Step(at, sym)
					open, at = open && ob.Keeps(at, sym, to), to
				}
			}
		}
		if open {
			return true
		}
	}
	return false
}

// after is the state after a round.
func after(m *observe.Monitor, p *cfg.Program, q int32, round [][]sem.Occurrence) int32 {
	for _, occ := range round {
		q = m.After(p, q, occ)
	}
	return q
}
