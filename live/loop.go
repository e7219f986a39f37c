package live

import "slices"

// This file makes a short cycle of a fair component: a walk to the nearest step or
// state that fairness, or a mark, still asks for, again and again, and back.

// cycle is a cycle in the best component, from its entry. It is short, not shortest.
func (s *search) cycle() Lasso {
	g := s.g
	pending := slices.Clone(s.weak) // conditions of which the cycle has shown nothing yet
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
	marks := g.marks // of which the cycle has shown nothing yet
	out := Lasso{Entry: int(s.entry)}
	at := int(s.entry)
	shows := func(t Turn) bool {
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
		fits := shows
		if !open {
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

// rests removes the weak conditions from a set that a state shows to be not always enabled.
func (s *search) rests(state int, pending []uint64) {
	for i, w := range s.g.can(int32(state)) {
		pending[i] &^= s.weak[i] &^ w
	}
}

// walk is a shortest walk in the best component whose last step fits: there is one.
func (s *search) walk(from int, fits func(Turn) bool) []Turn {
	by := map[int]Turn{} // the step that led to a state
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
