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

// Bounds of a search with counts.
const (
	sample     = 5       // value of the constant, if that many tasks are enough
	largest    = 40      // sample
	mostStates = 100_000 // of one search
	mostCutoff = 3
)

// all decides the open checks for all values at once.
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

// decide makes one check for all values. The error says why it is not decided.
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

// pair is two programs that differ in the value of the constant, by one.
type pair struct {
	programs [2]*cfg.Program
	analysed [2]*monitor.Semantics
	specs    []*automata.Spec // of the first
}

// load reads and analyses the programs with n and n+1.
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

// search decides one check by searches with growing cut-offs.
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

// goal is what a check searches for.
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

// holds is the result of a check that was decided for all values.
func (d *decision) holds(c *check, sp *automata.Spec, pr *pair, s *every.Search, k int) *report.Result {
	var scope outcome.Scope
	every := &report.Every{Constant: d.in.Constant, From: d.from, Cutoff: k, States: s.States, Classes: s.Families()}
	// Whether executions may go on is read off the control flow, which more tasks of the
	// same kind do not change.
	if sp != nil && (sp.DFA.Obliges() || sp.Never != nil) && endless.MayGoOn(pr.programs[0]) {
		scope.Ends = true
	}
	r := c.blank(outcome.Exhausted{Scope: scope})
	r.Every = every
	return r
}
