// Package blocked searches the states of a program for a deadlock, a violation of a
// property, or a run-time error, and visits few of them: one of all that differ only in
// which of some interchangeable tasks is where (package symmetry), and after it only
// what a stubborn set of steps leads to (package stubborn). Of
//
//	lock l
//	task a[i in 0..N-1] { event e(i); lock l; event f(i); unlock l }
//
// it visits a few states for each number of tasks that have ended, of more than 3^N.
//
//	s := blocked.New(semantics, index, blocked.Goal{}, blocked.Options{}, poll)
//	s.Run(ctx, 1e6, 0) // Open, Free, Found or Beyond
//	s.Run(ctx, 1e8, 0) // goes on where it was
//
// Every stubborn set contains the steps that the goal is about: those that the property
// observes, or those that may fail. So neither reduction changes how far away the goal is
// (docs/theory.md, section 8.1), and a breadth-first search finds a shortest execution.
//
// A step beyond a limit of the model is not followed, but the verdict has to say whether one
// is possible. So a program that has such steps is searched without stubborn sets, which
// might leave them out.
//
// What it does not do: it does not handle constraints written by hand, nor programs in which
// some step has no table.
//
// Sources: A. Valmari, Stubborn sets for reduced state space generation (1989); E. A.
// Emerson, S. Jha, D. Peled, Combining partial order and symmetry reductions, TACAS
// 1997. Our difference: the sets come from the values that cases of steps need, and
// the length of executions is kept.
package blocked
