package tasking

// This file lowers entries of tasks: their declarations, calls, and what goes back to the caller. A call has two
// messages: the rendezvous of the task language carries the parameters of modes in and in out, and a channel, the
// reply, carries back those of modes out and in out. A call Server.Get (I, X), with X of mode out, becomes
//
//	call Server.Get(I)
//	X = <-Server_Get_reply
//
// If the accept statement may raise an exception or requeue the call, the reply begins with a status: 0 for a normal
// end, the number of an exception, or, from requeueBase on, where the call was requeued to.

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// entry returns the entry d of the tasks of group g, with the parts of its parameters that calls carry. It computes
// them at the first call for the entry.
func (l *Tasks) entry(g *types.Group, d *syntax.Decl) *types.EntrySpec {
	s := g.EntrySpecOf(d.Name)
	if s.Ready {
		return s
	}
	s.Ready, s.Decl = true, d
	if d.Family != nil {
		if s.Family = l.SubtypeOf(d.Family, g.Type.In); !s.Family.Discrete() {
			l.Errorf(d.Pos, len(d.Name), model.Unsupported, "the index of the entry family %s is of a type that is not modelled",
				d.Name).WithHint("integers and enumerations are; characters are not")
			s.Family = l.Boolean
		}
	}
	// The scalar parts of parameters, in the direction of their modes.
	for i, p := range syntax.Flat(d.Params) {
		t := l.SubtypeOf(p.Type, g.Type.In)
		l.eachPart(t, func(pt *types.Type, name string, at func(*types.Place) *types.Place) {
			q := types.Part{Param: i, Type: pt, Name: p.Names[0].Name + name, At: at}
			if p.Mode != "out" {
				s.In = append(s.In, q)
			}
			if p.Mode == "out" || p.Mode == "in out" {
				s.Out = append(s.Out, q)
			}
		})
	}
	s.In = l.fitting(s.In, maxMessage)

	s.Raises = slices.ContainsFunc(accepts(g, d), func(st *syntax.Stmt) bool { return l.mayEndOtherwise(st, g) })
	if b := g.Type.Body(); b != nil && l.observed(b.Decl, d) {
		l.queueOf(g, s, d)
	}
	if s.Raises { // its status is one of 63
		s.Out = l.fitting(s.Out, maxMessage/63)
	} else {
		s.Out = l.fitting(s.Out, maxMessage)
	}
	if s.Raises || len(s.Out) > 0 {
		s.Reply = l.Unique(g.Name + "_" + d.Name + "_reply")
		l.Shown[s.Reply] = model.Shown{Text: l.Shown[g.Name].Text + "." + d.Name + "'return",
			Dims: []*types.Type{g.Index}}
	}
	return s
}

// mayEndOtherwise reports whether a call that an accept statement of a task of g accepts may end by an exception,
// or be requeued: its reply then has a status. A task that is aborted in an accept statement ends the call with
// Tasking_Error.
func (l *Tasks) mayEndOtherwise(accept *syntax.Stmt, g *types.Group) bool {
	found := false
	syntax.EachStmt([]*syntax.Stmt{accept}, func(s *syntax.Stmt) {
		found = found || s.Kind == syntax.RaiseStmt || s.Kind == syntax.Requeue ||
			s.Kind == syntax.Call && l.Stmts.MayRaise()
	})
	if found || l.Stmts.Handles() && syntax.MayFail(accept.Body) {
		return true
	}
	return accept.Bodied && (len(l.Abnormal(g)) > 0 || asynchronous(g.Type.Body().Decl))
}

// maxMessage is the largest number of values that a message of the task language may have.
const maxMessage = 65536

// fitting returns the parts of a message so that it has at most so many values. First it narrows the windows in which
// wide parts are followed. If that is not enough, it leaves parts out: the last parts of composite parameters first.
// The receiver then takes any value for them (partly).
func (l *Tasks) fitting(parts []types.Part, most int64) []types.Part {
	for l.values(parts, 1, most) > most {
		i := len(parts) - 1
		for i > 0 && parts[i].At == nil {
			i--
		}
		if parts[i].At == nil { // only scalar parameters are left
			i = len(parts) - 1
		}
		parts = slices.Delete(slices.Clone(parts), i, i+1)
	}
	n := l.Most
	for n > 1 && l.values(parts, n, most) > most {
		n--
	}
	for i, p := range parts {
		if p.Type.Wide() && n < l.Most {
			t := *p.Type
			t.Narrow = n
			parts[i].Type = &t
		}
	}
	return parts
}

// values returns how many values a message has if its wide parts are followed from -n to n. If there are more than
// most, it returns some number above most.
func (l *Tasks) values(parts []types.Part, n, most int64) int64 {
	product := int64(1)
	for _, p := range parts {
		each := 2*n + 1
		switch {
		case p.Type.Kind == types.Access: // how many objects there are is not known yet
			each = maxParts
		case !p.Type.Wide():
			lo, hi := l.Window(p.Type)
			each = max(1, hi-lo+1)
		}
		if each > most/product { // the product may be beyond the numbers of 64 bits
			return most + 1
		}
		product *= each
	}
	return product
}

// eachPart calls f for each scalar part of a type that a message carries, with a suffix for its name, and a function
// that finds the part in a place of the type. For a scalar type the suffix is "" and the function nil.
func (l *Tasks) eachPart(t *types.Type, f func(t *types.Type, name string, at func(*types.Place) *types.Place)) {
	if t.Scalar() {
		f(t, "", nil)
		return
	}
	if t.Kind != types.Record && t.Kind != types.Array {
		return
	}
	proto := &types.Place{Base: "", Type: t}
	n := 0
	l.EachScalar(proto, func(p *types.Place, at func(*types.Place) *types.Place) {
		if p.Const != nil { // a discriminant that the subtype fixes: both sides know it
			return
		}
		if n++; n <= maxParts {
			f(p.Type, fmt.Sprintf("_%d", n), at)
		}
	})
}

// maxParts is how many scalar parts of one parameter a call carries at most.
const maxParts = 16

// partly reports whether the parts of a message leave out some of the i-th parameter, which has type t. The rest of the
// parameter then has any value.
func (l *Tasks) partly(parts []types.Part, i int, t *types.Type) bool {
	carried := 0
	for _, p := range parts {
		if p.Param == i {
			carried++
		}
	}
	if t.Scalar() {
		return carried == 0
	}
	if t.Kind != types.Record && t.Kind != types.Array {
		return false
	}
	n := 0
	l.EachScalar(&types.Place{Type: t}, func(p *types.Place, _ func(*types.Place) *types.Place) {
		if p.Const == nil {
			n++
		}
	})
	return n > carried || t.Has(func(u *types.Type) bool { return u.Large() || u.Kind == types.Array && u.Open })
}

// entryText returns the declaration of an entry in the task language.
func (l *Tasks) entryText(g *types.Group, d *syntax.Decl) string {
	s := l.entry(g, d)
	text := "entry " + types.EntryWord(d.Name)
	var params []string
	for i, p := range s.In {
		params = append(params, fmt.Sprintf("%s_%d %s", types.Identifier(p.Name), i, l.Text(p.Type)))
	}
	if len(params) > 0 {
		text += "(" + strings.Join(params, ", ") + ")"
	}
	if s.Family != nil {
		text += fmt.Sprintf("[%d]", max(1, s.Family.Count()))
	}
	l.Word(d.Name)
	return text
}

// waiting is a call of an entry of a task or of a protected object, as a statement or as an alternative of a select.
type waiting struct {
	text  string         // the call in the task language, "call t.e(...)"; "" for a protected entry
	ref   *types.TaskRef // the task that is called; nil for a protected entry
	prot  *entryUse      // the call of a protected entry; nil for one of a task
	e     *syntax.Expr   // the call in the source
	queue string         // the variable that counts the calls that wait; "" if the program does not look at their number
	// counted is set if queue includes this call already, because the task that requeued the call has counted it.
	counted bool
	entry   *syntax.Decl // the entry of the task
	// cancelled is the variable that is set if the call was given up after a requeue with abort, or "" if it cannot be.
	cancelled string
}

// EntryCall lowers a call if it is one of an entry, and otherwise returns false. after emits what follows the
// rendezvous: it receives the reply. It is nil for a protected entry. w is nil if the call is a mistake, which is
// reported.
func (l *Tasks) EntryCall(e *syntax.Expr, sc *types.Scope) (w *waiting, after func(), ok bool) {
	var lists [][]syntax.Arg // in parentheses: the index of a family, and the arguments
	f := e                   // the name of the entry
	for f.Kind == syntax.Apply {
		lists = append([][]syntax.Arg{f.Args}, lists...)
		f = f.X
	}

	// Find the task and the entry. Nothing is emitted before it is known that this is a call of an entry (Quiet).
	var ref *types.TaskRef
	var d *syntax.Decl
	name := f.Text
	switch ent := l.Look(f, sc); {
	case ent != nil && ent.Kind == types.EntryEntity && ent.Place != nil: // of the same protected object
		return nil, nil, false
	case ent != nil && ent.Kind == types.EntryEntity && l.Task != nil:
		if ref = l.Task.Self(); ent.Value.Task != nil { // or a task around it
			ref = ent.Value.Task
		}
		d = ent.Decl
		if l.isProcedure(f, d, ref, lists, sc) {
			return nil, nil, false
		}
	case ent != nil || f.Kind != syntax.Selected:
		return nil, nil, false
	default:
		x := l.Quiet(func() types.Value { return l.Pointed(l.Expr(f.X, sc, nil), f) })
		x = l.AsTask(x)
		if x.Task == nil {
			if x.Place != nil && x.Place.Type.Kind == types.ProtectedType {
				if op := l.Operation(x.Place, name); op != nil && op.Entry {
					x = l.Pointed(l.Expr(f.X, sc, nil), f)
					var args []syntax.Arg
					for _, a := range lists {
						args = append(args, a...)
					}
					return &waiting{prot: l.protectedEntryOf(x.Place, op, args, sc, e), e: e}, nil, true
				}
			}
			return nil, nil, false
		}
		if d = x.Task.Group.Type.EntryDecl(name); d == nil {
			return nil, nil, false
		}
		x = l.AsTask(l.Expr(f.X, sc, nil))
		ref = x.Task
	}
	if l.Elaborating > 0 {
		l.Failed(e.Pos, "an entry is called before the tasks run")
		return nil, nil, true
	}
	if l.Atomic > 0 && l.Hushed == 0 {
		l.Errorf(e.Pos, e.Len, model.Blocking, "an entry is called inside of a protected action").
			WithHint("a protected action must not wait: Ada makes this a bounded error")
		return nil, nil, true
	}

	// The index of a family, the arguments, and the counter of waiting calls.
	s := l.entry(ref.Group, d)
	text := "call " + ref.Code + "." + types.EntryWord(d.Name)
	var args []syntax.Arg
	if s.Family != nil && len(lists) > 0 {
		v := l.Expr(lists[0][0].Value, sc, s.Family)
		if v.Unknown {
			v = l.Chosen(v, s.Family, e)
		}
		l.Check(v, s.Family, e)
		if v.Known && (v.N < s.Family.Lo || v.N > s.Family.Hi) { // the check has failed, so no execution comes here
			v = types.Num(s.Family, s.Family.Lo)
		}
		text += "[" + types.Offset(v, s.Family.Lo) + "]"
		lists = lists[1:]
	}
	if len(lists) > 0 {
		args = lists[0]
	}
	bounds := l.Bind(d.Params, args, sc, ref.Group.Type.In)
	text += l.passed(s, bounds, e)
	w = &waiting{text: text, ref: ref, e: e, entry: d}
	after = func() { l.replied(ref, s, d, bounds, e, w.cancelled) }
	if s.Queue != "" {
		w.queue = s.Queue + ref.Index()
		if i := strings.Index(text, "."+types.EntryWord(d.Name)+"["); i >= 0 && s.Family != nil {
			rest := text[i+len(types.EntryWord(d.Name))+1:]
			if j := strings.LastIndex(rest, "]("); j >= 0 {
				rest = rest[:j+1]
			}
			w.queue += rest
		}
	}
	return w, after, true
}

// isProcedure reports whether a call by the name of an entry is one of a procedure with the same name, by its
// arguments.
func (l *Tasks) isProcedure(f *syntax.Expr, d *syntax.Decl, ref *types.TaskRef, lists [][]syntax.Arg,
	sc *types.Scope) bool {
	if f.Kind != syntax.Name {
		return false
	}
	list := sc.Procedures(f.Text)
	if d.Family != nil || len(lists) > 1 {
		return false
	}
	var args []syntax.Arg
	if len(lists) == 1 {
		args = lists[0]
	}
	entry := &types.Entity{Kind: types.Subprogram, Name: d.Name, Decl: d, In: ref.Group.Type.In}
	if len(list) == 0 {
		return sc.UsesLibrary() != nil && !l.Fits(entry, args)
	}
	return l.Overload(append([]*types.Entity{entry}, list...), args, sc, nil) != entry
}

// protectedEntryOf lowers a call of an entry of the protected object p. An index of a family and the arguments of e are
// one list in args.
func (l *Tasks) protectedEntryOf(p *types.Place, op *types.Operation, args []syntax.Arg, sc *types.Scope,
	e *syntax.Expr) *entryUse {
	flat := *e
	if e.Kind == syntax.Apply && e.X.Kind == syntax.Apply {
		flat.X = e.X.X
	}
	return l.protectedEntry(p, op, args, sc, &flat)
}

// AsTask returns the task that an access value leads to. It returns any other value as it is.
func (l *Tasks) AsTask(v types.Value) types.Value {
	if v.Task == nil && v.Type != nil && v.Type.Kind == types.Access && v.Type.Target != nil &&
		v.Type.Target.Kind == types.TaskType && (v.Code != "" || v.Known) {
		return l.reference(v, v.Type)
	}
	return v
}

// passed returns the parameters that a call carries to the task, in parentheses, or "" if there are none.
func (l *Tasks) passed(s *types.EntrySpec, bounds []types.Bound, e *syntax.Expr) string {
	var out []string
	for _, p := range s.In {
		v := l.boundPart(bounds[p.Param], p)
		if v.Unknown {
			v = l.Chosen(v, p.Type, e)
		}
		if p.Type.Kind == types.Access && !v.Known && v.Code == "" {
			l.Errorf(e.Pos, e.Len, model.Unsupported, "a call has an access to an object that no allocator made").
				WithHint("allocate the object, or name it where it is used")
			return ""
		}
		lo, hi := v.Span()
		wl, wh := l.Window(p.Type)
		outside := v.Known && !p.Type.Wide() && p.Type.Discrete() && (v.N < wl || v.N > wh)
		if outside { // the check fails, so no execution comes behind it
			l.Check(v, p.Type, e)
			v = types.Num(p.Type, wl)
		}
		if p.Type.Wide() && (lo < wl || hi > wh) {
			pl := l.TempPlace(l.Temp(p.Type, p.Name), p.Type)
			l.Put(pl, v, e)
			v = l.Read(pl)
		}
		out = append(out, v.Text())
	}
	if len(out) == 0 {
		return ""
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// boundPart returns the value of part p of the argument that is bound to its parameter.
func (l *Tasks) boundPart(b types.Bound, p types.Part) types.Value {
	pl := b.Place
	if pl == nil {
		pl = b.Value.Place
	}
	switch {
	case p.At != nil && pl != nil:
		return l.Read(p.At(pl))
	case p.At != nil:
		return types.AnyOf(p.Type, b.Value.Why)
	case b.Place != nil:
		return l.Read(b.Place)
	}
	return b.Value
}

// replied receives the reply of a call, and does with it what returned says. An abort of the caller takes effect when
// the call is over, or while the call waits after a requeue with abort. cancelled is as in waiting.
func (l *Tasks) replied(ref *types.TaskRef, s *types.EntrySpec, d *syntax.Decl, bounds []types.Bound,
	e *syntax.Expr, cancelled string) {
	if s.Reply == "" {
		l.forgets(s, ref.Group, bounds, e)
		l.Returned(bounds, e)
		return
	}
	var vars []string
	status := ""
	if s.Raises {
		status = l.Temp(l.ExcType(), "status")
		vars = append(vars, status)
	}
	var got []types.Value
	for _, p := range s.Out {
		n := l.Temp(p.Type, p.Name)
		vars = append(vars, n)
		got = append(got, l.Read(l.TempPlace(n, p.Type)))
	}
	target := vars[0]
	if len(vars) > 1 {
		target = "(" + strings.Join(vars, ", ") + ")"
	}
	l.Emit(e.Pos, "%s = <-%s%s", target, s.Reply, ref.Index())
	switch {
	case len(l.Exits()) == 0 || !leadsOn(accepts(ref.Group, d)):
		l.returned(ref, s, d, bounds, e, status, cancelled, got)
	default:
		l.Deferred(func() { l.Emit(e.Pos, "if %s < %d {", status, requeueBase) })
		l.Step(e.Pos)
		l.Emit(e.Pos, "}")
		if len(s.Out) > 1 {
			l.Note(model.Aborting, e.Pos, "an abort between the assignments of what this call returns is not followed")
		}
		l.Deferred(func() { l.returned(ref, s, d, bounds, e, status, cancelled, got) })
	}
	if s.Raises {
		l.Emit(e.Pos, "if %s != 0 && %s < %d {", status, status, requeueBase)
		l.Raise(types.Value{Type: l.ExcType(), Code: status, Hi: 62}, e.Pos, "an exception")
		l.Emit(e.Pos, "}")
	}
}

// forgets gives parameters any value after the call if the reply carries only a part of them.
func (l *Tasks) forgets(s *types.EntrySpec, g *types.Group, bounds []types.Bound, e *syntax.Expr) {
	for i, p := range syntax.Flat(s.Decl.Params) {
		b := bounds[i]
		if (p.Mode == "out" || p.Mode == "in out") && b.Place != nil &&
			l.partly(s.Out, i, l.SubtypeOf(p.Type, g.Type.In)) {
			l.Put(b.Place, types.AnyOf(b.Place.Type, "what this call returns"), e)
		}
	}
}

// returned assigns to the arguments what the reply has carried (got, by s.Out), and goes on with a call that was
// requeued. status is the variable with the status of the reply, or "" if it has none.
func (l *Tasks) returned(ref *types.TaskRef, s *types.EntrySpec, d *syntax.Decl, bounds []types.Bound, e *syntax.Expr,
	status, cancelled string, got []types.Value) {
	// A call that ends by an exception brings nothing back. One that is requeued goes on with the present values of its
	// parameters.
	when := func(cond string, f func()) {
		lines := l.Capture(f)
		if s.Raises && len(lines) > 0 {
			l.Emit(e.Pos, "if %s {", cond)
			l.Append(lines)
			l.Emit(e.Pos, "}")
			return
		}
		l.Append(lines)
	}
	when(fmt.Sprintf("%s == 0 || %s >= %d", status, status, requeueBase), func() {
		l.forgets(s, ref.Group, bounds, e)
		for i, p := range s.Out {
			b := bounds[p.Param]
			if b.Place == nil {
				continue
			}
			pl := b.Place
			if p.At != nil {
				pl = p.At(pl)
			}
			l.Put(pl, got[i], e)
		}
	})
	when(status+" == 0", func() {
		for _, b := range bounds {
			if b.Copy != nil {
				l.Put(b.Copy, l.Read(b.Place), e)
			}
		}
		l.Returned(bounds, e)
	})
	if s.Raises {
		l.requeuedCall(ref, d, bounds, status, e, cancelled)
	}
}

// Single emits a call that has no alternatives.
func (l *Tasks) Single(w *waiting, after func()) {
	if w.prot != nil {
		l.perform(w.prot, "")
		return
	}
	l.Null(w.ref, w.e.Pos)
	l.Point(w.e.Pos)
	l.joins(w)
	if ends := l.mayHaveEnded(w.ref); ends || len(l.Exits()) > 0 {
		l.Emit(w.e.Pos, "select {")
		l.accepted(w, after)
		if ends {
			l.Emit(w.e.Pos, "case skip%s:", whenAll(append(l.goesOn(), l.Gone(w.ref))))
			l.Raise(types.Num(l.Integer, model.TaskingError), w.e.Pos, "Tasking_Error")
		}
		l.exitCases(w.e.Pos, func() { l.withdraws(w) })
		l.Emit(w.e.Pos, "}")
		return
	}
	l.Emit(w.e.Pos, "%s", w.text)
	if after != nil {
		after()
	}
}

// accepted emits the alternative of a select in which a call is accepted. It may be taken after an abort of the caller,
// too, as the call stays in the queue until the caller cancels it. The end of a call is an abort completion point.
func (l *Tasks) accepted(w *waiting, after func()) {
	l.Emit(w.e.Pos, "case %s:", w.text)
	if after != nil {
		after()
	}
	if !model.Leaves(*l.Out) {
		l.Point(w.e.Pos)
	}
}

// withdraws takes a call out of the queue that counts it.
func (l *Tasks) withdraws(w *waiting) {
	if w.queue != "" {
		l.Emit(w.e.Pos, "%s = %s - 1", w.queue, w.queue)
	}
}

// Null raises Constraint_Error if the access value by which a task is called leads to none.
func (l *Tasks) Null(t *types.TaskRef, pos token.Position) {
	if !t.Null {
		return
	}
	i := strings.TrimSuffix(t.Code[strings.Index(t.Code, "[")+1:], "]")
	if strings.HasPrefix(i, "allocated") {
		return
	}
	l.Emit(pos, "if %s < 0 {", i)
	l.Raise(types.Num(l.Integer, model.ConstraintError), pos, "Constraint_Error")
	l.Emit(pos, "}")
}

// mayHaveEnded reports whether a task that is called may have ended, so that the call raises Tasking_Error.
func (l *Tasks) mayHaveEnded(ref *types.TaskRef) bool {
	self := ref.Group == l.CurrentGroup() && ref.Group.Index == nil
	return !self && l.mayEnd(ref.Group)
}

// mayEnd reports whether a task of a group may end in another way than by a terminate alternative.
func (l *Tasks) mayEnd(g *types.Group) bool {
	key := "ends " + g.Type.Decl.Pos.String()
	if known, ok := l.Counts[key]; ok {
		return known
	}
	l.Counts[key] = true
	b := g.Type.Body()
	if b == nil {
		return false
	}
	// If a check of the language fails in an endless loop, a handler of the body may take the exception, and the task ends
	// behind the handler.
	ends := !syntax.Endless(b.Decl.Body) || len(b.Decl.Handlers) > 0 || len(l.Abnormal(g)) > 0
	syntax.EachStmt(b.Decl.Body, func(s *syntax.Stmt) {
		ends = ends || s.Kind == syntax.RaiseStmt || s.Kind == syntax.Call && l.Stmts.MayRaise() ||
			s.Kind == syntax.Return && !s.Bodied
	})
	ends = ends || g.Nested
	l.Counts[key] = ends
	return ends
}
