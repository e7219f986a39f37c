package types

// This file holds values and places.

import (
	"fmt"
	"strconv"
	"strings"

	"flavers/lang/ada/syntax"
)

// Bound is an argument: a value, or the place of an out parameter.
type Bound struct {
	Value Value
	Place *Place
	Copy  *Place // to be copied to pl at the end
	Back  bool   // a check that is not modelled may fail when it is copied back
}

// Result is where a subprogram returns to.
type Result struct {
	Label  string
	Frames int    // around it, of exceptions and masters
	Object *Place // of an extended return; nil: none is in progress
	Type   *Type
	Place  *Place
	Value  Value // while the program is elaborated
}

// AnyOf returns the value of something that is not modelled.
func AnyOf(t *Type, why string) Value {
	if t == nil {
		t = &Type{}
	}
	if why == "" {
		why = "this expression"
	}
	return Value{Type: t, Unknown: true, Why: why}
}

// Anything is any value of a type, by what the program means: no value was assigned, or it is random.
func Anything(t *Type) Value { return Value{Type: t, Unknown: true} }

type Aggregate struct {
	E  *syntax.Expr
	Sc *Scope
}

func (e *Entity) Result() *syntax.Expr {
	if e.Decl == nil {
		return nil
	}
	return e.Decl.Result
}

// Required returns the number of parameters without a default.
func Required(e *Entity) int {
	n := 0
	for _, p := range e.Decl.Params {
		if p.Default == nil {
			n += len(p.Names)
		}
	}
	return n
}

func ParamCount(e *Entity) int {
	n := 0
	for _, p := range e.Decl.Params {
		n += len(p.Names)
	}
	return n
}

func Offset(v Value, lo int64) string {
	switch {
	case v.Known:
		return strconv.FormatInt(v.N-lo, 10)
	case v.Type != nil && v.Type.Kind == Boolean:
		return fmt.Sprintf("(if %s then 1 else 0)", v.Code)
	case lo == 0:
		return v.Code
	case lo < 0:
		return fmt.Sprintf("%s + %d", v.Code, -lo)
	}
	return fmt.Sprintf("%s - %d", v.Code, lo)
}

// BodyName returns the name under which a scope has the body of a task or protected object: no program can write it.
func BodyName(name string) string { return name + "'body" }

// Body returns the body of a task or protected type, in whose scope its names are looked up. It returns nil if the body
// is missing, or is not elaborated yet.
func (t *Type) Body() *Entity { return t.In.Own(BodyName(t.Decl.Name)) }

// Terminates reports whether the body of a group has a terminate alternative.
func (g *Group) Terminates() bool {
	b := g.Type.Body()
	return b != nil && terminates(b.Decl.Statements())
}

func terminates(body []*syntax.Stmt) bool {
	found := false
	syntax.EachStmt(body, func(s *syntax.Stmt) {
		for _, a := range s.Arms {
			found = found || a.Word == "terminate"
		}
	})
	return found
}

// Alone reports whether a group is one task, and the only one of its block with a terminate alternative.
func (g *Group) Alone() bool {
	for _, b := range g.Beside {
		if b != g && b.Terminates() {
			return false
		}
	}
	return g.Index == nil || g.Per != ""
}

// Follows reports whether the tasks that depend on a task are followed where it terminates: the declarations of its
// body make them, and none of them has a terminate alternative.
func (g *Group) Follows() bool {
	inner := false
	if b := g.Type.Body(); b != nil {
		b.Decl.EachStmt(func(s *syntax.Stmt) {
			inner = inner || s.Kind == syntax.Block && syntax.DeclaresTasks(s.Decls) && terminates([]*syntax.Stmt{s})
		})
	}
	if inner {
		return false
	}
	for _, d := range g.Own {
		if g.Index != nil || g.Pool || d.Pool || d.Terminates() {
			return false
		}
	}
	return true
}

var reservedWords = map[string]bool{}

func init() {
	for _, k := range strings.Fields(`program const enum shared lock rwlock sem chan proc task actor looper process entry var event call
		accept select case else terminate when post close unlock rlock runlock acquire release wait notify
		notifyall await assert atomic if for in while loop break continue return stop skip choose or spawn
		join true false min max self any then bool ref dynamic server on init quorum capacity len empty full
		fair waitgroup add done cond signal broadcast once trylock tryrlock exit range none`) {
		reservedWords[k] = true
	}
}

func Identifier(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == '_' || r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9') {
			return r
		}
		return '_'
	}, name)
	name = strings.TrimLeft(name, "_0123456789")
	if name == "" {
		name = "x"
	}
	if reservedWords[name] {
		name = "a_" + name
	}
	return name
}

// Value is the value of an expression.
type Value struct {
	Type      *Type
	Known     bool // n is its value
	N         int64
	Code      string // in the task language, if it is a scalar that is not known
	Lo, Hi    int64  // what code may be
	Shared    int    // how often it reads variables of several tasks
	Unknown   bool   // not modelled: any value
	Why       string
	Over      string // the parameter of a loop over the range of an array that is not modelled: its name
	Place     *Place // a composite, or what an access value leads to
	Aggregate *Aggregate
	Task      *TaskRef
}

// TaskRef names a task in the task language.
type TaskRef struct {
	Group *Group
	Code  string // "Fork[i]", or a reference
	Null  bool   // may refer to nothing
}

// Place is where a variable, or a part of one, is kept.
type Place struct {
	Base   string   // of the names of its parts
	Root   string   // the name of the object that it is or belongs to, in lower case; "": it has none
	Shown  string   // as the program calls it
	Idx    []string // indices so far
	Dims   []*Type  // of the whole variable: index types of these
	Type   *Type
	Shared bool
	Task   *TaskRef
	Parts  map[string]Value // discriminants, and parts with a known place
	Init   *Stored
	Local  bool   // a variable of the current task
	Heap   bool   // its first index is that of an allocated object
	Some   bool   // an object of a class: its type may be another one than Type, which is derived from it
	Const  *Value // of a discriminant that a constraint fixes: it has no variable
	Varies bool   // it may change in Ada, where Const is the default of an object without a constraint
}

func Num(t *Type, n int64) Value { return Value{Type: t, Known: true, N: n, Lo: n, Hi: n} }

func (v Value) Text() string {
	if v.Known {
		if v.Type != nil && v.Type.Kind == Boolean {
			return strconv.FormatBool(v.N != 0)
		}
		if v.N < 0 {
			return fmt.Sprintf("(%d)", v.N)
		}
		return strconv.FormatInt(v.N, 10)
	}
	return v.Code
}

func (v Value) Span() (lo, hi int64) {
	if v.Known {
		return v.N, v.N
	}
	return v.Lo, v.Hi
}

// Name returns the variable of the task language that holds a scalar place.
func (p *Place) Name() string {
	var b strings.Builder
	b.WriteString(p.Base)
	for _, i := range p.Idx {
		b.WriteString("[" + i + "]")
	}
	return b.String()
}

// Element returns the place of an element.
func (p *Place) Element(idx []string) *Place {
	c := *p
	if len(p.Dims) == len(p.Idx) { // of a component
		c.Dims = append(p.Dims[:len(p.Dims):len(p.Dims)], p.Type.Index...)
	}
	c.Idx = append(p.Idx[:len(p.Idx):len(p.Idx)], idx...)
	c.Type, c.Init, c.Const = p.Type.Elem, nil, nil
	return &c
}

// Part returns the place of a component.
func (p *Place) Part(f *Field) *Place {
	c := *p
	c.Base += "_" + f.Name
	c.Shown += "." + f.Name
	c.Type, c.Init, c.Const = f.Type, nil, nil
	if v, ok := p.Type.Fixed[syntax.Fold(f.Name)]; ok {
		c.Const, c.Varies = &v, p.Type.Varies
	}
	return &c
}
