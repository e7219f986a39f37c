package verify

import (
	"context"

	"flavers/explore"
	"flavers/explore/lpor"
)

// This file is the strategy that visits only the states to which stubborn sets lead (package explore/lpor). These sets
// preserve whether a sought execution exists, but not how short it is. So the strategy decides programs whose tasks
// have little to do with each other, as in a ring, and an execution that it finds may be longer than necessary.

// stubbornStates is the number of states that it keeps at most.
const stubbornStates = 200_000

// Budgets of attempts in the portfolio, in pairs of transitions that are compared. A single set may compare all pairs,
// so a number of states would limit nothing.
const (
	someStubborn = 1 << 26
	manyStubborn = 1 << 27
)

// Where stubborn sets close a cycle, the search has to take all steps of a state on it, and reduces nothing. If this
// happens in more than one of cyclesOfStates states, the next turns are smaller by the factor lessForCycles.
const (
	cyclesOfStates = 16
	lessForCycles  = 4
)

// pairsOfState is the number of pairs of transitions that a turn may compare for each state that it may visit.
const pairsOfState = 400

// preparedPairs is the number of pairs of actions in the program, for each pair that a turn may compare, up to which
// the turn is taken. The relations between actions have bits for all pairs: those of 9,000 actions take 400 MB, and
// longer than the turn itself.
const preparedPairs = 256

// apartStates is the name of this strategy in reports.
const apartStates = "stubborn sets"

// stubbornWithin returns the row of the strategy in the portfolio. work is one of the budgets above.
func stubbornWithin(work int64) try {
	return func(ctx context.Context, s *stopSearch) bool { return s.stubborn(ctx, work) }
}

// stubborn searches anew within a budget, and reports whether s has an answer.
func (s *stopSearch) stubborn(ctx context.Context, work int64) bool {
	return searches{s}.explore(ctx, nil, way{name: apartStates}, explore.Limits{States: stubbornStates, Work: work}, lpor.Run)
}

// stubbornTurn continues the exploration in kept until it has had budget times the work of its first turn in all. It
// reports whether all searches have an answer. It does nothing if the relations alone would cost far more than the
// turn.
func (of searches) stubbornTurn(ctx context.Context, kept *explorations, budget int64) bool {
	most := min(of[0].c.budget(of[0].c.opt.budgets().turn.stubborn*budget), stubbornStates)
	if of[0].cyclic {
		most /= lessForCycles
	}
	within := explore.Limits{States: most, Work: most * pairsOfState}
	if n := int64(len(of[0].c.p.Actions)); n*n/preparedPairs > within.Work {
		return false
	}
	return of.explore(ctx, kept, way{name: apartStates}, within, lpor.Run)
}
