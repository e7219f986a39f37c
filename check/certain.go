package check

import (
	"context"

	"flavers/internal/roots"
	"flavers/lang/golang"
	"flavers/report"
)

// A search for a violation ends with the first one. If the ledger makes that doubtful, another one may not be: it is
// looked for in the certain program of the root, which has no doubtful executions.

// doubted names the checks of deadlocks and run-time errors that an answer leaves possible, also where callers break a
// contract.
func doubted(a *roots.Answer) []string {
	var out []string
	for _, r := range []*report.Result{a.Check.Deadlock, a.Check.RuntimeErrors} {
		if r == nil || r.Verdict != report.Violated || r == a.Check.Deadlock && a.Callers ||
			r == a.Check.RuntimeErrors && a.Again {
			continue
		}
		if a.Contracts[r.Property] != nil || judgedAlone(a, r).Verdict == report.Possible {
			out = append(out, r.Property)
		}
	}
	return out
}

// agreed reports whether an answer has an execution of the package for a result, in which callers break a contract.
func agreed(a *roots.Answer, r *report.Result) bool {
	return r != nil && a.Contracts[r.Property] != nil && judgedAlone(a, r).Verdict == report.Violated
}

// judgedAlone is what the ledger of an answer leaves of one of its results.
func judgedAlone(a *roots.Answer, r *report.Result) *report.Result {
	one, some := *r, *a
	some.Check = &report.Check{Ledger: a.Check.Ledger, Deadlock: a.Check.Deadlock}
	if r == a.Check.Deadlock {
		some.Check.Deadlock = &one
	} else {
		some.Check.Deadlock, some.Check.RuntimeErrors = nil, &one
	}
	qualify(&some)
	return &one
}

// qualify takes from an answer what the ledger does not allow.
func qualify(a *roots.Answer) {
	a.Check.Qualify(golang.Guessing, golang.Cut, func(map[string]string) bool { return a.Apart }, a.Within)
}

// certain looks for violations of some checks in the certain program of a root, and puts what it finds in place of
// those that are doubtful. It returns the source of that program; nil if it finds none.
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
	found := &roots.Answer{Check: opt.decided(ctx, s), Within: map[string][]string{}}
	opt.reused(ctx, found.Check, s.Program)
	found.Check.Ledger = to.Check.Ledger
	found.Apart = explain(found.Check, p)
	found.Callers, found.Again, found.Contracts = callers(ctx, found.Check, p)
	for _, name := range open {
		found.Within[name] = p.Within
	}
	out := (*Source)(nil)
	for _, of := range []struct{ now, then **report.Result }{
		{&found.Check.Deadlock, &to.Check.Deadlock}, {&found.Check.RuntimeErrors, &to.Check.RuntimeErrors}} {
		n := *of.now
		left := n == nil || found.Contracts[n.Property] != nil && agreed(to, *of.then) ||
			n.Verdict != report.Violated || len(n.Moving) > 0 ||
			n == found.Check.Deadlock && found.Callers || n == found.Check.RuntimeErrors && found.Again
		if left {
			continue
		}
		n.If = conditions(n, p)
		if judgedAlone(found, n).Verdict != report.Violated {
			continue
		}
		if to.Within == nil {
			to.Within = map[string][]string{}
		}
		to.Within[n.Property] = p.Within
		if to.Contracts[n.Property] = found.Contracts[n.Property]; to.Contracts[n.Property] == nil {
			delete(to.Contracts, n.Property)
		}
		*of.then, out = n, s
		if n == found.Check.Deadlock {
			to.Apart = found.Apart
		}
	}
	return out
}
