package heap

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// How deep calls are followed. A chain of calls of different functions has no limit but that of all contexts. A
// function that is in its own context is followed Limits.Recursion times, or as deep as it goes, if numbers say where
// that ends:
//
//	func walk(depth int, c chan int) {
//		if depth == 0 {
//			<-c
//			return
//		}
//		walk(depth-1, c)
//	}
//
// Called as walk(3, c), the instances have 3, 2, 1 and 0 for depth, so each knows which way its branch goes, and the
// last one has no call. The same function with other captured variables is another one: a middleware that wraps another
// one of its kind is no recursion.

// within reports whether an instance is within the limits, and notes the one that forbids it.
func (w *World) withinLimits(in *Instance) bool {
	again := 0
	var last *Instance // that it is in
	for p := in.Parent; p != nil; p = p.Parent {
		if p.Fn == in.Fn && p.Self == in.Self {
			if again++; last == nil {
				last = p
			}
		}
	}
	if again > 0 || in.Parent.Depth > 0 {
		in.Depth = in.Parent.Depth + 1
	}
	pos := in.Site.Pos()
	unrolls := again >= w.Limits.Recursion && again < w.Limits.Unrolled && in.differs(last)
	switch {
	case again >= w.Limits.Recursion && !unrolls:
		w.Note("B02", pos, fmt.Sprintf("recursion of %s is followed %d times", in.Fn.Name(), again))
	case in.Depth > w.Limits.Depth && !unrolls:
		w.Note("B03", pos, fmt.Sprintf("calls deeper than %d are not followed", w.Limits.Depth))
	case len(w.Instances) >= w.Limits.Instances:
		w.Note("B04", pos, fmt.Sprintf("calls in more than %d contexts are not followed", w.Limits.Instances))
	default:
		if unrolls {
			w.unrolled++
		}
		return true
	}
	w.overLimit[siteKey{in: in.Parent, site: in.Site}] = true
	return false
}

// Beyond reports whether a limit has left out a call of a site: B02, B03 or B04. An execution that does not come to
// such a site is one of the package, as far as limits go.
func (w *World) Beyond(in *Instance, site ssa.Instruction) bool {
	return w.overLimit[siteKey{in: in, site: site}]
}

// Overrun reports whether recursion was unrolled in vain: a limit was reached nevertheless. Without unrolling, the
// analysis does less and says no less.
func (w *World) Overrun() bool { return w.unrolled > 0 && w.Noted("B02", "B03", "B04") }

// know finds the parameters that have one value in every execution of an instance.
func (in *Instance) findKnown() {
	for _, p := range in.Fn.Params {
		_, slice := p.Type().Underlying().(*types.Slice)
		if !slice && !IsInteger(p.Type()) {
			continue
		}
		r := reader{left: mostSteps}
		read := r.number
		if slice {
			read = r.length
		}
		if n, ok := read(in, p); ok {
			if in.known == nil {
				in.known = map[*ssa.Parameter]int64{}
			}
			in.known[p] = n
		}
	}
}

// knows is what a parameter of an instance is in every execution, if that is known; in may be nil.
func (in *Instance) knownNumber(p *ssa.Parameter) (int64, bool) {
	if in == nil {
		return 0, false
	}
	n, ok := in.known[p]
	return n, ok
}

// differs reports whether a number that an instance is given is known, and not the one that another instance of its
// function was given.
func (in *Instance) differs(other *Instance) bool {
	for p, n := range in.known {
		if before, ok := other.known[p]; ok && before != n {
			return true
		}
	}
	return false
}

// Entered returns whether an execution of an instance may enter a block: not one that only a branch leads to which
// goes the other way for the numbers that the instance is given.
func (in *Instance) Entered() func(*ssa.BasicBlock) bool {
	if len(in.known) == 0 && !Initializes(in.Fn) {
		return func(*ssa.BasicBlock) bool { return true }
	}
	seen := map[*ssa.BasicBlock]bool{}
	todo := []*ssa.BasicBlock{in.Fn.Blocks[0]}
	if in.Fn.Recover != nil {
		todo = append(todo, in.Fn.Recover)
	}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; seen[b] {
			continue
		}
		seen[b] = true
		if to := in.Decided(b); to != nil {
			todo = append(todo, to)
		} else {
			todo = append(todo, b.Succs...)
		}
	}
	return func(b *ssa.BasicBlock) bool { return seen[b] }
}

// Decided is where every execution of an instance goes on after a block, if that ends in a comparison of numbers that
// the instance is given; nil if it does not, or they are not known.
func (in *Instance) Decided(b *ssa.BasicBlock) *ssa.BasicBlock {
	_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if ok && Initializes(in.Fn) && b == in.Fn.Blocks[0] {
		return b.Succs[1] // it has not been executed before
	}
	if !ok || len(in.known) == 0 {
		return nil
	}
	return in.Constant(b)
}

// Constant is where every execution of an instance goes on after a block, if that ends in a comparison of numbers that
// are the same in every execution, captured ones among them; nil if it does not.
func (in *Instance) Constant(b *ssa.BasicBlock) *ssa.BasicBlock {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	test, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !IsInteger(test.X.Type()) {
		return nil
	}
	x, ok := Number(in, test.X, nil)
	if !ok {
		return nil
	}
	y, ok := Number(in, test.Y, nil)
	if !ok {
		return nil
	}
	yes := false
	switch test.Op {
	case token.EQL:
		yes = x == y
	case token.NEQ:
		yes = x != y
	case token.LSS:
		yes = x < y
	case token.LEQ:
		yes = x <= y
	case token.GTR:
		yes = x > y
	case token.GEQ:
		yes = x >= y
	default:
		return nil
	}
	if yes {
		return b.Succs[0]
	}
	return b.Succs[1]
}
