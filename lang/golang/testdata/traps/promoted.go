package traps

import (
	"container/heap"
	"context"
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

// asking calls functions when it ends, as package context asks of it.
type asking struct {
	context.Context
	mu   sync.Mutex
	done chan struct{}
}

func (c *asking) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done == nil {
		c.done = make(chan struct{})
	}
	return c.done
}

func (c *asking) AfterFunc(f func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return func() bool { return true }
}

func LeakAfterAsking() {
	c := &asking{Context: context.Background()}
	ended := make(chan int)
	context.AfterFunc(c, func() { close(ended) })
	<-ended
}
