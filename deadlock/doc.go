// Package deadlock proves that no execution of a program gets stuck, or ends in a
// run-time error, without visiting its states.
//
//	lock a, b
//	task t { loop { lock a; lock b; unlock b; unlock a } }
//	task u { loop { lock a; lock b; unlock b; unlock a } }
//
// Certify asks: is there a state where no step is possible, that is not the end
// of an execution, and that no invariant excludes? A pair of facts says that
// `a` held by t and t standing before `lock a` exclude each other; with all such
// pairs the clauses have no solution: the program is free of deadlock. Had u
// locked b first, the state in which each holds one lock would be left: the
// candidate, which here is a deadlock.
//
// The program is taken as a net: a place is a value of a component of the state
// (where a task stands, the value of a variable, who holds a lock), a transition
// is a case of an action, as package sem tables them. So every kind of object is
// covered by the same four arguments:
//
//   - pairs of places that are never marked at the same time (pairs.go);
//   - traps: sets of places of which one stays marked (trap.go);
//   - sums: weights of places whose total stays 0 (sum.go);
//   - components taken together as one, where these do not suffice (net.go).
//
// Invariants are found for one candidate after the other (search.go), so the
// clauses stay few. A Certificate holds the invariants and a refutation of the
// clauses; its Check verifies both.
//
// CertifyErrors asks in the same way for a state where a step that ends in a run-time
// error is possible. That t unlocks a lock that it does not hold is a pair: t standing
// before the unlock, and the lock free. Errors that no invariant excludes are left, and
// the certificate is about the others.
//
// What the package does not do: it does not tell whether a candidate is
// reached, and it does not look beyond the limits of the model (LimitError):
// Result.Limited says when there may be executions beyond. A step that ends in a
// run-time error counts as possible.
//
// Sources: S. Bensalem, M. Bozga, T.-H. Nguyen and J. Sifakis, D-Finder, CAV
// 2009, for traps and a solver; J. Esparza and S. Melzer, Verification of safety
// properties using integer programming, FMSD 16 (2000), for traps and linear
// invariants; S. P. Masticola and B. G. Ryder, Non-concurrency analysis, PPoPP
// 1993, for pairs; compared by J. C. Corbett, IEEE TSE 22(3), 1996. Our
// difference: pairs are of all components, not of positions only; traps are
// relative to the pairs, so that a place that another task holds counts; and the
// net is read off the tables of the semantics.
//
// Reading order: net.go, pairs.go, mirror.go, trap.go, sum.go, encode.go (the clauses),
// search.go, certify.go, check.go.
package deadlock
