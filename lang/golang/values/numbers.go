package values

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Number is the value of an operand that is the same in every execution.
func (f *Facts) Number(in *heap.Instance, v ssa.Value) (int64, bool) {
	for range 50 {
		switch u := v.(type) {
		case *ssa.Const:
			if u.Value == nil || u.Value.Kind() != constant.Int {
				return 0, false
			}
			return u.Int64(), true
		case *ssa.Convert:
			v = u.X
		case *ssa.ChangeType:
			v = u.X
		case *ssa.Parameter:
			if in.Parent == nil || in.Site == nil {
				return 0, false
			}
			call := in.Site.(ssa.CallInstruction).Common()
			at := -1
			for i, p := range in.Fn.Params {
				if p == u {
					at = i
				}
			}
			if call.IsInvoke() {
				at--
			}
			if at < 0 || at >= len(call.Args) || call.StaticCallee() != in.Fn && !call.IsInvoke() {
				return 0, false
			}
			v, in = call.Args[at], in.Parent
		case *ssa.UnOp:
			if g, ok := u.X.(*ssa.Global); ok && u.Op == token.MUL {
				return f.global(g)
			}
			w, at, ok := Stored(in, u.X)
			if u.Op != token.MUL {
				return 0, false
			}
			if !ok {
				var zero bool
				if w, at, zero, ok = f.Loaded(in, u); !ok || zero {
					return 0, ok && IsInteger(u.Type())
				}
			}
			v, in = w, at
		case *ssa.BinOp:
			a, ok := f.Number(in, u.X)
			b, ok2 := f.Number(in, u.Y)
			if !ok || !ok2 {
				return 0, false
			}
			switch u.Op {
			case token.ADD:
				return a + b, true
			case token.SUB:
				return a - b, true
			case token.MUL:
				return a * b, true
			}
			return 0, false
		case *ssa.Call:
			b, ok := u.Call.Value.(*ssa.Builtin)
			if !ok || b.Name() != "len" {
				return 0, false
			}
			arg := u.Call.Args[0]
			if load, ok := arg.(*ssa.UnOp); ok {
				w, _, zero, ok := f.Loaded(in, load)
				if !ok || zero {
					return 0, ok
				}
				arg = w
			}
			return length(arg)
		default:
			return 0, false
		}
	}
	return 0, false
}

// length is the number of elements of an array, or of a slice of a whole one.
func length(v ssa.Value) (int64, bool) {
	if s, ok := v.(*ssa.Slice); ok && s.Low == nil && s.High == nil {
		v = s.X
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

// Stored is the only value that a captured variable has wherever it is used.
func Stored(in *heap.Instance, addr ssa.Value) (ssa.Value, *heap.Instance, bool) {
	for {
		switch a := addr.(type) {
		case *ssa.FreeVar:
			if in.Self == nil {
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
			var only *ssa.Store
			if Stores(a, &only) != 1 || !initial(a, only) {
				return nil, nil, false
			}
			return only.Val, in, true
		default:
			return nil, nil, false
		}
	}
}

// initial tells whether the only assignment to a variable comes before all other uses: until then it is zero. What is
// assigned may capture the variable, as a function that calls itself does.
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

// Stores counts the assignments to a variable, also where it is captured; other uses than
// loads count as two.
func Stores(v ssa.Value, only **ssa.Store) int {
	n := 0
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != v {
				return 2
			}
			*only = r
			n++
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			fn := r.Fn.(*ssa.Function)
			for i, b := range r.Bindings {
				if b == v {
					n += Stores(fn.FreeVars[i], only)
				}
			}
		default:
			return 2
		}
	}
	return n
}

// IsInteger tells whether a type is one of integers.
func IsInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}
