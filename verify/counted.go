package verify

import (
	"context"
	"slices"
	"strings"

	"flavers/automata/monitor"
	"flavers/dataflow"
	"flavers/dataflow/counting"
	"flavers/internal/names"
	"flavers/limit"
	"flavers/report"
)

// This file solves the problem of an attempt. If the problem has interchangeable tasks, it is solved with tuples that
// have only how many of them are in each state (package counting), because there are far fewer such tuples.

// A problem with classes of few members is first tried as it is, within a small budget, because small programs do not
// need counting. Tests of classes set the budget to 0.
const (
	fewMembers = 16
	tryVisits  = 1 << 18
)

// counted describes the classes whose members are counted in the solution of an attempt.
type counted struct {
	classes []counting.Class
	names   []string // by class: its automata
}

// countable holds the classes of a problem. They are found once, although the problem may be solved several times.
type countable struct {
	classes  []counting.Class
	quotient *counting.Quotient // nil where there is none
	classed  bool               // classes is known
	made     bool               // quotient is known
}

// of returns the classes of p, or nil if it has none.
func (k *countable) of(poll *limit.Poll, p *dataflow.Problem) []counting.Class {
	if !k.classed {
		k.classes, k.classed = counting.Classes(poll, p), true
	}
	return k.classes
}

// count returns the problem in which the members of its classes are counted.
func (c *checker) count(a *attempt) *counting.Quotient {
	if k := a.counts; !k.made {
		if k.quotient, k.made = counting.New(c.poll, a.prob), true; k.quotient != nil && c.opt.Check {
			mustHold("counting", k.quotient.Check())
		}
	}
	return a.counts.quotient
}

// fixedPointOf solves the problem of a.
func (c *checker) fixedPointOf(ctx context.Context, a *attempt, opt dataflow.Options) {
	if !c.opt.NoSymmetry && !c.opt.lacks(Counting) && len(a.set.Monitors) > 2 && c.countMembers(ctx, a, opt) {
		return
	}
	a.sol = c.solveProblem(ctx, a.prob, opt)
}

// solveProblem solves and checks one problem.
func (c *checker) solveProblem(ctx context.Context, p *dataflow.Problem, opt dataflow.Options) *dataflow.Solution {
	sol := dataflow.Solve(ctx, p, opt)
	if c.opt.Check {
		if sol.Verdict != dataflow.Limit {
			mustHold("dataflow", dataflow.Check(p, sol))
		}
		sol.Release()
	}
	return sol
}

// countMembers solves the problem of a with the members of its classes counted. It returns false, without a solution,
// if there are no classes, or if the members turn out not to be interchangeable.
func (c *checker) countMembers(ctx context.Context, a *attempt, opt dataflow.Options) bool {
	classes := a.counts.of(c.poll, a.prob)
	if classes == nil {
		return false
	}
	few := c.opt.budgets().tried
	if few > 0 && !slices.ContainsFunc(classes, func(k counting.Class) bool { return len(k.Members) >= fewMembers }) {
		least := opt
		least.MaxVisits, least.MaxTuples = tryVisits, few
		if opt.MaxTuples > 0 {
			least.MaxTuples = min(few, opt.MaxTuples)
		}
		sol := c.solveProblem(ctx, a.prob, least)
		if sol.Verdict != dataflow.Limit || sol.Limit != "visits" && (sol.Limit != string(report.LimitTuples) || least.MaxTuples == opt.MaxTuples) {
			a.sol = sol
			return true
		}
	}
	q := c.count(a)
	if q == nil {
		return false
	}
	sol := c.solveProblem(ctx, q.Problem, opt)
	c.logf("%s: %s counted: %d monitors, %d letters at %d nodes, %d tuples, %d visits: %s", a.goal.name(), describe(a.set, q.Classes),
		len(q.Problem.Monitors), len(q.Problem.Letters), q.Problem.Nodes, sol.Tuples, sol.Visits, sol.Verdict)
	switch sol.Verdict {
	case dataflow.Holds:
		if !q.Complete(sol.Fired) {
			return false
		}
	case dataflow.Violated:
		path := q.Lift(sol.Path, sol.AtEnd)
		if path == nil {
			return false
		}
		sol.Path = path
		if c.opt.Check {
			mustHold("counting", dataflow.Check(a.prob, &dataflow.Solution{Verdict: dataflow.Violated, Path: path, AtEnd: sol.AtEnd}))
		}
	}
	sol.Fired, sol.Rejected = q.Fired(sol.Fired), q.Rejected(sol.Rejected)
	a.sol, a.counted = sol, &counted{classes: q.Classes}
	for _, k := range q.Classes {
		a.counted.names = append(a.counted.names, className(a.set, k))
	}
	return true
}

// className returns the names of all automata of a class, in short.
func className(s *monitor.Set, k counting.Class) string {
	var all []string
	seen := map[int32]bool{}
	for i := range k.Members[0] {
		for _, member := range k.Members {
			if m := member[i]; !seen[m] {
				seen[m] = true
				all = append(all, s.Monitors[m].Name)
			}
		}
	}
	return strings.Join(names.Compress(all), " ")
}

func describe(s *monitor.Set, classes []counting.Class) string {
	var out []string
	for _, k := range classes {
		out = append(out, className(s, k))
	}
	return strings.Join(out, ", ")
}

// constraintName returns the name under which the rejections of an automaton are reported: the name of its constraint
// or, if its members are counted, of the class.
func (a *attempt) constraintName(m int32) string {
	if a.counted != nil {
		for i, k := range a.counted.classes {
			if k.Members[0][0] == m {
				return a.counted.names[i]
			}
		}
	}
	return a.set.Monitors[m].Name
}

// report says what was counted.
func (k *counted) report() []report.Counted {
	if k == nil {
		return nil
	}
	var out []report.Counted
	for i, class := range k.classes {
		out = append(out, report.Counted{Class: k.names[i], Members: len(class.Members), Codes: class.Codes})
	}
	return out
}
