// Package given gives objects to the library, which hands them out again, and locks for ever what it is handed out. A
// lock is settled if that cannot be it. What is not settled is in wrong.go.
package given

import "sync"

var registry sync.Map

// Inner has a lock whose address nobody has: no pointer to a lock that is handed out is its.
type Inner struct {
	inner sync.Mutex // settled
	n     int
}

// Use gives the structure away.
func (i *Inner) Use() {
	registry.Store(i, i)
	i.inner.Lock()
	i.n++
	i.inner.Unlock()
}

// Field is handed out, and locked in a section.
type Field struct {
	field sync.Mutex // settled
}

// Use has a section of what it is handed out.
func (f *Field) Use() {
	registry.Store(f, f)
	if x, ok := registry.Load(f); ok {
		other := x.(*Field)
		other.field.Lock()
		other.field.Unlock()
	}
	f.field.Lock()
	f.field.Unlock()
}

// Reads has a lock for readers and writers: the mutexes that wrong.go locks are other locks, though they have its name.
type Reads struct {
	passed sync.RWMutex // settled
}

// Use gives it away.
func (r *Reads) Use() {
	registry.Store(r, r)
	r.passed.RLock()
	r.passed.RUnlock()
}

// Above has a section around one of something that code which is not followed has made.
type Above struct {
	above sync.Mutex // settled
}

type below struct {
	below sync.Mutex // open: the packages make none
}

// Use has both.
func (a *Above) Use() {
	x, _ := registry.Load(2)
	b := x.(*below)
	a.above.Lock()
	b.below.Lock()
	b.below.Unlock()
	a.above.Unlock()
}
