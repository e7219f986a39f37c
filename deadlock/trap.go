package deadlock

import (
	"slices"

	"flavers/bitset"
)

// This file finds traps. A set of places is a trap if no transition, taken in a state that
// the pairs allow, begins with a place of the set marked and ends with none marked. If the
// initial state marks a place of a trap, every reachable state does. The places "lock l is
// free", "t holds l" and "u holds l" are a trap.
//
// Consider a transition with an arc that begins at place f of the set. The set stays marked
// for one of three reasons:
//
//   - the arc leads to a place of the set;
//   - of another unit that the transition moves, all arcs that are compatible with f lead into
//     the set;
//   - of a unit that it does not move, all places that are compatible with those where it
//     begins are in the set.
//
// The third reason needs the pairs. With it there are more traps than those of Petri nets.

// trapper finds traps.
type trapper struct {
	n    *net
	r    *pairs     // nil: every two places are compatible
	y, u bitset.Set // result and scratch of pairs.before
	free bitset.Set // scratch of escape
	b    *budget
}

// newTrapper returns a trapper for a net.
func newTrapper(n *net, r *pairs, b *budget) *trapper {
	k := n.places()
	return &trapper{n: n, r: r, y: bitset.New(k), u: bitset.New(k), free: bitset.New(k), b: b}
}

// Values of escape that are no unit.
const (
	nobody   = -1 // no unit keeps the set marked
	together = -2 // all units that the transition moves, together
)

// escape reports whether transition t may move its i-th unit along arc k, which begins at a
// place of the set, and leave no place of the set marked. If not, keeper is a unit that keeps
// it marked, or together if the step is not possible along arcs that leave the set.
func (w *trapper) escape(set bitset.Set, t *transition, i int, k arc) (out bool, keeper int) {
	if set.Has(int(k.to)) {
		return false, int(t.moves[i].unit)
	}
	outside := func(_ int, l arc) bool { return !set.Has(int(l.to)) }
	if w.r == nil {
		for j := range t.moves {
			if j != i && !slices.ContainsFunc(t.moves[j].arcs, func(l arc) bool { return outside(j, l) }) {
				return false, int(t.moves[j].unit)
			}
		}
		return true, nobody
	}
	w.b.work -= len(w.y) * (len(t.moves) + 1)
	if !w.r.before(t, i, k.from, outside, w.y, w.u) {
		for j := range t.moves {
			if j != i && !slices.ContainsFunc(t.moves[j].arcs, func(l arc) bool {
				return outside(j, l) && w.r.row[k.from].Has(int(l.from))
			}) {
				return false, int(t.moves[j].unit)
			}
		}
		// Each unit has an arc that leaves the set, and no such arcs are compatible with each
		// other. That can change when the set loses a place of any of these units.
		return false, together
	}
	copy(w.free, w.y)
	w.free.AndNot(set)
	for c := range w.n.lost {
		if w.n.lost[c] || moves(t, c) {
			continue
		}
		if !meetsRange(w.free, w.n.first[c], w.n.first[c+1]) {
			return false, c
		}
	}
	return true, nobody
}

// moves reports whether a transition moves unit c.
func moves(t *transition, c int) bool {
	return slices.ContainsFunc(t.moves, func(m move) bool { return int(m.unit) == c })
}

// meetsRange reports whether a set has an element from a to b-1.
func meetsRange(s bitset.Set, a, b place) bool {
	if a >= b {
		return false
	}
	x, z := a>>6, (b-1)>>6
	lo, hi := ^uint64(0)<<(a&63), ^uint64(0)>>(63-(b-1)&63)
	if x == z {
		return s[x]&lo&hi != 0
	}
	if s[x]&lo != 0 || s[z]&hi != 0 {
		return true
	}
	for x++; x < z; x++ {
		if s[x] != 0 {
			return true
		}
	}
	return false
}

// site is one arc of a transition: the numbers of the transition, the move and the arc.
type site struct{ t, move, arc int32 }

// greatest reduces set to the greatest trap that it contains. It returns false if the budget
// is used up. It removes a place while some transition begins there and may escape. No trap
// within the set has such a place: in a smaller set at least as many transitions escape.
//
// As in unit propagation with watched literals, a site is looked at again only when its keeper,
// the unit that keeps the set marked, loses a place.
func (w *trapper) greatest(set bitset.Set) bool {
	watch := make(map[int32][]site) // by unit: sites to look at again when the unit loses a place
	var queue []site
	look := func(s site) {
		t := &w.n.trans[s.t]
		k := t.moves[s.move].arcs[s.arc]
		if !set.Has(int(k.from)) {
			return
		}
		out, keeper := w.escape(set, t, int(s.move), k)
		switch {
		case out:
			set.Remove(int(k.from))
			c := int32(w.n.unit[k.from])
			queue = append(queue, watch[c]...)
			delete(watch, c)
		case keeper == together:
			for _, m := range t.moves {
				watch[m.unit] = append(watch[m.unit], s)
			}
		default:
			watch[int32(keeper)] = append(watch[int32(keeper)], s)
			if !moves(t, keeper) {
				// Which places of the keeper are compatible depends on the arcs that leave the set.
				for j, m := range t.moves {
					if j != int(s.move) {
						watch[m.unit] = append(watch[m.unit], s)
					}
				}
			}
		}
	}
	for p := range set.All {
		for _, t := range w.n.enters[p] {
			i, k := w.n.trans[t].taking(w.n, place(p))
			queue = append(queue, site{t, int32(i), int32(k)})
		}
	}
	for len(queue) > 0 {
		batch := queue
		queue = nil
		for _, s := range batch {
			look(s)
			if w.b.work--; w.b.work < 0 || w.b.stopped() {
				return false
			}
		}
	}
	return true
}

// grow finds a small trap within the trap all that has place p. It begins with p. While some
// transition may escape, it adds the fewest places of all that prevent this. It returns nil
// if the budget is used up.
func (w *trapper) grow(all bitset.Set, p place) bitset.Set {
	set := bitset.New(w.n.places())
	var queue []place
	add := func(q place) {
		if !set.Has(int(q)) {
			set.Add(int(q))
			queue = append(queue, q)
		}
	}
	add(p)
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		for _, id := range w.n.enters[f] {
			t := &w.n.trans[id]
			i, a := t.taking(w.n, f)
			k := t.moves[i].arcs[a]
			if out, _ := w.escape(set, t, i, k); out {
				for _, q := range w.keep(all, set, t, i, k) {
					add(q)
				}
			}
			if w.b.work--; w.b.work < 0 || w.b.stopped() {
				return nil
			}
		}
	}
	return set
}

// keep returns the fewest places of all that, added to set, keep it marked when the i-th unit
// of transition t moves along arc k. It must follow escape with the same arguments, which
// leaves in w.y the places that are compatible with the step.
func (w *trapper) keep(all, set bitset.Set, t *transition, i int, k arc) []place {
	var best []place
	found := false
	try := func(list []place) {
		if !found || len(list) < len(best) {
			best, found = list, true
		}
	}
	if all.Has(int(k.to)) {
		return []place{k.to}
	}
	for j := range t.moves {
		if j == i {
			continue
		}
		var list []place
		inside := true
		for _, l := range t.moves[j].arcs {
			if w.r != nil && !w.r.row[k.from].Has(int(l.from)) || set.Has(int(l.to)) {
				continue
			}
			if inside = all.Has(int(l.to)); !inside {
				break
			}
			if !slices.Contains(list, l.to) {
				list = append(list, l.to)
			}
		}
		if inside {
			try(list)
		}
	}
	if w.r != nil {
		for c := range w.n.lost {
			if w.n.lost[c] || moves(t, c) {
				continue
			}
			var list []place
			inside := true
			for q := w.n.first[c]; q < w.n.first[c+1] && inside; q++ {
				if w.y.Has(int(q)) && !set.Has(int(q)) {
					inside = all.Has(int(q))
					list = append(list, q)
				}
			}
			if inside {
				try(list)
			}
		}
	}
	return best
}

// isTrap reports whether no transition escapes from a set.
func (w *trapper) isTrap(set bitset.Set) bool {
	for p := range set.All {
		for _, id := range w.n.enters[p] {
			t := &w.n.trans[id]
			i, k := t.taking(w.n, place(p))
			if out, _ := w.escape(set, t, i, t.moves[i].arcs[k]); out {
				return false
			}
		}
	}
	return true
}

// taking returns the indices of the move and of the arc of t that begins at place p. There is
// one: the caller found t in enters[p].
func (t *transition) taking(n *net, p place) (i, k int) {
	i = slices.IndexFunc(t.moves, func(m move) bool { return m.unit == n.unit[p] })
	k, _ = slices.BinarySearchFunc(t.moves[i].arcs, p, func(k arc, p place) int { return int(k.from - p) })
	return i, k
}
