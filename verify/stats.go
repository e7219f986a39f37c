package verify

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"math"
	"slices"
	"strings"
	"time"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/dataflow"
	"flavers/diag"
	"flavers/internal/names"
	"flavers/limit"
	"flavers/mip"
	"flavers/porelim"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/report/stats"
	"flavers/sem"
)

// This file measures elimination rules: it solves the same problems under each rule, for flavers stats.

// ConstraintSet selects feasibility constraints: "all", "none", or patterns for their names, separated by commas or
// blanks, as "task:phil[0],lock:*". In a pattern, * stands for any text and ? for one character.
type ConstraintSet string

// Stats solves every property among specs, with every set of constraints, under every elimination rule, and measures.
// The rows are ordered by specs, and then by sets. Mistakes in specifications are diagnostics.
//
// Tuples, visits and times are those of the whole fixed point, although a check would stop at a violation. Short runs
// are repeated so that their times mean something, unless times is false.
//
// Of the options, Stats uses Only, Strict, Order, MaxTuples, MaxMemory, Check, Log, Progress, and POR. POR may name the
// form of rule normal: early or late.
//
// Each problem gets an equal share of the time that is left until ctx ends. Rows for which there is no time are
// missing, and a warning (VNotMeasured) says which.
func Stats(ctx context.Context, p *cfg.Program, specs []*automata.Spec, sets []ConstraintSet, times bool,
	opt Options) ([]stats.Row, []diag.Diagnostic) {
	var asked []string // one for each row
	for _, sp := range wanted(specs, opt) {
		for _, set := range sets {
			asked = append(asked, fmt.Sprintf("%s with the constraints %q", sp.Name, string(set)))
		}
	}
	done := make(chan stats.Row, len(asked))
	var ds diag.List
	if ctx.Err() == nil {
		found, ended := limit.Within(ctx, func() diag.List { return statsRows(ctx, p, specs, sets, times, opt, done) })
		if ended {
			ds = found
		}
	}
	var rows []stats.Row
	for len(done) > 0 {
		rows = append(rows, <-done)
	}
	if n := len(rows); n < len(asked) && ctx.Err() != nil && !ds.HasErrors() {
		ds.Warnf(token.Position{}, diag.VNotMeasured, "%s: %s: %d of %d rows are missing, from %s on", p.File,
			limit.Words(ctx), len(asked)-n, len(asked), asked[n]).
			WithHint("give it more time, or measure less: --only, --constraints")
	}
	ds.Sort()
	return rows, ds.All
}

// statsRows measures, and sends each row to done when it is there.
func statsRows(ctx context.Context, p *cfg.Program, specs []*automata.Spec, sets []ConstraintSet, times bool,
	opt Options, done chan<- stats.Row) diag.List {
	opt.KeepDead = true // the program as it is written, as in published tables
	c, err := prepareUntil(ctx, p, opt, nil)
	if err != nil {
		var ds diag.List
		ds.Errorf(token.Position{}, diag.VTooLarge, "%s", reasonOf(err))
		return ds
	}
	began := time.Now()
	mip.MHPUntil(c.poll, p) // prepareUntil has done it, but did not measure it
	mhp := time.Since(began).Seconds()
	ds := c.bind(c.poll, specs)
	chosen := make([][]sem.CompID, len(sets))
	for i, set := range sets {
		chosen[i] = c.selected(set, &ds)
	}
	if k := c.contradiction(); k != "" {
		ds.Errorf(token.Position{}, diag.VContradiction, "the constraint %s excludes every execution", k)
	}
	if ds.HasErrors() {
		return ds
	}
	again := 0
	if times {
		again = repeats
	}
	left := len(c.properties) * len(sets)
	for _, b := range c.properties {
		for i, set := range sets {
			if ctx.Err() != nil {
				return ds
			}
			row := c.measure(ctx, goal{property: b}, chosen[i], again, left)
			row.Program, row.Property, row.Set, row.MHPSeconds = p.File, b.Spec.Name, string(set), mhp
			done <- row
			left--
		}
	}
	return ds
}

func reasonOf(err error) string {
	var large *sem.TooLarge
	if errors.As(err, &large) {
		return large.Error()
	}
	return err.Error()
}

// selected returns the components that a set selects.
func (c *checker) selected(set ConstraintSet, ds *diag.List) []sem.CompID {
	switch set {
	case "none":
		return nil
	case "all":
		return c.sem.Constrainable()
	}
	chosen := make([]bool, len(c.sem.M.Comps))
	all := make([]string, len(chosen))
	for i := range chosen {
		all[i] = c.sem.M.Comps[i].Name
	}
	for _, pattern := range strings.FieldsFunc(string(set), func(r rune) bool { return r == ',' || r == ' ' }) {
		found := false
		for i, name := range all {
			if names.Match(pattern, name) {
				chosen[i], found = true, true
			}
		}
		if !found && !strings.ContainsAny(pattern, "*?") {
			d := ds.Warnf(token.Position{}, diag.VNoConstraint, "%s: no constraint is named %q", c.p.File, pattern)
			if near := diag.Suggest(pattern, all); near != "" {
				d.WithHint("did you mean %q?", near)
			}
		}
	}
	var out []sem.CompID
	for i, ok := range chosen {
		if ok {
			out = append(out, sem.CompID(i))
		}
	}
	return out
}

// measure solves one problem under every rule, and returns its row. Short runs are repeated again times. left is the
// number of rows that are left, this one included, by which the time is divided.
func (c *checker) measure(whole context.Context, gl goal, comps []sem.CompID, again, left int) stats.Row {
	var row stats.Row
	began := time.Now()
	set := monitor.Compile(c.sem, c.g, monitor.Choice{Poll: c.poll, Components: comps, Constraints: c.constraints,
		Property: gl.property})
	before := mip.EdgesUntil(c.poll, c.g, c.rel, set.Visible)
	row.EdgesSeconds = time.Since(began).Seconds()
	row.Nodes, row.Reach = count(set), gl.property != nil && gl.property.Spec.Reach
	for i := range set.Monitors {
		if m := &set.Monitors[i]; !m.Property && !set.React[i].Empty() {
			row.Constraints = append(row.Constraints, m.Name)
		}
	}
	var limits stats.ByRule[report.Limit]
	var found [len(stats.Rules)]dataflow.Verdict
	exact := len(comps) == len(c.sem.M.Comps) && !c.sem.M.Restless()
	rule := func(i int, name string) {
		ctx, cancel := limit.Share(whole, left*len(stats.Rules)-i)
		defer cancel()
		a := &attempt{goal: gl, exact: exact, set: set, whole: set, before: before}
		elimination, total := c.run(ctx, a, name)
		for range again {
			if total > repeatBelow {
				break
			}
			next := *a
			e, t := c.run(ctx, &next, name)
			if next.sol.Verdict == dataflow.Limit { // the time was over
				c.release(&next)
				break
			}
			c.release(a)
			*a, elimination, total = next, min(elimination, e), min(total, t)
		}
		row.EliminationSeconds[i], row.Seconds[i] = elimination, total
		row.MIP[i] = a.kept.Count()
		if name == "normal" {
			row.Form = string(c.opt.POR)
			if c.opt.rule().Name == porelim.Default {
				_, form := porelim.Best(set, before)
				row.Form = string(form)
			}
		}
		if c.opt.Check {
			if a.sol.Verdict != dataflow.Limit {
				mustHold("dataflow", dataflow.Check(a.prob, a.sol))
			}
		}
		c.release(a)
		found[i] = a.sol.Verdict
		row.Verdict[i] = c.statsVerdict(ctx, a, name)
		whole := a.sol
		if whole.Verdict == dataflow.Violated {
			whole, total = c.whole(ctx, a, again)
			row.Seconds[i] = elimination + total
		}
		row.Tuples[i], row.Visits[i] = whole.Tuples, whole.Visits
		if whole.Verdict == dataflow.Limit {
			limits[i] = limitOf(whole.Limit)
			row.Limit = &limits
		}
		c.logf("%s, %s: MIP edges %d, kept %d; %d tuples, %d visits: %s", gl.name(), name, before.Count(), a.kept.Count(),
			whole.Tuples, whole.Visits, a.sol.Verdict)
	}
	for i, name := range stats.Rules {
		rule(i, name)
	}
	compareRules(gl.name(), found, exact)
	return row
}

// Short runs are repeated, and the shortest time counts: the first run pays for cold caches, and any of them for the
// garbage of others.
const (
	repeats     = 4
	repeatBelow = 0.05 // seconds
)

// run eliminates edges, and solves. The times are in seconds; total includes elimination.
func (c *checker) run(ctx context.Context, a *attempt, name string) (elimination, total float64) {
	opt := Options{POR: porelim.Name(name)}
	if opt.POR == porelim.Default {
		opt.POR = c.opt.POR
	}
	began := time.Now()
	a.kept = opt.rule().Eliminate(a.set, a.before)
	elimination = time.Since(began).Seconds()
	a.prob, a.origin = dataflow.Assemble(a.set, a.kept)
	a.sol = c.fixedPoint(ctx, a)
	return elimination, time.Since(began).Seconds()
}

// whole computes the whole fixed point of a problem that is violated, with a
// property that finds nothing wrong: where a search stops at the first violation
// says little about the rule. The time is that of tables and fixed point.
func (c *checker) whole(ctx context.Context, a *attempt, again int) (*dataflow.Solution, float64) {
	var sol *dataflow.Solution
	best := math.Inf(1)
	for i := 0; i <= again && (i == 0 || best <= repeatBelow); i++ {
		began := time.Now()
		prob, _ := dataflow.Assemble(a.set, a.kept)
		for k := range prob.Monitors {
			if m := &prob.Monitors[k]; m.Property {
				m.Trap, m.Accept = -1, slices.Repeat([]bool{true}, m.States)
			}
		}
		sol = c.fixedPoint(ctx, &attempt{goal: a.goal, prob: prob})
		best = min(best, time.Since(began).Seconds())
		c.release(&attempt{sol: sol})
	}
	return sol, best
}

func (c *checker) release(a *attempt) {
	if c.opt.Check {
		a.sol.Release()
	}
}

// compareRules stops if sound rules contradict one another: with fewer edges
// there are fewer paths, and with every constraint the paths are executions.
func compareRules(name string, found [len(stats.Rules)]dataflow.Verdict, exact bool) {
	for i, rule := range stats.Rules {
		none, v := found[0], found[i]
		if none == dataflow.Limit || v == dataflow.Limit || none == v || rule == stats.Unsound {
			continue
		}
		if none == dataflow.Holds || exact {
			panic(fmt.Sprintf("porelim: %s: %s under rule none, %s under rule %s", name, none, v, rule))
		}
	}
}

func (c *checker) fixedPoint(ctx context.Context, a *attempt) *dataflow.Solution {
	opt := dataflow.Options{Order: c.opt.Order.order(), MaxTuples: c.opt.MaxTuples, MaxMemory: c.opt.MaxMemory,
		Keep: c.opt.Check}
	if c.opt.Progress != nil {
		opt.Progress = func(p dataflow.Progress) {
			c.opt.Progress(report.Progress{Stage: "solving " + a.goal.name(), Tuples: p.Tuples, Visits: p.Visits, Queue: p.Pending,
				Elapsed: time.Since(c.started)})
		}
	}
	return dataflow.Solve(ctx, a.prob, opt)
}

// statsVerdict returns what the paths of the problem say of the property. A check also looks at executions that
// are blocked or run for ever.
func (c *checker) statsVerdict(ctx context.Context, a *attempt, rule string) report.Verdict {
	r := report.Result{}
	switch a.sol.Verdict {
	case dataflow.Limit:
		r.Conclude(outcome.None{})
	case dataflow.Holds:
		r.Conclude(outcome.FixedPoint{Unsound: rule == stats.Unsound, Beyond: c.limitMet(a) != nil})
	case dataflow.Violated:
		budget := roundBudget
		if a.exact {
			budget = replayBudget
		}
		rp := c.newReplayer(a, budget)
		run, exhausted := rp.replay(ctx)
		c.judgeRun(ctx, a, rp, run, exhausted, &r)
	}
	r.Answers(a.goal.property != nil && a.goal.property.Spec.Reach)
	return r.Verdict
}
