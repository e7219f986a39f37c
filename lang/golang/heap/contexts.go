package heap

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file adds the constraints of the values of contexts (context.WithValue, and the method Value). In this
// analysis, context.WithValue returns its parent. So all contexts share one store, which has a node for each key:
//
//	ctx = context.WithValue(ctx, key{}, c) // adds c to the node of key{}
//	v := ctx.Value(key{})                  // reads that node, for any context
//
// May err towards: a context has values that it does not have.

// valueKey names the node of the values with one key.
type valueKey string

const (
	allValues valueKey = "all values of contexts"
	otherKey  valueKey = "values of contexts, of other keys" // keys that keyOf does not know
)

// keyOf returns the node of a key. Keys that are constants, and keys of a struct type without fields, have nodes of
// their own; all others share otherKey.
func keyOf(key ssa.Value) valueKey {
	box, ok := key.(*ssa.MakeInterface)
	if !ok {
		return otherKey
	}
	if c, ok := box.X.(*ssa.Const); ok && c.Value != nil {
		return valueKey(types.TypeString(box.X.Type(), nil) + " " + c.Value.ExactString())
	}
	if s, ok := box.X.Type().Underlying().(*types.Struct); ok && s.NumFields() == 0 {
		return valueKey(types.TypeString(box.X.Type(), nil))
	}
	return otherKey
}

// withValue adds the constraints of a call of context.WithValue. args are parent, key and value; x is the result, or
// nil.
func (w *World) withValue(in *Instance, x ssa.Value, args []Arg) {
	if x != nil {
		w.edge(w.argNode(args[0], ""), w.reg(in, x, ""))
	}
	key := otherKey
	if args[1].v != nil {
		key = keyOf(args[1].v)
	}
	w.edge(w.argNode(args[2], ""), w.node(key))
	w.edge(w.node(key), w.node(allValues))
	for _, a := range args {
		w.edge(w.argNode(a, ""), w.argNode(w.contextTexts(), ""))
	}
}

// contextTexts returns the place of all values whose texts the method String of a context may ask for: keys and
// values, and parents. There is one place for all contexts. May err towards: more values.
func (w *World) contextTexts() Arg {
	return Arg{Type: anyType, cell: &Loc{w.backgroundContext(), ".texts"}}
}

// valueOf adds the constraints of a call c.Value(key), of a context of package context, with result x.
func (w *World) valueOf(in *Instance, x ssa.Value, c Loc, key ssa.Value) {
	to := w.reg(in, x, "")
	if k := keyOf(key); k == otherKey {
		w.edge(w.node(allValues), to)
	} else {
		w.edge(w.node(k), to)
		w.edge(w.node(otherKey), to)
	}
	w.edge(w.cell(Loc{c.Obj, othersValues}), to)
}

// othersValues is the path of values that a context has and that are not in the store.
const othersValues = ".values"

// inheritValues gives context c the values of its parent that are not in the store. They are unknown if the parent
// comes from unanalysed code, or is a type of the package.
func (w *World) inheritValues(parent Arg, c *Object) {
	own := w.cell(Loc{c, othersValues})
	w.forEach(w.argNode(parent, ""), func(l Loc) {
		if l.Obj.Kind == Context {
			w.edge(w.cell(Loc{l.Obj, othersValues}), own)
		} else {
			w.add(own, w.unknown())
		}
	})
}
