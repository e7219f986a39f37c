package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/dataflow"
	"flavers/mip"
	"flavers/porelim"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/verify/blame"
)

// This file is refinement. Each constraint that is made from the program multiplies the tuples of the fixed point, and
// most properties need few of them. So refinement begins with none, and adds constraints until the answer is known:
//
//	solve the problem with the constraints so far
//	    no violating path is left            -> holds
//	    an execution follows the path        -> violated
//	    another execution violates the goal  -> violated
//	    else: add constraints that reject the path, and solve again
//
// With every constraint chosen, a path is an execution, so the loop ends. (Naumovich, Clarke and Cobleigh, PASTE 1999,
// section 2, leave the choice of constraints to the analyst.)

// refine decides a goal by rounds of refinement, while explorers have turns in between. It appends a report on each
// round to rounds.
func (c *checker) refine(ctx context.Context, gl goal, rounds *[]report.Round) report.Result {
	f := &refinement{c: c, ways: c.newDovetail(gl), hunt: quick{c: c}, rounds: rounds, outer: c.enough}
	f.chosen, _ = c.sem.Named(c.opt.Saved[gl.name()])
	if gl.sites != nil {
		f.chosen = gl.sites.first(c.sem.Unconstrainable)
	}
	return f.ways.states.besideStages(ctx, func() report.Result {
		for {
			if r, done := f.round(ctx); done {
				return r
			}
		}
	})
}

// refinement is the state of the rounds for one goal.
type refinement struct {
	c      *checker
	ways   *dovetail // how problems are solved
	hunt   quick     // searches for any execution between rounds
	rounds *[]report.Round
	chosen []sem.CompID // the constraints so far
	// outer is set if these rounds prove a bound of the model for another check. It reports whether that check still
	// needs the proof.
	outer func() bool
}

// known reports whether the rounds can stop without a proof by constraints. There are two reasons:
//
//   - The check that the rounds prove a bound for does not need it any more.
//   - A search has met all states and no violation, and the rounds have had their share of work for a proof that would
//     say more.
func (f *refinement) known() bool {
	if f.outer != nil && f.outer() {
		return true
	}
	work := f.ways.total + f.c.made + int64(f.c.poll.Looks()-f.hunt.spent)
	return f.hunt.exhausted > 0 && work >= f.c.knownShare()
}

// end notes the last round, and returns its answer.
func (f *refinement) end(round report.Round, r report.Result) (report.Result, bool) {
	*f.rounds = append(*f.rounds, round)
	return r, true
}

// round makes one round of refinement, and reports whether it has the answer.
func (f *refinement) round(ctx context.Context) (r report.Result, done bool) {
	c, gl := f.c, f.ways.goal

	// 1. Solve the problem with the constraints so far. If there are too many tuples, states may have the answer, or
	// single run-time errors may be easier.
	a := f.ways.solve(ctx, &f.chosen)
	if f.ways.answered || f.ways.apart() && cutByTuples(a) {
		return f.elsewhere(ctx, a)
	}
	round := f.begun(a)
	if a.sol.Verdict == dataflow.Holds && c.opt.Minimize {
		a, f.chosen = c.minimize(ctx, a, f.chosen)
	}
	if gl.full() && (a.sol.Verdict != dataflow.Violated || a.all) {
		r = c.summary(a)
		c.judgeFull(a, &r)
		return f.end(round, r)
	}

	// 2. If no violating path is left, but some path exceeds a bound of the model, the proof is not complete. Prove that
	// no execution exceeds the bound, or add constraints.
	beyond := c.limitMet(a)
	if beyond != nil && a.sol.Verdict == dataflow.Holds && !a.all &&
		!c.proveBoundsUntil(ctx, a, f.ways, &f.hunt, f.known) {
		if f.known() {
			return f.end(round, c.byStates(a, f.hunt.exhausted))
		}
		f.add(&round, beyond.Err.Error(), c.constraintsOn(a, f.chosen))
		return r, false
	}

	// 3. The answer, or a path.
	switch a.sol.Verdict {
	case dataflow.Limit:
		r = c.summary(a)
		cutShort(&r, limitOf(a.sol.Limit))
		return f.end(round, r)
	case dataflow.Holds:
		r = c.summary(a)
		c.judgeHolds(ctx, a, &r)
		return f.end(round, r)
	}
	return f.replay(ctx, a, round)
}

// begun returns the report on a round whose problem was solved as a.
func (f *refinement) begun(a *attempt) report.Round {
	return report.Round{Constraints: len(f.chosen), Tuples: a.sol.Tuples, MIP: a.kept.Count()}
}

// elsewhere looks for the answer without the problem a, which has too many tuples: it takes the answer that states
// have, or looks at run-time errors one after the other. If neither has an answer, the goal is solved as one problem
// after all.
func (f *refinement) elsewhere(ctx context.Context, a *attempt) (r report.Result, done bool) {
	c, ways := f.c, f.ways
	if ways.answered || ways.statesApart(ctx, lookShare*firstBudget) {
		*f.rounds = append(*f.rounds, f.begun(a))
		if len(ways.states.search.left) > 0 {
			return c.leftOnes(ctx, ways, f.rounds), true
		}
		r = c.summary(a)
		ways.states.result(ctx, a, &r)
		return r, true
	}
	if r, ok := c.eachSite(ctx, ways, f.rounds); ok {
		return r, true
	}
	ways.join()
	return r, false
}

// replay handles a violating path, that of a. If an execution follows the path, or another one is found, it has the
// answer. Otherwise it adds constraints that reject the path.
func (f *refinement) replay(ctx context.Context, a *attempt, round report.Round) (r report.Result, done bool) {
	c, gl, budget := f.c, f.ways.goal, roundBudget
	if a.all {
		budget = replayBudget // there will be no other round
	}
	rp := c.newReplayer(a, budget)

	// 1. Projections on a few components are cheap, and often show that no execution follows the path.
	var added []sem.CompID
	if pr := rp.projection(); pr != nil && !a.all && !c.opt.lacks(Projections) {
		added = pr.Refute(f.chosen)
	}

	// 2. Otherwise, look for an execution that follows it. exhausted means that there is none.
	var run *execution
	exhausted := false
	if added == nil {
		run, exhausted = rp.replay(ctx)
		if gl.full() && (run != nil || ctx.Err() != nil) {
			r = c.summary(a)
			r.Conclude(outcome.Path{}) // an execution of the model finds something full
			return r, true
		}
	}

	// 3. Otherwise, look for any execution.
	searched := run == nil && !a.all
	if searched {
		run = f.hunt.look(ctx, a)
		f.ways.endSoon(&f.hunt)
	}

	// 4. Answer, if there is an execution, or if there is nothing left to try.
	if run != nil || a.all || added == nil && ctx.Err() != nil {
		r = c.summary(a)
		if run == nil && !a.all && exhausted {
			// No execution follows the path, and the time ended before others were looked at.
			cutShort(&r, limitOfContext(ctx))
		} else {
			c.judgeRun(ctx, a, rp, run, exhausted, &r)
		}
		if searched && r.Verdict == report.Violated {
			r.FoundBy = report.BySearch
		}
		return f.end(round, r)
	}

	// 5. Reject the path.
	if added == nil {
		added = c.choose(ctx, a, rp, f.chosen, f.known)
	}
	if f.known() {
		if gl.full() { // the check that asked for the bound has its answer from elsewhere
			r = c.summary(a)
			r.Conclude(outcome.Path{})
			return f.end(round, r)
		}
		return f.end(round, c.byStates(a, f.hunt.exhausted))
	}
	f.next(a, &round, added)
	return r, false
}

// byStates returns the result that follows if a search between rounds has met all states, and no violation.
func (c *checker) byStates(a *attempt, states int) report.Result {
	r := c.summary(a)
	r.Conclude(outcome.Exhausted{})
	r.Constraints, r.States = nil, true
	r.Reason = fmt.Sprintf("by %s, %d of them", allStates, states)
	return r
}

// next ends a round whose path no execution follows, and adds the constraints that reject the path.
func (f *refinement) next(a *attempt, round *report.Round, added []sem.CompID) {
	added = f.c.withClasses(f.ways.goal, f.chosen, added)
	for _, st := range f.c.pathSteps(a) {
		round.Path = append(round.Path, st.Task+": "+st.Event)
	}
	f.add(round, "no execution follows "+strings.Join(round.Path, "; "), added)
}

// add ends a round, and adds constraints for the next one.
func (f *refinement) add(round *report.Round, why string, added []sem.CompID) {
	round.Added = f.c.componentNames(added)
	*f.rounds = append(*f.rounds, *round)
	f.c.logf("%s: round %d: %s; added %s", f.ways.goal.name(), len(*f.rounds), why, strings.Join(round.Added, " "))
	f.chosen = union(f.chosen, added)
}

func cutByTuples(a *attempt) bool {
	return a.sol.Verdict == dataflow.Limit && a.sol.Limit == string(report.LimitTuples)
}

func union(a, b []sem.CompID) []sem.CompID {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

func (c *checker) componentNames(ids []sem.CompID) []string {
	var out []string
	for _, id := range ids {
		out = append(out, c.sem.M.Comps[id].Name)
	}
	return out
}

// constraintsOn returns constraints that may show that no execution exceeds a bound which paths of a exceed. It returns
// the first of these sets in which some constraint is not chosen yet:
//
//  1. the component with the bound, and the positions of the tasks that use it;
//  2. the components that decide whether the exceeding steps are possible;
//  3. all.
func (c *checker) constraintsOn(a *attempt, chosen []sem.CompID) []sem.CompID {
	var objects, needed, out []sem.CompID
	for l := range a.sol.Fired.All {
		if lt := &a.set.Letters[a.origin[l]]; lt.Err != nil && lt.Err.Kind == cfg.LimitError {
			kase := &c.sem.Cases[lt.Action][lt.Case]
			objects = append(objects, kase.Limit.Comp)
			for _, mv := range kase.Moves {
				needed = append(needed, mv.Comp)
			}
		}
	}
	isNew := func(id sem.CompID) bool { return !slices.Contains(chosen, id) && !c.sem.Unconstrainable[id] }
	for act, cases := range c.sem.Cases {
		for i := range cases {
			if slices.ContainsFunc(cases[i].Moves, func(mv sem.Move) bool { return slices.Contains(objects, mv.Comp) }) {
				out = append(out, c.sem.M.Pos(c.p.Nodes[c.p.Actions[act].A].Task))
			}
		}
	}
	for _, more := range [][]sem.CompID{union(objects, out), union(needed, nil)} {
		if slices.ContainsFunc(more, isNew) {
			return slices.DeleteFunc(more, func(id sem.CompID) bool { return c.sem.Unconstrainable[id] })
		}
	}
	return c.sem.Constrainable()
}

// roundBudget is the number of states that a replay may try before refinement goes on without it.
const roundBudget = 3000

// maxCandidates is the number of constraints that are tried on a path in one round.
const maxCandidates = 24

// choose returns constraints that reject the path of a, at least one of them not chosen yet. Candidates are the
// components that kept the replay rp from going on. If a single one rejects the path, choose returns the cheapest such;
// otherwise it returns a small set. If the time is over, or enough reports true, it returns all candidates untested.
func (c *checker) choose(ctx context.Context, a *attempt, rp *replayer, chosen []sem.CompID, enough func() bool) []sem.CompID {
	var places []blame.Place
	for _, p := range rp.stuck {
		places = append(places, blame.Place{State: p.vec, Done: p.at})
	}
	blamed := blame.Components(c.sem, rp.path, places)
	blamed = slices.DeleteFunc(blamed, func(id sem.CompID) bool { return slices.Contains(chosen, id) || c.sem.Unconstrainable[id] })
	if len(blamed) == 0 {
		return c.sem.Constrainable()
	}
	tried := blamed[:min(len(blamed), maxCandidates)]
	best, bestCost := sem.CompID(-1), 0
	for _, id := range tried {
		if ctx.Err() != nil || enough() {
			return blamed
		}
		if cost, rejects := c.rejects(ctx, a, append(slices.Clone(chosen), id)); rejects && (best < 0 || cost < bestCost) {
			best, bestCost = id, cost
		}
	}
	if best >= 0 {
		return []sem.CompID{best}
	}
	if _, rejects := c.rejects(ctx, a, slices.Concat(chosen, blamed)); !rejects {
		return blamed
	}
	// All candidates together reject it: drop those that are not needed, the least blamed first.
	need := slices.Clone(blamed)
	for i := len(need) - 1; i >= 0 && len(need) > 1 && len(blamed) <= maxCandidates; i-- {
		without := slices.Delete(slices.Clone(need), i, i+1)
		if _, rejects := c.rejects(ctx, a, slices.Concat(chosen, without)); rejects {
			need = without
		}
	}
	return need
}

// rejects reports whether the constraints comps reject the path of a: with them, no violating path has the same visible
// steps. cost estimates the size of the problem with these constraints: the sum of the sizes of the automata, times the
// number of visible nodes.
func (c *checker) rejects(ctx context.Context, a *attempt, comps []sem.CompID) (cost int, ok bool) {
	comps = slices.Clone(comps)
	slices.Sort(comps)
	follow := &monitor.Path{Visible: make([]bool, len(c.p.Actions))}
	for _, l := range a.path() {
		follow.Actions = append(follow.Actions, l.Action)
	}
	for _, act := range c.p.Actions {
		if n := c.g.OfAction(act.ID); n != cfg.None {
			follow.Visible[act.ID] = a.whole.Visible.Has(int(n))
		}
	}
	set := monitor.Compile(c.sem, c.g, monitor.Choice{Poll: c.poll, Components: slices.Compact(comps), Constraints: c.constraints,
		Property: a.goal.property, Errors: a.goal.property == nil, Counts: c.counts(a.goal), Follow: follow})
	c.made += making(set)
	edges := mip.EdgesUntil(c.poll, c.g, c.rel, set.Visible)
	prob, _ := dataflow.Assemble(set, porelim.None(set, edges))
	sol := dataflow.Solve(ctx, prob, dataflow.Options{MaxTuples: 50_000, NoPath: true, MaxMemory: c.opt.MaxMemory})
	for i := range set.Monitors { // automata restricted to the path are smaller than in the problem
		if id := set.Monitors[i].Comp; id >= 0 && c.sem.M.Comps[id].Kind != sem.Position {
			cost += int(c.sem.M.Comps[id].Size)
		} else {
			cost += set.Monitors[i].States
		}
	}
	return cost * (1 + set.Visible.Count()), sol.Verdict == dataflow.Holds
}
