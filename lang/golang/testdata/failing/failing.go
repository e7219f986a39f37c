// Package failing has functions that hang, or end in a fatal error, after a panic of the runtime in a section of a lock
// that is recovered, or because the lock is copied or moved there by something that is not followed.
package failing

import (
	"errors"
	"net/http"
	"reflect"
	"slices"
	"sort"
	"sync"
	"unsafe"
)

type box struct{ mu sync.Mutex }

type key struct{ a any }

func twice(f func()) {
	f()
	f()
}

// DeleteKey deletes a key that cannot be hashed.
func DeleteKey() {
	var mu sync.Mutex
	m := map[any]int{}
	var k any = []int{1}
	twice(func() {
		defer func() { recover() }()
		mu.Lock()
		delete(m, k)
		mu.Unlock()
	})
}

// CompareParts compares structs with parts that cannot be compared.
func CompareParts() {
	var mu sync.Mutex
	x, y := key{[]int{1}}, key{[]int{1}}
	same := 0
	twice(func() {
		defer func() { recover() }()
		mu.Lock()
		if x == y {
			same++
		}
		mu.Unlock()
	})
}

// LookUpPart looks for a key with a part that cannot be hashed.
func LookUpPart() {
	var mu sync.Mutex
	m := map[key]int{}
	y, n := key{[]int{1}}, 0
	twice(func() {
		defer func() { recover() }()
		mu.Lock()
		n += m[y]
		mu.Unlock()
	})
}

// NegativeLength makes a slice of -1 bytes.
func NegativeLength() {
	var mu sync.Mutex
	var b byte
	n, sum := -1, 0
	twice(func() {
		defer func() { recover() }()
		mu.Lock()
		sum += len(unsafe.Slice(&b, n))
		mu.Unlock()
	})
}

// Cleared unlocks a lock that clear has made a new one.
func Cleared() {
	all := make([]box, 1)
	p := &all[0]
	p.mu.Lock()
	clear(all)
	p.mu.Unlock()
}

// Grown locks a copy of a locked lock.
func Grown() {
	all := make([]box, 1, 1)
	p := &all[0]
	p.mu.Lock()
	all = slices.Grow(all, 10)
	p.mu.Unlock()
	all[0].mu.Lock()
	all[0].mu.Unlock()
}

// Cloned locks a copy of a locked lock.
func Cloned() {
	all := make([]box, 1)
	all[0].mu.Lock()
	other := slices.Clone(all)
	all[0].mu.Unlock()
	other[0].mu.Lock()
	other[0].mu.Unlock()
}

// Reversed unlocks the lock that has come to the place of the locked one.
func Reversed() {
	all := make([]box, 2)
	all[0].mu.Lock()
	slices.Reverse(all)
	all[0].mu.Unlock()
}

// Swapped is the same by reflection.
func Swapped() {
	all := make([]box, 2)
	swap := reflect.Swapper(all)
	all[0].mu.Lock()
	swap(0, 1)
	all[0].mu.Unlock()
}

// Sorted is the same by package sort.
func Sorted() {
	all := make([]box, 2)
	all[0].mu.Lock()
	sort.Slice(all, func(i, k int) bool { return i > k })
	all[0].mu.Unlock()
}

type transport struct{ box *box }

func (t transport) RoundTrip(*http.Request) (*http.Response, error) {
	t.box.mu.Lock()
	defer t.box.mu.Unlock()
	return nil, errors.New("no")
}

// Transported asks, with a lock held, for what a transport wants the lock for that was put in place before.
func Transported() {
	b := &box{}
	http.DefaultTransport = transport{b}
	b.mu.Lock()
	http.Get("http://a")
	b.mu.Unlock()
}
