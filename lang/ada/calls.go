package ada

// This file inlines calls of subprograms.

import (
	"flavers/lang/ada/syntax"
)

// bound is an argument: a value, or the place of an out parameter.
type bound struct {
	v    val
	pl   *place
	copy *place // to be copied to pl at the end
}

// result is where a subprogram returns to.
type result struct {
	label string
	typ   *typ
	place *place
	value val // while the program is elaborated
}

// overload chooses among subprograms by their arguments and the type that is wanted.
func (l *lowerer) overload(list []*entity, args []syntax.Arg, sc *scope, want *typ) *entity {
	var best *entity
	score := -1
	for _, f := range list {
		if f.kind != subprogram {
			continue
		}
		n, fits := 1, required(f) <= len(args) && len(args) <= paramCount(f)
		if fits {
			n += 100
		} else if required(f) == 0 {
			n += 10
		}
		if fits && len(list) > 1 {
			for i, p := range flat(f.decl.Params) {
				x := argument(args, i, p.Names[0].Name)
				if x == nil {
					continue
				}
				t := l.subtypeOf(p.Type, f.in)
				v := l.quiet(func() val { return l.expr(x, sc, t) })
				if v.typ != nil && v.typ.base() == t.base() {
					n += 3
				} else if v.typ != nil && v.typ.kind != t.kind {
					n -= 3
				}
			}
		}
		if f.result() != nil && want != nil && len(list) > 1 && l.subtypeOf(f.result(), f.in).base() == want.base() {
			n += 2
		}
		if f.body == nil && !f.decl.Completed {
			n--
		}
		if n > score {
			best, score = f, n
		}
	}
	return best
}

// flat lists parameters one name each.
func flat(params []syntax.Param) []syntax.Param {
	var out []syntax.Param
	for _, p := range params {
		for _, n := range p.Names {
			q := p
			q.Names = []syntax.Ident{n}
			out = append(out, q)
		}
	}
	return out
}

// argument is the one for a parameter; nil: the default counts.
func argument(args []syntax.Arg, i int, name string) *syntax.Expr {
	for k, a := range args {
		if a.Choices == nil && k == i {
			return a.Value
		}
		for _, c := range a.Choices {
			if fold(c.Text) == fold(name) {
				return a.Value
			}
		}
	}
	return nil
}

// bind evaluates the arguments of a call.
func (l *lowerer) bind(params []syntax.Param, args []syntax.Arg, sc, in *scope) []bound {
	var out []bound
	for i, p := range flat(params) {
		t := l.subtypeOf(p.Type, in)
		x, from := argument(args, i, p.Names[0].Name), sc
		if x == nil {
			x, from = p.Default, in
		}
		out = append(out, l.bindOne(p, t, x, from))
	}
	return out
}

func (l *lowerer) bindOne(p syntax.Param, t *typ, x *syntax.Expr, sc *scope) bound {
	if x == nil {
		return bound{v: anyOf(t, "")}
	}
	if p.Mode == "out" || p.Mode == "in out" {
		pl := l.target(x, sc)
		if pl == nil {
			return bound{v: anyOf(t, "")}
		}
		if pl.typ.scalar() && pl.shared && l.elab == 0 { // by copy
			c := l.tempPlace(l.temp(t, p.Names[0].Name), t)
			if p.Mode == "in out" {
				l.put(c, l.read(pl), x)
			}
			return bound{pl: c, copy: pl}
		}
		return bound{pl: pl}
	}
	v := l.expr(x, sc, t)
	switch {
	case v.agg != nil && (t.kind == record || t.kind == array):
		pl := l.local(p.Names[0].Name, t, x)
		l.put(pl, v, x)
		v = val{typ: t, pl: pl}
	case t.scalar() && v.unknown && v.why == "" && l.elab == 0:
		v = l.chosen(v, t, x)
	case t.scalar() && l.elab == 0:
		v = l.held(v, x)
		if t.discrete() && !v.unknown {
			v = l.convert(v, t, x)
		}
	}
	return bound{v: v}
}

// local is a new object of the current task.
func (l *lowerer) local(name string, t *typ, e *syntax.Expr) *place {
	if l.elab > 0 || l.hush > 0 {
		return &place{base: name, shown: name, typ: t, init: initial(t), parts: map[string]val{}}
	}
	return l.declare(name, name, t, false, e.Pos)
}

const (
	deepKnown = 64 // calls of a subprogram within itself, where all arguments are known
	deep      = 4
)

// call inlines a call of a subprogram.
func (l *lowerer) call(f *entity, args []syntax.Arg, sc *scope, e *syntax.Expr) val {
	for i, a := range args { // positional arguments beyond the parameters
		if a.Choices == nil && i >= paramCount(f) {
			l.errorf(e.Pos, e.Len, Mismatch, "%s has %d parameters", f.name, paramCount(f))
			return anyOf(nil, "")
		}
	}
	return l.inline(f, l.bind(f.decl.Params, args, sc, f.in), e)
}

// inline executes the body of a subprogram.
func (l *lowerer) inline(f *entity, args []bound, e *syntax.Expr) val {
	t := l.opaque
	if f.result() != nil {
		t = l.subtypeOf(f.result(), f.in)
	}
	body, in := f.decl, f.in
	if f.body != nil {
		body = f.body
		if f.scope != nil {
			in = f.scope
		}
	}
	if !body.Completed {
		l.note(library_, e.Pos,
			"%s has no body in the program: it does nothing that matters, and its result is any", f.name)
		return anyOf(t, f.name+", which has no body")
	}
	depth, known := 0, true
	for _, c := range l.calls {
		if c.decl == f.decl {
			depth++
		}
	}
	for _, a := range args {
		known = known && (a.v.known || a.pl != nil || a.v.pl != nil)
	}
	if depth >= deepKnown || depth >= deep && !known && l.elab == 0 {
		l.note(recursion, e.Pos,
			"calls of %s within itself are followed to a depth of %d; deeper ones do nothing", f.name, depth)
		return anyOf(t, "the result of a deep call of "+f.name)
	}
	sc := newScope(in)
	for i, p := range flat(body.Params) {
		if i >= len(args) {
			break
		}
		name := p.Names[0].Name
		if a := args[i]; a.pl != nil {
			sc.add(&entity{kind: variable, name: name, typ: a.pl.typ, pl: a.pl})
			if p.Mode == "out" && l.elab == 0 && a.pl.typ.discrete() && (len(body.Handlers) > 0 ||
				mentioned(body.Decls, name) || !l.definitely(name, a.pl.typ, body.Body, sc, true)) {
				l.put(a.pl, anyOf(a.pl.typ, ""), e)
			}
		} else {
			sc.add(&entity{kind: constant, name: name, typ: a.v.typ, v: a.v})
		}
	}
	l.calls = append(l.calls, f)
	defer func() { l.calls = l.calls[:len(l.calls)-1] }()
	if b := body.Body; len(b) == 1 && b[0].Kind == syntax.Return && b[0].X != nil && len(body.Decls) == 0 &&
		len(body.Handlers) == 0 {
		v := l.expr(b[0].X, sc, t)
		if v.agg != nil {
			pl := l.local(f.name, t, e)
			l.put(pl, v, e)
			v = val{typ: t, pl: pl}
		}
		if v.typ == nil || !v.typ.discrete() || !t.discrete() {
			return v
		}
		if l.elab == 0 && !v.unknown {
			l.check(v, t, b[0].X)
		}
		if v.pl != nil {
			v.pl = nil
		}
		v.typ = t
		return v
	}
	r := &result{typ: t, value: anyOf(t, f.name)}
	l.results = append(l.results, r)
	defer func() { l.results = l.results[:len(l.results)-1] }()
	if l.elab > 0 {
		l.declarations(body.Decls, sc)
		l.run(body.Body, sc)
		return r.value
	}
	if f.result() != nil && (t.scalar() || t.kind == record || t.kind == array) {
		r.place = l.local(f.name+"_result", t, e)
	}
	l.labelled(f.name+"_call", e.Pos, func(label string) {
		r.label = label
		l.block(body.Decls, body.Body, body.Handlers, sc, e.Pos, false)
	})
	for _, a := range args {
		if a.copy != nil {
			l.put(a.copy, l.read(a.pl), e)
		}
	}
	if r.place == nil {
		return anyOf(t, "the result of "+f.name)
	}
	return l.read(r.place)
}

// target is the place that a name denotes; nil: it is not modelled.
func (l *lowerer) target(e *syntax.Expr, sc *scope) *place {
	if e.Kind == syntax.Apply {
		if ent := l.look(e.X, sc); ent != nil && ent.kind == typeEntity && len(e.Args) == 1 {
			return l.target(e.Args[0].Value, sc)
		}
	}
	if ent := l.look(e, sc); ent != nil {
		switch ent.kind {
		case constant:
			if ent.v.pl != nil {
				return ent.v.pl
			}
			if ent.v.typ != nil && ent.v.typ.scalar() {
				l.errorf(e.Pos, e.Len, Mismatch, "%s is constant", ent.name)
			}
			return nil
		case variable:
			return ent.pl
		}
	}
	switch e.Kind {
	case syntax.Name, syntax.Selected, syntax.Apply, syntax.Paren:
		v := l.place(e, sc)
		return v.pl
	}
	return nil
}

// place evaluates a name without reading it: elements keep their places while the program is elaborated.
func (l *lowerer) place(e *syntax.Expr, sc *scope) val {
	switch e.Kind {
	case syntax.Paren:
		return l.place(e.X, sc)
	case syntax.Selected:
		if l.look(e, sc) == nil && e.Text != "all" {
			x := l.place(e.X, sc)
			if x.pl != nil && x.pl.typ != nil {
				if f := x.pl.typ.field(e.Text); f != nil {
					c := l.placePart(x.pl, f)
					return val{typ: c.typ, pl: c}
				}
			}
			return val{}
		}
		if e.Text == "all" && l.look(e, sc) == nil {
			return l.place(e.X, sc)
		}
	case syntax.Apply:
		if l.look(e.X, sc) == nil || l.look(e.X, sc).kind == variable || l.look(e.X, sc).kind == constant {
			x := l.place(e.X, sc)
			if x.pl == nil || x.pl.typ.kind != array || len(e.Args) != len(x.pl.typ.index) ||
				l.slice(e.Args[0].Value, sc) {
				l.effects(e.Args, sc)
				if x.pl != nil && x.pl.typ.kind == array { // a slice: any elements may change
					l.put(x.pl, anyOf(x.pl.typ, "a slice of "+x.pl.shown), e)
				}
				return val{}
			}
			var idx []val
			for i, a := range e.Args {
				v := l.expr(a.Value, sc, x.pl.typ.index[i])
				if v.unknown {
					v = l.chosen(v, x.pl.typ.index[i], e)
				}
				idx = append(idx, v)
			}
			c := l.element(x.pl, idx, e)
			return val{typ: c.typ, pl: c}
		}
	}
	if ent := l.look(e, sc); ent != nil && ent.kind == variable {
		return val{typ: ent.pl.typ, pl: ent.pl}
	}
	v := l.expr(e, sc, nil)
	if v.code != "" && v.pl == nil {
		return val{}
	}
	return v
}

// slice tells whether an argument is a range, not an index.
func (l *lowerer) slice(e *syntax.Expr, sc *scope) bool {
	if e.Kind == syntax.Range || e.Kind == syntax.Constraint || e.Kind == syntax.Attribute && fold(e.Text) == "range" {
		return true
	}
	ent := l.look(e, sc)
	return ent != nil && ent.kind == typeEntity
}
