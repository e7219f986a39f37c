package sizes

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"flavers/limit"
	"flavers/report"
	"flavers/report/outcome"
)

// answer returns the report: each check with its answer, or unknown with what is known.
func (d *decision) answer(ctx context.Context) *report.Check {
	for _, c := range d.checks {
		r := c.final
		if r == nil {
			r = d.undecided(ctx, c)
		}
		switch c.name {
		case report.RuntimeErrors:
			d.out.RuntimeErrors = r
		case report.Deadlock:
			d.out.Deadlock = r
		default:
			d.out.Results = append(d.out.Results, *r)
		}
	}
	return d.out
}

// blank returns a result of the check with the verdict that the evidence gives. Only what
// identifies the check is copied from its last result.
func (c *check) blank(e outcome.Evidence) *report.Result {
	r := report.Result{Property: c.last.Property, Pos: c.last.Pos, Kind: c.last.Kind, Reach: c.last.Reach,
		Constraints: []string{}, Trace: []report.Step{}}.With(e)
	return &r
}

// undecided returns the result of a check without an answer. Its reason says why the check
// is not decided for all values, and for which values it holds.
func (d *decision) undecided(ctx context.Context, c *check) *report.Result {
	r := c.blank(outcome.None{})
	r.Limit = report.Limit(limit.Reason(ctx))
	r.Every = &report.Every{Constant: d.in.Constant, CheckedTo: c.upTo}
	n := d.in.Constant
	var parts []string
	if c.reason != "" {
		parts = append(parts, fmt.Sprintf("not decided for every %s: %s", n, c.reason))
	}
	switch {
	case c.upTo > d.from:
		parts = append(parts, fmt.Sprintf("it holds for %s = %d to %d", n, d.from, c.upTo))
	case c.upTo > 0:
		parts = append(parts, fmt.Sprintf("it holds for %s = %d", n, c.upTo))
	}
	if c.gap {
		parts = append(parts, fmt.Sprintf("for some %s: %s", n, cmp.Or(c.last.Reason, "no answer")))
	}
	r.Reason = strings.Join(parts, "; ")
	return r
}
