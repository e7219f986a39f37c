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
	"go/build"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"flavers/diag"
	"flavers/lang/golang/heap"
)

// Packages are loaded packages.
type Packages struct {
	prog    *ssa.Program
	fset    *token.FileSet
	initial []*ssa.Package // those that were asked for, with their tests
	all     []*ssa.Package // and those that they need of their modules
	inside  map[*types.Package]bool
	loaded  map[*types.Package]*packages.Package
	files   bool // they were given as files
	goroot  string
	// standard says of packages whether they are of the standard library.
	standard map[*types.Package]bool
	globals  map[*ssa.Global]globalUse    // what is done with variables of packages; nil until somebody asks
	named    map[ssa.Instruction][]string // events that comments name, at the first instruction of a statement
}

const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule |
	packages.NeedForTest

// Load loads the packages that a pattern of the go command names, seen from a folder, with
// their tests, and those of their modules that they need. Patterns that are files of one folder make one package.
// The packages are nil if the list has errors.
func Load(ctx context.Context, dir string, patterns []string) (*Packages, diag.List) {
	var list diag.List
	loaded, fset := load(ctx, dir, patterns, &list)
	asked := map[string]bool{}
	for _, p := range loaded {
		if p.ForTest == "" || p.PkgPath == p.ForTest || p.PkgPath == p.ForTest+"_test" {
			asked[p.PkgPath] = true
		}
	}
	more := append(needed(ctx, dir, patterns, loaded), abroad(loaded, patterns)...)
	if len(more) > 0 && !list.HasErrors() {
		loaded, fset = load(ctx, dir, append(slices.Clone(patterns), more...), &list)
	}
	loaded = slices.DeleteFunc(loaded, func(p *packages.Package) bool { return strings.HasSuffix(p.ID, ".test") })
	// Of a package with and without its tests, the one with tests has the roots of both; the other one is what
	// other packages call.
	tested := map[string]bool{}
	for _, p := range loaded {
		if p.ForTest != "" && p.PkgPath == p.ForTest {
			tested[p.PkgPath] = true
		}
	}
	begins := func(p *packages.Package) bool {
		own := p.ForTest == "" && !tested[p.PkgPath] || p.PkgPath == p.ForTest || p.PkgPath == p.ForTest+"_test"
		return own && asked[p.PkgPath]
	}
	files := 0
	for _, p := range loaded {
		files += len(p.CompiledGoFiles)
		for _, e := range p.Errors {
			list.Errorf(position(e.Pos), Unloaded, "%s", e.Msg)
		}
	}
	if files == 0 && !list.HasErrors() {
		list.Errorf(token.Position{}, Unloaded, "%s: no Go files", strings.Join(patterns, " "))
	}
	if list.HasErrors() {
		return nil, list
	}
	prog, all := ssautil.Packages(loaded, ssa.InstantiateGenerics)
	prog.Build()
	ps := &Packages{prog: prog, fset: fset, inside: map[*types.Package]bool{},
		loaded: map[*types.Package]*packages.Package{}, files: strings.HasSuffix(patterns[0], ".go"),
		goroot: goroot(ctx), standard: map[*types.Package]bool{}}
	for i, p := range all {
		if p == nil {
			continue
		}
		ps.all = append(ps.all, p)
		ps.inside[p.Pkg] = true
		ps.loaded[p.Pkg] = loaded[i]
		if begins(loaded[i]) {
			ps.initial = append(ps.initial, p)
		}
	}
	if ps.events(&list); list.HasErrors() {
		return nil, list
	}
	return ps, list
}

func load(ctx context.Context, dir string, patterns []string, list *diag.List) ([]*packages.Package, *token.FileSet) {
	fset := token.NewFileSet()
	cfg := &packages.Config{Context: ctx, Dir: dir, Mode: mode, Tests: true, Fset: fset}
	loaded, err := packages.Load(cfg, patterns...)
	if err != nil {
		list.Errorf(token.Position{}, Unloaded, "the go command cannot load %s: %s", strings.Join(patterns, " "),
			strings.TrimSpace(err.Error()))
	}
	return loaded, fset
}

// needed are the import paths of the packages that loaded packages need of their modules, and that are not among them.
// Packages that are given as files cannot be loaded with others: of these it is none.
func needed(ctx context.Context, dir string, patterns []string, loaded []*packages.Package) []string {
	modules, have := map[string]bool{}, map[string]bool{}
	for _, p := range loaded {
		have[p.PkgPath] = true
		if p.Module != nil && p.Module.Main {
			modules[p.Module.Path] = true
		}
	}
	missing := false
	for _, p := range loaded {
		for path := range p.Imports {
			for m := range modules {
				missing = missing || strings.HasPrefix(path+"/", m+"/") && !have[path]
			}
		}
	}
	if !missing || strings.HasSuffix(patterns[0], ".go") {
		return nil
	}
	cfg := &packages.Config{Context: ctx, Dir: dir, Tests: true,
		Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule}
	all, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil // said by the first load
	}
	out := map[string]bool{}
	packages.Visit(all, nil, func(p *packages.Package) {
		if p.Module != nil && p.Module.Main && !have[p.PkgPath] && !strings.HasSuffix(p.ID, ".test") {
			out[p.PkgPath] = true
		}
	})
	return slices.Sorted(maps.Keys(out))
}

// position reads "file:line:col", as package packages writes it.
func position(text string) token.Position {
	var p token.Position
	fields := strings.Split(text, ":")
	if len(fields) < 2 {
		return p
	}
	p.Filename = fields[0]
	p.Line, _ = strconv.Atoi(fields[1])
	if len(fields) > 2 {
		p.Column, _ = strconv.Atoi(fields[2])
	}
	return p
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

// goroot is the folder of the installation of Go.
func goroot(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return build.Default.GOROOT
	}
	return strings.TrimSpace(string(out))
}

// library tells whether a package is of the standard library.
func (ps *Packages) library(p *types.Package) bool {
	known, ok := ps.standard[p]
	if !ok {
		_, err := os.Stat(filepath.Join(ps.goroot, "src", filepath.FromSlash(p.Path())))
		known = err == nil
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
