package task

// This file has what the resolver knows about names: symbols, which are declared things, their types, and scopes, which
// are nested blocks of names. It also finds names, and makes the messages about unknown ones.

import (
	"slices"
	"strings"

	"flavers/diag"
)

// symKind is the kind of thing that a name stands for.
type symKind uint8

const (
	symBad     symKind = iota // its declaration has an error, so uses are not reported
	symConst                  // a constant
	symEnumVal                // a value of an enum
	symIndex                  // an index of a family, a for or a replicated alternative: constant in each copy
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

// symbol is one declared thing. Which fields are set depends on kind.
type symbol struct {
	ident
	kind symKind
	typ  *typ      // type of a constant, enum value or variable, or of the messages of a channel
	decl *typeExpr // the type of a variable or of messages as written; nil for a channel of signals
	ord  int32     // number of an enum value, from 0
	con  *constDecl
	// home is for a constant of a task: the scope in which its value is resolved if the constant is used before its
	// declaration.
	home     *scope
	enum     *enumDecl
	obj      *objDecl
	lo, hi   expr // range of an index
	task     *taskDecl
	proc     *procDecl
	accepted bool  // the variable is a parameter of an accept
	assigned bool  // some statement stores into the variable
	rw       bool  // the lock is used with rlock or runlock
	passed   bool  // the channel is also used as a value
	state    uint8 // for the search for constants that depend on themselves
}

// typ is a type as far as the resolver knows it: without bounds, because these may differ between the instances of a
// task. Lowering finds the bounds.
type typ struct {
	kind   tkind
	enum   *enumDecl // of a tEnum
	task   *taskDecl // of a tRef
	elem   *typ      // of a tArray or tChan
	fields []*typ    // of a tTuple
}

// tkind is the kind of a type.
type tkind uint8

const (
	tBad tkind = iota // the type of something with an error, which is reported; it fits every type
	tInt
	tBool
	tEnum
	tRef
	tChan // a channel whose messages are elem
	tNone // the type of the value none, which fits every reference and channel
	tArray
	tTuple // a message with several fields
)

var (
	badType  = &typ{kind: tBad}
	lostType = &typ{kind: tBad} // for a declaration that names a type which does not exist
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

// fits reports whether a value of type u may be where a value of type t is expected. Arrays fit nothing, because they
// cannot be assigned as a whole.
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

// scope is a block of names. A name that is not in it is looked up in the block around it.
type scope struct {
	parent *scope
	names  map[string]*symbol
}

func newScope(parent *scope) *scope { return &scope{parent, map[string]*symbol{}} }

// find returns the innermost symbol with this name, or nil.
func (s *scope) find(name string) *symbol {
	for ; s != nil; s = s.parent {
		if sym := s.names[name]; sym != nil {
			return sym
		}
	}
	return nil
}

// suggest returns a visible name, of one of the kinds, that resembles name, or "". Without kinds, every kind will do.
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

// among returns a list of the visible names of some kinds, sorted. It returns "" if there are none or too many.
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

// suggest is diag.Suggest for a list in any order: the result does not depend on the order.
func suggest(name string, list []string) string {
	return diag.Suggest(name, slices.Sorted(slices.Values(list)))
}

// silent reports whether an unknown name is not reported, because its declaration could not be read, or because the
// name itself has been reported, or a character of its line that stands for nothing, as in print("a").
func (r *resolver) silent(id ident) bool {
	return r.tree.unread[id.name] || !ascii(id.name) || r.badLines[r.src.position(id.at).Line]
}

// unknown adds a hint to an error about an unknown name: the name that was probably meant or, if there is none, all
// names. what comes before the list of names.
func unknown(d *diag.Diagnostic, name string, names []string, what string) {
	if s := suggest(name, names); s != "" {
		d.WithHint("did you mean %q?", s)
	} else if all := diag.Among(names); all != "" {
		d.WithHint("%s %s", what, all)
	}
}

// declare adds a symbol to a scope, and returns the symbol. If the scope has the name already, declare reports an error
// and leaves the old symbol.
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

// lookup returns the symbol of a name if it is of one of the kinds. Otherwise it reports an error and returns nil. what
// is the word for these kinds in the message.
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
		case strings.HasPrefix(what, "variable"):
			d.WithHint("variables are declared as shared %[1]s 0..7, or those of one task as var %[1]s 0..7", clip(id.name))
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
		} else if sym.kind == symCond && what == "lock" { // notify c, as in other languages
			d.WithHint("write signal %[1]s, or broadcast %[1]s; to wait is wait %[1]s", clip(id.name))
		}
		return nil
	}
	r.named.use(id, sym.span, false)
	return sym
}

// article returns a noun with its indefinite article.
func article(what string) string {
	if strings.ContainsRune("aeiou", rune(what[0])) && what != "once" {
		return "an " + what
	}
	return "a " + what
}
