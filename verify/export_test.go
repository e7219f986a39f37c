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

// WithFewStates runs f with another budget for the first search for executions
// that stop: small programs then get to the stages after it.
func WithFewStates(few int64, f func()) {
	defer fewStates.Store(fewStates.Swap(few))
	f()
}

// WithJointBudget runs f with another budget for the check of all run-time errors in
// one problem: small programs then get to the checks of one after the other.
func WithJointBudget(tuples int64, f func()) {
	defer jointBudget.Store(jointBudget.Swap(tuples))
	f()
}

// WithShare runs f with another first share for the two ways to an answer: small
// problems then take turns.
func WithShare(tuples int64, f func()) {
	defer firstShare.Store(firstShare.Swap(tuples))
	WithJointBudget(tuples, f)
}

// WithLook runs f where states are looked at by stubborn sets after any work.
func WithLook(f func()) {
	defer lookWork.Store(lookWork.Swap(1))
	f()
}

// WithKnown runs f where what a search of all states has found decides after any work.
func WithKnown(f func()) {
	defer knownWork.Store(knownWork.Swap(0))
	f()
}

// TryNothing lets interchangeable tasks be counted however few tuples there are; what
// it returns takes that back.
func TryNothing() func() {
	old := tryTuples.Swap(0)
	return func() { tryTuples.Store(old) }
}

// CertifiedErrors is the check of run-time errors where it begins with a certificate, and how many errors that
// leaves; -1: it proves nothing.
func CertifiedErrors(p *cfg.Program, opt Options) (r report.Result, left int) {
	c, err := prepare(p, opt)
	if err != nil {
		return r, -1
	}
	var rounds []report.Round
	ctx, race := context.Background(), c.newRace(goal{})
	race.states.begin()
	s := race.states.s
	switch {
	case !s.certifyErrors(ctx):
		return r, -1
	case len(s.left) > 0:
		r = c.leftOnes(ctx, race, &rounds)
	default:
		race.states.result(ctx, nil, &r)
	}
	return r, len(s.left)
}
