package ltl

// This file holds generalized Büchi automata.

import "slices"

// Buchi is a generalized Büchi automaton, nondeterministic, with acceptance on edges: a run
// is accepting if it takes, for each mark, edges that have it again and again. Without
// marks every run that goes on for ever is.
type Buchi struct {
	Marks uint32 // the set of all
	Start int32
	Class []int32    // by symbol; symbols of a class have the same edges
	Edges [][][]Edge // by state and class
}

// Edge leads to a state.
type Edge struct {
	To    int32
	Marks uint32
}

// maxMarks bounds the untils of a formula.
const maxMarks = 32

// States returns the number of states.
func (b *Buchi) States() int { return len(b.Edges) }

// Next returns the edges that leave a state with a symbol.
func (b *Buchi) Next(state, symbol int32) []Edge { return b.Edges[state][b.Class[symbol]] }

// Accepts reports whether the automaton accepts the word stem loop loop .. It has None only if
// the automaton has edges for it: those of Never do not.
func (b *Buchi) Accepts(stem, loop []int32) bool {
	w := word{letters: slices.Concat(stem, loop), again: len(stem)}
	n := int32(len(w.letters))
	return accepting(b.States()*int(n), b.Marks, func(v int32, f func(Edge)) {
		at := int(v % n)
		for _, e := range b.letter(v/n, w.letters[at]) {
			f(Edge{e.To*n + int32(w.next(at)), e.Marks})
		}
	})[b.Start*n]
}

// letter returns the edges that leave a state with a letter.
func (b *Buchi) letter(state, letter int32) []Edge {
	if row := b.Edges[state]; letter == None {
		return row[len(row)-1]
	}
	return b.Next(state, letter)
}

// accepting tells of the states 0..n-1 of a graph whether a run with all marks begins
// there: a component has edges with each of them, and can be reached (Tarjan).
func accepting(n int, marks uint32, edges func(state int32, f func(Edge))) []bool {
	index, low := make([]int32, n), make([]int32, n) // index: from 1 in the order of visits
	closed, good := make([]bool, n), make([]bool, n)
	var stack []int32
	var time int32
	var visit func(v int32)
	visit = func(v int32) {
		time++
		index[v], low[v] = time, time
		bottom := len(stack)
		stack = append(stack, v)
		edges(v, func(e Edge) {
			switch {
			case index[e.To] == 0:
				visit(e.To)
				low[v] = min(low[v], low[e.To])
			case !closed[e.To]:
				low[v] = min(low[v], index[e.To])
			}
		})
		if low[v] < index[v] {
			return
		}
		inside := func(u int32) bool { return !closed[u] && index[u] >= index[v] }
		cycle, ok := false, false
		var found uint32
		for _, u := range stack[bottom:] {
			edges(u, func(e Edge) {
				if inside(e.To) {
					cycle, found = true, found|e.Marks
				} else {
					ok = ok || good[e.To]
				}
			})
		}
		ok = ok || cycle && found&marks == marks
		for _, u := range stack[bottom:] {
			closed[u], good[u] = true, ok
		}
		stack = stack[:bottom]
	}
	for v := range int32(n) {
		if index[v] == 0 {
			visit(v)
		}
	}
	return good
}

// reaching tells of the states of a graph whether one of the goals can be reached.
func reaching(goal []bool, edges func(state int32, f func(Edge))) []bool {
	from := make([][]int32, len(goal))
	for v := range goal {
		edges(int32(v), func(e Edge) { from[e.To] = append(from[e.To], int32(v)) })
	}
	out := make([]bool, len(goal))
	var todo []int32
	for v, is := range goal {
		if is {
			out[v] = true
			todo = append(todo, int32(v))
		}
	}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, u := range from[v] {
			if !out[u] {
				out[u] = true
				todo = append(todo, u)
			}
		}
	}
	return out
}
