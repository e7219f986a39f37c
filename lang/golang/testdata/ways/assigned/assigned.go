// Package assigned has functions that wait for ever because code that they give to the library assigns to a variable,
// and does nothing else. Those of Right.. do not wait.
package assigned

import (
	"errors"
	"expvar"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"runtime"
	"sync"
	"text/template"
	"time"
	"unsafe"
)

// state is what the others look at.
type state struct {
	ready bool
	count int
	sent  chan int
}

func (s *state) set() { s.ready = true }

// wait waits for ever if the state is ready.
func (s *state) wait() {
	c := make(chan int, 1)
	c <- 1
	<-c
	if s.ready {
		<-c
	}
}

// Captured variables, and a method value.

func Finalizer() {
	s := &state{}
	func() { runtime.SetFinalizer(new([100]int), func(*[100]int) { s.ready = true }) }()
	runtime.GC()
	time.Sleep(30 * time.Millisecond)
	s.wait()
}

func MethodValue() {
	s := &state{}
	reflect.ValueOf(s.set).Call(nil)
	s.wait()
}

func Usage() {
	ready := false
	f := flag.NewFlagSet("", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() { ready = true }
	f.Parse([]string{"-unknown"})
	c := make(chan int)
	if ready {
		<-c
	}
}

func TemplateFuncs() {
	ready := false
	fs := template.FuncMap{"f": func() string { ready = true; return "" }}
	template.Must(template.New("").Funcs(fs).Parse("{{f}}")).Execute(io.Discard, nil)
	c := make(chan int)
	if ready {
		<-c
	}
}

func Server() {
	s := &state{}
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { s.set() }))
	if r, err := http.Get(server.URL); err == nil {
		r.Body.Close()
	}
	server.Close()
	s.wait()
}

func Middleware() {
	var c *int
	h := http.StripPrefix("", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { c = new(int) }))
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	if c != nil {
		<-make(chan int)
	}
}

func Published() {
	s := &state{}
	expvar.Publish("assigned", expvar.Func(func() any { s.ready = true; return 1 }))
	_ = expvar.Get("assigned").String()
	s.wait()
}

// A captured variable that holds a channel.

func Channel() {
	c := make(chan int, 1)
	c <- 1
	reflect.ValueOf(func() { c = make(chan int, 1) }).Call(nil)
	<-c
}

func ServerChannel() {
	c := make(chan int, 1)
	c <- 1
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { c = make(chan int) }))
	if r, err := http.Get(server.URL); err == nil {
		r.Body.Close()
	}
	server.Close()
	<-c
}

// Methods that package fmt asks for.

type named struct{ of *state }

func (n named) String() string { n.of.sent = make(chan int); return "" }

func StringChannel() {
	s := &state{sent: make(chan int, 1)}
	s.sent <- 1
	_ = fmt.Sprint(named{s})
	<-s.sent
}

func StringNested() {
	s := &state{sent: make(chan int, 1)}
	s.sent <- 1
	_ = fmt.Sprint([]any{map[int]named{1: {s}}})
	<-s.sent
}

type formatted struct{ of *state }

func (f formatted) Format(fmt.State, rune) { f.of.sent = make(chan int) }

func FormatChannel() {
	s := &state{sent: make(chan int, 1)}
	s.sent <- 1
	_ = fmt.Sprintf("%v", formatted{s})
	<-s.sent
}

// What functions return to the library, which hands it out.

func Pool() {
	s := &state{}
	p := sync.Pool{New: func() any { return s }}
	p.Get().(*state).ready = true
	s.wait()
}

type plain struct {
	ready bool
	count int
}

func PoolPlain() {
	s := &plain{}
	p := sync.Pool{New: func() any { return s }}
	p.Get().(*plain).ready = true
	if s.ready {
		<-make(chan int)
	}
}

func OnceValue() {
	s := &plain{}
	f := sync.OnceValue(func() *plain { return s })
	f().count = 2
	if s.count == 2 {
		<-make(chan int)
	}
}

func Reflected() {
	s := &state{}
	reflect.ValueOf(func() *state { return s }).Call(nil)[0].Interface().(*state).ready = true
	s.wait()
}

type failure struct{ of *state }

func (failure) Error() string { return "" }

type other struct{}

func (other) Error() string { return "" }

var shared *state

func (other) As(target any) bool { target.(*failure).of = shared; return true }

func ErrorsAs() {
	s := &state{}
	shared = s
	var f failure
	errors.As(other{}, &f)
	f.of.ready = true
	s.wait()
}

// Memory of another type.

type pair struct{ a, b int32 }

func Unsafe() {
	p := &pair{}
	(*[2]int32)(unsafe.Pointer(p))[0] = 2
	if p.a == 2 {
		<-make(chan int)
	}
}

func UnsafeStruct() {
	p := &pair{}
	(*struct{ x, y int32 })(unsafe.Pointer(p)).x = 2
	if p.a == 2 {
		<-make(chan int)
	}
}

// Nothing is assigned.

func RightHandler() {
	s := &state{}
	h := http.StripPrefix("", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { _ = s.ready }))
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	s.wait()
}

func RightOther() {
	s, unused := &state{}, &state{}
	reflect.ValueOf(func() { unused.ready = true }).Call(nil)
	s.wait()
}

type silent struct{ of *state }

func (n silent) String() string { return fmt.Sprint(n.of.count) }

func RightString() {
	s := &state{sent: make(chan int, 1)}
	s.sent <- 1
	_ = fmt.Sprint(silent{s})
	<-s.sent
}

func RightPool() {
	s := &plain{}
	p := sync.Pool{New: func() any { return new(plain) }}
	p.Get().(*plain).ready = true
	if s.ready {
		<-make(chan int)
	}
}
