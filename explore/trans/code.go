package trans

import (
	"fmt"
	"strings"

	"flavers/cfg"
)

// This file compares the code of the instances of a family, for names.go. The
// instances worker[0] and worker[1] have code of their own, in which self became
// the constants 0 and 1. sameCode finds that the code differs in these constants
// only, and notes which they are: constants that are the number of the instance.

// code returns a text of the nodes and variables of a task that is equal for two
// tasks if they differ in constants only. Points and variables of the task are
// numbered from its first ones, and constants are left out.
func (a *naming) code(t cfg.TaskID) string {
	p := a.p
	// place has the number of each variable of t among its own.
	firstPoint, place, owned := p.Tasks[t].Start, make([]int, len(p.Vars)), 0
	for v := range p.Vars {
		if p.Vars[v].Owner == t {
			place[v] = owned
			owned++
		}
	}
	for q := range p.Points {
		if p.Points[q].Task == t {
			firstPoint = cfg.PointID(q)
			break
		}
	}
	var b strings.Builder
	variable := func(v cfg.VarID) {
		if p.Vars[v].Owner == t {
			fmt.Fprintf(&b, " own%d", place[v])
		} else {
			fmt.Fprintf(&b, " v%d", v)
		}
	}
	expr := func(e cfg.Expr) {
		b.WriteString("(")
		cfg.Inspect(e, func(e cfg.Expr) bool {
			fmt.Fprintf(&b, " %T", e)
			switch e := e.(type) {
			case cfg.Read:
				variable(e.Var)
			case *cfg.Elem:
				variable(e.Base)
				fmt.Fprint(&b, e.Dims)
			case *cfg.Unary:
				fmt.Fprint(&b, e.Op)
			case *cfg.Binary:
				fmt.Fprint(&b, e.Op)
			}
			return true
		})
		b.WriteString(")")
	}
	target := func(g *cfg.Target) {
		if g != nil {
			variable(g.Var)
			fmt.Fprint(&b, g.Dims)
			for _, e := range g.Index {
				expr(e)
			}
		}
	}
	spawn := func(s *cfg.Spawn) {
		fmt.Fprintf(&b, "spawn%d", s.Family)
		for _, e := range s.Args {
			expr(e)
		}
		target(s.Target)
	}
	var stmts func(list []cfg.Stmt)
	stmts = func(list []cfg.Stmt) {
		b.WriteString("{")
		for _, s := range list {
			fmt.Fprintf(&b, "; %T", s)
			switch s := s.(type) {
			case *cfg.Assign:
				target(&s.Target)
				expr(s.Value)
			case *cfg.Event:
				b.WriteString(s.Name)
				for _, e := range s.Args {
					expr(e)
				}
			case *cfg.Branch:
				expr(s.Cond)
				stmts(s.Then)
				stmts(s.Else)
			case *cfg.Choose:
				for _, alt := range s.Alts {
					stmts(alt)
				}
			case *cfg.Require:
				expr(s.Cond)
			case *cfg.Post:
				if len(s.Boxes) == 1 && p.Objects[s.Boxes[0]].Owner == t {
					b.WriteString(" to itself")
				} else {
					fmt.Fprint(&b, s.Boxes, s.Lo)
				}
				fmt.Fprint(&b, " ", s.Msg)
				expr(s.Index)
				for _, e := range s.Args {
					expr(e)
				}
			case *cfg.Create:
				spawn(&s.Spawn)
			}
		}
		b.WriteString("}")
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Task != t {
			continue
		}
		fmt.Fprintf(&b, "\n%d %d %T", n.Point-firstPoint, n.Next-firstPoint, n.Op)
		expr(n.Guard)
		switch op := n.Op.(type) {
		case cfg.Block:
			stmts(op.Stmts)
		case cfg.Spawn:
			spawn(&op)
		case cfg.Handle:
			fmt.Fprintf(&b, " %d %v", op.Msg, op.Stops)
			for _, v := range op.Params {
				variable(v)
			}
			expr(op.Guard)
			stmts(op.Body)
		}
	}
	for v := range p.Vars {
		if vr := &p.Vars[v]; vr.Owner == t {
			fmt.Fprintf(&b, "\n%v %d %v", vr.Type, vr.Init, vr.Scratch)
		}
	}
	return b.String()
}

// flowsOf lists what a task does with values, in the order of its nodes.
func (a *naming) flowsOf(t cfg.TaskID) []flow {
	var out []flow
	for i := range a.p.Nodes {
		if n := &a.p.Nodes[i]; n.Task == t {
			flows(n, func(x flow) { out = append(out, x) })
		}
	}
	return out
}

// constants lists the constants of an expression, from left to right.
func constants(e cfg.Expr) []int32 {
	var out []int32
	cfg.Inspect(e, func(e cfg.Expr) bool {
		if c, ok := e.(cfg.Const); ok {
			out = append(out, c.Value)
		}
		return true
	})
	return out
}

// sameCode reports whether the code of the instances differs only in constants
// that are the number of the instance, and fills in a.self with these constants.
func (a *naming) sameCode() bool {
	// Constants in which an instance differs from the first one.
	text := a.code(a.f.Tasks[0])
	own := a.flowsOf(a.f.Tasks[0])
	for _, t := range a.f.Tasks[1:] {
		if a.code(t) != text {
			return false
		}
		for i, x := range a.flowsOf(t) {
			first := constants(own[i].value)
			for j, v := range constants(x.value) {
				if v != first[j] {
					if a.self[i] == nil {
						a.self[i] = make([]bool, len(first))
					}
					a.self[i][j] = true
				}
			}
		}
	}
	// In each instance, these must be its number.
	for k, t := range a.f.Tasks {
		for i, x := range a.flowsOf(t) {
			for j, v := range constants(x.value) {
				if self := a.self[i]; self != nil && self[j] && v != int32(k) {
					return false
				}
			}
		}
	}
	return true
}
