package verify

import (
	"context"

	"flavers/explore"
)

// This file is the portfolio of strategies for the question whether some execution stops in a given way (stopSearch):
// blocked, in a run-time error, or with a property violated.
//
// No strategy is best for all programs. A certificate decides a thousand philosophers at once, and says nothing about a
// program of three tasks that count; a search of all states is the other way round. So the strategies are tried one
// after the other, each with a limited budget, and several of them again with more. The sum of the budgets before a
// strategy is a small multiple of what the strategy itself takes, so the portfolio takes little more than its best
// member would (docs/theory.md, "Turns of explorers"; `go run ./bench portfolio` measures it).
//
// Each strategy is a file strategy_*.go and one or more rows of the table portfolio.

// strategy is one row: an attempt at an answer.
type strategy struct {
	method string // the name of the strategy in reports; "" for a turn of all explorers
	name   string // the name of the row, for the log
	// applies reports whether the strategy may find the answer, and is worth its budget at this place. nil means
	// yes.
	applies func(s *stopSearch) bool
	try     try
}

// A try runs a strategy within its budget. It reports whether s has evidence afterwards. If not, it has called
// s.missed, unless a later row tries the same with more work. Budgets count work and not time, so that the answer
// does not depend on the machine, unless ctx ends.
type try func(ctx context.Context, s *stopSearch) bool

// portfolio lists the strategies in the order in which they are tried.
var portfolio = []strategy{
	// Decides small programs, and finds a shortest execution.
	{allStates, "states, few", nil, statesAtFirst},
	// Finds a deadlock of a few steps, at any size.
	{directedRuns, "directed executions", seeksDeadlock, directedExecutions(fewLooks)},

	// One turn of each explorer. If other checks are also open, they are likely to need a second turn, so it is
	// taken for all of them.
	{"", "explorers", seeksDeadlock, explorersTurn(firstBeside)},
	{"", "explorers, for others, too", seeksDeadlock, explorersForOthers(firstBeside + 1)},
	{directedRuns, "directed executions, longer", seeksDeadlock, directedExecutions(0)},

	// Orbits and certificates alternate, each time with more work.
	{caseStates, "orbits, few", deadlockOfFewTasks, orbitsWithin(fewOrbits)},
	{certificate, "certificate, quick", deadlockOfFewTasks, quickInvariants},
	{"", "explorers, again", seeksDeadlock, explorersTurn(firstBeside + 2)},
	{caseStates, "orbits, some", orbitsEarly, orbitsWithin(someOrbits)},
	{certificate, "certificate", certificateEarly, allInvariants},
	{apartStates, "stubborn sets, some", certificateEarly, stubbornWithin(someStubborn)},
	{caseStates, "orbits, many", certificateEarly, orbitsWithin(manyOrbits)},

	// Last, whatever is left of the limits.
	{apartStates, "stubborn sets, many", nil, stubbornWithin(manyStubborn)},
	{certificate, "certificate, late", certificateLate, allInvariants},
	{allStates, "states, many", nil, statesAtLast},
}

// run tries the strategies until one has evidence.
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

// The functions from here on are the conditions in the column applies.

// seeksDeadlock is for strategies that only look for deadlocks, and for turns that other questions have elsewhere
// (besideStages in explorers.go).
func seeksDeadlock(s *stopSearch) bool { return s.seek == explore.Deadlock }

// mostFirst is the number of tasks up to which orbits are tried before a certificate. With more tasks, the tables of
// the search of orbits alone cost more than a certificate.
const mostFirst = 200

func deadlockOfFewTasks(s *stopSearch) bool { return seeksDeadlock(s) && len(s.c.p.Tasks) <= mostFirst }

// orbitsEarly also lets other questions than deadlock try orbits: these have no certificate that could be cheaper.
func orbitsEarly(s *stopSearch) bool { return !seeksDeadlock(s) || deadlockOfFewTasks(s) }

// manyPlaces is the number of places from which a certificate is likely to cost more than a search, because it looks at
// each pair of places.
const manyPlaces = 1 << 15

// certificateEarly reports whether a certificate is tried without a budget before the large searches.
func certificateEarly(s *stopSearch) bool {
	return seeksDeadlock(s) && s.c.sem != nil && s.c.places() <= manyPlaces
}

func certificateLate(s *stopSearch) bool { return seeksDeadlock(s) && !certificateEarly(s) }

// places returns the number of places of the net that a certificate is about: one for each value of each component.
func (c *checker) places() (n int) {
	for i := range c.sem.M.Comps {
		n += int(c.sem.M.Comps[i].Size)
	}
	return n
}

// explorer is a strategy that gets turns beside the stages (explorers.go).
type explorer struct {
	method string // the name of the strategy in reports
	// turn continues the exploration in kept, until it has done budget times the work of its first turn in all. It
	// reports whether all searches have an answer. number is that of the turn, from 0 on.
	turn func(ctx context.Context, of searches, kept *explorations, number int, budget int64) bool
}

// explorers lists the explorers in the order of their turns. What they visit hardly depends on what is sought, so one
// exploration answers several searches.
var explorers = []explorer{
	// Optimal DPOR.
	{allExecutions, func(ctx context.Context, of searches, kept *explorations, number int, budget int64) bool {
		first := &of[0].c.opt.budgets().turn
		return of.executions(ctx, kept, first.transitions*budget, first.classes*budget, turnDepth<<(number/2))
	}},
	{allStates, func(ctx context.Context, of searches, kept *explorations, _ int, budget int64) bool {
		return of.states(ctx, kept, of[0].c.opt.budgets().turn.states*budget)
	}},
	{apartStates, func(ctx context.Context, of searches, kept *explorations, _ int, budget int64) bool {
		return of.stubbornTurn(ctx, kept, budget)
	}},
}
