package clients

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// This file says which methods callers may be taken not to call once another one has begun to end the use of an object:
// those for which the package does nothing. A method that asks whether the use has ended is made for such calls, and
// what goes wrong in one is a mistake of the package. May err towards either: it decides how a finding is said, and
// never whether there is one (theory.md, 14.8).

// ended is a field that methods ask about, or that they change; nil: some context.
type ended = *types.Var

// Beside are methods that end the use of an object, each with those that the package has nothing for while it runs, or
// after it.
type Beside map[string][]string

// besides finds them among calls of an object.
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

// allows reports whether a package lets callers call a method while one runs that ends the use, or after it: if the
// comment of one says so, or if no comment forbids it and the method asks for what the other one changes.
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
		if own != nil && v != nil && !own[v] { // it says whether another object has ended
			continue
		}
		// What both change is the state of the object, unless it can only say yes or no.
		if f.asks[fn][v] && (!f.changes[fn][v] || saysWhether(v)) {
			return true
		}
	}
	return false
}

// own are the fields of the object of a method, and of what there is one of for the object: structs in its fields, and
// those that its fields point to, or hold as interfaces of the package. Items of lists and maps are objects of their
// own. nil: the function has no receiver.
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

// hasMethods reports whether a type has methods of all names of an interface.
func hasMethods(n *types.Named, of *types.Interface) bool {
	for m := range of.Methods() {
		found, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, n.Obj().Pkg(), m.Name())
		if _, ok := found.(*types.Func); !ok {
			return false
		}
	}
	return true
}

// saysWhether reports whether a field is for one bit, as one that says whether the use has ended.
func saysWhether(v ended) bool {
	if v == nil || isAtomic(v.Type()) || isChannel(v.Type()) {
		return true
	}
	b, ok := v.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

var (
	mayBeside = regexp.MustCompile(`(?is)\b(safe|may|can)\b[^.]*\b(concurren|simultaneous|parallel|multiple goroutines|` +
		`several goroutines|any goroutine|different goroutines)|(goroutine|thread)[- ]?safe`)
	notBeside = regexp.MustCompile(`(?is)\b(not safe|unsafe for)\b|\b((must|should|may|can)( never| ?not)|do not|don't|` +
		`never)( be)? (call|use|used|called|invoked)\b|\bpanics?\b`)
)

// asking notes what a function asks about, what it changes, and what it mentions: not what it does so in goroutines
// that it starts, as these go on when it has returned.
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

// askedBy notes what a node of a function asks about.
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
			f.note(f.asks, fn, v) // also by way of a variable
		}
	case *ast.CallExpr:
		if v, _ := word(n, info); v != nil {
			f.note(f.asks, fn, v)
		}
	}
}

// waitsBy notes whether a node of a function may wait for others otherwise than at a lock, and what it does to wait
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

// doneOnce reports whether one call of a function says at one place only that something is done. If it does at more, it
// may be a mistake of the package however often callers have added something.
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

// changing notes what a node changes: a field that it assigns, a channel that it closes, a word that it stores to, a
// context that it ends.
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

// word is the field that a call of package sync/atomic is about, and whether it stores to it; nil: it is no such call.
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

// take has a function have what another one has, and reports whether that is more.
func (f *facts) take(of map[*types.Func]map[ended]bool, fn, from *types.Func) (more bool) {
	for v := range of[from] {
		if !of[fn][v] {
			f.note(of, fn, v)
			more = true
		}
	}
	return more
}

// mentioned notes that a function asks about the fields in an expression.
func (f *facts) mentioned(fn *types.Func, e ast.Expr, info *types.Info) {
	if e == nil {
		return
	}
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			v := field(sel, info)
			if v == nil || isChannel(v.Type()) && ast.Unparen(e) != ast.Expr(sel) { // a capacity says nothing
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

func (f *facts) note(of map[*types.Func]map[ended]bool, fn *types.Func, v ended) {
	if of[fn] == nil {
		of[fn] = map[ended]bool{}
	}
	of[fn][v] = true
}

// field is the field that an expression selects; nil if it selects none.
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
