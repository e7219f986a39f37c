package execute

import (
	"go/token"
	"go/types"
	"runtime"

	"golang.org/x/tools/go/ssa"
)

// This file executes the predeclared functions of Go: append, close, len and the others.

// builtin calls a predeclared function, or one of go/ssa (ssa:wrapnilchk).
func (fr *frame) builtin(i ssa.CallInstruction, b *ssa.Builtin, args []value) value {
	switch b.Name() {
	case "len", "cap":
		return length(b.Name(), args[0])
	case "append":
		return fr.appended(i, args)
	case "copy":
		return fr.copies(args)
	case "delete":
		m, ok := args[0].(*mapping)
		if !ok {
			panic(unknown("a map"))
		}
		m.remove(args[1])
	case "clear":
		m, ok := args[0].(*mapping)
		if !ok {
			panic(unknown("a slice that is cleared"))
		}
		if m != nil {
			for k := range m.keys {
				m.live[k] = false
			}
			m.at = map[any]int{}
		}
	case "close":
		fr.g.close(channelOf(args[0]), describe(i.Common().Args[0]), i.Pos())
	case "recover":
		if fr.of == nil || fr.of.panics == nil {
			return iface{}
		}
		p := fr.of.panics
		fr.of.panics = nil
		if v, ok := p.v.(iface); ok {
			return v
		}
		return fr.g.m.source()
	case "min", "max":
		return extreme(b.Name(), args)
	case "print", "println":
	case "Sizeof":
		return uint64(types.SizesFor("gc", runtime.GOARCH).Sizeof(i.Common().Args[0].Type()))
	case "ssa:wrapnilchk":
		if p, ok := args[0].(pointer); ok && p.cell == nil {
			panic(nilPointer())
		}
		return args[0]
	default:
		panic(unknown("a call of " + b.Name()))
	}
	return nil
}

// length returns len(v) or cap(v), as name says.
func length(name string, v value) value {
	switch v := v.(type) {
	case *opaque:
		return v
	case string:
		return int64(len(v))
	case slice:
		if name == "cap" {
			if v.of != nil && v.of.taken != nil {
				panic(unknown("how much room append makes"))
			}
			return int64(cap(v.cells))
		}
		return int64(len(v.cells))
	case *mapping:
		if v == nil {
			return int64(0)
		}
		return int64(len(v.at))
	case *channel:
		if v == nil {
			return int64(0)
		}
		if name == "cap" {
			return int64(v.capacity)
		}
		return int64(len(v.buffer))
	case structure:
		return int64(len(v))
	case pointer:
		if v.cell != nil { // a nil pointer has the length of its type
			if s, ok := (*v.cell).(structure); ok {
				return int64(len(s))
			}
		}
	}
	panic(unknown("a length"))
}

// appended returns what append returns. Without room in the array it makes a new one of twice the size and zero items
// behind. Go does not say how much room there is. So an execution ends without an answer where that would matter: two
// appends to the same slice share an array or not (object.taken).
func (fr *frame) appended(i ssa.CallInstruction, args []value) value {
	if o := from(args...); o != nil {
		return o
	}
	s := args[0].(slice)
	var more []value
	switch v := args[1].(type) {
	case slice:
		more = v.cells
	case string:
		for _, b := range []byte(v) {
			more = append(more, uint64(b))
		}
	}
	if len(more) == 0 {
		return s
	}
	if len(s.cells)+len(more) > 1<<12 {
		panic(unknown("a long slice"))
	}
	of := s.of
	cells := s.cells
	if len(cells)+len(more) > cap(cells) {
		cells = make([]value, len(s.cells), 2*len(s.cells)+len(more))
		of = &object{made: i.Pos(), taken: map[*value]bool{}}
		for k, c := range s.cells {
			cells[k] = copied(c)
		}
		elem := i.Common().Args[0].Type().Underlying().(*types.Slice).Elem()
		for k := len(cells); k < cap(cells); k++ {
			cells[:cap(cells)][k] = zero(elem)
		}
	}
	n := len(cells)
	cells = cells[:n+len(more)]
	for k, c := range more {
		if of != nil && of.taken != nil {
			if of.taken[&cells[n+k]] { // another append was here: with less room, it has made an array of its own
				panic(unknown("whether two slices share an array"))
			}
			of.taken[&cells[n+k]] = true
		}
		cells[n+k] = copied(c)
	}
	return slice{cells, of}
}

// copies executes copy, and returns the number of items.
func (fr *frame) copies(args []value) value {
	to, ok := args[0].(slice)
	if !ok {
		panic(unknown("a slice"))
	}
	var items []value
	switch v := args[1].(type) {
	case slice:
		for _, c := range v.cells { // read all before one is written: the slices may overlap
			items = append(items, copied(c))
		}
	case string:
		for _, b := range []byte(v) {
			items = append(items, uint64(b))
		}
	default:
		panic(unknown("a slice"))
	}
	n := min(len(to.cells), len(items))
	for k := range n {
		assign(&to.cells[k], items[k])
	}
	return int64(n)
}

// extreme returns the smallest (min) or largest (max) of values of one ordered type.
func extreme(name string, args []value) value {
	if o := from(args...); o != nil {
		return o
	}
	op := map[string]token.Token{"min": token.LSS, "max": token.GTR}[name]
	out := args[0]
	for _, a := range args[1:] {
		var better value
		switch a := a.(type) {
		case int64:
			better = compared(op, a, out.(int64))
		case uint64:
			better = compared(op, a, out.(uint64))
		case float64:
			better = compared(op, a, out.(float64))
		case string:
			better = compared(op, a, out.(string))
		}
		if better == true {
			out = a
		}
	}
	return out
}
