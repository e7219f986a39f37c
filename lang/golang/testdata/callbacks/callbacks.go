// Package callbacks has tables that call functions of callers, which may call back.
package callbacks

import "sync"

// Table calls with its lock held.
type Table struct {
	mu    sync.Mutex
	items map[string]int
}

// NewTable is empty.
func NewTable() *Table { return &Table{items: map[string]int{}} }

// Put sets an item.
func (t *Table) Put(k string, v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.items[k] = v
}

// Each calls f for each item.
func (t *Table) Each(f func(string, int)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for k, v := range t.items {
		f(k, v)
	}
}

// Copied calls without its lock.
type Copied struct {
	mu    sync.Mutex
	items map[string]int
	put   func(string)
}

// NewCopied is empty, and calls put for each item that is set.
func NewCopied(put func(string)) *Copied { return &Copied{items: map[string]int{}, put: put} }

// Put sets an item.
func (c *Copied) Put(k string, v int) {
	c.mu.Lock()
	c.items[k] = v
	c.mu.Unlock()
	c.put(k)
}

// Each calls f for each item.
func (c *Copied) Each(f func(string, int)) {
	c.mu.Lock()
	items := make(map[string]int, len(c.items))
	for k, v := range c.items {
		items[k] = v
	}
	c.mu.Unlock()
	for k, v := range items {
		f(k, v)
	}
}
