package heap

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// Which functions may synchronize, by their instructions alone: no sets are needed. The analysis asks this to leave out
// calls that change nothing, such as those of a method String that only formats numbers. For
//
//	func (c *conn) String() string { c.mu.Lock(); defer c.mu.Unlock(); return c.name }
//	func (p point) String() string { return strconv.Itoa(p.x) }
//
// the first may synchronize, and the second may not.

// syncs is a search for instructions that may synchronize, in a function and those that it calls.
type syncs struct {
	w *World
	// names has the methods of followed packages that may synchronize (World.sounding).
	names map[string]bool
	// asking: also count what the library may do with values that it is given: ask them for methods in names.
	asking bool
	seen   map[*ssa.Function]bool // by this search
}

// maySynchronize reports whether some method with a name may synchronize.
func (s *syncs) maySynchronize(name string) bool {
	sure, ok := s.names[name]
	return sure || ok && s.asking
}

// mayAsk reports whether function fn, which call c executes, is not followed, gets values that lead to what
// synchronizes, and may ask them for a method that may synchronize, as fmt.Println asks for String.
func (s *syncs) mayAsk(c *ssa.CallCommon, fn *ssa.Function) bool {
	if !s.asking || fn.Blocks != nil && s.w.Inside(fn) {
		return false
	}
	if !slices.ContainsFunc(c.Args, func(v ssa.Value) bool { return s.w.carries(v.Type()) }) {
		return false
	}
	for name := range s.names {
		if askedNames[name] {
			return true
		}
	}
	return false
}

// sounding returns the names of methods of followed packages that may synchronize. The value is true if the method does
// it itself, and false if the library does it for the method, by asking values for others of these methods.
func (w *World) sounding() map[string]bool {
	if w.Sounding == nil {
		return nil
	}
	return w.Sounding(w.findSounding)
}

// findSounding finds what sounding returns: first the methods that do it themselves, and then, with these names, those
// for which the library does it. Methods call each other by name, so each part is repeated until nothing is new.
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

// leads reports whether a function may synchronize itself, give the library a value that it asks for a method which
// may, or assign to a variable that is not its own.
func (w *World) leads(fn *ssa.Function) bool {
	known, ok := w.leadsMemo[fn]
	if !ok {
		s := syncs{w, w.sounding(), true, map[*ssa.Function]bool{}}
		known = s.synchronizes(fn) || w.alters(fn)
		w.leadsMemo[fn] = known
	}
	return known
}

// Synchronizing reports whether a function, or one that it calls, has an instruction that may synchronize. May err
// towards: no, where only the library does so, by calling methods of what it is given (leads counts these).
func (w *World) Synchronizing(fn *ssa.Function) bool {
	known, ok := w.syncsMemo[fn]
	if !ok {
		s := syncs{w, w.sounding(), false, map[*ssa.Function]bool{}}
		known = s.synchronizes(fn)
		w.syncsMemo[fn] = known
	}
	return known
}

// synchronizes reports whether a function, or one that it calls, may synchronize. Of a function that this search has
// come to already it says no: the answer for that is part of the search.
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

// instr reports whether an instruction may synchronize, or calls a function that may. A function value and a method of
// an interface of a followed package may be any.
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
			return pkg != nil && (pkg.Path() == "sync" || s.w.follows(pkg)) || s.maySynchronize(c.Method.Name())
		}
		fn := c.StaticCallee()
		if fn == nil {
			return true
		}
		if FullName(fn) == doOnce {
			f := functionOf(c.Args[1])
			return f == nil || s.synchronizes(f) || !s.w.onlyFor(c.Args[0], f)
		}
		return Joins(i) ||
			operations[FullName(fn)] || assigns(FullName(fn)) || s.w.starts(i) || s.synchronizes(fn) || s.mayAsk(c, fn)
	}
	return false
}

// Joins reports whether an instruction calls a function of the library that waits until others have returned which the
// library has called. A handler that shuts its server down so waits for itself.
func Joins(i ssa.Instruction) bool {
	site, ok := i.(ssa.CallInstruction)
	if !ok || site.Common().StaticCallee() == nil {
		return false
	}
	row, _ := std.Of(FullName(site.Common().StaticCallee()))
	return row.Joins
}

// Outer reports whether a defer statement is in the body of a range loop over a function. go/ssa makes a function of
// the body, but the call is deferred until the function around the loop ends.
func Outer(d *ssa.Defer) bool { return d.Parent().Synthetic == "range-over-func yield" }

// mattersLeftOut reports whether the model is wrong without a deferred call: it may synchronize, or recover.
func (w *World) mattersLeftOut(d *ssa.Defer) bool {
	fn := d.Call.StaticCallee()
	if fn == nil || w.Synchronizing(fn) || operations[FullName(fn)] {
		return true
	}
	return callsRecover(fn)
}

// catching has the packages of the library that recover panics of methods which they call.
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

// noteRecovered notes that function of (nil: not known) of the library recovers panics of a method that it calls, if
// the method panics or stores something, or such a panic may leave out a step of it. Steps that are deferred are not
// left out.
func (w *World) noteRecovered(site ssa.CallInstruction, of, method *ssa.Function) {
	s := syncs{w, w.sounding(), true, map[*ssa.Function]bool{}}
	if of != nil && slices.Contains(catching, packageOf(of).Path()) &&
		(w.panicsOrStores(method, map[*ssa.Function]bool{}) || s.hasUnprotected(method)) {
		w.Note("B10", site.Pos(), "panics of "+method.Name()+" are recovered here: in the model they end the program")
	}
}

// panicsOrStores reports whether a function, or one that it calls, has a panic statement, or stores to what it has not
// made itself. seen has the functions that were looked at.
func (w *World) panicsOrStores(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] || fn.Blocks == nil || !w.Inside(fn) {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Panic:
				return true
			case *ssa.Store:
				if allocOf(i.Addr) == nil {
					return true
				}
			case ssa.CallInstruction:
				if callee := i.Common().StaticCallee(); callee != nil && w.panicsOrStores(callee, seen) {
					return true
				}
			}
		}
	}
	return false
}

// hasUnprotected reports whether a function, or one that it calls, has an operation that is not deferred, and that a
// panic before it leaves out: any but to lock. To leave out a lock makes nobody wait.
func (s *syncs) hasUnprotected(fn *ssa.Function) bool {
	if s.seen[fn] || fn.Blocks == nil || !s.w.Inside(fn) {
		return false
	}
	s.seen[fn] = true
	mayDo := func(i ssa.Instruction) bool { // by a search of its own: seen has the functions that are not deferred
		search := syncs{s.w, s.names, s.asking, map[*ssa.Function]bool{}}
		return search.instr(i)
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if _, ok := i.(*ssa.Defer); ok {
				continue
			}
			var callee *ssa.Function
			if c, ok := i.(*ssa.Call); ok {
				callee = c.Call.StaticCallee()
			}
			if callee == nil {
				if mayDo(i) {
					return true
				}
				continue
			}
			name := FullName(callee)
			locks := strings.HasSuffix(name, ").Lock") || strings.HasSuffix(name, ").RLock")
			if operations[name] && !locks || !operations[name] && s.hasUnprotected(callee) {
				return true
			}
		}
	}
	return false
}
