package verify

import (
	"cmp"
	"context"
	"slices"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/dataflow"
	"flavers/explore"
	"flavers/limit"
	"flavers/report"
)

// This file lets explorers race with the stages of the static lane. Tables of cases, automata and
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
// Before there are tables, five turns come at once, as soon as the tables have been a hundredth of a second of work:
// a program that an explorer decides in a few hundredths of a second does not wait for the tables at all.

const (
	// firstLooks is how much work of the stages comes before the first turn, in calls of Poll.Look: some
	// thousandths of a second. A call stands for very different work (in one stage a pair of values, in another
	// a node whose letters are merged), so the first turn has to come long before a tenth of a second.
	// Options.FirstTurn says otherwise.
	firstLooks = 1 << 12
	turnGrowth = 2
	mostTurns  = 15

	// firstBeside is the first turn beside the stages that follow the tables. These often have an answer soon, and
	// it says more than that of an explorer: which constraints it rests on. So explorers wait longer there.
	firstBeside = 4

	// turnsAtOnce is how many turns come one after the other where tables are not made soon: together some hundredths
	// of a second. Where they find no answer, no explorer alone has one much sooner.
	turnsAtOnce = 5

	// looksOfRow is how many calls of Poll.Look in other stages are as much work as one while tables of cases
	// are made, which is a row of a table: several microseconds.
	looksOfRow = 8

	// looksOfOutcome is the same of an outcome of a step that package sem computes, with a state of its own.
	looksOfOutcome = 8

	// Budgets of the first turn: about a thousandth of a second each, as much as the work before it. Those
	// of states are scaled to the size of the program (checker.budget).
	turnStates      = 640
	turnStubborn    = 64  // states of stubborn sets, each with many pairs of transitions
	turnTransitions = 192 // of executions ...
	turnClasses     = 16  // ... that are not equivalent, and each of few steps where there are many ...
	turnDepth       = 100 // ... of at most so many steps; twice as many in each second turn
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

// runExplorers lets each explorer go on with what is kept until it has had so many times the budget of the first turn,
// and as many times again as the turn has. true: all searches have an answer.
func (of searches) runExplorers(ctx context.Context, kept *explorations, turn int, times int64) bool {
	for i := range explorers {
		open := of.open()
		if len(open) == 0 {
			break
		}
		explorers[i].try(ctx, open, kept, turn, times*int64(growth(turn)))
	}
	return len(of.open()) == 0
}

// explorersTurn is a row of the explorers in the portfolio: one of their turns. In turns before firstBeside they would
// visit far fewer states than the strategy "states, few" has. They know no constraints.
func explorersTurn(turn int) try {
	return func(ctx context.Context, s *stopSearch) bool {
		return len(s.c.constraints) == 0 && s.exploreTogether(ctx, question{seek: s.seek}, turn)
	}
}

// besideStages is the answer of stages, or that of an explorer if one has it first.
func (i *instead) besideStages(ctx context.Context, stages func() report.Result) (r report.Result) {
	c := i.c
	if !i.possible() || c.opt.NoQuick || c.opt.lacks(Turns) || c.opt.Depth > 0 {
		return stages()
	}
	i.turns, i.beside = firstBeside, true
	c.poll.After(i.looks(), func() bool { return i.interrupt(ctx) })
	ok := limit.Try(func() { r = stages() })
	c.poll.Resume()
	switch {
	case i.decided:
		return i.explored(ctx)
	case !ok:
		c.poll.LookNow() // no turn has left the stages, so ctx has ended: this does not return
		panic("verify: a stage was left, and nobody has the answer")
	}
	return r
}

// endAfter makes the stages stop after so much more work, and answer by a search that has met all states, so many of
// them, and found that none violates. It replaces the next turn of the explorers (a Poll has one After), which could
// only repeat that answer. Until then the stages may find a proof that says which constraints it rests on.
func (i *instead) endAfter(work int64, states int) {
	if !i.beside {
		return // the stages are not to be left
	}
	i.ends = true
	i.c.poll.After(uint64(max(work, 1)), func() bool {
		i.decided, i.none = true, states
		return true
	})
}

// interrupt is a turn of the explorers in the middle of a stage; true: one of them has the answer.
func (i *instead) interrupt(ctx context.Context) bool {
	i.begin()
	i.decided = i.s.exploreTogether(ctx, i.gl.question(), i.turns)
	i.c.logf("%s: turn %d of explorers: found an answer: %t", i.gl.name(), i.turns+1, i.decided)
	if i.turns++; !i.decided && i.turns < mostTurns {
		i.c.poll.After(i.looks(), func() bool { return i.interrupt(ctx) })
	}
	return i.decided
}

// looks is how much work comes before the next turn. Where several checks have turns together, each has done a part of
// it; but not if constraints are wanted, which explorers do not name.
func (i *instead) looks() uint64 {
	looks := i.c.opt.looks(i.turns)
	if j, _ := i.c.jointOf(i.gl.question()); j != nil && !i.c.opt.ByConstraints {
		looks = max(1, looks/uint64(len(j.asked)))
	}
	return looks
}

// explored is the answer that an explorer has.
func (i *instead) explored(ctx context.Context) report.Result {
	a := i.c.assemble(i.gl, nil) // what is shown besides the answer is of the problem without constraints
	if a.sol == nil {
		a.sol = new(dataflow.Solution)
	}
	if i.none > 0 {
		return i.c.byStates(a, i.none)
	}
	r := i.c.summary(a)
	i.result(ctx, a, &r)
	r.Seconds = i.s.shared.Seconds()
	i.c.finite = i.s.finite && r.Verdict == report.Holds
	return r
}

// early are the checks of a program without specifications while its tables of cases are made. With
// specifications explorers have to wait: what is wrong with these is not known before.
type early struct {
	c        *checker    // without tables
	errors   *stopSearch // nil: not asked for
	deadlock *stopSearch // nil: not asked for
	asked    searches    // these two
	kept     *explorations
	turns    int
}

// newEarly is nil if explorers are not to answer before there are tables.
func newEarly(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) *early {
	if len(specs) > 0 || opt.NoQuick || opt.lacks(Turns) || opt.Depth > 0 || opt.Refine == RefineNone {
		return nil
	}
	e := &early{c: newChecker(ctx, p, opt)}
	e.kept = e.c.keep()
	if opt.Wants(report.RuntimeErrors) {
		e.errors = e.c.newStops(explore.Error, nil)
		e.asked = append(e.asked, e.errors)
	}
	if e.c.wantsDeadlock() {
		e.deadlock = e.c.newStops(explore.Deadlock, nil)
		e.asked = append(e.asked, e.deadlock)
	}
	return e
}

// watch gives the explorers a turn while the stages of poll make the tables; nil: there are no stages.
func (e *early) watch(ctx context.Context, poll *limit.Poll) {
	if e != nil && poll != nil {
		poll.After(max(2*e.c.opt.looks(e.turns)/looksOfRow, 1), func() bool { return e.interrupt(ctx, poll) })
	}
}

// shorten looks for a shortest execution, where one that was found may not be one, in as many states as a search
// has before explorers.
func (s *stopSearch) shorten(ctx context.Context) {
	if !s.shown() || s.shortest {
		return
	}
	again := s.c.newStops(s.seek, s.specs)
	again.traps = s.traps
	if again.fewStates(ctx) && again.shown() {
		s.stop = again.stop
	}
}

// interrupt is a turn of the explorers for the checks that are open, and the first one is several; true: all have
// answers.
func (e *early) interrupt(ctx context.Context, poll *limit.Poll) bool {
	for first := e.turns == 0; ; {
		e.asked.runExplorers(ctx, e.kept, e.turns, 1)
		e.c.logf("turn %d of explorers before there are tables: all answers: %t", e.turns+1, e.decided())
		e.turns++
		if e.decided() || !first || e.turns >= turnsAtOnce || ctx.Err() != nil {
			break
		}
	}
	if !e.decided() && e.turns < mostTurns {
		e.watch(ctx, poll)
	}
	return e.decided()
}

// rest takes the turns that are left, because there will be no tables; true: all checks have answers.
func (e *early) rest(ctx context.Context) bool {
	for e != nil && !e.decided() && e.turns < mostTurns && ctx.Err() == nil {
		e.interrupt(ctx, nil)
	}
	return e.decided()
}

// close ends what newEarly began.
func (e *early) close() {
	if e != nil {
		e.c.close()
	}
}

// decided reports whether every check has an answer.
func (e *early) decided() bool { return e != nil && len(e.asked.open()) == 0 }

// answer puts the answers into out, and reports each.
func (e *early) answer(ctx context.Context, out *report.Check) {
	for _, s := range []*stopSearch{e.errors, e.deadlock} {
		if s != nil {
			s.shorten(ctx)
		}
	}
	if e.errors != nil {
		r := report.Result{Property: report.RuntimeErrors, Constraints: []string{}, Trace: []report.Step{}, States: true}
		if e.errors.shown() {
			e.c.show(&r, &e.errors.stop)
			r.FoundBy = report.BySearch
		} else {
			r.Conclude(e.errors.proof())
			r.Reason = "by " + e.errors.by
		}
		out.RuntimeErrors = &r
	}
	if e.deadlock != nil {
		r := e.c.deadlockOf(ctx, &e.deadlock.stop)
		out.Deadlock = &r
	}
	known := []*report.Result{out.RuntimeErrors, out.Deadlock}
	known = slices.DeleteFunc(known, func(r *report.Result) bool { return r == nil })
	for i, r := range known {
		r.Seconds = time.Since(e.c.started).Seconds() / float64(len(known))
		if e.c.opt.Answered != nil {
			e.c.opt.Answered(r, i+1, len(known))
		}
	}
}
