package extract

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/values"
)

// The ranges of variables of sync/atomic.

// onlyOne reports whether a place is one variable, that only followed code has: once, or a variable of a package.
func onlyOne(l heap.Loc) bool {
	g, ok := l.Obj.Site.(*ssa.Global)
	own := ok && g.Object() != nil && !g.Object().Exported()
	return values.Once(l) || own && !l.Obj.Exposed && !strings.Contains(l.Path, "[")
}

// measure finds the range of each variable, from all that is done with it.
func (x *extractor) measure() {
	for l, w := range x.words {
		w.open = w.open || x.values.Copied(l)
	}
	more, less := map[*word]int64{}, map[*word]int64{}
	for _, in := range x.w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
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
						continue
					}
					for _, l := range x.w.Locs(c.on) {
						w := x.words[l]
						switch {
						case w == nil:
						case c.kind != w.kind:
							w.open = true
						case c.verb == "Load" || c.kind != numberWord:
						case c.verb == "Add":
							n, ok := x.numberOf(c.args[0])
							if w.open = w.open || !ok || x.w.Again(in, b) || n > maxWord || n < -maxWord; w.open {
								continue
							}
							n *= int64(x.w.Members(in))
							more[w], less[w] = more[w]+max(n, 0), less[w]+min(n, 0)
						case c.verb == "And" || c.verb == "Or":
							w.open = true
						default:
							w.put(x.numberOf(c.args[len(c.args)-1]))
						}
					}
				}
			}
		}
	}
	for _, w := range x.words {
		w.lo, w.hi = w.lo+less[w], w.hi+more[w]
		w.open = w.open || w.hi-w.lo >= maxWord || w.lo < -1<<20 || w.hi > 1<<20
	}
}

// put makes a variable have a value.
func (w *word) put(n int64, ok bool) {
	if w.kind == numberWord && ok {
		w.lo, w.hi = min(w.lo, n), max(w.hi, n)
	} else {
		w.open = true
	}
}
