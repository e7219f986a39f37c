// Package ada makes programs in the task language of programs in Ada, with the names that they have in Ada.
//
//	task body Clerk is          task Clerk {
//	begin                           entry Sell
//	   accept Sell;      becomes    accept Sell
//	end Clerk;                  }
//
// This package finds the units of a program, elaborates declarations, and lowers statements and calls; calls are
// inlined. Package syntax reads the text, types holds what names stand for, eval evaluates expressions,
// tasking lowers tasks and protected objects, and model is what is written.
//
// What the model has otherwise than the program is in the ledger, or a diagnostic.
//
// To add a statement: 1. its kind in lang/ada/syntax/tree.go, 2. a case in statement, and in
// lang/ada/eval/elaborate.go if it may stand in functions that initialize objects, 3. a program in
// testdata where it decides a verdict.
package ada

import (
	"flavers/diag"
	"flavers/lang/ada/effects"
	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/tasking"
	"flavers/lang/ada/types"
	"flavers/report/ledger"
)

// lowerer makes a program in the task language of a program in Ada.
type lowerer struct {
	tasking.Tasks

	units     map[string]*unit
	broken    map[string]bool // units with syntax errors: they are taken to have any name
	set       map[string]string
	constants map[string]int64
	// components are those of types whose objects access values may lead to, and "all" if there is any such type.
	components map[string]bool
	aliased    bool // an access value may lead to an object that is declared
	effects    *effects.Table
	order      order
	packaged   int     // tasks, or arrays of them, that packages of the current declarations have
	inlines    bool    // every call is inlined, and computed when the tasks run: for tests
	finals     []final // what is finalized at the end of the program, in the order of the declarations
}

var (
	_ eval.Context     = &lowerer{}
	_ tasking.Lowering = &lowerer{}
)

func newLowerer(list *diag.List, notes *ledger.Notes, set map[string]string) *lowerer {
	l := &lowerer{units: map[string]*unit{}, set: map[string]string{}, constants: map[string]int64{}}
	l.Writer = model.New(list, notes)
	l.Mentions, l.Allocated, l.Requeued = syntax.Mentions{}, map[string]bool{}, map[string]bool{}
	l.Kept = map[string]*types.Group{}
	l.Free, l.FreeAll = map[string]int64{}, 1
	l.Counts, l.Factor = map[string]bool{}, 1
	l.Context, l.Stmts = l, l
	l.Interrupt = l.Step
	for k, v := range set {
		l.set[syntax.Fold(k)] = v
	}
	return l
}
