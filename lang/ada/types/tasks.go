package types

// This file holds groups of tasks, their entries, and references to tasks.

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"flavers/lang/ada/syntax"
)

// Index returns the index of a task in its family, in brackets; "" of a single one.
func (t *TaskRef) Index() string {
	if i := strings.Index(t.Code, "["); i >= 0 && t.Group.Index != nil {
		inner := t.Code[i+1 : len(t.Code)-1]
		if t.Group.Lo > 0 {
			inner += fmt.Sprintf(" - %d", t.Group.Lo)
		} else if t.Group.Lo < 0 {
			inner += fmt.Sprintf(" + %d", -t.Group.Lo)
		}
		return "[" + inner + "]"
	}
	return ""
}

// EntrySpec is an entry of a group of tasks.
type EntrySpec struct {
	Decl   *syntax.Decl
	Family *Type
	In     []Part // scalar parts of parameters that go to the task
	Out    []Part // that come back
	Raises bool   // an exception, or a requeue, may come back
	Reply  string // the channel on which something comes back; "": nothing does
	Ins    []*Place
	Ready  bool
	Queue  string // the variable that counts the calls that wait; "": nobody asks for 'Count
}

// Part is a scalar part of a parameter.
type Part struct {
	Param int
	Type  *Type
	Name  string
	At    func(*Place) *Place // nil: the parameter itself
}

func (g *Group) EntrySpecOf(name string) *EntrySpec {
	k := syntax.Fold(name)
	if g.Entries[k] == nil {
		g.Entries[k] = &EntrySpec{}
	}
	return g.Entries[k]
}

func (t *Type) EntryDecl(name string) *syntax.Decl {
	if t.Decl == nil {
		return nil
	}
	for _, list := range [][]*syntax.Decl{t.Decl.Decls, t.Decl.Private} {
		for _, d := range list {
			if d.Kind == syntax.Entry && syntax.Fold(d.Name) == syntax.Fold(name) {
				return d
			}
		}
	}
	return nil
}

func EntryWord(name string) string {
	switch name {
	case "if", "then", "else", "any", "in", "when", "case", "true", "false", "min", "max", "self", "bool", "ref":
		return "a_" + name
	}
	return Identifier(name)
}

// Targets lists the entries of a group in order.
func (g *Group) Targets() []*syntax.Decl {
	var out []*syntax.Decl
	for _, list := range [][]*syntax.Decl{g.Type.Decl.Decls, g.Type.Decl.Private} {
		for _, d := range list {
			if d.Kind == syntax.Entry {
				out = append(out, d)
			}
		}
	}
	return out
}

// Operation is an operation of a protected object.
type Operation struct {
	Name  string
	Entry bool
	Spec  *syntax.Decl
	Body  *syntax.Decl
}

const (
	CountSuffix = "_queued"
	OpenSuffix  = "_opened"
)

// Hidden reports whether a component of a protected object is none of the program.
func Hidden(name string) bool {
	return strings.HasSuffix(name, CountSuffix) || strings.HasSuffix(name, OpenSuffix)
}

func Shift(code string, lo int64) string {
	if lo == 0 {
		return code
	}
	return fmt.Sprintf("%s + (%d)", code, lo)
}

// Group are the tasks of one object, or those that allocators of one type may create.
type Group struct {
	Name          string
	Type          *Type
	Index         *Type // of an array; nil: one task
	Lo, Hi        int64
	Dims          []*Type            // of an array with several dimensions; its index is counted from 0
	Discriminants []map[string]Value // of each task
	Params        []syntax.Param     // discriminants of tasks that are started by a call
	Pos           token.Position
	Pool          bool     // started by allocators
	Next          string   // of a pool: the variable with the first index that is free
	Each          int64    // of tasks that are parts of allocated objects: how many each object has
	Nested        bool     // started at the begin of a block
	Per           string   // of tasks that each task of an array declares: the index of that task
	Once          bool     // which is executed once
	Named         bool     // an access value of its type is used
	Beside        []*Group // the tasks of the block
	Own           []*Group // the tasks that its body declares, and those that allocators of its access types make
	Waits         string   // the variable that tells that the block waits
	Late          bool     // waits for the declarations of the main procedure
	Many          bool     // allocators of it are in loops
	End           string   // the variable that tells that a task has ended
	Completed     string   // the variable that tells that a task is completed
	Active        string   // the variable that tells that a task is active
	Aborted       string   // the variable that tells that an abort statement named a task
	Within        []Cond   // what aborts the tasks of the group, as it aborts what they depend on
	Entries       map[string]*EntrySpec
	Done          bool
}

// Cond is a condition of a task on which what it executes is aborted.
type Cond struct {
	Flag    string // a variable
	Indexed bool   // there is one for each task of an array
	Test    string // " == 3", say
}

// Text returns the condition for the task with an index.
func (c Cond) Text(index string) string {
	if !c.Indexed {
		index = ""
	}
	return c.Flag + index + c.Test
}

// Master is the block that waits for the tasks which allocators of its access type make.
type Master struct {
	Pool   *Group
	Flags  string   // the variable that tells which tasks of the pool these are
	Of     *Running // of several tasks with one block each: the task that the block belongs to
	Closed bool     // the end of the block is written
	// Aborted reports whether the block may be aborted, with these tasks.
	Aborted bool
}

const StartEntry = "start_up"

// Running is the task whose statements are lowered.
type Running struct {
	Name      string
	Group     *Group
	End       string // label of the end
	Completed string // the variable that tells that a task is completed
	Active    string // the variable that tells that a task is active
	Index     string // the index of the task in its family
	// Stays reports whether callers of the task take it to be there always. Where an exception ends it, the execution
	// ends.
	Stays bool
}

func (r *Running) Self() *TaskRef {
	if r.Group == nil {
		return nil
	}
	code := r.Group.Ref(nil)
	if r.Index != "" {
		code += "[" + r.Index + "]"
	}
	return &TaskRef{Group: r.Group, Code: code}
}

// Ref returns the name of an element of an array of tasks.
func (g *Group) Ref(idx []string) string {
	if g.Once {
		return g.Name + "[0]"
	}
	if g.Index == nil || len(idx) == 0 {
		return g.Name
	}
	if len(g.Dims) > 1 && len(idx) == len(g.Dims) {
		code := idx[0]
		for i, d := range g.Dims[1:] {
			code = flat(code, d.Count(), idx[i+1])
		}
		return g.Name + "[" + code + "]"
	}
	return g.Name + "[" + ShiftCode(idx[0], g.Lo) + "]"
}

// Indices returns those of the task with a number in an array of several dimensions.
func (g *Group) Indices(n int64) []string {
	out := make([]string, len(g.Dims))
	for i := len(g.Dims) - 1; i >= 0; i-- {
		d := g.Dims[i]
		out[i] = d.Value(n%d.Count() + d.Lo)
		n /= d.Count()
	}
	return out
}

// flat returns the index outer*n + inner.
func flat(outer string, n int64, inner string) string {
	a, err1 := strconv.ParseInt(outer, 10, 64)
	b, err2 := strconv.ParseInt(inner, 10, 64)
	if err1 == nil && err2 == nil {
		return strconv.FormatInt(a*n+b, 10)
	}
	return fmt.Sprintf("(%s) * %d + (%s)", outer, n, inner)
}

func ShiftCode(code string, lo int64) string {
	if n, err := strconv.ParseInt(code, 10, 64); err == nil {
		return strconv.FormatInt(n+lo, 10)
	}
	switch {
	case lo == 0:
		return code
	case strings.HasSuffix(code, fmt.Sprintf(" - %d", lo)):
		return strings.TrimSuffix(code, fmt.Sprintf(" - %d", lo))
	}
	return fmt.Sprintf("%s + (%d)", code, lo)
}

func (g *Group) Disc(name string) (Value, bool) {
	if len(g.Discriminants) == 0 {
		return Value{}, false
	}
	v, ok := g.Discriminants[0][syntax.Fold(name)]
	return v, ok && len(g.Discriminants) == 1
}

func (t TaskRef) IndexOf() string { return t.Index() }

// Position returns the index of the current task, counted from 0.
func (r *Running) Position() string {
	return Offset(Value{Code: r.Index, Type: r.Group.Index}, r.Group.Lo)
}

// Dependents reports whether tasks depend on a task of the group: its body declares some.
func (g *Group) Dependents() bool {
	b := g.Type.Body()
	return b != nil && slices.ContainsFunc(b.Decl.Decls, func(d *syntax.Decl) bool {
		switch {
		case d.Kind == syntax.TaskSpec && !d.IsType, d.Kind == syntax.Instance, d.Kind == syntax.PackageSpec:
			return true
		case d.Kind == syntax.Object && d.Def != nil && d.Def.Element != nil:
			return ofTasks(b.In, b.Decl.Decls, d.Def.Element)
		case d.Kind == syntax.Object && d.Type != nil:
			return ofTasks(b.In, b.Decl.Decls, d.Type)
		}
		return false
	})
}

// ofTasks reports whether a subtype indication names a task type, or an array of one.
func ofTasks(sc *Scope, decls []*syntax.Decl, e *syntax.Expr) bool {
	for e.Kind == syntax.Apply || e.Kind == syntax.Constraint {
		e = e.X
	}
	for _, d := range decls {
		if d.Kind == syntax.TaskSpec && d.IsType && syntax.Fold(d.Name) == syntax.Fold(syntax.LastName(e)) {
			return true
		}
	}
	for _, ent := range sc.All(syntax.LastName(e)) {
		if t := ent.Type; ent.Kind == TypeEntity && t != nil {
			return t.Has(IsTask)
		}
	}
	return false
}
