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

// Choice says which automata a problem has. It has at most one property: Property or Errors.
type Choice struct {
	Components  []sem.CompID // the components with a feasibility constraint, ascending
	Constraints []*Binding   // assumptions: constraints written by the user
	Property    *Binding     // the property, or nil if the problem has none or Errors is set
	Errors      bool         // the property is that no step ends in a run-time error

	// Counts restricts Errors to some cases of actions; these may be limits of the model, too. An execution ends
	// without a violation where another case fails. If Counts is nil, all run-time errors of the program count, and
	// no limits of the model.
	Counts func(a cfg.ActionID, kase int) bool

	Follow *Path       // restricts executions to those that follow this path; nil: no restriction
	Poll   *limit.Poll // ends Compile, and stages that work on its Set, at a limit; nil: there is no limit
}

// Path is a constraint for refinement. It demands that of all actions in Visible exactly those in Actions happen, in
// this order. Other actions are free.
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
	Value    bool // it follows what a variable or an object holds, not the position of a task or a specification
	States   int
	Start    int32
	Accept   []bool // by state: an execution may end in it, when all tasks have ended
	Trap     int32  // the error state of a property; -1: there is none
}

// Letter is one way to execute a node. It stands for one case of the node's action, or for several cases that the
// chosen automata cannot tell apart.
type Letter struct {
	Node   tfg.NodeID
	Action cfg.ActionID
	Case   int32      // one of the cases that were merged
	Err    *sem.Error // the error in which the letter ends the execution, or nil
	Moves  []Move     // what it does to automata, ascending by monitor; an automaton without a move stays where it is
}

// Move is what a letter does to one monitor: it leads from state s to To[s], and is rejected in s if To[s] is negative.
type Move struct {
	Monitor int32
	To      []int32
}

// Set is the chosen automata over one graph. It is immutable.
type Set struct {
	G        *tfg.Graph
	Monitors []Monitor // components, then constraints, then the property
	Letters  []Letter  // ascending by node
	first    []int32   // the letters of node n are Letters[first[n]:first[n+1]]

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
