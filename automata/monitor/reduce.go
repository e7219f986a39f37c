package monitor

import (
	"slices"

	"flavers/sem"
	"flavers/tfg"
)

// This file makes one automaton smaller, and changes the letters with it. The
// automaton of a task with the points 0 to 3 and steps
//
//	0 --a--> 1 --b--> 2 --c--> 3
//
// need not see a and c if no other automaton reacts to them. Its new states are the
// sets {0,1} and {2,3} of points where the task may stand. Step b leads from the first
// to the second, and the letters of a and c no longer have a function for it.

// maxSubsets bounds the number of states that determinisation may make of the automaton of a task. If it would make
// more, the automaton sees its hidden steps again: then it is deterministic as it is, and only larger.
const maxSubsets = 1 << 14

// reduce makes monitor m smaller in three steps: it keeps the states that are reachable, determinises the automaton
// over the nodes that are not hidden, and minimises it. Then it maps the functions of all letters to the new states.
// hidden is nil if no node is hidden.
//
// Letters of hidden nodes lose their function on m. The new states are sets of points where the task may stand, closed
// under hidden steps, so a hidden step leads from none of them to another one.
func (c *compiler) reduce(m int, hidden func(tfg.NodeID) bool) {
	automaton := &c.mons[m]
	var silent []sem.Pair // moves of hidden letters
	used := make([]bool, len(automaton.funcs))
	for i := range c.lets {
		l := &c.lets[i]
		for j, u := range l.fns {
			if u.mon != int32(m) {
				continue
			}
			if hidden != nil && hidden(l.node) {
				silent = append(silent, automaton.funcs[u.fn].pairs...)
				l.fns = slices.Delete(slices.Clone(l.fns), j, j+1)
			} else {
				used[u.fn] = true
			}
			break
		}
	}
	d, ok := subsets(automaton, used, silent, c.ch.Poll)
	if !ok {
		// Too many subsets: put the hidden functions back and see every step.
		c.restore(m, hidden)
		c.reduce(m, nil)
		return
	}
	d.minimise()
	c.replace(m, d)
}

// restore gives letters of hidden nodes their functions on monitor m again.
func (c *compiler) restore(m int, hidden func(tfg.NodeID) bool) {
	for i := range c.lets {
		l := &c.lets[i]
		if !hidden(l.node) {
			continue
		}
		for _, mv := range c.s.Cases[l.action][l.kase].Moves {
			if mv.Comp == c.mons[m].comp {
				l.fns = append(l.fns, use{int32(m), c.intern(int32(m), mv.Pairs)})
				slices.SortFunc(l.fns, func(a, b use) int { return int(a.mon - b.mon) })
			}
		}
	}
}

// replace makes d the automaton of monitor m and maps the functions of letters to it. It drops letters that the new
// automaton rejects in each of its states: no execution takes them. A function is a list of pairs of states with a
// number, which mo.numbers keeps, so that equal ones are stored once.
func (c *compiler) replace(m int, d *det) {
	mo := &c.mons[m]
	old := mo.funcs
	mo.size, mo.start = int32(len(d.accept)), d.start
	mo.accept = func(v int32) bool { return d.accept[v] }
	mo.trap = int32(slices.Index(d.trap, true))
	mo.funcs, mo.numbers = nil, map[string]int32{}
	mo.final.States, mo.final.Start, mo.final.Accept, mo.final.Trap = len(d.accept), d.start, d.accept, mo.trap
	pairs := make([][]sem.Pair, len(old)) // by number of an old function: the function on the states of d
	for s, row := range d.next {
		for _, st := range row {
			pairs[st.fn] = append(pairs[st.fn], sem.Pair{From: int32(s), To: st.to})
		}
	}
	mapped := make([]int32, len(old)) // by number of an old function: its new number, identity or impossible
	for f := range old {
		mapped[f] = impossible
		if len(pairs[f]) > 0 {
			mapped[f] = c.intern(int32(m), pairs[f])
		}
	}
	out := c.lets[:0]
	for _, l := range c.lets {
		if !slices.ContainsFunc(l.fns, func(u use) bool { return u.mon == int32(m) }) {
			out = append(out, l)
			continue
		}
		drop := false
		var fns []use
		for _, u := range l.fns {
			if u.mon == int32(m) {
				u.fn = mapped[u.fn]
				drop = drop || u.fn == impossible
			}
			if u.fn != identity {
				fns = append(fns, u)
			}
		}
		if !drop {
			l.fns = fns
			out = append(out, l)
		}
	}
	c.lets = out
}

// impossible stands for a function that is undefined on all states of the smaller automaton: before, it was defined
// only on states that cannot be reached.
const impossible = int32(-2)
