package verify

import (
	"context"

	"flavers/assume"
	"flavers/limit"
	"flavers/verify/distance"
)

// quick looks for an execution that violates a goal, between rounds of refinement.
//
// A path that no execution follows does not mean that the property holds. Often another execution of a few steps
// violates it, and refinement would add one constraint after the other until its path happens to be that execution. So
// the states of the program are searched directly, best first: states that seem near a violation come first, not those
// near the start (weighted A*; Pohl, "Heuristic search viewed as path finding in a graph", Artificial Intelligence 1,
// 1970). If the search finds no execution, nothing follows, except if the program has so few states that the search has
// met all from which a violation may be reached.
//
// Searches come after 1, 2, 4, 8, ... rounds, each with more moves than the one before. So they cost little in
// comparison with the rounds, and do not depend on a clock.
type quick struct {
	c         *checker
	d         *distance.Table // distances to a violation; nil: not made yet
	rounds    int             // rounds whose path no execution follows
	looks     int             // searches so far
	spent     uint64          // calls of Poll.Look in these searches
	exhausted int             // number of all states, if a search has met all of them and no violation; 0: not known
}

const (
	quickMoves  = 1 << 13 // moves of the first search
	quickGrowth = 4       // factor from the moves of one search to those of the next
	quickLooks  = 6       // searches at most
	quickWork   = 1 << 24 // values in the states that one search may meet
	quickWeight = 3       // weight of a step that is left, relative to a step that is done
)

// look is called after each round, with its problem a. If a search is due, it searches, and returns an execution that
// counts under the constraints of the user, or nil.
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

// standIns reports whether every step that exceeds a bound of the model has a stand-in: another step that does the same
// except to the component that is full (sem.Limit). Only then are the distances also true of executions beyond the
// model. Without a stand-in, the model does not say which events the step has or what comes after it, so that a state
// before the step may seem far from every violation.
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

// farthest is a number of steps that no search reaches.
const farthest = 1 << 30
