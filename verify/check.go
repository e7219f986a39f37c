// Package verify goes from a frozen program and specifications to verdicts. It
// alone knows the order of the stages of a check; package check knows what surrounds it.
//
//	program -> relation (mip) -> graph (tfg)      once
//	        -> automata and letters (monitor)     per choice of constraints
//	        -> MIP edges -> edges kept (porelim)
//	        -> tables -> fixed point (dataflow)
//	        -> path -> execution (replay)         if the property may be violated
//	        -> any execution (quick)              if none follows the path
//	        -> a shortest execution (nearest)     if it is
//
// A stage or a search hands over evidence, and package outcome makes the verdict of it. Evidence is one of four: an
// execution that was replayed, along the path or from a search; a completed fixed point under a sound elimination
// rule; a certificate; or a completed search. A search may visit all states, a part of them that stubborn sets show
// to suffice, or every execution up to the order of independent steps. While a stage works, explorers get turns to
// look for an execution or to complete their search (explorers.go). The report shows a shortest execution that
// violates the property, which need not be the one that follows the path.
//
// To add a strategy that looks for an execution that stops, or shows that there is none:
//
//  1. A file like strategy_orbits.go, with a method of stopSearch that tries within a budget. It leaves evidence, or
//     says by missed what it tried. It declines under constraints that it does not know (s.c.constraints), or if it
//     needs tables and there are none (sem is nil). A test compares it with another strategy on random programs.
//  2. A row in the table portfolio of portfolio.go, in order of cost. Its field applies is seeksDeadlock, unless the
//     strategy finds violations and run-time errors, too.
//  3. If it visits all states or executions, a method of searches, as states in strategy_states.go, and a row in the
//     table explorers of portfolio.go. Then it has turns beside the stages and before there are tables, for all checks
//     at once. It goes on where it was if it asks explore.Options.Extend. Its type way says whether what it finds is
//     a shortest execution; the names of its limits are in stopLimits and stopReasons of stops.go, and its budget is
//     a field of turnBudget in budgets.go.
//  4. Its theorem in docs/theory.md, and its words in docs/manual.md.
//  5. For a new package, its row in docs/design.md and in internal/policy/policy_test.go.
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

// Check checks every property among specs, assuming every constraint, and that no execution ends in a run-time error.
// It never fails: wrong specifications are diagnostics, limits and interrupts (ctx) are verdict unknown.
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
	type prepared struct {
		c   *checker
		err error
	}
	soon := newEarly(ctx, p, specs, opt)
	defer soon.close()
	first, ok := limit.Within(ctx, func() prepared {
		c, err := prepareUntil(ctx, p, opt, soon)
		return prepared{c, err}
	})
	switch {
	case !ok && ctx.Err() == nil, ok && first.err != nil && soon.rest(ctx): // explorers have the answers
		soon.answer(ctx, out)
		return out
	case !ok:
		out.Unbound = len(specs) > 0
		unprepared(ctx, out, p, specs, opt, func(name string) report.Result { return cutOff(ctx, name, "building the graph") })
		return out
	case first.err != nil:
		unprepared(ctx, out, p, specs, opt, func(name string) report.Result { return tooLarge(name, first.err) })
		return out
	}
	c := first.c
	defer c.close()
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
	c.joints = c.joined(specs, soon)
	c.all(ctx, out)
	c.excluded(ctx, out)
	return out
}

// checker holds what all problems about one program share.
type checker struct {
	opt         Options
	p           *cfg.Program
	sem         *monitor.Semantics
	rel         *mip.Relation
	g           *tfg.Graph
	properties  []*monitor.Binding // to check
	constraints []*monitor.Binding
	touch       [][]cfg.ActionID // by component: project.Touching
	specified   int              // properties that are specified, whether they are to be checked or not
	started     time.Time
	*shared

	// Of the piece of work that uses this checker (answers.go).
	apart  map[string]bool // families whose tasks are not counted together for a goal (classes.go)
	bounds *bounds         // components that were proved never to be full in an execution
	enough func() bool     // reports whether proofs of bounds are no longer needed; nil: they are
	left   []site          // the only run-time errors that executions may end in; nil: any
	made   int64           // the work of making automata since dovetail.solve last took note of it, in tuples
	poll   *limit.Poll     // of the context with which the work ends
	quiet  *atomic.Bool    // set when the work was given up while it ran: it must not write to the log any more
	finite bool            // an explorer has followed every execution to its end
}

// goal is what a problem is about: a property or, if property is nil, run-time errors. With end, a search looks for an
// execution that ends.
type goal struct {
	property *monitor.Binding
	end      bool
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

func (gl goal) name() string {
	if gl.property == nil {
		return report.RuntimeErrors
	}
	return gl.property.Spec.Name
}

func newChecker(ctx context.Context, p *cfg.Program, opt Options) *checker {
	return &checker{opt: opt, p: p, started: time.Now(), poll: limit.New(ctx), quiet: new(atomic.Bool), bounds: new(bounds), shared: newShared(ctx, p, &opt)}
}

// prepareUntil runs the stages that depend on the program alone. When ctx ends, they are left by a panic of package
// limit, so the caller runs it in limit.Within or limit.Try. While the stages run, the explorers of soon have turns
// (nil: there are none). If these have all answers, the stages are left, too.
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
		certify("mip", c.rel.Check(p))
		certify("tfg", c.g.Check())
		c.poll.LookNow() // nobody may be waiting any more
	}
	c.logf("program: %d tasks, %d points, %d actions, %d components; graph: %d nodes, %d edges; %d parallel pairs",
		len(p.Tasks), len(p.Points), len(p.Actions), len(c.sem.M.Comps), len(c.g.Nodes), c.g.Edges(), c.rel.Pairs())
	return c, nil
}

// Prepared is what the stages that depend on the program alone make.
type Prepared struct {
	Semantics *monitor.Semantics
	Relation  *mip.Relation
	Graph     *tfg.Graph
}

// Prepare runs these stages as long as poll lets them (see limit.Try). The error
// says that the options are not valid, or that the program is too large for them.
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

// certify panics if a certificate does not hold: then a stage has a bug.
func certify(stage string, err error) {
	if err != nil {
		panic(fmt.Sprintf("%s: the certificate does not hold: %v", stage, err))
	}
}

func (c *checker) logf(format string, args ...any) {
	if c.opt.Log != nil && !c.quiet.Load() {
		c.mu.Lock()
		defer c.mu.Unlock()
		fmt.Fprintf(c.opt.Log, format+"\n", args...)
	}
}

// bind binds all specifications: the properties to check, and the constraints.
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

// property finds the verdict for one goal.
func (c *checker) property(ctx context.Context, gl goal) report.Result {
	var r report.Result
	switch k := c.contradiction(); {
	case k != "":
		r = report.Result{Reason: noneObeys([]string{k})}.With(outcome.Excluded{})
	case c.opt.Refine == RefineNone:
		r = c.verdict(ctx, gl, nil)
	case c.opt.Refine == RefineAll:
		r = c.verdict(ctx, gl, c.sem.Constrainable())
	default:
		var rounds []report.Round
		r = c.refine(ctx, gl, &rounds)
		r.Rounds, r.Refinement = len(rounds), rounds
	}
	if r.Verdict == report.Holds && !r.States {
		represented.Tasks(c.sem.M, &r)
	}
	r.Property = gl.name()
	if gl.property != nil {
		r.Pos = gl.property.Spec.Pos.String()
	}
	if c.decide(ctx, gl, &r); gl.property != nil && !c.finite {
		c.judgeBlocked(ctx, gl.property, &r)
		c.judgeInfinite(ctx, gl.property, &r)
	}
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

// contradiction names a user's constraint that is in its error state before
// the first step, so that no execution is left; "" if there is none.
func (c *checker) contradiction() string {
	for _, b := range c.constraints {
		if d := b.Spec.DFA; d.Start == d.Trap() {
			return b.Spec.Name
		}
	}
	return ""
}

// tooLarge returns the answer to a check of a program that is too large for tables of its cases.
func tooLarge(name string, err error) report.Result {
	r := report.Result{Property: name, Limit: report.LimitSize, Reason: err.Error(), Constraints: []string{},
		Trace: []report.Step{}}.With(outcome.None{})
	var large *sem.TooLarge
	if errors.As(err, &large) {
		r.Reason = large.Error()
	}
	return r
}
