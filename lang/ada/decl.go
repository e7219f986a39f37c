package ada

// This file lowers declarations.

import (
	"strings"

	"flavers/lang/ada/closure"
	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Declarations lowers declarations.
func (l *lowerer) Declarations(decls []*syntax.Decl, sc *types.Scope) {
	l.declarationsOf(decls, nil, nil, sc)
}

// declarationsOf lowers declarations in front of body. What comes behind a declaration decides whether an object
// without a value is read before it gets one (Behind).
func (l *lowerer) declarationsOf(decls []*syntax.Decl, body []*syntax.Stmt, handlers []*syntax.Handler,
	sc *types.Scope) {
	saved := l.Behind
	defer func() { l.Behind = saved }()
	if len(handlers) > 0 { // they may see what the statements did not do
		body = nil
	}
	for i, d := range decls {
		if l.Tick(d.Pos) {
			l.Behind = eval.Behind{Decls: decls[i+1:], Body: body}
			l.declaration(d, sc)
		}
	}
}

func (l *lowerer) declaration(d *syntax.Decl, sc *types.Scope) {
	switch d.Kind {
	case syntax.Object:
		l.objects(d, sc)
	case syntax.NumberDecl:
		for _, id := range d.Names {
			v := l.Expr(d.Init, sc, nil)
			if v.Known && sc.Parent != nil && (sc.Parent == l.Global || sc.Parent.Parent == l.Global) { // of a unit
				if text, ok := l.set[syntax.Fold(id.Name)]; ok {
					if n, ok := syntax.IntegerOf(strings.TrimPrefix(text, "-")); ok {
						if strings.HasPrefix(text, "-") {
							n = -n
						}
						v.N = n
						l.constants["\x00set "+syntax.Fold(id.Name)] = 1
					}
				}
			}
			sc.Add(&types.Entity{Kind: types.Constant, Name: id.Name, Type: v.Type, Value: v})
			if v.Known {
				l.constants[id.Name] = v.N
			}
		}
	case syntax.TypeDecl:
		l.typeDecl(d, sc)
	case syntax.Subtype:
		t := l.SubtypeOf(d.Type, sc)
		l.Elaborate(d.Type, sc, d.Pos)
		c := *t
		if c.Root == nil && t.Discrete() {
			c.Root = t
		}
		c.Name = d.Name
		if !t.Discrete() { // the same type
			sc.Add(&types.Entity{Kind: types.TypeEntity, Name: d.Name, Type: t, Decl: d})
			return
		}
		sc.Add(&types.Entity{Kind: types.TypeEntity, Name: d.Name, Type: &c, Decl: d})
	case syntax.Subprogram:
		l.subprogramDecl(d, sc)
	case syntax.PackageSpec:
		ent := &types.Entity{Kind: types.PackageEntity, Name: d.Name, Decl: d, Scope: types.NewScope(sc)}
		ent.Scope.Shared = sc.Shared
		sc.Add(ent)
		groups := len(l.Groups)
		l.Declarations(d.Decls, ent.Scope)
		l.Declarations(d.Private, ent.Scope)
		l.packaged += len(l.Groups) - groups
		l.starts(groups)
	case syntax.PackageBody:
		ent := sc.Own(d.Name)
		switch {
		case ent != nil && ent.Kind == types.Generic:
			ent.Body = d
			return
		case ent == nil || ent.Kind != types.PackageEntity:
			l.Errorf(d.Pos, 1, model.Undeclared, "package %s has no specification", d.Name)
			return
		}
		l.packageBody(d, ent.Scope)
	case syntax.TaskSpec:
		for _, e := range d.Decls {
			l.Elaborate(e.Family, sc, e.Pos)
		}
		t := &types.Type{Kind: types.TaskType, Name: d.Name, Decl: d, In: sc, Discriminants: d.Discriminants}
		if d.IsType {
			l.addType(d, t, sc)
			return
		}
		l.addObject(syntax.Ident{Name: d.Name, Pos: d.Pos}, l.TaskObject(syntax.Ident{Name: d.Name, Pos: d.Pos},
			t, sc, nil), t, sc)
	case syntax.ProtectedSpec:
		t := &types.Type{Kind: types.ProtectedType, Name: d.Name, Decl: d, In: sc, Discriminants: d.Discriminants}
		l.Components(t, sc)
		if d.IsType {
			if l.Allocates(d.Name) && types.Defaulted(d.Discriminants) {
				t.Heap = eval.HeapName(d.Name, d.Pos, sc)
			}
			l.addType(d, t, sc)
			return
		}
		id := syntax.Ident{Name: d.Name, Pos: d.Pos}
		l.addObject(id, l.protectedObject(id, t, sc, nil), t, sc)
	case syntax.TaskBody, syntax.ProtectedBody:
		sc.Add(&types.Entity{Kind: types.PackageEntity, Name: types.BodyName(d.Name), Decl: d, Scope: sc})
	case syntax.Exception:
		for _, id := range d.Names {
			l.Exceptions = append(l.Exceptions, id.Name)
			sc.Add(&types.Entity{Kind: types.Exception, Name: id.Name, Id: len(l.Exceptions) - 1})
		}
	case syntax.Generic:
		sc.Add(&types.Entity{Kind: types.Generic, Name: d.Name, Decl: d})
	case syntax.Instance:
		l.instance(d, sc)
	case syntax.Renaming:
		l.renaming(d, sc)
	case syntax.Use:
		for _, e := range d.Exprs {
			if d.Word == "type" {
				continue
			}
			if ent := l.Resolve(e, sc); ent != nil {
				sc.Uses = append(sc.Uses, ent)
			}
		}
	case syntax.Pragma:
		l.pragmaDecl(d, sc)
	case syntax.Stub:
		if u := l.separate(d, sc); u != nil {
			l.declaration(u, sc)
			return
		}
		l.Errorf(d.Pos, 1, closure.MissingUnit, "the separate body of %s is not among the files", d.Name).
			WithHint("name its file on the command line, too")
	case syntax.FormalPackage, syntax.Clause, syntax.Entry:
	}
}

func (l *lowerer) pragmaDecl(d *syntax.Decl, sc *types.Scope) {
	if syntax.Fold(d.Name) != "assert" {
		return
	}
	check := func() { l.pragma(d.Name, d.Args, d.Pos, sc) }
	if l.Elaborating == 0 {
		check()
		return
	}
	if len(l.Results) > 0 { // in a subprogram that is executed
		l.Run([]*syntax.Stmt{{Kind: syntax.PragmaStmt, Label: d.Name, Args: d.Args, Pos: d.Pos}}, sc)
		return
	}
	for _, a := range d.Args {
		l.executes(a.Value)
	}
	l.Prologue = append(l.Prologue, check)
}

func (l *lowerer) packageBody(d *syntax.Decl, in *types.Scope) {
	groups := len(l.Groups)
	l.Declarations(d.Decls, in)
	l.packaged += len(l.Groups) - groups
	l.starts(groups)
	if len(d.Body) > 0 {
		if s, ok := l.effects.Inert(d); ok && !l.inlines {
			begin := func() { l.ends(s, d.Name, &syntax.Expr{Pos: d.Pos, Len: 1}) }
			if l.Elaborating > 0 {
				l.Prologue = append(l.Prologue, begin)
			} else {
				begin()
			}
			return
		}
		if l.Elaborating > 0 {
			early := l.Late && l.packaged > 0
			l.executes(d.Body)
			for _, h := range d.Handlers {
				l.executes(h.Body)
			}
			l.Prologue = append(l.Prologue, func() {
				if early {
					l.early(d)
				}
				l.HandledBody(d.Body, d.Handlers, in, d.Pos)
			})
		} else {
			if l.packaged > 0 {
				l.early(d)
			}
			l.HandledBody(d.Body, d.Handlers, in, d.Pos)
		}
	}
}

// early marks the executions that pass the statements of a package body. Tasks of this package and of those before
// it are active by then; in the model they start later.
func (l *lowerer) early(d *syntax.Decl) {
	l.Note(model.Activation, d.Pos, "the statements of %s are executed before its tasks are active", d.Name)
	l.Emit(d.Pos, "skip")
}

func (l *lowerer) typeDecl(d *syntax.Decl, sc *types.Scope) {
	if d.Def.Kind == "private" || d.Def.Kind == "incomplete" || d.Def.Kind == "interface" {
		t := &types.Type{Name: d.Name, Discriminants: d.Discriminants, In: sc}
		sc.Add(&types.Entity{Kind: types.TypeEntity, Name: d.Name, Type: t, Decl: d})
		return
	}
	t := l.Defined(d.Name, d.Def, sc, d.Discriminants)
	if d.Def.Kind == "derived" {
		l.Elaborate(d.Def.X, sc, d.Pos)
	}
	if t.Name == "" || t == l.Integer {
		c := *t
		t = &c
		t.Name = d.Name
	}
	if t.In == nil {
		t.In = sc
	}
	l.accessMaster(t, d.Pos)
	l.Defaults(t, d, sc)
	l.addType(d, t, sc)
}

// addType declares a type. If it completes a private or incomplete one, what was declared with the partial view has the
// full one.
func (l *lowerer) addType(d *syntax.Decl, t *types.Type, sc *types.Scope) {
	old := sc.Own(d.Name)
	if old == nil || old.Kind != types.TypeEntity || old.Decl != nil && (old.Decl.Def == nil ||
		old.Decl.Def.Kind != "private" && old.Decl.Def.Kind != "incomplete") {
		sc.Add(&types.Entity{Kind: types.TypeEntity, Name: d.Name, Type: t, Decl: d})
		return
	}
	*old.Type = *t
	old.Decl = d
	for _, lit := range t.Literals {
		if e := sc.Own(lit); e != nil && e.Kind == types.Literal {
			e.Type, e.Value.Type = old.Type, old.Type
		}
	}
	for _, list := range sc.Names { // access types that were declared before
		for _, ent := range list {
			if ent.Kind == types.TypeEntity && ent.Type != nil && ent.Type.Target == old.Type {
				l.accessMaster(ent.Type, d.Pos)
			}
		}
	}
}

func (l *lowerer) subprogramDecl(d *syntax.Decl, sc *types.Scope) {
	if old := l.profile(d, sc); old != nil && d.Completed {
		if old.Kind == types.Generic {
			old.Body = d
			return
		}
		old.Body, old.Scope = d, sc
		return
	}
	sc.Add(&types.Entity{Kind: types.Subprogram, Name: d.Name, Decl: d})
}

// profile finds the declaration that body d completes: the generic one of this name, or the subprogram with as
// many parameters and the same names of types. It returns nil if there is none.
func (l *lowerer) profile(d *syntax.Decl, sc *types.Scope) *types.Entity {
	for _, e := range sc.Names[syntax.Fold(d.Name)] {
		if e.Kind == types.Generic {
			return e
		}
		if e.Kind != types.Subprogram || e.Body != nil || e.Decl.Completed ||
			(e.Decl.Result == nil) != (d.Result == nil) ||
			len(syntax.Flat(e.Decl.Params)) != len(syntax.Flat(d.Params)) {
			continue
		}
		same := true
		a, b := syntax.Flat(e.Decl.Params), syntax.Flat(d.Params)
		for i := range a {
			same = same &&
				syntax.Fold(syntax.LastName(syntax.OrEmpty(a[i].Type))) == syntax.Fold(syntax.LastName(syntax.OrEmpty(b[i].Type)))
		}
		if same {
			return e
		}
	}
	return nil
}

// operationOf returns the entity for another name of x, which is an entry or an operation of a protected object.
// If x is anything else, it returns a name of a library, for which nothing is known.
func (l *lowerer) operationOf(name string, x *syntax.Expr, sc *types.Scope) *types.Entity {
	ent := &types.Entity{Kind: types.Library, Name: name}
	if x.Kind == syntax.String {
		ent.Operator = strings.Trim(x.Text, `"`)
	}
	if x.Kind == syntax.Selected {
		v := l.Quiet(func() types.Value { return l.AsTask(l.Expr(x.X, sc, nil)) })
		if o := l.Look(x.X, sc); o != nil && o.Kind == types.Variable && (v.Task != nil ||
			v.Place != nil && v.Place.Type.Kind == types.ProtectedType) {
			ent.Object, ent.Named = o, x.Text
		}
	}
	return ent
}

// isCall reports whether an expression is the call of a function.
func (l *lowerer) isCall(x *syntax.Expr, sc *types.Scope) bool {
	if x.Kind == syntax.Apply {
		x = x.X
	}
	ent := l.Look(x, sc)
	return ent != nil && ent.Kind == types.Subprogram
}

func (l *lowerer) renaming(d *syntax.Decl, sc *types.Scope) {
	if d.Word == "object" {
		var v types.Value
		if !l.isCall(d.Init, sc) {
			l.Fixed(func() { v = l.Place(d.Init, sc) })
		} else if d.Type != nil {
			l.constant(syntax.Ident{Name: d.Name, Pos: d.Pos}, l.SubtypeOf(d.Type, sc), d.Init, sc, sc)
			return
		}
		if v.Place != nil {
			sc.Add(&types.Entity{Kind: types.Variable, Name: d.Name, Type: v.Place.Type, Place: v.Place})
			return
		}
		v = l.Expr(d.Init, sc, nil)
		sc.Add(&types.Entity{Kind: types.Constant, Name: d.Name, Type: v.Type, Value: v})
		return
	}
	var ent *types.Entity
	if d.Word == "procedure" || d.Word == "function" {
		if ent = l.actual(d, d.Init, sc, sc); ent == nil { // an operator, or an entry
			sc.Add(l.operationOf(d.Name, d.Init, sc))
			return
		}
	} else if ent = l.Look(d.Init, sc); ent == nil {
		l.Undeclared(d.Init, sc)
		return
	}
	c := *ent
	in := ent.In
	c.Name = d.Name
	sc.Add(&c)
	c.In = in
}
