// Package verify goes from a program and its specifications to verdicts. It alone knows the order of the stages of a
// check. Package check calls it, and knows what comes before and after.
//
// For one property, the stages are:
//
//	program -> relation (mip) -> graph (tfg)      once
//	        -> automata and letters (monitor)     per choice of constraints
//	        -> MIP edges -> edges kept (porelim)
//	        -> tables -> fixed point (dataflow)
//	        -> path -> execution (replay)         if a path violates the property
//	        -> any execution (quick)              if no execution follows the path
//	        -> a shortest execution (nearest)     if there is one
//
// If no execution is found, refinement adds constraints that reject the path, and repeats the stages (refine.go). The
// report shows a shortest execution that violates the property, which need not be the one along the path.
//
// Nobody knows beforehand how long a stage takes, or whether another method would be faster. So other ways to an answer
// run beside the stages: explorers get turns while a stage works (explorers.go), and questions about executions that
// stop are answered by a portfolio of strategies (portfolio.go).
//
// Each way hands over evidence, and package outcome makes the verdict. There are four kinds: an execution that was
// replayed; a completed fixed point under a sound elimination rule; a certificate; and a completed search, which visits
// all states, a part of them that stubborn sets show to suffice, or every execution up to the order of independent
// steps.
//
// To add a strategy that looks for an execution that stops, or shows that there is none:
//
//  1. A file like strategy_orbits.go, with a method of stopSearch that tries within a budget, and reports whether it
//     has an answer. It returns false at once if ctx has ended, if it does not know the constraints of the user
//     (s.c.constraints; a proof about all executions need not know them), or if it needs tables and there are none (sem
//     is nil). For an answer it sets the fields of stop that have a meaning with evidence. Without one it calls missed,
//     whose parameters say what a failure has to tell. It obeys Options.Check and NoSymmetry where they concern it. To
//     continue in a later row where it stopped, it keeps its state in a field of stopSearch, as orbits. A test compares
//     it with another strategy on random programs.
//  2. A row in the table portfolio of portfolio.go, in order of cost. Its field applies is seeksDeadlock, unless the
//     strategy finds violations and run-time errors, too.
//  3. If it visits all states or executions, a method of searches that calls explore with a value of the type way, as
//     executions in strategy_executions.go, and a row in the table explorers of portfolio.go with a budget in
//     turnBudget of budgets.go. Then it gets turns beside the stages and before there are tables, for all checks at
//     once. To continue in its next turn where it stopped, it calls explore.Options.Extend.
//  4. Its theorem in docs/theory.md, and its name in docs/manual.md.
//  5. For a new package, its row in docs/design.md and in internal/policy/policy_test.go.
//
// TestStrategiesAreInTheManual fails until the name is in the manual, and the tests of internal/policy fail until step
// 5 is done. A measurement (bench ablation) can leave a strategy out if verify/parts.go has a Part for it.
package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/cfg/dead"
	"flavers/diag"
	"flavers/limit"
	"flavers/mip"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/tfg"
	"flavers/verify/endless"
	"flavers/verify/project"
	"flavers/verify/represented"
)

// Check checks that no execution of p that obeys the constraints among specs violates a property among them, ends in a
// run-time error, or gets stuck. It always returns an answer: mistakes in specifications become diagnostics, and a
// check that a limit or ctx ends is unknown.
func Check(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) *report.Check {
	out := &report.Check{Version: report.Version, Program: p.File, Results: []report.Result{}, Diagnostics: []diag.Diagnostic{}}
	if err := opt.Valid(); err != nil {
		out.Diagnostics = append(out.Diagnostics, diag.Diagnostic{Severity: diag.Error, Code: diag.VOption, Message: err.Error()})
		return out
	}
	if opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Timeout)
		defer cancel()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	soon := newEarly(ctx, p, specs, opt)
	defer soon.close()

	// 1. The stages that depend on the program alone.
	c := prepared(ctx, out, p, specs, opt, soon)
	if c == nil {
		return out
	}
	defer c.close()

	// 2. Specifications are compared with the program.
	ds, ok := limit.Within(ctx, func() diag.List { return c.bind(limit.New(ctx), specs) })
	if !ok {
		out.Unbound = true
		unprepared(ctx, out, p, specs, opt, func(name string) report.Result { return cutOff(ctx, name, "binding the specifications") })
		return out
	}
	c.stale(&ds, specs)
	c.alone().Warn(&ds)
	ds.Sort()
	out.Diagnostics = append(out.Diagnostics, ds.All...)
	if ds.HasErrors() {
		return out
	}

	// 3. The checks, side by side.
	c.joints = c.joined(specs, soon)
	c.all(ctx, out)
	c.excluded(ctx, out)
	return out
}

// prepared returns a checker with the results of the stages that depend on the program alone. It returns nil if they
// were left: because the explorers of soon, which run meanwhile, have all answers, because a limit ended them, or
// because the program is too large for them. Then out has the answers.
func prepared(ctx context.Context, out *report.Check, p *cfg.Program, specs []*automata.Spec, opt Options,
	soon *early) *checker {
	type made struct {
		c   *checker
		err error
	}
	first, ok := limit.Within(ctx, func() made {
		c, err := prepareUntil(ctx, p, opt, soon)
		return made{c, err}
	})
	switch {
	case !ok && ctx.Err() == nil: // the stages were left for the answers of explorers
		soon.answer(ctx, out)
	case !ok:
		out.Unbound = len(specs) > 0
		unprepared(ctx, out, p, specs, opt, func(name string) report.Result { return cutOff(ctx, name, "building the graph") })
	case first.err == nil:
		return first.c
	case soon.rest(ctx): // the program is too large for tables, and explorers need none
		soon.answer(ctx, out)
	default:
		unprepared(ctx, out, p, specs, opt, func(name string) report.Result { return tooLarge(name, first.err) })
	}
	return nil
}

// checker holds what the checks of one program share. Each piece of work has a copy of its own (forWork and lookingAt
// in answers.go), so the fields at the end may differ from copy to copy.
type checker struct {
	opt Options
	p   *cfg.Program

	// Made by the stages that depend on the program alone. They are nil in the checkers of early.go and of
	// unprepared: these have no tables.
	sem   *monitor.Semantics
	rel   *mip.Relation
	g     *tfg.Graph
	touch [][]cfg.ActionID // by component: project.Touching

	properties  []*monitor.Binding // the properties to check
	constraints []*monitor.Binding // the constraints of the user
	specified   int                // number of specified properties, including those not to be checked
	started     time.Time
	*shared

	// The state of one piece of work.
	apart  map[string]bool // families whose tasks are not counted together for a goal (classes.go)
	bounds *bounds         // components that were proved never to be full in an execution
	enough func() bool     // reports whether proofs of bounds are no longer needed; nil: they are
	left   []site          // the only run-time errors that executions may end in; nil: any
	made   int64           // the work of making automata since dovetail.solve last read this field, in tuples
	poll   *limit.Poll     // ends the work together with its context
	quiet  *atomic.Bool    // set if nobody waits for the work any more: it must not write to the log
	finite bool            // an explorer has followed every execution to its end, so there is no infinite one
}

// goal is what a problem is about: a property or, if property is nil, run-time errors.
type goal struct {
	property *monitor.Binding
	end      bool          // neither of both: the search is for an execution that ends
	sites    *sites        // the run-time errors that count; nil: all
	joint    bool          // all run-time errors are one problem, and are not looked at one by one
	others   *[]sem.CompID // if the goal is a bound of the model: collects other components that are found full
}

// errors reports whether the goal is a run-time error.
func (gl goal) errors() bool { return gl.property == nil && !gl.end }

// counts reports whether the goal is about the error that a case of an action ends in.
func (gl goal) counts(act cfg.ActionID, kase int, err *sem.Error) bool {
	if gl.sites != nil {
		return gl.sites.cases[site{Action: act, Case: kase}]
	}
	return gl.errors() && err.Kind != cfg.LimitError
}

// name returns the name of the check in results.
func (gl goal) name() string {
	if gl.property == nil {
		return report.RuntimeErrors
	}
	return gl.property.Spec.Name
}

func newChecker(ctx context.Context, p *cfg.Program, opt Options) *checker {
	return &checker{opt: opt, p: p, started: time.Now(), poll: limit.New(ctx), quiet: new(atomic.Bool), bounds: new(bounds), shared: newShared(ctx, p, &opt)}
}

// prepareUntil runs the stages that depend on the program alone. If ctx ends, it leaves them by a panic of package
// limit, so the caller runs it in limit.Within or limit.Try. While the stages run, the explorers of soon get turns. If
// these have all answers, the stages are left in the same way. soon may be nil.
func prepareUntil(ctx context.Context, p *cfg.Program, opt Options, soon *early) (*checker, error) {
	c := newChecker(ctx, p, opt)
	soon.watch(ctx, c.poll)
	st, err := Prepare(c.poll, p, opt)
	c.poll.Resume()
	if err != nil {
		return nil, err
	}
	c.sem, c.rel, c.g, c.touch = st.Semantics, st.Relation, st.Graph, project.Touching(st.Semantics)
	c.alone = endless.Once(ctx, c.sem)
	c.exceeded = sync.OnceValue(func() (out []bool) {
		if !limit.Try(func() { out = endless.Exceeded(limit.New(ctx), c.sem) }) {
			out = slices.Repeat([]bool{true}, len(p.Families))
		}
		return out
	})
	if opt.Check {
		mustHold("mip", c.rel.Check(p))
		mustHold("tfg", c.g.Check())
		c.poll.LookNow() // nobody may be waiting any more
	}
	c.logf("program: %d tasks, %d points, %d actions, %d components; graph: %d nodes, %d edges; %d parallel pairs",
		len(p.Tasks), len(p.Points), len(p.Actions), len(c.sem.M.Comps), len(c.g.Nodes), c.g.Edges(), c.rel.Pairs())
	return c, nil
}

// Prepared is the result of the stages that depend on the program alone.
type Prepared struct {
	Semantics *monitor.Semantics
	Relation  *mip.Relation
	Graph     *tfg.Graph
}

// Prepare runs these stages. If the context of poll ends, it panics (see limit.Try). It returns an error if the options
// are not valid, or if the program is too large for the tables or for the memory allowed.
func Prepare(poll *limit.Poll, p *cfg.Program, opt Options) (*Prepared, error) {
	if err := opt.Valid(); err != nil {
		return nil, err
	}
	if need := mip.RelationBytes(p); opt.MaxMemory > 0 && need > opt.MaxMemory {
		return nil, fmt.Errorf("%d points: the pairs that may happen in parallel need about %d MiB, more than allowed", len(p.Points), need>>20)
	}
	tabled := p
	if !opt.KeepDead {
		tabled = dead.Forget(p)
	}
	s, err := monitor.AnalyseUntil(poll, tabled, opt.Tables)
	if err != nil {
		return nil, err
	}
	out := &Prepared{Semantics: s, Relation: mip.MHPUntil(poll, p)}
	poll.LookNow()
	out.Graph = tfg.Build(p, out.Relation.ActionReachable)
	poll.LookNow()
	return out, nil
}

// mustHold panics if a certificate does not hold: then a stage has a bug.
func mustHold(stage string, err error) {
	if err != nil {
		panic(fmt.Sprintf("%s: the certificate does not hold: %v", stage, err))
	}
}

// logf writes a line to the log, unless there is none, or nobody waits for this piece of work any more.
func (c *checker) logf(format string, args ...any) {
	if c.opt.Log != nil && !c.quiet.Load() {
		c.mu.Lock()
		defer c.mu.Unlock()
		fmt.Fprintf(c.opt.Log, format+"\n", args...)
	}
}

// bind connects the events of the constraints, and of the properties to check, with the steps of the program. It
// returns what is wrong with them.
func (c *checker) bind(poll *limit.Poll, specs []*automata.Spec) diag.List {
	var chosen []*automata.Spec
	for _, sp := range specs {
		if sp.Property {
			c.specified++
		}
		if !sp.Property || c.opt.WantsProperty(sp) {
			chosen = append(chosen, sp)
		}
	}
	bound, ds := monitor.BindAll(poll, c.sem, chosen, c.opt.Strict)
	for _, b := range bound {
		if b.Spec.Property {
			c.properties = append(c.properties, b)
		} else {
			c.constraints = append(c.constraints, b)
		}
	}
	c.opt.missing(&ds, specs)
	return ds
}

// property decides one goal.
func (c *checker) property(ctx context.Context, gl goal) report.Result {
	// 1. Executions that end, by the fixed point.
	r := c.ending(ctx, gl)
	if r.Verdict == report.Holds && !r.States {
		represented.Tasks(c.sem.M, &r)
	}
	r.Property = gl.name()
	if gl.property != nil {
		r.Pos = gl.property.Spec.Pos.String()
	}

	// 2. If constraints have left the goal open, by a complete search.
	c.decide(ctx, gl, &r)

	// 3. Executions that are blocked for ever, and infinite ones. Run-time errors end an execution, so only
	// properties are judged.
	if gl.property != nil && !c.finite {
		c.judgeBlocked(ctx, gl.property, &r)
		c.judgeInfinite(ctx, gl.property, &r)
	}

	// 4. Words.
	c.sayNoEnd(&r)
	c.sayUnfair(ctx, &r)
	if r.Constraints == nil {
		r.Constraints = []string{}
	}
	if r.Trace == nil {
		r.Trace = []report.Step{}
	}
	for _, b := range c.constraints {
		r.Assumptions = append(r.Assumptions, b.Spec.Name)
	}
	return r
}

// ending decides one goal for executions that end, with the constraints that the options ask for.
func (c *checker) ending(ctx context.Context, gl goal) report.Result {
	if name := c.contradiction(); name != "" {
		return report.Result{Reason: noneObeys([]string{name})}.With(outcome.Excluded{})
	}
	switch c.opt.Refine {
	case RefineNone:
		return c.verdict(ctx, gl, nil)
	case RefineAll:
		return c.verdict(ctx, gl, c.sem.Constrainable())
	}
	var rounds []report.Round
	r := c.refine(ctx, gl, &rounds)
	r.Rounds, r.Refinement = len(rounds), rounds
	return r
}

// contradiction returns the name of a constraint of the user that is in its error state before the first step, so that
// it leaves no execution. It returns "" if there is none.
func (c *checker) contradiction() string {
	for _, b := range c.constraints {
		if d := b.Spec.DFA; d.Start == d.Trap() {
			return b.Spec.Name
		}
	}
	return ""
}

// tooLarge returns an unknown result for a program that is too large for tables of its cases, as err says.
func tooLarge(name string, err error) report.Result {
	r := report.Result{Property: name, Limit: report.LimitSize, Reason: err.Error(), Constraints: []string{},
		Trace: []report.Step{}}.With(outcome.None{})
	var large *sem.TooLarge
	if errors.As(err, &large) {
		r.Reason = large.Error()
	}
	return r
}
