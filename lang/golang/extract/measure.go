package extract

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/values"
)

// This file computes the range of values that each variable of sync/atomic may have (atomics.go), from all stores and
// additions: the range begins at 0, contains each constant that is stored, and is extended by all that is added.
//
//	state.Store(2); n.Add(1) // state is 0..2; n is 0..1 if the statement is executed once, else it is not modelled

// onlyOne reports whether place l is a single variable that only followed code has: one of an object that is made
// once, or a package variable that is not exported.
func onlyOne(l heap.Loc) bool {
	g, ok := l.Obj.Site.(*ssa.Global)
	own := ok && g.Object() != nil && !g.Object().Exported()
	return values.Once(l) || own && !l.Obj.Exposed && !strings.Contains(l.Path, "[")
}

// farthest bounds the absolute values of a numberWord, far within the 32 bits of the task language.
const farthest = 1 << 20

// measure computes the range of each variable, and leaves open those whose range is not known or too large.
func (x *extractor) measure() {
	for l, w := range x.words {
		w.open = w.open || x.values.Copied(l)
	}
	added, subtracted := map[*word]int64{}, map[*word]int64{} // the sums of positive and of negative additions
	operates := func(in *heap.Instance, b *ssa.BasicBlock, c atomicCall, w *word) {
		switch {
		case c.kind != w.kind:
			w.open = true
		case c.verb == "Load" || c.kind != numberWord:
		case c.verb == "Add":
			n, ok := x.numberOf(c.args[0])
			if w.open = w.open || !ok || x.w.Again(in, b) || n > maxWord || n < -maxWord; w.open {
				return
			}
			n *= int64(x.w.Members(in)) // each goroutine that executes the instance adds once
			added[w], subtracted[w] = added[w]+max(n, 0), subtracted[w]+min(n, 0)
		case c.verb == "And" || c.verb == "Or":
			w.open = true
		default: // Store, Swap, CompareAndSwap: the last operand is the new value
			w.put(x.numberOf(c.args[len(c.args)-1]))
		}
	}
	x.eachInstr(func(in *heap.Instance, i ssa.Instruction) {
		switch i := i.(type) {
		case *ssa.Store:
			for _, l := range x.w.Objects(in, i.Addr) {
				if w := x.words[l]; w != nil {
					n, ok := x.values.Number(in, i.Val)
					w.put(n, ok && !in.Shared)
				}
			}
		case ssa.CallInstruction:
			c, ok := x.atomicAt(in, i)
			if !ok {
				return
			}
			for _, l := range x.w.Locs(c.on) {
				if w := x.words[l]; w != nil {
					operates(in, i.Block(), c, w)
				}
			}
		}
	})
	for _, w := range x.words {
		w.lo, w.hi = w.lo+subtracted[w], w.hi+added[w]
		w.open = w.open || w.hi-w.lo >= maxWord || w.lo < -farthest || w.hi > farthest
	}
}

// put extends the range of a variable by a value that is stored there. ok is false if the value is not known.
func (w *word) put(n int64, ok bool) {
	if w.kind == numberWord && ok {
		w.lo, w.hi = min(w.lo, n), max(w.hi, n)
	} else {
		w.open = true
	}
}
