package extract

import (
	"fmt"
	"go/token"
	"go/types"
	"math"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// Conditions of branches, and the variables of loops that count.

// expr is an operand in the task language, if its value is modelled.
func (g *graph) expr(v ssa.Value) (string, bool) {
	if n, ok := g.x.values.Number(g.in, v); ok {
		return number(n)
	}
	if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
		if e, ok := g.x.truth(g.in, v); ok {
			return e, true
		}
	}
	switch v := v.(type) {
	case *ssa.Phi:
		return g.phi(v)
	case *ssa.UnOp:
		if c := g.counter(v); c != nil {
			name := g.name(c)
			return name, name != ""
		}
		if e, ok := g.expr(v.X); ok && v.Op == token.NOT {
			switch e {
			case "true":
				return "false", true
			case "false":
				return "true", true
			}
			return "!(" + e + ")", true
		}
	case *ssa.BinOp:
		return g.binary(v)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.UnOp:
			if t.Op == token.ARROW && v.Index == 1 {
				for _, l := range g.x.w.Objects(g.in, t.X) {
					if l.Obj.Kind == heap.Unknown {
						return "", false
					}
					if l.Obj.Closed {
						return g.x.okay(g.in, t, 1), true
					}
				}
				return "true", true
			}
		case *ssa.Select:
			if v.Index == 1 {
				return g.x.okay(g.in, t, 1), true
			}
		}
	case *ssa.Convert:
		if g.x.exact(g.in, v, g.counter) {
			return g.expr(v.X)
		}
	case *ssa.Call:
		if e, ok := g.x.atomicValue(g.in, v); ok {
			return e, true
		}
		for _, t := range g.x.w.Targets(g.in, v, 0) {
			if strings.Contains(t.Model, "Try") {
				return g.x.variable(g.in, v, "got", "bool"), true
			}
		}
	}
	return "", false
}

func (g *graph) binary(v *ssa.BinOp) (string, bool) {
	if c, ok := v.Y.(*ssa.Const); ok && c.Value == nil && (v.Op == token.EQL || v.Op == token.NEQ) {
		e, ok := g.x.truth(g.in, v.X)
		switch {
		case !ok || v.Op == token.NEQ:
			return e, ok
		case e == "true":
			return "false", true
		case e == "false":
			return "true", true
		}
		return "!(" + e + ")", true
	}
	a, ok := g.expr(v.X)
	if !ok {
		return "", false
	}
	b, ok := g.expr(v.Y)
	if !ok {
		return "", false
	}
	if c := g.counter(v.X); c != nil && c.of.Test == v {
		return fmt.Sprintf("(%s < %d)", a, c.most), true
	}
	switch v.Op {
	case token.ADD, token.SUB:
		ok = g.x.exact(g.in, v, g.counter)
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		ok = false
	}
	if ok {
		return "(" + a + " " + v.Op.String() + " " + b + ")", true
	}
	return "", false
}

// counter is a variable of a loop that goes from a number to another.
type counter struct {
	of         *heap.Counter
	from, most int64 // most is the first value that it has in no turn, or what that was cut to
}

// maxTrips is how often a counted loop is executed at most; longer ones are cut to cutTrips
// turns, and those that start goroutines to what is told apart.
const (
	maxTrips = 64
	cutTrips = 6
)

// counter finds the counter that a register is, or its successor, or that is loaded; nil if it counts nothing.
func (g *graph) counter(v ssa.Value) *counter {
	var head *ssa.BasicBlock
	of := v
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		of = load.X
	} else if add, ok := v.(*ssa.BinOp); ok && add.Op == token.ADD {
		of = add.X
	}
	switch u := of.(type) {
	case *ssa.Phi:
		head = u.Block()
	case *ssa.Alloc: // at the head it has the value of the turn
		if load, ok := v.(*ssa.UnOp); ok {
			head = load.Block()
		}
	}
	if head == nil {
		return nil
	}
	c := g.counts(head)
	switch {
	case c == nil || v == of && v != ssa.Value(c.of.Phi):
		return nil
	case c.of.Captured() && (of == ssa.Value(c.of.Phi) || of == ssa.Value(c.of.Cell)) && v != of,
		!c.of.Captured() && (v == ssa.Value(c.of.Phi) || v == ssa.Value(c.of.Next)):
		return c
	}
	return nil
}

// counts is the counter of the loop with a head, if it is a number before the loop, and tested with one; else nil.
func (g *graph) counts(head *ssa.BasicBlock) *counter {
	of := g.x.w.Counter(head)
	if of == nil {
		return nil
	}
	from, to, trips, ok := g.x.values.Trips(g.in, of)
	if !ok {
		return nil
	}
	fewer, most := int64(cutTrips), int64(maxTrips)
	if g.x.w.Turning(head) != nil {
		turns, _ := g.x.w.Turns(g.in, head)
		fewer, most = int64(turns), int64(turns)
	}
	if from < math.MinInt32/2 || from > math.MaxInt32/2 {
		return nil
	}
	if trips > most {
		if g.used(head) { // of another loop, the number of turns is not in the program
			g.x.cut(g.in, head)
			g.x.w.Note(boundedLoop, place(of), fmt.Sprintf("a loop of %d turns: %d", trips, fewer))
		}
		to -= trips - fewer
	}
	return &counter{of, from, to}
}

// place is where a loop counts.
func place(c *heap.Counter) token.Pos {
	if c.Cell != nil {
		return c.Cell.Pos()
	}
	return c.Phi.Pos()
}

// name is the variable of a counter; "" if nothing in the loop needs it.
func (g *graph) name(c *counter) string {
	var key ssa.Value = c.of.Cell
	head, comment := c.of.Test.Block(), ""
	if c.of.Phi != nil {
		key, head, comment = c.of.Phi, c.of.Phi.Block(), c.of.Phi.Comment
	} else {
		comment = c.of.Cell.Comment
	}
	if !g.used(head) {
		return ""
	}
	return g.x.variable(g.in, key, comment, fmt.Sprintf("%d..%d", c.from, max(c.most, c.from)))
}

// advance sets a counter that functions have captured, at an edge to the head of its loop.
func (g *graph) advance(from, head *ssa.BasicBlock) []write.Line {
	c := g.counts(head)
	if c == nil || !c.of.Captured() {
		return nil
	}
	name := g.name(c)
	switch {
	case name == "":
		return nil
	case head.Dominates(from):
		return write.One(fmt.Sprintf("%s = (%s + 1)", name, name), place(c.of))
	}
	return write.One(fmt.Sprintf("%s = %d", name, c.from), place(c.of))
}

// phi is the variable of a phi whose values are modelled.
func (g *graph) phi(p *ssa.Phi) (string, bool) {
	key := phiKey{g.in, p}
	if name, ok := g.x.phis[key]; ok {
		return name, name != ""
	}
	g.x.phis[key] = ""
	if c := g.counter(p); c != nil {
		name := g.name(c)
		g.x.phis[key] = name
		return name, name != ""
	}
	if p.Type().String() != "bool" {
		return "", false
	}
	name := g.x.variable(g.in, p, p.Comment, "bool")
	g.x.phis[key] = name
	for _, e := range p.Edges {
		if _, ok := g.expr(e); !ok {
			g.x.phis[key] = ""
			return "", false
		}
	}
	return name, true
}

type phiKey struct {
	in  *heap.Instance
	phi *ssa.Phi
}

// used reports whether a loop does anything.
func (g *graph) used(head *ssa.BasicBlock) bool {
	reach := func(from *ssa.BasicBlock, back bool) map[*ssa.BasicBlock]bool {
		seen := map[*ssa.BasicBlock]bool{}
		todo := []*ssa.BasicBlock{from}
		for len(todo) > 0 {
			b := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if seen[b] {
				continue
			}
			seen[b] = true
			if back {
				todo = append(todo, b.Preds...)
			} else {
				todo = append(todo, b.Succs...)
			}
		}
		return seen
	}
	there, back := reach(head, false), reach(head, true)
	for b := range there {
		if !back[b] {
			continue
		}
		if len(g.lines[b]) > 0 {
			return true
		}
		for _, i := range b.Instrs {
			if _, ok := i.(*ssa.Select); ok {
				return true
			}
		}
	}
	return false
}

// correlate gives conditions that are not modelled a variable if several branches ask
// them: it has any value, but the same for all.
func (g *graph) correlate() {
	type key struct {
		op   token.Token
		base ssa.Value
		than string
	}
	asked := map[key][]*ssa.If{}
	var order []key
	for _, b := range g.in.Fn.Blocks {
		i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		if _, ok := g.expr(i.Cond); ok {
			continue
		}
		k := key{base: i.Cond}
		if c, ok := i.Cond.(*ssa.BinOp); ok {
			if than, ok := c.Y.(*ssa.Const); ok {
				k = key{c.Op, c.X, than.String()}
				if c.Op == token.NEQ {
					k.op = token.EQL
				}
			}
		}
		if e, ok := k.base.(*ssa.Extract); ok {
			if s, ok := e.Tuple.(*ssa.Select); ok && e.Index == 0 && s != nil {
				continue
			}
		}
		if asked[k] == nil {
			order = append(order, k)
		}
		asked[k] = append(asked[k], i)
	}
	for _, k := range order {
		if len(asked[k]) < 2 {
			continue
		}
		name := g.x.variable(g.in, asked[k][0].Cond, "data", "bool")
		if _, ok := k.base.(*ssa.Const); ok {
			continue
		}
		g.anys[k.base] = append(g.anys[k.base], name)
		if g.x.branches != nil {
			first := asked[k][0].Cond
			of, compares := first.(*ssa.BinOp)
			if c := g.x.branch(g.in, first); c != nil {
				c.negated = compares && of.Op == token.NEQ && k.op == token.EQL
				g.chosen[name] = c
			}
		}
		for _, i := range asked[k] {
			g.conds[i.Cond] = name
			if c, ok := i.Cond.(*ssa.BinOp); ok && c.Op == token.NEQ && k.op == token.EQL {
				g.conds[i.Cond] = "!" + name
			}
		}
	}
}
