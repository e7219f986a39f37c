// Package roots loads Go packages in SSA form (go/ssa), and finds their *roots*: the functions where checked programs
// begin.
//
//	ps, problems := roots.Load(ctx, dir, []string{"./pkg"}, clients.Auto)
//	for _, root := range ps.Roots() {
//		fmt.Println(root.Name, ps.Where(root.Fn.Pos())) // pkg.TestGet pkg/cache_test.go:12:6
//	}
//
// A root is a function main, a test, an exported function that needs nothing from its callers, or a client: a
// function that was written to call what has no other root (package clients).
//
// Besides, Packages answers questions about the source that the later stages ask: events that comments name
// (events.go), what tests leave behind for each other (left.go), the text of an operation (operations.go), values of
// package variables (variables.go), and others. Only the packages of the main module are followed: calls of other
// code have no body (Within), unless the source of required modules was loaded, too (LoadWithRequired).
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
	Prog   *ssa.Program
	Fset   *token.FileSet
	All    []*ssa.Package                   // the packages asked for, their tests, and what they need of their modules
	Loaded map[*types.Package]*load.Package // the same, as they were loaded
	Alone  bool                             // the packages were given by files, so others of their module are not loaded

	Bound   *bind.Set                    // events that specifications bind to calls; nil: there are none
	Named   map[ssa.Instruction][]string // events that comments name, by the first instruction of their statement
	Ignored []ledger.Ignore              // findings that comments ask to leave out

	initial    []*ssa.Package          // the packages that were asked for, with their tests
	inside     map[*types.Package]bool // true of those in All
	dir        string                  // where the go command runs
	goroot     string
	registered *load.Registered

	// Kept answers.
	short     map[string]string         // the name of a file in positions, by its absolute name
	standard  map[*types.Package]bool   // of Library
	variables map[token.Pos][]string    // of Assigned, by the position of the call; nil: not computed yet
	globals   map[*ssa.Global]globalUse // of FixedGlobal; nil: not computed yet
	texts     map[string]*written       // of written, by the short name of a file
	residues  sync.Map                  // of residueOf, by function
	linked    map[string]bool           // of Linked, by the name of a function with the path of its package

	sounding struct {
		sync.Once
		names map[string]bool
	}
	unlocks struct {
		sync.Once
		own bool
	}
}

// Sounding returns the names of methods of the packages that may synchronize (heap.World.Sounding). find computes
// them in the first call.
func (ps *Packages) Sounding(find func() map[string]bool) map[string]bool {
	ps.sounding.Do(func() { ps.sounding.names = find() })
	return ps.sounding.names
}

// Load loads the packages that patterns of the go command name, seen from folder dir, with their tests, and the
// packages of their modules that they need. Patterns that are files of one folder make one package. Clients are
// written for them as of says. The result is nil if the list has errors.
func Load(ctx context.Context, dir string, patterns []string, of clients.Which) (*Packages, diag.List) {
	set, list := load.Patterns(ctx, dir, patterns, of)
	return after(set, list)
}

// LoadWithRequired is Load with the source of the modules that the main module requires, so that calls into these are
// followed, too. It fails if there are more than most bytes of source (load.WithRequired).
func LoadWithRequired(ctx context.Context, dir string, patterns []string, of clients.Which,
	most int64) (*Packages, diag.List) {
	set, list := load.WithRequired(ctx, dir, patterns, of, most)
	return after(set, list)
}

// after is Of for a set that was loaded, unless the list has errors.
func after(set *load.Set, list diag.List) (*Packages, diag.List) {
	if list.HasErrors() {
		return nil, list
	}
	ps, more := Of(set)
	list.Append(more)
	return ps, list
}

// Of returns the packages of a set that is loaded; nil if the list has errors.
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

// OfClient is the part between package and subject in the name of a client: "cache.client of Cache.Get".
const OfClient = ".client of "

// Root is a function where a program begins.
type Root struct {
	Name   string // "cache.TestGet", or "cache.client of Cache.Get"
	Main   bool   // the program ends when the function returns
	Fn     *ssa.Function
	Client *clients.Client // what is known of a client; nil: the function is one of the package
}

// Roots lists the roots: first main, tests, benchmarks, examples and fuzz targets; then exported functions; then
// clients. The first two are in the order of their names. An exported function is a root if no function of the
// packages calls it, and if it neither takes nor returns anything that synchronizes, as it is not known what callers
// do with that.
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

// Rests reports whether a function is one of a client that receives for ever what the package sends. To wait there is
// no deadlock.
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

// TestMain returns the function TestMain that runs the tests of the package of a root; nil if the root is no test, or
// there is none. It may be in the package itself, or in that of its external tests.
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

// Imported reports whether packages that are not known may import the package of a root, and call the root.
func (ps *Packages) Imported(root Root) bool {
	return !root.Main && !ps.IsTest(root.Fn) && root.Fn.Pkg.Pkg.Name() != "main"
}

// needs reports whether a function takes anything but basic values, or returns something that may synchronize. As a
// root, nothing would be known about what it takes, nor about what is done with its results.
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

// called returns the functions that some function of the packages calls statically.
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

// Within reports whether calls of a function are followed: it is one of the packages that were loaded from source, or
// a wrapper or an instance of a generic function made of one.
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
	return fn.Synthetic != "" // a wrapper has a body, which calls what it wraps
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

// Registered reports whether a package of the standard library may call code of other modules that is not followed,
// and that initializers have registered with it, as drivers with database/sql.
func (ps *Packages) Registered(p *types.Package) bool { return ps.registered.Has(p.Path()) }

// Keeps reports whether a package of the standard library keeps what it is given, and may call it later (load.Keeps).
func (ps *Packages) Keeps(p *types.Package) bool { return load.Keeps(p.Path()) }

// Beyond is added to the columns of positions in clients. The text of a client has line directives, so its positions
// are those of lines in the package, where the package may have operations of its own. No line of a source is so
// long.
const Beyond = 1_000_000

// Where returns a position with the name of its file relative to the current folder, if the file is below that. In a
// client, the column is Beyond more.
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
