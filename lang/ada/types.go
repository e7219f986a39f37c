package ada

// This file holds the types of a program: finite ones are exact, all others are opaque.

import (
	"fmt"

	"flavers/lang/ada/syntax"
)

type typeKind uint8

const (
	opaque  typeKind = iota // floats, strings, times, files: not modelled
	integer                 // lo..hi; wide if it is followed in a window only
	modular                 // 0..mod-1
	enum                    // positions
	boolean
	record
	array
	access
	taskType
	protectedType
)

type typ struct {
	kind   typeKind
	name   string
	lo, hi int64
	lits   []string // of an enumeration, as declared
	fields []field
	index  []*typ
	elem   *typ
	target *typ // of an access type
	decl   *syntax.Decl
	in     *scope // where a task or protected type is declared
	root   *typ   // of a subtype: the type
	discs  []syntax.Param
	preset *int64 // Default_Value: the value of an object that is given none
}

type field struct {
	name string
	typ  *typ
	init *syntax.Expr
	in   *scope
}

func (t *typ) base() *typ {
	for t.root != nil {
		t = t.root
	}
	return t
}

func (t *typ) discrete() bool {
	return t.kind == integer || t.kind == modular || t.kind == enum || t.kind == boolean
}

// scalar tells whether values are one value of the task language.
func (t *typ) scalar() bool { return t.discrete() || t.kind == access && t.target.kind == taskType }

// exact types have few values: these are followed exactly.
const exact = 1024

func (t *typ) wide() bool {
	return t.kind == integer && t.hi-t.lo >= exact || t.kind == modular && t.hi >= 65536
}

func (t *typ) field(name string) *field {
	for i := range t.fields {
		if fold(t.fields[i].name) == fold(name) {
			return &t.fields[i]
		}
	}
	return nil
}

func (t *typ) count() int64 { return t.hi - t.lo + 1 }

func (t *typ) String() string {
	if t.name != "" {
		return t.name
	}
	return fmt.Sprintf("%d .. %d", t.lo, t.hi)
}

// window is the range of a wide type that is followed.
func (l *lowerer) window(t *typ) (lo, hi int64) {
	if !t.wide() {
		return t.lo, t.hi
	}
	return max(t.lo, -l.most), min(t.hi, l.most)
}

// text is a scalar type in the task language.
func (l *lowerer) text(t *typ) string {
	switch t.kind {
	case boolean:
		return "bool"
	case access:
		return "ref " + l.pool(t.target).name
	}
	lo, hi := l.window(t)
	if hi < lo {
		hi = lo
	}
	return fmt.Sprintf("%d..%d", lo, hi)
}

func (l *lowerer) sub(t *typ, lo, hi int64) *typ {
	s := *t
	s.lo, s.hi, s.root, s.name = lo, hi, t, ""
	return &s
}

// subtypeOf is the type that a subtype indication names.
func (l *lowerer) subtypeOf(e *syntax.Expr, sc *scope) *typ {
	if e == nil {
		return l.opaque
	}
	switch e.Kind {
	case syntax.Constraint:
		t := l.subtypeOf(e.X, sc)
		if e.Y == nil || e.Y.Kind == syntax.Box || !t.discrete() {
			return t
		}
		lo, hi, ok := l.bounds(e.Y, sc)
		if !ok {
			if t.discrete() {
				l.note(dataLost, e.Pos, "the bounds of a subtype are not known: it is %s", t.name)
			}
			return t
		}
		return l.sub(t, lo, hi)
	case syntax.Range: // of an index
		lo, hi, ok := l.bounds(e, sc)
		if !ok {
			l.errorf(e.Pos, e.Len, NotStatic, "the bounds of this range must be known before the program runs")
			lo, hi = 0, 0
		}
		t := l.integer
		if x := l.quiet(func() val { return l.expr(e.X, sc, nil) }); x.typ != nil && x.typ.discrete() {
			t = x.typ
		} else if y := l.quiet(func() val { return l.expr(e.Y, sc, nil) }); y.typ != nil && y.typ.discrete() {
			t = y.typ
		}
		return l.sub(t.base(), lo, hi)
	case syntax.Apply: // an index or a discriminant constraint
		t := l.subtypeOf(e.X, sc)
		if t.kind == array && len(e.Args) == len(t.index) {
			a := *t
			a.index = nil
			for i, x := range e.Args {
				lo, hi, ok := l.bounds(x.Value, sc)
				if !ok {
					l.errorf(e.Pos, e.Len, NotStatic, "the bounds of this array must be known before the program runs")
				}
				a.index = append(a.index, l.sub(t.index[i].base(), lo, hi))
			}
			return &a
		}
		return t
	case syntax.AccessType:
		if e.X == nil {
			return l.opaque
		}
		return &typ{kind: access, target: l.subtypeOf(e.X, sc)}
	case syntax.Attribute:
		if t := fold(e.Text); t == "class" || t == "base" {
			b := l.subtypeOf(e.X, sc)
			if t == "base" {
				return b.base()
			}
			return b
		}
	case syntax.Name, syntax.Selected:
		ent := l.resolve(e, sc)
		switch {
		case ent == nil:
			return l.opaque
		case ent.kind == typeEntity && ent.typ == nil: // used before its full declaration
			return l.opaque
		case ent.kind == typeEntity:
			return ent.typ
		case ent.kind == library:
			return l.libraryType(ent)
		}
		l.errorf(e.Pos, e.Len, Undeclared, "%s is no type", e.Text)
		return l.opaque
	}
	return l.opaque
}

// bounds are those of a static range: a..b, a subtype, or X'Range.
func (l *lowerer) bounds(e *syntax.Expr, sc *scope) (lo, hi int64, ok bool) {
	switch e.Kind {
	case syntax.Range:
		x, ok1 := l.static(e.X, sc, nil)
		y, ok2 := l.static(e.Y, sc, x.typ)
		if ok1 && x.typ != nil && x.typ.kind == integer && ok2 && y.typ != nil && y.typ.kind == enum {
			x, ok1 = l.static(e.X, sc, y.typ)
		}
		return x.n, y.n, ok1 && ok2
	case syntax.Constraint:
		return l.bounds(e.Y, sc)
	case syntax.Attribute:
		if fold(e.Text) == "range" {
			if t := l.rangeOf(e, sc); t != nil {
				return t.lo, t.hi, true
			}
			return 0, 0, false
		}
	}
	if t := l.subtypeOf(e, sc); t.discrete() {
		return t.lo, t.hi, true
	}
	return 0, 0, false
}

// rangeOf is the index type that X'Range, 'First, 'Last or 'Length speak of; nil: unknown.
func (l *lowerer) rangeOf(e *syntax.Expr, sc *scope) *typ {
	var t *typ
	if ent := l.look(e.X, sc); ent != nil && ent.kind == typeEntity {
		t = ent.typ
	} else if ent == nil || ent.kind != library {
		t = l.quiet(func() val { return l.expr(e.X, sc, nil) }).typ
	}
	if t == nil {
		return nil
	}
	if t.kind == access && t.target != nil {
		t = t.target
	}
	if t.kind == array {
		dim := int64(1)
		if len(e.Args) == 1 {
			if d, ok := l.static(e.Args[0].Value, sc, nil); ok {
				dim = d.n
			}
		}
		if dim < 1 || int(dim) > len(t.index) {
			return nil
		}
		return t.index[dim-1]
	}
	if t.discrete() {
		return t
	}
	return nil
}

// defined is the type of a type definition.
func (l *lowerer) defined(name string, d *syntax.TypeDef, sc *scope, discs []syntax.Param) *typ {
	t := &typ{name: name, discs: discs}
	switch d.Kind {
	case "enum":
		t.kind, t.hi = enum, int64(len(d.Literals))-1
		for i, lit := range d.Literals {
			t.lits = append(t.lits, lit.Name)
			sc.add(&entity{kind: literal, name: lit.Name, typ: t, v: val{typ: t, known: true, n: int64(i)}})
		}
	case "range":
		if d.X == nil {
			return l.integer
		}
		lo, hi, ok := l.bounds(d.X, sc)
		if !ok {
			return &typ{name: name}
		}
		t.kind, t.lo, t.hi = integer, lo, hi
	case "mod":
		t.kind = modular
		m, ok := l.static(d.X, sc, nil)
		if !ok || m.n < 1 {
			return &typ{name: name}
		}
		t.hi = m.n - 1
	case "array":
		t.kind = array
		for _, x := range d.Index {
			t.index = append(t.index, l.subtypeOf(x, sc))
		}
		t.elem = l.subtypeOf(d.Element, sc)
	case "record":
		t.kind = record
		for _, c := range append(discs[:len(discs):len(discs)], d.Parts...) {
			ft := (*typ)(nil)
			if c.Def != nil {
				ft = l.defined("", c.Def, sc, nil)
			} else {
				ft = l.subtypeOf(c.Type, sc)
			}
			for _, n := range c.Names {
				t.fields = append(t.fields, field{n.Name, ft, c.Default, sc})
			}
		}
	case "access":
		t.kind, t.target = access, l.subtypeOf(d.X.X, sc)
	case "derived":
		parent := l.subtypeOf(d.X, sc)
		c := *parent
		c.name = name
		if d.X.Kind != syntax.Constraint {
			c.root = nil
		}
		c.fields = append(c.fields[:len(c.fields):len(c.fields)], l.fieldsOf(d, sc)...)
		if c.kind == enum {
			for i, lit := range c.lits {
				sc.add(&entity{kind: literal, name: lit, typ: &c, v: val{typ: &c, known: true, n: int64(i)}})
			}
		}
		return &c
	}
	return t
}

func (l *lowerer) fieldsOf(d *syntax.TypeDef, sc *scope) []field {
	var out []field
	for _, c := range d.Parts {
		for _, n := range c.Names {
			out = append(out, field{n.Name, l.subtypeOf(c.Type, sc), c.Default, sc})
		}
	}
	return out
}

// elements is the number of elements of an array.
func (t *typ) elements() int64 {
	n := int64(1)
	for _, x := range t.index {
		n *= max(0, x.count())
	}
	return n
}
