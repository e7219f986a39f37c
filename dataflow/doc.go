// Package dataflow computes which states the automata of a problem can be in
// together, along all paths of the graph, and whether one of them violates the
// property.
//
// Two tasks, `a1; a2` and `b`, with an automaton that keeps a1 before a2 and
// the property "a2 never comes before b" have three nodes, each with one letter;
// a1 and b can come first, a1 is followed by a2 and b, a2 by b, b by a1 and a2,
// since what may happen in parallel also may follow. From the start tuple (0,
// waiting) Solve executes a1 to (1, waiting) and b to (0, fine); then from (1,
// waiting) a2, which traps the property:
//
//	s := Solve(ctx, p, Options{}) // s.Verdict == Violated, s.Path == [a1 a2]
//
// # What it computes
//
// A tuple has one state of every automaton. A configuration is the node that
// was executed last, or I, and a tuple; the first is I with every automaton in
// its start state. From a configuration every letter of every node that can
// follow is tried: if a constraint rejects it nothing happens; if the property
// moves into its trap that is a violation; otherwise the letter's node with the
// new tuple is a configuration. Where F can follow and all constraints accept,
// a property that does not accept is a violation. The least set of
// configurations closed under this is the solution, whatever the order.
//
// This is the state propagation of FLAVERS (M. B. Dwyer, L. A. Clarke, J. M.
// Cobleigh, G. Naumovich: Flow analysis for verifying properties of concurrent
// software systems, ACM TOSEM 13(4), 2004). Our difference: they keep a set of
// tuples at each node and send it along the edges, which repeats a tuple at
// every node it occurs at; here a tuple is kept once, with its cover, the set
// of letters tried from it so far (table.go). What a letter does depends on the
// tuple only, so on an arrival of tuple T at node m only the letters of
// succ(m) &^ cover(T) are new, and a letter is executed at most once from T. It
// is the same solution: T is at m if and only if some executed letter of m led
// to T. On products of many automata this makes one visit per transition of
// the product, where sets per node make one per edge and tuple, 35 to 50 times
// as many.
//
// # What makes it fast
//
//   - Tuples are packed into as few words as they fit (pack.go), and compared
//     and hashed as words.
//   - The letters that a tuple enables are the intersection of one row of bits
//     per group of about eight bits of the tuple (enabled.go): letters that would
//     be rejected cost nothing each.
//   - A letter's effect is one mask and one sum per word where it can be, which
//     are counters, assignments and steps of a program counter, else a table
//     (tables.go).
//   - Letters with the same moves are executed together, and what can follow is
//     the union over their nodes (class).
//   - The hash table is one flat block that grows in place, and the slots of a
//     few dozen steps are fetched before the first of them is looked at
//     (narrow.go for one word of each kind, wide.go for any number).
//   - Large searches are shared out: each worker owns the tuples whose hash falls
//     to it (shards.go). The solution is the same, path and counts included.
//
// # What it does not do
//
// It does not know programs: whether the graph has all the paths that the
// program has is the business of the stages before it, and Assemble only
// brings their results together. It does not reduce the graph. A search that
// hit a limit claims nothing, whatever it has seen; Check verifies the two
// other verdicts without relying on the search. Solutions are the same, counts
// included, in every order; paths are not, and only BFS finds a shortest one.
package dataflow
