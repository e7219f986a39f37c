package monitor

import (
	"encoding/binary"
	"slices"

	"flavers/limit"
	"flavers/sem"
	"flavers/tfg"
)

// maxSubsets bounds the determinisation of a task automaton; beyond it its
// hidden steps are made visible instead, which is exact too.
const maxSubsets = 1 << 14

// reduce cuts monitor m to its reachable states, determinises it over the
// nodes that are not hidden (nil: none is), minimises it, and maps the
// functions of all letters. Hidden letters lose their function: the task can
// take such a step whenever it pleases, which the states (sets of places where
// the task may stand) already say.
func (c *compiler) reduce(m int, hidden func(tfg.NodeID) bool) {
	mo := &c.mons[m]
	var silent []sem.Pair // moves of hidden letters
	used := make([]bool, len(mo.funcs))
	for i := range c.lets {
		l := &c.lets[i]
		for j, u := range l.fns {
			if u.mon != int32(m) {
				continue
			}
			if hidden != nil && hidden(l.node) {
				silent = append(silent, mo.funcs[u.fn].pairs...)
				l.fns = slices.Delete(slices.Clone(l.fns), j, j+1)
			} else {
				used[u.fn] = true
			}
			break
		}
	}
	d, ok := subsets(mo, used, silent, c.ch.Poll)
	if !ok {
		// Too many subsets: put the hidden functions back and see every step.
		c.restore(m, hidden)
		c.reduce(m, nil)
		return
	}
	d.minimise()
	c.replace(m, d)
}

// restore gives hidden letters their function again.
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

// det is a deterministic automaton over the functions of a monitor as letters. Where
// there is no step, a letter is rejected.
type det struct {
	next   [][]step // by state: ascending by function
	accept []bool
	trap   []bool
	start  int32
}

// step is where a function leads to.
type step struct{ fn, to int32 }

// subsets is the subset construction, with the silent moves closed over; !ok:
// too many subsets.
func subsets(mo *mon, used []bool, silent []sem.Pair, poll *limit.Poll) (*det, bool) {
	d := &det{}
	moves, onwards := stepsFrom(mo, used), make([][]int32, mo.size)
	for _, p := range silent {
		onwards[p.From] = append(onwards[p.From], p.To)
	}
	in, stamp := make([]int, mo.size), 0 // by value: the last set that it was in
	closure := func(image []step) []int32 {
		stamp++
		set := make([]int32, 0, len(image))
		enter := func(v int32) {
			if in[v] != stamp {
				in[v] = stamp
				set = append(set, v)
			}
		}
		for _, st := range image {
			enter(st.to)
		}
		for i := 0; i < len(set); i++ {
			for _, v := range onwards[set[i]] {
				enter(v)
			}
		}
		slices.Sort(set)
		return set
	}
	var states [][]int32
	numbers := map[string]int32{}
	number := func(set []int32) int32 {
		key := make([]byte, 0, 4*len(set))
		for _, v := range set {
			key = binary.LittleEndian.AppendUint32(key, uint32(v))
		}
		if n, ok := numbers[string(key)]; ok {
			return n
		}
		n := int32(len(states))
		numbers[string(key)] = n
		states = append(states, set)
		d.accept = append(d.accept, slices.ContainsFunc(set, mo.accept))
		d.trap = append(d.trap, slices.Contains(set, mo.trap))
		return n
	}
	single := make([]int32, mo.size) // by value: one more than the state that it leads to alone
	leads := func(image []step) int32 {
		if len(image) > 1 {
			return number(closure(image))
		}
		v := image[0].to
		if single[v] == 0 {
			single[v] = number(closure(image)) + 1
		}
		return single[v] - 1
	}
	d.start = leads([]step{{to: mo.start}})
	var all []step
	for n := 0; n < len(states); n++ {
		if len(silent) > 0 && n > maxSubsets {
			return nil, false
		}
		all = all[:0]
		for _, v := range states[n] {
			all = append(all, moves[v]...)
		}
		slices.SortFunc(all, func(a, b step) int { return int(a.fn - b.fn) })
		var row []step
		for from := 0; from < len(all); {
			poll.Look()
			to := from + 1
			for to < len(all) && all[to].fn == all[from].fn {
				to++
			}
			row = append(row, step{all[from].fn, leads(all[from:to])})
			from = to
		}
		d.next = append(d.next, row)
	}
	return d, true
}

// stepsFrom lists, by value, where the functions in use lead from there, ascending by
// function.
func stepsFrom(mo *mon, used []bool) [][]step {
	out := make([][]step, mo.size)
	for f := range mo.funcs {
		if used[f] {
			for _, p := range mo.funcs[f].pairs {
				out[p.From] = append(out[p.From], step{int32(f), p.To})
			}
		}
	}
	return out
}

// maxRefinement bounds the refinement of a large automaton, in states looked
// at. A counter of n values may need n rounds of n states each and then have
// nothing merged; without minimisation it is as exact.
const maxRefinement = 1 << 20

// minimise merges states that accept the same continuations (Moore's partition
// refinement; blocks are numbered in order of their first state).
func (d *det) minimise() {
	n := len(d.accept)
	block := make([]int32, n)
	numbers := map[string]int32{}
	count := 0
	for round := 0; ; round++ {
		if round*n > maxRefinement {
			return
		}
		clear(numbers)
		next := make([]int32, n)
		var key []byte
		for s := range n {
			key = key[:0]
			if round == 0 {
				key = append(key, flag(d.accept[s]), flag(d.trap[s]))
			} else {
				key = binary.LittleEndian.AppendUint32(key, uint32(block[s]))
				for _, st := range d.next[s] {
					key = binary.LittleEndian.AppendUint32(key, uint32(st.fn))
					key = binary.LittleEndian.AppendUint32(key, uint32(block[st.to]))
				}
			}
			b, ok := numbers[string(key)]
			if !ok {
				b = int32(len(numbers))
				numbers[string(key)] = b
			}
			next[s] = b
		}
		block = next
		if len(numbers) == count && round > 0 {
			break
		}
		count = len(numbers)
	}
	out := det{next: make([][]step, count), accept: make([]bool, count), trap: make([]bool, count), start: block[d.start]}
	for s := range n {
		b := block[s]
		out.accept[b], out.trap[b] = d.accept[s], d.trap[s]
		if out.next[b] == nil { // those of a block are alike
			for _, st := range d.next[s] {
				out.next[b] = append(out.next[b], step{st.fn, block[st.to]})
			}
		}
	}
	*d = out
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// replace makes d the automaton of monitor m and maps the letters onto it. A
// letter that is rejected in every state is impossible and dropped.
func (c *compiler) replace(m int, d *det) {
	mo := &c.mons[m]
	old := mo.funcs
	mo.size, mo.start = int32(len(d.accept)), d.start
	mo.accept = func(v int32) bool { return d.accept[v] }
	mo.trap = int32(slices.Index(d.trap, true))
	mo.funcs, mo.numbers = nil, map[string]int32{}
	mo.final.States, mo.final.Start, mo.final.Accept, mo.final.Trap = len(d.accept), d.start, d.accept, mo.trap
	pairs := make([][]sem.Pair, len(old))
	for s, row := range d.next {
		for _, st := range row {
			pairs[st.fn] = append(pairs[st.fn], sem.Pair{From: int32(s), To: st.to})
		}
	}
	mapped := make([]int32, len(old))
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

const impossible = int32(-2)
