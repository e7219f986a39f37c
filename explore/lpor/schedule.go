package lpor

import (
	"fmt"
	"slices"

	"flavers/explore/model"
	"flavers/sem"
)

// This file writes paths as schedules. A schedule numbers the outcomes of an
// action in the state where it is taken; a part of a split handler knows only
// its own, so its outcome is looked up among those of the whole action.

// schedule is a path as steps of the program, for a finding as System.Schedule
// has it.
func (g *program) schedule(f model.Finding, path []Taken) []sem.Choice {
	var out []sem.Choice
	s := g.Start()
	for i, step := range path {
		if g.Shows(f, s) {
			break
		}
		t, v := &g.parts[step.T], g.taken(s, step)
		if v.Effect.Err == nil || f.Kind == model.Error && i == len(path)-1 {
			out = append(out, sem.Choice{Action: t.action, Outcome: g.outcome(s, t, v.Effect)})
		}
		s = g.after(s, t, v)
	}
	return out
}

// taken is the move of a step from a state.
func (g *program) taken(s []int32, step Taken) *model.Move {
	g.list = g.moves(g.list[:0], s, &g.parts[step.T])
	k := -1
	for left := step.Out; left >= 0; left-- {
		for k++; g.list[k].Forbidden; k++ {
		}
	}
	return g.list[k]
}

// outcome is the number of an effect of a transition among those of its action.
func (g *program) outcome(s []int32, t *part, e *sem.Effect) int {
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

// same reports whether two effects of one action in one state are equal, the
// messages apart that are lost where a task ends.
func (t *part) same(a, b *sem.Effect) bool {
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
