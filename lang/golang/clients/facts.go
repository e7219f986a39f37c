package clients

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"flavers/lang/golang/heap"
)

// This file reads the syntax of a package, and collects facts about its functions. Each fact is first found in the
// body of a function (read), and then passed on to all functions that mention it (close), until nothing changes:
//
//	func (c *Cache) Get() { c.load() }                    // syncs, as load does
//	func (c *Cache) load() { c.mu.Lock(); .. }            // syncs, locks
//
// To mention a function is more than to call it, so the facts may be true of too many functions.

// facts are what is known about the functions of a package. A field marked with * is a set of functions: the comment
// holds for each of them, or for a function that it mentions, directly or through others.
type facts struct {
	functions []*types.Func             // those without receivers, as in the source
	methods   map[string][]*types.Func  // methods, by name
	types     []*types.Named            // the types of the package, without interfaces
	where     map[*types.Func]token.Pos // where the name of a function is declared
	docs      map[*types.Func]string    // the comment of a function
	mentions  map[*types.Func][]*types.Func
	called    map[*types.Func]bool  // functions that another one of the package mentions
	tested    map[types.Object]bool // types and functions that tests mention

	syncs   map[*types.Func]bool               // * synchronizes: starts goroutines, uses channels or package sync
	states  map[*types.Func]bool               // * uses package variables that synchronize
	awaits  map[*types.Func]bool               // * waits for a sync.Cond
	waits   map[*types.Func]bool               // * waits for others, not at a lock
	more    map[*types.Func]bool               // * synchronizes by more than taking a lock once
	kept    map[*types.Func]bool               // * calls a function that is neither declared nor a parameter
	locks   map[*types.Func]map[token.Pos]bool // where a function, or one that it mentions, locks
	guarded map[*types.Func]bool               // methods that begin with an if statement

	makes   map[*types.TypeName][]*types.Func // the functions that make values of a type, by a literal, new or make
	returns map[*types.Func][]*types.Named    // the types that a function returns as an interface; nil items: others
	fields  map[*types.Var]bool               // fields to which some statement assigns
	bounds  map[*types.Func]int               // the largest bound that a function, or one that it mentions, asks about
	uses    map[*types.Var]use                // what functions do with their parameters

	// The same without the go statements of a function: what it does before it returns.
	direct map[*types.Func][]*types.Func  // the functions that it mentions
	blocks map[*types.Func]bool           // * waits for others, not at a lock
	adds   map[*types.Func]bool           // * adds to a wait group
	dones  map[*types.Func]bool           // * calls Done of a wait group
	doneAt map[*types.Func]int            // at how many places the function itself calls Done
	asks   map[*types.Func]map[ended]bool // what a function, or one that it mentions, asks about (contracts.go)
	// changes has what a function, or one that it mentions, assigns, closes or cancels.
	changes map[*types.Func]map[ended]bool
}

// use says what a function does with a channel or a wait group that it gets as a parameter: a set of bits.
type use int

// The bits of use.
const (
	sends use = 1 << iota
	receives
	closes
	adds
	dones
	waits
)

// factsOf reads the files of a package. Files of tests only count as callers.
func factsOf(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info) *facts {
	f := &facts{mentions: map[*types.Func][]*types.Func{}, syncs: map[*types.Func]bool{},
		awaits: map[*types.Func]bool{}, waits: map[*types.Func]bool{},
		called: map[*types.Func]bool{}, makes: map[*types.TypeName][]*types.Func{}, where: map[*types.Func]token.Pos{},
		fields: map[*types.Var]bool{}, states: map[*types.Func]bool{}, more: map[*types.Func]bool{},
		kept: map[*types.Func]bool{}, returns: map[*types.Func][]*types.Named{}, uses: map[*types.Var]use{},
		locks: map[*types.Func]map[token.Pos]bool{}, methods: map[string][]*types.Func{},
		guarded: map[*types.Func]bool{}, docs: map[*types.Func]string{},
		direct: map[*types.Func][]*types.Func{}, asks: map[*types.Func]map[ended]bool{},
		changes: map[*types.Func]map[ended]bool{}, tested: map[types.Object]bool{},
		blocks: map[*types.Func]bool{}, adds: map[*types.Func]bool{}, dones: map[*types.Func]bool{},
		doneAt: map[*types.Func]int{}, bounds: map[*types.Func]int{}}
	for _, name := range pkg.Scope().Names() {
		if t, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && !t.IsAlias() && !types.IsInterface(t.Type()) {
			if n, ok := t.Type().(*types.Named); ok {
				f.types = append(f.types, n)
			}
		}
	}
	for _, file := range files {
		if strings.HasSuffix(fset.Position(file.FileStart).Filename, "_test.go") {
			f.testing(file, info)
			continue
		}
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			fn, ok := info.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			f.where[fn], f.docs[fn] = decl.Name.Pos(), decl.Doc.Text()
			if fn.Signature().Recv() != nil {
				f.methods[fn.Name()] = append(f.methods[fn.Name()], fn)
			}
			if fn.Signature().Recv() == nil && fn.Name() != "init" && fn.Name() != "_" {
				f.functions = append(f.functions, fn)
			}
			f.read(fn, decl.Body, pkg, info)
		}
	}
	f.close()
	return f
}

// testing records what a file of tests mentions.
func (f *facts) testing(file *ast.File, info *types.Info) {
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.Uses[id] != nil {
			f.tested[info.Uses[id]] = true
		}
		return true
	})
}

// close passes facts on to the functions that mention others. The method of an interface stands for all methods of
// its name.
func (f *facts) close() {
	for fn, of := range f.mentions {
		for _, g := range slices.Clone(of) {
			if r := g.Signature().Recv(); r != nil && types.IsInterface(r.Type()) {
				f.mentions[fn] = append(f.mentions[fn], f.methods[g.Name()]...)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for fn, of := range f.mentions {
			for _, set := range []map[*types.Func]bool{f.syncs, f.awaits, f.waits, f.states, f.more, f.kept} {
				if !set[fn] && slices.ContainsFunc(of, func(g *types.Func) bool { return set[g] }) {
					set[fn], changed = true, true
				}
			}
			for _, g := range of {
				if f.bounds[g] > f.bounds[fn] {
					f.bounds[fn], changed = f.bounds[g], true
				}
				for pos := range f.locks[g] {
					if !f.locks[fn][pos] {
						f.lock(fn, pos)
						changed = true
					}
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for fn, of := range f.direct {
			for _, g := range of {
				changed = f.take(f.asks, fn, g) || changed
				changed = f.take(f.changes, fn, g) || changed
				for _, set := range []map[*types.Func]bool{f.blocks, f.adds, f.dones} {
					if set[g] && !set[fn] {
						set[fn], changed = true, true
					}
				}
			}
		}
	}
	for fn, at := range f.locks {
		f.more[fn] = f.more[fn] || len(at) > 1
	}
}

// lock records that a function locks at a position.
func (f *facts) lock(fn *types.Func, at token.Pos) {
	if f.locks[fn] == nil {
		f.locks[fn] = map[token.Pos]bool{}
	}
	f.locks[fn][at] = true
}

// effort returns 0 for a function that only locks once, and up to 2 for others.
func (f *facts) effort(fn *types.Func) int {
	n := 0
	for _, set := range []map[*types.Func]bool{f.more, f.kept} {
		if set[fn] {
			n++
		}
	}
	return n
}

// place returns where the type of a subject is declared, or for functions where the first of them is.
func (f *facts) place(s subject, calls []call) token.Pos {
	if s.of != nil {
		return s.of.Obj().Pos()
	}
	return f.where[calls[0].fn]
}

// read collects the facts that the body of a function shows.
func (f *facts) read(fn *types.Func, body *ast.BlockStmt, pkg *types.Package, info *types.Info) {
	isChan := func(t types.Type) bool { return t != nil && isChannel(t) }
	synchronizing := func(operand ast.Expr, how use) {
		f.syncs[fn], f.more[fn] = true, true
		if id, ok := operand.(*ast.Ident); ok {
			if v, ok := info.Uses[id].(*types.Var); ok {
				f.uses[v] |= how
			}
		}
	}
	f.mentions[fn] = nil
	f.guarded[fn] = fn.Signature().Recv() != nil && guarded(body)
	f.returning(fn, body, pkg, info)
	f.asking(fn, body, pkg, info)
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			synchronizing(nil, 0)
		case *ast.SelectStmt:
			f.waits[fn] = true
			synchronizing(nil, 0)
		case *ast.SendStmt:
			f.waits[fn] = true
			synchronizing(n.Chan, sends)
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				f.waits[fn] = true
				synchronizing(n.X, receives)
			}
		case *ast.RangeStmt:
			if isChan(info.TypeOf(n.X)) {
				synchronizing(n.X, receives)
			}
		case *ast.BinaryExpr:
			f.bounds[fn] = max(f.bounds[fn], bound(n.X, n.Y, info), bound(n.Y, n.X, info))
		case *ast.CompositeLit:
			f.made(fn, info.TypeOf(n))
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if s, ok := e.(*ast.SelectorExpr); ok {
					if v, ok := info.Uses[s.Sel].(*types.Var); ok && v.IsField() {
						f.fields[v] = true
					}
				}
			}
		case *ast.CallExpr:
			f.kept[fn] = f.kept[fn] || keptFunction(fn, n.Fun, info)
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && len(n.Args) > 0 {
				b, _ := info.Uses[id].(*types.Builtin)
				if b != nil && b.Name() == "close" {
					synchronizing(n.Args[0], closes)
				} else if b != nil && (b.Name() == "new" || b.Name() == "make") {
					f.made(fn, info.TypeOf(n.Args[0]))
				}
			}
		case *ast.SelectorExpr:
			t := info.TypeOf(n.X)
			if how, ok := waitGroup[n.Sel.Name]; ok && t != nil && t.String() == "*sync.WaitGroup" {
				synchronizing(n.X, how)
			}
		case *ast.Ident:
			if v, ok := info.Uses[n].(*types.Var); ok && v.Parent() == pkg.Scope() && heap.Carries(v.Type(), nil) {
				f.states[fn] = true
			}
			g, ok := info.Uses[n].(*types.Func)
			if !ok || g.Pkg() == nil {
				break
			}
			g = g.Origin()
			if g.Pkg() == pkg {
				f.mentions[fn] = append(f.mentions[fn], g)
				f.called[g] = f.called[g] || g != fn
			} else if synchronizes(g) {
				f.syncs[fn] = true
				f.awaits[fn] = f.awaits[fn] || g.FullName() == "(*sync.Cond).Wait"
				f.waits[fn] = f.waits[fn] || g.Name() == "Wait"
				switch g.Name() {
				case "Unlock", "RUnlock":
				case "Lock", "RLock":
					f.lock(fn, n.Pos())
				default:
					f.more[fn] = true
				}
			}
		}
		return true
	})
}

// bound returns the constant limit, up to mostOften, if a condition compares it with the length of something, or with a
// field or variable that counts: len(q.items) >= limit, q.failed == limit. Otherwise it returns 0.
func bound(of, limit ast.Expr, info *types.Info) int {
	switch of := ast.Unparen(of).(type) {
	case *ast.CallExpr:
		id, ok := of.Fun.(*ast.Ident)
		if b, is := info.Uses[id].(*types.Builtin); !ok || !is || b.Name() != "len" {
			return 0
		}
	case *ast.SelectorExpr, *ast.Ident:
		b, ok := typeOf(of, info).(*types.Basic)
		if !ok || b.Info()&types.IsInteger == 0 || info.Types[of].Value != nil {
			return 0
		}
	default:
		return 0
	}
	return small(limit, info)
}

// typeOf returns the underlying type of an expression; nil if it has none.
func typeOf(e ast.Expr, info *types.Info) types.Type {
	if t := info.TypeOf(e); t != nil {
		return t.Underlying()
	}
	return nil
}

// small returns the value of a constant expression from 1 to mostOften; 0 for anything else.
func small(e ast.Expr, info *types.Info) int {
	v := info.Types[e].Value
	if v == nil || v.Kind() != constant.Int {
		return 0
	}
	if n, exact := constant.Int64Val(v); exact && n >= 1 && n <= mostOften {
		return int(n)
	}
	return 0
}

// guarded reports whether a function begins with an if statement, after calls of Lock and deferred calls.
func guarded(body *ast.BlockStmt) bool {
	for _, s := range body.List {
		switch s := s.(type) {
		case *ast.IfStmt:
			return s.Init == nil
		case *ast.DeferStmt:
		case *ast.ExprStmt:
			c, ok := s.X.(*ast.CallExpr)
			if !ok {
				return false
			}
			if sel, ok := c.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != "Lock" && sel.Sel.Name != "RLock" {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// keptFunction reports whether an expression that function fn calls is a function in a variable, a field or a
// container, and not a parameter of fn.
func keptFunction(fn *types.Func, e ast.Expr, info *types.Info) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return isFunction(info.TypeOf(e)) && !info.Types[e].IsType() && !declared(e.X, info)
	case *ast.SelectorExpr:
		if called, ok := info.Uses[e.Sel].(*types.Func); ok { // also by reflection
			_, ofField := ast.Unparen(e.X).(*ast.SelectorExpr)
			return ofField && called.FullName() == "(reflect.Value).Call"
		}
		v, ok := info.Uses[e.Sel].(*types.Var)
		return ok && v.IsField() && isFunction(v.Type())
	case *ast.Ident:
		v, ok := info.Uses[e].(*types.Var)
		if !ok || !isFunction(v.Type()) {
			return false
		}
		for p := range fn.Signature().Params().Variables() {
			if p == v {
				return false
			}
		}
		return true
	}
	return false
}

// isFunction reports whether a type, which may be nil, is that of a function.
func isFunction(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// declared reports whether an expression names a declared function.
func declared(e ast.Expr, info *types.Info) bool {
	switch e := e.(type) {
	case *ast.Ident:
		_, ok := info.Uses[e].(*types.Func)
		return ok
	case *ast.SelectorExpr:
		_, ok := info.Uses[e.Sel].(*types.Func)
		return ok
	}
	return false
}

// waitGroup says what the methods of a wait group do.
var waitGroup = map[string]use{"Add": adds, "Go": adds | dones, "Done": dones, "Wait": waits}

// returning records the types that a function returns as its first result, if that is an interface.
func (f *facts) returning(fn *types.Func, body *ast.BlockStmt, pkg *types.Package, info *types.Info) {
	results := fn.Signature().Results()
	if results.Len() == 0 || !types.IsInterface(results.At(0).Type()) {
		return
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 || info.Types[ret.Results[0]].IsNil() {
			return true
		}
		result := named(info.TypeOf(unconverted(ret.Results[0], info)))
		if result != nil && (result.Obj().Pkg() != pkg || types.IsInterface(result)) {
			result = nil
		}
		f.returns[fn] = append(f.returns[fn], result)
		return true
	})
}

// unconverted returns an expression without the conversions to interfaces around it.
func unconverted(e ast.Expr, info *types.Info) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if ok && len(call.Args) == 1 && info.Types[call.Fun].IsType() && types.IsInterface(info.TypeOf(call)) {
		return unconverted(call.Args[0], info)
	}
	return e
}

// made records that a function makes a value of a type, which may be nil.
func (f *facts) made(fn *types.Func, t types.Type) {
	if t == nil {
		return
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		f.makes[n.Origin().Obj()] = append(f.makes[n.Origin().Obj()], fn)
	}
}

// synchronizes reports whether a function of another package may wait or wake others, by the path of its package. Of
// packages of other modules, whose first element has a dot, all functions may.
func synchronizes(g *types.Func) bool {
	switch path := g.Pkg().Path(); path {
	case "sync", "context":
		return true
	case "time":
		return g.Name() != "Sleep" && g.Name() != "Now" && g.Name() != "Since"
	default:
		first, _, more := strings.Cut(path, "/")
		return more && strings.Contains(first, ".")
	}
}
