package dataflow

import (
	"sync/atomic"
	"unsafe"
)

// This file counts the memory of a search, and gets the large blocks of it.
// Before a table or a log grows it asks the budget (take), and does without if
// the answer is no; small things are counted without asking (force).

// budget is the number of bytes that tables, worklists and log hold. The workers
// of one search share it.
type budget struct {
	used atomic.Int64 // bytes held now
	peak atomic.Int64 // the most bytes held so far
	over atomic.Bool  // force went past max
	max  int64        // bytes that may be held; 0: no limit
}

// take asks for n bytes more; false leaves everything as it was.
func (b *budget) take(n int64) bool {
	used := b.used.Add(n)
	if b.max > 0 && used > b.max {
		b.used.Add(-n)
		return false
	}
	b.raise(used)
	return true
}

// force takes n bytes whatever the limit, for small things that cannot be done
// without; the search stops at the next look at over.
func (b *budget) force(n int64) {
	used := b.used.Add(n)
	b.raise(used)
	if b.max > 0 && used > b.max {
		b.over.Store(true)
	}
}

// raise makes used the peak if it is higher.
func (b *budget) raise(used int64) {
	for {
		peak := b.peak.Load()
		if used <= peak || b.peak.CompareAndSwap(peak, used) {
			return
		}
	}
}

// give counts n bytes as held no longer.
func (b *budget) give(n int64) { b.used.Add(-n) }

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
