package conditions

import (
	"sync"
	"time"
)

// Checks starts a goroutine for each of its checks, which waits for ever if the check is late.
type Checks struct {
	mu     sync.Mutex
	checks map[string]func() error
}

// NewChecks has no checks.
func NewChecks() *Checks { return &Checks{checks: map[string]func() error{}} }

// Register adds a check.
func (c *Checks) Register(name string, check func() error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.checks[name] = check
}

// Measure makes all checks.
func (c *Checks) Measure() {
	c.mu.Lock()
	defer c.mu.Unlock()
	var wg sync.WaitGroup
	for _, check := range c.checks {
		wg.Add(1)
		go func() {
			defer wg.Done()
			result := make(chan error)
			go func() { result <- check() }()
			select {
			case <-result:
			case <-time.After(time.Second):
			}
		}()
	}
	wg.Wait()
}

// NeverLate is Checks with a buffer.
type NeverLate struct {
	mu     sync.Mutex
	checks map[string]func() error
}

// NewNeverLate has no checks.
func NewNeverLate() *NeverLate { return &NeverLate{checks: map[string]func() error{}} }

// Register adds a check.
func (c *NeverLate) Register(name string, check func() error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.checks[name] = check
}

// Measure makes all checks.
func (c *NeverLate) Measure() {
	c.mu.Lock()
	defer c.mu.Unlock()
	var wg sync.WaitGroup
	for _, check := range c.checks {
		wg.Add(1)
		go func() {
			defer wg.Done()
			result := make(chan error, 1)
			go func() { result <- check() }()
			select {
			case <-result:
			case <-time.After(time.Second):
			}
		}()
	}
	wg.Wait()
}

// NeverWithout has an item from the beginning.
type NeverWithout struct {
	mu    sync.Mutex
	items map[string]int
}

// NewNeverWithout puts it in.
func NewNeverWithout() *NeverWithout {
	n := &NeverWithout{items: map[string]int{}}
	n.items["first"] = 1
	return n
}

// Some returns an item.
func (n *NeverWithout) Some() int {
	n.mu.Lock()
	for _, i := range n.items {
		n.mu.Unlock()
		return i
	}
	return 0
}

// NeverBefore uses its items before there is one.
type NeverBefore struct {
	mu    sync.Mutex
	once  sync.Once
	items map[string]int
}

// NewNeverBefore has no items.
func NewNeverBefore() *NeverBefore { return &NeverBefore{items: map[string]int{}} }

// Use looks at the items once, and then adds one.
func (n *NeverBefore) Use() {
	n.once.Do(func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		for range n.items {
			n.mu.Lock()
		}
		n.items["one"] = 1
	})
}

// Deep calls itself while it has the lock, which is no matter of how deep calls are followed.
type Deep struct{ mu sync.Mutex }

// Down has an end that only data has.
func (d *Deep) Down(n int) {
	if n > 0 {
		d.Down(n - 1)
		return
	}
	d.mu.Lock()
	d.Lock()
}

// Lock locks again.
func (d *Deep) Lock() {
	d.mu.Lock()
	d.mu.Unlock()
}

// NeverRefused has slots that are given back by those who have got one.
type NeverRefused struct {
	slots chan struct{}
	wait  time.Duration
}

// NewNeverRefused has some slots.
func NewNeverRefused(n int, wait time.Duration) *NeverRefused {
	return &NeverRefused{slots: make(chan struct{}, n), wait: wait}
}

// Acquire waits for a slot for some time.
func (n *NeverRefused) Acquire() bool {
	select {
	case n.slots <- struct{}{}:
		return true
	case <-time.After(n.wait):
		return false
	}
}

// Release gives one back.
func (n *NeverRefused) Release() { <-n.slots }

// NeverCleared finds no item that it has cleared.
type NeverCleared struct {
	mu    sync.Mutex
	items map[string]bool
}

// NewNeverCleared has no items.
func NewNeverCleared() *NeverCleared { return &NeverCleared{items: map[string]bool{}} }

// Put puts an item in.
func (c *NeverCleared) Put(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[name] = true
}

// Restart has no items left when it looks for one.
func (c *NeverCleared) Restart(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.items)
	if c.items[name] {
		c.mu.Lock()
	}
}

// NeverRenewed is NeverCleared with another map.
type NeverRenewed struct {
	mu    sync.Mutex
	items map[string]bool
}

// NewNeverRenewed has no items.
func NewNeverRenewed() *NeverRenewed { return &NeverRenewed{items: map[string]bool{}} }

// Put puts an item in.
func (c *NeverRenewed) Put(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[name] = true
}

// Restart has no items left when it looks for one.
func (c *NeverRenewed) Restart(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items = map[string]bool{}
	for range c.items {
		c.mu.Lock()
	}
}
