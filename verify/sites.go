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

// This file takes goals apart. "No execution ends in a run-time error" is as many
// claims as there are places that may fail, and "no counter of the model is
// exhausted" as many as there are counters. Each rests on a few constraints of its
// own; together they would be one product of all of them. That the unlock of a fork
// is by who has locked it needs one fork and two philosophers: N small problems,
// where the claim for all forks at once has 2^N tuples.

// sites are the cases of steps that a goal is about: those that fail where the same
// components have certain values.
type sites struct {
	comps []sem.CompID // ascending; of a limit of the model only what is full
	full  bool         // limits of the model; otherwise run-time errors
	cases map[site]bool
}

type site = deadlock.Case

// counts is what package monitor asks.
func (s *sites) counts() func(cfg.ActionID, int) bool {
	return func(a cfg.ActionID, k int) bool { return s.cases[site{Action: a, Case: k}] }
}

// counts tells which cases that fail a goal is about; nil: it is none of errors.
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

// neverMet tells of a case that fails that no execution takes it, as far as is known without one: a
// certificate proves it; or it would start more tasks than there are, and what each task does alone
// shows that none does so.
func (c *checker) neverMet(a cfg.ActionID, k int) bool {
	act, kase := &c.p.Actions[a], &c.sem.Cases[a][k]
	certified := c.left != nil && kase.Err.Kind != cfg.LimitError && !slices.Contains(c.left, site{Action: a, Case: k})
	return certified || kase.Err.Kind == cfg.SpawnError && !act.Joint() &&
		!slices.ContainsFunc(cfg.Spawns(c.p.Nodes[act.A].Op), func(f cfg.FamilyID) bool { return c.exceeded()[f] })
}

// failures groups the cases that fail, but for those that are never met.
func (c *checker) failures(full bool) []*sites {
	var out []*sites
	of := map[string]*sites{}
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
			if of[key] == nil {
				of[key] = &sites{comps: comps, full: full, cases: map[site]bool{}}
				out = append(out, of[key])
			}
			of[key].cases[site{Action: cfg.ActionID(a), Case: k}] = true
		}
	}
	slices.SortFunc(out, func(x, y *sites) int { return slices.Compare(x.comps, y.comps) })
	return out
}

// first are the constraints to begin with: what decides whether the steps fail. A
// limit of the model needs its component: without it nothing is ever full.
func (s *sites) first(unconstrainable []bool) []sem.CompID {
	return slices.DeleteFunc(slices.Clone(s.comps), func(id sem.CompID) bool { return unconstrainable[id] })
}

// eachSite refines for one group of steps that may fail after the other. The
// program has no run-time error if none of them has: an execution ends at its first
// error, so up to there it is an execution of the goal of that error. ok is false if one
// of them has more than firstBudget tuples: then all together may be easier; or if
// the problem of all together with all constraints is solved meanwhile.
func (c *checker) eachSite(ctx context.Context, ways *dovetail, rounds *[]report.Round) (_ report.Result, ok bool) {
	ways.share, ways.spent = max(ways.share, ways.c.opt.budgets().share), 0
	var sum report.Result
	var open *report.Result // the first that neither holds nor is violated
	failures := c.failures(false)
	if len(failures) == 0 { // what each task does alone says so
		sum.Conclude(outcome.ControlFlow{})
	}
	for _, s := range failures {
		if ctx.Err() != nil { // what is left is not known
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
		if sum = r; ways.due() && ways.exact(ctx) == ways.won {
			return sum, false
		}
	}
	if open != nil {
		open.Tuples, open.Visits, open.Constraints = sum.Tuples, sum.Visits, sum.Constraints
		return *open, true
	}
	sum.RejectedBy = nil // of the last one only
	return sum, true
}

// leftOnes refines for the errors that a certificate leaves. Within the other errors no execution ends.
func (c *checker) leftOnes(ctx context.Context, ways *dovetail, rounds *[]report.Round) report.Result {
	c.left = ways.states.search.left
	by := ways.states.search.by // an explorer that has a turn meanwhile may say something else
	r, ok := c.eachSite(ctx, ways, rounds)
	if !ok {
		r = c.refine(ctx, goal{joint: true}, rounds)
	}
	if r.Verdict == report.Holds {
		r.States, r.Reason = true, strings.TrimPrefix(r.Reason+"; by "+by+"; what it leaves open, the constraints exclude", "; ")
	}
	return r
}

// joined is a list of names with those of another that it does not have.
func joined(list, more []string) []string {
	for _, name := range more {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// bound is what is known of a component that a step may find full.
type bound struct {
	never bool         // no execution does, unless it finds one of others full
	other []sem.CompID // found full by paths of the proof
	by    []string     // constraints that the proof rests on
}

// bounds keeps what was found out, for all properties. Its methods may be called by
// several goroutines.
type bounds struct {
	sync.Mutex
	of  map[sem.CompID]bound
	all map[sem.CompID]bool // proved, with all others
}

func (b *bounds) proved(id sem.CompID) bool {
	b.Lock()
	defer b.Unlock()
	return b.all[id]
}

func (b *bounds) get(id sem.CompID) (bound, bool) {
	b.Lock()
	defer b.Unlock()
	k, known := b.of[id]
	return k, known
}

// full reports whether the goal is that a component is never full.
func (gl goal) full() bool { return gl.sites != nil && gl.sites.full }

// fullOf lists the components that some surviving path of a finds full.
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

// proveBounds looks for proofs that no execution finds a component full that a path
// of a does: each by a fixed point of its own. A proof takes executions as ended
// where another component is found full, so it counts if that one has a proof too:
// the first step of an execution that finds anything full is then excluded by the
// proof for what it finds full.
func (c *checker) proveBounds(ctx context.Context, a *attempt) bool {
	if a.goal.full() {
		return true // others are proved by who asks
	}
	todo := c.fullOf(a)
	needed := map[sem.CompID]bool{}
	for len(todo) > 0 {
		comp := todo[0]
		if todo = todo[1:]; needed[comp] {
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

// proveBoundsUntil is proveBounds, given up as soon as known reports that a search of states has the answer to the
// check that needs the bounds. The search is made first, if there was none: it also sees whether anything is found
// full.
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

// boundOf asks once for each component.
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
		return bound{} // that it was given up says nothing
	}
	c.bounds.Lock()
	defer c.bounds.Unlock()
	if c.bounds.of == nil {
		c.bounds.of = map[sem.CompID]bound{}
	}
	c.bounds.of[comp] = b
	return b
}

// boundsOf lists the proofs that a result needs.
func (c *checker) boundsOf(a *attempt) []report.Bound {
	var out []report.Bound
	todo, done := c.fullOf(a), map[sem.CompID]bool{}
	for len(todo) > 0 {
		comp := todo[0]
		if todo = todo[1:]; done[comp] || !c.bounds.proved(comp) {
			continue
		}
		done[comp] = true
		b, _ := c.bounds.get(comp)
		out = append(out, report.Bound{Component: c.sem.M.Comps[comp].Name, Constraints: b.by})
		todo = append(todo, b.other...)
	}
	return out
}

// judgeFull is the verdict of an attempt whose goal is that a component is never
// full. Paths that violate it are not shown, so no shortest execution is looked for.
func (c *checker) judgeFull(a *attempt, r *report.Result) {
	if a.sol.Verdict != dataflow.Holds || !c.opt.rule().Sound {
		r.Conclude(outcome.Path{})
		return
	}
	r.Conclude(outcome.FixedPoint{})
	*a.goal.others = slices.DeleteFunc(c.fullOf(a), func(id sem.CompID) bool { return id == a.goal.sites.comps[0] })
}
