package execute

// This file evaluates the instructions of go/ssa that have a value. From an unknown operand follows an unknown result
// (*opaque). Where nothing can be said about the result, not even that, panic(unknown(...)) ends the execution
// without an answer. Panics of the program have the value *thrown.

import (
	"go/token"
	"go/types"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"
)

// eval returns the value of an instruction.
func (fr *frame) eval(i ssa.Value) value {
	switch i := i.(type) {
	case *ssa.Phi:
		return fr.env[i] // set by jump
	case *ssa.Alloc:
		t := i.Type().Underlying().(*types.Pointer).Elem()
		c := new(value)
		*c = zero(t)
		return pointer{c, &object{made: i.Pos()}}
	case *ssa.Call:
		callee, args := fr.callee(&i.Call)
		return fr.invoke(i, callee, args, nil)
	case *ssa.BinOp:
		return fr.binary(i)
	case *ssa.UnOp:
		return fr.unary(i)
	case *ssa.ChangeType:
		return fr.get(i.X)
	case *ssa.ChangeInterface:
		return fr.get(i.X)
	case *ssa.MakeInterface:
		v := fr.get(i.X)
		if o, ok := v.(*opaque); ok && types.IsInterface(i.X.Type()) {
			return o
		}
		return iface{i.X.Type(), copied(v)}
	case *ssa.Convert:
		return convert(fr.get(i.X), i.X.Type(), i.Type())
	case *ssa.MakeClosure:
		env := make([]value, len(i.Bindings))
		for k, b := range i.Bindings {
			env[k] = fr.get(b)
		}
		return &closure{fn: i.Fn.(*ssa.Function), env: env}
	case *ssa.MakeMap:
		return newMapping()
	case *ssa.MakeChan:
		n := fr.size(i.Size)
		return &channel{capacity: n, made: i.Pos(), elem: i.Type().Underlying().(*types.Chan).Elem()}
	case *ssa.MakeSlice:
		n, most := fr.size(i.Len), fr.size(i.Cap)
		if n > most {
			panic(outOfRange())
		}
		s := slice{make([]value, most), &object{made: i.Pos()}}
		elem := i.Type().Underlying().(*types.Slice).Elem()
		for k := range s.cells {
			s.cells[k] = zero(elem)
		}
		s.cells = s.cells[:n]
		return s
	case *ssa.Select:
		return fr.choose(i)
	case *ssa.Lookup:
		return fr.lookup(i)
	case *ssa.Range:
		return fr.ranges(fr.get(i.X))
	case *ssa.Next:
		it, ok := fr.get(i.Iter).(*iterator)
		if !ok {
			panic(unknown("what a range is over"))
		}
		return it.next(i)
	case *ssa.Slice:
		return fr.slice(i)
	case *ssa.TypeAssert:
		return fr.typeAssert(i)
	default:
		return fr.component(i)
	}
}

// size returns a length or a capacity. It ends the execution if that is not known or larger than mostItems.
func (fr *frame) size(v ssa.Value) int {
	n, ok := integer(fr.get(v))
	switch {
	case !ok:
		panic(unknown("a size"))
	case n < 0:
		panic(outOfRange())
	case n > mostItems:
		panic(unknown("a large size"))
	}
	return int(n)
}

// component returns a field, an item or one of several results, or the address of a field or an item.
func (fr *frame) component(i ssa.Value) value {
	switch i := i.(type) {
	case *ssa.FieldAddr:
		x := fr.get(i.X)
		s, p, o := structureAt(x)
		if o != nil {
			return o
		}
		return pointer{&s[i.Field], p.of}
	case *ssa.Field:
		switch s := fr.get(i.X).(type) {
		case *opaque:
			return s
		case structure:
			return s[i.Field]
		}
	case *ssa.IndexAddr:
		return fr.indexAddr(i)
	case *ssa.Index:
		return fr.index(i)
	case *ssa.Extract:
		switch t := fr.get(i.Tuple).(type) {
		case tuple:
			return t[i.Index]
		case *opaque:
			return t
		}
	}
	panic(unknown("an instruction"))
}

// structureAt returns the struct or array that a pointer points to, and the pointer. If either is unknown, it returns
// that as the last result instead.
func structureAt(x value) (structure, pointer, *opaque) {
	p, ok := x.(pointer)
	if o, is := x.(*opaque); is {
		return nil, p, o
	}
	if !ok {
		panic(unknown("a pointer"))
	}
	if p.cell == nil {
		panic(nilPointer())
	}
	switch s := (*p.cell).(type) {
	case structure:
		return s, p, nil
	case *opaque:
		return nil, p, s
	}
	panic(unknown("a struct or an array")) // a struct of the library: its parts have no cells
}

// arrayLen returns the length of the array that a pointer points to. The type has it, also if the items are unknown.
func arrayLen(v ssa.Value) int64 {
	if p, ok := v.Type().Underlying().(*types.Pointer); ok {
		if a, ok := p.Elem().Underlying().(*types.Array); ok {
			return a.Len()
		}
	}
	panic(unknown("the length of an array"))
}

// indexAddr returns the address of an item of a slice or an array.
func (fr *frame) indexAddr(i *ssa.IndexAddr) value {
	at, known := integer(fr.get(i.Index))
	switch x := fr.get(i.X).(type) {
	case *opaque:
		return x
	case slice:
		if !known {
			panic(unknown("an index"))
		}
		if at < 0 || at >= int64(len(x.cells)) {
			panic(outOfRange())
		}
		return pointer{&x.cells[at], x.of}
	case pointer:
		if !known {
			panic(unknown("an index"))
		}
		s, _, o := structureAt(x)
		if at < 0 || at >= arrayLen(i.X) {
			panic(outOfRange())
		}
		if o != nil {
			return o
		}
		return pointer{&s[at], x.of}
	}
	panic(unknown("an index"))
}

// index returns an item of an array or a byte of a text.
func (fr *frame) index(i *ssa.Index) value {
	x, n := fr.get(i.X), fr.get(i.Index)
	if o := from(x, n); o != nil {
		return o
	}
	at, _ := integer(n)
	switch x := x.(type) {
	case string:
		if at < 0 || at >= int64(len(x)) {
			panic(outOfRange())
		}
		return uint64(x[at])
	case structure:
		if at < 0 || at >= int64(len(x)) {
			panic(outOfRange())
		}
		return x[at]
	}
	panic(unknown("an index"))
}

// lookup returns the item of a map for a key, or a byte of a text.
func (fr *frame) lookup(i *ssa.Lookup) value {
	x, k := fr.get(i.X), fr.get(i.Index)
	if s, ok := x.(string); ok {
		at, known := integer(k)
		if !known {
			return from(k)
		}
		if at < 0 || at >= int64(len(s)) {
			panic(outOfRange())
		}
		return uint64(s[at])
	}
	m, ok := x.(*mapping)
	if !ok {
		o := from(x, k)
		if i.CommaOk {
			return tuple{o, o}
		}
		return o
	}
	v, found := m.get(k)
	if !found {
		v = zero(i.X.Type().Underlying().(*types.Map).Elem())
	}
	if i.CommaOk {
		return tuple{copied(v), found}
	}
	return copied(v)
}

// iterator is the state of a range over a map or a string.
type iterator struct {
	of    *mapping // the map; nil: a string
	order []int    // the indices of its keys, in the order of the range
	text  string
	at    int // the index in order, or in text, that comes next
}

// ranges begins a range. Those over maps take the keys in a random order.
func (fr *frame) ranges(v value) value {
	switch v := v.(type) {
	case string:
		return &iterator{text: v}
	case *mapping:
		it := &iterator{of: v}
		if v != nil {
			it.order = fr.g.m.rng.Perm(len(v.keys))
		}
		return it
	}
	panic(unknown("what a range is over"))
}

func (it *iterator) next(i *ssa.Next) value {
	if i.IsString {
		if it.at >= len(it.text) {
			return tuple{false, int64(0), int64(0)}
		}
		r, n := utf8.DecodeRuneInString(it.text[it.at:])
		at := it.at
		it.at += n
		return tuple{true, int64(at), int64(r)}
	}
	for it.at < len(it.order) {
		k := it.order[it.at]
		it.at++
		if it.of.live[k] { // an item that was deleted meanwhile does not come
			return tuple{true, copied(it.of.keys[k]), copied(it.of.vals[k])}
		}
	}
	return tuple{false, nil, nil}
}

// slice returns a part of a string, a slice or an array.
func (fr *frame) slice(i *ssa.Slice) value {
	x := fr.get(i.X)
	bound := func(v ssa.Value, usual int) int {
		if v == nil {
			return usual
		}
		n, ok := integer(fr.get(v))
		if !ok {
			panic(unknown("a bound"))
		}
		switch {
		case n < 0:
			panic(outOfRange())
		case n > 1<<20: // what it is a part of may be longer
			panic(unknown("a large bound"))
		}
		return int(n)
	}
	switch x := x.(type) {
	case *opaque:
		return x
	case string:
		low, high := bound(i.Low, 0), bound(i.High, len(x))
		if low > high || high > len(x) {
			panic(outOfRange())
		}
		return x[low:high]
	case slice:
		low, high := bound(i.Low, 0), bound(i.High, len(x.cells))
		most := bound(i.Max, cap(x.cells))
		if low > high || high > most || most > cap(x.cells) {
			panic(outOfRange())
		}
		return slice{x.cells[low:high:most], x.of}
	case pointer:
		s, _, o := structureAt(x)
		n := int(arrayLen(i.X))
		low, high := bound(i.Low, 0), bound(i.High, n)
		most := bound(i.Max, n)
		if low > high || high > most || most > n {
			panic(outOfRange())
		}
		if o != nil {
			return o
		}
		return slice{s[low:high:most], x.of}
	}
	panic(unknown("a slice"))
}

// typeAssert returns the value of a type assertion.
func (fr *frame) typeAssert(i *ssa.TypeAssert) value {
	x, known := fr.get(i.X).(iface)
	if !known {
		panic(unknown("a dynamic type"))
	}
	ok := x.typ != nil
	if ok {
		if _, library := x.v.(method); library {
			ok = i.AssertedType.Underlying() == i.X.Type().Underlying()
			if !ok {
				panic(unknown("a type of the library"))
			}
		} else if to, is := i.AssertedType.Underlying().(*types.Interface); is {
			ok = types.Implements(x.typ, to)
		} else {
			ok = types.Identical(x.typ, i.AssertedType)
		}
	}
	var v value
	switch {
	case !ok && !i.CommaOk:
		panic(&thrown{v: runtimeError("interface conversion")})
	case !ok:
		v = zero(i.AssertedType)
	case types.IsInterface(i.AssertedType):
		v = x
	default:
		v = copied(x.v)
	}
	if i.CommaOk {
		return tuple{v, ok}
	}
	return v
}

// unary returns the value of an operation with one operand.
func (fr *frame) unary(i *ssa.UnOp) value {
	x := fr.get(i.X)
	switch i.Op {
	case token.ARROW:
		return fr.g.receive(i, channelOf(x), i.CommaOk, describe(i.X))
	case token.MUL:
		switch p := x.(type) {
		case *opaque:
			return p
		case pointer:
			if p.cell == nil {
				panic(nilPointer())
			}
			return copied(*p.cell)
		}
		panic(unknown("a pointer"))
	}
	if o := from(x); o != nil {
		return o
	}
	switch v := x.(type) {
	case bool:
		return !v
	case int64:
		if i.Op == token.SUB {
			return wrap(-v, i.Type())
		}
		return wrap(^v, i.Type())
	case uint64:
		if i.Op == token.SUB {
			return wrap(-v, i.Type())
		}
		return wrap(^v, i.Type())
	case float64:
		return -v
	}
	panic(unknown("an operation"))
}
