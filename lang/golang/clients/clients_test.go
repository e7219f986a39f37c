package clients

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

const other = `package other

// Router is of use when NewRouter has made it.
type Router struct{ closed chan bool }

func NewRouter() (*Router, error) { return &Router{make(chan bool)}, nil }

func (r *Router) Close() { close(r.closed) }

// Group is of use as it is.
type Group struct{ done chan bool }

func (g *Group) Wait() { <-g.done }
`

const user = `package user

import "example.com/other"

func CloseRouter(r *other.Router) { done := make(chan bool); go func() { r.Close(); close(done) }(); <-done }

func WaitFor(g *other.Group) { done := make(chan bool); go func() { g.Wait(); close(done) }(); <-done }
`

// imports are packages that were read, and those of the library.
type imports map[string]*types.Package

func (i imports) Import(path string) (*types.Package, error) {
	if p := i[path]; p != nil {
		return p, nil
	}
	return importer.Default().Import(path)
}

// TestOtherZero: clients pass no zero values of a type of another module which has a function that makes one; of other
// types, they do.
func TestOtherZero(t *testing.T) {
	fset, known := token.NewFileSet(), imports{}
	read := func(path, text string) ([]*ast.File, *types.Package, *types.Info) {
		file, err := parser.ParseFile(fset, path+".go", text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
			Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
		conf := types.Config{Importer: known}
		p, err := conf.Check(path, fset, []*ast.File{file}, info)
		if err != nil {
			t.Fatal(err)
		}
		known[path] = p
		return []*ast.File{file}, p, info
	}
	read("example.com/other", other)
	files, pkg, info := read("example.com/user", user)
	text := Of(fset, files, pkg, info, Auto).Text
	if strings.Contains(text, "CloseRouter(") {
		t.Errorf("a client passes a router that nobody has made:\n%s", text)
	}
	if !strings.Contains(text, "WaitFor(new(") {
		t.Errorf("no client passes a group:\n%s", text)
	}
}
