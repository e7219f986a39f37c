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
	return s.stubbornOf(ctx, stubbornStates, work)
}

// stubbornOf also has a limit on states.
func (s *stopSearch) stubbornOf(ctx context.Context, most, work int64) bool {
	return s.explore(ctx, apartStates, most, work, lpor.Run)
}
