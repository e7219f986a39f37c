package ltl

// This file says what a formula in normal form asks for of what comes after a letter.

import (
	"encoding/binary"
	"slices"
)

// alternative is one way to satisfy formulas at a letter: the conjunction of after has to
// hold at the next position, and the untils of late were put off.
type alternative struct {
	after []int32 // ascending; none: nothing is asked for
	late  uint32
}

// expander expands formulas, each once for a class of letters.
type expander struct {
	*table
	known map[[2]int32][]alternative // by formula and class
	work  int                        // alternatives that may still be looked at
}

// alternatives returns the ways to satisfy a formula at a letter. None of them is better than
// another: asks for less, and puts nothing off that the other does not.
func (e *expander) alternatives(f, class int32) []alternative {
	k := [2]int32{f, class}
	if out, ok := e.known[k]; ok {
		return out
	}
	var out []alternative
	n := &e.nodes[f]
	switch n.kind {
	case letters:
		if n.set[class] == '1' {
			out = []alternative{{}}
		}
	case all:
		out = e.every(n.args, class)
	case some:
		for _, a := range n.args {
			out = append(out, e.alternatives(a, class)...)
		}
		out = e.best(out)
	case next:
		out = []alternative{{after: e.conjuncts(n.x)}}
	case until:
		wait := e.product(e.alternatives(n.x, class), []alternative{{[]int32{f}, n.mark}})
		out = e.best(slices.Concat(e.alternatives(n.y, class), wait))
	case release:
		stay := e.best(append(slices.Clone(e.alternatives(n.x, class)), alternative{after: []int32{f}}))
		out = e.product(e.alternatives(n.y, class), stay)
	}
	e.known[k] = out
	return out
}

// every returns the ways to satisfy all of several formulas.
func (e *expander) every(list []int32, class int32) []alternative {
	out := []alternative{{}}
	for _, f := range list {
		out = e.product(out, e.alternatives(f, class))
	}
	return out
}

// conjuncts are formulas that together say what one says, which is not false.
func (e *expander) conjuncts(f int32) []int32 {
	switch n := &e.nodes[f]; {
	case n.kind == all:
		return n.args
	case e.is(f, true):
		return nil
	}
	return []int32{f}
}

// product combines each alternative of one formula with each of another.
func (e *expander) product(a, b []alternative) []alternative {
	var out []alternative
	for _, x := range a {
		for _, y := range b {
			if e.spend(1) {
				return nil
			}
			after := slices.Concat(x.after, y.after)
			slices.Sort(after)
			out = append(out, alternative{slices.Compact(after), x.late | y.late})
		}
	}
	return e.best(out)
}

// best leaves out alternatives than which another is better.
func (e *expander) best(list []alternative) []alternative {
	slices.SortStableFunc(list, func(a, b alternative) int {
		if c := len(a.after) - len(b.after); c != 0 {
			return c
		}
		return slices.Compare(a.after, b.after)
	})
	var out []alternative
	for i, a := range list {
		if e.spend(i) {
			return nil
		}
		worse := func(b alternative) bool { return b.late&^a.late == 0 && subset(b.after, a.after) }
		if slices.ContainsFunc(out, worse) {
			continue
		}
		out = slices.DeleteFunc(out, func(b alternative) bool { // as long, and late where a is not
			return a.late&^b.late == 0 && slices.Equal(a.after, b.after)
		})
		out = append(out, a)
	}
	return out
}

// spend notes work; true: there was too much.
func (e *expander) spend(n int) bool {
	e.work -= n
	return e.work < 0
}

// subset reports whether all of a are in b; both ascend.
func subset(a, b []int32) bool {
	for _, x := range a {
		i, ok := slices.BinarySearch(b, x)
		if !ok {
			return false
		}
		b = b[i+1:]
	}
	return true
}

// key returns a list of formulas as a key of maps.
func key(list []int32) string {
	var b []byte
	for _, f := range list {
		b = binary.LittleEndian.AppendUint32(b, uint32(f))
	}
	return string(b)
}
