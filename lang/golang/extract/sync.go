package extract

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// Wait groups, conditions, sync.Once and TryLock in terms of shared variables. What Go does at
// once is one step here, too: an assignment or an atomic block.

// maxCount is how far counters of wait groups and conditions count.
const maxCount = 64

// wait waits for a wait group.
func waitFor(group string, pos token.Pos) []write.Line { return write.One("await "+group+" == 0", pos) }

// add adds to a wait group; below zero, the variable leaves its range, which is an error.
func add(group string, n int64, pos token.Pos) []write.Line {
	if n < 0 {
		return write.One(fmt.Sprintf("%s = %s - %d", group, group, -n), pos)
	}
	return write.One(fmt.Sprintf("%s = %s + %d", group, group, n), pos)
}

// condition is what a method of a condition does: how many wait, and how many of those are
// woken. Go wakes those who wait longest; here, any who waits.
func (x *extractor) condition(method, cond string, pos token.Pos) []write.Line {
	woken := x.woken[cond]
	switch method {
	case "wait":
		lock := x.locks[cond]
		out := write.Lines(pos, cond+" = "+cond+" + 1", "unlock "+lock)
		out = append(out, write.Block(pos, "atomic", write.Lines(pos, "await "+woken+" > 0", woken+" = "+woken+" - 1"))...)
		return append(out, write.At("lock "+lock, pos))
	case "signal":
		return write.Block(pos, "atomic", write.Block(pos, "if "+cond+" > 0",
			write.Lines(pos, cond+" = "+cond+" - 1", woken+" = "+woken+" + 1")))
	}
	return write.Block(pos, "atomic", write.Lines(pos, woken+" = "+woken+" + "+cond, cond+" = 0"))
}

// only executes a body if nobody has begun it, and else waits until it has ended.
func (x *extractor) only(in *heap.Instance, site ssa.Instruction, once string, body []write.Line,
	pos token.Pos) []write.Line {
	first := x.variable(in, onceKey{site, once}, "first", "bool")
	out := write.Block(pos, "atomic", write.Lines(pos, first+" = "+once+" == 0", "if "+first+" {", once+" = 1", "}"))
	out = append(out, write.At("if "+first+" {", pos))
	out = append(out, body...)
	return append(out, write.At(once+" = 2", pos), write.At("} else {", pos), write.At("await "+once+" == 2", pos), write.At("}", pos))
}

// onceKey is the key of the variable that tells whether a call executes the body.
type onceKey struct {
	site ssa.Instruction
	once string
}
