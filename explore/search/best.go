package search

// best is the order of Best.
type best[M any] struct {
	costs func(state []int32, m M) int
	cost  []int32    // by state: of the cheapest way that is known
	done  []bool     // by state: it was visited
	open  [][]uint32 // by cost: states to visit, in the order in which they are visited
	now   int        // of the state that is visited
}

// Best visits states in the order of what the cheapest way there costs; of those that cost the same, in the order in
// which their ways were found (Dijkstra's algorithm with a list for each cost). costs says what a move costs: at least
// 0, and not much, as there is a list for each sum. A cheaper way that is found later replaces the one before in what
// Way, Path and DepthOf say.
//
// It returns why it has stopped, as Breadth does, but does not go on later.
func (s *Search[M]) Best(costs func(state []int32, m M) int) string {
	b := &best[M]{costs: costs, cost: []int32{0}, done: []bool{false}, open: [][]uint32{{0}}}
	s.best = b
	for ; b.now < len(b.open); b.now++ {
		for len(b.open[b.now]) > 0 {
			at := int(b.open[b.now][0])
			if b.open[b.now] = b.open[b.now][1:]; b.done[at] {
				continue // a cheaper way was found after this one
			}
			if why := s.stop(); why != "" {
				return why
			}
			b.done[at] = true
			s.expand(at, 1)
			if why := s.visitState(at, 0); why != "" {
				b.done[at] = false // not all of its moves were taken
				return why
			}
		}
		b.open[b.now] = nil
	}
	return ""
}

// Visited reports whether Best has visited a state, with all of its moves. That of other orders is told to Visit.State
// only.
func (s *Search[M]) Visited(at int) bool { return s.best != nil && s.best.done[at] }

// relax notes that a move of state number at leads to state number to, if no way there is as cheap. s.state is the
// state before.
func (s *Search[M]) relax(at, move, to int, isNew bool, m M) {
	b := s.best
	cost := int32(b.now + b.costs(s.state, m))
	switch {
	case isNew:
		b.cost, b.done = append(b.cost, cost), append(b.done, false)
	case b.done[to] || b.cost[to] <= cost:
		return
	}
	b.cost[to] = cost
	s.from[to] = origin{uint32(at), uint32(move), s.from[at].depth + 1}
	for len(b.open) <= int(cost) {
		b.open = append(b.open, nil)
	}
	b.open[cost] = append(b.open[cost], uint32(to))
}
