package model

// This file holds the groups of tasks: pools of those that are allocated, and flags that tell that one has ended.

import (
	"fmt"
	"go/token"
	"strings"

	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

func (l *Writer) PoolLast(t *types.Type) string {
	if t.Heap != "" {
		return l.HeapOf(t).Last
	}
	if g := l.Pool(t); g.Hi >= 0 {
		return g.Name + "_last"
	}
	return "0"
}

// EndedFlag returns the variable that is true when a task of the group has ended.
func (l *Writer) EndedFlag(g *types.Group) string {
	if g.End == "" {
		g.End = l.Flag(g, "_ended", "'Terminated")
	}
	return g.End
}

// completedFlag returns the variable that is true when a task of the group is completed and waits for tasks of its
// own.
func (l *Writer) completedFlag(g *types.Group) string {
	if g.Completed == "" {
		g.Completed = l.Flag(g, "_completed", "'Completed")
	}
	return g.Completed
}

// Flag returns a variable of each task of a group, which is false first.
func (l *Writer) Flag(g *types.Group, suffix, attribute string) string {
	s := &Storage{Name: l.Unique(g.Name + suffix), Type: l.Boolean, Init: func() string { return "" }}
	shown := Shown{Text: l.Shown[g.Name].Text + attribute}
	if g.Index != nil {
		s.Dims = []int64{0}
		s.Init = func() string { s.Dims[0] = max(1, g.Hi-g.Lo+1); return "" }
		shown.Dims = []*types.Type{g.Index}
	}
	l.Shown[s.Name] = shown
	l.Vars = append(l.Vars, s)
	return s.Name
}

// Gone returns whether a task has ended, or is completed and waits for tasks of its own, or is abnormal: it
// accepts no calls any more.
func (l *Writer) Gone(t *types.TaskRef) string {
	conds := []string{l.EndedFlag(t.Group) + t.Index()}
	if t.Group.Dependents() {
		conds = append(conds, l.completedFlag(t.Group)+t.Index())
	}
	for _, c := range l.Abnormal(t.Group) {
		conds = append(conds, c.Text(t.Index()))
	}
	if len(conds) == 1 {
		return conds[0]
	}
	return "(" + strings.Join(conds, " || ") + ")"
}

// MayAbort reports whether an abort statement may name tasks of a group.
func (l *Writer) MayAbort(g *types.Group) bool {
	return l.Aborted == nil || l.Aborted[g.Type.Decl.Pos.String()]
}

// AbortedFlag returns the variable that an abort statement makes true for a task of the group.
func (l *Writer) AbortedFlag(g *types.Group) string {
	if g.Aborted == "" {
		g.Aborted = l.Flag(g, "_aborted", "'Aborted")
	}
	return g.Aborted
}

// Abnormal returns the conditions on which a task of a group is abnormal: an abort names it, or what it depends on
// is aborted.
func (l *Writer) Abnormal(g *types.Group) []types.Cond {
	if l.MayAbort(g) {
		return append([]types.Cond{{Flag: l.AbortedFlag(g), Indexed: g.Index != nil}}, g.Within...)
	}
	return g.Within
}

// Complete tells that a task is completed, or that it begins anew; only where this can be asked.
func (l *Writer) Complete(t *types.TaskRef, pos token.Position, is bool) {
	if t.Group.Dependents() {
		l.Emit(pos, "%s%s = %t", l.completedFlag(t.Group), t.Index(), is)
	}
}

// EachInstance visits the tasks of a group, by their names; of those that each task of an array declares, its own.
func (l *Writer) EachInstance(g *types.Group, f func(ref string)) {
	if g.Per != "" {
		f(g.Name + "[" + g.Per + "]")
		return
	}
	if g.Index == nil {
		f(g.Ref(nil))
		return
	}
	for i := g.Lo; i <= g.Hi; i++ {
		f(fmt.Sprintf("%s[%d]", g.Name, i))
	}
}

// Pool returns the group of the tasks of a type that allocators create.
func (l *Writer) Pool(t *types.Type) *types.Group {
	key := t.Decl.Pos.String() + fmt.Sprintf("%p", t.In)
	if g := l.Pools[key]; g != nil {
		return g
	}
	g := &types.Group{Name: l.Unique(t.Name), Type: t, Pos: t.Decl.Pos, Pool: true, Hi: -1,
		Entries: map[string]*types.EntrySpec{}, Params: syntax.Flat(t.Discriminants)}
	g.Index, g.Next, g.Each = &types.Type{Kind: types.Integer}, g.Name+"_next", 1
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

// Heap is the array of the objects of a record type that allocators create.
type Heap struct {
	Place      *types.Place
	Index      *types.Type
	Next, Last string // the variable with the first free index, and the constant with the last index
	Allocators int64  // how many objects they create together
	Many       bool   // who allocates more stops
}

// HeapOf returns the heap of a record type.
func (l *Writer) HeapOf(t *types.Type) *Heap {
	h := l.Heaps[t.Heap]
	if h == nil {
		h = &Heap{Index: &types.Type{Kind: types.Integer}, Last: fmt.Sprintf("heap_%d_last", len(l.Heaps)+1)}
		l.Heaps[t.Heap] = h
	}
	return h
}
