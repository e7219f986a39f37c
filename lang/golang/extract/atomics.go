package extract

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/values"
	"flavers/lang/golang/write"
)

// Variables of package sync/atomic that decide branches. Each operation is one step:
//
//	seen = stop                                          // stop.Load()
//	atomic { won = (state == 0); if won { state = 1 } }  // state.CompareAndSwap(0, 1)
//
// A variable is modelled if a branch asks for what an operation returns, and it lives in an object that is made once,
// and that only followed code has. A boolean has its values, a pointer is nil or not. An integer is modelled if all
// that is stored in it are constants, and all that is added constants, by statements that a goroutine executes once,
// with at most 256 values from the least to the largest. What is not modelled is any value: a branch on it is one on
// data.

// word is a variable of sync/atomic.
type word struct {
	name   string // "" until it is used
	lo, hi int64  // of an integer
	kind   wordKind
	open   bool // not modelled
}

type wordKind uint8

const (
	truthWord   wordKind = iota // true or false
	pointerWord                 // nil or not
	numberWord
)

const maxWord = 256

// atomicCall is an operation of sync/atomic.
type atomicCall struct {
	verb string
	kind wordKind
	on   heap.Arg
	args []heap.Arg // the others
}

// atomicOf is what a target does; ok is false if that is no operation of sync/atomic.
func atomicOf(t heap.Target) (c atomicCall, ok bool) {
	verb, typ, ok := heap.Atomic(t.Model)
	if !ok || typ == "Value" {
		return c, false
	}
	kind := numberWord
	switch typ {
	case "Bool":
		kind = truthWord
	case "Pointer":
		kind = pointerWord
	}
	return atomicCall{verb, kind, t.Args[0], t.Args[1:]}, true
}

// atomicAt is the operation that a call is, whatever it operates on.
func (x *extractor) atomicAt(in *heap.Instance, site ssa.CallInstruction) (atomicCall, bool) {
	for copy := range x.w.Copies(in, site) {
		for _, t := range x.w.Targets(in, site, copy) {
			if c, ok := atomicOf(t); ok {
				return c, true
			}
		}
	}
	return atomicCall{}, false
}

// askAtomic models what an operation returns. It tells whether a call is one.
func (x *extractor) askAtomic(in *heap.Instance, call *ssa.Call) bool {
	c, ok := x.atomicAt(in, call)
	if !ok {
		return false
	}
	locs := x.w.Locs(c.on)
	if !heap.Some(locs, func(l heap.Loc) bool { return !onlyOne(l) }) {
		for _, l := range locs {
			if x.words[l] == nil {
				x.words[l] = &word{kind: c.kind}
			}
		}
	}
	return true
}

// askStored asks for what an operation stores in a variable that is modelled.
func (x *extractor) askStored(in *heap.Instance, site ssa.CallInstruction) {
	c, ok := x.atomicAt(in, site)
	if !ok || !slices.ContainsFunc(x.w.Locs(c.on), func(l heap.Loc) bool { return x.words[l] != nil }) {
		return
	}
	for _, a := range c.args {
		if at, v := a.Value(); v != nil {
			x.ask(at, v)
		}
	}
}

func (x *extractor) numberOf(a heap.Arg) (int64, bool) {
	in, v := a.Value()
	if v == nil {
		return 0, false
	}
	return x.values.Number(in, v)
}

// word is the variable at a place, if it is modelled.
func (x *extractor) word(l heap.Loc) *word {
	w := x.words[l]
	if w == nil || w.open {
		return nil
	}
	if w.name == "" {
		w.name = l.Obj.Name
		if i := strings.LastIndex(l.Path, "."); i >= 0 {
			w.name += "_" + l.Path[i+1:]
		}
		w.name = x.taken.Unique(w.name, "word")
		x.decls = append(x.decls, write.At("shared "+w.name+" "+w.typ()+w.zero(), l.Obj.Pos))
	}
	return w
}

func (w *word) typ() string {
	if w.kind != numberWord {
		return "bool"
	}
	return fmt.Sprintf("%d..%d", w.lo, w.hi)
}

func (w *word) zero() string {
	if w.kind != numberWord {
		return ""
	}
	return " = 0"
}

// atomicValue is the variable of what an operation returns, if that is modelled.
func (x *extractor) atomicValue(in *heap.Instance, call *ssa.Call) (string, bool) {
	all := x.seen(in, call)
	if all == nil {
		return "", false
	}
	if all.name == "swapped" {
		return x.variable(in, call, all.name, "bool"), true
	}
	return x.variable(in, call, all.name, all.typ()), true
}

// seen is what an operation may return: a word with all values of the variables that it may be about. nil: they are not
// modelled.
func (x *extractor) seen(in *heap.Instance, call *ssa.Call) *word {
	c, ok := x.atomicAt(in, call)
	if !ok || c.verb == "Store" {
		return nil
	}
	locs := x.w.Locs(c.on)
	if heap.Some(locs, func(l heap.Loc) bool { return x.word(l) == nil }) {
		return nil
	}
	if c.verb == "CompareAndSwap" {
		return &word{name: "swapped", kind: truthWord}
	}
	all := &word{name: "seen", kind: c.kind}
	for _, l := range locs {
		all.lo, all.hi = min(all.lo, x.words[l].lo), max(all.hi, x.words[l].hi)
	}
	return all
}

// atomic is what an operation does.
func (x *extractor) atomic(in *heap.Instance, site ssa.CallInstruction, c atomicCall) []write.Line {
	pos, result := site.Pos(), ""
	if call, ok := site.(*ssa.Call); ok && len(*call.Referrers()) > 0 {
		result, _ = x.atomicValue(in, call)
	}
	var locs []heap.Loc
	some := false
	for _, l := range x.w.Unboxed(c.on) {
		locs = append(locs, l)
		some = some || x.word(l) != nil
	}
	if !some || c.verb == "Load" && result == "" {
		return nil
	}
	var before []write.Line
	value := func(i int) string {
		e, lines := x.operand(in, site, c, i)
		before = append(before, lines...)
		return e
	}
	seen := func(w *word) []write.Line {
		if result == "" {
			return nil
		}
		return write.One(result+" = "+w.name, pos)
	}
	var do func(w *word) []write.Line
	switch c.verb {
	case "Load":
		do = seen
	case "Store":
		e := value(0)
		do = func(w *word) []write.Line { return write.One(w.name+" = "+e, pos) }
	case "Swap":
		e := value(0)
		do = func(w *word) []write.Line {
			return write.Block(pos, "atomic", append(seen(w), write.At(w.name+" = "+e, pos)))
		}
	case "Add":
		n, _ := x.numberOf(c.args[0])
		do = func(w *word) []write.Line {
			return write.Block(pos, "atomic", append(write.One(fmt.Sprintf("%s = %s + (%d)", w.name, w.name, n), pos), seen(w)...))
		}
	case "CompareAndSwap":
		e := value(1)
		test, choice := x.compared(in, site, c)
		before = append(before, choice...)
		do = func(w *word) []write.Line {
			cond, lines := test(w), []write.Line(nil)
			if result != "" {
				lines, cond = write.One(result+" = "+cond, pos), result
			}
			return write.Block(pos, "atomic", append(lines, write.Block(pos, "if "+cond, write.One(w.name+" = "+e, pos))...))
		}
	default:
		return nil
	}
	lines := x.onPlaces(c.on, locs, pos, func(l heap.Loc) []write.Line {
		if w := x.word(l); w != nil {
			return do(w)
		}
		return nil
	})
	return append(before, lines...)
}

// compared is the test of a CompareAndSwap, and a choice that comes before. Of two pointers that are not nil, it is not
// known whether they are equal, nor of a number that is not known.
func (x *extractor) compared(in *heap.Instance, site ssa.CallInstruction, c atomicCall) (
	func(*word) string, []write.Line) {
	old, before := x.operand(in, site, c, 0)
	if old != "" && (c.kind != pointerWord || old == "false") {
		return func(w *word) string { return "(" + w.name + " == " + old + ")" }, before
	}
	equal := x.variable(in, [2]any{site, "equal"}, "equal", "bool")
	before = append(before, guess(equal, 2, site.Pos())...)
	return func(w *word) string {
		if old == "" {
			return equal
		}
		return fmt.Sprintf("(%s == %s && (!%s || %s))", w.name, old, w.name, equal)
	}, before
}

// operand is what an operand of an operation is, "" if it is an unknown number, and the choice of one of two values.
func (x *extractor) operand(in *heap.Instance, site ssa.CallInstruction, c atomicCall, i int) (string, []write.Line) {
	at, v := c.args[i].Value()
	if v != nil {
		if e, ok := x.scalar(at, v); ok {
			return e, nil
		}
	}
	if c.kind == numberWord {
		return "", nil
	}
	name := x.variable(in, [2]any{site, i}, "operand", "bool")
	return name, guess(name, 2, site.Pos())
}

// scalar is a value as an expression: a number, or one of two values.
func (x *extractor) scalar(in *heap.Instance, v ssa.Value) (string, bool) {
	if n, ok := x.values.Number(in, v); ok {
		return number(n)
	}
	switch u := v.(type) {
	case *ssa.Convert:
		if x.exact(in, u, nil) {
			return x.scalar(in, u.X)
		}
	case *ssa.ChangeType:
		return x.scalar(in, u.X)
	case *ssa.Call:
		if e, ok := x.atomicValue(in, u); ok {
			return e, true
		}
	}
	if !values.TwoValued(v.Type()) {
		return "", false
	}
	return x.truth(in, v)
}

// number is a number of the task language: durations, say, are larger.
func number(n int64) (string, bool) { return fmt.Sprint(n), n == int64(int32(n)) }

// comparison is a comparison of scalars, or with nil.
func (x *extractor) comparison(in *heap.Instance, v *ssa.BinOp) (string, bool) {
	switch v.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return "", false
	}
	if _, ok := v.X.Type().Underlying().(*types.Basic); !ok {
		if c, ok := v.Y.(*ssa.Const); !ok || c.Value != nil {
			return "", false
		}
		e, ok := x.truth(in, v.X)
		if ok && v.Op == token.EQL {
			e = not(e)
		}
		return e, ok
	}
	n, fixed := x.values.Number(in, v.X)
	if m, too := x.values.Number(in, v.Y); fixed && too {
		return fmt.Sprint(constant.Compare(constant.MakeInt64(n), v.Op, constant.MakeInt64(m))), true
	}
	a, ok := x.scalar(in, v.X)
	if !ok {
		return "", false
	}
	b, ok := x.scalar(in, v.Y)
	return "(" + a + " " + v.Op.String() + " " + b + ")", ok
}

// not is the contrary of a variable or an expression.
func not(e string) string {
	switch names := write.Words(e); {
	case e == "true":
		return "false"
	case e == "false":
		return "true"
	case len(names) == 1 && e == names[0]:
		return "!" + e
	}
	return "!(" + e + ")"
}
