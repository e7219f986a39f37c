package tasking

// This file lowers tasks: objects and arrays of them, those that are allocated, and their bodies.

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// TaskObject declares a task, or an array of tasks.
func (l *Tasks) TaskObject(id syntax.Ident, t *types.Type, sc *types.Scope, constraint *syntax.Expr) *types.Place {
	p := &types.Place{Base: l.Unique(id.Name), Shown: id.Name, Type: t}
	task, dims := t, []*types.Type(nil)
	if t.Kind == types.Array {
		task, dims = t.Elem, t.Index
	}
	g := l.taskGroup(id, p, task, dims, sc, constraint)
	if g != nil && len(dims) == 0 {
		p.Task = &types.TaskRef{Group: g, Code: g.Ref(nil)}
		if g.Per != "" {
			p.Task.Code = g.Name + "[" + g.Per + "]"
		}
	}
	return p
}

// taskGroup declares the tasks that have a place: one, or those of an array with some dimensions.
func (l *Tasks) taskGroup(id syntax.Ident, p *types.Place, task *types.Type, dims []*types.Type, sc *types.Scope,
	constraint *syntax.Expr) *types.Group {
	g := &types.Group{Name: p.Base, Type: task, Pos: id.Pos, Entries: map[string]*types.EntrySpec{}, Late: l.Late}
	l.Shown[g.Name] = model.Shown{Text: p.Shown, Dims: dims}
	l.Word(p.Shown)
	switch {
	case len(dims) == 1:
		g.Index, g.Lo, g.Hi = dims[0], dims[0].Lo, dims[0].Hi
	case len(dims) > 1:
		n := int64(1)
		for _, d := range dims {
			n *= max(0, d.Count())
		}
		g.Dims, g.Index, g.Hi = dims, &types.Type{Kind: types.Integer, Hi: n - 1}, n-1
	}
	n := int64(1)
	if g.Index != nil {
		n = min(max(0, g.Hi-g.Lo+1), 4096)
	}
	if l.Elaborating == 0 && l.Hushed == 0 {
		g.Nested = true
		for _, x := range l.Exits() { // it depends on what may be aborted
			g.Within = append(g.Within, x.Cond)
		}
		g.Once = g.Index == nil && !l.Many && l.Factor == 1
		if l.Task != nil && l.Task.Index != "" {
			l.perTask(g, id)
			n = max(1, min(g.Hi-g.Lo+1, 4096))
		}
	}
	for i := int64(0); i < n; i++ {
		g.Discriminants = append(g.Discriminants, l.Discriminants(task, constraint, sc, id))
	}
	if l.Hushed == 0 {
		l.Groups = append(l.Groups, g)
		l.Kept[p.Base] = g
	}
	return g
}

// TaskParts declares the tasks that are components of an object. of is the subtype indication of a component, in its
// scope.
func (l *Tasks) TaskParts(id syntax.Ident, p *types.Place, t *types.Type, dims []*types.Type, of *syntax.Expr,
	in *types.Scope) {
	switch {
	case !t.Has(types.IsTask):
	case t.Kind == types.TaskType:
		l.taskGroup(id, p, t, dims, in, of)
	case t.Kind == types.Array:
		l.TaskParts(id, p, t.Elem, append(dims[:len(dims):len(dims)], t.Index...), of, in)
	default:
		for i := range t.Fields {
			f := &t.Fields[i]
			has, sure := l.Present(&types.Place{Type: t}, f)
			switch {
			case !has:
				continue
			case !sure && f.Type.Has(types.IsTask):
				l.Errorf(id.Pos, len(id.Name), model.Unsupported, "a task in a variant of an object without a constraint is not modelled").
					WithHint("give the object its discriminants")
			}
			l.TaskParts(id, p.Part(f), f.Type, dims, f.Sub, f.In)
		}
	}
}

// perTask makes a task that each task of an array declares an array with the index of that one.
func (l *Tasks) perTask(g *types.Group, id syntax.Ident) {
	outer := l.CurrentGroup()
	if outer == nil || outer.Pool || g.Index != nil {
		l.Errorf(id.Pos, len(id.Name), model.Unsupported,
			"arrays of tasks, and tasks in tasks that are allocated, are not modelled where each of several tasks has them").
			WithHint("declare an array of them outside")
		return
	}
	g.Index, g.Lo, g.Hi, g.Per = outer.Index, outer.Lo, outer.Hi, l.Task.Index
	l.Shown[g.Name] = model.Shown{Text: l.Shown[g.Name].Text, Dims: []*types.Type{g.Index}}
}

// Discriminants evaluates the discriminants of one task or protected object, by name.
func (l *Tasks) Discriminants(t *types.Type, constraint *syntax.Expr, sc *types.Scope,
	id syntax.Ident) map[string]types.Value {
	out := map[string]types.Value{}
	var args []syntax.Arg
	if constraint != nil && constraint.Kind == syntax.Apply {
		args = constraint.Args
	}
	for i, p := range syntax.Flat(t.Discriminants) {
		dt := l.SubtypeOf(p.Type, t.In)
		x, from := syntax.Argument(args, i, p.Names[0].Name), sc
		if x == nil {
			x, from = p.Default, t.In
		}
		v := l.Expr(x, from, dt)
		if dt.Discrete() && !v.Known {
			d := l.Errorf(id.Pos, len(id.Name), model.NotStatic,
				"the discriminant %s of %s is not known before the program runs", p.Names[0].Name, id.Name)
			if x == nil {
				d.WithHint("give it a value: %s : %s (1);", id.Name, t.Name)
			}
			v = types.Num(dt, dt.Lo)
		}
		if v.Type == nil || v.Known {
			v.Type = dt
		}
		out[syntax.Fold(p.Names[0].Name)] = v
	}
	return out
}

const allocated = 4 // tasks that an allocator in a loop creates at most

// Allocate lowers an allocator.
func (l *Tasks) Allocate(e *syntax.Expr, sc *types.Scope, want *types.Type) types.Value {
	x := e.X
	var constraint *syntax.Expr
	if x.Kind == syntax.Apply {
		constraint = x
	}
	t := l.SubtypeOf(x, sc)
	if x.Kind == syntax.Qualified {
		t = l.SubtypeOf(x.X, sc)
	}
	class := want != nil && want.Kind == types.Access && want.Target != nil && want.Target.Heap != t.Heap
	if class && t.Kind == types.Record { // by an access to what it is derived from
		l.Note(model.MayWait, e.Pos, "an object of %s is allocated as one of a class: what is called for it is not known",
			t.Name)
	}
	constrained := constraint != nil && t.Kind == types.ProtectedType
	if t.Heap != "" && !class && !constrained && !(t.Sized && t.Has(types.IsTask)) {
		parts := l.HeapTasks(t, e.Pos)
		v := l.AllocateRecord(e, t, sc, want, l.Factor, l.Many || slices.Contains(parts, l.CurrentGroup()))
		l.Stmts.AllocatedObject(v, t, e)
		l.startParts(v, parts, t, v.Type, e)
		return v
	}
	if t.Kind != types.TaskType {
		l.Effects(x.Args, sc)
		if t.Has(func(u *types.Type) bool { return u.Kind == types.ProtectedType || u.Kind == types.TaskType }) {
			l.Errorf(e.Pos, e.Len, model.Unsupported, "this allocator makes protected objects or tasks in a way that is not modelled").
				WithHint("allocate single objects with the defaults of their discriminants, or declare them")
		}
		return types.AnyOf(want, "allocated objects")
	}
	g := l.Pool(t)
	switch {
	case want == nil || want.Kind != types.Access:
		want = &types.Type{Kind: types.Access, Target: t}
	case want.Target == nil || want.Target.Kind != types.TaskType:
		l.Errorf(e.Pos, e.Len, model.Unsupported, "a task is allocated for an access to an interface: this is not modelled").
			WithHint("an access to the task type is")
		return types.AnyOf(want, "a task of an interface")
	}
	if l.Hushed > 0 {
		return types.AnyOf(want, "")
	}
	if l.Elaborating > 0 {
		return types.Value{Type: want, Unknown: true, Why: eval.Later}
	}
	if t.In != nil && t.Body() == nil { // not yet elaborated: RM 3.11(11)
		l.Raise(types.Num(l.Integer, model.ProgramError), e.Pos, "Program_Error")
		return types.Num(want, -1)
	}
	times := l.Factor
	if l.Many || times > 64 || l.CurrentGroup() == g {
		times = allocated
		l.Note(model.SomeTasks, e.Pos,
			"of the tasks that are allocated here, %d are followed; who allocates more stops", times)
		g.Many = true
	}
	g.Hi += times
	g.Index.Hi = g.Hi
	var args []syntax.Arg
	if constraint != nil {
		args = constraint.Args
	}
	var codes []string
	for _, b := range l.Bind(t.Discriminants, args, sc, t.In) {
		if t := b.Value.Type; t != nil && (t.Discrete() || t.Kind == types.Access && t.Scalar()) {
			codes = append(codes, b.Value.Text())
		} else if b.Value.Place != nil {
			l.Errorf(e.Pos, e.Len, model.Unsupported,
				"a task that is allocated has an access discriminant: this is not modelled").
				WithHint("declare the task as an object, or give it the access value by an entry")
		}
	}
	next := g.Next
	if !l.Taken[next] {
		l.Taken[next] = true
		s := &model.Storage{Name: next, Type: &types.Type{Kind: types.Integer, Lo: 0, Hi: 0}}
		s.Init = func() string { s.Type.Hi = g.Hi + 1; return "0" }
		l.Vars = append(l.Vars, s)
		l.Shown[next] = model.Shown{Text: t.Name + "'next"}
	}
	n := l.Temp(want, "allocated")
	if g.Many || l.Many {
		l.Emit(e.Pos, "if %s > %s_last {", next, g.Name)
		if l.Task != nil {
			l.Emit(e.Pos, "break %s", l.Task.End)
		}
		l.Emit(e.Pos, "}")
	}
	l.Emit(e.Pos, "atomic {")
	l.Atomic++
	l.Emit(e.Pos, "%s = %s", n, next)
	l.Emit(e.Pos, "%s = %s + 1", next, next)
	l.depends(want, g, n, times, e)
	l.Atomic--
	l.Emit(e.Pos, "}")
	call := fmt.Sprintf("call %s[%s].%s", g.Name, n, types.StartEntry)
	if len(codes) > 0 {
		call += "(" + strings.Join(codes, ", ") + ")"
	}
	l.Emit(e.Pos, "%s", call)
	if l.visible(g) {
		l.activated(&types.TaskRef{Group: g, Code: g.Name + "[" + n + "]"}, e.Pos)
	}
	return l.reference(types.Value{Type: want, Code: n, Lo: -1, Hi: 1 << 20}, want)
}

// reference returns the task that an access value leads to.
func (l *Tasks) reference(v types.Value, t *types.Type) types.Value {
	g := l.Pool(t.Target)
	if v.Known && v.N < 0 {
		return v
	}
	g.Named = true
	v.Task = &types.TaskRef{Group: g, Code: g.Name + "[" + v.Text() + "]", Null: true}
	return v
}

// LowerTask lowers the body of a group of tasks.
func (l *Tasks) LowerTask(g *types.Group) {
	g.Done = true
	body := g.Type.Body()
	if body == nil {
		l.Errorf(g.Pos, len(g.Type.Name), model.Undeclared, "task %s has no body", g.Type.Name)
		return
	}
	r := &types.Running{Name: g.Name, Group: g, End: l.Unique("end_" + g.Name)}
	r.Stays = len(g.Targets()) > 0 && !l.mayEnd(g)
	if g.Index != nil {
		r.Index = l.Unique("i")
	}
	if g.Per != "" { // places of the outer task have its index
		r.Index = g.Per
	}
	l.Task, l.Frames, l.Results, l.Loops, l.Calls, l.Atomic, l.Rising, l.gotos = r, nil, nil, nil, nil, 0, nil, nil
	l.Factor, l.Many = 1, false
	if g.Index != nil {
		l.Factor = max(1, g.Hi-g.Lo+1)
	}
	l.Around, l.Triggers = nil, nil
	for _, c := range l.Abnormal(g) {
		l.Around = append(l.Around, eval.Exit{Cond: c, Label: r.End})
	}
	sc := types.NewScope(body.In)
	l.discScope(g, r, sc)
	// In its body the name of a task is the current task.
	self := sc.Add(&types.Entity{Kind: types.Variable, Name: g.Type.Decl.Name, Type: g.Type,
		Place: &types.Place{Type: g.Type,
			Task: r.Self(), Shown: g.Type.Name}})
	for _, d := range syntax.Members(g.Type.Decl) {
		if d.Kind == syntax.Entry {
			sc.Add(&types.Entity{Kind: types.EntryEntity, Name: d.Name, Decl: d, Value: types.Value{Task: r.Self()}})
		}
	}
	lines := l.Capture(func() {
		l.Point(body.Decl.Pos) // it may be aborted before it is activated
		l.top(body.Decl.Decls, body.Decl.Body, body.Decl.Handlers, sc, body.Decl.Pos, self)
	})
	l.Around = nil
	l.finish(g, r, lines)
}

// top lowers the outermost declarations and statements of a task.
func (l *Tasks) top(decls []*syntax.Decl, body []*syntax.Stmt, handlers []*syntax.Handler, sc *types.Scope,
	pos token.Position, self *types.Entity) {
	l.Mode = true
	in := types.NewScope(sc)
	self.Scope = in // as a prefix: Filter.N
	l.Body = true
	l.Stmts.Block(decls, body, handlers, in, pos)
}

// discScope declares the discriminants of a task in the scope of its body.
func (l *Tasks) discScope(g *types.Group, r *types.Running, sc *types.Scope) {
	if g.Pool {
		for _, p := range g.Params {
			t := l.SubtypeOf(p.Type, g.Type.In)
			if !t.Scalar() {
				sc.Add(&types.Entity{Kind: types.Constant, Name: p.Names[0].Name, Type: t,
					Value: types.AnyOf(t, "the discriminant "+p.Names[0].Name)})
				continue
			}
			pl := l.Declare(p.Names[0].Name, p.Names[0].Name, t, false, g.Pos)
			sc.Add(&types.Entity{Kind: types.Constant, Name: p.Names[0].Name, Type: t, Value: l.Read(pl)})
			g.EntrySpecOf(types.StartEntry).Ins = append(g.EntrySpecOf(types.StartEntry).Ins, pl)
		}
		return
	}
	if len(g.Discriminants) == 0 {
		return
	}
	for name, v := range g.Discriminants[0] {
		same, step := true, true
		for i, m := range g.Discriminants {
			w := m[name]
			same = same && w.Known == v.Known && w.N == v.N && w.Place == v.Place
			step = step && w.Known && w.N == v.N+int64(i)
		}
		switch {
		case same:
		case step:
			code := r.Index
			if d := v.N - g.Lo; d != 0 {
				code = fmt.Sprintf("(%s + (%d))", r.Index, d)
			}
			v = types.Value{Type: v.Type, Code: code, Lo: v.N, Hi: v.N + int64(len(g.Discriminants)) - 1}
		case v.Known:
			var b strings.Builder
			lo, hi := v.N, v.N
			for i, m := range g.Discriminants {
				w := m[name]
				lo, hi = min(lo, w.N), max(hi, w.N)
				if i == len(g.Discriminants)-1 {
					b.WriteString(types.Num(v.Type, w.N).Text())
				} else {
					fmt.Fprintf(&b, "if %s == %d then %s else ", r.Index, g.Lo+int64(i), types.Num(v.Type,
						w.N).Text())
				}
			}
			v = types.Value{Type: v.Type, Code: "(" + b.String() + ")", Lo: lo, Hi: hi}
		default:
			l.Errorf(g.Pos, 1, model.Unsupported,
				"the tasks of this array have discriminants that lead to different objects").
				WithHint("declare the tasks one by one")
		}
		sc.Add(&types.Entity{Kind: types.Constant, Name: name, Type: v.Type, Value: v})
	}
}

// finish writes a task.
func (l *Tasks) finish(g *types.Group, r *types.Running, lines []model.Line) {
	out := &l.Replies
	add := func(format string, args ...any) {
		*out = append(*out, model.Line{Text: fmt.Sprintf(format, args...), Pos: g.Pos})
	}
	head := "task " + g.Name
	if g.Index != nil {
		head += fmt.Sprintf("[%s in %d..%d]", r.Index, g.Lo, g.Hi)
		if g.Pool {
			head = fmt.Sprintf("task %s[%s in 0..%s_last]", g.Name, r.Index, g.Name)
		}
	}
	if g.Once {
		head += " dynamic[1]"
	}
	add("%s {", head)
	started := g.Pool || g.Nested && !g.Once
	start := ""
	if started {
		spec := g.EntrySpecOf(types.StartEntry)
		var params, names []string
		for _, p := range spec.Ins {
			n := l.Unique("d")
			params = append(params, n+" "+l.Text(p.Type))
			names = append(names, n)
		}
		text := types.StartEntry
		if len(params) > 0 {
			text += "(" + strings.Join(params, ", ") + ")"
		}
		add("entry %s", text)
		start = "case accept " + types.StartEntry
		if len(names) > 0 {
			start += "(" + strings.Join(names, ", ") + ")"
		}
		var body []string
		for i, p := range spec.Ins {
			body = append(body, p.Name()+" = "+names[i])
		}
		if g.Nested { // who starts the task again sees it running
			for _, x := range l.Capture(func() { l.startsAnew(g, r) }) {
				body = append(body, x.Text)
			}
		}
		if len(body) == 0 {
			start += ":"
		} else {
			start += " {\x00" + strings.Join(body, "\x00") + "\x00}"
		}
	}
	for _, d := range syntax.Members(g.Type.Decl) {
		if d.Kind == syntax.Entry {
			add("%s", l.entryText(g, d))
		}
	}
	add("\x01%s", g.Name) // its variables
	if started && g.Nested {
		add("loop {")
	}
	if started {
		add("select {")
		for _, t := range strings.Split(start, "\x00") {
			add("%s", t)
		}
		add("case terminate:")
		add("}")
	}
	if g.Late && len(l.Prologue) > 0 {
		add("await elaborated_")
	}
	wrap := model.Mentions(lines, "break "+r.End)
	if wrap {
		add("%s: loop {", r.End)
	}
	*out = append(*out, lines...)
	if wrap {
		if !model.Leaves(lines) {
			add("break %s", r.End)
		}
		add("}")
	}
	*out = append(*out, model.Line{Text: "\x02" + g.Name, Pos: g.Pos}) // tells that it has ended
	if started && g.Nested {
		add("}")
	}
	add("}")
}

// startsAnew resets the flags of a task that may be started again after it has ended.
func (l *Tasks) startsAnew(g *types.Group, r *types.Running) {
	if g.Once {
		return
	}
	l.Complete(r.Self(), g.Pos, false)
	if l.visible(g) {
		l.Emit(g.Pos, "%s%s = false", l.activeFlag(g), r.Self().Index())
	}
	if g.End != "" {
		l.Emit(g.Pos, "%s%s = false", g.End, types.TaskRef{Group: g, Code: r.Self().Code}.IndexOf())
	}
}
