package verify

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/deadlock"
	"flavers/diag"
	"flavers/limit"
	"flavers/report"
	"flavers/verify/endless"
	"flavers/verify/follow"
	"flavers/verify/stubborn"
)

// All checks of a program are made side by side, in turns (limit.Turns): nobody
// knows beforehand which one is expensive, and an expensive one must not cost an
// easy one its answer. Each is a function of the program and its specifications
// alone, so that a result does not depend on when its check had its turns. What
// several checks ask is work of its own, made once.

// asked is one check that is to be made: its name, its place in a specification, and the function that makes it.
type asked struct {
	name string
	pos  string
	kind report.Kind
	make func(context.Context, *checker) report.Result
}

// unknown completes r, the answer to a check that was cut off, with the place and the kind of the check.
func (q *asked) unknown(r report.Result) report.Result {
	r.Pos, r.Kind = q.pos, q.kind
	return r
}

// all makes all checks, and puts their results into out.
func (c *checker) all(ctx context.Context, out *report.Check) {
	var checks []asked
	var of []*automata.Spec
	for _, b := range c.properties {
		gl := goal{property: b}
		of = append(of, b.Spec)
		checks = append(checks, asked{name: gl.name(), pos: b.Spec.Pos.String(), make: func(ctx context.Context, c *checker) report.Result { return c.property(ctx, gl) }})
	}
	groups := c.opt.groups(of)
	left := make([]int, len(groups)) // checks of each that have no answer
	groupOf := make([]int, len(checks))
	for k, g := range groups {
		left[k] = g.to - g.from
		for i := g.from; i < g.to; i++ {
			groupOf[i] = k
		}
	}
	properties, count := len(checks), len(groups)
	switch {
	case !c.opt.Wants(report.RuntimeErrors), !c.sem.CanFail():
	case c.opt.Refine == RefineNone && properties > 0 && len(c.opt.Only) == 0:
		// Without constraints every value may be anything: nothing could be said.
		out.Diagnostics = append(out.Diagnostics, diag.Diagnostic{Severity: diag.Note, Code: diag.VNotLooked,
			Message: "run-time errors are not looked for under --refine none"})
	default:
		checks = append(checks, asked{name: report.RuntimeErrors, make: func(ctx context.Context, c *checker) report.Result { return c.property(ctx, goal{}) }})
		count++
	}
	if c.wantsDeadlock() {
		checks = append(checks, deadlockAsked)
		count++
		c.deadlockWork() // first: properties ask for it, too
	}
	results, known := make([]report.Result, properties), 0
	answered := func(r *report.Result) {
		if known++; c.opt.Answered != nil {
			c.opt.Answered(r, known, count)
		}
	}
	c.answers(ctx, checks, func(i int, r report.Result) {
		switch {
		case i < properties:
			if r.Verdict == report.Violated {
				r.Values = follow.Values(c.p, of[i], r.Trace)
			}
			r.Answers(of[i].Reach)
			results[i] = r
			k := groupOf[i]
			if left[k]--; left[k] == 0 {
				r = groups[k].result(results)
				answered(&r)
			}
			return
		case checks[i].name == report.Deadlock:
			out.Deadlock = &r
		default:
			out.RuntimeErrors = &r
		}
		answered(&r)
	})
	for i := range results {
		if r := &results[i]; r.Unfair {
			out.Diagnostics = append(out.Diagnostics, unfairNote(of[i], r))
		}
		if r := &results[i]; r.Verdict == report.Holds && r.Scope().NoEnd {
			out.Diagnostics = append(out.Diagnostics, diag.Diagnostic{Pos: of[i].Pos, Severity: diag.Note, Code: diag.VNeverEnds,
				Message: fmt.Sprintf("%s holds, but %s", r.Property, c.noEnd()),
				Hint:    "safety before the property's name leaves the end out"})
		}
	}
	out.Results = c.opt.families(of, results)
}

// unprepared answers all checks of a program whose graph was not built. unknown makes the answer to a check, by its
// name. Deadlocks are looked for all the same, as states need no graph.
func unprepared(ctx context.Context, out *report.Check, p *cfg.Program, specs []*automata.Spec, opt Options, unknown func(name string) report.Result) {
	of := wanted(specs, opt)
	var results []report.Result
	for _, sp := range of {
		r := unknown(sp.Name)
		r.Pos, r.Reach = sp.Pos.String(), sp.Reach
		results = append(results, r)
	}
	out.Results = opt.families(of, results)
	if opt.Wants(report.RuntimeErrors) { // whether it can fail is not known
		r := unknown(report.RuntimeErrors)
		out.RuntimeErrors = &r
	}
	c := newChecker(ctx, p, opt)
	defer c.close()
	if !c.wantsDeadlock() {
		return
	}
	if ctx.Err() == nil && !slices.ContainsFunc(specs, func(sp *automata.Spec) bool { return !sp.Property }) {
		c.answers(ctx, []asked{deadlockAsked}, func(_ int, r report.Result) { out.Deadlock = &r }) // states need no tables
	} else {
		r := deadlockAsked.unknown(unknown(report.Deadlock))
		out.Deadlock = &r
	}
}

// answers makes checks. done is called for each result as it comes.
func (c *checker) answers(ctx context.Context, checks []asked, done func(i int, r report.Result)) {
	works := make([]*limit.Work[report.Result], len(checks))
	quiet := make([]atomic.Bool, len(checks))
	ended := make(chan int, len(checks))
	for i := range checks {
		works[i] = limit.GoThen(c.turns, func(ctx context.Context) report.Result {
			return checks[i].make(ctx, c.forWork(&quiet[i]).lookingAt(ctx))
		}, func() { ended <- i })
	}
	for range checks {
		i := <-ended
		done(i, c.answer(&checks[i], works[i], &quiet[i]))
	}
}

// answer returns the result of a check that has ended. A check that was cut off may still run for a moment; quiet
// keeps it from writing to the log.
func (c *checker) answer(q *asked, w *limit.Work[report.Result], quiet *atomic.Bool) report.Result {
	r, ok := w.Wait(context.Background())
	switch {
	case ok:
	case w.Ran() > 0:
		quiet.Store(true)
		r = q.unknown(cutOff(w.Context(), q.name, "making the automata and edges"))
	case w.PutOff():
		r = q.unknown(cutOff(w.Context(), q.name, "it was put off, as memory was short"))
	default:
		r = q.unknown(cutOff(w.Context(), q.name, "checking other properties"))
	}
	r.Seconds += w.Ran().Seconds()
	if w.PutOff() {
		c.logf("%s: memory was short with other checks beside it: it began anew when they had ended", q.name)
	}
	c.ownTime(w.Context(), &r)
	return r
}

// ownTime notes in a result without an answer that the check was ended by its own limit (Options.TimeoutEach).
func (c *checker) ownTime(ctx context.Context, r *report.Result) {
	if errors.Is(context.Cause(ctx), limit.ErrOwnTime) && (r.Verdict == report.Unknown || r.Verdict == report.Possible) {
		r.OwnTime = true
		r.Reason += fmt.Sprintf("; a check may run for %v", c.opt.TimeoutEach)
	}
}

// shared is what all checks of a program share while they are made.
type shared struct {
	turns   *limit.Turns
	depends atomic.Pointer[stubborn.Index] // nil until somebody asks
	goesOn  func() bool                    // some execution may go on for ever
	alone   func() *endless.Alone          // what each task does by itself; nil: not known
	joints  map[question]place             // checks that explorers answer together; set before any check is made
	// exceeded tells, by family, whether more tasks of it may be started than there are.
	exceeded func() []bool

	mu       sync.Mutex                   // for what follows, and for Options.Log and Progress
	ends     *limit.Work[bool]            // whether some execution ends; nil: nobody has asked
	blocked  *limit.Work[stop]            // whether some execution gets stuck; nil: nobody has asked
	free     *limit.Work[deadlock.Result] // a certificate that none does; nil: nobody has asked
	reported time.Time                    // when Progress was called last
	kept     []*explorations              // to be closed
	closed   bool
}

func newShared(ctx context.Context, p *cfg.Program, opt *Options) *shared {
	jobs := opt.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	s := &shared{turns: limit.NewTurns(ctx, jobs, opt.TimeoutEach), alone: endless.Once(ctx, nil)}
	s.goesOn = sync.OnceValue(func() bool { return endless.GoesOn(ctx, p, s.alone) })
	return s
}

// keep makes explorations that go on until the checker is closed.
func (c *checker) keep() *explorations {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := new(explorations)
	k.closed.Store(c.closed) // work that nobody waits for may still run
	c.kept = append(c.kept, k)
	return k
}

// close ends the explorations that the checks of a program share, and lets no more work begin.
func (c *checker) close() {
	c.turns.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for _, k := range c.kept {
		k.close()
	}
}

// forWork returns a copy of the checker for one piece of work. Once quiet is set, the copy writes no more to the log.
func (c *checker) forWork(quiet *atomic.Bool) *checker {
	own := *c
	own.quiet = quiet
	return &own
}

// progress hands on how far a piece of work has got, at most once a second for all pieces together.
func (c *checker) progress(p report.Progress) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); !c.quiet.Load() && now.Sub(c.reported) >= time.Second {
		c.reported = now
		p.Elapsed = now.Sub(c.started)
		c.opt.Progress(p)
	}
}

// lookingAt returns a copy of the checker for work that ends with ctx.
func (c *checker) lookingAt(ctx context.Context) *checker {
	own := *c
	own.poll, own.apart, own.bounds = limit.New(ctx), nil, new(bounds)
	return &own
}

// once begins work that several checks need, unless one of them has begun it, and returns it.
func once[T any](c *checker, work **limit.Work[T], f func(context.Context, *checker) T) *limit.Work[T] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if *work == nil {
		own := c.forWork(new(atomic.Bool))
		*work = limit.Go(c.turns, func(ctx context.Context) T { return f(ctx, own.lookingAt(ctx)) })
	}
	return *work
}
