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

// This file translates instructions. What depends on an object asks package heap which objects the operand may be.
// One object gives one statement; several give a choice (choose in cells.go), and none the statement for nil:
//
//	c <- 1    // c is one channel:  c <- 0
//	          // one of two:        if which == 0 { a <- 0 } else if which == 1 { b <- 0 }
//	          // nil:               await false

// body returns what an instance does, as lines of the task language. It is computed once for each instance.
func (x *extractor) body(in *heap.Instance) []write.Line {
	if known, ok := x.bodies[in]; ok || in.Shared {
		return known
	}
	x.bodies[in] = nil // what apart and heap ask about the instance meanwhile: instances form no cycles
	if x.lines > maxLines || x.ctx.Err() != nil {
		return nil // Extract fails anyway
	}
	leaving := x.leaving
	x.leaving = false // leaving is about the body of the caller
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

// instr returns what one instruction of an instance does; nothing for most instructions. The certain program ends at
// calls that a limit forbids.
func (x *extractor) instr(in *heap.Instance, instr ssa.Instruction) []write.Line {
	if in.Shared {
		return nil
	}
	if x.w.Beyond(in, instr) {
		return append(x.doubtful(instr.Pos()), x.step(in, instr)...)
	}
	return x.step(in, instr)
}

// step is instr for an instruction that no limit forbids. Package golang.org/x/tools/go/ssa defines the instructions.
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
			return append(x.load(in, i), x.loadLevel(in, i)...)
		}
	case *ssa.MapUpdate:
		return x.put(i)
	case *ssa.Store:
		return slices.Concat(x.hold(in, i), x.store(in, i), x.put(i))
	case *ssa.Select:
		// flow.go makes it the ending of its block
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

// each returns what do makes of the channel that an operand is, with its name and place. A nil channel blocks.
func (x *extractor) each(in *heap.Instance, ch ssa.Value, pos token.Pos,
	do func(string, heap.Loc) []write.Line) []write.Line {
	return x.eachOr("await false", in, ch, pos, do)
}

// eachOr returns each, with the statement ifNil for a nil channel.
func (x *extractor) eachOr(ifNil string, in *heap.Instance, ch ssa.Value, pos token.Pos,
	do func(name string, l heap.Loc) []write.Line) []write.Line {
	all, locs := x.w.Objects(in, ch), x.known(in, ch, pos)
	switch {
	case len(locs) < len(all) && x.certain:
		return exit(pos)
	case len(all) == 0:
		return write.One(ifNil, pos)
	case len(locs) == 0: // known has put it into the ledger
		return nil
	}
	out := x.choose(in, ch, locs, pos, func(l heap.Loc) []write.Line { return do(x.object(l, "chan"), l) })
	before, e := x.there(in, ch, pos)
	if e != "true" {
		out = append(append(before, write.At("if "+e+" {", pos)), out...)
		out = append(out, write.At("} else {", pos), write.At(ifNil, pos), write.At("}", pos))
	}
	return out
}

// there returns the condition that a channel operand is not nil, and the lines to put before it. If the condition is
// not modelled, and the code has a nil that may reach the operand, the condition is a variable, and the lines guess
// its value. May err towards: the operand may be nil.
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

// presume adds to the ledger that an operand is taken not to be nil, if it may be nil.
func (x *extractor) presume(in *heap.Instance, ch ssa.Value, pos token.Pos) {
	if x.nils.May(in, ch) {
		x.w.Note(madeBefore, pos, "this channel may be nil: it is taken to be there")
	}
}

// thereKey is the key, in varKey, of the variable that says whether a channel is not nil.
type thereKey struct{ ch ssa.Value }

// mayBeNil reports whether a constant nil may reach value v by a phi, as an argument, or as a result of a followed
// function. It does not look at memory, channels and maps, from which v may be loaded; presume speaks about these.
// seen has the values that were looked at before.
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

// mayReturnNil is mayBeNil for result index of a call. Functions that are not followed are taken not to return nil.
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

// known returns the channels that an operand may be, without those that come from unanalysed code. It adds these to
// the ledger.
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

// receive returns what a receive does: <-c, or _, ok = <-c if the second result is used and the channel may be
// closed.
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

// okay returns the variable for the boolean result of a receive or select, which has an index in the tuple of
// results; "" if nothing uses the result.
func (x *extractor) okay(in *heap.Instance, tuple ssa.Value, index int) string {
	for _, r := range *tuple.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == index && len(*e.Referrers()) > 0 {
			return x.variable(in, e, "ok", "bool")
		}
	}
	return ""
}

// execute returns what a call does: the body of the function, or a choice of the bodies if there are several
// functions that it may call. copy is the turn of the loop around the call, from 0, if turns are told apart.
func (x *extractor) execute(in *heap.Instance, site ssa.CallInstruction, copy int) []write.Line {
	pos := site.Pos()
	if b, ok := site.Common().Value.(*ssa.Builtin); ok {
		return x.builtin(in, site, b.Name())
	}
	var ways [][]write.Line
	silent := false // some function does nothing
	for _, t := range x.w.Targets(in, site, copy) {
		var way []write.Line
		switch {
		case t.Model == heap.ModelCancel && x.ofModel(in, site, copy):
			continue // the model of time.AfterFunc or the like, another target, calls it
		case t.Inst == nil:
			way = append(x.model(in, site, t, copy), x.unanswered(in, site)...)
		case !t.Maybe && x.ofModel(in, site, copy):
			continue // the model of sync.Once.Do or the like, another target, calls it
		case t.Inst.Shared: // it does not synchronize
			way = x.unanswered(in, site)
		default:
			way = x.body(t.Inst)
			if t.Maybe && len(way) > 0 { // unanalysed code calls it any number of times
				if x.leaves.Unwinds(t.Inst) { // a panic ends that
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

// builtin returns what a call of a builtin function does; only recover and close do anything.
func (x *extractor) builtin(in *heap.Instance, site ssa.CallInstruction, name string) []write.Line {
	switch name {
	case "recover":
		if c, ok := site.(*ssa.Call); ok {
			return x.caught(in, c)
		}
	case "close": // to close a nil channel panics
		pos := site.Pos()
		return x.eachOr("assert false", in, site.Common().Args[0], pos, func(o string, l heap.Loc) []write.Line {
			if closing := x.closing(l.Obj); closing != "" {
				return write.Lines(pos, closing+" = true", "close "+o)
			}
			return write.One("close "+o, pos)
		})
	}
	return nil
}

// ofModel reports whether a site calls a function of the library whose model calls the function that it gets. That
// function is a target of the same site, too.
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

// enters returns the blocks of an instance that an execution may enter. Where the condition of a branch is the same
// in every execution, the other side is left out:
//
//	if r == nil { return nil } // left out in an instance whose receiver is never nil
//
// seenNil is the set seen of mayBeNil.
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

// past returns where a branch may lead. That is one successor if the branch compares a parameter that is a pointer
// with nil, and mayBeNil excludes nil; else both.
func (x *extractor) past(in *heap.Instance, branch *ssa.If, seen map[varKey]bool) []*ssa.BasicBlock {
	next := branch.Block().Succs
	test, ok := branch.Cond.(*ssa.BinOp)
	if !ok || test.Op != token.EQL && test.Op != token.NEQ {
		return next
	}
	param, isParam := test.X.(*ssa.Parameter)
	zero, isConst := test.Y.(*ssa.Const)
	if !isParam || !isConst || zero.Value != nil {
		return next
	}
	if _, pointer := param.Type().Underlying().(*types.Pointer); !pointer || x.mayBeNil(in, param, seen) {
		return next
	}
	if test.Op == token.EQL {
		return next[1:]
	}
	return next[:1]
}
