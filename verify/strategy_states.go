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

// The strategy that visits all states breadth first.

// manyStates is its budget at the end, in states of a program with few components (checker.budget).
const manyStates = 2_000_000

// fewForOrbits is how many states, of a large program, are visited sooner than it is found out which tasks can be
// exchanged.
const fewForOrbits = 2000

// movesOfState is how many moves the search may make in its turns for each state that it may keep. Without that limit,
// a program in which many tasks can move in most states would take many times as long as the other explorers.
const movesOfState = 6

// allStates names it.
const allStates = "all states"

// statesAtFirst and statesAtLast are its rows in the portfolio. The first one is for all checks of the program, if they
// have their turns of explorers together: these then go on with it.
func statesAtFirst(ctx context.Context, s *stopSearch) bool {
	if j, at := s.c.jointOf(question{seek: s.seek}); j != nil && len(s.specs) == 0 && s.adoptShared(ctx, j.few(), at) {
		return s.evidence != nil
	}
	return s.fewStates(ctx)
}

// fewStates is the first one for this search alone.
func (s *stopSearch) fewStates(ctx context.Context) bool {
	return searches{s}.states(ctx, nil, s.c.opt.budgets().fewStates)
}

func statesAtLast(ctx context.Context, s *stopSearch) bool {
	return searches{s}.states(ctx, nil, manyStates)
}

// states searches breadth first; true: that decides all. It is not made again for searches that were allowed as many
// states before. It goes on with what is kept. More than few states are counted up to exchanging tasks: where there are
// tasks to exchange, it begins anew then.
func (of searches) states(ctx context.Context, kept *explorations, most int64) bool {
	if !slices.ContainsFunc(of, func(s *stopSearch) bool { return s.most < most }) {
		return false
	}
	for _, s := range of {
		s.most = max(s.most, most)
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

// exchangeable reports whether there may be tasks to exchange.
func (of searches) exchangeable(ctx context.Context) bool {
	c := of[0].c
	if c.sem == nil || len(c.sem.Inexact()) > 0 {
		return true // it would take tables to see it
	}
	var specs []*automata.Spec
	for _, s := range of {
		specs = append(specs, s.specs...)
	}
	var found bool
	return !limit.Try(func() { found = len(symmetry.FindIn(c.sem.M, c.sem.Cases, specs, limit.New(ctx))) > 0 }) || found
}
