package deadlock

import (
	"math/bits"

	"flavers/bitset"
)

// This file keeps a symmetric bit matrix symmetric at low cost. A transition adds many pairs (p, q) with
// the same p. These are bits of one row, and a few words of memory. The mirrored bits (q, p) are in as
// many rows as there are q, each in a word of memory of its own. So the mirrored bits are set later:
// additions to the rows of 64 neighbouring places are collected, and transposed in blocks of 64 by 64
// bits, so that one word of row q gets all its new bits at once.

// maxLate is how many rows are collected at most, so that they fit into a cache.
const maxLate = 512

// mirror holds the pairs (p, q) that row p has and row q will have.
type mirror struct {
	blocks map[int]*[64]bitset.Set // by p/64, then p%64: the set of the q, or nil
	order  []int                   // the keys of blocks, in the order in which they were made
	rows   int                     // how many sets are not nil
}

// of returns the set of the q for place p. The caller adds to it.
func (m *mirror) of(w *pairWork, p place) bitset.Set {
	if m.rows == maxLate {
		m.flush(w)
	}
	if m.blocks == nil {
		m.blocks = map[int]*[64]bitset.Set{}
	}
	k := int(p >> 6)
	block := m.blocks[k]
	if block == nil {
		block = new([64]bitset.Set)
		m.blocks[k] = block
		m.order = append(m.order, k)
	}
	if block[p&63] == nil {
		block[p&63] = bitset.New(w.n.places())
		m.rows++
	}
	return block[p&63]
}

// flush adds all mirrored pairs to the rows of w, and forgets them.
func (m *mirror) flush(w *pairWork) {
	var bit [64]uint64
	for _, k := range m.order {
		block := m.blocks[k]
		for x := range bitset.Words(w.n.places()) {
			some := uint64(0)
			for i, row := range block {
				if bit[i] = 0; row != nil {
					bit[i] = row[x]
					some |= row[x]
				}
			}
			if some == 0 {
				continue
			}
			transpose(&bit)
			for ; some != 0; some &= some - 1 {
				i := bits.TrailingZeros64(some)
				q := place(x<<6 + i)
				if word := &w.row[q][k]; bit[i]&^*word != 0 {
					*word |= bit[i]
					w.changed(q)
				}
			}
		}
	}
	*m = mirror{}
}

// transpose makes bit j of word i bit i of word j, by exchanging ever smaller quarters.
// (H. S. Warren, Hacker's Delight, section 7-3; bits are counted from the lowest here.)
func transpose(a *[64]uint64) {
	mask := uint64(1<<32 - 1)
	for j := 32; j != 0; j >>= 1 {
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			t := (a[k]>>j ^ a[k+j]) & mask
			a[k] ^= t << j
			a[k+j] ^= t
		}
		mask ^= mask << (j >> 1)
	}
}
