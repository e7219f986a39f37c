package ada

// This file lowers calls of the libraries of Ada and GNAT, which have no bodies here. Most write or read texts and do
// nothing to tasks; what is not known to be of that kind is a bound of the model.

import (
	"slices"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Procedures of libraries that neither wait nor let others go on, by how their names begin. Those that
// read give their variables any value.
var (
	reading = []string{"get", "read", "split", "look_ahead", "delete"}
	writing = []string{"put", "write", "new_line", "new_page", "skip_", "set_", "open", "close", "create", "reset", "flush",
		"append", "prepend", "insert", "include", "exclude", "replace", "clear", "reserve_", "swap", "sort", "reverse_",
		"iterate", "unreferenced"}
	// Of an object whose type is one of a library, those of containers.
	containing = []string{"append", "prepend", "insert", "include", "exclude", "replace", "delete", "clear",
		"reserve_", "swap", "reverse_"}
	waking = []string{"set_true", "set_false", "set_handler"} // that are none of these
)

// begins reports whether a name begins with one of the words of a list.
func begins(name string, list []string) bool {
	return slices.ContainsFunc(list, func(p string) bool { return strings.HasPrefix(name, p) })
}

// harmless looks up a procedure of a library by its last name in lower case. ok reports whether it neither waits
// nor lets others go on, and leaves whether it also writes none of its arguments.
func harmless(name string) (ok, leaves bool) {
	leaves = begins(name, writing) && !slices.Contains(waking, name)
	return leaves || begins(name, reading), leaves
}

// lastName returns the last part of a name, in lower case.
func lastName(name string) string { return syntax.Fold(name[syntax.LastDot(name)+1:]) }

// raises reports whether a name is that of a procedure that raises an exception.
func raises(e *syntax.Expr) bool {
	return (e.Kind == syntax.Name || e.Kind == syntax.Selected) && slices.Contains([]string{"raise_exception",
		"reraise_occurrence"}, syntax.Fold(e.Text))
}

// libraryCall lowers a call of a procedure outside of the program. A variable that the procedure may write gets
// any value.
func (l *lowerer) libraryCall(ent *types.Entity, args []syntax.Arg, sc *types.Scope, e *syntax.Expr) {
	if ent.Decl != nil && ent.Decl.Kind == syntax.Instance && len(args) == 1 { // Unchecked_Deallocation
		if p := l.Target(args[0].Value, sc); p != nil && p.Type.Kind == types.Access && p.Type.Scalar() {
			if v := l.Read(p); l.acts(p.Type.Target, "finalize") && v.Code != "" {
				l.Emit(e.Pos, "if %s >= 0 {", v.Code)
				if q := l.Pointed(v, e).Place; q != nil {
					l.apply(q, q.Type, "finalize", e.Pos)
				}
				l.Emit(e.Pos, "}")
			}
			l.Put(p, types.Num(p.Type, -1), args[0].Value)
		}
		return
	}
	name := lastName(ent.Name)
	switch {
	case name == "raise_exception" && len(args) > 0 && args[0].Value.Kind == syntax.Attribute:
		l.RaiseNamed(args[0].Value.X, sc, e)
		return
	case name == "reraise_occurrence" && len(l.Rising) > 0:
		l.Raise(l.Rising[len(l.Rising)-1], e.Pos, "an exception")
		return
	case name == "abort_task":
		l.abortTask(args, e.Pos, sc)
		return
	}
	l.LibraryFails(e, ent.Name)
	ok, known := harmless(name)
	for _, a := range args {
		if !known && l.becomesAny(a, sc, ent.Name) {
			continue
		}
		l.Expr(a.Value, sc, nil)
	}
	if !ok || l.handsOver(args, sc) {
		l.unknown(e, ent.Name)
	}
}

// handsOver reports whether a library gets an access to a subprogram that may do something to tasks. The library
// may call it at once, or later.
func (l *lowerer) handsOver(args []syntax.Arg, sc *types.Scope) bool {
	return slices.ContainsFunc(args, func(a syntax.Arg) bool {
		x := a.Value
		return x.Kind == syntax.Attribute && strings.HasSuffix(syntax.Fold(x.Text), "access") && l.IsSubprogram(x.X, sc) &&
			!l.effects.Idle(syntax.LastName(x.X))
	})
}

// becomesAny gives the variable of argument a any value, since the call may write it. It returns false if the
// argument is not a variable that the model has.
func (l *lowerer) becomesAny(a syntax.Arg, sc *types.Scope, by string) bool {
	place := func() types.Value { return types.Value{Place: l.Target(a.Value, sc)} }
	if l.Quiet(place).Place == nil {
		return false
	}
	if p := l.Target(a.Value, sc); p.Type.Discrete() {
		l.Put(p, types.Value{Type: p.Type, Unknown: true, Why: "what " + by + " writes"}, a.Value)
	}
	return true
}

// unknown lowers a call of something that may wait, or let others go on, in a way that is not modelled. Executions
// that pass here are possible only: the skip is the step that marks them.
func (l *lowerer) unknown(e *syntax.Expr, name string) {
	l.Note(model.MayWait, e.Pos, "what %s does is not known: it is taken to do nothing, but may wait", name)
	l.Emit(e.Pos, "skip")
}
