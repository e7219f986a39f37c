// Package search visits the states of a graph, each once, and remembers how each was first reached.
//
// Many analyses need this loop: a set of visited states, a frontier, limits, and the path back to the start. They share
// this one, and differ in their graph and in what they do with states and edges:
//
//	s := search.New(graph, search.Visit[Move]{Edge: func(from int, m Move, to int, isNew bool) search.Next { ... }},
//		search.Limits{States: 1_000_000})
//	why := s.Breadth() // "" if all states were visited, or the limit that was met
//
// A Graph says where it begins, which moves a state has, and to which states they lead. A reduction is a graph around a
// graph: it leaves moves out, or replaces states by representatives (explore/symmetry). A Visit has the functions that
// the search calls for states and edges. The method called on the Search is the order: Breadth, Depth, Down or Best.
//
// A state takes the words of its packed key and 12 bytes: the state before it, the number of the move from there, and
// the number of steps. Moves are not kept. The search finds the moves on a path by asking the graph again, so
// Graph.Moves must depend on nothing but the state.
//
// To add an analysis of all states:
//
//  1. Its visit (verify/survey has the smallest one, verify/reuse has a graph of its own).
//  2. The evidence that it gives to report/outcome: Exhausted if all states were visited, Execution if one was
//     replayed.
//  3. Its answer, by the recipe of package check.
//  4. docs/design.md, and its row in internal/policy/policy_test.go if it is a package.
//
// To add a reduction:
//
//  1. A type around Graph, as Quotient of explore/symmetry is. What it preserves is a theorem in docs/theory.md.
//  2. A way from a path of the reduced graph to an execution of the program, as Path of Quotient: Search.Path knows
//     only the reduced graph.
//  3. If it leaves moves out, a condition that keeps it from putting a task off for ever around a cycle, and a list of
//     what it preserves (deadlocks, violations, shortest executions), as explore/lpor has.
//  4. Each analysis that wants it wraps its graph before New. For the explorer states, explore/orbits.go has all that
//     symmetry needs: whether it is used, the wrapping, the mark in the result and the note if a state stands for
//     several, and the renaming of what findings name. runTuned of explore/explore.go calls it. Other analyses are
//     verify/blocked, and the checks that run the explorer states: there it is a field of the type way
//     (verify/exploration.go), which verify/strategy_states.go sets, and upTo of verify/stops.go has its words.
//  5. A switch for comparison, as NoSymmetry in verify/options.go and Symmetry in explore/model/options.go, with its
//     flags by the recipes of cmd/flavers (check and explore), and a random test against the search without it.
//  6. docs/design.md, and its row in internal/policy/policy_test.go if it is a package.
package search

import (
	"flavers/explore/packed"
)

// Graph is a graph of states. A state is a vector of small numbers. M is the type of moves, which are the labels of
// edges. Only one goroutine at a time may use a graph.
type Graph[M any] interface {
	// Sizes returns the number of values of each component that distinguishes states.
	Sizes() []int32
	// Start returns the state where the search begins. It may be longer than Sizes: components beyond Sizes have the
	// same value in all states.
	Start() []int32
	// Moves appends the moves of a state to list, in the order in which they are to be taken. It also returns a note
	// about the state itself. It depends only on the state.
	Moves(list []M, state []int32) ([]M, Note)
	// Take changes the key of state to that of the state after move m. It returns false if the move leads nowhere; the
	// key does not matter then.
	Take(to *packed.Key, state []int32, m M) bool
}

// Note is what a graph tells the visit about a state. The search passes it on; graph and visit agree on its meaning. 0
// means nothing.
type Note uint8

// Next is the answer of a visit: how the search goes on.
type Next uint8

const (
	Go   Next = iota
	Skip      // do not take the moves of this state
	Halt      // end the search
)

// Halted is what a search returns after its visit has returned Halt. Otherwise it returns the name of a limit.
const Halted = "halted"

// Visit has the functions that an analysis wants called. Both may be nil.
type Visit[M any] struct {
	// State is called for each state, before Edge is called for its moves. moves is valid until State returns.
	//
	// States are expanded in waves of up to Limits.Together, so Graph.Take may already have been called for moves of
	// later states. If Breadth is called again after Halt, or after a limit in the middle of a state, it visits that
	// state again from its start.
	State func(at int, note Note, moves []M) Next
	// Edge is called for each move that is taken, with the state that it leads to, or -1 if it leads nowhere. isNew
	// reports whether that state was met for the first time. Skip means Go here.
	Edge func(from int, m M, to int, isNew bool) Next
}

// Limits of a search. The zero value means no limits, except that there are at most packed.Most states.
type Limits struct {
	// States is the number of states after which the search ends, with "states". More, if it is not nil, is called
	// first: it returns a higher limit, or 0 to end the search.
	States int64
	More   func() int64
	Memory int64        // bytes that the search may take while it grows; it ends with "memory"
	Kept   func() int64 // returns the bytes that the visit keeps, with room to grow; may be nil
	// Stop is called before states are visited. If it returns a reason, the search ends with it, and can be continued
	// later. It may be nil.
	Stop func() string
	// Together is the number of states in a wave; 0 is a number that is fast. A graph that counts its work for Stop
	// sets 1, so that it is asked after each state.
	Together int
}

// Search is a search in progress.
type Search[M any] struct {
	Set *packed.Set // the states, numbered in the order in which they were found

	graph  Graph[M]
	visit  Visit[M]
	limits Limits
	from   []origin // by state
	next   int      // for Breadth: the first state that is not visited yet

	wave     wave[M]
	waveSize int // states in a wave, at most

	best *best[M] // the state of Best; nil in another order
	down *down[M] // the state of Down; nil in another order

	// Buffers that are used again.
	state     []int32
	key       packed.Key
	pathAt    []int32 // for Path: the state before a move
	pathMoves []M     // for Path: its moves
}

// origin is how a state was first reached: from which state, by which of its moves, and in how many steps.
type origin struct{ parent, move, depth uint32 }

const originBytes = 12

// wave holds the moves of several states, and the keys that they lead to. The keys are all computed before any of them
// is looked up in the set. That is faster: the set is larger than the caches of a processor, and many loads at a time
// take little longer than one (packed.Set.Fetch).
type wave[M any] struct {
	states  []waveState
	moves   []M      // of all states, one after the other
	keys    []uint64 // of the states that the moves lead to
	hashes  []uint64 // of these keys
	lost    []bool   // by move: it leads nowhere
	touched uint64   // keeps the compiler from leaving out calls of Fetch
}

// waveState is a state in a wave.
type waveState struct {
	end  int // end of its moves in wave.moves; they begin where those of the state before end
	note Note
}

// A wave has at most waveStates states, and ends early once its keys take waveWords words, because states of a thousand
// tasks have thousands of words each.
const (
	waveStates = 32
	waveWords  = 1 << 17
)

// New prepares a search of a graph from its start.
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

// Breadth visits states in the order of their distance from the start. It returns "" if it has visited all states, and
// else the reason why it has stopped. Called again, it continues where it was.
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

// Depth visits first the state that was found last. It expands each state as a whole, and does not come back to it
// after the states below it, so this order does not find cycles, as Down does. It returns the reason why it has
// stopped, as Breadth does.
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

// Next returns the first state that Breadth has not visited completely. States from there on are open.
func (s *Search[M]) Next() int { return s.next }

// stop asks Limits.Stop.
func (s *Search[M]) stop() string {
	if s.limits.Stop == nil {
		return ""
	}
	return s.limits.Stop()
}

// expand fills the wave with up to n states from number first on, and returns how many there are. The wave ends early
// if its keys take too many words.
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

// visitState visits a state, which has number inWave in the wave, and enters the states that its moves lead to. It
// returns the reason why the search has to stop, or "".
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

// full returns the limit that the states have reached, or "".
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
		// Looking costs time, so it is done for every 256th state only; but first for each, because one may be large.
		return "memory"
	}
	return ""
}

// growing returns the bytes that the search takes when it next grows, and has old and new arrays at the same time.
func (s *Search[M]) growing() int64 {
	n := s.Set.Growing() + int64(cap(s.from))*3*originBytes // append keeps the old array, and makes one twice as large
	if s.limits.Kept != nil {
		n += s.limits.Kept()
	}
	return n
}

// Bytes returns the bytes that the search keeps.
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

// Keys returns the packed states of Way.
func (s *Search[M]) Keys(at int) (out [][]uint64) {
	for _, n := range s.Way(at) {
		out = append(out, s.Set.Key(n))
	}
	return out
}

// Path calls step for each move on Way, with the state before it, which is valid until step returns. It returns the
// state at the end, which is valid until the next call.
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
