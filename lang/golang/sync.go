package golang

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Wait groups, conditions, sync.Once and TryLock in terms of shared variables. What Go does at
// once is one step here, too: an assignment or an atomic block.

// maxCount is how far counters of wait groups and conditions count.
const maxCount = 64

func block(pos token.Pos, head string, body []line) []line {
	out := append(one(head+" {", pos), body...)
	return append(out, line{"}", pos})
}

// wait waits for a wait group.
func waitFor(group string, pos token.Pos) []line { return one("await "+group+" == 0", pos) }

// add adds to a wait group; below zero, the variable leaves its range, which is an error.
func add(group string, n int64, pos token.Pos) []line {
	if n < 0 {
		return one(fmt.Sprintf("%s = %s - %d", group, group, -n), pos)
	}
	return one(fmt.Sprintf("%s = %s + %d", group, group, n), pos)
}

// condition is what a method of a condition does: how many wait, and how many of those are
// woken. Go wakes those who wait longest; here, any who waits.
func (x *extractor) condition(method, cond string, pos token.Pos) []line {
	woken := x.woken[cond]
	switch method {
	case "wait":
		lock := x.locks[cond]
		out := []line{{cond + " = " + cond + " + 1", pos}, {"unlock " + lock, pos}}
		out = append(out, block(pos, "atomic", []line{{"await " + woken + " > 0", pos}, {woken + " = " + woken + " - 1", pos}})...)
		return append(out, line{"lock " + lock, pos})
	case "signal":
		return block(pos, "atomic", block(pos, "if "+cond+" > 0",
			[]line{{cond + " = " + cond + " - 1", pos}, {woken + " = " + woken + " + 1", pos}}))
	}
	return block(pos, "atomic", []line{{woken + " = " + woken + " + " + cond, pos}, {cond + " = 0", pos}})
}

// only executes a body if nobody has begun it, and else waits until it has ended.
func (x *extractor) only(in *heap.Instance, site ssa.Instruction, once string, body []line, pos token.Pos) []line {
	first := x.variable(in, onceKey{site, once}, "first", "bool")
	out := block(pos, "atomic", []line{{first + " = " + once + " == 0", pos}, {"if " + first + " {", pos},
		{once + " = 1", pos}, {"}", pos}})
	out = append(out, line{"if " + first + " {", pos})
	out = append(out, body...)
	return append(out, line{once + " = 2", pos}, line{"} else {", pos}, line{"await " + once + " == 2", pos}, line{"}", pos})
}

// onceKey is the key of the variable that tells whether a call executes the body.
type onceKey struct {
	site ssa.Instruction
	once string
}
