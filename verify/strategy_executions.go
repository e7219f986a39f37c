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

// farMore is how many times what it may have optimal DPOR must seem to need for it not to go on: its estimate is low.
const farMore = 4

// executions goes on with what is kept until it has taken so many transitions, and executed so many classes; true: that
// decides all. An execution of depth steps ends the turn: where one is, there are likely to be infinite ones, and
// what is dependent in an execution takes time that grows with the square of its length. It does not go on where it has
// seen that it needs far more transitions.
func (of searches) executions(ctx context.Context, kept *explorations, transitions, classes int64, depth int) bool {
	if of[0].needs > farMore*float64(transitions) {
		return false
	}
	within := explore.Limits{Depth: depth, Executions: classes, Work: transitions}
	return of.explore(ctx, kept, way{name: allExecutions, classes: true}, within, func(ctx context.Context, p *cfg.Program, specs []*automata.Spec,
		opt explore.Options) (*explore.Result, error) {
		opt.Algorithm, opt.StopAtCut = "optimal", true
		return explore.Run(ctx, p, specs, opt)
	})
}
