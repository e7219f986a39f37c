package task

import "flavers/cfg"

// This file lowers messages of several fields.

// messageType returns the type of the messages of a channel; it has as many values as there are
// combinations of fields.
func (l *lowerer) messageType(x *typeExpr) (t cfg.Type, dims []int32, ok bool) {
	var fields []cfg.Type
	n, good := 1, true
	for _, f := range x.fields {
		t, dims, ok := l.typeOf(f)
		if !ok || dims != nil {
			good = false
			continue
		}
		if n *= t.Size(); n > maxValues {
			l.errorf(x.span, "T306", "the messages have more than %d values", maxValues)
			return cfg.Type{}, nil, false
		}
		fields = append(fields, t)
	}
	if !good {
		return cfg.Type{}, nil, l.drop()
	}
	return cfg.TupleOf(fields), nil, true
}

// sent returns the value of a send on a channel of type t.
func (l *lowerer) sent(s *sendStmt, t cfg.Type) (cfg.Expr, bool) {
	if e, several := s.value.(*tupleExpr); several {
		m := l.message(e, t)
		return m, m != nil
	}
	v, ok := l.expr(s.value)
	if !ok || !l.fits(v, t, s.value.where(), "channel "+s.ch.name) {
		return nil, false
	}
	return typed(v, t), true
}

// drain lowers for x in <-c { .. }: where it stands, a receive of a value leads to the body, and
// one from the closed, empty channel out of the loop.
func (l *lowerer) drain(s *drainStmt, p, q cfg.PointID) {
	if s.ch == nil { // it was not read
		return
	}
	elem, all, none, ok := l.oneOf(s.ch, nil, p, q)
	if !ok {
		return
	}
	types := elem.Fields
	if types == nil {
		types = []cfg.Type{elem}
	}
	value, end := cfg.Recv{Part: cfg.ValueRecv}, cfg.Recv{Part: cfg.EndRecv}
	if len(s.syms) == len(types) {
		for i, sym := range s.syms {
			var to *cfg.Target
			if sym.name != "_" {
				b := l.localVar(sym, types[i], nil, nil)
				to = &cfg.Target{Var: b.base, Name: b.name}
			}
			if elem.Fields == nil {
				value.Target = to
			} else {
				value.Fields = append(value.Fields, cfg.Field{Target: to})
			}
		}
	}
	l.loops = append(l.loops, loopFrame{s.label.name, q, p, len(l.accepts)})
	body := l.start(s.body, p, s.span)
	l.loops = l.loops[:len(l.loops)-1]
	for _, k := range all {
		value.Chan, end.Chan = k.id, k.id
		l.node(p, body, k.guard, value, s.span)
		l.node(p, q, k.guard, end, s.span)
	}
	if len(all) == 0 && none != nil {
		l.node(p, q, never(), cfg.Test{Await: true, Text: l.written(s.span)}, s.span)
	}
}

// message returns a message of several fields, or nil if it is wrong.
func (l *lowerer) message(e *tupleExpr, t cfg.Type) cfg.Expr {
	m := &cfg.Tuple{Type: t, Pos: l.src.position(e.at)}
	if len(t.Fields) != len(e.fields) {
		l.drop()
		return nil
	}
	for i, f := range e.fields {
		v, ok := l.expr(f)
		if !ok || !l.fits(v, t.Fields[i], f.where(), "field "+itoa(int32(i+1))) {
			l.drop()
			return nil
		}
		m.Fields = append(m.Fields, typed(v, t.Fields[i]))
	}
	return m
}

// pattern lowers the pattern of a receive of a type.
func (l *lowerer) pattern(op *cfg.Recv, fields []*field, t cfg.Type) bool {
	types := t.Fields
	if types == nil {
		types = []cfg.Type{t}
	}
	if len(types) != len(fields) {
		return l.drop()
	}
	good := true
	for i, f := range fields {
		var to cfg.Field
		switch n, _ := f.e.(*nameExpr); {
		case f.any:
		case f.store:
			target, of, ok := l.target(n)
			to.Target, good = &target, good && ok && l.alike(of, types[i], f.span)
		default:
			v, ok := l.expr(f.e)
			if !ok || !l.fits(v, types[i], f.span, "field "+itoa(int32(i+1))) {
				good = l.drop()
				break
			}
			to.Match = typed(v, types[i])
		}
		op.Fields = append(op.Fields, to)
	}
	return good
}
