package bound

import (
	"context"
	"io"
	"os"
	"sort"
	"sync"
)

// Functions in which it is easy to take one thing for another. In those called Trap.. a file may be left open: it is
// wrong to say that it is closed on every path. In Fine.. it is closed.

func TrapOtherKey() {
	m := map[string]*os.File{}
	f, err := os.Open("x")
	if err != nil {
		return
	}
	m["a"] = f
	m["b"].Close()
}

func TrapMaybeStored(n int) {
	h := &holder{}
	f, err := os.Open("x")
	if err != nil {
		return
	}
	if n > 3 {
		h.f = f
	}
	h.f.Close()
}

func TrapPhi(n int) {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	var g *os.File
	if n > 3 {
		g = f
	}
	g.Close()
}

func maybe(n int) *os.File {
	f, err := os.Open("x")
	if err != nil || n > 3 {
		return nil
	}
	return f
}

func TrapMaybeReturned(n int) {
	maybe(n).Close()
}

func TrapOverwritten() {
	h := &holder{}
	if h.open() != nil {
		return
	}
	h.f = nil
	h.close()
}

func TrapTwoCalls() {
	for i := range 2 {
		h := &holder{}
		if h.open() != nil {
			continue
		}
		if i == 0 {
			h.close()
		}
	}
}

func TrapSlice(n int) {
	var all []*os.File
	for range 3 {
		f, err := os.Open("x")
		if err != nil {
			return
		}
		all = append(all, f)
	}
	all[n].Close()
}

func TrapLast() {
	var last *os.File
	for range 3 {
		f, err := os.Open("x")
		if err != nil {
			break
		}
		last = f
	}
	if last != nil {
		last.Close()
	}
}

func TrapPrevious() {
	var g *os.File
	for range 3 {
		f, err := os.Open("x")
		if err != nil {
			return
		}
		g.Close()
		g = f
	}
}

func TrapGoroutines() {
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f, err := os.Open("x")
			if err != nil {
				return
			}
			if i == 0 {
				f.Close()
			}
		}()
	}
	wg.Wait()
}

func TrapCallback() {
	names := []string{"x", "y"}
	sort.Slice(names, func(i, j int) bool {
		f, err := os.Open(names[i])
		if err != nil {
			return false
		}
		if names[i] < names[j] {
			f.Close()
		}
		return true
	})
}

func TrapLateGoroutine() {
	var f *os.File
	start, done := make(chan bool, 1), make(chan bool)
	go func() {
		<-start
		f.Close()
		close(done)
	}()
	start <- true
	f, _ = os.Open("x")
	<-done
}

func TrapContext() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	ctx := context.WithValue(context.Background(), "file", f)
	ctx.Value("file").(*os.File).Read(nil)
}

func TrapRecursion(n int) { recursive(n) }

func recursive(n int) {
	if n == 0 {
		return
	}
	f, err := os.Open("x")
	if err != nil {
		return
	}
	recursive(n - 1)
	if n > 2 {
		f.Close()
	}
}

type flusher interface{ Flush() error }

// FineOtherType asks the file for a method that it has not.
func FineOtherType() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	defer f.Close()
	var c io.Closer = f
	if g, ok := c.(flusher); ok {
		g.Flush()
	}
}

func FineMethodValue() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	closing := f.Close
	defer closing()
}

func FineFunctionValue() {
	open := os.Open
	f, err := open("x")
	if err != nil {
		return
	}
	var c io.Closer = f
	c.Close()
}

type wrapped struct{ *os.File }

func FineEmbedded() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	w := wrapped{f}
	w.Close()
}

func FineEmbeddedInterface() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	var c io.Closer = &wrapped{f}
	closeIt(c)
}

func FineOnce() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	var once sync.Once
	once.Do(func() { f.Close() })
}

func FineGoClose() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	go f.Close()
}

func FineEachGoroutine() {
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f, err := os.Open("x")
			if err != nil {
				return
			}
			defer f.Close()
		}()
	}
	wg.Wait()
}
