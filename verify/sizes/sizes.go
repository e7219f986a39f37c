// Package sizes makes the checks of a program for every value of a constant, which is a
// number of tasks:
//
//	flavers check mutex.tfg --set N=any
//
//	sizes.go   what is asked, and the order of the work
//	one.go     one value after the other
//	all.go     all values at once, by package every
//	answer.go  the results
//
// A violation with one value is an answer: the check fails. That there is none with a few
// values is none; a check holds only where package every proves it for all of them. It believes
// that the program is uniform in the constant, so nothing is proved where the text does
// not say so (lang.Uniform), or where the specification names the constant.
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
	Constant string
	// Load reads the program and its specifications with a value of the constant. The
	// error says why there is no such program.
	Load func(n int) (*cfg.Program, []*automata.Spec, error)
	// Uniform says why the text is not uniform in the constant; nil: it is.
	Uniform error
	// Check makes the checks of one program, as verify.Check does.
	Check func(context.Context, *cfg.Program, []*automata.Spec, verify.Options) *report.Check
}

// Values that are checked alone: all checks with the first ones, then those that are
// not decided with some more.
const (
	first = 3
	more  = 6
)

// Check makes the checks that opt selects, for every value from 1 on. It ends with ctx.
func Check(ctx context.Context, in *Input, opt verify.Options) *report.Check {
	opt.Answered = nil // what is known of one value is not known
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

// decision is what is known so far.
type decision struct {
	in     *Input
	opt    verify.Options
	out    *report.Check
	checks []*check
	from   int    // the smallest value with which there is a program; 0: none so far
	none   string // why there is none with a value below
}

// check is what is known of one check.
type check struct {
	name   string         // as opt.Only takes it
	last   *report.Result // with the largest value so far
	final  *report.Result // the answer, once there is one
	upTo   int            // it was found to hold with each value up to this one
	gap    bool           // there was no answer with some value
	reason string         // why it is not decided for all values
}

func (d *decision) logf(format string, args ...any) {
	if d.opt.Log != nil {
		fmt.Fprintf(d.opt.Log, format+"\n", args...)
	}
}

// open lists the checks without an answer.
func (d *decision) open() []*check {
	var out []*check
	for _, c := range d.checks {
		if c.final == nil {
			out = append(out, c)
		}
	}
	return out
}

// of is the check of this name; a new one is made.
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
