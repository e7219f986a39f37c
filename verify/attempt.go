package verify

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/dataflow"
	"flavers/limit"
	"flavers/mip"
	"flavers/porelim"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/tfg"
	"flavers/verify/vacuous"
)

// This file runs the stages that depend on the choice of feasibility constraints, for one goal:
//
//	automata and letters -> MIP edges -> edges kept -> tables -> fixed point
//	attempt.whole, set      before       kept          prob      sol
//
// assemble makes the problem, which may be large. solveAssembled solves it, perhaps several times with higher limits.
// The other functions read a solution: its path, its letters, and a result.

// attempt is one run of these stages.
type attempt struct {
	goal  goal
	comps []sem.CompID // the components that have a feasibility constraint
	all   bool         // each component that can have one is among comps

	// exact is set if each path of the problem is an execution: all is set, every step has a table, and no server
	// can move where it rests.
	exact bool

	// Made by assemble.
	whole   *monitor.Set      // the automata and letters, with all values of components
	classes *monitor.Classes  // the value classes of whole, or nil if it has none
	set     *monitor.Set      // the automata and letters on value classes; whole if classes is nil
	before  *mip.EdgeSet      // all MIP edges between visible nodes
	kept    *mip.EdgeSet      // the edges that elimination keeps
	prob    *dataflow.Problem // the tables of set and kept
	origin  []int32           // by letter of prob: the index of the letter in set.Letters
	counts  *countable        // the interchangeable tasks of prob

	// Made by solveAssembled. assemble sets sol if the edges would exceed the memory.
	sol     *dataflow.Solution // of prob, or of the smaller problem in which interchangeable tasks are counted
	counted *counted           // which tasks are counted in sol, or nil if none are
}

// solve runs the stages for a goal and a choice of constraints.
func (c *checker) solve(ctx context.Context, gl goal, comps []sem.CompID) *attempt {
	return c.solveWithin(ctx, gl, comps, c.opt.MaxTuples)
}

// solveWithin is solve with a limit on tuples. 0 means that there is none.
func (c *checker) solveWithin(ctx context.Context, gl goal, comps []sem.CompID, maxTuples int64) *attempt {
	return c.solveAssembled(ctx, c.assemble(gl, comps), maxTuples)
}

// assemble makes the problem for a choice of constraints. If the memory allowed is not enough for its edges, the
// attempt has a solution already, whose verdict is that this limit was reached.
func (c *checker) assemble(gl goal, comps []sem.CompID) *attempt {
	a := &attempt{goal: gl, comps: comps, counts: new(countable), all: len(comps) == len(c.sem.Constrainable())}
	a.exact = a.all && len(c.sem.Inexact()) == 0 && !c.sem.M.Restless()
	a.whole = monitor.Compile(c.sem, c.g, monitor.Choice{Poll: c.poll, Components: comps, Constraints: c.constraints,
		Property: gl.property, Errors: gl.property == nil, Counts: c.counts(gl)})
	c.made += making(a.whole)
	a.set = a.whole
	if !c.opt.NoSymmetry && !c.opt.KeepDead && !c.opt.lacks(ValueClasses) {
		if a.classes = monitor.Join(c.poll, a.whole); a.classes != nil {
			a.set = a.classes.Set
		}
	}
	// The edges before and after elimination, the rows of successors and the tables of the rule together take
	// about one byte for each pair of visible nodes.
	if v := int64(a.set.Visible.Count()); c.opt.MaxMemory > 0 && v*v > c.opt.MaxMemory {
		a.before = &mip.EdgeSet{G: c.g, M: bitset.NewMatrix(0, 0)}
		a.kept = a.before
		a.prob, a.sol = &dataflow.Problem{}, &dataflow.Solution{Verdict: dataflow.Limit, Limit: "memory"}
		return a
	}
	a.before = mip.EdgesUntil(c.poll, c.g, c.rel, a.set.Visible)
	a.kept = c.opt.rule().Eliminate(a.set, a.before)
	a.prob, a.origin = dataflow.Assemble(a.set, a.kept)
	return a
}

// path returns the violating path of the solution, as letters of the whole set.
func (a *attempt) path() []*monitor.Letter {
	out := make([]*monitor.Letter, len(a.sol.Path))
	for i, l := range a.sol.Path {
		out[i] = &a.set.Letters[a.origin[l]]
	}
	if a.classes != nil {
		out = a.classes.Whole(out)
	}
	return out
}

// fired returns the letters of a.whole that occur on paths of the solution, as numbers.
//
// May err towards: more letters. With value classes, a letter that does the same to the property at the same place
// counts, too.
func (a *attempt) fired() bitset.Set {
	out := bitset.New(len(a.set.Letters))
	for l := range a.sol.Fired.All {
		out.Add(int(a.origin[l]))
	}
	if a.classes != nil {
		out = a.classes.Answered(out)
	}
	return out
}

// solveAssembled solves an assembled problem within a limit on tuples; 0 means that there is none. It returns a new
// attempt and does not change the one that it is given, so that the problem can be solved again with another limit.
func (c *checker) solveAssembled(ctx context.Context, assembled *attempt, maxTuples int64) *attempt {
	if assembled.sol != nil {
		return assembled
	}
	if c.opt.MaxTuples > 0 && (maxTuples == 0 || maxTuples > c.opt.MaxTuples) {
		maxTuples = c.opt.MaxTuples
	}
	a := new(attempt)
	*a = *assembled
	opt := dataflow.Options{Order: c.opt.Order.order(), MaxTuples: maxTuples, MaxMemory: c.opt.MaxMemory, Keep: c.opt.Check, Rejected: true}
	if c.opt.Progress != nil {
		opt.Progress = func(p dataflow.Progress) {
			c.progress(report.Progress{Stage: "solving " + a.goal.name(), Tuples: p.Tuples, Visits: p.Visits, Queue: p.Pending})
		}
	}
	c.fixedPointOf(ctx, a, opt)
	c.logf("%s: %d constraints, %d monitors, %d letters at %d nodes; MIP edges %d, kept %d; %d tuples of %d bits, %d visits: %s",
		a.goal.name(), len(a.comps), len(a.prob.Monitors), len(a.prob.Letters), a.prob.Nodes, a.before.Count(), a.kept.Count(),
		a.sol.Tuples, a.sol.Bits, a.sol.Visits, a.sol.Verdict)
	return a
}

// verdict solves the problem for one choice of constraints, without refinement, and returns the result.
func (c *checker) verdict(ctx context.Context, gl goal, comps []sem.CompID) report.Result {
	a := c.solve(ctx, gl, comps)
	if a.sol.Verdict == dataflow.Holds && c.opt.Minimize {
		a, _ = c.minimize(ctx, a, comps)
	}
	r := c.summary(a)
	switch a.sol.Verdict {
	case dataflow.Limit:
		cutShort(&r, limitOf(a.sol.Limit))
	case dataflow.Holds:
		c.judgeHolds(ctx, a, &r)
	case dataflow.Violated:
		c.judgePath(ctx, a, &r)
	}
	return r
}

// cutShort makes r unknown, because a limit ended the search for its answer.
func cutShort(r *report.Result, by report.Limit) {
	r.Conclude(outcome.None{})
	r.Limit, r.Reason = by, "the search was cut off before an answer"
}

// limitOf returns the limit of reports for the name of a limit of package dataflow.
func limitOf(name string) report.Limit {
	if name == "interrupted" {
		return report.LimitInterrupt
	}
	return report.Limit(name)
}

// judgeHolds concludes r from a completed fixed point without a violating path. The result is unknown in two cases: the
// elimination rule may remove executions, or some path exceeds a bound of the model.
func (c *checker) judgeHolds(ctx context.Context, a *attempt, r *report.Result) {
	rule, met := c.opt.rule(), c.limitMet(a)
	r.Conclude(outcome.FixedPoint{Unsound: !rule.Sound, Beyond: met != nil})
	if !rule.Sound {
		r.Reason = "no violating path is left, but the rule " + string(rule.Name) + " is for comparison only: it may remove the path of a real violation"
		return
	}
	if met != nil {
		r.Limit = report.LimitSize
		r.Reason = "beyond what the model counts: " + exceeds(met.Err)
		return
	}
	r.Bounds = c.boundsOf(a)
	limit.Try(func() { // notes beside the verdict; if the time ends here, the verdict stands without them
		var reasons []string
		// Warn of events of the property that never happen. The one event of an invariant is that it is
		// false, so there it is the answer itself that the event never happens.
		if b := a.goal.property; b != nil && b.Spec.Invariant == nil {
			solution := vacuous.Solution{Property: b, Constraints: c.constraints, Relation: c.rel, Set: a.whole, Fired: a.fired()}
			r.Vacuous, reasons = solution.Symbols()
		}
		if c.neverEnds(ctx, a) {
			r.About(outcome.Scope{NoEnd: true})
		}
		r.Reason = strings.Join(reasons, "; ")
	})
	// Which constraints rejected paths, the most important first.
	for i, n := range a.sol.Rejected {
		if n > 0 {
			r.RejectedBy = append(r.RejectedBy, report.Kill{Constraint: a.constraintName(int32(i)), Count: n})
			r.Rejected += n
		}
	}
	slices.SortStableFunc(r.RejectedBy, func(x, y report.Kill) int { return cmp.Compare(y.Count, x.Count) })
}

// limitMet returns a letter by which some path of the solution exceeds a bound of the model, or nil if no path does.
// A bound that no execution exceeds, as proveBounds has shown, does not count.
func (c *checker) limitMet(a *attempt) *monitor.Letter {
	for l := range a.sol.Fired.All {
		lt := &a.set.Letters[a.origin[l]]
		if lt.Err == nil || lt.Err.Kind != cfg.LimitError {
			continue
		}
		if bounded := c.sem.Cases[lt.Action][lt.Case].Limit.Comp; !c.bounds.proved(bounded) {
			return lt
		}
	}
	return nil
}

// summary returns a result with everything that does not depend on the verdict: sizes, constraints and numbers of
// nodes. To count the nodes it shrinks the whole graph, so it is called once for each verdict and not in each round
// of refinement.
func (c *checker) summary(a *attempt) report.Result {
	r := report.Result{POR: string(c.opt.rule().Name), Tuples: a.sol.Tuples, Visits: a.sol.Visits, Counted: a.counted.report(),
		MIP: report.MIPCounts{Candidate: a.before.Count(), Kept: a.kept.Count()}}
	for i := range a.set.Monitors {
		if m := &a.set.Monitors[i]; !m.Property && !a.set.React[i].Empty() {
			r.Constraints = append(r.Constraints, m.Name)
		}
	}
	r.Nodes = count(a.set)
	return r
}

// count counts the nodes of the shrunk graph by class, as the tables of Naumovich, Clarke and Cobleigh (PASTE 1999) do.
func count(s *monitor.Set) report.NodeCounts {
	local := porelim.Local(s)
	removed := tfg.Shrinks(s.G, func(n tfg.NodeID) bool { return s.Visible.Has(int(n)) })
	var k report.NodeCounts
	for i := range s.G.Nodes {
		n := &s.G.Nodes[i]
		switch {
		case removed[i] || n.Kind == tfg.Initial || n.Kind == tfg.Final || s.Dead.Has(i):
		case n.Kind == tfg.Communication:
			k.Communication++
		case !s.Visible.Has(i):
			k.Tau++
		case local.Has(i):
			k.Local++
		default:
			k.Global++
		}
	}
	return k
}
