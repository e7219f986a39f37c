// Package golang is the front end for Go: from packages to programs in the task
// language, one for each root.
//
//	ps, problems := golang.Load(ctx, dir, []string{"./pkg"})
//	for _, root := range ps.Roots() {
//		text, ledger := ps.Extract(ctx, root)
//	}
//
// A root is a function main, a test, or an exported function. Its program has a task for
// each goroutine; the bodies of what they call are in them, so far as they
// synchronize. Positions in the text are those of the Go files, by //line comments.
//
// Package heap finds what operands may be. This package finds out what each
// instance of a function does (ops.go), draws its control flow without what does not
// matter (flow.go), and writes it with the statements of the task language (write.go).
package golang

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"flavers/diag"
	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/ignore"
	"flavers/lang/golang/load"
	"flavers/report/ledger"
)

// Packages are loaded packages.
type Packages struct {
	prog    *ssa.Program
	fset    *token.FileSet
	initial []*ssa.Package // those that were asked for, with their tests
	all     []*ssa.Package // and those that they need of their modules
	inside  map[*types.Package]bool
	loaded  map[*types.Package]*load.Package
	files   bool // others of their module are not among them
	dir     string
	goroot  string
	// standard says of packages whether they are of the standard library.
	standard map[*types.Package]bool
	bound    *bind.Set // events that specifications bind to calls; nil: there are none
	// variables are the names of what gets the results of calls, by the places of these.
	variables map[token.Pos][]string
	globals   map[*ssa.Global]globalUse    // what is done with variables of packages; nil until somebody asks
	named     map[ssa.Instruction][]string // events that comments name, at the first instruction of a statement
	ignored   []ledger.Ignore              // findings that comments ask to leave out
}

// Load loads the packages that a pattern of the go command names, seen from a folder, with
// their tests, and those of their modules that they need. Patterns that are files of one folder make one package.
// The packages are nil if the list has errors.
func Load(ctx context.Context, dir string, patterns []string) (*Packages, diag.List) {
	set, list := load.Patterns(ctx, dir, patterns)
	if list.HasErrors() {
		return nil, list
	}
	return of(set)
}

// of are the packages of a set; nil if the list has errors.
func of(set *load.Set) (*Packages, diag.List) {
	ps := &Packages{prog: set.Prog, fset: set.Fset, inside: map[*types.Package]bool{},
		loaded: map[*types.Package]*load.Package{}, files: set.Alone, dir: set.Dir, goroot: set.Goroot,
		standard: map[*types.Package]bool{}}
	var syntax []*ast.File
	for _, p := range set.Packages {
		ps.all = append(ps.all, p.SSA)
		ps.inside[p.SSA.Pkg] = true
		ps.loaded[p.SSA.Pkg] = p
		if p.Initial {
			ps.initial = append(ps.initial, p.SSA)
		}
		syntax = append(syntax, p.Syntax...)
	}
	var list diag.List
	ps.ignored, list = ignore.Of(ps.fset, syntax, ps.where)
	if ps.events(&list); list.HasErrors() {
		return nil, list
	}
	return ps, list
}

// Root is a function where a program begins.
type Root struct {
	Name string // package.Function
	Main bool   // the program ends when it returns
	fn   *ssa.Function
}

// Roots lists main, the tests, benchmarks, examples and fuzz targets, and then the
// exported functions, in order of names: those that take and return nothing that
// synchronizes, as what their callers do with that is not known, and that no function of
// the packages calls.
func (ps *Packages) Roots() []Root {
	var out, exported []Root
	called := ps.called()
	for _, p := range ps.initial {
		names := make([]string, 0, len(p.Members))
		for name := range p.Members {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			fn, ok := p.Members[name].(*ssa.Function)
			if !ok || fn.Blocks == nil || fn.TypeParams().Len() > 0 {
				continue
			}
			r := Root{Name: p.Pkg.Name() + "." + name, fn: fn}
			switch {
			case name == "main" && p.Pkg.Name() == "main":
				r.Main = true
				out = append(out, r)
			case ps.isTest(fn):
				out = append(out, r)
			case token.IsExported(name) && !needs(fn) && !called[fn]:
				exported = append(exported, r)
			}
		}
	}
	return append(out, exported...)
}

// isTest tells whether the go command would run a function as a test.
func (ps *Packages) isTest(fn *ssa.Function) bool {
	file := ps.fset.Position(fn.Pos()).Filename
	if !strings.HasSuffix(file, "_test.go") {
		return false
	}
	for _, prefix := range []string{"Test", "Benchmark", "Example", "Fuzz"} {
		if strings.HasPrefix(fn.Name(), prefix) && fn.Name() != "TestMain" {
			return true
		}
	}
	return false
}

// needs tells whether a function takes or returns channels, functions, interfaces or
// pointers. As a root, nothing would be known of what it takes, nor of who uses what it
// returns.
func needs(fn *ssa.Function) bool {
	for v := range fn.Signature.Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Basic); !ok {
			return true
		}
	}
	for v := range fn.Signature.Results().Variables() {
		if heap.Synchronizes(v.Type()) && v.Type().String() != "error" {
			return true
		}
	}
	return false
}

// called are the functions of the packages that some function of them calls.
func (ps *Packages) called() map[*ssa.Function]bool {
	out := map[*ssa.Function]bool{}
	for fn := range ssautil.AllFunctions(ps.prog) {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if c, ok := i.(ssa.CallInstruction); ok && c.Common().StaticCallee() != nil {
					out[c.Common().StaticCallee()] = true
				}
			}
		}
	}
	return out
}

// within tells whether calls of a function are followed: those of the packages that
// were loaded from source, and wrappers and instances of generic functions made of them.
func (ps *Packages) within(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Pkg == nil && fn.Origin() != nil {
		fn = fn.Origin()
	}
	if fn.Pkg != nil {
		return ps.inside[fn.Pkg.Pkg]
	}
	// A wrapper has a body, which calls what it wraps.
	return fn.Synthetic != ""
}

// library tells whether a package is of the standard library.
func (ps *Packages) library(p *types.Package) bool {
	known, ok := ps.standard[p]
	if !ok {
		known = load.Library(ps.goroot, p.Path())
		ps.standard[p] = known
	}
	return known
}

// where is a position, with a short name of the file.
func (ps *Packages) where(pos token.Pos) token.Position {
	p := ps.fset.Position(pos)
	if cwd, err := filepath.Abs("."); err == nil {
		if rel, err := filepath.Rel(cwd, p.Filename); err == nil && !strings.HasPrefix(rel, "..") {
			p.Filename = rel
		}
	}
	return p
}
