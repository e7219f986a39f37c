package verify

import (
	"context"
	"math"
	"strings"

	"flavers/cfg"
	"flavers/report"
)

// This file warns of properties that hold for lack of ends. A property may demand something before an execution ends.
// If no execution ends, the demand is never judged, and the user should know.

// noEnd returns the text of the warning.
func (c *checker) noEnd() string {
	which := ""
	switch len(c.constraints) {
	case 0:
	case 1:
		which = " that obeys the constraint " + c.constraints[0].Spec.Name
	default:
		which = " that obeys the constraints"
	}
	return "no execution" + which + " ends: what the property demands at the end is never judged"
}

// sayNoEnd adds to the reason of r that no execution ends, if its evidence says so.
func (c *checker) sayNoEnd(r *report.Result) {
	if r.Scope().NoEnd {
		r.Reason = strings.TrimPrefix(r.Reason+"; "+c.noEnd(), "; ")
	}
}

// blocks removes the warning from r, because executions may be blocked, and the property is judged there.
func blocks(r *report.Result) {
	s := r.Scope()
	s.NoEnd = false
	r.About(s)
}

// neverEnds reports whether the property demands something at the end, and no execution ends: each is infinite, is
// blocked (which judgeBlocked looks for), or fails.
func (c *checker) neverEnds(ctx context.Context, a *attempt) bool {
	if a.goal.property == nil {
		return false
	}
	d := a.goal.property.Spec.DFA
	trap := d.Trap()
	for q, accepts := range d.Accept {
		if !accepts && int32(q) != trap {
			return !a.sol.FinalReached || !c.canEnd(ctx, a)
		}
	}
	return false
}

// Limits of canEnd.
const (
	maxEndStates = 100_000
	maxEndMoves  = 1_000_000
)

// canEnd reports whether some execution ends in a state that all constraints of the user accept. It searches
// executions, because a path that ends need not be one. If the search is cut off, it reports true: an execution may
// end.
func (c *checker) canEnd(ctx context.Context, a *attempt) bool {
	name, b := a.goal.name(), *a
	b.goal = goal{end: true}
	ends, ok := once(c, &c.ends, func(ctx context.Context, c *checker) bool {
		s := c.newNearSearch(&b, c.distances(b.goal), math.MaxInt32, nearLimits{maxEndStates, maxEndMoves})
		none := !s.r.reached(s.r.start()) && s.search(ctx) && s.last.by == cfg.None && !s.limited
		c.logf("%s: an execution that ends was looked for in %d states by %d moves: none is there: %t", name, s.set.Count,
			s.moves, none)
		return !none
	}).Wait(ctx)
	return ends || !ok
}
