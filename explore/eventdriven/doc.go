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
//	program.go, program_search.go  the orders of a trace of the program (package em), each
//	                      executed with its values: if what is touched does not
//	                      depend on them
//	partial.go, search.go, linearize.go, layout.go
//	                      em-optimal else: partial executions, extended step by step
//	                      with values, and at the end ordered as queues allow
//	states.go             em-states; and em-optimal if an execution may get stuck, or
//	                      a handler may end in a run-time error
//	touch.go              what steps touch
//
// The program with its properties is a model.System. A property is a place that
// its events write, if they move it, or read.
//
// What the package does not do: em-optimal has one execution for each class of
// executions, but can begin others in vain, which are counted as given up:
// whether something can still come first is told from the text of the program.
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
