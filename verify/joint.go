package verify

import (
	"context"
	"slices"
	"time"

	"flavers/automata"
	"flavers/explore"
	"flavers/limit"
	"flavers/report"
)

// This file lets explorers answer all checks of a program by one exploration. A search of states that decides one
// property visits nearly as much as one that decides all of them: what differs is the states of their automata. So
// where several checks are open, they have their turns of explorers (explorers.go) together: the budget of a turn is
// as many times as large as there are checks, and a turn comes as many times as soon. All of them together cost what
// they would cost one by one.
//
// A turn is a piece of work of its own, which the first check that comes to it begins. It searches for all checks of
// its group, also for those that have an answer by then, and for those that Options.Only leaves out. So its result
// depends on the program and its specifications alone, as that of a check does.

// jointMost is how many checks one exploration answers at most: each property is one more automaton that every
// transition moves.
const jointMost = 16

// joint is the explorations for a group of checks.
type joint struct {
	c     *checker // of no piece of work
	asked []question
	first *limit.Work[[]stop] // few
	turns [mostTurns]*limit.Work[[]stop]
	kept  *explorations
}

// question is what a check asks explorers for.
type question struct {
	seek     explore.Kind
	property *automata.Spec // of violations
}

// question is that of a goal.
func (gl goal) question() question {
	if gl.property != nil {
		return question{explore.Violation, gl.property.Spec}
	}
	return question{seek: explore.Error}
}

// search makes a search for an answer. Violations count on the way, where executions end, and where they are blocked.
func (c *checker) search(q question) *stopSearch {
	s := c.newStops(q.seek, c.assumptions())
	if q.property != nil {
		s.specs = append(s.specs, q.property)
	}
	s.traps = q.seek != explore.Deadlock
	return s
}

// place is that of a question in a group.
type place struct {
	group *joint
	at    int
}

// joined divides what checks ask into groups that explorers answer together; nil: each has turns of its own. Explorers
// do not know the constraints of the user. They go on with what soon has explored before there were tables, if it is
// not nil.
func (c *checker) joined(specs []*automata.Spec, soon *early) map[question]place {
	var asked []question
	for _, sp := range specs {
		if sp.Property && sp.Given(c.p) {
			asked = append(asked, question{explore.Violation, sp})
		}
	}
	if c.sem.CanFail() {
		asked = append(asked, question{seek: explore.Error})
	}
	if c.opt.Deadlock != "off" {
		asked = append(asked, question{seek: explore.Deadlock})
	}
	if len(c.constraints) > 0 || len(asked) < 2 {
		return nil
	}
	out := make(map[question]place, len(asked)) // looked up only
	for group := range slices.Chunk(asked, jointMost) {
		j := &joint{c: c, asked: group}
		if soon != nil && len(soon.asked) == len(group) { // there are no specifications, so they ask the same
			j.kept = soon.kept
		} else {
			j.kept = c.keep()
		}
		for at, q := range group {
			out[q] = place{j, at}
		}
	}
	return out
}

// jointOf is the group of a question, and its place in it; nil: it is in none.
func (c *checker) jointOf(q question) (*joint, int) {
	p := c.joints[q]
	return p.group, p.at
}

// few is what a search of few states finds, before all turns.
func (j *joint) few() *limit.Work[[]stop] {
	return once(j.c, &j.first, func(ctx context.Context, c *checker) []stop {
		return j.search(c, nil, func(of searches) { of.states(ctx, j.kept, c.opt.budgets().fewStates) })
	})
}

// exploration is what a turn of explorers has found, together with those before it.
func (j *joint) exploration(turn int) *limit.Work[[]stop] {
	return once(j.c, &j.turns[turn], func(ctx context.Context, c *checker) []stop {
		last := j.few()
		if turn > firstBeside {
			last = j.exploration(turn - 1)
		}
		before, _ := last.Wait(ctx)
		if before == nil {
			return nil // it met a limit of its own
		}
		return j.search(c, before, func(of searches) {
			of.runExplorers(ctx, j.kept, turn, int64(len(of)))
			c.logf("turn %d of explorers for %d checks together: %d have no answer", turn+1, len(of), len(of.open()))
		})
	})
}

// search lets explorers look for what is asked for, and returns what is known then. before is what was known; nil:
// nothing.
func (j *joint) search(c *checker, before []stop, explorers func(searches)) []stop {
	of := make(searches, len(j.asked))
	for i, q := range j.asked {
		if of[i] = c.search(q); before != nil {
			of[i].stop = before[i]
			of[i].tried = slices.Clone(before[i].tried)
		}
	}
	explorers(of)
	out := make([]stop, len(of))
	for i, s := range of {
		out[i] = s.stop
	}
	return out
}

// exploreTogether is a turn of explorers for a check: of all checks of its group, and then stubborn sets that keep no
// more than what this one seeks; true: it has its answer.
func (s *stopSearch) exploreTogether(ctx context.Context, q question, turn int) bool {
	j, at := s.c.jointOf(q)
	if j == nil || !s.learn(ctx, j.exploration(turn), at) {
		return searches{s}.runExplorers(ctx, s.own(), turn, 1)
	}
	return s.evidence != nil || turn > firstBeside && searches{s}.stubbornTurn(ctx, s.own(), int64(growth(turn)))
}

// learn takes what shared work has found for a question of this search; false: nothing, as it met a limit of its own.
func (s *stopSearch) learn(ctx context.Context, w *limit.Work[[]stop], at int) bool {
	all, _ := w.Wait(ctx)
	if all == nil {
		return false
	}
	shared := s.shared + w.Ran()/time.Duration(len(all))
	s.take(all[at])
	s.shared = shared
	return true
}

// take takes over what another search for the same has found.
func (s *stopSearch) take(known stop) {
	if known.evidence != nil {
		s.stop, s.left = known, nil
		return
	}
	for _, m := range known.tried {
		s.missed(m.by, m.why)
	}
	s.needs = known.needs
	if s.exceeded == nil {
		s.exceeded = known.exceeded
	}
	if s.limit == "" || known.limit == report.LimitSize {
		s.limit = known.limit
	}
}
