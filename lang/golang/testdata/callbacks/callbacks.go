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

// Bell calls its listeners with its lock held.
type Bell struct {
	mu        sync.Mutex
	listeners []func(int)
	rings     int
}

// NewBell has no listeners.
func NewBell() *Bell { return &Bell{} }

// Listen adds a listener.
func (b *Bell) Listen(f func(int)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listeners = append(b.listeners, f)
}

// Ring calls them.
func (b *Bell) Ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rings++
	for _, f := range b.listeners {
		f(b.rings)
	}
}

// Rings is how often it rang.
func (b *Bell) Rings() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.rings
}

// Loader asks a function for values, which may wait for its lock, but has no reason to ask back.
type Loader struct {
	mu   sync.Mutex
	load func(string) int
	last int
}

// NewLoader asks load.
func NewLoader(load func(string) int) *Loader { return &Loader{load: load} }

// Value is a value.
func (l *Loader) Value(k string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = l.load(k)
	return l.last
}

// Last is the last one.
func (l *Loader) Last() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// Dict lets a function delete what it gets, as that of sync.Map may, but keeps its lock.
type Dict struct {
	mu    sync.Mutex
	items map[string]int
}

// NewDict is empty.
func NewDict() *Dict { return &Dict{items: map[string]int{}} }

// Store sets an item.
func (d *Dict) Store(k string, v int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.items[k] = v
}

// Delete deletes one.
func (d *Dict) Delete(k string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.items, k)
}

// Range calls f for each until it returns false.
func (d *Dict) Range(f func(string, int) bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for k, v := range d.items {
		if !f(k, v) {
			return
		}
	}
}
