package gen

// This file makes types, values, expressions and conditions for the builder. Without Faults,
// every expression stays within the range of its type.

import (
	"fmt"
	"strconv"
)

// typ is a scalar type: 'b' bool, 'r' a range lo..hi, 'e' the enumeration
// Color, 'w' a reference to a dynamic task.
type typ struct {
	kind   byte
	lo, hi int
	of     string // of a reference: the name of the task
}

func (t typ) String() string {
	switch t.kind {
	case 'b':
		return "bool"
	case 'e':
		return "Color"
	case 'w':
		return "ref " + t.of
	}
	return fmt.Sprintf("%d..%d", t.lo, t.hi)
}

// size returns the number of values.
func (t typ) size() int { return map[byte]int{'b': 2, 'e': 3, 'r': t.hi - t.lo + 1, 'w': 1}[t.kind] }

// value returns a random literal.
func (t typ) value(in *choices) string {
	switch t.kind {
	case 'b':
		return pick(in, []string{"false", "true"})
	case 'e':
		return pick(in, []string{"red", "green", "blue"})
	}
	return strconv.Itoa(t.lo + in.n(t.hi-t.lo+1))
}

// typ decides on a type.
func (b *builder) typ() typ {
	switch b.in.n(7) {
	case 0, 1:
		return typ{kind: 'b'}
	case 2:
		return typ{kind: 'r', hi: 2}
	case 3:
		return typ{kind: 'r', lo: -1, hi: 1}
	case 4:
		b.enum = true
		return typ{kind: 'e'}
	}
	return typ{kind: 'r', hi: 1}
}

// visible lists the variables of a kind that t can read; kind 0 is any. References are left out.
func (b *builder) visible(t *task, kind byte) []variable {
	var out []variable
	for _, list := range [][]variable{b.shared, t.vars, t.scope} {
		for _, v := range list {
			if (kind == 0 || v.typ.kind == kind) && v.typ.kind != 'w' {
				out = append(out, v)
			}
		}
	}
	return out
}

// place returns a variable as an expression: x, or a[index].
func (b *builder) place(t *task, v variable) string {
	if v.size == 0 {
		return v.name
	}
	var index []string
	for _, w := range b.visible(t, 'r') { // an index in range, unless mistakes are allowed
		if w.size == 0 && (w.typ.lo >= 0 && w.typ.hi < v.size || b.is(Faults) && !w.con) {
			index = append(index, w.name)
		}
	}
	switch k := b.in.n(4); {
	case k < 2:
		return fmt.Sprintf("%s[%d]", v.name, k)
	case len(index) > 0:
		return fmt.Sprintf("%s[%s]", v.name, pick(b.in, index))
	case t.family:
		return fmt.Sprintf("%s[(self + 1) %% 2]", v.name)
	}
	return v.name + "[0]"
}

// value returns an expression for a value of type ty.
func (b *builder) value(t *task, ty typ) string {
	vars := b.visible(t, ty.kind)
	k := b.in.n(10)
	if len(vars) == 0 || k < 3 {
		return ty.value(b.in)
	}
	v := pick(b.in, vars)
	x := b.place(t, v)
	switch ty.kind {
	case 'b':
		if k < 6 {
			return "!" + x
		}
		return b.condition(t, 1)
	case 'e':
		if k < 7 {
			return x
		}
		return fmt.Sprintf("if %s then %s else %s", b.condition(t, 1), x, ty.value(b.in))
	}
	switch {
	case k < 6: // always in range
		return fmt.Sprintf("(%s + %d) %% %d%s", x, 1+b.in.n(2), ty.size(), plus(ty.lo))
	case k == 6:
		return fmt.Sprintf("min(max(%s, %d), %d)", x, ty.lo, ty.hi)
	case k < 9:
		return fmt.Sprintf("if %s then %s else %s", b.condition(t, 1), ty.value(b.in), ty.value(b.in))
	case b.is(Faults) && !v.con: // perhaps not
		return fmt.Sprintf(pick(b.in, []string{"%s", "%s + 1", "%s - 1", "-%s", "2 * %s", "1 / %s"}), x)
	}
	return ty.value(b.in)
}

// plus returns what an expression for 0.. needs to become one for lo..; lo is not above 0.
func plus(lo int) string {
	if lo == 0 {
		return ""
	}
	return fmt.Sprintf(" - %d", -lo)
}

// condition returns an expression of type bool.
func (b *builder) condition(t *task, depth int) string {
	vars := b.visible(t, 0)
	if len(vars) == 0 {
		return pick(b.in, []string{"true", "1 < 2", "false"})
	}
	v := pick(b.in, vars)
	x := b.place(t, v)
	if depth > 0 && b.in.one(4) {
		return fmt.Sprintf(pick(b.in, []string{"%s && %s", "%s || %s", "!(%s) || %s"}), b.condition(t, 0), b.condition(t, 0))
	}
	switch v.typ.kind {
	case 'b':
		return pick(b.in, []string{"", "!"}) + x
	case 'e':
		return fmt.Sprintf("%s %s %s", x, pick(b.in, []string{"==", "!="}), v.typ.value(b.in))
	}
	return fmt.Sprintf("%s %s %s", x, pick(b.in, []string{"==", "!=", "<", ">=", "<=", ">"}), v.typ.value(b.in))
}
