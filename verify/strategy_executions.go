package verify

import (
	"context"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
)

// The strategy that executes one linearization of each Mazurkiewicz trace, by optimal DPOR.

// allExecutions names optimal DPOR: one execution of each class of equivalent ones.
const allExecutions = "all executions"

// executions takes at most so many transitions, and executes at most so many classes; true: that decides
// all. An execution of depth steps ends the search: where one is, there are likely to be infinite ones, and
// what is dependent in an execution takes time that grows with the square of its length. It is not begun
// where the last one has seen that it needs far more transitions.
func (of searches) executions(ctx context.Context, transitions, classes int64, depth int) bool {
	if of[0].needs > turnGrowth*float64(transitions) {
		return false
	}
	return of.explore(ctx, allExecutions, 0, transitions, func(ctx context.Context, p *cfg.Program, specs []*automata.Spec,
		opt explore.Options) (*explore.Result, error) {
		opt.Algorithm, opt.Depth, opt.StopAtCut, opt.MaxExecutions = "optimal", depth, true, classes
		return explore.Run(ctx, p, specs, opt)
	})
}
