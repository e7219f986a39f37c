package heap

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file says what unanalysed code may do with what it gets: keep it, assign to it, call it at any time. Expose
// completes the flags Exposed and Kept of objects, and puts what synchronizes and is kept into the ledger.

// packageOf returns the package of a function; nil if it has none, or fn is nil.
func packageOf(fn *ssa.Function) *types.Package {
	switch {
	case fn == nil:
		return nil
	case fn.Origin() != nil:
		fn = fn.Origin()
	}
	if fn.Pkg != nil {
		return fn.Pkg.Pkg
	}
	if o := fn.Object(); o != nil {
		return o.Pkg()
	}
	return nil
}

// Expose sets the flags Exposed and Kept also for all objects that can be reached from exposed ones, but not through
// the captured variables of a function, as only the function itself assigns to these. Then it adds to the ledger the
// kept objects that synchronize, and the functions and methods that unanalysed code may call at any time.
func (w *World) Expose() {
	for _, l := range w.handedLocs {
		if w.callsUnknown { // an unknown function that is called may be one of these
			w.retain(l)
		}
	}
	for changed := true; changed; {
		changed = false
		for key, n := range w.nodes {
			place, ok := key.(Loc)
			if !ok || !place.Obj.Exposed || place.Obj.Kind == Func {
				continue
			}
			for _, l := range w.lists[n] {
				if !l.Obj.Exposed || place.Obj.Kept && !l.Obj.Kept {
					l.Obj.Exposed, changed = true, true
					l.Obj.Kept = l.Obj.Kept || place.Obj.Kept
				}
			}
		}
	}
	w.noteRelocking()
	if at, both := BothEnds(slices.Values(w.Instances)); both {
		w.Note("U13", at.Fn.Pos(), "both ends of a connection are in the program, and may wait for each other")
	}
	for _, o := range w.objects {
		if !o.Kept {
			continue
		}
		switch o.Kind {
		case Chan:
			w.Note(keptObject, o.Pos, "code that is not followed has this channel, and may use it")
		case Func:
			if w.Synchronizing(o.Fn) || w.mayOpen(o.Fn) {
				w.noteLater(o.Fn.Pos(), "this function")
			}
		case Cancel:
			w.noteLater(o.Pos, "the function that ends this context")
		case Box:
			for _, fn := range w.KeptMethods(o) {
				switch {
				case w.Synchronizing(fn) || w.mayOpen(fn):
					w.noteLater(fn.Pos(), "this method")
				case operations[FullName(fn)]:
					w.Note(keptObject, o.Pos, "code that is not followed has this "+o.Type.String()+", and may use it")
				}
			}
		}
	}
}

// noteLater adds to the ledger that unanalysed code may call something at any time.
func (w *World) noteLater(pos token.Pos, what string) {
	w.Note("U11", pos, "code that is not followed may call "+what+" at any time")
}

// initializes reports whether an instance is executed before main, by the initializer of a package.
func initializes(in *Instance) bool {
	for in.Parent != nil {
		in = in.Parent
	}
	return in.Fn.Synthetic == initializer
}

// Codes of the ledger.
const (
	keptObject    = "U10" // unanalysed code has a channel or a lock
	takenToReturn = "B12" // calls of other modules are taken to return
)

// noteAbroad adds to the ledger that code of another package may be called, which is not followed.
func (w *World) noteAbroad(pos token.Pos, pkg *types.Package) {
	code, text := takenToReturn, "calls of package "+pkg.Path()+" are taken to return"
	switch {
	case w.Library(pkg):
		text = "package " + pkg.Path() + " may call what other modules have given it: such calls are taken to return"
	case strings.HasPrefix(pkg.Path(), "golang.org/x/sync/"):
		code, text = "U13", "what package "+pkg.Path()+" does here is not modelled"
	case w.Files:
		code, text = "U14", "calls of package "+pkg.Path()+" are not followed: name folders in place of files"
	}
	if w.notedPackages == nil {
		w.notedPackages = map[string]bool{}
	}
	if !w.notedPackages[text] { // once for a package
		w.notedPackages[text] = true
		w.Note(code, pos, text)
	}
}
