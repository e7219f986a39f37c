package heap

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file decides how deep calls are followed. Each call has an instance of its own, so recursion needs a limit: a
// function that is in its own context is followed Limits.Recursion times. If known numbers say where the recursion
// ends, it is unrolled that far:
//
//	func walk(depth int, c chan int) {
//		if depth == 0 {
//			<-c
//			return
//		}
//		walk(depth-1, c)
//	}
//
// Called as walk(3, c), the instances have the values 3, 2, 1 and 0 for depth. So each instance knows which way its
// branch goes, and the last one has no call. A function with other captured variables is another function here: a
// middleware that wraps another one of its kind is no recursion.

// withinLimits reports whether an instance is within the limits. If it is not, the ledger gets the limit that forbids
// it.
func (w *World) withinLimits(in *Instance) bool {
	again := 0         // how often the function is in its own context
	var last *Instance // the innermost of these instances around in
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

// Beyond reports whether a limit (B02, B03, B04) has left out a call of a site. An execution that does not come to
// such a site is not affected by limits.
func (w *World) Beyond(in *Instance, site ssa.Instruction) bool {
	return w.overLimit[siteKey{in: in, site: site}]
}

// Overrun reports whether recursion was unrolled in vain, as a limit was reached nevertheless. Then the analysis can
// be repeated without unrolling, which is less work and no less precise.
func (w *World) Overrun() bool { return w.unrolled > 0 && w.Noted("B02", "B03", "B04") }

// findKnown computes in.known: the parameters that have the same value in every execution of the instance.
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

// knownNumber returns the value of a parameter in every execution of an instance; ok is false if it is not known. in
// may be nil.
func (in *Instance) knownNumber(p *ssa.Parameter) (n int64, ok bool) {
	if in == nil {
		return 0, false
	}
	n, ok = in.known[p]
	return n, ok
}

// differs reports whether some parameter has known values in two instances of a function, and these are different.
func (in *Instance) differs(other *Instance) bool {
	for p, n := range in.known {
		if before, ok := other.known[p]; ok && before != n {
			return true
		}
	}
	return false
}

// Entered returns a function that reports whether an execution of an instance may enter a block. It may not if known
// numbers decide all branches that lead there in the other way.
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

// Decided returns the block where every execution of an instance goes on after block b, because known parameters
// decide the branch at its end; nil if they do not.
func (in *Instance) Decided(b *ssa.BasicBlock) *ssa.BasicBlock {
	_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if ok && Initializes(in.Fn) && b == in.Fn.Blocks[0] {
		return b.Succs[1] // an initializer first asks whether it was executed before: it was not
	}
	if !ok || len(in.known) == 0 {
		return nil
	}
	return in.Constant(b)
}

// Constant is Decided for any numbers that are the same in every execution, also captured ones.
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
