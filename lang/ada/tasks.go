package ada

// This file lowers tasks: objects and arrays of them, those that are allocated, and their bodies.

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"flavers/lang/ada/syntax"
)

// group are the tasks of one object, or those that allocators of one type may create.
type group struct {
	name    string
	typ     *typ
	index   *typ // of an array; nil: one task
	lo, hi  int64
	discs   []map[string]val // of each task
	params  []syntax.Param   // discriminants of tasks that are started by a call
	pos     token.Position
	pool    bool     // started by allocators
	nested  bool     // started at the begin of a block
	once    bool     // which is executed once
	beside  []*group // the tasks of the block
	waits   string   // the variable that tells that the block waits
	late    bool     // waits for the declarations of the main procedure
	many    bool     // allocators of it are in loops
	end     string   // the variable that tells that a task has ended
	entries map[string]*entrySpec
	done    bool
}

const startEntry = "start_up"

// running is the task whose statements are lowered.
type running struct {
	name  string
	group *group
	end   string // label of the end
	index string // the index of the task in its family
}

func (r *running) self() *taskRef {
	if r.group == nil {
		return nil
	}
	code := r.group.ref(nil)
	if r.index != "" {
		code += "[" + r.index + "]"
	}
	return &taskRef{group: r.group, code: code}
}

// ref is the name of an element of an array of tasks.
func (g *group) ref(idx []string) string {
	if g.once {
		return g.name + "[0]"
	}
	if g.index == nil || len(idx) == 0 {
		return g.name
	}
	return g.name + "[" + shiftCode(idx[0], g.lo) + "]"
}

func shiftCode(code string, lo int64) string {
	if n, err := strconv.ParseInt(code, 10, 64); err == nil {
		return strconv.FormatInt(n+lo, 10)
	}
	switch {
	case lo == 0:
		return code
	case strings.HasSuffix(code, fmt.Sprintf(" - %d", lo)):
		return strings.TrimSuffix(code, fmt.Sprintf(" - %d", lo))
	}
	return fmt.Sprintf("%s + (%d)", code, lo)
}

func (g *group) disc(name string) (val, bool) {
	if len(g.discs) == 0 {
		return val{}, false
	}
	v, ok := g.discs[0][fold(name)]
	return v, ok && len(g.discs) == 1
}

// endedFlag is the variable that is true when a task of the group has ended.
func (l *lowerer) endedFlag(g *group) string {
	if g.end == "" {
		g.end = l.unique(g.name + "_ended")
		s := &storage{name: g.end, typ: l.boolean, init: func() string { return "" }}
		l.shown[g.end] = shown{text: l.shown[g.name].text + "'Terminated"}
		if g.index != nil {
			s.dims = []int64{0}
			s.init = func() string { s.dims[0] = max(1, g.hi-g.lo+1); return "" }
			l.shown[g.end] = shown{text: l.shown[g.name].text + "'Terminated", dims: []*typ{g.index}}
		}
		l.vars = append(l.vars, s)
	}
	return g.end
}

func (l *lowerer) eachInstance(g *group, f func(ref string)) {
	if g.index == nil {
		f(g.ref(nil))
		return
	}
	for i := g.lo; i <= g.hi; i++ {
		f(fmt.Sprintf("%s[%d]", g.name, i))
	}
}

// taskObject declares a task, or an array of tasks.
func (l *lowerer) taskObject(id syntax.Ident, t *typ, sc *scope, constraint *syntax.Expr) *place {
	g := &group{name: l.unique(id.Name), typ: t, pos: id.Pos, entries: map[string]*entrySpec{}, late: l.late}
	l.shown[g.name] = shown{text: id.Name}
	l.word(id.Name)
	task := t
	if t.kind == array {
		if len(t.index) != 1 || t.elem.kind != taskType {
			l.errorf(id.Pos, len(id.Name), Unsupported, "an array of tasks with several dimensions is not modelled").
				WithHint("an array of one dimension, with a computed index, is")
			return nil
		}
		task = t.elem
		g.index, g.lo, g.hi, g.typ = t.index[0], t.index[0].lo, t.index[0].hi, task
		l.shown[g.name] = shown{text: id.Name, dims: []*typ{g.index}}
	}
	n := int64(1)
	if g.index != nil {
		n = min(max(0, g.hi-g.lo+1), 4096)
	}
	if l.elab > 0 || l.hush > 0 {
		for i := int64(0); i < n; i++ {
			g.discs = append(g.discs, l.discriminants(task, constraint, sc, id))
		}
	} else {
		g.nested = true
		g.once = g.index == nil && !l.many && l.factor == 1
		if l.task != nil && l.task.index != "" {
			l.errorf(id.Pos, len(id.Name), Unsupported, "tasks declared in each of several tasks are not modelled").
				WithHint("declare an array of them outside")
		}
		for i := int64(0); i < n; i++ {
			g.discs = append(g.discs, l.discriminants(task, constraint, sc, id))
		}
	}
	if l.hush == 0 {
		l.groups = append(l.groups, g)
	}
	p := &place{base: g.name, shown: id.Name, typ: t, parts: map[string]val{"task": {task: &taskRef{group: g,
		code: g.name}}}}
	if g.index == nil {
		p.task = &taskRef{group: g, code: g.ref(nil)}
	}
	return p
}

// discriminants are those of one task or protected object.
func (l *lowerer) discriminants(t *typ, constraint *syntax.Expr, sc *scope, id syntax.Ident) map[string]val {
	out := map[string]val{}
	var args []syntax.Arg
	if constraint != nil && constraint.Kind == syntax.Apply {
		args = constraint.Args
	}
	for i, p := range flat(t.discs) {
		dt := l.subtypeOf(p.Type, t.in)
		x, from := argument(args, i, p.Names[0].Name), sc
		if x == nil {
			x, from = p.Default, t.in
		}
		v := l.expr(x, from, dt)
		if dt.discrete() && !v.known {
			d := l.errorf(id.Pos, len(id.Name), NotStatic,
				"the discriminant %s of %s is not known before the program runs", p.Names[0].Name, id.Name)
			if x == nil {
				d.WithHint("give it a value: %s : %s (1);", id.Name, t.name)
			}
			v = num(dt, dt.lo)
		}
		if v.typ == nil || v.known {
			v.typ = dt
		}
		out[fold(p.Names[0].Name)] = v
	}
	return out
}

// pool is the group of the tasks of a type that allocators create.
func (l *lowerer) pool(t *typ) *group {
	key := t.decl.Pos.String() + fmt.Sprintf("%p", t.in)
	if g := l.pools[key]; g != nil {
		return g
	}
	g := &group{name: l.unique(t.name), typ: t, pos: t.decl.Pos, pool: true, hi: -1,
		entries: map[string]*entrySpec{}, params: flat(t.discs)}
	g.index = &typ{kind: integer, lo: 0, hi: 0}
	l.pools[key] = g
	l.shown[g.name] = shown{text: t.name, dims: []*typ{g.index}}
	l.word(t.name)
	l.groups = append(l.groups, g)
	return g
}

const allocated = 4 // tasks that an allocator in a loop creates at most

// allocate lowers an allocator.
func (l *lowerer) allocate(e *syntax.Expr, sc *scope, want *typ) val {
	x := e.X
	var constraint *syntax.Expr
	if x.Kind == syntax.Apply {
		constraint = x
	}
	t := l.subtypeOf(x, sc)
	if x.Kind == syntax.Qualified {
		t = l.subtypeOf(x.X, sc)
	}
	if t.kind != taskType {
		l.effects(x.Args, sc)
		if t.kind == protectedType {
			l.note(dataLost, e.Pos, "protected objects that are allocated are not modelled")
		}
		return anyOf(want, "allocated objects")
	}
	g := l.pool(t)
	if want == nil || want.kind != access {
		want = &typ{kind: access, target: t}
	}
	if l.hush > 0 {
		return anyOf(want, "")
	}
	if l.elab > 0 {
		return val{typ: want, unknown: true, why: "\x00later"}
	}
	times := l.factor
	if l.many || times > 64 || l.currentGroup() == g {
		times = allocated
		l.note(someTasks, e.Pos,
			"of the tasks that are allocated here, %d are followed; who allocates more stops", times)
		g.many = true
	}
	g.hi += times
	g.index.hi = g.hi
	var args []syntax.Arg
	if constraint != nil {
		args = constraint.Args
	}
	var codes []string
	for _, b := range l.bind(t.discs, args, sc, t.in) {
		if b.v.typ != nil && b.v.typ.discrete() {
			codes = append(codes, b.v.text())
		} else if b.v.pl != nil {
			l.errorf(e.Pos, e.Len, Unsupported,
				"a task that is allocated has an access discriminant: this is not modelled").
				WithHint("declare the task as an object, or give it the access value by an entry")
		}
	}
	next := g.name + "_next"
	if !l.taken[next] {
		l.taken[next] = true
		s := &storage{name: next, typ: &typ{kind: integer, lo: 0, hi: 0}}
		s.init = func() string { s.typ.hi = g.hi + 1; return "0" }
		l.vars = append(l.vars, s)
		l.shown[next] = shown{text: t.name + "'next"}
	}
	n := l.temp(want, "allocated")
	if g.many || l.many {
		l.emit(e.Pos, "if %s > %s_last {", next, g.name)
		if l.task != nil {
			l.emit(e.Pos, "break %s", l.task.end)
		}
		l.emit(e.Pos, "}")
	}
	l.emit(e.Pos, "atomic {")
	l.emit(e.Pos, "%s = %s", n, next)
	l.emit(e.Pos, "%s = %s + 1", next, next)
	l.emit(e.Pos, "}")
	call := fmt.Sprintf("call %s[%s].%s", g.name, n, startEntry)
	if len(codes) > 0 {
		call += "(" + strings.Join(codes, ", ") + ")"
	}
	l.emit(e.Pos, "%s", call)
	return l.reference(val{typ: want, code: n, lo: -1, hi: 1 << 20}, want)
}

// reference is the task that an access value leads to.
func (l *lowerer) reference(v val, t *typ) val {
	g := l.pool(t.target)
	if v.known && v.n < 0 {
		return v
	}
	v.task = &taskRef{group: g, code: g.name + "[" + v.text() + "]", null: true}
	return v
}

// lowerTask lowers the body of a group of tasks.
func (l *lowerer) lowerTask(g *group) {
	g.done = true
	body := g.typ.in.own(g.typ.decl.Name + "'body")
	if body == nil {
		l.errorf(g.pos, len(g.typ.name), Undeclared, "task %s has no body", g.typ.name)
		return
	}
	r := &running{name: g.name, group: g, end: l.unique("end_" + g.name)}
	if g.index != nil {
		r.index = l.unique("i")
	}
	l.task, l.frames, l.results, l.loops, l.calls, l.atomic, l.rising, l.gotos = r, nil, nil, nil, nil, 0, nil, nil
	l.factor, l.many = 1, false
	if g.index != nil {
		l.factor = max(1, g.hi-g.lo+1)
	}
	sc := newScope(body.in)
	l.discScope(g, r, sc)
	// In its body the name of a task is the current task.
	self := sc.add(&entity{kind: variable, name: g.typ.decl.Name, typ: g.typ, pl: &place{typ: g.typ,
		task: r.self(), shown: g.typ.name}})
	for _, d := range members(g.typ.decl) {
		if d.Kind == syntax.Entry {
			sc.add(&entity{kind: entryEntity, name: d.Name, decl: d})
		}
	}
	lines := l.capture(func() {
		l.top(body.decl.Decls, body.decl.Body, body.decl.Handlers, sc, body.decl.Pos, self)
	})
	l.finish(g, r, lines)
}

// top lowers the outermost declarations and statements of a task.
func (l *lowerer) top(decls []*syntax.Decl, body []*syntax.Stmt, handlers []*syntax.Handler, sc *scope,
	pos token.Position, self *entity) {
	l.mode = true
	in := newScope(sc)
	self.scope = in // as a prefix: Filter.N
	l.block(decls, body, handlers, in, pos, false)
}

// discScope declares the discriminants of a task.
func (l *lowerer) discScope(g *group, r *running, sc *scope) {
	if g.pool {
		for _, p := range g.params {
			t := l.subtypeOf(p.Type, g.typ.in)
			pl := l.declare(p.Names[0].Name, p.Names[0].Name, t, false, g.pos)
			sc.add(&entity{kind: constant, name: p.Names[0].Name, typ: t, v: l.read(pl)})
			g.entrySpecOf(startEntry).ins = append(g.entrySpecOf(startEntry).ins, pl)
		}
		return
	}
	if len(g.discs) == 0 {
		return
	}
	for name, v := range g.discs[0] {
		same, step := true, true
		for i, m := range g.discs {
			w := m[name]
			same = same && w.known == v.known && w.n == v.n && w.pl == v.pl
			step = step && w.known && w.n == v.n+int64(i)
		}
		switch {
		case same:
		case step:
			code := r.index
			if d := v.n - g.lo; d != 0 {
				code = fmt.Sprintf("(%s + (%d))", r.index, d)
			}
			v = val{typ: v.typ, code: code, lo: v.n, hi: v.n + int64(len(g.discs)) - 1}
		case v.known:
			var b strings.Builder
			lo, hi := v.n, v.n
			for i, m := range g.discs {
				w := m[name]
				lo, hi = min(lo, w.n), max(hi, w.n)
				if i == len(g.discs)-1 {
					b.WriteString(num(v.typ, w.n).text())
				} else {
					fmt.Fprintf(&b, "if %s == %d then %s else ", r.index, g.lo+int64(i), num(v.typ, w.n).text())
				}
			}
			v = val{typ: v.typ, code: "(" + b.String() + ")", lo: lo, hi: hi}
		default:
			l.errorf(g.pos, 1, Unsupported,
				"the tasks of this array have discriminants that lead to different objects").
				WithHint("declare the tasks one by one")
		}
		sc.add(&entity{kind: constant, name: name, typ: v.typ, v: v})
	}
}

// finish writes a task.
func (l *lowerer) finish(g *group, r *running, lines []line) {
	out := &l.replies
	add := func(format string, args ...any) { *out = append(*out, line{fmt.Sprintf(format, args...), g.pos}) }
	head := "task " + g.name
	if g.index != nil {
		head += fmt.Sprintf("[%s in %d..%d]", r.index, g.lo, g.hi)
		if g.pool {
			head = fmt.Sprintf("task %s[%s in 0..%s_last]", g.name, r.index, g.name)
		}
	}
	if g.once {
		head += " dynamic[1]"
	}
	add("%s {", head)
	started := g.pool || g.nested && !g.once
	start := ""
	if started {
		spec := g.entrySpecOf(startEntry)
		var params, names []string
		for _, p := range spec.ins {
			n := l.unique("d")
			params = append(params, n+" "+l.text(p.typ))
			names = append(names, n)
		}
		text := startEntry
		if len(params) > 0 {
			text += "(" + strings.Join(params, ", ") + ")"
		}
		add("entry %s", text)
		start = "case accept " + startEntry
		if len(names) > 0 {
			start += "(" + strings.Join(names, ", ") + ") {"
			for i, p := range spec.ins {
				start += "\x00" + p.name() + " = " + names[i]
			}
			start += "\x00}"
		} else {
			start += ":"
		}
	}
	for _, d := range members(g.typ.decl) {
		if d.Kind == syntax.Entry {
			add("%s", l.entryText(g, d))
		}
	}
	add("\x01%s", g.name) // its variables
	if started && g.nested {
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
	if g.end != "" && g.nested && !g.once {
		add("%s%s = false", g.end, taskRef{group: g, code: r.self().code}.indexOf())
	}
	if g.late && len(l.prologue) > 0 {
		add("await elaborated_")
	}
	wrap := mentions(lines, "break "+r.end)
	if wrap {
		add("%s: loop {", r.end)
	}
	*out = append(*out, lines...)
	if wrap {
		if !leaves(lines) {
			add("break %s", r.end)
		}
		add("}")
	}
	*out = append(*out, line{"\x02" + g.name, g.pos}) // tells that it has ended
	if started && g.nested {
		add("}")
	}
	add("}")
}

func (t taskRef) indexOf() string { return t.index() }
