package heap

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing/quick"
	"time"
)

// What the library finds in what it is given, it may call: functions and interface values in exported fields of its own
// structs, and what functions and methods return that it calls. Each of these waits for ever.

// waiter waits in its methods.
type waiter struct{ c chan int }

func (w waiter) Read([]byte) (int, error)        { return <-w.c, io.EOF }
func (w waiter) Close() error                    { return nil }
func (w waiter) Stat() (fs.FileInfo, error)      { return nil, fs.ErrInvalid }
func (w waiter) Error() string                   { return "" }
func (w waiter) Is(error) bool                   { return <-w.c > 0 }
func (w waiter) ReadRune() (rune, int, error)    { return rune(<-w.c), 1, nil }
func (w waiter) UnreadRune() error               { return nil }
func (w waiter) WriteString(string) (int, error) { return <-w.c, nil }
func (w waiter) LogValue() slog.Value            { return slog.IntValue(<-w.c) }

// deadlock possible
// busy
func InField() {
	l := &io.LimitedReader{R: waiter{make(chan int)}, N: 3}
	l.Read(nil)
}

// deadlock possible
// busy
func InFieldOfInterface() {
	io.ReadAll(&io.LimitedReader{R: waiter{make(chan int)}, N: 3})
}

// What a function of the library makes may hold anything, so what is stored in it is kept.

// deadlock unknown
// busy
func FunctionInField() {
	c := make(chan int)
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	f.Usage = func() { <-c }
	f.Parse([]string{"-z"})
}

// deadlock unknown
// busy
func ReaderMakerInField() {
	d := xml.NewDecoder(strings.NewReader(`<?xml version="1.0" encoding="x"?><a/>`))
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return waiter{make(chan int)}, nil }
	d.Decode(new(string))
}

type opener struct{ c chan int }

func (o opener) Open(string) (fs.File, error) { return waiter{o.c}, nil }

// deadlock possible
// busy
func Returned() {
	fs.ReadFile(opener{make(chan int)}, "x")
}

// entries has a file that waits when it is asked for what it is.
type entries struct{ opener }

func (e entries) Stat(string) (fs.FileInfo, error)      { return entry{e.c, true}, nil }
func (e entries) ReadDir(string) ([]fs.DirEntry, error) { return []fs.DirEntry{entry{e.c, false}}, nil }
func walked(string, fs.DirEntry, error) error           { return nil }
func (e entry) Name() string                            { return "a" }
func (e entry) Size() int64                             { return 0 }
func (e entry) Mode() fs.FileMode                       { return 0 }
func (e entry) Type() fs.FileMode                       { return 0 }
func (e entry) ModTime() time.Time                      { return time.Time{} }
func (e entry) Sys() any                                { return nil }
func (e entry) Info() (fs.FileInfo, error)              { return e, nil }
func (e entry) IsDir() bool                             { return e.dir || <-e.c > 0 }

type entry struct {
	c   chan int
	dir bool
}

// deadlock possible
// busy
func ReturnedInSlice() {
	fs.WalkDir(entries{opener{make(chan int)}}, ".", walked)
}

type wrapped struct{ inner error }

func (w wrapped) Error() string { return "" }
func (w wrapped) Unwrap() error { return w.inner }

// deadlock possible
// busy
func Unwrapped() {
	errors.Is(wrapped{wrapped{waiter{make(chan int)}}}, io.EOF)
}

// deadlock possible
// busy
func RunesAreRead() {
	var s string
	fmt.Fscan(waiter{make(chan int)}, &s)
}

// deadlock possible
// busy
func ReaderOfAnyType() {
	parser.ParseFile(token.NewFileSet(), "x.go", waiter{make(chan int)}, 0)
}

// writer writes texts in another way.
type writer struct{ waiter }

func (writer) Write(p []byte) (int, error) { return len(p), nil }

// deadlock possible
// busy
func TextsAreWritten() {
	strings.NewReader("x").WriteTo(writer{waiter{make(chan int)}})
}

// deadlock possible
// busy
func FunctionOfAnyType() {
	c := make(chan int)
	quick.Check(func(int) bool { return <-c > 0 }, nil)
}

// Neither waits for anything: it is busy because the initialization of this package closes a channel (nil.go).
//
// deadlock holds
// ledger
func NothingFound() {
	l := &io.LimitedReader{R: strings.NewReader("x"), N: 3}
	io.ReadAll(l)
}

// Functions that the library calls with operands which are not known.

// deadlock unknown
// ledger U02
func LocksOfMap() {
	var m sync.Map
	m.Store(1, new(sync.Mutex))
	m.Range(func(_, v any) bool {
		v.(*sync.Mutex).Lock()
		v.(*sync.Mutex).Lock()
		return true
	})
}

// deadlock unknown
// ledger U02
func LocksSorted() {
	all := []*sync.Mutex{new(sync.Mutex), new(sync.Mutex)}
	slices.SortFunc(all, func(a, b *sync.Mutex) int {
		a.Lock()
		b.Lock()
		return 0
	})
}

// deadlock holds
// ledger
func NumbersSorted() {
	slices.SortFunc([]int{2, 1}, func(a, b int) int { return a - b })
}
