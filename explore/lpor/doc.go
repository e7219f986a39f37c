// Package lpor explores with stubborn sets that are computed from relations
// between transitions: which can enable which, which depend on which, and which
// are necessary to enable which. In each state it takes a subset of the enabled
// transitions that is enough to find every state in which nothing is enabled.
//
//	actor a { on m { post c.x } }
//	actor b { on m { post d.y } }    // nothing of a and b ever meets
//	actor c { on x { } }
//	actor d { on y { } }
//	post a.m; post b.m
//
// has 9 states, of which
//
//	Run(ctx, p, nil, explore.Options{})   States: 5
//
// visits 5: one order of the independent steps, and all that it leads to.
//
// There are two layers. The lower one is for every transition system: its user
// gives the relations, coarse where nothing is known.
//
//	relations.go  the relations, and what they mean
//	forward.go    forward enable sets, computed once
//	stubborn.go   the algorithm as published: NET off, or on
//	needs.go      with what is missing in the state at hand: NET state; with
//	              what its values allow, of a system that knows: NET values
//	initial.go    which transition a set begins with
//	search.go     the search, with or without a set of visited states (keys.go)
//
// Package petri below has an instance for Petri nets. The upper layer is the
// instance for programs:
//
//	program.go    a program with specifications as a transition system
//	split.go      handlers of messages, one transition for each way to be fed
//	touch.go      what a transition reads, writes, needs and provides
//	walk.go       the same of statements and expressions, with what is known
//	safe.go       which handlers cannot fail
//	names.go      which events a transition can have
//	relate.go     the relations from these
//	foresee.go    the relations that hold from the state at hand on
//	explorer.go   the explorer: limits, progress, findings (schedule.go)
//	infinite.go   sets that keep infinite executions, for verify/infinite
//
// What is preserved. The reduced search visits every terminal state, always.
// A run-time error stops its task and is part of the state from then on, and a
// violated property stays violated in the state of its automaton. Such lasting
// facts are preserved if no enabled transition is put off for ever, hence the
// rule for cycles in search.go. An invariant that is not part of the state is
// preserved if the transitions that may change it are declared visible
// (Relations.Visible).
//
// What the package does not do: logics with path quantifiers. It keeps infinite
// executions only along the sets of Infinite (docs/theory.md, 11.2).
//
// May err towards: larger sets.
//
// Source: P. Bokor, J. Kinder, M. Serafini and N. Suri, Supporting
// domain-specific state space reductions through local partial-order reduction
// (LPOR), ASE 2011; "the paper" in this package. Where its parts are:
//
//	Definitions 1-3, the relations      Relations: CanEnable, Dependent, Necessary
//	Algorithm 1, FwdEnableSetIdx        forward.indexOf (lines 1-3)
//	Algorithm 1, FwdEnableSet           forward.pairsOf (lines 4-12)
//	Algorithm 2, LPOR(tI, s, τ)         Reducer.byIndex without NET,
//	                                    Reducer.byNecessity with lines 23 and 24
//	III-C, state-conditional NET        Reducer.bySituation with Needs
//	IV-B, Definition 5                  program with coarse: handlers of one process depend on each other
//	V, visible transitions              Reducer.Choose
//
// Differences from the paper:
//
//   - The NET relation of the printed example is read with the pairs turned
//     around, as Definition 3 has them (see petri's tests).
//   - Needs returns sets of alternatives, one of which must be taken, instead of
//     single necessary transitions. The paper names this generalization in III-C.
//   - With Foresee, can-enabling and dependency depend on the state as well. The
//     paper does this for NET only.
//   - The rule for cycles in search.go is the cycle proviso for safety of
//     G. Holzmann and D. Peled, An improvement in formal verification, 1994. The
//     paper leaves cycles to its appendix on temporal logics.
//   - The default tries every initial transition and takes a smallest set. The
//     paper leaves the choice of tI open.
//   - Handlers of one process that share nothing are independent. The paper
//     names this refinement of Definition 5 and does not make it.
//
// To add an operation of programs:
//
//  1. What it touches, in touch.go (whoever does not know it panics).
//  2. Its events, in names.go.
//  3. A case in cases_test.go that fails without 1. A token that it needs is a need (touch.go) if its lack shows in
//     the state; if the token may be there and the operation still wait for another like it, as for the next message
//     of a queue, the need is partly shown. definition_test.go holds what is said to be needed, and what is foreseen,
//     against all paths.
package lpor
