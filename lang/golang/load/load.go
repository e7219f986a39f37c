// Package load loads Go packages. They come from the go command, for patterns as ./..., or from a build system that
// analyses one package at a time and has parsed and type-checked it already:
//
//	set, problems := load.Patterns(ctx, dir, []string{"./..."}, clients.Auto)
//	set := load.Alone(ctx, fset, files, pkg, info, sizes, clients.Auto)
//
// In both cases the Set has syntax, types, and functions in SSA form. Functions have bodies if they are of packages
// of the set: those that were asked for, and those of their modules that they import. Functions of other packages
// have none, so calls of these are not followed. If clients are asked for, they are written and compiled with each
// package (clients.go).
package load

import (
	"context"
	"go/ast"
	"go/build"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"flavers/diag"
	"flavers/lang/golang/clients"
)

// Unloaded is the code of problems with packages that cannot be loaded.
const Unloaded diag.Code = "G001"

// Package is a package with its source.
type Package struct {
	SSA     *ssa.Package
	ID      string        // as the go command names the package, with or without its tests
	Name    string        // in its package clause
	Syntax  []*ast.File   // without the file of clients
	Files   []string      // absolute names of the files that were compiled, without the file of clients
	Initial bool          // the package was asked for, so its functions may be roots
	Clients *clients.File // the clients that were compiled with it; nil: none were asked for
	// The folder, the path, and the version of Go of the main module that the package is in; "" if it is in none.
	ModuleDir, ModulePath, ModuleGo string
}

// Set has packages that are analysed together.
type Set struct {
	Fset       *token.FileSet
	Prog       *ssa.Program
	Packages   []*Package
	Alone      bool        // other packages of their module are not loaded, though they may be called
	Goroot     string      // the folder of the installation of Go; "" if there is none
	Registered *Registered // packages of the library that may call code of other modules; nil: none does
	Dir        string      // where the go command runs
}

// mode is what the go command and the type checker are asked for.
const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule |
	packages.NeedForTest

// Patterns loads the packages that patterns of the go command name, seen from folder dir, with their tests, and those
// of their modules that they need. Patterns that are files of one folder make one package. of says which clients are
// written. The set is nil if the list has errors.
//
// The go command is asked twice: which other packages are needed is known only after the first time.
func Patterns(ctx context.Context, dir string, patterns []string, of clients.Which) (*Set, diag.List) {
	var list diag.List
	loaded, fset := load(ctx, dir, patterns, mode, &list)
	asked := askedFor(loaded)
	more := append(needed(ctx, dir, patterns, loaded), abroad(loaded, patterns)...)
	if len(more) > 0 && !list.HasErrors() {
		loaded, fset = load(ctx, dir, append(slices.Clone(patterns), more...), mode, &list)
	}
	p := pattern{ctx, dir, patterns, of, fset}
	given := registered(ctx, dir, patterns, loaded)
	set := p.set(loaded, asked, &list)
	if set != nil {
		set.Registered = given
	}
	return set, list
}

// pattern has the arguments of Patterns, and the files that were read.
type pattern struct {
	ctx      context.Context
	dir      string
	patterns []string
	of       clients.Which
	fset     *token.FileSet
}

// askedFor returns the paths of loaded packages, as a set. External tests are packages of their own.
func askedFor(loaded []*packages.Package) map[string]bool {
	asked := map[string]bool{}
	for _, p := range loaded {
		if p.ForTest == "" || p.PkgPath == p.ForTest || p.PkgPath == p.ForTest+"_test" {
			asked[p.PkgPath] = true
		}
	}
	return asked
}

// set makes a Set of loaded packages. asked has the paths of those that are Initial. It adds problems of the packages
// to the list, and returns nil if the list has errors.
func (of pattern) set(loaded []*packages.Package, asked map[string]bool, list *diag.List) *Set {
	loaded = slices.DeleteFunc(loaded, func(p *packages.Package) bool { return strings.HasSuffix(p.ID, ".test") })
	// The go command lists a package with and without its tests. The one with tests has the roots; the other one is
	// what other packages import.
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
		problems(p, of.dir, list)
	}
	required(loaded, list)
	if files == 0 && !list.HasErrors() {
		of.noFiles(list)
	}
	if list.HasErrors() {
		return nil
	}
	// Clients become part of a package before its SSA form is built.
	written, syntax := map[*packages.Package]*clients.File{}, map[*packages.Package][]*ast.File{}
	for _, p := range loaded {
		if syntax[p] = p.Syntax; of.of.Some() && begins(p) {
			written[p] = addClients(of.fset, p, of.of, list)
		}
	}
	prog, all := ssautil.Packages(loaded, ssa.InstantiateGenerics)
	prog.Build()
	set := &Set{Fset: of.fset, Prog: prog, Alone: ofFiles(of.patterns), Goroot: goroot(of.ctx), Dir: of.dir}
	for i, p := range all {
		if p == nil {
			continue
		}
		l := loaded[i]
		one := &Package{SSA: p, ID: l.ID, Name: l.Name, Syntax: syntax[l], Files: l.CompiledGoFiles, Initial: begins(l),
			Clients: written[l]}
		if l.Module != nil && l.Module.Main {
			one.ModuleDir, one.ModulePath, one.ModuleGo = l.Module.Dir, l.Module.Path, l.Module.GoVersion
		}
		set.Packages = append(set.Packages, one)
	}
	return set
}

// noFiles reports that the patterns name no Go files.
func (of pattern) noFiles(list *diag.List) {
	what, bare := strings.Join(of.patterns, " "), !inModule(of.dir)
	if files, _ := filepath.Glob(filepath.Join(of.dir, "*.go")); bare && len(files) > 0 {
		list.Errorf(token.Position{}, Unloaded, "%s: the Go files of this folder belong to no module", of.dir).WithHint(noModule)
	} else if said := list.Errorf(token.Position{}, Unloaded, "%s: no Go files", what); bare {
		said.WithHint(noModule)
	}
}

// ofFiles reports whether patterns are files of one folder. The go command does not load these with other packages.
func ofFiles(patterns []string) bool { return strings.HasSuffix(patterns[0], ".go") }

// load runs the go command once, and type-checks the packages that it lists.
func load(ctx context.Context, dir string, patterns []string, of packages.LoadMode,
	list *diag.List) ([]*packages.Package, *token.FileSet) {
	fset := token.NewFileSet()
	cfg := &packages.Config{Context: ctx, Dir: dir, Mode: of, Tests: true, Fset: fset}
	loaded, err := packages.Load(cfg, patterns...)
	if err != nil {
		list.Errorf(token.Position{}, Unloaded, "the go command cannot load %s: %s", strings.Join(patterns, " "),
			strings.TrimSpace(err.Error()))
	}
	return loaded, fset
}

// needed returns the import paths of packages that loaded packages import, also through others, and that are of their
// modules, but not loaded. It returns none for packages that are given as files, as these cannot be loaded with
// others.
func needed(ctx context.Context, dir string, patterns []string, loaded []*packages.Package) []string {
	modules, have, replaces := map[string]bool{}, map[string]bool{}, false
	for _, p := range loaded {
		have[p.PkgPath] = true
		if p.Module != nil && p.Module.Main {
			modules[p.Module.Path] = true
			replaces = replaces || replacesByFolder(p.Module.GoMod)
		}
	}
	missing := false
	others := replaces || workspace(ctx, dir)
	for _, p := range loaded {
		for path := range p.Imports {
			missing = missing || others && !have[path] && !Library(goroot(ctx), path)
			for m := range modules {
				missing = missing || strings.HasPrefix(path+"/", m+"/") && !have[path]
			}
		}
	}
	if !missing || ofFiles(patterns) {
		return nil
	}
	cfg := &packages.Config{Context: ctx, Dir: dir, Tests: true,
		Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule}
	all, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil // the first call of load has reported it
	}
	out := map[string]bool{}
	packages.Visit(all, nil, func(p *packages.Package) {
		if ours(p.Module) && !have[p.PkgPath] && !strings.HasSuffix(p.ID, ".test") {
			out[p.PkgPath] = true
		}
	})
	return slices.Sorted(maps.Keys(out))
}

// ours reports whether calls into a module are followed: it is a main module, or a folder replaces it, so that people
// work on it.
func ours(m *packages.Module) bool {
	return m != nil && (m.Main || m.Replace != nil && m.Replace.Version == "")
}

// replacesByFolder reports whether a file go.mod replaces some module by a folder.
func replacesByFolder(file string) bool {
	text, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	mod, err := modfile.Parse(file, text, nil)
	if err != nil {
		return false // the go command has said what is wrong
	}
	return slices.ContainsFunc(mod.Replace, func(r *modfile.Replace) bool { return r.New.Version == "" })
}

// goroot returns the folder of the installation of Go.
func goroot(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return build.Default.GOROOT
	}
	return strings.TrimSpace(string(out))
}

// Library reports whether a package is of the standard library: it has a folder in the installation of Go. If there
// is no installation, the path decides: paths of published modules have a dot in their first element.
func Library(goroot, path string) bool {
	src := filepath.Join(goroot, "src")
	if _, err := os.Stat(src); goroot == "" || err != nil {
		first, _, _ := strings.Cut(path, "/")
		return !strings.Contains(first, ".")
	}
	_, err := os.Stat(filepath.Join(src, filepath.FromSlash(path)))
	return err == nil
}
