package verify

import (
	"context"

	"flavers/explore/lpor"
)

// The strategy that visits the states which stubborn sets lead to. They keep whether there is an execution that is
// sought, not how long it is.

// stubbornStates is how many states it keeps at most.
const stubbornStates = 200_000

// Budgets in pairs of transitions, of which a set may look at all: a first look, before what may take minutes, and all
// of it.
const (
	someStubborn = 1 << 26
	manyStubborn = 1 << 27
)

// apartStates names it.
const apartStates = "stubborn sets"

// stubbornWithin is its row in the portfolio with so much work.
func stubbornWithin(work int64) try {
	return func(ctx context.Context, s *stopSearch) bool { return s.stubborn(ctx, work) }
}

// stubborn searches with so much work; true: that decides it.
func (s *stopSearch) stubborn(ctx context.Context, work int64) bool {
	return s.explore(ctx, apartStates, stubbornStates, work, lpor.Run)
}

// stubbornTurn is that of a turn of explorers, with so many times the budget of the first one.
func (of searches) stubbornTurn(ctx context.Context, budget int64) bool {
	most := min(of[0].c.budget(turnStubborn*budget), stubbornStates)
	return of.explore(ctx, apartStates, most, most*pairsLookedAt*tuplesOfState, lpor.Run)
}
