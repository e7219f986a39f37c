package ada

// This file lowers statements.

import (
	"slices"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Statements lowers a sequence. The task language has no goto: a label becomes a loop, which a goto before the label
// leaves, and a goto behind it repeats.
//
//	goto Done; ..              goto_Done: loop { break goto_Done .. break goto_Done }
//	<<Done>> ..      becomes   ..
//	<<Again>> ..               goto_Again: loop { .. continue goto_Again .. break goto_Again }
//	goto Again;
//
// A goto may also stand in a sequence within this one, and so finds its label in a scope around it.
func (l *lowerer) Statements(body []*syntax.Stmt, sc *types.Scope) {
	for i, s := range body {
		if s.Kind != syntax.LabelStmt {
			continue
		}
		if syntax.Jumps(body[:i], s.Label) {
			l.jumpLoop(s, "break", body[:i], sc)
			l.Statements(body[i:], sc)
			return
		}
		if syntax.Jumps(body[i+1:], s.Label) {
			for _, t := range body[:i] {
				l.statement(t, sc)
			}
			factor, many := l.Factor, l.Many
			l.Many = true // nobody knows how often the loop turns
			l.jumpLoop(s, "continue", body[i+1:], sc)
			l.Factor, l.Many = factor, many
			return
		}
	}
	for _, s := range body {
		if l.Tick(s.Pos) {
			l.statement(s, sc)
		}
	}
}

// jumpLoop lowers the statements between a label and its gotos as a loop of one turn. jump is the statement of the
// task language, break or continue, that a goto becomes.
func (l *lowerer) jumpLoop(label *syntax.Stmt, jump string, body []*syntax.Stmt, sc *types.Scope) {
	name := l.Unique("goto_" + label.Label)
	in := types.NewScope(sc)
	in.Add(&types.Entity{Kind: types.Library, Name: labelName(label.Label), Id: len(l.Frames),
		Value: types.Value{Code: jump + " " + name}})
	lines := l.Capture(func() { l.Statements(body, in) })
	l.Once(name, lines, name, label.Pos)
}

// labelName returns the name under which a scope has a label: labels and objects may have the same name.
func labelName(label string) string { return "<<" + label + ">>" }

// gotoStmt lowers a goto to the jump that jumpLoop chose, behind what leaves the frames in between.
func (l *lowerer) gotoStmt(s *syntax.Stmt, sc *types.Scope) {
	for c := sc; c != nil; c = c.Parent {
		if label := c.Own(labelName(s.Label)); label != nil {
			l.WayOut(label.Id)
			l.Emit(s.Pos, "%s", label.Value.Code)
			return
		}
	}
	l.Unsupported(s, "this goto leads to no label of the statements around it", "a loop or an exit says the same")
}

func (l *lowerer) statement(s *syntax.Stmt, sc *types.Scope) {
	switch s.Kind {
	case syntax.NullStmt, syntax.LabelStmt:
	case syntax.DelayStmt:
		l.Expr(s.X, sc, nil)
		l.Outlasts(s)
		l.Point(s.Pos)
	case syntax.Assign:
		l.assign(s, sc)
	case syntax.Call:
		l.CallStmt(s, sc)
	case syntax.IfStmt:
		l.ifStmt(s, s.Arms, sc)
	case syntax.CaseStmt:
		l.caseStmt(s, sc)
	case syntax.LoopStmt:
		l.loopStmt(s, sc)
	case syntax.Block:
		l.Labelled("exit_"+s.Label, s.Pos, func(string) {
			l.Block(s.Decls, s.Body, s.Handlers, types.NewScope(sc), s.Pos)
		})
	case syntax.Exit:
		l.exit(s, sc)
	case syntax.Goto:
		l.gotoStmt(s, sc)
	case syntax.Return:
		l.returnStmt(s, sc)
	case syntax.RaiseStmt:
		l.raiseStmt(s, sc)
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

// assign lowers an assignment.
func (l *lowerer) assign(s *syntax.Stmt, sc *types.Scope) {
	p := l.Target(s.X, sc)
	if p == nil {
		l.assignUnknown(s, sc)
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
}

// assignUnknown lowers an assignment whose target has no place in the model. If it may be an object that the model
// follows, the model keeps a value there that the program changes: executions that pass are possible only. Otherwise
// the program reads any value there, and nothing is lost.
func (l *lowerer) assignUnknown(s *syntax.Stmt, sc *types.Scope) {
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
}

// ThroughAccess reports whether a name may lead through an access value to an object that the model follows: one that
// an allocator made, or a declared one whose access value the program takes. What a library returns, such as an
// element of a container, may be any object that has the component behind it.
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

// raiseStmt lowers a raise statement. One without a name, in a handler, raises the exception of that handler again.
func (l *lowerer) raiseStmt(s *syntax.Stmt, sc *types.Scope) {
	if s.X == nil {
		if len(l.Rising) > 0 {
			l.Raise(l.Rising[len(l.Rising)-1], s.Pos, "an exception")
		}
		return
	}
	if s.Y != nil { // the message
		l.Expr(s.Y, sc, nil)
	}
	l.RaiseNamed(s.X, sc, &syntax.Expr{Pos: s.Pos, Len: s.Len})
}

func (l *lowerer) ifStmt(s *syntax.Stmt, arms []syntax.Arm, sc *types.Scope) {
	if len(arms) == 0 {
		l.Statements(s.Else, sc)
		return
	}
	c := l.Expr(arms[0].Cond, sc, l.Boolean)
	l.Branch(c, arms[0].Cond, func() { l.Statements(arms[0].Body, sc) }, func() { l.ifStmt(s, arms[1:], sc) })
}

// caseStmt lowers a case statement to tests of one arm after the other. If the value is not known, any arm may be
// the one.
func (l *lowerer) caseStmt(s *syntax.Stmt, sc *types.Scope) {
	x := l.Expr(s.X, sc, nil)
	if !x.Unknown {
		l.caseArms(l.Held(x, s.X), s, s.Arms, sc)
		return
	}
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
}

// caseArms lowers the arms that are left for value x. The last one needs no test, since the choices cover all values.
func (l *lowerer) caseArms(x types.Value, s *syntax.Stmt, arms []syntax.Arm, sc *types.Scope) {
	switch len(arms) {
	case 0:
		return
	case 1:
		l.Statements(arms[0].Body, sc)
		return
	}
	c := l.Truth(false)
	for _, choice := range arms[0].Choices {
		c = l.Operate("or", c, l.Within(x, choice, sc), s.X)
	}
	l.Branch(c, s.X, func() { l.Statements(arms[0].Body, sc) }, func() { l.caseArms(x, s, arms[1:], sc) })
}

// returnStmt lowers a return: the result is stored, and the statement that leaves the copy of the subprogram
// follows. In the body of a task, it ends the task.
func (l *lowerer) returnStmt(s *syntax.Stmt, sc *types.Scope) {
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
		l.extendedReturn(r, s, sc)
	case s.X != nil:
		v := l.Expr(s.X, sc, r.Type)
		if r.Place != nil {
			l.Put(r.Place, v, s.X)
		}
	case r.Object != nil && r.Place != nil: // in an extended return statement, it returns the object of that
		l.Put(r.Place, l.Read(r.Object), &syntax.Expr{Pos: s.Pos})
	}
	if model.Leaves(*l.Out) {
		return
	}
	l.WayOut(r.Frames)
	l.Emit(s.Pos, "break %s", r.Label)
}

// extendedReturn lowers return X : T do .. end return. It declares the object X of result r, executes the
// statements, and stores X as the result unless they leave in another way.
func (l *lowerer) extendedReturn(r *types.Result, s *syntax.Stmt, sc *types.Scope) {
	in := types.NewScope(sc)
	depth := len(l.Frames)
	lines := l.Capture(func() { l.Deferred(func() { l.Declarations([]*syntax.Decl{s.Decl}, in) }) })
	l.Append(lines)
	if len(lines) > 1 && len(l.Exits()) > 0 {
		l.Note(model.Aborting, s.Pos, "an abort between the steps that make the result here is not followed")
	}
	if len(l.Frames) > depth { // the caller finalizes X
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
	if !model.Leaves(*l.Out) && r.Object != nil && r.Place != nil {
		l.Put(r.Place, l.Read(r.Object), &syntax.Expr{Pos: s.Pos})
	}
	r.Object = nil
}

// CallStmt lowers a call of a procedure or an entry. The name may stand for an entity that is declared, or for an
// operation of the object before its last point.
func (l *lowerer) CallStmt(s *syntax.Stmt, sc *types.Scope) {
	e := s.X
	if w, after, ok := l.EntryCall(e, sc); ok {
		if w != nil {
			l.Single(w, after)
		}
		return
	}
	f := e
	var args []syntax.Arg
	if e.Kind == syntax.Apply {
		f, args = e.X, e.Args
	}
	if f.Kind == syntax.Attribute { // T'Write (Stream, X)
		l.libraryCall(&types.Entity{Kind: types.Library, Name: "'" + f.Text}, args, sc, e)
		return
	}
	if list := l.callees(f, args, sc); len(list) > 0 {
		l.callOneOf(list, s, f, args, sc)
		return
	}
	if f.Kind == syntax.Selected && l.callOperation(e, f, args, sc) {
		return
	}
	l.Undeclared(f, sc)
}

// callees returns the entities that name f of a call statement may stand for; of several subprograms, the operands
// decide.
func (l *lowerer) callees(f *syntax.Expr, args []syntax.Arg, sc *types.Scope) []*types.Entity {
	list := l.Candidates(f, sc)
	if f.Kind != syntax.Name {
		return list
	}
	if len(list) > 0 && list[0].Kind == types.EntryEntity { // EntryCall has found that it is no call of the entry
		list = sc.Procedures(f.Text)
	}
	lib := sc.UsesLibrary()
	takes := func(g *types.Entity) bool { return g.Kind != types.Subprogram || l.Fits(g, args) }
	if lib == nil || slices.ContainsFunc(list, takes) {
		return list
	}
	// No subprogram of the program takes these operands. So it is one of the library, whose names nobody knows.
	return []*types.Entity{{Kind: types.Library, Name: lib.Name + "." + f.Text, In: sc}}
}

// callOneOf lowers a call statement whose name f stands for one of the entities in list.
func (l *lowerer) callOneOf(list []*types.Entity, s *syntax.Stmt, f *syntax.Expr, args []syntax.Arg, sc *types.Scope) {
	e := s.X
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
}

// callOperation lowers X.Name (..) where X is an object: a protected one, one that is not modelled, or one of a tagged
// type. It returns false, and lowers nothing, if X has no such operation.
func (l *lowerer) callOperation(e, f *syntax.Expr, args []syntax.Arg, sc *types.Scope) bool {
	x := l.Pointed(l.Expr(f.X, sc, nil), e)
	if x.Place != nil && x.Place.Type.Kind == types.ProtectedType {
		if op := l.Operation(x.Place, f.Text); op != nil {
			l.ProtectedCall(x.Place, op, args, sc, e)
			return true
		}
	}
	if x.Unknown || x.Type != nil && (x.Type.Kind == types.Opaque || x.Type.Kind == types.Access) {
		l.Effects(args, sc)
		l.LibraryFails(e, f.Text)
		container := x.Type != nil && x.Type.Kind != types.Access && begins(syntax.Fold(f.Text), containing)
		if !container {
			l.unknown(e, f.Text)
		}
		return true
	}
	g := l.Method(f, sc)
	if g == nil {
		return false
	}
	l.Call(g, append([]syntax.Arg{{Value: f.X}}, args...), sc, e)
	return true
}

// byName returns the call of an operation of an object that a renaming declaration or a formal subprogram gave another
// name: Object.Operation (..) for Other_Name (..). The scope has the object under a name that no program can write.
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
