package eval

// This file holds names: scopes, what a name stands for, and how it is found.

import (
	"slices"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Look finds what a name stands for, without a message; nil if it is a component, or nothing.
func (l *Evaluator) Look(e *syntax.Expr, sc *types.Scope) *types.Entity {
	list := l.Candidates(e, sc)
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// Candidates lists what a name may stand for.
func (l *Evaluator) Candidates(e *syntax.Expr, sc *types.Scope) []*types.Entity {
	switch e.Kind {
	case syntax.Name, syntax.String, syntax.Char:
		if list := sc.All(e.Text); len(list) > 0 {
			return list
		}
		if e.Kind == syntax.Name {
			if u := l.Context.Unit(e.Text, sc); u != nil {
				return []*types.Entity{u}
			}
			if u := l.child(e.Text, sc); u != nil {
				return []*types.Entity{u}
			}
			if lib := sc.UsesLibrary(); lib != nil && e.Text != "" {
				if lib.Kind == types.Random {
					return []*types.Entity{{Kind: types.Library, Name: lib.Name + "." + e.Text, Type: lib.Type,
						In: sc,
						Of: nil, Decl: lib.Decl}}
				}
				return []*types.Entity{{Kind: types.Library, Name: lib.Name + "." + e.Text, In: sc}}
			}
		}
	case syntax.Selected:
		x := l.Look(e.X, sc)
		if x == nil {
			return nil
		}
		if x.Kind == types.TypeEntity && e.X.Kind == syntax.Name { // a unit hides what use makes visible
			if u := l.Context.Unit(e.X.Text, sc); u != nil {
				x = u
			}
		}
		switch {
		case x.Kind == types.PackageEntity:
			list := x.Scope.Names[syntax.Fold(e.Text)]
			if x.Formals != nil && (len(list) == 0 || types.Overloads(list[len(list)-1])) {
				list = slices.Concat(x.Formals.Names[syntax.Fold(e.Text)], list)
			}
			if len(list) > 0 {
				out := make([]*types.Entity, 0, len(list))
				for i := len(list) - 1; i >= 0; i-- {
					out = append(out, list[i])
				}
				return out
			}
			if u := l.Context.Unit(syntax.Path(e), sc); u != nil {
				return []*types.Entity{u}
			}
		case x.Kind == types.Random && syntax.Fold(e.Text) == "random":
			return []*types.Entity{{Kind: types.Random, Name: syntax.Path(e), Type: x.Type, In: sc}}
		case x.Kind == types.Library && l.Context.Unit(x.Name+"."+e.Text, sc) != nil: // a unit with a model
			return []*types.Entity{l.Context.Unit(x.Name+"."+e.Text, sc)}
		case x.Kind == types.Library || x.Kind == types.Random:
			return []*types.Entity{{Kind: types.Library, Name: x.Name + "." + e.Text, In: sc}}
		case (x.Kind == types.Subprogram || x.Kind == types.Variable || x.Kind == types.EntryEntity) &&
			x.Scope != nil: // its own name as a prefix
			if own := x.Scope.Own(e.Text); own != nil {
				return []*types.Entity{own}
			}
		}
	}
	return nil
}

// child returns a child unit of a package that is used where a name stands, or nil if there is none.
func (l *Evaluator) child(name string, sc *types.Scope) *types.Entity {
	for c := sc; c != nil; c = c.Parent {
		for _, u := range c.Uses {
			if u.Kind == types.PackageEntity || u.Kind == types.Library { // a unit with a model, of a library without one
				if ent := l.Context.Unit(u.Name+"."+name, sc); ent != nil {
					return ent
				}
			}
		}
	}
	return nil
}

// entriesOf lists the entries of the task, or the operations of the protected object, whose name stands before the
// point of a name; nil if no such name does.
func (l *Evaluator) entriesOf(e *syntax.Expr, sc *types.Scope) (names []string) {
	if e.Kind != syntax.Selected || syntax.Path(e.X) == "" {
		return nil
	}
	x := l.Look(e.X, sc)
	if x == nil || x.Type == nil || x.Type.Decl == nil ||
		x.Type.Kind != types.TaskType && x.Type.Kind != types.ProtectedType {
		return nil
	}
	for _, d := range x.Type.Decl.Decls {
		if (d.Kind == syntax.Entry || d.Kind == syntax.Subprogram) && !slices.Contains(names, d.Name) {
			names = append(names, d.Name)
		}
	}
	return names
}

// Resolve finds what a name stands for, with a message if it stands for nothing.
func (l *Evaluator) Resolve(e *syntax.Expr, sc *types.Scope) *types.Entity {
	ent := l.Look(e, sc)
	if ent == nil {
		l.Undeclared(e, sc)
	}
	return ent
}

func (l *Evaluator) Undeclared(e *syntax.Expr, sc *types.Scope) {
	name := syntax.Path(e)
	if name == "" {
		name = e.Text
	}
	d := l.Errorf(e.Pos, e.Len, model.Undeclared, "%s is not declared", name)
	if entries := l.entriesOf(e, sc); len(entries) > 0 {
		if all := model.Among(entries); all != "" {
			d.WithHint("%s has %s", syntax.Path(e.X), all)
		} else if near := model.Suggest(e.Text, entries); near != "" {
			d.WithHint("did you mean %s.%s?", syntax.Path(e.X), near)
		}
		return
	}
	var known []string
	for c := sc; c != nil; c = c.Parent {
		for _, list := range c.Names {
			known = append(known, list[0].Name)
		}
	}
	if near := model.Suggest(name, known); near != "" {
		d.WithHint("did you mean %s?", near)
	} else {
		d.WithHint("is a with clause missing, or a file of the program on the command line?")
	}
}
