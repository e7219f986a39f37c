package verify

import (
	"context"

	"flavers/assume"
	"flavers/limit"
)

// Searches between rounds: the first has quickMoves moves, each of quickLooks quickGrowth times those of the
// one before, the later ones states of at most quickWork values. A step left counts as quickWeight steps done.
const quickMoves, quickGrowth, quickLooks, quickWork, quickWeight = 1 << 13, 4, 6, 1 << 24, 3

// quick looks for an execution that violates the goal of a, after 1, 2, 4, ... rounds
// of refinement whose path none follows. It searches as nearest.go, but what is near
// a violation comes first (weighted A*; Pohl, "Heuristic search viewed as path
// finding in a graph", Artificial Intelligence 1, 1970). An execution counts under
// the user's constraints; nil, none was found, says nothing. No clock is looked at.
func (c *checker) quick(ctx context.Context, a *attempt, rounds int) (run *execution) {
	look, moves := 0, quickMoves
	for ; 1<<look < rounds; look++ {
		moves = min(moves*quickGrowth, max(quickWork/(len(c.sem.M.Comps)+1), 1))
	}
	if c.opt.NoQuick || a.goal.full() || 1<<look != rounds || look >= quickLooks {
		return nil
	}
	limit.Try(func() {
		s := c.newNearSearch(a, 1<<30, nearLimits{states: moves, moves: moves})
		if c.opt.Depth > 0 {
			s.best = c.opt.Depth + 1
		}
		s.weight, s.any = quickWeight, true
		s.search(ctx)
		c.logf("%s: any violation was looked for in %d states by %d moves: found: %t", a.goal.name(), s.set.Count, s.moves, s.last.by >= 0)
		if s.last.by >= 0 {
			if found := s.run(); c.obeying(ctx, c.judge(), a, found) == assume.Yes {
				run = found
			}
		}
	})
	return run
}
