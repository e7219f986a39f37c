package task

import (
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"flavers/diag"
)

// want resolves e and reports when its type does not fit.
func (r *resolver) want(e expr, t *typ, what string) {
	u := r.exprOf(e, t)
	if t.fits(u) {
		return
	}
	d := r.errorf(e.where(), "T204", "%s must be %s, not %s", what, t, u)
	_, literal := e.(*intLit)
	switch n, name := e.(*nameExpr); {
	case name && u.kind == tChan && t.kind != tChan:
		d.WithHint("a receive is a statement: x = <-%s", clip(n.name))
	case literal && t.kind == tBool:
		d.WithHint("write true or false")
	case t.kind == tEnum:
		d.WithHint("%s", t.enum.valuesHint())
	case !name || n.sym == nil || len(n.index) > 0:
	case t.kind == tBool && u.kind == tInt:
		d.WithHint("compare it, as in %s != 0", clip(n.name))
	case t.kind == tInt && u.kind == tBool:
		d.WithHint("write if %s then 1 else 0", clip(n.name))
	}
}

// exprOf resolves e where a value of type t is wanted: an unknown name there
// is probably meant to be one of the values of an enum.
func (r *resolver) exprOf(e expr, t *typ) *typ {
	if x, ok := e.(*ifExpr); ok && t.kind == tEnum {
		r.want(x.cond, boolType, "the condition")
		r.want(x.then, t, "the value")
		r.want(x.els, t, "the value")
		return badType // judged branch by branch
	}
	n, ok := e.(*nameExpr)
	if ok && t == lostType && len(n.index) == 0 && r.scope.find(n.name) == nil {
		return badType // most likely a value of the enum that is missing
	}
	if !ok || t.kind != tEnum || len(n.index) > 0 || r.scope.find(n.name) != nil || r.silent(n.ident) {
		return r.expr(e)
	}
	d := r.errorf(n.span, "T201", "%s has no value %q", clip(t.enum.name), clip(n.name))
	var names []string
	for _, v := range t.enum.values {
		names = append(names, v.name)
	}
	if s := suggest(n.name, names); s != "" {
		d.WithHint("did you mean %q?", s)
	} else if s := r.scope.suggest(n.name, symVar, symConst, symIndex); s != "" {
		d.WithHint("did you mean %q?", s)
	} else {
		d.WithHint("%s", t.enum.valuesHint())
	}
	return badType
}

// valuesHint lists the values of an enum, or the first ones.
func (e *enumDecl) valuesHint() string {
	var names []string
	for _, v := range e.values {
		names = append(names, clip(v.name))
	}
	if all := diag.Among(names); all != "" {
		return "the values of " + clip(e.name) + " are " + all
	}
	return "the values of " + clip(e.name) + " are " + strings.Join(names[:min(3, len(names))], ", ") + ", .."
}

// scalar resolves e and reports an array.
func (r *resolver) scalar(e expr) *typ {
	t := r.expr(e)
	if t.kind == tArray {
		return r.noArray(e)
	}
	return t
}

// noArray reports an array where a single value is wanted.
func (r *resolver) noArray(e expr) *typ {
	r.errorf(e.where(), "T204", "a whole array has no value").WithHint("give an index for each dimension")
	return badType
}

// expr resolves an expression and gives its type.
func (r *resolver) expr(e expr) *typ {
	switch e := e.(type) {
	case *intLit:
		return intType
	case *boolLit:
		return boolType
	case *selfExpr:
		r.named.self(e.span)
		if r.task == nil && r.proc == nil || r.task != nil && !r.task.family() {
			r.errorf(e.span, "T212", "self has a meaning only in a task with instances")
			return badType
		}
		return intType
	case *nameExpr:
		return r.nameType(e)
	case *unaryExpr:
		if e.op == "!" {
			r.want(e.x, boolType, "the operand of !")
			return boolType
		}
		r.want(e.x, intType, "the operand of -")
		return intType
	case *binaryExpr:
		return r.binary(e)
	case *minmaxExpr:
		if len(e.args) < 2 {
			r.errorf(e.span, "T205", "%s needs two values or more", e.op)
		}
		for _, a := range e.args {
			r.want(a, intType, "an argument of "+e.op)
		}
		return intType
	case *lengthExpr:
		if _, of := r.channel(e.ch); of != nil && of.buf == nil {
			c := e.ch
			r.errorf(e.span, "T205", "%s has no buffer: a value is in it only in the step in which it is sent and received", clip(c.name)).
				WithHint("chan %s[n] has a buffer of n values; select with else finds out whether a partner waits", clip(c.name))
			return badType
		}
		if e.op == "len" {
			return intType
		}
		return boolType
	case *ifExpr:
		r.want(e.cond, boolType, "the condition")
		t, u := r.scalar(e.then), r.scalar(e.els)
		if !t.fits(u) {
			r.errorf(e.els.where(), "T204", "the two values must be of one type, not %s and %s", t, u)
			return badType
		}
		if t.kind == tBad || t.kind == tNone {
			return u
		}
		return t
	}
	return badType
}

// lengthIn returns the length of a channel that an expression reads, or nil if there is none.
func lengthIn(e expr) *lengthExpr {
	var parts []expr
	switch e := e.(type) {
	case *lengthExpr:
		return e
	case *nameExpr:
		parts = e.index
	case *unaryExpr:
		parts = []expr{e.x}
	case *binaryExpr:
		parts = []expr{e.x, e.y}
	case *minmaxExpr:
		parts = e.args
	case *ifExpr:
		parts = []expr{e.cond, e.then, e.els}
	}
	for _, x := range parts {
		if of := lengthIn(x); of != nil {
			return of
		}
	}
	return nil
}

func (r *resolver) nameType(e *nameExpr) *typ {
	for _, x := range e.index {
		r.want(x, intType, "an index")
	}
	sym := r.lookup(e.ident, "variable or constant", symVar, symConst, symEnumVal, symIndex, symNone, symChan)
	if sym == nil {
		return badType
	}
	if sym.kind == symChan {
		if !r.indexOf(e, "channel", sym) {
			return badType
		}
		sym.passed = true
		return &typ{kind: tChan, elem: sym.typ}
	}
	if sym.kind == symVar && r.depth > 0 {
		r.errorf(e.span, "T206", "%s is a variable, and the value of a constant must be constant", clip(e.name))
		return badType
	}
	e.sym = sym
	t := sym.typ
	if sym.kind == symConst {
		t = r.constType(sym)
	}
	return r.indexed(e, t)
}

// indexed returns the type behind the indices of a reference to something of type t.
func (r *resolver) indexed(e *nameExpr, t *typ) *typ {
	for _, x := range e.index {
		switch t.kind {
		case tBad:
			return t
		case tArray:
			t = t.elem
		default:
			r.errorf(x.where(), "T204", "%s is of type %s and has no index here", clip(e.name), t)
			e.sym = nil
			return badType
		}
	}
	return t
}

func (r *resolver) binary(e *binaryExpr) *typ {
	if e.guess {
		r.scalar(e.x)
		r.scalar(e.y)
		return badType
	}
	switch e.op {
	case "&&", "||":
		r.want(e.x, boolType, "the left side of "+e.op)
		r.want(e.y, boolType, "the right side of "+e.op)
		return boolType
	case "+", "-", "*", "/", "%":
		r.want(e.x, intType, "the left side of "+e.op)
		r.want(e.y, intType, "the right side of "+e.op)
		return intType
	}
	var t, u *typ
	if n, ok := e.x.(*nameExpr); ok && r.scope.find(n.name) == nil { // x is wanted to be of the type of y
		u = r.scalar(e.y)
		t = r.exprOf(e.x, u)
	} else {
		t = r.scalar(e.x)
		if u = r.exprOf(e.y, t); u.kind == tArray {
			u = r.noArray(e.y)
		}
	}
	switch {
	case !t.fits(u):
		d := r.errorf(e.opSpan, "T204", "%s and %s cannot be compared", t, u)
		if t.kind == tBool || u.kind == tBool {
			d.WithHint("a bool is a condition by itself: b, or !b")
		} else if t.kind == tEnum && u.kind == tInt {
			d.WithHint("%s", t.enum.valuesHint())
		}
	case e.op != "==" && e.op != "!=" && (t.kind == tBool || t.kind == tRef || t.kind == tChan || t.kind == tNone):
		r.errorf(e.opSpan, "T204", "values of type %s have no order", t)
	}
	return boolType
}

// overrides checks the --set values and puts them in place of the constants.
func (r *resolver) overrides() {
	byName := map[string]*constDecl{}
	for _, c := range r.tree.consts {
		if byName[c.name] == nil {
			byName[c.name] = c
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.set)) {
		value := r.set[name]
		c := byName[name]
		if c == nil {
			d := r.list.Errorf(token.Position{}, "T210", "--set %s: the program has no constant %q", clip(name), clip(name))
			if s := suggest(name, slices.Collect(maps.Keys(byName))); s != "" {
				d.WithHint("did you mean %q?", s)
			} else if len(byName) == 0 {
				d.WithHint("declare it with const %s = value", clip(name))
			} else if all := diag.Among(slices.Sorted(maps.Keys(byName))); len(byName) == 1 {
				d.WithHint("the only constant is %s", all)
			} else if all != "" {
				d.WithHint("the constants are %s", all)
			}
			continue
		}
		t := r.constType(c.sym) // of the declared value, which thereby is checked too
		var e expr
		switch v, err := strconv.ParseInt(value, 10, 32); {
		case err == nil:
			e = &intLit{c.span, int32(v)}
		case value == "true" || value == "false":
			e = &boolLit{c.span, value == "true"}
		default:
			if s := r.top.names[value]; s != nil && s.kind == symEnumVal {
				e = &nameExpr{ident: ident{value, c.span}, sym: s, all: c.span}
			}
		}
		if e == nil {
			d := r.list.Errorf(token.Position{}, "T210", "--set %s=%s: %q is not a 32-bit number, true, false or an enum value",
				clip(name), clip(value), clip(value))
			if value == "any" {
				d.WithHint("flavers check, of one program, takes any: it makes the checks for every number of tasks")
			}
			continue
		}
		if u := r.expr(e); !t.fits(u) {
			r.list.Errorf(token.Position{}, "T210", "--set %s=%s: the constant is of type %s, not %s", clip(name), clip(value),
				t, u)
			continue
		}
		c.value = e
	}
}
