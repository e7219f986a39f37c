// Package model is what all explorers explore: the product of a program and its
// specifications, and the exploration in progress with its limits and findings.
//
//	shared x 0..1
//	task a { x = 1; event done }
//	property once { absence of done }
//
// is explored as a vector of where a stands, x, the state of once, and whether a
// was stopped by an error:
//
//	s := New(machine, specs, Config{})     {a:0 x:0 once:0 0}
//	s.Enabled(nil, state)                  one Move: a's step, x = 1
//	s.Apply(next, state, move)             {a:1 x:1 once:0 0}
//
// A Move says which outcome of which step it is, what it changes, what it touches
// with what the specifications observe of it, and whether a constraint forbids
// it. Finding the moves of a state allocates nothing once its values have been
// met.
//
//	system.go       the layout of a state, enabled moves, executing and scheduling them
//	moves.go        what a step does
//	monitor.go      what specifications observe of it
//	location.go     where tasks stand, and which were stopped by an error
//	ending.go       how an execution ended, which properties it violates; describing a state
//	exploration.go  a search in progress: counters, limits, findings
//	options.go      what an exploration is asked for
//	result.go       what it found
//	watch.go        time and progress
//	uses.go         which objects steps use, for admission checks
//	assume.go       which violations count under constraints
//
// What the package does not do: it searches nothing. Which moves are taken, in
// which order, and which are not as others stand for them, is each explorer's.
//
// To add an explorer:
//
//  1. For every program, by the recipe of package explore; for one kind of program, a package explore/NAME whose
//     function Explorers lists values of explore.Explorer, with the flags that they look at in Takes.
//  2. Its field Applies, if it is not right for every program: it refuses with an explore.Refused what the family
//     cannot do and nothing else (Uses).
//  3. Its field Run: New and Begin, then a search that calls Exploration.Step before each move, Exploration.Met for
//     run-time errors, Exploration.Ended for each execution or Exploration.Visited for each state, and stops when one
//     of them says so, at last Exploration.Done.
//  4. Its Explorers in explore/families/families.go, from which the command and verify/crosscheck take them.
//  5. The tables of internal/policy/policy_test.go and docs/design.md, and docs/explorers.md.
//  6. A test on random programs that compares it with another explorer, as explore/trans/programs_test.go.
package model
