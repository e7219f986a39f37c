package sometimes

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Shapes of everyday code.

type broker struct {
	mu   sync.Mutex
	subs map[int]chan int
}

func (b *broker) pub(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.subs {
		s <- v
	}
}
func (b *broker) unsub(k int) { b.mu.Lock(); defer b.mu.Unlock(); delete(b.subs, k) }
func PublishUnsubscribe() {
	b := &broker{subs: map[int]chan int{1: make(chan int)}}
	var wg sync.WaitGroup
	wg.Go(func() { b.pub(1) })
	wg.Go(func() { b.unsub(1) })
	wg.Wait()
}

// Rate limiter whose refill is dropped.
func RefillDropped() {
	tok := make(chan int)
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 2 {
			select {
			case tok <- 1:
			default:
			}
		}
	})
	wg.Go(func() { <-tok })
	wg.Wait()
}

// Health check drops when nobody listens, the listener waits.
func PingDropped() {
	ping, pong := make(chan int), make(chan int)
	go func() {
		<-ping
		pong <- 1
	}()
	select {
	case ping <- 1:
	default:
	}
	<-pong
}

// Double buffer swap.
func BufferSwapped() {
	a, b := make(chan int, 1), make(chan int, 1)
	var cur atomic.Pointer[chan int]
	cur.Store(&a)
	go func() { cur.Store(&b) }()
	*cur.Load() <- 1
	<-a
}

// Leader by default.
func LeaderByDefault() {
	lead := make(chan int)
	follow := func() int {
		select {
		case <-lead:
			return 1
		default:
			lead <- 1
			return 0
		}
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { follow() })
	}
	wg.Wait()
}

// Stop flag checked before the blocking receive.
func StopFlagBeforeReceive() {
	var stop atomic.Bool
	c := make(chan int)
	done := make(chan int)
	go func() {
		defer close(done)
		for !stop.Load() {
			<-c
		}
	}()
	c <- 1
	stop.Store(true)
	<-done
}

// Wait with timeout by a cond.
func Timeout() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ok := false
	t := time.AfterFunc(time.Millisecond, c.Broadcast)
	defer t.Stop()
	mu.Lock()
	if !ok {
		c.Wait()
	}
	mu.Unlock()
}

// Connection pool: returns by try.
func ReturnedByTry() {
	pool := make(chan int)
	get := func() { <-pool }
	put := func() {
		select {
		case pool <- 1:
		default:
		}
	}
	go put()
	get()
}

// Fan-out with first answer, the others by default dropped, but one waits for a reply.
func FirstAnswer() {
	ans := make(chan chan int)
	for range 2 {
		go func() {
			r := make(chan int)
			select {
			case ans <- r:
				<-r
			default:
			}
		}()
	}
	r := <-ans
	r <- 1
}

// Cancel is ignored in the second phase.
func SecondSend() {
	ctx, end := context.WithCancel(context.Background())
	c := make(chan int)
	go func() {
		select {
		case c <- 1:
		case <-ctx.Done():
			c <- 2
		}
	}()
	go end()
	select {
	case <-c:
	case <-ctx.Done():
	}
}

// Upgrade by TryLock: both give up, then both wait for the other.
func ReadersHoldOn() {
	var mu sync.RWMutex
	c := make(chan int)
	for range 2 {
		go func() {
			mu.RLock()
			defer mu.RUnlock()
			c <- 1
		}()
	}
	<-c
	mu.Lock()
	<-c
}

// The watcher loses the event between list and watch.
func EventBetween() {
	var mu sync.Mutex
	items := 0
	var watch chan int
	add := func() {
		mu.Lock()
		items++
		w := watch
		mu.Unlock()
		if w != nil {
			select {
			case w <- 1:
			default:
			}
		}
	}
	go add()
	mu.Lock()
	n := items
	mu.Unlock()
	if n == 0 {
		w := make(chan int)
		mu.Lock()
		watch = w
		mu.Unlock()
		<-w
	}
}

// Singleflight by hand.
func SharedCall() {
	var mu sync.Mutex
	var call chan int
	do := func() {
		mu.Lock()
		if c := call; c != nil {
			mu.Unlock()
			<-c
			return
		}
		call = make(chan int)
		mu.Unlock()
		mu.Lock()
		if call != nil {
			select {
			case call <- 1:
			default:
			}
		}
		call = nil
		mu.Unlock()
	}
	var wg sync.WaitGroup
	wg.Go(do)
	wg.Go(do)
	wg.Wait()
}

// A pipe of two with a lock in the middle.
func LockInTheMiddle() {
	var mu sync.Mutex
	a, b := make(chan int), make(chan int)
	go func() { v := <-a; mu.Lock(); b <- v; mu.Unlock() }()
	go func() { mu.Lock(); a <- 1; mu.Unlock() }()
	mu.Lock()
	mu.Unlock()
	<-b
}

// A timer resets a flag that two ask.
func TimerFlag() {
	var b atomic.Bool
	time.AfterFunc(0, func() { b.Store(true) })
	c := make(chan int)
	if !b.Load() {
		if b.Load() {
			<-c
		}
	}
}

// Events coalesced in a buffer of one, counted by the receiver.
func Coalesced() {
	ev := make(chan int, 1)
	done := make(chan int)
	go func() {
		for range 2 {
			<-ev
		}
		close(done)
	}()
	for range 2 {
		select {
		case ev <- 1:
		default:
		}
	}
	<-done
}

// Quit is sent, not closed, to one of two workers.
func QuitSentToOne() {
	work, quit := make(chan int), make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			select {
			case <-work:
			case <-quit:
			}
		})
	}
	quit <- 1
	wg.Wait()
}

// The drain loop ends by default too early.
func DrainedTooEarly() {
	c := make(chan int)
	var wg sync.WaitGroup
	wg.Go(func() { c <- 1; c <- 2 })
	n := 0
	for n < 2 {
		select {
		case <-c:
			n++
		default:
			if n == 1 {
				wg.Wait()
			}
		}
	}
	wg.Wait()
}

// Monitor: notify under a lock by try.
func NoteByTry() {
	var mu sync.Mutex
	note := make(chan int)
	state := 0
	go func() {
		mu.Lock()
		state = 1
		select {
		case note <- 1:
		default:
		}
		mu.Unlock()
	}()
	mu.Lock()
	s := state
	mu.Unlock()
	if s == 0 {
		<-note
	}
}

// Once in two objects.
func OnceInTurns() {
	var a, b sync.Once
	var wg sync.WaitGroup
	wg.Go(func() { a.Do(func() { b.Do(func() {}) }) })
	wg.Go(func() { b.Do(func() { a.Do(func() {}) }) })
	wg.Wait()
}
