package verify

import (
	"cmp"
	"context"

	"flavers/dataflow"
	"flavers/limit"
	"flavers/report"
)

// This file lets explorers race with the stages of the static analysis. Tables of cases, automata and
// rounds of refinement may take minutes for a program that has a single execution up to the
// order of its independent steps: SPIN's sort.pml, with 100 values in 70 places of queues, is one.
// Such a program is decided at once by optimal DPOR, or by states, or by stubborn sets, and nobody
// knows beforehand by which. So each of them has a turn when the stages have done a little work,
// whatever stage is then at work (limit.Poll.After), and again with turnGrowth times the budget
// when they have done turnGrowth times as much. All turns together cost at most a small multiple of
// what the stages cost, and what decides a check does not depend on a clock.
//
// What explorers show is evidence of its own: a visited set that is closed under all steps (states,
// stubborn sets), or every execution followed to its end (optimal). They know no constraints of the
// user's here; a check with some has no such turns. Several checks have their turns together (joint.go).
//
// Before there are tables, explorers have turns in early.go.

const (
	// firstLooks is how much work of the stages comes before the first turn, in calls of Poll.Look: some
	// thousandths of a second. A call stands for very different work (in one stage a pair of values, in another
	// a node whose letters are merged), so the first turn has to come long before a tenth of a second.
	// Options.FirstTurn overrides it.
	firstLooks = 1 << 12
	turnGrowth = 2
	mostTurns  = 15

	// firstBeside is the first turn beside the stages that follow the tables. These often have an answer soon, and
	// it says more than that of an explorer: which constraints it rests on. So explorers wait longer there.
	firstBeside = 4

	// turnsAtOnce is how many turns come one after the other where tables are not made soon: together some
	// hundredths of a second. Where they find no answer, no explorer alone has one much sooner.
	turnsAtOnce = 5

	// laterWithSpecs is how many times as much work comes before the first of these turns if there are specifications:
	// most proofs of properties are found sooner, and they say which constraints they rest on.
	laterWithSpecs = 4

	// listingWork is how many times the work of a turn the listing of events may have before a turn, in calls of
	// Poll.Look, each of which is a step with one combination of values. All of the listing costs less than the tables.
	listingWork = 8

	// looksOfRow is how many calls of Poll.Look in other stages are as much work as one while tables of cases
	// are made, which is a row of a table: several microseconds.
	looksOfRow = 8

	// looksOfOutcome is how many calls of Poll.Look an outcome of sem.Machine.Outcomes is worth, which copies a
	// state.
	looksOfOutcome = 8

	// turnDepth is how many steps an execution of optimal DPOR may have in the first turn; twice as many in each second
	// turn. The other limits of turns are in budgets.go.
	turnDepth = 100
)

// growth is turnGrowth to the power of a turn.
func growth(turn int) uint64 {
	factor := uint64(1)
	for range turn {
		factor *= turnGrowth
	}
	return factor
}

// looks is how much work of the stages comes before a turn of the explorers, after the turn before it.
func (opt *Options) looks(turn int) uint64 { return cmp.Or(opt.FirstTurn, firstLooks) * growth(turn) }

// runExplorers gives each explorer a turn: it goes on with its exploration in kept until it has had times*growth(turn)
// times the budget of the first turn. runExplorers reports whether all searches have an answer.
func (of searches) runExplorers(ctx context.Context, kept *explorations, turn int, times int64) bool {
	for i := range explorers {
		open := of.open()
		if len(open) == 0 {
			break
		}
		explorers[i](ctx, open, kept, turn, times*int64(growth(turn)))
	}
	return len(of.open()) == 0
}

// explorersTurn is the row of a turn in the portfolio. It does nothing under constraints of the user, which explorers
// do not know. In turns before firstBeside they would visit far fewer states than the strategy "states, few" has.
func explorersTurn(turn int) try {
	return func(ctx context.Context, s *stopSearch) bool {
		return len(s.c.constraints) == 0 && s.exploreTogether(ctx, question{seek: s.seek}, turn)
	}
}

// explorersForOthers is a row of the portfolio like explorersTurn. The turn is given only if another check of the group
// has no answer after the turn before.
func explorersForOthers(turn int) try {
	return func(ctx context.Context, s *stopSearch) bool {
		q := question{seek: s.seek}
		j, at := s.c.jointOf(q)
		return j != nil && j.othersOpen(ctx, at, turn-1) && s.exploreTogether(ctx, q, turn)
	}
}

// besideStages runs stages while explorers have turns, and returns the answer that comes first.
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
		c.poll.LookNow() // no turn has left the stages, so ctx has ended: this does not return
		panic("verify: a stage was left, and nobody has the answer")
	}
	return r
}

// endAfter ends the stages after so many more calls of Look. The check then holds by a search that has met all states,
// so many of them, and no violation. Until then the stages may find a proof that says which constraints it rests on. A
// Poll has one After: this one replaces the next turn of the explorers, which could only repeat the answer.
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

// interrupt gives the explorers a turn in the middle of a stage, and reports whether one of them has the answer.
func (x *sideSearch) interrupt(ctx context.Context) bool {
	x.begin()
	x.decided = x.search.exploreTogether(ctx, x.gl.question(), x.turns)
	x.c.logf("%s: turn %d of explorers: found an answer: %t", x.gl.name(), x.turns+1, x.decided)
	if x.turns++; !x.decided && x.turns < mostTurns {
		x.c.poll.After(x.looks(), func() bool { return x.interrupt(ctx) })
	}
	return x.decided
}

// looks returns how much work comes before the next turn. Where several checks have turns together, each does a part of
// it. The exception is a check for which the user wants constraints, because explorers name none.
func (x *sideSearch) looks() uint64 {
	looks := x.c.opt.looks(x.turns)
	if j, _ := x.c.jointOf(x.gl.question()); j != nil && !x.c.opt.ByConstraints {
		looks = max(1, looks/uint64(len(j.asked)))
	}
	return looks
}

// explored makes the result of the check from the answer of an explorer.
func (x *sideSearch) explored(ctx context.Context) report.Result {
	a := x.c.assemble(x.gl, nil) // what is shown besides the answer is of the problem without constraints
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
