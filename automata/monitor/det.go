package monitor

import (
	"encoding/binary"
	"slices"

	"flavers/limit"
	"flavers/sem"
)

// This file makes automata deterministic, and small.

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

// subsets returns the automaton of the subset construction, with the silent moves closed over; !ok:
// too many subsets.
func subsets(mo *mon, used []bool, silent []sem.Pair, poll *limit.Poll) (*det, bool) {
	if len(silent) == 0 {
		return reachable(mo, used, poll), true
	}
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
		if n > maxSubsets {
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

// reachable returns the automaton where no move is silent: it is deterministic already, and
// is cut to the values that can be reached, numbered as they are found.
func reachable(mo *mon, used []bool, poll *limit.Poll) *det {
	moves := stepsFrom(mo, used)
	number := make([]int32, mo.size) // by value: one more than its state
	order := []int32{mo.start}
	number[mo.start] = 1
	d := &det{}
	for n := 0; n < len(order); n++ {
		v := order[n]
		d.accept = append(d.accept, mo.accept(v))
		d.trap = append(d.trap, v == mo.trap)
		row := moves[v] // of this call alone
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

// stepsFrom lists, by value, where the functions in use lead from there, ascending by
// function.
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

// maxRefinement bounds the refinement of a large automaton, in states looked
// at. A counter of n values may need n rounds of n states each and then have
// nothing merged; without minimisation it is as exact.
const maxRefinement = 1 << 20

// minimise merges states that accept the same continuations (Moore's partition
// refinement; blocks are numbered in order of their first state). States are told apart
// by the hash of what they do. If two that differ had the same hash, the partition at the
// end would not be stable: that is looked at, and then nothing is merged.
func (d *det) minimise() {
	n := len(d.accept)
	block, next := make([]int32, n), make([]int32, n)
	numbers := make(map[uint64]int32, n)
	count := 0
	for round := 0; ; round++ {
		if round*n > maxRefinement {
			return
		}
		clear(numbers)
		for s := range n {
			h := mix(0, uint32(flag(d.accept[s]))<<1|uint32(flag(d.trap[s])))
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
			break
		}
		count = len(numbers)
	}
	if first := d.stable(block, count); first != nil {
		d.merge(block, first)
	}
}

// stable returns the first state of each block, or nil if two states of a block differ in
// whether they accept, or in the blocks that they lead to.
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

// merge makes one state of each block of a stable partition, of which it is given the
// first states.
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

// mix adds a word to a hash.
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
