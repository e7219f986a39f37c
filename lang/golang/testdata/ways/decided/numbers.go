package decided

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unsafe"
)

func U8Wrap() {
	var x uint8 = 255
	x++
	if x == 0 {
		hang()
	}
}
func I8Wrap() {
	var x int8 = 127
	x++
	if x < 0 {
		hang()
	}
}
func I64Wrap() {
	x := int64(math.MaxInt64)
	x += 1
	if x < 0 {
		hang()
	}
}
func I32Mul() {
	x := int32(1 << 30)
	x *= 4
	if x == 0 {
		hang()
	}
}
func U32Sub() {
	var x uint32
	x -= 1
	if x > 1000 {
		hang()
	}
}
func U64Sub() {
	var x uint64
	x--
	if x > 1000 {
		hang()
	}
}
func UintLen() {
	s := []int{}
	if uint(len(s)-1) > 5 {
		hang()
	}
}
func ConvTrunc() {
	x := 256
	if uint8(x) == 0 {
		hang()
	}
}
func ConvSign() {
	x := 200
	if int8(x) < 0 {
		hang()
	}
}
func ConvU() {
	x := -1
	if uint16(x) == 65535 {
		hang()
	}
}
func ConvFloat() {
	f := 2.9
	if int(f) == 2 {
		hang()
	}
}
func DivNeg() {
	x := -7
	if x/2 == -3 && x%2 == -1 {
		hang()
	}
}
func MinIntDiv() {
	x := math.MinInt64
	y := -1
	if x/y == math.MinInt64 {
		hang()
	}
}
func ShiftOver() {
	x, n := 1, 64
	if x<<n == 0 {
		hang()
	}
}
func ShiftArith() {
	x := -8
	if x>>1 == -4 {
		hang()
	}
}
func ShiftU() {
	x := int8(-128)
	if uint8(x)>>7 == 1 {
		hang()
	}
}
func AndNot() {
	x := 7
	if x&^2 == 5 {
		hang()
	}
}
func XorAll() {
	x := uint8(0)
	if ^x == 255 {
		hang()
	}
}
func NegU() {
	x := uint8(1)
	if -x == 255 {
		hang()
	}
}
func NaN() {
	f := math.NaN()
	if f != f {
		hang()
	}
}
func NaNLess() {
	f := math.NaN()
	if !(f < 1) && !(f >= 1) {
		hang()
	}
}
func FloatSum() {
	a, b := 0.1, 0.2
	if a+b != 0.3 {
		hang()
	}
}
func NegZero() {
	z := math.Copysign(0, -1)
	if z == 0 && 1/z < 0 {
		hang()
	}
}
func Complex() {
	c := complex(0, 1)
	if c*c == -1 {
		hang()
	}
}
func Float32() {
	var f float32 = 16777216
	if f+1 == f {
		hang()
	}
}

const (
	a0 = iota
	_
	a2
	a3 = "x"
	a4
	a5 = iota
)

func Iota() {
	if a2 == 2 && a5 == 5 && a4 == "x" {
		hang()
	}
}

type bit uint8

const (
	b0 bit = 1 << iota
	b1
	b2
)

func IotaBits() {
	x := b0 | b2
	if x&b1 == 0 {
		hang()
	}
}
func StrLess() {
	s, t := "Z", "a"
	if s < t {
		hang()
	}
}
func StrByte() {
	s := "héllo"
	if len(s) == 6 {
		hang()
	}
}
func StrRunes() {
	n := 0
	for range "héllo" {
		n++
	}
	if n == 5 {
		hang()
	}
}
func StrIndex() {
	s := "abc"
	if s[1] == 'b' {
		hang()
	}
}
func StrSlice() {
	s := "abcdef"
	if s[2:4] == "cd" {
		hang()
	}
}
func StrConvInt() {
	if string(rune(65)) == "A" {
		hang()
	}
}
func StrBytes() {
	b := []byte("abc")
	b[0] = 'x'
	if string(b) == "xbc" {
		hang()
	}
}
func StrBadRune() {
	for _, r := range "\xff" {
		if r == 0xfffd {
			hang()
		}
	}
}
func StrConcat() {
	s := ""
	for i := range 3 {
		s += strconv.Itoa(i)
	}
	if s == "012" {
		hang()
	}
}
func Atoi() {
	if n, err := strconv.Atoi("12"); err == nil && n == 12 {
		hang()
	}
}
func AtoiBad() {
	if _, err := strconv.Atoi("x"); err != nil {
		hang()
	}
}
func LenCap() {
	s := make([]int, 2, 10)
	t := s[1:3]
	if len(t) == 2 && cap(t) == 9 {
		hang()
	}
}
func Cap3() {
	s := make([]int, 5, 10)
	t := s[1:2:3]
	if cap(t) == 2 {
		hang()
	}
}
func AppendAlias() {
	s := make([]int, 1, 4)
	t := append(s, 1)
	_ = append(s, 2)
	if t[1] == 2 {
		hang()
	}
}
func AppendGrow() {
	s := []int{1}
	t := append(s, 1)
	t[0] = 9
	if s[0] == 1 {
		hang()
	}
}
func CopyN() {
	d := make([]int, 2)
	if copy(d, []int{1, 2, 3}) == 2 && d[1] == 2 {
		hang()
	}
}
func ClearSlice() {
	s := []int{1, 2}
	clear(s)
	if len(s) == 2 && s[0] == 0 {
		hang()
	}
}
func ClearMap() {
	m := map[int]int{1: 1}
	clear(m)
	if len(m) == 0 {
		hang()
	}
}
func MapDelete() {
	m := map[string]bool{"a": true}
	delete(m, "a")
	if !m["a"] {
		hang()
	}
}
func MapNaN() {
	m := map[float64]int{}
	m[math.NaN()] = 1
	m[math.NaN()] = 1
	if len(m) == 2 {
		hang()
	}
}
func MapOk() {
	m := map[int]int{1: 0}
	if _, ok := m[1]; ok {
		hang()
	}
}
func MapNilRead() {
	var m map[int]bool
	if !m[3] {
		hang()
	}
}
func MapGrow() {
	m := map[int]int{}
	for i := range 10 {
		m[i%3]++
	}
	if m[0] == 4 {
		hang()
	}
}
func ArrayEq() {
	a, b := [2]int{1, 2}, [2]int{1, 2}
	if a == b {
		hang()
	}
}
func ArrayCopy() {
	a := [2]int{1, 2}
	b := a
	b[0] = 9
	if a[0] == 1 {
		hang()
	}
}
func ArrayRangeCopy() {
	a := [2]int{1, 2}
	for i, v := range a {
		a[1] = 9
		if i == 1 && v == 2 {
			hang()
		}
	}
}
func SliceRangeLive() {
	a := []int{1, 2}
	for i, v := range a {
		a[1] = 9
		if i == 1 && v == 9 {
			hang()
		}
	}
}
func RangeLenOnce() {
	a := []int{1}
	n := 0
	for range a {
		a = append(a, 1)
		n++
	}
	if n == 1 {
		hang()
	}
}
func StructEq() {
	type p struct{ x, y int }
	if (p{1, 2}) == (p{1, 2}) {
		hang()
	}
}
func IfaceEq() {
	var a, b any = 1, int64(1)
	if a != b {
		hang()
	}
}
func IfaceEqSame() {
	var a, b any = 1, 1
	if a == b {
		hang()
	}
}
func IfaceNilPtr() {
	var p *int
	var a any = p
	if a != nil {
		hang()
	}
}
func ErrNilPtr() {
	if err := mayFail(); err != nil {
		hang()
	}
}

type myErr struct{}

func (*myErr) Error() string { return "" }
func mayFail() error {
	var e *myErr
	return e
}
func PtrEq() {
	x := 1
	p, q := &x, &x
	if p == q {
		hang()
	}
}
func PtrNe() {
	p, q := new(int), new(int)
	if p != q {
		hang()
	}
}
func PtrAlias() {
	x := 1
	p := &x
	*p = 2
	if x == 2 {
		hang()
	}
}
func PtrPtr() {
	x, y := 1, 2
	p := &x
	q := &p
	*q = &y
	*p = 7
	if y == 7 {
		hang()
	}
}
func FieldAlias() {
	var s struct{ a, b int }
	p := &s.b
	*p = 3
	if s.b == 3 {
		hang()
	}
}
func ElemAlias() {
	s := []bool{false, false}
	t := s[1:]
	t[0] = true
	if s[1] {
		hang()
	}
}
func UnsafeWrite() {
	x := 1
	*(*int)(unsafe.Pointer(&x)) = 2
	if x == 2 {
		hang()
	}
}
func UnsafeField() {
	var s struct {
		a int32
		b bool
	}
	*(*bool)(unsafe.Add(unsafe.Pointer(&s), 4)) = true
	if s.b {
		hang()
	}
}
func Sizeof() {
	if unsafe.Sizeof(int32(0)) == 4 {
		hang()
	}
}
func MinMax() {
	x, y := 3, 5
	if min(x, y) == 3 && max(x, y, 9) == 9 {
		hang()
	}
}
func MinStr() {
	s := "b"
	if min(s, "a") == "a" {
		hang()
	}
}
func Bits() {
	if bits.OnesCount(7) == 3 {
		hang()
	}
}
func Swap() {
	a, b := 1, 2
	a, b = b, a
	if a == 2 {
		hang()
	}
}
func SwapIdx() {
	s := []int{1, 0}
	s[0], s[s[0]] = 5, 6
	if s[1] == 6 {
		hang()
	}
}
func OpAssignOrder() {
	x := 1
	f := func() int { x = 10; return 1 }
	x += f()
	if x == 2 || x == 11 {
		hang()
	}
}
func DeferArg() {
	x := false
	defer func(v bool) {
		if !v {
			hang()
		}
	}(x)
	x = true
	_ = x
}
func DeferVar() {
	x := false
	defer func() {
		if x {
			hang()
		}
	}()
	x = true
}
func Named() {
	if named() == 2 {
		hang()
	}
}
func named() (n int) {
	defer func() { n++ }()
	return 1
}
func NamedPanic() {
	if namedPanic() {
		hang()
	}
}
func namedPanic() (ok bool) {
	defer func() { ok = recover() != nil }()
	panic(1)
}
func NamedShadow() {
	if n, _ := namedShadow(); n == 5 {
		hang()
	}
}
func namedShadow() (n int, err error) {
	defer func() {
		if err == nil {
			n = 5
		}
	}()
	{
		n, err := 3, error(nil)
		_, _ = n, err
	}
	return
}
func NamedDeferOrder() {
	if s := order(); s == "321" {
		hang()
	}
}
func order() (s string) {
	for i := 1; i <= 3; i++ {
		defer func() { s += strconv.Itoa(i) }()
	}
	return
}
func LoopVarPerIter() {
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	if fs[0]() == 10 && fs[0]() == 20 {
		hang()
	}
}
func Goto() {
	i := 0
loop:
	i++
	if i < 5 {
		goto loop
	}
	if i == 5 {
		hang()
	}
}
func Labelled() {
	n := 0
outer:
	for i := range 3 {
		for j := range 3 {
			if j == 1 {
				continue outer
			}
			if i == 2 {
				break outer
			}
			n++
		}
	}
	if n == 2 {
		hang()
	}
}
func Fallthrough() {
	x := 1
	switch {
	case x == 1:
		fallthrough
	case x == 2:
		hang()
	}
}
func SwitchOrder() {
	switch x := 5; {
	case x > 3:
		hang()
	case x > 4:
	}
}
func SwitchDefaultFirst() {
	x := 3
	switch x {
	default:
		hang()
	case 1, 2:
	}
}
func SwitchBreak() {
	for {
		switch {
		default:
			break
		}
		break
	}
	hang()
}
func Rangefunc() {
	n := 0
	for i := range seq(5) {
		if i == 3 {
			break
		}
		n += i
	}
	if n == 3 {
		hang()
	}
}
func seq(n int) func(func(int) bool) {
	return func(y func(int) bool) {
		for i := range n {
			if !y(i) {
				return
			}
		}
	}
}
func RangefuncReturn() {
	if firstOver() == 3 {
		hang()
	}
}
func firstOver() int {
	for i := range seq(9) {
		if i > 2 {
			return i
		}
	}
	return 0
}
func RangefuncDefer() {
	n := 0
	func() {
		for i := range seq(3) {
			defer func() { n += i }()
		}
	}()
	if n == 3 {
		hang()
	}
}
func Generic() {
	if zero[string]() == "" && zero[*int]() == nil {
		hang()
	}
}
func zero[T any]() (z T) { return }
func Ternary() {
	m := map[bool]int{true: 1, false: 2}
	if m[1 < 2] == 1 {
		hang()
	}
}
func Builder() {
	var b strings.Builder
	b.WriteString("ab")
	if b.Len() == 2 {
		hang()
	}
}
func Global() {
	if g == 3 {
		hang()
	}
}

var g = h + 1
var h = f()

func f() int { return 2 }
func GlobalInit() {
	if inited {
		hang()
	}
}

var inited bool

func init() { inited = true }
func GlobalPtr() {
	*gp = false
	if !gb {
		hang()
	}
}

var gb = true
var gp = &gb

func GlobalInGoroutine() {
	done := make(chan int)
	go func() { gg = 5; close(done) }()
	<-done
	if gg == 5 {
		hang()
	}
}

var gg int

func MethodValueCopies() {
	c := counter{1}
	f := c.get
	c.n = 2
	if f() == 1 {
		hang()
	}
}

type counter struct{ n int }

func (c counter) get() int { return c.n }
func (c *counter) inc()    { c.n++ }
func MethodExpr() {
	c := counter{1}
	(*counter).inc(&c)
	if counter.get(c) == 2 {
		hang()
	}
}
func EmbeddedPtr() {
	type w struct{ *counter }
	a := w{&counter{1}}
	b := a
	b.inc()
	if a.n == 2 {
		hang()
	}
}
func EmbeddedVal() {
	type w struct{ counter }
	a := w{counter{1}}
	b := a
	b.inc()
	if a.n == 1 {
		hang()
	}
}
func ValueReceiverNoEffect() {
	c := flag{}
	c.set()
	if !c.on {
		hang()
	}
}

type flag struct{ on bool }

func (f flag) set() { f.on = true }
func CopyInIface() {
	c := flag{}
	var a any = c
	c.on = true
	if !a.(flag).on {
		hang()
	}
}
func CopyInMap() {
	c := flag{}
	m := map[int]flag{1: c}
	c.on = true
	if !m[1].on {
		hang()
	}
}
func RecursionValue() {
	if fib(10) == 55 {
		hang()
	}
}
func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}
func BigLoop() {
	n := 0
	for i := 0; i < 1000; i++ {
		n += i
	}
	if n == 499500 {
		hang()
	}
}
func LoopDown() {
	for i := uint(3); i < 10; i-- {
		if i == 0 {
			hang()
		}
	}
}
func LoopU8() {
	n := 0
	for i := uint8(250); i >= 250; i++ {
		n++
	}
	if n == 6 {
		hang()
	}
}
func LoopStep() {
	i := 0
	for ; i < 10; i += 3 {
	}
	if i == 12 {
		hang()
	}
}
func LoopMul() {
	i := int8(1)
	n := 0
	for i > 0 {
		i *= 2
		n++
	}
	if n == 7 {
		hang()
	}
}
func LoopBodyChanges() {
	n := 0
	for i := 0; i < 6; i++ {
		i++
		n++
	}
	if n == 3 {
		hang()
	}
}
func LoopNe() {
	n := 0
	for i := 5; i != 0; i-- {
		n++
	}
	if n == 5 {
		hang()
	}
}
