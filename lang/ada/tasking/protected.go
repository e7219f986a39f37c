package tasking

// This file lowers protected objects. An action on one is one step: nothing of another task happens in it.

import (
	"slices"
	"strconv"
	"strings"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// monitor is a protected object with the scope of its operations.
type monitor struct {
	p      *types.Place
	sc     *types.Scope
	counts bool // queues are counted, and served before new calls
}

// Operation returns the operation of a protected object with a name, or nil if there is none.
func (l *Tasks) Operation(p *types.Place, name string) *types.Operation {
	t := p.Type
	for _, d := range syntax.Members(t.Decl) {
		if (d.Kind == syntax.Subprogram || d.Kind == syntax.Entry) && syntax.Fold(d.Name) == syntax.Fold(name) {
			op := &types.Operation{Name: d.Name, Entry: d.Kind == syntax.Entry, Spec: d}
			if b := l.protectedBody(t); b != nil {
				for _, c := range b.Decls {
					if c.Kind == d.Kind && syntax.Fold(c.Name) == syntax.Fold(name) && c.Completed {
						op.Body = c
					}
				}
			}
			if op.Body == nil && d.Completed {
				op.Body = d
			}
			return op
		}
	}
	return nil
}

func (l *Tasks) protectedBody(t *types.Type) *syntax.Decl {
	if ent := t.Body(); ent != nil {
		return ent.Decl
	}
	return nil
}

// counted reports whether the queues of a protected type are observed: its bodies ask for 'Count, or
// calls are requeued to an entry of it.
func (l *Tasks) counted(t *types.Type) bool {
	b := l.protectedBody(t)
	if b == nil {
		return false
	}
	if known, ok := l.Counts[t.Decl.Name+t.Decl.Pos.String()]; ok {
		return known
	}
	found := slices.ContainsFunc(syntax.Members(t.Decl), func(d *syntax.Decl) bool {
		return d.Kind == syntax.Entry && l.Requeued[syntax.Fold(d.Name)]
	})
	for _, d := range b.Decls {
		syntax.Everywhere(d, func(e *syntax.Expr) {
			found = found || e.Kind == syntax.Attribute && syntax.Fold(e.Text) == "count"
		})
	}
	l.Counts[t.Decl.Name+t.Decl.Pos.String()] = found
	return found
}

// inside returns a protected object with the scope of its operations.
func (l *Tasks) inside(p *types.Place) *monitor {
	t := p.Type
	in := t.In
	if b := t.Body(); b != nil && b.In != nil {
		in = b.In
	}
	m := &monitor{p: p, sc: types.NewScope(in), counts: l.counted(t)}
	for name, v := range p.Parts {
		m.sc.Add(&types.Entity{Kind: types.Constant, Name: name, Type: v.Type, Value: v})
	}
	for name, v := range t.Fixed {
		m.sc.Add(&types.Entity{Kind: types.Constant, Name: name, Type: v.Type, Value: v})
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		q := l.PlacePart(p, f)
		m.sc.Add(&types.Entity{Kind: types.Variable, Name: f.Name, Type: f.Type, Place: q})
	}
	add := func(d *syntax.Decl) {
		if d.Kind != syntax.Subprogram {
			return
		}
		ent := m.sc.Own(d.Name)
		if ent != nil && ent.Kind == types.Subprogram &&
			len(syntax.Flat(ent.Decl.Params)) == len(syntax.Flat(d.Params)) {
			if d.Completed {
				ent.Body, ent.Scope = d, m.sc
			}
			return
		}
		m.sc.Add(&types.Entity{Kind: types.Subprogram, Name: d.Name, Decl: d})
	}
	for _, d := range syntax.Members(t.Decl) {
		add(d)
		if d.Kind == syntax.Entry {
			m.sc.Add(&types.Entity{Kind: types.EntryEntity, Name: d.Name, Decl: d, Place: p})
		}
	}
	if b := l.protectedBody(t); b != nil {
		for _, d := range b.Decls {
			add(d)
		}
	}
	// The object itself, by the name of its type or its own.
	m.sc.Add(&types.Entity{Kind: types.Variable, Name: t.Decl.Name, Type: t, Place: p})
	return m
}

// opEvent emits the event of an operation. The name of the event contains the indices of the object, so an index
// that is not known is tested for each of its values.
func (l *Tasks) opEvent(p *types.Place, op *types.Operation, family types.Value, args []types.Bound, e *syntax.Expr) {
	var idx []types.Value
	for i, code := range p.Idx {
		if p.Heap { // allocated objects have no names
			break
		}
		t := l.Integer
		if i < len(p.Dims) {
			t = p.Dims[i]
		}
		if n, err := strconv.ParseInt(code, 10, 64); err == nil {
			idx = append(idx, types.Num(t, n+t.Lo))
			continue
		}
		idx = append(idx, types.Value{Type: t, Code: "(" + types.Shift(code, t.Lo) + ")", Lo: t.Lo, Hi: t.Hi})
	}
	own := len(idx)
	if family.Type != nil {
		idx = append(idx, family)
	}
	var in []string
	var kinds []*types.Type
	for _, a := range args {
		if a.Place == nil && a.Value.Type != nil && a.Value.Type.Discrete() && !a.Value.Type.Wide() &&
			!a.Value.Unknown &&
			a.Value.Type.Count() <= 64 {
			in, kinds = append(in, a.Value.Text()), append(kinds, a.Value.Type)
		}
	}
	var walk func(fixed []string, rest []types.Value)
	walk = func(fixed []string, rest []types.Value) {
		switch {
		case len(rest) == 0:
			name := l.eventName(p, op.Name, fixed[:own], fixed[own:], kinds)
			l.EmitEvent(e, name, nil)
			if len(in) > 0 && len(in) <= 3 {
				l.EmitEvent(e, name, in)
			}
		case rest[0].Known:
			walk(append(fixed[:len(fixed):len(fixed)], rest[0].Type.Value(rest[0].N)), rest[1:])
		default:
			t := rest[0].Type
			for n := t.Lo; n <= t.Hi && n-t.Lo < 64; n++ {
				l.Emit(e.Pos, "if %s == %s {", rest[0].Text(), types.Num(t, n).Text())
				walk(append(fixed[:len(fixed):len(fixed)], t.Value(n)), rest[1:])
				l.Emit(e.Pos, "}")
			}
		}
	}
	walk(nil, idx)
}

// eventName returns the name of the event of an operation in the task language.
func (l *Tasks) eventName(p *types.Place, op string, object, family []string, kinds []*types.Type) string {
	in := func(list []string) string {
		if len(list) == 0 {
			return ""
		}
		return "(" + strings.Join(list, ",") + ")"
	}
	text := p.Shown + in(object) + "." + op + in(family)
	name := types.Identifier(strings.NewReplacer(".", "_", "(", "_", ")", "", ",", "_", "-",
		"m").Replace(text)) + "_event"
	l.Shown[name] = model.Shown{Text: text, Dims: kinds}
	l.Word(p.Shown)
	l.Word(op)
	return name
}

func (l *Tasks) EmitEvent(e *syntax.Expr, name string, args []string) {
	if len(args) == 0 {
		l.Emit(e.Pos, "event %s", name)
		return
	}
	l.Emit(e.Pos, "event %s(%s)", name, strings.Join(args, ", "))
}

// ProtectedCall lowers a call of a protected procedure or function, or of an entry.
func (l *Tasks) ProtectedCall(p *types.Place, op *types.Operation, args []syntax.Arg, sc *types.Scope,
	e *syntax.Expr) types.Value {
	if l.Hushed > 0 {
		if op.Spec.Result != nil {
			return types.AnyOf(l.SubtypeOf(op.Spec.Result, p.Type.In), "")
		}
		return types.Value{}
	}
	if l.Elaborating > 0 {
		l.Failed(e.Pos, "a protected object is used before the program runs")
		return types.AnyOf(l.Opaque, "")
	}
	if op.Entry {
		c := l.protectedEntry(p, op, args, sc, e)
		l.perform(c, "")
		return types.Value{}
	}
	l.nestedCall(p, op, e)
	m := l.inside(p)
	bounds, copies := l.apart(l.Bind(op.Spec.Params, args, sc, m.sc))
	if op.Body == nil {
		l.Errorf(e.Pos, e.Len, model.Undeclared, "%s of %s has no body", op.Name, p.Shown)
		return types.Value{}
	}
	var r types.Value
	l.action(m, "", e, op.Spec.Result == nil, func() {
		l.opEvent(p, op, types.Value{}, bounds, e)
		f := &types.Entity{Kind: types.Subprogram, Name: op.Name, Decl: op.Spec, Body: op.Body, In: m.sc, Scope: m.sc}
		r = l.Stmts.Inline(f, bounds, e)
		if r.Code != "" && r.Type != nil && r.Type.Scalar() { // its value in this step
			t := l.Temp(r.Type, op.Name)
			l.Put(l.TempPlace(t, r.Type), r, e)
			r = l.Read(l.TempPlace(t, r.Type))
		} else if r.Unknown && r.Type != nil && r.Type.Scalar() {
			r = l.Chosen(r, r.Type, e)
		}
	})
	l.copied(copies, e, "")
	return r
}

// nestedCall notes a call of an operation from within an action on another object. In the model, both actions are
// one step.
func (l *Tasks) nestedCall(p *types.Place, op *types.Operation, e *syntax.Expr) {
	if len(l.acting) == 0 {
		return
	}
	if holder := l.acting[len(l.acting)-1].p; holder.Name() != p.Name() {
		l.Note(model.Nested, e.Pos,
			"%s.%s is called in an action on %s, and both are one step: what happens between the two "+
				"actions is not seen, nor that tasks wait for each other's objects", p.Shown, op.Name, holder.Shown)
	}
}

// action emits a protected action: one step, which begins when condition await holds, or at once if that is "". If
// writes is set, barriers are evaluated again at its end.
func (l *Tasks) action(m *monitor, await string, e *syntax.Expr, writes bool, f func()) {
	outer := l.acting
	l.acting = append(l.acting, m)
	defer func() { l.acting = outer }()
	after := func() {
		if writes {
			l.refresh(m, e)
		}
	}
	if l.Atomic > 0 {
		f()
		after()
		return
	}
	if m.counts {
		if c := l.eligible(m); c != "" {
			if await != "" {
				await = "(" + await + ") && "
			}
			await += "!(" + c + ")"
		}
	}
	l.steps(await, e, f, after)
}

// steps emits an atomic block. An exception of f is raised at the end of the block, after the lines of after.
func (l *Tasks) steps(await string, e *syntax.Expr, f, after func()) {
	exc := l.Temp(l.ExcType(), "raised")
	fr := &eval.Frame{Label: l.Unique("action"), Exception: exc, Passes: true,
		Covers: func(int64) bool { return true }}
	l.Frames = append(l.Frames, fr)
	if l.Atomic++; l.Atomic == 1 {
		l.Turns, l.Outside = 0, max(1, l.Factor)
	}
	lines := l.Capture(f)
	l.Frames = l.Frames[:len(l.Frames)-1]
	behind := l.Capture(after)
	l.Atomic--
	if len(lines) == 0 {
		lines = []model.Line{{Text: "skip", Pos: e.Pos}}
	}
	l.Emit(e.Pos, "atomic {")
	l.Atomic++
	if await != "" {
		l.Emit(e.Pos, "await %s", await)
	}
	if fr.Used {
		l.Emit(e.Pos, "%s = 0", exc)
		l.Once(fr.Label, lines, fr.Label, e.Pos)
	} else {
		l.Append(lines)
	}
	l.Append(behind)
	l.Atomic--
	l.Emit(e.Pos, "}")
	if fr.Stops && l.Task != nil {
		l.Emit(e.Pos, "if %s == %d {", exc, eval.Stopped)
		l.Emit(e.Pos, "break %s", l.Task.End)
		l.Emit(e.Pos, "}")
	}
	if fr.Used {
		l.Emit(e.Pos, "if %s != 0 {", exc)
		l.Raise(types.Value{Type: l.ExcType(), Code: exc, Hi: 62}, e.Pos, "an exception")
		l.Emit(e.Pos, "}")
	}
}
