package extract

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/values"
	"flavers/lang/golang/write"
)

// This file models integer variables that branches compare with constants: the state of an object, or how many items
// are free. Such a variable is a *level*. It becomes a shared variable of the program, which has a small range of
// numbers, one value for all numbers below the range, and one for all above it:
//
//	if s.state == running { .. }   // saw_state = s_state; if saw_state == 1 { .. }
//	s.state = stopped              // s_state = 2
//	s.free--                       // saw_free = s_free; s_free = saw_free + (-1), or -1 if that is below the range
//
// An integer to which anything else is assigned is no level: branches on it are branches on data (ifs.go).
//
// The range has 0, all constants that the variable is compared with, and all that are assigned to it. So a comparison
// with one of these constants has the same answer for all numbers below the range, and for all above it. If something
// is added, the range has some more numbers, so that the variable may count a little.
//
// May err towards: more values than the variable has, if something is added to a number outside the range (theory.md,
// Lemma 12.11).

// Bounds of the ranges: each value is one state more of the program.
const (
	mostLevels = 16 // the numbers from the least to the largest constant
	moreLevels = 3  // further numbers on each side to which additions lead
)

// level is an integer variable in memory.
type level struct {
	name     string     // of the shared variable; "" until it is declared
	lo, hi   int64      // the range
	up, down bool       // something is added to it, or subtracted from it
	typ      types.Type // nil until a load or a store tells it
	open     bool       // it is not modelled
}

// put adds a constant to the range.
func (v *level) put(n int64) { v.lo, v.hi = min(v.lo, n), max(v.hi, n) }

// least returns the least value of the shared variable: an unsigned number is never below the range, which has 0.
func (v *level) least() int64 {
	if unsigned(v.typ) {
		return v.lo
	}
	return v.lo - 1
}

// most returns the largest value of the shared variable.
func (v *level) most() int64 { return v.hi + 1 }

// span returns the type of the shared variable.
func (v *level) span() string { return fmt.Sprintf("%d..%d", v.least(), v.most()) }

func unsigned(t types.Type) bool {
	return t.Underlying().(*types.Basic).Info()&types.IsUnsigned != 0
}

// long reports whether no execution adds to a variable so often that it overflows.
func long(t types.Type) bool {
	switch t.Underlying().(*types.Basic).Kind() {
	case types.Int, types.Int64, types.Uint, types.Uint64, types.Uintptr:
		return true
	}
	return false
}

// againstNumber returns the operand of a comparison that is not a constant, the constant, and the operator, with the
// constant as second operand. ok is false if v does not compare an integer with a constant.
func (x *extractor) againstNumber(in *heap.Instance, v *ssa.BinOp) (of ssa.Value, op token.Token, n int64, ok bool) {
	swapped := map[token.Token]token.Token{token.EQL: token.EQL, token.NEQ: token.NEQ, token.LSS: token.GTR,
		token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ}
	if swapped[v.Op] == token.ILLEGAL || !heap.IsInteger(v.X.Type()) {
		return nil, 0, 0, false
	}
	if n, ok := x.values.Number(in, v.Y); ok {
		return v.X, v.Op, n, true
	}
	n, ok = x.values.Number(in, v.X)
	return v.Y, swapped[v.Op], n, ok
}

// loadOf returns the load that an integer comes from without a change; nil if there is none.
func loadOf(v ssa.Value) *ssa.UnOp {
	if c, ok := v.(*ssa.ChangeType); ok {
		return loadOf(c.X)
	}
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL && heap.IsInteger(u.Type()) {
		return u
	}
	return nil
}

// askLevel makes levels of the places that a branch compares with a constant.
func (x *extractor) askLevel(in *heap.Instance, v *ssa.BinOp) {
	of, _, n, ok := x.againstNumber(in, v)
	if !ok {
		return
	}
	load := loadOf(of)
	if load == nil {
		return
	}
	if _, always := x.values.Number(in, of); always {
		return
	}
	locs := x.w.Objects(in, load.X)
	if heap.Some(locs, func(l heap.Loc) bool { return !values.Once(l) || x.hidden(l) }) {
		return
	}
	for _, l := range locs {
		if x.levels[l] == nil {
			x.levels[l] = &level{typ: load.Type()}
		}
		x.levels[l].put(n)
	}
}

// added returns the load and the constant if a value is the sum of what is loaded and a constant, as in s.n++.
func (x *extractor) added(in *heap.Instance, v ssa.Value) (load *ssa.UnOp, n int64, ok bool) {
	b, ok := v.(*ssa.BinOp)
	if !ok || b.Op != token.ADD && b.Op != token.SUB {
		return nil, 0, false
	}
	load, by := loadOf(b.X), b.Y
	if load == nil && b.Op == token.ADD {
		load, by = loadOf(b.Y), b.X
	}
	if load == nil {
		return nil, 0, false
	}
	if n, ok = x.values.Number(in, by); b.Op == token.SUB {
		n = -n
	}
	return load, n, ok && -mostLevels <= n && n <= mostLevels
}

// rangeLevels finds the range of each level from all that is assigned to it.
func (x *extractor) rangeLevels() {
	if len(x.levels) == 0 {
		return
	}
	x.eachInstr(func(in *heap.Instance, i ssa.Instruction) {
		switch i := i.(type) {
		case *ssa.Store:
			x.rangeStore(in, i)
		case ssa.CallInstruction: // an operation of sync/atomic, as on words
			if c, ok := x.atomicAt(in, i); ok {
				for _, l := range x.w.Locs(c.on) {
					if v := x.levels[l]; v != nil {
						v.open = true
					}
				}
			}
		}
	})
	for l, v := range x.levels {
		v.open = v.open || x.values.Copied(l) || v.hi-v.lo > mostLevels || v.lo < -1<<20 || v.hi > 1<<20 ||
			unsigned(v.typ) && v.lo < 0
		if v.up {
			v.hi += moreLevels
		}
		if v.down && !unsigned(v.typ) {
			v.lo -= moreLevels
		}
	}
	x.shareLevels()
}

// rangeStore notes what a store does to levels.
func (x *extractor) rangeStore(in *heap.Instance, s *ssa.Store) {
	for _, l := range x.w.Objects(in, s.Addr) {
		v := x.levels[l]
		if v == nil {
			continue
		}
		if n, ok := x.values.Number(in, s.Val); ok {
			v.put(n)
		} else if load, n, ok := x.added(in, s.Val); ok && x.isOf(in, load, l) {
			v.up, v.down = v.up || n > 0, v.down || n < 0
		} else {
			v.open = true
		}
	}
}

// isOf reports whether a load is of the place l, whatever else its operand may be.
func (x *extractor) isOf(in *heap.Instance, load *ssa.UnOp, l heap.Loc) bool {
	return slices.Contains(x.w.Objects(in, load.X), l)
}

// shareLevels gives levels one range if an operand may be any of them: the variable of the task to which they are
// loaded has that range, too.
func (x *extractor) shareLevels() {
	for changed := true; changed; {
		changed = false
		x.eachInstr(func(in *heap.Instance, i ssa.Instruction) {
			load, ok := i.(*ssa.UnOp)
			if !ok || loadOf(load) == nil {
				return
			}
			var all []*level
			for _, l := range x.w.Objects(in, load.X) {
				if v := x.levels[l]; v != nil {
					all = append(all, v)
				}
			}
			if len(all) < 2 {
				return
			}
			one := *all[0]
			for _, v := range all[1:] {
				one.lo, one.hi, one.open = min(one.lo, v.lo), max(one.hi, v.hi), one.open || v.open
			}
			for _, v := range all {
				if v.lo != one.lo || v.hi != one.hi || v.open != one.open {
					v.lo, v.hi, v.open, changed = one.lo, one.hi, one.open, true
				}
			}
		})
	}
}

// level returns the shared variable at place l, and declares it if it is new; nil if it is not modelled.
func (x *extractor) level(l heap.Loc) *level {
	v := x.levels[l]
	if v == nil || v.open {
		return nil
	}
	if v.name == "" {
		wanted, source := named(l)
		v.name = x.taken.Unique(wanted, "level")
		if source != "" {
			x.fields[v.name] = source
		}
		x.decls = append(x.decls, write.At("shared "+v.name+" "+v.span()+" = 0", l.Obj.Pos))
	}
	return v
}

// levelOf returns a level that a load is of, which has the range of all that it may be of; nil if some of these is not
// modelled.
func (x *extractor) levelOf(in *heap.Instance, load *ssa.UnOp) *level {
	locs := x.w.Objects(in, load.X)
	if len(locs) == 0 || heap.Some(locs, func(l heap.Loc) bool { return x.level(l) == nil }) {
		return nil
	}
	return x.level(locs[0])
}

// sawLevel returns the variable of the task to which a load copies a level.
func (x *extractor) sawLevel(in *heap.Instance, load *ssa.UnOp, v *level) string {
	return x.variable(in, load, sawName(load), v.span())
}

// loadLevel returns the step of a load of a level.
func (x *extractor) loadLevel(in *heap.Instance, load *ssa.UnOp) []write.Line {
	v := x.levelOf(in, load)
	if v == nil {
		return nil
	}
	to := x.sawLevel(in, load, v)
	return x.choose(in, load.X, x.w.Objects(in, load.X), load.Pos(), func(l heap.Loc) []write.Line {
		from := x.level(l).name
		x.copied[to] = from
		return write.One(to+" = "+from, load.Pos())
	})
}

// comparesLevel returns an expression for a comparison of a level with a constant; ok is false for others.
func (x *extractor) comparesLevel(in *heap.Instance, v *ssa.BinOp) (expr string, ok bool) {
	of, op, n, ok := x.againstNumber(in, v)
	if !ok {
		return "", false
	}
	load := loadOf(of)
	if load == nil {
		return "", false
	}
	level := x.levelOf(in, load)
	if level == nil || n < level.lo || n > level.hi {
		return "", false
	}
	return fmt.Sprintf("(%s %s %d)", x.sawLevel(in, load, level), op, n), true
}

// storeLevel returns the assignment of a store to a level.
func (x *extractor) storeLevel(in *heap.Instance, s *ssa.Store, to *level) []write.Line {
	if n, ok := x.values.Number(in, s.Val); ok && to.lo <= n && n <= to.hi {
		return write.One(fmt.Sprintf("%s = %d", to.name, n), s.Pos())
	}
	if load, n, ok := x.added(in, s.Val); ok && n != 0 { // its operand may be to, so that it has the range of to
		if from := x.levelOf(in, load); from != nil {
			return to.add(x.sawLevel(in, load, from), n, s.Pos())
		}
	}
	return to.any(to.least(), to.most(), s.Pos())
}

// any assigns any value from lo to hi.
func (v *level) any(lo, hi int64, pos token.Pos) []write.Line {
	var ways [][]write.Line
	for n := lo; n <= hi; n++ {
		ways = append(ways, write.One(fmt.Sprintf("%s = %d", v.name, n), pos))
	}
	return write.Alternatives(ways, pos)
}

// add assigns the sum of a variable of the task, which has the range of v, and n, which is not 0.
func (v *level) add(from string, n int64, pos token.Pos) []write.Line {
	var out []write.Line
	word := "if"
	when := func(cond string, do []write.Line) {
		out = append(append(out, write.At(word+" "+cond+" {", pos)), do...)
		word = "} else if"
	}
	set := func(to int64) []write.Line { return write.One(fmt.Sprintf("%s = %d", v.name, to), pos) }

	// What is outside the range may be near it or far away. A number may overflow, if it is short, or unsigned and
	// gets below 0, which is in the range.
	above, below := v.any(max(v.least(), v.most()+min(n, 0)), v.most(), pos), []write.Line(nil)
	if !long(v.typ) {
		above = v.any(v.least(), v.most(), pos)
	}
	when(fmt.Sprintf("%s == %d", from, v.most()), above)
	if !unsigned(v.typ) {
		below = v.any(v.least(), min(v.most(), v.least()+max(n, 0)), pos)
		if !long(v.typ) {
			below = v.any(v.least(), v.most(), pos)
		}
		when(fmt.Sprintf("%s == %d", from, v.least()), below)
	}
	if n > 0 {
		when(fmt.Sprintf("%s > %d", from, v.hi-n), set(v.most()))
	} else {
		end := v.least()
		if unsigned(v.typ) {
			end = v.most()
		}
		when(fmt.Sprintf("%s < %d", from, v.lo-n), set(end))
	}
	out = append(out, write.At("} else {", pos), write.At(fmt.Sprintf("%s = %s + (%d)", v.name, from, n), pos))
	return append(out, write.At("}", pos))
}

// levelNames returns the names of the levels that are declared, in order.
func (x *extractor) levelNames() []string {
	names := map[string]bool{}
	for _, v := range x.levels {
		if v.name != "" {
			names[v.name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}
