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

// accepting is an accept statement in parts, as a statement of its own and an alternative of a select need them.
type accepting struct {
	queue string       // the variable that counts the calls that wait; "" if the program does not look at their number
	head  string       // "accept e(x, y)"
	body  []model.Line // the rendezvous, while the caller waits
	plain bool         // the rendezvous does nothing that others can see
	after []model.Line // the reply to the caller
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
		a.head += "[" + l.acceptedIndex(spec, s, sc) + "]"
	}
	in := types.NewScope(sc)
	in.Add(&types.Entity{Kind: types.EntryEntity, Name: d.Name, Decl: d, Scope: in}) // its name as a prefix
	params := l.acceptedParams(s, d, g)
	var begin []model.Line
	if spec.Queue != "" {
		a.queue = spec.Queue + l.Task.Self().Index()
		if i := strings.IndexByte(a.head, '['); i >= 0 && spec.Family != nil {
			a.queue += a.head[i:]
		}
		begin = l.Capture(func() { l.served(a.queue, s.Pos) })
	}
	var names []string            // of the parameters of the task language
	carried := map[int][]string{} // the same by parameter of the entry
	for _, p := range spec.In {
		n := l.Unique(p.Name)
		l.Shown[n] = model.Shown{Text: p.Name, Type: p.Type}
		names = append(names, n)
		carried[p.Param] = append(carried[p.Param], n)
	}
	out := map[int]*types.Place{} // by parameter: the variable that the accept statement works on
	x := &syntax.Expr{Pos: s.Pos, Len: s.Len}
	for i, p := range params {
		lines, pl := l.acceptedParam(i, p, l.SubtypeOf(p.Type, g.Type.In), carried[i], spec, s, in)
		begin = append(begin, lines...)
		if pl != nil {
			out[i] = pl
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
		l.Breakable(r.Label, body, s.Pos)
	})
	a.after = l.Capture(func() { l.reply(spec, status, out, x) })
	a.plain = !s.Bodied || len(l.Exits()) == 0 && l.private(a.body)
	return a
}

// acceptedIndex returns the index of the entry of a family that an accept statement accepts, counted from 0.
func (l *Tasks) acceptedIndex(spec *types.EntrySpec, s *syntax.Stmt, sc *types.Scope) string {
	v := l.Truth(false)
	if s.Family != nil {
		v = l.Expr(s.Family, sc, spec.Family)
	}
	if v.Unknown {
		v = l.Chosen(v, spec.Family, s.Family)
	}
	l.Check(v, spec.Family, s.Family)
	if v.Known && (v.N < spec.Family.Lo || v.N > spec.Family.Hi) { // the check has failed, so no execution comes here
		v = types.Num(spec.Family, spec.Family.Lo)
	}
	return types.Offset(v, spec.Family.Lo)
}

// acceptedParams returns the parameters of entry d with the names that the accept statement gives them: they may differ
// from those of the declaration, in letters of the other case at least.
func (l *Tasks) acceptedParams(s *syntax.Stmt, d *syntax.Decl, g *types.Group) []syntax.Param {
	params := syntax.Flat(d.Params)
	for i, p := range syntax.Flat(s.Params) {
		if i == len(params) || strings.TrimPrefix(p.Mode, "in") != strings.TrimPrefix(params[i].Mode, "in") ||
			differ(l.SubtypeOf(p.Type, g.Type.In), l.SubtypeOf(params[i].Type, g.Type.In)) {
			l.Errorf(s.Pos, s.Len, model.Mismatch, "the parameters differ from those of the entry %s", d.Name)
			break
		}
		params[i].Names = p.Names
	}
	return params
}

// acceptedParam declares parameter i of an entry, of type t, in the scope of an accept statement. The call has carried
// its scalar parts in the variables carried. It returns the lines that give the parameter its value, and its variable.
// The variable is nil if the parameter is a constant.
func (l *Tasks) acceptedParam(i int, p syntax.Param, t *types.Type, carried []string, spec *types.EntrySpec,
	s *syntax.Stmt, in *types.Scope) (begin []model.Line, pl *types.Place) {
	name := p.Names[0].Name
	if p.Mode != "out" && p.Mode != "in out" && t.Scalar() && len(carried) > 0 {
		v := l.Read(l.TempPlace(carried[0], t))
		v.Place = nil
		in.Add(&types.Entity{Kind: types.Constant, Name: name, Type: t, Value: v})
		return nil, nil
	}
	if !t.Scalar() && t.Kind != types.Record && t.Kind != types.Array {
		in.Add(&types.Entity{Kind: types.Constant, Name: name, Type: t, Value: types.AnyOf(t, name),
			Class: syntax.OfClass(p.Type)})
		return nil, nil
	}
	pl = l.Declare(name, name, t, false, s.Pos)
	pl.Some = syntax.OfClass(p.Type)
	if p.Mode != "out" && l.partly(spec.In, i, t) || p.Mode == "out" && !t.Scalar() && l.partly(spec.Out, i, t) {
		x := &syntax.Expr{Pos: s.Pos, Len: s.Len}
		begin = l.Capture(func() { l.Put(pl, types.AnyOf(t, "a large parameter"), x) })
	}
	in.Add(&types.Entity{Kind: types.Variable, Name: name, Type: t, Place: pl, Class: pl.Some})
	if p.Mode == "out" && t.Discrete() && (len(s.Handlers) > 0 || !l.Definitely(name, t, s.Body, in, true)) {
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
		begin = append(begin, model.Line{Text: to.Name() + " = " + carried[k], Pos: s.Pos})
		k++
	}
	return begin, pl
}

// interrupted returns the lines of the body of an accept statement. If the task is aborted there, the body is left for
// label end, with Tasking_Error for the caller.
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
			l.Once(label, body, end, s.Pos)
			l.Emit(s.Pos, "%s = %d", status, model.TaskingError)
			l.Emit(s.Pos, "break %s", end)
		})
	})
}

// differ reports whether t and u are different types, if one of them is scalar.
func differ(t, u *types.Type) bool { return (t.Scalar() || u.Scalar()) && t.Base() != u.Base() }

// reply emits the message that carries the status of a rendezvous, and the values of its out parameters, to the
// caller.
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

// private reports whether lines touch only variables of their task and have no events. Then nobody can observe
// whether they are executed before the end of a rendezvous or after it.
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

// acceptOrLeave emits a wait for a call that ends early if the task is to leave what has been aborted.
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
