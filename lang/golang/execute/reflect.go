package execute

import (
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/ssa"
)

// This file has models of package reflect. A reflect.Value is the value itself, as an interface value with its type.

// reflectCall models Value.Call. It ends the execution if the operands do not fit the function.
func (fr *frame) reflectCall(i ssa.CallInstruction, a []value) value {
	of, ok := a[0].(iface)
	args, ok2 := a[1].(slice)
	if !ok || !ok2 || of.typ == nil {
		panic(unknown("a function"))
	}
	f, ok := of.v.(*closure)
	sig, ok2 := of.typ.Underlying().(*types.Signature)
	if !ok || !ok2 || sig.Variadic() || sig.Params().Len() != len(args.cells) {
		panic(unknown("a function"))
	}
	operands := make([]value, len(args.cells))
	for k, c := range args.cells {
		arg, ok := c.(iface)
		if !ok {
			panic(unknown("an operand"))
		}
		if types.IsInterface(sig.Params().At(k).Type()) {
			operands[k] = arg
		} else if operands[k] = arg.v; arg.typ == nil || !types.AssignableTo(arg.typ, sig.Params().At(k).Type()) {
			panic(unknown("an operand"))
		}
	}
	r := fr.apply(i, f, operands, nil)
	out := slice{[]value{}, &object{made: i.Pos()}}
	switch results := sig.Results(); results.Len() {
	case 0:
	case 1:
		out.cells = append(out.cells, boxed(r, results.At(0).Type()))
	default:
		for k, v := range r.(tuple) {
			out.cells = append(out.cells, boxed(v, results.At(k).Type()))
		}
	}
	return out
}

// boxed returns a value as an interface value: as it is if its type is an interface, or with its type.
func boxed(v value, t types.Type) value {
	if types.IsInterface(t) {
		return v
	}
	return iface{t, v}
}

// reflected is a type of package reflect.
type reflected struct{ typ types.Type }

// reflectedType is the dynamic type of interface values that hold a reflected.
var reflectedType types.Type = types.NewPointer(types.NewNamed(types.NewTypeName(token.NoPos, nil, "rtype", nil),
	types.NewStruct(nil, nil), nil))

// typeOf models reflect.TypeOf. The type of a nil interface value is nil.
func typeOf(v value) value {
	b, ok := v.(iface)
	if !ok {
		panic(unknown("a type"))
	}
	if b.typ == nil {
		return iface{}
	}
	return iface{reflectedType, reflected{b.typ}}
}

// call models Kind, for the most usual kinds.
func (r reflected) call(_ *goroutine, name string, _ []value, _ token.Pos) value {
	if name == "Kind" {
		switch u := r.typ.Underlying().(type) {
		case *types.Basic:
			kinds := map[types.BasicKind]reflect.Kind{types.Bool: reflect.Bool, types.Int: reflect.Int,
				types.String: reflect.String, types.Float64: reflect.Float64}
			if k := kinds[u.Kind()]; k != reflect.Invalid {
				return uint64(k)
			}
		case *types.Signature:
			return uint64(reflect.Func)
		case *types.Pointer:
			return uint64(reflect.Pointer)
		case *types.Struct:
			return uint64(reflect.Struct)
		case *types.Slice:
			return uint64(reflect.Slice)
		case *types.Map:
			return uint64(reflect.Map)
		case *types.Chan:
			return uint64(reflect.Chan)
		}
	}
	panic(unknown("a type"))
}
