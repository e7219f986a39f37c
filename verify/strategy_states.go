package verify

import (
	"context"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
)

// The strategy that visits all states breadth first.

// manyStates is its budget at the end, in states of a program with few components (checker.budget).
const manyStates = 2_000_000

// allStates names it.
const allStates = "all states"

// statesAtFirst and statesAtLast are its rows in the portfolio.
func statesAtFirst(ctx context.Context, s *stopSearch) bool {
	return s.states(ctx, s.c.opt.budgets().fewStates)
}

func statesAtLast(ctx context.Context, s *stopSearch) bool { return s.states(ctx, manyStates) }

// states searches breadth first; true: that decides all. It is not made again for searches that were allowed as many
// states before.
func (of searches) states(ctx context.Context, most int64) bool {
	if !slices.ContainsFunc(of, func(s *stopSearch) bool { return s.most < most }) {
		return false
	}
	for _, s := range of {
		s.most = max(s.most, most)
	}
	return of.explore(ctx, allStates, of[0].c.budget(most), 0, func(ctx context.Context, p *cfg.Program,
		specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
		opt.Algorithm, opt.Symmetry = "states", most > of[0].c.opt.budgets().fewStates
		return explore.Run(ctx, p, specs, opt)
	})
}

// states is that of one search.
func (s *stopSearch) states(ctx context.Context, most int64) bool {
	return searches{s}.states(ctx, most)
}
