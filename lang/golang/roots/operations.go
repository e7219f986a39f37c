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

// written is what stands in a file of the packages, as people read it.
type written struct {
	operations map[string]operation       // by "line:col", where go/ssa has what is done
	conditions map[string]condition       // likewise, that something is nil or not
	names      map[string]map[string]bool // that a line uses, by its number
}

// condition is an expression, and whether it says that something is nil.
type condition struct {
	text string
	none bool
}

// operation is what is done at a place, in one line, and the function that does it.
type operation struct{ text, function string }

// Operation is what the source does at a place, where it may synchronize: a call, a send, a receive, a select, a range
// over a channel or a go statement, in one line, and the function or the method that it is in. "" if nothing of these
// is there. at is "file:line:col", as Where has it.
func (ps *Packages) Operation(at string) (text, function string) {
	name, place := split(at)
	o := ps.written(name).operations[place]
	return o.text, o.function
}

// Condition is the comparison with nil at a place, in words; "" if there is none. some says of what it compares that it
// is not nil.
func (ps *Packages) Condition(at string, some bool) string {
	name, place := split(at)
	c := ps.written(name).conditions[place]
	if c.text != "" && c.none == some {
		return c.text + " is false"
	}
	return c.text
}

// Uses reports whether a line of the source has a name, and false if the line is not known to be of the source.
func (ps *Packages) Uses(at, name string) (uses, known bool) {
	file, place := split(at)
	line, _, _ := strings.Cut(place, ":")
	w := ps.written(file)
	return w.names[line][name], w.names != nil
}

// split is the file of a place, and the place in it.
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

// written reads a file of the packages, by its short name; without one, it is empty.
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

func (w *written) read(fset *token.FileSet, f *ast.File) {
	function := ""
	place := func(at token.Pos) string {
		p := fset.Position(at)
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	put := func(at token.Pos, text string) { w.operations[place(at)] = operation{text, function} }
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			function = n.Name.Name
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

// Source is an expression as it is written, in one line. Bodies of functions, and what is long, are left out.
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
