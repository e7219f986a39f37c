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

// This file makes all checks of a program side by side. Nobody knows beforehand which check is expensive, and an
// expensive one must not keep an easy one from its answer. So the checks are pieces of work that take turns, ever
// longer ones (limit.Turns).
//
// Each piece is a function of the program and its specifications alone. Therefore a result does not depend on when its
// check had its turns, on how many processors there are, or on which other checks were asked for. If several checks
// need the same thing, that is a piece of work of its own (once): whichever check comes first begins it, and all wait
// for it.

// asked is a check that is to be made.
type asked struct {
	name string
	pos  string // position of the property; "" if it is none
	kind report.Kind
	make func(context.Context, *checker) report.Result
}

// unknown completes r, the result of a check that was cut off, with the position and the kind of the check.
func (q *asked) unknown(r report.Result) report.Result {
	r.Pos, r.Kind = q.pos, q.kind
	return r
}

// ask returns the check of a goal.
func (gl goal) ask() asked {
	q := asked{name: gl.name(), make: func(ctx context.Context, c *checker) report.Result { return c.property(ctx, gl) }}
	if gl.property != nil {
		q.pos = gl.property.Spec.Pos.String()
	}
	return q
}

// all makes all checks, and stores their results in out.
func (c *checker) all(ctx context.Context, out *report.Check) {
	// 1. List the checks: first the properties, and then those that every program has.
	var checks []asked
	var of []*automata.Spec
	for _, b := range c.properties {
		of = append(of, b.Spec)
		checks = append(checks, goal{property: b}.ask())
	}
	families := newGathering(c.opt.groups(of), len(checks))
	properties, count := len(checks), len(families.groups)
	switch {
	case !c.opt.Wants(report.RuntimeErrors), !c.sem.CanFail():
	case c.opt.Refine == RefineNone && properties > 0 && len(c.opt.Only) == 0:
		// Without constraints every variable may have any value, so every step that can fail would seem to do so.
		out.Diagnostics = append(out.Diagnostics, diag.Diagnostic{Severity: diag.Note, Code: diag.VNotLooked,
			Message: "run-time errors are not looked for under --refine none"})
	default:
		checks = append(checks, goal{}.ask())
		count++
	}
	if c.wantsDeadlock() {
		checks = append(checks, deadlockAsked)
		count++
		c.deadlockWork() // begins it before the others: properties wait for it, too
	}

	// 2. Make them, and announce each result as it comes.
	known := 0
	answered := func(r *report.Result) {
		known++
		if c.opt.Answered != nil {
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
			if whole := families.add(i, r); whole != nil {
				answered(whole)
			}
			return
		case checks[i].name == report.Deadlock:
			out.Deadlock = &r
		default:
			out.RuntimeErrors = &r
		}
		answered(&r)
	})

	// 3. Warn of results that mean less than they seem to.
	for i := range families.results {
		r := &families.results[i]
		if r.Unfair {
			out.Diagnostics = append(out.Diagnostics, unfairNote(of[i], r))
		}
		if r.Verdict == report.Holds && r.Scope().NoEnd {
			out.Diagnostics = append(out.Diagnostics, diag.Diagnostic{Pos: of[i].Pos, Severity: diag.Note, Code: diag.VNeverEnds,
				Message: fmt.Sprintf("%s holds, but %s", r.Property, c.noEnd()),
				Hint:    "safety before the property's name leaves the end out"})
		}
	}
	out.Results = c.opt.families(of, families.results)
}

// gathering collects the results of properties. Those of a family become one result once the last of them is there.
type gathering struct {
	results []report.Result // by property
	groups  []group
	groupOf []int // by property: index of its group
	left    []int // by group: how many of its properties have no result yet
}

func newGathering(groups []group, properties int) *gathering {
	g := &gathering{results: make([]report.Result, properties), groups: groups, groupOf: make([]int, properties),
		left: make([]int, len(groups))}
	for k := range groups {
		g.left[k] = groups[k].to - groups[k].from
		for i := groups[k].from; i < groups[k].to; i++ {
			g.groupOf[i] = k
		}
	}
	return g
}

// add stores the result of property i. If it is the last one of its group, add returns the result of the group;
// otherwise it returns nil.
func (g *gathering) add(i int, r report.Result) *report.Result {
	g.results[i] = r
	k := g.groupOf[i]
	g.left[k]--
	if g.left[k] > 0 {
		return nil
	}
	whole := g.groups[k].result(g.results)
	return &whole
}

// unprepared answers all checks of a program whose graph was not built. unknown makes the result of a check, given its
// name. Deadlock is looked for all the same, because a search of states needs no graph.
func unprepared(ctx context.Context, out *report.Check, p *cfg.Program, specs []*automata.Spec, opt Options, unknown func(name string) report.Result) {
	of := wanted(specs, opt)
	var results []report.Result
	for _, sp := range of {
		r := unknown(sp.Name)
		r.Pos, r.Reach = sp.Pos.String(), sp.Reach
		results = append(results, r)
	}
	out.Results = opt.families(of, results)
	if opt.Wants(report.RuntimeErrors) { // without tables it is not known whether a step can fail
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

// answers makes checks side by side, and calls done for each result as it comes, one at a time.
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

// answer returns the result of a check whose work has ended. If the work was cut off, its goroutine may still run for a
// moment; quiet keeps it from writing to the log.
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

// ownTime notes in an undecided result that the limit of time for each check (Options.TimeoutEach) ended the check.
func (c *checker) ownTime(ctx context.Context, r *report.Result) {
	if errors.Is(context.Cause(ctx), limit.ErrOwnTime) && (r.Verdict == report.Unknown || r.Verdict == report.Possible) {
		r.OwnTime = true
		r.Reason += fmt.Sprintf("; a check may run for %v", c.opt.TimeoutEach)
	}
}

// shared is the part of a checker that all its copies have in common.
type shared struct {
	turns   *limit.Turns
	depends atomic.Pointer[stubborn.Index] // dependencies of steps; nil until somebody needs them
	goesOn  func() bool                    // reports whether an execution may go on for ever
	alone   func() *endless.Alone          // returns what each task does by itself; nil if that is not known
	joints  map[question]place             // checks that explorers answer together; set before any check is made
	// exceeded reports for each family whether more tasks of it may be started than the model has.
	exceeded func() []bool

	mu sync.Mutex // guards the fields below, and calls of Options.Log and Options.Progress

	// Work that several checks wait for. Each is nil until a check needs it.
	ends    *limit.Work[bool]            // does some execution end?
	blocked *limit.Work[stop]            // does some execution get stuck?
	free    *limit.Work[deadlock.Result] // a certificate that none gets stuck

	reported time.Time       // when Progress was called last
	kept     []*explorations // all that keep has made, to be closed by close
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

// keep returns a new store of explorations, which close will close.
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

// forWork returns a copy of the checker for one piece of work. Once quiet is set, the copy does not write to the log.
func (c *checker) forWork(quiet *atomic.Bool) *checker {
	own := *c
	own.quiet = quiet
	return &own
}

// progress calls Options.Progress, at most once a second for all pieces of work together.
func (c *checker) progress(p report.Progress) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); !c.quiet.Load() && now.Sub(c.reported) >= time.Second {
		c.reported = now
		p.Elapsed = now.Sub(c.started)
		c.opt.Progress(p)
	}
}

// lookingAt returns a copy of the checker for a piece of work that ends with ctx. Its private state is fresh.
func (c *checker) lookingAt(ctx context.Context) *checker {
	own := *c
	own.poll, own.apart, own.bounds = limit.New(ctx), nil, new(bounds)
	return &own
}

// once returns the piece of work that computes f, for checks that share its result. The first call begins it. work is
// the field of shared that holds it.
func once[T any](c *checker, work **limit.Work[T], f func(context.Context, *checker) T) *limit.Work[T] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if *work == nil {
		own := c.forWork(new(atomic.Bool))
		*work = limit.Go(c.turns, func(ctx context.Context) T { return f(ctx, own.lookingAt(ctx)) })
	}
	return *work
}
