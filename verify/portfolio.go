package verify

import (
	"context"

	"flavers/explore"
)

// This file is the portfolio of strategies that look for an execution that stops as a stopSearch seeks, or show that
// there is none. A strategy is a file, and a row here.

// strategy is one try at an answer. A strategy that can do with little work at first, and with more later, has several
// rows.
type strategy struct {
	name string // for the log
	// applies reports whether it can have an answer, and is not too dear at its place. nil: always.
	applies func(s *stopSearch) bool
	try     try
}

// try reports whether s has evidence now. Its budget is in units of work, so that the answer does not depend on the
// machine, unless ctx ends. Without evidence s says what was tried.
type try func(ctx context.Context, s *stopSearch) bool

// portfolio lists the strategies, cheapest first.
var portfolio = []strategy{
	// Decides small programs, and finds a shortest execution.
	{"states, few", nil, statesAtFirst},
	// Finds a deadlock of a few steps, at any size.
	{"directed executions", seeksDeadlock, directedExecutions(fewLooks)},

	// A turn of each explorer, and another one if other checks are open, too, and are likely to need it.
	{"explorers", seeksDeadlock, explorersTurn(firstBeside)},
	{"explorers, for others, too", seeksDeadlock, explorersForOthers(firstBeside + 1)},
	{"directed executions, longer", seeksDeadlock, directedExecutions(0)},

	// Orbits and a certificate in turn, each time with more work.
	{"orbits, few", deadlockOfFewTasks, orbitsWithin(fewOrbits)},
	{"certificate, quick", deadlockOfFewTasks, quickInvariants},
	{"explorers, again", seeksDeadlock, explorersTurn(firstBeside + 2)},
	{"orbits, some", orbitsEarly, orbitsWithin(someOrbits)},
	{"certificate", certificateEarly, allInvariants},
	{"stubborn sets, some", certificateEarly, stubbornWithin(someStubborn)},
	{"orbits, many", certificateEarly, orbitsWithin(manyOrbits)},

	// Visits all ends of executions, in a part of the states.
	{"stubborn sets, many", nil, stubbornWithin(manyStubborn)},
	{"certificate, late", certificateLate, allInvariants},
	{"states, many", nil, statesAtLast},
}

// run tries them in turn.
func (s *stopSearch) run(ctx context.Context) stop {
	for i := range portfolio {
		st := &portfolio[i]
		if st.applies != nil && !st.applies(s) {
			continue
		}
		if st.try(ctx, s) {
			s.c.logf("%s by the strategy %q", s.verdict(), st.name)
			return s.stop
		}
	}
	if ctx.Err() != nil {
		s.limit = limitOfContext(ctx)
	}
	return s.stop
}

func seeksDeadlock(s *stopSearch) bool { return s.seek == explore.Deadlock }

// mostFirst is how many tasks a program may have at most for orbits to come before a certificate: with more, the tables
// of the search alone cost more than that.
const mostFirst = 200

func deadlockOfFewTasks(s *stopSearch) bool { return seeksDeadlock(s) && len(s.c.p.Tasks) <= mostFirst }

// orbitsEarly reports whether orbits have a turn with some work. For other questions than deadlock there is no
// certificate that could be cheaper.
func orbitsEarly(s *stopSearch) bool { return !seeksDeadlock(s) || deadlockOfFewTasks(s) }

// manyPlaces is how many places make a certificate likely to cost more than a search: it looks at each pair of them.
const manyPlaces = 1 << 15

// certificateEarly reports whether a certificate of any cost is looked for before the large searches.
func certificateEarly(s *stopSearch) bool {
	return seeksDeadlock(s) && s.c.sem != nil && s.c.places() <= manyPlaces
}

func certificateLate(s *stopSearch) bool { return seeksDeadlock(s) && !certificateEarly(s) }

// places are all values of components: the places of the certificate's net.
func (c *checker) places() (n int) {
	for i := range c.sem.M.Comps {
		n += int(c.sem.M.Comps[i].Size)
	}
	return n
}

// explorers are the strategies that have turns beside the stages (explorers.go). Each visits as much whatever is
// sought, or little more, so that one exploration answers several searches. budget is how many times that of the first
// turn they have.
var explorers = []func(ctx context.Context, of searches, kept *explorations, turn int, budget int64) bool{
	func(ctx context.Context, of searches, kept *explorations, turn int, budget int64) bool {
		first := &of[0].c.opt.budgets().turn
		return of.executions(ctx, kept, first.transitions*budget, first.classes*budget, turnDepth<<(turn/2))
	},
	func(ctx context.Context, of searches, kept *explorations, _ int, budget int64) bool {
		return of.states(ctx, kept, of[0].c.opt.budgets().turn.states*budget)
	},
	func(ctx context.Context, of searches, kept *explorations, _ int, budget int64) bool {
		return of.stubbornTurn(ctx, kept, budget)
	},
}
