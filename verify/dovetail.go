package verify

import (
	"context"
	"slices"

	"flavers/automata/monitor"
	"flavers/dataflow"
	"flavers/sem"
)

// This file dovetails two ways to an answer: it lets each do some work in turn, as neither may end in time. One
// way solves problems with some of the constraints; each round of refinement makes another one. The other way
// solves the problem with all constraints, whose paths are executions. A few constraints may leave far more
// tuples than all of them, or about as many in each round; and all of them may leave too many. Which way is
// cheaper is not known beforehand.
//
// So both ways have a share of work, in tuples. The first way begins. When it has
// spent its share, in one round or in several, the problem with all constraints is
// tried with as much. If that is not enough, the share is doubled; and where most
// constraints are chosen already, all of them come again, up to twice. So the work is
// at most a small multiple of the cheaper way's, and does not depend on a clock.
//
// After each turn of all constraints, states are searched with about as much work: a third
// way, for programs that have few up to exchanging tasks (side_search.go). Before it, and early,
// they are searched by stubborn sets that keep less.
type dovetail struct {
	c         *checker
	goal      goal
	share     int64    // tuples that each way may have in its turn; doubled after each turn of all constraints
	spent     int64    // tuples that problems with some constraints have had since the last turn of all constraints
	some, all *attempt // the last assembled problem with some and with all constraints, kept to be solved again
	last      *attempt // the last solution with some constraints
	won       *attempt // the finished solution with all constraints; nil: there is none yet
	out       bool     // all constraints met another limit than the share (memory, time): they are not tried again
	again     bool     // all constraints have met the share at least once

	total     int64 // tuples that problems with some constraints have had so far
	lookAt    int64 // how much total is when states are looked at next by explore/lpor, ...
	lookShare int64 // ... with so many times that work
	states    sideSearch
	answered  bool // states has the answer
}

// firstBudget is the share of each way in its first turn, and how many tuples a part
// of a goal may have.
const firstBudget = 1 << 15

// Package explore/lpor searches states once the problems with some constraints have taken much work (budgets.look):
// small problems have their answer before. The search has lookShare times that work. It is repeated each time that
// the problems have taken lookGrowth times as much, with half the share.
const (
	lookGrowth = 4
	lookShare  = 16
)

const (
	leastKnown = 1 << 12
	manyKnown  = 1 << 24 // under Options.ByConstraints
)

// knownShare is the part of budgets.known that one check has.
func (c *checker) knownShare() int64 {
	all := c.opt.budgets().known
	if c.opt.ByConstraints {
		return max(all, manyKnown)
	}
	return max(all/int64(c.specified+1), min(all, leastKnown))
}

// countedBudget is how many tuples the joint problem of all run-time errors may have if interchangeable tasks are
// counted.
const countedBudget = 1 << 22

// entriesOfTuple is how many entries of tables of automata are as much work as a tuple.
const entriesOfTuple = 16

// making returns the work that it took to make the automata of a problem, in tuples.
func making(s *monitor.Set) int64 {
	var entries int64
	for i := range s.Letters {
		for _, mv := range s.Letters[i].Moves {
			entries += int64(len(mv.To))
		}
	}
	return entries / entriesOfTuple
}

// pairsOfTuple is how many pairs of nodes of the graph are as much work as a tuple:
// the problem with all constraints has edges between most of them.
const pairsOfTuple = 64

func (c *checker) newDovetail(gl goal) *dovetail {
	b := c.opt.budgets()
	r := &dovetail{c: c, goal: gl, share: b.share, lookAt: b.look, lookShare: lookShare, states: sideSearch{c: c, gl: gl}}
	if gl.errors() {
		r.share = b.joint
	}
	return r
}

// apart reports whether the goal is one of all run-time errors that may be taken apart.
func (r *dovetail) apart() bool { return r.goal.errors() && r.goal.sites == nil && !r.goal.joint }

// join makes the goal one problem again. The problem with some constraints counts as having used its share.
func (r *dovetail) join() { r.goal.joint, r.spent = true, max(r.spent, r.share) }

// solve returns the solution of the problem with the chosen constraints. If the problem with all constraints has a turn
// and is solved in it, solve returns that solution, and all constraints become the choice.
func (r *dovetail) solve(ctx context.Context, chosen *[]sem.CompID) *attempt {
	c, all := r.c, r.c.sem.Constrainable()
	switch { // a part of a goal gets a small fixed budget: if it is not easy, the goal is solved whole
	case r.goal.full():
		return r.with(ctx, &r.some, *chosen, 8*firstBudget)
	case r.goal.sites != nil:
		return r.with(ctx, &r.some, *chosen, firstBudget)
	}
	if r.total += c.made; r.total >= r.lookAt {
		if r.statesApart(ctx, r.lookShare*r.lookAt) {
			return r.last
		}
		r.lookAt, r.lookShare = lookGrowth*r.lookAt, max(1, r.lookShare/2)
	}
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
		switch {
		case !cutByTuples(a), r.apart() && a.counted == nil: // then refinement takes the errors apart (eachSite)
			return a
		}
		switch b := r.exact(ctx); {
		case r.answered:
			return b
		case r.won == nil && r.apart():
			// A site is one of a task's: apart, the sites leave no interchangeable tasks.
			return r.with(ctx, &r.some, *chosen, countedBudget)
		}
		// If most constraints are chosen, all of them are likely to be solved first: they get up to two more
		// turns.
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
	for r.won == nil && !r.out && (c.opt.MaxTuples <= 0 || r.share < c.opt.MaxTuples) {
		if a := r.exact(ctx); r.answered || r.apart() && cutByTuples(a) {
			return a
		}
	}
	if *chosen = all; r.won == nil {
		r.won = r.with(ctx, &r.all, all, 0)
	}
	return r.won
}

// due reports whether the problem with all constraints has its turn.
func (r *dovetail) due() bool {
	n := int64(len(r.c.g.Nodes))
	return !r.out && r.won == nil && r.spent >= max(r.share, n*n/pairsOfTuple)
}

// exact gives the problem with all constraints a turn. If its share is not enough, states are searched.
func (r *dovetail) exact(ctx context.Context) *attempt {
	if r.again && r.statesApart(ctx, r.share) {
		return r.last
	}
	made := r.c.made
	a := r.with(ctx, &r.all, r.c.sem.Constrainable(), r.share)
	switch r.c.made = made; {
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

// statesApart searches states by package explore/lpor, with about as much work as so many tuples take. It reports
// whether the search has the answer.
func (r *dovetail) statesApart(ctx context.Context, tuples int64) bool {
	r.answered = r.answered || !r.c.opt.NoQuick && r.last != nil && r.states.apart(ctx, tuples)
	return r.answered
}

// with solves the problem with the constraints comps within a limit on tuples. last is the problem that this way has
// solved last: if it has the same constraints, its automata and edges are used again.
func (r *dovetail) with(ctx context.Context, last **attempt, comps []sem.CompID, maxTuples int64) *attempt {
	if *last == nil || !slices.Equal((*last).comps, comps) {
		*last = r.c.assemble(r.goal, comps)
	}
	return r.c.solveAssembled(ctx, *last, maxTuples)
}

// endSoon has the stages end when they have done their share of work, if a search between rounds has met all states.
func (r *dovetail) endSoon(hunt *quick) {
	if hunt.exhausted > 0 && !r.states.ends {
		r.states.endAfter(r.c.knownShare()-r.total-r.c.made, hunt.exhausted)
	}
}
