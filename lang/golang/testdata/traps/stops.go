package traps

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Who polls has the lock that is needed to stop it.
func LeakStops() {
	var mu sync.Mutex
	p := &pile{}
	stop := make(chan bool)
	go func() {
		mu.Lock()
		close(stop)
		p.put(1)
		mu.Unlock()
	}()
	mu.Lock()
	defer mu.Unlock()
	for p.len() == 0 {
		select {
		case <-stop:
			return
		default:
			runtime.Gosched()
		}
	}
}

func LeakStopsSlowly() {
	var mu sync.Mutex
	p := &pile{}
	stop := make(chan bool)
	go func() {
		mu.Lock()
		close(stop)
		p.put(1)
		mu.Unlock()
	}()
	mu.Lock()
	defer mu.Unlock()
	for p.len() == 0 {
		select {
		case <-stop:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// A timer that each turn makes is not the one that fires.
func LeakStopsTimes() {
	var mu sync.Mutex
	p := &pile{}
	go func() {
		mu.Lock()
		p.put(1)
		mu.Unlock()
	}()
	mu.Lock()
	defer mu.Unlock()
	for p.len() == 0 {
		select {
		case <-time.After(time.Hour):
			return
		default:
			runtime.Gosched()
		}
	}
}

func LeakStopsContext() {
	var mu sync.Mutex
	p := &pile{}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		mu.Lock()
		cancel()
		p.put(1)
		mu.Unlock()
	}()
	mu.Lock()
	defer mu.Unlock()
	for p.len() == 0 {
		select {
		case <-ctx.Done():
			return
		default:
			runtime.Gosched()
		}
	}
}

// One of two branches that leave the loop is in the program.
func LeakStopsFlag() {
	var mu sync.Mutex
	var stop atomic.Bool
	p := &pile{}
	go func() {
		mu.Lock()
		stop.Store(true)
		p.put(1)
		mu.Unlock()
	}()
	mu.Lock()
	for p.len() == 0 && !stop.Load() {
	}
	mu.Unlock()
}

// Nothing changes what is asked for.
func LeakStopsNever() {
	var mu sync.Mutex
	p := &pile{}
	go func() {
		mu.Lock()
		mu.Unlock()
	}()
	mu.Lock()
	for p.len() == 0 {
		runtime.Gosched()
	}
	mu.Unlock()
}

func ended(stop chan bool, p *pile) bool {
	select {
	case <-stop:
		return true
	default:
		return p.len() > 0
	}
}

func LeakStopsCalled() {
	var mu sync.Mutex
	p := &pile{}
	stop := make(chan bool)
	go func() {
		mu.Lock()
		close(stop)
		p.put(1)
		mu.Unlock()
	}()
	mu.Lock()
	for !ended(stop, p) {
	}
	mu.Unlock()
}

// The loop is left only behind a branch that asks for what others change.
func LeakStopsBehind() {
	var mu sync.Mutex
	var n atomic.Uint64
	n.Add(1)
	go func() {
		mu.Lock()
		n.Add(1)
		mu.Unlock()
	}()
	mu.Lock()
	for {
		seen := n.Load()
		if seen&1 == 0 && seen == n.Load() {
			break
		}
	}
	mu.Unlock()
}

func LeakStopsThen() {
	var mu sync.Mutex
	p := &pile{}
	go func() {
		mu.Lock()
		p.put(1)
		mu.Unlock()
	}()
	mu.Lock()
	for i := 0; ; {
		if p.len() > 0 {
			if i++; i > 3 {
				break
			}
		}
	}
	mu.Unlock()
}

// What stops it needs no lock.
func HoldsStops() {
	var mu sync.Mutex
	p := &pile{}
	stop := make(chan bool)
	go func() {
		mu.Lock()
		p.put(1)
		mu.Unlock()
	}()
	go close(stop)
	mu.Lock()
	defer mu.Unlock()
	for p.len() == 0 {
		select {
		case <-stop:
			return
		default:
			runtime.Gosched()
		}
	}
}

func told(stop chan bool) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

func HoldsStopsCalled() {
	var mu sync.Mutex
	stop := make(chan bool)
	go func() {
		mu.Lock()
		mu.Unlock()
	}()
	go close(stop)
	mu.Lock()
	for !told(stop) {
	}
	mu.Unlock()
}

// The workers look whether they are to stop, and each of them is waited for.
func HoldsStopsWorkers() {
	p := &pile{}
	stop := make(chan bool)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for p.len() < 10 {
				select {
				case <-stop:
					return
				case <-time.After(time.Millisecond):
					p.put(1)
				}
			}
		}()
	}
	close(stop)
	wg.Wait()
}

// Others let the loop go on for ever, and do not change what it asks for.
func LeakStopsTold() {
	var mu sync.Mutex
	p := &pile{}
	tick := make(chan int)
	go func() {
		for {
			tick <- 1
		}
	}()
	go func() {
		mu.Lock()
		p.put(1)
		mu.Unlock()
	}()
	mu.Lock()
	for p.len() == 0 {
		<-tick
	}
	mu.Unlock()
}

func LeakStopsEchoed() {
	var mu sync.Mutex
	p := &pile{}
	ask, answer := make(chan int), make(chan int)
	go func() {
		for x := range ask {
			answer <- x
		}
	}()
	go func() {
		mu.Lock()
		p.put(1)
		mu.Unlock()
	}()
	mu.Lock()
	for {
		ask <- 1
		<-answer
		if p.len() > 0 {
			break
		}
	}
	mu.Unlock()
	close(ask)
}

func LeakStopsWoken() {
	var mu, other sync.Mutex
	woken := sync.NewCond(&mu)
	n := 0
	go func() {
		for {
			woken.Broadcast()
			time.Sleep(time.Millisecond)
		}
	}()
	go func() {
		other.Lock()
		mu.Lock()
		n += 10
		mu.Unlock()
		other.Unlock()
	}()
	other.Lock()
	mu.Lock()
	for n < 5 {
		woken.Wait()
	}
	mu.Unlock()
	other.Unlock()
}

// What it asks for is changed without what it holds.
func HoldsStopsTold() {
	p := &pile{}
	tick, end := make(chan int), make(chan bool)
	go func() {
		for {
			select {
			case tick <- 1:
			case <-end:
				return
			}
		}
	}()
	go p.put(1)
	for p.len() == 0 {
		<-tick
	}
	close(end)
}
