package ada

// This file lowers blocks: the tasks that a block declares are started at its begin, and awaited at its end.

import (
	"go/token"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Block lowers declarations, statements and handlers. The tasks that it declares are started at its begin, and
// awaited at its end.
func (l *lowerer) Block(decls []*syntax.Decl, body []*syntax.Stmt, handlers []*syntax.Handler, sc *types.Scope,
	pos token.Position) {
	whole := l.Body
	l.Body = false
	sc.Shared = syntax.HasTasks(decls, body, handlers)
	first := len(l.Groups)
	if whole {
		l.Activate(pos, func() { l.declarationsOf(decls, body, handlers, sc) })
	} else {
		l.declarationsOf(decls, body, handlers, sc)
	}
	started := l.Groups[first:len(l.Groups):len(l.Groups)]
	var mine []*types.Group
	for _, g := range started {
		if g.Nested {
			mine = append(mine, g)
		}
	}
	if len(mine) == 0 {
		l.HandledBody(body, handlers, sc, pos)
		return
	}
	waits := l.Unique("waits")
	s := &model.Storage{Name: waits, Type: l.Boolean, Init: func() string { return "" }}
	l.Vars = append(l.Vars, s)
	l.Shown[waits] = model.Shown{Text: waits}
	if g := l.CurrentGroup(); g != nil && l.Task.Index != "" { // one of each task
		s.Dims = []int64{0}
		s.Init = func() string { s.Dims[0] = max(1, g.Hi-g.Lo+1); return "" }
		l.Shown[waits] = model.Shown{Text: waits, Dims: []*types.Type{g.Index}}
		waits += "[" + l.Task.Position() + "]"
	}
	for _, g := range mine {
		g.Waits, g.Beside = waits, mine
		l.EndedFlag(g)
		if g.Once {
			l.Emit(pos, "spawn %s", g.Name)
			continue
		}
		l.EachInstance(g, func(ref string) { l.Emit(pos, "call %s.%s", ref, types.StartEntry) })
	}
	clean := func() {
		if whole {
			l.Complete(l.Task.Self(), pos, true)
		}
		l.Emit(pos, "%s = true", waits)
		for _, g := range mine {
			l.EachInstance(g, func(ref string) {
				t := types.TaskRef{Group: g, Code: ref}
				l.Emit(pos, "await %s%s", l.EndedFlag(g), t.Index())
			})
		}
		l.Emit(pos, "%s = false", waits)
	}
	l.Frames = append(l.Frames, &eval.Frame{Cleanup: clean})
	l.Before = func() { l.Activated(mine, pos) }
	lines := l.Capture(func() { l.HandledBody(body, handlers, sc, pos) })
	l.Frames = l.Frames[:len(l.Frames)-1]
	l.Append(lines)
	if !model.Leaves(lines) {
		clean()
	}
}

// leave emits what is done on the way out to a frame.
func (l *lowerer) leave(depth int) {
	for i := len(l.Frames) - 1; i >= depth; i-- {
		if f := l.Frames[i]; f.Cleanup != nil {
			saved := l.Frames
			l.Frames = l.Frames[:i]
			f.Cleanup()
			l.Frames = saved
		}
	}
}
