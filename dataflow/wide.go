package dataflow

import (
	"math/bits"

	"flavers/bitset"
)

// This file is the general inner loop: tuples and sets of letters of any
// number of words, letters executed by classes.

// wideSteps is how many steps are under way at a time.
const wideSteps = 16

// wideStep is a class of letters under way. The tuple that it leads to is kept
// apart.
type wideStep struct {
	hash   uint64
	next   bitset.Set // what can follow
	union  bitset.Set // memory for next where it is not the class's
	from   int64      // number of the push that is taken further
	letter int32      // the lowest
	class  int32
	final  bool // one of the letters is at a final node
}

func (s *search) runWide() outcome {
	tb, tab, wl := s.tb, s.tab, s.wl
	k, w := tb.k, tb.w
	depth, ranked := wl.order == DFS, wl.order == RPO
	ahead := wideSteps
	if depth {
		ahead = 1
	}
	b := newWideBuffers(tb)
	steps, tuples := &b.steps, b.tuples
	from := int64(-1) // BFS: entries are taken in the order of their pushes
	var e []uint64    // the entry being taken further, from word on; or nil
	word := 0
	for {
		if limit := s.stop(); limit != "" {
			if limit == sharedOut && e != nil {
				put(wl.push(0), e) // what is left of it
			}
			return outcome{verdict: Limit, limit: limit}
		}
		// Steps are made and their slots touched before the first one is
		// finished, so that the misses overlap. In BFS this changes nothing, since
		// what they push would have been taken later anyway.
		n := 0
		for n < ahead {
			if e == nil {
				if e = wl.next(); e == nil {
					break
				}
				word = 0
				if from++; ranked {
					from = int64(e[len(e)-1])
				}
			}
			tuple, cand := e[:k], e[k:k+w]
			for word < w && cand[word] == 0 {
				word++
			}
			if word == w {
				e = nil
				continue
			}
			st := &steps[n]
			s.take(st, cand, word, b.batch)
			st.from = from
			next := tuples[n*k : n*k+k]
			tb.apply(next, tuple, &tb.classes[st.class])
			st.hash = hash(next)
			tab.touch(st.hash)
			n++
			if depth {
				e[len(e)-1] = uint64(st.class)
				e = nil // what it pushes goes first
			}
		}
		if n == 0 {
			return outcome{verdict: Holds}
		}
		if bad, what := s.settleWide(steps[:n], tuples, b.fresh); bad != nil {
			return outcome{verdict: what.verdict, limit: what.limit, from: bad.from, class: bad.class, atEnd: what.atEnd}
		}
	}
}

// settleWide finishes steps: it enters where they lead, tuples, into the table
// and the worklist. It returns the step at which the search ends, or nil, and
// why it does.
func (s *search) settleWide(steps []wideStep, tuples, fresh []uint64) (*wideStep, outcome) {
	tb, tab, wl := s.tb, s.tab, s.wl
	k := tb.k
	for i := range steps {
		if tab.inline {
			break
		}
		tab.touchRecord(steps[i].hash)
	}
	for i := range steps {
		st := &steps[i]
		next := tuples[i*k : i*k+k]
		if tb.trapped(next) {
			return st, outcome{verdict: Violated}
		}
		if st.final && s.badEnd(next) {
			return st, outcome{verdict: Violated, atEnd: true}
		}
		if tab.tuples >= tab.growAt && !s.makeRoom() {
			return st, outcome{verdict: Limit, limit: "memory"}
		}
		cover := tab.find(next, st.hash)[k:]
		if !arrive(fresh, cover, st.next) || !tb.enabledSome(fresh, next) {
			continue
		}
		to := wl.push(tb.p.Letters[st.letter].Node)
		put(to, next)
		put(to[k:], fresh)
		if s.log != nil {
			if wl.order == RPO {
				to[len(to)-1] = uint64(s.log.pushes)
			}
			s.log.add(st.from, st.class)
		}
	}
	return nil, outcome{}
}

// take moves the lowest letter in cand, which is in the given word, with all
// others of its class from cand to the step st, and counts them.
func (s *search) take(st *wideStep, cand []uint64, word int, batch bitset.Set) {
	tb := s.tb
	l := word<<6 + bits.TrailingZeros64(cand[word])
	st.letter, st.class = int32(l), tb.classOf[l]
	c := &tb.classes[st.class]
	st.next = c.next
	if c.letters == nil {
		cand[word] &= cand[word] - 1
		s.fired[word] |= 1 << (l & 63)
		s.visits++
		st.final = tb.final[word]>>(l&63)&1 != 0
		return
	}
	copy(batch, c.letters)
	batch.And(cand)
	bitset.Set(cand).AndNot(batch)
	s.fired.Or(batch)
	n := batch.Count()
	s.visits += int64(n)
	st.final = batch.Meets(tb.final)
	if n == c.size {
		return
	}
	if st.union == nil {
		st.union = bitset.New(len(tb.classOf))
	}
	clear(st.union)
	for l := range batch.All {
		st.union.Or(tb.succ.Row(int(tb.p.Letters[l].Node)))
	}
	st.next = st.union
}

// put copies a few words.
func put(to, from []uint64) {
	to = to[:len(from)]
	for i, x := range from {
		to[i] = x
	}
}

// arrive sets fresh to what of row is not yet in cover, adds it to cover, and
// reports whether there is any.
func arrive(fresh, cover, row []uint64) bool {
	var some uint64
	fresh, cover = fresh[:len(row)], cover[:len(row)]
	for i, x := range row {
		x &^= cover[i]
		fresh[i] = x
		cover[i] |= x
		some |= x
	}
	return some != 0
}

// apply sets next to what class c makes of tuple.
func (tb *tables) apply(next, tuple []uint64, c *class) {
	put(next, tuple)
	for i := range c.masks {
		op := &c.masks[i]
		next[op.word] = next[op.word]&op.and + op.add
	}
	for i := range c.tabs {
		op := &c.tabs[i]
		next[op.word] ^= tb.deltas[uint64(op.base)+tuple[op.word]>>op.shift&op.mask]
	}
}

// enabledSome intersects dst with what t enables and reports whether anything is
// left.
func (tb *tables) enabledSome(dst, t []uint64) bool {
	tb.enabled(dst, t)
	return !bitset.Set(dst).Empty()
}

// badEnd takes note of the arrival of t at a node that F follows, and tells
// whether it is a violation.
func (s *search) badEnd(t []uint64) bool {
	ok := s.tb.propertyAccepts(t)
	if ok && s.finalReached || !s.tb.accepts(t) {
		return false
	}
	s.finalReached = true
	return !ok
}
