package traps

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// A server waits for its handlers to return, and so for the one that closes it.
func LeakCloseInHandler() {
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.Close() }))
	http.Get(s.URL)
}

func LeakShutdownInHandler() {
	var s http.Server
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return
	}
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.Shutdown(context.Background()) })
	go s.Serve(l)
	http.Get("http://" + l.Addr().String())
}

type quits struct{ s *http.Server }

func (q *quits) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/quit" {
		q.stop()
	}
}

func (q *quits) stop() { q.s.Shutdown(context.Background()) }

func LeakShutdownInMethod() {
	q := &quits{&http.Server{Addr: "127.0.0.1:0"}}
	q.s.Handler = q
	q.s.ListenAndServe()
}

func LeakShutdownInMux() {
	mux := http.NewServeMux()
	s := &http.Server{Addr: "127.0.0.1:0", Handler: mux}
	mux.HandleFunc("/quit", func(w http.ResponseWriter, r *http.Request) {
		defer s.Shutdown(context.Background())
		io.WriteString(w, "bye")
	})
	s.ListenAndServe()
}

func LeakCloseInCleanup() {
	var s *httptest.Server
	done := func() { s.Close() }
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { done() }))
	http.Get(s.URL)
}

// The process waits for its input, and Wait for the process.
func LeakWaitsForInput() {
	c := exec.Command("cat")
	in, err := c.StdinPipe()
	if err != nil || c.Start() != nil {
		return
	}
	c.Wait()
	in.Close()
}

func LeakWaitsForOutput() {
	c := exec.Command("yes")
	_, err := c.StdoutPipe()
	if err != nil || c.Start() != nil {
		return
	}
	c.Wait()
}

type waitsFor struct{ c *exec.Cmd }

func (w waitsFor) Write(b []byte) (int, error) { return len(b), w.c.Wait() }

func LeakWaitsInWrite() {
	c := exec.Command("echo", "x")
	c.Stdout = waitsFor{c}
	if c.Start() == nil {
		c.Wait()
	}
}

type again struct{ n *atomic.Int64 }

func (a again) Error() string { return "" }

func (a again) Unwrap() error {
	if a.n.Load() > 0 {
		return nil
	}
	return a
}

// errors.As asks for the next error until there is none.
func LeakLibraryUnwraps() {
	var mu sync.Mutex
	a := again{&atomic.Int64{}}
	go func() {
		mu.Lock()
		a.n.Add(1)
		mu.Unlock()
	}()
	mu.Lock()
	var p *net.OpError
	errors.As(a, &p)
	mu.Unlock()
}

// The server is closed by who waits for nothing that it waits for.
func HoldsCloses() {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "x") }))
	var wg sync.WaitGroup
	wg.Go(func() { http.Get(s.URL) })
	wg.Wait()
	s.Close()
}

func HoldsShutdown() {
	s := &http.Server{Addr: "127.0.0.1:0"}
	done := make(chan bool)
	go func() {
		defer close(done)
		time.Sleep(time.Millisecond)
		runtime.Gosched()
		s.Shutdown(context.Background())
	}()
	s.ListenAndServe()
	<-done
}

func HoldsRuns() {
	var mu sync.Mutex
	mu.Lock()
	exec.Command("true").Run()
	mu.Unlock()
}
