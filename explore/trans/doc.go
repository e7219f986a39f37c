// Package trans explores programs of actors by the orders in which messages
// are delivered.
//
//	actor registry { on reg(id 0..2) { } }
//	actor worker[i in 1..2] { on work { post registry.reg(i) } }
//	task master { post registry.reg(0); post worker[1].work; post worker[2].work }
//
// has 6 executions up to the order of deliveries to different actors. With the
// order fifo, actor-dpor takes 24, trans-basset 10, and both with sleep sets 6.
//
// A transition is the delivery of one pending message: its handler is one
// step, with what it posts and spawns. Deliveries to one actor depend on each
// other, others do not; in particular the relation of two messages that could
// be delivered next is transitive. Dynamic partial-order reduction has to
// reverse such races only; TransDPOR uses the transitivity to leave some of
// them for later, as exploring the first alternative brings the others up
// again.
//
// There are several rules, since the published pseudo-code does not give the
// published numbers, and the published tool has no pseudo-code:
//
//	actor-dpor    whole receivers: persistent sets           persistent.go
//	trans-paper   the pseudo-code as it is printed           paper.go
//	trans-basset  what the tool does: a newer suggestion     evict.go
//	              may take the place of one that waits
//
// each with sleep sets as well (+sleep); trans-basset+sleep keeps a suggestion
// that waits more often, as that gives the published numbers with sleep sets.
// Without sleep sets, none of these takes more deliveries than actor-dpor; with
// them, trans-basset+sleep can take a few more (random_test.go has a program).
//
//	trans-dcute    the tool's mode after dCUTE               dcute.go
//	trans-optimal  ours: one execution of each class, none   optimal.go
//	               begun in vain
//
// On no random program does trans-optimal take more deliveries than
// actor-dpor+sleep in the same order; on one subject of the paper, in one order,
// it does (counts_test.go).
//
// trans-basset is not complete where guards can disable messages, and was not
// made for handlers that choose: the rule of trans-paper takes its place then.
//
// Options.Order says which receiver
// goes first where the rule leaves it open: fifo, the one whose oldest message
// is oldest; eca and lca, the earliest and the latest created actor.
//
// How the code is laid out: search.go is the depth-first search, path.go the
// execution in progress with its vector clocks; both see a program as a model
// (model.go). system.go is the model of a program in our language; check.go
// and names.go say for which programs that is right. explorers.go makes a
// result of it.
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
