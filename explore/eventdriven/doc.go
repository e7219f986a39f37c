// Package eventdriven explores programs of tasks and loopers: threads with a queue,
// which handle messages one after another, each to its end, while other threads
// run.
//
//	shared x 0..1
//	looper l { on a { x = 1 } on b { skip } }
//	task t { post l.a }
//	task u { post l.b }
//
// The two posts do not commute, but nothing can tell the order of the handlers, as
// b touches nothing: em-optimal has one execution, where optimal has four.
//
// The explorers are em, em-dpor, em-optimal and em-states. fit.go says which
// programs they take:
//
//	program.go, program_search.go   em and em-dpor, and em-optimal if what steps touch does not depend on
//	                                values: explore a trace of the program (package em), and execute the
//	                                program in each order that is found
//	partial.go, search.go,          em-optimal if it does: extend partial executions step by step, with
//	linearize.go, layout.go         values, and at the end order the handlers as the queues allow
//	states.go                       em-states, and em-optimal if an execution may get stuck, or a handler
//	                                may end in a run-time error: states with their histories
//	touch.go                        what steps touch
//
// What steps touch are places. A place is a variable or a property; an event writes
// the place of a property if it moves the property's automaton, and else reads it.
// The program with its properties is a model.System.
//
// What the package does not do: em-optimal completes one execution for each class
// of executions, but it can begin others in vain, which are counted as given up,
// because it decides from the text of the program whether a step can still come
// first.
// Constraints, and steps that block otherwise than at locks, queues, guards and
// awaits (channels, semaphores, rendezvous, joins) are refused.
//
// Sources: those of package em; P. Godefroid, Partial-order methods for the
// verification of concurrent systems, 1996 (sleep sets, with which partial
// executions are searched).
//
// To add an explorer:
//
//  1. A method of judge that ends executions with over.
//  2. A line in programExplorers in program_search.go.
//  3. The random test, if it is complete.
package eventdriven
