package automata

// This file minimises automata by the algorithm of Hopcroft (1971). Our difference: unreachable states are dropped
// first, and the states of the result are numbered in breadth-first order from the start, so that automata with equal
// languages become equal.

import "slices"

// Minimize returns the complete automaton with the fewest states that accepts the language of d and has the same marks,
// Live and Open, after each word. States are numbered breadth-first from the start, symbols in order, so two automata
// with the same language and marks give the same result, except for Names: a state has the name of the first of its
// members that has one. The time is in O(symbols * n log n).
func (d *DFA) Minimize() *DFA {
	d = d.reachable()
	block := hopcroft(d)
	return d.quotient(block)
}

// reachable drops states that no word reaches, and numbers the others breadth-first.
func (d *DFA) reachable() *DFA {
	id := make([]int32, d.States())
	for i := range id {
		id[i] = -1
	}
	order := []int32{d.Start}
	id[d.Start] = 0
	for i := 0; i < len(order); i++ {
		for sym := range d.Symbols {
			if t := d.Step(order[i], sym); id[t] < 0 {
				id[t] = int32(len(order))
				order = append(order, t)
			}
		}
	}
	return d.renumbered(order, id)
}

// renumbered returns the automaton of the states in order, numbered in that order. id has the new number of each state.
func (d *DFA) renumbered(order, id []int32) *DFA {
	out := &DFA{Symbols: d.Symbols, Start: id[d.Start],
		Next: make([]int32, 0, len(order)*d.Symbols), Accept: make([]bool, 0, len(order))}
	for _, s := range order {
		for sym := range d.Symbols {
			out.Next = append(out.Next, id[d.Step(s, sym)])
		}
		out.Accept = append(out.Accept, d.Accept[s])
		if d.Live != nil {
			out.Live = append(out.Live, d.Live[s])
		}
		if d.Open != nil {
			out.Open = append(out.Open, d.Open[s])
		}
		if d.Names != nil {
			out.Names = append(out.Names, d.Names[s])
		}
	}
	return out
}

// quotient merges every block into one state.
func (d *DFA) quotient(block []int32) *DFA {
	count := int(slices.Max(block)) + 1
	rep := make([]int32, count) // by block: its first member
	for i := range rep {
		rep[i] = -1
	}
	names := make([]string, count)
	for s, b := range block {
		if rep[b] < 0 {
			rep[b] = int32(s)
		}
		if d.Names != nil && names[b] == "" {
			names[b] = d.Names[s]
		}
	}
	out := &DFA{Symbols: d.Symbols, Start: block[d.Start], Accept: make([]bool, count),
		Next: make([]int32, 0, count*d.Symbols)}
	for b, r := range rep {
		out.Accept[b] = d.Accept[r]
		if d.Live != nil {
			out.Live = append(out.Live, d.Live[r])
		}
		if d.Open != nil {
			out.Open = append(out.Open, d.Open[r])
		}
		for sym := range d.Symbols {
			out.Next = append(out.Next, block[d.Step(r, sym)])
		}
	}
	if d.Names != nil {
		out.Names = names
	}
	return out.reachable()
}

// partition is a partition of states into blocks. The states of a block are together in elems, so that a block can be
// split by moving its marked members to the front.
type partition struct {
	elems      []int32 // states, block by block
	where      []int32 // by state: its index in elems
	block      []int32 // by state
	first, end []int32 // by block: its range in elems
	marked     []int32 // by block: how many members are marked; they come first
}

// mark marks state s, by moving it to the end of the marked members of its block.
func (p *partition) mark(s int32) {
	b := p.block[s]
	to := p.first[b] + p.marked[b] // the first unmarked member is here
	at := p.where[s]
	if at < to {
		return // it is marked already
	}
	other := p.elems[to]
	p.elems[to], p.elems[at] = s, other
	p.where[s], p.where[other] = to, at
	p.marked[b]++
}

// split splits block b into its marked and its unmarked members, and removes the marks. The smaller part becomes a new
// block, whose number split returns. It returns -1 if one of the parts is empty.
func (p *partition) split(b int32) int32 {
	m, first, end := p.marked[b], p.first[b], p.end[b]
	p.marked[b] = 0
	if m == 0 || m == end-first {
		return -1
	}
	fresh := int32(len(p.first))
	lo, hi := first, first+m
	if m <= end-first-m {
		p.first[b] = first + m
	} else {
		lo, hi = first+m, end
		p.end[b] = first + m
	}
	p.first, p.end, p.marked = append(p.first, lo), append(p.end, hi), append(p.marked, 0)
	for _, s := range p.elems[lo:hi] {
		p.block[s] = fresh
	}
	return fresh
}

// hopcroft returns, for each state of d, its block in the coarsest partition that is stable under every symbol and
// separates states that differ in Accept, Live or Open.
func hopcroft(d *DFA) []int32 {
	n := d.States()
	p := &partition{elems: make([]int32, n), where: make([]int32, n), block: make([]int32, n),
		first: []int32{0}, end: []int32{int32(n)}, marked: []int32{0}}
	for i := range n {
		p.elems[i], p.where[i] = int32(i), int32(i)
	}
	// The first partition: states with the same Accept, Live and Open.
	for s, a := range d.Accept {
		if a {
			p.mark(int32(s))
		}
	}
	p.split(0)
	for _, marks := range [][]bool{d.Live, d.Open} {
		for s, marked := range marks {
			if marked {
				p.mark(int32(s))
			}
		}
		for b := range p.first { // the blocks of before this loop; new ones have no marks
			p.split(int32(b))
		}
	}

	// The predecessors of state t by symbol sym are from[at[sym*n+t]:at[sym*n+t+1]].
	at := make([]int32, d.Symbols*n+1)
	for i, t := range d.Next {
		at[i%d.Symbols*n+int(t)+1]++
	}
	for i := 1; i < len(at); i++ {
		at[i] += at[i-1]
	}
	from := make([]int32, len(d.Next))
	fill := slices.Clone(at)
	for i, t := range d.Next {
		k := i%d.Symbols*n + int(t)
		from[fill[k]] = int32(i / d.Symbols)
		fill[k]++
	}

	// A block waits as a splitter for all symbols at once. A block that is
	// split while it waits leaves both parts waiting; otherwise the smaller
	// part (the new one) is enough.
	var queue []int32
	for b := range p.first {
		queue = append(queue, int32(b))
	}
	var members, touched []int32
	for len(queue) > 0 {
		b := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		members = append(members[:0], p.elems[p.first[b]:p.end[b]]...)
		for sym := range d.Symbols {
			touched = touched[:0]
			for _, t := range members {
				k := sym*n + int(t)
				for _, s := range from[at[k]:at[k+1]] {
					c := p.block[s]
					if p.marked[c] == 0 {
						touched = append(touched, c)
					}
					p.mark(s)
				}
			}
			for _, c := range touched {
				if fresh := p.split(c); fresh >= 0 {
					queue = append(queue, fresh)
				}
			}
		}
	}
	return p.block
}
