package tasking

// This file lowers accept statements, and what goes back to the caller.

import (
	"go/token"
	"strings"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// accepting is an accept statement in parts.
type accepting struct {
	queue string // counts the calls that wait; "": nothing does
	head  string
	body  []model.Line
	plain bool // without a body
	after []model.Line
}

func (l *Tasks) accept(s *syntax.Stmt, sc *types.Scope) *accepting {
	if l.Task == nil || l.Task.Group == nil {
		l.Errorf(s.Pos, s.Len, model.Mismatch, "accept stands in bodies of tasks only")
		return nil
	}
	g := l.Task.Group
	d := g.Type.EntryDecl(s.Label)
	if d == nil {
		l.Errorf(s.Pos, s.Len, model.Undeclared, "the task has no entry %s", s.Label)
		return nil
	}
	spec := l.entry(g, d)
	a := &accepting{head: "accept " + types.EntryWord(d.Name)}
	if spec.Family != nil {
		v := l.Truth(false)
		if s.Family != nil {
			v = l.Expr(s.Family, sc, spec.Family)
		}
		if v.Unknown {
			v = l.Chosen(v, spec.Family, s.Family)
		}
		l.Check(v, spec.Family, s.Family)
		if v.Known && (v.N < spec.Family.Lo || v.N > spec.Family.Hi) { // nobody comes here
			v = types.Num(spec.Family, spec.Family.Lo)
		}
		a.head += "[" + types.Offset(v, spec.Family.Lo) + "]"
	}
	in := types.NewScope(sc)
	in.Add(&types.Entity{Kind: types.EntryEntity, Name: d.Name, Decl: d, Scope: in}) // its name as a prefix
	var names []string
	params := syntax.Flat(d.Params) // names may be written in another way in the accept
	for i, p := range syntax.Flat(s.Params) {
		if i == len(params) || strings.TrimPrefix(p.Mode, "in") != strings.TrimPrefix(params[i].Mode, "in") ||
			differ(l.SubtypeOf(p.Type, g.Type.In), l.SubtypeOf(params[i].Type, g.Type.In)) {
			l.Errorf(s.Pos, s.Len, model.Mismatch, "the parameters differ from those of the entry %s", d.Name)
			break
		}
		params[i].Names = p.Names
	}
	var begin []model.Line
	if spec.Queue != "" {
		q := spec.Queue + l.Task.Self().Index()
		if i := strings.IndexByte(a.head, '['); i >= 0 && spec.Family != nil {
			q += a.head[i:]
		}
		a.queue = q
		begin = append(begin, l.Capture(func() { l.served(q, s.Pos) })...)
	}
	out := map[int]*types.Place{}
	x := &syntax.Expr{Pos: s.Pos, Len: s.Len}
	taken := map[int][]string{}
	for _, p := range spec.In {
		n := l.Unique(p.Name)
		l.Shown[n] = model.Shown{Text: p.Name, Type: p.Type}
		names = append(names, n)
		taken[p.Param] = append(taken[p.Param], n)
	}
	for i, p := range params {
		t := l.SubtypeOf(p.Type, g.Type.In)
		switch {
		case p.Mode != "out" && p.Mode != "in out" && t.Scalar() && len(taken[i]) > 0:
			pl := l.TempPlace(taken[i][0], t)
			v := l.Read(pl)
			v.Place = nil
			in.Add(&types.Entity{Kind: types.Constant, Name: p.Names[0].Name, Type: t, Value: v})
		case t.Scalar() || t.Kind == types.Record || t.Kind == types.Array:
			pl := l.Declare(p.Names[0].Name, p.Names[0].Name, t, false, s.Pos)
			pl.Some = syntax.OfClass(p.Type)
			out[i] = pl
			if p.Mode != "out" && l.partly(spec.In, i, t) || p.Mode == "out" && !t.Scalar() && l.partly(spec.Out, i, t) {
				begin = append(begin, l.Capture(func() { l.Put(pl, types.AnyOf(t, "a large parameter"), x) })...)
			}
			in.Add(&types.Entity{Kind: types.Variable, Name: p.Names[0].Name, Type: t, Place: pl, Class: pl.Some})
			if p.Mode == "out" && t.Discrete() && (len(s.Handlers) > 0 ||
				!l.Definitely(p.Names[0].Name, t, s.Body, in, true)) {
				begin = append(begin, model.Line{Text: pl.Name() + " = any", Pos: s.Pos})
			}
			k := 0
			for _, q := range spec.In {
				if q.Param != i {
					continue
				}
				to := pl
				if q.At != nil {
					to = q.At(pl)
				}
				begin = append(begin, model.Line{Text: to.Name() + " = " + taken[i][k], Pos: s.Pos})
				k++
			}
		default:
			in.Add(&types.Entity{Kind: types.Constant, Name: p.Names[0].Name, Type: t, Value: types.AnyOf(t,
				p.Names[0].Name), Class: syntax.OfClass(p.Type)})
		}
	}
	if len(names) > 0 {
		a.head += "(" + strings.Join(names, ", ") + ")"
	}
	status := ""
	if spec.Raises {
		status = l.Temp(l.ExcType(), "status")
	}
	fr := &eval.Frame{Label: l.Unique("rendezvous"), Exception: status, Covers: func(int64) bool { return true }}
	if status == "" { // only checks of the language raise: these end the execution
		fr = nil
	}
	a.body = l.Capture(func() {
		l.Append(begin)
		if status != "" {
			l.Emit(s.Pos, "%s = 0", status)
			l.Frames = append(l.Frames, fr)
		}
		saved := l.gotos
		l.gotos = map[*syntax.Stmt]gotoTarget{}
		if b := g.Type.Body(); b != nil {
			for n, t := range requeues(b.Decl.Statements()) {
				l.gotos[t] = gotoTarget{v: status, n: requeueBase + n}
			}
		}
		r := &types.Result{Frames: len(l.Frames), Type: l.Opaque, Label: l.Unique("accepted")}
		if fr != nil {
			r.Label = fr.Label
		}
		l.Results = append(l.Results, r)
		body := l.interrupted(s, status, r.Label, func() { l.Stmts.HandledBody(s.Body, s.Handlers, in, s.Pos) })
		l.Results = l.Results[:len(l.Results)-1]
		l.gotos = saved
		if fr != nil {
			l.Frames = l.Frames[:len(l.Frames)-1]
		}
		if model.Mentions(body, "break "+r.Label) {
			l.Emit(s.Pos, "%s: loop {", r.Label)
			l.Append(body)
			if !model.Leaves(body) {
				l.Emit(s.Pos, "break %s", r.Label)
			}
			l.Emit(s.Pos, "}")
		} else {
			l.Append(body)
		}
	})
	a.after = l.Capture(func() { l.reply(spec, status, out, x) })
	a.plain = !s.Bodied || len(l.Exits()) == 0 && l.private(a.body)
	return a
}

// interrupted are the lines of the body of an accept statement. An abort of the task leaves it to the label at its end,
// with Tasking_Error for the caller.
func (l *Tasks) interrupted(s *syntax.Stmt, status, end string, f func()) []model.Line {
	if len(l.Exits()) == 0 || !s.Bodied {
		return l.Capture(f)
	}
	outer, label := l.Around, l.Unique("aborted")
	l.Around = l.relabelled(label)
	body := l.Capture(func() {
		f()
		if !model.Leaves(*l.Out) {
			l.Point(s.Pos)
		}
	})
	l.Around = outer
	return l.Capture(func() {
		l.Deferred(func() {
			l.Emit(s.Pos, "%s: loop {", label)
			l.Append(body)
			if !model.Leaves(body) {
				l.Emit(s.Pos, "break %s", end)
			}
			l.Emit(s.Pos, "}")
			l.Emit(s.Pos, "%s = %d", status, model.TaskingError)
			l.Emit(s.Pos, "break %s", end)
		})
	})
}

// differ tells of two types, of which one is scalar, whether they are not the same.
func differ(t, u *types.Type) bool { return (t.Scalar() || u.Scalar()) && t.Base() != u.Base() }

// reply gives back what an entry returns.
func (l *Tasks) reply(s *types.EntrySpec, status string, out map[int]*types.Place, x *syntax.Expr) {
	if s.Reply == "" {
		return
	}
	var values []string
	if s.Raises {
		values = append(values, status)
	}
	for _, p := range s.Out {
		pl := out[p.Param]
		if p.At != nil {
			pl = p.At(pl)
		}
		if p.Type.Narrow > 0 {
			c := l.TempPlace(l.Temp(p.Type, p.Name), p.Type)
			l.Put(c, l.Read(pl), x)
			pl = c
		}
		values = append(values, pl.Name())
	}
	v := values[0]
	if len(values) > 1 {
		v = "(" + strings.Join(values, ", ") + ")"
	}
	l.Emit(x.Pos, "%s%s <- %s", s.Reply, l.Task.Self().Index(), v)
	l.Point(x.Pos)
	if s.Raises {
		l.Emit(x.Pos, "if %s != 0 && %s < %d {", status, status, requeueBase)
		l.Raise(types.Value{Type: l.ExcType(), Code: status, Hi: 62}, x.Pos, "an exception")
		l.Emit(x.Pos, "}")
	}
}

// private reports whether lines touch only variables of their task and make no events: then nobody can tell
// whether they come before the end of a rendezvous or behind it.
func (l *Tasks) private(lines []model.Line) bool {
	shared := map[string]bool{}
	for _, v := range l.Vars {
		if v.Owner == nil {
			shared[v.Name] = true
		}
	}
	for _, x := range lines {
		for _, w := range []string{"call ", "accept ", "event ", "select", "atomic", "await ", "assert ",
			"case ", "break ", "while ", "choose", "skip"} {
			if strings.HasPrefix(x.Text, w) {
				return false
			}
		}
		if strings.Contains(x.Text, "<-") || strings.Contains(x.Text, "loop {") {
			return false
		}
		for _, w := range model.Words(x.Text) {
			if shared[w] {
				return false
			}
		}
	}
	return true
}

// acceptOrLeave waits for a call, or until an abort.
func (l *Tasks) acceptOrLeave(a *accepting, pos token.Position) {
	l.Emit(pos, "select {")
	if a.plain {
		l.Emit(pos, "case %s%s:", a.head, whenAll(l.goesOn()))
		l.Append(a.body)
	} else {
		l.Emit(pos, "case %s%s {", a.head, whenAll(l.goesOn()))
		l.Append(a.body)
		l.Emit(pos, "}:")
	}
	l.Append(a.after)
	l.exitCases(pos, nil)
	l.Emit(pos, "}")
}

func (l *Tasks) AcceptStmt(s *syntax.Stmt, sc *types.Scope) {
	a := l.accept(s, sc)
	if a == nil {
		return
	}
	if len(l.Exits()) > 0 {
		l.acceptOrLeave(a, s.Pos)
		return
	}
	if a.plain {
		if len(a.body) == 0 || !strings.Contains(a.head, "(") {
			l.Emit(s.Pos, "%s", a.head)
			l.Append(a.body)
		} else {
			l.Emit(s.Pos, "{")
			l.Emit(s.Pos, "%s", a.head)
			l.Append(a.body)
			l.Emit(s.Pos, "}")
		}
	} else {
		l.Emit(s.Pos, "%s {", a.head)
		l.Append(a.body)
		l.Emit(s.Pos, "}")
	}
	l.Append(a.after)
}
