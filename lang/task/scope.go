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
	symGroup
	symOnce
	symCond
	symTask
	symProc
	symNone // the predeclared reference to no task
)

var symNames = [...]string{"a bad declaration", "a constant", "an enum value", "an index", "a variable", "an enum",
	"a lock",
	"a semaphore", "a channel", "a wait group", "a once", "a condition", "a task", "a procedure", "the reference to no task"}

// symbol is one declared thing.
type symbol struct {
	ident
	kind     symKind
	typ      *typ      // of constants, values, variables and channel elements
	decl     *typeExpr // written type of a variable; nil for a channel of signals
	ord      int32     // of an enum value
	con      *constDecl
	home     *scope // of a constant of a task: what its value sees when it is used before it is declared
	enum     *enumDecl
	obj      *objDecl
	lo, hi   expr // of an index: its range
	task     *taskDecl
	proc     *procDecl
	accepted bool // a parameter of an accept
	assigned bool // some statement stores into the variable
	rw       bool // a lock with rlock or runlock
	passed   bool // a channel that is also used as a value
	state    uint8
}

// typ is what the resolver knows of a type: bounds come later, because they
// may differ between the instances of a task.
type typ struct {
	kind   tkind
	enum   *enumDecl
	task   *taskDecl
	elem   *typ
	fields []*typ // of a message
}

type tkind uint8

const (
	tBad tkind = iota // of something reported already; fits everything
	tInt
	tBool
	tEnum
	tRef
	tChan // a channel of elem
	tNone // of the value none, which fits every reference and channel
	tArray
	tTuple
)

var (
	badType  = &typ{kind: tBad}
	lostType = &typ{kind: tBad} // a declared name of a type that does not exist
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
	case tChan:
		return "chan " + t.elem.String()
	case tNone:
		return "ref"
	case tArray:
		return "array of " + t.elem.String()
	case tTuple:
		var names []string
		for _, f := range t.fields {
			names = append(names, f.String())
		}
		return "(" + strings.Join(names, ", ") + ")"
	}
	return "unknown"
}

// fits reports whether a value of type u can stand where t is wanted; scalars only.
func (t *typ) fits(u *typ) bool {
	switch {
	case t.kind == tBad || u.kind == tBad:
		return true
	case (t.kind == tRef || t.kind == tChan) && u.kind == tNone, t.kind == tNone && (u.kind == tRef || u.kind == tChan):
		return true
	case t.kind != u.kind:
		return false
	case t.kind == tChan:
		return t.elem.fits(u.elem)
	case t.kind == tTuple:
		return slices.EqualFunc(t.fields, u.fields, (*typ).fits)
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

// among lists the visible names of some kinds, in order; "" if there are none
// or too many.
func (s *scope) among(kinds ...symKind) string {
	var list []string
	for ; s != nil; s = s.parent {
		for n, sym := range s.names {
			if slices.Contains(kinds, sym.kind) {
				list = append(list, n)
			}
		}
	}
	slices.Sort(list)
	return diag.Among(slices.Compact(list))
}

// suggest is diag.Suggest, whatever the order of the list.
func suggest(name string, list []string) string {
	return diag.Suggest(name, slices.Sorted(slices.Values(list)))
}

// silent reports whether nothing is to be said of an unknown name: its
// declaration could not be read, or the name itself has been reported.
func (r *resolver) silent(id ident) bool { return r.tree.unread[id.name] || !ascii(id.name) }

// unknown adds to an error about an unknown name what was meant, or else which
// names there are.
func unknown(d *diag.Diagnostic, name string, names []string, what string) {
	if s := suggest(name, names); s != "" {
		d.WithHint("did you mean %q?", s)
	} else if all := diag.Among(names); all != "" {
		d.WithHint("%s %s", what, all)
	}
}

// declare adds a symbol to the scope and reports a name that is taken there.
func (r *resolver) declare(s *scope, sym *symbol) *symbol {
	if sym.name == "" {
		return sym
	}
	r.named.declared(sym)
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
	case sym == nil && (r.many || r.silent(id)):
		return nil
	case sym == nil:
		d := r.errorf(id.span, "T201", "no %s named %q", what, clip(id.name))
		switch s := r.scope.suggest(id.name, kinds...); {
		case s != "":
			d.WithHint("did you mean %q?", s)
		case !slices.Contains(kinds, symVar):
			all := r.scope.among(kinds...)
			switch {
			case what == "procedure" && otherWords[id.name] != "":
				d.WithHint("%s", otherWords[id.name])
			case what == "type" && all == "":
				d.WithHint("types are bool, lo..hi, enums, [n]T, ref T and chan T")
			case what == "type":
				d.WithHint("types are bool, lo..hi, [n]T, ref T, chan T and here %s", all)
			case all == "":
				d.WithHint("the program declares no %s", what)
			case strings.ContainsAny(all, " "):
				d.WithHint("the %ss are %s", what, all)
			default:
				d.WithHint("the only %s is %s", what, all)
			}
		}
		return nil
	case sym.kind == symBad:
		return nil
	case !slices.Contains(kinds, sym.kind):
		d := r.errorf(id.span, "T203", "%s is %s, not %s", clip(id.name), symNames[sym.kind], article(what))
		if sym.kind == symChan && slices.Contains(kinds, symConst) {
			d.WithHint("a receive is a statement: x = <-%s", clip(id.name))
		} else if sym.kind == symVar && what == "lock" {
			d.WithHint("a lock is declared as lock m; await %s waits until a condition holds", clip(id.name))
		}
		return nil
	}
	r.named.use(id, sym.span, false)
	return sym
}

func article(what string) string {
	if strings.ContainsRune("aeiou", rune(what[0])) && what != "once" {
		return "an " + what
	}
	return "a " + what
}
