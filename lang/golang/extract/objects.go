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

// This file declares the objects that operations are on: channels, locks, wait groups, conditions. An object of the
// heap becomes one of the program when the first operation on it is translated. Its name is as near to that of the
// source as the task language allows:
//
//	type account struct { mu sync.Mutex }
//	var a account                  // lock a_mu, which Program.Fields calls "a.mu"
//	jobs := make(chan int, 2)      // chan jobs[2]

// maxBuffer bounds the buffers of channels, as each message in a buffer is one more state of the program.
const maxBuffer = 64

// object returns the name of the object at place l, and declares it if it is new. kind is the word of the task
// language for it: chan, lock, rwlock, waitgroup, cond or once.
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
		size := x.buffer(o)
		if o.Kind == heap.Timer || o.Repeats { // messages come from timers, or from os/signal
			x.timers = append(x.timers, timer{name, o, size})
		}
		switch {
		case size > 0:
			decl += "[" + strconv.FormatInt(size, 10) + "]"
		case x.tried(o):
			decl += " 0..1" // the type of its messages (ready.go)
		}
	case "cond":
		decl += " on " + x.lockOf(l, name)
	}
	x.decls = append(x.decls, write.At(decl, o.Pos))
	return name
}

// buffer returns the size of the buffer that a channel has in the program.
func (x *extractor) buffer(o *heap.Object) int64 {
	if o.Kind == heap.Timer {
		return 1
	}
	mk, ok := o.Site.(*ssa.MakeChan)
	if !ok {
		return 0
	}
	size, known := x.values.Number(o.In, mk.Size)
	if !known {
		why := "the buffer's size is not known: 1"
		if x.anyNumber(o.In, mk.Size) {
			why = callersBuffer
		}
		x.w.Note(unknownBuffer, o.Pos, why)
		return 1
	}
	if size > maxBuffer {
		x.w.Note(boundedBuffer, o.Pos, fmt.Sprintf("a buffer of %d: %d", size, maxBuffer))
		return maxBuffer
	}
	return size
}

// lockOf returns the lock of the condition at place l. If it is not known which one that is, it is one of those that
// it may be, or a new one of its own; name is that of the condition.
func (x *extractor) lockOf(l heap.Loc, name string) string {
	var locks []string
	for _, m := range x.w.Content(heap.Loc{Obj: l.Obj, Path: l.Path + ".L"}) {
		locks = append(locks, x.locker(m))
	}
	if len(locks) != 1 {
		x.w.Note(unknownLock, l.Obj.Pos, fmt.Sprintf("the lock of this condition is one of %d", len(locks)))
	}
	if len(locks) == 0 {
		return x.declare("lock", name+"_lock", l)
	}
	return locks[0]
}

// locker returns the lock that a sync.Locker holds, as the declaration of a condition names it: "mu", or "rlock mu"
// for the read lock of mu.
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

// called returns the name of an object in the source, or the best description of it that is known.
func called(o *heap.Object) string {
	switch o.Name {
	case "cond":
		if o.Call != nil {
			if name := nameOf(o.Call); name != "" && name != "cond" { // cond is a keyword of the task language
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

// named returns a name for the program of what is at place l, such as "a_mu", and what the source calls it, "a.mu";
// "" if the source has no word for it.
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

// typeOf returns the name of the type of an object that no variable has, as a function returns what it makes:
// return &account{}. It returns "" for other objects.
func typeOf(o *heap.Object) string {
	hasName := o.Name != "" && o.Name != "complit" && o.Name != "new" // go/ssa calls literals complit
	if hasName || o.Site == nil || o.Site.Referrers() == nil {
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

// nameOf returns a name for a value: that of the field or variable to which it is assigned, of the function that
// returns it, or of its type; "" if none is found.
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
