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

// det is a deterministic automaton over the functions of a monitor as letters.
type det struct {
	next   [][]int32 // by function (nil where unused), by state; -1: rejected
	accept []bool
	trap   []bool
	start  int32
}

// subsets is the subset construction, with the silent moves closed over; !ok:
// too many subsets.
func subsets(mo *mon, used []bool, silent []sem.Pair, poll *limit.Poll) (*det, bool) {
	d := &det{next: make([][]int32, len(mo.funcs))}
	slices.SortFunc(silent, func(a, b sem.Pair) int { return int(a.From - b.From) })
	closure := func(set []int32) []int32 {
		for i := 0; i < len(set); i++ {
			k, _ := slices.BinarySearchFunc(silent, set[i], func(p sem.Pair, v int32) int { return int(p.From - v) })
			for ; k < len(silent) && silent[k].From == set[i]; k++ {
				if !slices.Contains(set, silent[k].To) {
					set = append(set, silent[k].To)
				}
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
	d.start = number(closure([]int32{mo.start}))
	var live []int // functions in use
	tables := make([][]int32, len(mo.funcs))
	for f := range mo.funcs {
		if used[f] {
			live = append(live, f)
			tables[f] = dense(mo.funcs[f].pairs, mo.size)
		}
	}
	for n := 0; n < len(states); n++ {
		if len(silent) > 0 && n > maxSubsets {
			return nil, false
		}
		for _, f := range live {
			poll.Look()
			var image []int32
			for _, v := range states[n] {
				if w := tables[f][v]; w >= 0 && !slices.Contains(image, w) {
					image = append(image, w)
				}
			}
			to := int32(-1)
			if len(image) > 0 {
				to = number(closure(image))
			}
			d.next[f] = append(d.next[f], to)
		}
	}
	return d, true
}

// maxRefinement bounds the refinement of a large automaton, in states looked
// at. A counter of n values may need n rounds of n states each and then have
// nothing merged; without minimisation it is as exact.
const maxRefinement = 1 << 20

// minimise merges states that accept the same continuations (Moore's partition
// refinement; blocks are numbered in order of their first state).
func (d *det) minimise() {
	n := len(d.accept)
	var rows [][]int32 // of functions in use
	for _, row := range d.next {
		if row != nil {
			rows = append(rows, row)
		}
	}
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
				for _, row := range rows {
					to := int32(-1)
					if row[s] >= 0 {
						to = block[row[s]]
					}
					key = binary.LittleEndian.AppendUint32(key, uint32(to))
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
	out := det{next: make([][]int32, len(d.next)), accept: make([]bool, count), trap: make([]bool, count), start: block[d.start]}
	for f, row := range d.next {
		if row != nil {
			out.next[f] = make([]int32, count)
		}
	}
	for s := range n {
		out.accept[block[s]], out.trap[block[s]] = d.accept[s], d.trap[s]
	}
	for f, row := range d.next {
		for s, to := range row {
			out.next[f][block[s]] = -1
			if to >= 0 {
				out.next[f][block[s]] = block[to]
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
	mapped := make([]int32, len(old))
	for f := range old {
		mapped[f] = impossible
		if d.next[f] == nil {
			continue
		}
		var pairs []sem.Pair
		for s, to := range d.next[f] {
			if to >= 0 {
				pairs = append(pairs, sem.Pair{From: int32(s), To: to})
			}
		}
		if len(pairs) > 0 {
			mapped[f] = c.intern(int32(m), pairs)
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
