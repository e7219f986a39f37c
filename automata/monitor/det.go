package monitor

import (
	"encoding/binary"
	"slices"

	"flavers/limit"
	"flavers/sem"
)

// This file makes automata deterministic by the subset construction, and small by Moore's partition refinement.
// reduce.go says which steps are silent, and has an example.

// det is a deterministic automaton. Its letters are the functions of a monitor, by their numbers: a function without a
// step in a state is rejected there.
type det struct {
	next   [][]step // by state: its steps, ascending by function
	accept []bool   // by state: an execution may end in it
	trap   []bool   // by state: it contains the error state of the monitor
	start  int32
}

// step leads by function fn to state to.
type step struct{ fn, to int32 }

// subsets returns a deterministic automaton for monitor mo. Each of its states is a set of states of mo that is closed
// under silent moves. used says which functions of mo are letters. ok is false if there are more than maxSubsets sets.
func subsets(mo *mon, used []bool, silent []sem.Pair, poll *limit.Poll) (d *det, ok bool) {
	if len(silent) == 0 {
		return reachable(mo, used, poll), true
	}
	c := newSubsetConstruction(mo, silent)
	moves := stepsFrom(mo, used)
	c.d.start = c.closed([]step{{to: mo.start}})
	var all []step // the steps from all members of a set
	for n := 0; n < len(c.sets); n++ {
		if n > maxSubsets {
			return nil, false
		}
		all = all[:0]
		for _, v := range c.sets[n] {
			all = append(all, moves[v]...)
		}
		slices.SortFunc(all, func(a, b step) int { return int(a.fn - b.fn) })
		var row []step
		for from := 0; from < len(all); { // one round for each function
			poll.Look()
			to := from + 1
			for to < len(all) && all[to].fn == all[from].fn {
				to++
			}
			row = append(row, step{all[from].fn, c.closed(all[from:to])})
			from = to
		}
		c.d.next = append(c.d.next, row)
	}
	return &c.d, true
}

// subsetConstruction numbers closed sets of states of a monitor in the order in which they are found.
type subsetConstruction struct {
	mo      *mon
	d       det              // its states are the numbers of sets
	sets    [][]int32        // by number: the members, ascending
	numbers map[string]int32 // the numbers of sets, by their members as bytes
	onwards [][]int32        // by state of mo: where silent moves lead

	// closureOf has, by state of mo, the number of its closure plus one, or zero if that is not known yet. Most
	// steps lead to one state, so most closures are found here.
	closureOf []int32

	// lastIn has, by state of mo, the last call of closure that put it into its set. Calls are counted from 1, so
	// no table has to be cleared between them.
	lastIn []int
	calls  int
}

func newSubsetConstruction(mo *mon, silent []sem.Pair) *subsetConstruction {
	c := &subsetConstruction{mo: mo, numbers: map[string]int32{}, onwards: make([][]int32, mo.size),
		closureOf: make([]int32, mo.size), lastIn: make([]int, mo.size)}
	for _, p := range silent {
		c.onwards[p.From] = append(c.onwards[p.From], p.To)
	}
	return c
}

// closed returns the number of the set of all states to which the steps lead, with silent moves after them.
func (c *subsetConstruction) closed(steps []step) int32 {
	if len(steps) > 1 {
		return c.number(c.closure(steps))
	}
	v := steps[0].to
	if c.closureOf[v] == 0 {
		c.closureOf[v] = c.number(c.closure(steps)) + 1
	}
	return c.closureOf[v] - 1
}

// closure returns the states to which the steps lead, with silent moves after them, ascending.
func (c *subsetConstruction) closure(steps []step) []int32 {
	c.calls++
	set := make([]int32, 0, len(steps))
	add := func(v int32) {
		if c.lastIn[v] != c.calls {
			c.lastIn[v] = c.calls
			set = append(set, v)
		}
	}
	for _, st := range steps {
		add(st.to)
	}
	for i := 0; i < len(set); i++ { // set grows in the loop
		for _, v := range c.onwards[set[i]] {
			add(v)
		}
	}
	slices.Sort(set)
	return set
}

// number returns the number of a closed set. A new set becomes a state of the automaton.
func (c *subsetConstruction) number(set []int32) int32 {
	key := make([]byte, 0, 4*len(set))
	for _, v := range set {
		key = binary.LittleEndian.AppendUint32(key, uint32(v))
	}
	if n, ok := c.numbers[string(key)]; ok {
		return n
	}
	n := int32(len(c.sets))
	c.numbers[string(key)] = n
	c.sets = append(c.sets, set)
	c.d.accept = append(c.d.accept, slices.ContainsFunc(set, c.mo.accept))
	c.d.trap = append(c.d.trap, slices.Contains(set, c.mo.trap))
	return n
}

// reachable returns the automaton of monitor mo if no move is silent. mo is then deterministic already, so it is only
// cut to the states that can be reached, in the order in which they are found.
func reachable(mo *mon, used []bool, poll *limit.Poll) *det {
	moves := stepsFrom(mo, used)
	number := make([]int32, mo.size) // by state of mo: its number in d plus one, or zero if it was not reached
	order := []int32{mo.start}       // the states of mo by their numbers in d
	number[mo.start] = 1
	d := &det{}
	for n := 0; n < len(order); n++ {
		v := order[n]
		d.accept = append(d.accept, mo.accept(v))
		d.trap = append(d.trap, v == mo.trap)
		row := moves[v] // stepsFrom has made it for this call alone, so it can be changed
		for i, st := range row {
			poll.Look()
			if number[st.to] == 0 {
				order = append(order, st.to)
				number[st.to] = int32(len(order))
			}
			row[i].to = number[st.to] - 1
		}
		d.next = append(d.next, row)
	}
	return d
}

// stepsFrom returns, by state of mo, where the functions in use lead from the state, ascending by function. All rows
// lie in one allocation.
func stepsFrom(mo *mon, used []bool) [][]step {
	count := make([]int32, mo.size)
	all := 0
	for f := range mo.funcs {
		if used[f] {
			all += len(mo.funcs[f].pairs)
			for _, p := range mo.funcs[f].pairs {
				count[p.From]++
			}
		}
	}
	// Cut the allocation into empty rows of the right capacity, and fill them.
	out, steps := make([][]step, mo.size), make([]step, all)
	for v, n := range count {
		out[v], steps = steps[:0:n], steps[n:]
	}
	for f := range mo.funcs {
		if used[f] {
			for _, p := range mo.funcs[f].pairs {
				out[p.From] = append(out[p.From], step{int32(f), p.To})
			}
		}
	}
	return out
}

// maxRefinement bounds the work of minimisation, in states that are looked at. A counter of n values may need n
// rounds of n states each, and then no two states are alike. An automaton that is too large for this stays as it is,
// which is as exact.
const maxRefinement = 1 << 20

// minimise merges states that accept the same continuations, by Moore's partition refinement. Blocks are numbered in
// the order of their first states.
//
// Each round tells states apart by a hash of their block and of the blocks that they lead to. Two different states may
// have the same hash. Then the partition at the end is not stable, which stable finds out, and nothing is merged.
func (d *det) minimise() {
	n := len(d.accept)
	block, next := make([]int32, n), make([]int32, n) // by state: its block after the last round, and after this one
	numbers := make(map[uint64]int32, n)
	count := 0
	for round := 0; ; round++ {
		if round*n > maxRefinement {
			return
		}
		clear(numbers)
		for s := range n {
			h := mix(0, uint32(flag(d.accept[s]))<<1|uint32(flag(d.trap[s]))) // round 0
			if round > 0 {
				h = mix(0, uint32(block[s]))
				for _, st := range d.next[s] {
					h = mix(mix(h, uint32(st.fn)), uint32(block[st.to]))
				}
			}
			b, ok := numbers[h]
			if !ok {
				b = int32(len(numbers))
				numbers[h] = b
			}
			next[s] = b
		}
		block, next = next, block
		if len(numbers) == n {
			return // no two states are alike
		}
		if len(numbers) == count && round > 0 {
			break // this round has split no block
		}
		count = len(numbers)
	}
	if first := d.stable(block, count); first != nil {
		d.merge(block, first)
	}
}

// stable returns the first state of each block if the partition is stable: the states of each block accept alike and
// lead to the same blocks. It returns nil if the partition is not.
func (d *det) stable(block []int32, count int) []int32 {
	first := make([]int32, count)
	for i := range first {
		first[i] = -1
	}
	for s, b := range block {
		if first[b] < 0 {
			first[b] = int32(s)
			continue
		}
		f := first[b]
		alike := func(x, y step) bool { return x.fn == y.fn && block[x.to] == block[y.to] }
		if d.accept[s] != d.accept[f] || d.trap[s] != d.trap[f] || !slices.EqualFunc(d.next[s], d.next[f], alike) {
			return nil
		}
	}
	return first
}

// merge makes one state of each block of a stable partition. first has the first state of each block.
func (d *det) merge(block, first []int32) {
	out := det{next: make([][]step, len(first)), accept: make([]bool, len(first)), trap: make([]bool, len(first)),
		start: block[d.start]}
	for b, s := range first {
		out.accept[b], out.trap[b] = d.accept[s], d.trap[s]
		for _, st := range d.next[s] {
			out.next[b] = append(out.next[b], step{st.fn, block[st.to]})
		}
	}
	*d = out
}

// mix adds the word w to the hash h.
func mix(h uint64, w uint32) uint64 {
	h = (h ^ uint64(w) ^ 0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd
	return h ^ h>>32
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}
