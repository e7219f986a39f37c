// Package every decides checks for every number of interchangeable tasks at once, by
// counts that saturate.
//
//	lock door
//	task worker[i in 0..N-1] { loop { lock door; event go; event out; unlock door } }
//
// A state says how many workers stand where: 0, 1, .., k, or many, which is more than k.
// With k = 1, no state has two workers between the lock and the unlock, so for every
// N >= 1 "go" and "out" alternate.
//
// The tasks that are counted together form a class, and are its members.
//
//	members.go  which classes grow with N, from the programs with n and with n+1 members
//	counts.go   states, with the counts of each class
//	search.go   the search of all such states
//	patterns.go properties that treat all members alike
//
// May err towards: reached. A state that the search reaches may be reachable for no N,
// because "many minus one" is many or k. Two things are exact: whether a step is possible,
// and whether an execution is complete. No step looks at more than two members without a
// lock at once, and the search tries all choices of them (docs/theory.md, "Every number of
// tasks"). So blocked executions are not missed.
//
// A search is given two programs. It assumes that programs with more members differ from
// these only as the two differ from each other. lang.Uniform decides that from the text of
// the program; callers ask it first.
//
// What the package does not do: it handles no constraints, and it gives no executions. A
// caller that wants one searches for it with a fixed number of tasks.
//
// Sources: S. M. German and A. P. Sistla, Reasoning about systems with many processes,
// JACM 39(3), 1992; A. Pnueli, J. Xu and L. Zuck, Liveness with (0,1,infinity)-counter
// abstraction, CAV 2002. Our difference: the state of a member holds the locks
// that name it, and a cut-off k of more than 1 may be chosen.
package every
