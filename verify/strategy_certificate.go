package verify

import (
	"context"

	"flavers/deadlock"
	"flavers/internal/english"
	"flavers/limit"
	"flavers/report"
	"flavers/report/outcome"
)

// The strategy that looks for invariants which no deadlock satisfies, or no run-time error (package deadlock).

// Budgets of a first look.
const (
	quickCertificate = 500_000_000
	quickConflicts   = 5_000 // of its solver, in each attempt, where it is about errors
)

// quickInvariants and allInvariants are its rows in the portfolio.
func quickInvariants(ctx context.Context, s *stopSearch) bool { return s.certifyQuickly(ctx) }
func allInvariants(ctx context.Context, s *stopSearch) bool   { return s.certify(ctx) }

// certifyQuickly looks with little work for invariants that no deadlock satisfies.
func (s *stopSearch) certifyQuickly(ctx context.Context) bool {
	if ctx.Err() != nil || s.c.sem == nil || s.c.opt.lacks(Certificates) {
		return false
	}
	r := deadlock.Certify(ctx, s.c.sem, s.c.rel, deadlock.Limits{Work: quickCertificate})
	return r.Free && !r.Limited && s.certified(&r)
}

// certifyErrors looks for invariants that exclude run-time errors; true: there are some. Where they exclude all, that
// is evidence; the others are left, and there is none yet.
func (s *stopSearch) certifyErrors(ctx context.Context) bool {
	c, asked := s.c, s.c.counts(goal{})
	if c.opt.lacks(Certificates) {
		return false
	}
	most := deadlock.Limits{Work: quickCertificate, Conflicts: quickConflicts}
	r := deadlock.CertifyErrors(ctx, c.sem, c.rel, asked, most)
	c.logf("%s: certificate: proved: %t, %d left; %s", report.RuntimeErrors, r.Certificate != nil && !r.Limited,
		len(r.Left), r.Reason)
	if r.Certificate == nil || r.Limited {
		return false
	}
	if c.opt.Check {
		certify("errors", r.Certificate.CheckErrors(c.sem, c.rel, asked))
	}
	s.left, s.by = r.Left, invariants(&r)
	if len(s.left) == 0 {
		s.evidence = outcome.Certificate{}
	}
	return true
}

// invariants says which invariants a certificate has. Pairs of places that exclude each other are always among them.
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

// certified takes a certificate for the answer.
func (s *stopSearch) certified(r *deadlock.Result) bool {
	if s.c.opt.Check {
		certify("deadlock", r.Certificate.Check(s.c.sem, s.c.rel))
	}
	s.evidence, s.by = outcome.Certificate{}, invariants(r)
	return true
}

// certify looks for invariants that no deadlock satisfies.
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
	case !ok: // its own time, or memory
		s.limit = limitOfContext(w.Context())
		s.missed("certificate", limit.Words(w.Context()))
		return false
	case !r.Free:
		s.missed("certificate", r.Reason)
		return false
	case r.Limited:
		s.missed("certificate", "none beyond what a mailbox, queue or counter of the model holds")
		return false
	}
	return s.certified(&r)
}
