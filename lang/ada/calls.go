package ada

// This file inlines calls of subprograms.

import (
	"slices"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// How deep calls of a subprogram within itself are followed.
const (
	deepKnown = 64 // where all arguments are known
	deep      = 4
	deepPure  = 2 // of a pure function: copies that are deeper do nothing but compute
)

// Call lowers a call of subprogram f, or of the operation that it dispatches to, and returns its result.
func (l *lowerer) Call(f *types.Entity, args []syntax.Arg, sc *types.Scope, e *syntax.Expr) types.Value {
	f = l.dispatched(f, args, sc, e)
	for i, a := range args { // positional arguments beyond the parameters
		if a.Choices == nil && i >= types.ParamCount(f) {
			l.Errorf(e.Pos, e.Len, model.Mismatch, "%s has %d parameters", f.Name, types.ParamCount(f))
			return types.AnyOf(nil, "")
		}
	}
	return l.Inline(f, l.Bind(f.Decl.Params, args, sc, f.In), e)
}

// Inline lowers a call whose arguments are bound. The task language has no subprograms that return values, so the
// call becomes a copy of the body, or, where that does nothing to tasks, its summary.
func (l *lowerer) Inline(f *types.Entity, args []types.Bound, e *syntax.Expr) types.Value {
	t := l.Opaque
	if f.Result() != nil {
		t = l.SubtypeOf(f.Result(), f.In)
	}
	body, in := f.Decl, f.In
	if f.Body != nil {
		body = f.Body
		if f.Scope != nil {
			in = f.Scope
		}
	}
	if !body.Completed {
		l.Note(model.NoBody, e.Pos,
			"%s has no body in the program: it is taken to do nothing, and its result is any", f.Name)
		if f.Result() == nil {
			l.Emit(e.Pos, "skip") // executions that pass here are seen to
		}
		return types.AnyOf(t, f.Name+", which has no body")
	}
	depth, known := 0, true
	for _, c := range l.Calls {
		if c.Decl == f.Decl {
			depth++
		}
	}
	for _, a := range args {
		known = known && (a.Value.Known || a.Place != nil || a.Value.Place != nil && !a.Value.Type.Scalar())
	}
	most := deep
	if f.Result() != nil && l.effects.Pure(body) {
		most = deepPure
	}
	if depth >= deepKnown || depth >= most && !known && l.Elaborating == 0 {
		l.Note(model.Recursion, e.Pos,
			"calls of %s within itself are followed to a depth of %d; deeper ones do nothing", f.Name, depth)
		return types.AnyOf(t, "the result of a deep call of "+f.Name)
	}
	if v, ok := l.summarized(f, body, t, args, e); ok {
		return v
	}
	sc := types.NewScope(in)
	for i, p := range syntax.Flat(body.Params) {
		if i >= len(args) {
			break
		}
		name := p.Names[0].Name
		if a := args[i]; a.Place != nil {
			sc.Add(&types.Entity{Kind: types.Variable, Name: name, Type: a.Place.Type, Place: a.Place,
				View: l.SubtypeOf(p.Type, in), Class: syntax.OfClass(p.Type)})
			if p.Mode == "out" && l.Elaborating == 0 && a.Place.Type.Discrete() && (len(body.Handlers) > 0 ||
				syntax.Any(l.Mentions, body.Decls, name) || !l.Definitely(name, a.Place.Type, body.Body, sc, true)) {
				l.Put(a.Place, types.Anything(a.Place.Type), e)
			}
		} else {
			sc.Add(&types.Entity{Kind: types.Constant, Name: name, Type: a.Value.Type, Value: a.Value,
				View: l.SubtypeOf(p.Type, in), Class: syntax.OfClass(p.Type)})
		}
	}
	outer := l.Calls
	l.Calls = append(l.Calls, f)
	defer func() { l.Calls = outer }()
	if b := body.Body; len(b) == 1 && b[0].Kind == syntax.Return && b[0].X != nil && len(body.Decls) == 0 &&
		len(body.Handlers) == 0 {
		v := l.Expr(b[0].X, sc, t)
		if v.Aggregate != nil {
			pl := l.Local(f.Name, t, e)
			l.Put(pl, v, e)
			v = types.Value{Type: t, Place: pl}
		}
		if v.Type == nil || !v.Type.Discrete() || !t.Discrete() {
			return v
		}
		if l.Elaborating == 0 && !v.Unknown {
			l.Check(v, t, b[0].X)
		}
		if v.Place != nil {
			v.Place = nil
		}
		v.Type = t
		return v
	}
	r := &types.Result{Frames: len(l.Frames), Type: t, Value: types.AnyOf(t, f.Name)}
	results := l.Results
	l.Results = append(l.Results, r)
	defer func() { l.Results = results }()
	if l.Elaborating > 0 {
		groups := len(l.Groups)
		if l.Declarations(body.Decls, sc); len(l.Groups) > groups {
			l.Failed(e.Pos, "%s declares tasks, and is called before the tasks run", f.Name)
		}
		l.RunHandled(body.Body, body.Handlers, sc)
		return r.Value
	}
	if f.Result() != nil && (t.Scalar() || t.Kind == types.Record || t.Kind == types.Array) {
		r.Place = l.Local(f.Name+"_result", t, e)
	}
	l.Labelled(f.Name+"_call", e.Pos, func(label string) {
		r.Label = label
		l.Block(body.Decls, body.Body, body.Handlers, sc, e.Pos)
		if f.Result() != nil && syntax.FallsThrough(body.Body, body.Handlers) { // RM 6.5(20)
			l.Raise(types.Num(l.Integer, model.ProgramError), e.Pos, "Program_Error")
		}
	})
	for _, a := range args {
		if a.Copy != nil {
			l.Put(a.Copy, l.Read(a.Place), e)
		}
	}
	l.Returned(args, e)
	if r.Place == nil {
		return types.AnyOf(t, "the result of "+f.Name)
	}
	return l.Read(r.Place)
}

// MayRaise reports whether the program raises exceptions by itself: by a raise statement or expression, or a call
// of a procedure that raises.
func (l *lowerer) MayRaise() bool {
	if known, ok := l.Counts["raise"]; ok {
		return known
	}
	found := false
	for x := range l.libraryUnits() {
		syntax.EachDecl(x.Decl, func(d *syntax.Decl) {
			d.EachStmt(func(s *syntax.Stmt) { found = found || s.Kind == syntax.RaiseStmt })
		})
		syntax.Everywhere(x.Decl, func(e *syntax.Expr) { found = found || e.Kind == syntax.Raise || raises(e) })
	}
	l.Counts["raise"] = found
	return found
}

// Handles reports whether the program has a handler for a predefined exception, or for all exceptions. If not, a
// failed check ends the execution of the model, and nothing needs to know which check it was.
func (l *lowerer) Handles() bool {
	if known, ok := l.Counts["handles"]; ok {
		return known
	}
	found := false
	handlers := func(list []*syntax.Handler) {
		for _, h := range list {
			for _, c := range h.Choices {
				name := syntax.Fold(syntax.LastName(c))
				found = found || c.Kind == syntax.Others || name == "assertion_error" || name == "numeric_error" ||
					slices.ContainsFunc(model.Predefined, func(p string) bool { return syntax.Fold(p) == name })
			}
		}
	}
	for x := range l.libraryUnits() {
		syntax.EachDecl(x.Decl, func(d *syntax.Decl) {
			handlers(d.Handlers)
			d.EachStmt(func(s *syntax.Stmt) { handlers(s.Handlers) })
		})
	}
	l.Counts["handles"] = found
	return found
}
