package task

import (
	"slices"
	"strconv"

	"flavers/cfg"
)

// This file lowers variables, assignments and atomic blocks.

// cell is the initial value of one variable or array element.
type cell struct {
	set bool
	any bool
	v   value
}

// initial evaluates an initial value for all elements in row-major order; nil
// when there is none.
func (l *lowerer) initial(x *initExpr, t cfg.Type, dims []int32, name string) ([]cell, bool) {
	if x == nil {
		return nil, true
	}
	total := 1
	for _, n := range dims {
		if total *= int(n); total > maxSize {
			l.tooLarge(x.span, "%d variables and array elements", maxSize)
			return nil, false
		}
	}
	cells := make([]cell, 0, total)
	ok := l.cells(&cells, x, t, dims, name)
	if !ok || len(cells) != total {
		return nil, false
	}
	return cells, true
}

func (l *lowerer) cells(out *[]cell, x *initExpr, t cfg.Type, dims []int32, name string) bool {
	if x.isList {
		if len(dims) == 0 {
			return false // reported by the resolver
		}
		if len(x.list) != int(dims[0]) {
			l.errorf(x.span, "T205", "%d values for %d elements of %s", len(x.list), dims[0], clip(name))
			return false
		}
		ok := true
		for _, y := range x.list {
			ok = l.cells(out, y, t, dims[1:], name) && ok
		}
		return ok
	}
	c := cell{set: true, any: x.any}
	if !x.any {
		v, ok := l.expr(x.value)
		if !ok || !l.fits(v, t, x.span, name) {
			return false
		}
		if _, isConst := v.constant(); !isConst && l.in == nil {
			l.errorf(x.span, "T206", "a shared variable starts with a constant")
			return false
		}
		c.v = v
	}
	n := 1
	for _, d := range dims {
		n *= int(d)
	}
	for range n {
		*out = append(*out, c)
	}
	return true
}

// hoist makes the variables declared at the top level of a task, with their
// initial values if those are constant.
func (l *lowerer) hoist(s *varStmt) {
	t, dims, ok := l.typeOf(s.typ)
	if !ok {
		return
	}
	for _, sym := range s.syms {
		var cells []cell
		// Only values that need no variable can be evaluated this early.
		if s.init != nil && literal(s.init) {
			cells, _ = l.initial(s.init, t, dims, sym.name)
		}
		l.localVar(sym, t, dims, cells)
	}
}

// literal reports whether an initial value reads no variable.
func literal(x *initExpr) bool {
	if x.any {
		return false
	}
	for _, y := range x.list {
		if !literal(y) {
			return false
		}
	}
	return x.value == nil || !reads(x.value)
}

func reads(e expr) bool {
	switch e := e.(type) {
	case *nameExpr:
		return e.sym == nil || e.sym.kind == symVar || slices.ContainsFunc(e.index, reads) // of an array of channels
	case *unaryExpr:
		return reads(e.x)
	case *binaryExpr:
		return reads(e.x) || reads(e.y)
	case *lengthExpr:
		return true
	case *ifExpr:
		return reads(e.cond) || reads(e.then) || reads(e.els)
	case *minmaxExpr:
		return slices.ContainsFunc(e.args, reads)
	}
	return false
}

// declare lowers a declaration where it stands: nothing is left to do for a
// hoisted variable with a constant value, otherwise it is an assignment.
func (l *lowerer) declare(s *varStmt, p, q cfg.PointID) {
	stmts, ok := l.declaration(s)
	switch {
	case !ok:
	case stmts == nil:
		l.alias(p, q)
	default:
		l.node(p, q, nil, cfg.Block{Stmts: stmts}, s.span)
	}
}

// declaration returns the assignments of declare.
func (l *lowerer) declaration(s *varStmt) (stmts []cfg.Stmt, ok bool) {
	t, dims, ok := l.typeOf(s.typ)
	if !ok {
		return nil, false
	}
	for _, sym := range s.syms {
		cells, ok := l.initial(s.init, t, dims, sym.name)
		if !ok {
			return nil, false
		}
		b := l.localVar(sym, t, dims, nil)
		if s.hoisted && (s.init == nil || literal(s.init)) {
			continue
		}
		total := 1
		for _, n := range dims {
			total *= int(n)
		}
		at := l.src.position(sym.at)
		for i := range total {
			if !l.tick(s.span) {
				return nil, false
			}
			a := &cfg.Assign{Target: cfg.Target{Var: b.base + cfg.VarID(i), Name: b.name, Pos: at}, Pos: at}
			switch {
			case cells == nil:
				a.Value = cfg.Const{Value: t.Lo, Type: t}
			case !cells[i].any:
				a.Value = typed(cells[i].v, t)
			}
			stmts = append(stmts, a)
		}
	}
	return stmts, true
}

// typed gives a constant the type of what it is stored in, for printing.
func typed(v value, t cfg.Type) cfg.Expr {
	if n, isConst := v.constant(); isConst {
		return cfg.Const{Value: n, Type: t}
	}
	return v.x
}

// target lowers a place to store to.
func (l *lowerer) target(e *nameExpr) (cfg.Target, cfg.Type, bool) {
	if e.sym == nil {
		return cfg.Target{}, cfg.Type{}, false
	}
	b := l.binding(e.sym)
	if b == nil || b.constant {
		return cfg.Target{}, cfg.Type{}, false
	}
	offset, index, ok := l.index(e, b)
	if !ok {
		return cfg.Target{}, cfg.Type{}, false
	}
	t := cfg.Target{Var: b.base, Name: b.name, Pos: l.src.position(e.at)}
	if index == nil {
		t.Var += cfg.VarID(offset)
	} else {
		t.Dims, t.Index = b.dims, index
	}
	return t, b.t, true
}

// assign lowers an assignment. It returns nil if it is wrong.
func (l *lowerer) assign(s *assignStmt) *cfg.Assign {
	target, t, ok := l.target(s.target)
	a := &cfg.Assign{Target: target, Pos: l.src.position(s.at)}
	if s.value != nil {
		v, ok2 := l.expr(s.value)
		if !ok || !ok2 || !l.fits(v, t, s.value.where(), s.target.name) {
			return nil
		}
		a.Value = typed(v, t)
	}
	if !ok {
		return nil
	}
	return a
}

func (l *lowerer) atomic(s *atomicStmt, p, q cfg.PointID) {
	var guard cfg.Expr
	body := s.body
	if len(body) > 0 {
		if w, ok := body[0].(*awaitStmt); ok {
			c, ok := l.condition(w.cond)
			if !ok {
				c = never()
			}
			guard = live(c)
			body = body[1:]
		}
	}
	outer := l.scratch
	l.scratch = true
	stmts := l.block(body)
	l.scratch = outer
	if n, choice := l.outcomes(stmts); choice && n > mostOutcomes {
		l.errorf(s.span, "T306", "the choices of this atomic block have more than %d outcomes", mostOutcomes)
	}
	var op cfg.Op = cfg.Block{Stmts: stmts, Await: guard != nil}
	switch {
	case stmts == nil && guard != nil:
		op = cfg.Test{Await: true}
	case stmts == nil:
		op = cfg.Silent{What: "atomic"}
	}
	l.inAtomic = true
	l.node(p, q, guard, op, s.span)
	l.inAtomic = false
}

// block lowers the statements of one step.
func (l *lowerer) block(list []stmt) []cfg.Stmt {
	var out []cfg.Stmt
	for _, s := range list {
		if !l.tick(s.where()) {
			return out
		}
		switch s := s.(type) {
		case *assignStmt:
			if a := l.assign(s); a != nil {
				out = append(out, a)
			}
		case *eventStmt:
			e := &cfg.Event{Name: s.name.name, Pos: l.src.position(s.at)}
			for _, a := range s.args {
				if v, ok := l.expr(a); ok {
					e.Args = append(e.Args, v.x)
					e.ArgTypes = append(e.ArgTypes, argType(v))
				}
			}
			out = append(out, e)
		case *ifStmt:
			c, ok := l.condition(s.cond)
			b := &cfg.Branch{Cond: c, Pos: l.src.position(s.at)}
			switch {
			case ok && isFalse(c):
				out = append(out, l.block(s.els)...)
				continue
			case ok && isFalse(negate(c)):
				out = append(out, l.block(s.then)...)
				continue
			}
			b.Then, b.Else = l.block(s.then), l.block(s.els)
			if ok {
				out = append(out, b)
			}
		case *blockStmt:
			out = append(out, l.block(s.body)...)
		case *postStmt:
			if m := l.post(s); m != nil {
				out = append(out, m)
			}
		default:
			out = l.lowerInHandler(out, s)
		}
	}
	return out
}

// argType says how an argument of an event is printed.
func argType(v value) cfg.Type {
	if v.t.Kind != cfg.RangeType {
		return v.t
	}
	return cfg.Range(int32(max(v.lo, -1<<31)), int32(min(v.hi, 1<<31-1)))
}

func itoa(n int32) string { return strconv.Itoa(int(n)) }
