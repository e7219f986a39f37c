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

// This file searches states beside the fixed point of a check, in case the fixed point has very many tuples.
//
// Paths of the graph need a constraint for each thing that executions cannot do, and each constraint multiplies the
// tuples. Two kinds of programs have few states in comparison:
//
//   - If tasks are interchangeable, or have little to do with what the property observes, there may be few states up to
//     exchanging tasks along stubborn sets (package blocked).
//   - If tasks do not meet often, stubborn sets that preserve only whether there is a violation, and not how far it is,
//     lead to fewer states still (package explore/lpor). Of a ring of tasks that pass messages to each other, they
//     visit one order of what the tasks do, instead of all.

// workOfTuple is the work of package blocked, in its own units, that takes about as long as a tuple of the fixed point.
// So each gets half of the time.
const workOfTuple = 128

// A state of explore/lpor takes as long as tuplesOfState tuples, and one more for each pairsLookedAt pairs of
// transitions that are compared.
const (
	tuplesOfState = 16
	pairsLookedAt = 50
)

// sideSearch is the search of states beside one check. Its parts run now and then while the check goes on.
type sideSearch struct {
	c      *checker
	gl     goal
	search *stopSearch // nil: not begun

	// About the searches by explore/lpor (apart).
	tried int64 // the budget of the last one, in tuples
	vain  bool  // it reduced little: most states needed all their steps

	// About the turns of explorers (explorers.go).
	turns   int  // how many there were
	decided bool // the check is decided, by an explorer or by a search between rounds
	beside  bool // stages are at work that may be left for the answer
	ends    bool // the stages are to end soon (endAfter)
	// exhausted is the number of all states of the program, if a search between rounds has met them all and no violation.
	// 0 means that an explorer has decided.
	exhausted int
}

// possible reports whether states may answer the check: strategies here do not know constraints of the user, nor parts
// of a goal.
func (x *sideSearch) possible() bool {
	return len(x.c.constraints) == 0 && !x.gl.full() && x.gl.sites == nil
}

// begin makes the search, unless there is one.
func (x *sideSearch) begin() {
	if x.search == nil {
		x.search = x.c.newSearch(x.gl.question())
	}
}

// look continues the search of package blocked, because a problem had more than the given number of tuples. It reports
// whether the check has an answer. An explorer may have found it in the meantime.
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

// apart searches by explore/lpor, for about as long as the given number of tuples takes, and reports whether the check
// has an answer. It is not repeated if the last search reduced little, or had as large a budget.
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

// result stores the answer of the search in r. a is the last problem of the fixed point.
func (x *sideSearch) result(ctx context.Context, a *attempt, r *report.Result) {
	r.Property = x.gl.name()
	switch {
	case !x.search.shown():
		r.Conclude(x.search.evidence)
		r.Reason, r.Constraints, r.States = "by "+x.search.decidedBy, nil, true
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
