package load

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"flavers/diag"
	"flavers/lang/golang/clients"
)

// Alone makes a set of one package, whose syntax and types a build system has. Of the packages that it imports, only
// the types are known. of says which clients are written. To compile clients adds to the types of a package, and
// other analyzers of the build system use the same types; so a package with clients is type-checked again, on its
// own. If that fails, it has no clients.
func Alone(ctx context.Context, fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info,
	sizes types.Sizes, of clients.Which) *Set {
	syntax, written := files, (*clients.File)(nil)
	if of.Some() {
		if again := checkedAgain(fset, files, pkg, sizes); again != nil {
			if written = addClients(fset, again, of, &diag.List{}); len(written.List) > 0 {
				pkg, files, info = again.Types, again.Syntax, again.TypesInfo
			}
		}
	}
	prog := ssa.NewProgram(fset, ssa.InstantiateGenerics)
	made := map[*types.Package]bool{pkg: true}
	var imports func(p *types.Package)
	imports = func(p *types.Package) {
		for _, i := range p.Imports() {
			if !made[i] {
				made[i] = true
				imports(i)
				prog.CreatePackage(i, nil, nil, true)
			}
		}
	}
	imports(pkg)
	p := prog.CreatePackage(pkg, files, info, false)
	prog.Build()
	return &Set{Fset: fset, Prog: prog, Alone: true, Goroot: goroot(ctx),
		Packages: []*Package{{SSA: p, Name: pkg.Name(), Syntax: syntax, Initial: true, Clients: written}}}
}

// checkedAgain type-checks the files of a package again, and returns a package with new types; nil if it has errors.
func checkedAgain(fset *token.FileSet, files []*ast.File, pkg *types.Package, sizes types.Sizes) *packages.Package {
	out := &packages.Package{PkgPath: pkg.Path(), Types: types.NewPackage(pkg.Path(), pkg.Name()), Syntax: files,
		TypesSizes: sizes, TypesInfo: newInfo()}
	from := reached(pkg)
	from["unsafe"] = types.Unsafe
	conf := &types.Config{Importer: from, Sizes: sizes, GoVersion: pkg.GoVersion()}
	if err := types.NewChecker(conf, fset, out.Types, out.TypesInfo).Files(files); err != nil {
		return nil
	}
	return out
}
