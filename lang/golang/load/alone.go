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

// Alone is a set of one package, of which a build system has the syntax and the types, and of those that it imports
// nothing but types. of says which clients it has. These are compiled with it, which adds to its types: so that nobody
// sees that who has these, too, the package with clients is one that is type-checked again. If that fails, there are
// none.
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

// checkedAgain is a package with types of its own; nil if it has errors.
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
