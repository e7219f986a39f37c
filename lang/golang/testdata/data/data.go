// Package data has functions whose mistakes need numbers in fields, items of lists and maps, texts, recursion or
// reflection to be seen. Those that begin with Fixed have none.
package data

import (
	"crypto/sha256"
	"errors"
	"reflect"
	"runtime"
	"strings"
	"sync"
)

// A gate opens when all its guests have come.
type gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	left int
}

func (g *gate) come() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.left--; g.left == 0 {
		g.cond.Broadcast()
	}
	for g.left > 0 {
		g.cond.Wait()
	}
}

func guests(n int) {
	g := &gate{left: n}
	g.cond = sync.NewCond(&g.mu)
	done := make(chan bool)
	go func() { g.come(); done <- true }()
	g.come()
	<-done
}

func LeakGate()  { guests(3) }
func FixedGate() { guests(2) }

// A machine calls hooks when its state changes.
type machine struct {
	mu    sync.Mutex
	state string
	hooks map[string]func(*machine)
}

func (m *machine) fire(event, to string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f, ok := m.hooks[strings.ToLower(event)]; ok && m.state != to {
		m.state = to
		f(m)
	}
}

func hook(at string) {
	m := &machine{state: "a", hooks: map[string]func(*machine){}}
	m.hooks[at] = func(m *machine) { m.fire("NEXT", "c") }
	m.fire("GO", "b")
}

func LeakHook()  { hook("go") }
func FixedHook() { hook("next") }

// A hub closes the channels of its listeners.
type hub struct{ subs []chan int }

func (h *hub) close() {
	for _, c := range h.subs {
		close(c)
	}
	h.subs = nil
}

func PanicHub() {
	c := make(chan int)
	h := &hub{}
	h.subs = append(h.subs, c)
	h.subs = append(h.subs, c)
	h.close()
}

func FixedHub() {
	h := &hub{subs: []chan int{make(chan int)}}
	h.close()
	h.close()
}

// A bus calls its handler by reflection.
type bus struct {
	mu sync.Mutex
	fn any
}

func (b *bus) publish(n int) []reflect.Value {
	b.mu.Lock()
	defer b.mu.Unlock()
	return reflect.ValueOf(b.fn).Call([]reflect.Value{reflect.ValueOf(n)})
}

func LeakReflect() {
	b := &bus{}
	b.fn = func(n int) {
		if n < 2 {
			b.publish(n + 1)
		}
	}
	b.publish(1)
}

func FixedReflect() {
	b := &bus{}
	b.fn = func(n int) {
		if n < 1 {
			b.publish(n + 1)
		}
	}
	b.publish(1)
}

// A table holds its lock while it calls a function, and counts by recursion.
type table struct {
	mu    sync.RWMutex
	items map[string]int
}

func (t *table) each(f func(string)) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for k := range t.items {
		f(k)
	}
}

func (t *table) remove(k string) {
	t.mu.Lock()
	delete(t.items, k)
	t.mu.Unlock()
}

func (t *table) sweep(depth int) int {
	t.mu.Lock()
	n := len(t.items)
	t.mu.Unlock()
	if n > depth {
		return t.sweep(depth + 1)
	}
	return n
}

func LeakTable() {
	t := &table{items: map[string]int{"a": 1}}
	t.sweep(0)
	t.each(t.remove)
}

func FixedTable() {
	t := &table{items: map[string]int{"a": 1}}
	t.remove("a")
	t.sweep(0)
	t.each(t.remove) // of no items
}

// A copy of a locked lock stays locked.
type guarded struct {
	mu sync.Mutex
	n  int
}

func LeakCopy() {
	var g guarded
	g.mu.Lock()
	h := g
	g.mu.Unlock()
	h.mu.Lock()
}

func FixedCopy() {
	var g guarded
	h := g
	g.mu.Lock()
	h.mu.Lock()
}

var errFull = errors.New("full")

// A store forgets to unlock where it is full.
type store struct {
	mu    sync.Mutex
	items []int
}

func (s *store) put(n, most int) (err error) {
	s.mu.Lock()
	if len(s.items) >= most {
		return errFull
	}
	s.items = append(s.items, n)
	s.mu.Unlock()
	return nil
}

func fill(most int) error {
	s := &store{}
	for i := range 4 {
		err := s.put(i, most)
		if err != nil && !errors.Is(err, errFull) {
			return err
		}
	}
	return nil
}

func LeakStore() error  { return fill(2) }
func FixedStore() error { return fill(4) }

// FixedGrown appends twice to a slice without room: both results have arrays of their own.
func FixedGrown() {
	base := append([]int{1}, 2)
	first := append(base, 3)
	_ = append(base, 4)
	c := make(chan int, 1)
	if first[2] == 3 {
		c <- 1
	}
	<-c
}

// FixedRecovered recovers a run-time error, which is an error.
func FixedRecovered() {
	c := make(chan int, 1)
	func() {
		defer func() {
			if _, is := recover().(error); is {
				c <- 1
			}
		}()
		var m map[int]int
		m[1] = 2
	}()
	<-c
}

// FixedKeys has two channels as keys, made by one statement.
func FixedKeys() {
	type key struct{ c chan int }
	newKey := func() key { return key{make(chan int)} }
	seen := map[key]bool{newKey(): true, newKey(): true}
	c := make(chan int, 1)
	if len(seen) == 2 {
		c <- 1
	}
	<-c
}

// LeakDigest sends items of an array that is not known, and nobody receives them.
func LeakDigest() {
	sum := sha256.Sum256(nil)
	c := make(chan []byte)
	sum[0] = 1
	c <- sum[1:3]
}

// caught tells a channel whether f panics.
func caught(f func(), c chan bool) {
	defer func() {
		if recover() != nil {
			c <- true
		}
	}()
	f()
}

func LeakRoom() {
	room := 1
	caught(func() { _ = make([]int, 2, room) }, make(chan bool))
}

func FixedLongText() {
	long := strings.Repeat(strings.Repeat("a", 1<<11), 1<<10)
	caught(func() { _ = long[1<<20+1:] }, make(chan bool))
}

func FixedShift() {
	far := uint64(1) << 63
	n := 0
	caught(func() { n = 1 << far }, make(chan bool))
	c := make(chan bool, 1)
	if n == 0 {
		c <- true
	}
	<-c
}

// Locks are those of other packages.
var Locks map[string]sync.Mutex

// FixedOverwritten assigns a lock that is not known to one that a goroutine waits for.
func FixedOverwritten() {
	var mu sync.Mutex
	mu.Lock()
	go func() { mu.Lock() }()
	mu = Locks["a"]
	runtime.Gosched()
	mu.Unlock()
}
