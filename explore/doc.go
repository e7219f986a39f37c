// Package explore executes a program in all its ways, or in some.
//
//	lock m
//	task a { lock m; unlock m }
//	task b { lock m; unlock m }
//
// has two executions up to the order of independent steps, and 8 states:
//
//	Run(ctx, p, nil, Options{Algorithm: "optimal"})  Executions: 2
//	Run(ctx, p, nil, Options{Algorithm: "full"})     Executions: 2
//	Run(ctx, p, nil, Options{Algorithm: "states"})   States: 8
//
// Every explorer finds deadlocks, run-time errors of the program and
// violations of properties, each with a schedule. What a step does, and which
// steps depend on each other, is package sem's to say; explore/model adds what
// specifications observe, and keeps what is found. A strategy is one file:
//
//	full.go     all interleavings, the slow twin of the others
//	states.go   all states, each once; with several goroutines: states_jobs.go
//	source.go   dpor, dpor+sleep, source: backtrack sets; the same: source_jobs.go
//	classic.go  dpor-classic: the same as in published tables
//	optimal.go  optimal: wakeup trees, one execution per class
//	walk.go     random, pct: some executions
//
// The reductions share run.go, the execution in progress with its clocks, and the
// detection of races: race_detector.go finds the races of an event with
// configurations of the execution (configuration.go), detect_races.go says for which
// events, race_cache.go for which of them the answer is known, and lead.go computes
// initials and notdep sequences. Of an execution that is cut after n steps, this
// takes time by n, and of the next one by the steps in which they differ.
//
// Threads are tasks, and messages of actors that do nothing but handle
// messages: their handlers are ordered by what they touch, not by their task
// (package sem, threads.go).
//
// What the package does not do: it proves nothing about programs whose
// executions it has to cut (Result.Complete says so), and it knows nothing of
// the static analysis.
//
// Sources: C. Flanagan and P. Godefroid, Dynamic partial-order reduction for
// model checking software, POPL 2005; P. Godefroid, Partial-order methods for
// the verification of concurrent systems, 1996; P. A. Abdulla, S. Aronis, B.
// Jonsson and K. Sagonas, Source sets: a foundation for optimal dynamic
// partial order reduction, J. ACM 64 (2017); S. Burckhardt, P. Kothari, M.
// Musuvathi and S. Nagarakatte, A randomized scheduler with probabilistic
// guarantees of finding bugs, ASPLOS 2010.
//
// To add an explorer:
//
//  1. A file with a type that implements strategy.
//  2. A line in the table in explore.go (the random tests take the complete ones from there).
//  3. docs/explorers.md.
package explore
