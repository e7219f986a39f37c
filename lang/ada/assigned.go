package ada

// This file finds variables that have no value where they are declared. Such a variable is any value of its type,
// unless its task gives it one before anything can read it: definite assignment, by one pass over the statements.

import (
	"reflect"
	"strings"

	"flavers/lang/ada/syntax"
)

// part of a program behind a declaration: the declarations and statements that see it.
type behind struct {
	decls []*syntax.Decl
	body  []*syntax.Stmt
}

// unset is the largest number of values that an object without a value is given; and of all objects together.
const (
	unset    = 1 << 10
	unsetAll = 1 << 16
)

// forget makes an object that has no value yet any of its type.
func (l *lowerer) forget(id syntax.Ident, p *place, sc *scope) {
	if l.hush > 0 || l.assigned(id, p.typ, sc) {
		return
	}
	if p.init != nil && l.elab > 0 && len(l.results) > 0 { // of a subprogram that is executed
		p.init.forget(p.typ)
		return
	}
	e := &syntax.Expr{Pos: id.Pos, Len: len(id.Name)}
	n := l.freedom(p.typ)
	if n <= 1 {
		if l.elab == 0 && p.typ.hasPreset() {
			l.anything(p, e)
		}
		return
	}
	key := id.Pos.String()
	if l.free[key] == 0 && n <= unset {
		l.free[key] = n
		l.freeAll *= n
	}
	if n > unset || l.freeAll > unsetAll {
		l.note(firstValue, id.Pos, "%s has no value here: only the first one of its type is looked at", id.Name)
		return
	}
	p.init.forget(p.typ)
	if l.elab > 0 {
		l.prologue = append(l.prologue, func() { l.anything(p, e) })
		return
	}
	l.anything(p, e)
}

// anything assigns any values to the parts of a place that have no value.
func (l *lowerer) anything(p *place, e *syntax.Expr) {
	switch {
	case p.typ.discrete() && p.typ.preset != nil:
		l.put(p, num(p.typ, *p.typ.preset), e)
	case p.typ.discrete():
		if p.init == nil || !p.init.known {
			l.put(p, anyOf(p.typ, ""), e)
		}
	case p.typ.kind == record || p.typ.kind == protectedType:
		for i := range p.typ.fields {
			if f := &p.typ.fields[i]; f.init == nil && !strings.HasSuffix(f.name, countSuffix) {
				l.anything(l.placePart(p, f), e)
			}
		}
	case p.typ.kind == array:
		l.eachIndex(p.typ.index, func(idx []val) { l.anything(l.element(p, idx, nil), e) })
	}
}

// defaults reads the aspects Default_Value and Default_Component_Value.
func (l *lowerer) defaults(t *typ, d *syntax.Decl, sc *scope) {
	for _, a := range d.Aspects {
		for _, c := range a.Choices {
			switch {
			case fold(c.Text) == "default_value" && t.discrete():
				if v, ok := l.static(a.Value, sc, t); ok {
					t.preset = &v.n
				}
			case fold(c.Text) == "default_component_value" && t.kind == array && t.elem.discrete():
				if v, ok := l.static(a.Value, sc, t.elem); ok {
					elem := *t.elem
					elem.preset, t.elem = &v.n, &elem
				}
			}
		}
	}
}

// hasPreset tells whether objects of a type have values by an aspect of it.
func (t *typ) hasPreset() bool {
	switch t.kind {
	case record:
		for _, f := range t.fields {
			if f.typ.hasPreset() {
				return true
			}
		}
	case array:
		return t.elem.hasPreset()
	}
	return t.preset != nil
}

// freedom is the number of values of an object that has none yet; more than unset is as good as any.
func (l *lowerer) freedom(t *typ) int64 {
	n := int64(1)
	switch {
	case t.preset != nil:
	case t.discrete():
		lo, hi := l.window(t)
		n = max(1, hi-lo+1)
	case t.kind == record || t.kind == protectedType:
		for _, f := range t.fields {
			if f.init == nil && !strings.HasSuffix(f.name, countSuffix) {
				n = min(unset+1, n*l.freedom(f.typ))
			}
		}
	case t.kind == array && t.elem != nil:
		each := l.freedom(t.elem)
		for i := int64(0); i < t.elements() && n <= unset && each > 1; i++ {
			n *= each
		}
	}
	return min(unset+1, n)
}

// forget takes the values of the parts that have no default.
func (s *sval) forget(t *typ) {
	switch {
	case t.preset != nil:
	case t.discrete():
		s.known, s.free = false, true
	case t.kind == record || t.kind == protectedType:
		for _, f := range t.fields {
			if c := s.names[fold(f.name)]; c != nil && f.init == nil && !strings.HasSuffix(f.name, countSuffix) {
				c.forget(f.typ)
			}
		}
	case t.kind == array:
		for _, c := range s.elems {
			c.forget(t.elem)
		}
	}
}

// assigned tells whether an object gets a value before anything that is declared or done behind it can read it.
func (l *lowerer) assigned(id syntax.Ident, t *typ, sc *scope) bool {
	if l.behind.body == nil || mentioned(l.behind.decls, id.Name) {
		return false
	}
	for _, d := range l.behind.decls {
		if d.Kind == syntax.Stub { // a body in another file
			return false
		}
	}
	return l.definitely(id.Name, t, l.behind.body, sc, false)
}

// definitely tells whether statements give a variable a value before they read it; out: and before they end.
func (l *lowerer) definitely(name string, t *typ, body []*syntax.Stmt, sc *scope, out bool) bool {
	jumps := false
	eachStmt(body, func(s *syntax.Stmt) { jumps = jumps || s.Kind == syntax.Goto })
	a := &assignments{l: l, name: fold(name), typ: t, sc: sc, out: out}
	return (a.sequence(body) || !out) && !jumps && !a.read
}

// assignments is the analysis of one variable.
type assignments struct {
	l    *lowerer
	name string
	typ  *typ
	sc   *scope
	out  bool // who calls reads it
	read bool // it may be read before it has a value
}

// sequence tells whether the variable has a value behind statements.
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
	if mentioned(x, a.name) {
		a.read = true
	}
	return a.read
}

func (a *assignments) is(e *syntax.Expr) bool {
	return e != nil && e.Kind == syntax.Name && fold(e.Text) == a.name
}

func (a *assignments) statement(s *syntax.Stmt) bool {
	if !mentioned(s, a.name) {
		if a.out {
			eachStmt([]*syntax.Stmt{s}, func(c *syntax.Stmt) {
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
		if len(s.Handlers) == 0 && !mentioned(s.Params, a.name) && !a.uses(s.Family) {
			return a.sequence(s.Body)
		}
	case syntax.Block:
		if len(s.Handlers) == 0 && !a.uses(s.Decls) {
			return a.sequence(s.Body)
		}
	case syntax.LoopStmt:
		if a.uses(s.X) || s.Loop != nil && (fold(s.Loop.Name) == a.name || a.loopOver(s)) {
			return a.typ.kind == array && a.fills(s)
		}
		a.sequence(s.Body)
		return false
	}
	a.read = true
	return false
}

// loopOver tells whether the range of a loop reads the variable: bounds of an array are no values.
func (a *assignments) loopOver(s *syntax.Stmt) bool {
	if a.fills(s) {
		return true
	}
	return a.uses(s.Loop.Range) || a.uses(s.Loop.Filter)
}

// fills tells whether a loop gives each element of an array a value: for I in A'Range loop A (I) := ..
func (a *assignments) fills(s *syntax.Stmt) bool {
	if a.typ.kind != array || len(a.typ.index) != 1 || s.Loop == nil || s.Loop.Of || s.Loop.Filter != nil ||
		len(s.Body) == 0 || a.read {
		return false
	}
	first := s.Body[0]
	if first.Kind != syntax.Assign || first.X.Kind != syntax.Apply || !a.is(first.X.X) || len(first.X.Args) != 1 ||
		mentioned(first.Y, a.name) {
		return false
	}
	i := first.X.Args[0].Value
	if i.Kind != syntax.Name || fold(i.Text) != fold(s.Loop.Name) || mentioned(s.Body[1:], a.name) {
		return false
	}
	leave := false
	eachStmt(s.Body, func(c *syntax.Stmt) { leave = leave || c.Kind == syntax.Exit })
	if leave {
		return false
	}
	r, t := s.Loop.Range, a.typ.index[0]
	if r.Kind == syntax.Attribute && fold(r.Text) == "range" && a.is(r.X) {
		return true
	}
	if mentioned(r, a.name) {
		return false
	}
	lo, hi, ok := a.l.quietBounds(r, a.sc)
	return ok && lo <= t.lo && hi >= t.hi
}

// arms tells whether each branch gives the variable a value.
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

// isOut tells whether a call has the variable as an out parameter, and nowhere else.
func (a *assignments) isOut(e *syntax.Expr) bool {
	if e.Kind != syntax.Apply {
		return false
	}
	at := -1
	for i, x := range e.Args {
		switch {
		case a.is(x.Value) && x.Choices == nil && at < 0:
			at = i
		case mentioned(x, a.name):
			return false
		}
	}
	if at < 0 || mentioned(e.X, a.name) {
		return false
	}
	for _, d := range a.called(e.X) {
		params := flat(d.Params)
		return at < len(params) && params[at].Mode == "out"
	}
	return false
}

// called is what a call calls: a subprogram that is alone of its name, or an operation of an object.
func (a *assignments) called(f *syntax.Expr) []*syntax.Decl {
	if list := a.l.candidates(f, a.sc); len(list) > 0 {
		if len(list) == 1 && list[0].kind == subprogram {
			return []*syntax.Decl{list[0].decl}
		}
		return nil
	}
	if f.Kind == syntax.Apply { // of a family
		f = f.X
	}
	if f.Kind != syntax.Selected {
		return nil
	}
	t := a.l.quiet(func() val { return a.l.expr(f.X, a.sc, nil) }).typ
	if t == nil || t.kind != taskType && t.kind != protectedType {
		return nil
	}
	var out []*syntax.Decl
	for _, d := range members(t.decl) {
		if fold(d.Name) == fold(f.Text) {
			out = append(out, d)
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}

// mentioned tells whether a part of a syntax tree has a name in it.
func mentioned(x any, name string) bool {
	name = fold(name)
	var in func(v reflect.Value) bool
	in = func(v reflect.Value) bool {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			return !v.IsNil() && in(v.Elem())
		case reflect.Slice:
			for i := range v.Len() {
				if in(v.Index(i)) {
					return true
				}
			}
		case reflect.Struct:
			if e, ok := v.Interface().(syntax.Expr); ok && fold(e.Text) == name {
				return true
			}
			for i := range v.NumField() {
				switch v.Field(i).Kind() {
				case reflect.Pointer, reflect.Slice, reflect.Struct:
					if in(v.Field(i)) {
						return true
					}
				}
			}
		}
		return false
	}
	return x != nil && in(reflect.ValueOf(x))
}
