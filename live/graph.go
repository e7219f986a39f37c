package live

import "encoding/binary"

// Fairness says which infinite executions count.
type Fairness string

const (
	None   Fairness = "none"   // all
	Weak   Fairness = "weak"   // a task that is enabled from some point on without a break moves again and again
	Strong Fairness = "strong" // a task that is enabled again and again moves again and again
)

// Edge is a step. Takes is a set of conditions that it is taken for, as Set numbers them. Marks
// are what it shows of what Require demands.
type Edge struct {
	To, Takes int32
	Marks     uint32
}

// Graph has the states 0, 1, .. in the order of their distances from where executions
// begin. It is made by Add and Step: all edges of a state, then the next state.
//
// Fairness is a number of conditions, each of which is enabled in some states, and taken by some
// edges. The first ones are the tasks, which are fair as a kind of fairness says. Those after them
// are declared: what is enabled again and again is taken again and again, except without fairness.
type Graph struct {
	first   []int // by state, and one more: where its edges begin
	edges   []Edge
	tasks   int
	words   int
	enabled []uint64         // by state: so many words, a bit for each condition
	taken   []uint64         // by set of conditions: so many words
	sets    map[string]int32 // their numbers
	marks   uint32           // that a cycle has to have
}

// New is an empty graph for a number of tasks, and of conditions that are declared.
func New(tasks, declared int) *Graph {
	return &Graph{first: []int{0}, tasks: tasks, words: (tasks + declared + 63) / 64, sets: map[string]int32{}}
}

// Set is the number of a set of conditions.
func (g *Graph) Set(conditions ...int32) int32 {
	set := make([]uint64, g.words)
	for _, c := range conditions {
		set[c/64] |= 1 << (c % 64)
	}
	var key []byte
	for _, w := range set {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	n, known := g.sets[string(key)]
	if !known {
		n = int32(len(g.sets))
		g.sets[string(key)], g.taken = n, append(g.taken, set...)
	}
	return n
}

// of are the conditions that are weak, and those that are strong, under a kind of fairness.
func (g *Graph) of(f Fairness) (weak, strong []uint64) {
	weak, strong = make([]uint64, g.words), make([]uint64, g.words)
	if f == None {
		return weak, strong
	}
	for i := range strong {
		strong[i] = ^uint64(0) // those that do not exist are enabled nowhere
	}
	for t := 0; t < g.tasks && f == Weak; t++ {
		weak[t/64] |= 1 << (t % 64)
		strong[t/64] &^= 1 << (t % 64)
	}
	return weak, strong
}

// Require demands of cycles that each of the marks is on one of their edges: acceptance of
// a generalized Büchi automaton.
func (g *Graph) Require(marks uint32) { g.marks = marks }

// States is the number of states.
func (g *Graph) States() int { return len(g.first) - 1 }

// Bytes is what the graph takes.
func (g *Graph) Bytes() int64 {
	return int64(cap(g.first))*8 + int64(cap(g.edges))*12 + int64(cap(g.enabled)+cap(g.taken))*8
}

// Add adds a state, without edges and enabled conditions.
func (g *Graph) Add() {
	g.first = append(g.first, len(g.edges))
	g.enabled = append(g.enabled, make([]uint64, g.words)...)
}

// Enable notes that a condition is enabled in the last state.
func (g *Graph) Enable(condition int32) {
	g.enabled[len(g.enabled)-g.words+int(condition)/64] |= 1 << (condition % 64)
}

// EnableAll notes that the conditions of a set are.
func (g *Graph) EnableAll(set int32) {
	for i, w := range g.takes(set) {
		g.enabled[len(g.enabled)-g.words+i] |= w
	}
}

// Step adds an edge to the last state. It may lead to a state that is added later.
func (g *Graph) Step(e Edge) {
	g.edges = append(g.edges, e)
	g.first[len(g.first)-1] = len(g.edges)
}

// can is the set of conditions that are enabled in a state.
func (g *Graph) can(state int32) []uint64 {
	return g.enabled[int(state)*g.words : (int(state)+1)*g.words]
}

// takes are the conditions of a set.
func (g *Graph) takes(set int32) []uint64 { return g.taken[int(set)*g.words : (int(set)+1)*g.words] }

// Lasso is a cycle: it begins and ends in the state Entry, and takes of each state that
// it passes the edge of that number, counted from 0 among those of the state.
type Lasso struct {
	Entry int
	Loop  []Turn
}

// Turn is a step of a cycle.
type Turn struct {
	From, Edge, To int
}
