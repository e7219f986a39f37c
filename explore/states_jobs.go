package explore

import (
	"slices"
	"sync/atomic"

	"flavers/explore/model"
	"flavers/explore/packed"
	"flavers/explore/search"
	"flavers/explore/symmetry"
	"flavers/limit"
	"flavers/sem"
)

// This file is the explorer states, breadth first, with several goroutines. The set of
// visited states is divided into parts by hash. The states of a level are taken in batches,
// and a batch in three steps:
//
//	expand   the states of the batch are divided into chunks; each goroutine takes all moves of
//	         the states of a chunk, and sorts the states that these lead to by part
//	enter    each goroutine enters, for one part, the states from all chunks, in the order of
//	         the chunks
//	collect  one goroutine appends the new states to the next level, in the order of the chunks
//
// So states are found in the same order, and from the same predecessors, as by one
// goroutine, and the result is the same to the last schedule. A limit ends the search after
// a batch instead of within one.

// stateJobs is such a search in progress.
type stateJobs struct {
	jobs int // the number of goroutines

	e       *engine
	space   model.Space
	orbits  *symmetry.Quotient[*model.Move] // nil: states are kept as they are
	layout  packed.Layout
	chunk   int // the largest number of states in a chunk
	whole   int // the largest number of states in a batch
	parts   [visitedParts]visitedPart
	workers []*expander // by goroutine
	root    stateRef
	level   []stateRef // the states of the present level, in the order in which they were found
	next    []stateRef // the states of the next level
	depth   int        // of the next level
	chunks  []chunk    // of the present batch
	state   []int32    // scratch
}

// Sizes.
const (
	visitedParts = 16      // parts of the visited set
	chunkStates  = 256     // the largest number of states in a chunk
	chunkWords   = 1 << 17 // words that the states after a chunk take at most, if each thread has one move
	batchChunks  = 32      // the largest number of chunks in a batch
	lookedUp     = 32      // states that are looked up at a time (packed.Set.Fetch)
)

// stateRef names a visited state: its number in its part, times visitedParts, plus the part.
type stateRef uint64

func refOf(part, n int) stateRef { return stateRef(n*visitedParts + part) }

// partOf returns the part of states with hash h.
func partOf(h uint64) int { return int(h % visitedParts) }

// visitedPart is a part of the visited set.
type visitedPart struct {
	set     *packed.Set
	from    []refOrigin // by number of the state
	ahead   []uint64    // scratch: hashes of the states that are entered next
	touched uint64      // keeps the compiler from leaving out calls of Fetch
}

// refOrigin is how a state was first reached.
type refOrigin struct {
	parent stateRef
	way    sem.WayID
	out    int32
}

// chunk has some states of a batch, and what their moves lead to.
type chunk struct {
	states      []stateRef
	successors  []successor            // in the order of the moves
	of          [visitedParts][]entry  // by part: the successors that belong there
	keys        [visitedParts][]uint64 // by part: their keys, one after the other
	notes       []note
	transitions int64 // moves that met no error
}

// successor is the state after a move.
type successor struct {
	parent stateRef
	way    sem.WayID
	out    int32
	number uint32 // 1 + its number in its part, if it is new; 0: it was known before
	part   uint32
}

// entry refers to a successor.
type entry struct {
	hash uint64
	at   int32 // index in chunk.successors
}

// note is something in a chunk to be judged.
type note struct {
	state stateRef
	is    search.Note // what the graph says of the state
	err   *model.Move // a move that meets an error there, or nil
	deep  bool        // the state has moves, but the bound on the depth forbids them
}

// expander has what one goroutine needs to take moves.
type expander struct {
	*model.System
	graph search.Graph[*model.Move]

	// Scratch.
	state []int32
	list  []*model.Move
	key   []uint64
	to    packed.Key
}

func (s *stateJobs) explore(e *engine) {
	s.e = e
	s.space = model.Space{System: e.System}
	s.layout = packed.NewLayout(s.space.Sizes())
	each := s.layout.Words * e.Stepper.Threads()
	s.chunk = min(max(chunkWords/(each+1), 1), chunkStates)
	s.whole = min(max(8*chunkWords/(each+1), 1), s.chunk*batchChunks)
	for i := range s.parts {
		s.parts[i].set = packed.NewSet(s.layout)
	}
	// A graph and a system for each goroutine.
	for i := range s.jobs {
		w := e.System
		if i > 0 {
			w = e.System.Copy()
		}
		x := &expander{System: w, state: w.Start(), key: make([]uint64, s.layout.Words)}
		graph, orbits := e.reduced(model.Space{System: w})
		if x.graph = graph; i == 0 {
			s.orbits = orbits
		}
		s.workers = append(s.workers, x)
	}
	// The first state.
	s.state = e.Start()
	first := s.workers[0].key
	s.layout.Pack(first, s.workers[0].graph.Start())
	h := packed.Hash(first)
	root := &s.parts[partOf(h)]
	root.set.AddKey(first, h)
	root.from = append(root.from, refOrigin{})
	s.root = refOf(partOf(h), 0)
	s.level = append(s.level, s.root)
	e.States = 1
	// Level by level.
	for len(s.level) > 0 && !e.Halted {
		s.depth++
		s.next = s.next[:0]
		for from := 0; from < len(s.level) && !e.Halted; {
			to := min(from+s.size(), len(s.level))
			s.batch(s.level[from:to])
			from = to
		}
		s.level, s.next = s.next, s.level
	}
	e.Bytes = s.bytes()
}

// size returns the number of states in the next batch. Batches become smaller near a bound on states, so that the
// search does not go far beyond it.
func (s *stateJobs) size() int {
	n := int64(s.whole)
	if most := s.e.Options.MaxStates; most > 0 {
		n = max(min(n, (most-s.e.States)/8), 16)
	}
	return int(n)
}

// batch takes all moves of some states of the level, in the three steps.
func (s *stateJobs) batch(states []stateRef) {
	n := (len(states) + s.chunk - 1) / s.chunk
	for len(s.chunks) < n {
		s.chunks = append(s.chunks, chunk{})
	}
	s.share(n, func(worker, i int) {
		c := &s.chunks[i]
		c.states = states[i*s.chunk : min((i+1)*s.chunk, len(states))]
		s.expand(s.workers[worker], c)
	})
	parts := visitedParts
	if n == 1 {
		parts = 1 // too little for several goroutines
	}
	s.share(parts, func(_, i int) {
		for part := i; part < visitedParts; part += parts {
			s.enter(part, s.chunks[:n])
		}
	})
	for i := range n {
		s.collect(&s.chunks[i])
	}
	e := s.e
	switch {
	case e.Options.MaxStates > 0 && e.States > e.Options.MaxStates || e.States >= packed.Most:
		e.End("states")
	case e.Options.MaxMemory > 0 && s.growing() > e.Options.MaxMemory:
		e.End("memory")
	}
	e.Look()
}

// share calls f for each i from 0 to n-1, in several goroutines if n is more than 1. worker is the goroutine.
func (s *stateJobs) share(n int, f func(worker, i int)) {
	if n == 1 {
		f(0, 0)
		return
	}
	var next atomic.Int64
	var wait limit.Group
	for w := range min(s.jobs, n) {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(w, i)
			}
		})
	}
	wait.Wait()
}

// key returns the key of a visited state.
func (s *stateJobs) key(r stateRef) []uint64 {
	return s.parts[r%visitedParts].set.Key(int(r / visitedParts))
}

// expand takes all moves of the states of a chunk.
func (s *stateJobs) expand(x *expander, c *chunk) {
	c.successors, c.notes, c.transitions = c.successors[:0], c.notes[:0], 0
	for i := range c.of {
		c.of[i], c.keys[i] = c.of[i][:0], c.keys[i][:0]
	}
	for _, ref := range c.states {
		at := s.key(ref)
		s.layout.Unpack(x.state, at)
		hash := packed.Hash(at)
		list, is := x.graph.Moves(x.list[:0], x.state)
		if x.list = list; is != 0 {
			c.notes = append(c.notes, note{state: ref, is: is})
		}
		if s.e.Options.Depth > 0 && s.depth > s.e.Options.Depth && len(list) > 0 {
			c.notes = append(c.notes, note{state: ref, deep: true})
			continue
		}
		for _, v := range list {
			copy(x.key, at)
			x.to = s.layout.On(x.key, hash)
			if !x.graph.Take(&x.to, x.state, v) {
				c.notes = append(c.notes, note{state: ref, err: v})
				continue
			}
			c.transitions++
			h := x.to.Hash()
			part := partOf(h)
			c.of[part] = append(c.of[part], entry{h, int32(len(c.successors))})
			c.keys[part] = append(c.keys[part], x.key...)
			c.successors = append(c.successors, successor{parent: ref, way: v.Way, out: v.Out, part: uint32(part)})
		}
	}
}

// enter enters the successors of all chunks that belong to one part.
func (s *stateJobs) enter(part int, chunks []chunk) {
	p := &s.parts[part]
	words := s.layout.Words
	for i := range chunks {
		c := &chunks[i]
		for j, to := range c.of[part] {
			if j%lookedUp == 0 { // load what the next ones need
				p.ahead = p.ahead[:0]
				for _, next := range c.of[part][j:min(j+lookedUp, len(c.of[part]))] {
					p.ahead = append(p.ahead, next.hash)
				}
				p.touched += p.set.Fetch(p.ahead)
			}
			n, isNew := p.set.AddKey(c.keys[part][j*words:(j+1)*words], to.hash)
			if isNew {
				u := &c.successors[to.at]
				u.number = uint32(n + 1)
				p.from = append(p.from, refOrigin{u.parent, u.way, u.out})
			}
		}
	}
}

// collect judges the notes of a chunk, and appends its new states to the next level.
func (s *stateJobs) collect(c *chunk) {
	e := s.e
	for _, note := range c.notes {
		if e.Halted {
			return
		}
		switch v := note.err; {
		case note.deep:
			e.Omit("depth")
		case v != nil:
			e.CountError(v.Effect.Err)
			e.Met(v.Effect.Err, func(Finding) []sem.Choice { return s.path(note.state, v) })
		default:
			s.layout.Unpack(s.state, s.key(note.state))
			e.Visited(s.state, model.EndingOf(note.is), func(Finding) []sem.Choice { return s.path(note.state) })
		}
	}
	if c.transitions > 0 {
		e.Transitions += c.transitions
		e.MaxDepth = s.depth
	}
	for i := range c.successors {
		if u := &c.successors[i]; u.number > 0 {
			s.next = append(s.next, refOf(int(u.part), int(u.number-1)))
			e.States++
		}
	}
}

// path returns the schedule that first led to a state. If last is given, it is a move that meets an error there, and
// ends the schedule.
func (s *stateJobs) path(r stateRef, last ...*model.Move) []sem.Choice {
	if s.orbits != nil {
		return orbitSchedule(s.e.System, s.orbits, &s.layout, s.representatives(r), last...)
	}
	var out []sem.Choice
	state := make([]int32, s.e.Width)
	for at := r; at != s.root; {
		o := &s.parts[at%visitedParts].from[at/visitedParts]
		at = o.parent
		s.layout.Unpack(state, s.key(at))
		out = append(out, s.e.Choice(state, o.way, o.out))
	}
	slices.Reverse(out)
	s.layout.Unpack(state, s.key(r))
	for _, v := range last {
		out = append(out, s.e.Choice(state, v.Way, v.Out))
	}
	return out
}

// representatives returns the keys of the states on the path that first led to a state, without the first one.
func (s *stateJobs) representatives(r stateRef) (out [][]uint64) {
	for ; r != s.root; r = s.parts[r%visitedParts].from[r/visitedParts].parent {
		out = append(out, s.key(r))
	}
	slices.Reverse(out)
	return out
}

// bytes returns what the search keeps.
func (s *stateJobs) bytes() int64 {
	n := int64(cap(s.level)+cap(s.next)) * 8
	for i := range s.parts {
		n += s.parts[i].set.Bytes() + int64(cap(s.parts[i].from))*16
	}
	return n
}

// growing returns what the search keeps at the moment when all its tables grow: the old ones, and new ones of twice the
// size.
func (s *stateJobs) growing() int64 {
	n := int64(cap(s.level)+cap(s.next)) * 3 * 8
	for i := range s.parts {
		n += s.parts[i].set.Growing() + int64(cap(s.parts[i].from))*3*16
	}
	return n
}
