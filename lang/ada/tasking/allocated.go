package tasking

// This file lowers the tasks that are parts of allocated objects: for each such part of a type there is a pool of
// tasks, one for each object of the heap, or several where the part is an array.
//
//	type Node is record           the objects of Node are elements of an array, and so are the tasks:
//	   T : Worker;                Head.T is Node_object_T [Head]
//	end record;
//	Head := new Node;

import (
	"fmt"
	"go/token"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// HeapTasks returns the pools of tasks that are parts of allocated objects of type t.
func (l *Tasks) HeapTasks(t *types.Type, pos token.Position) []*types.Group {
	if t.Heap == "" || !t.Has(types.IsTask) || t.Sized {
		return nil
	}
	h := l.Heap(t, pos)
	var out []*types.Group
	var walk func(p *types.Place, u *types.Type, dims []*types.Type, of *syntax.Expr, in *types.Scope)
	walk = func(p *types.Place, u *types.Type, dims []*types.Type, of *syntax.Expr, in *types.Scope) {
		switch {
		case !u.Has(types.IsTask):
		case u.Kind == types.TaskType:
			g := l.Kept[p.Base]
			if g == nil {
				g = l.heapPool(h, p, u, dims)
				l.constrain(g, of, in)
			}
			out = append(out, g)
		case u.Kind == types.Array:
			walk(p, u.Elem, append(dims[:len(dims):len(dims)], u.Index...), of, in)
		default:
			for i := range u.Fields {
				f := &u.Fields[i]
				if len(f.When) > 0 && f.Type.Has(types.IsTask) {
					l.Errorf(pos, 1, model.Unsupported, "a task in a variant of an object without a constraint is not modelled").
						WithHint("give the object its discriminants")
				}
				walk(p.Part(f), f.Type, dims, f.Sub, f.In)
			}
		}
	}
	walk(h.Place, t, nil, nil, nil)
	return out
}

// heapPool declares the pool of the tasks in one part of the objects of a heap.
func (l *Tasks) heapPool(h *model.Heap, p *types.Place, u *types.Type, dims []*types.Type) *types.Group {
	g := &types.Group{Name: l.Unique(p.Base), Type: u, Pos: u.Decl.Pos, Pool: true, Named: true, Hi: -1, Each: 1,
		Next: h.Next, Entries: map[string]*types.EntrySpec{}, Params: syntax.Flat(u.Discriminants)}
	g.Index = &types.Type{Kind: types.Integer}
	shown := []*types.Type{h.Index}
	if len(dims) > 0 {
		g.Dims = append(shown, dims...)
		for _, d := range dims {
			g.Each *= max(0, d.Count())
		}
		shown = g.Dims
	}
	l.Kept[p.Base] = g
	l.Shown[g.Name] = model.Shown{Text: p.Shown, Dims: shown}
	l.Word(p.Shown)
	l.Groups = append(l.Groups, g)
	return g
}

// constrain evaluates the discriminants of the tasks in a part. They are the same for all objects.
func (l *Tasks) constrain(g *types.Group, of *syntax.Expr, in *types.Scope) {
	if len(g.Params) == 0 {
		return
	}
	g.Discriminants = []map[string]types.Value{l.Discriminants(g.Type, of, in,
		syntax.Ident{Name: g.Type.Name, Pos: g.Pos})}
}

// startParts starts the tasks of a new object, whose index in the heap is v, and waits for their activation.
func (l *Tasks) startParts(v types.Value, parts []*types.Group, t, want *types.Type, e *syntax.Expr) {
	if l.Hushed > 0 || l.Elaborating > 0 {
		return
	}
	h := l.HeapOf(t)
	var refs []*types.TaskRef
	for _, g := range parts {
		before := g.Hi
		g.Hi = (h.Index.Hi+1)*g.Each - 1
		g.Index.Hi = max(0, g.Hi)
		for k := range g.Each {
			at := v.Code
			if g.Each > 1 {
				at = fmt.Sprintf("%s * %d + %d", v.Code, g.Each, k)
			}
			l.depends(want, g, at, g.Hi-before, e)
			refs = append(refs, &types.TaskRef{Group: g, Code: g.Name + "[" + at + "]"})
		}
	}
	for _, ref := range refs {
		var codes []string
		for _, p := range ref.Group.Params {
			if d := ref.Group.Discriminants[0][syntax.Fold(p.Names[0].Name)]; d.Type.Scalar() {
				codes = append(codes, d.Text())
			}
		}
		call := fmt.Sprintf("call %s.%s", ref.Code, types.StartEntry)
		if len(codes) > 0 {
			call += "(" + strings.Join(codes, ", ") + ")"
		}
		l.Emit(e.Pos, "%s", call)
	}
	for _, ref := range refs {
		if l.visible(ref.Group) {
			l.activated(ref, e.Pos)
		}
	}
}

// depends makes the block of an access type wait for a new task of a pool. times is the number of tasks that the
// allocator adds to the pool.
func (l *Tasks) depends(want *types.Type, g *types.Group, at string, times int64, e *syntax.Expr) {
	for _, m := range want.Masters {
		switch {
		case m.Pool != g:
		case m.Aborted:
			l.Note(model.Aborting, e.Pos, "the block that waits for this task may be aborted: that the task is, too, is not followed")
			l.Emit(e.Pos, "%s[%s] = true", m.Flags, at)
		case m.Closed && m.Pool.Hi < times || m.Of != nil && m.Of != l.Task:
			l.Note(model.OtherMaster, e.Pos, "the block that waits for this task is not followed")
		default:
			l.Emit(e.Pos, "%s[%s] = true", m.Flags, at)
		}
	}
}
