package extract

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// body is what an instance does, as lines of the task language.
func (x *extractor) body(in *heap.Instance) []write.Line {
	if known, ok := x.bodies[in]; ok || in.Shared {
		return known
	}
	x.bodies[in] = nil // a cycle of instances is impossible; a body in its own is empty
	if x.lines > maxLines || x.ctx.Err() != nil {
		return nil // nothing is made of it
	}
	leaving := x.leaving
	x.leaving = false // that is of the instance which calls this one
	out := x.flow(in)
	begin, end := x.finished(in)
	out = append(append(begin, out...), end...)
	x.leaving = leaving
	x.bodies[in] = out
	x.lines += len(out)
	for i, size := 0, 0; i < len(out); i++ {
		if size += len(out[i].Text); size > maxBody {
			x.lines = maxLines + 1
			break
		}
	}
	return out
}

// instr is what one instruction does.
func (x *extractor) instr(in *heap.Instance, instr ssa.Instruction) []write.Line {
	if in.Shared {
		return nil
	}
	if x.w.Beyond(in, instr) {
		return append(x.doubtful(instr.Pos()), x.step(in, instr)...)
	}
	return x.step(in, instr)
}

// step is instr within all limits.
func (x *extractor) step(in *heap.Instance, instr ssa.Instruction) []write.Line {
	switch i := instr.(type) {
	case *ssa.MakeChan:
		return x.makesOne(in, i)
	case *ssa.Alloc:
		return x.makesOne(in, i)
	case *ssa.Send:
		return x.each(in, i.Chan, i.Pos(), func(o string, l heap.Loc) []write.Line {
			return write.One(x.sendOf(o, l.Obj), i.Pos())
		})
	case *ssa.UnOp:
		switch i.Op {
		case token.ARROW:
			return x.receive(in, i)
		case token.MUL:
			return x.load(in, i)
		}
	case *ssa.MapUpdate:
		return x.put(i)
	case *ssa.Store:
		return append(x.store(in, i), x.put(i)...)
	case *ssa.Select:
		// as the end of its block; flow.go
	case *ssa.Call:
		return x.inTurn(in, i)
	case *ssa.Go:
		return x.spawn(in, i)
	case *ssa.Defer:
		if heap.Outer(i) {
			return nil
		}
		if d := x.deferral(in, i); d != "" {
			return write.One(d+" = true", i.Pos())
		}
	case *ssa.RunDefers:
		return x.deferred(in)
	}
	return nil
}

// each does something to the channel that an operand is, of those that it may be. A nil
// channel blocks.
func (x *extractor) each(in *heap.Instance, ch ssa.Value, pos token.Pos,
	do func(string, heap.Loc) []write.Line) []write.Line {
	return x.eachOr("await false", in, ch, pos, do)
}

// eachOr is each, with a statement for nil.
func (x *extractor) eachOr(none string, in *heap.Instance, ch ssa.Value, pos token.Pos,
	do func(name string, l heap.Loc) []write.Line) []write.Line {
	locs := x.known(in, ch, pos)
	if len(locs) < len(x.w.Objects(in, ch)) && x.certain {
		return exit(pos)
	}
	if len(locs) == 0 {
		if len(x.w.Objects(in, ch)) > 0 {
			return nil
		}
		return write.One(none, pos)
	}
	out := x.choose(in, ch, locs, pos, func(l heap.Loc) []write.Line { return do(x.object(l, "chan"), l) })
	before, e := x.there(in, ch, pos)
	if e != "true" {
		out = append(append(before, write.At("if "+e+" {", pos)), out...)
		out = append(out, write.At("} else {", pos), write.At(none, pos), write.At("}", pos))
	}
	return out
}

// there is the condition that an operand with channels is not nil, and what comes before it: where that is not known,
// and nil may come here, a guess. May err towards: nil.
func (x *extractor) there(in *heap.Instance, ch ssa.Value, pos token.Pos) (before []write.Line, cond string) {
	if e, ok := x.truth(in, ch); ok {
		return nil, e
	}
	if !x.mayBeNil(in, ch, map[varKey]bool{}) {
		x.presume(in, ch, pos)
		return nil, "true"
	}
	x.w.Note(anyOfSeveral, pos, "this channel may be nil, or not")
	name := x.variable(in, thereKey{ch}, "there", "bool")
	return guess(name, 2, pos), name
}

// presume notes that a channel is taken to be there, where it may be nil in a way that the program does not have.
func (x *extractor) presume(in *heap.Instance, ch ssa.Value, pos token.Pos) {
	if x.nils.May(in, ch) {
		x.w.Note(madeBefore, pos, "this channel may be nil: it is taken to be there")
	}
}

// thereKey is the key of the variable that says whether a channel is not nil.
type thereKey struct{ ch ssa.Value }

// mayBeNil reports whether a nil of the code that is followed may be an operand: by a branch, a call, or a result. Of
// what is loaded, received or looked up, presume knows.
func (x *extractor) mayBeNil(in *heap.Instance, v ssa.Value, seen map[varKey]bool) bool {
	if seen[varKey{in, v}] {
		return false
	}
	seen[varKey{in, v}] = true
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value == nil
	case *ssa.ChangeType:
		return x.mayBeNil(in, v.X, seen)
	case *ssa.Phi:
		entered := x.enters(in, seen)
		for i, e := range v.Edges {
			if entered[v.Block().Preds[i]] && x.mayBeNil(in, e, seen) {
				return true
			}
		}
	case *ssa.Parameter:
		arg, ok := heap.Argument(in, v)
		return ok && x.mayBeNil(in.Parent, arg, seen)
	case *ssa.Call:
		return x.mayReturnNil(in, v, 0, seen)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && x.mayReturnNil(in, call, v.Index, seen)
	}
	return false
}

// mayReturnNil reports whether a function that is followed may return nil, as it stands or by a branch.
func (x *extractor) mayReturnNil(in *heap.Instance, call *ssa.Call, index int, seen map[varKey]bool) bool {
	if !x.returnsTo(in, call) {
		return false
	}
	for copy := range x.w.Copies(in, call) {
		for _, t := range x.w.Targets(in, call, copy) {
			if t.Inst == nil || t.Inst.Shared {
				continue
			}
			entered := x.enters(t.Inst, seen)
			for _, b := range t.Inst.Fn.Blocks {
				r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
				if ok && entered[b] && x.mayBeNil(t.Inst, r.Results[index], seen) {
					return true
				}
			}
		}
	}
	return false
}

// known are the channels that an operand may be, but for those that come from code that was
// not analysed.
func (x *extractor) known(in *heap.Instance, ch ssa.Value, pos token.Pos) []heap.Loc {
	var out []heap.Loc
	for _, l := range x.w.Objects(in, ch) {
		if l.Obj.Kind == heap.Unknown {
			x.w.Note(unknownChan, pos, leftOut)
			continue
		}
		out = append(out, l)
	}
	return out
}

func (x *extractor) receive(in *heap.Instance, i *ssa.UnOp) []write.Line {
	return x.each(in, i.X, i.Pos(), func(o string, l heap.Loc) []write.Line {
		if i.CommaOk && l.Obj.Closed {
			if ok := x.okay(in, i, 1); ok != "" {
				return write.One("_, "+ok+" = <-"+o, i.Pos())
			}
		}
		return write.One("<-"+o, i.Pos())
	})
}

// okay is the variable of the second result of a receive; "" if nothing tests it.
func (x *extractor) okay(in *heap.Instance, tuple ssa.Value, index int) string {
	for _, r := range *tuple.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == index && len(*e.Referrers()) > 0 {
			return x.variable(in, e, "ok", "bool")
		}
	}
	return ""
}

// execute is what a call does.
func (x *extractor) execute(in *heap.Instance, site ssa.CallInstruction, copy int) []write.Line {
	pos := site.Pos()
	if b, ok := site.Common().Value.(*ssa.Builtin); ok {
		if c, ok := site.(*ssa.Call); ok && b.Name() == "recover" {
			return x.caught(in, c)
		}
		if b.Name() == "close" {
			return x.eachOr("assert false", in, site.Common().Args[0], pos, func(o string, l heap.Loc) []write.Line {
				if closing := x.closing(l.Obj); closing != "" {
					return write.Lines(pos, closing+" = true", "close "+o)
				}
				return write.One("close "+o, pos)
			})
		}
		return nil
	}
	var ways [][]write.Line
	silent := false
	for _, t := range x.w.Targets(in, site, copy) {
		var way []write.Line
		switch {
		case t.Model == heap.ModelCancel && x.ofModel(in, site, copy):
			continue // the model does that
		case t.Inst == nil:
			way = append(x.model(in, site, t, copy), x.unanswered(in, site)...)
		case !t.Maybe && x.ofModel(in, site, copy):
			continue // part of what the model does
		case t.Inst.Shared:
			way = x.unanswered(in, site)
		default:
			way = x.body(t.Inst)
			if t.Maybe && len(way) > 0 { // any number of times
				if x.leaves.Unwinds(t.Inst) {
					unwinds := fmt.Sprintf("if %s != %d", x.unwinding(in), settled)
					way = append(slices.Clip(way), write.Block(pos, unwinds, write.One("break", pos))...)
				}
				way = write.Block(pos, "loop", write.Alternatives([][]write.Line{way, write.One("break", pos)}, pos))
			}
		}
		silent = silent || len(way) == 0 || t.Maybe
		if len(way) > 0 {
			ways = append(ways, way)
		}
	}
	if silent && len(ways) > 0 {
		ways = append(ways, x.unanswered(in, site))
	}
	x.called(in, site, copy)
	return slices.Concat(x.stays(in, site), write.Alternatives(ways, pos), x.libraryPolls(in, site), x.after(in, site))
}

// ofModel reports whether a site calls a function of the library that takes a function.
func (x *extractor) ofModel(in *heap.Instance, site ssa.Instruction, copy int) bool {
	for _, t := range x.w.Targets(in, site, copy) {
		switch t.Model {
		case "(*sync.Once).Do", "(*sync.WaitGroup).Go", groupGo, "time.AfterFunc",
			"context.AfterFunc", heap.ModelSubtest, heap.ModelRunParallel, heap.ModelCleanup:
			return true
		}
	}
	return false
}

// enters finds the blocks of an instance that an execution may enter: past a branch whose condition is the same in
// every execution, as that of a method for nil receivers, only those on one side.
func (x *extractor) enters(in *heap.Instance, seenNil map[varKey]bool) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	for todo := []*ssa.BasicBlock{in.Fn.Blocks[0]}; len(todo) > 0; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		next := b.Succs
		if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			to := in.Constant(b)
			switch e, known := x.truth(in, branch.Cond); {
			case to != nil:
				next = []*ssa.BasicBlock{to}
			case known && e == "true":
				next = b.Succs[:1]
			case known && e == "false":
				next = b.Succs[1:]
			default:
				next = x.past(in, branch, seenNil)
			}
		}
		todo = append(todo, next...)
	}
	return seen
}

// past is where a branch goes on that compares a pointer, which the function is given, with nil: no pointer to an
// object of a call is nil but where the code says nil.
func (x *extractor) past(in *heap.Instance, branch *ssa.If, seen map[varKey]bool) []*ssa.BasicBlock {
	next := branch.Block().Succs
	test, ok := branch.Cond.(*ssa.BinOp)
	if !ok || test.Op != token.EQL && test.Op != token.NEQ {
		return next
	}
	given, ok := test.X.(*ssa.Parameter)
	none, isConst := test.Y.(*ssa.Const)
	if !ok || !isConst || none.Value != nil {
		return next
	}
	if _, pointer := given.Type().Underlying().(*types.Pointer); !pointer || x.mayBeNil(in, given, seen) {
		return next
	}
	if test.Op == token.EQL {
		return next[1:]
	}
	return next[:1]
}
