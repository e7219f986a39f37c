package load

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Alone is a set of one package, of which a build system has the syntax and the types, and of those that it imports
// nothing but types.
func Alone(ctx context.Context, fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info) *Set {
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
		Packages: []*Package{{SSA: p, Name: pkg.Name(), Syntax: files, Initial: true}}}
}
