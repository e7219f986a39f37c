// Package idioms has the usual ways to synchronize, without a mistake.
package idioms

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

func WorkerPool() {
	jobs := make(chan int, 10)
	results := make(chan int, 10)
	var wg sync.WaitGroup
	for w := 0; w < 3; w++ {
		wg.Add(1)
		go func(id int) {
			defer wg.Done()
			for j := range jobs {
				results <- j * id
			}
		}(w)
	}
	for i := 0; i < 9; i++ {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
	close(results)
	for r := range results {
		fmt.Println(r)
	}
}

func gen(ctx context.Context, n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := 0; i < n; i++ {
			select {
			case out <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func sq(ctx context.Context, in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for v := range in {
			select {
			case out <- v * v:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func Pipeline() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for v := range sq(ctx, gen(ctx, 100)) {
		if v > 50 {
			break
		}
	}
}

func FanIn() int {
	merge := func(cs ...<-chan int) <-chan int {
		var wg sync.WaitGroup
		out := make(chan int)
		wg.Add(len(cs))
		for _, c := range cs {
			go func() {
				defer wg.Done()
				for v := range c {
					out <- v
				}
			}()
		}
		go func() { wg.Wait(); close(out) }()
		return out
	}
	mk := func() <-chan int {
		c := make(chan int)
		go func() { c <- 1; close(c) }()
		return c
	}
	s := 0
	for v := range merge(mk(), mk()) {
		s += v
	}
	return s
}

func Semaphore() {
	sem := make(chan struct{}, 2)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sem <- struct{}{}
			defer func() { <-sem }()
			_ = i
		}()
	}
	wg.Wait()
}

type queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []int
	done  bool
}

func newQueue() *queue { q := &queue{}; q.cond = sync.NewCond(&q.mu); return q }

func (q *queue) put(v int) {
	q.mu.Lock()
	q.items = append(q.items, v)
	q.mu.Unlock()
	q.cond.Signal()
}

func (q *queue) close() {
	q.mu.Lock()
	q.done = true
	q.mu.Unlock()
	q.cond.Broadcast()
}

func (q *queue) get() (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.done {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return 0, false
	}
	v := q.items[0]
	q.items = q.items[1:]
	return v, true
}

func CondQueue() {
	q := newQueue()
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			if _, ok := q.get(); !ok {
				return
			}
		}
	})
	q.put(1)
	q.put(2)
	q.close()
	wg.Wait()
}

func Timeout() error {
	c := make(chan error, 1)
	go func() { c <- errors.New("x") }()
	select {
	case e := <-c:
		return e
	case <-time.After(time.Second):
		return errors.New("timeout")
	}
}

type server struct {
	quit chan struct{}
	wg   sync.WaitGroup
	once sync.Once
}

func (s *server) loop() {
	defer s.wg.Done()
	t := time.NewTicker(time.Millisecond)
	defer t.Stop()
	for {
		select {
		case <-t.C:
		case <-s.quit:
			return
		}
	}
}

func (s *server) stop() {
	s.once.Do(func() { close(s.quit) })
	s.wg.Wait()
}

func Shutdown() {
	s := &server{quit: make(chan struct{})}
	s.wg.Add(1)
	go s.loop()
	go s.stop()
	s.stop()
}

func Counter() int64 {
	var n atomic.Int64
	var wg sync.WaitGroup
	for i := 0; i < 100; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); n.Add(1) }()
	}
	wg.Wait()
	return n.Load()
}

type hub struct {
	mu   sync.RWMutex
	subs map[int]chan int
}

func (h *hub) sub(id int) <-chan int {
	c := make(chan int, 1)
	h.mu.Lock()
	h.subs[id] = c
	h.mu.Unlock()
	return c
}

func (h *hub) pub(v int) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, c := range h.subs {
		select {
		case c <- v:
		default:
		}
	}
}

func PubSub() {
	h := &hub{subs: map[int]chan int{}}
	c := h.sub(1)
	go h.pub(3)
	<-c
}

func Ping() {
	a, b := make(chan int), make(chan int)
	go func() {
		for v := range a {
			b <- v + 1
		}
		close(b)
	}()
	for i := 0; i < 5; i++ {
		a <- i
		<-b
	}
	close(a)
	<-b
}

func FirstOf() string {
	c := make(chan string, 2)
	for _, s := range []string{"a", "b"} {
		go func() { c <- s }()
	}
	return <-c
}

func Errs(fail bool) error {
	errc := make(chan error, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if fail {
			errc <- errors.New("no")
			return
		}
	}()
	<-done
	select {
	case err := <-errc:
		return err
	default:
		return nil
	}
}

func LockOrder() {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			a.Lock()
			defer a.Unlock()
			b.Lock()
			defer b.Unlock()
		})
	}
	wg.Wait()
}

func Batch(n int) {
	var wg sync.WaitGroup
	ch := make(chan int)
	wg.Add(n)
	for i := 0; i < n; i++ {
		go func() { defer wg.Done(); ch <- i }()
	}
	go func() { wg.Wait(); close(ch) }()
	for range ch {
	}
}

func Collect() {
	items := []int{1, 2, 3}
	ch := make(chan int, len(items))
	for _, i := range items {
		go func() { ch <- i }()
	}
	for range items {
		<-ch
	}
}
