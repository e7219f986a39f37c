package ada

// This file holds values of variables while the program is elaborated, and executes subprograms on them: what
// happens before tasks run is computed, not modelled.

import (
	"fmt"
	"strings"

	"flavers/lang/ada/syntax"
)

// sval is the value of a place: a scalar, elements, or components.
type sval struct {
	n     int64
	known bool
	free  bool // it has no value yet; the first statement of the program gives it any
	elems []*sval
	names map[string]*sval
}

// initial is the value of an object that nothing is assigned to: the first of its type.
func initial(t *typ) *sval {
	s := &sval{known: true, n: t.lo}
	switch t.kind {
	case access:
		s.n = -1
	case boolean:
		s.n = 0
	case integer, modular:
		if t.wide() {
			s.n = max(0, t.lo)
		}
	case record, protectedType:
		s.names = map[string]*sval{}
		for i := range t.fields {
			s.names[fold(t.fields[i].name)] = initial(t.fields[i].typ)
		}
	case array:
		n := int64(1)
		for _, x := range t.index {
			n *= max(0, x.count())
		}
		for i := int64(0); i < min(n, 65536); i++ {
			s.elems = append(s.elems, initial(t.elem))
		}
	}
	if t.preset != nil {
		s.n = *t.preset
	}
	return s
}

// initialText is the initial value of a variable that holds a part of a place; "" if it is the first value.
func (l *lowerer) initialText(root *sval, path []step, t *typ) string {
	var values []*sval
	var walk func(s *sval, path []step)
	walk = func(s *sval, path []step) {
		switch {
		case s == nil:
			values = append(values, &sval{})
		case len(path) == 0:
			values = append(values, s)
		case path[0].name != "":
			walk(s.names[path[0].name], path[1:])
		default:
			for _, e := range s.elems {
				walk(e, path[1:])
			}
		}
	}
	walk(root, path)
	if len(values) == 0 {
		return ""
	}
	lo, hi := l.window(t)
	same := true
	for _, v := range values {
		if !v.known && !v.free || t.kind != access && (v.n < lo || v.n > hi) {
			return "any"
		}
		same = same && v.n == values[0].n
	}
	one := func(v *sval) string { return strings.Trim(num(t, v.n).text(), "()") }
	if same {
		return one(values[0])
	}
	return "{" + strings.Join(func() []string {
		var out []string
		for _, v := range values {
			out = append(out, one(v))
		}
		return out
	}(), ", ") + "}"
}

// nest groups a flat list by dimensions: {1, 2, 3, 4} of [2][2] is {{1, 2}, {3, 4}}.
func nest(list string, dims []int64) string {
	if len(dims) < 2 || !strings.HasPrefix(list, "{") {
		return list
	}
	items := strings.Split(strings.Trim(list, "{}"), ", ")
	for d := len(dims) - 1; d >= 0; d-- {
		var out []string
		n := int(dims[d])
		for i := 0; i+n <= len(items); i += n {
			out = append(out, "{"+strings.Join(items[i:i+n], ", ")+"}")
		}
		items = out
	}
	return items[0]
}

type outcome struct {
	kind  int // 0 on, 1 exit, 2 return, 3 given up
	label string
}

// run executes statements on the values of elaboration.
func (l *lowerer) run(body []*syntax.Stmt, sc *scope) outcome {
	for _, s := range body {
		if !l.tick(s.Pos) {
			return outcome{kind: 3}
		}
		if o := l.runOne(s, sc); o.kind != 0 {
			return o
		}
	}
	return outcome{}
}

func (l *lowerer) runOne(s *syntax.Stmt, sc *scope) outcome {
	switch s.Kind {
	case syntax.NullStmt, syntax.PragmaStmt, syntax.LabelStmt, syntax.EventStmt, syntax.DelayStmt:
	case syntax.Assign:
		if p := l.target(s.X, sc); p != nil {
			l.put(p, l.expr(s.Y, sc, p.typ), s.Y)
		}
	case syntax.Call:
		l.callStmt(s, sc)
	case syntax.IfStmt:
		for _, a := range s.Arms {
			c := l.expr(a.Cond, sc, l.boolean)
			if !c.known {
				return l.unsure(s)
			}
			if c.n != 0 {
				return l.run(a.Body, sc)
			}
		}
		return l.run(s.Else, sc)
	case syntax.CaseStmt:
		x := l.expr(s.X, sc, nil)
		for _, a := range s.Arms {
			for _, c := range a.Choices {
				v := l.within(x, c, sc)
				if !v.known {
					return l.unsure(s)
				}
				if v.n != 0 {
					return l.run(a.Body, sc)
				}
			}
		}
	case syntax.Block:
		in := newScope(sc)
		l.declarations(s.Decls, in)
		return l.run(s.Body, in)
	case syntax.Exit:
		if s.X != nil {
			c := l.expr(s.X, sc, l.boolean)
			if !c.known {
				return l.unsure(s)
			}
			if c.n == 0 {
				return outcome{}
			}
		}
		return outcome{kind: 1, label: fold(s.Label)}
	case syntax.Return:
		r := l.results[len(l.results)-1]
		if s.X != nil {
			v := l.expr(s.X, sc, r.typ)
			if v.agg != nil || v.pl != nil && v.code == "" {
				p := &place{typ: r.typ, init: initial(r.typ)}
				l.put(p, v, s.X)
				v = val{typ: r.typ, pl: p}
			}
			r.value = v
		}
		return outcome{kind: 2}
	case syntax.LoopStmt:
		return l.runLoop(s, sc)
	default:
		return l.unsure(s)
	}
	return outcome{}
}

func (l *lowerer) unsure(s *syntax.Stmt) outcome {
	l.failed(s.Pos, "what this statement does before the program runs is not known")
	return outcome{kind: 3}
}

func (l *lowerer) runLoop(s *syntax.Stmt, sc *scope) outcome {
	turn := func(in *scope) (outcome, bool) {
		o := l.run(s.Body, in)
		if o.kind == 1 && (o.label == "" || o.label == fold(s.Label)) {
			return outcome{}, true
		}
		return o, o.kind != 0
	}
	if s.Loop != nil {
		lo, hi, ok := l.bounds(s.Loop.Range, sc)
		if !ok {
			return l.unsure(s)
		}
		t := l.subtypeOf(s.Loop.Range, sc)
		for k := int64(0); k <= hi-lo && l.tick(s.Pos); k++ {
			n := lo + k
			if s.Loop.Reverse {
				n = hi - k
			}
			in := newScope(sc)
			in.add(&entity{kind: constant, name: s.Loop.Name, typ: t, v: num(t, n)})
			if o, end := turn(in); end {
				return o
			}
		}
		return outcome{}
	}
	for n := 0; l.tick(s.Pos); n++ {
		if s.X != nil {
			c := l.expr(s.X, sc, l.boolean)
			if !c.known || n > 100000 {
				return l.unsure(s)
			}
			if c.n == 0 {
				return outcome{}
			}
		}
		if o, end := turn(newScope(sc)); end {
			return o
		}
	}
	return outcome{kind: 3}
}

func (v val) String() string { return fmt.Sprintf("%s %s", v.typ, v.text()) }
