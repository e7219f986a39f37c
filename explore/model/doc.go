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
// To add an explorer for all programs: see package explore. To add a family:
//
//  1. A package below explore. Its Explorers function lists explore.Explorer
//     values, each with the options that it looks at in Takes.
//  2. Applies, if there are programs for which it is not right: it refuses with
//     an explore.Refused what the family cannot do, and nothing else.
//  3. Run makes a System with New and an Exploration with Begin; the search
//     calls Exploration.Step before each move, Exploration.Met for run-time
//     errors, Exploration.Ended for each execution (or Exploration.Visited for
//     each state), and stops when one of them says so, or Halted. Run ends with
//     Exploration.Done.
//  4. A line in families.All (explore/families), which the command and the
//     comparison of all engines (verify/crosscheck) take it from.
//  5. The tables of internal/policy and docs/design.md, and docs/explorers.md.
package model
