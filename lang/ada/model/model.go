// Package model is the program in the task language that a program in Ada becomes, while it is written.
//
//	w.Emit(pos, "call %s.%s", "Fork[0]", "Up")
//
// adds a line with its place in the Ada source. Beside the lines it holds the variables, the names that these
// have in Ada, and the ledger of what the model has otherwise than the program.
//
// It knows types and values, and no statements of Ada. Names have to be valid and unique: see Unique.
//
// To add an entry of the ledger: 1. its code and explanation in codes.go, 2. a call of Note where
// the lowering decides it, 3. a line in docs/ada.md.
package model

import (
	"go/token"
	"slices"

	"flavers/diag"
	"flavers/lang/ada/types"
	"flavers/limit"
	"flavers/report/ledger"
)

// Writer holds what is written.
type Writer struct {
	Poll    *limit.Poll // looked at for each piece of work; nil: no limit
	Diags   *diag.List
	List    *diag.List // where messages go; nil: nowhere
	Notes   *ledger.Notes
	Out     *[]Line
	Stopped bool // there were too many problems, or too much work
	work    int
	quota   int // > 0: work is stopped there

	Hushed      int            // quiet evaluations in progress
	Elaborating int            // > 0: the program is elaborated, variables have values
	Atomic      int            // > 0: what is written is one step
	Turns       int64          // of the loops in that step, as far as they are written
	Outside     int64          // how often that step is executed, by the loops around it
	Task        *types.Running // whose statements are lowered
	// Interrupt is called before each line that begins a step of the current task which others may see; nil: nothing is.
	Interrupt func(pos token.Position)
	// Aborted has the task types, by the place of their declaration, that abort statements of the program name; nil: each
	// may be one of them.
	Aborted map[string]bool
	// Aborts are those that were found.
	Aborts map[string]bool

	Opaque, Integer, Boolean *types.Type

	Taken      map[string]bool  // names
	next       map[string]int   // the number that the next name of this kind has
	Shown      map[string]Shown // by the name in the task language
	Words      map[string]string
	Vars       []*Storage
	Groups     []*types.Group
	Pools      map[string]*types.Group // of the tasks of a type that allocators create
	Heaps      map[string]*Heap
	Replies    []Line          // the tasks that are complete
	Exceptions []string        // by number
	Unhandled  map[string]bool // the marks of exceptions that nobody handles
	Internal   map[string]bool // variables of one task that the program does not have
	Most       int64           // wide integers are followed from -Most to Most
}

// New returns an empty program. The name elaborated_ is taken by the variable that tells that elaboration is over.
func New(list *diag.List, notes *ledger.Notes) Writer {
	return Writer{Diags: list, List: list, Notes: notes, Out: new([]Line),
		Taken: map[string]bool{"elaborated_": true},
		next:  map[string]int{}, Shown: map[string]Shown{}, Words: map[string]string{},
		Pools: map[string]*types.Group{}, Heaps: map[string]*Heap{},
		Exceptions: slices.Clone(Predefined), Unhandled: map[string]bool{}, Internal: map[string]bool{},
		Aborts: map[string]bool{}, Most: 63}
}
