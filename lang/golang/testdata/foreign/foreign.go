// Package foreign has functions whose answer depends on code that is not followed.
package foreign

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/signal"
	"reflect"
	"sort"
	"sync"
)

// HoldsSignal waits for a signal, which is no mistake.
func HoldsSignal() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	<-c
}

// HoldsContext waits for a signal, too.
func HoldsContext() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	<-ctx.Done()
}

// HoldsSort gives a function that synchronizes to one that calls it before it returns.
func HoldsSort(n int) {
	var mu sync.Mutex
	s := make([]int, n)
	sort.Slice(s, func(i, j int) bool {
		mu.Lock()
		defer mu.Unlock()
		return s[i] < s[j]
	})
}

// OpenHandlers take two locks in two orders, when requests come.
func OpenHandlers() {
	var a, b sync.Mutex
	http.HandleFunc("/a", func(http.ResponseWriter, *http.Request) {
		a.Lock()
		defer a.Unlock()
		b.Lock()
		defer b.Unlock()
	})
	http.HandleFunc("/b", func(http.ResponseWriter, *http.Request) {
		b.Lock()
		defer b.Unlock()
		a.Lock()
		defer a.Unlock()
	})
}

type guarded struct{ mu sync.Mutex }

func (g *guarded) ServeHTTP(http.ResponseWriter, *http.Request) {
	g.mu.Lock()
	g.mu.Lock()
}

// OpenServer has a handler in a field.
func OpenServer() error {
	s := &http.Server{Handler: &guarded{}}
	return s.ListenAndServe()
}

// OpenReflect receives what reflection sends.
func OpenReflect() {
	c := make(chan int)
	go func() { reflect.ValueOf(c).Send(reflect.ValueOf(1)) }()
	<-c
}

// OpenPipe reads what nobody writes.
func OpenPipe() {
	var mu sync.Mutex
	r, _ := io.Pipe()
	mu.Lock()
	r.Read(nil)
	mu.Unlock()
}

// OpenThousand has as many receives as sends, but both loops are cut short.
func OpenThousand() {
	c := make(chan int)
	for range 1000 {
		go func() { c <- 1 }()
	}
	for range 1000 {
		<-c
	}
}

func send(c chan int) {
	go func() { c <- 1 }()
}

// OpenOnes starts goroutines in a function that a loop calls.
func OpenOnes() {
	c := make(chan int)
	for range 30 {
		send(c)
	}
	for range 30 {
		<-c
	}
}

// HoldsNested has loops of few turns, all of which are followed.
func HoldsNested() {
	c := make(chan int)
	for range 2 {
		for range 2 {
			send(c)
			go func() { c <- 1 }()
		}
	}
	for range 8 {
		<-c
	}
}

type counter struct{ n int }

func (r *counter) up(c chan int, n int) {
	r.down(c, n)
	c <- 1
}

func (r *counter) down(c chan int, n int) {
	if n > 0 {
		r.up(c, n-1)
	}
}

var kept = &counter{}

// One calls the other, which sends.
func OpenRecursive() {
	c := make(chan int)
	http.HandleFunc("/down", func(http.ResponseWriter, *http.Request) { kept.down(c, 1) })
	http.HandleFunc("/up", func(http.ResponseWriter, *http.Request) { kept.up(c, 1) })
}

// OpenDefault looks for a message on a channel that is not known.
func OpenDefault() {
	var mu sync.Mutex
	select {
	case <-reflect.ValueOf(&mu).Interface().(chan int):
	default:
		mu.Lock()
	}
	mu.Lock()
}

var queue = make(chan int, 1)

func init() {
	queue <- 1
}

// Init waits for what comes before main.
func Init() {
	<-queue
}

type tables struct {
	once sync.Once
	made bool
}

func (t *tables) String() string {
	t.once.Do(func() { t.made = true })
	return "tables"
}

type named interface{ String() string }

// HoldsTables has code that keeps something whose method only makes something once.
func HoldsTables() {
	var mu sync.Mutex
	http.Handle("/", http.NotFoundHandler())
	reflect.ValueOf(named(&tables{}))
	mu.Lock()
}
