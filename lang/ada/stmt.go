package ada

// This file lowers statements.

import (
	"slices"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Statements lowers a sequence. A goto leads to a label behind it, or before it, in a sequence around it.
func (l *lowerer) Statements(body []*syntax.Stmt, sc *types.Scope) {
	for i, s := range body {
		if s.Kind != syntax.LabelStmt {
			continue
		}
		before, behind := syntax.Jumps(body[:i], s.Label), syntax.Jumps(body[i+1:], s.Label)
		switch {
		case before: // forward: leave what is before
			name := l.Unique("goto_" + s.Label)
			sub := types.NewScope(sc)
			sub.Add(&types.Entity{Kind: types.Library, Name: "<<" + s.Label + ">>",
				Id:    len(l.Frames),
				Value: types.Value{Code: "break " + name}})
			lines := l.Capture(func() { l.Statements(body[:i], sub) })
			l.Emit(s.Pos, "%s: loop {", name)
			l.Append(lines)
			if !model.Leaves(lines) {
				l.Emit(s.Pos, "break %s", name)
			}
			l.Emit(s.Pos, "}")
			l.Statements(body[i:], sc)
			return
		case behind:
			for _, t := range body[:i] {
				l.statement(t, sc)
			}
			name := l.Unique("goto_" + s.Label)
			sub := types.NewScope(sc)
			sub.Add(&types.Entity{Kind: types.Library, Name: "<<" + s.Label + ">>",
				Id:    len(l.Frames),
				Value: types.Value{Code: "continue " + name}})
			saved, many := l.Factor, l.Many
			l.Many = true
			lines := l.Capture(func() { l.Statements(body[i+1:], sub) })
			l.Factor, l.Many = saved, many
			l.Emit(s.Pos, "%s: loop {", name)
			l.Append(lines)
			if !model.Leaves(lines) {
				l.Emit(s.Pos, "break %s", name)
			}
			l.Emit(s.Pos, "}")
			return
		}
	}
	for _, s := range body {
		if l.Tick(s.Pos) {
			l.statement(s, sc)
		}
	}
}

// ThroughAccess reports whether a name may lead through an access value to objects that are followed: allocated ones,
// or declared ones of which the program takes access values. One of a library, as an element of a container, may lead
// to any that has such a component.
func (l *lowerer) ThroughAccess(e *syntax.Expr, sc *types.Scope) bool {
	for ; e != nil && (e.Kind == syntax.Selected || e.Kind == syntax.Apply || e.Kind == syntax.Paren); e = e.X {
		if e.X == nil {
			return false
		}
		x := e.X
		t := l.Quiet(func() types.Value { return l.Expr(x, sc, nil) }).Type
		if t != nil && t.Kind == types.Access && t.Target != nil && t.Target != l.Opaque {
			return t.Target.Heap != "" || l.aliased
		}
		if e.Kind == syntax.Selected && l.components[syntax.Fold(e.Text)] {
			return true
		}
	}
	return false
}

func (l *lowerer) statement(s *syntax.Stmt, sc *types.Scope) {
	switch s.Kind {
	case syntax.NullStmt, syntax.LabelStmt:
	case syntax.DelayStmt:
		l.Expr(s.X, sc, nil)
		l.Outlasts(s)
		l.Point(s.Pos)
	case syntax.Assign:
		p := l.Target(s.X, sc)
		if p == nil {
			l.Expr(s.Y, sc, nil)
			if l.ThroughAccess(s.X, sc) {
				l.Note(model.MayWait, s.Pos, "it is not known which object is assigned here: none is changed in the model")
				l.Emit(s.Pos, "skip")
			} else {
				l.Note(model.DataLost, s.Pos, "what is assigned here is not modelled, and any value where it is read")
			}
			if s.X.Kind == syntax.Apply {
				l.UnknownIndex(s.X, sc)
			}
			return
		}
		if l.acts(p.Type, "finalize", "adjust") {
			l.assignControlled(p, s, sc)
			return
		}
		l.Put(p, l.Expr(s.Y, sc, p.Type), s.Y)
		if p.Type.Kind == types.Opaque && strings.HasSuffix(p.Type.Name, "String") {
			l.CheckFails(s.Y, "the length of a text")
		}
	case syntax.Call:
		l.CallStmt(s, sc)
	case syntax.IfStmt:
		l.ifStmt(s, s.Arms, sc)
	case syntax.CaseStmt:
		l.caseStmt(s, sc)
	case syntax.LoopStmt:
		l.loopStmt(s, sc)
	case syntax.Block:
		label := s.Label
		l.Labelled("exit_"+label, s.Pos, func(string) {
			l.Block(s.Decls, s.Body, s.Handlers, types.NewScope(sc), s.Pos)
		})
	case syntax.Exit:
		l.exit(s, sc)
	case syntax.Goto:
		if t := findLabel(sc, s.Label); t != nil {
			l.WayOut(t.Id)
			l.Emit(s.Pos, "%s", t.Value.Code)
		} else {
			l.Unsupported(s, "this goto leads to no label of the statements around it",
				"a loop or an exit says the same")
		}
	case syntax.Return:
		l.returns(s, sc)
	case syntax.RaiseStmt:
		switch {
		case s.X != nil:
			if s.Y != nil {
				l.Expr(s.Y, sc, nil)
			}
			l.RaiseNamed(s.X, sc, &syntax.Expr{Pos: s.Pos, Len: s.Len})
		case len(l.Rising) > 0:
			l.Raise(l.Rising[len(l.Rising)-1], s.Pos, "an exception")
		}
	case syntax.Accept:
		l.AcceptStmt(s, sc)
	case syntax.Select:
		l.SelectStmt(s, sc)
	case syntax.Requeue:
		l.Requeue(s, sc)
	case syntax.Abort:
		l.abort(s.Args, s.Pos, sc)
	case syntax.PragmaStmt:
		l.pragma(s.Label, s.Args, s.Pos, sc)
	case syntax.EventStmt:
		l.event(s, sc)
	default:
		l.Unsupported(s, "this statement is not modelled", "flavers explain "+string(model.Unsupported))
	}
}

func findLabel(sc *types.Scope, label string) *types.Entity {
	for c := sc; c != nil; c = c.Parent {
		if e := c.Own("<<" + label + ">>"); e != nil {
			return e
		}
	}
	return nil
}

func (l *lowerer) ifStmt(s *syntax.Stmt, arms []syntax.Arm, sc *types.Scope) {
	if len(arms) == 0 {
		l.Statements(s.Else, sc)
		return
	}
	c := l.Expr(arms[0].Cond, sc, l.Boolean)
	l.Branch(c, arms[0].Cond, func() { l.Statements(arms[0].Body, sc) }, func() { l.ifStmt(s, arms[1:], sc) })
}

func (l *lowerer) caseStmt(s *syntax.Stmt, sc *types.Scope) {
	x := l.Expr(s.X, sc, nil)
	if x.Unknown {
		l.Doubt(x, s.X)
		for i, a := range s.Arms {
			word := "choose {"
			if i > 0 {
				word = "} or {"
			}
			l.Emit(a.Pos, "%s", word)
			l.Statements(a.Body, sc)
			l.Emit(a.Pos, "skip")
		}
		l.Emit(s.Pos, "}")
		return
	}
	x = l.Held(x, s.X)
	var from func(i int)
	from = func(i int) {
		if i == len(s.Arms) {
			return
		}
		if i == len(s.Arms)-1 { // the choices cover all values
			l.Statements(s.Arms[i].Body, sc)
			return
		}
		c := l.Truth(false)
		for _, choice := range s.Arms[i].Choices {
			c = l.Operate("or", c, l.Within(x, choice, sc), s.X)
		}
		l.Branch(c, s.X, func() { l.Statements(s.Arms[i].Body, sc) }, func() { from(i + 1) })
	}
	from(0)
}

func (l *lowerer) returns(s *syntax.Stmt, sc *types.Scope) {
	if len(l.Results) == 0 {
		if l.Task != nil {
			l.WayOut(0)
			l.Emit(s.Pos, "break %s", l.Task.End)
		}
		return
	}
	r := l.Results[len(l.Results)-1]
	switch {
	case s.Decl != nil:
		in := types.NewScope(sc)
		depth := len(l.Frames)
		lines := l.Capture(func() { l.Deferred(func() { l.Declarations([]*syntax.Decl{s.Decl}, in) }) })
		if l.Append(lines); len(lines) > 1 && len(l.Exits()) > 0 {
			l.Note(model.Aborting, s.Pos, "an abort between the steps that make the result here is not followed")
		}
		if len(l.Frames) > depth { // the caller finalizes it
			l.Frames = l.Frames[:depth]
		}
		ent := in.Own(s.Decl.Name)
		if ent == nil && len(s.Decl.Names) > 0 {
			ent = in.Own(s.Decl.Names[0].Name)
		}
		if ent != nil {
			r.Object = ent.Place
		}
		l.HandledBody(s.Body, s.Handlers, in, s.Pos)
		if model.Leaves(*l.Out) {
			r.Object = nil
			return
		}
		if r.Object != nil && r.Place != nil {
			l.Put(r.Place, l.Read(r.Object), &syntax.Expr{Pos: s.Pos})
		}
		r.Object = nil
	case s.X == nil && r.Object != nil && r.Place != nil:
		l.Put(r.Place, l.Read(r.Object), &syntax.Expr{Pos: s.Pos})
	case s.X != nil:
		v := l.Expr(s.X, sc, r.Type)
		if r.Place != nil {
			l.Put(r.Place, v, s.X)
		}
	}
	if model.Leaves(*l.Out) {
		return
	}
	l.WayOut(r.Frames)
	l.Emit(s.Pos, "break %s", r.Label)
}

// CallStmt lowers a call of a procedure or an entry.
func (l *lowerer) CallStmt(s *syntax.Stmt, sc *types.Scope) {
	e := s.X
	if w, after, ok := l.EntryCall(e, sc); ok {
		if w != nil {
			l.Single(w, after)
		}
		return
	}
	var args []syntax.Arg
	f := e
	if e.Kind == syntax.Apply {
		f, args = e.X, e.Args
	}
	if f.Kind == syntax.Attribute { // T'Write (Stream, X)
		l.libraryCall(&types.Entity{Kind: types.Library, Name: "'" + f.Text}, args, sc, e)
		return
	}
	list := l.Candidates(f, sc)
	if len(list) > 0 && list[0].Kind == types.EntryEntity && f.Kind == syntax.Name {
		list = sc.Procedures(f.Text) // of these, as it is no call of the entry
	}
	if lib := sc.UsesLibrary(); lib != nil && f.Kind == syntax.Name && !slices.ContainsFunc(list,
		func(g *types.Entity) bool { return g.Kind != types.Subprogram || l.Fits(g, args) }) {
		list = []*types.Entity{{Kind: types.Library, Name: lib.Name + "." + f.Text, In: sc}} // it has a procedure of this name
	}
	if len(list) > 0 {
		switch ent := list[0]; ent.Kind {
		case types.Subprogram:
			if g := l.Overload(list, args, sc, nil); g != nil {
				l.Call(g, args, sc, e)
				return
			}
		case types.Library, types.Random:
			if ent.Object != nil {
				l.CallStmt(byName(ent, s, f, args, sc))
				return
			}
			l.libraryCall(ent, args, sc, e)
			return
		}
		l.Errorf(e.Pos, e.Len, model.Mismatch, "%s is no procedure or entry", syntax.Path(f))
		return
	}
	if f.Kind == syntax.Selected {
		x := l.Pointed(l.Expr(f.X, sc, nil), e)
		if x.Place != nil && x.Place.Type.Kind == types.ProtectedType {
			if op := l.Operation(x.Place, f.Text); op != nil {
				l.ProtectedCall(x.Place, op, args, sc, e)
				return
			}
		}
		if x.Unknown || x.Type != nil && (x.Type.Kind == types.Opaque || x.Type.Kind == types.Access) {
			l.Effects(args, sc)
			l.LibraryFails(e, f.Text)
			if x.Type == nil || x.Type.Kind == types.Access || !begins(syntax.Fold(f.Text), containing) {
				l.unknown(e, f.Text)
			}
			return
		}
		if g := l.Method(f, sc); g != nil {
			l.Call(g, append([]syntax.Arg{{Value: f.X}}, args...), sc, e)
			return
		}
	}
	l.Undeclared(f, sc)
}

// byName is the call of an entry, or of an operation of a protected object, that has another name.
func byName(ent *types.Entity, s *syntax.Stmt, f *syntax.Expr, args []syntax.Arg,
	sc *types.Scope) (*syntax.Stmt, *types.Scope) {
	in, name := types.NewScope(sc), "renamed'object"
	in.Names[name] = []*types.Entity{ent.Object}
	x := &syntax.Expr{Kind: syntax.Selected, Text: ent.Named, Pos: f.Pos, Len: f.Len,
		X: &syntax.Expr{Kind: syntax.Name, Text: name, Pos: f.Pos, Len: f.Len}}
	if s.X.Kind == syntax.Apply {
		x = &syntax.Expr{Kind: syntax.Apply, X: x, Args: args, Pos: s.X.Pos, Len: s.X.Len}
	}
	return &syntax.Stmt{Kind: syntax.Call, X: x, Pos: s.Pos, Len: s.Len}, in
}
