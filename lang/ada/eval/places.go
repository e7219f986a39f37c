package eval

// This file declares variables, and visits the scalar parts of places.

import (
	"go/token"
	"slices"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Declare makes the variables of an object: one for each scalar part. display is its name in messages. An object that
// other tasks see is shared; another one belongs to the current task.
func (l *Evaluator) Declare(name, display string, t *types.Type, isShared bool, pos token.Position) *types.Place {
	p := &types.Place{Base: l.Unique(name), Root: syntax.Fold(name), Shown: display, Type: t, Shared: isShared,
		Parts: map[string]types.Value{}}
	p.Init = types.Initial(t)
	p.Local = true
	owner := l.Task
	if isShared || owner == nil {
		owner = nil
		p.Shared = true
		p.Local = false
	}
	if g := l.CurrentGroup(); owner == nil && l.Elaborating == 0 && g != nil && l.Task.Index != "" { // one of each task
		p.Idx = []string{l.Task.Position()}
		p.Dims = []*types.Type{g.Index}
	}
	l.leaves(p, t, p.Dims, p.Init, owner, pos)
	return p
}

// leaves declares the scalar parts of a place.
func (l *Evaluator) leaves(p *types.Place, t *types.Type, dims []*types.Type, root *types.Stored,
	owner *types.Running, pos token.Position) {
	if l.Hushed > 0 {
		return
	}
	guarded := t.Has(func(u *types.Type) bool { return u.Kind == types.ProtectedType })
	l.eachLeaf(p.Base, p.Shown, t, dims, nil, func(base, display string, lt *types.Type, ds []*types.Type,
		path []model.Step) {
		s := &model.Storage{Name: base, Type: lt, Owner: owner, Pos: pos, Guarded: guarded}
		for _, d := range ds {
			s.Dims = append(s.Dims, max(1, d.Count()))
		}
		s.Init = func() string { return l.initialText(root, path, lt) }
		if len(p.Idx) > 0 { // of each task of the current group, whose number may not be known yet
			g := l.CurrentGroup()
			s.Init = func() string {
				s.Dims[0] = max(1, g.Hi-g.Lo+1)
				return types.Repeat(l.initialText(root, path, lt), s.Dims[0])
			}
		}
		l.Vars = append(l.Vars, s)
		l.Shown[base] = model.Shown{Text: display, Dims: ds, Type: lt}
		l.Word(display)
	})
}

// eachLeaf calls f for each scalar part of an object of type t. base is the name of the variable for the part, display
// its name in messages, dims the indices of the arrays around it, and path how it is found in a stored value. Arrays of
// records become arrays of their components.
func (l *Evaluator) eachLeaf(base, display string, t *types.Type, dims []*types.Type, path []model.Step,
	f func(base, display string,
		t *types.Type, dims []*types.Type, path []model.Step)) {
	switch {
	case t.Scalar():
		f(base, display, t, dims, path)
	case t.Kind == types.Array:
		if t.Large() || t.Elements() == 0 {
			return
		}
		l.eachLeaf(base, display, t.Elem, append(dims[:len(dims):len(dims)], t.Index...),
			append(path[:len(path):len(path)], model.Step{Count: t.Elements()}), f)
	case t.Kind == types.Record, t.Kind == types.ProtectedType:
		for i := range t.Fields {
			c := &t.Fields[i]
			if _, fixed := t.Fixed[syntax.Fold(c.Name)]; fixed {
				continue
			}
			l.eachLeaf(base+"_"+c.Name, display+"."+c.Name, c.Type, dims, append(path[:len(path):len(path)],
				model.Step{Name: syntax.Fold(c.Name)}), f)
		}
	}
}

// Temp returns the name of a new variable of the current task.
func (l *Evaluator) Temp(t *types.Type, name string) string {
	n := l.Unique(name)
	if l.Hushed > 0 {
		return n
	}
	l.Vars = append(l.Vars, &model.Storage{Name: n, Type: t, Owner: l.Task, Init: func() string { return "" }})
	l.Shown[n] = model.Shown{Text: n, Dims: nil, Type: t}
	l.Internal[n] = true
	return n
}

// TempPlace returns the place of a variable that Temp has made.
func (l *Evaluator) TempPlace(name string, t *types.Type) *types.Place {
	return &types.Place{Base: name, Shown: name, Type: t, Local: true, Parts: map[string]types.Value{}}
}

// EachScalar visits the scalar parts of a place; at finds the same part of another place.
func (l *Evaluator) EachScalar(p *types.Place, f func(part *types.Place, at func(*types.Place) *types.Place)) {
	var walk func(q *types.Place, at func(*types.Place) *types.Place)
	walk = func(q *types.Place, at func(*types.Place) *types.Place) {
		switch {
		case q.Type.Scalar():
			f(q, at)
		case q.Type.Kind == types.Record:
			for i := range q.Type.Fields {
				c := &q.Type.Fields[i]
				walk(l.PlacePart(q, c), func(r *types.Place) *types.Place {
					if o := at(r); o.Type.Field(c.Name) != nil {
						return l.PlacePart(o, c)
					}
					return at(r)
				})
			}
		case q.Type.Kind == types.Array && !q.Type.Large():
			l.EachIndex(q.Type.Index, func(idx []types.Value) {
				walk(l.Element(q, idx, nil), func(r *types.Place) *types.Place {
					o := at(r)
					if o.Type.Kind != types.Array || len(o.Type.Index) != len(idx) {
						return o
					}
					moved := slices.Clone(idx)
					for i := range moved {
						moved[i].N += o.Type.Index[i].Lo - q.Type.Index[i].Lo
					}
					return l.Element(o, moved, nil)
				})
			})
		}
	}
	walk(p, func(r *types.Place) *types.Place { return r })
}

func (l *Evaluator) PlacePart(p *types.Place, f *types.Field) *types.Place {
	c := p.Part(f)
	c.Parts = nil
	if p.Init != nil {
		c.Init = p.Init.Names[syntax.Fold(f.Name)]
	}
	return c
}

func (l *Evaluator) EachIndex(index []*types.Type, f func(idx []types.Value)) {
	var walk func(idx []types.Value)
	walk = func(idx []types.Value) {
		if len(idx) == len(index) {
			f(slices.Clone(idx))
			return
		}
		t := index[len(idx)]
		for i := t.Lo; i <= t.Hi && i-t.Lo < 65536; i++ {
			walk(append(idx[:len(idx):len(idx)], types.Num(t, i)))
		}
	}
	walk(nil)
}
