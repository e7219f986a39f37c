package dataflow

import "unsafe"

// This file counts memory.

// budget is the number of bytes that tables, worklist and log hold.
type budget struct {
	used, peak, max int64 // max 0: no limit
	over            bool  // force went past max
}

// take asks for n bytes more; false leaves everything as it was.
func (b *budget) take(n int64) bool {
	if b.max > 0 && b.used+n > b.max {
		return false
	}
	b.used += n
	b.peak = max(b.peak, b.used)
	return true
}

// force takes n bytes whatever the limit, for small things that cannot be done
// without; the search stops at the next look at over.
func (b *budget) force(n int64) {
	b.used += n
	b.peak = max(b.peak, b.used)
	if b.max > 0 && b.used > b.max {
		b.over = true
	}
}

func (b *budget) give(n int64) { b.used -= n }

// growWords extends w to n words, the new ones zero; in place if w has the
// capacity.
func growWords(w []uint64, n int) []uint64 {
	if n <= cap(w) {
		return w[:n]
	}
	more := newWords(n)
	copy(more, w)
	freeWords(w)
	return more
}

// wordsOf and bytesOf show one block of memory as words or as bytes. A mapping
// begins on a page, so the words are aligned.
func wordsOf(b []byte) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/8)
}

func bytesOf(w []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(w))), len(w)*8)
}
