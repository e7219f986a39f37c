package dataflow

import "math/bits"

// receiveNarrow enters what another worker has sent. The sender has looked for
// violations.
func (x *shard) receiveNarrow(in []uint64) {
	for len(in) > 0 {
		some := in[:min(len(in), len(x.steps))]
		in = in[len(some):]
		if !x.room(len(x.steps)) {
			return
		}
		n := len(some) / 2
		for i := range n {
			x.prepare(&x.steps[i], some[2*i], int32(some[2*i+1]))
		}
		x.visits -= int64(n) // the sender counts them
		x.settleNarrow(x.narrow, x.steps[:n])
	}
}

// room makes room in the table for n tuples more.
func (x *shard) room(n int) bool {
	for x.tab.tuples+n > x.tab.growAt {
		if !x.makeRoom() {
			x.out = outcome{verdict: Limit, limit: "memory"}
			return false
		}
	}
	return true
}

// prepare makes the step to tuple t by a letter and touches its slot.
func (x *shard) prepare(st *narrowStep, t uint64, letter int32) {
	at := int(mix(t, hashMul)>>x.tab.shift) * 2
	prefetch(&x.tab.slots[at])
	st.tuple, st.slot, st.letter = t, at, letter
}

// expandNarrow takes entries further: what falls to this worker is entered,
// the rest is sent.
func (x *shard) expandNarrow(sent [][]uint64, batch int) {
	tb, nr, wl := x.tb, x.narrow, x.wl
	steps := &x.steps
	for batch > 0 {
		if !x.room(len(steps)) {
			return
		}
		n, taken := 0, 0
		for n < narrowSteps && taken < batch {
			e := wl.next()
			if e == nil {
				batch = taken
				break
			}
			taken++
			tuple := e[0]
			for y := e[1]; y != 0; y &= y - 1 {
				l := bits.TrailingZeros64(y)
				c := &nr.letters[l]
				t := tuple&c.and + c.add
				for i := range c.tabs {
					op := &c.tabs[i]
					t ^= tb.deltas[uint64(op.base)+tuple>>op.shift&op.mask]
				}
				to := shardOf(mix(t, hashMul), len(x.workers))
				if to == x.id {
					x.prepare(&steps[n&127], t, int32(l))
					n++
					continue
				}
				x.visits++
				x.fired[0] |= 1 << l
				if t&nr.trapMask == nr.trapBits || c.final && x.badEnd([]uint64{t}) {
					x.out = outcome{verdict: Violated}
					return
				}
				sent[to] = append(sent[to], t, uint64(l))
			}
		}
		batch -= taken
		if bad, _ := x.settleNarrow(nr, steps[:n]); bad != nil {
			x.out = outcome{verdict: Violated}
			return
		}
	}
}
