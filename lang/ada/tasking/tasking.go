// Package tasking lowers what tasks do with each other: tasks and their masters, entries, select, protected objects.
//
//	accept Up;            becomes   accept Up
//	Seat.Take (Mine);     becomes   atomic { Mine = Free; Free = false }
//
// A rendezvous is one of the task language, with a reply if anything comes back. A protected
// action is one step.
//
// Statements in the bodies of tasks, entries and operations are lowered by a Lowering.
package tasking

import (
	"go/token"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Lowering is what bodies need.
type Lowering interface {
	Statements(body []*syntax.Stmt, sc *types.Scope)
	HandledBody(body []*syntax.Stmt, handlers []*syntax.Handler, sc *types.Scope, pos token.Position)
	// Block lowers declarations, too: it waits for the tasks that these start.
	Block(decls []*syntax.Decl, body []*syntax.Stmt, handlers []*syntax.Handler, sc *types.Scope, pos token.Position)
	Inline(f *types.Entity, args []types.Bound, e *syntax.Expr) types.Value
	// MayRaise reports whether anything in the program raises an exception by a statement.
	MayRaise() bool
	// AllocatedObject calls what initializes an object that an allocator makes.
	AllocatedObject(v types.Value, t *types.Type, e *syntax.Expr)
	// Handles reports whether any handler of the program is one of a predefined exception.
	Handles() bool
}

// Tasks lowers for one program.
type Tasks struct {
	eval.Evaluator
	Stmts Lowering

	gotos    map[*syntax.Stmt]gotoTarget // what the requeue statements of a body do
	acting   []*monitor                  // protected actions in progress
	Many     bool                        // inside of a loop that may turn any number of times
	Factor   int64                       // how often the code is executed at most, if not Many
	Counts   map[string]bool             // what is known of bodies
	Body     bool                        // the block that follows is the body of a task
	Before   func()                      // what the statements that follow begin with
	Late     bool                        // objects are declared by the main procedure
	Rising   []types.Value               // exceptions that are handled
	Triggers []*syntax.Stmt              // delays that abort what is lowered
	// Masters are those of the access types that the block declares.
	Masters []*types.Master
}
