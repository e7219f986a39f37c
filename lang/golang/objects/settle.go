package objects

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Settle says of operations at which of their objects they keep nobody waiting for ever, in whatever root
// (docs/theory.md, 12.5): ends has that by the places of operations and of objects. A lock of which there are copies is
// never settled: who copies one that is locked has one that stays so.
func (l *List) Settle(ends map[string]map[string]bool) {
	for i := range l.Uses {
		u := &l.Uses[i]
		for _, n := range u.Of {
			if !l.All[n].Copied && ends[u.Pos][l.All[n].Pos] {
				u.Ends = append(u.Ends, n)
			}
		}
	}
}

// moves notes the fields of locks and the like in values that an instruction copies. Of a lock that is no field, all
// objects of its type count as copied.
func (f *finder) moves(i ssa.Instruction) {
	if !heap.Moves(i) {
		return
	}
	for _, v := range i.Operands(nil) {
		if *v == nil {
			continue
		}
		t := (*v).Type()
		if box, ok := (*v).(*ssa.MakeInterface); ok {
			t = box.X.Type()
		}
		for { // from pointers and slices to what is in them
			of, ok := t.Underlying().(interface{ Elem() types.Type })
			if !ok {
				break
			}
			t = of.Elem()
		}
		f.movedIn(t)
	}
}

// movedIn notes the locks in a type of which values are copied.
func (f *finder) movedIn(t types.Type) {
	if kind, of := ofSync(types.NewPointer(t)); kind != "" {
		f.copied[of.String()] = true
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		f.movedIn(u.Elem())
	case *types.Struct:
		for v := range u.Fields() {
			if kind, _ := ofSync(types.NewPointer(v.Type())); kind != "" {
				f.copied[f.ps.Where(v.Origin().Pos()).String()] = true
			} else {
				f.movedIn(v.Type())
			}
		}
	}
}

// isCopied reports whether an object is a lock or the like of which the packages make copies.
func (f *finder) isCopied(s site) bool {
	return f.copied[s.Pos] || s.Kind != Channel && s.Kind != Condition && s.of != nil && f.copied[s.of.String()]
}

// common keeps of two lists, in order, what is in both.
func common(a, b []int) []int {
	return slices.DeleteFunc(a, func(n int) bool { return !slices.Contains(b, n) })
}
