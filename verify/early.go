package verify

import (
	"context"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/explore"
	"flavers/limit"
	"flavers/report"
	"flavers/verify/follow"
)

// This file gives explorers turns before there are tables of cases.
//
// Tables are the first stage, and for programs with large buffers or domains they take minutes. Explorers do not need
// them. So as soon as the tables have taken about a hundredth of a second, explorers get several turns at once
// (turnsAtOnce): a program that an explorer decides in a few hundredths of a second does not wait for the tables at
// all.
//
// With specifications there is a difficulty: mistakes in them must be reported, and finding these takes the events of
// the program, which come with the tables. So the events are first listed without tables (monitor.Events), which costs
// a small part of that. If the specifications have any problem, nothing is answered here, and the diagnostics come with
// the tables. The turns also begin later (laterWithSpecs).

// early is the work of explorers on the checks of a program while its tables are made. Its methods accept nil, which
// means that there is no such work.
type early struct {
	c          *checker // without tables
	specs      []*automata.Spec
	properties []*automata.Spec // those of specs to be checked, in order

	// The searches, and what each answers. With specifications both are empty until these are known to fit.
	asked     searches
	questions []question

	kept  *explorations // with which each turn continues
	turns int           // so far

	fitting  fitting
	listing  *listing // of the events; nil: there are no specifications
	attempts int      // how often the listing was resumed
}

// fitting is what is known about the specifications.
type fitting uint8

const (
	notListed fitting = iota // the events are not listed yet
	fits                     // the specifications have no problem
	fitsNot                  // they have one, or it will not be known here
)

// newEarly prepares the work. It returns nil if explorers are not to answer before there are tables.
func newEarly(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) *early {
	if opt.NoQuick || opt.lacks(Turns) || opt.Depth > 0 || opt.Refine == RefineNone {
		return nil
	}
	e := &early{specs: specs, properties: wanted(specs, opt)}
	if len(specs) > 0 {
		// Explorers do not know constraints of the user, and their answers do not name constraints from the program.
		if slices.ContainsFunc(specs, func(sp *automata.Spec) bool { return !sp.Property || !sp.Given(p) }) ||
			opt.Refine == RefineAll || opt.ByConstraints || opt.Minimize || len(opt.Saved) > 0 {
			return nil
		}
	}
	e.c = newChecker(ctx, p, opt)
	e.kept = e.c.keep()
	for _, sp := range e.properties { // without tables they are not bound to events, but show needs only the Spec
		e.c.properties = append(e.c.properties, &monitor.Binding{Spec: sp})
	}
	if len(specs) > 0 {
		e.listing = e.newListing(ctx)
		return e
	}
	e.fitting = fits
	e.ask(true)
	return e
}

// ask prepares the searches. If canFail is set, that includes one for run-time errors.
func (e *early) ask(canFail bool) {
	for _, sp := range e.properties {
		e.questions = append(e.questions, question{explore.Violation, sp})
	}
	if canFail && e.c.opt.Wants(report.RuntimeErrors) {
		e.questions = append(e.questions, question{seek: explore.Error})
	}
	if e.c.wantsDeadlock() {
		e.questions = append(e.questions, question{seek: explore.Deadlock})
	}
	for _, q := range e.questions {
		e.asked = append(e.asked, e.c.newSearch(q))
	}
}

// listing is the work of listing the events of the program and binding the specifications to them. It is a coroutine
// (iter.Pull), so that it can be suspended, and later continues where it was.
type listing struct {
	mu     sync.Mutex // held while it runs
	closed atomic.Bool
	next   func() (struct{}, bool)
	stop   func()
	budget uint64 // calls of Poll.Look until it is suspended

	// Its result, once it has ended.
	canFail bool // some step may end in a run-time error
	fit     bool // the specifications have no problem
}

// newListing prepares the listing. It starts in the first call of resume, and ends with ctx.
func (e *early) newListing(ctx context.Context) *listing {
	l := new(listing)
	l.next, l.stop = iter.Pull(func(yield func(struct{}) bool) {
		poll := limit.New(ctx)
		var wait func() bool
		wait = func() (leaves bool) {
			goesOn := yield(struct{}{})
			poll.After(l.budget, wait)
			return !goesOn
		}
		poll.After(l.budget, wait)
		limit.Try(func() {
			s, err := monitor.Events(poll, e.c.p)
			if err != nil {
				return
			}
			_, ds := monitor.BindAll(poll, s, e.specs, e.c.opt.Strict)
			e.c.opt.missing(&ds, e.specs)
			l.canFail, l.fit = s.CanFail(), len(ds.All) == 0
		})
	})
	return l
}

// resume continues the listing for the given number of calls of Poll.Look, and reports whether it has ended.
func (l *listing) resume(budget uint64) (ended bool) {
	l.mu.Lock()
	defer l.stopIfClosed()
	defer l.mu.Unlock()
	l.budget = budget
	_, waits := l.next()
	return !waits
}

// close ends the listing. If it still runs, although nobody waits for the stages, it ends when resume returns.
func (l *listing) close() {
	l.closed.Store(true)
	l.stopIfClosed()
}

// stopIfClosed ends the listing if it is closed and does not run.
func (l *listing) stopIfClosed() {
	if l.closed.Load() && l.mu.TryLock() {
		defer l.mu.Unlock()
		l.stop()
	}
}

// fit continues the listing. Once it has ended, and the specifications have no problem, fit prepares the searches.
func (e *early) fit() {
	if e.fitting != notListed {
		return
	}
	e.attempts++
	if !e.listing.resume(e.c.opt.looks(e.attempts)*listingWork) && e.attempts < mostTurns {
		return
	}
	e.fitting = fitsNot
	if e.listing.fit {
		e.ask(e.listing.canFail)
		if len(e.asked) <= jointMost { // one exploration can answer all
			e.fitting = fits
		}
	}
}

// watch arranges that the explorers get a turn while the stages that call poll make the tables. If poll is nil, there
// are no stages, and nothing to do.
func (e *early) watch(ctx context.Context, poll *limit.Poll) {
	if e == nil || poll == nil {
		return
	}
	looks := 2 * e.c.opt.looks(e.turns+e.attempts) / looksOfRow
	if len(e.specs) > 0 && e.turns == 0 {
		looks *= laterWithSpecs
	}
	poll.After(max(looks, 1), func() bool { return e.interrupt(ctx, poll) })
}

// interrupt gives the open checks a turn, or turnsAtOnce turns if these are the first. It reports whether all checks
// have answers then, so that the stages are to be left.
func (e *early) interrupt(ctx context.Context, poll *limit.Poll) bool {
	n := 1
	if e.turns == 0 {
		n = turnsAtOnce
	}
	e.fit()
	if e.fitting != fits {
		n = 0
	}
	for range n {
		e.asked.runExplorers(ctx, e.kept, e.turns, int64(max(1, len(e.properties))))
		e.c.logf("turn %d of explorers before there are tables: all answers: %t", e.turns+1, e.decided())
		e.turns++
		if e.decided() || ctx.Err() != nil {
			break
		}
	}
	if e.goesOn() {
		e.watch(ctx, poll)
	}
	return e.decided()
}

// goesOn reports whether another turn may answer what is open.
func (e *early) goesOn() bool {
	return e.fitting == notListed || e.fitting == fits && e.turns < mostTurns && len(e.asked.open()) > 0
}

// rest takes all turns that are left, because there will be no tables. It reports whether all checks have answers.
func (e *early) rest(ctx context.Context) bool {
	for e != nil && e.goesOn() && ctx.Err() == nil {
		e.interrupt(ctx, nil)
	}
	return e.decided()
}

// close ends the coroutines.
func (e *early) close() {
	if e == nil {
		return
	}
	e.c.close()
	if e.listing != nil {
		e.listing.close()
	}
}

// decided reports whether every check has an answer.
func (e *early) decided() bool {
	return e != nil && e.fitting == fits && !slices.ContainsFunc(e.asked, func(s *stopSearch) bool { return !s.saysAll() })
}

// saysAll reports whether the evidence is the whole answer. If a property demands that something happens, it is not
// enough that no execution stops with the property violated: infinite executions are judged later, with tables. But
// there may be none: if every execution was followed to its end, or if the states of the program have no cycle.
func (s *stopSearch) saysAll() bool {
	if s.evidence == nil {
		return false
	}
	obliges := slices.ContainsFunc(s.specs, func(sp *automata.Spec) bool {
		return sp.DFA.Obliges() || len(sp.Obligations) > 0 || sp.Never != nil
	})
	return s.shown() || s.finite || !obliges || !s.c.goesOn()
}

// answer stores the answers in out, and announces each.
func (e *early) answer(ctx context.Context, out *report.Check) {
	var results []report.Result
	for i, s := range e.asked {
		s.shorten(ctx)
		switch q := e.questions[i]; q.seek {
		case explore.Violation:
			r := e.result(s, q.property.Name)
			if r.Pos = q.property.Pos.String(); r.Verdict == report.Violated {
				r.Values = follow.Values(e.c.p, q.property, r.Trace)
			}
			r.Answers(q.property.Reach)
			results = append(results, r)
		case explore.Error:
			r := e.result(s, report.RuntimeErrors)
			out.RuntimeErrors = &r
		default:
			r := e.c.deadlockOf(ctx, &s.stop)
			out.Deadlock = &r
		}
	}
	out.Results = e.c.opt.families(e.properties, results)
	var known []*report.Result
	for i := range out.Results {
		known = append(known, &out.Results[i])
	}
	for _, r := range []*report.Result{out.RuntimeErrors, out.Deadlock} {
		if r != nil {
			known = append(known, r)
		}
	}
	for i, r := range known {
		r.Seconds = time.Since(e.c.started).Seconds() / float64(len(known))
		if e.c.opt.Answered != nil {
			e.c.opt.Answered(r, i+1, len(known))
		}
	}
}

// result returns the result of a search about a property, or about run-time errors.
func (e *early) result(s *stopSearch, name string) report.Result {
	r := report.Result{Property: name, Constraints: []string{}, Trace: []report.Step{}, States: true}
	if s.shown() {
		e.c.show(&r, &s.stop)
		r.FoundBy = report.BySearch
		return r
	}
	r.Conclude(s.proof())
	r.Reason = "by " + s.decidedBy
	return r
}
