// Package trans explores programs of actors by the orders in which messages
// are delivered.
//
//	actor registry { on reg(id 0..2) { } }
//	actor worker[i in 1..2] { on work { post registry.reg(i) } }
//	task master { post registry.reg(0); post worker[1].work; post worker[2].work }
//
// has 6 executions up to the order of deliveries to different actors. It is the
// example of section 2 of the paper. With the order fifo, actor-dpor executes it
// in 24 ways, trans-basset in 10, and both with sleep sets in 6.
//
// A transition is the delivery of one pending message: its handler is one step,
// with what it posts and spawns. Two deliveries are in a race if they go to the
// same actor and neither leads to the other; this relation is transitive
// (proposition 2 of the paper). Dynamic partial-order reduction has to reverse
// races. TransDPOR uses the transitivity to leave some of them for later: when the
// first alternative is explored, the others come up again.
//
// There are several rules for what to explore, since the pseudo-code of the paper
// does not give the numbers of the paper, and the tool of its authors, Basset, has
// no pseudo-code:
//
//	actor-dpor    persistent sets: all messages for an actor  persistent.go
//	trans-paper   Figure 2 of the paper as it is printed      paper.go
//	trans-basset  what the tool does: a newer suggestion may  evict.go
//	              take the place of one that waits
//
// Each has a variant with sleep sets (+sleep). trans-basset+sleep keeps a
// suggestion that waits more often than trans-basset, as that gives the published
// numbers with sleep sets. Without sleep sets, none of these makes more deliveries
// than actor-dpor; with them, trans-basset+sleep can make a few more
// (random_test.go has a program).
//
//	trans-dcute    the tool's mode after dCUTE               dcute.go
//	trans-optimal  ours: one execution of each class, none   optimal.go
//	               begun in vain
//
// On no random program does trans-optimal make more deliveries than
// actor-dpor+sleep in the same order; on one subject of the paper, in one order,
// it does (counts_test.go).
//
// trans-basset is not complete where guards can disable messages, and was not
// made for handlers that choose: the rule of trans-paper takes its place then.
//
// Options.Order says which receiver goes first where the rule leaves it open
// (order.go): with fifo, the one whose oldest message is oldest; with eca and lca,
// the earliest and the latest created actor.
//
// How the code is laid out:
//
//	search.go     the depth-first search that all rules share: Figure 2 without lines 3 to 9
//	path.go       the execution in progress, with happens-before as vector clocks
//	deliverer.go  a program of actors as both of these see it
//	system.go     a program in our language as a deliverer (schedule.go: its executions as schedules)
//	check.go      for which programs that is right (names.go, code.go, walk.go)
//	explorers.go  the explorers: their names and results
//
// What the package does not do: messages in order (loopers), several messages
// at once (quorums), anything that actors share besides messages. Such programs
// are refused, with the reason: their races are not transitive, or not between
// messages for one actor. Explorers of package explore take them.
//
// Sources: S. Tasharofi, R. K. Karmani, S. Lauterburg, A. Legay, D. Marinov and
// G. Agha, TransDPOR: A Novel Dynamic Partial-Order Reduction Technique for
// Testing Actor Programs, FMOODS/FORTE 2012 (cited as "the paper"); S.
// Lauterburg, R. K. Karmani, D. Marinov and G. Agha, Evaluating Ordering
// Heuristics for Dynamic Partial-Order Reduction Techniques, FASE 2010; the
// tool Basset, whose behaviour (not its code) is described at the rules.
//
// To add a rule:
//
//  1. A file with a type that implements rule.
//  2. A line in the table kinds in explorers.go.
//  3. A line in the table variants in random_test.go.
//  4. docs/explorers.md.
package trans
