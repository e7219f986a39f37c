package traps

import (
	"container/heap"
	"slices"
	"sync"
)

// Methods of values that are called by a pointer in an interface value: go/ssa makes a method of the pointer, which
// asks whether that is nil.

type entry struct{ sync.Mutex }

type entries []*entry

func (es entries) Len() int { return len(es) }

func (es entries) Less(i, j int) bool {
	es[i].Lock()
	es[j].Lock()
	return true
}

func (es entries) Swap(i, j int) { es[i], es[j] = es[j], es[i] }

func (es *entries) Push(x any) { *es = append(*es, x.(*entry)) }

func (es *entries) Pop() any { return nil }

func LeakLess() {
	e := &entry{}
	es := &entries{e, e}
	var h heap.Interface = es
	h.Less(0, 1)
}

type nested struct{ first, second *entry }

func (n nested) both() {
	n.first.Lock()
	n.second.Lock()
}

func HoldsBoth() {
	var b interface{ both() } = &nested{&entry{}, &entry{}}
	b.both()
}

func LeakBoth() {
	e := &entry{}
	var b interface{ both() } = &nested{e, e}
	b.both()
}

func LeakUnknownLockers() {
	ls := []sync.Locker{&entry{}}
	slices.IndexFunc(ls, func(l sync.Locker) bool {
		l.Lock()
		l.Lock()
		return true
	})
}
