package heap

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// The constraints of calls. Each location of the function value, or of the receiver of an interface method, is resolved
// to what it calls, and the call gets a Target: an instance of a function of the program, or a model, which is an
// operation that the extraction knows, such as (*sync.Mutex).Lock. For
//
//	var s fmt.Stringer = T{}   // s is a Box of type T
//	s.String()                 // invoke: Target{Inst: T.String}; the receiver gets the content of the box
//	mu.Lock()                  // Target{Model: "(*sync.Mutex).Lock", Args: mu}
//
// a call that is not followed has no Target of its own; external.go says what it does.

// Target is one of the things that a call may do: execute an instance, or what a model says.
type Target struct {
	Inst  *Instance // nil: Model
	Model string    // the full name of a function of the library, or one of the Model constants
	Args  []Arg     // of a model: the operands, the receiver first
	Maybe bool      // unanalysed code calls the instance, any number of times or never
	Spawn bool      // a goroutine of its own executes the instance
}

// Models of operations that have no function of the library with that name.
const (
	ModelCancel = "cancel" // Args[0] is the Cancel
	ModelDone   = "Done"   // of a context
	ModelRLock  = "RLocker.Lock"
	ModelRUnl   = "RLocker.Unlock"
	ModelFn     = "unknown function"
)

// Arg is an operand of a call. It is either register v of instance in, or the content of place cell, or the single
// location one; the others are nil.
type Arg struct {
	Type types.Type
	in   *Instance
	v    ssa.Value
	cell *Loc
	one  *Loc
}

// Locs lists the locations that an operand may be.
func (w *World) Locs(a Arg) []Loc {
	w.Look()
	switch {
	case a.one != nil:
		return []Loc{*a.one}
	case a.cell != nil:
		return w.lists[w.cell(*a.cell)]
	}
	return w.lists[w.reg(a.in, a.v, "")]
}

// Unboxed is Locs with the content of each box in place of the box.
func (w *World) Unboxed(a Arg) []Loc {
	var out []Loc
	for _, l := range w.Locs(a) {
		if l.Obj.Kind == Box {
			out = append(out, w.Content(Loc{l.Obj, content})...)
		} else {
			out = append(out, l)
		}
	}
	return out
}

// Value returns the register that an operand is, with its instance; nil if it is none.
func (a Arg) Value() (*Instance, ssa.Value) { return a.in, a.v }

// argNode returns the node of a leaf of an operand.
func (w *World) argNode(a Arg, leaf string) node {
	switch {
	case a.one != nil:
		n := w.node([2]any{"operand", *a.one})
		w.add(n, *a.one)
		return n
	case a.cell != nil:
		return w.foreignCell(Loc{a.cell.Obj, a.cell.Path + leaf})
	}
	return w.reg(a.in, a.v, leaf)
}

// siteKey identifies a call in an instance; copy tells the goroutines of one site, or the turns of the loop around it,
// apart. Where all copies are alike it is 0.
type siteKey struct {
	in   *Instance
	site ssa.Instruction
	copy int
}

// Targets lists what one copy (Copies) of a call may do.
func (w *World) Targets(in *Instance, site ssa.Instruction, copy int) []Target {
	w.Look()
	return w.targets[siteKey{in, site, copy}]
}

// Copies returns into how many calls the model splits a call of an instance, numbered from 0: one for each turn of the
// loop around it that is told apart, and of a go statement that is executed several times otherwise, Limits.Copies.
func (w *World) Copies(in *Instance, site ssa.Instruction) int {
	if head := w.Turning(site.Block()); head != nil {
		if _, deferred := site.(*ssa.Defer); !deferred {
			n, _ := w.Turns(in, head)
			return n
		}
	}
	if _, ok := site.(*ssa.Go); !ok && !w.starts(site) {
		return 1
	}
	if _, exact := w.Repeats(in, site.Block(), nil); exact {
		return 1 // the extraction makes it a family of exactly that many tasks
	}
	return w.Limits.Copies
}

// starts reports whether a call is one of a function of the library that starts a goroutine.
func (w *World) starts(site ssa.Instruction) bool {
	call, ok := site.(ssa.CallInstruction)
	if !ok || call.Common().StaticCallee() == nil {
		return false
	}
	switch pkg := packageOf(call.Common().StaticCallee()); {
	case pkg == nil:
		return false
	case !slices.Contains([]string{"sync", "time", "context", "golang.org/x/sync/errgroup", "testing"}, pkg.Path()):
		return false
	}
	switch FullName(call.Common().StaticCallee()) {
	case "(*sync.WaitGroup).Go", "time.AfterFunc", "context.AfterFunc", "(*golang.org/x/sync/errgroup.Group).Go",
		ModelRunParallel:
		return true
	}
	return w.parallel(site)
}

// target adds t to the targets of one copy of a call, unless its instance is there already.
func (w *World) target(in *Instance, site ssa.Instruction, copy int, t Target) {
	if t.Model == "runtime.Goexit" {
		w.goexits[in] = true
	}
	k := siteKey{in, site, copy}
	for _, old := range w.targets[k] {
		if old.Inst == t.Inst && old.Model == t.Model && t.Inst != nil {
			return
		}
	}
	w.targets[k] = append(w.targets[k], t)
}

// call adds the constraints of a call.
func (w *World) call(in *Instance, site ssa.CallInstruction) {
	common := site.Common()
	for copy := range w.Copies(in, site) {
		switch {
		case common.IsInvoke():
			w.forEach(w.reg(in, common.Value, ""), func(l Loc) {
				if w.fitsTurn(in, site, copy, l) {
					w.invoke(in, site, copy, l)
				}
			})
		default:
			if b, ok := common.Value.(*ssa.Builtin); ok {
				w.builtin(in, site, b.Name())
				return
			}
			w.forEach(w.reg(in, common.Value, ""), func(l Loc) {
				if !w.fitsTurn(in, site, copy, l) {
					return
				}
				switch l.Obj.Kind {
				case Func:
					w.enter(in, site, copy, l.Obj.Fn, l.Obj, w.args(in, common.Args))
				case Cancel:
					w.target(in, site, copy, Target{Model: ModelCancel, Args: []Arg{{one: &l}}})
					for _, cause := range common.Args {
						w.giveAway(in, cause)
					}
				case Unknown:
					w.external(in, site, copy, nil, w.args(in, common.Args))
				}
			})
		}
	}
}

// args returns registers of an instance as operands.
func (w *World) args(in *Instance, values []ssa.Value) []Arg {
	out := make([]Arg, len(values))
	for i, v := range values {
		out[i] = Arg{Type: v.Type(), in: in, v: v}
	}
	return out
}

// invoke adds what a call of an interface method does on l, one location of its receiver.
func (w *World) invoke(in *Instance, site ssa.CallInstruction, copy int, l Loc) {
	common := site.Common()
	name := common.Method.Name()
	args := w.args(in, common.Args)
	switch l.Obj.Kind {
	case Box:
		fn := w.Method(l.Obj.Type, common.Method.Pkg(), name)
		if fn == nil {
			return
		}
		recv := Arg{Type: l.Obj.Type, cell: &Loc{l.Obj, content}}
		w.enter(in, site, copy, fn, nil, append([]Arg{recv}, args...))
	case Context:
		w.invokeContext(in, site, copy, l)
	case RLocker:
		switch name {
		case "Lock":
			w.target(in, site, copy, Target{Model: ModelRLock, Args: []Arg{{one: &l}}})
		case "Unlock":
			w.target(in, site, copy, Target{Model: ModelRUnl, Args: []Arg{{one: &l}}})
		}
	case Unknown:
		if name := unknownLock(common.Method); name != "" {
			w.target(in, site, copy, Target{Model: name, Args: []Arg{{one: &l}}})
		}
		w.external(in, site, copy, nil, args)
	}
}

// invokeContext is invoke of a method of a context of package context.
func (w *World) invokeContext(in *Instance, site ssa.CallInstruction, copy int, l Loc) {
	x := site.Value()
	switch name := site.Common().Method.Name(); {
	case name == "String": // of a fmt.Stringer: it asks the values of the context for their texts
		find := finder{w, in, site, copy, std.Row{Asks: "format"}}
		v := visit{finder: find, asks: askForFormat, seen: map[visitKey]bool{}}
		v.value(anyType, w.contextTexts(), operand)
	case x == nil: // a go or defer statement: nobody has the result
	case name == "Done" && l.Obj.Name == Background:
		w.edge(w.none(), w.reg(in, x, ""))
	case name == "Done":
		l.Obj.Asked = true
		w.Done(l.Obj).Closed = true
		w.add(w.reg(in, x, ""), Loc{w.Done(l.Obj), ""})
	case name == "Value":
		w.valueOf(in, x, l, site.Common().Args[0])
	}
}

// unknownLock returns the full name of the operation of package sync that a method of an interface may be, if an
// unknown value in the interface is a lock or a wait group: "(*sync.Mutex).Lock" for Lock(). It returns "" if it can be
// none.
func unknownLock(m *types.Func) string {
	if m.Signature().Params().Len()+m.Signature().Results().Len() > 0 {
		return ""
	}
	for _, t := range []string{"Mutex", "RWMutex", "WaitGroup"} {
		if name := "(*sync." + t + ")." + m.Name(); operations[name] {
			return name
		}
	}
	return ""
}

// enter adds what a call of a known function does: as a model, as code that is not followed, or as an instance. self is
// the function value, with what it has captured; nil for a method.
func (w *World) enter(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function, self *Object, args []Arg) {
	if w.modelled(in, site, copy, fn, args) {
		return
	}
	if fn.Blocks == nil || !w.Inside(fn) {
		w.external(in, site, copy, fn, args)
		return
	}
	if self != nil && len(fn.FreeVars) == 0 {
		self = nil
	}
	if fn.Synthetic == initializer {
		return // it was executed before (Initializers)
	}
	callee := w.instance(in, site, fn, self, copy, directly)
	if callee == nil {
		return
	}
	w.target(in, site, copy, Target{Inst: callee, Spawn: callee.Spawned})
	w.bind(callee, args, in, site, copy)
	if x := site.Value(); x != nil {
		w.results(callee, in, x)
	}
}

// bind passes the operands of a call to the parameters of the instance that it executes.
func (w *World) bind(callee *Instance, args []Arg, in *Instance, site ssa.Instruction, copy int) {
	for i, p := range callee.Fn.Params {
		if i >= len(args) {
			break
		}
		for _, leaf := range w.leaves(p.Type()) {
			if a := args[i]; a.one != nil {
				w.add(w.reg(callee, p, leaf), *a.one)
			} else {
				w.turnEdge(in, site, copy, w.argNode(a, leaf), w.reg(callee, p, leaf))
			}
		}
	}
}

// results copies what an instance returns to register x of its call in instance in.
func (w *World) results(callee, in *Instance, x ssa.Value) {
	for _, b := range callee.Fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		unreachable := b == callee.Fn.Recover && !mayRecover(callee.Fn)
		if !ok || unreachable {
			continue
		}
		if len(ret.Results) == 1 {
			w.copyReg(ret.Results[0].Type(), callee, ret.Results[0], "", in, x, "")
			continue
		}
		for i, r := range ret.Results {
			w.copyReg(r.Type(), callee, r, "", in, x, fmt.Sprint("#", i))
		}
	}
}

// mayRecover reports whether one of the calls that a function defers may recover its panics.
func mayRecover(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			d, ok := i.(*ssa.Defer)
			if !ok {
				continue
			}
			callee := d.Call.StaticCallee()
			if _, builtin := d.Call.Value.(*ssa.Builtin); !builtin && (callee == nil || callsRecover(callee)) {
				return true
			}
		}
	}
	return false
}

// callsRecover reports whether a function calls recover, or is a wrapper of go/ssa around a method that may.
func callsRecover(fn *ssa.Function) bool {
	if Wraps(fn) {
		return true
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(*ssa.Call)
			if ok && c.Call.Value.Name() == "recover" {
				return true
			}
		}
	}
	return false
}

// callBack adds a call of function value f by a function that was given f, and returns the instance; nil if there is
// none. With maybe, unanalysed code makes the call, any number of times, with operands that may be anything
// (sync.Map.Range); without, a model makes it once, and no operand leads to what synchronizes ((*sync.Once).Do). spawn:
// a goroutine of its own executes it.
func (w *World) callBack(in *Instance, site ssa.CallInstruction, copy int, f *Object, maybe, spawn bool) *Instance {
	fn := f.Fn
	if fn.Blocks == nil || !w.Inside(fn) {
		return nil
	}
	self := f
	if len(fn.FreeVars) == 0 {
		self = nil
	}
	callee := w.instance(in, site, fn, self, copy, callingOf(maybe))
	if callee == nil {
		return nil
	}
	w.target(in, site, copy, Target{Inst: callee, Maybe: maybe, Spawn: spawn})
	for _, p := range fn.Params {
		if maybe && w.carries(p.Type()) {
			w.spread(callee, p, p.Type(), "")
		}
	}
	return callee
}

// panicked is the key of the node of all that is given to panic: recover may return any of it.
const panicked = "panicked"

// builtin adds the constraints of a call of a builtin function.
func (w *World) builtin(in *Instance, site ssa.CallInstruction, name string) {
	args := site.Common().Args
	x := site.Value()
	switch name {
	case "append":
		if x == nil || w.Plain(x.Type()) {
			return
		}
		elem := x.Type().Underlying().(*types.Slice).Elem()
		to := w.reg(in, x, "")
		w.edge(w.reg(in, args[0], ""), to)
		o := w.model(in, [2]any{site, "grown"}, nil, Memory, x.Type(), "", site.Pos())
		w.add(to, Loc{o, ""})
		// The new array gets the items of all arrays that args[0] may be. They go to a node with o alone, as to may also be
		// the old arrays, which keep their own items.
		w.copyItems(in, elem, w.reg(in, args[0], ""), w.node([2]any{o, "grown"}))
		w.add(w.node([2]any{o, "grown"}), Loc{o, ""})
		if len(args) > 1 {
			w.copyItems(in, elem, w.reg(in, args[1], ""), to)
		}
	case "ssa:wrapnilchk": // go/ssa's test, in the method of a pointer that wraps one of a value, that it is not nil
		w.edge(w.reg(in, args[0], ""), w.reg(in, x, ""))
	case "recover":
		if x != nil {
			w.edge(w.node(panicked), w.reg(in, x, ""))
		}
	case "close":
		w.forEach(w.reg(in, args[0], ""), func(l Loc) { l.Obj.Closed = true })
	case "Add", "Slice", "SliceData", "String", "StringData": // of package unsafe
		w.reinterpret(in, args[0], x)
	case "clear":
		if s, ok := args[0].Type().Underlying().(*types.Slice); ok {
			w.forEach(w.reg(in, args[0], ""), func(l Loc) {
				for _, leaf := range w.leaves(s.Elem()) {
					w.edge(w.none(), w.cell(Loc{l.Obj, l.Path + items + leaf}))
				}
			})
		}
	case "copy":
		if s, ok := args[0].Type().Underlying().(*types.Slice); ok {
			w.copyItems(in, s.Elem(), w.reg(in, args[1], ""), w.reg(in, args[0], ""))
		}
	}
}

// copyItems copies the items of all slices of node from to the items of all slices of node to. Each leaf of an item
// passes through one node between, so that m and n slices need m+n edges, not m*n.
func (w *World) copyItems(in *Instance, elem types.Type, from, to node) {
	var paths []string
	var between []node
	for _, leaf := range w.leaves(elem) {
		paths = append(paths, items+leaf)
		between = append(between, w.node(itemsKey{from, to, items + leaf}))
	}
	if len(paths) == 0 {
		return
	}
	w.forEach(from, func(l Loc) {
		for i, path := range paths {
			switch {
			case l.Obj.Kind != Unknown:
				w.edge(w.cell(Loc{l.Obj, l.Path + path}), between[i])
			case w.carries(elem):
				w.add(between[i], w.unknown())
			}
		}
	})
	w.forEach(to, func(l Loc) {
		for i, path := range paths {
			if l.Obj.Kind != Unknown {
				w.edge(between[i], w.cell(Loc{l.Obj, l.Path + path}))
			} else {
				w.forEach(between[i], func(l Loc) { w.retainFrom(in, l) })
			}
		}
	})
}

// itemsKey is the key of such a node: of the leaf at path of the items that pass from one set of slices to another.
type itemsKey struct {
	from, to node
	path     string
}
