// Package decided has functions that block where a value is what the Go specification says, but not what a quick look
// says. Every run of each ends in "all goroutines are asleep".
package decided

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unsafe"
)

func hang() { select {} }

func Contains() {
	if !strings.Contains("a", "b") {
		hang()
	}
}
func HasPrefix() {
	if strings.HasPrefix("ab", "a") {
		hang()
	}
}
func HasPrefixNot() {
	if !strings.HasPrefix("ab", "b") {
		hang()
	}
}
func EqualFold() {
	if strings.EqualFold("A", "a") {
		hang()
	}
}
func BytesEqual() {
	if !bytes.Equal([]byte("a"), nil) {
		hang()
	}
}
func IsUpper() {
	if !unicode.IsUpper('a') {
		hang()
	}
}
func SlicesContains() {
	if !slices.Contains([]int{1}, 2) {
		hang()
	}
}
func SlicesEqual() {
	if !slices.Equal([]int{1}, []int{2}) {
		hang()
	}
}
func MapsEqual() {
	if !maps.Equal(map[int]int{1: 1}, map[int]int{}) {
		hang()
	}
}
func DeepEqual() {
	if !reflect.DeepEqual(1, 2) {
		hang()
	}
}
func TimeBefore() {
	t := time.Now()
	if !t.Before(t) {
		hang()
	}
}
func TimeZero() {
	if (time.Time{}).IsZero() {
		hang()
	}
}
func RegexpNil() {
	if regexp.MustCompile("a").FindStringIndex("b") == nil {
		hang()
	}
}
func Unwrap() {
	if errors.Unwrap(errors.New("x")) == nil {
		hang()
	}
}
func CauseNil() {
	if context.Cause(context.Background()) == nil {
		hang()
	}
}
func ErrNil() {
	if context.Background().Err() == nil {
		hang()
	}
}
func ValueNil() {
	if context.Background().Value(1) == nil {
		hang()
	}
}
func CtxValueSet() {
	if context.WithValue(context.Background(), k(1), 2).Value(k(1)) != nil {
		hang()
	}
}

type k int

func AtoiNil() {
	if _, err := strconv.Atoi("1"); err == nil {
		hang()
	}
}
func ParseBool() {
	if b, _ := strconv.ParseBool("false"); !b {
		hang()
	}
}
func LookupEnv() {
	if _, ok := os.LookupEnv("NO_SUCH_VARIABLE"); !ok {
		hang()
	}
}
func URL() {
	if u, err := url.Parse("http://a"); err == nil && u.User == nil {
		hang()
	}
}
func Match() {
	if ok, _ := filepath.Match("a", "b"); !ok {
		hang()
	}
}
func CutFound() {
	if _, _, ok := strings.Cut("a", "b"); !ok {
		hang()
	}
}
func SearchIdx() {
	if _, ok := slices.BinarySearch([]int{1}, 3); !ok {
		hang()
	}
}
func SortIsSorted() {
	if !sort.IntsAreSorted([]int{2, 1}) {
		hang()
	}
}
func BuildInfo() {
	if b, ok := debug.ReadBuildInfo(); !ok || b != nil {
		hang()
	}
}
func Caller() {
	if _, _, _, ok := runtime.Caller(0); ok {
		hang()
	}
}
func CallerFar() {
	if _, _, _, ok := runtime.Caller(1000); !ok {
		hang()
	}
}
func FuncForPC() {
	if runtime.FuncForPC(0) == nil {
		hang()
	}
}
func RandBool() {
	if rand.Intn(1) == 0 {
		hang()
	}
}
func SyncMapLoad() {
	var m sync.Map
	if _, ok := m.Load(1); !ok {
		hang()
	}
}
func SyncMapLoaded() {
	var m sync.Map
	if _, loaded := m.LoadOrStore(1, 2); !loaded {
		hang()
	}
}
func SyncMapDelete() {
	var m sync.Map
	if _, ok := m.LoadAndDelete(1); !ok {
		hang()
	}
}
func PoolNil() {
	var p sync.Pool
	if p.Get() == nil {
		hang()
	}
}
func AtomicVNil() {
	var v atomic.Value
	if v.Load() == nil {
		hang()
	}
}
func TypeKind() {
	if reflect.TypeOf(nil) == nil {
		hang()
	}
}
func ReflectZero() {
	if reflect.ValueOf(0).IsZero() {
		hang()
	}
}
func ReflectNil() {
	if reflect.ValueOf((*int)(nil)).IsNil() {
		hang()
	}
}
func IOReadAll() {
	if b, _ := io.ReadAll(strings.NewReader("")); len(b) == 0 {
		hang()
	}
}
func LimitRead() {
	if _, err := io.LimitReader(strings.NewReader("x"), 0).Read(make([]byte, 1)); err != nil {
		hang()
	}
}
func SprintEq() {
	if fmt.Sprint(1) == "1" {
		hang()
	}
}
func TimerStopFalse() {
	t := time.NewTimer(0)
	time.Sleep(time.Millisecond)
	<-t.C
	if !t.Stop() {
		hang()
	}
}
func TimerReset() {
	t := time.NewTimer(time.Hour)
	if t.Reset(time.Hour) {
		hang()
	}
}
func AfterFuncStopFalse() {
	c := make(chan int)
	t := time.AfterFunc(0, func() { close(c) })
	<-c
	if !t.Stop() {
		hang()
	}
}
func CtxAfterStop() {
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan int)
	stop := context.AfterFunc(ctx, func() { close(c) })
	cancel()
	<-c
	if !stop() {
		hang()
	}
}
func CtxDeadlineOk() {
	if _, ok := context.Background().Deadline(); !ok {
		hang()
	}
}
func AtomicCASTwice() {
	var b atomic.Bool
	b.CompareAndSwap(false, true)
	if !b.CompareAndSwap(false, true) {
		hang()
	}
}
func AtomicSwapOld() {
	var b atomic.Bool
	if !b.Swap(true) {
		hang()
	}
}
func AtomicFuncPlain() {
	var n int64
	atomic.AddInt64(&n, 3)
	if n > 2 {
		hang()
	}
}
func AtomicFuncPlainField() {
	s := &struct{ n, m int64 }{}
	atomic.AddInt64(&s.n, 3)
	if s.n > 2 {
		hang()
	}
}
func AtomicSwapPlain() {
	var n uint32
	atomic.SwapUint32(&n, 1)
	switch n {
	case 1:
		hang()
	}
}
func AtomicGlobalPlain() {
	atomic.StoreInt32(&ag, 1)
	if ag == 1 {
		hang()
	}
}

var ag int32

func AtomicBuf() {
	var n int32 = 1
	atomic.StoreInt32(&n, 0)
	c := make(chan int, n)
	c <- 1
}
func AtomicLoopBound() {
	var n int32
	atomic.StoreInt32(&n, 2)
	c := make(chan int, 1)
	for i := int32(0); i < n; i++ {
		c <- 1
	}
}
func AtomicAddWG() {
	var n int32 = 1
	atomic.AddInt32(&n, 1)
	var wg sync.WaitGroup
	wg.Add(int(n))
	go wg.Done()
	wg.Wait()
}
func AtomicConv() {
	var n atomic.Int32
	n.Store(200)
	if int8(n.Load()) < 0 {
		hang()
	}
}
func AtomicConvU() {
	var n atomic.Int32
	n.Store(-1)
	if uint32(n.Load()) > 5 {
		hang()
	}
}
func AtomicU8() {
	var n atomic.Uint32
	n.Add(255)
	if uint8(n.Load())+1 == 0 {
		hang()
	}
}
func AtomicMinus() {
	var n atomic.Int32
	n.Store(5)
	if n.Load()-6 < 0 {
		hang()
	}
}
func AtomicU32Dec() {
	var n atomic.Uint32
	if n.Load()-1 > 5 {
		hang()
	}
}
func CounterConv() {
	for i := 250; i < 260; i++ {
		if uint8(i) == 2 {
			hang()
		}
	}
}
func CounterAdd() {
	for i := uint8(0); i < 10; i++ {
		if i+250 < 3 {
			hang()
		}
	}
}
func CounterSub() {
	for i := uint(0); i < 3; i++ {
		if i-1 > 100 {
			hang()
		}
	}
}
func CounterNeg() {
	for i := 0; i < 3; i++ {
		if -i < -1 {
			hang()
		}
	}
}
func CounterConvSend() {
	c := make(chan int, 2)
	for i := -1; i < 2; i++ {
		if uint(i) > 0 {
			c <- 1
		}
	}
	c <- 1
}
func RangeIntConv() {
	for i := range 300 {
		if int8(i) == -128 {
			hang()
		}
	}
}
func RangeU8() {
	for i := range uint8(200) {
		if i+100 == 0 {
			hang()
		}
	}
}
func StructCmp() {
	type p struct {
		a int
		b string
	}
	x := p{1, "a"}
	y := x
	y.b = "b"
	if x != y {
		hang()
	}
}
func PtrFieldSet() {
	s := &struct{ on bool }{}
	set(&s.on)
	if s.on {
		hang()
	}
}
func set(b *bool) { *b = true }
func PtrFieldSetIf() {
	s := &struct{ on bool }{}
	ps := []*bool{&s.on}
	*ps[0] = true
	if s.on {
		hang()
	}
}
func UnsafeBool() {
	s := &struct{ on bool }{}
	*(*byte)(unsafe.Pointer(&s.on)) = 1
	if s.on {
		hang()
	}
}
func SliceFlag() {
	fl := make([]bool, 2)
	fl[1] = true
	if fl[1] {
		hang()
	}
}
func CopyFlag() {
	fl := []bool{false}
	copy(fl, []bool{true})
	if fl[0] {
		hang()
	}
}
func ArrFlagField() {
	var s struct{ f [2]bool }
	copy(s.f[:], []bool{true})
	if s.f[0] {
		hang()
	}
}
func ClearFlag() {
	var s struct{ f [2]bool }
	s.f[0] = true
	clear(s.f[:])
	if !s.f[0] {
		hang()
	}
}
func MapFlagPtr() {
	type s struct{ on bool }
	m := map[int]*s{1: {}}
	m[1].on = true
	if m[1].on {
		hang()
	}
}
func RangeAssign() {
	var s struct{ on bool }
	for _, s.on = range []bool{false, true} {
	}
	if s.on {
		hang()
	}
}
func RecvAssign() {
	var s struct{ on bool }
	c := make(chan bool, 1)
	c <- true
	s.on = <-c
	if s.on {
		hang()
	}
}
func SelAssign() {
	var s struct{ on bool }
	c := make(chan bool, 1)
	c <- true
	select {
	case s.on = <-c:
	}
	if s.on {
		hang()
	}
}
func TupleAssign() {
	var s struct{ a, b bool }
	s.a, s.b = pair()
	if s.b {
		hang()
	}
}
func pair() (bool, bool) { return false, true }
func GlobalFlagFn() {
	turn()
	if gf {
		hang()
	}
}

var gf bool

func turn() { gf = true }
func GlobalFlagPtr() {
	p := &gf2
	*p = true
	if gf2 {
		hang()
	}
}

var gf2 bool

func StructAssignFlag() {
	type s struct{ on bool }
	p := &s{}
	*p = s{true}
	if p.on {
		hang()
	}
}
func StructAssignCall() {
	type s struct{ on bool }
	mk := func() s { return s{on: true} }
	p := &s{}
	*p = mk()
	if p.on {
		hang()
	}
}
func StructAssignIf() {
	type s struct{ on bool }
	src := &s{}
	src.on = true
	p := &s{}
	*p = *src
	if p.on {
		hang()
	}
}
func StructAssignRecv() {
	type s struct{ on bool }
	c := make(chan s, 1)
	c <- s{true}
	p := &s{}
	*p = <-c
	if p.on {
		hang()
	}
}
func ArrayOfStructs() {
	var a [2]struct{ on bool }
	a[1].on = true
	n := 0
	for _, x := range a {
		if x.on {
			n++
		}
	}
	if n == 1 {
		hang()
	}
}
func DeferredFlag() {
	s := &struct{ on bool }{}
	func() {
		defer func() { s.on = true }()
	}()
	if s.on {
		hang()
	}
}
func PanicFlag() {
	s := &struct{ on bool }{on: true}
	func() {
		defer func() { recover() }()
		panicky()
		s.on = false
	}()
	if s.on {
		hang()
	}
}
func panicky() { var m map[int]int; m[1] = 2 }
func MethodOnNil() {
	var p *nilly
	if p.isNil() {
		hang()
	}
}

type nilly struct{ x int }

func (p *nilly) isNil() bool { return p == nil }
func IfaceNilMethod() {
	var p *nilly
	var i interface{ isNil() bool } = p
	if i.isNil() {
		hang()
	}
}
func FuncNil() {
	var s struct{ f func() }
	if s.f == nil {
		hang()
	}
}
func FuncNilArg() { call(nil) }
func call(f func()) {
	if f == nil {
		hang()
	}
	f()
}
func OptArg() { opts() }
func opts(fs ...func()) {
	if len(fs) == 0 {
		hang()
	}
}
func OptNil() { opts2(nil...) }
func opts2(fs ...func()) {
	if fs == nil {
		hang()
	}
}
func SliceNil() {
	var s []int
	if s == nil {
		hang()
	}
}
func SliceEmptyNotNil() {
	s := []int{}
	if s != nil {
		hang()
	}
}
func MapNil() {
	var m map[int]int
	if m == nil {
		hang()
	}
}
func ErrIface() {
	if err := check(nil); err == nil {
		hang()
	}
}
func check(err error) error { return err }
func ErrIfaceWrapped() {
	if err := wrapErr(nil); err != nil {
		hang()
	}
}
func wrapErr(err error) error { return fmt.Errorf("x: %w", err) }
func TypeEq() {
	var x any = 1
	switch x.(type) {
	case string:
	default:
		hang()
	}
}
func LenOfParam() { lp(make([]int, 3)) }
func lp(s []int) {
	s = append(s, 1)
	if len(s) == 4 {
		hang()
	}
}
func LenAfterAppend() {
	var s []int
	for range 3 {
		s = append(s, 1)
	}
	if len(s) == 3 {
		hang()
	}
}
func LenField() {
	x := &struct{ s []int }{}
	x.s = append(x.s, 1)
	if len(x.s) == 1 {
		hang()
	}
}
func LenGlobal() {
	gl = append(gl, 1)
	if len(gl) == 1 {
		hang()
	}
}

var gl []int

func LenStr() {
	s := strings.Repeat("a", 3)
	if len(s) == 3 {
		hang()
	}
}
func LenMapParam() { lm(map[int]int{1: 1}) }
func lm(m map[int]int) {
	m[2] = 2
	if len(m) == 2 {
		hang()
	}
}
func ParamChanged() { pc(1) }
func pc(n int) {
	n++
	if n == 2 {
		hang()
	}
}
func ParamCaptured() { pcap(1) }
func pcap(n int) {
	f := func() { n = 7 }
	f()
	if n == 7 {
		hang()
	}
}
func ParamAddr() { pa(1) }
func pa(n int) {
	inc(&n)
	if n == 2 {
		hang()
	}
}
func inc(p *int) { *p++ }
func FieldInt() {
	s := &struct{ n int }{1}
	inc(&s.n)
	if s.n == 2 {
		hang()
	}
}
func FieldIntIface() {
	s := &cnt{1}
	var i interface{ up() } = s
	i.up()
	if s.n == 2 {
		hang()
	}
}

type cnt struct{ n int }

func (c *cnt) up() { c.n++ }
func FieldCopyInt() {
	s := cnt{1}
	t := s
	t.n = 2
	if s.n == 1 && t.n == 2 {
		hang()
	}
}
func FieldBuf() {
	s := &cnt{1}
	s.n = 0
	c := make(chan int, s.n)
	c <- 1
}
func FieldBufStruct() {
	s := &cnt{1}
	*s = cnt{0}
	c := make(chan int, s.n)
	c <- 1
}
func FieldBufLater() {
	s := &cnt{}
	f := func() chan int { return make(chan int, s.n) }
	c := f()
	s.n = 3
	c <- 1
}
func RecursiveCount() {
	if depth(5, 0) == 5 {
		hang()
	}
}
func depth(n, acc int) int {
	if n == 0 {
		return acc
	}
	return depth(n-1, acc+1)
}
func RecU8() { ru(250) }
func ru(n uint8) {
	if n == 2 {
		hang()
	}
	ru(n + 1)
}
func RecConv() { rc(3) }
func rc(n int) {
	if uint8(n) == 255 {
		hang()
	}
	rc(n - 1)
}
func RecU() { ruu(1) }
func ruu(n uint) {
	if n > 5 {
		hang()
	}
	ruu(n - 1)
}
func LabelGoto() {
	n := 0
top:
	if n < 3 {
		n++
		goto top
	}
	hang()
}
func ForPost() {
	i := 0
	for ; i < 3; i++ {
		if i == 1 {
			break
		}
	}
	if i == 1 {
		hang()
	}
}
func ForCaptured() {
	var f func() int
	for i := 0; i < 3; i++ {
		if i == 1 {
			f = func() int { return i }
		}
	}
	if f() == 1 {
		hang()
	}
}
func ForCapturedChange() {
	n := 0
	for i := 0; i < 10; i++ {
		func() { i += 4 }()
		n++
	}
	if n == 2 {
		hang()
	}
}
func ForPtr() {
	n := 0
	for i := 0; i < 10; i++ {
		p := &i
		*p += 4
		n++
	}
	if n == 2 {
		c := make(chan int)
		<-c
	}
}
func ForSendPtr() {
	c := make(chan int, 5)
	for i := 0; i > -6; i++ {
		p := &i
		*p -= 2
		c <- 1
	}
	c <- 1
}
