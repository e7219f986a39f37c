package heap

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Numbers that are the same in every execution of an instance. They are found backwards from a register, through
// parameters and captured variables to the constants that callers pass:
//
//	func start(n int) { for i := 0; i < 2*n; i++ { .. } }
//	start(3)
//
// In the instance of start that this call executes, Number of the register 2*n is 6. Where values differ from execution
// to execution, or from turn to turn of a loop, nothing is known.

// Loaded is what a load gives in every execution: the value of register Val of instance In, or, if Val is nil, a
// number. A number stands for nil if a slice is loaded.
type Loaded struct {
	Val ssa.Value
	In  *Instance
	N   int64
}

// Number returns the value of an integer operand that is the same in every execution: a constant, what is passed for a
// parameter or kept in a captured variable, a length, and sums, differences, products, minima and maxima of these. load
// says what else is known of a load; nil: nothing. The result is false if the value is not known.
func Number(in *Instance, v ssa.Value, load func(*Instance, *ssa.UnOp) (Loaded, bool)) (int64, bool) {
	r := reader{load: load, left: mostSteps}
	return r.number(in, v)
}

// mostSteps is how many registers are looked at to find one number.
const mostSteps = 200

// reader finds numbers in a limited number of steps: the registers of a loop depend on each other in a cycle.
type reader struct {
	load func(*Instance, *ssa.UnOp) (Loaded, bool) // as for Number
	left int                                       // number of registers that may still be looked at
}

// number is Number, within the steps that are left.
func (r *reader) number(in *Instance, v ssa.Value) (int64, bool) {
	for r.left--; r.left > 0; r.left-- {
		switch u := v.(type) {
		case *ssa.Const:
			if u.Value == nil || u.Value.Kind() != constant.Int {
				return 0, false
			}
			return constant.Int64Val(u.Value) // not exact above 1<<63-1: then nothing is known
		case *ssa.Convert:
			n, ok := r.number(in, u.X)
			return n, ok && Fits(n, u.Type())
		case *ssa.ChangeType:
			v = u.X
		case *ssa.Parameter:
			if n, ok := in.knownNumber(u); ok {
				return n, IsInteger(u.Type())
			}
			arg, ok := Argument(in, u)
			if !ok {
				return 0, false
			}
			v, in = arg, in.Parent
		case *ssa.UnOp:
			l, ok := r.loaded(in, u)
			if !ok || l.Val == nil {
				return l.N, ok && IsInteger(u.Type())
			}
			v, in = l.Val, l.In
		case *ssa.Phi:
			return r.same(in, u.Edges)
		case *ssa.BinOp:
			return r.binary(in, u)
		case *ssa.Call:
			return r.call(in, u)
		default:
			return 0, false
		}
	}
	return 0, false
}

// loaded returns what load instruction u gives, if it is of a captured variable or r.load knows it.
func (r *reader) loaded(in *Instance, u *ssa.UnOp) (Loaded, bool) {
	if u.Op != token.MUL {
		return Loaded{}, false
	}
	if w, at, ok := Stored(in, u.X); ok {
		return Loaded{Val: w, In: at}, true
	}
	if r.load == nil {
		return Loaded{}, false
	}
	return r.load(in, u)
}

// same returns the number that all of values are; false if they differ, or one is not known.
func (r *reader) same(in *Instance, values []ssa.Value) (int64, bool) {
	var n int64
	for i, v := range values {
		m, ok := r.number(in, v)
		if !ok || i > 0 && m != n {
			return 0, false
		}
		n = m
	}
	return n, len(values) > 0
}

// binary returns the result of an addition, subtraction or multiplication. An int64 wraps around as the integers of 64
// bits do; results that do not fit a smaller type are not known.
func (r *reader) binary(in *Instance, v *ssa.BinOp) (int64, bool) {
	a, ok := r.number(in, v.X)
	if !ok {
		return 0, false
	}
	b, ok := r.number(in, v.Y)
	if !ok {
		return 0, false
	}
	switch v.Op {
	case token.ADD:
		a += b
	case token.SUB:
		a -= b
	case token.MUL:
		a *= b
	default:
		return 0, false
	}
	return a, Fits(a, v.Type())
}

// Fits reports whether number n is one of type t. May err towards: no, for numbers in the upper half of an unsigned
// type, and for those of 2^53 and more of 64 bits.
func Fits(n int64, t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 {
		return false
	}
	bits := 53 // of int, int64 and the like
	switch b.Kind() {
	case types.Int8, types.Uint8:
		bits = 7
	case types.Int16, types.Uint16:
		bits = 15
	case types.Int32, types.Uint32:
		bits = 31
	}
	if b.Info()&types.IsUnsigned != 0 && n < 0 {
		return false
	}
	return -1<<bits <= n && n < 1<<bits
}

// call returns the result of len, min and max.
func (r *reader) call(in *Instance, v *ssa.Call) (int64, bool) {
	b, ok := v.Call.Value.(*ssa.Builtin)
	if !ok {
		return 0, false
	}
	switch b.Name() {
	case "len":
		return r.length(in, v.Call.Args[0])
	case "min", "max":
		var out int64
		for i, arg := range v.Call.Args {
			n, ok := r.number(in, arg)
			if !ok {
				return 0, false
			}
			if i == 0 || n < out == (b.Name() == "min") {
				out = n
			}
		}
		return out, true
	}
	return 0, false
}

// length returns the number of elements of an array, of what a pointer to one points to, or of a slice.
func (r *reader) length(in *Instance, v ssa.Value) (int64, bool) {
	for r.left--; r.left > 0; r.left-- {
		switch u := v.(type) {
		case *ssa.Slice:
			return r.sliced(in, u)
		case *ssa.MakeSlice:
			return r.number(in, u.Len)
		case *ssa.ChangeType:
			v = u.X
			continue
		case *ssa.Parameter:
			if n, ok := in.knownNumber(u); ok {
				return n, true
			}
			if !isArray(u.Type()) {
				arg, ok := Argument(in, u)
				if !ok {
					return 0, false
				}
				v, in = arg, in.Parent
				continue
			}
		case *ssa.UnOp:
			if l, ok := r.loaded(in, u); ok && !isArray(u.Type()) {
				if l.Val == nil {
					return 0, true // a nil slice
				}
				v, in = l.Val, l.In
				continue
			}
		}
		break
	}
	t := v.Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	if a, ok := t.(*types.Array); ok {
		return a.Len(), true
	}
	return 0, false
}

// sliced returns the length of a slice expression v.X[low:high].
func (r *reader) sliced(in *Instance, v *ssa.Slice) (int64, bool) {
	var low, high int64
	var ok bool
	if v.High != nil {
		high, ok = r.number(in, v.High)
	} else {
		high, ok = r.length(in, v.X)
	}
	if ok && v.Low != nil {
		low, ok = r.number(in, v.Low)
	}
	return high - low, ok && low <= high
}

// isArray reports whether a type is an array, or a pointer to one.
func isArray(t types.Type) bool {
	t = t.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	_, ok := t.(*types.Array)
	return ok
}

// Argument returns what the call in.Site passes for parameter p of the instance, a register of in.Parent. It returns
// false if the call does not pass it itself: for the receiver of an interface method, and if a function of the library
// calls the instance.
func Argument(in *Instance, p *ssa.Parameter) (ssa.Value, bool) {
	if in == nil || in.Parent == nil {
		return nil, false
	}
	site, ok := in.Site.(ssa.CallInstruction)
	if !ok {
		return nil, false
	}
	call, args := site.Common(), site.Common().Args
	// A function value is called as it is; a function of the library may call another with other operands.
	callee := call.StaticCallee()
	switch {
	case call.IsInvoke():
		if in.Fn.Signature.Recv() == nil || len(in.Fn.Params) != len(args)+1 {
			return nil, false
		}
		args = append([]ssa.Value{nil}, args...) // the receiver is what the interface value has
	case callee != in.Fn && (callee != nil || !types.Identical(call.Signature(), in.Fn.Signature)):
		return nil, false
	}
	for i, q := range in.Fn.Params {
		if q == p && i < len(args) && args[i] != nil {
			return args[i], true
		}
	}
	return nil, false
}

// Stored returns the only value that the variable at an address has wherever it is used, as a register of an instance,
// if the variable is local or captured. It follows captured variables to the functions that declare them.
func Stored(in *Instance, addr ssa.Value) (val ssa.Value, of *Instance, ok bool) {
	for {
		switch a := addr.(type) {
		case *ssa.FreeVar:
			if in == nil || in.Self == nil {
				return nil, nil, false
			}
			mk, ok := in.Self.Site.(*ssa.MakeClosure)
			if !ok {
				return nil, nil, false
			}
			for i, v := range in.Fn.FreeVars {
				if v == a {
					addr = mk.Bindings[i]
				}
			}
			in = in.Self.In
		case *ssa.Alloc:
			only := OnlyStore(a)
			if only == nil || !initial(a, only) {
				return nil, nil, false
			}
			return only.Val, in, true
		default:
			return nil, nil, false
		}
	}
}

// initial reports whether the only assignment to a variable comes before all its other uses, which would otherwise find
// zero. The value that is assigned may capture the variable, as that of a function that calls itself does.
func initial(a *ssa.Alloc, only *ssa.Store) bool {
	if only.Parent() != a.Parent() {
		return false
	}
	for _, r := range *a.Referrers() {
		closure, ok := r.(*ssa.MakeClosure)
		if _, debug := r.(*ssa.DebugRef); debug || ok && closure == only.Val && len(*closure.Referrers()) == 1 {
			continue
		}
		if !Before(only, r) {
			return false
		}
	}
	return true
}

// Assigned lists the assignments to the variable at an address, also in functions that capture it. all is false if the
// address is used otherwise, so that there may be more.
func Assigned(addr ssa.Value) (stores []*ssa.Store, all bool) {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != addr {
				return nil, false
			}
			stores = append(stores, r)
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			fn := r.Fn.(*ssa.Function)
			for i, b := range r.Bindings {
				if b != addr {
					continue
				}
				more, ok := Assigned(fn.FreeVars[i])
				if !ok {
					return nil, false
				}
				stores = append(stores, more...)
			}
		default:
			return nil, false
		}
	}
	return stores, true
}

// OnlyStore returns the only assignment to a variable; nil if there are several, or none.
func OnlyStore(a *ssa.Alloc) *ssa.Store {
	if stores, all := Assigned(a); all && len(stores) == 1 {
		return stores[0]
	}
	return nil
}

// Before reports whether instruction a is executed before b in every execution that comes to b.
func Before(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, i := range a.Block().Instrs {
		if i == a {
			return true
		}
		if i == b {
			return false
		}
	}
	return false
}

// IsInteger reports whether t is an integer type.
func IsInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}
