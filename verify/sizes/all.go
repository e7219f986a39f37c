package sizes

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/limit"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/verify"
	"flavers/verify/endless"
	"flavers/verify/every"
)

// This file proves checks for all values at once. Package every searches states in which
// the tasks of each family are only counted. It takes the steps from a sample: the program
// with one value of the constant.

// Limits of the searches with counts.
const (
	sample     = 5       // the constant in the first sample
	largest    = 40      // the constant in the largest sample that is tried, if the first has too few tasks
	mostStates = 100_000 // of one search
	mostCutoff = 3       // counts up to the cut-off are exact; a search begins with 1
)

// all tries to decide each open check for all values.
func (d *decision) all(ctx context.Context) {
	for _, c := range d.open() {
		if ctx.Err() != nil {
			return
		}
		if why := d.decide(ctx, c); why != nil {
			c.reason = why.Error()
			d.logf("%s: not decided for every %s: %s", c.name, d.in.Constant, c.reason)
		}
	}
}

// decide tries to decide one check for all values, with a sample that is large enough. The
// error says why it did not; nil: c.final has the answer.
func (d *decision) decide(ctx context.Context, c *check) error {
	if d.in.Uniform != nil {
		return d.in.Uniform
	}
	var err error
	for n := sample; n <= largest; {
		var small *every.SmallSample
		if err = d.search(ctx, c, n); !errors.As(err, &small) {
			return err
		}
		n = max(n+1, small.Need)
	}
	return err
}

// pair is the sample, the program with the value n, and the program with n+1.
type pair struct {
	programs [2]*cfg.Program
	analysed [2]*monitor.Semantics
	specs    []*automata.Spec // of the sample
}

// load reads and analyses the programs with n and n+1. The error says which of them does
// not exist, that it cannot be analysed, or that ctx ended.
func (d *decision) load(ctx context.Context, n int) (*pair, error) {
	out := &pair{}
	for i := range out.programs {
		p, specs, err := d.in.Load(n + i)
		if err != nil {
			return nil, fmt.Errorf("%s = %d: %w", d.in.Constant, n+i, err)
		}
		if out.programs[i] = p; i == 0 {
			out.specs = specs
		}
		type analysed struct {
			prepared *verify.Prepared
			err      error
		}
		poll := limit.New(ctx)
		a, ok := limit.Within(ctx, func() (a analysed) {
			a.prepared, a.err = verify.Prepare(poll, p, d.opt)
			return a
		})
		switch {
		case !ok:
			return nil, limit.CutOffIn(ctx, "analysing the program")
		case a.err != nil:
			return nil, a.err
		}
		out.analysed[i] = a.prepared.Semantics
	}
	return out, nil
}

// search tries to decide one check with the sample of value n, by searches with growing
// cut-offs. A larger cut-off tells more states apart, so that a search that reached a
// violation may find with it that there is none. The error says why the check is open.
func (d *decision) search(ctx context.Context, c *check, n int) error {
	pr, err := d.load(ctx, n)
	if err != nil {
		return err
	}
	goal, err := d.goal(c, pr.specs)
	if err != nil {
		return err
	}
	for k := 1; k <= mostCutoff; k++ {
		s, err := every.New(pr.analysed[0], pr.analysed[1], goal, k, nil)
		if err != nil {
			return err
		}
		switch s.Run(ctx, mostStates) {
		case every.Holds:
			c.final = d.holds(c, goal.Property, pr, s, k)
			d.logf("%s: holds for every %s, by %d states with counts up to %d", c.name, d.in.Constant, s.States, k)
			return nil
		case every.Beyond:
			return errors.New("a limit of the model may be exceeded with many tasks")
		case every.Open:
			if ctx.Err() != nil {
				return limit.CutOffIn(ctx, "counting tasks")
			}
			return fmt.Errorf("the search with counts was given up after %d states", s.States)
		}
	}
	return fmt.Errorf("states with counts reach a violation, perhaps of no number of tasks (cut-offs up to %d)", mostCutoff)
}

// goal returns what a search for a violation of the check looks for. The error says why the
// check cannot be decided for all values.
func (d *decision) goal(c *check, specs []*automata.Spec) (every.Goal, error) {
	if i := slices.IndexFunc(specs, func(sp *automata.Spec) bool { return !sp.Property }); i >= 0 {
		return every.Goal{}, fmt.Errorf("the constraint %s was written by hand, and is not counted with", specs[i].Name)
	}
	switch c.name {
	case report.Deadlock:
		return every.Goal{}, nil
	case report.RuntimeErrors:
		return every.Goal{Errors: true}, nil
	}
	i := slices.IndexFunc(specs, func(sp *automata.Spec) bool { return sp.Name == c.name })
	if i < 0 {
		return every.Goal{}, errors.New("it is a family, of instances that speak of single tasks")
	}
	if regexp.MustCompile(`\b` + regexp.QuoteMeta(d.in.Constant) + `\b`).MatchString(specs[i].Text) {
		return every.Goal{}, fmt.Errorf("the property depends on %s", d.in.Constant)
	}
	return every.Goal{Property: specs[i]}, nil
}

// holds returns the result of a check that holds for all values, by search s with cut-off k. sp is its property,
// or nil if it has none.
func (d *decision) holds(c *check, sp *automata.Spec, pr *pair, s *every.Search, k int) *report.Result {
	var scope outcome.Scope
	// Whether executions may go on is read off the control flow, which more tasks of the
	// same kind do not change.
	if sp != nil && (sp.DFA.Obliges() || sp.Never != nil) && endless.MayGoOn(pr.programs[0]) {
		scope.Ends = true
	}
	r := c.blank(outcome.Exhausted{Scope: scope})
	r.Every = &report.Every{Constant: d.in.Constant, From: d.from, Cutoff: k, States: s.States, Classes: s.Families()}
	return r
}
