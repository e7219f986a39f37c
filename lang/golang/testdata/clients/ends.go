package clients

import "sync"

// What callers may be taken not to do once the use of an object ends: Contract.. needs callers who do it.

// Nobody takes what is put in after Stop, and Put does not ask.

type ContractLate struct{ in, quit chan int }

func NewContractLate() *ContractLate {
	c := &ContractLate{in: make(chan int), quit: make(chan int)}
	go func() {
		for {
			select {
			case <-c.in:
			case <-c.quit:
				return
			}
		}
	}()
	return c
}

func (c *ContractLate) Put(v int) { c.in <- v }
func (c *ContractLate) Stop()     { close(c.quit) }

// The same, and the comment of a method allows it.

type BugSaid struct{ in, quit chan int }

func NewBugSaid() *BugSaid {
	c := &BugSaid{in: make(chan int), quit: make(chan int)}
	go func() {
		for {
			select {
			case <-c.in:
			case <-c.quit:
				return
			}
		}
	}()
	return c
}

// Put is safe for concurrent use, also with Stop.
func (c *BugSaid) Put(v int) { c.in <- v }

// Stop ends it.
func (c *BugSaid) Stop() { close(c.quit) }

// Put asks, and its comment says not to call it.

type ContractTold struct {
	quit chan struct{}
	in   chan int
}

func NewContractTold() *ContractTold {
	return &ContractTold{quit: make(chan struct{}), in: make(chan int, 8)}
}

// Put must not be called after Close.
func (c *ContractTold) Put(v int) {
	select {
	case <-c.quit:
		return
	default:
	}
	select {
	case c.in <- v:
	default:
	}
}

func (c *ContractTold) Close() {
	close(c.quit)
	close(c.in)
}

// The goroutine goes on after Resume, which callers may call before Stop.

type ContractPaused struct{ gate, pause chan struct{} }

func NewContractPaused() *ContractPaused {
	c := &ContractPaused{gate: make(chan struct{}), pause: make(chan struct{}, 1)}
	go func() {
		for {
			c.pause <- struct{}{}
			select {
			case <-c.pause:
			default:
			}
			if _, more := <-c.gate; !more {
				return
			}
		}
	}()
	return c
}

func (c *ContractPaused) Next()   { c.gate <- struct{}{} }
func (c *ContractPaused) Pause()  { c.pause <- struct{}{} }
func (c *ContractPaused) Resume() { <-c.pause }
func (c *ContractPaused) Stop()   { close(c.gate) }

// Stop leaves a goroutine behind, whoever else calls what.

type BugBehind struct {
	mu   sync.Mutex
	n    int
	out  chan int
	quit chan struct{}
}

func NewBugBehind() *BugBehind {
	b := &BugBehind{out: make(chan int), quit: make(chan struct{})}
	go func() {
		<-b.quit
		b.out <- b.n
	}()
	return b
}

func (b *BugBehind) Add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n += n
}

func (b *BugBehind) Stop() { close(b.quit) }

// Two locks in two orders, one of them in Close: locks are there so that calls may be made at the same time.

type BugClosing struct {
	a, b sync.Mutex
	quit chan struct{}
}

func NewBugClosing() *BugClosing { return &BugClosing{quit: make(chan struct{})} }

func (c *BugClosing) Put() {
	c.a.Lock()
	defer c.a.Unlock()
	c.b.Lock()
	c.b.Unlock()
}

func (c *BugClosing) Close() {
	c.b.Lock()
	defer c.b.Unlock()
	c.a.Lock()
	c.a.Unlock()
}

// Close of a topic does not end the use of the object.

type ContractTopics struct{ commands chan string }

func NewContractTopics() *ContractTopics {
	t := &ContractTopics{commands: make(chan string)}
	go func() {
		for range t.commands {
		}
	}()
	return t
}

func (t *ContractTopics) Open(topic string)  { t.commands <- topic }
func (t *ContractTopics) Close(topic string) { t.commands <- topic }
func (t *ContractTopics) Send(topic string)  { t.commands <- topic }
func (t *ContractTopics) Flush(topic string) { t.commands <- topic }
func (t *ContractTopics) Shutdown()          { close(t.commands) }

// What Watch waits for, Feed sends. No client calls Feed, as nothing makes the interface that it wants.

type source interface {
	next() (int, bool)
	name() source
}

type RightWatched struct {
	mu  sync.Mutex
	all []chan int
}

func NewRightWatched() *RightWatched { return &RightWatched{} }

func (w *RightWatched) Watch() {
	c := make(chan int)
	w.mu.Lock()
	w.all = append(w.all, c)
	w.mu.Unlock()
	go func() {
		for range c {
		}
	}()
}

func (w *RightWatched) Feed(v map[chan<- source]*func(source)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.all {
		c <- len(v)
	}
}

// StartAsync after Stop begins the use again, and another Stop ends it.

type RightStarted struct {
	mu      sync.Mutex
	running bool
	quit    chan struct{}
}

func NewRightStarted() *RightStarted { return &RightStarted{quit: make(chan struct{})} }

func (r *RightStarted) StartAsync() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running {
		return
	}
	r.running = true
	go func() { <-r.quit }()
}

func (r *RightStarted) Stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.running {
		return
	}
	r.running = false
	r.quit <- struct{}{}
}

// The goroutine waits for the next line for ever when nobody writes any more: Close does not end it.

type BugMill struct {
	mu    sync.Mutex
	once  sync.Once
	lines chan int
}

func NewBugMill() *BugMill { return &BugMill{lines: make(chan int, 8)} }

func (m *BugMill) mill() {
	m.once.Do(func() {
		go func() {
			for range m.lines {
			}
		}()
	})
	select {
	case m.lines <- 1:
	default:
	}
}

func (m *BugMill) Write()  { m.mill() }
func (m *BugMill) Rotate() { m.mill() }

func (m *BugMill) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
}

// Who is given a peer sends to it and receives from it, as long as it is there: of somebody who is not known, callers
// pass none.

type Desk interface{ Attach(p Peer) }

type Peer interface{ Out() chan<- int }

type attached struct{ c chan int }

func (a *attached) Out() chan<- int { return a.c }

func Attached(d Desk) int {
	c := make(chan int)
	d.Attach(&attached{c})
	return <-c
}
