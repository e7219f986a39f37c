package task

import "flavers/cfg"

// This file lowers messages of several fields.

// messageType is the type of the messages of a channel; it has as many values as there are
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

// sent is the value of a send on a channel of type t.
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

// message is a message of several fields; nil: it is wrong.
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
