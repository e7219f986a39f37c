package live

import "encoding/binary"

// Fairness says which infinite executions count.
type Fairness string

const (
	None   Fairness = "none"   // all
	Weak   Fairness = "weak"   // a task that is enabled from some point on without a break moves again and again
	Strong Fairness = "strong" // a task that is enabled again and again moves again and again
)

// Edge is a step of an execution.
type Edge struct {
	To    int32  // the state that it leads to
	Takes int32  // the conditions that it takes: a set, by its number (Graph.Set)
	Marks uint32 // acceptance marks of the step, a bit for each (Graph.Require)
}

// Graph has the states 0, 1, .. in the order of their distances from the initial states. It is
// built state by state: Add a state, Enable its conditions, then call Step for each of its edges.
//
// Fairness consists of numbered conditions. Each is enabled in some states, and taken by some
// edges. The first conditions are the tasks: a task is enabled where it can move, and taken by
// its steps. Find is told whether they are fair in the weak or the strong sense. The others are
// declared by the program. They are always fair in the strong sense, except under None.
type Graph struct {
	first   []int            // by state: the index of its first edge; one more element is the number of edges
	edges   []Edge           // of all states
	tasks   int              // how many conditions are tasks
	words   int              // words of 64 bits in a set of conditions
	enabled []uint64         // by state: the set of enabled conditions, in words words
	taken   []uint64         // by number of a set: the set, in words words
	sets    map[string]int32 // by set, as bytes: its number
	marks   uint32           // marks that a cycle has to have
}

// New returns an empty graph for a number of tasks and a number of declared conditions.
func New(tasks, declared int) *Graph {
	return &Graph{first: []int{0}, tasks: tasks, words: (tasks + declared + 63) / 64, sets: map[string]int32{}}
}

// Set returns the number of a set of conditions.
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

// split returns the conditions that are fair in the weak and in the strong sense under a kind
// of fairness.
func (g *Graph) split(f Fairness) (weak, strong []uint64) {
	weak, strong = make([]uint64, g.words), make([]uint64, g.words)
	if f == None {
		return weak, strong
	}
	for i := range strong {
		strong[i] = ^uint64(0) // also bits without a condition: they are enabled nowhere
	}
	for t := 0; t < g.tasks && f == Weak; t++ {
		weak[t/64] |= 1 << (t % 64)
		strong[t/64] &^= 1 << (t % 64)
	}
	return weak, strong
}

// Require makes Find look for cycles with each of the marks on one of their edges: the
// acceptance condition of a generalized Büchi automaton.
func (g *Graph) Require(marks uint32) { g.marks = marks }

// States returns the number of states.
func (g *Graph) States() int { return len(g.first) - 1 }

// Bytes returns the memory that the graph takes.
func (g *Graph) Bytes() int64 {
	return int64(cap(g.first))*8 + int64(cap(g.edges))*12 + int64(cap(g.enabled)+cap(g.taken))*8
}

// Add adds a state, without edges and enabled conditions.
func (g *Graph) Add() {
	g.first = append(g.first, len(g.edges))
	g.enabled = append(g.enabled, make([]uint64, g.words)...)
}

// Enable makes a condition enabled in the state that was added last.
func (g *Graph) Enable(condition int32) {
	g.enabled[len(g.enabled)-g.words+int(condition)/64] |= 1 << (condition % 64)
}

// EnableAll makes the conditions of a set, given by its number, enabled in the state that was
// added last.
func (g *Graph) EnableAll(set int32) {
	for i, w := range g.takes(set) {
		g.enabled[len(g.enabled)-g.words+i] |= w
	}
}

// Step adds an edge of the state that was added last. It may lead to a state that is added later.
func (g *Graph) Step(e Edge) {
	g.edges = append(g.edges, e)
	g.first[len(g.first)-1] = len(g.edges)
}

// can returns the set of conditions that are enabled in a state.
func (g *Graph) can(state int32) []uint64 {
	return g.enabled[int(state)*g.words : (int(state)+1)*g.words]
}

// takes returns the set with a number.
func (g *Graph) takes(set int32) []uint64 { return g.taken[int(set)*g.words : (int(set)+1)*g.words] }

// Lasso is a cycle.
type Lasso struct {
	Entry int    // the state in which the cycle begins and ends
	Loop  []Turn // its steps, at least one
}

// Turn is a step of a cycle: from a state to a state, by the edge with number Edge among those
// of From, counted from 0.
type Turn struct {
	From, Edge, To int
}
