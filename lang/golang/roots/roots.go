// Package roots has Go packages in the form of go/ssa, and the functions of them where programs begin.
//
//	ps, problems := roots.Load(ctx, dir, []string{"./pkg"})
//	for _, root := range ps.Roots() {
//		fmt.Println(root.Name, ps.Where(root.Fn.Pos()))
//	}
package roots

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"flavers/diag"
	"flavers/lang/golang/bind"
	"flavers/lang/golang/clients"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/ignore"
	"flavers/lang/golang/load"
	"flavers/report/ledger"
)

// Packages are loaded packages.
type Packages struct {
	Prog       *ssa.Program
	Fset       *token.FileSet
	initial    []*ssa.Package // those that were asked for, with their tests
	All        []*ssa.Package // and those that they need of their modules
	inside     map[*types.Package]bool
	Loaded     map[*types.Package]*load.Package
	Alone      bool // others of their module are not among them
	dir        string
	goroot     string
	short      map[string]string // names of files in positions
	registered *load.Registered
	// standard says of packages whether they are of the standard library.
	standard map[*types.Package]bool
	Bound    *bind.Set // events that specifications bind to calls; nil: there are none
	// variables are the names of what gets the results of calls, by the places of these.
	variables map[token.Pos][]string
	globals   map[*ssa.Global]globalUse    // what is done with variables of packages; nil until somebody asks
	Named     map[ssa.Instruction][]string // events that comments name, at the first instruction of a statement
	Ignored   []ledger.Ignore              // findings that comments ask to leave out

	texts    map[string]*written // of files, by their short names
	residues sync.Map            // of residueOf, by functions
	linked   map[string]bool     // of Linked, by names with the path of their package

	sounding struct {
		sync.Once
		names map[string]bool
	}
	unlocks struct {
		sync.Once
		own bool
	}
}

// Sounding are the names of methods of the packages that may synchronize (heap.World.Sounding).
func (ps *Packages) Sounding(find func() map[string]bool) map[string]bool {
	ps.sounding.Do(func() { ps.sounding.names = find() })
	return ps.sounding.names
}

// Load loads the packages that a pattern of the go command names, seen from a folder, with
// their tests, and those of their modules that they need. Patterns that are files of one folder make one package.
// The packages are nil if the list has errors.
// of says which clients they have.
func Load(ctx context.Context, dir string, patterns []string, of clients.Which) (*Packages, diag.List) {
	set, list := load.Patterns(ctx, dir, patterns, of)
	return after(set, list)
}

// LoadWithRequired is Load of packages with the source of the modules that theirs requires, into which calls are
// followed, too, if that has at most so many bytes (load.WithRequired).
func LoadWithRequired(ctx context.Context, dir string, patterns []string, of clients.Which,
	most int64) (*Packages, diag.List) {
	set, list := load.WithRequired(ctx, dir, patterns, of, most)
	return after(set, list)
}

// after is Of a set that was loaded, if it was.
func after(set *load.Set, list diag.List) (*Packages, diag.List) {
	if list.HasErrors() {
		return nil, list
	}
	ps, more := Of(set)
	list.Append(more)
	return ps, list
}

// Of are the packages of a set; nil if the list has errors.
func Of(set *load.Set) (*Packages, diag.List) {
	ps := &Packages{Prog: set.Prog, Fset: set.Fset, inside: map[*types.Package]bool{},
		Loaded: map[*types.Package]*load.Package{}, Alone: set.Alone, dir: set.Dir, goroot: set.Goroot,
		registered: set.Registered,
		standard:   map[*types.Package]bool{}, short: map[string]string{}, linked: map[string]bool{},
		texts: map[string]*written{}}
	var syntax []*ast.File
	for _, p := range set.Packages {
		ps.All = append(ps.All, p.SSA)
		ps.inside[p.SSA.Pkg] = true
		ps.Loaded[p.SSA.Pkg] = p
		if p.Initial {
			ps.initial = append(ps.initial, p.SSA)
		}
		syntax = append(syntax, p.Syntax...)
		ps.link(p)
	}
	var list diag.List
	ps.Ignored, list = ignore.Of(ps.Fset, syntax, ps.Where)
	if ps.events(&list); list.HasErrors() {
		return nil, list
	}
	return ps, list
}

// OfClient stands between the package and what is called in the name of a client.
const OfClient = ".client of "

// Root is a function where a program begins.
type Root struct {
	Name   string // package.Function, or package.client of something
	Main   bool   // the program ends when it returns
	Fn     *ssa.Function
	Client *clients.Client // it was written; nil: the package has it
}

// Roots lists main, the tests, benchmarks, examples and fuzz targets, and then the
// exported functions, in order of names: those that take and return nothing that
// synchronizes, as what their callers do with that is not known, and that no function of
// the packages calls. Clients come last.
func (ps *Packages) Roots() []Root {
	var out, exported, written []Root
	called := ps.called()
	for _, p := range ps.initial {
		names := make([]string, 0, len(p.Members))
		for name := range p.Members {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			fn, ok := p.Members[name].(*ssa.Function)
			if !ok || fn.Blocks == nil || fn.TypeParams().Len() > 0 || ps.Written(fn) {
				continue
			}
			r := Root{Name: p.Pkg.Name() + "." + name, Fn: fn}
			switch {
			case name == "main" && p.Pkg.Name() == "main":
				r.Main = true
				out = append(out, r)
			case ps.IsTest(fn):
				out = append(out, r)
			case token.IsExported(name) && !ps.needs(fn) && !called[fn]:
				exported = append(exported, r)
			}
		}
		if of := ps.Loaded[p.Pkg].Clients; of != nil {
			for _, c := range of.List {
				written = append(written, Root{Name: p.Pkg.Name() + OfClient + c.Of, Fn: p.Func(c.Func), Client: &c})
			}
		}
	}
	return slices.Concat(out, exported, written)
}

// Written reports whether a function is one of those that package clients wrote.
func (ps *Packages) Written(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.Pkg != nil && fn.Syntax() != nil && ps.Loaded[fn.Pkg.Pkg] != nil &&
		load.Written(ps.Fset, fn.Syntax().Pos())
}

// Rests reports whether a function is one of those of clients that may wait for ever: they take what the package sends.
func (ps *Packages) Rests(fn *ssa.Function) bool {
	return strings.HasPrefix(fn.Name(), clients.Resting) && ps.Written(fn)
}

// IsTest reports whether the go command would run a function as a test.
func (ps *Packages) IsTest(fn *ssa.Function) bool {
	file := ps.Fset.Position(fn.Pos()).Filename
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

// TestMain is the function that the go command calls in place of the tests of a package, and which runs them, of a root
// that is one of these; nil if there is none. It may be in the package itself, or in that of its external tests.
func (ps *Packages) TestMain(root Root) *ssa.Function {
	if !ps.IsTest(root.Fn) {
		return nil
	}
	of := func(p *ssa.Package) string { return strings.TrimSuffix(p.Pkg.Path(), "_test") }
	for _, p := range ps.initial {
		fn := p.Func("TestMain")
		if fn != nil && of(p) == of(root.Fn.Pkg) && strings.HasSuffix(ps.Fset.Position(fn.Pos()).Filename, "_test.go") {
			return fn
		}
	}
	return nil
}

// Imported reports whether packages that are not known may import that of a root, and call it: an exported function.
func (ps *Packages) Imported(root Root) bool {
	return !root.Main && !ps.IsTest(root.Fn) && root.Fn.Pkg.Pkg.Name() != "main"
}

// needs reports whether a function takes or returns channels, functions, interfaces or
// pointers. As a root, nothing would be known of what it takes, nor of who uses what it
// returns.
func (ps *Packages) needs(fn *ssa.Function) bool {
	for v := range fn.Signature.Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Basic); !ok {
			return true
		}
	}
	for v := range fn.Signature.Results().Variables() {
		if heap.Carries(v.Type(), ps.Library) && v.Type().String() != "error" {
			return true
		}
	}
	return false
}

// called are the functions of the packages that some function of them calls.
func (ps *Packages) called() map[*ssa.Function]bool {
	out := map[*ssa.Function]bool{}
	for fn := range ssautil.AllFunctions(ps.Prog) {
		if ps.Written(fn) {
			continue
		}
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

// Within reports whether calls of a function are followed: those of the packages that
// were loaded from source, and wrappers and instances of generic functions made of them.
func (ps *Packages) Within(fn *ssa.Function) bool {
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

// Library reports whether a package is of the standard library.
func (ps *Packages) Library(p *types.Package) bool {
	known, ok := ps.standard[p]
	if !ok {
		known = load.Library(ps.goroot, p.Path())
		ps.standard[p] = known
	}
	return known
}

// Registered reports whether a package of the standard library may call code of other modules, which their initializers
// have given it, and which is not followed.
func (ps *Packages) Registered(p *types.Package) bool { return ps.registered.Has(p.Path()) }

// Keeps reports whether a package of the standard library keeps what it is given, and may call it later (load.Keeps).
func (ps *Packages) Keeps(p *types.Package) bool { return load.Keeps(p.Path()) }

// Beyond is added to the columns of what clients do themselves: their text names lines of the package, at which the
// package has operations of its own, and the two must not be taken for each other. No line of a source is so long.
const Beyond = 1_000_000

// Where is a position, with a short name of the file. In a client, the column is Beyond more.
func (ps *Packages) Where(pos token.Pos) token.Position {
	p := ps.Fset.Position(pos)
	short, ok := ps.short[p.Filename]
	if !ok {
		short = p.Filename
		if cwd, err := filepath.Abs("."); err == nil {
			if rel, err := filepath.Rel(cwd, p.Filename); err == nil && !strings.HasPrefix(rel, "..") {
				short = rel
			}
		}
		ps.short[p.Filename] = short
	}
	p.Filename = short
	if load.Written(ps.Fset, pos) {
		p.Column += Beyond
	}
	return p
}
