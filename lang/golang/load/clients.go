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

// NoClients is the code of packages whose clients cannot be compiled.
const NoClients diag.Code = "G024"

// clientsName is the name of the file that clients are in. It has no folder, so that it is no file of the package.
const clientsName = "flavers_clients.go"

// addClients writes the clients of a package, and compiles them with it. A package that is type-checked can be given
// another file: go/types then finds the objects that there are by their names, and checks what is new.
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

// newInfo is what a type checker fills.
func newInfo() *types.Info {
	return &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{}}
}

// importer finds packages among those that a package imports, and that these do.
type importer map[string]*types.Package

func (i importer) Import(path string) (*types.Package, error) {
	if i[path] == nil {
		return nil, fmt.Errorf("nothing imports %s", path)
	}
	return i[path], nil
}

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

// Written reports whether a place is in a file of clients.
func Written(fset *token.FileSet, pos token.Pos) bool {
	return pos.IsValid() && fset.File(pos).Name() == clientsName
}
