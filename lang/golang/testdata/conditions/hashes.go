package conditions

import (
	"sync"
	"unsafe"
)

// hashText computes with the memory of a text.
func hashText(s string) uint64 {
	h := uint64(14695981039346656037)
	for _, b := range unsafe.Slice(unsafe.StringData(s), len(s)) {
		h = (h ^ uint64(b)) * 1099511628211
	}
	return h
}

type bucket struct {
	mu    sync.Mutex
	items map[string]bool
}

// Buckets keeps the lock of a bucket whose item is there. Which bucket a text has follows from the text.
type Buckets struct{ of [2]*bucket }

func NewBuckets() *Buckets {
	return &Buckets{[2]*bucket{{items: map[string]bool{}}, {items: map[string]bool{}}}}
}

func (b *Buckets) Add(k string) {
	in := b.of[hashText(k)%2]
	in.mu.Lock()
	if in.items[k] {
		return
	}
	in.items[k] = true
	in.mu.Unlock()
}

// NeverSame locks two buckets of its own, whose texts have different numbers.
type NeverSame struct{ of [2]*bucket }

func NewNeverSame() *NeverSame { return &NeverSame{[2]*bucket{{}, {}}} }

func (n *NeverSame) Both() {
	one, other := n.of[hashText("one")%2], n.of[hashText("ten")%2]
	one.mu.Lock()
	other.mu.Lock()
	other.mu.Unlock()
	one.mu.Unlock()
}

// NeverAgain says that something is done, and closes: how often, callers know.
type NeverAgain struct {
	mu   sync.Mutex
	n    int
	wg   sync.WaitGroup
	left chan struct{}
}

func NewNeverAgain() *NeverAgain {
	t := &NeverAgain{left: make(chan struct{})}
	t.wg.Add(1)
	return t
}

func (t *NeverAgain) Done() { t.wg.Done() }

func (t *NeverAgain) Leave() { close(t.left) }

func (t *NeverAgain) Count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
	return t.n
}
