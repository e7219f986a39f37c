package model

// This file holds the groups of tasks: pools of those that are allocated, and flags that tell that one has ended.

import (
	"fmt"

	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

func (l *Writer) PoolLast(t *types.Type) string {
	if g := l.Pool(t); g.Hi >= 0 {
		return g.Name + "_last"
	}
	return "0"
}

// EndedFlag is the variable that is true when a task of the group has ended.
func (l *Writer) EndedFlag(g *types.Group) string {
	if g.End == "" {
		g.End = l.Unique(g.Name + "_ended")
		s := &Storage{Name: g.End, Type: l.Boolean, Init: func() string { return "" }}
		l.Shown[g.End] = Shown{Text: l.Shown[g.Name].Text + "'Terminated"}
		if g.Index != nil {
			s.Dims = []int64{0}
			s.Init = func() string { s.Dims[0] = max(1, g.Hi-g.Lo+1); return "" }
			l.Shown[g.End] = Shown{Text: l.Shown[g.Name].Text + "'Terminated", Dims: []*types.Type{g.Index}}
		}
		l.Vars = append(l.Vars, s)
	}
	return g.End
}

func (l *Writer) EachInstance(g *types.Group, f func(ref string)) {
	if g.Index == nil {
		f(g.Ref(nil))
		return
	}
	for i := g.Lo; i <= g.Hi; i++ {
		f(fmt.Sprintf("%s[%d]", g.Name, i))
	}
}

// Pool is the group of the tasks of a type that allocators create.
func (l *Writer) Pool(t *types.Type) *types.Group {
	key := t.Decl.Pos.String() + fmt.Sprintf("%p", t.In)
	if g := l.Pools[key]; g != nil {
		return g
	}
	g := &types.Group{Name: l.Unique(t.Name), Type: t, Pos: t.Decl.Pos, Pool: true, Hi: -1,
		Entries: map[string]*types.EntrySpec{}, Params: syntax.Flat(t.Discriminants)}
	g.Index = &types.Type{Kind: types.Integer, Lo: 0, Hi: 0}
	l.Pools[key] = g
	l.Shown[g.Name] = Shown{Text: t.Name, Dims: []*types.Type{g.Index}}
	l.Word(t.Name)
	l.Groups = append(l.Groups, g)
	return g
}

func (l *Writer) CurrentGroup() *types.Group {
	if l.Task == nil {
		return nil
	}
	return l.Task.Group
}
