package effects

// This file finds what a part of a program may use and change, for the order in which declarations and statements of
// packages are executed.

import (
	"maps"
	"slices"
	"strings"

	"flavers/lang/ada/syntax"
)

// Touched is what a part of a program may use, with the subprograms that it may call.
type Touched struct {
	Names   map[string]bool // that are in it, in lower case
	Changed map[string]bool // of these, the objects that it may change
	All     bool            // it may change any object: it calls a subprogram by an access value, perhaps
	Tasking bool            // it may call an operation of a protected object, or an entry
}

// Join adds what another part uses.
func (u *Touched) Join(v Touched) {
	if u.Names == nil {
		u.Names, u.Changed = map[string]bool{}, map[string]bool{}
	}
	maps.Copy(u.Names, v.Names)
	maps.Copy(u.Changed, v.Changed)
	u.All, u.Tasking = u.All || v.All, u.Tasking || v.Tasking
}

// Before reports whether it matters which of two parts is executed first: one may change what the other one uses.
func (u *Touched) Before(v Touched) bool {
	return u.All || v.All && len(u.Names) > 0 || meet(u.Changed, v.Names) || meet(v.Changed, u.Names)
}

func meet(a, b map[string]bool) bool {
	for x := range a {
		if b[x] {
			return true
		}
	}
	return false
}

// meanings is what names may stand for beside what they declare.
type meanings struct {
	other   map[string][]string // renamed subprograms and objects, what instances are of, and what access values lead to
	offered map[string]bool     // operations of protected objects, and entries
	bodies  map[string][]*syntax.Decl
	outs    map[string]bool // subprograms that may change a parameter
}

// mean finds the meanings of the names of units.
func mean(units []*syntax.Unit) *meanings {
	m := &meanings{other: map[string][]string{}, offered: map[string]bool{}, bodies: map[string][]*syntax.Decl{},
		outs: map[string]bool{}}
	for _, u := range units {
		eachDecl(u.Decl, m.one)
	}
	return m
}

func (m *meanings) one(d *syntax.Decl) {
	name := syntax.Fold(syntax.Short(d.Name))
	switch d.Kind {
	case syntax.Subprogram:
		m.parameters(name, d)
		if d.Completed {
			m.bodies[name] = append(m.bodies[name], d)
		}
	case syntax.Entry:
		m.parameters(name, d)
		m.bodies[name] = append(m.bodies[name], d)
		m.offered[name] = true
	case syntax.TaskBody: // which executes accept statements for callers
		m.bodies[name] = append(m.bodies[name], d)
		d.EachStmt(func(s *syntax.Stmt) {
			if s.Kind == syntax.Accept {
				m.bodies[syntax.Fold(s.Label)] = append(m.bodies[syntax.Fold(s.Label)], d)
			}
		})
	case syntax.ProtectedSpec:
		for _, op := range syntax.Members(d) {
			if op.Kind == syntax.Subprogram {
				m.offered[syntax.Fold(op.Name)] = true
			}
		}
	case syntax.Renaming:
		m.other[name] = append(m.other[name], slices.Collect(maps.Keys(words(d.Init)))...)
	case syntax.Instance:
		m.other[name] = append(m.other[name], syntax.Fold(syntax.LastName(d.Init)))
	case syntax.Object: // with accesses in its initial value, or as discriminants
		syntax.Everywhere(d, func(e *syntax.Expr) {
			if !isAccess(e) {
				return
			}
			for _, id := range d.Names {
				n := syntax.Fold(id.Name)
				m.other[n] = append(m.other[n], slices.Collect(maps.Keys(words(e)))...)
			}
		})
	}
}

// isAccess reports whether an expression is X'Access, or another attribute that gives an access value.
func isAccess(e *syntax.Expr) bool {
	return e.Kind == syntax.Attribute && strings.HasSuffix(syntax.Fold(e.Text), "access")
}

func (m *meanings) parameters(name string, d *syntax.Decl) {
	for _, p := range d.Params {
		m.outs[name] = m.outs[name] || p.Mode != "" && p.Mode != "in" || p.Type == nil || p.Type.Kind == syntax.AccessType
	}
}

// Touch returns what a part of a syntax tree may use and change. Names are compared as texts.
func (t *Table) Touch(x any) Touched {
	u := Touched{Names: map[string]bool{}, Changed: map[string]bool{}}
	seen := map[*syntax.Decl]bool{}
	var visit func(x any)
	var meet func(name string)
	meet = func(name string) {
		if u.Names[name] {
			return
		}
		u.Names[name] = true
		u.Tasking = u.Tasking || t.offered[name]
		for _, d := range t.meanings.bodies[name] {
			if !seen[d] {
				seen[d] = true
				visit(d)
			}
		}
		for _, o := range t.other[name] {
			meet(o)
		}
	}
	visit = func(x any) {
		t.changes(x, u.Changed)
		for w := range words(x) {
			meet(w)
		}
	}
	visit(x)
	for changed := true; changed; { // an object that has another name changes with it
		changed = false
		for w := range u.Changed {
			for _, o := range t.other[w] {
				if !u.Changed[o] {
					u.Changed[o], changed = true, true
				}
			}
		}
	}
	u.All = t.callable && len(u.Changed) > 0 || t.callable && len(seen) > 0
	return u
}

// changes adds the names of objects that statements in a part of a syntax tree may change by themselves.
func (t *Table) changes(x any, out map[string]bool) {
	add := func(e any) {
		for w := range words(e) {
			out[w] = true
		}
	}
	called := func(e *syntax.Expr, procedure bool) {
		name := syntax.Fold(syntax.LastName(e.X))
		_, leaves := t.harmless(name)
		_, known := t.meanings.bodies[name]
		if t.outs[name] || procedure && !known && !leaves {
			add(e) // also X of X.Op (Y), an object with an operation
		}
	}
	syntax.Everywhere(x, func(e *syntax.Expr) {
		switch {
		case e.Kind == syntax.Apply && e.X != nil:
			called(e, false)
		case isAccess(e): // who gets it may change the object
			add(e)
		}
	})
	stmt := func(s *syntax.Stmt) {
		switch {
		case s.Kind == syntax.Assign:
			add(s.X)
		case s.Kind == syntax.Call && s.X.Kind == syntax.Apply:
			called(s.X, true)
		case s.Kind == syntax.Call && s.X.Kind == syntax.Selected:
			add(s.X)
		}
	}
	switch x := x.(type) {
	case *syntax.Decl:
		eachDecl(x, func(d *syntax.Decl) {
			d.EachStmt(stmt)
		})
	case []*syntax.Stmt:
		syntax.EachStmt(x, stmt)
	}
}

// assign finds the names of objects that get another value as a whole: by an assignment, as a parameter of a call, by
// another name, or through an access value.
func (t *Table) assign(unit *syntax.Decl) {
	add := func(x any) {
		for w := range words(x) {
			t.assigned[w] = true
		}
	}
	syntax.Everywhere(unit, func(e *syntax.Expr) {
		switch {
		case e.Kind == syntax.Apply && e.X != nil:
			name := syntax.Fold(syntax.LastName(e.X))
			if _, known := t.meanings.bodies[name]; t.outs[name] || !known {
				add(e.Args)
			}
		case isAccess(e):
			add(e.X)
		}
	})
	stmt := func(s *syntax.Stmt) {
		if s.Kind == syntax.Assign {
			t.assigned[syntax.Fold(syntax.LastName(s.X))] = true
		}
	}
	eachDecl(unit, func(d *syntax.Decl) {
		syntax.EachStmt(d.Body, stmt)
		for _, h := range d.Handlers {
			syntax.EachStmt(h.Body, stmt)
		}
		if d.Kind == syntax.Renaming {
			add(d.Init)
		}
	})
}

// Acts reports whether evaluating a part of a syntax tree may change a variable, use a task or a protected object, or
// raise an exception by a statement.
func (t *Table) Acts(x any) bool {
	seen, found := map[string]bool{}, false
	var meet func(name string)
	meet = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		found = found || t.offered[name] || len(t.named[name]) > 0 && !t.Idle(name)
		for _, o := range t.other[name] {
			meet(o)
		}
	}
	for w := range words(x) {
		meet(w)
	}
	if t.callable { // by an access value
		syntax.Everywhere(x, func(e *syntax.Expr) {
			found = found || e.Kind == syntax.Selected && syntax.Fold(e.Text) == "all" || e.Kind == syntax.Apply &&
				t.variables[syntax.Fold(syntax.LastName(e.X))]
		})
	}
	return found
}
