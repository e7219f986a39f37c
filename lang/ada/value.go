package ada

// This file holds values: constants, expressions in the task language, and places where data is kept.

import (
	"fmt"
	"strconv"
	"strings"
)

// val is the value of an expression.
type val struct {
	typ     *typ
	known   bool // n is its value
	n       int64
	code    string // in the task language, if it is a scalar that is not known
	lo, hi  int64  // what code may be
	shared  int    // how often it reads variables of several tasks
	unknown bool   // not modelled: any value
	why     string
	pl      *place // a composite, or what an access value leads to
	agg     *aggregate
	task    *taskRef
}

// taskRef names a task in the task language.
type taskRef struct {
	group *group
	code  string // "Fork[i]", or a reference
	null  bool   // may refer to nothing
}

// place is where a variable, or a part of one, is kept.
type place struct {
	base   string   // of the names of its parts
	shown  string   // as the program calls it
	idx    []string // indices so far
	dims   []*typ   // of the whole variable: index types of these
	typ    *typ
	shared bool
	task   *taskRef
	parts  map[string]val // discriminants, and parts with a known place
	init   *sval
	local  *[]line
}

func num(t *typ, n int64) val { return val{typ: t, known: true, n: n, lo: n, hi: n} }

func (v val) text() string {
	if v.known {
		if v.typ != nil && v.typ.kind == boolean {
			return strconv.FormatBool(v.n != 0)
		}
		if v.n < 0 {
			return fmt.Sprintf("(%d)", v.n)
		}
		return strconv.FormatInt(v.n, 10)
	}
	return v.code
}

func (v val) span() (lo, hi int64) {
	if v.known {
		return v.n, v.n
	}
	return v.lo, v.hi
}

// name is the variable of the task language that holds a scalar place.
func (p *place) name() string {
	var b strings.Builder
	b.WriteString(p.base)
	for _, i := range p.idx {
		b.WriteString("[" + i + "]")
	}
	return b.String()
}

// element is the place of an element.
func (p *place) element(idx []string) *place {
	c := *p
	c.idx = append(p.idx[:len(p.idx):len(p.idx)], idx...)
	c.typ, c.init = p.typ.elem, nil
	return &c
}

// part is the place of a component.
func (p *place) part(f *field) *place {
	c := *p
	c.base += "_" + f.name
	c.shown += "." + f.name
	c.typ, c.init = f.typ, nil
	return &c
}
