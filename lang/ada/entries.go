package ada

// This file lowers entries of tasks: calls, accept statements and what goes back to the caller.

import (
	"fmt"
	"strings"

	"flavers/lang/ada/syntax"
)

// entrySpec is an entry of a group of tasks.
type entrySpec struct {
	decl   *syntax.Decl
	family *typ
	in     []part // scalar parts of parameters that go to the task
	out    []part // that come back
	raises bool   // an exception, or a requeue, may come back
	reply  string // the channel on which something comes back; "": nothing does
	ins    []*place
	ready  bool
	queue  string // the variable that counts the calls that wait; "": nobody asks for 'Count
}

// part is a scalar part of a parameter.
type part struct {
	param int
	typ   *typ
	name  string
	at    func(*place) *place // nil: the parameter itself
}

func (g *group) entrySpecOf(name string) *entrySpec {
	k := fold(name)
	if g.entries[k] == nil {
		g.entries[k] = &entrySpec{}
	}
	return g.entries[k]
}

func (t *typ) entryDecl(name string) *syntax.Decl {
	if t.decl == nil {
		return nil
	}
	for _, list := range [][]*syntax.Decl{t.decl.Decls, t.decl.Private} {
		for _, d := range list {
			if d.Kind == syntax.Entry && fold(d.Name) == fold(name) {
				return d
			}
		}
	}
	return nil
}

// entry is an entry with its parameters.
func (l *lowerer) entry(g *group, d *syntax.Decl) *entrySpec {
	s := g.entrySpecOf(d.Name)
	if s.ready {
		return s
	}
	s.ready, s.decl = true, d
	if d.Family != nil {
		s.family = l.subtypeOf(d.Family, g.typ.in)
	}
	for i, p := range flat(d.Params) {
		t := l.subtypeOf(p.Type, g.typ.in)
		l.eachPart(t, func(pt *typ, name string, at func(*place) *place) {
			q := part{i, pt, p.Names[0].Name + name, at}
			if p.Mode != "out" {
				s.in = append(s.in, q)
			}
			if p.Mode == "out" || p.Mode == "in out" {
				s.out = append(s.out, q)
			}
		})
	}
	if b := g.typ.in.own(g.typ.decl.Name + "'body"); b != nil {
		eachStmt(b.decl.Body, func(st *syntax.Stmt) {
			if st.Kind == syntax.Accept && fold(st.Label) == fold(d.Name) {
				eachStmt(st.Body, func(x *syntax.Stmt) {
					s.raises = s.raises || x.Kind == syntax.RaiseStmt || x.Kind == syntax.Requeue ||
						x.Kind == syntax.Call && l.mayRaise()
				})
			}
		})
	}
	if b := g.typ.in.own(g.typ.decl.Name + "'body"); b != nil {
		asked := false
		eachExpr(b.decl, func(e *syntax.Expr) {
			asked = asked || e.Kind == syntax.Attribute && fold(e.Text) == "count" &&
				fold(lastName(e.X)) == fold(d.Name)
		})
		if asked {
			l.queueOf(g, s, d)
		}
	}
	if s.raises || len(s.out) > 0 {
		s.reply = l.unique(g.name + "_" + d.Name + "_reply")
		l.shown[s.reply] = shown{text: l.shown[g.name].text + "." + d.Name + "'return", dims: []*typ{g.index}}
	}
	return s
}

// mayRaise tells whether any subprogram of the program raises an exception.
func (l *lowerer) mayRaise() bool {
	if known, ok := l.counts["raise"]; ok {
		return known
	}
	found := false
	for _, u := range l.units {
		for _, d := range []*syntax.Unit{u.spec, u.body} {
			if d != nil {
				eachDecl(d.Decl, func(x *syntax.Decl) {
					if x.Kind == syntax.Subprogram {
						eachStmt(x.Body, func(s *syntax.Stmt) { found = found || s.Kind == syntax.RaiseStmt })
					}
				})
			}
		}
	}
	l.counts["raise"] = found
	return found
}

// eachPart visits the scalar parts of a type.
func (l *lowerer) eachPart(t *typ, f func(t *typ, name string, at func(*place) *place)) {
	if t.scalar() {
		f(t, "", nil)
		return
	}
	if t.kind != record && t.kind != array {
		return
	}
	proto := &place{base: "", typ: t}
	n := 0
	l.eachScalar(proto, func(p *place, at func(*place) *place) {
		if n++; n <= 16 {
			f(p.typ, fmt.Sprintf("_%d", n), at)
		}
	})
}

// entryText declares an entry.
func (l *lowerer) entryText(g *group, d *syntax.Decl) string {
	s := l.entry(g, d)
	text := "entry " + entryWord(d.Name)
	var params []string
	for i, p := range s.in {
		params = append(params, fmt.Sprintf("%s_%d %s", identifier(p.name), i, l.text(p.typ)))
	}
	if len(params) > 0 {
		text += "(" + strings.Join(params, ", ") + ")"
	}
	if s.family != nil {
		text += fmt.Sprintf("[%d]", max(1, s.family.count()))
	}
	l.word(d.Name)
	return text
}

func entryWord(name string) string {
	switch name {
	case "if", "then", "else", "any", "in", "when", "case", "true", "false", "min", "max", "self", "bool", "ref":
		return "a_" + name
	}
	return identifier(name)
}

// waiting is a call of an entry, or what else a select may wait for.
type waiting struct {
	text  string // "call T.E(..)"
	ref   *taskRef
	prot  *entryUse
	e     *syntax.Expr
	queue string // the counter of the calls that wait
}

// entryCall recognizes a call of an entry of a task; protected entries too. after is what follows it.
func (l *lowerer) entryCall(e *syntax.Expr, sc *scope) (w *waiting, after func(), ok bool) {
	var lists [][]syntax.Arg
	f := e
	for f.Kind == syntax.Apply {
		lists = append([][]syntax.Arg{f.Args}, lists...)
		f = f.X
	}
	var ref *taskRef
	var d *syntax.Decl
	name := f.Text
	switch ent := l.look(f, sc); {
	case ent != nil && ent.kind == entryEntity && ent.pl != nil: // of the same protected object
		return nil, nil, false
	case ent != nil && ent.kind == entryEntity && l.task != nil:
		ref = l.task.self()
		d = ent.decl
	case ent != nil || f.Kind != syntax.Selected:
		return nil, nil, false
	default:
		x := l.quiet(func() val { return l.expr(f.X, sc, nil) })
		x = l.asTask(x)
		if x.task == nil {
			if x.pl != nil && x.pl.typ.kind == protectedType {
				if op := l.operation(x.pl, name); op != nil && op.entry {
					x = l.expr(f.X, sc, nil)
					var args []syntax.Arg
					for _, a := range lists {
						args = append(args, a...)
					}
					return &waiting{prot: l.protectedEntryOf(x.pl, op, args, sc, e), e: e}, nil, true
				}
			}
			return nil, nil, false
		}
		if d = x.task.group.typ.entryDecl(name); d == nil {
			return nil, nil, false
		}
		x = l.asTask(l.expr(f.X, sc, nil))
		ref = x.task
	}
	if l.elab > 0 {
		l.failed(e.Pos, "an entry is called before the tasks run")
		return nil, nil, true
	}
	if l.atomic > 0 && l.hush == 0 {
		l.errorf(e.Pos, e.Len, Blocking, "an entry is called inside of a protected action").
			WithHint("a protected action must not wait: Ada makes this a bounded error")
		return nil, nil, true
	}
	s := l.entry(ref.group, d)
	text := "call " + ref.code + "." + entryWord(d.Name)
	var args []syntax.Arg
	if s.family != nil && len(lists) > 0 {
		v := l.expr(lists[0][0].Value, sc, s.family)
		if v.unknown {
			v = l.chosen(v, s.family, e)
		}
		text += "[" + offset(v, s.family.lo) + "]"
		lists = lists[1:]
	}
	if len(lists) > 0 {
		args = lists[0]
	}
	bounds := l.bind(d.Params, args, sc, ref.group.typ.in)
	text += l.passed(s, bounds, e)
	after = func() { l.replied(ref, s, d, bounds, e) }
	w = &waiting{text: text, ref: ref, e: e}
	if s.queue != "" {
		w.queue = s.queue + ref.index()
		if i := strings.Index(text, "."+entryWord(d.Name)+"["); i >= 0 && s.family != nil {
			rest := text[i+len(entryWord(d.Name))+1:]
			if j := strings.LastIndex(rest, "]("); j >= 0 {
				rest = rest[:j+1]
			}
			w.queue += rest
		}
	}
	return w, after, true
}

func (l *lowerer) protectedEntryOf(p *place, op *operation, args []syntax.Arg, sc *scope, e *syntax.Expr) *entryUse {
	flat := *e
	if e.Kind == syntax.Apply && e.X.Kind == syntax.Apply {
		flat.X = e.X.X
	}
	return l.protectedEntry(p, op, args, sc, &flat)
}

// asTask is the task that a value leads to.
func (l *lowerer) asTask(v val) val {
	if v.task == nil && v.typ != nil && v.typ.kind == access && v.typ.target != nil &&
		v.typ.target.kind == taskType && (v.code != "" || v.known) {
		return l.reference(v, v.typ)
	}
	return v
}

// passed are the arguments of a call, in parentheses.
func (l *lowerer) passed(s *entrySpec, bounds []bound, e *syntax.Expr) string {
	var out []string
	for _, p := range s.in {
		v := l.boundPart(bounds[p.param], p)
		if v.unknown {
			v = l.chosen(v, p.typ, e)
		}
		lo, hi := v.span()
		wl, wh := l.window(p.typ)
		if p.typ.wide() && (lo < wl || hi > wh) {
			pl := l.tempPlace(l.temp(p.typ, p.name), p.typ)
			l.put(pl, v, e)
			v = l.read(pl)
		}
		out = append(out, v.text())
	}
	if len(out) == 0 {
		return ""
	}
	return "(" + strings.Join(out, ", ") + ")"
}

func (l *lowerer) boundPart(b bound, p part) val {
	pl := b.pl
	if pl == nil {
		pl = b.v.pl
	}
	switch {
	case p.at != nil && pl != nil:
		return l.read(p.at(pl))
	case p.at != nil:
		return anyOf(p.typ, b.v.why)
	case b.pl != nil:
		return l.read(b.pl)
	}
	return b.v
}

// replied receives what an entry gives back.
func (l *lowerer) replied(ref *taskRef, s *entrySpec, d *syntax.Decl, bounds []bound, e *syntax.Expr) {
	if s.reply == "" {
		return
	}
	var vars []string
	status := ""
	if s.raises {
		status = l.temp(l.excType(), "status")
		vars = append(vars, status)
	}
	var got []val
	for _, p := range s.out {
		n := l.temp(p.typ, p.name)
		vars = append(vars, n)
		got = append(got, l.read(l.tempPlace(n, p.typ)))
	}
	target := vars[0]
	if len(vars) > 1 {
		target = "(" + strings.Join(vars, ", ") + ")"
	}
	l.emit(e.Pos, "%s = <-%s%s", target, s.reply, ref.index())
	for i, p := range s.out {
		b := bounds[p.param]
		if b.pl == nil {
			continue
		}
		pl := b.pl
		if p.at != nil {
			pl = p.at(pl)
		}
		l.put(pl, got[i], e)
	}
	for _, b := range bounds {
		if b.copy != nil {
			l.put(b.copy, l.read(b.pl), e)
		}
	}
	if s.raises {
		l.requeuedCall(ref, s, d, bounds, status, e)
		l.emit(e.Pos, "if %s != 0 && %s < %d {", status, status, requeueBase)
		l.raise(val{typ: l.excType(), code: status, hi: 62}, e.Pos, "an exception")
		l.emit(e.Pos, "}")
	}
}

// requeueBase is the first status that asks the caller to call another entry.
const requeueBase = 48

// requeuedCall calls the entry to which a task requeued a call.
func (l *lowerer) requeuedCall(ref *taskRef, s *entrySpec, d *syntax.Decl, bounds []bound, status string,
	e *syntax.Expr) {
	depth := 0
	for _, c := range l.calls {
		if c.decl == d {
			depth++
		}
	}
	if depth > 2 {
		l.note(recursion, e.Pos, "calls that are requeued to %s again are followed three times", d.Name)
		return
	}
	b := ref.group.typ.in.own(ref.group.typ.decl.Name + "'body")
	if b == nil {
		return
	}
	seen := map[string]bool{}
	eachStmt(b.decl.Body, func(st *syntax.Stmt) {
		if st.Kind != syntax.Accept || fold(st.Label) != fold(d.Name) {
			return
		}
		eachStmt(st.Body, func(x *syntax.Stmt) {
			if x.Kind == syntax.Requeue {
				seen[fold(lastName(x.X))] = true
			}
		})
	})
	l.calls = append(l.calls, &entity{decl: d})
	defer func() { l.calls = l.calls[:len(l.calls)-1] }()
	for n, t := range ref.group.targets() {
		if !seen[fold(t.Name)] {
			continue
		}
		ts := l.entry(ref.group, t)
		l.emit(e.Pos, "if %s == %d {", status, requeueBase+n)
		use := bounds
		if len(t.Params) == 0 {
			use = nil
		}
		if ts.family != nil {
			l.errorf(e.Pos, e.Len, Unsupported, "requeue to a family of entries is not modelled")
			l.emit(e.Pos, "}")
			continue
		}
		w := &waiting{text: "call " + ref.code + "." + entryWord(t.Name) + l.passed(ts, use, e), ref: ref, e: e}
		l.single(w, func() { l.replied(ref, ts, t, use, e) })
		l.emit(e.Pos, "}")
	}
}

// targets lists the entries of a group in order.
func (g *group) targets() []*syntax.Decl {
	var out []*syntax.Decl
	for _, list := range [][]*syntax.Decl{g.typ.decl.Decls, g.typ.decl.Private} {
		for _, d := range list {
			if d.Kind == syntax.Entry {
				out = append(out, d)
			}
		}
	}
	return out
}

// single emits a call that nothing else is an alternative to.
func (l *lowerer) single(w *waiting, after func()) {
	if w.prot != nil {
		l.perform(w.prot)
		return
	}
	l.null(w)
	if w.queue != "" {
		l.emit(w.e.Pos, "%s = %s + 1", w.queue, w.queue)
	}
	if l.mayEnd(w.ref.group) && w.ref.group != l.currentGroup() {
		l.emit(w.e.Pos, "select {")
		l.emit(w.e.Pos, "case %s:", w.text)
		if after != nil {
			after()
		}
		l.emit(w.e.Pos, "case skip when %s%s:", l.endedFlag(w.ref.group), w.ref.index())
		l.raise(num(l.integer, taskingError), w.e.Pos, "Tasking_Error")
		l.emit(w.e.Pos, "}")
		return
	}
	l.emit(w.e.Pos, "%s", w.text)
	if after != nil {
		after()
	}
}

func (l *lowerer) currentGroup() *group {
	if l.task == nil {
		return nil
	}
	return l.task.group
}

// null raises Constraint_Error where an access value leads to nothing.
func (l *lowerer) null(w *waiting) {
	if !w.ref.null {
		return
	}
	i := strings.TrimSuffix(w.ref.code[strings.Index(w.ref.code, "[")+1:], "]")
	if strings.HasPrefix(i, "allocated") {
		return
	}
	l.emit(w.e.Pos, "if %s < 0 {", i)
	l.raise(num(l.integer, constraintError), w.e.Pos, "Constraint_Error")
	l.emit(w.e.Pos, "}")
}

// mayEnd tells whether a task of a group may come to its end otherwise than by terminate.
func (l *lowerer) mayEnd(g *group) bool {
	key := "ends " + g.typ.decl.Pos.String()
	if known, ok := l.counts[key]; ok {
		return known
	}
	l.counts[key] = true
	b := g.typ.in.own(g.typ.decl.Name + "'body")
	if b == nil {
		return false
	}
	ends := !endless(b.decl.Body)
	eachStmt(b.decl.Body, func(s *syntax.Stmt) {
		ends = ends || s.Kind == syntax.RaiseStmt || s.Kind == syntax.Call && l.mayRaise()
	})
	eachStmt(b.decl.Body, func(s *syntax.Stmt) {
		ends = ends || s.Kind == syntax.Return && !s.Bodied
	})
	if g.nested {
		ends = true
	}
	l.counts[key] = ends
	return ends
}

// endless tells whether statements never come to their end.
func endless(body []*syntax.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	s := body[len(body)-1]
	switch s.Kind {
	case syntax.Block:
		return len(s.Handlers) == 0 && endless(s.Body)
	case syntax.LoopStmt:
		return s.X == nil && s.Loop == nil && !exits(s.Body, s.Label, true)
	}
	return false
}

// exits tells whether an exit of statements leaves the loop around them.
func exits(body []*syntax.Stmt, label string, direct bool) bool {
	for _, s := range body {
		switch {
		case s.Kind == syntax.Exit:
			if s.Label == "" && direct || s.Label != "" && (label == "" || fold(s.Label) == fold(label) ||
				true) && s.Label != "" && fold(s.Label) == fold(label) {
				return true
			}
		case s.Kind == syntax.Goto:
			return true
		case s.Kind == syntax.LoopStmt:
			if exits(s.Body, label, false) {
				return true
			}
		default:
			lists := [][]*syntax.Stmt{s.Body, s.Else}
			for _, a := range s.Arms {
				lists = append(lists, a.Body)
			}
			for _, h := range s.Handlers {
				lists = append(lists, h.Body)
			}
			for _, x := range lists {
				if exits(x, label, direct) {
					return true
				}
			}
		}
	}
	return false
}

// accepting is an accept statement in parts.
type accepting struct {
	head  string
	body  []line
	plain bool // without a body
	after []line
}

func (l *lowerer) accept(s *syntax.Stmt, sc *scope) *accepting {
	if l.task == nil || l.task.group == nil {
		l.errorf(s.Pos, s.Len, Mismatch, "accept stands in bodies of tasks only")
		return nil
	}
	g := l.task.group
	d := g.typ.entryDecl(s.Label)
	if d == nil {
		l.errorf(s.Pos, s.Len, Undeclared, "the task has no entry %s", s.Label)
		return nil
	}
	spec := l.entry(g, d)
	a := &accepting{head: "accept " + entryWord(d.Name)}
	if spec.family != nil {
		v := l.truth(false)
		if s.Family != nil {
			v = l.expr(s.Family, sc, spec.family)
		}
		if v.unknown {
			v = l.chosen(v, spec.family, s.Family)
		}
		a.head += "[" + offset(v, spec.family.lo) + "]"
	}
	in := newScope(sc)
	var names []string
	params := flat(s.Params)
	if len(params) == 0 {
		params = flat(d.Params)
	}
	var begin []line
	if spec.queue != "" {
		q := spec.queue + l.task.self().index()
		if i := strings.IndexByte(a.head, '['); i >= 0 && spec.family != nil {
			q += a.head[i:]
		}
		begin = append(begin, line{q + " = " + q + " - 1", s.Pos})
	}
	out := map[int]*place{}
	x := &syntax.Expr{Pos: s.Pos, Len: s.Len}
	taken := map[int][]string{}
	for _, p := range spec.in {
		n := l.unique(p.name)
		l.shown[n] = shown{text: p.name, typ: p.typ}
		names = append(names, n)
		taken[p.param] = append(taken[p.param], n)
	}
	for i, p := range params {
		t := l.subtypeOf(p.Type, g.typ.in)
		switch {
		case p.Mode != "out" && p.Mode != "in out" && t.scalar():
			pl := l.tempPlace(taken[i][0], t)
			v := l.read(pl)
			v.pl = nil
			in.add(&entity{kind: constant, name: p.Names[0].Name, typ: t, v: v})
		case t.scalar() || t.kind == record || t.kind == array:
			pl := l.declare(p.Names[0].Name, p.Names[0].Name, t, false, s.Pos)
			out[i] = pl
			in.add(&entity{kind: variable, name: p.Names[0].Name, typ: t, pl: pl})
			if p.Mode == "out" && t.discrete() && (len(s.Handlers) > 0 ||
				!l.definitely(p.Names[0].Name, t, s.Body, in, true)) {
				begin = append(begin, line{pl.name() + " = any", s.Pos})
			}
			k := 0
			for _, q := range spec.in {
				if q.param != i {
					continue
				}
				to := pl
				if q.at != nil {
					to = q.at(pl)
				}
				begin = append(begin, line{to.name() + " = " + taken[i][k], s.Pos})
				k++
			}
		default:
			in.add(&entity{kind: constant, name: p.Names[0].Name, typ: t, v: anyOf(t, p.Names[0].Name)})
		}
	}
	if len(names) > 0 {
		a.head += "(" + strings.Join(names, ", ") + ")"
	}
	status := ""
	if spec.raises {
		status = l.temp(l.excType(), "status")
	}
	fr := &frame{label: l.unique("rendezvous"), exc: status, covers: func(int64) bool { return true }}
	if status == "" { // only checks of the language raise: these end the execution
		fr = nil
	}
	a.body = l.capture(func() {
		l.append(begin)
		if status != "" {
			l.emit(s.Pos, "%s = 0", status)
			l.frames = append(l.frames, fr)
		}
		saved := l.gotos
		l.gotos = map[string]gotoTarget{}
		for n, t := range g.targets() {
			l.gotos[fold(t.Name)] = gotoTarget{v: status, n: requeueBase + n}
		}
		r := &result{typ: l.opaque, label: l.unique("accepted")}
		if fr != nil {
			r.label = fr.label
		}
		l.results = append(l.results, r)
		body := l.capture(func() { l.handledBody(s.Body, s.Handlers, in, s.Pos) })
		l.results = l.results[:len(l.results)-1]
		l.gotos = saved
		if fr != nil {
			l.frames = l.frames[:len(l.frames)-1]
		}
		if mentions(body, "break "+r.label) {
			l.emit(s.Pos, "%s: loop {", r.label)
			l.append(body)
			if !leaves(body) {
				l.emit(s.Pos, "break %s", r.label)
			}
			l.emit(s.Pos, "}")
		} else {
			l.append(body)
		}
	})
	a.after = l.capture(func() { l.reply(spec, status, out, x) })
	a.plain = !s.Bodied || l.private(a.body)
	return a
}

// reply gives back what an entry returns.
func (l *lowerer) reply(s *entrySpec, status string, out map[int]*place, x *syntax.Expr) {
	if s.reply == "" {
		return
	}
	var values []string
	if s.raises {
		values = append(values, status)
	}
	for _, p := range s.out {
		pl := out[p.param]
		if p.at != nil {
			pl = p.at(pl)
		}
		values = append(values, pl.name())
	}
	v := values[0]
	if len(values) > 1 {
		v = "(" + strings.Join(values, ", ") + ")"
	}
	l.emit(x.Pos, "%s%s <- %s", s.reply, l.task.self().index(), v)
	if s.raises {
		l.emit(x.Pos, "if %s != 0 && %s < %d {", status, status, requeueBase)
		l.raise(val{typ: l.excType(), code: status, hi: 62}, x.Pos, "an exception")
		l.emit(x.Pos, "}")
	}
}

// private tells whether lines touch only variables of their task and make no events: then nobody can tell
// whether they come before the end of a rendezvous or behind it.
func (l *lowerer) private(lines []line) bool {
	shared := map[string]bool{}
	for _, v := range l.vars {
		if v.owner == nil {
			shared[v.name] = true
		}
	}
	for _, x := range lines {
		for _, w := range []string{"call ", "accept ", "event ", "select", "atomic", "await ", "assert ",
			"case ", "break ", "while ", "choose", "skip"} {
			if strings.HasPrefix(x.text, w) {
				return false
			}
		}
		if strings.Contains(x.text, "<-") || strings.Contains(x.text, "loop {") {
			return false
		}
		for _, w := range words(x.text) {
			if shared[w] {
				return false
			}
		}
	}
	return true
}

// words are the names in a line.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	})
}

func (l *lowerer) acceptStmt(s *syntax.Stmt, sc *scope) {
	a := l.accept(s, sc)
	if a == nil {
		return
	}
	if a.plain {
		if len(a.body) == 0 || !strings.Contains(a.head, "(") {
			l.emit(s.Pos, "%s", a.head)
			l.append(a.body)
		} else {
			l.emit(s.Pos, "{")
			l.emit(s.Pos, "%s", a.head)
			l.append(a.body)
			l.emit(s.Pos, "}")
		}
	} else {
		l.emit(s.Pos, "%s {", a.head)
		l.append(a.body)
		l.emit(s.Pos, "}")
	}
	l.append(a.after)
}

// requeue lowers requeue, in a protected entry or an accept statement.
func (l *lowerer) requeue(s *syntax.Stmt, sc *scope) {
	f := s.X
	if f.Kind == syntax.Apply {
		f = f.X
	}
	t, ok := l.gotos[fold(f.Text)]
	if !ok || t.v == "" || f.Kind == syntax.Selected && l.look(f, sc) == nil && !l.ownObject(f.X, sc) {
		l.unsupported(s, "this requeue leads to another object, which is not modelled",
			"a requeue to an entry of the same object is")
		return
	}
	if l.task != nil && l.atomic > 0 && t.u != nil {
		if c := l.count(t.u.m, t.u.op.name); c != nil && t.u.m.counts {
			l.emit(s.Pos, "%s = %s + 1", c.name(), c.name())
		}
	}
	l.emit(s.Pos, "%s = %d", t.v, t.n)
	if len(l.results) > 0 {
		l.emit(s.Pos, "break %s", l.results[len(l.results)-1].label)
	}
}

func (l *lowerer) ownObject(e *syntax.Expr, sc *scope) bool {
	v := l.quiet(func() val { return l.expr(e, sc, nil) })
	return v.task != nil && l.task != nil && v.task.group == l.task.group && l.task.index == ""
}

// queueOf declares the counter of the calls that wait at an entry. A caller counts itself before it calls.
func (l *lowerer) queueOf(g *group, s *entrySpec, d *syntax.Decl) {
	s.queue = l.unique(g.name + "_" + d.Name + "_count")
	v := &storage{name: s.queue, typ: &typ{kind: integer, hi: 31}}
	sh := shown{text: l.shown[g.name].text + "." + d.Name + "'Count"}
	v.init = func() string { return "" }
	if g.index != nil {
		v.dims = append(v.dims, 0)
		v.init = func() string { v.dims[0] = max(1, g.hi-g.lo+1); return "" }
		sh.dims = append(sh.dims, g.index)
	}
	if s.family != nil {
		v.dims = append(v.dims, max(1, s.family.count()))
		sh.dims = append(sh.dims, s.family)
	}
	l.vars = append(l.vars, v)
	l.shown[s.queue] = sh
}

// waitingCalls is E'Count of an entry of the current task.
func (l *lowerer) waitingCalls(d *syntax.Decl, args []syntax.Arg, sc *scope) val {
	g := l.currentGroup()
	if g == nil {
		return anyOf(l.integer, "'Count")
	}
	s := l.entry(g, d)
	if s.queue == "" {
		return anyOf(l.integer, "'Count")
	}
	code := s.queue + l.task.self().index()
	if s.family != nil {
		if len(args) == 0 {
			return anyOf(l.integer, "'Count")
		}
		code += "[" + offset(l.expr(args[0].Value, sc, s.family), s.family.lo) + "]"
	}
	return val{typ: l.integer, code: code, hi: 31, shared: 1}
}
