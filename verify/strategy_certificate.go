package verify

import (
	"context"

	"flavers/deadlock"
	"flavers/internal/english"
	"flavers/limit"
	"flavers/report"
	"flavers/report/outcome"
)

// This file is the strategy that looks for a certificate (package deadlock): invariants of the program that no
// deadlocked state satisfies, or that no state satisfies in which a run-time error is possible. The invariants are
// those of Petri nets: sums, traps (sets of places that stay marked), and pairs of places that are never marked
// together. The strategy visits no states, so it decides programs of any size, if their invariants are strong enough.
// It never finds an execution. What it proves holds of all executions, so also of those that obey constraints of the
// user.

// certificate is the name of this strategy in reports.
const certificate = "certificate"

// The strategy has two rows for deadlock: quickInvariants has a budget, and allInvariants has none. certifyErrors
// answers the question about run-time errors, outside of the portfolio. In each case package deadlock makes the
// certificate, and with Options.Check the certificate is verified before it counts as evidence.

// Budgets of a first attempt.
const (
	quickCertificate = 500_000_000 // units of work of package deadlock
	quickConflicts   = 5_000       // conflicts of its solver, in each attempt about errors
)

// quickInvariants and allInvariants are the rows of the strategy in the portfolio.
func quickInvariants(ctx context.Context, s *stopSearch) bool { return s.certifyQuickly(ctx) }
func allInvariants(ctx context.Context, s *stopSearch) bool   { return s.certify(ctx) }

// certifyQuickly looks for a certificate against deadlock with little work. If there is none, it does not call
// missed: a later row tries again with more work, and says what was missing.
func (s *stopSearch) certifyQuickly(ctx context.Context) bool {
	if ctx.Err() != nil || s.c.sem == nil || s.c.opt.lacks(Certificates) {
		return false
	}
	r := deadlock.Certify(ctx, s.c.sem, s.c.rel, deadlock.Limits{Work: quickCertificate})
	return r.Free && !r.Limited && s.certified(&r)
}

// certifyErrors looks for a certificate against run-time errors, and reports whether it excludes any of them. If it
// excludes all, that is evidence. Otherwise s.left has those that it does not exclude, and there is no evidence yet.
func (s *stopSearch) certifyErrors(ctx context.Context) bool {
	c, isError := s.c, s.c.counts(goal{}) // whether a failing case counts as a run-time error
	if c.opt.lacks(Certificates) {
		return false
	}
	most := deadlock.Limits{Work: quickCertificate, Conflicts: quickConflicts}
	r := deadlock.CertifyErrors(ctx, c.sem, c.rel, isError, most)
	c.logf("%s: certificate: proved: %t, %d left; %s", report.RuntimeErrors, r.Certificate != nil && !r.Limited,
		len(r.Left), r.Reason)
	if r.Certificate == nil || r.Limited {
		return false
	}
	if c.opt.Check {
		mustHold("errors", r.Certificate.CheckErrors(c.sem, c.rel, isError))
	}
	s.left, s.decidedBy = r.Left, invariants(&r)
	if len(s.left) == 0 {
		s.evidence = outcome.Certificate{}
	}
	return true
}

// invariants describes the invariants of a certificate, as "a certificate: 3 traps, pairs of places". Pairs of places
// that exclude each other are always among them.
func invariants(r *deadlock.Result) string {
	text := "a certificate: "
	if r.Traps > 0 {
		text += english.Plural(int64(r.Traps), "trap") + ", "
	}
	if r.Sums > 0 {
		text += english.Plural(int64(r.Sums), "sum") + ", "
	}
	return text + "pairs of places"
}

// certified makes a certificate the evidence of s.
func (s *stopSearch) certified(r *deadlock.Result) bool {
	if s.c.opt.Check {
		mustHold("deadlock", r.Certificate.Check(s.c.sem, s.c.rel))
	}
	s.evidence, s.decidedBy = outcome.Certificate{}, invariants(r)
	return true
}

// certify looks for a certificate against deadlock without a budget. Several checks may need it, so it is made once.
func (s *stopSearch) certify(ctx context.Context) bool {
	if ctx.Err() != nil || s.c.sem == nil || s.c.opt.lacks(Certificates) { // without tables there is no net
		return false
	}
	w := once(s.c, &s.c.free, func(ctx context.Context, c *checker) deadlock.Result {
		return deadlock.Certify(ctx, c.sem, c.rel, deadlock.Limits{})
	})
	r, ok := w.Wait(ctx)
	if ok {
		s.shared = w.Ran()
	}
	switch {
	case !ok && ctx.Err() != nil:
		return false
	case !ok: // the shared work met a limit of its own
		s.missed(certificate, limit.Words(w.Context()), limitOfContext(w.Context()), nil)
		return false
	case !r.Free:
		s.missed(certificate, r.Reason, "", nil)
		return false
	case r.Limited:
		s.missed(certificate, "none beyond what a mailbox, queue or counter of the model holds", "", nil)
		return false
	}
	return s.certified(&r)
}
