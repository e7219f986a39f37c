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

// stateJobs is stateSearch, breadth first, with several goroutines. It goes
// over the states in batches: first all moves of the batch's states are taken,
// several chunks of them at a time; then the states these lead to are entered
// into the visited set, which is divided by hash, several parts at a time and
// each in the order of the chunks; then the new states are put into line in
// that order. So states are found in the same order, and from the same
// predecessors, as by one goroutine, and the result is the same to the last
// schedule. If the search is cut short, it ends after a batch instead of within
// one.
type stateJobs struct {
	jobs int

	e       *engine
	space   model.Space
	orbits  *symmetry.Quotient[*model.Move] // nil: states are kept as they are
	layout  packed.Layout
	chunk   int // how many states a chunk has at most
	whole   int // how many a batch has
	parts   [visitedParts]visitedPart
	workers []*expander
	root    stateRef
	level   []stateRef // states of this depth, in the order in which they were found
	next    []stateRef // of the next one
	depth   int        // of the next one
	chunks  []chunk
	state   []int32
}

// A batch has at most batchChunks chunks of chunkStates states; what the states of a chunk lead to takes about
// chunkWords words, if each thread has a move. lookedUp is how many states are looked up at a time (packed.Set.Fetch).
const (
	visitedParts = 16
	chunkStates  = 256
	chunkWords   = 1 << 17
	batchChunks  = 32
	lookedUp     = 32
)

// stateRef names a state: its number in its part, and the part.
type stateRef uint64

func refOf(part, n int) stateRef { return stateRef(n*visitedParts + part) }

func partOf(h uint64) int { return int(h % visitedParts) }

type visitedPart struct {
	set     *packed.Set
	from    []refOrigin
	ahead   []uint64 // hashes of the next ones
	touched uint64   // so that fetch is not left out
}

// refOrigin is how a state was first reached.
type refOrigin struct {
	parent stateRef
	way    sem.WayID
	out    int32
}

// chunk is a part of a batch, and what it leads to.
type chunk struct {
	states      []stateRef
	successors  []successor
	of          [visitedParts][]entry // by part: where they go
	keys        [visitedParts][]uint64
	notes       []note
	transitions int64
}

type successor struct {
	parent stateRef
	way    sem.WayID
	out    int32
	number uint32 // in its part, plus 1; 0: known before
	part   uint32
}

type entry struct {
	hash uint64
	at   int32 // in successors
}

// note is something to be judged: a state, an error met there (move is set),
// or the bound on depth.
type note struct {
	state stateRef
	is    search.Note
	err   *model.Move
	deep  bool
}

// expander is what one goroutine needs to take moves.
type expander struct {
	*model.System
	state []int32
	graph search.Graph[*model.Move]
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
	for i := range s.jobs {
		w := e.System
		if i > 0 {
			w = e.System.Copy()
		}
		x := &expander{System: w, state: w.Start(), key: make([]uint64, s.layout.Words), graph: model.Space{System: w}}
		if len(e.classes) > 0 {
			q := symmetry.NewQuotient(x.graph, e.classes)
			if x.graph = q; i == 0 {
				s.orbits = q
			}
		}
		s.workers = append(s.workers, x)
	}
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

// size of the next batch: smaller ones before a bound on states is reached.
func (s *stateJobs) size() int {
	n := int64(s.whole)
	if most := s.e.Options.MaxStates; most > 0 {
		n = max(min(n, (most-s.e.States)/8), 16)
	}
	return int(n)
}

// batch takes all moves of some states.
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
		parts = 1 // by this goroutine
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

// share runs f for 0..n-1, in several goroutines if that is worth it.
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

// key is a state, packed.
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

// enter puts the successors that belong to one part into it.
func (s *stateJobs) enter(part int, chunks []chunk) {
	p := &s.parts[part]
	words := s.layout.Words
	for i := range chunks {
		c := &chunks[i]
		for j, to := range c.of[part] {
			if j%lookedUp == 0 {
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

// collect judges what was met in a chunk and puts its new states into line.
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

// path is the schedule that first led to a state, and the error that the last move meets there.
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

// representatives are the states on the way that first led to a state, after the
// first.
func (s *stateJobs) representatives(r stateRef) (out [][]uint64) {
	for ; r != s.root; r = s.parts[r%visitedParts].from[r/visitedParts].parent {
		out = append(out, s.key(r))
	}
	slices.Reverse(out)
	return out
}

func (s *stateJobs) bytes() int64 {
	n := int64(cap(s.level)+cap(s.next)) * 8
	for i := range s.parts {
		n += s.parts[i].set.Bytes() + int64(cap(s.parts[i].from))*16
	}
	return n
}

// growing is what the search keeps while all of this grows next: the old and the new.
func (s *stateJobs) growing() int64 {
	n := int64(cap(s.level)+cap(s.next)) * 3 * 8
	for i := range s.parts {
		n += s.parts[i].set.Growing() + int64(cap(s.parts[i].from))*3*16
	}
	return n
}
