package verify

import (
	"context"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/lpor"
	"flavers/report"
	"flavers/sem"
)

// This file answers a check of a property by a search of states where the fixed point
// has very many tuples. Paths need a constraint for each thing that they must not do; where
// tasks are interchangeable, or have little to do with what the property observes, the
// states up to exchanging tasks that stubborn sets lead to may be few (package blocked). And
// where tasks do not meet often, stubborn sets that keep only whether there is a violation,
// not how far it is, lead to fewer still (package explore/lpor): of a ring of N tasks that
// pass messages to each other, to one of all orders of what the tasks do.

// workOfTuple is how much work of the search goes with one tuple of the budget of the
// fixed point. So each has about half of the time.
const workOfTuple = 128

// A state of explore/lpor is as much work as tuplesOfState tuples, and one more for each
// pairsLookedAt pairs of transitions that it looks at.
const (
	tuplesOfState = 16
	pairsLookedAt = 50
)

// sideSearch is a search of states that is made now and then while a check goes on.
type sideSearch struct {
	c      *checker
	gl     goal
	search *stopSearch // nil: not begun
	tried  int64       // tuples with as much work as the last search by explore/lpor might have
	vain   bool        // it took all steps in most of them

	turns     int  // of explorers, so far (explorers.go)
	decided   bool // one of them has the answer, or a search between rounds has
	beside    bool // stages are at work that may be left for the answer
	ends      bool // they are to end soon (endAfter)
	exhausted int  // states that a search between rounds has met, all there are, and no violation; 0: an explorer decided
}

// possible reports whether states may answer the check.
func (x *sideSearch) possible() bool {
	return len(x.c.constraints) == 0 && !x.gl.full() && x.gl.sites == nil
}

// begin makes the search.
func (x *sideSearch) begin() {
	if x.search == nil {
		x.search = x.c.newSearch(x.gl.question())
	}
}

// look goes on with the search, while a problem of so many tuples is too large; true: it
// has an answer, or an explorer has had one while a stage was at work that did not leave off at once.
func (x *sideSearch) look(ctx context.Context, tuples int64) bool {
	if !x.possible() {
		return false
	}
	if x.begin(); x.search.evidence != nil {
		return true
	}
	found := x.search.searchOrbits(ctx, min(max(tuples, firstBudget)*workOfTuple, manyOrbits))
	if x.search.orbits != nil {
		x.c.logf("%s: %d states by stubborn sets, too many tuples beside them: found an answer: %t", x.gl.name(), x.search.orbits.States, found)
	}
	return found
}

// apart searches by explore/lpor, with about as much work as so many tuples; true: it has an
// answer. It is not tried again if few states had steps that need not be taken.
func (x *sideSearch) apart(ctx context.Context, tuples int64) bool {
	tuples = max(tuples, firstBudget)
	if !x.possible() || x.vain || tuples <= x.tried {
		return false
	}
	if x.begin(); x.search.evidence != nil {
		return true
	}
	if x.tried == 0 && x.gl.errors() && x.c.left == nil && x.search.certifyErrors(ctx) {
		return true
	}
	x.tried = tuples
	most := tuples / tuplesOfState
	found := searches{x.search}.explore(ctx, nil, way{name: apartStates}, explore.Limits{States: most, Work: tuples * pairsLookedAt}, func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
		r, err := lpor.Run(ctx, p, specs, opt)
		x.vain = err != nil || 2*r.Counted("reduced") < r.States
		return r, err
	})
	x.c.logf("%s: stubborn sets, at most %d states: found an answer: %t", x.gl.name(), most, found)
	return found
}

// result is the answer of the search; a is the last problem of the fixed point.
func (x *sideSearch) result(ctx context.Context, a *attempt, r *report.Result) {
	r.Property = x.gl.name()
	switch {
	case !x.search.shown():
		r.Conclude(x.search.evidence)
		r.Reason, r.Constraints, r.States = "by "+x.search.by, nil, true
		return
	case x.search.shortest:
		x.c.show(r, &x.search.stop)
	default:
		var steps []executed
		for _, k := range x.search.schedule {
			steps = append(steps, executed{Outcome: sem.Outcome{Action: k.Action}, number: k.Outcome})
		}
		if run := x.c.execute(a, steps); run != nil {
			x.c.judgeRun(ctx, a, nil, run, false, r)
		} else { // queues hold fewer messages in tables than where explorers look (sem.NewTabled)
			x.search.shorten(ctx)
			x.c.show(r, &x.search.stop)
		}
	}
	if r.Verdict == report.Violated {
		r.FoundBy = report.BySearch
	}
}
