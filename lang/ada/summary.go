package ada

// This file lowers calls that need no copy of a body: of subprograms that do nothing to tasks (package effects), and of
// functions whose result is known before the program runs.

import (
	"fmt"
	"slices"
	"strings"

	"flavers/diag"
	"flavers/lang/ada/effects"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
	"flavers/report/ledger"
)

// summarized lowers a call without a copy of the body. ok is false if the call needs a copy.
func (l *lowerer) summarized(f *types.Entity, body *syntax.Decl, t *types.Type, args []types.Bound,
	e *syntax.Expr) (v types.Value, ok bool) {
	switch {
	case l.inlines:
		return v, false
	case f.Result() != nil && t.Discrete():
		v, ok, long := l.computed(f, body, t, args, e)
		if long { // nor could a copy of it be followed
			l.ends(l.effects.Ends(body), f.Name, e)
			return types.AnyOf(t, "the result of "+f.Name+", which takes long"), true
		}
		return v, ok
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
		if l.Atomic > 0 {
			l.Note(ledger.Cut, e.Pos, "%s may turn for ever in a protected action, which is one step", name)
		}
		l.Emit(e.Pos, "%s: loop {", label)
		l.Emit(e.Pos, "choose {")
		l.Emit(e.Pos, "break %s", label)
		l.Emit(e.Pos, "} or {")
		l.Emit(e.Pos, "skip")
		l.Emit(e.Pos, "}")
		l.Emit(e.Pos, "}")
	}
}

// maxExecuted is how many statements and expressions of a function are executed at most.
const maxExecuted = 50_000

// tabulated is how many combinations of arguments a function is executed for at most, and chained how many results one
// expression has.
const (
	tabulated = 1024
	chained   = 64
)

// computed lowers a call of a pure function whose arguments have few values. It executes the function for each of
// these values now, and the call becomes a choice among the results. ok is false if anything in the function is
// not known or raises an exception. long is set if it takes too many steps.
func (l *lowerer) computed(f *types.Entity, body *syntax.Decl, t *types.Type, args []types.Bound,
	e *syntax.Expr) (v types.Value, ok, long bool) {
	if l.Elaborating > 0 || !l.effects.Pure(body) {
		return v, false, false
	}
	open, count := -1, int64(1) // the argument that is not known
	for i, a := range args {
		x := a.Value
		switch {
		case a.Place != nil || x.Unknown || x.Type == nil || !x.Type.Discrete():
			return v, false, false
		case x.Known:
		case open >= 0 || x.Hi-x.Lo >= tabulated:
			return v, false, false
		default:
			open, count = i, x.Hi-x.Lo+1
		}
	}
	if open < 0 {
		return l.executed(f, t, args, e)
	}
	x := args[open].Value
	results := make([]types.Value, count)
	same, identity := true, true
	for i := range results {
		these := slices.Clone(args)
		these[open].Value = types.Num(x.Type, x.Lo+int64(i))
		if results[i], ok, long = l.executed(f, t, these, e); !ok {
			return v, false, long
		}
		same = same && results[i].N == results[0].N
		identity = identity && results[i].N == x.Lo+int64(i)
	}
	switch {
	case same:
		return results[0], true, false
	case identity && (t.Kind == types.Boolean) == (x.Type.Kind == types.Boolean):
		x.Type, x.Place = t, nil
		return x, true, false
	}
	v, ok = chosen(x, results, t)
	return v, ok, false
}

// chosen returns the result for the value x, as one expression: if x == 0 then r0 else if x == 1 then r1 else .. .
// ok is false if the expression would be long.
func chosen(x types.Value, results []types.Value, t *types.Type) (v types.Value, ok bool) {
	v = types.Value{Type: t, Lo: results[0].N, Hi: results[0].N, Shared: x.Shared * len(results)}
	var b strings.Builder
	for i, r := range results {
		v.Lo, v.Hi = min(v.Lo, r.N), max(v.Hi, r.N)
		text := types.Num(t, r.N).Text()
		switch {
		case i == len(results)-1:
			b.WriteString(text)
		case x.Type.Kind == types.Boolean:
			fmt.Fprintf(&b, "if !%s then %s else ", x.Text(), text)
		default:
			fmt.Fprintf(&b, "if %s == %s then %s else ", x.Text(), types.Num(x.Type, x.Lo+int64(i)).Text(), text)
		}
	}
	v.Code = "(" + b.String() + ")"
	return v, len(results) <= chained
}

// executed returns the result of a pure function with known arguments; long is true if it takes too many steps.
func (l *lowerer) executed(f *types.Entity, t *types.Type, args []types.Bound,
	e *syntax.Expr) (v types.Value, ok, long bool) {
	list, notes, out, calls := l.List, l.Notes, l.Out, l.Calls
	var problems diag.List
	l.List, l.Notes, l.Out, l.Calls = &problems, new(ledger.Notes), new([]model.Line), nil
	l.Elaborating++
	done := l.Limited(maxExecuted, func() { v = l.Inline(f, args, e) })
	l.Elaborating--
	ok = done && v.Known && v.N >= t.Lo && v.N <= t.Hi && len(problems.All) == 0 && len(*l.Notes) == 0 && len(*l.Out) == 0
	l.List, l.Notes, l.Out, l.Calls = list, notes, out, calls
	return v, ok, !done
}
