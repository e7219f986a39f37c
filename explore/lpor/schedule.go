package lpor

import (
	"fmt"
	"slices"

	"flavers/explore/model"
	"flavers/sem"
)

// This file turns a path of the search into a schedule, which flavers replay can
// run. A schedule numbers the outcomes of an action in the state where it is
// taken: with two messages in a mailbox, a handler has the outcomes 0 and 1. A
// split handler is several transitions with one outcome each, so the outcome of a
// transition is looked up among those of the whole action.

// schedule returns a path as steps of the program, up to the state that shows
// finding f. The step of a task that meets an error is left out, as the task
// does not move, unless f is that error.
func (g *program) schedule(f model.Finding, path []Taken) []sem.Choice {
	var out []sem.Choice
	s := g.Start()
	for i, step := range path {
		if g.Shows(f, s) {
			break
		}
		t, v := &g.transitions[step.T], g.taken(s, step)
		if v.Effect.Err == nil || f.Kind == model.Error && i == len(path)-1 {
			out = append(out, sem.Choice{Action: t.action, Outcome: g.outcome(s, t, v.Effect)})
		}
		s = g.after(s, t, v)
	}
	return out
}

// taken returns the move that a step makes from state s: the one with number
// step.Out among the moves that no constraint forbids.
func (g *program) taken(s []int32, step Taken) *model.Move {
	g.list = g.moves(g.list[:0], s, &g.transitions[step.T])
	k := -1
	for left := step.Out; left >= 0; left-- {
		for k++; g.list[k].Forbidden; k++ {
		}
	}
	return g.list[k]
}

// outcome returns the number of effect e of transition t among the effects of
// the whole action in state s.
func (g *program) outcome(s []int32, t *transition, e *sem.Effect) int {
	n := 0
	for k := g.ways[t.action]; k < g.ways[t.action+1]; k++ {
		st := g.Stepper.Steps(s, k)
		for i := range st.Effects {
			if e == &st.Effects[i] || t.kind != nil && t.same(e, &st.Effects[i]) {
				return n
			}
			n++
		}
	}
	panic(fmt.Sprintf("lpor: a part of action %d does what the action does not", t.action))
}

// same reports whether two effects of one action in one state are equal. Where
// the task ends, changes of the counters in t.kind are not compared: the mailbox
// is emptied in both, but one effect was computed without some of the messages.
func (t *transition) same(a, b *sem.Effect) bool {
	if a.Err != nil || b.Err != nil {
		return a.Err != nil && b.Err != nil && a.Err.Error() == b.Err.Error() && a.Err.Kind == b.Err.Kind
	}
	lost := func(ch sem.Change) bool { return t.ends && slices.Contains(t.kind, ch.Comp) }
	for _, two := range [][2][]sem.Change{{a.Changes, b.Changes}, {b.Changes, a.Changes}} {
		for _, ch := range two[0] {
			if !lost(ch) && !slices.Contains(two[1], ch) {
				return false
			}
		}
	}
	if len(a.Occ) != len(b.Occ) {
		return false
	}
	for i := range a.Occ {
		if !slices.Equal(a.Occ[i].Names(), b.Occ[i].Names()) {
			return false
		}
	}
	return true
}
