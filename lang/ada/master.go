package ada

// This file lowers blocks: the tasks that a block declares are started at its begin, and awaited at its end.

import (
	"go/token"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Block lowers declarations, statements and handlers. The tasks that it declares are started at its begin. At its end,
// and on each way out, it waits for them and for those that allocators of its access types make; then its objects are
// finalized.
func (l *lowerer) Block(decls []*syntax.Decl, body []*syntax.Stmt, handlers []*syntax.Handler, sc *types.Scope,
	pos token.Position) {
	whole, outer, packaged := l.Body, l.Masters, l.packaged
	l.Body, l.Masters, l.packaged = false, nil, 0
	sc.Shared = syntax.HasTasks(decls, body, handlers)
	first, depth := len(l.Groups), len(l.Frames)
	if whole {
		l.Activate(pos, func() { l.declarationsOf(decls, body, handlers, sc) })
	} else {
		l.declarationsOf(decls, body, handlers, sc)
	}
	masters := l.Masters
	l.Masters, l.packaged = outer, packaged
	var mine []*types.Group
	for _, g := range l.Groups[first:] {
		if g.Nested {
			mine = append(mine, g)
		}
	}
	if len(mine)+len(masters) > 0 {
		wait := l.waiting(mine, masters, whole, pos)
		l.Point(pos)
		l.Deferred(func() { l.start(mine, pos) })
		l.Enter(&eval.Frame{Cleanup: func() {
			if whole {
				l.Complete(l.Task.Self(), pos, true)
			}
			wait()
		}})
		l.Before = func() { l.Activated(mine, pos) }
	}
	lines := l.Capture(func() { l.HandledBody(body, handlers, sc, pos) })
	l.Append(lines)
	if !model.Leaves(lines) {
		l.WayOut(depth)
	}
	l.Leave(depth, pos)
}

// start activates the tasks that a block declares.
func (l *lowerer) start(mine []*types.Group, pos token.Position) {
	for _, g := range mine {
		if l.MayAbort(g) && !g.Once { // it may have been aborted when the block was executed before
			l.EachInstance(g, func(ref string) {
				l.Emit(pos, "%s%s = false", l.AbortedFlag(g), types.TaskRef{Group: g, Code: ref}.IndexOf())
			})
		}
	}
	for _, g := range mine {
		if g.Once {
			l.Emit(pos, "spawn %s", g.Name)
			continue
		}
		l.EachInstance(g, func(ref string) { l.Emit(pos, "call %s.%s", ref, types.StartEntry) })
	}
}

// waiting declares what it takes to wait for the tasks of a block, and returns the function that emits the wait.
// mine are tasks that the block declares, masters the pools for allocators of its access types. whole is set if
// the block is the body of a task.
func (l *lowerer) waiting(mine []*types.Group, masters []*types.Master, whole bool,
	pos token.Position) func() {
	waits := l.Unique("waits")
	s := &model.Storage{Name: waits, Type: l.Boolean, Init: func() string { return "" }}
	l.Vars = append(l.Vars, s)
	l.Shown[waits] = model.Shown{Text: waits}
	g := l.CurrentGroup()
	family := g != nil && l.Task.Index != ""
	if family { // one of each task
		s.Dims = []int64{0}
		s.Init = func() string { s.Dims[0] = max(1, g.Hi-g.Lo+1); return "" }
		l.Shown[waits] = model.Shown{Text: waits, Dims: []*types.Type{g.Index}}
		waits += "[" + l.Task.Position() + "]"
	}
	beside := mine
	for _, m := range masters {
		beside = append(beside[:len(beside):len(beside)], m.Pool)
		if m.Pool.Terminates() && (family || m.Pool.Waits != "") {
			l.Note(model.OtherMaster, pos, "tasks of %s that are allocated may terminate when several masters wait for them: "+
				"this is not followed", m.Pool.Type.Name)
		} else {
			m.Pool.Waits = waits
		}
	}
	for _, g := range mine {
		g.Waits = waits
		l.EndedFlag(g)
	}
	for _, g := range beside {
		g.Beside = beside
	}
	if whole && g != nil {
		g.Own = beside
	}
	return func() {
		l.Emit(pos, "%s = true", waits)
		for _, g := range mine {
			l.EachInstance(g, func(ref string) {
				t := types.TaskRef{Group: g, Code: ref}
				l.Emit(pos, "await %s%s", l.EndedFlag(g), t.Index())
			})
		}
		for _, m := range masters {
			m.Closed = true
			if m.Pool.Hi >= 0 {
				i := l.Unique("dependent")
				l.Emit(pos, "for %s in 0..%s_last {", i, m.Pool.Name)
				l.Emit(pos, "await !%s[%s] || %s[%s]", m.Flags, i, l.EndedFlag(m.Pool), i)
				l.Emit(pos, "}")
			}
		}
		l.Emit(pos, "%s = false", waits)
	}
}

// accessMaster makes the current block the master of the tasks that allocators of an access type make.
func (l *lowerer) accessMaster(t *types.Type, pos token.Position) {
	if l.Elaborating > 0 || l.Hushed > 0 || t.Kind != types.Access || t.Target == nil || len(t.Masters) > 0 {
		return
	}
	if t.Target.Kind == types.TaskType {
		l.master(t, l.Pool(t.Target))
	} else if t.Target.Heap != "" {
		for _, g := range l.HeapTasks(t.Target, pos) {
			l.master(t, g)
		}
	}
}

// master makes the current block the master of the tasks of a pool that allocators of an access type make.
func (l *lowerer) master(t *types.Type, pool *types.Group) {
	m := &types.Master{Pool: pool, Flags: l.Unique(t.Name + "_tasks"), Aborted: len(l.Exits()) > 0}
	s := &model.Storage{Name: m.Flags, Type: l.Boolean, Dims: []int64{0}}
	l.Vars = append(l.Vars, s)
	sh := model.Shown{Text: t.Name + "'tasks", Dims: []*types.Type{m.Pool.Index}}
	g := l.CurrentGroup()
	if g != nil && l.Task.Index != "" { // of each task
		s.Dims = []int64{0, 0}
		sh.Dims = []*types.Type{g.Index, m.Pool.Index}
		m.Flags += "[" + l.Task.Position() + "]"
		m.Of = l.Task
	}
	l.Shown[s.Name] = sh
	s.Init = func() string {
		s.Dims[len(s.Dims)-1] = max(1, m.Pool.Hi+1)
		if len(s.Dims) > 1 {
			s.Dims[0] = max(1, g.Hi-g.Lo+1)
		}
		return ""
	}
	t.Masters = append(t.Masters, m)
	l.Masters = append(l.Masters, m)
}
