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

// Variables that decide branches: flags, and whether a pointer, channel, function or
// interface is nil. Those that live in memory are shared variables of the program, named by
// object and field; a load is a step that copies one to a variable of the task. Results of
// calls are variables, too. An assignment of a value that is not modelled assigns any.
//
// A variable is modelled if a branch asks it, and it lives in an object that is made once.

// cell is the shared variable of a place, if it is modelled.
func (x *extractor) cell(l heap.Loc) (string, bool) {
	name, ok := x.asked.cells[l]
	if !ok || name != "" {
		return name, ok
	}
	name, source := named(l)
	name = x.taken.Unique(name, "flag")
	if x.asked.cells[l] = name; source != "" {
		x.fields[name] = source
	}
	x.decls = append(x.decls, write.At("shared "+name+" bool", l.Obj.Pos))
	return name, true
}

// truth is a value of two, as an expression: false is also nil.
func (x *extractor) truth(in *heap.Instance, v ssa.Value) (string, bool) {
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
		if heap.AnyValue(v.Call.StaticCallee()) && values.TwoValued(v.Type()) {
			return x.variable(in, v, "given", "bool"), true
		}
		if e, ok := x.fails(in, v, 0); ok {
			return e, ok
		}
		if e, ok := x.wasSet(in, v); ok {
			return e, ok
		}
		if e, ok := x.atomicValue(in, v); ok && values.TwoValued(v.Type()) {
			return e, ok
		}
		if e, ok := x.catches(in, v); ok {
			return e, ok
		}
		if e, ok := x.answer(in, v, 0); ok {
			return e, ok
		}
		// What the library makes is not nil.
		made := x.w.Objects(in, v)
		fn := v.Call.StaticCallee()
		if fn != nil && (heap.FullName(fn) == "errors.New" || heap.FullName(fn) == "fmt.Errorf") {
			return "true", true
		}
		unknown := func(l heap.Loc) bool { return l.Obj.Kind == heap.Unknown }
		if fn != nil && fn.Blocks == nil && !heap.Some(made, unknown) && !x.nils.May(in, v) {
			return "true", values.TwoValued(v.Type())
		}
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

// loads reports whether a load is a step that copies a shared variable.
func (x *extractor) loads(in *heap.Instance, v *ssa.UnOp) bool {
	unasked := func(l heap.Loc) bool {
		_, ok := x.asked.cells[l]
		return !ok
	}
	return values.TwoValued(v.Type()) && !heap.Some(x.w.Objects(in, v.X), unasked)
}

// answer is the variable of a result of a call that some branch asks.
func (x *extractor) answer(in *heap.Instance, call *ssa.Call, index int) (string, bool) {
	if !x.asked.results[result{in, call, index}] {
		return "", false
	}
	if x.never(in, call, index) {
		return "true", true
	}
	return x.variable(in, result{in, call, index}, "result", "bool"), true
}

// never reports whether a result of a call is never nil, whatever function is called: each returns what it
// has made.
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

// saw is the variable that a load copies to.
func (x *extractor) saw(in *heap.Instance, load *ssa.UnOp) string {
	name := "seen"
	switch a := load.X.(type) {
	case *ssa.FieldAddr:
		name = "saw_" + track.FieldName(a)
	case *ssa.FreeVar, *ssa.Global:
		name = "saw_" + a.Name()
	}
	return x.variable(in, load, name, "bool")
}

// load copies a shared variable.
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

// store assigns to the shared variables at a place: one, or those of a struct.
func (x *extractor) store(in *heap.Instance, s *ssa.Store) []write.Line {
	locs := x.w.Objects(in, s.Addr)
	some := false
	at := func(l heap.Loc) []write.Line {
		var out []write.Line
		if name, ok := x.cell(l); ok {
			e, ok := x.truth(in, s.Val)
			if !ok {
				return guess(name, 2, s.Pos())
			}
			return write.One(name+" = "+e, s.Pos())
		}
		if w := x.word(l); w != nil { // where its object is made
			n, _ := x.values.Number(in, s.Val)
			return write.One(fmt.Sprintf("%s = %d", w.name, n), s.Pos())
		}
		if _, ok := s.Val.Type().Underlying().(*types.Struct); !ok {
			return nil
		}
		var cells []heap.Loc // in one order: the first that is named is declared first
		for c := range x.asked.cells {
			if c.Obj == l.Obj && strings.HasPrefix(c.Path, l.Path+".") {
				cells = append(cells, c)
			}
		}
		slices.SortFunc(cells, func(a, b heap.Loc) int { return strings.Compare(a.Path, b.Path) })
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
	for _, l := range locs {
		some = some || len(at(l)) > 0
	}
	if !some {
		return nil
	}
	return x.choose(in, s.Addr, locs, s.Pos(), at)
}

// part is whether a part of a struct is true, or not nil, in every execution: "true", "false", or "" if it is unknown.
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

// returns assigns what a function returns to the variables of the call.
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

// unanswered assigns any value to the results of a call that nothing known gives.
func (x *extractor) unanswered(in *heap.Instance, site ssa.CallInstruction) []write.Line {
	var out []write.Line
	call, ok := site.(*ssa.Call)
	if !ok {
		return nil
	}
	for i := range 10 {
		if name, ok := x.answer(in, call, i); ok && name != "true" {
			out = append(out, guess(name, 2, site.Pos())...)
		}
	}
	return out
}

// choose does something to the one of several places that an operand is. Which one that is,
// is chosen where the operand, or what it is a field of, gets its value, so that it is the
// same for all its uses.
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
	if head, of := x.byTurn(owner, base, bases); head != nil {
		return x.turns(owner, head, pos, func(t int) []write.Line {
			var ways [][]write.Line
			for i, b := range bases {
				for _, l := range locs {
					if of[i] == t && l.Obj == b.Obj && heap.Within(l.Path, b.Path) {
						ways = append(ways, do(l))
					}
				}
			}
			return write.Alternatives(ways, pos)
		})
	}
	x.w.Note(anyOfSeveral, pos, "this operand may be several objects: any of them is taken, the same for all its uses")
	which := x.variable(owner, whichKey{base}, "which", fmt.Sprintf("0..%d", len(bases)-1))
	x.which[varKey{owner, base}] = guessed{which, len(bases)}
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

// guessed is a variable whose value is not known, and how many it may have.
type guessed struct {
	name   string
	values int
}

// guess is a choice of a value of a variable: 0, 1, .., or of two values false and true. A trace that
// takes it has the event choose.
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

// whichKey is the key of the variable that tells which object a value is.
type whichKey struct{ v ssa.Value }
