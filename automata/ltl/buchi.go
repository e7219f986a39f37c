package ltl

// This file has generalized Büchi automata, and decides which of their states accept some word. A run with marks on its
// edges accepts if each mark comes again and again. In
//
//	0 -a-> 0 (mark 0)     0 -b-> 1     1 -b-> 1
//
// the word aaa... is accepted, and abbb... is not, since its run stays in state 1 and takes mark 0 only once.

import "slices"

// Buchi is a nondeterministic generalized Büchi automaton with acceptance on edges. A run accepts if, for each mark, it
// takes edges with this mark again and again. Without marks, every infinite run accepts.
type Buchi struct {
	Marks uint32 // the set of all marks, a bit for each
	Start int32
	Class []int32    // by symbol: its class; symbols of a class have the same edges
	Edges [][][]Edge // by state and class; the last class is that of None, if the automaton has edges for it
}

// Edge leads to state To and has a set of marks.
type Edge struct {
	To    int32
	Marks uint32
}

// maxMarks bounds the marks, and so the untils of a formula: each until has a mark.
const maxMarks = 32

// States returns the number of states.
func (b *Buchi) States() int { return len(b.Edges) }

// Next returns the edges that leave a state with a symbol.
func (b *Buchi) Next(state, symbol int32) []Edge { return b.Edges[state][b.Class[symbol]] }

// Accepts reports whether the automaton accepts the infinite word stem loop loop loop ... Only if the automaton has
// edges for None may the word have None.
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

// accepting returns, for each of the states 0..n-1 of a graph, whether an accepting run begins there: a strongly
// connected component that has edges with all marks can be reached. It finds components by Tarjan's algorithm, which
// closes a component after all others that can be reached from it.
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
		// v is the first state of a component; its states are those from bottom on.
		inside := func(u int32) bool { return !closed[u] && index[u] >= index[v] }
		cycle, ok := false, false // the component has an edge within it; a state of it begins an accepting run
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

// reaching returns, for each state of a graph, whether a goal can be reached from it.
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
