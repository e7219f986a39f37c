package extract

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/track"
	"flavers/lang/golang/values"
	"flavers/lang/golang/write"
)

// This file models the variables that decide branches and have two values: booleans, and whether a pointer, channel,
// function or interface is nil (false) or not (true).
//
// Such a variable is modelled if a branch depends on it (asks.go), and if it lives in an object that is made once. It
// becomes a shared variable of the program, called a *cell*. A load is a step that copies a cell to a variable of the
// task:
//
//	if s.closed { .. }    // saw_closed = s_closed; if saw_closed { .. }
//	s.closed = true       // s_closed = true
//	s.closed = parse(b)   // choose { s_closed = false } or { s_closed = true }: parse is not modelled
//
// A result of a call becomes a variable of the task. The callee assigns to it where it returns.

// cell returns the name of the cell for place l, and declares the cell if it is new. ok is false if the place is not
// modelled.
func (x *extractor) cell(l heap.Loc) (name string, ok bool) {
	if name, ok = x.asked.cells[l]; !ok || name != "" {
		return name, ok
	}
	wanted, source := named(l)
	name = x.taken.Unique(wanted, "flag")
	if x.asked.cells[l] = name; source != "" {
		x.fields[name] = source
	}
	x.decls = append(x.decls, write.At("shared "+name+" bool", l.Obj.Pos))
	return name, true
}

// truth returns an expression of the task language for a value that is true or false, or nil (then false) or not nil
// (then true). ok is false if the value is not modelled.
func (x *extractor) truth(in *heap.Instance, v ssa.Value) (expr string, ok bool) {
	switch v := v.(type) {
	case *ssa.Const:
		switch {
		case v.Value == nil && values.TwoValued(v.Type()):
			return "false", true
		case v.Value != nil && (v.Value.ExactString() == "true" || v.Value.ExactString() == "false"):
			return v.Value.ExactString(), true
		}
	case *ssa.MakeChan, *ssa.Alloc, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.FieldAddr, *ssa.Function, *ssa.Global:
		return "true", true
	case *ssa.ChangeType:
		return x.truth(in, v.X)
	case *ssa.ChangeInterface:
		return x.truth(in, v.X)
	case *ssa.UnOp:
		if v.Op == token.MUL && x.loads(in, v) {
			return x.saw(in, v), true
		}
		if v.Op == token.NOT {
			e, ok := x.truth(in, v.X)
			return not(e), ok
		}
	case *ssa.BinOp:
		return x.comparison(in, v)
	case *ssa.Call:
		return x.truthOfCall(in, v)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			if e, ok := x.fails(in, c, v.Index); ok {
				return e, ok
			}
			return x.answer(in, c, v.Index)
		}
	case *ssa.Parameter:
		if values.Free(in, v) {
			return x.variable(in, v, v.Name(), "bool"), true
		}
		if arg, ok := heap.Argument(in, v); ok {
			e, ok := x.truth(in.Parent, arg)
			// The variables of another task cannot be read.
			return e, ok && (!in.Spawned || e == "true" || e == "false")
		}
	}
	return "", false
}

// truthOfCall is truth for the single result of a call.
func (x *extractor) truthOfCall(in *heap.Instance, call *ssa.Call) (expr string, ok bool) {
	fn, twoValued := call.Call.StaticCallee(), values.TwoValued(call.Type())
	if heap.AnyValue(fn) && twoValued {
		return x.variable(in, call, "given", "bool"), true
	}

	// Functions of the library that are modelled, and results that branches ask for.
	if e, ok := x.fails(in, call, 0); ok {
		return e, ok
	}
	if e, ok := x.wasSet(in, call); ok {
		return e, ok
	}
	if e, ok := x.atomicValue(in, call); ok && twoValued {
		return e, ok
	}
	if e, ok := x.catches(in, call); ok {
		return e, ok
	}
	if e, ok := x.answer(in, call, 0); ok {
		return e, ok
	}

	// What the library makes is not nil.
	if fn == nil {
		return "", false
	}
	if name := heap.FullName(fn); name == "errors.New" || name == "fmt.Errorf" {
		return "true", true
	}
	unknown := func(l heap.Loc) bool { return l.Obj.Kind == heap.Unknown }
	if fn.Blocks == nil && !heap.Some(x.w.Objects(in, call), unknown) && !x.nils.May(in, call) {
		return "true", twoValued
	}
	return "", false
}

// loads reports whether v loads from cells only, whichever object its operand is.
func (x *extractor) loads(in *heap.Instance, v *ssa.UnOp) bool {
	unasked := func(l heap.Loc) bool {
		_, ok := x.asked.cells[l]
		return !ok
	}
	return values.TwoValued(v.Type()) && !heap.Some(x.w.Objects(in, v.X), unasked)
}

// answer returns an expression for result index of a call: a variable, or "true" if the result is never nil. ok is
// false if no branch asks for the result.
func (x *extractor) answer(in *heap.Instance, call *ssa.Call, index int) (expr string, ok bool) {
	if !x.asked.results[result{in, call, index}] {
		return "", false
	}
	if x.never(in, call, index) {
		return "true", true
	}
	return x.variable(in, result{in, call, index}, "result", "bool"), true
}

// never reports whether a result of a call is never nil: each function that may be called returns, wherever it
// returns, something that it makes there.
func (x *extractor) never(in *heap.Instance, call *ssa.Call, index int) bool {
	some := false
	for copy := range x.w.Copies(in, call) {
		for _, t := range x.w.Targets(in, call, copy) {
			if t.Inst == nil || t.Maybe {
				return false
			}
			for _, b := range t.Inst.Fn.Blocks {
				r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
				if !ok {
					continue
				}
				switch r.Results[index].(type) {
				case *ssa.MakeChan, *ssa.Alloc, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.Function:
					some = true
				default:
					return false
				}
			}
		}
	}
	return some
}

// saw returns the variable of the task to which a load copies a cell.
func (x *extractor) saw(in *heap.Instance, load *ssa.UnOp) string {
	return x.variable(in, load, sawName(load), "bool")
}

// sawName returns a name for the variable to which a load copies.
func sawName(load *ssa.UnOp) string {
	switch a := load.X.(type) {
	case *ssa.FieldAddr:
		return "saw_" + track.FieldName(a)
	case *ssa.FreeVar, *ssa.Global:
		return "saw_" + a.Name()
	}
	return "seen"
}

// load returns the step of a load: it copies a cell to the variable saw. Nothing is returned for a load of anything
// else.
func (x *extractor) load(in *heap.Instance, v *ssa.UnOp) []write.Line {
	if !x.loads(in, v) {
		return nil
	}
	to := x.saw(in, v)
	return x.choose(in, v.X, x.w.Objects(in, v.X), v.Pos(), func(l heap.Loc) []write.Line {
		from, _ := x.cell(l)
		x.copied[to] = from
		return write.One(to+" = "+from, v.Pos())
	})
}

// store returns the assignments of a store to what is modelled at its address: to a cell, to a variable of
// sync/atomic, or to all cells of a struct.
func (x *extractor) store(in *heap.Instance, s *ssa.Store) []write.Line {
	locs := x.w.Objects(in, s.Addr)
	storeAt := func(l heap.Loc) []write.Line {
		if name, ok := x.cell(l); ok {
			e, ok := x.truth(in, s.Val)
			if !ok {
				return guess(name, 2, s.Pos())
			}
			return write.One(name+" = "+e, s.Pos())
		}
		if v := x.level(l); v != nil {
			return x.storeLevel(in, s, v)
		}
		if w := x.word(l); w != nil { // only the statement that makes its object stores without sync/atomic
			n, _ := x.values.Number(in, s.Val)
			return write.One(fmt.Sprintf("%s = %d", w.name, n), s.Pos())
		}
		if _, ok := s.Val.Type().Underlying().(*types.Struct); ok {
			return x.storeStruct(in, s, l)
		}
		return nil
	}
	if !slices.ContainsFunc(locs, func(l heap.Loc) bool { return len(storeAt(l)) > 0 }) {
		return nil
	}
	return x.choose(in, s.Addr, locs, s.Pos(), storeAt)
}

// storeStruct assigns to the cells of the struct at place l.
func (x *extractor) storeStruct(in *heap.Instance, s *ssa.Store, l heap.Loc) []write.Line {
	var cells []heap.Loc
	for c := range x.asked.cells {
		if c.Obj == l.Obj && strings.HasPrefix(c.Path, l.Path+".") {
			cells = append(cells, c)
		}
	}
	slices.SortFunc(cells, func(a, b heap.Loc) int { return strings.Compare(a.Path, b.Path) })

	var out []write.Line
	for _, c := range cells {
		name, _ := x.cell(c)
		if e := x.part(in, s.Val, strings.TrimPrefix(c.Path, l.Path)); e != "" {
			out = append(out, write.At(name+" = "+e, s.Pos()))
		} else {
			out = append(out, guess(name, 2, s.Pos())...)
		}
	}
	return out
}

// part returns what the field at path of a struct v is in every execution: "true" (also for not nil), "false" (also
// for nil), or "" if that is unknown.
func (x *extractor) part(in *heap.Instance, v ssa.Value, path string) string {
	if c, ok := v.(*ssa.Const); ok && c.Value == nil {
		return "false"
	}
	if val, at, ok := x.values.Part(in, v, path); ok {
		if e, ok := x.truth(at, val); ok && (e == "true" || e == "false") {
			return e
		}
	}
	return ""
}

// returns assigns the results of a return statement to the variables for the results of the call (answer).
func (x *extractor) returns(in *heap.Instance, r *ssa.Return) []write.Line {
	var out []write.Line
	if name := x.groupError(in); name != "" {
		if e, ok := x.truth(in, r.Results[0]); ok {
			return write.One(name+" = "+e, r.Pos())
		}
		return guess(name, 2, r.Pos())
	}
	for i, v := range r.Results {
		k := result{in.Parent, in.Site, i}
		if in.Parent == nil || in.Spawned || !x.asked.results[k] {
			continue
		}
		if call, ok := in.Site.(*ssa.Call); ok && x.never(in.Parent, call, i) {
			continue
		}
		name := x.variable(in.Parent, k, "result", "bool")
		e, ok := x.truth(in, v)
		if !ok {
			e, ok = values.Branched(v, r.Block())
		}
		if ok {
			out = append(out, write.At(name+" = "+e, r.Pos()))
		} else {
			out = append(out, guess(name, 2, r.Pos())...)
		}
	}
	return out
}

// unanswered assigns any value to the variables for the results of a call. It is used where the callee is not in the
// program, and so does not assign to them.
func (x *extractor) unanswered(in *heap.Instance, site ssa.CallInstruction) []write.Line {
	var out []write.Line
	call, ok := site.(*ssa.Call)
	if !ok {
		return nil
	}
	results := 1
	if tuple, ok := call.Type().(*types.Tuple); ok {
		results = tuple.Len()
	}
	for i := range results {
		if name, ok := x.answer(in, call, i); ok && name != "true" {
			out = append(out, guess(name, 2, site.Pos())...)
		}
	}
	return out
}

// choose returns what do makes of the place that operand v is. If v may be several places, locs, a variable of the
// program says which one it is:
//
//	if which == 0 {
//	    lock a_mu
//	} else if which == 1 {
//	    lock b_mu
//	}
//
// The variable gets a value where the operand does. If the operand is a field, the variable is that of the struct, or
// of the pointer to it (base), so that all fields and all uses are of the same object. In a loop whose turns make an
// object each, the number of the turn says which object it is, and nothing is guessed.
func (x *extractor) choose(in *heap.Instance, v ssa.Value, locs []heap.Loc, pos token.Pos,
	do func(heap.Loc) []write.Line) []write.Line {
	if len(locs) == 1 {
		return do(locs[0])
	}
	owner, base := values.Origin(in, v)
	bases := x.w.Objects(owner, base)
	if len(bases) < 2 {
		owner, base, bases = in, v, locs
	}

	if head, turnOf := x.byTurn(owner, base, bases); head != nil {
		return x.turns(owner, head, pos, func(turn int) []write.Line {
			var ways [][]write.Line
			for i, b := range bases {
				for _, l := range locs {
					if turnOf[i] == turn && l.Obj == b.Obj && heap.Within(l.Path, b.Path) {
						ways = append(ways, do(l))
					}
				}
			}
			return write.Alternatives(ways, pos)
		})
	}

	which := x.whichOf(owner, base, bases, pos)
	var out []write.Line
	word := "if"
	for i, b := range bases {
		var ways [][]write.Line
		for _, l := range locs {
			if l.Obj == b.Obj && heap.Within(l.Path, b.Path) {
				ways = append(ways, do(l))
			}
		}
		if len(ways) == 0 {
			continue
		}
		out = append(out, write.At(fmt.Sprintf("%s %s == %d {", word, which, i), pos))
		out = append(out, write.Alternatives(ways, pos)...)
		word = "} else if"
	}
	return append(out, write.At("}", pos))
}

// whichOf returns the variable that says which of some objects a value is. It gets a value where the value does
// (defined): that of a holder, or any.
func (x *extractor) whichOf(in *heap.Instance, v ssa.Value, objs []heap.Loc, pos token.Pos) string {
	which := x.variable(in, whichKey{v}, "which", fmt.Sprintf("0..%d", len(objs)-1))
	g := guessed{which, len(objs), ""}
	if g.from = x.holderOf(in, v, objs); g.from == "" {
		x.w.Note(anyOfSeveral, pos,
			"this operand may be several objects: any of them is taken, the same for all its uses")
	}
	x.which[varKey{in, v}] = g
	return which
}

// guessed is a variable that gets one of the values 0 to values-1: that of the shared variable from, or, if from is "",
// by a free choice.
type guessed struct {
	name   string
	values int
	from   string
}

// guess assigns any of so many values to a variable: 0, 1, .., or false and true if there are two and the variable
// does not choose an object. The free choice is an event "choose" of traces.
func guess(name string, values int, pos token.Pos) []write.Line {
	var ways [][]write.Line
	for i := range values {
		value := fmt.Sprint(i)
		if values == 2 && !strings.HasPrefix(name, "which") {
			value = []string{"false", "true"}[i]
		}
		ways = append(ways, write.One(name+" = "+value, pos))
	}
	return write.Alternatives(ways, pos)
}

// whichKey is the key, in varKey, of the variable that says which of several objects v is.
type whichKey struct{ v ssa.Value }
