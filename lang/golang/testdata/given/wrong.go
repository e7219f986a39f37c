package given

import "sync"

// Direct gives away a lock, and locks what it is handed out.
func Direct() {
	registry.Store(1, new(sync.Mutex)) // open
	if x, ok := registry.Load(1); ok {
		x.(*sync.Mutex).Lock()
	}
}

// Pointed gives away the address of its lock.
type Pointed struct {
	pointed sync.Mutex // open
	at      *sync.Mutex
}

// Use has a section.
func (p *Pointed) Use() {
	registry.Store(p, &Pointed{at: &p.pointed})
	p.pointed.Lock()
	p.pointed.Unlock()
}

// Items has an array of locks, whose address it gives away.
type Items struct {
	items [2]sync.Mutex // open
	at    *[2]sync.Mutex
}

// Use has a section.
func (i *Items) Use() {
	registry.Store(i, &Items{at: &i.items})
	i.items[0].Lock()
	i.items[0].Unlock()
	if x, ok := registry.Load(i); ok {
		lockOne(x.(*Items).at)
	}
}

func lockOne(all *[2]sync.Mutex) { all[1].Lock() }

// Array is locked for ever in what it is handed out.
type Array struct {
	array [2]sync.Mutex // open
}

// Use has a section.
func (a *Array) Use() {
	registry.Store(a, a)
	a.array[0].Lock()
	a.array[0].Unlock()
	if x, ok := registry.Load(a); ok {
		x.(*Array).array[1].Lock()
	}
}

// Passed has the address of its lock passed on where it is handed out.
type Passed struct {
	passed sync.Mutex // open
}

// Use has a section.
func (p *Passed) Use() {
	registry.Store(p, p)
	p.passed.Lock()
	p.passed.Unlock()
	if x, ok := registry.Load(p); ok {
		lock(&x.(*Passed).passed)
	}
}

func lock(mu *sync.Mutex) { mu.Lock() }

// Bound is locked by a method value.
type Bound struct {
	bound sync.Mutex // open
}

// Use has a section.
func (b *Bound) Use() {
	registry.Store(b, b)
	b.bound.Lock()
	b.bound.Unlock()
	if x, ok := registry.Load(b); ok {
		call(x.(*Bound).bound.Lock)
	}
}

func call(f func()) { f() }

// Boxed is locked as an interface value.
type Boxed struct {
	boxed sync.Mutex // open
}

// Use has a section.
func (b *Boxed) Use() {
	registry.Store(b, b)
	b.boxed.Lock()
	b.boxed.Unlock()
	if x, ok := registry.Load(b); ok {
		var l sync.Locker = &x.(*Boxed).boxed
		l.Lock()
	}
}

// Tried is tried to be locked where it is handed out.
type Tried struct {
	tried sync.Mutex // open
}

// Use has a section.
func (t *Tried) Use() {
	registry.Store(t, t)
	t.tried.Lock()
	t.tried.Unlock()
	if x, ok := registry.Load(t); ok {
		x.(*Tried).tried.TryLock()
	}
}

// Read is locked for a reader where it is handed out, as an interface value.
type Read struct {
	read sync.RWMutex // open
}

// Use has a section.
func (r *Read) Use() {
	registry.Store(r, r)
	r.read.RLock()
	r.read.RUnlock()
	if x, ok := registry.Load(r); ok {
		x.(*Read).read.RLocker().Lock()
	}
}

// Over has sections around operations on what code that is not followed has made.
type Over struct {
	kept, loose, named sync.Mutex // open open open
}

type left struct {
	left sync.Mutex // open: it is locked for ever
}

type taken struct {
	taken sync.Mutex // open: it is locked for ever
}

// Named has a lock that others can name.
type Named struct {
	Mu sync.Mutex // open
}

// Kept waits for what Keep locks.
func (o *Over) Kept() {
	x, _ := registry.Load(3)
	l := x.(*left)
	o.kept.Lock()
	l.left.Lock()
	l.left.Unlock()
	o.kept.Unlock()
}

// Keep locks it for ever.
func (o *Over) Keep() {
	x, _ := registry.Load(3)
	x.(*left).left.Lock()
}

// Loose waits for what Take locks.
func (o *Over) Loose() {
	x, _ := registry.Load(4)
	t := x.(*taken)
	o.loose.Lock()
	t.taken.Lock()
	t.taken.Unlock()
	o.loose.Unlock()
}

// Take locks it for ever.
func (o *Over) Take() {
	x, _ := registry.Load(4)
	lock(&x.(*taken).taken)
}

// Names waits for what others may lock.
func (o *Over) Names() {
	x, _ := registry.Load(5)
	n := x.(*Named)
	o.named.Lock()
	n.Mu.Lock()
	n.Mu.Unlock()
	o.named.Unlock()
}
