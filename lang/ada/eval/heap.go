package eval

// This file lowers allocators of records, and access values that lead to records. All objects of a type that allocators
// create are elements of one array, the heap of the type, and an access value is an index in it; null is -1. With
// type Cell is record Full : Boolean; end record, and two allocators,
//
//	P := new Cell;          becomes     atomic { allocated = Cell_next; Cell_next = Cell_next + 1 }; P = allocated
//	P.Full := True;         becomes     Cell_object_Full[P] = true
//
// Access types to tasks are in package tasking.

import (
	"fmt"
	"go/token"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// allocated is how many objects of one allocator are followed if it may be executed any number of times. A task that
// allocates more stops there, with a note in the ledger.
const allocated = 4

// HeapName returns the key of the heap of a type that is declared at a place. Each elaboration of the type has a
// heap of its own: an instance of a generic unit has other components than another one, and a subprogram may have
// other bounds when it is called again.
func HeapName(name string, pos token.Position, sc *types.Scope) string {
	return fmt.Sprintf("%s %v %p", name, pos, sc)
}

// Heap returns the heap of a type, for other packages. pos is the first place that needs it.
func (l *Evaluator) Heap(t *types.Type, pos token.Position) *model.Heap { return l.heap(t, pos) }

// heap returns the heap of a type, and declares its arrays at the first call. Their length is known when all allocators
// are lowered, so the texts of the declarations are made later (Init).
func (l *Evaluator) heap(t *types.Type, pos token.Position) *model.Heap {
	h := l.HeapOf(t)
	if h.Place != nil {
		return h
	}
	hushed := l.Hushed
	l.Hushed = 0 // it is declared where it is used first, even without a trace
	defer func() { l.Hushed = hushed }()
	if t.Kind == types.ProtectedType && len(t.Discriminants) > 0 { // each allocator takes the defaults
		t = l.fixedProtected(t, &syntax.Expr{Pos: pos, Len: 1}, t.In)
	}
	h.Place = &types.Place{Base: l.Unique(t.Name + "_object"), Shown: t.Name, Type: t, Shared: true, Heap: true,
		Parts: map[string]types.Value{}}
	root := types.Initial(t)
	l.eachLeaf(h.Place.Base, t.Name, t, []*types.Type{h.Index}, nil, func(base, display string, lt *types.Type,
		ds []*types.Type, path []model.Step) {
		s := &model.Storage{Name: base, Type: lt, Pos: pos, Guarded: t.Kind == types.ProtectedType}
		for _, d := range ds {
			s.Dims = append(s.Dims, max(1, d.Count()))
		}
		s.Init = func() string {
			s.Dims[0] = h.Index.Hi + 1
			return types.Repeat(l.initialText(root, path, lt), s.Dims[0])
		}
		l.Vars = append(l.Vars, s)
		l.Shown[base] = model.Shown{Text: display, Dims: ds, Type: lt}
	})
	next := &model.Storage{Name: l.Unique(t.Name + "_next"), Type: &types.Type{Kind: types.Integer}}
	next.Init = func() string { next.Type.Hi = h.Index.Hi + 1; return "" }
	l.Vars = append(l.Vars, next)
	l.Shown[next.Name] = model.Shown{Text: t.Name + "'next"}
	h.Next = next.Name
	return h
}

// AllocateRecord lowers an allocator e of a record of type t, and returns the access value. The allocator is executed
// at most so many times, or any number of times if many is set. want is the access type, if it is known.
func (l *Evaluator) AllocateRecord(e *syntax.Expr, t *types.Type, sc *types.Scope, want *types.Type, times int64,
	many bool) types.Value {
	if want == nil || want.Kind != types.Access {
		want = &types.Type{Kind: types.Access, Target: t}
	}
	switch {
	case l.Hushed > 0:
		return types.AnyOf(want, "an allocator")
	case l.Elaborating > 0:
		return types.Value{Type: want, Unknown: true, Why: Later}
	}
	h := l.heap(t, e.Pos)
	if many || times > 16 {
		times = allocated
		h.Many = true
		l.Note(model.SomeTasks, e.Pos,
			"of the objects that are allocated here, %d are followed; who allocates more stops", times)
	}
	h.Allocators += times
	h.Index.Hi = h.Allocators - 1

	// Take the next free object, in one step. If there is none, the task stops.
	n := l.Temp(want, "allocated")
	if h.Many {
		l.Emit(e.Pos, "if %s > %s {", h.Next, h.Last)
		l.stop(e)
		l.Emit(e.Pos, "}")
	}
	ownStep := l.Atomic == 0 // otherwise it is within an atomic step already
	if ownStep {
		l.Emit(e.Pos, "atomic {")
	}
	l.Emit(e.Pos, "%s = %s", n, h.Next)
	l.Deferred(func() { l.Emit(e.Pos, "%s = %s + 1", h.Next, h.Next) })
	if ownStep {
		l.Emit(e.Pos, "}")
	}

	// Give it its first value.
	p := *h.Place
	p.Idx = []string{n}
	if e.X.Kind == syntax.Qualified {
		l.Put(&p, l.Expr(e.X.Args[0].Value, sc, t), e)
	} else {
		l.Initialize(&p, nil, sc)
	}
	return types.Value{Type: want, Code: n, Lo: 0, Hi: 1 << 20}
}

// stop ends the current task. In a protected action the task first leaves the action, by the way that exceptions take.
func (l *Evaluator) stop(e *syntax.Expr) {
	if l.Atomic == 0 {
		if l.Task != nil {
			l.Emit(e.Pos, "break %s", l.Task.End)
		}
		return
	}
	for i := len(l.Frames) - 1; i >= 0; i-- {
		if f := l.Frames[i]; f.Passes {
			f.Used, f.Stops = true, true
			l.Emit(e.Pos, "%s = %d", f.Exception, Stopped)
			l.Emit(e.Pos, "break %s", f.Label)
			return
		}
	}
	l.Errorf(e.Pos, e.Len, model.Unsupported, "an allocator in an aggregate is not modelled").
		WithHint("assign its value to a variable first")
}

// Stopped is the number that stands for an exception if a task is to stop.
const Stopped = 62

// deref returns the object that an access value leads to. It emits the check that the value is not null. ok is false if
// the value leads to no record of a heap.
func (l *Evaluator) deref(v types.Value, e *syntax.Expr) (*types.Place, bool) {
	if v.Type == nil || v.Type.Kind != types.Access || v.Type.Target == nil || v.Type.Target.Heap == "" || v.Unknown {
		return nil, false
	}
	h := l.heap(v.Type.Target, e.Pos)
	p := *h.Place
	if v.Known { // null
		if v.N < 0 {
			l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error")
		}
		p.Idx = []string{"0"}
		return &p, true
	}
	if l.Elaborating > 0 {
		return nil, false
	}
	v = l.Held(v, e)
	if v.Lo < 0 {
		l.Emit(e.Pos, "if %s < 0 {", v.Code)
		l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error")
		l.Emit(e.Pos, "}")
	}
	p.Idx = []string{v.Code}
	return &p, true
}

// Pointed returns the object that an access value leads to. It returns any other value as it is.
func (l *Evaluator) Pointed(v types.Value, e *syntax.Expr) types.Value {
	if p, ok := l.deref(v, e); ok {
		return types.Value{Type: p.Type, Place: p}
	}
	return v
}

// Allocates reports whether the program has an allocator of a type with this name.
func (l *Evaluator) Allocates(name string) bool { return l.Allocated[syntax.Fold(name)] }
