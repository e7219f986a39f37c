package ada

// This file lowers abort statements.

import (
	"go/token"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// abort evaluates the names of tasks that are aborted, and leaves the tasks alone. The step that it emits marks the
// executions that pass: what comes before it is exact, and all that comes behind it is possible only. No verdict holds.
// The step is emitted behind the names, since these may raise an exception.
func (l *lowerer) abort(tasks []syntax.Arg, pos token.Position, sc *types.Scope) {
	for _, t := range tasks {
		l.Expr(t.Value, sc, nil)
	}
	l.Note(model.Aborting, pos, "abort is not followed: the tasks go on in the model")
	l.Emit(pos, "skip")
}
