package ltl

// This file makes what engines judge executions by.

import "slices"

// Automata of a formula.
type Automata struct {
	Words Words
	// Never accepts a word whose events do not end if and only if the word violates the
	// formula, unless some beginning of it is one from which nothing can satisfy the
	// formula. It has marks. nil: there is no such word; if Words accepts wherever it is
	// live, the formula is a safety formula.
	Never *Buchi
}

// Words is a complete deterministic automaton of sequences of symbols. It begins in state
// 0.
type Words struct {
	Class   []int32 // by symbol
	Classes int
	Next    []int32 // state*Classes + class
	Accept  []bool  // by state: the sequence, and None for ever, satisfies the formula
	Live    []bool  // by state: some word that goes on with symbols, or ends in None, does
}

// States returns the number of states.
func (w *Words) States() int { return len(w.Accept) }

// Translate makes the automata of a formula over the symbols 0, 1, .. with at most limit
// states each. The error is ErrTooLarge.
func Translate(f *Formula, symbols, limit int) (*Automata, error) {
	yes, err := translate(f, false, symbols, limit)
	if err != nil {
		return nil, err
	}
	no, err := translate(f, true, symbols, limit)
	if err != nil {
		return nil, err
	}
	out := &Automata{}
	if err := out.Words.subsets(yes, limit); err != nil {
		return nil, err
	}
	out.Never, err = out.Words.without(no, limit)
	return out, err
}

// events calls f for the edges of a state with symbols.
func (b *Buchi) events(state int32, f func(Edge)) {
	for _, list := range b.Edges[state][:b.classes()] {
		for _, e := range list {
			f(e)
		}
	}
}

// classes returns the number of classes that have symbols: all but that of None.
func (b *Buchi) classes() int { return len(b.Edges[0]) - 1 }

// subsets returns the automaton of the subset construction. Of a set, only states count from which some word is
// accepted that goes on with symbols, or ends in None.
func (w *Words) subsets(b *Buchi, limit int) error {
	none := func(v int32, f func(Edge)) {
		for _, e := range b.Edges[v][b.classes()] {
			f(e)
		}
	}
	ends := accepting(b.States(), b.Marks, none)
	good := accepting(b.States(), b.Marks, b.events)
	for v := range good {
		good[v] = good[v] || ends[v]
	}
	good = reaching(good, b.events)
	w.Class, w.Classes = b.Class, b.classes()
	numbers := map[string]int32{}
	var sets [][]int32
	number := func(set []int32) int32 {
		set = slices.DeleteFunc(set, func(v int32) bool { return !good[v] })
		slices.Sort(set)
		set = slices.Compact(set)
		id, ok := numbers[key(set)]
		if !ok {
			id = int32(len(sets))
			numbers[key(set)] = id
			sets = append(sets, set)
			w.Accept = append(w.Accept, slices.ContainsFunc(set, func(v int32) bool { return ends[v] }))
			w.Live = append(w.Live, len(set) > 0)
		}
		return id
	}
	number([]int32{b.Start})
	work := 0
	for i := 0; i < len(sets); i++ {
		for c := range w.Classes {
			var to []int32
			for _, v := range sets[i] {
				for _, e := range b.Edges[v][c] {
					to = append(to, e.To)
				}
			}
			w.Next = append(w.Next, number(to))
			if work += len(to); work > maxWork || len(sets) > limit {
				return ErrTooLarge
			}
		}
	}
	return nil
}

// without returns the part of b that it needs to accept words on which w never leaves its live states. It returns nil
// if b accepts no such word.
func (w *Words) without(b *Buchi, limit int) (*Buchi, error) {
	type pair struct{ word, state int32 }
	numbers := map[pair]int32{}
	var pairs []pair
	number := func(p pair) int32 {
		id, ok := numbers[p]
		if !ok {
			id = int32(len(pairs))
			numbers[p] = id
			pairs = append(pairs, p)
		}
		return id
	}
	var edges [][]Edge
	if w.Live[0] {
		number(pair{0, b.Start})
	}
	for i := 0; i < len(pairs); i++ {
		var list []Edge
		for c := range w.Classes {
			to := w.Next[int(pairs[i].word)*w.Classes+c]
			for _, e := range b.Edges[pairs[i].state][c] {
				if w.Live[to] {
					list = append(list, Edge{number(pair{to, e.To}), e.Marks})
				}
			}
		}
		if edges = append(edges, list); len(pairs) > 16*limit {
			return nil, ErrTooLarge
		}
	}
	good := accepting(len(pairs), b.Marks, func(v int32, f func(Edge)) {
		for _, e := range edges[v] {
			f(e)
		}
	})
	keep := slices.Repeat([]int32{-1}, b.States())
	for i, p := range pairs {
		if good[i] {
			keep[p.state] = 0
		}
	}
	if len(pairs) == 0 || keep[b.Start] < 0 {
		return nil, nil
	}
	out := &Buchi{Marks: b.Marks, Class: b.Class}
	for v := range keep {
		if keep[v] == 0 {
			keep[v] = int32(len(out.Edges))
			out.Edges = append(out.Edges, b.Edges[v][:w.Classes])
		}
	}
	for v, row := range out.Edges {
		out.Edges[v] = renumbered(row, keep)
	}
	out.Start = keep[b.Start]
	if out.Marks == 0 {
		out.Marks = 1
		for _, row := range out.Edges {
			for _, list := range row {
				for i := range list {
					list[i].Marks = 1
				}
			}
		}
	}
	return out.merged(), nil
}
