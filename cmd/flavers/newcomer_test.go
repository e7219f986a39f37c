package main

import "testing"

// What somebody sees who checks a module for the first time: the finding stands where the mistake is, each step of a
// trace has a place, and each line of the summary says what it means.
func TestNewcomer(t *testing.T) {
	inDir(t, map[string]string{"go.mod": "module m\n\ngo 1.26\n", "gate/gate.go": `package gate

import "sync"

type Gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	open bool
}

func New() *Gate {
	g := &Gate{}
	g.cond = sync.NewCond(&g.mu)
	return g
}

// Open wakes two.
func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = true
	g.cond.Signal()
	g.cond.Signal()
}

func (g *Gate) Pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.open {
		g.cond.Wait()
	}
}
`, "bank/bank.go": `package bank

import "sync"

type Account struct {
	id int
	mu sync.Mutex
}

func New(id int) *Account { return &Account{id: id} }

// Transfer locks in the order of the numbers, which differ.
func Transfer(from, to *Account) {
	a, b := from, to
	if a.id > b.id {
		a, b = b, a
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
}
`, "list/list.go": `package list

import "sync"

type List struct {
	mu     sync.Mutex
	wg     sync.WaitGroup
	closed bool
}

func New() *List {
	l := &List{}
	l.wg.Add(1)
	go func() {
		defer l.wg.Done()
		l.mu.Lock()
		l.mu.Unlock()
	}()
	return l
}

func (l *List) Put() bool {
	l.mu.Lock()
	if l.closed {
		return false
	}
	l.mu.Unlock()
	return true
}

func (l *List) Close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.wg.Wait()
}
`, "batch/batch.go": `package batch

import "sync"

type Batch struct{ wg sync.WaitGroup }

func (b *Batch) Run() {
	b.wg.Add(1)
	go b.wg.Done()
	b.wg.Wait()
	b.wg.Done()
}
`, "conn/conn.go": `package conn

import (
	"sync"
	"sync/atomic"
)

const (
	idle = iota
	running
)

type Conn struct {
	state atomic.Int32
	mu    sync.Mutex
	done  chan struct{}
}

func New() *Conn { return &Conn{done: make(chan struct{})} }

func (c *Conn) Run() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.state.CompareAndSwap(idle, running) {
		return
	}
	<-c.done
}

func (c *Conn) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.done)
}
`})
	runSteps(t, []step{
		{args: "check ./conn -v", status: 1, out: "state=running"},
		{args: "check ./conn -v --format json", status: 1, out: "\"constants\": [|\"value\": 1,|\"name\": \"running\""},
		{args: "check ./gate", status: 1, out: "if Pass is called three times, and Open once, at the same time   [violated]"},
		{args: "check ./bank", status: 3, out: "not decided: neither proved nor shown to be wrong|" +
			"1 lock: 0 of 1 answered|    1 not answered, as what was found is only possible (bank/bank.go)"},
		{args: "check ./list", status: 1, out: "list/list.go:23:11: deadlock: l.mu stays locked\n|Close waits at l.wg.Wait(), counter 1"},
		{args: "check ./list -v", status: 1, out: "calls List.Close |list/list.go:31:16"},
		{args: "check ./batch", status: 1, out: "batch/batch.go:11:11: run-time error"},
		{args: "check ./list --roots", status: 1, out: "list.client of List.Put: |list.client of List: |\n\nlist/list.go"},
	})
}
