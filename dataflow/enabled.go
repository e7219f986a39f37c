package dataflow

import (
	"hash/maphash"
	"math/bits"
	"slices"

	"flavers/internal/bitset"
)

// This file makes the rows of enabled letters: for each group of fields and
// each of its codes, the letters that no automaton of the group rejects. The
// letters that a tuple enables are the intersection of one row per group.

// enable fills rowGroups, index and rows.
func (tb *tables) enable(c *tos) {
	byMonitor := make([][]int32, len(tb.p.Monitors)) // functions that reject somewhere
	for id := range c.fns {
		if f := &c.fns[id]; slices.ContainsFunc(f.to, func(s int32) bool { return s < 0 }) {
			byMonitor[f.monitor] = append(byMonitor[f.monitor], int32(id))
		}
	}
	pool := rowPool{w: tb.w, seed: maphash.MakeSeed(), like: map[uint64][]uint32{}}
	row, all := bitset.New(len(tb.p.Letters)), bitset.New(len(tb.p.Letters))
	for l := range tb.p.Letters {
		all.Add(l)
	}
	for _, g := range tb.lay.groups {
		rg := rowGroup{word: int(g.word), shift: g.shift, mask: 1<<g.bits - 1, base: uint32(len(tb.index))}
		codes := 1 << g.bits
		if len(g.monitors) == 1 { // may be wide: no rows for codes that are no states
			codes = tb.p.Monitors[g.monitors[0]].States
		}
		for code := range codes {
			copy(row, all)
			for _, m := range g.monitors {
				f := tb.lay.fields[m]
				s := code >> (f.shift - g.shift) & (1<<f.bits - 1)
				if s >= tb.p.Monitors[m].States {
					clear(row)
					break
				}
				for _, id := range byMonitor[m] {
					if fn := &c.fns[id]; fn.to[s] < 0 {
						for _, l := range fn.letters {
							row.Remove(int(l))
						}
					}
				}
			}
			tb.index = append(tb.index, pool.add(row))
		}
		tb.rowGroups = append(tb.rowGroups, rg)
	}
	tb.rows = pool.rows
}

// rowPool keeps each different row once.
type rowPool struct {
	w    int
	rows []uint64
	seed maphash.Seed
	like map[uint64][]uint32
}

// add is where a row equal to row begins.
func (p *rowPool) add(row []uint64) uint32 {
	key := uint64(len(row))
	for _, x := range row {
		key = mix(key^x, hashMul)
	}
	for _, at := range p.like[key] {
		if slices.Equal(p.rows[at:int(at)+p.w], row) {
			return at
		}
	}
	at := uint32(len(p.rows))
	p.rows = append(p.rows, row...)
	p.like[key] = append(p.like[key], at)
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

// nextBit is the first position i, from <= i < n, where s ^ flip has a one; n
// if there is none.
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
