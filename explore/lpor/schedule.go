package lpor

import (
	"fmt"
	"slices"

	"flavers/sem"
)

// This file writes paths as schedules. A schedule numbers the outcomes of an
// action in the state where it is taken; a part of a split handler knows only
// its own, so its outcome is looked up among those of the whole action.

// schedule is a path as steps of the program, those left out that keep says no
// to; keep gets the number of a step and the error that it meets, or nil.
func (g *program) schedule(path []Taken, keep func(i int, err *sem.Error) bool) []sem.Choice {
	var out []sem.Choice
	s := g.Start()
	for i, step := range path {
		t, f := &g.parts[step.T], g.taken(s, step)
		if keep(i, f.effect().Err) {
			out = append(out, sem.Choice{Action: t.action, Outcome: g.outcome(s, t, f.effect())})
		}
		s = g.after(s, t, f)
	}
	return out
}

// taken is the effect of a step from a state.
func (g *program) taken(s []int32, step Taken) effect {
	g.list = g.effects(g.list[:0], s, &g.parts[step.T])
	k := -1
	for left := step.Out; left >= 0; left-- {
		for k++; g.cut(s, g.list[k]); k++ {
		}
	}
	return g.list[k]
}

// outcome is the number of an effect of a transition among those of its action.
func (g *program) outcome(s []int32, t *part, e *sem.Effect) int {
	n := 0
	for k := g.ways[t.action]; k < g.ways[t.action+1]; k++ {
		st := g.x.Steps(s, k)
		for i := range st.Effects {
			if e == &st.Effects[i] || t.kind != nil && t.same(e, &st.Effects[i]) {
				return n
			}
			n++
		}
	}
	panic(fmt.Sprintf("lpor: a part of action %d does what the action does not", t.action))
}

// same tells whether two effects of one action in one state are equal, the
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
		if len(a.Occ[i].Names) != len(b.Occ[i].Names) {
			return false
		}
		for j := range a.Occ[i].Names {
			if a.Occ[i].Names[j] != b.Occ[i].Names[j] {
				return false
			}
		}
	}
	return true
}
