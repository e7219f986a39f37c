// Package em explores event-driven programs with several threads: threads with
// a queue handle messages one after another, each to its end, while other
// threads run.
//
//	1 threadinit            1 loop              2 post a 1         1 begin a
//	1 attachq               2 threadinit        2 threadexit       1 write x
//	1 fork 2                3 threadinit        3 post b 1         1 end a
//	1 fork 3                                    3 threadexit       1 begin b, 1 end b
//
// is a trace (package em/trace) of such a program. Posts to one queue do not
// commute, so partial-order reduction for threads executes it in two ways. But
// nothing can tell the order of the handlers of a and b, since b touches
// nothing: one execution is enough.
//
//	RunTrace(ctx, t, explore.Options{Algorithm: "em-dpor"})     Executions: 2
//	RunTrace(ctx, t, explore.Options{Algorithm: "em"})          Executions: 1
//	RunTrace(ctx, t, explore.Options{Algorithm: "em-optimal"})  Executions: 1
//
// The explorers of traces:
//
//	full        all interleavings                                    full.go
//	em-states   all states with their histories                      full.go
//	em-dpor     DPOR with queues as shared objects                   dependent.go
//	em          EM-DPOR: dependence-covering sets                    emdpor.go, target.go, eager.go
//	em-optimal  one execution for each order of conflicting          order.go, optimal.go,
//	            operations, and each deadlock once                   may_deadlock.go, deadlock.go
//	em-lazy     the same, where the order of locks does not count
//
// em and em-dpor do what the tool of the authors of EM-DPOR does, transition by
// transition: they are for comparison with published counts. em misses what
// depends on the order in which waits, joins and dependences become enabled
// (examples/em/waiting_handler.trace).
//
// em-optimal is for use. Two executions are of one class if they execute the same
// operations, and all conflicting accesses, and locks by different threads, come
// in the same order. Then every thread and every handler sees the same values.
// em-optimal has one execution for each class of complete executions, and one for
// each state in which everything is stuck, so never more than an explorer that
// finds all of them. For the five applications of the paper it needs 2, 10, 6, 20
// and 2 executions. EM-DPOR has 3, 405,013, 266, 756 and 14, which are of exactly
// these classes.
//
// All explorers work on a System (system.go): the trace as a program, with a state
// whose operations are executed and undone in place. em and em-dpor keep a
// happens-before relation of the execution in progress (run.go), and for each of
// its states what is to be explored from it (stack.go). An Engine counts
// executions and keeps deadlocks (engine.go).
//
// Programs of tasks and loopers are explored by package explore/eventdriven, which
// asks for executions of their traces (program.go).
//
// What the package does not do: values are not known in a trace, so nothing is
// said about branches that were not taken. em-optimal does not tell apart
// executions that get stuck in the same state.
//
// Sources: P. Maiya, R. Gupta, A. Kanade and R. Majumdar, Partial order
// reduction for event-driven multi-threaded programs, TACAS 2016, "the paper" in
// this package, whose section 3.1 describes EM-DPOR in prose, and
// arXiv:1511.03213 with the pseudocode; their tool EM-Explorer (details, see
// emdpor.go); C. Flanagan and P. Godefroid, POPL 2005 (DPOR);
// P. A. Abdulla et al., Tailoring stateless model checking for event-driven
// multi-threaded programs, ATVA 2023 (the event-driven happens-before relation
// and its consistency). Dividing a set of solutions by the first decision in
// which they differ is K. G. Murty's and E. L. Lawler's way to enumerate.
//
// To add an explorer:
//
//  1. A type with a method explore that takes an Engine and a System, calls Step before each transition and ended
//     after each execution.
//  2. A line in traceExplorers in tracerun.go.
//  3. The random test, if it is complete.
package em
