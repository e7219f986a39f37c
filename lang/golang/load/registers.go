package load

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Packages of other modules are initialized before a root begins. Their initializers may give functions to the
// standard library, which calls them when a root uses it: a handler for http.DefaultServeMux, a driver for
// database/sql, a writer for log. The code of these packages is not followed. So this file searches their text for
// anything that registers something with the library for the whole process. May err towards: they do. (theory.md,
// Lemma 12.7.)

// registers has, by package of the library, the names by which something is registered, or that lead to such names;
// "*" stands for all names of the package. In other packages of the library, only variables can be changed, which
// assigns looks for.
var registers = map[string][]string{
	"archive/zip":   {"RegisterCompressor", "RegisterDecompressor"},
	"crypto":        {"RegisterHash"},
	"database/sql":  {"Register"},
	"encoding/gob":  {"Register", "RegisterName"},
	"expvar":        {"*"},
	"flag":          {"*"},
	"image":         {"RegisterFormat"},
	"log":           {"Default", "SetOutput"},
	"log/slog":      {"Default", "SetDefault"},
	"net":           {"DefaultResolver"},
	"net/http":      {"Handle", "HandleFunc", "DefaultClient", "DefaultServeMux", "DefaultTransport"},
	"net/rpc":       {"*"},
	"runtime/pprof": {"StartCPUProfile"},
	"runtime/trace": {"Start"},
}

// handsOn has packages of the library that use what was registered with another one, which they do not import: log
// and log/slog share their writer, and the others have handlers in http.DefaultServeMux.
var handsOn = map[string]string{"log/slog": "log", "expvar": "net/http", "net/rpc": "net/http", "runtime/pprof": "net/http"}

// Keeps reports whether something can be registered with a package of the library, so that the package may call it
// later, or whether it uses what was registered with another package.
func Keeps(path string) bool {
	_, given := registers[path]
	_, shares := handsOn[path]
	return given || shares
}

// Registered has the packages of the library with which initializers of packages that are not followed may have
// registered functions, and packages that use these. Nil: there are none.
type Registered struct {
	all   bool            // it is not known which packages they are, so all count
	paths map[string]bool // of the packages
}

// Has reports whether a package with a path is one of them.
func (r *Registered) Has(path string) bool { return r != nil && (r.all || r.paths[path]) }

// registered searches the packages of other modules that loaded packages import, also through others, and that are
// not loaded.
func registered(ctx context.Context, dir string, patterns []string, loaded []*packages.Package) *Registered {
	root, followed := goroot(ctx), map[string]bool{}
	for _, p := range loaded {
		followed[p.PkgPath] = true
	}
	other := func(path string) bool { return !followed[path] && !Library(root, path) }
	if !slices.ContainsFunc(loaded, func(p *packages.Package) bool {
		for path := range p.Imports {
			if other(path) {
				return true
			}
		}
		return false
	}) {
		return nil
	}
	cfg := &packages.Config{Context: ctx, Dir: dir, Tests: true,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps}
	all, err := packages.Load(cfg, patterns...)
	if err != nil {
		return &Registered{all: true}
	}
	given := map[string]bool{}
	packages.Visit(all, nil, func(p *packages.Package) {
		if other(p.PkgPath) && !strings.HasSuffix(p.ID, ".test") {
			for _, name := range p.GoFiles {
				gives(name, given)
			}
		}
	})
	for path, to := range handsOn {
		given[to] = given[to] || given[path]
	}
	out := &Registered{paths: map[string]bool{}}
	packages.Visit(all, nil, func(p *packages.Package) { // what a package imports comes before it
		uses := given[p.PkgPath]
		for path := range p.Imports {
			uses = uses || out.paths[path]
		}
		// Package testing uses flag for those of the test binary, before a test begins.
		if uses && Library(root, p.PkgPath) && p.PkgPath != "testing" {
			out.paths[p.PkgPath] = true
		}
	})
	return out
}

// gives adds the packages of the library to which a file may give something.
func gives(name string, given map[string]bool) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if file == nil || err != nil {
		return // such a package cannot be compiled
	}
	imports := map[string]string{} // by their names in the file
	for _, i := range file.Imports {
		of, err := strconv.Unquote(i.Path.Value)
		switch {
		case err != nil:
		case i.Name == nil:
			imports[path.Base(of)] = of
		case i.Name.Name == ".":
			given[of] = true
		default:
			imports[i.Name.Name] = of
		}
	}
	changed := func(e ast.Expr) {
		// The place that times are of, and the arguments of the program, hold no code. A file may be a pipe.
		of, name, ok := variable(e, imports)
		if ok && of != "time" && !(of == "os" && name == "Args") {
			given[of] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if of, sel, ok := variable(n, imports); ok {
				if names := registers[of]; slices.Contains(names, sel) || slices.Contains(names, "*") {
					given[of] = true
				}
			}
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				changed(e)
			}
		case *ast.RangeStmt:
			changed(n.Key)
			changed(n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				changed(n.X)
			}
		}
		return true
	})
}

// variable returns the name of another package, as path.Name, that an expression begins with.
func variable(e ast.Expr, imports map[string]string) (of, name string, ok bool) {
	for {
		switch x := e.(type) {
		case *ast.SelectorExpr:
			if id, is := x.X.(*ast.Ident); is {
				of, ok = imports[id.Name]
				return of, x.Sel.Name, ok
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return "", "", false
		}
	}
}
