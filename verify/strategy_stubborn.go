package verify

import (
	"context"

	"flavers/explore"
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

// If a cycle made the search explore more than one state in cyclesOfStates in full, its next turns are lessForCycles
// times smaller.
const (
	cyclesOfStates = 16
	lessForCycles  = 4
)

// pairsOfState is how many pairs of transitions go with each state of a turn.
const pairsOfState = 400

// apartStates names it.
const apartStates = "stubborn sets"

// stubbornWithin is its row in the portfolio with so much work.
func stubbornWithin(work int64) try {
	return func(ctx context.Context, s *stopSearch) bool { return s.stubborn(ctx, work) }
}

// stubborn searches with so much work; true: that decides it.
func (s *stopSearch) stubborn(ctx context.Context, work int64) bool {
	return searches{s}.explore(ctx, nil, way{name: apartStates}, explore.Limits{States: stubbornStates, Work: work}, lpor.Run)
}

// stubbornTurn goes on with what is kept until it has had so many times the budget of the first turn.
func (of searches) stubbornTurn(ctx context.Context, kept *explorations, budget int64) bool {
	most := min(of[0].c.budget(of[0].c.opt.budgets().turn.stubborn*budget), stubbornStates)
	if of[0].cyclic {
		most /= lessForCycles
	}
	within := explore.Limits{States: most, Work: most * pairsOfState}
	return of.explore(ctx, kept, way{name: apartStates}, within, lpor.Run)
}
