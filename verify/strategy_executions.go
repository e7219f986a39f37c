package verify

import (
	"context"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
)

// This file is the strategy that executes one linearization of each Mazurkiewicz trace, by optimal DPOR. It decides
// programs whose tasks meet rarely, however many states they have.

// allExecutions is its name in reports.
const allExecutions = "all executions"

// farMore is the factor by which the estimated need of optimal DPOR must exceed its budget before the strategy gives up
// its turn. It is large because the estimate is usually too low, and a strategy that would need more is no better.
const farMore = 4

// executions continues the exploration in kept up to the given numbers of transitions and classes, and reports whether
// all searches have an answer.
//
// An execution of depth steps ends the turn: if there is one, there are probably infinite ones, which this strategy
// never completes, and finding the dependencies in an execution takes time that grows with the square of its length.
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
