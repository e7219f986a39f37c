package executed

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// This file finds which lines of a Go file belong to one statement. A log of operations has their lines. For an
// operation over several lines, the compiler names another line than package go/ssa does:
//
//	7	jobs <- compute(
//	8		x)
//
// Here one may say line 7 and the other line 8. So two lines count as one place if they belong to one statement.

// span is some lines of a file, both included.
type span struct{ first, last int }

func (s span) has(line int) bool { return s.first <= line && line <= s.last }

// lines has the statements and functions of a file.
type lines struct {
	whole   []placed // statements with all that is in them
	heads   []placed // statements without the blocks in them, which have statements of their own
	funcs   []placed // functions and function literals
	selects [][]int  // by select statement: the lines of its keyword and of its communications
}

// placed is a statement or a function.
type placed struct {
	at     span
	column int    // the column where it begins, from 1, as entries of ledgers name it
	inner  []span // the blocks in it that do not belong to it
	defers bool   // it is a defer statement
}

// has reports whether a line belongs to p. The first and the last line of a block may also have a part of p.
func (p placed) has(line int) bool {
	if !p.at.has(line) {
		return false
	}
	for _, s := range p.inner {
		if s.first < line && line < s.last {
			return false
		}
	}
	return true
}

// files has the files that were read, by name.
type files map[string]*lines

// read returns the statements of a file. A file that cannot be parsed has none: then only equal lines are one place.
func (fs files) read(name string) *lines {
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

// sameStatement reports whether two lines belong to one statement, without the blocks in it.
func (fs files) sameStatement(file string, a, b int) bool {
	if a == b {
		return true
	}
	for _, s := range fs.read(file).heads {
		if s.has(a) && s.has(b) {
			return true
		}
	}
	return false
}

// alternatives reports whether two lines are among those of the keyword and the communications of one select statement.
func (fs files) alternatives(file string, a, b int) bool {
	return slices.ContainsFunc(fs.read(file).selects, func(at []int) bool {
		return slices.Contains(at, a) && slices.Contains(at, b)
	})
}

// within reports whether a line belongs to a statement that begins in line statement, blocks included, or to the same
// statement as that line.
func (fs files) within(file string, statement, line int) bool {
	if statement == line {
		return true
	}
	for _, s := range fs.read(file).whole {
		if s.at.first == statement && s.has(line) {
			return true
		}
	}
	return fs.sameStatement(file, statement, line)
}

// function returns the lines of the function that is declared at a line and column.
func (fs files) function(file string, line, column int) (span, bool) {
	for _, f := range fs.read(file).funcs {
		if f.at.first == line && f.column == column {
			return f.at, true
		}
	}
	return span{}, false
}

// deferring returns the lines of the defer statements in the innermost function that has a line.
func (fs files) deferring(file string, line int) []span {
	known := fs.read(file)
	var innermost span
	for _, f := range known.funcs {
		smaller := innermost.last == 0 || f.at.last-f.at.first < innermost.last-innermost.first
		if f.at.has(line) && smaller {
			innermost = f.at
		}
	}
	var out []span
	for _, s := range known.whole {
		if s.defers && innermost.has(s.at.first) {
			out = append(out, s.at)
		}
	}
	return out
}
