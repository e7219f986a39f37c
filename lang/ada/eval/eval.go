// Package eval evaluates names, types and expressions of Ada, and assigns values.
//
//	Count + 1      becomes   (Count + 1), of type Integer
//	N + 1          becomes   4, where N is 3 before the program runs
//	Fork'Range     becomes   the bounds of Fork
//
// A value is known, an expression of the task language, a place, or not modelled. What an expression does, such
// as a call in it, is written before the statement in which it stands.
//
// It lowers no statement and no call: a Context does. While the program is elaborated, variables have
// values, and subprograms are executed on them.
package eval

import (
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Context is what expressions need of the rest of the program.
type Context interface {
	// Unit is a library unit by its name; nil: there is none.
	Unit(name string, sc *types.Scope) *types.Entity
	Declarations(decls []*syntax.Decl, sc *types.Scope)
	// Call and Inline are the result of a subprogram, which is written where it is called.
	Call(f *types.Entity, args []syntax.Arg, sc *types.Scope, e *syntax.Expr) types.Value
	Inline(f *types.Entity, args []types.Bound, e *syntax.Expr) types.Value
	CallStmt(s *syntax.Stmt, sc *types.Scope)
	// Method is the operation that X.Name stands for, of an object X of a tagged type; nil: it is none.
	Method(f *syntax.Expr, sc *types.Scope) *types.Entity
	// Operation is an operation of a protected object; nil: there is none of this name.
	Operation(p *types.Place, name string) *types.Operation
	ProtectedCall(p *types.Place, op *types.Operation, args []syntax.Arg, sc *types.Scope, e *syntax.Expr) types.Value
	// Allocate is the value of an allocator, CountOf that of E'Count.
	Allocate(e *syntax.Expr, sc *types.Scope, want *types.Type) types.Value
	CountOf(e *syntax.Expr, sc *types.Scope) types.Value
	// AsTask is the task that an access value leads to, or the value itself.
	AsTask(v types.Value) types.Value
	// Defers reports whether an initial value is computed when the program runs, and not before; Defer tells of a place
	// with such a value. Stale reports whether a variable may have another value by now than at its declaration.
	Defers(x *syntax.Expr) bool
	Defer(p *types.Place, x *syntax.Expr)
	Stale(p *types.Place) bool
	// Acts reports whether a part of the program may change a variable, or use a task or a protected object.
	Acts(x any) bool
	// ThroughAccess reports whether a name may lead to an object that is followed by an access value.
	ThroughAccess(e *syntax.Expr, sc *types.Scope) bool
}

// Evaluator evaluates for one program.
type Evaluator struct {
	model.Writer
	Context Context

	Global    *types.Scope
	Frames    []*Frame
	Around    []Exit // what may be aborted, from the outside
	deferred  int    // > 0: but not here
	Results   []*types.Result
	Loops     []*Loop
	Calls     []*types.Entity // that are inlined
	Behind    Behind          // what sees the declaration that is lowered
	Allocated map[string]bool // record types that have allocators
	Requeued  map[string]bool // names of entries that a requeue of the program has
	Sizes     *Sizes
	ranged    map[string]*types.Type // subtypes of libraries, by name
	// OfLibraries are the exceptions of libraries that handlers of the program name.
	OfLibraries []int
	Kept        map[string]*types.Group // the tasks that are objects, or parts of them, by the name of their place
	Mentions    syntax.Mentions         // of parts of the program
	Free        map[string]int64
	FreeAll     int64    // values of all variables that have none yet
	Prologue    []func() // of the main task
	fixed       int      // > 0: indices are evaluated now, for a place that is used later
	Mode        bool     // the statements of a task are lowered
	changes     []change // of variables, while the program is elaborated
	objects     int64    // that executed subprograms have declared
	attempting  bool     // what is computed may be taken back
	handlers    int      // > 0: statements with handlers are executed
}
