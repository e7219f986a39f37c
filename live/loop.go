package live

import "slices"

// This file makes a short fair cycle in a fair component. It walks from the entry to the nearest
// step or state that satisfies something fairness still asks for, goes on from there, and returns
// to the entry when nothing is left. What fairness asks for:
//
//   - of a weak condition: a step that takes it, or a state in which it is not enabled;
//   - of a strong condition that some step of the component takes: such a step;
//   - of a required mark: a step with it.

// cycle returns a fair cycle in the best component, from its entry. It is short, and need not be
// a shortest one.
func (s *search) cycle() Lasso {
	g := s.g
	pending := slices.Clone(s.weak) // conditions that the cycle does not satisfy yet
	s.rests(int(s.entry), pending)
	for v := range s.region {
		for k := g.first[v]; s.region[v] == s.best && k < g.first[v+1]; k++ {
			if s.region[g.edges[k].To] == s.best {
				for i, w := range g.takes(g.edges[k].Takes) {
					pending[i] |= w & s.strong[i]
				}
			}
		}
	}
	marks := g.marks // required marks that the cycle does not have yet
	out := Lasso{Entry: int(s.entry)}
	at := int(s.entry) // where the walk is
	// satisfies reports whether a step satisfies something that is pending, or leads to a state that does.
	satisfies := func(t Turn) bool {
		e := &g.edges[g.first[t.From]+t.Edge]
		if e.Marks&marks != 0 {
			return true
		}
		taken, can := g.takes(e.Takes), g.can(e.To)
		for i, w := range pending {
			if w&taken[i] != 0 || w&s.weak[i]&^can[i] != 0 {
				return true
			}
		}
		return false
	}
	for open := true; open; {
		open = marks != 0
		for _, w := range pending {
			open = open || w != 0
		}
		if !open && at == int(s.entry) && len(out.Loop) > 0 {
			break
		}
		fits := satisfies
		if !open { // nothing is pending: return to the entry
			fits = func(t Turn) bool { return t.To == out.Entry }
		}
		for _, t := range s.walk(at, fits) {
			out.Loop = append(out.Loop, t)
			e := &g.edges[g.first[t.From]+t.Edge]
			marks &^= e.Marks
			for i, w := range g.takes(e.Takes) {
				pending[i] &^= w
			}
			s.rests(t.To, pending)
			at = t.To
		}
		open = open || at != int(s.entry)
	}
	return out
}

// rests removes from pending the weak conditions that are not enabled in a state.
func (s *search) rests(state int, pending []uint64) {
	for i, w := range s.g.can(int32(state)) {
		pending[i] &^= s.weak[i] &^ w
	}
}

// walk returns a shortest walk in the best component whose last step fits. The caller knows that
// there is one.
func (s *search) walk(from int, fits func(Turn) bool) []Turn {
	by := map[int]Turn{} // by state: the step by which it was reached first
	queue := []int{from}
	for i := 0; i < len(queue); i++ {
		s.poll.Look()
		v := queue[i]
		for k := s.g.first[v]; k < s.g.first[v+1]; k++ {
			t := Turn{v, k - s.g.first[v], int(s.g.edges[k].To)}
			if s.region[t.To] != s.best {
				continue
			}
			if fits(t) {
				out := []Turn{t}
				for v := t.From; v != from; v = out[0].From {
					out = append([]Turn{by[v]}, out...)
				}
				return out
			}
			if _, known := by[t.To]; !known && t.To != from {
				by[t.To] = t
				queue = append(queue, t.To)
			}
		}
	}
	panic("live: a component does not have what it was found to have")
}
