package ada

// This file lowers calls that need no copy of a body: of subprograms that do nothing to tasks (package effects), and of
// functions whose result is known before the program runs.

import (
	"flavers/diag"
	"flavers/lang/ada/effects"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
	"flavers/report/ledger"
)

// summarized is a call of a subprogram without a copy of its body; ok is false if it needs one.
func (l *lowerer) summarized(f *types.Entity, body *syntax.Decl, t *types.Type, args []types.Bound,
	e *syntax.Expr) (v types.Value, ok bool) {
	switch {
	case l.inlines:
		return v, false
	case f.Result() != nil && t.Discrete():
		return l.computed(f, body, args, e)
	case f.Result() != nil && t.Kind != types.Opaque:
		return v, false
	}
	s, ok := l.effects.Inert(body)
	if !ok {
		return v, false
	}
	l.ends(s, f.Name, e)
	return types.AnyOf(t, "the result of "+f.Name), true
}

// ends writes how an inert subprogram may end: it returns, raises an exception, or goes on for ever. What it writes is
// not modelled. Where data that is followed decides which of these it is, an execution that goes on is possible only.
func (l *lowerer) ends(s effects.Summary, name string, e *syntax.Expr) {
	if s.Raises {
		if s.Depends && l.Elaborating == 0 && l.Hushed == 0 {
			l.Note(model.Failing, e.Pos, "checks of %s, which does nothing to tasks, are not followed", name)
			l.Emit(e.Pos, "skip")
		}
		l.Fails(e, "what "+name+" does")
	}
	if s.Loops && l.Elaborating == 0 && l.Hushed == 0 {
		label := l.Unique(name + "_turns")
		l.Emit(e.Pos, "%s: loop {", label)
		l.Emit(e.Pos, "choose {")
		l.Emit(e.Pos, "break %s", label)
		l.Emit(e.Pos, "} or {")
		l.Emit(e.Pos, "skip")
		l.Emit(e.Pos, "}")
		l.Emit(e.Pos, "}")
	}
}

// computed is the result of a pure function whose arguments are known: it is executed now. ok is false if anything in
// it is not known, or raises an exception.
func (l *lowerer) computed(f *types.Entity, body *syntax.Decl, args []types.Bound,
	e *syntax.Expr) (v types.Value, ok bool) {
	if l.Elaborating > 0 || !l.effects.Pure(body) {
		return v, false
	}
	for _, a := range args {
		if !a.Value.Known || a.Value.Type == nil || !a.Value.Type.Discrete() {
			return v, false
		}
	}
	list, notes, out, calls := l.List, l.Notes, l.Out, l.Calls
	var problems diag.List
	l.List, l.Notes, l.Out = &problems, new(ledger.Notes), new([]model.Line)
	l.Elaborating++
	v = l.Inline(f, args, e)
	l.Elaborating--
	ok = v.Known && len(problems.All) == 0 && len(*l.Notes) == 0 && len(*l.Out) == 0
	l.List, l.Notes, l.Out, l.Calls = list, notes, out, calls
	return v, ok
}
