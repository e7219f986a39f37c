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

// This file translates conditions of branches to expressions of the task language, with the variables that count the
// turns of loops:
//
//	for i := 0; i < 3; i++ { .. } // a variable i of type 0..3, and the condition (i < 3)

// expr returns an expression for a value: a boolean, or an integer. ok is false if the value is not modelled.
func (g *graph) expr(v ssa.Value) (expr string, ok bool) {
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
			return negated(e), true
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

// negated returns the negation of an expression, in brackets but for a constant.
func negated(e string) string {
	switch e {
	case "true":
		return "false"
	case "false":
		return "true"
	}
	return "!(" + e + ")"
}

// binary is expr for a comparison, a sum or a difference.
func (g *graph) binary(v *ssa.BinOp) (expr string, ok bool) {
	if c, ok := v.Y.(*ssa.Const); ok && c.Value == nil && (v.Op == token.EQL || v.Op == token.NEQ) {
		e, ok := g.x.truth(g.in, v.X)
		if !ok || v.Op == token.NEQ {
			return e, ok
		}
		return negated(e), true
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

// counter is the variable that counts the turns of a loop, with its values in the program.
type counter struct {
	of   *heap.Counter
	from int64 // the value in the first turn
	most int64 // the first value with which there is no turn; less than in the package if the loop is cut short
}

// A loop of more than maxTrips turns is cut to cutTrips turns: each value of a counter is one state more of the
// program. Of a loop whose turns are told apart (heap.World.Turning), only so many are executed.
const (
	maxTrips = 64
	cutTrips = 6
)

// counter returns the counter that v is: its register, the register of the next turn, or a load of its variable. It
// returns nil if v is no counter.
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
	case *ssa.Alloc: // a load at the head yields the value of the turn
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

// counts returns the counter of the loop with a head; nil if the loop has none, or if the numbers at which it begins
// and ends are not known. If the loop has too many turns, it is cut short.
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
		if g.used(head) { // else the loop is not in the program
			g.x.cut(g.in, head)
			g.x.w.Note(boundedLoop, place(of), fmt.Sprintf("a loop of %d turns: %d", trips, fewer))
		}
		to -= trips - fewer
	}
	return &counter{of, from, to}
}

// place returns the position of a counter.
func place(c *heap.Counter) token.Pos {
	if c.Cell != nil {
		return c.Cell.Pos()
	}
	return c.Phi.Pos()
}

// name returns the variable for a counter; "" if the loop does nothing, so that nobody needs it.
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

// advance returns the assignment to a captured counter on the way from a block to the head of its loop: it begins
// there, or goes on by one. Other counters are phis, to which edge assigns.
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

// phi returns the variable for a phi that is a counter, or a boolean with only modelled operands; ok is false for
// others.
func (g *graph) phi(p *ssa.Phi) (name string, ok bool) {
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
	name = g.x.variable(g.in, p, p.Comment, "bool")
	g.x.phis[key] = name // an operand may be the phi itself
	for _, e := range p.Edges {
		if _, ok := g.expr(e); !ok {
			g.x.phis[key] = ""
			return "", false
		}
	}
	return name, true
}

// phiKey identifies a phi of an instance.
type phiKey struct {
	in  *heap.Instance
	phi *ssa.Phi
}

// used reports whether a loop does anything: whether some block that reaches the head, and is reached from it, does.
func (g *graph) used(head *ssa.BasicBlock) bool {
	reach := func(from *ssa.BasicBlock, backwards bool) map[*ssa.BasicBlock]bool {
		seen := map[*ssa.BasicBlock]bool{}
		todo := []*ssa.BasicBlock{from}
		for len(todo) > 0 {
			b := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if seen[b] {
				continue
			}
			seen[b] = true
			if backwards {
				todo = append(todo, b.Preds...)
			} else {
				todo = append(todo, b.Succs...)
			}
		}
		return seen
	}
	after, before := reach(head, false), reach(head, true)
	for b := range after {
		if !before[b] {
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

// correlate makes branches agree that test the same condition, if this is not modelled. The condition gets a
// variable, which has any value, but the same one at all these branches:
//
//	if n > 3 { mu.Lock() }
//	..
//	if n > 3 { mu.Unlock() }
//
// Two conditions are the same if they are the same value, or compare the same value with the same constant.
func (g *graph) correlate() {
	type key struct {
		op       token.Token // of a comparison; == also for !=
		base     ssa.Value
		constant string // with which base is compared; "" for other conditions
	}
	asked := map[key][]*ssa.If{}
	var order []key // of asked, as the function has them
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
			if constant, ok := c.Y.(*ssa.Const); ok {
				k = key{c.Op, c.X, constant.String()}
				if c.Op == token.NEQ {
					k.op = token.EQL
				}
			}
		}
		if e, ok := k.base.(*ssa.Extract); ok {
			if s, ok := e.Tuple.(*ssa.Select); ok && e.Index == 0 && s != nil {
				continue // the alternative that a select takes: arm follows these branches
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
