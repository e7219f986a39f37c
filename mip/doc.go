// Package mip computes which places of different tasks may be occupied at the
// same time: the relation "may happen in parallel" (MHP) of a cfg.Program.
//
// The program
//
//	task s { loop { accept e } }          // s0: stands at the accept, for ever
//	task t { call s.e; event a }          // t0 call, t1 event, t2 ended
//	task u { event b; call s.e }          // u0 event, u1 call, u2 ended
//
// has 7 places where a task can stand; each is parallel to all places of other
// tasks, 15 pairs, because t and u may call in either order. Had s accepted
// only once (s0, then s1: it ended), one of the two calls would never be
// answered: s0 would exclude t1, t2 and u2, and these would exclude each other
// across t and u. 16 of 21 pairs would be left. That s1, t0 and u0 never meet
// all three is nothing a relation on pairs could say.
//
// MHP returns a Relation. May err towards: more pairs. Only rendezvous, spawn
// and join order anything; locks, semaphores, buffered channels, conditions,
// guards and data are ignored, because a later stage may leave their automata
// out. docs/mhp.md has the rules, the proof and the measurements.
//
// What the package does not do: it does not know events or properties, and it
// does not decide which parallel pairs become edges.
//
// Source: Naumovich and Avrunin, "A conservative data flow algorithm for
// detecting all pairs of statements that may happen in parallel", FSE 1998.
// Our difference: the relation is on places between steps, not on statements;
// dynamic tasks are covered; a third task stays parallel to both partners of a
// rendezvous only if it is parallel to both before; and the fixed point is
// computed on a quotient, in blocks of columns.
//
// Reading order: rules.go (what follows from what), quotient.go (places that
// must have equal rows), components.go (graph search), blocks.go and transpose.go (the
// matrix), solve.go (the fixed point), relation.go, check.go and write.go.
package mip
