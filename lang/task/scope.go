package task

import (
	"slices"
	"strings"

	"flavers/diag"
)

// symKind says what a name means.
type symKind uint8

const (
	symBad     symKind = iota // declared, but not usable: uses are not reported
	symConst                  // a constant
	symEnumVal                // a value of an enum
	symIndex                  // constant in each copy: index of a family, a for or a replicated alternative
	symVar                    // a variable or parameter
	symEnum
	symLock
	symSem
	symChan
	symTask
	symProc
	symNone // the predeclared reference to no task
)

var symNames = [...]string{"a bad declaration", "a constant", "an enum value", "an index", "a variable", "an enum", "a lock",
	"a semaphore", "a channel", "a task", "a procedure", "the reference to no task"}

// symbol is one declared thing.
type symbol struct {
	ident
	kind     symKind
	typ      *typ      // of constants, values, variables and channel elements
	decl     *typeExpr // written type of a variable; nil for a channel of signals
	ord      int32     // of an enum value
	con      *constDecl
	enum     *enumDecl
	obj      *objDecl
	lo, hi   expr // of an index: its range
	task     *taskDecl
	proc     *procDecl
	isParam  bool // of a procedure
	accepted bool // a parameter of an accept
	assigned bool // some statement stores into the variable
	rw       bool // a lock with rlock or runlock
	state    uint8
}

// typ is what the resolver knows of a type: bounds come later, because they
// may differ between the instances of a task.
type typ struct {
	kind tkind
	enum *enumDecl
	task *taskDecl
	elem *typ
}

type tkind uint8

const (
	tBad tkind = iota // of something reported already; fits everything
	tInt
	tBool
	tEnum
	tRef
	tNone // of the value none, which fits every reference
	tArray
)

var (
	badType  = &typ{kind: tBad}
	intType  = &typ{kind: tInt}
	boolType = &typ{kind: tBool}
	noneType = &typ{kind: tNone}
)

func (t *typ) String() string {
	switch t.kind {
	case tInt:
		return "int"
	case tBool:
		return "bool"
	case tEnum:
		return t.enum.name
	case tRef:
		return "ref " + t.task.name
	case tNone:
		return "ref"
	case tArray:
		return "array of " + t.elem.String()
	}
	return "unknown"
}

// fits tells whether a value of type u can stand where t is wanted; scalars only.
func (t *typ) fits(u *typ) bool {
	switch {
	case t.kind == tBad || u.kind == tBad:
		return true
	case t.kind == tRef && u.kind == tNone, t.kind == tNone && u.kind == tRef:
		return true
	case t.kind != u.kind:
		return false
	}
	return t.enum == u.enum && t.task == u.task && t.kind != tArray
}

// scope is a block of names.
type scope struct {
	parent *scope
	names  map[string]*symbol
}

func newScope(parent *scope) *scope { return &scope{parent, map[string]*symbol{}} }

func (s *scope) find(name string) *symbol {
	for ; s != nil; s = s.parent {
		if sym := s.names[name]; sym != nil {
			return sym
		}
	}
	return nil
}

// suggest finds a visible name of one of the kinds that resembles name.
func (s *scope) suggest(name string, kinds ...symKind) string {
	var list []string
	for ; s != nil; s = s.parent {
		for n, sym := range s.names {
			if len(kinds) == 0 || slices.Contains(kinds, sym.kind) {
				list = append(list, n)
			}
		}
	}
	return suggest(name, list)
}

// suggest is diag.Suggest, or a name that differs in upper and lower case only.
func suggest(name string, list []string) string {
	slices.Sort(list)
	for _, n := range list {
		if n != name && strings.EqualFold(n, name) {
			return n
		}
	}
	return diag.Suggest(name, list)
}

// declare adds a symbol to the scope and reports a name that is taken there.
func (r *resolver) declare(s *scope, sym *symbol) *symbol {
	if sym.name == "" {
		return sym
	}
	if old := s.names[sym.name]; old != nil {
		if old.end > 0 {
			r.errorf(sym.span, "T202", "%s is declared twice", clip(sym.name)).
				WithHint("the other declaration is at line %d", r.src.position(old.at).Line)
			return sym
		}
	}
	s.names[sym.name] = sym
	return sym
}

// lookup finds a name of one of the kinds; what says what was expected. It
// reports and returns nil when there is none.
func (r *resolver) lookup(id ident, what string, kinds ...symKind) *symbol {
	sym := r.scope.find(id.name)
	switch {
	case sym == nil:
		d := r.errorf(id.span, "T201", "no %s named %q", what, clip(id.name))
		if s := r.scope.suggest(id.name, kinds...); s != "" {
			d.WithHint("did you mean %q?", s)
		}
		return nil
	case sym.kind == symBad:
		return nil
	case !slices.Contains(kinds, sym.kind):
		r.errorf(id.span, "T203", "%s is %s, not %s", clip(id.name), symNames[sym.kind], article(what))
		return nil
	}
	return sym
}

func article(what string) string {
	if strings.ContainsRune("aeiou", rune(what[0])) {
		return "an " + what
	}
	return "a " + what
}
