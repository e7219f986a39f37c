package dataflow

import (
	"math/bits"
	"slices"
)

// This file is the hash table of all tuples found, each with its cover: the set
// of letters that have been tried from it. There are millions of them, so the
// table is one flat block of words without pointers. With tuples of one word and
// covers of one word, a slot is two words, and a table of four slots may be
//
//	T1 C1 | 0 0 | T2 C2 | T3 C3
//
// T3 may belong to the slot of T2: it then stands in the next free one (linear
// probing). Word 0 of a packed tuple is never zero, so that a zero is a free slot.

const (
	// hashMul and hashAdd are odd numbers without pattern: the golden ratio as a
	// binary fraction, and a multiplier of the generator splitmix64.
	hashMul = 0x9e3779b97f4a7c15
	hashAdd = 0xbf58476d1ce4e5b9
	// inlineWords is the longest record, in words, that is kept in the hash
	// slots themselves: half a cache line. Longer ones go to pages and the slots
	// hold their numbers, so that empty slots stay small.
	inlineWords = 4
)

// mix multiplies to 128 bits and folds, so that every bit of x reaches the top
// bits, which choose the slot.
func mix(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	return hi ^ lo
}

// hash returns the hash of a packed tuple. Its top bits are the slot, so that a
// table of twice the length has the tuple of slot i at 2i or 2i+1, or near: grow
// goes over the table in order.
func hash(t []uint64) uint64 {
	h := mix(t[0], hashMul)
	for _, x := range t[1:] {
		h = mix(h^x, hashAdd)
	}
	return h
}

// table maps tuples of k words to covers of w words, by open addressing with
// linear probing. A record is tuple, then cover.
type table struct {
	k, w       int   // words of a tuple, and of a cover
	stride     int   // words of a record: k + w
	inline     bool  // the slots hold the records themselves
	slotStride int   // words of a slot: stride if inline, else 1
	tuples     int   // how many there are
	growAt     int   // from so many tuples on grow must be called before the next insertion
	shift      uint8 // the slot of hash h is h >> shift
	// slots holds records if inline. Otherwise a slot is one word: its upper half
	// is the upper half of the hash, its lower half the record's number plus one.
	slots []uint64
	pages [][]uint64 // the records if not inline, pageLen to a page
	mem   *budget
}

const (
	firstSlots  = 256 // slots of an empty table
	pageShift   = 8
	pageLen     = 1 << pageShift
	loadPercent = 70 // how full a table may be: beyond, runs of used slots grow long
)

// newTable makes an empty table of tuples of k words and covers of w words.
func newTable(k, w int, mem *budget) *table {
	t := &table{k: k, w: w, stride: k + w, inline: k+w <= inlineWords, mem: mem}
	t.slotStride = 1
	if t.inline {
		t.slotStride = t.stride
	}
	t.slots = newWords(firstSlots * t.slotStride)
	mem.force(int64(len(t.slots)) * 8)
	t.size(firstSlots)
	return t
}

// size sets shift and growAt for a number of slots, a power of two.
func (t *table) size(slots int) {
	t.shift = uint8(64 - bits.Len(uint(slots-1)))
	t.growAt = slots * loadPercent / 100
}

// find returns the record of the tuple with hash h, making an empty cover if it
// is new. The caller sees to it that n < growAt.
func (t *table) find(tuple []uint64, h uint64) []uint64 {
	if !t.inline {
		return t.findPaged(tuple, h)
	}
	slots, stride, first := t.slots, t.stride, tuple[0]
	for at := int(h>>t.shift) * stride; ; {
		rec := slots[at : at+stride : at+stride]
		switch {
		case rec[0] == first:
			if len(tuple) == 1 || rec[1] == tuple[1] && (len(tuple) == 2 || slices.Equal(rec[2:len(tuple)], tuple[2:])) {
				return rec
			}
		case rec[0] == 0:
			for i, x := range tuple {
				rec[i] = x
			}
			t.tuples++
			return rec
		}
		if at += stride; at == len(slots) {
			at = 0
		}
	}
}

// touch starts to fetch the slot that find will look at, a few steps before.
func (t *table) touch(h uint64) { prefetch(&t.slots[int(h>>t.shift)*t.slotStride]) }

// touchRecord starts to fetch the record of that slot, if the table is not inline.
// The slot itself should have been fetched by touch before.
func (t *table) touchRecord(h uint64) {
	if e := t.slots[h>>t.shift]; e != 0 {
		prefetch(&t.record(int(uint32(e)) - 1)[0])
	}
}

// findPaged is find for a table that is not inline.
func (t *table) findPaged(tuple []uint64, h uint64) []uint64 {
	at := int(h >> t.shift)
	for {
		e := t.slots[at]
		if e == 0 {
			t.slots[at] = h>>32<<32 | uint64(t.tuples+1)
			if t.tuples>>pageShift == len(t.pages) {
				page := newWords(pageLen * t.stride)
				t.mem.force(int64(len(page)) * 8)
				t.pages = append(t.pages, page)
			}
			rec := t.record(t.tuples)
			copy(rec, tuple)
			t.tuples++
			return rec
		}
		if e>>32 == h>>32 {
			if rec := t.record(int(uint32(e)) - 1); slices.Equal(rec[:t.k], tuple) {
				return rec
			}
		}
		if at++; at == len(t.slots) {
			at = 0
		}
	}
}

// record returns the i-th record of a paged table.
func (t *table) record(i int) []uint64 {
	at := i & (pageLen - 1) * t.stride
	return t.pages[i>>pageShift][at : at+t.stride : at+t.stride]
}

// lookup returns the record of the tuple, or nil.
func (t *table) lookup(tuple []uint64) []uint64 {
	h := hash(tuple)
	slots := len(t.slots) / t.slotStride
	for at := int(h >> t.shift); ; at = (at + 1) % slots {
		if t.inline {
			rec := t.slots[at*t.stride : (at+1)*t.stride]
			if rec[0] == 0 {
				return nil
			}
			if slices.Equal(rec[:t.k], tuple) {
				return rec
			}
			continue
		}
		e := t.slots[at]
		if e == 0 {
			return nil
		}
		if rec := t.record(int(uint32(e)) - 1); slices.Equal(rec[:t.k], tuple) {
			return rec
		}
	}
}

// all yields every record, in the order of the slots or of insertion.
func (t *table) all(yield func(rec []uint64) bool) {
	if !t.inline {
		for i := range t.tuples {
			if !yield(t.record(i)) {
				return
			}
		}
		return
	}
	for at := 0; at < len(t.slots); at += t.stride {
		if t.slots[at] != 0 && !yield(t.slots[at:at+t.stride:at+t.stride]) {
			return
		}
	}
}

// grow doubles the slots; false, and nothing changed, if memory does not allow
// it. The slots are moved in place from the last to the first. By the hash's
// top bits the slot i belongs at 2i or 2i+1, give or take its displacement, so
// nearly always above all that is still to be moved; the rest, at the very
// beginning and from the wrap, is put aside and inserted at the end.
func (t *table) grow() bool {
	sw := t.slotStride
	n, more := len(t.slots)/sw, int64(len(t.slots))*8
	if cap(t.slots) < 2*len(t.slots) { // old and new side by side for a moment
		if !t.mem.take(2 * more) {
			return false
		}
		t.mem.give(more)
	} else if !t.mem.take(more) {
		return false
	}
	t.slots = growWords(t.slots, 2*len(t.slots))
	t.size(2 * n)
	slots := t.slots
	var aside, e []uint64
	e = make([]uint64, sw)
	for from := (n - 1) * sw; from >= 0; from -= sw {
		if slots[from] == 0 {
			continue
		}
		put(e, slots[from:from+sw])
		clear(slots[from : from+sw])
		at := int(t.hashOf(e)>>t.shift) * sw
		if at < from {
			aside = append(aside, e...)
			continue
		}
		for at < len(slots) && slots[at] != 0 {
			at += sw
		}
		if at == len(slots) {
			aside = append(aside, e...)
			continue
		}
		put(slots[at:], e)
	}
	for i := 0; i < len(aside); i += sw {
		at := int(t.hashOf(aside[i:i+sw])>>t.shift) * sw
		for slots[at] != 0 {
			if at += sw; at == len(slots) {
				at = 0
			}
		}
		put(slots[at:], aside[i:i+sw])
	}
	return true
}

// hashOf returns the hash of what is in a slot; only the top bits count.
func (t *table) hashOf(slot []uint64) uint64 {
	if t.inline {
		return hash(slot[:t.k])
	}
	return slot[0]
}

// reset empties the table, keeping its memory.
func (t *table) reset() {
	clear(t.slots)
	for _, p := range t.pages {
		clear(p)
	}
	t.tuples = 0
}

// release frees the memory; the table must not be used again.
func (t *table) release() {
	t.mem.give(int64(len(t.slots)) * 8)
	freeWords(t.slots)
	for _, p := range t.pages {
		t.mem.give(int64(len(p)) * 8)
		freeWords(p)
	}
	t.slots, t.pages = nil, nil
}
