package roots

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"strings"

	"flavers/lang/golang/load"
)

// written says, for the places of one source file, what stands there, as text for people.
type written struct {
	operations map[string]operation       // by "line:col" where go/ssa has the operation
	conditions map[string]condition       // by "line:col" of the operator: comparisons with nil
	names      map[string]map[string]bool // by line number: the identifiers in that line
}

// condition is a comparison with nil; none: it is ==, else !=.
type condition struct {
	text string
	none bool
}

// operation is the source of what is done at a place, in one line, and the name of the function around it.
type operation struct{ text, function string }

// Operation returns the source of the call, send, receive, select, range or go statement at a place, in one line, and
// the name of the declared function or method around it; "" if none is there. at is "file:line:col", as Where has it.
func (ps *Packages) Operation(at string) (text, function string) {
	name, place := split(at)
	o := ps.written(name).operations[place]
	return o.text, o.function
}

// Condition returns, in words, what the comparison with nil at a place says if its operand is nil, or is not (some):
// its text as it is, or followed by "is false". It returns "" if no such comparison is there.
func (ps *Packages) Condition(at string, some bool) string {
	name, place := split(at)
	c := ps.written(name).conditions[place]
	if c.text != "" && c.none == some {
		return c.text + " is false"
	}
	return c.text
}

// Uses reports whether the line of a place uses a name. known is false if its file is none of the packages: then uses
// means nothing.
func (ps *Packages) Uses(at, name string) (uses, known bool) {
	file, place := split(at)
	line, _, _ := strings.Cut(place, ":")
	w := ps.written(file)
	return w.names[line][name], w.names != nil
}

// split splits "file:line:col" into the file and "line:col".
func split(at string) (file, place string) {
	i := strings.LastIndexByte(at, ':')
	if i < 0 {
		return at, ""
	}
	if k := strings.LastIndexByte(at[:i], ':'); k >= 0 {
		return at[:k], at[k+1:]
	}
	return at[:i], at[i+1:]
}

// written returns what stands in the file of a short name, and reads it at the first call. It is empty for a file of no
// package.
func (ps *Packages) written(name string) *written {
	if known := ps.texts[name]; known != nil {
		return known
	}
	out := &written{}
	for _, p := range ps.Loaded {
		for _, f := range p.Syntax {
			if !load.Written(ps.Fset, f.Package) && ps.Where(f.Package).Filename == name {
				out.operations, out.conditions = map[string]operation{}, map[string]condition{}
				out.names = map[string]map[string]bool{}
				out.read(ps.Fset, f)
			}
		}
	}
	ps.texts[name] = out
	return out
}

// read fills w from a file. Each place is the one that go/ssa gives the operation: of a call, its parenthesis.
func (w *written) read(fset *token.FileSet, f *ast.File) {
	function, end := "", token.NoPos // the last function declared, and where it ends
	place := func(at token.Pos) string {
		p := fset.Position(at)
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	put := func(at token.Pos, text string) { w.operations[place(at)] = operation{text, function} }
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl: // of the package, or within the function
			if n.Pos() >= end {
				function = ""
			}
		case *ast.FuncDecl:
			function, end = n.Name.Name, n.End()
		case *ast.CallExpr:
			put(n.Lparen, Source(n))
		case *ast.SendStmt:
			put(n.Arrow, Source(n.Chan)+" <- "+Source(n.Value))
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				put(n.OpPos, Source(n))
			}
		case *ast.BinaryExpr:
			if y, ok := n.Y.(*ast.Ident); ok && y.Name == "nil" && (n.Op == token.EQL || n.Op == token.NEQ) {
				w.conditions[place(n.OpPos)] = condition{Source(n), n.Op == token.EQL}
			}
		case *ast.RangeStmt:
			put(n.For, "range "+Source(n.X))
		case *ast.SelectStmt:
			put(n.Select, "select")
		case *ast.GoStmt:
			put(n.Go, "go "+Source(n.Call))
		case *ast.Ident:
			line := fmt.Sprint(fset.Position(n.NamePos).Line)
			if w.names[line] == nil {
				w.names[line] = map[string]bool{}
			}
			w.names[line][n.Name] = true
		}
		return true
	})
}

// most is how many characters of an expression are shown.
const most = 60

// Source returns the text of an expression in one line of at most 60 characters. Function literals that are called, or
// are arguments, have {...} for a body.
func Source(e ast.Expr) string {
	text := oneLine(e)
	if r := []rune(text); len(r) > most {
		text = string(r[:most-3]) + "..."
	}
	return text
}

func oneLine(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.CallExpr:
		args := make([]string, len(e.Args))
		for i, a := range e.Args {
			args[i] = oneLine(a)
		}
		if e.Ellipsis.IsValid() {
			args[len(args)-1] += "..."
		}
		return oneLine(e.Fun) + "(" + strings.Join(args, ", ") + ")"
	case *ast.SelectorExpr:
		return oneLine(e.X) + "." + e.Sel.Name
	case *ast.FuncLit:
		return oneLine(e.Type) + " {...}"
	}
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), e); err != nil {
		return "an expression"
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
