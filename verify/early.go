package verify

import (
	"context"
	"slices"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/limit"
	"flavers/report"
)

// This file gives explorers turns before there are tables. Several turns come one after the other as soon as the tables
// have taken about a hundredth of a second (turnsAtOnce): a program that an explorer decides in a few hundredths of a
// second does not wait for the tables at all.

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

// interrupt gives the open checks a turn, and at first turnsAtOnce of them. It reports whether all have answers.
func (e *early) interrupt(ctx context.Context, poll *limit.Poll) bool {
	n := 1
	if e.turns == 0 {
		n = turnsAtOnce
	}
	for range n {
		e.asked.runExplorers(ctx, e.kept, e.turns, 1)
		e.c.logf("turn %d of explorers before there are tables: all answers: %t", e.turns+1, e.decided())
		e.turns++
		if e.decided() || ctx.Err() != nil {
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
