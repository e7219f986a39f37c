//go:build !amd64

package dataflow

// prefetch reads *w, so that its line is in the cache.
func prefetch(w *uint64) { prefetched = *w }

var prefetched uint64
