package roots

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"flavers/lang/golang/heap"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// This file answers questions about variables that need a look at all code of the packages.

// FixedGlobal returns the value of a package variable that never changes: an integer that is not exported, that gets
// its value where it is declared, or never, and whose address nothing has. ok is false for other variables.
func (ps *Packages) FixedGlobal(g *ssa.Global) (value int64, ok bool) {
	if ps.globals == nil {
		ps.globals = map[*ssa.Global]globalUse{}
		for fn := range ssautil.AllFunctions(ps.Prog) {
			for _, b := range fn.Blocks {
				for _, i := range b.Instrs {
					ps.useGlobals(fn, i)
				}
			}
		}
	}
	use := ps.globals[g]
	of := g.Type().Underlying().(*types.Pointer).Elem()
	if !heap.IsInteger(of) || g.Object() == nil || g.Object().Exported() || use.changes {
		return 0, false
	}
	return use.value, true
}

// globalUse is what all code does with a package variable.
type globalUse struct {
	value   int64 // the value that it gets where it is declared; 0: none
	given   bool  // it gets one there
	changes bool  // something else assigns to it, or has its address
}

// useGlobals records what an instruction of a function does with package variables.
func (ps *Packages) useGlobals(fn *ssa.Function, i ssa.Instruction) {
	if load, ok := i.(*ssa.UnOp); ok && load.Op == token.MUL {
		return
	}
	for _, operand := range i.Operands(nil) {
		g, ok := (*operand).(*ssa.Global)
		if !ok {
			continue
		}
		use := ps.globals[g]
		s, _ := i.(*ssa.Store)
		var c *ssa.Const
		if s != nil && s.Addr == g {
			c, _ = s.Val.(*ssa.Const)
		}
		first := c != nil && c.Value != nil && c.Value.Kind() == constant.Int &&
			fn.Synthetic == "package initializer" && !use.given
		if first {
			use.value, use.given = constant.Int64Val(c.Value)
		}
		if !first || !use.given { // a number above 1<<63-1 is not known
			use.changes = true
		}
		ps.globals[g] = use
	}
}

// Assigned returns the names of the variables and fields that get the results of a call, "" for others; nil if none
// do.
func (ps *Packages) Assigned(site ssa.CallInstruction) []string {
	if ps.variables == nil {
		ps.variables = map[token.Pos][]string{}
		put := func(values, to []ast.Expr) {
			for i, v := range values {
				call, ok := ast.Unparen(v).(*ast.CallExpr)
				if !ok {
					continue
				}
				var names []string
				for _, e := range to[i:] {
					switch e := e.(type) {
					case *ast.Ident:
						names = append(names, e.Name)
					case *ast.SelectorExpr:
						names = append(names, e.Sel.Name)
					default:
						names = append(names, "")
					}
				}
				ps.variables[call.Lparen] = names
			}
		}
		for _, p := range ps.Loaded {
			for _, f := range p.Syntax {
				ast.Inspect(f, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.AssignStmt:
						put(n.Rhs, n.Lhs)
					case *ast.ValueSpec:
						var to []ast.Expr
						for _, id := range n.Names {
							to = append(to, id)
						}
						put(n.Values, to)
					}
					return true
				})
			}
		}
	}
	return ps.variables[site.Pos()]
}
