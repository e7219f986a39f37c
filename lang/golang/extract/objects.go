package extract

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// object is the name under which an object is declared.
func (x *extractor) object(l heap.Loc, kind string) string {
	if known, ok := x.names[l]; ok {
		return known
	}
	o := l.Obj
	switch {
	case o.Many:
		x.w.Note(oneForMany, o.Pos, madeInLoop)
	case kind != "chan" && strings.Contains(l.Path, "["):
		x.w.Note(oneForMany, o.Pos, "items of an array, slice or map: all of them are one object")
	}
	name, source := named(l)
	name = x.taken.Unique(name, kind)
	if x.names[l] = name; source != "" {
		x.fields[name] = source
	}
	decl := kind + " " + name
	if kind != "chan" && x.w.Lent(l) {
		x.w.Note(keptChan, o.Pos, "code that is not followed has this "+kind+", and may use it")
	}
	switch kind {
	case "chan":
		size := int64(0)
		if mk, ok := o.Site.(*ssa.MakeChan); ok {
			if size, ok = x.values.Number(o.In, mk.Size); !ok {
				why := "the buffer's size is not known: 1"
				if x.anyNumber(o.In, mk.Size) {
					why = callersBuffer
				}
				x.w.Note(unknownBuffer, o.Pos, why)
				size = 1
			}
			if size > 64 {
				x.w.Note(boundedBuffer, o.Pos, fmt.Sprintf("a buffer of %d: 64", size))
				size = 64
			}
		}
		switch {
		case o.Kind == heap.Timer:
			size = 1
			fallthrough
		case o.Repeats: // signals
			x.timers = append(x.timers, timer{name, o, size})
		}
		switch {
		case size > 0:
			decl += "[" + strconv.FormatInt(size, 10) + "]"
		case x.tried(o):
			decl += " 0..1"
		}
	case "cond":
		var locks []string
		for _, m := range x.w.Content(heap.Loc{Obj: o, Path: l.Path + ".L"}) {
			locks = append(locks, x.locker(m))
		}
		if len(locks) != 1 {
			x.w.Note(unknownLock, o.Pos, fmt.Sprintf("the lock of this condition is one of %d", len(locks)))
		}
		if len(locks) == 0 {
			locks = []string{x.declare("lock", name+"_lock", l)}
		}
		decl += " on " + locks[0]
	}
	x.decls = append(x.decls, write.At(decl, o.Pos))
	return name
}

// locker is the lock that an interface value of a condition holds, as the condition is declared with it.
func (x *extractor) locker(l heap.Loc) string {
	switch l.Obj.Kind {
	case heap.Box:
		kind := "lock"
		if strings.Contains(l.Obj.Type.String(), "RWMutex") {
			kind = "rwlock"
		}
		for _, m := range x.w.Content(heap.Loc{Obj: l.Obj, Path: "!"}) {
			return x.object(m, kind)
		}
	case heap.RLocker:
		return "rlock " + x.object(l.Obj.Of, "rwlock")
	}
	return x.declare("lock", "unknown_lock", l)
}

// called is what the source calls an object.
func called(o *heap.Object) string {
	switch o.Name {
	case "cond":
		if o.Call != nil {
			if name := nameOf(o.Call); name != "" && name != "cond" { // a word of the task language
				return name
			}
		}
		return "condition"
	case "", "complit", "new":
		if o.Site != nil {
			if name := nameOf(o.Site); name != "" {
				return name
			}
		}
	}
	return o.Name
}

// named is a name for the model of what is at a place of the heap, and what the source calls it; "" if it has no word.
func named(l heap.Loc) (name, source string) {
	name = called(l.Obj)
	if source = typeOf(l.Obj); source == "" {
		source = name
	}
	switch i := strings.LastIndex(l.Path, "."); {
	case l.Path == "":
	case i >= 0 && name != "":
		source += l.Path[i:]
		name += "_" + l.Path[i+1:]
	default:
		name, source = name+l.Path, ""
	}
	return name, source
}

// typeOf is the type of an object that has no name in the source, as a function makes it only to return it; "" of
// others.
func typeOf(o *heap.Object) string {
	if o.Name != "" && o.Name != "complit" && o.Name != "new" || o.Site == nil || o.Site.Referrers() == nil {
		return ""
	}
	for _, r := range *o.Site.Referrers() {
		if _, returns := r.(*ssa.Return); !returns {
			continue
		}
		t := o.Site.Type()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if named, ok := t.(*types.Named); ok {
			return named.Obj().Name()
		}
	}
	return ""
}

// nameOf is what the source calls the value of a site, as good as that can be told.
func nameOf(v ssa.Value) string {
	if v.Referrers() == nil {
		return ""
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			switch a := r.Addr.(type) {
			case *ssa.FieldAddr:
				return a.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(a.Field).Name()
			case *ssa.Alloc:
				if a.Comment != "" {
					return a.Comment
				}
			case *ssa.Global:
				return a.Name()
			case *ssa.FreeVar:
				return a.Name()
			}
		case *ssa.ChangeType:
			if n := nameOf(r); n != "" {
				return n
			}
		case *ssa.Phi:
			return r.Comment
		case *ssa.Return:
			return r.Parent().Name()
		}
	}
	if a, ok := v.(*ssa.Alloc); ok && strings.Contains(a.Type().String(), ".") {
		t := a.Type().String()
		return strings.ToLower(t[strings.LastIndex(t, ".")+1:])
	}
	return ""
}
