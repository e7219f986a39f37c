package policy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A type of an internal package cannot be named by users of the module: no exported
// function, method, field or variable of another package has one.
func TestExported(t *testing.T) {
	looked := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "internal" || d.Name() == "cmd" || strings.HasPrefix(d.Name(), ".") && path != "../.."):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		looked++
		for _, name := range internalTypes(file) {
			t.Errorf("%s: %s", path, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if looked < 100 {
		t.Errorf("only %d files were looked at", looked)
	}
}

// internalTypes lists the types of internal packages in exported declarations.
func internalTypes(file *ast.File) (found []string) {
	internal := map[string]bool{} // by the name under which it is imported
	for _, spec := range file.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		if !strings.HasPrefix(name, "flavers/internal/") {
			continue
		}
		short := name[strings.LastIndexByte(name, '/')+1:]
		if spec.Name != nil {
			short = spec.Name.Name
		}
		internal[short] = true
	}
	look := func(what string, n ast.Node) {
		if n == nil {
			return
		}
		ast.Inspect(n, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.Field:
				if len(x.Names) > 0 && !slices.ContainsFunc(x.Names, (*ast.Ident).IsExported) && what[0] == 't' {
					return false // a field that nobody sees
				}
			case *ast.BlockStmt, *ast.FuncLit:
				return false
			case *ast.SelectorExpr:
				if p, ok := x.X.(*ast.Ident); ok && internal[p.Name] {
					found = append(found, what+" has "+p.Name+"."+x.Sel.Name)
				}
			}
			return true
		})
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && (d.Recv == nil || exportedReceiver(d.Recv)) {
				look("func "+d.Name.Name, d.Type)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() {
						look("type "+s.Name.Name, s.Type)
					}
				case *ast.ValueSpec:
					if slices.ContainsFunc(s.Names, (*ast.Ident).IsExported) && s.Type != nil {
						look("var "+s.Names[0].Name, s.Type)
					}
				}
			}
		}
	}
	return found
}

func exportedReceiver(list *ast.FieldList) bool {
	x := list.List[0].Type
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.Ident:
			return y.IsExported()
		default:
			return true
		}
	}
}

// The test finds what it looks for, and passes over what nobody sees.
func TestExportedIsChecked(t *testing.T) {
	const text = `package p
import "flavers/internal/secret"
func F(x secret.T) {}
func (r *R) M() *secret.T { return nil }
func (r *hidden) M() *secret.T { return nil }
func f(x secret.T) {}
type R struct { A []secret.T; b secret.T }
var V secret.T
func G() { secret.Do() }
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"func F has secret.T", "func M has secret.T", "type R has secret.T", "var V has secret.T"}
	if got := internalTypes(file); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
