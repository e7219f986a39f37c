package deadlock

import (
	"slices"

	"flavers/bitset"
)

// Traps. A set of places is a trap if no transition, taken in a state that the
// pairs allow, takes a place from it and leaves none of it marked. A trap that
// the start marks is marked in every state.
//
// A transition leaves the set marked for one of three reasons, seen from an arc
// that takes place f of the set:
//
//   - the arc leads to a place of the set;
//   - another component that the transition moves has only arcs that lead into
//     the set, of those that are compatible with f;
//   - a component that it does not move has only places of the set, of those
//     that are compatible with the places taken.
//
// The third one needs the pairs and makes the traps more than those of nets.

// trapper finds traps.
type trapper struct {
	n    *net
	r    *pairs // nil: every two places are compatible
	y, u bitset.Set
	free bitset.Set // scratch
	b    *budget
}

func newTrapper(n *net, r *pairs, b *budget) *trapper {
	k := n.places()
	return &trapper{n: n, r: r, y: bitset.New(k), u: bitset.New(k), free: bitset.New(k), b: b}
}

// nobody is the component that keeps a trap marked where none does.
const nobody = -1

// escape reports whether a transition may take place f, by arc k of its i-th
// component, from a set and leave none of it marked. If not, keeper is a
// component that keeps it marked, or nobody if the step is not possible.
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
		// Two or more together. What they need can only shrink, and grows again
		// with any place that one of them loses: watch all of them.
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

// together stands for all components that the transition moves.
const together = -2

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

// site is one arc of a transition.
type site struct{ t, move, arc int32 }

// greatest makes set, in place, the greatest trap in it; false: out of budget.
// Places are removed while some transition takes them and may leave none marked;
// whatever is removed is in no trap within the set, as removing places makes
// more steps escape and never fewer.
func (w *trapper) greatest(set bitset.Set) bool {
	watch := make(map[int32][]site) // by component: arcs that it keeps
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
				// What may be marked beside depends on the arcs that lead outside.
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

// grow finds a small trap in the trap all that holds place p: while a step may
// escape, the fewest places of all that keep it are added. nil: out of budget.
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

// keep lists the fewest places of all that, added to set, keep it marked when
// the transition takes k. After escape: w.y holds what is compatible.
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

// isTrap reports whether no step takes a place from a set and leaves none of it
// marked.
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

// taking finds the move and the arc that take a place of a transition's domain.
func (t *transition) taking(n *net, p place) (i, k int) {
	i = slices.IndexFunc(t.moves, func(m move) bool { return m.unit == n.unit[p] })
	k, _ = slices.BinarySearchFunc(t.moves[i].arcs, p, func(k arc, p place) int { return int(k.from - p) })
	return i, k
}
