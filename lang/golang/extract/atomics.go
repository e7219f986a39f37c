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

// This file models variables of package sync/atomic that decide branches, as shared variables of the program, called
// *words*. Each operation is one step:
//
//	seen = stop                                          // stop.Load()
//	atomic { won = (state == 0); if won { state = 1 } }  // state.CompareAndSwap(0, 1)
//
// A variable is modelled if a branch depends on the result of some operation, and if it lives in an object that is
// made once and that no unanalysed code has. A boolean is true or false, and a pointer is nil (false) or not (true).
// For an integer, two more things are needed: all that is stored and added are constants, where a goroutine executes
// a statement that adds only once; and the range from the least to the largest value that follows is below maxWord
// (measure.go). The result of an operation on any other variable may be any value.

// word is a variable of sync/atomic that a branch depends on.
type word struct {
	name   string // of the shared variable; "" until it is declared
	lo, hi int64  // the least and the largest value of a numberWord
	kind   wordKind
	open   bool // the variable is not modelled
}

// wordKind says which values a word has.
type wordKind uint8

const (
	truthWord   wordKind = iota // true or false
	pointerWord                 // false for nil, true for other pointers
	numberWord                  // lo..hi
)

// maxWord bounds the range of a numberWord, as each value is one state more of the program.
const maxWord = 256

// atomicCall is a call of a function or method of sync/atomic.
type atomicCall struct {
	verb string // "Load", "Store", "Swap", "Add", "CompareAndSwap", "And", "Or"
	kind wordKind
	on   heap.Arg   // the address of the variable
	args []heap.Arg // the other operands
}

// atomicOf returns the operation that a target is; ok is false if it is none of sync/atomic, or one on an
// atomic.Value.
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

// atomicAt returns the operation of sync/atomic that a call executes; ok is false if there is none.
func (x *extractor) atomicAt(in *heap.Instance, site ssa.CallInstruction) (c atomicCall, ok bool) {
	for copy := range x.w.Copies(in, site) {
		for _, t := range x.w.Targets(in, site, copy) {
			if c, ok := atomicOf(t); ok {
				return c, true
			}
		}
	}
	return atomicCall{}, false
}

// askAtomic makes words of the variables that a call operates on, as a branch depends on its result. It reports
// whether the call is an operation of sync/atomic.
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

// askStored asks for the operands of a call that operates on a word: what is stored there decides branches, too.
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

// numberOf returns the value of an operand that is the same number in every execution; ok is false for others.
func (x *extractor) numberOf(a heap.Arg) (n int64, ok bool) {
	in, v := a.Value()
	if v == nil {
		return 0, false
	}
	return x.values.Number(in, v)
}

// word returns the variable at place l, and declares it if it is new; nil if it is not modelled.
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

// typ returns the type of the shared variable: "bool", or a range as "0..3".
func (w *word) typ() string {
	if w.kind != numberWord {
		return "bool"
	}
	return fmt.Sprintf("%d..%d", w.lo, w.hi)
}

// zero returns the initialization in the declaration. A range may begin elsewhere, so 0 has to be said; a bool begins
// with false anyway.
func (w *word) zero() string {
	if w.kind != numberWord {
		return ""
	}
	return " = 0"
}

// atomicValue returns the variable of the task that gets the result of an operation; ok is false if the result is not
// modelled.
func (x *extractor) atomicValue(in *heap.Instance, call *ssa.Call) (name string, ok bool) {
	result := x.seen(in, call)
	if result == nil {
		return "", false
	}
	return x.variable(in, call, result.name, result.typ()), true
}

// seen describes the result of an operation as a word, whose range has the values of all variables that the operation
// may be on. It returns nil if one of these is not modelled.
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

// atomic returns what an operation does.
func (x *extractor) atomic(in *heap.Instance, site ssa.CallInstruction, c atomicCall) []write.Line {
	pos, result := site.Pos(), "" // result: the variable for the result; "": nothing uses it, or it is not modelled
	if call, ok := site.(*ssa.Call); ok && len(*call.Referrers()) > 0 {
		result, _ = x.atomicValue(in, call)
	}
	var locs []heap.Loc
	modelled := false
	for _, l := range x.w.Unboxed(c.on) {
		locs = append(locs, l)
		modelled = modelled || x.word(l) != nil
	}
	if !modelled || c.verb == "Load" && result == "" {
		return nil
	}

	// before chooses the operands that are not known. do is the step itself, on one variable.
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

// compared returns the test of a CompareAndSwap on a variable, and the lines to put before it. Two pointers that are
// not nil may be equal or not, and so may an operand that is not known: then the lines guess a variable "equal".
func (x *extractor) compared(in *heap.Instance, site ssa.CallInstruction, c atomicCall) (
	test func(*word) string, before []write.Line) {
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

// operand returns an expression for operand i of an operation, and the lines to put before it. The lines guess the
// value of an unknown boolean or pointer. For an unknown number the expression is "".
func (x *extractor) operand(in *heap.Instance, site ssa.CallInstruction, c atomicCall, i int) (
	expr string, before []write.Line) {
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

// scalar returns an expression for a value: a number, the result of an operation of sync/atomic, or what truth
// returns. ok is false if the value is not modelled.
func (x *extractor) scalar(in *heap.Instance, v ssa.Value) (expr string, ok bool) {
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

// number returns a number as an expression. fits is false if the task language has no such number, as for most
// durations: its numbers have 32 bits.
func number(n int64) (expr string, fits bool) { return fmt.Sprint(n), n == int64(int32(n)) }

// comparison returns an expression for a comparison of two scalars, or of a value with nil. ok is false if an operand
// is not modelled, or v is no comparison.
func (x *extractor) comparison(in *heap.Instance, v *ssa.BinOp) (expr string, ok bool) {
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
	if e, ok := x.comparesLevel(in, v); ok {
		return e, true
	}
	a, ok := x.scalar(in, v.X)
	if !ok {
		return "", false
	}
	b, ok := x.scalar(in, v.Y)
	return "(" + a + " " + v.Op.String() + " " + b + ")", ok
}

// not returns the negation of an expression.
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
