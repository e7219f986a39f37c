package verify

import (
	"context"
	"sync/atomic"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
)

// The strategy that visits all states breadth first.

// manyStates is its budget at the end, in states of a program with few components (checker.budget).
const manyStates = 2_000_000

// fewStates is its budget at the beginning. It is less in tests that are about the strategies after it.
var fewStates atomic.Int64

func init() { fewStates.Store(30_000) }

// allStates names it.
const allStates = "all states"

// statesAtFirst and statesAtLast are its rows in the portfolio.
func statesAtFirst(ctx context.Context, s *stopSearch) bool { return s.states(ctx, fewStates.Load()) }
func statesAtLast(ctx context.Context, s *stopSearch) bool  { return s.states(ctx, manyStates) }

// states searches breadth first; true: that decides all.
func (of searches) states(ctx context.Context, most int64) bool {
	return of.explore(ctx, allStates, of[0].c.budget(most), 0, func(ctx context.Context, p *cfg.Program,
		specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
		opt.Algorithm, opt.Symmetry = "states", most > fewStates.Load()
		return explore.Run(ctx, p, specs, opt)
	})
}

// states is that of one search.
func (s *stopSearch) states(ctx context.Context, most int64) bool {
	return searches{s}.states(ctx, most)
}
