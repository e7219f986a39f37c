package ada

// This file lowers abort statements.

import (
	"go/token"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// abort aborts tasks. Where it is not known which, it leaves them alone, and a step marks the executions that pass:
// what comes before it is exact, and all that comes behind it is possible only. The step is emitted behind the names,
// since these may raise an exception.
func (l *lowerer) abort(tasks []syntax.Arg, pos token.Position, sc *types.Scope) {
	var refs []*types.TaskRef
	for _, t := range tasks {
		v := l.AsTask(l.Expr(t.Value, sc, nil))
		if v.Task == nil {
			l.Note(model.Aborting, pos, "it is not known which task is aborted: all go on in the model")
			l.Emit(pos, "skip")
			continue
		}
		l.Null(v.Task, pos)
		refs = append(refs, v.Task)
	}
	l.Abort(refs, pos)
}

// abortTask aborts the task that a value of Task_Id identifies.
func (l *lowerer) abortTask(args []syntax.Arg, pos token.Position, sc *types.Scope) {
	if len(args) == 1 {
		x := args[0].Value
		switch {
		case x.Kind == syntax.Attribute && syntax.Fold(x.Text) == "identity":
			l.abort([]syntax.Arg{{Value: x.X}}, pos, sc)
			return
		case syntax.Fold(syntax.LastName(x)) == "current_task" && l.CurrentGroup() != nil:
			l.Abort([]*types.TaskRef{l.Task.Self()}, pos)
			return
		}
	}
	l.abort(args, pos, sc)
}

// aborting reports whether a unit has an abort statement, or names the procedure that aborts a task.
func aborting(u *syntax.Unit) bool {
	found := false
	syntax.EachDecl(u.Decl, func(d *syntax.Decl) {
		d.EachStmt(func(s *syntax.Stmt) { found = found || s.Kind == syntax.Abort })
	})
	syntax.Everywhere(u.Decl, func(e *syntax.Expr) {
		found = found || syntax.Fold(syntax.LastName(e)) == "abort_task"
	})
	return found
}
