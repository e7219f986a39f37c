package follow

// This file judges executions that repeat their last steps for ever, by the definitions
// (docs/theory.md, "Infinite executions").

import (
	"errors"
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/automata/ltl"
	"flavers/automata/observe"
	"flavers/cfg"
	"flavers/live"
	"flavers/report"
	"flavers/sem"
)

// lasso is a loop that was followed once.
type lasso struct {
	steps    int
	fairness live.Fairness
	unfair   string // what the program declares fair, and the loop is not; "": nothing
	violated []bool // by specification: an obligation stays open for ever, the error state comes, or the formula is false
}

// fairness returns the strongest kind under which a loop through these states counts, in which these tasks move.
func (w *Walk) fairness(moves []bool, states [][]int32) live.Fairness {
	var actions []*cfg.Action // of tasks that do not move
	for i := range w.p.Actions {
		a := &w.p.Actions[i]
		if !moves[w.p.Nodes[a.A].Task] || a.Joint() && !moves[w.p.Nodes[a.B].Task] {
			actions = append(actions, a)
		}
	}
	always, ever := slices.Repeat([]bool{true}, len(moves)), make([]bool, len(moves))
	for _, state := range states {
		can := make([]bool, len(moves))
		for _, a := range actions {
			if len(w.m.Outcomes(nil, state, *a, false)) > 0 {
				w.mark(can, a.ID)
			}
		}
		for t := range can {
			always[t], ever[t] = always[t] && can[t], ever[t] || can[t]
		}
	}
	out := live.Strong
	for t, moved := range moves {
		switch {
		case moved:
		case always[t]:
			return live.None
		case ever[t]:
			out = live.Weak
		}
	}
	return out
}

// unfair returns the first fairness condition that the loop with these states and steps violates: the loop takes
// none of its steps, although one of its actions is enabled in some state. It returns "" if there is none.
func (w *Walk) unfair(steps []sem.Choice, states [][]int32) string {
	for i := range w.p.Fair {
		f := &w.p.Fair[i]
		if slices.ContainsFunc(steps, func(c sem.Choice) bool { return f.Takes(w.p, c.Action) }) {
			continue
		}
		for k := range w.p.Actions {
			a := &w.p.Actions[k]
			if f.Takes(w.p, a.ID) && slices.ContainsFunc(states, func(state []int32) bool {
				return len(w.m.Outcomes(nil, state, *a, false)) > 0
			}) {
				return fmt.Sprintf("%s (%s)", f.Name, f.Pos)
			}
		}
	}
	return ""
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
	moves, states := make([]bool, tasks), make([][]int32, 0, len(steps))
	for _, c := range steps {
		states = append(states, slices.Clone(w.state))
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
	w.lasso = &lasso{steps: len(steps), fairness: w.fairness(moves, states), unfair: w.unfair(steps, states)}
	if w.lasso.unfair != "" {
		w.lasso.fairness = live.None
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

// forEver reports whether a property is violated by rounds of the same steps without an
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

// after returns the state after a round.
func after(m *observe.Monitor, p *cfg.Program, q int32, round [][]sem.Occurrence) int32 {
	for _, occ := range round {
		q = m.After(p, q, occ)
	}
	return q
}

// Lasso replays an infinite execution. The error says that it does not violate the last specification, or
// that executions of this kind of fairness do not repeat its loop: whoever found it is wrong.
func Lasso(p *cfg.Program, specs []*automata.Spec, stem, loop []sem.Choice, fair live.Fairness) (*report.Run, error) {
	schedule := sem.FormatLasso(p, stem, loop)
	run, ds := Run(p, specs, schedule)
	kinds := []string{string(live.None), string(live.Weak), string(live.Strong)}
	if ds.HasErrors() || run.Loop == 0 || !run.Final[len(specs)-1].Violated ||
		slices.Index(kinds, run.Fairness) < slices.Index(kinds, string(fair)) {
		return nil, fmt.Errorf("%s is no infinite execution that violates %s under %s fairness: %s", schedule,
			specs[len(specs)-1].Name, fair, run.Stuck)
	}
	return run, nil
}
