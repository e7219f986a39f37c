package check

import (
	"context"

	"flavers/internal/roots"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/report/ledger"
)

// This file looks for a violation beyond doubt where the first one found is doubtful.
//
// A search stops at its first violation. The ledger may make that one only possible, because the execution runs where
// the model differs from the package. Another violation may avoid these places. So the search is repeated on the root's
// certain program: the same program without the executions that exceed a bound or come to a place where the model
// differs (docs/theory.md, lemma 14.5). What is violated there is violated in the package.

// doubted returns those of deadlock and run-time errors whose violation is not settled, because the ledger makes it
// only possible, or because callers break a contract in its execution. A violation that is due to callers is settled:
// it is not reported as one of the package in any case.
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

// dueToCallers reports whether callers of the package cause the violation r: the blocked goroutines wait for a call, or
// a call is one too many. r is the result of a about deadlock or run-time errors.
func dueToCallers(a *roots.Answer, r *report.Result) bool {
	if r == a.Check.Deadlock {
		return a.Callers
	}
	return a.Again
}

// agreed reports whether r, a result of a, is violated beyond doubt by an execution in which callers break a contract.
func agreed(a *roots.Answer, r *report.Result) bool {
	return r != nil && a.Contracts[r.Property] != nil && judgedAlone(a, r).Verdict == report.Violated
}

// judgedAlone returns what the ledger of a makes of one result: of r, which is that about deadlock or run-time errors.
// It works on copies, because the ledger is applied to a itself only once, at the end (judged).
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

// qualify applies the ledger of the root to the results of an answer: it may turn holds into "within bounds", and
// violated into possible.
func qualify(a *roots.Answer) {
	a.Check.Qualify(golang.Guessing, golang.Cut, func(map[string]string) bool { return a.Apart }, a.Within)
}

// certain repeats the checks named in open on the certain program of a root. Each violation that it finds replaces the
// doubtful one in to. It returns the source of the certain program, because the steps of the new violations are steps
// of that program. If it replaced nothing, it returns nil.
func (r Root) certain(ctx context.Context, opt Options, open []string, to *roots.Answer) *Source {
	p, err := r.of.Certain(ctx, r.Program)
	if err != nil {
		return nil
	}
	s, _ := r.specs().Load(ctx, r.Program, p)
	if s == nil {
		return nil
	}
	opt.Verify.Only, opt.Verify.Partial = open, nil // lemma 14.5 is not about partial deadlocks
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

// answerCertain makes the checks named in o.Verify.Only on s, which was read from the certain program p of a root.
// notes is the ledger of the root.
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

// settles reports whether the result now, from found, is a violation beyond doubt, so that it may replace the doubtful
// result then, from to. Either result may be nil.
func settles(found *roots.Answer, now *report.Result, to *roots.Answer, then *report.Result) bool {
	switch {
	case now == nil, now.Verdict != report.Violated:
		return false
	case now.Partial():
		// Lemma 14.5 does not apply: the tasks that move on may come to what the certain program leaves out, and
		// there they may wake those that are blocked.
		return false
	case dueToCallers(found, now):
		return false
	case found.Contracts[now.Property] != nil && agreed(to, then):
		return false // then already shows an execution in which callers break a contract: now is no better
	}
	return judgedAlone(found, now).Verdict == report.Violated
}

// takeContext copies from found to to what the ledger needs to judge the result about property, which to has taken over
// from found: the contract that callers break, and the codes of the ledger that do not concern the execution.
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
