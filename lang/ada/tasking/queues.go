package tasking

// This file counts the calls that wait at the entries of a task, for E'Count.

import (
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// queueOf declares the counter of the calls that wait at an entry. A caller counts itself before it calls.
func (l *Tasks) queueOf(g *types.Group, s *types.EntrySpec, d *syntax.Decl) {
	s.Queue = l.Unique(g.Name + "_" + d.Name + "_count")
	v := &model.Storage{Name: s.Queue, Type: &types.Type{Kind: types.Integer, Hi: 31}}
	sh := model.Shown{Text: l.Shown[g.Name].Text + "." + d.Name + "'Count"}
	v.Init = func() string { return "" }
	if g.Index != nil {
		v.Dims = append(v.Dims, 0)
		v.Init = func() string { v.Dims[0] = max(1, g.Hi-g.Lo+1); return "" }
		sh.Dims = append(sh.Dims, g.Index)
	}
	if s.Family != nil {
		v.Dims = append(v.Dims, max(1, s.Family.Count()))
		sh.Dims = append(sh.Dims, s.Family)
	}
	l.Vars = append(l.Vars, v)
	l.Shown[s.Queue] = sh
}

// waitingCalls is E'Count of an entry of the current task.
func (l *Tasks) waitingCalls(d *syntax.Decl, args []syntax.Arg, sc *types.Scope) types.Value {
	g := l.CurrentGroup()
	if g == nil {
		return types.AnyOf(l.Integer, "'Count")
	}
	s := l.entry(g, d)
	if s.Queue == "" {
		return types.AnyOf(l.Integer, "'Count")
	}
	code := s.Queue + l.Task.Self().Index()
	if s.Family != nil {
		if len(args) == 0 {
			return types.AnyOf(l.Integer, "'Count")
		}
		code += "[" + types.Offset(l.Expr(args[0].Value, sc, s.Family), s.Family.Lo) + "]"
	}
	return types.Value{Type: l.Integer, Code: code, Hi: 31, Shared: 1}
}
