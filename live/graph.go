package live

// Fairness says which infinite executions count.
type Fairness string

const (
	None   Fairness = "none"   // all
	Weak   Fairness = "weak"   // a task that is enabled from some point on without a break moves again and again
	Strong Fairness = "strong" // a task that is enabled again and again moves again and again
)

// Edge is a step. A and B are the tasks that move; B is negative if only one does. Marks
// are what it shows of what Require demands.
type Edge struct {
	To, A, B int32
	Marks    uint32
}

// Graph has the states 0, 1, .. in the order of their distances from where executions
// begin. It is made by Add and Step: all edges of a state, then the next state.
type Graph struct {
	first   []int // by state, and one more: where its edges begin
	edges   []Edge
	words   int
	enabled []uint64 // by state: so many words, a bit for each task
	marks   uint32   // that a cycle has to have
}

// New is an empty graph for a number of tasks.
func New(tasks int) *Graph { return &Graph{first: []int{0}, words: (tasks + 63) / 64} }

// Require demands of cycles that each of the marks is on one of their edges: acceptance of
// a generalized Büchi automaton.
func (g *Graph) Require(marks uint32) { g.marks = marks }

// States is the number of states.
func (g *Graph) States() int { return len(g.first) - 1 }

// Bytes is what the graph takes.
func (g *Graph) Bytes() int64 {
	return int64(cap(g.first))*8 + int64(cap(g.edges))*16 + int64(cap(g.enabled))*8
}

// Add adds a state, without edges and enabled tasks.
func (g *Graph) Add() {
	g.first = append(g.first, len(g.edges))
	for range g.words {
		g.enabled = append(g.enabled, 0)
	}
}

// Enable notes that a task is enabled in the last state.
func (g *Graph) Enable(task int32) {
	g.enabled[len(g.enabled)-g.words+int(task)/64] |= 1 << (task % 64)
}

// Step adds an edge to the last state. It may lead to a state that is added later.
func (g *Graph) Step(e Edge) {
	g.edges = append(g.edges, e)
	g.first[len(g.first)-1] = len(g.edges)
}

// can is the set of tasks that are enabled in a state.
func (g *Graph) can(state int32) []uint64 {
	return g.enabled[int(state)*g.words : (int(state)+1)*g.words]
}

// moves adds the tasks of an edge to a set.
func (e *Edge) moves(set []uint64) {
	set[e.A/64] |= 1 << (e.A % 64)
	if e.B >= 0 {
		set[e.B/64] |= 1 << (e.B % 64)
	}
}

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
