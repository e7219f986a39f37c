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
// where several checks are open, they have their turns of explorers (explorers.go) together. With n checks, a turn has
// n times the budget, and comes after 1/n of the work: all of them cost what they would cost one by one.
//
// A turn is a piece of work of its own, which the first check that comes to it begins. It searches for all checks of
// its group, also for those that have an answer by then, and for those that Options.Only leaves out. So its result
// depends on the program and its specifications alone, as that of a check does.

// jointMost is how many checks one exploration answers at most: each property is one more automaton that every
// transition moves.
const jointMost = 16

// joint is the explorations for a group of checks.
type joint struct {
	c     *checker // of the whole program: once makes that of a piece of work
	asked []question
	first *limit.Work[[]stop] // the search of few states before all turns
	turns [mostTurns]*limit.Work[[]stop]
	kept  *explorations // that all of these go on with
}

// question is what a check asks explorers for.
type question struct {
	seek     explore.Kind
	property *automata.Spec // of violations
}

// question returns what the check of a goal asks.
func (gl goal) question() question {
	if gl.property != nil {
		return question{explore.Violation, gl.property.Spec}
	}
	return question{seek: explore.Error}
}

// newSearch makes a search for an answer. Violations count on the way, where executions end, and where they are
// blocked.
func (c *checker) newSearch(q question) *stopSearch {
	s := c.newStops(q.seek, c.assumptions())
	if q.property != nil {
		s.specs = append(s.specs, q.property)
	}
	s.traps = q.seek != explore.Deadlock
	return s
}

// place is where the answer to a question is: its group, and its index there.
type place struct {
	group *joint
	at    int
}

// joined divides what the checks ask into groups of at most jointMost that share explorations. It returns nil where
// each has turns of its own: a single check, or under constraints of the user, which explorers do not know. A group
// goes on with the explorations of soon, which are from before there were tables, if these were made for the same
// questions.
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
		if soon != nil && slices.Equal(soon.questions, group) {
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

// few begins the search of few states that comes before all turns, and returns it.
func (j *joint) few() *limit.Work[[]stop] {
	return once(j.c, &j.first, func(ctx context.Context, c *checker) []stop {
		return j.run(c, nil, func(of searches) { of.states(ctx, j.kept, c.opt.budgets().fewStates) })
	})
}

// exploration begins a turn of explorers, which goes on where the turn before ended, and returns it.
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
		return j.run(c, before, func(of searches) {
			of.runExplorers(ctx, j.kept, turn, int64(len(of)))
			c.logf("turn %d of explorers for %d checks together: %d have no answer", turn+1, len(of), len(of.open()))
		})
	})
}

// othersOpen reports whether a question besides number at has no answer after a turn.
func (j *joint) othersOpen(ctx context.Context, at, turn int) bool {
	all, _ := j.exploration(turn).Wait(ctx)
	for i := range all {
		if i != at && all[i].evidence == nil {
			return true
		}
	}
	return false
}

// run lets explorers search for answers to the questions of the group, and returns what is known of each after that.
// before is what was known of each before, or nil.
func (j *joint) run(c *checker, before []stop, explorers func(searches)) []stop {
	of := make(searches, len(j.asked))
	for i, q := range j.asked {
		if of[i] = c.newSearch(q); before != nil {
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

// exploreTogether gives a check one turn of explorers, and reports whether it has evidence then. In a group, the turn
// is that of the group. From the second one on, stubborn sets have one for this check alone, too: sets that keep what
// all checks seek reduce less, and in the first turn that is not known to be needed. Without a group, or where the
// group's turn met a limit of its own, the check has a turn of its own.
func (s *stopSearch) exploreTogether(ctx context.Context, q question, turn int) bool {
	j, at := s.c.jointOf(q)
	if j == nil || !s.adoptShared(ctx, j.exploration(turn), at) {
		return searches{s}.runExplorers(ctx, s.own(), turn, 1)
	}
	return s.evidence != nil || turn > firstBeside && searches{s}.stubbornTurn(ctx, s.own(), int64(growth(turn)))
}

// adoptShared waits for shared work, and adopts what it has found for one of its questions. It returns false if the
// work has no result because it met a limit of its own.
func (s *stopSearch) adoptShared(ctx context.Context, w *limit.Work[[]stop], at int) bool {
	all, _ := w.Wait(ctx)
	if all == nil {
		return false
	}
	shared := s.shared + w.Ran()/time.Duration(len(all))
	s.adopt(all[at])
	s.shared = shared // adopt may have replaced it
	return true
}

// adopt takes over what another search for the same goal has found. A limit of size replaces any other one, as in
// record.
func (s *stopSearch) adopt(known stop) {
	if known.evidence != nil {
		s.stop, s.left = known, nil
		return
	}
	for _, m := range known.tried {
		s.missed(m.by, m.why)
	}
	s.needs, s.cyclic = known.needs, known.cyclic
	if s.exceeded == nil {
		s.exceeded = known.exceeded
	}
	if s.limit == "" || known.limit == report.LimitSize {
		s.limit = known.limit
	}
}
