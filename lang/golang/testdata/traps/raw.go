package traps

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// Pointers of package unsafe, and functions that hash a text to choose a lock.

type rawNode struct {
	mu   sync.Mutex
	next unsafe.Pointer
}

// LeakRawPointer locks what is behind the pointer, and locks it again.
func LeakRawPointer() {
	n := &rawNode{}
	var p unsafe.Pointer
	atomic.StorePointer(&p, unsafe.Pointer(n))
	m := (*rawNode)(atomic.LoadPointer(&p))
	m.mu.Lock()
	n.mu.Lock()
}

// HoldsRawPointer locks two objects, as the pointer was exchanged.
func HoldsRawPointer() {
	n := &rawNode{}
	n.next = unsafe.Pointer(&rawNode{})
	if !atomic.CompareAndSwapPointer(&n.next, nil, unsafe.Pointer(n)) {
		m := (*rawNode)(n.next)
		m.mu.Lock()
		defer m.mu.Unlock()
	}
	n.mu.Lock()
	n.mu.Unlock()
}

// hashOfText computes with the memory of a text.
func hashOfText(s string) uint64 {
	h := uint64(14695981039346656037)
	for _, b := range unsafe.Slice(unsafe.StringData(s), len(s)) {
		h = (h ^ uint64(b)) * 1099511628211
	}
	return h
}

// LeakHash chooses the same lock for the same text.
func LeakHash() {
	var locks [4]sync.Mutex
	locks[hashOfText("a")%4].Lock()
	locks[hashOfText("a")%4].Lock()
}

// HoldsHash gives the lock back.
func HoldsHash() {
	var locks [4]sync.Mutex
	locks[hashOfText("a")%4].Lock()
	locks[hashOfText("a")%4].Unlock()
	locks[hashOfText("a")%4].Lock()
	locks[hashOfText("a")%4].Unlock()
}
