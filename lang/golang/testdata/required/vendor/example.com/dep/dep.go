// Package dep stands for a required module. What has Hang in it is blocked for ever.
package dep

import (
	"errors"
	"fmt"
	"sync"
)

func Hang() { <-make(chan int) }

type Hanger interface{ Hang() }

type hanger struct{ c chan int }

func (h hanger) Hang()          { <-h.c }
func (h hanger) String() string { <-h.c; return "" }

func New() Hanger         { return hanger{} }
func Text() fmt.Stringer  { return hanger{} }
func Function() func()    { return Hang }
func Call(f func())       { f(); Hang() }
func Generic[T any](of T) { <-make(chan T) }

var (
	Hook      = Hang
	OtherHook = Hang
)

// List hangs when it is sorted.
type List struct{}

func (List) Len() int           { Hang(); return 2 }
func (List) Less(i, j int) bool { return false }
func (List) Swap(i, j int)      {}

// Wrapped has a field that hangs when it is printed.
type Wrapped struct{ Of *Printed }

type Printed struct{ c chan int }

func (p *Printed) String() string { <-p.c; return "" }
func (p *Printed) Hang()          { <-p.c }

// ErrDone and ErrOther are plain errors, and the others hang when they are asked for their text.
var (
	ErrDone         = errors.New("done")
	ErrOther        = errors.New("other")
	ErrA      error = failure{}
	ErrB      error = failure{}
	ErrBeside       = errors.New("beside")
)

type failure struct{}

func (failure) Error() string { Hang(); return "" }

// Counter has a lock that keeps nobody waiting.
type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Add(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += n
	return c.n
}

func Double(n int) int { return 2 * n }
