package executed

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// Places: which lines of a file belong to one statement. A log has lines, and the compiler takes other ones for an
// operation that takes several than package go/ssa does.

// span is some lines of a file, both included.
type span struct{ first, last int }

func (s span) has(line int) bool { return s.first <= line && line <= s.last }

// lines are the statements and functions of a file.
type lines struct {
	whole []placed // statements with all that is in them
	heads []placed // what a statement does itself: without the statements and function literals in it
	funcs []placed
	// selects are, of each select statement, the lines of its keyword and its communications.
	selects [][]int
}

// placed is a span, with where it begins.
type placed struct {
	at span
	// column is where it begins, from 1: an entry of a ledger names it so.
	column int
	inner  []span // parts that are not of it
	defers bool   // a defer statement
}

func (p placed) has(line int) bool {
	if !p.at.has(line) {
		return false
	}
	for _, s := range p.inner {
		if s.first < line && line < s.last { // its first and last lines may have both
			return false
		}
	}
	return true
}

// files are files that were read, by name.
type files map[string]*lines

// of reads a file; one that cannot be parsed has no statements, so that only equal lines are one place.
func (fs files) of(name string) *lines {
	if known := fs[name]; known != nil {
		return known
	}
	out := &lines{}
	fs[name] = out
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return out
	}
	between := func(n ast.Node) span {
		return span{fset.PositionFor(n.Pos(), false).Line, fset.PositionFor(n.End(), false).Line}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			out.funcs = append(out.funcs, placed{at: between(n), column: fset.PositionFor(n.Name.Pos(), false).Column})
		case *ast.FuncLit:
			out.funcs = append(out.funcs, placed{at: between(n), column: fset.PositionFor(n.Pos(), false).Column})
		case *ast.BlockStmt:
		case ast.Stmt:
			if s, ok := n.(*ast.SelectStmt); ok {
				at := []int{fset.PositionFor(s.Select, false).Line}
				for _, c := range s.Body.List {
					colon := fset.PositionFor(c.(*ast.CommClause).Colon, false).Line
					for l := fset.PositionFor(c.Pos(), false).Line; l <= colon; l++ {
						at = append(at, l)
					}
				}
				out.selects = append(out.selects, at)
			}
			p := placed{at: between(n), column: fset.PositionFor(n.Pos(), false).Column}
			_, p.defers = n.(*ast.DeferStmt)
			out.whole = append(out.whole, p)
			ast.Inspect(n, func(m ast.Node) bool {
				switch m.(type) {
				case *ast.BlockStmt:
					p.inner = append(p.inner, between(m))
					return false
				case *ast.CaseClause:
					p.inner = append(p.inner, between(m))
					return false
				}
				return true
			})
			out.heads = append(out.heads, p)
		}
		return true
	})
	return out
}

// one reports whether two lines are of one statement, without what other statements in it do.
func (fs files) one(file string, a, b int) bool {
	if a == b {
		return true
	}
	for _, s := range fs.of(file).heads {
		if s.has(a) && s.has(b) {
			return true
		}
	}
	return false
}

// alternatives reports whether two lines are of the keyword and the communications of one select statement.
func (fs files) alternatives(file string, a, b int) bool {
	return slices.ContainsFunc(fs.of(file).selects, func(at []int) bool {
		return slices.Contains(at, a) && slices.Contains(at, b)
	})
}

// within reports whether a line is of the innermost statement that begins at another one or has it, with all in it.
func (fs files) within(file string, statement, line int) bool {
	if statement == line {
		return true
	}
	for _, s := range fs.of(file).whole {
		if s.at.first == statement && s.has(line) {
			return true
		}
	}
	return fs.one(file, statement, line)
}

// function is the lines of the function that is declared at a line.
func (fs files) function(file string, line, column int) (span, bool) {
	for _, f := range fs.of(file).funcs {
		if f.at.first == line && f.column == column {
			return f.at, true
		}
	}
	return span{}, false
}

// deferring are the lines of the defer statements of the innermost function that a line is in.
func (fs files) deferring(file string, line int) []span {
	of := fs.of(file)
	var in span
	for _, f := range of.funcs {
		if f.at.has(line) && (in.last == 0 || f.at.last-f.at.first < in.last-in.first) {
			in = f.at
		}
	}
	var out []span
	for _, s := range of.whole {
		if s.defers && in.has(s.at.first) {
			out = append(out, s.at)
		}
	}
	return out
}
