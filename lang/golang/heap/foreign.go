package heap

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// What code that is not analysed may do with what it gets.

// promptly are packages of the library whose functions call those that they are given before they return, in
// the same goroutine, and keep nothing of what they are given. A name that ends in / stands for all below it.
var promptly = []string{"archive/", "bufio", "bytes", "cmp", "compress/", "container/", "encoding", "encoding/", "errors", "flag",
	"fmt", "go/", "hash", "hash/", "html", "html/", "image", "image/", "index/", "io", "io/", "iter", "log", "log/slog", "maps",
	"math", "math/", "mime", "mime/", "os", "path", "path/", "regexp", "regexp/", "slices", "sort", "strconv",
	"strings", "sync", "sync/", "testing", "testing/quick", "text/", "time", "unicode", "unicode/", "unique", "unsafe"}

// keepers are functions of these packages that keep what they are given.
var keepers = map[string]bool{
	"(*testing.common).Cleanup": true, "(*testing.B).RunParallel": true, "io.Pipe": true, "sync.OnceFunc": true,
	"sync.OnceValue": true, "sync.OnceValues": true, "iter.Pull": true, "iter.Pull2": true,
}

// looking are functions of other packages that keep nothing of what they are given.
var looking = map[string]bool{"reflect.TypeOf": true, "reflect.DeepEqual": true, "runtime.KeepAlive": true}

// prompt tells whether a function that is not analysed is known to keep nothing.
func prompt(fn *ssa.Function) bool {
	switch name := FullName(fn); {
	case keepers[name]:
		return false
	case looking[name]:
		return true
	}
	pkg := ""
	if p := packageOf(fn); p != nil {
		pkg = p.Path()
	}
	for _, p := range promptly {
		if pkg == p || strings.HasSuffix(p, "/") && strings.HasPrefix(pkg, p) {
			return true
		}
	}
	return false
}

// packageOf is the package of a function; nil if it has none, or fn is nil.
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

// Expose completes what is exposed and kept: also what can be reached from there, but for what a function has
// captured, as only that assigns to it. It notes the functions that code which is not analysed may call at any
// time, if they synchronize.
func (w *World) Expose() {
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
	for _, o := range w.objects {
		if !o.Kept {
			continue
		}
		switch o.Kind {
		case Func:
			if w.Synchronizing(o.Fn) {
				w.later(o.Fn.Pos(), "this function")
			}
		case Cancel:
			w.later(o.Pos, "the function that ends this context")
		case Box:
			if IsTesting(o.Type) { // what others do with a test is said of their packages
				continue
			}
			methods := w.Prog.MethodSets.MethodSet(o.Type)
			for m := range methods.Methods() {
				if fn := w.Prog.MethodValue(m); fn != nil && m.Obj().Exported() && w.Synchronizing(fn) {
					w.later(fn.Pos(), "this method")
				}
			}
		}
	}
}

func (w *World) later(pos token.Pos, what string) {
	w.Note("U11", pos, "code that is not followed may call "+what+" at any time")
}

// syncs finds functions that may synchronize, by what they and those that they call have in them.
type syncs struct {
	w    *World
	seen map[*ssa.Function]bool // by the search that is under way
}

// Synchronizing tells whether a function may synchronize, as far as it, and those that it calls, name what they do.
func (w *World) Synchronizing(fn *ssa.Function) bool {
	known, ok := w.syncs[fn]
	if !ok {
		s := syncs{w, map[*ssa.Function]bool{}}
		known = s.does(fn)
		w.syncs[fn] = known
	}
	return known
}

func (s *syncs) does(fn *ssa.Function) bool {
	if s.seen[fn] || fn.Blocks == nil || !s.w.Inside(fn) {
		return false
	}
	s.seen[fn] = true
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, s.instr) {
			return true
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, s.does) // which it may call, or have called
}

func (s *syncs) instr(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Send, *ssa.Select, *ssa.Go:
		return true
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case ssa.CallInstruction:
		c := i.Common()
		if b, ok := c.Value.(*ssa.Builtin); ok {
			return b.Name() == "close"
		}
		if c.IsInvoke() {
			pkg := c.Method.Pkg()
			return pkg != nil && (pkg.Path() == "sync" || s.w.follows(pkg))
		}
		fn := c.StaticCallee()
		if fn == nil {
			return true
		}
		if FullName(fn) == "(*sync.Once).Do" { // of a function that does nothing, it keeps nobody waiting
			f := c.Args[1]
			if closure, ok := f.(*ssa.MakeClosure); ok {
				f = closure.Fn
			}
			fn, ok := f.(*ssa.Function)
			return !ok || s.does(fn)
		}
		return operations[FullName(fn)] || assigns(FullName(fn)) || s.w.starts(i) || s.does(fn)
	}
	return false
}

// initializes tells whether an instance is executed before main, which is another program.
func initializes(in *Instance) bool {
	for in.Parent != nil {
		in = in.Parent
	}
	return in.Fn.Synthetic == initializer
}

// abroad notes a call of a function of another module.
func (w *World) abroad(pos token.Pos, pkg *types.Package) {
	code, text := "B12", "calls of package "+pkg.Path()+" are taken to return"
	switch {
	case strings.HasPrefix(pkg.Path(), "golang.org/x/sync/"):
		code, text = "U13", "what package "+pkg.Path()+" does here is not modelled"
	case w.Files:
		code, text = "U14", "calls of package "+pkg.Path()+" are not followed: name folders in place of files"
	}
	if w.said == nil {
		w.said = map[string]bool{}
	}
	if !w.said[text] { // once for a package
		w.said[text] = true
		w.Note(code, pos, text)
	}
}

// copies tells whether a load copies a lock, a wait group or the like, which is then another one in whatever state
// that was. A composite literal is moved, not copied.
func copies(load *ssa.UnOp) bool {
	if a, ok := load.X.(*ssa.Alloc); ok && a.Comment == "complit" {
		return false
	}
	return load.Op == token.MUL && hasLock(load.Type(), 0)
}

func hasLock(t types.Type, depth int) bool {
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" {
		_, isStruct := n.Underlying().(*types.Struct)
		return isStruct
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if depth < 6 && hasLock(f.Type(), depth+1) {
				return true
			}
		}
	case *types.Array:
		return depth < 6 && hasLock(u.Elem(), depth+1)
	}
	return false
}
