package clients

import (
	"context"
	"errors"
	"sync"
)

// What callers pass: what they have passed before, or got from another method, values that have values of their own
// kind inside, and so many calls that a list is full.

// A lease, which is given back under its name.

type BugLease struct {
	mu   sync.Mutex
	held map[string]string
}

func (l *BugLease) Acquire(name, owner string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.held[name]; ok {
		return errors.New("held")
	}
	if l.held == nil {
		l.held = map[string]string{}
	}
	l.held[name] = owner
	return nil
}

func (l *BugLease) Release(name, owner string) error {
	l.mu.Lock()
	if l.held[name] != owner {
		return errors.New("of another owner")
	}
	delete(l.held, name)
	l.mu.Unlock()
	return nil
}

type FixedLease struct {
	mu   sync.Mutex
	held map[string]string
}

func (l *FixedLease) Acquire(name, owner string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.held[name]; ok {
		return errors.New("held")
	}
	if l.held == nil {
		l.held = map[string]string{}
	}
	l.held[name] = owner
	return nil
}

func (l *FixedLease) Release(name, owner string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[name] != owner {
		return errors.New("of another owner")
	}
	delete(l.held, name)
	return nil
}

// A pool, to which callers give back what they got from it.

type link struct{ id int }

type BugLinkPool struct {
	mu   sync.Mutex
	free []*link
}

func (p *BugLinkPool) Get(ctx context.Context) (*link, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return &link{len(p.free)}, ctx.Err()
}

func (p *BugLinkPool) Put(l *link) {
	p.mu.Lock()
	if l.id > 3 {
		return
	}
	p.free = append(p.free, l)
	p.mu.Unlock()
}

type FixedLinkPool struct {
	mu   sync.Mutex
	free []*link
}

func (p *FixedLinkPool) Get(ctx context.Context) (*link, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return &link{len(p.free)}, ctx.Err()
}

func (p *FixedLinkPool) Put(l *link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if l.id <= 3 {
		p.free = append(p.free, l)
	}
}

// Guests, which only Join makes, and Leave removes.

type BugHall struct {
	mu     sync.RWMutex
	guests map[*BugGuest]bool
}

type BugGuest struct{ in chan string }

func NewBugHall() *BugHall { return &BugHall{guests: map[*BugGuest]bool{}} }

func (h *BugHall) Join() *BugGuest {
	g := &BugGuest{make(chan string, 4)}
	h.mu.Lock()
	h.guests[g] = true
	h.mu.Unlock()
	return g
}

func (h *BugHall) Leave(g *BugGuest) {
	h.mu.Lock()
	delete(h.guests, g)
	h.mu.Unlock()
	close(g.in)
}

func (h *BugHall) Say(text string) {
	h.mu.RLock()
	var all []*BugGuest
	for g := range h.guests {
		all = append(all, g)
	}
	h.mu.RUnlock()
	for _, g := range all {
		select {
		case g.in <- text:
		default:
		}
	}
}

type FixedHall struct {
	mu     sync.RWMutex
	guests map[*FixedGuest]bool
}

type FixedGuest struct{ in chan string }

func NewFixedHall() *FixedHall { return &FixedHall{guests: map[*FixedGuest]bool{}} }

func (h *FixedHall) Join() *FixedGuest {
	g := &FixedGuest{make(chan string, 4)}
	h.mu.Lock()
	h.guests[g] = true
	h.mu.Unlock()
	return g
}

func (h *FixedHall) Leave(g *FixedGuest) {
	h.mu.Lock()
	delete(h.guests, g)
	h.mu.Unlock()
}

func (h *FixedHall) Say(text string) {
	h.mu.RLock()
	var all []*FixedGuest
	for g := range h.guests {
		all = append(all, g)
	}
	h.mu.RUnlock()
	for _, g := range all {
		select {
		case g.in <- text:
		default:
		}
	}
}

// A tree of callers.

type Twig interface {
	Weight() int
	Twigs() []Twig
}

type BugWeigher struct{ slot chan bool }

func NewBugWeigher() *BugWeigher { return &BugWeigher{make(chan bool, 1)} }

func (w *BugWeigher) Weigh(t Twig) int {
	w.slot <- true
	sum := t.Weight()
	for _, k := range t.Twigs() {
		sum += w.Weigh(k)
	}
	<-w.slot
	return sum
}

type FixedWeigher struct{ slot chan bool }

func NewFixedWeigher() *FixedWeigher { return &FixedWeigher{make(chan bool, 1)} }

func (w *FixedWeigher) Weigh(t Twig) int {
	w.slot <- true
	sum, twigs := t.Weight(), t.Twigs()
	<-w.slot
	for _, k := range twigs {
		sum += w.Weigh(k)
	}
	return sum
}

// Several values of an interface.

type Probe interface{ Check() error }

func BugAllOf(probes ...Probe) error {
	errs := make(chan error)
	for _, p := range probes {
		go func() { errs <- p.Check() }()
	}
	for range probes {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// More calls than there is room.

type BugBatch struct {
	mu    sync.Mutex
	items []string
}

func (b *BugBatch) Put(s string) bool {
	b.mu.Lock()
	if len(b.items) >= 10 {
		return false
	}
	b.items = append(b.items, s)
	b.mu.Unlock()
	return true
}

func (b *BugBatch) Take() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.items
	b.items = nil
	return out
}

type FixedBatch struct {
	mu    sync.Mutex
	items []string
}

func (b *FixedBatch) Put(s string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.items) >= 10 {
		return false
	}
	b.items = append(b.items, s)
	return true
}

func (b *FixedBatch) Take() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.items
	b.items = nil
	return out
}
