package wild

import (
	"strconv"
	"sync"
	"time"
)

// Requests of those who answer them, and conditions for which the method that waits lets others go on.

// BugMeter asks itself for the sum when it is too large. Close would end that, but nobody calls it before Add returns.
type BugMeter struct {
	ops  chan meterOp
	quit chan struct{}
	once sync.Once
}

type meterOp struct {
	delta int
	read  chan int
}

func NewBugMeter(limit int, alarm func(int)) *BugMeter {
	m := &BugMeter{ops: make(chan meterOp), quit: make(chan struct{})}
	go func() {
		sum := 0
		for {
			select {
			case o := <-m.ops:
				if o.read != nil {
					o.read <- sum
					continue
				}
				if sum += o.delta; sum > limit {
					alarm(m.Sum())
				}
			case <-m.quit:
				return
			}
		}
	}()
	return m
}

func (m *BugMeter) Add(n int) {
	select {
	case m.ops <- meterOp{delta: n}:
	case <-m.quit:
	}
}

func (m *BugMeter) Sum() int {
	read := make(chan int, 1)
	select {
	case m.ops <- meterOp{read: read}:
		return <-read
	case <-m.quit:
		return 0
	}
}

func (m *BugMeter) Close() { m.once.Do(func() { close(m.quit) }) }

// Meter has the sum itself.
type Meter struct {
	ops  chan meterOp
	quit chan struct{}
	once sync.Once
}

func NewMeter(limit int, alarm func(int)) *Meter {
	m := &Meter{ops: make(chan meterOp), quit: make(chan struct{})}
	go func() {
		sum := 0
		for {
			select {
			case o := <-m.ops:
				if o.read != nil {
					o.read <- sum
					continue
				}
				if sum += o.delta; sum > limit {
					alarm(sum)
				}
			case <-m.quit:
				return
			}
		}
	}()
	return m
}

func (m *Meter) Add(n int) {
	select {
	case m.ops <- meterOp{delta: n}:
	case <-m.quit:
	}
}

func (m *Meter) Sum() int {
	read := make(chan int, 1)
	select {
	case m.ops <- meterOp{read: read}:
		return <-read
	case <-m.quit:
		return 0
	}
}

func (m *Meter) Close() { m.once.Do(func() { close(m.quit) }) }

// BugSettings tells its goroutine of a change while it has the lock for which the goroutine waits.
type BugSettings struct {
	mu      sync.Mutex
	value   string
	changed chan struct{}
	quit    chan struct{}
	once    sync.Once
}

func WatchBugSettings(f func(string)) *BugSettings {
	s := &BugSettings{changed: make(chan struct{}), quit: make(chan struct{})}
	go func() {
		for {
			f(s.Value())
			select {
			case <-s.changed:
			case <-s.quit:
				return
			}
		}
	}()
	return s
}

func (s *BugSettings) Value() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.value
}

func (s *BugSettings) Set(v string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.value = v
	select {
	case s.changed <- struct{}{}:
	case <-s.quit:
	}
}

func (s *BugSettings) Close() { s.once.Do(func() { close(s.quit) }) }

// Relay has its values in a channel of its own until callers ask for them: they need not call Next at once.
type Relay struct {
	in, out chan int
	quit    chan struct{}
	once    sync.Once
}

func NewRelay() *Relay {
	f := &Relay{in: make(chan int), out: make(chan int), quit: make(chan struct{})}
	go func() {
		for {
			select {
			case v := <-f.in:
				select {
				case f.out <- v:
				case <-f.quit:
					return
				}
			case <-f.quit:
				return
			}
		}
	}()
	return f
}

func (f *Relay) Put(v int) {
	select {
	case f.in <- v:
	case <-f.quit:
	}
}

func (f *Relay) Next() (int, bool) {
	select {
	case v := <-f.out:
		return v, true
	case <-f.quit:
		return 0, false
	}
}

func (f *Relay) Close() { f.once.Do(func() { close(f.quit) }) }

// Meeting lets three goroutines go on together: the last call wakes the others.
type Meeting struct {
	mu             sync.Mutex
	cond           *sync.Cond
	waiting, round int
}

func NewMeeting() *Meeting {
	m := &Meeting{}
	m.cond = sync.NewCond(&m.mu)
	return m
}

func (m *Meeting) Await() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	round := m.round
	if m.waiting++; m.waiting == 3 {
		m.waiting = 0
		m.round++
		m.cond.Broadcast()
		return round
	}
	for round == m.round {
		m.cond.Wait()
	}
	return round
}

// BugMeeting wakes one of them only.
type BugMeeting struct {
	mu             sync.Mutex
	cond           *sync.Cond
	waiting, round int
}

func NewBugMeeting() *BugMeeting {
	m := &BugMeeting{}
	m.cond = sync.NewCond(&m.mu)
	return m
}

func (m *BugMeeting) Await() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	round := m.round
	if m.waiting++; m.waiting == 3 {
		m.waiting = 0
		m.round++
		m.cond.Signal()
		return round
	}
	for round == m.round {
		m.cond.Wait()
	}
	return round
}

// BugDiary writes until the first line of tomorrow, and then keeps its lock.
type BugDiary struct {
	mu    sync.Mutex
	lines int
}

func (d *BugDiary) Write(at time.Time) bool {
	d.mu.Lock()
	if at.After(time.Now()) {
		return false
	}
	d.lines++
	d.mu.Unlock()
	return true
}

// Diary does not.
type Diary struct {
	mu    sync.Mutex
	lines int
}

func (d *Diary) Write(at time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if at.After(time.Now()) {
		return false
	}
	d.lines++
	return true
}

// BugDoubled leaves the one who doubles numbers behind when one of them is negative.
func BugDoubled(texts []string) (sum int) {
	numbers, doubled := make(chan int, len(texts)), make(chan int)
	for _, t := range texts {
		if n, err := strconv.Atoi(t); err == nil {
			numbers <- n
		}
	}
	close(numbers)
	go func() {
		defer close(doubled)
		for n := range numbers {
			doubled <- 2 * n
		}
	}()
	for n := range doubled {
		if n < 0 {
			return 0
		}
		sum += n
	}
	return sum
}
