package clients

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// This file guesses the contract of a type: which methods callers must not call once Close, or another method, has
// begun to end the use of the object. A method that asks whether the use has ended is made for such calls:
//
//	func (q *Queue) Put(i int) {
//		if q.closed { return } // asks
//		..
//	func (q *Queue) Close() { q.closed = true } // changes what Put asks about
//
// Put may be called beside Close, so what goes wrong then is a mistake of the package. Without the question, it would
// be one of the callers. A guess may be wrong either way: it decides only how a finding is reported, and never
// whether there is one (theory.md, 14.8).

// ended is a field that methods ask about, or that they change; nil stands for any context.
type ended = *types.Var

// Beside has, by the names of methods that end the use of an object, the methods that callers must not call while
// they run, or after them.
type Beside map[string][]string

// besides returns the contract of a type with some methods; nil if none of them ends the use of an object.
func (f *facts) besides(calls []call) Beside {
	var out Beside
	for _, end := range calls {
		if !end.ends() {
			continue
		}
		var others []string
		for _, c := range calls {
			if c.fn != end.fn && !f.allows(c.fn, end.fn) {
				others = append(others, c.fn.Name())
			}
		}
		if out == nil {
			out = Beside{}
		}
		out[end.fn.Name()] = others
	}
	return out
}

// allows reports whether callers may call fn while end runs, which ends the use of the object, or after it. The
// comment of one of them may say so; if neither allows nor forbids it, fn must ask about something that end changes.
func (f *facts) allows(fn, end *types.Func) bool {
	may, not := false, false
	for _, text := range []string{f.docs[fn], f.docs[end]} {
		may, not = may || mayBeside.MatchString(text), not || notBeside.MatchString(text)
	}
	if may || not {
		return may && !not
	}
	own := f.own(end)
	for v := range f.changes[end] {
		if own != nil && v != nil && !own[v] { // v is a field of another object
			continue
		}
		// A field that both change is part of the state, and no sign that the use has ended, unless it is one bit.
		if f.asks[fn][v] && (!f.changes[fn][v] || saysWhether(v)) {
			return true
		}
	}
	return false
}

// own returns the fields that belong to the object of a method: its own, and those of structs that its fields
// contain, point to, or hold as interface values. Items of lists and maps do not belong to it. It returns nil if the
// function has no receiver.
func (f *facts) own(method *types.Func) map[ended]bool {
	recv := method.Signature().Recv()
	if recv == nil {
		return nil
	}
	out, seen := map[ended]bool{}, map[types.Type]bool{}
	var add func(types.Type)
	add = func(t types.Type) {
		t = types.Unalias(t)
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		n, isNamed := t.(*types.Named)
		if isNamed {
			t = n.Origin()
		}
		if seen[t] || isNamed && n.Obj().Pkg() != method.Pkg() {
			return
		}
		seen[t] = true
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for v := range u.Fields() {
				out[v.Origin()] = true
				add(v.Type())
			}
		case *types.Interface:
			for _, other := range f.types {
				if hasMethods(other, u) {
					add(other)
				}
			}
		}
	}
	add(recv.Type())
	return out
}

// hasMethods reports whether a type has methods with all the names of an interface.
func hasMethods(n *types.Named, of *types.Interface) bool {
	for m := range of.Methods() {
		found, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, n.Obj().Pkg(), m.Name())
		if _, ok := found.(*types.Func); !ok {
			return false
		}
	}
	return true
}

// saysWhether reports whether a field can say whether the use has ended: a boolean, an atomic variable, a channel, or
// a context.
func saysWhether(v ended) bool {
	if v == nil || isAtomic(v.Type()) || isChannel(v.Type()) {
		return true
	}
	b, ok := v.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// mayBeside and notBeside match comments that allow, and that forbid, calls at the same time.
var (
	mayBeside = regexp.MustCompile(`(?is)\b(safe|may|can)\b[^.]*\b(concurren|simultaneous|parallel|multiple goroutines|` +
		`several goroutines|any goroutine|different goroutines)|(goroutine|thread)[- ]?safe`)
	notBeside = regexp.MustCompile(`(?is)\b(not safe|unsafe for)\b|\b((must|should|may|can)( never| ?not)|do not|don't|` +
		`never)( be)? (call|use|used|called|invoked)\b|\bpanics?\b`)
)

// asking collects what a function asks about, what it changes, and what it mentions. It leaves out go statements, as
// their goroutines may go on when the function has returned.
func (f *facts) asking(fn *types.Func, body ast.Node, pkg *types.Package, info *types.Info) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.GoStmt); ok {
			return false
		}
		f.askedBy(fn, n, info)
		f.changing(fn, n, info)
		f.waitsBy(fn, n, info)
		if id, ok := n.(*ast.Ident); ok {
			if g, ok := info.Uses[id].(*types.Func); ok && g.Pkg() == pkg {
				f.direct[fn] = append(f.direct[fn], g.Origin())
			}
		}
		return true
	})
}

// askedBy records what a node of a function asks about: fields in conditions, channels that it receives from, and
// each field that is boolean or atomic, as it may be asked about by way of a variable.
func (f *facts) askedBy(fn *types.Func, n ast.Node, info *types.Info) {
	switch n := n.(type) {
	case *ast.IfStmt:
		f.mentioned(fn, n.Cond, info)
	case *ast.ForStmt:
		f.mentioned(fn, n.Cond, info)
	case *ast.SwitchStmt:
		f.mentioned(fn, n.Tag, info)
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			f.mentioned(fn, n.X, info)
		}
	case *ast.RangeStmt:
		if t := info.TypeOf(n.X); t != nil && isChannel(t) {
			f.mentioned(fn, n.X, info)
		}
	case *ast.SelectorExpr:
		v := field(n, info)
		if v == nil {
			return
		}
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 || isAtomic(v.Type()) {
			f.note(f.asks, fn, v)
		}
	case *ast.CallExpr:
		if v, _ := word(n, info); v != nil {
			f.note(f.asks, fn, v)
		}
	}
}

// waitsBy records whether a node of a function may wait for others, other than at a lock, and what it does to wait
// groups.
func (f *facts) waitsBy(fn *types.Func, n ast.Node, info *types.Info) {
	switch n := n.(type) {
	case *ast.SelectStmt, *ast.SendStmt:
		f.blocks[fn] = true
	case *ast.UnaryExpr:
		f.blocks[fn] = f.blocks[fn] || n.Op == token.ARROW
	case *ast.RangeStmt:
		if t := info.TypeOf(n.X); t != nil && isChannel(t) {
			f.blocks[fn] = true
		}
	case *ast.ForStmt:
		f.blocks[fn] = f.blocks[fn] || n.Cond == nil
	case *ast.Ident:
		g, ok := info.Uses[n].(*types.Func)
		if !ok {
			return
		}
		switch g.FullName() {
		case "(*sync.WaitGroup).Wait", "(*sync.Cond).Wait":
			f.blocks[fn] = true
		case "(*sync.WaitGroup).Add", "(*sync.WaitGroup).Go":
			f.adds[fn] = true
		case "(*sync.WaitGroup).Done":
			f.dones[fn] = true
			f.doneAt[fn]++
		}
	}
}

// doneOnce reports whether a function calls Done at one place only, also in what it calls. With several places, a
// wait group below zero may be a mistake of the package, however often callers have called Add.
func (f *facts) doneOnce(fn *types.Func) bool {
	places, seen := 0, map[*types.Func]bool{}
	var count func(fn *types.Func)
	count = func(fn *types.Func) {
		if seen[fn] {
			return
		}
		seen[fn] = true
		places += f.doneAt[fn]
		for _, g := range f.direct[fn] {
			count(g)
		}
	}
	count(fn)
	return places == 1
}

// changing records what a node of a function changes: a field to which it assigns, a channel that it closes, an
// atomic variable to which it stores, a context that it cancels (nil).
func (f *facts) changing(fn *types.Func, n ast.Node, info *types.Info) {
	if assign, ok := n.(*ast.AssignStmt); ok {
		for _, e := range assign.Lhs {
			if v := field(ast.Unparen(e), info); v != nil {
				f.note(f.changes, fn, v)
			}
		}
	}
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && len(call.Args) == 1 {
		if b, ok := info.Uses[id].(*types.Builtin); ok && b.Name() == "close" {
			if v := field(ast.Unparen(call.Args[0]), info); v != nil {
				f.note(f.changes, fn, v)
			}
		}
		return
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	if v := field(sel, info); v != nil && (strings.HasPrefix(v.Type().String(), "context.Cancel") || v.Name() == "cancel") {
		f.note(f.changes, fn, nil)
		return
	}
	if v, stores := word(call, info); v != nil && stores {
		f.note(f.changes, fn, v)
	}
}

// word returns the field on which a call of package sync/atomic operates, and whether it stores there; nil if it is
// no such call.
func word(call *ast.CallExpr, info *types.Info) (v ended, stores bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	if g, ok := info.Uses[sel.Sel].(*types.Func); !ok || g.Pkg() == nil || g.Pkg().Path() != "sync/atomic" {
		return nil, false
	}
	stores = slices.ContainsFunc([]string{"Store", "Swap", "CompareAndSwap", "Add"}, func(w string) bool {
		return strings.HasPrefix(sel.Sel.Name, w)
	})
	at := sel.X // x.closed.Load(), or atomic.LoadInt32(&x.closed)
	if len(call.Args) > 0 {
		if a, ok := ast.Unparen(call.Args[0]).(*ast.UnaryExpr); ok {
			at = a.X
		}
	}
	return field(ast.Unparen(at), info), stores
}

// take adds to the set of fn that of another function, and reports whether it has grown.
func (f *facts) take(of map[*types.Func]map[ended]bool, fn, from *types.Func) (more bool) {
	for v := range of[from] {
		if !of[fn][v] {
			f.note(of, fn, v)
			more = true
		}
	}
	return more
}

// mentioned records that a function asks about the fields in an expression; e may be nil.
func (f *facts) mentioned(fn *types.Func, e ast.Expr, info *types.Info) {
	if e == nil {
		return
	}
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			v := field(sel, info)
			if v == nil || isChannel(v.Type()) && ast.Unparen(e) != ast.Expr(sel) { // as in len(q.items) > 0
				return true
			}
			if v.Type().String() == "context.Context" {
				v = nil
			}
			f.note(f.asks, fn, v)
		}
		return true
	})
}

// note adds a field to the set of a function.
func (f *facts) note(of map[*types.Func]map[ended]bool, fn *types.Func, v ended) {
	if of[fn] == nil {
		of[fn] = map[ended]bool{}
	}
	of[fn][v] = true
}

// field returns the field that an expression selects; nil if it selects none.
func field(e ast.Expr, info *types.Info) *types.Var {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if v, ok := info.Uses[sel.Sel].(*types.Var); ok && v.IsField() {
		return v.Origin()
	}
	return nil
}

func isChannel(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// isAtomic reports whether a type is one of package sync/atomic.
func isAtomic(t types.Type) bool {
	n := named(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync/atomic"
}
