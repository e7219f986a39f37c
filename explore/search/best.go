package search

// best is the state of the order Best.
type best[M any] struct {
	costs func(state []int32, m M) int
	cost  []int32    // by state: the cost of the cheapest way known
	done  []bool     // by state: it was visited
	open  [][]uint32 // by cost: the states to be visited, in order; a state may be in several lists
	now   int        // the cost of the states being visited
}

// Best visits states in the order of the cost of the cheapest way to them (Dijkstra's algorithm). States of the same
// cost are visited in the order in which these ways were found. costs returns the cost of a move, which must not be
// negative, and should be small, because there is a list for each total cost. If a cheaper way to a state is found
// before the state is visited, it replaces the other one in Way, Path and DepthOf.
//
// Best returns the reason why it has stopped, as Breadth does, but cannot be continued.
func (s *Search[M]) Best(costs func(state []int32, m M) int) string {
	b := &best[M]{costs: costs, cost: []int32{0}, done: []bool{false}, open: [][]uint32{{0}}}
	s.best = b
	for ; b.now < len(b.open); b.now++ {
		for len(b.open[b.now]) > 0 {
			at := int(b.open[b.now][0])
			b.open[b.now] = b.open[b.now][1:]
			if b.done[at] {
				continue // it was visited on a cheaper way, which was found after this one
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

// Visited reports whether Best has visited a state and taken all of its moves, unless the visit skipped them. In other
// orders it returns false.
func (s *Search[M]) Visited(at int) bool { return s.best != nil && s.best.done[at] }

// relax notes that move m, which has number move in state at, leads to state to, if that is a cheaper way than the one
// known. s.state holds state at.
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
