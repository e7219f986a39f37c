// Package blocked has functions that block, each by another construct of the language, or function of the library.
// Every run of each ends in "all goroutines are asleep", or leaves a goroutine blocked.
package blocked

import (
	"context"
	"runtime"
	"sync"
	"time"
)

func NilConv() {
	<-(chan int)(nil)
}
func NilGeneric() { <-zero[chan int]() }

func zero[T any]() (z T) { return }
func NilAssert() {
	var a any
	c, _ := a.(chan int)
	<-c
}
func NilMap() {
	m := map[string]chan int{}
	m["a"] <- 1
}
func NilField() {
	var s struct{ c chan int }
	s.c <- 1
}
func NilArray() {
	var a [3]chan int
	a[0] = make(chan int, 1)
	a[1] <- 1
}
func NilSliceMade() {
	s := make([]chan int, 2)
	s[0] = make(chan int, 1)
	s[0] <- 1
	s[1] <- 1
}
func NilAfterClear() {
	c := make(chan int, 1)
	s := []chan int{c}
	clear(s)
	s[0] <- 1
}
func NilAfterDelete() {
	m := map[int]chan int{1: make(chan int, 1)}
	delete(m, 1)
	m[1] <- 1
}
func NilAfterClearMap() {
	m := map[int]chan int{1: make(chan int, 1)}
	clear(m)
	<-m[1]
}
func NilReceived() {
	cc := make(chan chan int, 1)
	close(cc)
	c := <-cc
	<-c
}
func NilFromStructCopy() {
	type s struct{ c chan int }
	a := s{make(chan int, 1)}
	b := a
	a = s{}
	b.c <- 1
	a.c <- 1
}
func NilTimerC() {
	var t time.Timer
	<-t.C
}
func NilAfterFuncC() {
	t := time.AfterFunc(0, func() {})
	<-t.C
}
func NilDone() { <-context.Background().Done() }
func NilDoneTODO() {
	ctx := context.WithValue(context.TODO(), 1, 2)
	<-ctx.Done()
}
func NilSelectAll() {
	var a, b chan int
	select {
	case <-a:
	case b <- 1:
	}
}
func NilSwitchOff() {
	a, b := make(chan int), make(chan int)
	go func() { a <- 1; close(a) }()
	for a != nil || b != nil {
		select {
		case _, ok := <-a:
			if !ok {
				a = nil
			}
		case _, ok := <-b:
			if !ok {
				b = nil
			}
		}
	}
}
func NilTypeSwitch() {
	var c chan int
	var x any = c
	switch c := x.(type) {
	case nil:
	case chan int:
		<-c
	}
}
func ArrayByValue() {
	var a [2]chan int
	fill(a)
	<-a[0]
}
func fill(a [2]chan int) {
	for i := range a {
		a[i] = make(chan int)
		close(a[i])
	}
}
func SwapChans() {
	a, b := make(chan int, 1), make(chan int)
	a, b = b, a
	_ = b
	a <- 1
}
func Shadow() {
	c := make(chan int)
	if true {
		c := make(chan int, 1)
		c <- 1
	}
	<-c
}
func ShadowErr() {
	var c chan int
	if c, ok := get(); ok {
		_ = c
	}
	<-c
}
func get() (chan int, bool) { c := make(chan int); close(c); return c, true }
func ChanOfChan() {
	cc := make(chan chan int)
	go func() { c := <-cc; c <- 1 }()
	cc <- make(chan int)
	<-make(chan int)
}
func ReturnTwo() {
	a, b := two()
	go func() { a <- 1 }()
	<-b
}
func two() (a, b chan int) { return make(chan int), make(chan int) }
func DirConv() {
	c := make(chan int)
	var s chan<- int = c
	var r <-chan int = make(chan int)
	go func() { s <- 1 }()
	<-r
}
func ClosureCapture() {
	c := make(chan int, 1)
	f := func() { c <- 1 }
	c = make(chan int)
	f()
}
func ClosureMap() {
	fs := map[string]func(){"a": func() {}, "b": func() { select {} }}
	fs["b"]()
}
func ClosureSlice() {
	fs := []func(){func() {}, func() { select {} }}
	for _, f := range fs {
		f()
	}
}
func ClosureChan() {
	c := make(chan func(), 1)
	c <- func() { select {} }
	(<-c)()
}
func ClosureStruct() {
	s := struct{ f func(chan int) }{func(c chan int) { c <- 1 }}
	s.f(make(chan int))
}
func ClosureArray() {
	var a [2]func()
	a[1] = func() { select {} }
	a[1]()
}
func ClosureReturned() {
	f := adder(make(chan int, 1))
	f()
	f()
}
func adder(c chan int) func() { return func() { c <- 1 } }
func ClosureRec() {
	var f func(int)
	c := make(chan int, 2)
	f = func(n int) {
		if n > 0 {
			c <- n
			f(n - 1)
		}
	}
	f(3)
}
func FuncTable() {
	ops["stop"](make(chan int))
}

var ops = map[string]func(chan int){"go": func(chan int) {}, "stop": stop}

func stop(c chan int) { <-c }
func MethodValue() {
	b := &box{make(chan int)}
	f := b.take
	f()
}

type box struct{ c chan int }

func (b *box) take()     { <-b.c }
func (b box) Put()       { b.c <- 1 }
func MethodExpr()        { (*box).take(&box{make(chan int)}) }
func MethodExprIface()   { putter.Put(box{make(chan int)}) }
func PromotedPtr()       { w := wrap{&box{make(chan int)}}; w.take() }
func PromotedIface()     { var p putter = wrap2{box{make(chan int)}}; p.Put() }
func PromotedIn3()       { wrap3{wrap2{box{make(chan int)}}}.Put() }
func PromotedValue()     { f := wrap3.Put; f(wrap3{wrap2{box{make(chan int)}}}) }
func GoMethodValue()     { b := &box{make(chan int)}; go b.take(); <-make(chan int) }
func DeferMethodValue()  { b := &box{make(chan int)}; defer b.take() }
func DeferIface()        { var p putter = box{make(chan int)}; defer p.Put() }
func MethodValueCopies() { b := box{make(chan int)}; f := b.Put; b.c = make(chan int, 1); f() }

type putter interface{ Put() }
type wrap struct{ *box }
type wrap2 struct{ putter }
type wrap3 struct{ wrap2 }

func GenericMethod() { use[box](box{make(chan int)}) }
func use[T putter](x T) {
	x.Put()
}
func GenericPtr() { useP[box](&box{make(chan int)}) }
func useP[T any, P interface {
	*T
	take()
}](p P) {
	p.take()
}
func GenericStruct() {
	q := queue[int]{make(chan int, 1)}
	q.put(1)
	q.put(2)
}

type queue[T any] struct{ c chan T }

func (q queue[T]) put(x T) { q.c <- x }
func GenericFunc() {
	apply([]int{1, 2}, func(int) { select {} })
}
func apply[T any](s []T, f func(T)) {
	for _, x := range s {
		f(x)
	}
}
func GenericChan() {
	drain[chan int](make(chan int))
}
func drain[C ~chan E, E any](c C) {
	for range c {
	}
}
func GenericConstraintRecv() { recv(make(<-chan int)) }
func recv[C ~chan int | ~<-chan int](c C) int {
	return <-c
}

type chain[T any] struct {
	next *chain[T]
	c    chan T
}

func GenericList() {
	l := &chain[int]{&chain[int]{nil, make(chan int)}, make(chan int, 1)}
	for p := l; p != nil; p = p.next {
		p.c <- 1
	}
}
func GenericAlias() {
	var c ch[int] = make(chan int)
	<-c
}

type ch[T any] = chan T

func SelectSendRecv() {
	a, b := make(chan int, 1), make(chan int)
	for range 2 {
		select {
		case a <- 1:
		case b <- 2:
		}
	}
}
func SelectComputed() {
	cs := []chan int{make(chan int, 1), make(chan int)}
	cs[0] <- 1
	i := 1
	select {
	case <-cs[i]:
	case cs[i] <- 1:
	}
}
func SelectEvalBlocks() {
	c := make(chan int, 1)
	select {
	case c <- <-make(chan int):
	default:
	}
}
func SelectFuncBlocks() {
	f := func() chan int { select {} }
	select {
	case <-f():
	default:
	}
}
func SelectBreak() {
	c := make(chan int, 1)
	for {
		select {
		case c <- 1:
			break
		}
	}
}
func SelectRecvAssign() {
	cs := make(map[int]int)
	c := make(chan int, 1)
	c <- 1
	select {
	case cs[<-make(chan int)] = <-c:
	}
}
func LenChan() {
	c := make(chan int, 3)
	c <- 1
	if len(c) == 1 && cap(c) == 3 {
		select {}
	}
}
func LenFull() {
	c := make(chan int, 1)
	for len(c) < cap(c)+1 {
		c <- 1
	}
}
func BufZeroVar() {
	n := 0
	c := make(chan int, n)
	c <- 1
}
func BufConst() {
	const k = 1 << 1
	c := make(chan int, k)
	c <- 1
	c <- 1
	c <- 1
}
func BufLen() {
	s := []string{"a", "b"}
	c := make(chan string, len(s)-1)
	for _, x := range s {
		c <- x
	}
}
func BufU8() {
	n := uint8(255)
	n += 2
	c := make(chan int, n)
	c <- 1
	c <- 1
}
func RangeNoClose() {
	c := make(chan int)
	go func() {
		for i := range 3 {
			c <- i
		}
	}()
	for range c {
	}
}
func RangeInt() {
	c := make(chan int, 3)
	for i := range 4 {
		c <- i
	}
}
func RangeMap() {
	c := make(chan int, 1)
	for k := range map[int]bool{1: true, 2: true} {
		c <- k
	}
}
func RangeMapDeletes() {
	m := map[int]chan int{1: make(chan int, 1), 2: make(chan int)}
	for k := range m {
		delete(m, k)
	}
	m[2] <- 1
}
func RangeString() {
	c := make(chan rune, 4)
	for _, r := range "héllo" {
		c <- r
	}
}
func RangeFuncChan() {
	for x := range all(make(chan int)) {
		_ = x
	}
}
func all(c chan int) func(func(int) bool) {
	return func(y func(int) bool) {
		for x := range c {
			if !y(x) {
				return
			}
		}
	}
}
func RangeFuncBody() {
	c := make(chan int, 1)
	for i := range pairs {
		c <- i
	}
}
func pairs(y func(int, string) bool) { _ = y(1, "a") && y(2, "b") }
func RangeFuncGo() {
	c := make(chan int)
	for i := range pairs {
		go func() { c <- i }()
	}
	<-c
	<-c
	<-c
}
func RangeFuncDefer() {
	c := make(chan int, 1)
	for i := range pairs {
		defer func() { c <- i }()
	}
}
func RangeFuncLabel() {
	c := make(chan int)
outer:
	for range pairs {
		for range pairs {
			break outer
		}
		close(c)
	}
	<-c
}
func RangeFuncIgnoresBreak() {
	defer func() {
		recover()
		select {}
	}()
	for range bad {
		break
	}
}
func bad(y func() bool) { y(); y() }
func LoopVar() {
	cs := make([]chan int, 3)
	for i := range cs {
		cs[i] = make(chan int, 1)
	}
	for i := 0; i < 3; i++ {
		if i == 1 {
			i++
		}
		cs[i] <- 1
	}
	<-cs[1]
}
func GotoLoop() {
	c := make(chan int, 2)
	i := 0
again:
	c <- i
	i++
	if i < 3 {
		goto again
	}
}
func GotoOver() {
	c := make(chan int)
	goto end
end:
	<-c
}
func LabelContinue() {
	c := make(chan int, 3)
outer:
	for range 2 {
		for range 2 {
			c <- 1
			continue outer
		}
	}
	c <- 1
	c <- 1
}
func LabelBreakSelect() {
	c := make(chan int)
	d := make(chan int, 1)
	d <- 1
loop:
	for {
		select {
		case <-d:
			break loop
		}
	}
	<-c
}
func FallthroughRecv() {
	c := make(chan int)
	switch 1 {
	case 1:
		fallthrough
	case 2:
		<-c
	}
}
func TypeSwitchFirst() {
	var x any = &box{make(chan int)}
	switch v := x.(type) {
	case interface{ take() }:
		v.take()
	case *box:
	}
}
func TypeAssertIface() {
	var x any = box{make(chan int)}
	if p, ok := x.(putter); ok {
		p.Put()
	}
}
func TypeSwitchMulti() {
	var x any = make(chan int)
	switch c := x.(type) {
	case chan string, chan bool:
	case chan int:
		c <- 1
	}
}
func CloseOther() {
	a, b := make(chan int), make(chan int)
	close(b)
	<-b
	<-a
}
func ClosedRange() {
	c := make(chan int, 2)
	c <- 1
	close(c)
	for range c {
	}
	var d chan int
	for range d {
	}
}
func MainGoexit() {
	go func() { runtime.Goexit() }()
	defer func() { select {} }()
	runtime.Goexit()
}
func GoexitNoDone() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		runtime.Goexit()
		wg.Done()
	}()
	wg.Wait()
}
func GoexitSkipsSend() {
	c := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		func() { runtime.Goexit() }()
		c <- 1
	}()
	<-c
}
func PanicSkipsSend() {
	c := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		panic(1)
		c <- 1
	}()
	<-c
}
func PanicIndex() {
	c := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		var s []int
		s[len(s)] = 1
		c <- 1
	}()
	<-c
}
func PanicNilMap() {
	c := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		var m map[int]int
		m[1] = 1
		c <- 1
	}()
	<-c
}
func PanicDiv() {
	c := make(chan int)
	z := 0
	go func() {
		defer func() { _ = recover() }()
		_ = 1 / z
		c <- 1
	}()
	<-c
}
func PanicAssert() {
	c := make(chan int)
	var x any = 1
	go func() {
		defer func() { _ = recover() }()
		_ = x.(string)
		c <- 1
	}()
	<-c
}
func PanicNilDeref() {
	c := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		var p *int
		*p = 1
		c <- 1
	}()
	<-c
}
func PanicNilFunc() {
	c := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		var f func()
		f()
		c <- 1
	}()
	<-c
}
func PanicNilIface() {
	c := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		var e error
		_ = e.Error()
		c <- 1
	}()
	<-c
}
func PanicMakeNeg() {
	c := make(chan int)
	n := -1
	go func() {
		defer func() { _ = recover() }()
		_ = make([]int, n)
		c <- 1
	}()
	<-c
}
func PanicCloseNil() {
	c := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		var d chan int
		close(d)
		c <- 1
	}()
	<-c
}
func PanicCloseTwice() {
	c := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		d := make(chan int)
		close(d)
		close(d)
		c <- 1
	}()
	<-c
}
func PanicSendClosed() {
	c := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		d := make(chan int, 1)
		close(d)
		d <- 1
		c <- 1
	}()
	<-c
}
func PanicUncomparable() {
	c := make(chan int)
	var a, b any = []int{}, []int{}
	go func() {
		defer func() { _ = recover() }()
		_ = a == b
		c <- 1
	}()
	<-c
}
func PanicMapKey() {
	c := make(chan int)
	var k any = func() {}
	go func() {
		defer func() { _ = recover() }()
		m := map[any]int{}
		m[k] = 1
		c <- 1
	}()
	<-c
}
func PanicSliceBounds() {
	c := make(chan int)
	s := "abc"
	n := 5
	go func() {
		defer func() { _ = recover() }()
		_ = s[1:n]
		c <- 1
	}()
	<-c
}
func PanicArrayConv() {
	c := make(chan int)
	s := []int{1}
	go func() {
		defer func() { _ = recover() }()
		_ = [2]int(s)
		c <- 1
	}()
	<-c
}
func PanicInLib() {
	c := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		_ = time.NewTicker(0)
		c <- 1
	}()
	<-c
}
func PanicInCallee() {
	c := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		must(nil)
		c <- 1
	}()
	<-c
}
func must(p *int) int { return *p }
func RecoverNested() {
	c := make(chan int)
	defer func() {
		recover()
		<-c
	}()
	defer func() {
		defer func() { recover() }()
		panic(2)
	}()
	panic(1)
}
func RecoverNotDirect() {
	defer func() { select {} }()
	defer func() { func() { recover() }() }()
	defer func() { recover() }()
	panic(1)
}
func Repanic() {
	defer func() {
		recover()
		select {}
	}()
	defer func() {
		r := recover()
		panic(r)
	}()
	panic("a")
}
func DeferLoop() {
	c := make(chan int, 1)
	for range 2 {
		defer func() { c <- 1 }()
	}
}
func DeferInFor() {
	c := make(chan int)
	for i := range 3 {
		if i == 2 {
			defer func() { <-c }()
		}
	}
}
func DeferOrder() {
	c := make(chan int)
	defer close(c)
	defer func() { <-c }()
}
func DeferArgEval() {
	c := make(chan int, 1)
	defer send(c, <-c)
	c <- 1
}
func send(c chan int, x int) { c <- x }
func DeferNil() {
	defer func() {
		recover()
		select {}
	}()
	var f func()
	defer f()
}
func DeferReassigned() {
	c := make(chan int)
	defer close(c)
	d := c
	c = make(chan int)
	_ = d
	<-c
}
func GoArgEval() {
	c := make(chan int)
	go send(c, <-c)
}
func GoFuncEval() {
	c := make(chan func())
	go (<-c)()
}
func RaceDone() {
	var wg sync.WaitGroup
	c := make(chan int)
	for i := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c <- i
		}()
	}
	wg.Wait()
	close(c)
	for range c {
	}
}
func PoolClosedEarly() {
	jobs, res := make(chan int), make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for j := range jobs {
				res <- j
			}
		})
	}
	for i := range 5 {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
	close(res)
	for range res {
	}
}
func Semaphore() {
	sem := make(chan struct{}, 2)
	for range 3 {
		sem <- struct{}{}
	}
}
func SemaphoreNested() {
	sem := make(chan struct{}, 1)
	do := func(f func()) {
		sem <- struct{}{}
		defer func() { <-sem }()
		f()
	}
	do(func() { do(func() {}) })
}
func TokenRing() {
	const n = 4
	var cs [n]chan int
	for i := range cs {
		cs[i] = make(chan int)
	}
	for i := range cs {
		go func() {
			for x := range cs[i] {
				cs[(i+1)%n] <- x
			}
		}()
	}
	<-make(chan int)
}
func Pipeline() {
	gen := func() <-chan int {
		out := make(chan int)
		go func() {
			for i := range 3 {
				out <- i
			}
		}()
		return out
	}
	sq := func(in <-chan int) <-chan int {
		out := make(chan int)
		go func() {
			defer close(out)
			for x := range in {
				out <- x * x
			}
		}()
		return out
	}
	for range sq(gen()) {
	}
}
func FanInNil() {
	merge := func(cs ...<-chan int) <-chan int {
		out := make(chan int)
		var wg sync.WaitGroup
		for _, c := range cs {
			wg.Go(func() {
				for x := range c {
					out <- x
				}
			})
		}
		go func() { wg.Wait(); close(out) }()
		return out
	}
	for range merge(nil, nil) {
	}
}
func Variadic() {
	wait(nil...)
	wait(make(chan int))
}
func wait(cs ...chan int) {
	for _, c := range cs {
		<-c
	}
}
func ChanCompare() {
	a := make(chan int)
	b := a
	if a == b {
		<-a
	}
}
func ChanAsKey() {
	c := make(chan int)
	m := map[chan int]bool{c: true}
	for k := range m {
		<-k
	}
}
func AnonStructChan() {
	x := struct {
		in, out chan int
	}{make(chan int), make(chan int)}
	go func() { x.in <- <-x.out }()
	<-x.in
}
func SliceOfSlice() {
	g := [][]chan int{{make(chan int, 1)}, {make(chan int)}}
	for _, r := range g {
		for _, c := range r {
			c <- 1
		}
	}
}
func AppendChan() {
	var cs []chan int
	for range 2 {
		cs = append(cs, make(chan int))
	}
	go func() { cs[0] <- 1 }()
	<-cs[1]
}
func CopyChans() {
	a := []chan int{make(chan int, 1)}
	b := make([]chan int, 2)
	copy(b, a)
	b[0] <- 1
	b[1] <- 1
}
func SubSlice() {
	a := []chan int{make(chan int, 1), make(chan int)}
	b := a[1:]
	b[0] <- 1
}
func PtrToArray() {
	a := &[2]chan int{make(chan int, 1)}
	for _, c := range a {
		c <- 1
	}
}
func ChanPtr() {
	c := make(chan int, 1)
	p := &c
	*p = nil
	c <- 1
}
func ChanPtrField() {
	type s struct{ c chan int }
	x := &s{make(chan int, 1)}
	y := x
	y.c = make(chan int)
	x.c <- 1
}
func StructAssign() {
	type s struct{ c chan int }
	x := s{make(chan int, 1)}
	p := &x
	*p = s{make(chan int)}
	x.c <- 1
}
func IfaceHoldsChan() {
	var x any = make(chan int)
	c := x.(chan int)
	c <- 1
}
func ZeroSizeChan() {
	c := make(chan struct{})
	c <- struct{}{}
}
