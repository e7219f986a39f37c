package deadlock

import (
	"slices"

	"flavers/bitset"
	"flavers/cfg"
	"flavers/mip"
)

// This file computes which two places may be marked in the same state. With a lock l and a
// task t, the places "t holds l" and "t stands before lock l" are no pair. The relation is
// the least one that has all pairs of the initial state and is closed under transitions: if
// the places where a transition begins are compatible, so are those to which it leads, with
// each other and with every place that was compatible with all of them. Pairs of positions
// that mip.Relation excludes are never added. It is computed with a worklist of transitions.
//
// May err towards: more pairs.

// maxCross bounds how many arcs of a unit are combined with the other units of a
// transition. Of a unit with more arcs, every place counts as compatible with the others.
const maxCross = 64

// pairs is the relation, as a symmetric matrix.
type pairs struct {
	n   *net
	row []bitset.Set // by place p: the places that may be marked together with p; p itself if it may be marked at all
}

// allowed returns the pairs that mip.Relation allows, as a symmetric matrix. Two positions are
// a pair if the points may be occupied at the same time; all other places of different units
// are pairs. It returns nil if the context of the budget has ended.
func (n *net) allowed(rel *mip.Relation, b *budget) []bitset.Set {
	places := n.places()
	words := bitset.Words(places)
	rows := make([]bitset.Set, places)
	all := make([]uint64, words*places)
	with := make([][]place, len(n.m.P.Points)) // by point: the places that include it
	data := bitset.New(places)                 // the places that include no point
	for i := range rows {
		rows[i] = all[i*words : (i+1)*words : (i+1)*words]
		if q := n.point(place(i)); q != cfg.None {
			with[q] = append(with[q], place(i))
		} else {
			data.Add(i)
		}
	}
	reached := slices.Clone(data)
	for q, list := range with {
		if rel.Reachable(cfg.PointID(q)) {
			for _, p := range list {
				reached.Add(int(p))
			}
		}
	}
	// Points of a class have the same row but for themselves. By class: the first place of it, whose row is copied.
	like := map[int]place{}
	for i, row := range rows {
		if b.stop() {
			return nil
		}
		p := place(i)
		if !reached.Has(i) {
			continue
		}
		if q := n.point(p); q == cfg.None {
			copy(row, reached)
		} else {
			if k, known := like[rel.Class(q)]; known { // of the same task, so of the same unit
				copy(row, rows[k])
				row.Remove(int(k))
				row.Add(i)
				continue
			}
			like[rel.Class(q)] = p
			copy(row, data)
			for r := range rel.Row(q).All {
				for _, k := range with[r] {
					row.Add(int(k))
				}
			}
		}
		from, to := int(n.first[n.unit[p]]), int(n.first[n.unit[p]+1])
		removeRange(row, from, to)
		row.Add(i)
	}
	return rows
}

// removeRange removes the elements from, from+1, ..., to-1 of a set.
func removeRange(s bitset.Set, from, to int) {
	for k := from; k < to; k++ {
		if k&63 == 0 && k+64 <= to {
			s[k>>6] = 0
			k += 63
		} else {
			s.Remove(k)
		}
	}
}

// newPairs computes the relation. It returns nil if the budget is used up, or the relation
// would take too much memory.
func newPairs(n *net, rel *mip.Relation, b *budget) *pairs {
	places := n.places()
	words := bitset.Words(places)
	if 2*places*words > b.lim.Words {
		return nil
	}
	all := make([]uint64, words*places)
	r := &pairs{n: n, row: make([]bitset.Set, places)}
	for i := range r.row {
		r.row[i] = all[i*words : (i+1)*words : (i+1)*words]
	}
	w := newPairWork(r, rel, b)
	if w == nil {
		return nil
	}
	w.begin()
	for t := range n.trans {
		w.enqueue(int32(t))
	}
	for len(w.queue) > 0 {
		batch := w.queue
		w.queue = nil
		for _, t := range batch {
			w.queued[t] = false
			w.visit(&n.trans[t])
			if b.work -= w.work; b.work < 0 || b.stopped() {
				return nil
			}
			w.work = 0
		}
		w.late.flush(w)
	}
	return r
}

// closed reports whether the relation is an invariant: it is symmetric, has the pairs of the
// initial state, and no transition leads out of it but to pairs that mip.Relation excludes.
func (r *pairs) closed(rel *mip.Relation) bool {
	w := newPairWork(r, rel, unlimited())
	w.frozen = true
	w.begin()
	for t := range r.n.trans {
		w.visit(&r.n.trans[t])
	}
	for p, row := range r.row {
		for q := range row.All {
			if !r.row[q].Has(p) || p != q && r.n.unit[p] == r.n.unit[q] {
				return false
			}
		}
		if row.Has(p) {
			w.anything(place(p))
		}
	}
	return !w.grew
}

// pairWork is the computation of the relation in progress.
type pairWork struct {
	*pairs
	may    []bitset.Set // the pairs that are allowed
	queue  []int32      // transitions that may lead to new pairs
	queued []bool       // by transition: it is in queue
	y, u   bitset.Set   // results and scratch of before
	late   mirror       // pairs (p, q) that row p has, and row q does not have yet
	work   int          // words of sets that were looked at since the budget was charged
	frozen bool         // add nothing; only set grew if something would be added
	grew   bool         // something was, or would be, added
}

// newPairWork prepares the computation. It returns nil if the context of the budget has ended.
func newPairWork(r *pairs, rel *mip.Relation, b *budget) *pairWork {
	k, may := r.n.places(), r.n.allowed(rel, b)
	if may == nil && k > 0 {
		return nil
	}
	return &pairWork{pairs: r, may: may, queued: make([]bool, len(r.n.trans)), y: bitset.New(k), u: bitset.New(k)}
}

// begin adds the pairs of the initial state. Places of lost units are compatible with all.
func (w *pairWork) begin() {
	for _, p := range w.n.start {
		if w.n.lost[w.n.unit[p]] {
			continue
		}
		w.add(p, p)
		for _, q := range w.n.start {
			if !w.n.lost[w.n.unit[q]] {
				w.add(p, q)
			}
		}
	}
	for u, lost := range w.n.lost {
		for p := w.n.first[u]; lost && p < w.n.first[u+1]; p++ {
			w.add(p, p)
			w.anything(p)
		}
	}
}

// anything adds the pairs of place p with every place of a lost unit.
func (w *pairWork) anything(p place) {
	for u, lost := range w.n.lost {
		for k := w.n.first[u]; lost && k < w.n.first[u+1]; k++ {
			w.add(p, k)
		}
	}
}

// enqueue adds a transition to the queue, once.
func (w *pairWork) enqueue(t int32) {
	if !w.queued[t] {
		w.queued[t] = true
		w.queue = append(w.queue, t)
	}
}

// changed enqueues the transitions that may begin at a place whose row has grown.
func (w *pairWork) changed(p place) {
	for _, t := range w.n.enters[p] {
		w.enqueue(t)
	}
}

// add adds the pair (p, q), if it is allowed and not known.
func (w *pairWork) add(p, q place) {
	if p != q && w.n.unit[p] == w.n.unit[q] || w.row[p].Has(int(q)) || !w.may[p].Has(int(q)) {
		return
	}
	w.grew = true
	if w.frozen {
		return
	}
	w.row[p].Add(int(q))
	w.row[q].Add(int(p))
	w.changed(p)
	if p != q {
		w.changed(q)
		return
	}
	w.anything(p)
}

// visit adds the pairs to which one transition leads, arc by arc.
func (w *pairWork) visit(t *transition) {
	for i := range t.moves {
		for _, k := range t.moves[i].arcs {
			if !w.row[k.from].Has(int(k.from)) || !w.context(t, i, k.from) {
				continue
			}

			// The place to which the arc leads, with those to which the arcs of other units lead.
			w.add(k.to, k.to)
			for j := range t.moves {
				if j == i {
					continue
				}
				for _, l := range t.moves[j].arcs {
					if w.y.Has(int(l.from)) {
						w.add(k.to, l.to)
					}
				}
				w.work += len(t.moves[j].arcs)
			}
			if k.from == k.to {
				continue
			}

			// And with the places of units that the transition does not move.
			for j := range t.moves {
				u := t.moves[j].unit
				removeRange(w.y, int(w.n.first[u]), int(w.n.first[u+1]))
			}
			w.beside(k.to)
			w.work += len(w.y)
		}
	}
}

// beside adds the pairs of place p with the places in y. All these places are known to be
// markable, so only the rows change. That of p changes now, and the others later (mirror).
func (w *pairWork) beside(p place) {
	row, may := w.row[p], w.may[p]
	var fresh bitset.Set
	for x := range w.y {
		if more := w.y[x] &^ row[x] & may[x]; more != 0 {
			if w.grew = true; w.frozen {
				return
			}
			if fresh == nil {
				fresh = w.late.of(w, p)
			}
			row[x] |= more
			fresh[x] |= more
		}
	}
	if fresh != nil {
		w.changed(p)
	}
}

// context calls before without a restriction of arcs, with y and u of w.
func (w *pairWork) context(t *transition, i int, f place) bool {
	w.work += len(w.y) * len(t.moves)
	return w.pairs.before(t, i, f, func(int, arc) bool { return true }, w.y, w.u)
}

// before puts into y the places that may be marked in a state in which transition t is
// possible, its i-th unit marks place f, and its other units move along arcs for which use
// is true. It returns false if the pairs show that there is no such state. u is scratch.
//
// May err towards: more places.
func (r *pairs) before(t *transition, i int, f place, use func(j int, k arc) bool, y, u bitset.Set) bool {
	copy(y, r.row[f])
	for j := range t.moves {
		if j == i {
			continue
		}
		arcs := t.moves[j].arcs
		some := false
		if len(arcs) > maxCross {
			for _, k := range arcs {
				if r.row[f].Has(int(k.from)) && use(j, k) {
					some = true
					break
				}
			}
		} else if len(arcs) == 1 {
			if some = r.row[f].Has(int(arcs[0].from)) && use(j, arcs[0]); some {
				y.And(r.row[arcs[0].from])
			}
		} else {
			clear(u)
			for _, k := range arcs {
				if r.row[f].Has(int(k.from)) && use(j, k) {
					some = true
					for x, word := range r.row[k.from] {
						u[x] |= word
					}
				}
			}
			y.And(u)
		}
		if !some {
			return false
		}
	}
	// Each unit that is moved must have a place that is compatible with all others.
	for j := range t.moves {
		if j == i {
			continue
		}
		fits := false
		for _, k := range t.moves[j].arcs {
			if y.Has(int(k.from)) && use(j, k) {
				fits = true
				break
			}
		}
		if !fits {
			return false
		}
	}
	return true
}
