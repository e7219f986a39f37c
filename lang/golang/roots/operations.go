package roots

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/printer"
	"go/token"
	"go/types"
	"strings"

	"flavers/lang/golang/load"
)

// This file returns source text for reports: what the packages do at a position "file:line:col".

// written has the source text of one file, by place.
type written struct {
	operations map[string]operation        // by "line:col" where go/ssa has the operation
	conditions map[string]condition        // by "line:col" of the operator: comparisons with nil
	names      map[string]map[string]bool  // by line number: the identifiers in that line
	constants  map[string]map[int64]string // by line number: the constants in that line, by value; "": several of one value
}

// condition is a comparison with nil.
type condition struct {
	text string
	none bool // it is ==, and not !=
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

// Constant returns the name of the constant with a value that the line of a place names; "" if it names none, or two.
func (ps *Packages) Constant(at string, value int64) string {
	file, place := split(at)
	line, _, _ := strings.Cut(place, ":")
	return ps.written(file).constants[line][value]
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
				out.names, out.constants = map[string]map[string]bool{}, map[string]map[int64]string{}
				out.read(ps.Fset, f, p.SSA.Pkg)
			}
		}
	}
	ps.texts[name] = out
	return out
}

// read fills w from a file. Each place is the one that go/ssa gives the operation: of a call, its parenthesis.
func (w *written) read(fset *token.FileSet, f *ast.File, pkg *types.Package) {
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
			if c, ok := pkg.Scope().Lookup(n.Name).(*types.Const); ok {
				w.constant(line, c)
			}
		}
		return true
	})
}

// constant adds a constant that a line names, if it is a whole number.
func (w *written) constant(line string, c *types.Const) {
	if c.Val().Kind() != constant.Int {
		return
	}
	value, exact := constant.Int64Val(c.Val())
	if !exact {
		return
	}
	if w.constants[line] == nil {
		w.constants[line] = map[int64]string{}
	}
	if name, known := w.constants[line][value]; known && name != c.Name() {
		w.constants[line][value] = ""
		return
	}
	w.constants[line][value] = c.Name()
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

// oneLine is Source without a limit.
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
