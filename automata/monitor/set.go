// Package monitor binds automata to a trace flow graph: the property, the
// user's constraints and the feasibility constraints made from the program.
//
// A feasibility automaton follows one component of the program's state (where
// a task stands, the value of a variable, who holds a lock, what is in a
// buffer, ...). Its transitions are not written here but read off the cases of
// package sem, so they mean what the executable semantics means. For
//
//	task t { var x 0..1; x = any; if x == 1 { event a } else { event b } }
//
// the automaton var:t.x has two states; the node x=any has two letters, one
// for each value; the test x==1 is rejected in the state x=0.
//
// A Set is a choice of automata with their letters. Automata are cut to their
// reachable states, determinised where steps are hidden, and minimised. A node
// that no chosen automaton reacts to is tau; a node none of whose letters is
// possible is dead.
//
// May err towards: accepting more (an automaton that is not chosen accepts
// everything). With every component chosen the product is exact.
//
// What the package does not do: it knows no edges and explores nothing.
//
// Constraint automata of tasks and variables are those of M. Dwyer and
// L. A. Clarke, "Data flow analysis for verifying properties of concurrent
// programs" (1994); ours come from one table for every kind of object.
package monitor

import (
	"flavers/bitset"
	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
	"flavers/tfg"
)

// Choice says which automata a problem has.
type Choice struct {
	Components  []sem.CompID // ascending: feasibility constraints
	Constraints []*Binding   // written by the user: assumptions
	Property    *Binding     // nil: none, or Errors
	Errors      bool         // the property is that no step ends in a run-time error
	// Counts restricts Errors to some cases of actions, limits of the model among
	// them; nil: all run-time errors. Where others fail, executions end.
	Counts func(a cfg.ActionID, kase int) bool
	Follow *Path       // only executions that follow this path (nil: all)
	Poll   *limit.Poll // Compile, and stages that work on its Set, look at it; nil: they go on to their end
}

// Path is a constraint for refinement: of the actions in Visible, exactly
// those of Actions happen, in this order.
type Path struct {
	Actions []cfg.ActionID
	Visible []bool // by action
}

// Monitor is one automaton of a Set. States are 0..States-1.
type Monitor struct {
	Name     string
	Comp     sem.CompID // the component it follows, or -1
	Binding  *Binding   // the specification it follows, or nil
	Property bool
	Value    bool // it follows what a variable or an object holds: no task's place, and no specification
	States   int
	Start    int32
	Accept   []bool // acceptable when all tasks have ended
	Trap     int32  // property: the error state, or -1
}

// Letter is one way to execute a node: alternatives of the node's action,
// merged as far as the chosen automata cannot tell them apart.
type Letter struct {
	Node   tfg.NodeID
	Action cfg.ActionID
	Case   int32      // one of the cases that were merged
	Err    *sem.Error // it ends the execution: nothing follows
	Moves  []Move     // ascending by monitor
}

// Move takes monitor state s to To[s]; negative: rejected.
type Move struct {
	Monitor int32
	To      []int32
}

// Set is the chosen automata over one graph. It is immutable.
type Set struct {
	G        *tfg.Graph
	Monitors []Monitor // components, then constraints, then the property
	Letters  []Letter  // ascending by node
	first    []int32   // letters of node n: first[n]..first[n+1]

	Visible bitset.Set   // nodes that some automaton reacts to
	Dead    bitset.Set   // nodes with an action none of whose letters is possible
	React   []bitset.Set // by monitor: the nodes it reacts to

	Poll *limit.Poll // of the Choice
}

// Of lists the letters of a node.
func (s *Set) Of(n tfg.NodeID) []Letter { return s.Letters[s.first[n]:s.first[n+1]] }

// Property returns the index of the property monitor, or -1.
func (s *Set) Property() int {
	if k := len(s.Monitors) - 1; k >= 0 && s.Monitors[k].Property {
		return k
	}
	return -1
}
