package check

import (
	"context"

	"flavers/internal/roots"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/report/ledger"
)

// A search stops at its first violation. If the ledger makes that one doubtful, another may be beyond doubt. So the
// search is repeated on the root's certain program: the same without the executions that go on beyond a bound, or to
// where the model is not the package (docs/theory.md, lemma 14.5).

// doubted names the checks, of deadlocks and run-time errors, whose violation is not settled: the ledger makes it
// possible only, or callers break a contract in it. Violations that are due to callers are settled.
func doubted(a *roots.Answer) []string {
	var out []string
	for _, r := range []*report.Result{a.Check.Deadlock, a.Check.RuntimeErrors} {
		if r == nil || r.Verdict != report.Violated || dueToCallers(a, r) {
			continue
		}
		if a.Contracts[r.Property] != nil || judgedAlone(a, r).Verdict == report.Possible {
			out = append(out, r.Property)
		}
	}
	return out
}

// dueToCallers reports whether r, a result of a about deadlock or run-time errors, is the matter of callers of the
// package: the blocked goroutines wait for a call, or a call is one too many.
func dueToCallers(a *roots.Answer, r *report.Result) bool {
	if r == a.Check.Deadlock {
		return a.Callers
	}
	return a.Again
}

// agreed reports whether r, a result of a, has an execution of the package in which callers break a contract.
func agreed(a *roots.Answer, r *report.Result) bool {
	return r != nil && a.Contracts[r.Property] != nil && judgedAlone(a, r).Verdict == report.Violated
}

// judgedAlone returns a copy of r, a result of a about deadlock or run-time errors, as the ledger of a leaves it. It
// does not change a.
func judgedAlone(a *roots.Answer, r *report.Result) *report.Result {
	alone, with := *r, *a
	with.Check = &report.Check{Ledger: a.Check.Ledger}
	if r == a.Check.Deadlock {
		with.Check.Deadlock = &alone
	} else {
		with.Check.RuntimeErrors = &alone
	}
	qualify(&with)
	return &alone
}

// qualify applies the ledger of the root to the results of an answer.
func qualify(a *roots.Answer) {
	a.Check.Qualify(golang.Guessing, golang.Cut, func(map[string]string) bool { return a.Apart }, a.Within)
}

// certain repeats the checks named in open on the certain program of a root: the program that has only executions about
// which the ledger has no doubt. Violations that it finds replace doubtful results of to. It returns the source of the
// certain program, whose steps these violations have, or nil if no result was replaced.
func (r Root) certain(ctx context.Context, opt Options, open []string, to *roots.Answer) *Source {
	p, err := r.of.Certain(ctx, r.Program)
	if err != nil {
		return nil
	}
	s, _ := r.specs().Load(ctx, r.Program, p)
	if s == nil {
		return nil
	}
	opt.Verify.Only, opt.Verify.Partial = open, nil
	opt, some := opt.Of(s)
	if !some {
		return nil
	}
	found := opt.answerCertain(ctx, s, p, to.Check.Ledger)
	replaced := false
	if settles(found, found.Check.Deadlock, to, to.Check.Deadlock) {
		to.Check.Deadlock, to.Apart = found.Check.Deadlock, found.Apart
		takeContext(to, found, report.Deadlock)
		replaced = true
	}
	if settles(found, found.Check.RuntimeErrors, to, to.Check.RuntimeErrors) {
		to.Check.RuntimeErrors = found.Check.RuntimeErrors
		takeContext(to, found, report.RuntimeErrors)
		replaced = true
	}
	if !replaced {
		return nil
	}
	r.words(to.Check, s.Program, p)
	return s
}

// answerCertain checks s, which was made of the certain program p of a root, under the ledger of the root. The checks
// are those of o.Verify.Only.
func (o *Options) answerCertain(ctx context.Context, s *Source, p *golang.Program, notes ledger.Notes) *roots.Answer {
	c := o.decided(ctx, s)
	o.reused(ctx, c, s.Program)
	c.Ledger = notes
	a := &roots.Answer{Check: c, Within: map[string][]string{}, Apart: explain(c, p)}
	a.Callers, a.Again, a.Contracts = callers(ctx, c, p)
	for _, name := range o.Verify.Only {
		a.Within[name] = p.Within
	}
	for _, r := range []*report.Result{c.Deadlock, c.RuntimeErrors} {
		if r != nil && r.Verdict == report.Violated {
			r.If = conditions(r, p)
		}
	}
	return a
}

// settles reports whether now, a result of found, is beyond doubt, so that it may replace then, the doubtful result of
// to about the same. Either may be nil.
func settles(found *roots.Answer, now *report.Result, to *roots.Answer, then *report.Result) bool {
	switch {
	case now == nil, now.Verdict != report.Violated:
		return false
	case len(now.Moving) > 0: // lemma 14.5 does not hold: those that move may come to what the certain program leaves out
		return false
	case dueToCallers(found, now):
		return false
	case found.Contracts[now.Property] != nil && agreed(to, then): // then has an execution of a contract, too
		return false
	}
	return judgedAlone(found, now).Verdict == report.Violated
}

// takeContext copies what the ledger needs to know of a result from found to to, which has taken the result over: its
// contracts, and the codes of the ledger that do not concern it.
func takeContext(to, found *roots.Answer, property string) {
	if to.Within == nil {
		to.Within = map[string][]string{}
	}
	to.Within[property] = found.Within[property]
	delete(to.Contracts, property)
	if c := found.Contracts[property]; c != nil {
		to.Contracts[property] = c
	}
}
