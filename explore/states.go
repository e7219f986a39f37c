package explore

import (
	"slices"

	"flavers/explore/model"
	"flavers/sem"
)

// stateSearch visits every reachable state once, breadth first or depth first.
// The set of visited states is also the queue: states are numbered in the
// order in which they are found.
type stateSearch struct {
	depthFirst bool

	e       *engine
	packing *packing
	orbits  *orbits // nil: states are kept as they are
	set     *visited
	from    []origin // by state
	state   []int32
	key     []uint64
	wave    wave
}

// origin is how a state was first reached.
type origin struct {
	parent uint32
	way    sem.WayID
	out    int32
	depth  int32
}

// wave is a number of states whose moves are taken before what they lead to is
// looked up.
type wave struct {
	from    []waveState
	moves   []*model.Move
	keys    []uint64 // of what the moves lead to
	hashes  []uint64
	touched uint64 // so that fetch is not left out
}

type waveState struct {
	moves int32 // where its moves end
	how   model.Ending
	judge bool
}

// waveStates is how many states a wave has at most, and waveWords how many words
// what they lead to may take, if each thread has a move; one state is a wave in any
// case. States of a thousand tasks are thousands of words each.
const (
	waveStates = 32
	waveWords  = 1 << 17
)

// together is how many states, of most, are expanded at once, so that what they
// lead to takes about so many words.
func together(w *model.System, p *packing, most, words int) int {
	return min(max(words/(p.words*w.Stepper.Threads()+1), 1), most)
}

func (s *stateSearch) explore(e *engine) {
	s.e = e
	s.packing = newPacking(e.System)
	s.set = newVisited(s.packing.words)
	s.state = e.Start()
	s.key = make([]uint64, s.packing.words)
	if s.orbits = newOrbits(e, s.packing); s.orbits != nil {
		s.orbits.pack(s.key, s.state)
	} else {
		s.packing.pack(s.key, s.state)
	}
	s.set.add(s.key)
	s.from = append(s.from, origin{})
	e.States = 1
	e.Share = s.share
	var stack []uint32
	if s.depthFirst {
		stack = s.deep()
	} else {
		most := together(e.System, s.packing, waveStates, waveWords)
		for next, more := 0, true; more && next < s.set.count; {
			n := min(s.set.count-next, most)
			s.look(next, n)
			more = s.enter(next)
			next += n
		}
	}
	e.States = int64(s.set.count)
	e.Bytes = s.set.bytes() + int64(cap(s.from))*16 + int64(cap(stack))*4
}

// deep searches depth first, and returns the stack.
func (s *stateSearch) deep() []uint32 {
	stack := []uint32{0}
	for len(stack) > 0 {
		at := int(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		known := s.set.count
		s.look(at, 1)
		if !s.enter(at) {
			break
		}
		for i := s.set.count - 1; i >= known; i-- {
			stack = append(stack, uint32(i))
		}
	}
	return stack
}

// look takes every move in n states from number first on.
func (s *stateSearch) look(first, n int) {
	e, w := s.e, &s.wave
	w.from, w.moves, w.keys, w.hashes = w.from[:0], w.moves[:0], w.keys[:0], w.hashes[:0]
	for i := first; i < first+n; i++ {
		key := s.set.key(i)
		s.packing.unpack(s.state, key)
		from := len(w.moves)
		list, stuck := e.Enabled(w.moves, s.state)
		w.moves = list
		how := model.Open
		if len(list) == from {
			how = e.Ending(s.state, stuck)
		}
		w.from = append(w.from, waveState{int32(len(list)), how, how != model.Open || e.Trapped(s.state)})
		for _, v := range list[from:] {
			at := len(w.keys)
			w.keys = append(w.keys, key...)
			switch {
			case v.Effect.Err != nil:
			case s.orbits != nil:
				s.orbits.successor(w.keys[at:], s.state, v)
			default:
				s.packing.change(w.keys[at:], v)
			}
			w.hashes = append(w.hashes, hash(w.keys[at:]))
		}
	}
	if len(w.hashes) > 1 {
		w.touched += s.set.fetch(w.hashes)
	}
}

// enter judges the states of the wave, which begins with state number first, and
// enters what they lead to; false: the search has to stop.
func (s *stateSearch) enter(first int) bool {
	e, w := s.e, &s.wave
	at := 0
	for i := range w.from {
		n, f := first+i, &w.from[i]
		if f.judge {
			s.packing.unpack(s.state, s.set.key(n))
			e.Visited(s.state, f.how, func(Finding) []sem.Choice { return s.path(n) })
		}
		if e.Halted {
			return false
		}
		depth := int(s.from[n].depth) + 1
		if at < int(f.moves) && e.Options.Depth > 0 && depth > e.Options.Depth {
			e.Omit("depth")
			at = int(f.moves)
			continue
		}
		for ; at < int(f.moves); at++ {
			v := w.moves[at]
			if v.Effect.Err != nil {
				s.meets(n, v)
				continue
			}
			if !e.Step(depth) {
				return false
			}
			if _, isNew := s.set.addHashed(w.keys[at*s.packing.words:(at+1)*s.packing.words], w.hashes[at]); !isNew {
				continue
			}
			s.from = append(s.from, origin{uint32(n), v.Way, v.Out, int32(depth)})
			e.States++
			switch {
			case e.Options.MaxStates > 0 && e.States > e.Options.MaxStates || e.States >= maxVisited:
				e.End("states")
				return false
			case e.Options.MaxMemory > 0 && e.States&0xff == 0 && s.set.growing()+int64(cap(s.from))*3*16 > e.Options.MaxMemory:
				e.End("memory") // growing needs the old and the new at once
				return false
			}
		}
	}
	return true
}

// meets notes the error that a move meets in state number n.
func (s *stateSearch) meets(n int, v *model.Move) {
	s.e.CountError(v.Effect.Err)
	s.e.Met(v.Effect.Err, func(Finding) []sem.Choice {
		if s.orbits != nil {
			return s.orbits.schedule(s.e.System, s.representatives(n), v.Effect.Err)
		}
		s.packing.unpack(s.state, s.set.key(n))
		return append(s.path(n), s.e.Choice(s.state, v.Way, v.Out))
	})
}

// representatives are the states on the way that first led to state number n,
// after the first.
func (s *stateSearch) representatives(n int) (out [][]uint64) {
	for ; n > 0; n = int(s.from[n].parent) {
		out = append(out, s.set.key(n))
	}
	slices.Reverse(out)
	return out
}

// path is the schedule that first led to state number n.
func (s *stateSearch) path(n int) []sem.Choice {
	if s.orbits != nil {
		return s.orbits.schedule(s.e.System, s.representatives(n), nil)
	}
	var out []sem.Choice
	state := make([]int32, s.e.Width)
	for n > 0 {
		o := &s.from[n]
		n = int(o.parent)
		s.packing.unpack(state, s.set.key(n))
		out = append(out, s.e.Choice(state, o.way, o.out))
	}
	slices.Reverse(out)
	return out
}

// share is not known: how many states there are is what the search finds out.
func (s *stateSearch) share() float64 { return 0 }
