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
// 0, and a small number, because there is one list for each total cost. If a cheaper way to a state is found before the
// state is visited, it replaces the other in Way, Path and DepthOf.
//
// It returns why it stopped, as Breadth does. Unlike Breadth, it cannot be called again to go on.
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

// Visited reports whether Best has visited a state and, unless the visit skipped them, taken all of its moves. For
// other orders it returns false; there only Visit.State learns of visits.
func (s *Search[M]) Visited(at int) bool { return s.best != nil && s.best.done[at] }

// relax records that move number move of state at leads to state to, unless to was visited or a way is known that costs
// no more. s.state holds state at.
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
