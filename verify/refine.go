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

// refine finds a verdict with as few feasibility constraints as it can: solve with the constraints chosen so far; if a
// violating path is left, look for constraints that reject it, on projections, and else for an execution; if there is
// none, add constraints that reject the path, and solve again. With every constraint chosen a path is an execution, so
// the loop ends. (Naumovich, Clarke and Cobleigh, PASTE 1999, section 2, leave this choice to the analyst.)
func (c *checker) refine(ctx context.Context, gl goal, rounds *[]report.Round) report.Result {
	f := &refinement{c: c, ways: c.newDovetail(gl), hunt: quick{c: c}, rounds: rounds, outer: c.enough}
	f.chosen, _ = c.sem.Named(c.opt.Saved[gl.name()])
	if gl.sites != nil {
		f.chosen = gl.sites.first(c.sem.Unconstrainable)
	}
	return f.ways.states.besideStages(ctx, func() report.Result { // explorers have their turns in between
		for {
			if r, done := f.round(ctx); done {
				return r
			}
		}
	})
}

// refinement is the rounds of refinement for a goal.
type refinement struct {
	c      *checker
	ways   *dovetail
	hunt   quick // searches between rounds
	rounds *[]report.Round
	chosen []sem.CompID // the constraints so far
	outer  func() bool  // checker.enough when they began: of the check that this proves a bound for; nil: it is none
}

// known reports whether the rounds can stop without a proof by constraints. That is so in two cases: a search has met
// all states, none violates, and the rounds have had their share of work; or the rounds prove a bound for a check
// that has stopped.
func (f *refinement) known() bool {
	c := f.c
	return f.outer != nil && f.outer() ||
		f.hunt.exhausted > 0 && f.ways.total+c.made+int64(c.poll.Looks()-f.hunt.spent) >= c.knownShare()
}

// end notes the last round, and returns its answer.
func (f *refinement) end(round report.Round, r report.Result) (report.Result, bool) {
	*f.rounds = append(*f.rounds, round)
	return r, true
}

// round makes one round of refinement. done reports whether it has the answer. The round solves the problem with the
// constraints so far. If there are too many tuples, it takes the answer of a search of states, or looks at run-time
// errors one by one. If a counter of the model may be exhausted, it proves that none is, or adds constraints. If the
// fixed point has no violating path, that is the answer. Otherwise it replays the path.
func (f *refinement) round(ctx context.Context) (r report.Result, done bool) {
	c, gl := f.c, f.ways.goal
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
	if e := c.limitMet(a); e != nil && a.sol.Verdict == dataflow.Holds && !a.all &&
		!c.proveBoundsUntil(ctx, a, f.ways, &f.hunt, f.known) {
		if f.known() {
			return f.end(round, c.byStates(a, f.hunt.exhausted))
		}
		// A counter of the model seems to be exhausted: see whether it really is.
		f.add(&round, e.Err.Error(), c.constraintsOn(a, f.chosen))
		return r, false
	}
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

// begun returns the report on a round whose problem was just solved.
func (f *refinement) begun(a *attempt) report.Round {
	return report.Round{Constraints: len(f.chosen), Tuples: a.sol.Tuples, MIP: a.kept.Count()}
}

// elsewhere takes the answer that states have, or looks at run-time errors one after the other.
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
	ways.join() // the sites are no easier
	return r, false
}

// replay answers if an execution follows the path of a, or another one is found. Else it adds constraints that reject
// the path.
func (f *refinement) replay(ctx context.Context, a *attempt, round report.Round) (r report.Result, done bool) {
	c, gl, budget := f.c, f.ways.goal, roundBudget
	if a.all {
		budget = replayBudget
	}
	rp := c.newReplayer(a, budget)
	var added []sem.CompID
	if pr := rp.projection(); pr != nil && !a.all && !c.opt.lacks(Projections) {
		added = pr.Refute(f.chosen)
	}
	var run *execution
	exhausted := false
	if added == nil {
		if run, exhausted = rp.replay(ctx); gl.full() && (run != nil || ctx.Err() != nil) {
			r = c.summary(a)
			r.Conclude(outcome.Path{}) // an execution of the model finds something full
			return r, true
		}
	}
	searched := run == nil && !a.all
	if searched {
		run = f.hunt.look(ctx, a)
		f.ways.endSoon(&f.hunt)
	}
	if run != nil || a.all || added == nil && ctx.Err() != nil {
		r = c.summary(a)
		if run == nil && !a.all && exhausted { // the path is none of an execution, and others were not looked at
			cutShort(&r, limitOfContext(ctx))
		} else {
			c.judgeRun(ctx, a, rp, run, exhausted, &r)
		}
		if searched && r.Verdict == report.Violated {
			r.FoundBy = report.BySearch
		}
		return f.end(round, r)
	}
	if added == nil {
		added = c.choose(ctx, a, rp, f.chosen, f.known)
	}
	if f.known() {
		if gl.full() { // who asks for the bound has another answer
			r = c.summary(a)
			r.Conclude(outcome.Path{})
			return f.end(round, r)
		}
		return f.end(round, c.byStates(a, f.hunt.exhausted))
	}
	f.next(a, &round, added)
	return r, false
}

// byStates is the answer of a search between rounds that has met all states: nothing violates.
func (c *checker) byStates(a *attempt, states int) report.Result {
	r := c.summary(a)
	r.Conclude(outcome.Exhausted{})
	r.Constraints, r.States = nil, true
	r.Reason = fmt.Sprintf("by %s, %d of them", allStates, states)
	return r
}

// next ends a round whose path no execution follows, and adds constraints that reject it.
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

// constraintsOn returns constraints for a counter of the model that some path overflows: that of the counter, and those
// of the tasks that use it; if they are chosen already, those of the components that the overflowing steps move; then
// all.
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

// roundBudget is how many states a replay may try before refinement goes on.
const roundBudget = 3000

// maxCandidates is how many constraints are tried on a path in one round.
const maxCandidates = 24

// choose names constraints that reject the path of a: the cheapest single one
// of those the replay got stuck on, or if no single one does, a small set.
// At least one that is not chosen yet is returned. If time is up, or enough reports true, all of them are returned
// untested.
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
	// A set does it: drop what it does not need, the last blamed first.
	need := slices.Clone(blamed)
	for i := len(need) - 1; i >= 0 && len(need) > 1 && len(blamed) <= maxCandidates; i-- {
		without := slices.Delete(slices.Clone(need), i, i+1)
		if _, rejects := c.rejects(ctx, a, slices.Concat(chosen, without)); rejects {
			need = without
		}
	}
	return need
}

// rejects reports whether the path of a is no path any more once comps are the
// constraints: no violating path has the same visible steps. cost is the sum of
// the sizes of the automata times the number of visible nodes; lower is better.
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
	for i := range set.Monitors { // on the path an automaton is smaller than in the problem
		if id := set.Monitors[i].Comp; id >= 0 && c.sem.M.Comps[id].Kind != sem.Position {
			cost += int(c.sem.M.Comps[id].Size)
		} else {
			cost += set.Monitors[i].States
		}
	}
	return cost * (1 + set.Visible.Count()), sol.Verdict == dataflow.Holds
}
