package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/packages"

	"flavers/diag"
	"flavers/lang/golang/clients"
)

// This file compiles the clients of a package (package clients) together with the package, so that they can use what
// is not exported.

// NoClients is the code of warnings about packages whose clients do not compile.
const NoClients diag.Code = "G024"

// clientsName is the name of the file that clients are in. It has no folder, so that it is no file of the package.
const clientsName = "flavers_clients.go"

// addClients writes the clients of a package, and compiles them with it. go/types can check one more file of a
// package that is already checked: it finds the objects of the package by their names. If the file has errors, which
// is a bug of package clients, the list gets a warning, and the package has no clients.
func addClients(fset *token.FileSet, p *packages.Package, of clients.Which, list *diag.List) *clients.File {
	out := clients.Of(fset, p.Syntax, p.Types, p.TypesInfo, of)
	if len(out.List) == 0 {
		return out
	}
	file, err := parser.ParseFile(fset, clientsName, out.Text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		panic(fmt.Sprintf("clients of %s cannot be parsed: %v\n%s", p.PkgPath, err, out.Text))
	}
	info := newInfo()
	conf := &types.Config{Importer: reached(p.Types), Sizes: p.TypesSizes, GoVersion: p.Types.GoVersion()}
	if err := types.NewChecker(conf, fset, p.Types, info).Files([]*ast.File{file}); err != nil {
		list.Warnf(token.Position{}, NoClients, "%s has no clients: %v", p.PkgPath, err)
		return &clients.File{}
	}
	maps.Copy(p.TypesInfo.Types, info.Types)
	maps.Copy(p.TypesInfo.Defs, info.Defs)
	maps.Copy(p.TypesInfo.Uses, info.Uses)
	maps.Copy(p.TypesInfo.Implicits, info.Implicits)
	maps.Copy(p.TypesInfo.Selections, info.Selections)
	maps.Copy(p.TypesInfo.Scopes, info.Scopes)
	maps.Copy(p.TypesInfo.Instances, info.Instances)
	maps.Copy(p.TypesInfo.FileVersions, info.FileVersions)
	p.Syntax = append(p.Syntax[:len(p.Syntax):len(p.Syntax)], file)
	return out
}

// newInfo returns empty maps for a type checker to fill.
func newInfo() *types.Info {
	return &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{}}
}

// importer is a types.Importer for the packages that a package imports, also through others, by path.
type importer map[string]*types.Package

// Import returns the package with a path, or an error if there is none.
func (i importer) Import(path string) (*types.Package, error) {
	if i[path] == nil {
		return nil, fmt.Errorf("nothing imports %s", path)
	}
	// Of a package that is imported only through others, export data has no more than what these mention, and go/types
	// takes it for no import at all, without a word. Clients name nothing else.
	i[path].MarkComplete()
	return i[path], nil
}

// reached returns the importer for a package.
func reached(p *types.Package) importer {
	out := importer{}
	var add func(p *types.Package)
	add = func(p *types.Package) {
		for _, i := range p.Imports() {
			if out[i.Path()] == nil {
				out[i.Path()] = i
				add(i)
			}
		}
	}
	add(p)
	return out
}

// Written reports whether a position is in a file of clients.
func Written(fset *token.FileSet, pos token.Pos) bool {
	return pos.IsValid() && fset.File(pos).Name() == clientsName
}
