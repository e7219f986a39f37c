package task

// This file resolves what is sent and received: the types of messages of several
// fields, and the patterns of receives. For `chan c (0..7, bool)`,
//
//	c <- (x+1, true)        sends one field after the other
//	(n, ok) = <-c           stores both fields: n and ok are variables
//	(== x, _) = <-c         waits for a message whose first field is x, and drops the second

// elementType resolves the type of the messages of a channel.
func (r *resolver) elementType(x *typeExpr) *typ {
	if x.kind != typeTuple {
		return r.typeOf(x)
	}
	t := &typ{kind: tTuple}
	for _, f := range x.fields {
		u := r.typeOf(f)
		if u.kind == tArray {
			r.errorf(f.span, "T204", "a field of a message is a single value, not an array")
			u = badType
		}
		t.fields = append(t.fields, u)
	}
	return t
}

// send resolves c <- e and c <- (e, ..).
func (r *resolver) send(s *sendStmt) {
	c, _ := r.channel(s.ch)
	tuple, several := s.value.(*tupleExpr)
	switch {
	case c == nil && several:
		for _, e := range tuple.fields {
			r.scalar(e)
		}
	case c == nil:
		r.expr(s.value)
	case several && c.kind == tTuple && len(tuple.fields) == len(c.fields):
		for i, e := range tuple.fields {
			r.want(e, c.fields[i], fieldOf(i, s.ch))
		}
	case several:
		for _, e := range tuple.fields {
			r.scalar(e)
		}
		r.fieldCount(s.value.where(), len(tuple.fields), "sent", s.ch, c)
	case c.kind == tTuple:
		r.scalar(s.value)
		r.fieldCount(s.value.where(), 1, "sent", s.ch, c)
	default:
		r.want(s.value, c, "a value sent on "+clip(s.ch.name))
	}
}

// receive resolves x = <-c, <-c and (pattern) = <-c.
func (r *resolver) receive(s *recvStmt) {
	t := badType
	if s.target != nil {
		t = r.target(s.target)
	}
	c, _ := r.channel(s.ch)
	if s.ok != nil {
		if u := r.target(s.ok); !u.fits(boolType) {
			r.errorf(s.ok.where(), "T204", "%s is of type %s, but whether there was a value is a bool", clip(s.ok.name), u)
		}
	}
	if s.pattern != nil {
		r.pattern(s, c)
		for _, f := range s.pattern {
			if s.two && !f.any && !f.store {
				r.errorf(f.span, "T206", "a receive with two results matches nothing").
					WithHint("write a variable or _ for each field")
			}
		}
		return
	}
	if c == nil || t.fits(c) || s.two && s.target == nil {
		return
	}
	d := r.errorf(s.target.where(), "T204", "%s is of type %s, but channel %s carries %s", clip(s.target.name), t, clip(s.ch.name), c)
	if c.kind == tTuple {
		d.WithHint("a receive names a variable for each field, or _: (%s, _) = <-%s", clip(s.target.name), clip(s.ch.name))
	}
}

// pattern resolves the fields of a receive's pattern. c is what the channel carries,
// or nil if that is not known. A field that is the name of a variable stores; any
// other one is a value to match.
func (r *resolver) pattern(s *recvStmt, c *typ) {
	types := []*typ{badType}
	switch {
	case c == nil:
		types = nil
	case c.kind == tTuple:
		types = c.fields
	default:
		types[0] = c
	}
	if types != nil && c.kind != tBad && len(types) != len(s.pattern) {
		at := span{s.pattern[0].at, s.pattern[len(s.pattern)-1].end}
		r.fieldCount(at, len(s.pattern), "received", s.ch, c)
		s.ch.sym = nil
		types = nil
	}
	for i, f := range s.pattern {
		if f.any {
			continue
		}
		t, what := badType, "the field"
		if i < len(types) {
			t, what = types[i], fieldOf(i, s.ch)
		}
		n, name := f.e.(*nameExpr)
		if sym := (*symbol)(nil); name && !f.equal {
			if sym = r.scope.find(n.name); sym != nil && sym.kind == symVar {
				f.store = true
				if u := r.target(n); !u.fits(t) {
					r.errorf(f.span, "T204", "%s is of type %s, but %s is %s", clip(n.name), u, what, t)
				}
				continue
			}
		}
		r.want(f.e, t, what)
		if !f.equal && reads(f.e) && (!name || n.sym != nil) {
			r.errorf(f.span, "T206", "a field that is no variable to store in is a constant to match").
				WithHint("write == before it to match its value in this step: (== x+1, y) = <-c")
		}
	}
}

// drain resolves for x in <-c { .. }, which declares x.
func (r *resolver) drain(s *drainStmt) {
	var elem *typ
	var obj *objDecl
	if s.ch != nil { // nil: it was not read, and an error says so
		elem, obj = r.channel(s.ch)
	}
	// The variables have the types that stand in the declaration of the channel, or in
	// the type of the variable or parameter that refers to it.
	var written *typeExpr
	if obj != nil {
		written = obj.typ
	} else if s.ch != nil && s.ch.sym != nil {
		for written = s.ch.sym.decl; written != nil && written.kind == typeArray; {
			written = written.elem
		}
		if written != nil {
			written = written.elem
		}
	}
	types, decls := []*typ{elem}, []*typeExpr{written}
	if elem != nil && elem.kind == tTuple {
		types = elem.fields
		if decls = nil; written != nil {
			decls = written.fields
		}
	}
	if elem != nil && len(types) != len(s.names) && (len(s.names) != 1 || s.names[0].name != "_") {
		at := span{s.names[0].at, s.names[len(s.names)-1].end}
		r.fieldCount(at, len(s.names), "received", s.ch, elem)
		s.ch.sym, elem = nil, nil
	}
	r.scope = newScope(r.scope)
	for i, id := range s.names {
		sym := &symbol{ident: id, kind: symVar, typ: badType}
		if elem != nil && i < len(types) && types[i].kind != tTuple {
			sym.typ = types[i]
			if i < len(decls) {
				sym.decl = decls[i]
			}
		}
		if id.name != "_" {
			sym = r.declare(r.scope, sym)
		}
		s.syms = append(s.syms, sym)
	}
	r.loop(s.label, func() { r.block(s.body) })
	r.scope = r.scope.parent
}

// fieldOf names a field of a channel in messages.
func fieldOf(i int, ch *nameExpr) string {
	return "field " + itoa(int32(i+1)) + " of " + clip(ch.name)
}

// fieldCount reports a message with more or fewer fields than its channel has.
func (r *resolver) fieldCount(at span, n int, verb string, ch *nameExpr, c *typ) {
	if c.kind == tBad {
		return
	}
	has := 1
	if c.kind == tTuple {
		has = len(c.fields)
	}
	d := r.errorf(at, "T205", "channel %s carries messages of %s, but %s %s", clip(ch.name), count(has, "field"), count(n, "field"), verb)
	if has > 1 {
		d.WithHint("its messages are %s", c)
	}
}
