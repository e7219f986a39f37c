package task

import (
	"slices"

	"flavers/cfg"
)

// This file lowers channels: which one an operation is about, channels as values, and
// the lengths of buffers. A value of type chan T is NoTask (none) or the position among all
// channels that carry T, in the order of their declarations.

// choice is an object that an operation may be about, and the condition under which it is.
type choice struct {
	guard cfg.Expr
	id    cfg.ObjectID
}

// nesting returns how many channels a written type is inside.
func (x *typeExpr) nesting() int {
	if x == nil {
		return 0
	}
	n := x.elem.nesting()
	for _, f := range x.fields {
		n = max(n, f.nesting())
	}
	if x.kind == typeChan {
		n++
	}
	return n
}

// nesting returns the greatest of any channel.
func (t *tree) nesting() int {
	n := 0
	for _, o := range t.objects {
		n = max(n, o.typ.nesting())
	}
	return n
}

// carrier is a channel among those that carry the same type.
type carrier struct {
	id   cfg.ObjectID
	name string
	cap  int32
}

// carriers lists the channels that carry a type.
func (l *lowerer) carriers(elem cfg.Type) []carrier {
	key := elem.String()
	if list, known := l.chans[key]; known {
		return list
	}
	var out []carrier
	for _, d := range l.tree.objects {
		o, laid := l.objects[d.sym]
		if d.what != "chan" || !laid || o.t.Kind != elem.Kind || o.t.String() != key {
			continue
		}
		for i := range max(o.n, 1) {
			name := d.name
			if o.n >= 0 {
				name += "[" + itoa(i) + "]"
			}
			out = append(out, carrier{o.base + cfg.ObjectID(i), name, o.cap})
		}
	}
	if l.laid {
		l.chans[key] = out
	}
	return out
}

// chanType returns the type of channels that carry elem.
func (l *lowerer) chanType(elem cfg.Type) cfg.Type {
	var names []string
	for _, c := range l.carriers(elem) {
		names = append(names, c.name)
	}
	return cfg.Type{Kind: cfg.RefType, Lo: cfg.NoTask, Hi: int32(len(names) - 1), Name: "chan " + elem.String(), Names: names, Family: cfg.None}
}

// alike reports whether values of two types mean the same tasks or channels; none is of every
// type. The resolver knows no ranges: chan 0..3 and chan 0..7 are the same to it.
func (l *lowerer) alike(t, u cfg.Type, at span) bool {
	if t.Kind != cfg.RefType || u.Kind != cfg.RefType || t.Name == u.Name || t.Name == "" || u.Name == "" {
		return true
	}
	if !l.list.HasErrors() { // else the resolver may have said so
		l.errorf(at, "T204", "%s and %s are channels of different types", t, u).
			WithHint("a chan 0..3 is no chan 0..7: write the type of the declaration")
	}
	return l.drop()
}

// inside returns the value of an index that is never outside of an array of objects.
func (l *lowerer) inside(e *nameExpr, n int32) (value, bool) {
	if len(e.index) != 1 {
		return value{}, l.drop()
	}
	i, ok := l.expr(e.index[0])
	if !ok || i.t.Kind != cfg.RangeType {
		return value{}, l.drop()
	}
	if i.lo < 0 || i.hi >= int64(n) {
		l.errorf(e.index[0].where(), "T211", "the index of %s may be %d..%d, outside 0..%d", clip(e.name), i.lo, i.hi, n-1).
			WithHint("in an expression an index is not checked: give the variable the range 0..%d", n-1)
		return value{}, false
	}
	return i, true
}

// channelValue returns a declared channel as a value.
func (l *lowerer) channelValue(e *nameExpr) (value, bool) {
	o, ok := l.declared(e)
	if !ok {
		return value{}, false
	}
	t := l.chanType(o.t)
	first := int32(slices.IndexFunc(l.carriers(o.t), func(c carrier) bool { return c.id == o.base }))
	if o.n < 0 {
		return constValue(first, t), true
	}
	i, ok := l.inside(e, o.n)
	if !ok {
		return i, false
	}
	if n, isConst := i.constant(); isConst {
		return constValue(first+n, t), true
	}
	x := &cfg.Binary{Op: cfg.Add, X: i.x, Y: number32(first), Pos: l.src.position(e.at)}
	return value{x, t, i.lo + int64(first), i.hi + int64(first)}, true
}

// oneOf returns what an operation on locks, semaphores or channels may be about, and what
// a channel carries: one object for each value of the index, or of the variable. For none
// there is no choice; it returns the condition under which the operation is about none.
func (l *lowerer) oneOf(e *nameExpr, guard cfg.Expr, p, q cfg.PointID) (elem cfg.Type, all []choice, none cfg.Expr, ok bool) {
	if e.sym != nil && e.sym.kind == symVar {
		return l.oneOfValue(e, guard)
	}
	o, ok := l.declared(e)
	if !ok || o.n < 0 {
		return o.t, []choice{{guard, o.base}}, nil, ok
	}
	if len(e.index) != 1 {
		return o.t, nil, nil, l.drop()
	}
	picks, ok := l.indexValues(e.index[0], 0, o.n-1, e.name, guard, p, q)
	for _, k := range picks {
		all = append(all, choice{k.guard, o.base + cfg.ObjectID(k.value)})
	}
	return o.t, all, nil, ok || l.drop()
}

// oneOfValue returns the same for a variable.
func (l *lowerer) oneOfValue(e *nameExpr, guard cfg.Expr) (elem cfg.Type, all []choice, none cfg.Expr, ok bool) {
	v, ok := l.expr(e)
	if !ok {
		return elem, nil, nil, l.drop()
	}
	elem, ok = l.carried(e)
	if !ok {
		return elem, nil, nil, false
	}
	list := l.carriers(elem)
	if n, isConst := v.constant(); isConst {
		if n >= 0 {
			return elem, []choice{{guard, list[n].id}}, nil, true
		}
		return elem, nil, both(guard, cfg.Const{Value: 1, Type: cfg.Bool()}), true
	}
	is := func(n int32) cfg.Expr {
		return both(guard, &cfg.Binary{Op: cfg.Eq, X: v.x, Y: cfg.Const{Value: n, Type: v.t}, Pos: l.src.position(e.at)})
	}
	for n, c := range list {
		all = append(all, choice{is(int32(n)), c.id})
	}
	return elem, all, is(cfg.NoTask), true
}

// carried returns what the channels carry that a variable can refer to.
func (l *lowerer) carried(e *nameExpr) (cfg.Type, bool) {
	d := e.sym.decl
	for d != nil && d.kind == typeArray {
		d = d.elem
	}
	if d == nil || d.kind != typeChan {
		return cfg.Type{}, l.drop()
	}
	t, dims, ok := l.typeOf(d.elem)
	return t, ok && dims == nil
}

// declared returns the objects of a declaration.
func (l *lowerer) declared(e *nameExpr) (objects, bool) {
	if e.sym == nil {
		return objects{}, l.drop()
	}
	o, ok := l.objects[e.sym]
	l.dropped = l.dropped || !ok
	return o, ok
}

// lengthOf returns the value of len(c), empty(c) or full(c). Of none the length is 0, and it is both empty
// and full.
func (l *lowerer) lengthOf(e *lengthExpr) (value, bool) {
	if e.ch.sym != nil && e.ch.sym.kind == symVar {
		elem, ok := l.carried(e.ch)
		v, ok2 := l.expr(e.ch)
		if !ok || !ok2 {
			return value{}, false
		}
		out := l.length(e.op, 0, 0)
		for n, c := range l.carriers(elem) {
			out = l.orElse(v, int32(n), l.length(e.op, c.id, c.cap), out, e.span)
		}
		return out, true
	}
	o, ok := l.declared(e.ch)
	if !ok || o.n < 0 {
		return l.length(e.op, o.base, o.cap), ok
	}
	i, ok := l.inside(e.ch, o.n)
	if !ok {
		return i, false
	}
	out := l.length(e.op, o.base+cfg.ObjectID(i.hi), o.cap)
	for n := i.hi - 1; n >= i.lo && l.tick(e.span); n-- {
		out = l.orElse(i, int32(n), l.length(e.op, o.base+cfg.ObjectID(n), o.cap), out, e.span)
	}
	return out, true
}

// orElse returns a where v is n, and else b.
func (l *lowerer) orElse(v value, n int32, a, b value, at span) value {
	is := &cfg.Binary{Op: cfg.Eq, X: v.x, Y: cfg.Const{Value: n, Type: v.t}, Pos: l.src.position(at.at)}
	return value{&cfg.If{C: is, Then: a.x, Else: b.x}, a.t, min(a.lo, b.lo), max(a.hi, b.hi)}
}

// length returns the value of len(c), empty(c) or full(c) for one channel.
func (l *lowerer) length(op string, id cfg.ObjectID, capacity int32) value {
	t := cfg.Range(0, capacity)
	n := cfg.Expr(cfg.Const{Type: t})
	if capacity > 0 {
		n = cfg.Length{Chan: id}
		l.b.AddLength(id)
	}
	if op == "len" {
		return value{n, t, 0, int64(capacity)}
	}
	at := int32(0)
	if op == "full" {
		at = capacity
	}
	if at == capacity && capacity == 0 {
		return boolValue(true)
	}
	return boolExpr(&cfg.Binary{Op: cfg.Eq, X: n, Y: cfg.Const{Value: at, Type: t}})
}
