package verify

import (
	"context"
	"fmt"

	"flavers/explore"
	"flavers/limit"
	"flavers/report/outcome"
	"flavers/verify/blocked"
)

// This file is the strategy that visits states up to exchanging tasks, and of these only the ones that stubborn sets of
// cases lead to (package blocked). It is the strongest search for programs with many equal tasks. Each attempt
// continues where the one before it stopped.

// Budgets of all attempts so far together, in the units of work of blocked.Search.
const (
	fewOrbits  = 1 << 24
	someOrbits = 1 << 28
	manyOrbits = 1 << 31
)

// orbitsWithin returns the row of the strategy in the portfolio. work is one of the budgets above.
func orbitsWithin(work int64) try {
	return func(ctx context.Context, s *stopSearch) bool { return s.searchOrbits(ctx, work) }
}

// goal returns what package blocked is to search for. It returns false if the search is not for package blocked, which
// knows no constraints of the user, and at most one property.
func (s *stopSearch) goal() (blocked.Goal, bool) {
	switch {
	case len(s.c.constraints) > 0:
		return blocked.Goal{}, false
	case s.seek == explore.Violation:
		return blocked.Goal{Property: s.specs[0], Traps: s.traps}, len(s.specs) == 1
	}
	return blocked.Goal{Errors: s.seek == explore.Error}, len(s.specs) == 0
}

// searchOrbits continues the search until it has done the given work in all.
func (s *stopSearch) searchOrbits(ctx context.Context, work int64) bool {
	c := s.c
	goal, ok := s.goal()
	if ctx.Err() != nil || c.sem == nil || !ok {
		return false
	}
	if s.orbits == nil {
		limit.Try(func() {
			poll := limit.New(ctx)
			s.orbits = blocked.New(c.sem, c.dependencies(), goal, blocked.Options{AllStates: c.opt.NoSymmetry}, poll)
		})
		if s.orbits == nil { // a step has no table, or time ran out
			return false
		}
	}
	verdict := s.orbits.Run(ctx, work, c.opt.MaxMemory)
	switch verdict {
	case blocked.Found:
		s.evidence, s.schedule, s.shortest = outcome.Execution{}, s.orbits.Schedule(), true
	case blocked.Free:
		s.evidence = outcome.Exhausted{}
	case blocked.Beyond:
		s.missed(caseStates, "none within what the model counts", "", s.orbits.Exceeded)
		return false
	case blocked.Open:
		s.missed(caseStates, fmt.Sprintf("not finished after %d states%s", s.orbits.States, upTo(s.orbits.Orbits)), "", nil)
		return false
	}
	s.decidedBy = fmt.Sprintf("%s, %d states%s", caseStates, s.orbits.States, upTo(s.orbits.Orbits))
	return true
}

// caseStates is the name of this strategy in reports. Its sets are not those of explore/lpor (strategy_stubborn.go).
const caseStates = "stubborn sets of cases"
