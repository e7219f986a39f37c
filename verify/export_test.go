package verify

import (
	"context"

	"flavers/automata"
	"flavers/cfg"
	"flavers/report"
	"flavers/sem"
)

// prepare runs the stages that depend on the program alone.
func prepare(p *cfg.Program, opt Options) (*checker, error) {
	return prepareUntil(context.Background(), p, opt, nil)
}

// Choices is for trying choices of components: how many there are, and a
// function that says, for the components whose bits are set, what the verdict
// on each property and on run-time errors is. nil: the program is too large.
func Choices(p *cfg.Program, specs []*automata.Spec, opt Options) (int, func(chosen uint64) []report.Result) {
	c, err := prepare(p, opt)
	if err != nil {
		return 0, nil
	}
	ds := c.bind(nil, specs)
	if ds.HasErrors() {
		return 0, nil
	}
	all := c.sem.Constrainable()
	return len(all), func(chosen uint64) []report.Result {
		var comps []sem.CompID
		for i, id := range all {
			if chosen>>i&1 != 0 {
				comps = append(comps, id)
			}
		}
		var out []report.Result
		for _, b := range append(c.properties, nil) {
			gl := goal{property: b}
			r := c.verdict(context.Background(), gl, comps)
			r.Property = gl.name()
			if b != nil {
				c.judgeBlocked(context.Background(), b, &r)
			}
			out = append(out, r)
		}
		return out
	}
}

// FewStates are options with another budget for the first search for executions
// that stop: small programs then get to the stages after it.
func FewStates(few int64, opt Options) Options {
	return opt.with(func(b *budgets) { b.fewStates = few })
}

// SmallTurns are options with budgets of turns in which small programs need several of them.
func SmallTurns(opt Options) Options {
	return opt.with(func(b *budgets) {
		b.fewStates = 2
		b.turn = turnBudget{states: 1, stubborn: 1, transitions: 1, classes: 1}
	})
}

// SmallJoint are options with the least budget for the check of all run-time errors in
// one problem: small programs then get to the checks of one after the other.
func SmallJoint(opt Options) Options { return opt.with(func(b *budgets) { b.joint = 1 }) }

// SmallShare are options with the least first share for the two ways to an answer: small
// problems then take turns.
func SmallShare(opt Options) Options { return opt.with(func(b *budgets) { b.share, b.joint = 1, 1 }) }

// Look are options under which states are looked at by stubborn sets after any work.
func Look(opt Options) Options { return opt.with(func(b *budgets) { b.look = 1 }) }

// Known are options under which what a search of all states has found decides after any work.
func Known(opt Options) Options { return opt.with(func(b *budgets) { b.known = 0 }) }

// TryNothing are options under which interchangeable tasks are counted however few tuples there are.
func TryNothing(opt Options) Options { return opt.with(func(b *budgets) { b.tried = 0 }) }

// with are the options with other budgets.
func (opt Options) with(change func(*budgets)) Options {
	own := *opt.budgets()
	change(&own)
	opt.testBudgets = &own
	return opt
}

// CertifiedErrors is the check of run-time errors where it begins with a certificate, and how many errors that
// leaves; -1: it proves nothing.
func CertifiedErrors(p *cfg.Program, opt Options) (r report.Result, left int) {
	c, err := prepare(p, opt)
	if err != nil {
		return r, -1
	}
	var rounds []report.Round
	ctx, ways := context.Background(), c.newDovetail(goal{})
	ways.states.begin()
	s := ways.states.search
	switch {
	case !s.certifyErrors(ctx):
		return r, -1
	case len(s.left) > 0:
		r = c.leftOnes(ctx, ways, &rounds)
	default:
		ways.states.result(ctx, nil, &r)
	}
	return r, len(s.left)
}
