package search

import "flavers/explore/packed"

// down is the state of the order Down.
type down[M any] struct {
	path   []frame
	moves  []M      // of all states on the path, one after the other
	onPath []bool   // by state
	words  []uint64 // buffer for a key
}

// frame is a state on the path. Its moves are down.moves[begin:end], and those before next were taken.
type frame struct{ at, begin, next, end int }

// Down visits states depth first, and leaves a state only after everything below it was visited. So it finds cycles:
// each cycle has a move that leads to a state on the path when the move is taken (OnPath). Down returns the reason why
// it has stopped, as Breadth does, but cannot be continued.
func (s *Search[M]) Down() string {
	d := &down[M]{words: make([]uint64, s.Set.Words)}
	s.down = d
	why := s.push(0)
	for why == "" && len(d.path) > 0 {
		f := &d.path[len(d.path)-1]
		if f.next == f.end {
			d.onPath[f.at] = false
			d.moves = d.moves[:f.begin]
			d.path = d.path[:len(d.path)-1]
			continue
		}
		f.next++
		why = s.takeMove(f.at, f.next-1-f.begin, d.moves[f.next-1])
	}
	return why
}

// OnPath reports whether a state is on the path of Down.
func (s *Search[M]) OnPath(at int) bool { return s.down.onPath[at] }

// takeMove takes move m, which has number number in state at. If it leads to a new state, that is put on the path.
func (s *Search[M]) takeMove(at, number int, m M) string {
	d, to, isNew := s.down, -1, false
	copy(d.words, s.Set.Key(at))
	s.Set.Unpack(s.state, d.words)
	s.key = s.Set.On(d.words, packed.Hash(d.words))
	if s.graph.Take(&s.key, s.state, m) {
		to, isNew = s.Set.AddKey(d.words, s.key.Hash())
	}
	if isNew {
		s.from = append(s.from, origin{uint32(at), uint32(number), s.from[at].depth + 1})
	}
	if s.visit.Edge != nil && s.visit.Edge(at, m, to, isNew) == Halt {
		return Halted
	}
	if !isNew {
		return ""
	}
	if why := s.full(); why != "" {
		return why
	}
	return s.push(to)
}

// push visits a state and puts it on the path.
func (s *Search[M]) push(at int) string {
	if why := s.stop(); why != "" {
		return why
	}
	d, begin, note := s.down, len(s.down.moves), Note(0)
	s.Set.State(s.state, at)
	d.moves, note = s.graph.Moves(d.moves, s.state)
	d.onPath = append(d.onPath, true)
	f := frame{at, begin, begin, len(d.moves)}
	if s.visit.State != nil {
		switch s.visit.State(at, note, d.moves[begin:]) {
		case Halt:
			return Halted
		case Skip:
			f.end = begin
			d.moves = d.moves[:begin]
		}
	}
	d.path = append(d.path, f)
	return ""
}
