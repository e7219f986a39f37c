package native

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// This file inserts calls of gates into the text of a file. What is inserted stays within its line, so that stack
// traces have the line numbers of the original file:
//
//	v := <-c                   v := <-FlaversOn(3, c)
//	mu.Lock()                  FlaversGate(4); mu.Lock()
//	defer mu.Unlock()          defer mu.Unlock(); defer FlaversGate(5)

// Place is where an operation is in a file, as go/ssa has it: at the keyword of go, defer, range and select, at the
// parenthesis of a call, at the arrow of a send or receive.
type Place struct{ Line, Column int } // from 1

// gated is the text of a file with calls of gates.
type gated struct {
	text []byte
	arms map[Place]arm // the alternatives of selects, by the places of their operations
}

// arm is an alternative of a select.
type arm struct {
	site int // the number of the gate of the select
	line int // of the select, where the runtime has a goroutine that waits in it
}

// instrument inserts gates before the operations at places, which are mapped to the numbers of their gates. q
// qualifies the names of gates: "" or "flaversgate.". path is imported, unless it is "". The result is nil if the
// file needs no gate, or if cgo translates it.
func instrument(name string, src []byte, places map[Place]int, q, path string) (*gated, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, i := range file.Imports {
		if i.Path.Value == `"C"` {
			return nil, nil // cgo reads the file itself
		}
	}
	g := &inserter{fset: fset, places: places, q: q, arms: map[Place]arm{}, clauses: map[ast.Node]bool{}}
	ast.Inspect(file, g.visit)
	if len(g.cuts) == 0 {
		return nil, nil
	}
	if path != "" {
		g.put(file.Name.End(), fmt.Sprintf("; import %s %q", strings.TrimSuffix(q, "."), path))
	}
	return &gated{g.apply(src), g.arms}, nil
}

// inserter collects what is to be inserted into a file.
type inserter struct {
	fset    *token.FileSet
	places  map[Place]int
	q       string
	arms    map[Place]arm
	clauses map[ast.Node]bool // communications of selects: the gate of the select is theirs
	stack   []ast.Node        // the node that is visited, on top, and those around it
	cuts    []cut
}

// cut is a text to insert.
type cut struct {
	at   int // the offset in the file
	text string
}

// put inserts a text before a position.
func (g *inserter) put(pos token.Pos, text string) {
	g.cuts = append(g.cuts, cut{g.fset.PositionFor(pos, false).Offset, text})
}

// apply returns a text with all that is inserted.
func (g *inserter) apply(src []byte) []byte {
	slices.SortStableFunc(g.cuts, func(a, b cut) int { return cmp.Compare(a.at, b.at) })
	var out []byte
	last := 0
	for _, c := range g.cuts {
		out = append(append(out, src[last:c.at]...), c.text...)
		last = c.at
	}
	return append(out, src[last:]...)
}

// place returns the place of a position.
func (g *inserter) place(pos token.Pos) Place {
	p := g.fset.PositionFor(pos, false)
	return Place{p.Line, p.Column}
}

// site returns the number of the gate at a position; false if there is none.
func (g *inserter) site(pos token.Pos) (int, bool) {
	k, ok := g.places[g.place(pos)]
	return k, ok
}

// visit is called with each node of the file, as by ast.Inspect.
func (g *inserter) visit(n ast.Node) bool {
	if n == nil {
		g.stack = g.stack[:len(g.stack)-1]
		return true
	}
	g.stack = append(g.stack, n)
	switch n := n.(type) {
	case *ast.GoStmt:
		g.before(n.Go)
	case *ast.DeferStmt:
		if k, ok := g.site(n.Defer); ok {
			g.put(n.End(), fmt.Sprintf("; defer %sFlaversGate(%d)", g.q, k))
		}
	case *ast.SendStmt:
		if !g.clauses[n] {
			g.before(n.Arrow)
		}
	case *ast.CallExpr:
		g.before(n.Lparen)
	case *ast.UnaryExpr:
		if k, ok := g.site(n.OpPos); ok && n.Op == token.ARROW && !g.clauses[n] {
			g.put(n.X.Pos(), fmt.Sprintf("%sFlaversOn(%d, ", g.q, k))
			g.put(n.X.End(), ")")
		}
	case *ast.RangeStmt:
		g.loop(n)
	case *ast.SelectStmt:
		g.choice(n)
	}
	return true
}

// before inserts the gate of an operation before the statement that contains the operation.
func (g *inserter) before(pos token.Pos) {
	k, ok := g.site(pos)
	if !ok {
		return
	}
	if at := g.statement(); at.IsValid() {
		g.put(at, fmt.Sprintf("%sFlaversGate(%d); ", g.q, k))
	}
}

// statement returns where the innermost statement begins that contains the node on top of the stack, and that is one
// of a list, so that another one can come before it. It returns NoPos outside of functions.
func (g *inserter) statement() token.Pos {
	for i := len(g.stack) - 1; i > 0; i-- {
		switch g.stack[i-1].(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			s, ok := g.stack[i].(ast.Stmt)
			_, comm := s.(*ast.CommClause)
			_, kase := s.(*ast.CaseClause)
			if ok && !comm && !kase && !g.clauses[s] {
				return s.Pos()
			}
		}
	}
	return token.NoPos
}

// loop puts gates before each receive of a range over a channel: before the loop, where its
// body ends, and where it is continued.
func (g *inserter) loop(n *ast.RangeStmt) {
	k, ok := g.site(n.For)
	if !ok {
		return
	}
	gate := fmt.Sprintf("%sFlaversGate(%d)", g.q, k)
	label := ""
	if len(g.stack) > 1 {
		if l, ok := g.stack[len(g.stack)-2].(*ast.LabeledStmt); ok {
			label = l.Label.Name
		}
	}
	if at := g.statement(); at.IsValid() {
		g.put(at, gate+"; ")
	}
	g.put(n.Body.Rbrace, ";"+gate)
	var walk func(n ast.Node, inner bool)
	walk = func(n ast.Node, inner bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ForStmt:
				if m != n {
					walk(m, true)
					return false
				}
			case *ast.RangeStmt:
				if m != n {
					walk(m, true)
					return false
				}
			case *ast.BranchStmt:
				if m.Tok == token.CONTINUE && (m.Label == nil && !inner || m.Label != nil && m.Label.Name == label) {
					g.put(m.Pos(), gate+"; ")
				}
			}
			return true
		})
	}
	walk(n.Body, false)
}

// choice puts a gate before a select, and a note of the alternative that it has taken after each. Which one it takes is
// left to it: an execution with one of them taken away may be one that the package does not have.
func (g *inserter) choice(n *ast.SelectStmt) {
	if len(n.Body.List) == 0 {
		g.before(n.Select)
		return
	}
	site, ok := g.site(n.Select)
	places := []Place{g.place(n.Select)}
	for _, c := range n.Body.List {
		c := c.(*ast.CommClause)
		if c.Comm == nil {
			continue
		}
		at, receive := communication(c.Comm)
		g.clauses[c.Comm] = true
		if receive != nil {
			g.clauses[receive] = true
		}
		places = append(places, g.place(at))
		if !ok {
			site, ok = g.site(at)
		}
	}
	at := g.statement()
	if !ok || !at.IsValid() {
		return
	}
	for _, p := range places {
		g.arms[p] = arm{site, places[0].Line}
	}
	g.put(at, fmt.Sprintf("%sFlaversGate(%d); ", g.q, site))
	for _, c := range n.Body.List {
		g.put(c.(*ast.CommClause).Colon+1, fmt.Sprintf(" %sFlaversLeft(); ", g.q))
	}
}

// communication returns where the operator of the communication of a clause stands, and the receive, if it is one.
func communication(s ast.Stmt) (token.Pos, ast.Expr) {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.SendStmt:
		return s.Arrow, nil
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		e = s.Rhs[0]
	}
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return u.OpPos, u
	}
	return token.NoPos, nil
}
