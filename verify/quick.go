package verify

import (
	"context"

	"flavers/assume"
	"flavers/limit"
	"flavers/verify/distance"
)

// quick looks for an execution that violates a goal between rounds of refinement.
//
// A path that no execution follows does not mean that the property holds: often
// another execution of a few steps violates it, and refinement would add one
// constraint after the other until its path happens to be that execution. The
// search is that of nearest.go over the states of the program, but greedy: what
// is near a violation comes first, not what is near the start (weighted A*; Pohl,
// "Heuristic search viewed as path finding in a graph", Artificial Intelligence
// 1, 1970). What it finds is an execution. If it finds none, nothing follows, unless the
// program has so few states that it has met all from which a violation may be reached.
//
// Searches come after 1, 2, 4, 8, ... rounds, each with more moves than the one
// before. So the cost of all is small next to that of the rounds, and does not
// depend on a clock.
type quick struct {
	c         *checker
	d         *distance.Table // nil: not made yet
	rounds    int             // whose path no execution follows
	looks     int
	spent     uint64 // calls of Poll.Look in these searches
	exhausted int    // how many states there are, if the search has met all, and no execution violates; 0: not known
}

const (
	quickMoves  = 1 << 13 // of the first search
	quickGrowth = 4       // each has so many times the moves of the one before
	quickLooks  = 6       // no more than these
	quickWork   = 1 << 24 // values that the states met in one search may have
	quickWeight = 3       // a step that is left counts as much as so many that are done
)

// look is called after each round, with its problem a, and searches if a search is due. It returns an execution that
// counts under the user's constraints, or nil if it found none.
func (q *quick) look(ctx context.Context, a *attempt) (run *execution) {
	c := q.c
	q.rounds++
	if c.opt.NoQuick || c.opt.lacks(QuickRuns) || a.goal.full() {
		return nil
	}
	if q.exhausted > 0 || q.rounds != 1<<q.looks || q.looks >= quickLooks {
		return nil
	}
	moves := quickMoves
	for range q.looks {
		moves *= quickGrowth
	}
	q.looks++
	moves = min(moves, quickWork/(len(c.sem.M.Comps)+1))
	before := c.poll.Looks()
	defer func() { q.spent += c.poll.Looks() - before }()
	limit.Try(func() {
		if q.d == nil {
			q.d = c.distances(a.goal)
		}
		s := c.newNearSearch(a, q.d, farthest, nearLimits{states: moves, moves: moves})
		if c.opt.Depth > 0 {
			s.best = c.opt.Depth + 1
		}
		s.weight, s.any = quickWeight, true
		if s.search(ctx) && s.last.by < 0 && !s.limited && c.opt.Depth <= 0 && len(c.constraints) == 0 && c.standIns() {
			q.exhausted = s.set.Count
		}
		c.logf("%s: an execution that violates it was looked for in %d states by %d moves: found: %t",
			a.goal.name(), s.set.Count, s.moves, s.last.by >= 0)
		if s.last.by < 0 {
			return
		}
		if found := s.run(); c.obeying(ctx, c.judge(), a, found) == assume.Yes {
			run = found
		}
	})
	return run
}

// standIns reports whether each step beyond the limits of the model has another one that stands in for it: that does
// the same to all but the component that is full (sem.Limit). Only then are distances true of executions beyond the
// model, too. A step that is always beyond it ends in the model before what it does: so nothing there says which events
// it has, or what comes after it, and a state before it may seem to be far from every violation.
func (c *checker) standIns() bool {
	for _, cases := range c.sem.Cases {
		for k := range cases {
			if l := cases[k].Limit; l != nil && !l.StandIn {
				return false
			}
		}
	}
	return true
}

// farthest is more steps than any search makes.
const farthest = 1 << 30
