package verify

import (
	"context"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/symmetry"
	"flavers/limit"
)

// This file is the strategy that visits all states breadth first. It decides every program with few states, and an
// execution that it finds is a shortest one.

// manyStates is its budget in the last row of the portfolio, in states of a program with few components
// (checker.budget).
const manyStates = 2_000_000

// fewForOrbits is the number of states up to which exchangeable tasks are not looked for: in a large program, to find
// them takes longer than to visit that many states.
const fewForOrbits = 2000

// movesOfState is the number of moves that a turn may make for each state that it may keep. Without this limit, a
// program in which many tasks can move in most states would take far longer in this turn than in those of the other
// explorers.
const movesOfState = 6

// allStates is the name of this strategy in reports.
const allStates = "all states"

// statesAtFirst and statesAtLast are the rows of the strategy in the portfolio. If the checks of the program have their
// turns of explorers together, the first row is one search for all of them, with which their turns then continue.
func statesAtFirst(ctx context.Context, s *stopSearch) bool {
	if j, at := s.c.jointOf(question{seek: s.seek}); j != nil && len(s.specs) == 0 && s.adoptShared(ctx, j.few(), at) {
		return s.evidence != nil
	}
	return s.fewStates(ctx)
}

// fewStates is the first row for this search alone.
func (s *stopSearch) fewStates(ctx context.Context) bool {
	return searches{s}.states(ctx, nil, s.c.opt.budgets().fewStates)
}

func statesAtLast(ctx context.Context, s *stopSearch) bool {
	return searches{s}.states(ctx, nil, manyStates)
}

// states searches breadth first, in at most most states, scaled to the size of the program. It reports whether all
// searches have an answer.
//
// If kept is not nil, the search continues there. States that differ by exchanging tasks count as one as soon as more
// than few states are allowed; if some tasks can be exchanged, the search then begins anew.
func (of searches) states(ctx context.Context, kept *explorations, most int64) bool {
	// Nothing new would be visited if each search was allowed as many states before.
	if !slices.ContainsFunc(of, func(s *stopSearch) bool { return s.statesAllowed < most }) {
		return false
	}
	for _, s := range of {
		s.statesAllowed = max(s.statesAllowed, most)
	}
	plain := way{name: allStates, shortest: true}
	orbits := way{name: allStates, shortest: true, symmetry: true}
	states, w := of[0].c.budget(most), plain
	many := most > of[0].c.opt.budgets().fewStates && states > fewForOrbits
	switch {
	case kept == nil && many, kept != nil && kept.has(orbits):
		w = orbits
	case kept != nil && many && (!kept.has(plain) || of.exchangeable(ctx)):
		kept.forget(plain)
		w = orbits
	}
	if kept == nil {
		return of.explore(ctx, nil, w, explore.Limits{States: states}, exploreStates)
	}
	within := explore.Limits{States: states, Work: movesOfState * states}
	if of.explore(ctx, kept, w, within, exploreStates) {
		return true
	}
	if !of[0].narrows {
		return false
	}
	// Few states are likely to be left. To visit them costs less than to leave the search here, where other ways to an
	// answer take their turns, and to come back to it.
	return of.explore(ctx, kept, w, explore.Limits{States: 2 * states, Work: 2 * within.Work}, exploreStates)
}

// exploreStates runs the explorer of all states.
func exploreStates(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result,
	error) {
	opt.Algorithm = "states"
	return explore.Run(ctx, p, specs, opt)
}

// exchangeable reports whether some tasks may be exchanged.
func (of searches) exchangeable(ctx context.Context) bool {
	c := of[0].c
	if c.sem == nil || len(c.sem.Inexact()) > 0 {
		return true // not known without tables of all steps
	}
	var specs []*automata.Spec
	for _, s := range of {
		specs = append(specs, s.specs...)
	}
	var found bool
	return !limit.Try(func() { found = len(symmetry.FindIn(c.sem.M, c.sem.Cases, specs, limit.New(ctx))) > 0 }) || found
}
