// Package trace reads, writes, makes and records traces of event-driven
// programs with several threads.
//
//	1 THREADINIT tid:1
//	2 ATTACH-Q tid:1 queue:1
//	3 FORK par-tid:1 child-tid:2
//	4 LOOP tid:1 queue:1
//	5 THREADINIT tid:2
//	6 POST src:2 msg:1 dest:1
//	7 CALL tid:1 msg:1
//	8 RET tid:1 msg:1
//	9 THREADEXIT tid:2
//
// is a trace of two threads: the second one posts message 1 to the first one,
// whose loop handles it between CALL and RET. Parse makes a Trace of it: dense
// threads, tasks (handled messages), locations and locks, and the operations in
// their order. Check finds what cannot have happened, as an operation of a
// thread that was never forked.
//
// A trace stands for a program: each thread does its operations outside
// handlers, and each message the operations of its handler, whatever the others
// do. Values are not known, so there are no branches. Package em explores the
// executions of that program.
//
// Besides the numbered form of DroidRacer and EM-Explorer there is a short form
// for people (parse_short.go). Generate makes random traces of a wanted size;
// a Recorder logs a real event loop of a Go program.
//
// What the package does not do: it does not execute anything, and it knows
// nothing of the names of Android's life cycle but that ENABLE-LIFECYCLE comes
// before the TRIGGER-LIFECYCLE with the same id and state.
//
// Sources: P. Maiya, A. Kanade and R. Majumdar, Race detection for Android
// applications, PLDI 2014 (the operations); P. Maiya, R. Gupta, A. Kanade and
// R. Majumdar, Partial order reduction for event-driven multi-threaded
// programs, TACAS 2016, section 3.2 (traces as programs).
package trace
