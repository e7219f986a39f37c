// Package sizes makes the checks of a program for every value of a constant, which is a
// number of tasks:
//
//	flavers check mutex.tfg --set N=any
//
// First all checks are made with N = 1, 2 and 3, one value after the other. A violation with
// one value decides a check: it is violated. The checks that are left go to package every,
// which searches states with counts of tasks and may prove that a check holds for all values.
// Those that are still open are made with N = 4, 5 and 6, for a violation. A check without a
// violation and without a proof is unknown, and its reason says for which values it holds.
//
//	sizes.go   what is asked, and the order of the work
//	one.go     the checks with one value
//	all.go     all values at once, by package every
//	answer.go  the results
//
// The proof assumes that the program is uniform in the constant. So nothing is proved if the
// text of the program does not show that (lang.Uniform), or if the property names the constant.
//
// May err towards: unknown.
package sizes

import (
	"context"
	"fmt"

	"flavers/automata"
	"flavers/cfg"
	"flavers/report"
	"flavers/verify"
)

// Input is a program for each value of a constant.
type Input struct {
	Constant string // its name
	// Load reads the program and its specifications with a value of the constant. The
	// error says why there is no such program.
	Load func(n int) (*cfg.Program, []*automata.Spec, error)
	// Uniform says why the text is not uniform in the constant; nil if it is.
	Uniform error
	// Check makes the checks of one program, as verify.Check does.
	Check func(context.Context, *cfg.Program, []*automata.Spec, verify.Options) *report.Check
}

// Values with which checks are made alone.
const (
	first = 3 // all checks are made with 1 to first
	more  = 6 // checks that are still open after the search for all values, with first+1 to more
)

// Check makes the checks that opt selects, for every value from 1 on. When ctx ends, the
// checks that are open become unknown.
func Check(ctx context.Context, in *Input, opt verify.Options) *report.Check {
	opt.Answered = nil // answers that are known are about one value, and not about this check of all
	d := &decision{in: in, opt: opt, out: &report.Check{}}
	for n := 1; n <= first && ctx.Err() == nil; n++ {
		d.one(ctx, n)
	}
	if len(d.open()) > 0 && ctx.Err() == nil {
		d.all(ctx)
	}
	for n := first + 1; n <= more && len(d.open()) > 0 && ctx.Err() == nil; n++ {
		d.one(ctx, n)
	}
	return d.answer(ctx)
}

// decision is what is known so far about all checks.
type decision struct {
	in     *Input
	opt    verify.Options
	out    *report.Check
	checks []*check // in the order of the results with the first value
	from   int      // the smallest value with which there is a program; 0: none so far
}

// check is what is known so far about one check.
type check struct {
	name   string         // of the property, or report.RuntimeErrors or report.Deadlock
	last   *report.Result // the result with the largest value so far
	final  *report.Result // the answer for all values; nil: the check is open
	upTo   int            // the check holds with every value from decision.from to this one; 0: with none
	gap    bool           // there was no answer with some value, so that upTo stays as it is
	reason string         // why it is not decided for all values; "": this was not tried
}

// logf writes a line to the log of the options, if there is one.
func (d *decision) logf(format string, args ...any) {
	if d.opt.Log != nil {
		fmt.Fprintf(d.opt.Log, format+"\n", args...)
	}
}

// open lists the checks that have no answer yet.
func (d *decision) open() []*check {
	var out []*check
	for _, c := range d.checks {
		if c.final == nil {
			out = append(out, c)
		}
	}
	return out
}

// of returns the check with a name, and adds one if there is none.
func (d *decision) of(name string) *check {
	for _, c := range d.checks {
		if c.name == name {
			return c
		}
	}
	c := &check{name: name}
	d.checks = append(d.checks, c)
	return c
}
