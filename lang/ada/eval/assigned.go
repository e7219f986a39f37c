package eval

// This file finds variables that have no value where they are declared. Such a variable is any value of its type,
// unless its task gives it one before anything can read it: definite assignment, by one pass over the statements.

import (
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Behind is the part of a program behind a declaration: the declarations and statements that see what is declared.
type Behind struct {
	Decls []*syntax.Decl
	Body  []*syntax.Stmt
}

// An object without a value may be any of its values. That is followed for objects with at most unset values, as long
// as the objects of the program together have at most unsetAll combinations of values.
const (
	unset    = 1 << 10
	unsetAll = 1 << 16
)

// Forget gives the object id in place p, which has no value where it is declared, any value of its type. It does
// nothing if the object gets a value before it is read.
func (l *Evaluator) Forget(id syntax.Ident, p *types.Place, sc *types.Scope) {
	if l.Hushed > 0 || l.assigned(id, p.Type, sc) {
		return
	}
	if p.Init != nil && l.Elaborating > 0 && len(l.Results) > 0 { // of a subprogram that is executed
		l.forget(p)
		return
	}
	e := &syntax.Expr{Pos: id.Pos, Len: len(id.Name)}
	n := l.freedom(p.Type)
	if n <= 1 {
		if l.Elaborating == 0 && p.Type.HasPreset() {
			l.anything(p, e)
		}
		return
	}
	key := id.Pos.String()
	if l.Free[key] == 0 && n <= unset {
		l.Free[key] = n
		l.FreeAll *= n
	}
	if n > unset || l.FreeAll > unsetAll {
		l.Note(model.FirstValue, id.Pos, "%s has no value here: only the first one of its type is looked at", id.Name)
		return
	}
	l.forget(p)
	if l.Elaborating > 0 {
		l.Prologue = append(l.Prologue, func() { l.anything(p, e) })
		return
	}
	l.anything(p, e)
}

// forget takes the values of the parts of a place that have no default.
func (l *Evaluator) forget(p *types.Place) {
	p.Init.Each(l.changing)
	p.Init.Forget(p.Type)
}

// anything assigns any values to the parts of a place that have no value.
func (l *Evaluator) anything(p *types.Place, e *syntax.Expr) {
	switch {
	case p.Type.Discrete() && p.Type.Preset != nil:
		l.Put(p, types.Num(p.Type, *p.Type.Preset), e)
	case p.Type.Discrete():
		if p.Init == nil || !p.Init.Known {
			l.Put(p, types.Anything(p.Type), e)
		}
	case p.Type.Kind == types.Record || p.Type.Kind == types.ProtectedType:
		for i := range p.Type.Fields {
			f := &p.Type.Fields[i]
			if c := l.PlacePart(p, f); f.Init == nil && c.Const == nil && !types.Hidden(f.Name) {
				l.anything(c, e)
			}
		}
	case p.Type.Kind == types.Array && !p.Type.Large():
		l.EachIndex(p.Type.Index, func(idx []types.Value) { l.anything(l.Element(p, idx, nil), e) })
	}
}

// Defaults reads the aspects Default_Value and Default_Component_Value.
func (l *Evaluator) Defaults(t *types.Type, d *syntax.Decl, sc *types.Scope) {
	for _, a := range d.Aspects {
		for _, c := range a.Choices {
			switch {
			case syntax.Fold(c.Text) == "default_value" && t.Discrete():
				if v, ok := l.static(a.Value, sc, t); ok {
					t.Preset = &v.N
				}
			case syntax.Fold(c.Text) == "default_component_value" && t.Kind == types.Array && t.Elem.Discrete():
				if v, ok := l.static(a.Value, sc, t.Elem); ok {
					elem := *t.Elem
					elem.Preset, t.Elem = &v.N, &elem
				}
			}
		}
	}
}

// freedom returns the number of values of an object that has none yet; more than unset is as good as any.
func (l *Evaluator) freedom(t *types.Type) int64 {
	n := int64(1)
	switch {
	case t.Preset != nil:
	case t.Discrete():
		lo, hi := l.Window(t)
		n = max(1, hi-lo+1)
	case t.Kind == types.Record || t.Kind == types.ProtectedType:
		for _, f := range t.Fields {
			if _, fixed := t.Fixed[syntax.Fold(f.Name)]; f.Init == nil && !fixed && !types.Hidden(f.Name) {
				n = min(unset+1, n*l.freedom(f.Type))
			}
		}
	case t.Kind == types.Array && t.Elem != nil:
		each := l.freedom(t.Elem)
		for i := int64(0); i < t.Elements() && n <= unset && each > 1; i++ {
			n *= each
		}
	}
	return min(unset+1, n)
}

// assigned reports whether an object gets a value before anything that is declared or done behind it can read it.
func (l *Evaluator) assigned(id syntax.Ident, t *types.Type, sc *types.Scope) bool {
	if l.Behind.Body == nil || syntax.Any(l.Mentions, l.Behind.Decls, id.Name) {
		return false
	}
	for _, d := range l.Behind.Decls {
		if d.Kind == syntax.Stub { // a body in another file
			return false
		}
	}
	return l.Definitely(id.Name, t, l.Behind.Body, sc, false)
}

// Definitely reports whether statements give a variable a value before they read it; out: and before they end.
func (l *Evaluator) Definitely(name string, t *types.Type, body []*syntax.Stmt, sc *types.Scope, out bool) bool {
	jumps := false
	syntax.EachStmt(body, func(s *syntax.Stmt) { jumps = jumps || s.Kind == syntax.Goto })
	a := &assignments{l: l, name: syntax.Fold(name), typ: t, sc: sc, out: out}
	return (a.sequence(body) || !out) && !jumps && !a.read
}

// assignments is the analysis of one variable.
type assignments struct {
	l    *Evaluator
	name string
	typ  *types.Type
	sc   *types.Scope
	out  bool // who calls reads it
	read bool // it may be read before it has a value
}

// sequence reports whether the variable has a value behind statements.
func (a *assignments) sequence(list []*syntax.Stmt) bool {
	for _, s := range list {
		if a.statement(s) {
			return true
		}
		if a.read {
			return false
		}
	}
	return false
}

func (a *assignments) uses(x any) bool {
	if syntax.Mentioned(x, a.name) {
		a.read = true
	}
	return a.read
}

func (a *assignments) is(e *syntax.Expr) bool {
	return e != nil && e.Kind == syntax.Name && syntax.Fold(e.Text) == a.name
}

func (a *assignments) statement(s *syntax.Stmt) bool {
	if !syntax.Any(a.l.Mentions, []*syntax.Stmt{s}, a.name) {
		if a.out {
			syntax.EachStmt([]*syntax.Stmt{s}, func(c *syntax.Stmt) {
				a.read = a.read || c.Kind == syntax.Return || c.Kind == syntax.Requeue
			})
		}
		return s.Kind == syntax.Return || s.Kind == syntax.RaiseStmt
	}
	switch s.Kind {
	case syntax.Assign:
		if a.is(s.X) {
			return !a.uses(s.Y)
		}
	case syntax.Call:
		if a.isOut(s.X) {
			return true
		}
	case syntax.IfStmt:
		return a.arms(s, len(s.Else) > 0)
	case syntax.CaseStmt:
		return !a.uses(s.X) && a.arms(s, true)
	case syntax.Select:
		if !s.Abortable {
			return a.arms(s, true)
		}
	case syntax.Accept:
		if len(s.Handlers) == 0 && !syntax.Mentioned(s.Params, a.name) && !a.uses(s.Family) {
			return a.sequence(s.Body)
		}
	case syntax.Block:
		if len(s.Handlers) == 0 && !a.uses(s.Decls) {
			return a.sequence(s.Body)
		}
	case syntax.LoopStmt:
		if a.uses(s.X) || s.Loop != nil && (syntax.Fold(s.Loop.Name) == a.name || a.loopOver(s)) {
			return a.typ.Kind == types.Array && a.fills(s)
		}
		a.sequence(s.Body)
		return false
	}
	a.read = true
	return false
}

// loopOver reports whether the range of a loop reads the variable: bounds of an array are no values.
func (a *assignments) loopOver(s *syntax.Stmt) bool {
	if a.fills(s) {
		return true
	}
	return a.uses(s.Loop.Range) || a.uses(s.Loop.Filter)
}

// fills reports whether a loop gives each element of an array a value: for I in A'Range loop A (I) := ..
func (a *assignments) fills(s *syntax.Stmt) bool {
	if a.typ.Kind != types.Array || len(a.typ.Index) != 1 || s.Loop == nil || s.Loop.Of || s.Loop.Filter != nil ||
		len(s.Body) == 0 || a.read {
		return false
	}
	first := s.Body[0]
	if first.Kind != syntax.Assign || first.X.Kind != syntax.Apply || !a.is(first.X.X) || len(first.X.Args) != 1 ||
		syntax.Mentioned(first.Y, a.name) {
		return false
	}
	i := first.X.Args[0].Value
	if i.Kind != syntax.Name || syntax.Fold(i.Text) != syntax.Fold(s.Loop.Name) || syntax.Mentioned(s.Body[1:],
		a.name) {
		return false
	}
	leave := false
	syntax.EachStmt(s.Body, func(c *syntax.Stmt) { leave = leave || c.Kind == syntax.Exit })
	if leave {
		return false
	}
	r, t := s.Loop.Range, a.typ.Index[0]
	if r.Kind == syntax.Attribute && syntax.Fold(r.Text) == "range" && a.is(r.X) {
		return true
	}
	if syntax.Mentioned(r, a.name) {
		return false
	}
	lo, hi, ok := a.l.QuietBounds(r, a.sc)
	return ok && lo <= t.Lo && hi >= t.Hi
}

// arms reports whether each branch gives the variable a value.
func (a *assignments) arms(s *syntax.Stmt, all bool) bool {
	for _, arm := range s.Arms {
		if a.uses(arm.Cond) || a.uses(arm.Choices) {
			return false
		}
		if !a.sequence(arm.Body) && arm.Word != "terminate" {
			all = false
		}
	}
	if len(s.Else) > 0 || s.HasElse {
		all = a.sequence(s.Else) && all
	}
	return all && !a.read
}

// isOut reports whether a call has the variable as an out parameter, and nowhere else.
func (a *assignments) isOut(e *syntax.Expr) bool {
	if e.Kind != syntax.Apply {
		return false
	}
	at := -1
	for i, x := range e.Args {
		switch {
		case a.is(x.Value) && x.Choices == nil && at < 0:
			at = i
		case syntax.Mentioned(x, a.name):
			return false
		}
	}
	if at < 0 || syntax.Mentioned(e.X, a.name) {
		return false
	}
	for _, d := range a.called(e.X) {
		params := syntax.Flat(d.Params)
		return at < len(params) && params[at].Mode == "out"
	}
	return false
}

// called returns what a call calls: a subprogram that is alone of its name, or an operation of an object.
func (a *assignments) called(f *syntax.Expr) []*syntax.Decl {
	if list := a.l.Candidates(f, a.sc); len(list) > 0 {
		if len(list) == 1 && list[0].Kind == types.Subprogram {
			return []*syntax.Decl{list[0].Decl}
		}
		return nil
	}
	if f.Kind == syntax.Apply { // of a family
		f = f.X
	}
	if f.Kind != syntax.Selected {
		return nil
	}
	t := a.l.Quiet(func() types.Value { return a.l.Expr(f.X, a.sc, nil) }).Type
	if t == nil || t.Kind != types.TaskType && t.Kind != types.ProtectedType {
		return nil
	}
	var out []*syntax.Decl
	for _, d := range syntax.Members(t.Decl) {
		if syntax.Fold(d.Name) == syntax.Fold(f.Text) {
			out = append(out, d)
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}
