package verify

import (
	"context"
	"slices"

	"flavers/automata/monitor"
	"flavers/dataflow"
	"flavers/sem"
)

// This file dovetails ways to solve a problem: it lets each do some work in turn, because none of them may end in time.
//
// The first way solves problems with some of the constraints, another one in each round of refinement. The second way
// solves the problem with all constraints, of which every path is an execution. Either may be far cheaper than the
// other:
//
//   - A few constraints may reject so little that they leave far more tuples than all of them, or about as many in each
//     round.
//   - All constraints may make far more tuples than the few that matter.
//
// So each way gets a share of work, in tuples. The first way begins. When it has spent its share, in one round or in
// several, the second way gets as much. If that is not enough, the share is doubled. So all work together is at most a
// small multiple of what the cheaper way takes, and does not depend on a clock.
//
// States are a third way, for programs that have few of them (side_search.go). They are searched by package
// explore/lpor early and rarely, and by package blocked after each turn of the second way.
type dovetail struct {
	c    *checker
	goal goal

	share     int64    // tuples that each way may have in its turn; doubled after each turn of the second way
	spent     int64    // tuples that the first way has had since the last turn of the second way
	some, all *attempt // the last assembled problems of the first and the second way, kept to be solved again
	last      *attempt // the last solution of the first way
	won       *attempt // the finished solution of the second way; nil: there is none yet
	out       bool     // the second way met a limit other than its share, as memory: it gets no more turns
	again     bool     // the second way has met its share at least once

	total     int64 // tuples that the first way has had so far
	lookAt    int64 // at this value of total, package explore/lpor gets its next turn, ...
	lookShare int64 // ... with lookShare times the work of lookAt tuples
	states    sideSearch
	answered  bool // states has the answer
}

// firstBudget is the share of each way in its first turn, and the number of tuples that a part of a goal may have.
const firstBudget = 1 << 15

// Package explore/lpor gets its first turn once the first way has had budgets.look tuples, so that small problems are
// solved before. The turn has lookShare times that work. The next turn comes when the first way has had lookGrowth
// times as many tuples, with half the factor.
const (
	lookGrowth = 4
	lookShare  = 16
)

// Bounds on knownShare.

const (
	leastKnown = 1 << 12
	manyKnown  = 1 << 24 // under Options.ByConstraints
)

// knownShare returns the part of budgets.known that one check has: the work that it may still spend on a proof by
// constraints when states have shown that it holds.
func (c *checker) knownShare() int64 {
	all := c.opt.budgets().known
	if c.opt.ByConstraints {
		return max(all, manyKnown)
	}
	return max(all/int64(c.specified+1), min(all, leastKnown))
}

// countedBudget is the number of tuples that the joint problem of all run-time errors may have if interchangeable tasks
// are counted in it.
const countedBudget = 1 << 22

// entriesOfTuple is the number of entries in tables of automata that take as long to make as a tuple.
const entriesOfTuple = 16

// making returns the work of making the automata of a problem, in tuples.
func making(s *monitor.Set) int64 {
	var entries int64
	for i := range s.Letters {
		for _, mv := range s.Letters[i].Moves {
			entries += int64(len(mv.To))
		}
	}
	return entries / entriesOfTuple
}

// pairsOfTuple is the number of pairs of nodes that take as long as a tuple. The problem with all constraints has edges
// between most pairs, so this is its price before the first tuple.
const pairsOfTuple = 64

func (c *checker) newDovetail(gl goal) *dovetail {
	b := c.opt.budgets()
	r := &dovetail{c: c, goal: gl, share: b.share, lookAt: b.look, lookShare: lookShare, states: sideSearch{c: c, gl: gl}}
	if gl.errors() {
		r.share = b.joint
	}
	return r
}

// apart reports whether the goal is all run-time errors, and may still be taken apart into single errors (sites.go).
func (r *dovetail) apart() bool { return r.goal.errors() && r.goal.sites == nil && !r.goal.joint }

// join makes the goal one problem again, because its parts were not easier. The first way counts as having spent its
// share.
func (r *dovetail) join() { r.goal.joint, r.spent = true, max(r.spent, r.share) }

// solve returns the solution of the problem with the chosen constraints. If the second way gets a turn and solves its
// problem, solve returns that solution, and sets chosen to all constraints. If states have the answer meanwhile, it
// sets answered.
func (r *dovetail) solve(ctx context.Context, chosen *[]sem.CompID) *attempt {
	c, all := r.c, r.c.sem.Constrainable()
	switch { // a part of a goal gets a small fixed budget: if it is not easy, the goal is solved as a whole
	case r.goal.full():
		return r.with(ctx, &r.some, *chosen, 8*firstBudget)
	case r.goal.sites != nil:
		return r.with(ctx, &r.some, *chosen, firstBudget)
	}

	// Perhaps a turn of explore/lpor.
	if r.total += c.made; r.total >= r.lookAt {
		if r.statesApart(ctx, r.lookShare*r.lookAt) {
			return r.last
		}
		r.lookAt, r.lookShare = lookGrowth*r.lookAt, max(1, r.lookShare/2)
	}

	// Both ways in turn, until one of them has solved its problem.
	for r.won == nil && len(*chosen) < len(all) {
		if m := c.opt.MaxTuples; r.out || m > 0 && m <= r.share {
			return r.with(ctx, &r.some, *chosen, 0)
		}
		if r.spent, c.made = r.spent+c.made, 0; r.due() {
			if a := r.exact(ctx); r.answered {
				return a
			} else if r.won != nil {
				break
			}
		}
		a := r.with(ctx, &r.some, *chosen, r.share)
		r.last = a
		r.spent, r.total = r.spent+a.sol.Tuples, r.total+a.sol.Tuples
		if !cutByTuples(a) {
			return a
		}
		if r.apart() && a.counted == nil {
			return a // refinement takes the errors apart (eachSite)
		}
		b := r.exact(ctx)
		if r.answered {
			return b
		}
		if r.won == nil && r.apart() {
			// To take the errors apart would single out a task for each of them, and then fewer tasks are
			// interchangeable. So the joint problem, in which they are counted, gets more tuples instead.
			return r.with(ctx, &r.some, *chosen, countedBudget)
		}
		// If most constraints are chosen, the problem with all of them is likely to be solved first, so it gets up to
		// two more turns.
		for range 2 {
			m := c.opt.MaxTuples
			if r.won != nil || r.out || 2*len(*chosen) <= len(all) || m > 0 && r.share >= m {
				break
			}
			if a := r.exact(ctx); r.answered {
				return a
			}
		}
	}

	// All constraints are chosen, or have won: only the second way is left.
	for r.won == nil && !r.out && (c.opt.MaxTuples <= 0 || r.share < c.opt.MaxTuples) {
		if a := r.exact(ctx); r.answered || r.apart() && cutByTuples(a) {
			return a
		}
	}
	*chosen = all
	if r.won == nil {
		r.won = r.with(ctx, &r.all, all, 0)
	}
	return r.won
}

// due reports whether the second way gets a turn: the first has spent its share, and at least the price of the edges.
func (r *dovetail) due() bool {
	n := int64(len(r.c.g.Nodes))
	return !r.out && r.won == nil && r.spent >= max(r.share, n*n/pairsOfTuple)
}

// exact gives the second way a turn. If its share is not enough, package blocked gets a turn.
func (r *dovetail) exact(ctx context.Context) *attempt {
	if r.again && r.statesApart(ctx, r.share) {
		return r.last
	}
	made := r.c.made
	a := r.with(ctx, &r.all, r.c.sem.Constrainable(), r.share)
	r.c.made = made // its automata are not work of the first way
	switch {
	case a.sol.Verdict != dataflow.Limit:
		r.won = a
	case cutByTuples(a):
		r.answered = !r.apart() && r.states.look(ctx, r.share)
		r.share, r.spent, r.again = 2*r.share, 0, true
	default:
		r.out, r.all = true, nil
	}
	return a
}

// statesApart searches states by package explore/lpor, for about as long as the given number of tuples takes. It
// reports whether states have the answer.
func (r *dovetail) statesApart(ctx context.Context, tuples int64) bool {
	r.answered = r.answered || !r.c.opt.NoQuick && r.last != nil && r.states.apart(ctx, tuples)
	return r.answered
}

// with solves the problem with the constraints comps within a limit on tuples. last is the last problem of this way. If
// it has the same constraints, its automata and edges are used again.
func (r *dovetail) with(ctx context.Context, last **attempt, comps []sem.CompID, maxTuples int64) *attempt {
	if *last == nil || !slices.Equal((*last).comps, comps) {
		*last = r.c.assemble(r.goal, comps)
	}
	return r.c.solveAssembled(ctx, *last, maxTuples)
}

// endSoon is called after a search between rounds. If the search has met all states and no violation, the stages end
// once they have done knownShare of work.
func (r *dovetail) endSoon(hunt *quick) {
	if hunt.exhausted > 0 && !r.states.ends {
		r.states.endAfter(r.c.knownShare()-r.total-r.c.made, hunt.exhausted)
	}
}
