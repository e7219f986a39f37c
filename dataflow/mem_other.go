//go:build !linux || 386 || arm || mips || mipsle

package dataflow

// newWords returns n zero words. Release with freeWords.
func newWords(n int) []uint64 { return make([]uint64, n) }

// freeWords gives back what newWords returned; w must not be used again.
func freeWords([]uint64) {}
