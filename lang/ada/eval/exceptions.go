package eval

// This file raises exceptions. The place where one is handled is known, as calls are inlined: raising one is a
// jump there.

import (
	"go/token"
	"slices"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Frame is a construct that exceptions leave or that handles them. It may have a cleanup, which is executed when
// control leaves the construct.
type Frame struct {
	Label     string // of a catching frame
	Exception string // the variable that holds the exception
	Covers    func(id int64) bool
	Cleanup   func() // of a master: what is done when it is left
	Finalizes bool   // Cleanup finalizes an object
	Region    *Region
	Resumes   func() // how the task may go on behind the cleanup, though an abort has led to it; nil: it does not
	Stops     bool   // the task may end behind it
	Passes    bool   // an exception goes on behind it
	Used      bool
}

// Exit is a construct around the statements that are lowered whose execution may be aborted.
type Exit struct {
	Cond  types.Cond // it is, while this holds
	Label string     // where what is aborted goes on
}

// Region is what is executed within a frame that is cleaned up where it is aborted.
type Region struct {
	Outer []Exit
	Start int // its first line
}

// handled reports whether a frame around the current statement may handle exception id.
func (l *Evaluator) handled(id int64) bool {
	for i := len(l.Frames) - 1; i >= 0; i-- {
		if f := l.Frames[i]; f.Label != "" && !f.Passes && f.Covers(id) {
			return true
		}
	}
	return false
}

// CleanUp emits the cleanup of frame i. No abort interrupts it.
func (l *Evaluator) CleanUp(i int) {
	saved := l.Frames
	l.Frames = l.Frames[:i:i] // the frames above stay as they are
	l.Deferred(saved[i].Cleanup)
	l.Frames = saved
}

// WayOut emits the cleanups of the frames that control leaves on its way out to depth frames.
func (l *Evaluator) WayOut(depth int) {
	for i := len(l.Frames) - 1; i >= depth; i-- {
		if l.Frames[i].Cleanup != nil {
			l.CleanUp(i)
		}
	}
}

// Deferred lowers with f what no abort may interrupt.
func (l *Evaluator) Deferred(f func()) {
	l.deferred++
	f()
	l.deferred--
}

// Interruptible lowers with f what aborts may interrupt, although it stands within Deferred.
func (l *Evaluator) Interruptible(f func()) {
	saved := l.deferred
	l.deferred = 0
	f()
	l.deferred = saved
}

// Exits returns the constructs around the current statements that may be aborted here.
func (l *Evaluator) Exits() []Exit {
	if l.deferred > 0 || l.Atomic > 0 || l.Hushed > 0 || l.Elaborating > 0 {
		return nil
	}
	return l.Around
}

// Raise emits the jump to the frame that handles an exception. v is the number of the exception, and name its name
// in messages.
func (l *Evaluator) Raise(v types.Value, pos token.Position, name string) {
	if l.Hushed > 0 {
		return
	}
	if l.Elaborating > 0 {
		l.Failed(pos, "%s is raised while the program is elaborated", name)
		return
	}
	for i := len(l.Frames) - 1; i >= 0; i-- {
		f := l.Frames[i]
		if f.Cleanup != nil {
			l.CleanUp(i)
			continue
		}
		if v.Known && !f.Covers(v.N) {
			continue
		}
		f.Used = true
		l.Emit(pos, "%s = %s", f.Exception, v.Text())
		l.Emit(pos, "break %s", f.Label)
		return
	}
	// Nobody handles it: the task ends. What others do then is followed, too.
	mark := "unhandled_"
	if v.Known {
		mark += types.Identifier(l.Exceptions[v.N])
	}
	l.Unhandled[mark] = true
	if l.Task != nil && l.Task.Stays {
		l.Emit(pos, "assert %s", mark)
		l.Emit(pos, "break %s", l.Task.End)
		return
	}
	l.Emit(pos, "select {")
	l.Emit(pos, "case skip:")
	l.Emit(pos, "assert %s", mark)
	l.Emit(pos, "case skip:")
	l.Emit(pos, "skip")
	l.Emit(pos, "}")
	if l.Task != nil {
		l.Emit(pos, "break %s", l.Task.End)
	}
}

func (l *Evaluator) Failed(pos token.Position, format string, args ...any) {
	l.Errorf(pos, 1, model.NotStatic, format,
		args...).WithHint("what is declared before begin is computed before the tasks run")
}

// ExceptionOf returns the number of an exception.
func (l *Evaluator) ExceptionOf(e *syntax.Expr, sc *types.Scope) (int, bool) {
	ent := l.Resolve(e, sc)
	switch {
	case ent == nil:
		return 0, false
	case ent.Kind == types.Exception:
		return ent.Id, true
	case ent.Kind == types.Library:
		id := l.ExceptionNamed(ent.Name)
		if !slices.Contains(l.OfLibraries, id) {
			l.OfLibraries = append(l.OfLibraries, id)
		}
		return id, true
	}
	l.Errorf(e.Pos, e.Len, model.Undeclared, "%s is no exception", syntax.Path(e))
	return 0, false
}

func (l *Evaluator) RaiseNamed(x *syntax.Expr, sc *types.Scope, e *syntax.Expr) {
	if id, ok := l.ExceptionOf(x, sc); ok {
		l.Raise(types.Num(l.Integer, int64(id)), e.Pos, l.Exceptions[id])
	}
}
