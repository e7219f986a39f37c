package clients

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// What a package declares, as its syntax shows it.

// facts are what is known of the functions of a package.
type facts struct {
	functions []*types.Func // without receivers, in order of their places
	mentions  map[*types.Func][]*types.Func
	syncs     map[*types.Func]bool              // it, or what it mentions, has something that synchronizes
	awaits    map[*types.Func]bool              // it, or what it mentions, waits for a condition
	called    map[*types.Func]bool              // some function of the package, or of its tests, mentions it
	makes     map[*types.TypeName][]*types.Func // which functions have composite literals, or new, of a type
	where     map[*types.Func]token.Pos
	fields    map[*types.Var]bool // channels, functions and the like that some statement assigns
}

// factsOf reads the files of a package. Tests are callers, and are not called.
func factsOf(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info) *facts {
	f := &facts{mentions: map[*types.Func][]*types.Func{}, syncs: map[*types.Func]bool{},
		awaits: map[*types.Func]bool{},
		called: map[*types.Func]bool{}, makes: map[*types.TypeName][]*types.Func{}, where: map[*types.Func]token.Pos{},
		fields: map[*types.Var]bool{}}
	for _, file := range files {
		test := strings.HasSuffix(fset.Position(file.FileStart).Filename, "_test.go")
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil || test {
				continue
			}
			fn, ok := info.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			f.where[fn] = decl.Name.Pos()
			if fn.Signature().Recv() == nil && fn.Name() != "init" && fn.Name() != "_" {
				f.functions = append(f.functions, fn)
			}
			f.read(fn, decl.Body, pkg, info)
		}
	}
	for changed := true; changed; {
		changed = false
		for fn, of := range f.mentions {
			for _, set := range []map[*types.Func]bool{f.syncs, f.awaits} {
				if !set[fn] && slices.ContainsFunc(of, func(g *types.Func) bool { return set[g] }) {
					set[fn], changed = true, true
				}
			}
		}
	}
	return f
}

// read reads the body of a function.
func (f *facts) read(fn *types.Func, body *ast.BlockStmt, pkg *types.Package, info *types.Info) {
	of := func(e ast.Expr) types.Type { return info.TypeOf(e) }
	isChan := func(t types.Type) bool {
		if t == nil {
			return false
		}
		_, ok := t.Underlying().(*types.Chan)
		return ok
	}
	f.mentions[fn] = nil
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SendStmt, *ast.SelectStmt:
			f.syncs[fn] = true
		case *ast.UnaryExpr:
			f.syncs[fn] = f.syncs[fn] || n.Op == token.ARROW
		case *ast.RangeStmt:
			f.syncs[fn] = f.syncs[fn] || isChan(of(n.X))
		case *ast.CompositeLit:
			f.made(fn, of(n))
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if s, ok := e.(*ast.SelectorExpr); ok {
					if v, ok := info.Uses[s.Sel].(*types.Var); ok && v.IsField() {
						f.fields[v] = true
					}
				}
			}
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && len(n.Args) > 0 {
				b, _ := info.Uses[id].(*types.Builtin)
				if b != nil && b.Name() == "close" {
					f.syncs[fn] = true
				} else if b != nil && b.Name() == "new" {
					f.made(fn, of(n.Args[0]))
				}
			}
		case *ast.Ident:
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
			}
		}
		return true
	})
}

// made notes that a function makes a value of a type.
func (f *facts) made(fn *types.Func, t types.Type) {
	if t == nil {
		return
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		f.makes[n.Origin().Obj()] = append(f.makes[n.Origin().Obj()], fn)
	}
}

// synchronizes reports whether a function of another package may wait, or wake who waits, by the package that it is of.
// Of other packages nothing is known, but for those of the library.
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
