package ada

// This file makes units of generic ones.

import (
	"strings"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// instance declares an instance of a generic unit: a copy of the unit in a scope with its actual parameters.
func (l *lowerer) instance(d *syntax.Decl, sc *types.Scope) {
	ent := l.Resolve(d.Init, sc)
	if ent == nil {
		return
	}
	if ent.Kind == types.Library {
		name := syntax.Fold(ent.Name)
		if strings.HasSuffix(name, "discrete_random") && len(d.Args) == 1 {
			t := l.SubtypeOf(d.Args[0].Value, sc)
			sc.Add(&types.Entity{Kind: types.Random, Name: d.Name, Type: t})
			return
		}
		lib := &types.Entity{Kind: types.Library, Name: d.Name}
		if strings.HasSuffix(name, "unchecked_deallocation") {
			lib.Decl = d
		}
		lib.Converts = strings.HasSuffix(name, "unchecked_conversion")
		sc.Add(lib)
		return
	}
	if ent.Kind != types.Generic {
		l.Errorf(d.Init.Pos, d.Init.Len, model.Mismatch, "%s is not generic", syntax.Path(d.Init))
		return
	}
	outer := types.NewScope(ent.In)
	outer.Shared = sc.Shared
	i := -1
	for _, f := range ent.Decl.Formals {
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
			l.formal(f, id, syntax.Argument(d.Args, i, id.Name), sc, outer, d)
		}
	}
	unit := ent.Decl.Unit
	switch unit.Kind {
	case syntax.PackageSpec:
		p := &types.Entity{Kind: types.PackageEntity, Name: d.Name, Decl: unit, Scope: types.NewScope(outer)}
		p.Scope.Shared = sc.Shared
		outer.Add(&types.Entity{Kind: types.PackageEntity, Name: unit.Name, Decl: unit, Scope: p.Scope,
			Formals: outer})
		groups := len(l.Groups)
		l.Declarations(unit.Decls, p.Scope)
		l.Declarations(unit.Private, p.Scope)
		l.packaged += len(l.Groups) - groups
		l.starts(groups)
		if ent.Body != nil {
			l.packageBody(ent.Body, p.Scope)
		}
		sc.Add(p)
		p.In = sc
	case syntax.Subprogram:
		f := &types.Entity{Kind: types.Subprogram, Name: d.Name, Decl: unit}
		if ent.Body != nil {
			f.Body, f.Scope = ent.Body, outer
		}
		sc.Add(f)
		f.In = outer
	}
}

// constant declares what has the value of an expression from here on, in the scope in. The names of the expression are
// those of sc.
func (l *lowerer) constant(id syntax.Ident, t *types.Type, x *syntax.Expr, sc, in *types.Scope) {
	v := types.AnyOf(t, eval.Later)
	if !l.Defers(x) {
		if v = l.Early(x, sc, t); v.Known && t != nil {
			v.Type = t
		}
	}
	if v.Unknown && v.Why == eval.Later && t != nil { // the main task executes it
		p := l.object(id, t, in)
		in.Add(&types.Entity{Kind: types.Variable, Name: id.Name, Type: t, Place: p})
		l.PutLater(p, x, sc)
		return
	}
	if l.Elaborating == 0 && t.Scalar() {
		v = l.Held(v, x)
	}
	in.Add(&types.Entity{Kind: types.Constant, Name: id.Name, Type: t, Value: v})
}

func (l *lowerer) formal(f *syntax.Decl, id syntax.Ident, x *syntax.Expr, sc, outer *types.Scope, d *syntax.Decl) {
	switch f.Kind {
	case syntax.TypeDecl:
		t := l.Opaque
		if x != nil {
			t = l.SubtypeOf(x, sc)
		}
		outer.Add(&types.Entity{Kind: types.TypeEntity, Name: id.Name, Type: t, Decl: f})
	case syntax.Object:
		t := l.SubtypeOf(f.Type, outer)
		if x == nil {
			l.constant(id, t, f.Init, outer, outer)
			return
		}
		if f.Word == "out" {
			if p := l.Target(x, sc); p != nil {
				outer.Add(&types.Entity{Kind: types.Variable, Name: id.Name, Type: t, Place: p})
				return
			}
		}
		l.constant(id, t, x, sc, outer)
	case syntax.Subprogram:
		if x == nil {
			x = &syntax.Expr{Kind: syntax.Name, Text: f.Name, Pos: d.Pos, Len: 1}
		}
		actual := l.actual(f, x, sc, outer)
		if actual == nil {
			outer.Add(l.operationOf(id.Name, x, sc))
			return
		}
		c := *actual
		in := c.In
		c.Name = id.Name
		outer.Add(&c)
		c.In = in
	default:
		if x != nil {
			if e := l.Look(x, sc); e != nil {
				c := *e
				c.Name = id.Name
				if f.Kind == syntax.FormalPackage && e.Kind == types.PackageEntity && e.Formals == nil {
					c.Formals = e.Scope.Parent // of the instance: RM 12.7(10)
				}
				in := c.In
				outer.Add(&c)
				c.In = in
			}
		}
	}
}

// actual returns the subprogram x that a formal or renaming declaration f, in scope of, stands for. Among those
// with the name it prefers one whose parameters have the types of f to one that only has as many. It returns nil
// if there is none, or if x is a predefined operator.
func (l *lowerer) actual(f *syntax.Decl, x *syntax.Expr, sc, of *types.Scope) *types.Entity {
	list := l.Candidates(x, sc)
	params := syntax.Flat(f.Params)
	var found *types.Entity
	for _, c := range list {
		if c.Kind != types.Subprogram || types.ParamCount(c) != len(params) || (c.Result() == nil) != (f.Result == nil) {
			continue
		}
		same := c.Result() == nil || l.SubtypeOf(c.Result(), c.In).Base() == l.SubtypeOf(f.Result, of).Base()
		for i, p := range syntax.Flat(c.Decl.Params) {
			same = same && l.SubtypeOf(p.Type, c.In).Base() == l.SubtypeOf(params[i].Type, of).Base()
		}
		if same {
			return c
		}
		if found == nil {
			found = c
		}
	}
	switch {
	case len(list) == 0 || x.Kind == syntax.String:
		return nil
	case found == nil:
		return list[0]
	}
	return found
}
