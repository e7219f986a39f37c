package traps

import (
	"bufio"
	"bytes"
	"container/list"
	"image/png"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Who polls has the lock that the other one needs.
func LeakPollsCount() {
	var mu sync.Mutex
	var n atomic.Int64
	go func() {
		mu.Lock()
		for i := range 10 {
			n.Add(int64(i))
		}
		mu.Unlock()
	}()
	mu.Lock()
	for n.Load() < 20 {
		runtime.Gosched()
	}
	mu.Unlock()
}

type pile struct {
	mu    sync.Mutex
	items []int
}

func (p *pile) len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.items)
}

func (p *pile) put(i int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.items = append(p.items, i)
}

func (p *pile) take() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.items) == 0 {
		return false
	}
	p.items = p.items[1:]
	return true
}

func LeakPollsCalled() {
	var mu sync.Mutex
	p := &pile{}
	go func() {
		mu.Lock()
		p.put(1)
		mu.Unlock()
	}()
	mu.Lock()
	for p.len() == 0 {
	}
	mu.Unlock()
}

// The value waits for who polls.
func LeakPollsThenReceives() {
	p := &pile{}
	c := make(chan int)
	go func() {
		c <- 1
		p.put(1)
	}()
	for p.len() == 0 {
	}
	<-c
}

func LeakPollsOnce() {
	var once sync.Once
	p := &pile{}
	go func() {
		once.Do(func() {})
		p.put(1)
	}()
	once.Do(func() {
		for p.len() == 0 {
		}
	})
}

// Two goroutines that poll, and one that waits.
func LeakPollsBoth() {
	a, b := &pile{}, &pile{}
	c := make(chan int)
	go func() {
		for a.len() == 0 {
		}
		b.put(1)
		c <- 1
	}()
	for b.len() == 0 {
	}
	a.put(1)
	<-c
}

type untilDone struct {
	mu   sync.Mutex
	done bool
}

func (u *untilDone) Read([]byte) (int, error) {
	if u.done {
		return 0, io.EOF
	}
	return 0, nil
}

func (u *untilDone) finish() {
	u.mu.Lock()
	u.done = true
	u.mu.Unlock()
}

func LeakLibraryPolls() {
	u := &untilDone{}
	go u.finish()
	u.mu.Lock()
	io.Copy(io.Discard, u)
	u.mu.Unlock()
}

type asking struct{ n *atomic.Int64 }

func (a asking) Read([]byte) (int, error) {
	if a.n.Load() > 9 {
		return 0, io.EOF
	}
	return 0, nil
}

func LeakLibraryPollsAtomic() {
	var mu sync.Mutex
	var n atomic.Int64
	go func() {
		mu.Lock()
		defer mu.Unlock()
		for range 10 {
			n.Add(1)
		}
	}()
	mu.Lock()
	defer mu.Unlock()
	io.ReadAll(asking{&n})
}

// Nobody waits for who polls.
func HoldsPolls() {
	p := &pile{}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		p.put(1)
	}()
	for p.len() == 0 {
	}
	wg.Wait()
}

// It takes what it asks for.
func HoldsDrains() {
	p := &pile{items: []int{1, 2, 3}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for p.take() {
			}
		}()
	}
	wg.Wait()
}

// It takes the next number.
func HoldsNext() {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				if next.Add(1) > 100 {
					return
				}
			}
		}()
	}
	wg.Wait()
}

// Each turn waits.
func HoldsCond() {
	p := &pile{}
	cond := sync.NewCond(&p.mu)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		p.mu.Lock()
		p.items = append(p.items, 1)
		cond.Broadcast()
		p.mu.Unlock()
	}()
	wg.Wait()
	p.mu.Lock()
	for len(p.items) == 0 {
		p.mu.Unlock()
		p.mu.Lock()
	}
	p.mu.Unlock()
}

type counted struct {
	r io.Reader
	n int
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += n
	return n, err
}

type words struct{ w []string }

func (w *words) Read(b []byte) (int, error) {
	if len(w.w) == 0 {
		return 0, io.EOF
	}
	n := copy(b, w.w[0])
	w.w = w.w[1:]
	return n, nil
}

// What is read ends by itself.
func HoldsReads() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		mu.Lock()
		defer mu.Unlock()
		io.Copy(os.Stdout, &counted{r: strings.NewReader("text")})
	}()
	go func() {
		defer wg.Done()
		mu.Lock()
		defer mu.Unlock()
		io.ReadAll(&words{[]string{"a", "b"}})
	}()
	wg.Wait()
}

// A ticker is never closed.
func LeakPollsTicker() {
	var mu sync.Mutex
	p := &pile{}
	go func() {
		mu.Lock()
		p.put(1)
		mu.Unlock()
	}()
	mu.Lock()
	for range time.NewTicker(time.Millisecond).C {
		if p.len() > 0 {
			break
		}
	}
	mu.Unlock()
}

// What code that is not followed returns depends on what is behind its operands.
func LeakPollsBuffer() {
	var mu sync.Mutex
	var b bytes.Buffer
	go func() {
		mu.Lock()
		b.WriteString("x")
		mu.Unlock()
	}()
	mu.Lock()
	for b.Len() == 0 {
		runtime.Gosched()
	}
	mu.Unlock()
}

func LeakPollsBuilder() {
	var mu sync.Mutex
	var b strings.Builder
	go func() {
		mu.Lock()
		b.WriteString("x")
		mu.Unlock()
	}()
	mu.Lock()
	for b.String() == "" {
		runtime.Gosched()
	}
	mu.Unlock()
}

func LeakPollsFront() {
	var mu sync.Mutex
	l := list.New()
	go func() {
		mu.Lock()
		l.PushBack(1)
		mu.Unlock()
	}()
	mu.Lock()
	for l.Front() == nil {
		runtime.Gosched()
	}
	mu.Unlock()
}

// A decoder reads until it has what it needs, or an error.
func LeakLibraryDecodes() {
	var mu sync.Mutex
	var n atomic.Int64
	go func() {
		mu.Lock()
		n.Store(10)
		mu.Unlock()
	}()
	mu.Lock()
	png.Decode(asking{&n})
	mu.Unlock()
}

// These end by themselves: what they ask for is advanced by the loop.
func HoldsAdvances() {
	var mu sync.Mutex
	b := bytes.NewBufferString("abc")
	l := list.New()
	go func() {
		mu.Lock()
		l.PushBack(1)
		b.WriteString("x")
		mu.Unlock()
	}()
	mu.Lock()
	for b.Len() > 0 {
		b.Next(1)
	}
	for l.Len() > 0 {
		l.Remove(l.Front())
	}
	for s := bufio.NewScanner(b); s.Scan(); {
		runtime.Gosched()
	}
	mu.Unlock()
}
