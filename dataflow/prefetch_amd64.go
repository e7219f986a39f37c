package dataflow

// prefetch starts to bring the line of *w into the cache. The loops know the
// slots they will look at a few dozen steps ahead, and a plain load would hold
// up what comes after it.
//
//go:noescape
func prefetch(w *uint64)
