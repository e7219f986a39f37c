package verify

import (
	"cmp"
	"context"

	"flavers/dataflow"
	"flavers/limit"
	"flavers/report"
)

// This file gives explorers turns while the stages of the static analysis work.
//
// The stages may take minutes for a program that an explorer decides at once. SPIN's sort.pml is one: it has 100 values
// in 70 places of queues, which make huge tables, and a single execution up to the order of independent steps. Nobody
// knows beforehand whether an explorer is faster, or which one. So when the stages have done a little work, each
// explorer gets a turn, whatever stage is then at work (limit.Poll.After). When the stages have done turnGrowth times
// as much, the explorers get turnGrowth times as much, and so on. So all turns together cost at most a small multiple
// of what the stages cost, and the first answer counts. Work is counted, and not time, so the answer does not depend on
// a clock.
//
// What explorers show is evidence of its own: a visited set that is closed under all steps (states, stubborn sets), or
// every execution followed to its end (optimal DPOR). Here they do not know constraints of the user, so a check under
// constraints has no such turns. Several checks have their turns together (joint.go). Before there are tables, the
// turns are those of early.go.

const (
	// firstLooks is the work of the stages before the first turn, in calls of Poll.Look: some thousandths of a second. A
	// call stands for very different work: in one stage a pair of values, in another a node whose letters are merged. So
	// it is small enough that the first turn comes long before a tenth of a second. Options.FirstTurn overrides it.
	firstLooks = 1 << 12
	turnGrowth = 2
	mostTurns  = 15

	// firstBeside is the number of the first turn beside the stages that follow the tables. These stages often have an
	// answer soon, and their answer says more than that of an explorer: it names the constraints that it rests on. So
	// explorers wait longer there.
	firstBeside = 4

	// turnsAtOnce is the number of turns that follow each other without a pause if the tables take long: together some
	// hundredths of a second. If they find no answer, no explorer alone would have found one much sooner.
	turnsAtOnce = 5

	// laterWithSpecs is the factor by which the first of these turns comes later if there are specifications. Most proofs
	// of properties are found before, and they name the constraints that they rest on.
	laterWithSpecs = 4

	// listingWork is the work of listing events between two turns, as a multiple of the work between them. Its unit is a
	// call of Poll.Look, here a step with one combination of values. All of the listing costs less than the tables.
	listingWork = 8

	// looksOfRow is the number of calls of Poll.Look in other stages that take as long as one call while tables of cases
	// are made. There a call is a row of a table, which takes several microseconds.
	looksOfRow = 8

	// looksOfOutcome is the same for an outcome of sem.Machine.Outcomes, which copies a state.
	looksOfOutcome = 8

	// turnDepth is the length of the longest execution that optimal DPOR follows in the first turn. It doubles in every
	// second turn. The other limits of turns are in budgets.go.
	turnDepth = 100
)

// growth returns turnGrowth to the power of a turn.
func growth(turn int) uint64 {
	factor := uint64(1)
	for range turn {
		factor *= turnGrowth
	}
	return factor
}

// looks returns the work of the stages, in calls of Poll.Look, between the turn before and this one.
func (opt *Options) looks(turn int) uint64 { return cmp.Or(opt.FirstTurn, firstLooks) * growth(turn) }

// runExplorers gives each explorer a turn, until all searches have an answer, and reports whether they have. An
// explorer continues its exploration in kept until it has done times*growth(turn) times the work of the first turn in
// all.
func (of searches) runExplorers(ctx context.Context, kept *explorations, turn int, times int64) bool {
	for i := range explorers {
		open := of.open()
		if len(open) == 0 {
			break
		}
		explorers[i].turn(ctx, open, kept, turn, times*int64(growth(turn)))
	}
	return len(of.open()) == 0
}

// explorersTurn returns the row of a turn in the portfolio. Under constraints of the user, which explorers do not
// know, it does nothing. Turns before firstBeside have no row: they visit far fewer states than the strategy
// "states, few".
func explorersTurn(turn int) try {
	return func(ctx context.Context, s *stopSearch) bool {
		return len(s.c.constraints) == 0 && s.exploreTogether(ctx, question{seek: s.seek}, turn)
	}
}

// explorersForOthers returns a row like explorersTurn, for a turn that is taken only if another check of the group
// has no answer after the turn before. That check needs the turn anyway.
func explorersForOthers(turn int) try {
	return func(ctx context.Context, s *stopSearch) bool {
		q := question{seek: s.seek}
		j, at := s.c.jointOf(q)
		return j != nil && j.othersOpen(ctx, at, turn-1) && s.exploreTogether(ctx, q, turn)
	}
}

// besideStages runs stages while explorers get turns, and returns the answer that comes first. If that is the answer of
// an explorer, the stages are left by a panic of package limit, which limit.Try catches.
func (x *sideSearch) besideStages(ctx context.Context, stages func() report.Result) (r report.Result) {
	c := x.c
	if !x.possible() || c.opt.NoQuick || c.opt.lacks(Turns) || c.opt.Depth > 0 {
		return stages()
	}
	x.turns, x.beside = firstBeside, true
	c.poll.After(x.looks(), func() bool { return x.interrupt(ctx) })
	ok := limit.Try(func() { r = stages() })
	c.poll.Resume()
	switch {
	case x.decided:
		return x.explored(ctx)
	case !ok:
		c.poll.LookNow() // ctx has ended, because no turn has left the stages: this call panics, as the stages did
		panic("verify: a stage was left, and nobody has the answer")
	}
	return r
}

// endAfter ends the stages after work more calls of Poll.Look. It is called when a search has met all states of the
// program and no violation: the check holds by that search. Until then the stages may still find a proof that names the
// constraints it rests on. A Poll has only one After, so this one replaces the next turn of the explorers, which could
// only repeat the answer.
func (x *sideSearch) endAfter(work int64, states int) {
	if !x.beside {
		return // the stages are not to be left
	}
	x.ends = true
	x.c.poll.After(uint64(max(work, 1)), func() bool {
		x.decided, x.exhausted = true, states
		return true
	})
}

// interrupt gives the explorers a turn in the middle of a stage, and reports whether they have the answer, so that the
// stages are to be left.
func (x *sideSearch) interrupt(ctx context.Context) bool {
	x.begin()
	x.decided = x.search.exploreTogether(ctx, x.gl.question(), x.turns)
	x.c.logf("%s: turn %d of explorers: found an answer: %t", x.gl.name(), x.turns+1, x.decided)
	x.turns++
	if !x.decided && x.turns < mostTurns {
		x.c.poll.After(x.looks(), func() bool { return x.interrupt(ctx) })
	}
	return x.decided
}

// looks returns the work of the stages before the next turn.
//
// A group of n checks takes its first turn n times as early as a single check would: the first turns are short, and
// many small programs are decided by one of them. Each turn after it halves that factor. A long turn that came early
// would cost a multiple of the stages, because it has the budgets of all checks, even if only one of them is still
// open.
//
// If the user wants to see constraints (ByConstraints), all turns come as late as those of a single check: the answer
// of an explorer names no constraint.
func (x *sideSearch) looks() uint64 {
	looks := x.c.opt.looks(x.turns)
	if j, _ := x.c.jointOf(x.gl.question()); j != nil && !x.c.opt.ByConstraints {
		sooner := len(j.asked) >> (x.turns - firstBeside)
		looks = max(1, looks/uint64(max(1, sooner)))
	}
	return looks
}

// explored returns the result of the check if an explorer has the answer. The sizes in it are those of the problem
// without constraints.
func (x *sideSearch) explored(ctx context.Context) report.Result {
	a := x.c.assemble(x.gl, nil)
	if a.sol == nil {
		a.sol = new(dataflow.Solution)
	}
	if x.exhausted > 0 {
		return x.c.byStates(a, x.exhausted)
	}
	r := x.c.summary(a)
	x.result(ctx, a, &r)
	r.Seconds = x.search.shared.Seconds()
	x.c.finite = x.search.finite && r.Verdict == report.Holds
	return r
}
