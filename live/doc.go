// Package live finds fair cycles in graphs: infinite executions that a scheduler may
// choose. Of
//
//	0 -a-> 1 -a-> 0    in 0 and 1, task b is enabled, too
//
// the cycle is one without fairness, and none under weak fairness, as b can always
// move and never does. The graphs that are asked about have the states in which an
// obligation of a property is open, and the steps that leave it open, or pairs of a state
// and one of a Büchi automaton, whose marks a cycle has to have (docs/theory.md, "Infinite
// executions").
//
//	lasso, found := g.Find(live.Weak, poll)
//
//	graph.go       the graph, and what fairness demands
//	components.go  strongly connected components, and those that have a fair cycle
//	loop.go        a short fair cycle
//
// The package knows no programs and no properties.
//
// Sources: R. E. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1
// (1972); E. A. Emerson and C.-L. Lei, Modalities for model checking, Sci. Comput.
// Program. 8 (1987), for strong fairness: components without states in which a task is
// enabled that never moves.
package live
