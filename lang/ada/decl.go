package ada

// This file lowers declarations.

import (
	"strings"

	"flavers/lang/ada/closure"
	"flavers/lang/ada/syntax"
)

func (l *lowerer) declarations(decls []*syntax.Decl, sc *scope) {
	l.declarationsOf(decls, nil, nil, sc)
}

// declarationsOf lowers declarations with the statements that they are for.
func (l *lowerer) declarationsOf(decls []*syntax.Decl, body []*syntax.Stmt, handlers []*syntax.Handler, sc *scope) {
	saved := l.behind
	defer func() { l.behind = saved }()
	if len(handlers) > 0 { // they may see what the statements did not do
		body = nil
	}
	for i, d := range decls {
		if l.tick(d.Pos) {
			l.behind = behind{decls[i+1:], body}
			l.declaration(d, sc)
		}
	}
}

func (l *lowerer) declaration(d *syntax.Decl, sc *scope) {
	switch d.Kind {
	case syntax.Object:
		l.objects(d, sc)
	case syntax.NumberDecl:
		for _, id := range d.Names {
			v := l.expr(d.Init, sc, nil)
			if v.known && sc.parent != nil && (sc.parent == l.global || sc.parent.parent == l.global) { // of a unit
				if text, ok := l.set[fold(id.Name)]; ok {
					if n, ok := integerOf(strings.TrimPrefix(text, "-")); ok {
						if strings.HasPrefix(text, "-") {
							n = -n
						}
						v.n = n
						l.constants["\x00set "+fold(id.Name)] = 1
					}
				}
			}
			sc.add(&entity{kind: constant, name: id.Name, typ: v.typ, v: v})
			if v.known {
				l.constants[id.Name] = v.n
			}
		}
	case syntax.TypeDecl:
		l.typeDecl(d, sc)
	case syntax.Subtype:
		t := l.subtypeOf(d.Type, sc)
		c := *t
		if c.root == nil && t.discrete() {
			c.root = t
		}
		c.name = d.Name
		if !t.discrete() { // the same type
			sc.add(&entity{kind: typeEntity, name: d.Name, typ: t, decl: d})
			return
		}
		sc.add(&entity{kind: typeEntity, name: d.Name, typ: &c, decl: d})
	case syntax.Subprogram:
		l.subprogramDecl(d, sc)
	case syntax.PackageSpec:
		ent := &entity{kind: packageEntity, name: d.Name, decl: d, scope: newScope(sc)}
		ent.scope.shared = sc.shared
		sc.add(ent)
		l.declarations(d.Decls, ent.scope)
		l.declarations(d.Private, ent.scope)
	case syntax.PackageBody:
		ent := sc.own(d.Name)
		switch {
		case ent != nil && ent.kind == generic:
			ent.body = d
			return
		case ent == nil || ent.kind != packageEntity:
			l.errorf(d.Pos, 1, Undeclared, "package %s has no specification", d.Name)
			return
		}
		l.packageBody(d, ent.scope)
	case syntax.TaskSpec:
		t := &typ{kind: taskType, name: d.Name, decl: d, in: sc, discs: d.Discriminants}
		if d.IsType {
			sc.add(&entity{kind: typeEntity, name: d.Name, typ: t, decl: d})
			return
		}
		l.addObject(syntax.Ident{Name: d.Name, Pos: d.Pos}, l.taskObject(syntax.Ident{Name: d.Name, Pos: d.Pos},
			t, sc, nil), t, sc)
	case syntax.ProtectedSpec:
		t := &typ{kind: protectedType, name: d.Name, decl: d, in: sc, discs: d.Discriminants}
		l.components(t, sc)
		if d.IsType {
			sc.add(&entity{kind: typeEntity, name: d.Name, typ: t, decl: d})
			return
		}
		id := syntax.Ident{Name: d.Name, Pos: d.Pos}
		l.addObject(id, l.protectedObject(id, t, sc, nil), t, sc)
	case syntax.TaskBody, syntax.ProtectedBody:
		sc.add(&entity{kind: packageEntity, name: d.Name + "'body", decl: d, scope: sc})
		if d.Kind == syntax.ProtectedBody {
			l.boundary(d, sc)
		}
	case syntax.Exception:
		for _, id := range d.Names {
			l.exceptions = append(l.exceptions, id.Name)
			sc.add(&entity{kind: exception, name: id.Name, id: len(l.exceptions) - 1})
		}
	case syntax.Generic:
		sc.add(&entity{kind: generic, name: d.Name, decl: d})
	case syntax.Instance:
		l.instance(d, sc)
	case syntax.Renaming:
		l.renaming(d, sc)
	case syntax.Use:
		for _, e := range d.Exprs {
			if d.Word == "type" {
				continue
			}
			if ent := l.resolve(e, sc); ent != nil {
				sc.uses = append(sc.uses, ent)
			}
		}
	case syntax.Pragma:
		l.pragmaDecl(d, sc)
	case syntax.Stub:
		if u := l.separate(d, sc); u != nil {
			l.declaration(u, sc)
			return
		}
		l.errorf(d.Pos, 1, closure.MissingUnit, "the separate body of %s is not among the files", d.Name).
			WithHint("name its file on the command line, too")
	case syntax.FormalPackage, syntax.Clause, syntax.Entry:
	}
}

func (l *lowerer) pragmaDecl(d *syntax.Decl, sc *scope) {
	if fold(d.Name) == "assert" && l.elab == 0 {
		l.pragma(d.Name, d.Args, d.Pos, sc)
	}
}

// boundary notes what a protected action does beside its own data.
func (l *lowerer) boundary(*syntax.Decl, *scope) {}

func (l *lowerer) packageBody(d *syntax.Decl, in *scope) {
	l.declarations(d.Decls, in)
	if len(d.Body) > 0 {
		if l.elab > 0 {
			l.prologue = append(l.prologue, func() { l.handledBody(d.Body, d.Handlers, in, d.Pos) })
		} else {
			l.handledBody(d.Body, d.Handlers, in, d.Pos)
		}
	}
}

func (l *lowerer) typeDecl(d *syntax.Decl, sc *scope) {
	old := sc.own(d.Name)
	if d.Def.Kind == "private" || d.Def.Kind == "incomplete" || d.Def.Kind == "interface" {
		t := &typ{name: d.Name, discs: d.Discriminants, in: sc}
		sc.add(&entity{kind: typeEntity, name: d.Name, typ: t, decl: d})
		return
	}
	t := l.defined(d.Name, d.Def, sc, d.Discriminants)
	if t.name == "" || t == l.integer {
		c := *t
		t = &c
		t.name = d.Name
	}
	if t.in == nil {
		t.in = sc
	}
	l.defaults(t, d, sc)
	if old != nil && old.kind == typeEntity && (old.decl == nil || old.decl.Def != nil &&
		(old.decl.Def.Kind == "private" || old.decl.Def.Kind == "incomplete")) {
		*old.typ = *t // what was declared with the partial view has the full one
		old.decl = d
		for _, lit := range t.lits {
			if e := sc.own(lit); e != nil && e.kind == literal {
				e.typ, e.v.typ = old.typ, old.typ
			}
		}
		return
	}
	sc.add(&entity{kind: typeEntity, name: d.Name, typ: t, decl: d})
}

// components are the private components of a protected type, and hidden counters of its queues.
func (l *lowerer) components(t *typ, sc *scope) {
	inner := newScope(sc)
	for _, p := range flat(t.discs) {
		inner.add(&entity{kind: constant, name: p.Names[0].Name, typ: l.subtypeOf(p.Type, sc),
			v: anyOf(l.subtypeOf(p.Type, sc), "")})
	}
	for _, d := range members(t.decl) {
		switch d.Kind {
		case syntax.Object:
			ct := (*typ)(nil)
			if d.Def != nil {
				ct = l.defined("", d.Def, inner, nil)
			} else {
				ct = l.subtypeOf(d.Type, inner)
			}
			for _, id := range d.Names {
				t.fields = append(t.fields, field{id.Name, ct, d.Init, inner})
			}
		case syntax.Entry:
			t.fields = append(t.fields, field{d.Name + countSuffix, &typ{kind: integer, hi: 31, name: "count"},
				nil, inner})
		}
	}
}

func (l *lowerer) addObject(id syntax.Ident, p *place, t *typ, sc *scope) {
	if p == nil {
		p = &place{typ: l.opaque, shown: id.Name}
		t = l.opaque
	}
	sc.add(&entity{kind: variable, name: id.Name, typ: t, pl: p})
}

// protectedObject declares a protected object, or an array of them.
func (l *lowerer) protectedObject(id syntax.Ident, t *typ, sc *scope, constraint *syntax.Expr) *place {
	base := t
	if t.kind == array {
		base = t.elem
	}
	parts := l.discriminants(base, constraint, sc, id)
	for i := range base.fields { // bounds that discriminants give
		f := &base.fields[i]
		_ = f
	}
	c := *base
	if len(parts) > 0 {
		in := newScope(base.in)
		for name, v := range parts {
			in.add(&entity{kind: constant, name: name, typ: v.typ, v: v})
		}
		c.fields = nil
		for _, d := range members(base.decl) {
			switch d.Kind {
			case syntax.Object:
				ct := (*typ)(nil)
				if d.Def != nil {
					ct = l.defined("", d.Def, in, nil)
				} else {
					ct = l.subtypeOf(d.Type, in)
				}
				for _, n := range d.Names {
					c.fields = append(c.fields, field{n.Name, ct, d.Init, in})
				}
			case syntax.Entry:
				c.fields = append(c.fields, field{d.Name + countSuffix, &typ{kind: integer, hi: 31,
					name: "count"}, nil, in})
			}
		}
	}
	whole := &c
	if t.kind == array {
		a := *t
		a.elem = &c
		whole = &a
	}
	p := l.declare(id.Name, id.Name, whole, true, id.Pos)
	p.parts = parts
	if t.kind == array {
		p.dims = t.index
	}
	l.behind.body = nil
	l.forget(id, p, sc)
	set := func(q *place) {
		for i := range c.fields {
			f := &c.fields[i]
			l.initialize(l.placePart(q, f), f.init, f.in)
		}
	}
	if t.kind == array {
		l.eachIndex(t.index, func(idx []val) { set(l.element(p, idx, nil)) })
	} else {
		set(p)
	}
	return p
}

// initialize gives a new object its value.
func (l *lowerer) initialize(p *place, init *syntax.Expr, sc *scope) {
	if init != nil {
		v := l.expr(init, sc, p.typ)
		if l.elab == 0 && p.init != nil && v.known && p.init.known && p.init.n == v.n && l.fresh() {
			return
		}
		l.put(p, v, init)
		return
	}
	switch p.typ.kind {
	case record:
		for i := range p.typ.fields {
			if f := &p.typ.fields[i]; f.init != nil || f.typ.kind == record {
				l.initialize(l.placePart(p, f), f.init, f.in)
			}
		}
	case array:
		if p.typ.elem.kind == record && p.typ.elements() <= 4096 {
			l.eachIndex(p.typ.index, func(idx []val) { l.initialize(l.element(p, idx, nil), nil, sc) })
		}
	case access:
		if l.elab == 0 && p.typ.scalar() && !l.fresh() {
			l.put(p, num(p.typ, -1), &syntax.Expr{})
		}
	}
}

// fresh tells whether a declaration is elaborated once, before anything else of its task: its variables still
// have the values from the start.
func (l *lowerer) fresh() bool {
	return l.mode && len(l.calls) == 0 && len(l.loops) == 0 && len(*l.out) == 0
}

func (l *lowerer) objects(d *syntax.Decl, sc *scope) {
	for _, id := range d.Names {
		var t *typ
		if d.Def != nil {
			t = l.defined("", d.Def, sc, nil)
		} else {
			t = l.subtypeOf(d.Type, sc)
		}
		base := t
		if t.kind == array && t.elem != nil {
			base = t.elem
		}
		switch base.kind {
		case taskType:
			l.addObject(id, l.taskObject(id, t, sc, d.Type), t, sc)
			continue
		case protectedType:
			if l.hush > 0 || l.elab == 0 && l.task != nil && l.task.index != "" {
				l.errorf(id.Pos, len(id.Name), Unsupported,
					"protected objects declared in each of several tasks are not modelled").
					WithHint("declare an array of them outside")
			}
			p := l.protectedObject(id, t, sc, d.Type)
			l.addObject(id, p, p.typ, sc)
			continue
		}
		if d.Constant && d.Init == nil { // deferred
			continue
		}
		if d.Init != nil && (d.Constant || !t.scalar() && t.kind != record && t.kind != array) {
			v := l.expr(d.Init, sc, t)
			if v.known && t.discrete() || v.pl != nil && v.code == "" && !t.scalar() && d.Constant ||
				v.task != nil && !t.scalar() {
				if v.known {
					v.typ = t
					l.constants[id.Name] = v.n
				}
				sc.add(&entity{kind: constant, name: id.Name, typ: t, v: v})
				continue
			}
			if t.kind == access && v.pl != nil {
				sc.add(&entity{kind: constant, name: id.Name, typ: t, v: v})
				continue
			}
			if l.unconstrained(t) && v.agg != nil {
				t = l.constrained(t, v.agg)
			}
			p := l.object(id, t, sc)
			sc.add(&entity{kind: variable, name: id.Name, typ: t, pl: p})
			if t.scalar() || t.kind == record || t.kind == array {
				l.put(p, v, d.Init)
			}
			continue
		}
		p := l.object(id, t, sc)
		sc.add(&entity{kind: variable, name: id.Name, typ: t, pl: p})
		if d.Init == nil {
			l.forget(id, p, sc)
		}
		l.value(p, d, sc)
	}
}

func (l *lowerer) unconstrained(t *typ) bool {
	return t.kind == array && len(t.index) == 1 && t.index[0].count() > 65536
}

// constrained takes the bounds of an array from its positional aggregate.
func (l *lowerer) constrained(t *typ, a *aggregate) *typ {
	c := *t
	c.index = []*typ{l.sub(t.index[0], t.index[0].lo, t.index[0].lo+int64(len(a.e.Args))-1)}
	return &c
}

func (l *lowerer) value(p *place, d *syntax.Decl, sc *scope) {
	if d.Init != nil && l.elab > 0 && p.typ.scalar() {
		v := l.expr(d.Init, sc, p.typ)
		if v.unknown && v.why == "\x00later" {
			l.prologue = append(l.prologue, func() { l.put(p, l.expr(d.Init, sc, p.typ), d.Init) })
			return
		}
		l.put(p, v, d.Init)
		return
	}
	if l.elab == 0 && d.Init == nil && !l.fresh() && p.typ.kind != record && !(p.typ.kind == access && p.typ.scalar()) {
		return
	}
	l.initialize(p, d.Init, sc)
}

// object declares a variable: of one task, or of several.
func (l *lowerer) object(id syntax.Ident, t *typ, sc *scope) *place {
	if l.elab > 0 && len(l.results) > 0 { // of a subprogram that is executed
		return &place{base: id.Name, shown: id.Name, typ: t, init: initial(t), parts: map[string]val{}}
	}
	return l.declare(id.Name, id.Name, t, sc.shared || l.elab > 0, id.Pos)
}

func (l *lowerer) subprogramDecl(d *syntax.Decl, sc *scope) {
	if old := l.profile(d, sc); old != nil && d.Completed {
		if old.kind == generic {
			old.body = d
			return
		}
		old.body, old.scope = d, sc
		return
	}
	sc.add(&entity{kind: subprogram, name: d.Name, decl: d})
}

// profile finds the declaration that a body completes.
func (l *lowerer) profile(d *syntax.Decl, sc *scope) *entity {
	for _, e := range sc.names[fold(d.Name)] {
		if e.kind == generic {
			return e
		}
		if e.kind != subprogram || e.body != nil || e.decl.Completed || (e.decl.Result == nil) != (d.Result == nil) ||
			len(flat(e.decl.Params)) != len(flat(d.Params)) {
			continue
		}
		same := true
		a, b := flat(e.decl.Params), flat(d.Params)
		for i := range a {
			same = same && fold(lastName(orEmpty(a[i].Type))) == fold(lastName(orEmpty(b[i].Type)))
		}
		if same {
			return e
		}
	}
	return nil
}

func orEmpty(e *syntax.Expr) *syntax.Expr {
	if e == nil {
		return &syntax.Expr{}
	}
	return e
}

func (l *lowerer) renaming(d *syntax.Decl, sc *scope) {
	if d.Word == "object" {
		v := l.place(d.Init, sc)
		if v.pl != nil {
			sc.add(&entity{kind: variable, name: d.Name, typ: v.pl.typ, pl: v.pl})
			return
		}
		v = l.expr(d.Init, sc, nil)
		sc.add(&entity{kind: constant, name: d.Name, typ: v.typ, v: v})
		return
	}
	list := l.candidates(d.Init, sc)
	if len(list) == 0 {
		if d.Word == "procedure" || d.Word == "function" { // an operator, or an entry
			sc.add(&entity{kind: library, name: d.Name})
			return
		}
		l.undeclared(d.Init, sc)
		return
	}
	ent := list[0]
	if d.Kind == syntax.Renaming && (d.Word == "procedure" || d.Word == "function") && len(list) > 1 {
		for _, c := range list {
			if c.kind == subprogram && paramCount(c) == len(flat(d.Params)) &&
				(c.decl.Result == nil) == (d.Result == nil) {
				ent = c
				break
			}
		}
	}
	c := *ent
	in := ent.in
	c.name = d.Name
	sc.add(&c)
	c.in = in
}

// instance makes a unit of a generic one.
func (l *lowerer) instance(d *syntax.Decl, sc *scope) {
	ent := l.resolve(d.Init, sc)
	if ent == nil {
		return
	}
	if ent.kind == library {
		name := fold(ent.name)
		if strings.HasSuffix(name, "discrete_random") && len(d.Args) == 1 {
			t := l.subtypeOf(d.Args[0].Value, sc)
			sc.add(&entity{kind: random, name: d.Name, typ: t})
			return
		}
		sc.add(&entity{kind: library, name: d.Name})
		return
	}
	if ent.kind != generic {
		l.errorf(d.Init.Pos, d.Init.Len, Mismatch, "%s is not generic", path(d.Init))
		return
	}
	outer := newScope(ent.in)
	outer.shared = sc.shared
	i := -1
	for _, f := range ent.decl.Formals {
		if f.Kind == syntax.Pragma || f.Kind == syntax.Use {
			continue
		}
		i++
		names := f.Names
		if len(names) == 0 {
			names = []syntax.Ident{{Name: f.Name, Pos: f.Pos}}
		}
		for k, id := range names {
			if k > 0 {
				i++
			}
			l.formal(f, id, argument(d.Args, i, id.Name), sc, outer, d)
		}
	}
	unit := ent.decl.Unit
	switch unit.Kind {
	case syntax.PackageSpec:
		p := &entity{kind: packageEntity, name: d.Name, decl: unit, scope: newScope(outer)}
		p.scope.shared = sc.shared
		outer.add(&entity{kind: packageEntity, name: unit.Name, decl: unit, scope: p.scope})
		l.declarations(unit.Decls, p.scope)
		l.declarations(unit.Private, p.scope)
		if ent.body != nil {
			l.packageBody(ent.body, p.scope)
		}
		sc.add(p)
		p.in = sc
	case syntax.Subprogram:
		f := &entity{kind: subprogram, name: d.Name, decl: unit}
		if ent.body != nil {
			f.body, f.scope = ent.body, outer
		}
		sc.add(f)
		f.in = outer
	}
}

func (l *lowerer) formal(f *syntax.Decl, id syntax.Ident, x *syntax.Expr, sc, outer *scope, d *syntax.Decl) {
	switch f.Kind {
	case syntax.TypeDecl:
		t := l.opaque
		if x != nil {
			t = l.subtypeOf(x, sc)
		}
		outer.add(&entity{kind: typeEntity, name: id.Name, typ: t, decl: f})
	case syntax.Object:
		t := l.subtypeOf(f.Type, outer)
		if x == nil {
			outer.add(&entity{kind: constant, name: id.Name, typ: t, v: l.expr(f.Init, outer, t)})
			return
		}
		if f.Word == "out" {
			if p := l.target(x, sc); p != nil {
				outer.add(&entity{kind: variable, name: id.Name, typ: t, pl: p})
				return
			}
		}
		v := l.expr(x, sc, t)
		if v.known {
			v.typ = t
		}
		outer.add(&entity{kind: constant, name: id.Name, typ: t, v: v})
	case syntax.Subprogram:
		if x == nil {
			x = &syntax.Expr{Kind: syntax.Name, Text: f.Name, Pos: d.Pos, Len: 1}
		}
		list := l.candidates(x, sc)
		if len(list) == 0 {
			outer.add(&entity{kind: library, name: id.Name})
			return
		}
		c := *list[0]
		in := c.in
		c.name = id.Name
		outer.add(&c)
		c.in = in
	default:
		if x != nil {
			if e := l.look(x, sc); e != nil {
				c := *e
				c.name = id.Name
				outer.add(&c)
			}
		}
	}
}
