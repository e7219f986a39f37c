package blocked

import (
	"container/heap"
	"container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

func MutexCopy() {
	var a sync.Mutex
	a.Lock()
	b := a
	b.Lock()
}
func StructCopyLock() {
	type s struct {
		mu sync.Mutex
		n  int
	}
	x := s{}
	x.mu.Lock()
	y := x
	y.mu.Lock()
}
func ArrayCopyLock() {
	var a [2]sync.Mutex
	a[0].Lock()
	b := a
	b[0].Lock()
}
func RangeCopyLock() {
	a := make([]sync.Mutex, 1)
	a[0].Lock()
	for _, m := range a {
		m.Lock()
	}
}
func ValueReceiverUnlock() {
	var l byValue
	l.mu.Lock()
	l.unlock()
	l.mu.Lock()
}

type byValue struct{ mu sync.Mutex }

func (l byValue) unlock() { l.mu.Unlock() }
func ValueReceiverDone() {
	var wg sync.WaitGroup
	wg.Add(1)
	go done(wg)
	wg.Wait()
}
func done(wg sync.WaitGroup) { wg.Done() }
func EmbeddedMutex() {
	type s struct {
		sync.Mutex
		m map[string]int
	}
	var x s
	x.Lock()
	x.Lock()
}
func EmbeddedPtrMutex() {
	type s struct{ *sync.Mutex }
	a := s{&sync.Mutex{}}
	b := a
	a.Lock()
	b.Lock()
}
func LockerIface() {
	var l sync.Locker = &sync.Mutex{}
	l.Lock()
	l.Lock()
}
func LockMethodValue() {
	var m sync.Mutex
	f := m.Lock
	f()
	f()
}
func LockMethodExpr() {
	var m sync.Mutex
	(*sync.Mutex).Lock(&m)
	(*sync.Mutex).Lock(&m)
}
func LockGeneric() { both[*sync.Mutex](&sync.Mutex{}) }
func both[L sync.Locker](l L) {
	l.Lock()
	l.Lock()
}
func LockInMap() {
	m := map[string]*sync.Mutex{"a": {}}
	m["a"].Lock()
	m["a"].Lock()
}
func LockList() {
	l := list.New()
	mu := &sync.Mutex{}
	l.PushBack(mu)
	l.PushBack(mu)
	for e := l.Front(); e != nil; e = e.Next() {
		e.Value.(*sync.Mutex).Lock()
	}
}
func LockHeap() {
	h := &lh{}
	heap.Push(h, 1)
	heap.Push(h, 2)
}

type lh struct {
	mu sync.Mutex
	s  []int
}

func (h *lh) Len() int           { h.mu.Lock(); return len(h.s) }
func (h *lh) Less(i, j int) bool { return h.s[i] < h.s[j] }
func (h *lh) Swap(i, j int)      { h.s[i], h.s[j] = h.s[j], h.s[i] }
func (h *lh) Push(x any)         { h.s = append(h.s, x.(int)) }
func (h *lh) Pop() any           { x := h.s[0]; h.s = h.s[1:]; return x }
func SortLocks() {
	var mu sync.Mutex
	s := []int{3, 1, 2}
	sort.Slice(s, func(i, j int) bool { mu.Lock(); return s[i] < s[j] })
}
func SlicesSortFunc() {
	var mu sync.Mutex
	slices.SortFunc([]int{3, 1, 2}, func(a, b int) int { mu.Lock(); return a - b })
}
func MapsDeleteFunc() {
	var mu sync.Mutex
	maps.DeleteFunc(map[int]int{1: 1, 2: 2}, func(int, int) bool { mu.Lock(); return true })
}
func SlicesContainsFunc() {
	c := make(chan int, 1)
	slices.ContainsFunc([]int{1, 2}, func(int) bool { c <- 1; return false })
}
func StringsMapLocks() {
	var mu sync.Mutex
	strings.Map(func(r rune) rune { mu.Lock(); return r }, "ab")
}
func StringerLocks() {
	x := &locked{}
	x.mu.Lock()
	defer x.mu.Unlock()
	_ = fmt.Sprint(x)
}

type locked struct{ mu sync.Mutex }

func (l *locked) String() string { l.mu.Lock(); defer l.mu.Unlock(); return "" }
func DeferUnlockMissing() {
	var m sync.Mutex
	f := func(b bool) {
		m.Lock()
		if b {
			return
		}
		m.Unlock()
	}
	f(true)
	f(false)
}
func UnlockByPanic() {
	var m sync.Mutex
	f := func() {
		defer func() { recover() }()
		m.Lock()
		panic(1)
	}
	f()
	f()
}
func UnlockOther() {
	var a, b sync.Mutex
	a.Lock()
	b.Lock()
	b.Unlock()
	b.Lock()
	a.Lock()
}
func ABBA() {
	var a, b sync.Mutex
	c := make(chan int)
	go func() {
		a.Lock()
		c <- 1
		b.Lock()
	}()
	b.Lock()
	<-c
	a.Lock()
}
func RecursiveRead() {
	var m sync.RWMutex
	r := make(chan int)
	m.RLock()
	go func() { close(r); m.Lock(); m.Unlock() }()
	<-r
	time.Sleep(20 * time.Millisecond)
	m.RLock()
}
func RLockThenLock() {
	var m sync.RWMutex
	m.RLock()
	m.Lock()
}
func RLockerLock() {
	var m sync.RWMutex
	m.RLocker().Lock()
	m.Lock()
}
func LockRLocker() {
	var m sync.RWMutex
	m.Lock()
	l := m.RLocker()
	l.Lock()
}
func TryLockThen() {
	var m sync.Mutex
	if m.TryLock() {
		m.Lock()
	}
}
func TryLockFails() {
	var m sync.Mutex
	m.Lock()
	if !m.TryLock() {
		select {}
	}
}
func TryRLock() {
	var m sync.RWMutex
	m.RLock()
	if m.TryRLock() {
		m.Lock()
	}
}
func OnceReentry() {
	var o sync.Once
	o.Do(func() { o.Do(func() {}) })
}
func OnceMutual() {
	var a, b sync.Once
	a.Do(func() { b.Do(func() { a.Do(func() {}) }) })
}
func OnceFuncReentry() {
	var f func()
	f = sync.OnceFunc(func() { f() })
	f()
}
func OnceValueReentry() {
	var f func() int
	f = sync.OnceValue(func() int { return f() + 1 })
	f()
}
func OnceValuesReentry() {
	var f func() (int, error)
	f = sync.OnceValues(func() (int, error) { return f() })
	f()
}
func OnceGoroutine() {
	var o sync.Once
	o.Do(func() {
		c := make(chan int)
		go func() { o.Do(func() {}); c <- 1 }()
		<-c
	})
}
func OncePanicThenSkips() {
	var o sync.Once
	c := make(chan int)
	f := func() {
		defer func() { recover() }()
		o.Do(func() { panic(1); close(c) })
	}
	f()
	f()
	<-c
}
func OnceSecondSkipped() {
	var o sync.Once
	c := make(chan int)
	o.Do(func() {})
	o.Do(func() { close(c) })
	<-c
}
func OnceValueCached() {
	c := make(chan int, 1)
	f := sync.OnceValue(func() chan int { return c })
	f() <- 1
	f() <- 1
}
func OnceFuncOnlyOnce() {
	c := make(chan int, 1)
	f := sync.OnceFunc(func() { c <- 1 })
	f()
	<-c
	f()
	<-c
}
func CondLost() {
	var m sync.Mutex
	c := sync.NewCond(&m)
	c.Signal()
	m.Lock()
	c.Wait()
}
func CondBroadcastEarly() {
	var m sync.Mutex
	c := sync.NewCond(&m)
	d := make(chan int)
	go func() { m.Lock(); c.Broadcast(); m.Unlock(); close(d) }()
	<-d
	m.Lock()
	for {
		c.Wait()
	}
}
func CondSignalOne() {
	var m sync.Mutex
	c := sync.NewCond(&m)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { m.Lock(); c.Wait(); m.Unlock() })
	}
	time.Sleep(20 * time.Millisecond)
	c.Signal()
	wg.Wait()
}
func CondFlagNoSignal() {
	var m sync.Mutex
	c := sync.NewCond(&m)
	ok := false
	go func() { m.Lock(); ok = true; m.Unlock() }()
	m.Lock()
	for !ok || true {
		c.Wait()
	}
}
func CondWrongLock() {
	var m, n sync.Mutex
	c := sync.NewCond(&m)
	go func() {
		n.Lock()
		c.Broadcast()
	}()
	m.Lock()
	n.Lock()
	c.Wait()
	n.Lock()
}
func CondRLocker() {
	var m sync.RWMutex
	c := sync.NewCond(m.RLocker())
	c.L.Lock()
	c.Wait()
}
func CondKeepsLock() {
	var m sync.Mutex
	c := sync.NewCond(&m)
	ready := false
	go func() {
		m.Lock()
		ready = true
		c.Signal()
	}()
	m.Lock()
	for !ready {
		c.Wait()
	}
	m.Lock()
}
func WGNegDone() {
	var wg sync.WaitGroup
	wg.Add(2)
	go wg.Done()
	wg.Wait()
}
func WGAddInside() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		wg.Add(1)
		wg.Done()
	}()
	wg.Wait()
	wg.Wait()
	select {}
}
func WGGoNested() {
	var wg sync.WaitGroup
	wg.Go(func() { wg.Wait() })
	wg.Wait()
}
func WGLen() {
	s := []int{1, 2, 3}
	var wg sync.WaitGroup
	wg.Add(len(s))
	for range s[1:] {
		go wg.Done()
	}
	wg.Wait()
}
func WGDeltaNeg() {
	var wg sync.WaitGroup
	wg.Add(3)
	wg.Add(-2)
	wg.Wait()
}
func WGField() {
	x := struct {
		sync.WaitGroup
		c chan int
	}{c: make(chan int)}
	x.Go(func() { x.c <- 1 })
	x.Wait()
}
func WGReuse() {
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1 + i)
		go wg.Done()
		wg.Wait()
	}
}
func WGConstExpr() {
	const n = 3
	var wg sync.WaitGroup
	wg.Add(n)
	for range n - 1 {
		go wg.Done()
	}
	wg.Wait()
}
func WGOverflowConv() {
	n := 257
	var wg sync.WaitGroup
	wg.Add(int(uint8(n)) + 1)
	go wg.Done()
	wg.Wait()
}
func SyncMapLoad() {
	var m sync.Map
	m.Store("a", make(chan int))
	v, _ := m.Load("a")
	<-v.(chan int)
}
func SyncMapRangeLock() {
	var m sync.Map
	var mu sync.Mutex
	m.Store(1, 1)
	m.Store(2, 1)
	m.Range(func(k, v any) bool { mu.Lock(); return true })
}
func SyncMapLoadOrStore() {
	var m sync.Map
	a := &sync.Mutex{}
	m.LoadOrStore(1, a)
	b, _ := m.LoadOrStore(1, &sync.Mutex{})
	a.Lock()
	b.(*sync.Mutex).Lock()
}
func SyncMapSwap() {
	var m sync.Map
	m.Store(1, make(chan int))
	v, _ := m.Swap(1, nil)
	v.(chan int) <- 1
}
func SyncMapCompare() {
	var m sync.Map
	m.Store(1, 1)
	if m.CompareAndSwap(1, 1, 2) {
		select {}
	}
}
func SyncMapKey() {
	var m sync.Map
	m.Store(make(chan int), 1)
	m.Range(func(k, _ any) bool { <-k.(chan int); return true })
}
func PoolNew() {
	p := sync.Pool{New: func() any { select {} }}
	p.Get()
}
func PoolChan() {
	p := sync.Pool{New: func() any { return make(chan int) }}
	<-p.Get().(chan int)
}
func PoolPut() {
	var p sync.Pool
	p.Put(make(chan int))
	if c, ok := p.Get().(chan int); ok {
		<-c
	} else {
		select {}
	}
}
func AtomicSpin() {
	var b atomic.Bool
	c := make(chan int)
	go func() { b.Store(true); <-c }()
	for !b.Load() {
		runtime.Gosched()
	}
	<-c
}
func AtomicAdd() {
	var n atomic.Int32
	if n.Add(-1) < 0 {
		select {}
	}
}
func AtomicAddU() {
	var n uint32
	if atomic.AddUint32(&n, ^uint32(0)) > 5 {
		select {}
	}
}
func AtomicCAS() {
	var n int32 = 1
	if !atomic.CompareAndSwapInt32(&n, 0, 1) {
		select {}
	}
}
func AtomicSwap() {
	var n atomic.Int64
	n.Store(5)
	if n.Swap(1) == 5 {
		select {}
	}
}
func AtomicAndOr() {
	var n atomic.Uint32
	n.Store(6)
	if n.And(2) == 6 && n.Or(1) == 2 && n.Load() == 3 {
		select {}
	}
}
func AtomicPlainWrite() {
	var n int32
	n = 1
	if atomic.LoadInt32(&n) == 1 {
		select {}
	}
}
func AtomicPlainRead() {
	var n int32
	atomic.StoreInt32(&n, 1)
	if n == 1 {
		select {}
	}
}
func AtomicAlias() {
	var s struct{ n int32 }
	p := &s.n
	atomic.StoreInt32(p, 1)
	if atomic.LoadInt32(&s.n) == 1 {
		select {}
	}
}
func AtomicStructCopy() {
	type s struct{ n int32 }
	a := s{1}
	b := a
	atomic.StoreInt32(&a.n, 2)
	if atomic.LoadInt32(&b.n) == 1 {
		select {}
	}
}
func AtomicStructZero() {
	type s struct{ n int32 }
	a := &s{1}
	*a = s{}
	if atomic.LoadInt32(&a.n) == 0 {
		select {}
	}
}
func AtomicPointer() {
	var p atomic.Pointer[sync.Mutex]
	p.Store(&sync.Mutex{})
	p.Load().Lock()
	p.Load().Lock()
}
func AtomicPointerNil() {
	var p atomic.Pointer[int]
	if p.Load() == nil {
		select {}
	}
}
func AtomicPtrSwap() {
	var p atomic.Pointer[chan int]
	c := make(chan int)
	p.Store(&c)
	<-*p.Swap(nil)
}
func AtomicValue() {
	var v atomic.Value
	v.Store(make(chan int))
	<-v.Load().(chan int)
}
func AtomicValueFunc() {
	var v atomic.Value
	v.Store(func() { select {} })
	v.Load().(func())()
}
func AtomicUnsafe() {
	var p unsafe.Pointer
	c := make(chan int)
	atomic.StorePointer(&p, unsafe.Pointer(&c))
	<-*(*chan int)(atomic.LoadPointer(&p))
}
func AtomicWrap() {
	var n atomic.Int32
	n.Store(1<<31 - 1)
	if n.Add(1) < 0 {
		select {}
	}
}
func AtomicLost() {
	var n int32
	c := make(chan int)
	go func() { atomic.AddInt32(&n, 1); c <- 1 }()
	go func() { atomic.AddInt32(&n, 1); c <- 1 }()
	<-c
	<-c
	if atomic.LoadInt32(&n) == 2 {
		<-c
	}
}
func AtomicLoopAdd() {
	var n atomic.Int32
	for range 5 {
		n.Add(1)
	}
	if n.Load() == 5 {
		select {}
	}
}
func AtomicUintptr() {
	var n atomic.Uintptr
	n.Store(1)
	if n.CompareAndSwap(1, 2) {
		select {}
	}
}
func AtomicArrayElem() {
	var a [3]atomic.Bool
	i := 1
	a[i].Store(true)
	if a[1].Load() && !a[0].Load() {
		select {}
	}
}
func CtxWithout() {
	p, cancel := context.WithCancel(context.Background())
	c := context.WithoutCancel(p)
	cancel()
	<-c.Done()
}
func CtxChild() {
	p, cancel := context.WithCancel(context.Background())
	_, cancel2 := context.WithCancel(p)
	cancel2()
	<-p.Done()
	cancel()
}
func CtxValueChild() {
	p := context.WithValue(context.Background(), key(1), make(chan int))
	c, cancel := context.WithCancel(p)
	cancel()
	<-c.Done()
	<-c.Value(key(1)).(chan int)
}

type key int

func CtxAfterFunc() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan int)
	stop := context.AfterFunc(ctx, func() { close(done) })
	if stop() {
		cancel()
		<-done
	}
}
func CtxAfterFuncNever() {
	done := make(chan int)
	context.AfterFunc(context.Background(), func() { close(done) })
	<-done
}
func CtxCause() {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("x"))
	if context.Cause(ctx) != ctx.Err() {
		select {}
	}
}
func CtxErrNil() {
	ctx, cancel := context.WithCancel(context.Background())
	if ctx.Err() == nil {
		<-ctx.Done()
	}
	cancel()
}
func CtxDeferCancel() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var wg sync.WaitGroup
	wg.Go(func() { <-ctx.Done() })
	wg.Wait()
}
func CtxTimeoutThenBlock() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	<-ctx.Done()
	if ctx.Err() == context.DeadlineExceeded {
		select {}
	}
}
func CtxCustom() {
	c := myCtx{context.Background(), make(chan struct{})}
	<-c.Done()
}

type myCtx struct {
	context.Context
	d chan struct{}
}

func (m myCtx) Done() <-chan struct{} { return m.d }
func CtxCustomParent() {
	c := myCtx{context.Background(), make(chan struct{})}
	d, cancel := context.WithCancel(c)
	defer cancel()
	<-d.Done()
}
func CtxDoneTwice() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	<-ctx.Done()
	<-ctx.Done()
	var m sync.Mutex
	m.Lock()
	m.Lock()
}
func CtxWrongCancel() {
	a, ca := context.WithCancel(context.Background())
	b, cb := context.WithCancel(context.Background())
	ca, cb = cb, ca
	ca()
	_ = b
	<-a.Done()
	cb()
}
func CtxDeadline() {
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-1))
	defer cancel()
	if ctx.Err() != nil {
		select {}
	}
}
func TimerStop() {
	t := time.NewTimer(time.Hour)
	t.Stop()
	<-t.C
}
func TimerStopReturns() {
	t := time.NewTimer(time.Hour)
	if t.Stop() {
		select {}
	}
}
func TimerTwice() {
	t := time.NewTimer(1)
	<-t.C
	<-t.C
}
func TimerResetStop() {
	t := time.NewTimer(1)
	t.Reset(time.Hour)
	t.Stop()
	<-t.C
}
func AfterTwice() {
	c := time.After(1)
	<-c
	<-c
}
func TickerStop() {
	t := time.NewTicker(time.Millisecond)
	t.Stop()
	<-t.C
}
func TickerReset() {
	t := time.NewTicker(time.Hour)
	t.Stop()
	t.Reset(time.Millisecond)
	<-t.C
	t.Stop()
	<-t.C
}
func AfterFuncStop() {
	c := make(chan int)
	t := time.AfterFunc(time.Hour, func() { c <- 1 })
	if t.Stop() {
		<-c
	}
}
func AfterFuncTwo() {
	c := make(chan int)
	time.AfterFunc(1, func() { c <- 1 })
	<-c
	<-c
}
func AfterFuncLock() {
	var m sync.Mutex
	m.Lock()
	c := make(chan int)
	time.AfterFunc(1, func() { m.Lock(); c <- 1 })
	<-c
}
func TimerInSelectThen() {
	c := make(chan int)
	select {
	case <-c:
	case <-time.After(time.Millisecond):
		<-c
	}
}
func LeakAfterTimeout() {
	c := make(chan int)
	go func() { time.Sleep(20 * time.Millisecond); c <- 1 }()
	select {
	case <-c:
	case <-time.After(time.Millisecond):
	}
}
func TickNeg() {
	c := time.Tick(0)
	<-c
}
func TimerFieldCopy() {
	t := time.NewTimer(time.Hour)
	u := *t
	t.Stop()
	<-u.C
}
func PipeWriteNoReader() {
	_, w := io.Pipe()
	w.Write([]byte("x"))
}
func PipeCopy() {
	r, w := io.Pipe()
	go func() { w.Write([]byte("x")) }()
	io.ReadAll(r)
}
func PipeSelf() {
	r, w := io.Pipe()
	io.Copy(w, strings.NewReader("x"))
	io.Copy(io.Discard, r)
}
func NetPipeBoth() {
	a, b := net.Pipe()
	go b.Write([]byte("x"))
	a.Write([]byte("y"))
}
func ExecPipe() {
	cmd := exec.Command("cat")
	r, _ := cmd.StdoutPipe()
	_, _ = cmd.StdinPipe()
	if cmd.Start() == nil {
		io.ReadAll(r)
	}
	select {}
}
func OsPipe() {
	r, _, err := os.Pipe()
	if err == nil {
		r.Read(make([]byte, 1))
	}
	select {}
}
func ReflectCall() {
	reflect.ValueOf(func(c chan int) { <-c }).Call([]reflect.Value{reflect.ValueOf(make(chan int))})
}
func ReflectMethodByName() {
	reflect.ValueOf(hang{}).MethodByName("Now").Call(nil)
}

type hang struct{}

func (hang) Now() { select {} }
func ReflectMapIter() {
	it := reflect.ValueOf(map[string]chan int{"a": make(chan int)}).MapRange()
	for it.Next() {
		<-it.Value().Interface().(chan int)
	}
}
func ReflectMakeFunc() {
	f := reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value { select {} })
	f.Interface().(func())()
}
func ReflectSetFlag() {
	b := false
	reflect.ValueOf(&b).Elem().SetBool(true)
	if b {
		select {}
	}
}
func ReflectSetField() {
	var s struct{ On bool }
	reflect.ValueOf(&s).Elem().Field(0).SetBool(true)
	if s.On {
		select {}
	}
}
func ReflectSetGlobal() {
	reflect.ValueOf(&rg).Elem().SetInt(4)
	if rg == 4 {
		select {}
	}
}

var rg int

func ReflectTypeName() {
	if reflect.TypeOf(hang{}).NumMethod() == 1 {
		select {}
	}
}
func SscanFlag() {
	n := 0
	fmt.Sscan("5", &n)
	if n == 5 {
		select {}
	}
}
func ErrAsTarget() {
	var t *myE
	if errors.As(fmt.Errorf("x: %w", &myE{make(chan int)}), &t) {
		<-t.c
	}
}

type myE struct{ c chan int }

func (*myE) Error() string { return "" }
func ErrIs() {
	e := errors.New("a")
	if errors.Is(fmt.Errorf("%w", e), e) {
		select {}
	}
}
func ErrJoinNil() {
	if errors.Join(nil, nil) == nil {
		select {}
	}
}
func ErrEOF() {
	_, err := strings.NewReader("").Read(make([]byte, 1))
	if err == io.EOF {
		select {}
	}
}
func ReadLen() {
	b := make([]byte, 4)
	n, _ := strings.NewReader("abc").Read(b)
	if n == 3 && b[0] == 'a' {
		select {}
	}
}
func ReadFullFills() {
	var b [1]byte
	io.ReadFull(strings.NewReader("abc"), b[:])
	if b[0] == 'a' {
		select {}
	}
}
func SortFlips() {
	s := []int{2, 1}
	sort.Ints(s)
	if s[0] == 1 {
		select {}
	}
}
func SlicesReverse() {
	s := []bool{true, false}
	slices.Reverse(s)
	if !s[0] {
		select {}
	}
}
func SlicesReverseChans() {
	s := []chan int{make(chan int, 1), make(chan int)}
	slices.Reverse(s)
	s[0] <- 1
}
func SlicesInsert() {
	s := slices.Insert([]int{1}, 0, 7)
	if s[0] == 7 && len(s) == 2 {
		select {}
	}
}
func SlicesDelete() {
	s := []int{1, 2, 3}
	s = slices.Delete(s, 0, 1)
	if len(s) == 2 {
		select {}
	}
}
func MapsKeysLen() {
	n := 0
	for range maps.Keys(map[int]int{1: 1, 2: 2}) {
		n++
	}
	if n == 2 {
		select {}
	}
}
func Linkless() {
	if runtime.NumGoroutine() >= 1 {
		select {}
	}
}
func LockOSThread() {
	c := make(chan int)
	go func() { runtime.LockOSThread(); <-c }()
	runtime.LockOSThread()
	<-c
}
func CloserOfNil() {
	var mu sync.Mutex
	func() {
		mu.Lock()
		defer func() {
			if r := recover(); r == nil {
				mu.Unlock()
			}
		}()
		var p *int
		_ = *p
	}()
	mu.Lock()
}
func GoexitHoldsLock() {
	var mu sync.Mutex
	d := make(chan int)
	go func() {
		defer close(d)
		mu.Lock()
		runtime.Goexit()
		mu.Unlock()
	}()
	<-d
	mu.Lock()
}
