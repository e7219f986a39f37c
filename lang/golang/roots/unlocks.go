package roots

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// UnlocksOwn reports whether each function of the packages unlocks only what it has locked itself, as its syntax
// says:
//
//	x.mu.Lock()
//	.. // nothing assigns to x or x.mu
//	x.mu.Unlock()
//
// Then only the goroutine that holds a lock can let others go on that wait for the lock. May err towards: false. It
// may also err towards true, if x.mu becomes another lock between the two by another function, or by a pointer to x.
func (ps *Packages) UnlocksOwn() bool {
	ps.unlocks.Do(func() {
		ps.unlocks.own = true
		for _, p := range ps.Loaded {
			for _, f := range p.Syntax {
				for _, d := range f.Decls {
					if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && !unlocking(fn.Name.Name) {
						ps.unlocks.own = ps.unlocks.own && unlocksOwn(fn.Body)
					} else if !ok && mentionsUnlock(d) { // a function in a variable
						ps.unlocks.own = false
					}
				}
			}
		}
	})
	return ps.unlocks.own
}

// unlocking reports whether a method with a name unlocks.
func unlocking(name string) bool { return name == "Unlock" || name == "RUnlock" }

// mentionsUnlock reports whether a method that unlocks is named in a declaration.
func mentionsUnlock(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		found = found || ok && unlocking(s.Sel.Name)
		return !found
	})
	return found
}

// unlocksOwn is UnlocksOwn for the body of one function. Function literals that it defers belong to the body. Others
// are functions of their own, as another goroutine may execute them.
func unlocksOwn(body *ast.BlockStmt) bool {
	own := true
	locked := map[string]token.Pos{} // where an expression is locked first
	type unlock struct {
		of ast.Expr
		at token.Pos
	}
	var unlocks []unlock
	var changes []change
	called := map[*ast.SelectorExpr]bool{}
	deferred := map[*ast.FuncLit]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			if lit, ok := n.Call.Fun.(*ast.FuncLit); ok {
				deferred[lit] = true
			}
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				changes = append(changes, change{to, n.Pos(), n.Tok == token.DEFINE})
			}
		case *ast.RangeStmt:
			for _, to := range []ast.Expr{n.Key, n.Value} {
				changes = append(changes, change{to, n.Pos(), n.Tok == token.DEFINE})
			}
		case *ast.IncDecStmt:
			changes = append(changes, change{n.X, n.Pos(), false})
		case *ast.FuncLit:
			if !deferred[n] {
				own = own && unlocksOwn(n.Body)
				return false
			}
		case *ast.CallExpr:
			s, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				break
			}
			called[s] = true
			of := types.ExprString(s.X)
			switch {
			case unlocking(s.Sel.Name):
				unlocks = append(unlocks, unlock{s.X, n.Pos()})
			case strings.HasSuffix(s.Sel.Name, "Lock") && locked[of] == token.NoPos:
				locked[of] = n.Pos()
			}
		case *ast.SelectorExpr:
			own = own && (!unlocking(n.Sel.Name) || called[n]) // a method value, which anybody may call later
		}
		return true
	})
	for _, u := range unlocks {
		at := locked[types.ExprString(u.of)]
		own = own && at != token.NoPos && at < u.at && !slices.ContainsFunc(changes, func(c change) bool {
			return c.of(u.of) && (!c.defines || at < c.at && c.at < u.at)
		})
	}
	return own
}

// change is an assignment, or the declaration of a variable.
type change struct {
	to      ast.Expr // to which it assigns; nil: to nothing, as a range without a value
	at      token.Pos
	defines bool // it declares a new variable
}

// of reports whether a change may change which object expression x is: it assigns to x, or to a part of x.
func (c *change) of(x ast.Expr) bool {
	if c.to == nil {
		return false
	}
	found, to := false, types.ExprString(c.to)
	ast.Inspect(x, func(n ast.Node) bool {
		part, ok := n.(ast.Expr)
		found = found || ok && types.ExprString(part) == to
		return !found
	})
	return found
}
