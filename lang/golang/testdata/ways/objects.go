package ways

import (
	"container/heap"
	"container/list"
	"container/ring"
	"context"
	"errors"
	"expvar"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing/fstest"
	"text/tabwriter"
	"time"
	"unique"
	"unsafe"
	"weak"
)

// Objects that the library hands out again: each is locked twice.

func twice(m *sync.Mutex) { m.Lock(); m.Lock() }

type key struct{}

func ContextValue() {
	m := &sync.Mutex{}
	ctx := context.WithValue(context.Background(), 1, m)
	ctx.Value(1).(*sync.Mutex).Lock()
	m.Lock()
}
func ContextKey() {
	ctx := context.WithValue(context.Background(), key{}, &sync.Mutex{})
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	twice(ctx.Value(key{}).(*sync.Mutex))
}
func ContextFunc() {
	ctx := context.WithValue(context.Background(), key{}, func() { select {} })
	ctx.Value(key{}).(func())()
}
func ContextLocked() {
	m := &sync.Mutex{}
	ctx := context.WithoutCancel(context.WithValue(context.Background(), key{}, m))
	m.Lock()
	ctx.Value(key{}).(sync.Locker).Lock()
}
func ContextCause() {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(failure{})
	_ = context.Cause(ctx).Error()
}
func ContextAfter() {
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan int)
	context.AfterFunc(ctx, func() { select {} })
	cancel()
	<-c
}
func WeakPointer() {
	m := &sync.Mutex{}
	w := weak.Make(m)
	w.Value().Lock()
	m.Lock()
}
func Unique() {
	m := &sync.Mutex{}
	h := unique.Make(m)
	h.Value().Lock()
	m.Lock()
}
func SyncMap() {
	m := &sync.Mutex{}
	var s sync.Map
	s.Store(1, m)
	v, _ := s.Load(1)
	v.(*sync.Mutex).Lock()
	m.Lock()
}
func SyncMapRange() {
	var s sync.Map
	s.Store(1, 2)
	s.Range(func(_, _ any) bool { select {} })
}
func SyncMapFunc() {
	var s sync.Map
	s.Store(1, func() { select {} })
	v, _ := s.Load(1)
	v.(func())()
}
func SyncPool() {
	p := sync.Pool{New: func() any { select {} }}
	p.Get()
}
func SyncPoolPut() {
	var p sync.Pool
	m := &sync.Mutex{}
	m.Lock()
	p.Put(m)
	if v, ok := p.Get().(*sync.Mutex); ok {
		v.Lock()
	}
	m.Lock()
}
func AtomicValue() {
	var v atomic.Value
	m := &sync.Mutex{}
	v.Store(m)
	v.Load().(*sync.Mutex).Lock()
	m.Lock()
}
func AtomicPointer() {
	var v atomic.Pointer[sync.Mutex]
	m := &sync.Mutex{}
	v.Store(m)
	v.Load().Lock()
	m.Lock()
}
func AtomicUnsafe() {
	var p unsafe.Pointer
	m := &sync.Mutex{}
	atomic.StorePointer(&p, unsafe.Pointer(m))
	(*sync.Mutex)(atomic.LoadPointer(&p)).Lock()
	m.Lock()
}
func Unsafe() {
	m := &sync.Mutex{}
	(*sync.Mutex)(unsafe.Pointer(m)).Lock()
	m.Lock()
}
func UnsafeNumber() {
	m := &sync.Mutex{}
	p := unsafe.Pointer(m)
	(*sync.Mutex)(unsafe.Pointer(uintptr(p) + 0)).Lock()
	m.Lock()
}
func UnsafeField() {
	s := &struct{ a, b sync.Mutex }{}
	(*sync.Mutex)(unsafe.Add(unsafe.Pointer(s), unsafe.Offsetof(s.b))).Lock()
	s.b.Lock()
}
func UnsafeSlice() {
	a := [2]sync.Mutex{}
	unsafe.Slice(&a[0], 2)[0].Lock()
	a[0].Lock()
}
func ListElement() {
	l := list.New()
	l.PushBack(&sync.Mutex{})
	twice(l.Front().Value.(*sync.Mutex))
}
func RingElement() {
	r := ring.New(1)
	r.Value = &sync.Mutex{}
	r.Do(func(v any) { twice(v.(*sync.Mutex)) })
}

type blocked struct{ sortable }
type sortable []int

func (s sortable) Len() int          { return len(s) }
func (s sortable) Swap(i, j int)     {}
func (s blocked) Less(i, j int) bool { select {} }
func (s *blocked) Push(any)          {}
func (s *blocked) Pop() any          { return nil }

func HeapInit() { heap.Init(&blocked{sortable{2, 1}}) }

func ReflectRecv() { reflect.ValueOf(make(chan int)).Recv() }
func ReflectSend() { reflect.ValueOf(make(chan int)).Send(reflect.ValueOf(1)) }
func ReflectMakeChan() {
	c := reflect.MakeChan(reflect.TypeOf(make(chan int)), 0)
	c.Recv()
}
func ReflectSelect() {
	reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(make(chan int))}})
}
func ReflectSelectNone() { reflect.Select(nil) }
func ReflectCall()       { reflect.ValueOf(func() { select {} }).Call(nil) }
func ReflectMethod()     { reflect.ValueOf(stringer{}).MethodByName("String").Call(nil) }
func ReflectLock() {
	m := &sync.Mutex{}
	reflect.ValueOf(m).MethodByName("Lock").Call(nil)
	m.Lock()
}
func ReflectField() {
	s := &struct{ C chan int }{make(chan int)}
	reflect.ValueOf(s).Elem().Field(0).Recv()
}
func ReflectInterface() {
	m := &sync.Mutex{}
	reflect.ValueOf(m).Interface().(*sync.Mutex).Lock()
	m.Lock()
}
func ReflectMakeFunc() {
	f := func([]reflect.Value) []reflect.Value { select {} }
	reflect.MakeFunc(reflect.TypeOf(func() {}), f).Call(nil)
}
func ReflectMade() {
	f := reflect.MakeFunc(reflect.TypeOf(func() {}), func([]reflect.Value) []reflect.Value { select {} })
	f.Interface().(func())()
}
func ReflectSwapper() {
	m := []*sync.Mutex{{}, {}}
	m[0].Lock()
	reflect.Swapper(m)(0, 1)
	m[1].Lock()
}
func ReflectNew() {
	m := reflect.New(reflect.TypeOf(sync.Mutex{})).Interface().(*sync.Mutex)
	twice(m)
}
func ReflectSet() {
	var m, n *sync.Mutex = &sync.Mutex{}, &sync.Mutex{}
	reflect.ValueOf(&m).Elem().Set(reflect.ValueOf(n))
	m.Lock()
	n.Lock()
}
func ReflectCopy() {
	m := []*sync.Mutex{{}}
	n := []*sync.Mutex{{}}
	reflect.Copy(reflect.ValueOf(m), reflect.ValueOf(n))
	m[0].Lock()
	n[0].Lock()
}
func ReflectSeq() {
	for range reflect.ValueOf(iter.Seq[int](func(func(int) bool) { select {} })).Seq() {
	}
}

func ErrorsAsTarget() {
	e := &lockError{}
	var target *lockError
	if errors.As(fmt.Errorf("x: %w", e), &target) {
		target.mu.Lock()
		e.mu.Lock()
	}
}

type lockError struct{ mu sync.Mutex }

func (*lockError) Error() string { return "" }

func IterPull() {
	next, stop := iter.Pull(func(func(int) bool) { select {} })
	defer stop()
	next()
}
func MapsCollect() {
	_ = maps.Collect(func(func(int, int) bool) { select {} })
}
func SlicesCollect() {
	_ = slices.Collect(func(func(int) bool) { select {} })
}
func SlicesValues() {
	m := &sync.Mutex{}
	for n := range slices.Values([]*sync.Mutex{m}) {
		n.Lock()
	}
	m.Lock()
}
func SlicesMax() {
	m := &sync.Mutex{}
	n := slices.MaxFunc([]*sync.Mutex{m}, func(a, b *sync.Mutex) int { return 0 })
	n.Lock()
	m.Lock()
}
func SlicesClone() {
	m := &sync.Mutex{}
	slices.Clone([]*sync.Mutex{m})[0].Lock()
	m.Lock()
}
func SlicesFuncs() {
	slices.Clone([]func(){func() { select {} }})[0]()
}
func MapsKeys() {
	m := &sync.Mutex{}
	for n := range maps.Keys(map[*sync.Mutex]int{m: 1}) {
		n.Lock()
	}
	m.Lock()
}
func MapsClone() {
	m := &sync.Mutex{}
	maps.Clone(map[int]*sync.Mutex{1: m})[1].Lock()
	m.Lock()
}
func MapsCopy() {
	m := &sync.Mutex{}
	to := map[int]*sync.Mutex{}
	maps.Copy(to, map[int]*sync.Mutex{1: m})
	to[1].Lock()
	m.Lock()
}
func SlicesInsert() {
	m := &sync.Mutex{}
	slices.Insert([]*sync.Mutex{}, 0, m)[0].Lock()
	m.Lock()
}
func OnceFunc()  { sync.OnceFunc(func() { select {} })() }
func OnceValue() { sync.OnceValue(func() int { select {} })() }
func Once() {
	var o sync.Once
	o.Do(func() { o.Do(func() {}) })
}
func CondWait() {
	c := sync.NewCond(&sync.Mutex{})
	c.L.Lock()
	c.Wait()
}
func AfterFunc() {
	c := make(chan int)
	time.AfterFunc(1, func() { select {} })
	<-c
}
func Finalizer() {
	c := make(chan int)
	runtime.SetFinalizer(&struct{ n *int }{new(int)}, func(*struct{ n *int }) { c <- 1 })
	<-make(chan int)
}
func Cleanup() {
	c := make(chan int)
	runtime.AddCleanup(new(string), func(int) { c <- 1 }, 1)
	<-make(chan int)
}
func Expvar() {
	expvar.Publish("ways", expvar.Func(func() any { select {} }))
	_ = expvar.Get("ways").String()
}
func ExpvarDo() { expvar.Do(func(expvar.KeyValue) { select {} }) }

func Handler() {
	h := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { select {} })
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
}
func Mux() {
	m := http.NewServeMux()
	m.HandleFunc("/", func(http.ResponseWriter, *http.Request) { select {} })
	m.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
}
func Strip() {
	h := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { select {} })
	http.StripPrefix("/a", h).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/a/b", nil))
}

type tripper struct{}

func (tripper) RoundTrip(*http.Request) (*http.Response, error) { select {} }

func Client() {
	c := http.Client{Transport: tripper{}}
	_, _ = c.Get("http://localhost/")
}
func RequestValue() {
	m := &sync.Mutex{}
	r := httptest.NewRequest("GET", "/", nil)
	r = r.WithContext(context.WithValue(r.Context(), key{}, m))
	r.Context().Value(key{}).(*sync.Mutex).Lock()
	m.Lock()
}
func WalkDir() {
	_ = filepath.WalkDir(os.TempDir(), func(string, fs.DirEntry, error) error { select {} })
}
func WalkFS() {
	_ = fs.WalkDir(fstest.MapFS{}, ".", func(string, fs.DirEntry, error) error { select {} })
}

type lockedFS struct{}

func (lockedFS) Open(string) (fs.File, error) { select {} }

func ReadFS() { _, _ = fs.ReadFile(lockedFS{}, "a") }
func Regexp() {
	_ = regexp.MustCompile("a").ReplaceAllStringFunc("a", func(string) string { select {} })
}
func RegexpReader() {
	regexp.MustCompile("a").MatchReader(runes{})
}

type runes struct{}

func (runes) ReadRune() (rune, int, error) { select {} }

func Tab() {
	w := tabwriter.NewWriter(writer{}, 0, 0, 0, ' ', 0)
	fmt.Fprintln(w, "x")
	_ = w.Flush()
}
func Expand()  { _ = os.Expand("$a", func(string) string { select {} }) }
func IOPipe()  { r, _ := io.Pipe(); _, _ = r.Read(make([]byte, 1)) }
func NetPipe() { r, _ := net.Pipe(); _, _ = r.Read(make([]byte, 1)) }
func Fields()  { _ = strings.FieldsFunc("a", func(rune) bool { select {} }) }
func TimeWith() {
	c := make(chan int)
	t := time.AfterFunc(time.Hour, func() { c <- 1 })
	t.Stop()
	<-c
}
