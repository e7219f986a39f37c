package heap

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Whether functions may synchronize, by their texts.

// syncs finds functions that may synchronize, by what they and those that they call have in them.
type syncs struct {
	w     *World
	names map[string]bool
	// asking: also if the library may ask for such a method.
	asking bool
	seen   map[*ssa.Function]bool // by the search that is under way
}

// sounds reports whether a method of a name may synchronize.
func (s *syncs) sounds(name string) bool {
	sure, ok := s.names[name]
	return sure || ok && s.asking
}

// asks reports whether a call gives a value to a function that is not followed, and the value has a method that the
// function may look for, and that may synchronize.
func (s *syncs) asks(c *ssa.CallCommon, fn *ssa.Function) bool {
	if !s.asking || fn.Blocks != nil && s.w.Inside(fn) {
		return false
	}
	some := slices.ContainsFunc(c.Args, func(v ssa.Value) bool { return s.w.carries(v.Type()) })
	if !some {
		return false
	}
	for name := range s.names {
		if asked[name] {
			return true
		}
	}
	return false
}

// sounding are the names of methods of followed packages that may synchronize; false: if the library asks for others.
func (w *World) sounding() map[string]bool {
	if w.Sounding == nil {
		return nil
	}
	return w.Sounding(w.findSounding)
}

func (w *World) findSounding() map[string]bool {
	var methods []*ssa.Function
	for _, p := range w.Prog.AllPackages() {
		if !w.follows(p.Pkg) {
			continue
		}
		for _, m := range p.Members {
			t, ok := m.(*ssa.Type)
			if !ok {
				continue
			}
			if n, ok := types.Unalias(t.Type()).(*types.Named); ok {
				for m := range n.Methods() {
					if fn := w.Prog.FuncValue(m); fn != nil {
						methods = append(methods, fn)
					}
				}
			}
		}
	}
	names := map[string]bool{}
	for _, asking := range []bool{false, true} {
		for known := -1; known < len(names); {
			known = len(names)
			for _, fn := range methods {
				s := syncs{w, names, asking, map[*ssa.Function]bool{}}
				if _, ok := names[fn.Name()]; !ok && s.synchronizes(fn) {
					names[fn.Name()] = !asking
				}
			}
		}
	}
	return names
}

// leads reports whether a function may synchronize, or give something to the library whose methods may, that this asks
// for.
func (w *World) leads(fn *ssa.Function) bool {
	known, ok := w.leadsMemo[fn]
	if !ok {
		s := syncs{w, w.sounding(), true, map[*ssa.Function]bool{}}
		known = s.synchronizes(fn)
		w.leadsMemo[fn] = known
	}
	return known
}

// Synchronizing reports whether a function may synchronize, as far as it, and those that it calls, name what they do.
// May err towards: it does not, where only the library calls methods of what it is given.
func (w *World) Synchronizing(fn *ssa.Function) bool {
	known, ok := w.syncsMemo[fn]
	if !ok {
		s := syncs{w, w.sounding(), false, map[*ssa.Function]bool{}}
		known = s.synchronizes(fn)
		w.syncsMemo[fn] = known
	}
	return known
}

func (s *syncs) synchronizes(fn *ssa.Function) bool {
	if s.w.Linked != nil && s.w.Linked(fn) {
		return true
	}
	if s.seen[fn] || fn.Blocks == nil || !s.w.Inside(fn) {
		return false
	}
	s.seen[fn] = true
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, s.instr) {
			return true
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, s.synchronizes) // which it may call, or have called
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
			return pkg != nil && (pkg.Path() == "sync" || s.w.follows(pkg)) || s.sounds(c.Method.Name())
		}
		fn := c.StaticCallee()
		if fn == nil {
			return true
		}
		if FullName(fn) == doOnce {
			f := functionOf(c.Args[1])
			return f == nil || s.synchronizes(f) || !s.w.onlyFor(c.Args[0], f)
		}
		return operations[FullName(fn)] || assigns(FullName(fn)) || s.w.starts(i) || s.synchronizes(fn) || s.asks(c, fn)
	}
	return false
}

// Outer reports whether a statement in a loop over a function defers a call: until the function around the loop ends,
// not the one that go/ssa makes of the body.
func Outer(d *ssa.Defer) bool { return d.Parent().Synthetic == "range-over-func yield" }

// leftOut reports whether it matters that a deferred call is left out: it may synchronize, or recover.
func (w *World) leftOut(d *ssa.Defer) bool {
	fn := d.Call.StaticCallee()
	if fn == nil || w.Synchronizing(fn) || operations[FullName(fn)] {
		return true
	}
	return callsRecover(fn)
}

// catching are packages that recover panics of methods which they call.
var catching = []string{"fmt", "html/template", "log", "log/slog", "testing", "text/template"}

// Catches reports whether a function that is not followed may recover panics of what it calls.
func Catches(fn *ssa.Function) bool {
	if !Prompt(fn) {
		return true
	}
	switch pkg := packageOf(fn).Path(); {
	case pkg == "testing" && slices.Contains([]string{"AllocsPerRun", "Benchmark", "Fuzz", "Run"}, fn.Name()):
		return false // of functions, not of methods for package fmt
	default:
		return slices.Contains(catching, pkg)
	}
}

// recovers notes that a panic of a method is recovered by a function of the library, if the method may then not have
// done all that it does otherwise: what it defers, it does.
func (w *World) recovers(site ssa.CallInstruction, of, method *ssa.Function) {
	s := syncs{w, w.sounding(), true, map[*ssa.Function]bool{}}
	if of != nil && slices.Contains(catching, packageOf(of).Path()) && s.partly(method) {
		w.Note("B10", site.Pos(), "panics of "+method.Name()+" are recovered here: in the model they end the program")
	}
}

// partly reports whether a function, or one that it calls, has an operation but to lock that it does not defer.
func (s *syncs) partly(fn *ssa.Function) bool {
	if s.seen[fn] || fn.Blocks == nil || !s.w.Inside(fn) {
		return false
	}
	s.seen[fn] = true
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if _, ok := i.(*ssa.Defer); ok {
				continue
			}
			c, ok := i.(*ssa.Call)
			if !ok {
				one := syncs{s.w, s.names, s.asking, map[*ssa.Function]bool{}}
				if one.instr(i) {
					return true
				}
				continue
			}
			callee := c.Call.StaticCallee()
			switch {
			case callee == nil:
				one := syncs{s.w, s.names, s.asking, map[*ssa.Function]bool{}}
				if one.instr(i) {
					return true
				}
			case operations[FullName(callee)]:
				if name := FullName(callee); !strings.HasSuffix(name, ").Lock") && !strings.HasSuffix(name, ").RLock") {
					return true
				}
			case s.partly(callee):
				return true
			}
		}
	}
	return false
}
