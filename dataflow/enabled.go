package dataflow

import (
	"math/bits"
	"slices"

	"flavers/bitset"
	"flavers/limit"
)

// This file makes the rows of enabled letters: for each group of fields and
// each of its codes, the letters that no automaton of the group rejects. The
// letters that a tuple enables are the intersection of one row per group.

// enable fills rowGroups, index and rows.
func (tb *tables) enable(c *functions) {
	byMonitor := make([][]int32, len(tb.p.Monitors)) // functions that reject somewhere
	masks := make([]bitset.Set, len(c.list))         // their letters, where these are many
	for id := range c.list {
		f := &c.list[id]
		if !slices.ContainsFunc(f.to, func(s int32) bool { return s < 0 }) {
			continue
		}
		byMonitor[f.monitor] = append(byMonitor[f.monitor], int32(id))
		if len(f.letters) > tb.w {
			masks[id] = bitset.New(len(tb.p.Letters))
			for _, l := range f.letters {
				masks[id].Add(int(l))
			}
		}
	}
	pool := rowPool{poll: tb.poll, w: tb.w, byHash: map[uint64][]uint32{}}
	all := bitset.New(len(tb.p.Letters))
	for l := range tb.p.Letters {
		all.Add(l)
	}
	row := bitset.New(len(tb.p.Letters))
	// allow sets row to the letters that monitor m does not reject in state s.
	allow := func(m int32, s int) {
		tb.poll.Look()
		copy(row, all)
		for _, id := range byMonitor[m] {
			switch fn := &c.list[id]; {
			case fn.to[s] >= 0:
			case masks[id] != nil:
				row.AndNot(masks[id])
			default:
				for _, l := range fn.letters {
					row.Remove(int(l))
				}
			}
		}
	}
	for _, g := range tb.lay.groups {
		tb.rowGroups = append(tb.rowGroups, rowGroup{word: int(g.word), shift: g.shift, mask: 1<<g.bits - 1,
			base: uint32(len(tb.index))})
		if len(g.monitors) == 1 { // may be wide: a row for each state, not for each code
			for s := range tb.p.Monitors[g.monitors[0]].States {
				allow(g.monitors[0], s)
				tb.index = append(tb.index, pool.add(row))
			}
			continue
		}
		// Field by field, lowest first: the rows of all codes of the fields so far.
		rows := []uint64(slices.Clone(all))
		for _, m := range g.monitors {
			tb.poll.Reserve(8 * int64(len(rows)) << tb.lay.fields[m].bits)
			more := make([]uint64, len(rows)<<tb.lay.fields[m].bits)
			for s := range tb.p.Monitors[m].States { // codes that are no state stay empty
				allow(m, s)
				part := more[s*len(rows) : (s+1)*len(rows)]
				copy(part, rows)
				for ; len(part) > 0; part = part[tb.w:] {
					bitset.Set(part[:tb.w]).And(row)
				}
			}
			rows = more
		}
		for ; len(rows) > 0; rows = rows[tb.w:] {
			tb.index = append(tb.index, pool.add(rows[:tb.w]))
		}
	}
	tb.rows = pool.rows
}

// rowPool keeps each different row once.
type rowPool struct {
	poll   *limit.Poll
	w      int
	rows   []uint64
	byHash map[uint64][]uint32
}

// add returns where a row equal to row begins.
func (p *rowPool) add(row []uint64) uint32 {
	key := uint64(len(row))
	for _, x := range row {
		key = mix(key^x, hashMul)
	}
	for _, at := range p.byHash[key] {
		if slices.Equal(p.rows[at:int(at)+p.w], row) {
			return at
		}
	}
	at := uint32(len(p.rows))
	if len(p.rows)+len(row) > cap(p.rows) {
		grown := len(p.rows) + len(p.rows)/4 + 64*len(row)
		p.poll.Reserve(8 * int64(grown))
		p.rows = slices.Grow(p.rows, grown-len(p.rows))
	}
	p.rows = append(p.rows, row...)
	p.byHash[key] = append(p.byHash[key], at)
	return at
}

// enabled intersects dst with the letters that t enables.
func (tb *tables) enabled(dst, t []uint64) {
	for i := range tb.rowGroups {
		g := &tb.rowGroups[i]
		at := tb.index[uint64(g.base)+t[g.word]>>g.shift&g.mask]
		for j, x := range tb.rows[at : int(at)+len(dst)] {
			dst[j] &= x
		}
	}
}

// nextBit returns the first position i, from <= i < n, where s ^ flip has a one; n if there is none.
func nextBit(s bitset.Set, from, n int, flip uint64) int {
	if from >= n {
		return n
	}
	i := from >> 6
	w := (s[i] ^ flip) >> (from & 63) << (from & 63)
	for w == 0 {
		i++
		if i<<6 >= n {
			return n
		}
		w = s[i] ^ flip
	}
	return min(i<<6+bits.TrailingZeros64(w), n)
}
