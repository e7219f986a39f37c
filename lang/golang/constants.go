package golang

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"flavers/lang/golang/heap"
)

// Fields that have the same value in every execution: those of an object that is made once, and
// that is given its value where it is made, or never.

// initial is what is known of the values that a place gets.
type initial struct {
	in    *heap.Instance
	val   ssa.Value
	store *ssa.Store
	more  bool // it gets several, or a struct is copied there
}

// initials collects all assignments.
func (x *extractor) initials() {
	x.given = map[heap.Loc]*initial{}
	x.copied = map[*heap.Object][]string{}
	for _, in := range x.w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				s, ok := i.(*ssa.Store)
				if !ok {
					continue
				}
				locs := x.w.Objects(in, s.Addr)
				_, whole := s.Val.Type().Underlying().(*types.Struct)
				for _, l := range locs {
					if whole {
						x.copied[l.Obj] = append(x.copied[l.Obj], l.Path)
						continue
					}
					if known := x.given[l]; known != nil {
						known.more = true
						continue
					}
					x.given[l] = &initial{in: in, val: s.Val, store: s, more: len(locs) > 1}
				}
			}
		}
	}
}

// constant is the value that a place always has; nil stands for zero. ok is false if it may change.
func (x *extractor) constant(l heap.Loc) (val ssa.Value, in *heap.Instance, ok bool) {
	if !once(l) {
		return nil, nil, false
	}
	for _, path := range x.copied[l.Obj] {
		if strings.HasPrefix(l.Path, path) {
			return nil, nil, false
		}
	}
	known := x.given[l]
	if known == nil {
		return nil, nil, true
	}
	made := l.Obj.Site.(*ssa.Alloc)
	if known.more || known.in != l.Obj.In || !first(made, known.store) {
		return nil, nil, false
	}
	return known.val, known.in, true
}

// first tells whether a store to an object comes before anything else knows the object, or a place in it, as in a
// literal.
func first(made *ssa.Alloc, store *ssa.Store) bool {
	if store.Block() != made.Block() {
		return false
	}
	instrs := made.Block().Instrs
	from, to := slices.Index(instrs, ssa.Instruction(made)), slices.Index(instrs, ssa.Instruction(store))
	places := map[ssa.Value]bool{made: true}
	for _, i := range instrs[from+1 : max(from+1, to)] {
		switch i := i.(type) {
		case *ssa.FieldAddr:
			places[i] = places[i.X]
			continue
		case *ssa.IndexAddr:
			places[i] = places[i.X]
			continue
		case *ssa.UnOp, *ssa.DebugRef: // a load
			continue
		case *ssa.Store:
			if !places[i.Val] {
				continue
			}
		}
		if slices.ContainsFunc(i.Operands(nil), func(v *ssa.Value) bool { return places[*v] }) {
			return false
		}
	}
	return true
}

// made tells whether a place has its value from where its object is made.
func (x *extractor) made(l heap.Loc) bool {
	site, ok := l.Obj.Site.(*ssa.Alloc)
	if !ok || l.Obj.Kind != heap.Memory {
		return true // what a function has captured, say
	}
	for _, path := range x.copied[l.Obj] {
		if strings.HasPrefix(l.Path, path) {
			return false
		}
	}
	known := x.given[l]
	if known == nil {
		return once(l) // it is nil
	}
	return known.in == l.Obj.In && first(site, known.store) && (!known.more || strings.Contains(l.Path, "["))
}

// loaded is the value of a load that is the same in every execution: zero, or what val is in
// another instance.
func (x *extractor) loaded(in *heap.Instance, v *ssa.UnOp) (val ssa.Value, at *heap.Instance, zero, ok bool) {
	locs := x.w.Objects(in, v.X)
	if v.Op != token.MUL || len(locs) != 1 {
		return nil, nil, false, false
	}
	val, at, ok = x.constant(locs[0])
	return val, at, ok && val == nil, ok
}

// fixedGlobal is the value of an integer variable of a package that is given its value where it is declared, or never:
// one that only its package sees, and that nothing else assigns or has the address of.
func (ps *Packages) fixedGlobal(g *ssa.Global) (int64, bool) {
	if ps.globals == nil {
		ps.globals = map[*ssa.Global]globalUse{}
		for fn := range ssautil.AllFunctions(ps.prog) {
			for _, b := range fn.Blocks {
				for _, i := range b.Instrs {
					ps.useGlobals(fn, i)
				}
			}
		}
	}
	use := ps.globals[g]
	of := g.Type().Underlying().(*types.Pointer).Elem()
	if !isInteger(of) || g.Object() == nil || g.Object().Exported() || use.changes {
		return 0, false
	}
	return use.value, true
}

// globalUse is what all code does with a variable of a package.
type globalUse struct {
	value   int64 // that it gets where it is declared
	given   bool
	changes bool
}

func (ps *Packages) useGlobals(fn *ssa.Function, i ssa.Instruction) {
	if load, ok := i.(*ssa.UnOp); ok && load.Op == token.MUL {
		return
	}
	for _, operand := range i.Operands(nil) {
		g, ok := (*operand).(*ssa.Global)
		if !ok {
			continue
		}
		use := ps.globals[g]
		s, _ := i.(*ssa.Store)
		var c *ssa.Const
		if s != nil && s.Addr == g {
			c, _ = s.Val.(*ssa.Const)
		}
		if c != nil && c.Value != nil && c.Value.Kind() == constant.Int && fn.Synthetic == "package initializer" && !use.given {
			use.value, use.given = c.Int64(), true
		} else {
			use.changes = true
		}
		ps.globals[g] = use
	}
}
