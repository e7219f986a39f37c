package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"flavers/cfg"
	"flavers/dataflow"
	"flavers/deadlock"
	"flavers/limit"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
)

// This file takes goals apart.
//
// "No execution ends in a run-time error" is one claim for each step that may fail, and "no execution exceeds a bound
// of the model" one for each component with a bound. A claim rests on a few constraints of its own. As one problem they
// need the product of all these constraints: that each philosopher unlocks only forks that he has locked takes 2^N
// tuples for N forks at once, but N small problems with one fork and two philosophers each.

// A site is a case of an action that fails: it ends in a run-time error, or exceeds a bound of the model.
type site = deadlock.Case

// sites is a part of a goal: all sites that depend on the same components.
type sites struct {
	comps []sem.CompID // these components, ascending; for a bound only the component that is full
	full  bool         // the cases exceed a bound of the model; otherwise they end in run-time errors
	cases map[site]bool
}

// counts returns the sites as the function that package monitor expects.
func (s *sites) counts() func(cfg.ActionID, int) bool {
	return func(a cfg.ActionID, k int) bool { return s.cases[site{Action: a, Case: k}] }
}

// counts returns a function that reports whether a failing case violates the goal. It returns nil if the goal is a
// property.
func (c *checker) counts(gl goal) func(cfg.ActionID, int) bool {
	switch {
	case gl.property != nil:
		return nil
	case gl.sites != nil:
		return gl.sites.counts()
	}
	return func(a cfg.ActionID, k int) bool {
		return c.sem.Cases[a][k].Err.Kind != cfg.LimitError && !c.neverMet(a, k)
	}
}

// neverMet reports whether it is known already that no execution takes a failing case: a certificate excludes it; or it
// starts more tasks than the model has, and the control flow of each task alone shows that this does not happen.
func (c *checker) neverMet(a cfg.ActionID, k int) bool {
	act, kase := &c.p.Actions[a], &c.sem.Cases[a][k]
	certified := c.left != nil && kase.Err.Kind != cfg.LimitError && !slices.Contains(c.left, site{Action: a, Case: k})
	return certified || kase.Err.Kind == cfg.SpawnError && !act.Joint() &&
		!slices.ContainsFunc(cfg.Spawns(c.p.Nodes[act.A].Op), func(f cfg.FamilyID) bool { return c.exceeded()[f] })
}

// failures returns the failing cases, grouped by the components on which they depend. With full these are the cases
// that exceed bounds of the model, otherwise those that end in run-time errors. Cases that are never met are left out.
func (c *checker) failures(full bool) []*sites {
	var out []*sites
	groups := map[string]*sites{} // by the list of components, as text
	for a, cases := range c.sem.Cases {
		for k := range cases {
			kase := &cases[k]
			if kase.Err == nil || full != (kase.Err.Kind == cfg.LimitError) || c.neverMet(cfg.ActionID(a), k) {
				continue
			}
			var comps []sem.CompID
			for _, mv := range kase.Moves {
				comps = append(comps, mv.Comp)
			}
			if full {
				comps = []sem.CompID{kase.Limit.Comp}
			}
			key := fmt.Sprint(comps)
			if groups[key] == nil {
				groups[key] = &sites{comps: comps, full: full, cases: map[site]bool{}}
				out = append(out, groups[key])
			}
			groups[key].cases[site{Action: cfg.ActionID(a), Case: k}] = true
		}
	}
	slices.SortFunc(out, func(x, y *sites) int { return slices.Compare(x.comps, y.comps) })
	return out
}

// first returns the constraints with which refinement begins: those on the components that decide whether the steps
// fail. For a bound that is necessary, because without its component nothing is ever full.
func (s *sites) first(unconstrainable []bool) []sem.CompID {
	return slices.DeleteFunc(slices.Clone(s.comps), func(id sem.CompID) bool { return unconstrainable[id] })
}

// eachSite decides the goal of all run-time errors by refining for one group of failing steps after the other. If none
// of the groups is violated, the program has no run-time error: an execution ends at its first error, so it is an
// execution of the goal of that error.
//
// ok is false if eachSite gives up: because a group has more than firstBudget tuples, so that all groups together may
// be easier, or because the problem of all together with all constraints was solved meanwhile.
func (c *checker) eachSite(ctx context.Context, ways *dovetail, rounds *[]report.Round) (_ report.Result, ok bool) {
	ways.share, ways.spent = max(ways.share, ways.c.opt.budgets().share), 0
	var sum report.Result   // the result of the groups so far, with the work for all of them
	var open *report.Result // the result of the first group that neither holds nor is violated
	failures := c.failures(false)
	if len(failures) == 0 { // no execution takes a failing case
		sum.Conclude(outcome.ControlFlow{})
	}
	for _, s := range failures {
		if ctx.Err() != nil { // nothing is known about the groups that are left
			sum.Conclude(outcome.None{})
			sum.Limit, sum.Reason = limitOfContext(ctx), limit.Words(ctx)
			return sum, true
		}
		before := len(*rounds)
		r := c.refine(ctx, goal{sites: s}, rounds)
		for _, round := range (*rounds)[before:] {
			ways.spent += round.Tuples
		}
		r.Tuples, r.Visits = r.Tuples+sum.Tuples, r.Visits+sum.Visits
		r.MIP.Candidate, r.MIP.Kept = max(r.MIP.Candidate, sum.MIP.Candidate), max(r.MIP.Kept, sum.MIP.Kept)
		switch {
		case r.Limit == report.LimitTuples:
			return r, false
		case r.Verdict == report.Violated:
			return r, true
		case r.Verdict == report.Holds:
			r.Constraints = joined(sum.Constraints, r.Constraints)
			r.Rejected += sum.Rejected
			r.Bounds = append(sum.Bounds, r.Bounds...)
		default:
			if open == nil {
				open = &r
			}
		}
		sum = r
		if ways.due() && ways.exact(ctx) == ways.won {
			return sum, false
		}
	}
	if open != nil {
		open.Tuples, open.Visits, open.Constraints = sum.Tuples, sum.Visits, sum.Constraints
		return *open, true
	}
	sum.RejectedBy = nil // it is about the last group only
	return sum, true
}

// leftOnes refines for the run-time errors that the certificate of ways does not exclude, and returns the result on all
// run-time errors.
func (c *checker) leftOnes(ctx context.Context, ways *dovetail, rounds *[]report.Round) report.Result {
	c.left = ways.states.search.left
	by := ways.states.search.decidedBy // kept now, because an explorer that has a turn meanwhile may change it
	r, ok := c.eachSite(ctx, ways, rounds)
	if !ok {
		r = c.refine(ctx, goal{joint: true}, rounds)
	}
	if r.Verdict == report.Holds {
		r.States, r.Reason = true, strings.TrimPrefix(r.Reason+"; by "+by+"; what it leaves open, the constraints exclude", "; ")
	}
	return r
}

// joined returns list, followed by the names in more that it does not have.
func joined(list, more []string) []string {
	for _, name := range more {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// bound is what is known about a component of the model that a step may find full, such as a queue.
type bound struct {
	never bool         // no execution finds it full, unless it finds another component full first
	other []sem.CompID // these components, as far as paths of the proof find them full
	by    []string     // the constraints that the proof rests on
}

// bounds keeps what is known about bounds, for all checks of a program. Several goroutines may call its methods.
type bounds struct {
	sync.Mutex
	of  map[sem.CompID]bound // what is known about each component that somebody asked about
	all map[sem.CompID]bool  // components that no execution finds full: bound.never, and the same of all its others
}

// proved reports whether no execution finds a component full.
func (b *bounds) proved(id sem.CompID) bool {
	b.Lock()
	defer b.Unlock()
	return b.all[id]
}

// get returns what is known about a component, and whether anybody has asked about it.
func (b *bounds) get(id sem.CompID) (bound, bool) {
	b.Lock()
	defer b.Unlock()
	k, known := b.of[id]
	return k, known
}

// full reports whether the goal is that a component is never full.
func (gl goal) full() bool { return gl.sites != nil && gl.sites.full }

// fullOf returns the components that some path of the solution of a finds full.
func (c *checker) fullOf(a *attempt) []sem.CompID {
	var out []sem.CompID
	for l := range a.sol.Fired.All {
		if lt := &a.set.Letters[a.origin[l]]; lt.Err != nil && lt.Err.Kind == cfg.LimitError {
			out = append(out, c.sem.Cases[lt.Action][lt.Case].Limit.Comp)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// proveBounds reports whether no execution finds a component full that some path of a finds full. Each component gets a
// proof by a fixed point of its own.
//
// Such a proof considers executions to end where they find another component full. So it counts only if that component
// has a proof, too. Then no execution finds anything full: the first step that did would be excluded by the proof for
// the component that it finds full.
func (c *checker) proveBounds(ctx context.Context, a *attempt) bool {
	if a.goal.full() {
		return true // this attempt is part of such a proof: the call that asked for it goes on with the others
	}
	todo := c.fullOf(a)
	needed := map[sem.CompID]bool{}
	for len(todo) > 0 {
		comp := todo[0]
		todo = todo[1:]
		if needed[comp] {
			continue
		}
		needed[comp] = true
		b := c.boundOf(ctx, comp)
		if !b.never {
			return false
		}
		todo = append(todo, b.other...)
	}
	c.bounds.Lock()
	defer c.bounds.Unlock()
	if c.bounds.all == nil {
		c.bounds.all = map[sem.CompID]bool{}
	}
	for comp := range needed {
		c.bounds.all[comp] = true
	}
	return true
}

// proveBoundsUntil is proveBounds, but gives up as soon as known reports that a search of states has the answer to the
// check that needs the bounds. If there was no such search yet, it is made first.
func (c *checker) proveBoundsUntil(ctx context.Context, a *attempt, ways *dovetail, hunt *quick, known func() bool) bool {
	if c.enough != nil {
		return c.proveBounds(ctx, a)
	}
	if hunt.looks == 0 {
		hunt.look(ctx, a)
		ways.endSoon(hunt)
	}
	c.enough = known
	defer func() { c.enough = nil }()
	return c.proveBounds(ctx, a)
}

// boundOf returns what is known about a component. The first call refines for the goal that nothing finds it full.
func (c *checker) boundOf(ctx context.Context, comp sem.CompID) bound {
	if b, known := c.bounds.get(comp); known {
		return b
	}
	var b bound
	all := c.failures(true)
	if i := slices.IndexFunc(all, func(s *sites) bool { return s.comps[0] == comp }); i >= 0 && !c.sem.Unconstrainable[comp] {
		var rounds []report.Round
		r := c.refine(ctx, goal{sites: all[i], others: &b.other}, &rounds)
		b.never, b.by = r.Verdict == report.Holds, r.Constraints
		c.logf("%s is never full: %s, in %d rounds", c.sem.M.Comps[comp].Name, r.Verdict, len(rounds))
	}
	if ctx.Err() != nil || !b.never && c.enough != nil && c.enough() {
		return bound{} // the proof was given up, so nothing is known and nothing is kept
	}
	c.bounds.Lock()
	defer c.bounds.Unlock()
	if c.bounds.of == nil {
		c.bounds.of = map[sem.CompID]bound{}
	}
	c.bounds.of[comp] = b
	return b
}

// boundsOf returns the proofs of bounds that a result of a rests on.
func (c *checker) boundsOf(a *attempt) []report.Bound {
	var out []report.Bound
	todo, done := c.fullOf(a), map[sem.CompID]bool{}
	for len(todo) > 0 {
		comp := todo[0]
		todo = todo[1:]
		if done[comp] || !c.bounds.proved(comp) {
			continue
		}
		done[comp] = true
		b, _ := c.bounds.get(comp)
		out = append(out, report.Bound{Component: c.sem.M.Comps[comp].Name, Constraints: b.by})
		todo = append(todo, b.other...)
	}
	return out
}

// judgeFull concludes r from an attempt whose goal is that a component is never full. Nobody sees paths that violate
// such a goal, so no execution is looked for.
func (c *checker) judgeFull(a *attempt, r *report.Result) {
	if a.sol.Verdict != dataflow.Holds || !c.opt.rule().Sound {
		r.Conclude(outcome.Path{})
		return
	}
	r.Conclude(outcome.FixedPoint{})
	*a.goal.others = slices.DeleteFunc(c.fullOf(a), func(id sem.CompID) bool { return id == a.goal.sites.comps[0] })
}
