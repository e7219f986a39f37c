package dataflow

import (
	"math/bits"
	"slices"
)

// This file packs the states of the automata into machine words. Three automata
// A, B and C have 5, 4 and 2 states, and C never rejects. They take 3, 2 and 1 bits
// of one word:
//
//	bit 63    bits 6..62    bit 5    bits 3..4    bits 0..2
//	1, used   0             C        B            A
//
// A and B are one group: their five bits are looked up together, in a table of
// 32 rows, for the letters that both of them allow. C belongs to no group.

// slotUsed is always set in word 0 of a packed tuple, so that no tuple looks
// like an empty slot of the table.
const slotUsed = 1 << 63

// groupBits is how many bits of a tuple select one row of enabled letters:
// 256 rows fit a small cache, and nine or more bits rarely halve the lookups.
const groupBits = 8

// field is where the state of one automaton is: bits bits of word word, from
// bit shift up. An automaton with one state has no bits.
type field struct {
	word  int32
	shift uint8
	bits  uint8
}

// mask has the field's bits set, in place.
func (f field) mask() uint64 { return (1<<f.bits - 1) << f.shift }

// get returns the state that the packed tuple t holds.
func (f field) get(t []uint64) int32 {
	return int32(t[f.word] >> f.shift & (1<<f.bits - 1))
}

// group is a run of neighbouring fields of one word that are looked up together.
// It is at most groupBits wide, unless it is a single wider field.
type group struct {
	monitors []int32 // ascending by shift
	word     int32   // where the run is: bits bits of this word, from bit shift up
	shift    uint8
	bits     uint8
}

// layout is the packing of a Problem's tuples.
type layout struct {
	words  int      // words per tuple, at least 1
	fields []field  // by monitor
	groups []group  // every monitor that can reject is in one of them
	start  []uint64 // the packed tuple of all start states
}

// newLayout packs the monitors; rejects tells which of them can reject. Those
// come first in each word, so that the others do not lie between the fields of a
// group. No field straddles two words.
func newLayout(p *Problem, rejects []bool) *layout {
	order := make([]int32, 0, len(p.Monitors))
	for _, rejecting := range []bool{true, false} {
		for m := range p.Monitors {
			if rejects[m] == rejecting {
				order = append(order, int32(m))
			}
		}
	}
	// Fill as few words as the number of bits allows.
	width := func(m int32) int { return bits.Len(uint(p.Monitors[m].States - 1)) }
	total := 1
	for _, m := range order {
		total += width(m)
	}
	words := firstFit(order, width)
	if least := (total + 63) / 64; len(words) > least {
		// Widest first leaves smaller gaps at the ends of words.
		slices.SortStableFunc(order, func(a, b int32) int { return width(b) - width(a) })
		if tighter := firstFit(order, width); len(tighter) < len(words) {
			words = tighter
		}
	}
	// Give each monitor its place, and each one that can reject its group.
	l := &layout{words: len(words), fields: make([]field, len(p.Monitors)), start: make([]uint64, len(words))}
	for w, members := range words {
		slices.SortStableFunc(members, func(a, b int32) int { return b2i(rejects[b]) - b2i(rejects[a]) })
		shift, newest := 0, -1 // newest: the group that the next field may join; none at the beginning of a word
		for _, m := range members {
			f := field{word: int32(w), shift: uint8(shift), bits: uint8(width(m))}
			l.fields[m] = f
			shift += width(m)
			if !rejects[m] {
				continue
			}
			if newest < 0 || int(l.groups[newest].bits)+width(m) > groupBits {
				newest = len(l.groups)
				l.groups = append(l.groups, group{word: int32(w), shift: f.shift})
			}
			g := &l.groups[newest]
			g.monitors = append(g.monitors, m)
			g.bits += f.bits
		}
	}
	l.start[0] = slotUsed
	for m := range p.Monitors {
		l.set(l.start, int32(m), p.Monitors[m].Start)
	}
	return l
}

// firstFit puts each monitor into the first word with room; word 0 keeps one
// bit for slotUsed. A monitor of no bits goes to word 0.
func firstFit(order []int32, width func(int32) int) [][]int32 {
	words, room := [][]int32{nil}, []int{63}
	for _, m := range order {
		w := 0
		for w < len(room) && room[w] < width(m) {
			w++
		}
		if w == len(room) {
			words, room = append(words, nil), append(room, 64)
		}
		words[w] = append(words[w], m)
		room[w] -= width(m)
	}
	return words
}

// set writes state s of monitor m into t.
func (l *layout) set(t []uint64, m, s int32) {
	f := l.fields[m]
	t[f.word] = t[f.word]&^f.mask() | uint64(s)<<f.shift
}

// b2i is 1 for true and 0 for false.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
