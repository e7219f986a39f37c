// Package search goes through the states of a graph, each once, and knows how each was first reached. It is the one
// loop over states that the analyses of all states share:
//
//	s := search.New(graph, search.Visit[Move]{Edge: func(from int, m Move, to int, isNew bool) search.Next { ... }},
//		search.Limits{States: 1_000_000})
//	why := s.Breadth() // "": all states were visited
//
// A Graph says where it begins, which moves a state has, and what they lead to. A reduction is a graph around a graph:
// it leaves moves out, or replaces states by representatives (explore/symmetry). A Visit has the functions that an
// analysis wants called for states and edges. The order is one of Breadth, Depth, Down and Best.
//
// A state is kept as a packed key and 12 bytes: the state before it, the number of the move from there, and the number
// of steps. The moves on a path are found by asking the graph again, so Graph.Moves must depend on nothing but the
// state.
//
// To add an analysis of all states:
//
//  1. Its visit (verify/survey has the smallest one, verify/reuse has a graph of its own).
//  2. What it says, as evidence of report/outcome: Exhausted if all states were visited, Execution if one was
//     replayed.
//  3. Its answer, by the recipe of package check.
//  4. docs/design.md, and its row in internal/policy/policy_test.go if it is a package.
//
// To add a reduction:
//
//  1. A type around Graph, as Quotient of explore/symmetry is; what it keeps is a theorem in docs/theory.md.
//  2. Whoever wants it wraps its graph before New, as explore/states.go, explore/states_jobs.go and verify/blocked
//     do.
//  3. The way back to an execution of the program, as Path of Quotient, since Search.Path has states of the reduced
//     graph only.
//  4. If it leaves moves out: what keeps it from putting a task off for ever around a cycle, and a list of what it
//     keeps (deadlocks, violations, shortest executions), as explore/lpor has.
//  5. A switch for comparison, as NoSymmetry in verify/options.go and Symmetry in explore/model/options.go, with its
//     flags by the recipes of cmd/flavers (check and explore), and a random test against the search without it.
//  6. docs/design.md, and its row in internal/policy/policy_test.go if it is a package.
package search

import (
	"flavers/explore/packed"
)

// Graph is a graph of states, which are vectors of small numbers. M is a move: what labels an edge. A graph is not for
// use by several goroutines at once.
type Graph[M any] interface {
	// Sizes are how many values each component of a state has, of those that tell states apart.
	Sizes() []int32
	// Start is the state where the search begins. It may be longer than Sizes: what follows then is the same in all
	// states.
	Start() []int32
	// Moves appends the moves of a state, in the order in which they are to be taken, with what there is to say of
	// the state itself. It depends on the state only.
	Moves(list []M, state []int32) ([]M, Note)
	// Take changes the key of a state to that of the state after a move; false: the move leads nowhere, and the key
	// does not matter. state is the state before.
	Take(to *packed.Key, state []int32, m M) bool
}

// Note is what a graph says of a state to the visit; 0: nothing. These two agree on what it means.
type Note uint8

// Next is how a search goes on.
type Next uint8

const (
	Go   Next = iota
	Skip      // of a state: its moves are not taken
	Halt      // the search ends here
)

// Halted is what a search returns after its visit has returned Halt. Its other reasons are those of Limits.
const Halted = "halted"

// Visit is what an analysis does on the way; either may be nil.
type Visit[M any] struct {
	// State is called for each state, before Edge is called for its moves. By then Graph.Take has been called for
	// the moves of up to Limits.Together states, this one among them. moves is valid until State returns. If
	// Breadth is called again after Halt, or after a limit in the middle of a state, it visits that state again
	// from its start.
	State func(at int, note Note, moves []M) Next
	// Edge is called for each move that is taken, with the state it leads to: -1 if it leads nowhere. isNew: the
	// state was met for the first time. For an edge, Skip means Go.
	Edge func(from int, m M, to int, isNew bool) Next
}

// Limits of a search; the zero value has none but packed.Most states.
type Limits struct {
	States int64 // the search ends as soon as more were found: "states"
	// More is asked where more than States were found. It returns a greater limit, or 0 to end the search. nil: the
	// search ends.
	More   func() int64
	Memory int64        // bytes that the search may take while it grows: "memory"
	Kept   func() int64 // bytes that the visit keeps, counted with room to grow; may be nil
	// Stop is asked before states are visited, and says why the search has to stop; "" if it has not. The search
	// can go on later. It may be nil.
	Stop func() string
	// Together is how many states are expanded before what they lead to is looked up; 0: as many as is fast. A
	// graph that counts its work for Stop wants 1.
	Together int
}

// Search is a search in progress.
type Search[M any] struct {
	Set *packed.Set // the states, numbered as they were found

	graph     Graph[M]
	visit     Visit[M]
	limits    Limits
	from      []origin // by state
	next      int      // the first state that is not visited yet, of Breadth
	state     []int32
	pathAt    []int32    // the state at which Path is
	key       packed.Key // of what a move leads to
	wave      wave[M]
	pathMoves []M      // that a state on Path has
	waveSize  int      // states of a wave, at most
	best      *best[M] // nil: another order
	down      *down[M] // nil: another order
}

// origin is how a state was first reached.
type origin struct{ parent, move, depth uint32 }

const originBytes = 12

// wave is a number of states whose moves are taken before what they lead to is looked up: the table of states is
// larger than the caches of a processor, and many loads at a time take little longer than one (packed.Set.Fetch).
type wave[M any] struct {
	states  []waveState
	moves   []M
	keys    []uint64 // of what the moves lead to
	hashes  []uint64
	lost    []bool // by move: it leads nowhere
	touched uint64 // keeps the compiler from leaving out calls of Fetch
}

type waveState struct {
	end  int // of its moves
	note Note
}

// A wave has at most waveStates states, and no more once their successors take waveWords words: states of a thousand
// tasks are thousands of words each.
const (
	waveStates = 32
	waveWords  = 1 << 17
)

// New prepares a search from the start of a graph.
func New[M any](g Graph[M], v Visit[M], l Limits) *Search[M] {
	s := &Search[M]{graph: g, visit: v, limits: l, Set: packed.New(g.Sizes()), state: g.Start()}
	s.pathAt = append([]int32(nil), s.state...)
	if s.waveSize = l.Together; s.waveSize == 0 {
		s.waveSize = waveStates
	}
	s.Set.Add(s.state)
	s.from = append(s.from, origin{})
	return s
}

// Breadth visits states in the order of their distance from the start. It returns why it has stopped; "": all were
// visited.
func (s *Search[M]) Breadth() string {
	for s.next < s.Set.Count {
		if why := s.stop(); why != "" {
			return why
		}
		for i := range s.expand(s.next, min(s.Set.Count-s.next, s.waveSize)) {
			if why := s.visitState(s.next, i); why != "" {
				return why
			}
			s.next++
		}
	}
	return ""
}

// Depth visits a state found last first. States are not left again when all below is visited: it is no search for
// cycles.
func (s *Search[M]) Depth() string {
	stack := []uint32{0}
	for len(stack) > 0 {
		if why := s.stop(); why != "" {
			return why
		}
		at := int(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		known := s.Set.Count
		s.expand(at, 1)
		if why := s.visitState(at, 0); why != "" {
			return why
		}
		for i := s.Set.Count - 1; i >= known; i-- {
			stack = append(stack, uint32(i))
		}
	}
	return ""
}

// Next is the first state that Breadth has not visited whole: where it was halted, or goes on.
func (s *Search[M]) Next() int { return s.next }

func (s *Search[M]) stop() string {
	if s.limits.Stop == nil {
		return ""
	}
	return s.limits.Stop()
}

// expand takes the moves of up to n states from number first on. It stops early when the keys of what they lead to are
// many (waveWords). It returns how many states it has expanded.
func (s *Search[M]) expand(first, n int) int {
	w := &s.wave
	w.states, w.moves, w.keys = w.states[:0], w.moves[:0], w.keys[:0]
	w.hashes, w.lost = w.hashes[:0], w.lost[:0]
	for i := first; i < first+n && len(w.keys) < waveWords; i++ {
		key := s.Set.Key(i)
		s.Set.Unpack(s.state, key)
		begin, note := len(w.moves), Note(0)
		w.moves, note = s.graph.Moves(w.moves, s.state)
		w.states = append(w.states, waveState{len(w.moves), note})
		hash := packed.Hash(key)
		for _, m := range w.moves[begin:] {
			at := len(w.keys)
			w.keys = append(w.keys, key...)
			s.key = s.Set.On(w.keys[at:], hash)
			// Take changes the copy in place, with the hash of the state that it came from.
			w.lost = append(w.lost, !s.graph.Take(&s.key, s.state, m))
			w.hashes = append(w.hashes, s.key.Hash())
		}
	}
	if len(w.hashes) > 1 {
		w.touched += s.Set.Fetch(w.hashes)
	}
	return len(w.states)
}

// visitState visits a state, of the wave its number inWave, and enters what its moves lead to. It returns why the
// search has to stop.
func (s *Search[M]) visitState(at, inWave int) string {
	w, begin := &s.wave, 0
	if inWave > 0 {
		begin = w.states[inWave-1].end
	}
	end := w.states[inWave].end
	if s.visit.State != nil {
		switch s.visit.State(at, w.states[inWave].note, w.moves[begin:end]) {
		case Halt:
			return Halted
		case Skip:
			return ""
		}
	}
	depth := s.from[at].depth + 1
	for k := begin; k < end; k++ {
		to, isNew := -1, false
		if !w.lost[k] {
			to, isNew = s.Set.AddKey(w.keys[k*s.Set.Words:(k+1)*s.Set.Words], w.hashes[k])
		}
		if isNew {
			s.from = append(s.from, origin{uint32(at), uint32(k - begin), depth})
		}
		if s.best != nil && to >= 0 {
			s.relax(at, k-begin, to, isNew, w.moves[k])
		}
		if s.visit.Edge != nil && s.visit.Edge(at, w.moves[k], to, isNew) == Halt {
			return Halted
		}
		if isNew {
			if why := s.full(); why != "" {
				return why
			}
		}
	}
	return ""
}

// full says which limit the states have reached; "": none.
func (s *Search[M]) full() string {
	n := int64(s.Set.Count)
	for s.limits.States > 0 && n > s.limits.States {
		if s.limits.More == nil {
			return "states"
		}
		if s.limits.States = s.limits.More(); s.limits.States == 0 {
			return "states"
		}
	}
	switch {
	case n >= packed.Most:
		return "states"
	case s.limits.Memory > 0 && (n < 1<<8 || n&0xff == 0) && s.growing() > s.limits.Memory:
		// Each of the first states is looked at, since one may be large; then every 256th, as looking costs
		// time.
		return "memory"
	}
	return ""
}

// growing is what the search takes while it grows next: the old and the new at once.
func (s *Search[M]) growing() int64 {
	n := s.Set.Growing() + int64(cap(s.from))*3*originBytes // append keeps the old array, and makes one twice as large
	if s.limits.Kept != nil {
		n += s.limits.Kept()
	}
	return n
}

// Bytes is what the search keeps.
func (s *Search[M]) Bytes() int64 { return s.Set.Bytes() + int64(cap(s.from))*originBytes }

// DepthOf returns the number of steps on the way that first led to a state; after Best, on the cheapest way found.
func (s *Search[M]) DepthOf(at int) int { return int(s.from[at].depth) }

// Way lists the states on the way that first led to a state, after the start. After Best it is the cheapest way found.
func (s *Search[M]) Way(at int) []int {
	out := make([]int, s.DepthOf(at))
	for i := len(out) - 1; i >= 0; i-- {
		out[i], at = at, int(s.from[at].parent)
	}
	return out
}

// Keys are the packed states of Way.
func (s *Search[M]) Keys(at int) (out [][]uint64) {
	for _, n := range s.Way(at) {
		out = append(out, s.Set.Key(n))
	}
	return out
}

// Path calls step for the moves on Way, with the state before each, which is good until step returns. It returns the
// state itself, which is good until the next call.
func (s *Search[M]) Path(at int, step func(state []int32, m M)) []int32 {
	before := 0
	for _, to := range s.Way(at) {
		s.Set.State(s.pathAt, before)
		s.pathMoves, _ = s.graph.Moves(s.pathMoves[:0], s.pathAt)
		step(s.pathAt, s.pathMoves[s.from[to].move])
		before = to
	}
	s.Set.State(s.pathAt, at)
	return s.pathAt
}
