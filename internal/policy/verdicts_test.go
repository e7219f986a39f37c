package policy

// Verdicts: package report/outcome makes them, and nobody else.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// naming are files that may name verdicts: of what people expect, and where the outcome becomes part of a result.
var naming = map[string]bool{
	"report/expect.go":          true,
	"internal/source/expect.go": true,
	"report/evidence.go":        true,
}

// TestVerdicts demands that no ordinary file but those of report/outcome makes a verdict: it may compare one with
// Holds, Violated, Possible or Unknown, and print these words, but it may neither use them as a value nor assign a
// field Verdict of a result.
func TestVerdicts(t *testing.T) {
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != "../.." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
		if strings.HasPrefix(name, "report/outcome/") || naming[name] {
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, at := range made(file) {
			t.Errorf("%s: a verdict is made here; give the evidence to report.Result.Conclude", fset.Position(at))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestVerdictsFindsAll plants each way to make a verdict, and what is no such way.
func TestVerdictsFindsAll(t *testing.T) {
	const head = "package p\nimport \"flavers/report\"\n"
	for text, want := range map[string]int{
		"func f(r *report.Result) { r.Verdict = report.Holds }":                                 1,
		"func f(r *report.Result) { r.Limit, r.Verdict = 0, g() }":                              1,
		"func f() report.Result { return report.Result{Verdict: report.Unknown} }":              1,
		"func f() report.Verdict { return report.Holds }":                                       1,
		"func f() { v := report.Violated; g(v) }":                                               1,
		"func f() { g(report.Possible) }":                                                       1,
		"func f(s string) report.Verdict { return report.Verdict(s) }":                          1,
		"func f(r *report.Result) bool { return r.Verdict == report.Holds }":                    0,
		"func f(r *report.Result) { switch r.Verdict { case report.Holds, report.Violated: } }": 0,
		"func f(r *report.Result) { g(string(report.Holds), r.Verdict) }":                       0,
		"func f(r *report.Result) row { return row{Verdict: r.Verdict} }":                       0,
		"func f(r *dataflow.Solution) { r.Limit = g(dataflow.Holds) }":                          0,
		"var v report.Verdict = \"holds\"":                                                      1,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", head+text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(made(file)); got != want {
			t.Errorf("%s: %d places, want %d", text, got, want)
		}
	}
}

// made lists where a file makes a verdict of package report. Each statement counts once.
func made(file *ast.File) []token.Pos {
	imports := file.Name.Name == "report"
	for _, spec := range file.Imports {
		imports = imports || spec.Path.Value == `"flavers/report"` || spec.Path.Value == `"flavers/report/outcome"`
	}
	if !imports {
		return nil
	}
	var out []token.Pos
	harmless := map[ast.Expr]bool{} // constants that are compared or printed
	add := func(at token.Pos) {
		if !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	var at token.Pos // of the statement or declaration
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			harmless[n.X], harmless[n.Y] = true, true
		case *ast.CaseClause:
			for _, x := range n.List {
				harmless[x] = true
			}
		case *ast.Field:
			for _, name := range n.Names {
				harmless[name] = true
			}
		case *ast.CallExpr:
			if f, is := n.Fun.(*ast.Ident); is && f.Name == "string" {
				harmless[n.Args[0]] = true
			}
			if isVerdict(file, n.Fun) {
				add(at)
			}
		case *ast.GenDecl:
			at = n.Pos()
		case *ast.ValueSpec:
			if at = n.Pos(); isVerdict(file, n.Type) && len(n.Values) > 0 {
				add(at)
			}
		case *ast.AssignStmt:
			at = n.Pos()
			for _, l := range n.Lhs {
				if s, is := l.(*ast.SelectorExpr); is && s.Sel.Name == "Verdict" {
					add(at)
				}
			}
		case ast.Stmt:
			at = n.Pos()
		case ast.Expr:
			if !harmless[n] && isConstant(file, n) {
				add(at)
			}
			if s, is := n.(*ast.SelectorExpr); is {
				harmless[s.Sel] = true // looked at as a whole
			}
		}
		return true
	})
	return out
}

// isConstant reports whether an expression is one of the four verdicts.
func isConstant(file *ast.File, x ast.Expr) bool {
	return is(file, x, "Holds", "Violated", "Possible", "Unknown")
}

// isVerdict reports whether an expression is the type of verdicts.
func isVerdict(file *ast.File, x ast.Expr) bool { return is(file, x, "Verdict") }

// is reports whether an expression is one of some names of package report or report/outcome.
func is(file *ast.File, x ast.Expr, names ...string) bool {
	switch x := x.(type) {
	case *ast.SelectorExpr:
		pkg, qualified := x.X.(*ast.Ident)
		return qualified && (pkg.Name == "report" || pkg.Name == "outcome") && slices.Contains(names, x.Sel.Name)
	case *ast.Ident:
		return file.Name.Name == "report" && slices.Contains(names, x.Name)
	}
	return false
}
