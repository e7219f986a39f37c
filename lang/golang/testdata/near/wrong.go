package near

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"slices"
	"sort"
	"strings"
	"sync"
)

var (
	registry sync.Map
	never    = make(chan int) // open: nobody sends
	file     *os.File
)

// Serve gives away what waits for ever.
func Serve() {
	http.HandleFunc("/", func(http.ResponseWriter, *http.Request) { <-never })
	log.SetOutput(slow{})
	_, file, _ = os.Pipe()
}

type slow struct{}

func (slow) Write(p []byte) (int, error) { return <-never, nil }

func (slow) String() string { <-never; return "" }

func (slow) Is(error) bool { return <-never > 0 }

func (slow) Error() string { return "" }

// Setter has its lock behind a pointer that changes.
type Setter struct {
	guard *sync.Mutex
	n     int
}

// NewSetter makes one.
func NewSetter() *Setter { return &Setter{guard: new(sync.Mutex)} } // open

// Set gives it another lock.
func (s *Setter) Set() {
	old := s.guard
	old.Lock()
	s.guard = &sync.Mutex{} // open
	old.Unlock()
}

// Add may unlock another lock than it has locked.
func (s *Setter) Add() {
	s.guard.Lock()
	s.n++
	s.guard.Unlock()
}

// Unused is given another lock by a function that no caller here calls.
type Unused struct {
	unused *sync.Mutex
}

// NewUnused makes one.
func NewUnused() *Unused { return &Unused{unused: new(sync.Mutex)} } // open

// Use has a section.
func (u *Unused) Use() {
	u.unused.Lock()
	u.unused.Unlock()
}

// Swap gives it the lock of another one.
func (u *Unused) Swap(other *Unused) { u.unused = other.unused }

// Whole has a part that is overwritten as a whole.
type Whole struct {
	part  part
	other *Whole
}

type part struct{ whole *sync.Mutex }

// NewWhole makes one.
func NewWhole() *Whole { return &Whole{part: part{whole: new(sync.Mutex)}} } // open

// Reset overwrites it.
func (w *Whole) Reset(other *Whole) {
	w.part.whole.Lock()
	w.part = other.part
	w.part.whole.Unlock()
}

// Late gets its lock when others have it already.
type Late struct {
	late *sync.Mutex
}

// NewLate makes one.
func NewLate() *Late {
	l := &Late{late: new(sync.Mutex)} // open
	go l.Use()
	l.late = new(sync.Mutex) // open
	return l
}

// Use has a section.
func (l *Late) Use() {
	l.late.Lock()
	l.late.Unlock()
}

// Shared gives away the address of the pointer.
type Shared struct {
	shared *sync.Mutex
}

// NewShared makes one.
func NewShared() *Shared { return &Shared{shared: new(sync.Mutex)} } // open

// Change has a section in which the pointer changes.
func (s *Shared) Change() {
	s.shared.Lock()
	change(&s.shared)
	s.shared.Unlock()
}

func change(p **sync.Mutex) { *p = new(sync.Mutex) } // open

// Public has its pointer where callers can assign to it.
type Public struct {
	Lock *sync.Mutex
}

// NewPublic makes one.
func NewPublic() *Public { return &Public{Lock: new(sync.Mutex)} } // open

// Use has a section.
func (p *Public) Use(f func()) {
	p.Lock.Lock()
	f()
	p.Lock.Unlock()
}

type item struct{ part *sync.Mutex }

// Items has its locks in a slice that is shifted.
type Items struct{ all []item }

// NewItems makes one.
func NewItems() *Items {
	return &Items{all: []item{{part: new(sync.Mutex)}, {part: new(sync.Mutex)}}} // open open
}

// Shift may unlock the second lock where it has locked the first.
func (s *Items) Shift() {
	i := &s.all[0]
	i.part.Lock()
	copy(s.all, s.all[1:])
	i.part.Unlock()
}

// Turned is assigned to as another type.
type Turned struct{ turned *sync.Mutex }

type twin struct{ turned *sync.Mutex }

// NewTurned makes one.
func NewTurned() *Turned { return &Turned{turned: new(sync.Mutex)} } // open

// Turn has a section in which the pointer changes.
func (t *Turned) Turn() {
	t.turned.Lock()
	(*twin)(t).turned = new(sync.Mutex) // open
	t.turned.Unlock()
}

// Pair unlocks the lock of another field.
type Pair struct{ one, two *sync.Mutex }

// NewPair makes one.
func NewPair() *Pair {
	return &Pair{one: new(sync.Mutex), two: new(sync.Mutex)} // open open
}

// Mix unlocks the wrong one.
func (p *Pair) Mix() {
	p.one.Lock()
	p.two.Unlock()
}

// List unlocks the lock of the next node.
type List struct{ first *node }

type node struct {
	link sync.Mutex // open
	next *node
}

// NewList makes one.
func NewList() *List { return &List{first: &node{next: &node{}}} }

// Skip unlocks the wrong one.
func (l *List) Skip() {
	l.first.link.Lock()
	l.first = l.first.next
	l.first.link.Unlock()
}

// Danger may panic for a channel or a wait group while it has a lock, and Guard recovers.
type Danger struct {
	closing, nested, done, try sync.Mutex // open open open open
	c                          chan int
	wg                         sync.WaitGroup // open
}

// NewDanger makes one.
func NewDanger() *Danger { return &Danger{c: make(chan int)} } // open

// Close may close the channel twice.
func (d *Danger) Close() {
	d.closing.Lock()
	close(d.c)
	d.closing.Unlock()
}

// Nested calls what may close it twice.
func (d *Danger) Nested() {
	d.nested.Lock()
	d.end()
	d.nested.Unlock()
}

func (d *Danger) end() { close(d.c) }

// Done may take the wait group below zero.
func (d *Danger) Done() {
	d.done.Lock()
	d.wg.Done()
	d.done.Unlock()
}

// Try may send to the channel when it is closed.
func (d *Danger) Try() {
	d.try.Lock()
	select {
	case d.c <- 1:
	default:
	}
	d.try.Unlock()
}

// Calls calls what may lead to slow and to the handler.
type Calls struct {
	flush, unknown, known, sorts, any, logs sync.Mutex // open open open open open open
	file, items, is, out, ctx               sync.Mutex // open open open open open
	w                                       *bufio.Writer
}

// NewCalls makes one.
func NewCalls() *Calls { return &Calls{w: bufio.NewWriter(slow{})} }

// Flush writes to slow.
func (c *Calls) Flush() {
	c.flush.Lock()
	defer c.flush.Unlock()
	c.w.Flush()
}

// Unknown formats what it does not know.
func (c *Calls) Unknown() string {
	registry.Store(1, slow{})
	x, _ := registry.Load(1)
	c.unknown.Lock()
	defer c.unknown.Unlock()
	return fmt.Sprint(x)
}

// Known formats slow.
func (c *Calls) Known() string {
	c.known.Lock()
	defer c.known.Unlock()
	return fmt.Sprint(slow{})
}

// Sort sorts by a function that waits.
func (c *Calls) Sort(items []int) {
	c.sorts.Lock()
	defer c.sorts.Unlock()
	sort.Slice(items, func(i, j int) bool { return <-never > i })
}

// Any calls a function that it does not know.
func (c *Calls) Any(text string) string {
	registry.Store(2, func(r rune) rune { return rune(<-never) })
	x, _ := registry.Load(2)
	c.any.Lock()
	defer c.any.Unlock()
	return strings.Map(x.(func(rune) rune), text)
}

// Log writes to slow.
func (c *Calls) Log() {
	c.logs.Lock()
	defer c.logs.Unlock()
	log.Println("a")
}

// File writes to a pipe.
func (c *Calls) File() {
	c.file.Lock()
	defer c.file.Unlock()
	file.WriteString("a")
}

// Items sorts by a function that waits.
func (c *Calls) Items(items []int) {
	c.items.Lock()
	defer c.items.Unlock()
	slices.SortFunc(items, func(a, b int) int { return a - b - <-never })
}

// Out writes to a pipe, too.
func (c *Calls) Out() {
	os.Stdout = file
	c.out.Lock()
	defer c.out.Unlock()
	fmt.Println("a")
}

// Context formats slow, which a context has.
func (c *Calls) Context() string {
	ctx := context.WithValue(context.Background(), 1, slow{})
	c.ctx.Lock()
	defer c.ctx.Unlock()
	return fmt.Sprint(ctx)
}

// Is asks slow.
func (c *Calls) Is(err error) bool {
	c.is.Lock()
	defer c.is.Unlock()
	return errors.Is(slow{}, err)
}

// Left is locked for ever as something that it does not know.
type Left struct {
	left  sync.Mutex // open
	outer sync.Mutex // open
}

// Outer has a section in which it takes the other lock.
func (l *Left) Outer() {
	l.outer.Lock()
	l.left.Lock()
	l.left.Unlock()
	l.outer.Unlock()
}

// Use locks what it has put into the map.
func (l *Left) Use() {
	registry.Store(l, l)
	if x, ok := registry.Load(l); ok {
		x.(*Left).left.Lock()
	}
	l.left.Lock()
	l.left.Unlock()
}
