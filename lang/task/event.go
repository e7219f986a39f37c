package task

import (
	"flavers/cfg"
)

// This file lowers events. An event whose arguments read variables becomes one
// node for each combination of their values, each with the test that selects
// it, so that the name of every node is known. With x and y of type 0..1,
// `event eat(x+y, x)` becomes
//
//	when x == 0 && y == 0: eat(0,0)     when x == 0 && y == 1: eat(1,0)
//	when x == 1 && y == 0: eat(1,1)     when x == 1 && y == 1: eat(2,1)

// event lowers an event between the points p and q.
func (l *lowerer) event(s *eventStmt, p, q cfg.PointID) {
	e := &eventSplit{l: l, s: s, p: p, q: q, known: map[cfg.VarID]int64{}}
	for _, a := range s.args {
		v, ok := l.expr(a)
		if !ok {
			return
		}
		e.args = append(e.args, v)
	}
	e.split(nil)
	if e.count > maxCombos {
		l.errorf(s.span, "T308", "event %s stands for more than %d combinations of arguments", clip(s.name.name), maxCombos).
			WithHint("use variables of smaller types, or fewer of them")
	}
}

// eventSplit is the work of splitting one event into nodes.
type eventSplit struct {
	l     *lowerer
	s     *eventStmt
	p, q  cfg.PointID
	args  []value
	known map[cfg.VarID]int64 // the values chosen so far, by variable
	count int                 // nodes so far
}

// split adds the nodes for the values chosen so far: one node if they decide all
// arguments, otherwise those for every value of the first variable that an argument
// still needs. guard says that the variables have the values chosen.
func (e *eventSplit) split(guard cfg.Expr) {
	if e.count > maxCombos || e.l.stopped {
		return
	}
	ev := &cfg.Event{Name: e.s.name.name, Pos: e.l.src.position(e.s.at)}
	for _, a := range e.args {
		n, missing, bad := evaluate(a.x, e.known)
		outside := n < -1<<31 || n > 1<<31-1
		switch {
		case missing != cfg.None:
			t := e.l.varTypes[missing]
			for v := int64(t.Lo); v <= int64(t.Hi) && e.count <= maxCombos; v++ {
				e.known[missing] = v
				e.split(both(guard, &cfg.Binary{Op: cfg.Eq, X: cfg.Read{Var: missing}, Y: cfg.Const{Value: int32(v), Type: t}}))
			}
			delete(e.known, missing)
			return
		case bad != "" || outside:
			e.count++
			kind := cfg.IndexError
			switch bad {
			case "":
				kind, bad = cfg.RangeError, "the argument does not fit into 32 bits"
			case divideText:
				kind = cfg.DivideError
			}
			e.l.failIf(e.p, e.q, guard, kind, "event "+e.s.name.name+": "+bad, e.s.span)
			return
		}
		t := a.t
		if t.Kind == cfg.RangeType {
			t = cfg.Range(int32(n), int32(n))
		}
		ev.Args = append(ev.Args, cfg.Const{Value: int32(n), Type: t})
		ev.ArgTypes = append(ev.ArgTypes, t)
	}
	e.count++
	e.l.node(e.p, e.q, guard, cfg.Block{Stmts: []cfg.Stmt{ev}}, e.s.span)
}

// divideText is the error by which split tells a division from an index.
const divideText = "division by zero"

// evaluate computes e with the values of variables that are known. It stops at the
// first variable that has none and returns it as missing, which is cfg.None
// otherwise; or at a run-time error, which it returns as bad.
func evaluate(e cfg.Expr, known map[cfg.VarID]int64) (n int64, missing cfg.VarID, bad string) {
	lookup := func(v cfg.VarID) (int64, cfg.VarID, string) {
		if n, ok := known[v]; ok {
			return n, cfg.None, ""
		}
		return 0, v, ""
	}
	switch e := e.(type) {
	case cfg.Const:
		return int64(e.Value), cfg.None, ""
	case cfg.Read:
		return lookup(e.Var)
	case cfg.Length: // which the resolver has refused
		return 0, cfg.None, "length of a channel"
	case *cfg.Elem:
		offset := int64(0)
		for j, x := range e.Index {
			i, m, b := evaluate(x, known)
			if m != cfg.None || b != "" {
				return 0, m, b
			}
			if i < 0 || i >= int64(e.Dims[j]) {
				return 0, cfg.None, "index of " + e.Name + " out of range"
			}
			offset = offset*int64(e.Dims[j]) + i
		}
		return lookup(e.Base + cfg.VarID(offset))
	case *cfg.Unary:
		x, m, b := evaluate(e.X, known)
		if m != cfg.None || b != "" {
			return 0, m, b
		}
		if e.Op == cfg.Not {
			return 1 - x, cfg.None, ""
		}
		return -x, cfg.None, ""
	case *cfg.If:
		c, m, b := evaluate(e.C, known)
		if m != cfg.None || b != "" {
			return 0, m, b
		}
		if c != 0 {
			return evaluate(e.Then, known)
		}
		return evaluate(e.Else, known)
	case *cfg.Binary:
		x, m, b := evaluate(e.X, known)
		if m != cfg.None || b != "" || e.Op == cfg.And && x == 0 || e.Op == cfg.Or && x != 0 {
			return x, m, b
		}
		y, m, b := evaluate(e.Y, known)
		switch {
		case m != cfg.None || b != "":
			return 0, m, b
		case (e.Op == cfg.Div || e.Op == cfg.Mod) && y == 0:
			return 0, cfg.None, divideText
		}
		n, _ = e.Op.Apply(x, y) // the values are too small to overflow
		return n, cfg.None, ""
	}
	panic("task: unknown expression")
}
