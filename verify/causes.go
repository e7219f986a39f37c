package verify

import (
	"math"

	"flavers/cfg"
	"flavers/sem"
)

// This file bounds from below how many steps follow an action in a shortest execution that violates a goal. The search
// of nearest.go leaves out a step if these steps would be too many.
//
// In a ring of a hundred tasks, a violation by task 2 may need nine steps of tasks 0, 1 and 2. All others can move at
// once, and without this bound a search has to try every few of their steps between the nine. But a step of task 17 has
// a part in a violation by task 2 only if what it does is passed on from task to task, and that takes far more steps.
//
// An action a passes on to b if a may change a component that b names, or if the property may see both. In a shortest
// execution every step passes on, directly or through others, to the last one: otherwise it could be left out
// (docs/theory.md, lemma 6.2). So at least as many steps follow it as the graph of passing on has on its shortest way
// to an action that may be the last.

// never is the bound for actions that cannot pass on anything to a violation. It is small enough to be added to.
const never = math.MaxInt32 / 2

// stepsAfter returns for each action how many steps follow it at least in a shortest execution that violates gl. It
// returns nil if nothing is known: if a step has no table, if a violation may be that an execution ends, when steps
// that pass on nothing are needed, too, or if there are constraints of the user, which see steps that the property does
// not.
func (c *checker) stepsAfter(gl goal) []int32 {
	last, seen := c.lastActions(gl)
	if last == nil {
		return nil
	}
	// changers lists for each component the actions that may change it.
	changers := make([][]cfg.ActionID, len(c.sem.M.Comps))
	for a, cases := range c.sem.Cases {
		changed := map[sem.CompID]bool{}
		for k := range cases {
			for _, mv := range cases[k].Moves {
				if !changed[mv.Comp] && mayChange(&mv) {
					changed[mv.Comp] = true
					changers[mv.Comp] = append(changers[mv.Comp], cfg.ActionID(a))
				}
			}
		}
	}

	after := make([]int32, len(c.sem.Cases))
	for a := range after {
		after[a] = never
	}
	queue := last
	for _, a := range last {
		after[a] = 0
	}
	enter := func(list []cfg.ActionID, steps int32) {
		for _, a := range list {
			if after[a] == never {
				after[a] = steps
				queue = append(queue, a)
			}
		}
	}
	// Breadth first, against the direction of passing on. The changers of a component are entered when the first action
	// that names it is met, which is the nearest one.
	entered := make([]bool, len(changers))
	seenEntered := false
	isSeen := make([]bool, len(after))
	for _, a := range seen {
		isSeen[a] = true
	}
	for ; len(queue) > 0; queue = queue[1:] {
		c.poll.Look()
		a := queue[0]
		for k := range c.sem.Cases[a] {
			for _, mv := range c.sem.Cases[a][k].Moves {
				if !entered[mv.Comp] {
					entered[mv.Comp] = true
					enter(changers[mv.Comp], after[a]+1)
				}
			}
		}
		if isSeen[a] && !seenEntered {
			seenEntered = true
			enter(seen, after[a]+1)
		}
	}
	return after
}

// lastActions returns the actions that may be the last of a shortest violation of gl, and those that the property may
// see. It returns nil, nil where stepsAfter knows nothing.
func (c *checker) lastActions(gl goal) (last, seen []cfg.ActionID) {
	if len(c.sem.Inexact()) > 0 || len(c.constraints) > 0 || gl.end || gl.full() {
		return nil, nil
	}
	if gl.property == nil {
		for a, cases := range c.sem.Cases {
			for k := range cases {
				if e := cases[k].Err; e != nil && e.Kind != cfg.LimitError {
					last = append(last, cfg.ActionID(a))
					break
				}
			}
		}
		return last, nil
	}
	d := gl.property.Spec.DFA
	for q, accepts := range d.Accept {
		if !accepts && int32(q) != d.Trap() {
			return nil, nil // the end of an execution may violate the property
		}
	}
	for a, symbols := range gl.property.Symbols {
		if symbols != nil {
			seen = append(seen, cfg.ActionID(a))
		}
	}
	return append(last, seen...), seen
}

// mayChange reports whether a move leads from some value to another one.
func mayChange(mv *sem.Move) bool {
	for _, p := range mv.Pairs {
		if p.From != p.To {
			return true
		}
	}
	return false
}
