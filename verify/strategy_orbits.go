package verify

import (
	"context"
	"fmt"

	"flavers/explore"
	"flavers/limit"
	"flavers/report/outcome"
	"flavers/verify/blocked"
)

// The strategy that visits states up to exchanging tasks, by stubborn sets of cases (package blocked). It goes on where
// it was each time that it is tried.

// Budgets, in blocked.Search's units of work, of all tries together.
const (
	fewOrbits  = 1 << 24
	someOrbits = 1 << 28
	manyOrbits = 1 << 31
)

// orbitsWithin is its row in the portfolio with so much work.
func orbitsWithin(work int64) try {
	return func(ctx context.Context, s *stopSearch) bool { return s.searchOrbits(ctx, work) }
}

// goal is what package blocked is to search for; false: it knows no constraints.
func (s *stopSearch) goal() (blocked.Goal, bool) {
	switch {
	case len(s.c.constraints) > 0:
		return blocked.Goal{}, false
	case s.seek == explore.Violation:
		return blocked.Goal{Property: s.specs[0], Traps: s.traps}, len(s.specs) == 1
	}
	return blocked.Goal{Errors: s.seek == explore.Error}, len(s.specs) == 0
}

// searchOrbits goes on with this search until so much work has been done in all.
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
	s.forget(someStates)
	switch verdict {
	case blocked.Found:
		s.evidence, s.schedule, s.shortest = outcome.Execution{}, s.orbits.Schedule(), true
	case blocked.Free:
		s.evidence = outcome.Exhausted{}
	case blocked.Beyond:
		s.exceeded = s.orbits.Exceeded
		s.missed(someStates, "none within what the model counts")
		return false
	case blocked.Open:
		s.missed(someStates, fmt.Sprintf("not finished after %d states%s", s.orbits.States, upTo(s.orbits.Orbits)))
		return false
	}
	s.by = fmt.Sprintf("%s, %d states%s", someStates, s.orbits.States, upTo(s.orbits.Orbits))
	return true
}

// someStates names the search of package blocked, not that of explore/lpor.
const someStates = "stubborn sets of cases"
