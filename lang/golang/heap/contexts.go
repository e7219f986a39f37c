package heap

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// The values of contexts. context.WithValue returns its parent in the model, so all contexts share one store of values,
// by their keys: it may have more than a context has.

type valueKey string

// allValues are those of all keys; otherKey is the key of those whose keys are not known.
const (
	allValues valueKey = "all values of contexts"
	otherKey  valueKey = "values of contexts, of other keys"
)

// keyed is the key of a value: a constant, or a value of a type that has only one.
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

// withValue is a call of context.WithValue: parent, key, value.
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
	// A key of a type of the package is compared by ==, which calls nothing.
}

// contextTexts are what the method String of contexts of package context asks for texts: keys and values, and the
// contexts of the package's own that others are made of. There is one list for all contexts. May err towards: more.
func (w *World) contextTexts() Arg {
	return Arg{Type: anyType, cell: &Loc{w.backgroundContext(), ".texts"}}
}

// valueOf is a call of the method Value of a context of package context.
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

// othersValues is where a context has what other code gave it.
const othersValues = ".values"

// inherits gives a context the values of its parent that are not in the store: those of contexts that come from code
// which is not analysed, or that the package implements.
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
