package dataflow

import "flavers/bitset"

// Problem is what the fixed point is computed over: nodes that some automaton
// reacts to, the edges between them with all other nodes closed over, and the
// automata as tables. It is made by package monitor's Compile and not changed.
type Problem struct {
	Monitors   []Monitor
	Letters    []Letter       // ascending by Node; every node has at least one
	Nodes      int            // nodes are 0..Nodes-1
	Start      bitset.Set     // nodes that can come first: successors of I
	Succ       *bitset.Matrix // Nodes x Nodes: row n holds the successors of n, control and MIP
	Final      bitset.Set     // nodes that F can follow
	StartFinal bool           // F can follow I: all tasks may end without a step
}

// Monitor is one automaton of the problem. States are 0..States-1.
type Monitor struct {
	Name     string
	Property bool // this is the property, as at most one monitor is; the others are constraints
	States   int
	Start    int32
	Accept   []bool // by state: acceptable when all tasks have ended
	Trap     int32  // of a property: the error state, or -1; a constraint has none, it rejects (Move.To < 0)
}

// Letter is one way to execute a node. Several letters of one node are
// alternatives (a choice of values); each is tried.
type Letter struct {
	Node  int32
	Moves []Move // ascending by Monitor; automata not named stay where they are
}

// Move is what a letter does to one automaton: from state s to To[s], or
// rejected where To[s] < 0.
type Move struct {
	Monitor int32
	To      []int32
}
