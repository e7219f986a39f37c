package verify

import (
	"context"

	"flavers/explore"
	"flavers/report"
)

// This file answers a check of a property by a search of states where the fixed point
// has very many tuples. Paths need a constraint for each thing that they must not do; where
// tasks are interchangeable, or have little to do with what the property observes, the
// states up to exchanging tasks that stubborn sets lead to may be few (package blocked).

// workOfTuple is how much work of the search goes with one tuple of the budget of the
// fixed point. So each has about half of the time.
const workOfTuple = 512

// instead is a search of states that is made now and then while a check goes on.
type instead struct {
	c  *checker
	gl goal
	s  *stopSearch // nil: not begun
}

// look goes on with the search, while a problem of so many tuples is too large; true: it
// has an answer.
func (i *instead) look(ctx context.Context, tuples int64) bool {
	c, gl := i.c, i.gl
	if len(c.constraints) > 0 || gl.full() || gl.sites != nil {
		return false
	}
	if i.s == nil {
		i.s = c.newStops(explore.Error, nil)
		if gl.property != nil {
			i.s = c.newStops(explore.Violation, append(c.assumptions(), gl.property.Spec))
		}
		i.s.traps = true
	}
	found := i.s.searchOrbits(ctx, min(max(tuples, firstBudget)*workOfTuple, manyOrbits))
	if i.s.orbits != nil {
		c.logf("%s: %d states by stubborn sets, too many tuples beside them: found an answer: %t", gl.name(), i.s.orbits.States, found)
	}
	return found
}

// result is the answer of the search.
func (i *instead) result(r *report.Result) {
	r.Property = i.gl.name()
	if i.s.verdict == report.Violated {
		i.c.show(r, &i.s.stop)
		r.FoundBy = report.BySearch
		return
	}
	r.Verdict, r.Reason, r.Constraints = report.Holds, "by "+i.s.by, nil
}
