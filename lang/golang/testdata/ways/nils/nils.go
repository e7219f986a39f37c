// Package nils has functions in which nil takes the place of a closed channel, so that a receive from it blocks. Every
// run of each ends in "all goroutines are asleep", but for RightSetup.
package nils

import (
	"maps"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
)

func done() chan int { c := make(chan int); close(c); return c }

func recv(c chan int) { <-c }
func recvSel(c chan int) {
	select {
	case <-c:
	}
}
func recvRange(c chan int) {
	for range c {
	}
}

func SliceClear()  { s := []chan int{done()}; clear(s); <-s[0] }
func SliceStore()  { s := []chan int{done()}; s[0] = nil; <-s[0] }
func SliceStore2() { s := []chan int{done(), done()}; t := s[1:]; t[0] = nil; <-s[1] }
func SliceAppend() { s := []chan int{done()}; _ = append(s[:0], nil); <-s[0] }
func SliceAppend2() {
	s := []chan int{done()}
	s = append(s, nil)
	<-s[1]
}
func SliceCopy()       { s := []chan int{done()}; copy(s, make([]chan int, 1)); <-s[0] }
func SliceReverse()    { s := []chan int{done(), nil}; slices.Reverse(s); <-s[0] }
func SliceSwap()       { s := []chan int{done(), nil}; s[0], s[1] = s[1], s[0]; <-s[0] }
func SliceInsert()     { s := slices.Insert([]chan int{done()}, 0, nil); <-s[0] }
func SliceDelete()     { s := []chan int{done(), nil}; s = slices.Delete(s, 0, 1); <-s[0] }
func SliceGrow()       { s := append(make([]chan int, 0, 2), done()); s = s[:2]; <-s[1] }
func SliceMakeAppend() { s := append(make([]chan int, 1), done()); <-s[0] }
func SliceConcat()     { s := slices.Concat([]chan int{nil}, []chan int{done()}); <-s[0] }
func SliceClone()      { s := slices.Clone([]chan int{nil, done()}); <-s[0] }
func SliceToArray()    { a := [2]chan int([]chan int{done(), nil}); <-a[1] }
func SliceToArrayPtr() { s := []chan int{done()}; a := (*[1]chan int)(s); a[0] = nil; <-s[0] }
func SliceRange() {
	for _, c := range []chan int{done(), nil} {
		<-c
	}
}
func SliceRangeArg() {
	for _, c := range []chan int{done(), nil} {
		recv(c)
	}
}
func SliceVariadic() { all(done(), nil) }
func all(cs ...chan int) {
	for _, c := range cs {
		<-c
	}
}
func SliceIdxArg()      { s := []chan int{done()}; s[0] = nil; recv(s[0]) }
func SliceIdxArgSel()   { s := []chan int{done()}; s[0] = nil; recvSel(s[0]) }
func SliceIdxArgRange() { s := []chan int{done()}; s[0] = nil; recvRange(s[0]) }
func ArrayDefault()     { var a [2]chan int; a[0] = done(); <-a[1] }
func ArrayDefaultArg()  { var a [2]chan int; a[0] = done(); recv(a[1]) }
func ArrayPartLoop() {
	var a [3]chan int
	for i := 1; i < 3; i++ {
		a[i] = done()
	}
	<-a[0]
}
func ArrayValueArg()      { byVal([2]chan int{done(), nil}) }
func byVal(a [2]chan int) { <-a[1] }
func ArrayRet()           { a := ret(); <-a[1] }
func ret() [2]chan int    { return [2]chan int{done()} }
func ArrayAssign()        { a := [1]chan int{done()}; a = [1]chan int{}; <-a[0] }
func ArrayOfStruct() {
	a := [1]struct{ c chan int }{{done()}}
	a[0].c = nil
	<-a[0].c
}
func ArrayOfStructWhole() {
	type s struct{ c chan int }
	a := []s{{done()}}
	a[0] = s{}
	<-a[0].c
}
func MapMissing()    { m := map[int]chan int{1: done()}; <-m[2] }
func MapMissingArg() { m := map[int]chan int{1: done()}; recv(m[2]) }
func MapDelArg()     { m := map[int]chan int{1: done()}; delete(m, 1); recv(m[1]) }
func MapClearArg()   { m := map[int]chan int{1: done()}; clear(m); recv(m[1]) }
func MapOkIgnored() {
	m := map[int]chan int{1: done()}
	c, ok := m[2]
	if !ok {
		println("x")
	}
	<-c
}
func MapOkArg() {
	m := map[int]chan int{1: done()}
	c, ok := m[2]
	if ok {
		return
	}
	recv(c)
}
func MapStoreNil() { m := map[int]chan int{1: done()}; m[1] = nil; <-m[1] }
func MapStoreNilOk() {
	m := map[int]chan int{1: done()}
	m[1] = nil
	if c, ok := m[1]; ok {
		<-c
	}
}
func MapRangeNil() {
	for _, c := range map[int]chan int{1: done(), 2: nil} {
		<-c
	}
}
func MapRangeKeys() {
	for c := range map[chan int]int{done(): 1, nil: 2} {
		<-c
	}
}
func MapOfStruct() {
	type s struct{ c chan int }
	m := map[int]s{1: {done()}}
	<-m[2].c
}
func MapOfStructArg() {
	type s struct{ c chan int }
	m := map[int]s{1: {done()}}
	recv(m[2].c)
}
func MapOfPtrZero() {
	type s struct{ c chan int }
	m := map[int]*s{1: {done()}, 2: {}}
	<-m[2].c
}
func MapsValues() {
	for c := range maps.Values(map[int]chan int{1: done(), 2: nil}) {
		<-c
	}
}

type st struct{ c chan int }

func StructZero()      { p := &st{done()}; *p = st{}; <-p.c }
func StructZeroArg()   { p := &st{done()}; *p = st{}; recv(p.c) }
func StructFieldNil()  { p := &st{done()}; p.c = nil; <-p.c }
func StructFieldArg()  { p := &st{done()}; p.c = nil; recv(p.c) }
func StructFieldMeth() { p := &st{done()}; p.off(); p.recv() }
func (s *st) off()     { s.c = nil }
func (s *st) recv()    { <-s.c }
func (s st) recvV()    { <-s.c }
func StructValMeth()   { p := &st{done()}; p.off(); p.recvV() }
func StructCopied()    { a := st{done()}; b := st{}; a = b; <-a.c }
func StructRet()       { x := mk(false); <-x.c }
func mk(b bool) st {
	if b {
		return st{done()}
	}
	return st{}
}
func StructRetField() { <-mk(false).c }
func StructRetArg()   { recv(mk(false).c) }
func StructPtrRet()   { <-mkp(false).c }
func mkp(b bool) *st {
	s := &st{}
	if b {
		s.c = done()
	}
	return s
}
func StructInIface() {
	var x any = st{done()}
	x = st{}
	<-x.(st).c
}
func StructEmbedded() {
	type w struct{ st }
	a := w{st{done()}}
	a.st = st{}
	<-a.c
}
func StructNested() {
	type w struct{ s struct{ t st } }
	var a w
	a.s.t.c = done()
	a.s = struct{ t st }{}
	<-a.s.t.c
}
func StructChan() {
	q := make(chan st, 2)
	q <- st{done()}
	q <- st{}
	<-(<-q).c
	<-(<-q).c
}
func StructClosedChan() {
	q := make(chan st, 1)
	q <- st{done()}
	close(q)
	<-(<-q).c
	<-(<-q).c
}
func ChanClosed() {
	q := make(chan chan int, 1)
	q <- done()
	close(q)
	<-<-q
	<-<-q
}
func ChanClosedVar() {
	q := make(chan chan int, 1)
	q <- done()
	close(q)
	<-q
	c := <-q
	<-c
}
func ChanClosedArg() {
	q := make(chan chan int, 1)
	q <- done()
	close(q)
	<-q
	recv(<-q)
}
func ChanClosedOk() {
	q := make(chan chan int, 1)
	q <- done()
	close(q)
	<-q
	c, _ := <-q
	<-c
}
func ChanClosedSel() {
	q := make(chan chan int, 1)
	q <- done()
	close(q)
	<-q
	select {
	case c := <-q:
		<-c
	}
}
func ChanSentNil() {
	q := make(chan chan int, 2)
	q <- done()
	q <- nil
	<-<-q
	<-<-q
}
func ChanRangeNil() {
	q := make(chan chan int, 2)
	q <- done()
	q <- nil
	close(q)
	for c := range q {
		<-c
	}
}
func AssertFails() {
	var x any = done()
	if len(x.(chan int)) == 0 {
		x = 1
	}
	c, _ := x.(chan int)
	<-c
}
func AssertNilIface() {
	var x any = done()
	x = (chan int)(nil)
	<-x.(chan int)
}
func AssertArg() {
	var x any = done()
	x = nil
	c, _ := x.(chan int)
	recv(c)
}
func TypeSwitchNil() {
	for _, x := range []any{done(), (chan int)(nil)} {
		switch c := x.(type) {
		case chan int:
			<-c
		}
	}
}
func GenericOr() { <-or(false, done()) }
func or[T any](b bool, x T) (z T) {
	if b {
		return x
	}
	return
}
func GenericBox() {
	b := box[chan int]{done()}
	b.reset()
	<-b.x
}

type box[T any] struct{ x T }

func (b *box[T]) reset() { var z T; b.x = z }
func GenericGet() {
	b := box[chan int]{done()}
	b.reset()
	<-b.get()
}
func (b *box[T]) get() T { return b.x }
func GenericOpt() {
	c, _ := find([]chan int{done()}, func(chan int) bool { return false })
	<-c
}
func find[T any](s []T, f func(T) bool) (z T, ok bool) {
	for _, x := range s {
		if f(x) {
			return x, true
		}
	}
	return z, false
}
func CaptureNil() {
	c := done()
	f := func() { <-c }
	c = nil
	f()
}
func CaptureSet() {
	c := done()
	f := func() { c = nil }
	f()
	<-c
}
func CaptureArg() {
	c := done()
	f := func() { c = nil }
	f()
	recv(c)
}
func CaptureLate() {
	var c chan int
	f := func() { <-c }
	f()
	c = done()
}
func CaptureGo() {
	var c chan int
	d := make(chan int)
	go func() { <-c; close(d) }()
	<-d
	c = done()
}
func PtrSet()             { c := done(); unset(&c); <-c }
func unset(p *chan int)   { *p = nil }
func PtrSetArg()          { c := done(); unset(&c); recv(c) }
func PtrSwap()            { c, d := done(), (chan int)(nil); swap(&c, &d); <-c }
func swap(p, q *chan int) { *p, *q = *q, *p }
func NewPtr() {
	p := new(chan int)
	q := p
	d := done()
	p = &d
	_ = p
	<-*q
}
func NamedDefer() { <-nd() }
func nd() (c chan int) {
	defer func() { c = nil }()
	return done()
}
func NamedRecover() { <-nr() }
func nr() (c chan int) {
	defer func() { recover() }()
	d := done()
	panic(1)
	return d
}
func UnnamedRecover() { <-ur(true) }
func ur(b bool) chan int {
	defer func() { recover() }()
	if b {
		panic(1)
	}
	return done()
}
func UnnamedRecoverIndex() { <-ui(nil) }
func ui(s []int) chan int {
	defer func() { recover() }()
	_ = s[2]
	return done()
}
func RecoverBool() {
	if !rb() {
		select {}
	}
}
func rb() bool {
	defer func() { recover() }()
	if g == 0 {
		panic(1)
	}
	return true
}

var g int

func RecoverBool2() {
	if !rb2() {
		select {}
	}
}
func rb2() bool {
	defer func() { recover() }()
	panic(1)
	return true
}
func RecoverIndexBool() {
	if !rib(nil) {
		select {}
	}
}
func rib(s []int) bool {
	defer func() { recover() }()
	_ = s[1]
	return true
}
func RecoverNilMapBool() {
	if !rnb(nil) {
		select {}
	}
}
func rnb(m map[int]int) bool {
	defer func() { recover() }()
	m[1] = 1
	return true
}
func SyncMap() {
	var m sync.Map
	m.Store(1, done())
	v, _ := m.Load(2)
	c, _ := v.(chan int)
	<-c
}
func AtomicPtr() {
	var p atomic.Pointer[st]
	p.Store(&st{done()})
	p.Store(&st{})
	<-p.Load().c
}
func AtomicVal() {
	var v atomic.Value
	v.Store(st{done()})
	v.Store(st{})
	<-v.Load().(st).c
}
func ReflectZero() {
	c := done()
	reflect.ValueOf(&c).Elem().SetZero()
	<-c
}
func List() {
	type node struct {
		c    chan int
		next *node
	}
	l := &node{done(), &node{}}
	for n := l; n != nil; n = n.next {
		<-n.c
	}
}
func ListArg() {
	type node struct {
		c    chan int
		next *node
	}
	l := &node{done(), &node{}}
	for n := l; n != nil; n = n.next {
		recv(n.c)
	}
}
func PhiLoad() {
	p := &st{done()}
	p.c = nil
	c := p.c
	if g == 0 {
		c = p.c
	} else {
		c = done()
	}
	<-c
}
func GlobalNil()    { gc = nil; <-gc }
func GlobalNilArg() { gc2 = nil; recv(gc2) }
func GlobalLate()   { <-late }
func GlobalStruct() { gs = st{}; <-gs.c }
func GlobalSlice()  { gsl[0] = nil; <-gsl[0] }
func GlobalMap()    { <-gm["x"] }

var gc, gc2 = done(), done()
var late chan int
var gs = st{done()}
var gsl = []chan int{done()}
var gm = map[string]chan int{"y": done()}

func RightSetup() { late = done() }
func FuncField() {
	x := struct{ f func() chan int }{done}
	x.f = func() chan int { return nil }
	<-x.f()
}
func IfaceMethod() {
	var x interface{ ch() chan int } = full{}
	x = empty{}
	<-x.ch()
}

type full struct{}
type empty struct{}

func (full) ch() chan int  { return done() }
func (empty) ch() chan int { return nil }
func SendNil()             { p := &st{make(chan int, 1)}; p.c = nil; p.c <- 1 }
func SendArg()             { p := &st{make(chan int, 1)}; p.c = nil; send(p.c) }
func send(c chan int)      { c <- 1 }
func GoArg()               { p := &st{done()}; p.c = nil; d := make(chan int); go wait(p.c, d); <-d }
func wait(c, d chan int)   { <-c; close(d) }
func DeferArg()            { p := &st{done()}; p.c = nil; defer recv(p.c) }
func DirArg()              { p := &st{done()}; p.c = nil; dir(p.c) }
func dir(c <-chan int)     { <-c }
func SelTwo() {
	p := &st{done()}
	p.c = nil
	q := make(chan int)
	two(p.c, q)
}
func two(a, b chan int) {
	select {
	case <-a:
	case <-b:
	}
}
func ArgArg()                 { p := &st{done()}; p.c = nil; pass(p.c) }
func pass(c chan int)         { recv(c) }
func RetLoad()                { p := &st{done()}; p.c = nil; <-p.chan_() }
func (s *st) chan_() chan int { return s.c }
func RetMap()                 { m := reg{m: map[int]chan int{1: done()}}; <-m.get(3) }

type reg struct{ m map[int]chan int }

func (r reg) get(i int) chan int { return r.m[i] }
func RetMapOk() {
	m := reg{m: map[int]chan int{1: done()}}
	c, _ := m.getOk(3)
	<-c
}
func (r reg) getOk(i int) (chan int, bool) { c, ok := r.m[i]; return c, ok }
func RetSlice()                            { s := []chan int{done(), nil}; <-at(s, 1) }
func at(s []chan int, i int) chan int      { return s[i] }
func CondExpr() {
	m := map[int]chan int{1: done()}
	var c chan int
	for i := range 3 {
		c = m[i]
		<-c
	}
}
func StructLitFromNil() {
	var n chan int
	if g == 1 {
		n = done()
	}
	s := &st{n}
	<-s.c
}
func ClosureRet() {
	p := &st{done()}
	f := func() chan int { return p.c }
	p.c = nil
	<-f()
}
func ClosureParam() {
	p := &st{done()}
	p.c = nil
	func(c chan int) { <-c }(p.c)
}
func MethodVal() {
	p := &st{done()}
	f := p.recvV
	_ = f
	p.c = nil
	h := p.recvV
	h()
}
func IterYield() {
	for c := range items([]chan int{done(), nil}) {
		<-c
	}
}
func items(s []chan int) func(func(chan int) bool) {
	return func(y func(chan int) bool) {
		for _, c := range s {
			if !y(c) {
				return
			}
		}
	}
}

// FieldPrefix gives a struct to field c, whose name is a prefix of that of field ch, which stays nil.
func FieldPrefix() {
	c := done()
	inner := struct{ d chan int }{c}
	s := &struct {
		c  struct{ d chan int }
		ch chan int
	}{c: inner}
	recv(s.ch)
	s.ch = c
}
