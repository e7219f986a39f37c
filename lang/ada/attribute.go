package ada

// This file lowers attributes.

import (
	"fmt"
	"strings"

	"flavers/lang/ada/syntax"
)

func (l *lowerer) attribute(e *syntax.Expr, sc *scope, want *typ) val {
	name := fold(e.Text)
	arg := func(t *typ) val {
		if len(e.Args) == 0 {
			return anyOf(t, "")
		}
		return l.expr(e.Args[0].Value, sc, t)
	}
	switch name {
	case "first", "last", "length":
		t := l.rangeOf(e, sc)
		switch {
		case t == nil:
			return anyOf(l.integer, "'"+e.Text)
		case name == "first":
			return num(t, t.lo)
		case name == "last":
			return num(t, t.hi)
		}
		return num(l.integer, max(0, t.count()))
	case "pos", "enum_rep":
		v := arg(l.typeOf(e.X, sc))
		if v.unknown || v.typ == nil || !v.typ.discrete() {
			return anyOf(l.integer, v.why)
		}
		if v.typ.kind == boolean && !v.known {
			v.code = fmt.Sprintf("(if %s then 1 else 0)", v.code)
		}
		v.typ, v.pl = l.integer, nil
		return v
	case "val", "enum_val":
		t := l.typeOf(e.X, sc)
		v := arg(l.integer)
		if t == nil || v.unknown || !t.discrete() {
			return anyOf(t, v.why)
		}
		v.pl = nil
		if t.kind == boolean && !v.known {
			return val{typ: t, code: "(" + v.code + " != 0)", hi: 1, shared: v.shared}
		}
		l.check(v, t.base(), e)
		v.typ = t
		return v
	case "succ", "pred":
		t := l.typeOf(e.X, sc)
		op := map[string]string{"succ": "+", "pred": "-"}[name]
		v := arg(t)
		if t == nil || !t.discrete() || t.kind == boolean {
			return anyOf(t, v.why)
		}
		r := l.operate(op, v, num(t, 1), e)
		if t.kind == enum {
			l.check(r, t.base(), e)
		}
		return r
	case "min", "max":
		t := l.typeOf(e.X, sc)
		if len(e.Args) != 2 || t == nil || !t.discrete() {
			return anyOf(t, "")
		}
		x, y := l.expr(e.Args[0].Value, sc, t), l.expr(e.Args[1].Value, sc, t)
		op := map[string]string{"min": "<=", "max": ">="}[name]
		c := l.compare(op, x, y)
		return l.either(c, e, t, func() val { return x }, func() val { return y })
	case "modulus":
		if t := l.typeOf(e.X, sc); t != nil && t.kind == modular {
			return num(l.integer, t.base().hi+1)
		}
	case "access", "unchecked_access", "unrestricted_access":
		if ent := l.look(e.X, sc); ent != nil && ent.kind == subprogram {
			return val{typ: &typ{kind: access, target: l.opaque}, unknown: true, why: "an access to a subprogram"}
		}
		v := l.expr(e.X, sc, nil)
		if v.pl != nil || v.task != nil {
			return v
		}
		return anyOf(want, v.why)
	case "count":
		return l.countOf(e, sc)
	case "callable", "terminated":
		v := l.expr(e.X, sc, nil)
		if v.task == nil {
			return anyOf(l.boolean, "'"+e.Text)
		}
		return l.ended(v.task, name == "callable")
	case "valid":
		return l.truth(true)
	case "image", "img", "wide_image", "value", "identity", "caller":
		l.effects(e.Args, sc)
		if name == "value" {
			return anyOf(l.typeOf(e.X, sc), "'Value")
		}
		return anyOf(l.opaque, "")
	}
	l.effects(e.Args, sc)
	if want == nil {
		want = l.integer
	}
	return anyOf(want, "'"+e.Text)
}

// typeOf is the type that a prefix names; nil: none.
func (l *lowerer) typeOf(e *syntax.Expr, sc *scope) *typ {
	if ent := l.look(e, sc); ent != nil && ent.kind == typeEntity {
		return ent.typ
	}
	if e.Kind == syntax.Attribute && fold(e.Text) == "base" {
		return l.typeOf(e.X, sc)
	}
	return nil
}

// ended is whether a task has ended, or the opposite.
func (l *lowerer) ended(t *taskRef, callable bool) val {
	flag := l.endedFlag(t.group)
	code := flag + t.index()
	if callable {
		code = "!" + code
	}
	return val{typ: l.boolean, code: code, hi: 1, shared: 1}
}

// index is the index of a task in its family, in brackets; "" of a single one.
func (t *taskRef) index() string {
	if i := strings.Index(t.code, "["); i >= 0 && t.group.index != nil {
		inner := t.code[i+1 : len(t.code)-1]
		if t.group.lo > 0 {
			inner += fmt.Sprintf(" - %d", t.group.lo)
		} else if t.group.lo < 0 {
			inner += fmt.Sprintf(" + %d", -t.group.lo)
		}
		return "[" + inner + "]"
	}
	return ""
}
