//go:build !386 && !arm && !mips && !mipsle

package dataflow

import "syscall"

// hugeWords is the size from which a table is mapped instead of allocated: one
// huge page.
const hugeWords = 2 << 20 / 8

// newWords returns n zero words, and as capacity how far growWords can extend
// them in place. A large block is the beginning of a reservation of addresses,
// of which only what is touched takes memory, with huge pages asked for: it
// grows without a copy, is not seen by the garbage collector, and costs a
// fraction of the address misses. Release with freeWords.
func newWords(n int) []uint64 {
	if n < hugeWords {
		return make([]uint64, n)
	}
	for _, size := range []int{1 << 40, 1 << 36, n * 8} {
		if size < n*8 {
			continue
		}
		b, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE,
			syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
		if err == nil {
			_ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) // refusal costs speed only
			return wordsOf(b)[:n]
		}
	}
	return make([]uint64, n)
}

// freeWords gives back what newWords returned; w must not be used again.
func freeWords(w []uint64) {
	if cap(w) >= hugeWords {
		// A block that make supplied is unknown to Munmap, which refuses it.
		_ = syscall.Munmap(bytesOf(w[:cap(w)]))
	}
}
