package verify

import (
	"cmp"
	"context"
	"slices"
	"time"

	"flavers/automata"
	"flavers/explore"
	"flavers/limit"
)

// This file lets explorers answer several checks of a program by one exploration.
//
// A search of states that decides one property visits nearly as many states as one that decides all properties: only
// the states of their automata differ. So checks have their turns of explorers (explorers.go) together, in groups. In a
// group of n checks, a turn has n times the budget of one check. The checks work one after the other, and a check finds
// the turns that earlier checks needed already done. So the group costs at most as much as its checks one by one.
//
// A turn of a group is a piece of work of its own. The first check that needs it begins it. The turn searches for all
// checks of the group, also for those that have an answer by then and for those that Options.Only leaves out. So its
// result, like that of a check, depends only on the program and its specifications.

// jointMost is the number of checks in a group at most. Each property is one more automaton that every transition has
// to move.
const jointMost = 16

// joint is a group of checks with their explorations.
type joint struct {
	c     *checker // the checker of the whole program; once makes copies of it for pieces of work
	asked []question
	first *limit.Work[[]stop]            // the search of few states before all turns
	turns [mostTurns]*limit.Work[[]stop] // each has what is known of each question after it
	kept  *explorations                  // with which all of these continue
}

// question is what a check asks explorers.
type question struct {
	seek     explore.Kind
	property *automata.Spec // if seek is explore.Violation
}

// question returns what the check of a goal asks explorers.
func (gl goal) question() question {
	if gl.property != nil {
		return question{explore.Violation, gl.property.Spec}
	}
	return question{seek: explore.Error}
}

// newSearch returns a search for the answer to q. A violation counts wherever it shows: on the way, where an execution
// ends, and where it is blocked.
func (c *checker) newSearch(q question) *stopSearch {
	s := c.newStops(q.seek, c.assumptions())
	if q.property != nil {
		s.specs = append(s.specs, q.property)
	}
	s.traps = q.seek != explore.Deadlock
	return s
}

// place locates the answer to a question.
type place struct {
	group *joint
	at    int
}

// joined divides the questions of all checks into groups. It returns nil if each check is to have turns of its own: if
// there is a single check, or if there are constraints of the user, which explorers do not know. If soon, which
// explored before there were tables, asked the same questions, the group continues with its explorations.
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
	out := make(map[question]place, len(asked))
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

// jointOf returns the group of a question, and the index of the question in it. It returns nil if there is no group.
func (c *checker) jointOf(q question) (*joint, int) {
	p := c.joints[q]
	return p.group, p.at
}

// few returns the search of few states that comes before all turns, and begins it if nobody has.
func (j *joint) few() *limit.Work[[]stop] {
	return once(j.c, &j.first, func(ctx context.Context, c *checker) []stop {
		return j.run(c, nil, func(of searches) { of.states(ctx, j.kept, c.opt.budgets().fewStates) })
	})
}

// exploration returns a turn of explorers, and begins it if nobody has. It continues where the turn before ended.
func (j *joint) exploration(turn int) *limit.Work[[]stop] {
	return once(j.c, &j.turns[turn], func(ctx context.Context, c *checker) []stop {
		last := j.few()
		if turn > firstBeside {
			last = j.exploration(turn - 1)
		}
		before, _ := last.Wait(ctx)
		if before == nil {
			return nil // the turn before met a limit of its own
		}
		return j.run(c, before, func(of searches) {
			of.runExplorers(ctx, j.kept, turn, int64(len(of)))
			c.logf("turn %d of explorers for %d checks together: %d have no answer", turn+1, len(of), len(of.open()))
		})
	})
}

// othersOpen reports whether a question other than number at has no answer after a turn.
func (j *joint) othersOpen(ctx context.Context, at, turn int) bool {
	all, _ := j.exploration(turn).Wait(ctx)
	for i := range all {
		if i != at && all[i].evidence == nil {
			return true
		}
	}
	return false
}

// run calls explorers with a search for each question of the group, and returns what is known of each afterwards.
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

// exploreTogether gives s one turn of explorers, and reports whether it has evidence then. If its question is in a
// group, the turn is that of the group.
func (s *stopSearch) exploreTogether(ctx context.Context, q question, turn int) bool {
	j, at := s.c.jointOf(q)
	if j == nil || !s.adoptShared(ctx, j.exploration(turn), at) {
		return searches{s}.runExplorers(ctx, s.ownTurns(), turn, 1)
	}
	if s.evidence != nil || turn <= firstBeside {
		return s.evidence != nil
	}
	// Stubborn sets that preserve what all checks of the group seek reduce less than sets for this check alone. So from
	// the second turn on they also get a turn for this check.
	return searches{s}.stubbornTurn(ctx, s.ownTurns(), int64(growth(turn)))
}

// adoptShared waits for shared work, and adopts what it has found about question number at. It returns false if the
// work has no result because it met a limit of its own.
func (s *stopSearch) adoptShared(ctx context.Context, w *limit.Work[[]stop], at int) bool {
	all, _ := w.Wait(ctx)
	if all == nil {
		return false
	}
	shared := s.shared + w.Ran()/time.Duration(len(all)) // each check of the group pays an equal part
	s.adopt(all[at])
	s.shared = shared // adopt may have replaced it
	return true
}

// adopt takes over what another search for the same goal has found. Where both searches met a bound of the model, s
// keeps its own.
func (s *stopSearch) adopt(known stop) {
	if known.evidence != nil {
		s.stop, s.left = known, nil
		return
	}
	bound := cmp.Or(s.exceeded, known.exceeded)
	for _, m := range known.tried {
		s.missed(m.method, m.why, known.limit, bound)
	}
	s.needs, s.cyclic = known.needs, known.cyclic
}
