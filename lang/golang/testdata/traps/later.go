package traps

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"iter"
	"log"
	"log/slog"
	"net"
	"net/http"
	"sort"
	"sync"
	"syscall"
	"text/template"
)

// What the library is given first, and calls later; and panics that it recovers, or that the runtime has.

type writer struct {
	mu sync.Mutex
	m  map[string]int
}

func (w *writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(p), nil
}

func (w *writer) String() string { return "" }

func (w *writer) Set(string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return nil
}

// locked calls a function that has the lock of a writer.
func (w *writer) locked(f func()) {
	w.mu.Lock()
	f()
	w.mu.Unlock()
}

func LeakFlush() {
	w := &writer{}
	b := bufio.NewWriter(w)
	b.WriteString("x")
	w.locked(func() { b.Flush() })
}

func LeakFlushInSection() {
	w := &writer{}
	b := bufio.NewWriter(w)
	b.WriteString("x")
	w.mu.Lock()
	b.Flush()
	w.mu.Unlock()
}

func LeakLogger() {
	w := &writer{}
	l := log.New(w, "", 0)
	w.mu.Lock()
	l.Print("x")
	w.mu.Unlock()
}

func LeakSetOutput() {
	w := &writer{}
	log.SetOutput(w)
	w.mu.Lock()
	log.Print("x")
	w.mu.Unlock()
}

func LeakSlog() {
	w := &writer{}
	l := slog.New(slog.NewTextHandler(w, nil))
	w.mu.Lock()
	l.Info("x")
	w.mu.Unlock()
}

func LeakEncoder() {
	w := &writer{}
	e := json.NewEncoder(w)
	w.mu.Lock()
	e.Encode(1)
	w.mu.Unlock()
}

func LeakMultiWriter() {
	w := &writer{}
	m := io.MultiWriter(w)
	w.mu.Lock()
	m.Write(nil)
	w.mu.Unlock()
}

func LeakFlag() {
	w := &writer{}
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	f.Var(w, "a", "")
	w.mu.Lock()
	f.Parse([]string{"-a", "1"})
	w.mu.Unlock()
}

func LeakReverse() {
	a := &account{}
	r := sort.Reverse(a)
	a.mu.Lock()
	sort.Sort(r)
	a.mu.Unlock()
}

func LeakFuncs() {
	var mu sync.Mutex
	f := func() string { mu.Lock(); defer mu.Unlock(); return "" }
	t := template.Must(template.New("a").Funcs(template.FuncMap{"f": f}).Parse("{{f}}"))
	mu.Lock()
	t.Execute(io.Discard, nil)
	mu.Unlock()
}

func LeakPoolNew() {
	var mu sync.Mutex
	p := sync.Pool{New: func() any { mu.Lock(); defer mu.Unlock(); return 1 }}
	mu.Lock()
	p.Get()
	mu.Unlock()
}

func LeakOnceFunc() {
	var mu sync.Mutex
	f := sync.OnceFunc(func() { mu.Lock(); mu.Unlock() })
	mu.Lock()
	f()
	mu.Unlock()
}

func LeakOnceValue() {
	var f func() int
	f = sync.OnceValue(func() int { return f() })
	f()
}

func LeakPull() {
	var mu sync.Mutex
	next, stop := iter.Pull(func(yield func(int) bool) { mu.Lock(); defer mu.Unlock(); yield(1) })
	defer stop()
	next()
	mu.Lock()
	mu.Unlock()
}

type stuck struct{ mu sync.Mutex }

func (s *stuck) ServeHTTP(http.ResponseWriter, *http.Request) {
	s.mu.Lock()
	s.mu.Lock()
}

// A handler calls another one that it has captured.
func LeakMiddleware() {
	var mu sync.Mutex
	var next http.Handler = &stuck{}
	http.Handle("/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r) }))
	mu.Lock()
	http.ListenAndServe("", nil)
	mu.Unlock()
}

func (w *writer) count() {
	w.mu.Lock()
	w.m["a"]++
	w.mu.Unlock()
}

func safely(f func()) {
	defer func() { _ = recover() }()
	f()
}

// The map is nil: a panic that the model does not have.
func LeakRecovered() {
	w := &writer{}
	safely(w.count)
	w.mu.Lock()
	w.mu.Unlock()
}

type failing struct{ mu sync.Mutex }

func (f *failing) String() string {
	f.mu.Lock()
	if true {
		panic("no text")
	}
	f.mu.Unlock()
	return ""
}

func LeakPrintedPanic() {
	f := &failing{}
	fmt.Println(f)
	f.mu.Lock()
	f.mu.Unlock()
}

type transport struct{ w *writer }

func (t *transport) RoundTrip(*http.Request) (*http.Response, error) {
	t.w.Set("")
	return nil, io.EOF
}

// A variable of the library holds it.
func LeakTransport() {
	w := &writer{}
	http.DefaultTransport = &transport{w}
	w.mu.Lock()
	http.Get("http://localhost/")
	w.mu.Unlock()
}

type reason struct{ w *writer }

func (r *reason) Error() string {
	r.w.Set("")
	return ""
}

func LeakCause() {
	w := &writer{}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(&reason{w})
	w.mu.Lock()
	_ = context.Cause(ctx).Error()
	w.mu.Unlock()
}

type ownContext struct {
	context.Context
	w *writer
}

func (c ownContext) Done() <-chan struct{} {
	c.w.Set("")
	return c.Context.Done()
}

func LeakOwnContext() {
	w := &writer{}
	var own context.Context = ownContext{context.Background(), w}
	w.mu.Lock()
	_, cancel := context.WithCancel(own)
	cancel()
	w.mu.Unlock()
}

func HoldsOwnContext() {
	ctx, cancel := context.WithCancel(context.Background())
	child, end := context.WithCancel(ownContext{ctx, &writer{}})
	defer end()
	cancel()
	<-child.Done()
}

func LeakStored() {
	w := &writer{}
	var m sync.Map
	m.Store("a", w)
	w.mu.Lock()
	x, _ := m.Load("a")
	x.(flag.Value).Set("")
	w.mu.Unlock()
}

func LeakAttribute() {
	w := &writer{}
	a := slog.Any("a", &reason{w})
	w.mu.Lock()
	slog.Info("x", a)
	w.mu.Unlock()
}

func LeakPooled() {
	w := &writer{}
	p := sync.Pool{New: func() any { return w }}
	w.mu.Lock()
	p.Get().(flag.Value).Set("")
	w.mu.Unlock()
}

// endless is a context that whoever asks waits for.
type endless struct{ context.Context }

func (endless) Done() <-chan struct{} {
	<-make(chan int)
	return nil
}

// LeakAskedContext: package context asks it.
func LeakAskedContext() {
	context.AfterFunc(endless{context.Background()}, func() {})
}

// waiting waits for a message when it is read.
type waiting struct{ c chan int }

func (w waiting) Read([]byte) (int, error) { return <-w.c, io.EOF }
func (waiting) Close() error               { return nil }

// LeakDialer: the function in a field of a dialer is called.
func LeakDialer() {
	c := make(chan int)
	d := net.Dialer{Control: func(string, string, syscall.RawConn) error { return fmt.Errorf("%d", <-c) }}
	d.Dial("tcp", "127.0.0.1:1")
}

// LeakBody: the body of a request is read.
func LeakBody() {
	r := http.Request{Method: "POST", Body: waiting{make(chan int)}, ContentLength: 3,
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}}
	r.ParseForm()
}
