package dataflow

import "flavers/bitset"

// wideBuffers is what the wide loop works with.
type wideBuffers struct {
	steps         [wideSteps]wideStep
	tuples, fresh []uint64
	batch         bitset.Set
}

func newWideBuffers(tb *tables) wideBuffers {
	return wideBuffers{tuples: make([]uint64, wideSteps*tb.k), fresh: make([]uint64, tb.w),
		batch: bitset.New(len(tb.classOf))}
}

// receiveWide enters what another worker has sent.
func (x *shard) receiveWide(in []uint64) {
	tb, k, w := x.tb, x.tb.k, x.tb.w
	b := &x.wide
	for len(in) > 0 {
		n := 0
		for n < wideSteps && len(in) > 0 {
			st := &b.steps[n]
			st.class, st.final = int32(in[0]>>1), false
			c := &tb.classes[st.class]
			st.letter, st.next = c.first, c.next
			next := b.tuples[n*k : n*k+k]
			put(next, in[1:1+k])
			part := in[0]&1 != 0
			if in = in[1+k:]; part {
				st.next = bitset.Set(in[:w:w])
				in = in[w:]
			}
			st.hash = hash(next)
			x.tab.touch(st.hash)
			n++
		}
		if bad, why := x.settleWide(b.steps[:n], b.tuples, b.fresh); bad != nil {
			x.out = why
			return
		}
	}
}

// expandWide takes entries further: what falls to this worker is entered, the
// rest is sent.
func (x *shard) expandWide(sent [][]uint64, batch int) {
	tb, wl, k, w := x.tb, x.wl, x.tb.k, x.tb.w
	b := &x.wide
	settle := func(n int) bool {
		bad, why := x.settleWide(b.steps[:n], b.tuples, b.fresh)
		if bad != nil {
			x.out = why
		}
		return bad == nil
	}
	n := 0
	for range batch {
		e := wl.next()
		if e == nil {
			break
		}
		tuple, cand := e[:k], e[k:k+w]
		for word := 0; word < w; {
			if cand[word] == 0 {
				word++
				continue
			}
			st := &b.steps[n]
			x.take(st, cand, word, b.batch)
			next := b.tuples[n*k : n*k+k]
			c := &tb.classes[st.class]
			tb.apply(next, tuple, c)
			st.hash = hash(next)
			to := shardOf(st.hash, len(x.workers))
			if to == x.id {
				x.tab.touch(st.hash)
				if n++; n == wideSteps {
					// The entry that is being taken further stays where it is: pages
					// are given up by next only.
					if n = 0; !settle(wideSteps) {
						return
					}
				}
				continue
			}
			if tb.trapped(next) || st.final && x.badEnd(next) {
				x.out = outcome{verdict: Violated}
				return
			}
			part := &st.next[0] != &c.next[0]
			buf := append(sent[to], uint64(st.class)<<1|uint64(b2i(part)))
			if buf = append(buf, next...); part {
				buf = append(buf, st.next...)
			}
			sent[to] = buf
		}
	}
	settle(n)
}
