package execute

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"reflect"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Values of Go, as values of Go:
//
//	bool, string, float64    themselves
//	integers                 int64 if they are signed, else uint64, within the range of their type
//	structs, arrays          structure: a cell for each part
//	pointers                 pointer: the cell that it points to
//	slices, maps, channels   slice, *mapping, *channel
//	functions                *closure
//	interface values         iface
//	locks and the like       what package sync keeps in them: mutex, waitGroup, ..., which are copied as Go copies them
//	what is not known        *opaque, in place of a value of any type
type value any

// object is memory that one statement made.
type object struct {
	made token.Pos
	// taken are the cells of an array that append has made with room to spare, and into which append has put
	// something. How much room there is, Go does not say. nil: the array was not made by append.
	taken map[*value]bool
}

// pointer is a pointer.
type pointer struct {
	cell *value  // nil: a nil pointer
	of   *object // the memory that the cell is in
}

// raw is a pointer as package unsafe has it, also as a number: with the type of what it points to, so that it is a
// pointer again only to that. Nothing is computed with the number but whether it is equal to another one.
type raw struct {
	pointer
	elem types.Type // nil of a nil pointer
}

// structure is a struct or an array. Its items are cells, to which pointers may lead.
type structure []value

// slice is a slice.
type slice struct {
	cells []value // with the capacity of the slice; nil: a nil slice
	of    *object
}

// closure is a function value, with what it has captured.
type closure struct {
	fn     *ssa.Function
	env    []value
	native func(g *goroutine, args []value) value // in place of fn
}

// iface is an interface value.
type iface struct {
	typ types.Type // nil: a nil interface value
	v   value
}

// tuple has the results of an operation with several.
type tuple []value

// mapping is a map. Its keys are in the order in which they were put in; a range takes them in a random one.
type mapping struct {
	at   map[any]int
	keys []value
	vals []value // nil where the key was deleted
	live []bool
}

// get returns the item of a key, and whether there is one. It ends the execution if the key is not known.
func (m *mapping) get(k value) (value, bool) {
	if m == nil {
		return nil, false
	}
	i, ok := m.at[keyOf(k)]
	if !ok {
		return nil, false
	}
	return m.vals[i], true
}

// put sets the item of a key.
func (m *mapping) put(k, v value) {
	key := keyOf(k)
	if i, ok := m.at[key]; ok {
		m.vals[i] = v
		return
	}
	m.at[key] = len(m.keys)
	m.keys, m.vals, m.live = append(m.keys, k), append(m.vals, v), append(m.live, true)
}

// remove deletes a key.
func (m *mapping) remove(k value) {
	if m == nil {
		return
	}
	key := keyOf(k)
	if i, ok := m.at[key]; ok {
		m.live[i], m.vals[i] = false, nil
		delete(m.at, key)
	}
}

func newMapping() *mapping { return &mapping{at: map[any]int{}} }

// structKey is the key of a struct or an array in a map; ifaceKey that of an interface value.
type structKey string

type ifaceKey struct {
	typ string
	v   any
}

// keyOf returns a comparable value that is equal for equal values. It ends the execution if the value is not known.
func keyOf(v value) any {
	switch v := v.(type) {
	case iface:
		if v.typ == nil {
			return ifaceKey{}
		}
		if !types.Comparable(v.typ) {
			panic(&thrown{v: runtimeError("hash of unhashable type")})
		}
		return ifaceKey{typeKey(v.typ), keyOf(v.v)}
	case structure:
		out := ""
		for _, part := range v {
			out += keyText(keyOf(part)) + "\x00"
		}
		return structKey(out)
	case float64:
		if v != v || v == 0 && math.Signbit(v) {
			panic(unknown("the key of a map"))
		}
	case pointer:
		return v.cell
	case raw:
		return v.cell
	case *opaque, slice, *mapping, mutex, waitGroup:
		panic(unknown("the key of a map"))
	}
	return v
}

// typeKey returns a text that is the same for identical types, and different for others, also for local types.
func typeKey(t types.Type) string {
	of := types.Unalias(t)
	if p, ok := of.(*types.Pointer); ok {
		of = types.Unalias(p.Elem())
	}
	at := token.NoPos
	if n, ok := of.(*types.Named); ok {
		at = n.Obj().Pos()
	}
	return fmt.Sprintf("%s@%d", types.TypeString(t, nil), at)
}

// keyText returns a text that is the same for equal keys.
func keyText(k any) string {
	switch k := k.(type) {
	case string:
		return fmt.Sprintf("%q", k)
	case structKey:
		return fmt.Sprintf("(%q)", string(k))
	case ifaceKey:
		if k.typ == "" {
			return "nil"
		}
		return k.typ + " " + keyText(k.v)
	case bool, int64, uint64, float64:
		return fmt.Sprintf("%T %v", k, k)
	}
	if r := reflect.ValueOf(k); r.Kind() == reflect.Pointer { // memory does not move
		return fmt.Sprintf("%T %x", k, r.Pointer())
	}
	panic(unknown("the key of a map"))
}

// equal compares two values of a type that can be compared. It ends the execution if a part is not known.
func equal(a, b value) bool {
	if _, is := b.(*opaque); is {
		panic(unknown("whether values are equal"))
	}
	switch x := a.(type) {
	case *opaque:
		panic(unknown("whether values are equal"))
	case slice:
		return x.cells == nil && b.(slice).cells == nil
	case *mapping:
		y, _ := b.(*mapping)
		return x == y
	case *closure:
		y, _ := b.(*closure)
		return x == y
	case iface:
		y := b.(iface)
		if x.typ == nil || y.typ == nil {
			return x.typ == nil && y.typ == nil
		}
		if !types.Identical(x.typ, y.typ) {
			return false
		}
		if !types.Comparable(x.typ) {
			panic(&thrown{v: runtimeError("comparing uncomparable type")})
		}
		return equal(x.v, y.v)
	case structure:
		return slices.EqualFunc(x, b.(structure), func(a, b value) bool { return equal(a, b) })
	case pointer:
		y, ok := b.(pointer)
		return ok && x.cell == y.cell
	case raw:
		y, ok := b.(raw)
		if !ok { // a number
			panic(unknown("whether an address is a number"))
		}
		return x.cell == y.cell
	}
	return a == b
}

// zero returns the zero value of a type.
func zero(t types.Type) value {
	if v := zeroOfLibrary(t); v != nil {
		return v
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return false
		case info&types.IsString != 0:
			return ""
		case info&types.IsUnsigned != 0:
			return uint64(0)
		case info&types.IsInteger != 0:
			return int64(0)
		case info&types.IsFloat != 0:
			return 0.0
		case u.Kind() == types.UnsafePointer:
			return raw{}
		case u.Kind() == types.UntypedNil:
			return pointer{}
		}
	case *types.Pointer:
		return pointer{}
	case *types.Slice:
		return slice{}
	case *types.Map:
		return (*mapping)(nil)
	case *types.Chan:
		return (*channel)(nil)
	case *types.Signature:
		return (*closure)(nil)
	case *types.Interface:
		return iface{}
	case *types.Struct:
		s := make(structure, u.NumFields())
		for i := range s {
			s[i] = zero(u.Field(i).Type())
		}
		return s
	case *types.Array:
		if u.Len() > mostItems {
			panic(unknown("a large array"))
		}
		s := make(structure, u.Len())
		for i := range s {
			s[i] = zero(u.Elem())
		}
		return s
	case *types.Tuple:
		t := make(tuple, u.Len())
		for i := range t {
			t[i] = zero(u.At(i).Type())
		}
		return t
	}
	panic(unknown("a value of type " + t.String()))
}

// copied returns a copy of a value: parts of structs and arrays are in new cells.
func copied(v value) value {
	s, ok := v.(structure)
	if !ok {
		return v
	}
	out := make(structure, len(s))
	for i, part := range s {
		out[i] = copied(part)
	}
	return out
}

// assign puts a value into a cell. If the cell has a struct, its parts are assigned one by one, so that pointers to
// them stay valid.
func assign(to *value, v value) {
	into, ok1 := (*to).(structure)
	from, ok2 := v.(structure)
	if !ok1 || !ok2 || len(into) != len(from) {
		*to = copied(v)
		return
	}
	for i := range into {
		assign(&into[i], from[i])
	}
}

// constantOf returns the value of a constant.
func constantOf(c *ssa.Const) value {
	if c.Value == nil {
		return zero(c.Type())
	}
	basic, ok := c.Type().Underlying().(*types.Basic)
	if !ok {
		panic(unknown("a constant of type " + c.Type().String()))
	}
	switch info := basic.Info(); {
	case info&types.IsBoolean != 0:
		return constant.BoolVal(c.Value)
	case info&types.IsString != 0:
		if c.Value.Kind() == constant.Int {
			return string(rune(c.Int64()))
		}
		return constant.StringVal(c.Value)
	case info&types.IsUnsigned != 0:
		return c.Uint64()
	case info&types.IsInteger != 0:
		return c.Int64()
	case info&types.IsFloat != 0:
		return c.Float64()
	}
	panic(unknown("a constant of type " + c.Type().String()))
}

// mostItems bounds the items of an array or slice: as many as a buffer for datagrams has bytes.
const mostItems = 1 << 16
