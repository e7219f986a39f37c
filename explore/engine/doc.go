// Package engine is a search with dynamic partial-order reduction in which the
// user says what a scheduling point is, perhaps without knowing yet.
//
//	shared i 0..2
//	task main { spawn run(); i = 2 }
//	task run() dynamic[1] { i = 1 }
//
// When main writes i, nobody else has: this is perhaps a scheduling point, a
// Maybe, and the search goes on without a choice. When run writes i, it is known
// to be shared. The Maybe was one, and there is no way back to it; so the search
// is done again from the last Replay node, here the root, and now there are two
// children (flavers explore dporgraph.tfg --algorithm engine-drb --graph F.svg):
//
//	0 Replay ── 1 Maybe ── main: i = 2 ── 2 Yes ── run: i = 1
//	         └─ 3 Yes ┬─── main: i = 2 ── 4 Yes ── run: i = 1
//	                  └─── run: i = 1 ─── 5 Yes ── main: i = 2
//
// What is gained is memory: a choice needs a saved state, a Maybe does not. Of
// examples/dpor/indexer.tfg with 12 threads, engine-ea saves 750 states, engine-drb
// 53.
//
// The engine (interfaces.go, engine.go, node.go) knows of threads, nodes and choices only. What
// it drives, and what it asks, are interfaces: Program; Marker, which says Yes,
// Maybe, No or Replay; Dependence; Resettable, for what has to follow the
// program's state back. graph.go records the search and writes it for Graphviz,
// svg.go draws it. The instances for our programs are
//
//	engine-ea            every access to what others may access: Yes
//	engine-drb           Yes where two tasks have accessed the same so far, in the
//	                     whole search; else Maybe (data-race behaviours)
//	engine-drb+sections  the same, with Replay at local steps after nodes
//
// in program.go, next.go and facts.go (the program, on explore/model: a task's
// next instruction is all it can do where it stands), clocks.go (dependence, by
// footprints and vector clocks), marker.go and explorers.go.
//
// Differences from the paper, each because something would be lost (cases_test.go
// has a program for each):
//
//   - The paper's search looks at the nearest dependent node only. That is right
//     if an instruction touches one location, whatever the others do. Else
//     Dependent answers Race instead of LastRace, and the search goes on.
//   - Threads that wait are looked at, after each node that they depend on: an
//     instruction that waits may look elsewhere when it goes on.
//   - A node that a waiting thread depends on can be the one that lets it go on.
//     Then there is nothing to schedule, and nodes further back count: the rule
//     for locks is a case of it. It has to be the only one. It may not be if
//     something else happens before the thread goes on (a node, or a local step
//     in which a task ends that is joined), or if the thread, as it goes on, does
//     not look at all it was waiting for (clocks.Dependent).
//   - Tasks that can meet in a rendezvous move as one, and what they can do is one
//     instruction. Choices in an instruction are all taken.
//   - A thread that is chosen at a node executes its local instructions first; if
//     those start a thread, its marked one gets a node of its own.
//   - The marker is told which Maybe was wrong (Learner), as where tasks stand is
//     looked at by others but is no location. A marker that does not learn is an
//     error (ErrMarker); the paper's search would go on forever.
//
// Graphs counts the terminations of threads, in all that was done: the engine of
// the paper writes its graph at each, and its table gives their number. MoreSimple
// and MaybeExample have the paper's numbers; its two larger programs are not known.
//
// What the package does not do: sleep sets (executions of one class can be
// explored several times), and matching of states (the reduction would not be
// sound).
//
// Source: K. Storey, E. Mercer and P. Parizek, A Sound Dynamic Partial Order
// Reduction Engine for Java Pathfinder ("the paper" in this package); it builds on
// C. Flanagan and P. Godefroid, Dynamic partial-order reduction for model checking
// software, POPL 2005. Where the parts of the paper are:
//
//	Algorithm 1, ExecuteInstruction    Engine.run
//	Algorithm 1, ExecuteDpor           Engine.races
//	Algorithm 1, AddScheduleFor        Engine.schedule
//	Algorithm 2, ArrangeReplay         Node.replay
//	Algorithm 2, MustReplay            Node.mustReplay; Engine.section repeats
//	3.1, DPOR graph                    Node; Graph is a record of it
//	3.2, DporInstructionMarker         Marker
//	3.2, DporDependenceRelation        Dependence
//	3.2, DporResettable                Resettable
//	4, EveryAccess and                 everyAccess, dataRace
//	DataRaceBehavior
//
// Java Pathfinder saves states and goes back to them; here the engine does so
// itself, through Program.
//
// To add an instance:
//
//  1. A Marker in marker.go.
//  2. A line in the table in explorers.go.
//  3. docs/explorers.md. For another kind of program: a Program and a Dependence; toy_test.go has small ones.
package engine
