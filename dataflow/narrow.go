package dataflow

import "math/bits"

// This file is the inner loop for problems whose tuples fit one word and whose
// letters fit another: the same as runWide, written for that case.

// narrowLetter is all that the loop needs of a letter.
type narrowLetter struct {
	and, add uint64
	next     uint64 // the letters that can follow
	tabs     []tabOp
	final    bool
}

// narrowGroup is a rowGroup whose rows are looked up directly.
type narrowGroup struct {
	rows  []uint64
	shift uint8
	mask  uint64
}

// narrowSteps is how many steps are under way at a time: at least, since all
// letters of an entry are taken at once.
const narrowSteps = 32

// narrowStep is a letter under way: where it leads, and the slot to look at.
type narrowStep struct {
	tuple  uint64
	from   int64 // number of the push that is taken further
	slot   int
	letter int32
}

// narrow is the tables as this loop reads them.
type narrow struct {
	letters            [64]narrowLetter
	groups             []narrowGroup
	trapMask, trapBits uint64
}

func newNarrow(tb *tables) *narrow {
	c := &narrow{groups: make([]narrowGroup, len(tb.rowGroups)), trapMask: tb.trapMask, trapBits: tb.trapBits}
	for l, k := range tb.classOf {
		c.letters[l] = narrowLetter{and: ^uint64(0), next: tb.succ.Row(int(tb.p.Letters[l].Node))[0],
			tabs: tb.classes[k].tabs, final: tb.final.Has(l)}
		for _, op := range tb.classes[k].masks {
			c.letters[l].and, c.letters[l].add = op.and, op.add
		}
	}
	for i, g := range tb.rowGroups {
		end := len(tb.index)
		if i+1 < len(c.groups) {
			end = int(tb.rowGroups[i+1].base)
		}
		c.groups[i] = narrowGroup{shift: g.shift, mask: g.mask, rows: make([]uint64, end-int(g.base))}
		for code, at := range tb.index[g.base:end] {
			c.groups[i].rows[code] = tb.rows[at]
		}
	}
	if c.trapMask == 0 {
		c.trapBits = 1
	}
	return c
}

func (s *search) runNarrow() outcome {
	tb, tab, wl, nr := s.tb, s.tab, s.wl, newNarrow(s.tb)
	depth, ranked := wl.order == DFS, wl.order == RPO
	ahead := narrowSteps
	if depth {
		ahead = 1
	}
	var steps [128]narrowStep
	from := int64(-1) // BFS: entries are taken in the order of their pushes
	for {
		if limit := s.stop(); limit != "" {
			return outcome{verdict: Limit, limit: limit}
		}
		if tab.tuples+len(steps) > tab.growAt && !s.makeRoom() {
			return outcome{verdict: Limit, limit: "memory"}
		}
		slots, shift := tab.slots, tab.shift
		// Steps are made and their slots touched before the first one is
		// finished, so that the misses overlap. In BFS this changes nothing, since
		// what they push would have been taken later anyway.
		n := 0
		for n < ahead {
			e := wl.next()
			if e == nil {
				break
			}
			tuple, cand := e[0], e[1]
			if from++; ranked {
				from = int64(e[2])
			} else if depth { // one letter; what it pushes goes first
				e[1] = cand & (cand - 1)
				cand &= -cand
				e[2] = uint64(tb.classOf[bits.TrailingZeros64(cand)])
			}
			for x := cand; x != 0; x &= x - 1 {
				l := bits.TrailingZeros64(x)
				c := &nr.letters[l]
				t := tuple&c.and + c.add
				for i := range c.tabs {
					op := &c.tabs[i]
					t ^= tb.deltas[uint64(op.base)+tuple>>op.shift&op.mask]
				}
				at := int(mix(t, hashMul)>>shift) * 2
				st := &steps[n&127]
				prefetch(&slots[at])
				st.tuple, st.slot, st.letter, st.from = t, at, int32(l), from
				n++
			}
		}
		if n == 0 {
			return outcome{verdict: Holds}
		}
		if bad, atEnd := s.settleNarrow(nr, steps[:n]); bad != nil {
			return outcome{verdict: Violated, from: bad.from, class: tb.classOf[bad.letter], atEnd: atEnd}
		}
	}
}

// settleNarrow finishes steps: it enters where they lead into the table and
// the worklist. There is room for all of them. It returns the first one that
// violates, or nil, and whether that does by being the end.
func (s *search) settleNarrow(nr *narrow, steps []narrowStep) (bad *narrowStep, atEnd bool) {
	tb, tab, wl := s.tb, s.tab, s.wl
	ranked := wl.order == RPO
	slots := tab.slots
	last := len(slots) - 2
	for i := range steps {
		st := &steps[i]
		t := st.tuple
		c := &nr.letters[st.letter&63]
		s.visits++
		s.fired[0] |= 1 << (st.letter & 63)
		if t&nr.trapMask == nr.trapBits {
			return st, false
		}
		if c.final && s.badEnd([]uint64{t}) {
			return st, true
		}
		at := st.slot
		key := slots[at]
		for key != t && key != 0 {
			if at += 2; at > last {
				at = 0
			}
			key = slots[at]
		}
		if key == 0 {
			slots[at] = t
			tab.tuples++
		}
		fresh := c.next &^ slots[at+1]
		if fresh == 0 {
			continue
		}
		slots[at+1] |= fresh
		for i := range nr.groups {
			g := &nr.groups[i]
			fresh &= g.rows[t>>g.shift&g.mask]
		}
		if fresh == 0 {
			continue
		}
		to := wl.push(tb.p.Letters[st.letter].Node)
		to[0], to[1] = t, fresh
		if s.log != nil {
			if ranked {
				to[2] = uint64(s.log.pushes)
			}
			s.log.add(st.from, tb.classOf[st.letter])
		}
	}
	return nil, false
}
