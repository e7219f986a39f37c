package sizes

import (
	"context"

	"flavers/report"
)

// one makes the checks with one value of the constant: with the first values all that the
// options select, and with a larger one those that are open. It does nothing if there is no
// program with this value.
func (d *decision) one(ctx context.Context, n int) {
	p, specs, err := d.in.Load(n)
	if err != nil {
		return
	}
	opt := d.opt
	if d.from == 0 {
		d.from = n
	} else if n > first {
		opt.Only = nil
		for _, c := range d.open() {
			opt.Only = append(opt.Only, c.name)
		}
	}
	d.logf("%s = %d:", d.in.Constant, n)
	found := d.in.Check(ctx, p, specs, opt)
	if n <= first {
		d.out.Diagnostics = found.Diagnostics
	}
	if found.Unbound {
		d.out.Unbound = true
		return
	}
	for i := range found.Results {
		d.learn(&found.Results[i], found.Results[i].Property, n)
	}
	if r := found.RuntimeErrors; r != nil {
		d.learn(r, report.RuntimeErrors, n)
	}
	if r := found.Deadlock; r != nil {
		d.learn(r, report.Deadlock, n)
	}
}

// learn adds the result r of a check with value n. A violation is the answer.
func (d *decision) learn(r *report.Result, name string, n int) {
	c := d.of(name)
	if c.final != nil {
		return
	}
	c.last = r
	switch r.Verdict {
	case report.Holds:
		if !c.gap {
			c.upTo = n
		}
	case report.Violated:
		c.final = r
		r.Every = &report.Every{Constant: d.in.Constant, At: n}
	default:
		c.gap = true
	}
}
