package heap

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// Target is what a call may do: execute an instance, or what a model says.
type Target struct {
	Inst  *Instance
	Model string // the full name of a function of the library, or one of the Model constants
	Args  []Arg  // of a model: the receiver first
	Maybe bool   // the instance is a function that code which is not analysed may call, or not
	Spawn bool   // the instance is executed by a goroutine of its own
}

// Models of what has no name in the library.
const (
	ModelCancel = "cancel" // Args[0] is the Cancel
	ModelDone   = "Done"   // of a context
	ModelRLock  = "RLocker.Lock"
	ModelRUnl   = "RLocker.Unlock"
	ModelFn     = "unknown function"
)

// Arg is an operand of a call.
type Arg struct {
	Type types.Type
	in   *Instance
	v    ssa.Value
	cell *Loc
	one  *Loc
}

// Locs lists what an operand may be.
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

// Unboxed is Locs with the content of boxes in their place.
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

// Value is the operand in the source, if it is one.
func (a Arg) Value() (*Instance, ssa.Value) { return a.in, a.v }

func (w *World) argNode(a Arg, leaf string) node {
	switch {
	case a.one != nil:
		n := w.node([2]any{"operand", *a.one})
		w.add(n, *a.one)
		return n
	case a.cell != nil:
		return w.inside(Loc{a.cell.Obj, a.cell.Path + leaf})
	}
	return w.reg(a.in, a.v, leaf)
}

type siteKey struct {
	in   *Instance
	site ssa.Instruction
	copy int
}

// Targets lists what a call may do; copy tells goroutines of one site in a loop apart.
func (w *World) Targets(in *Instance, site ssa.Instruction, copy int) []Target {
	w.Look()
	return w.targets[siteKey{in, site, copy}]
}

// Copies is how many goroutines a go statement of an instance starts in the model: more
// than one if the statement, or a call that leads to it in its goroutine, is in a loop.
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
		return 1 // of a family
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
			w.on(w.reg(in, common.Value, ""), func(l Loc) {
				if w.fits(in, site, copy, l) {
					w.invoke(in, site, copy, l)
				}
			})
		default:
			if b, ok := common.Value.(*ssa.Builtin); ok {
				w.builtin(in, site, b.Name())
				return
			}
			w.on(w.reg(in, common.Value, ""), func(l Loc) {
				if !w.fits(in, site, copy, l) {
					return
				}
				switch l.Obj.Kind {
				case Func:
					w.enter(in, site, copy, l.Obj.Fn, l.Obj, w.args(in, common.Args))
				case Cancel:
					w.target(in, site, copy, Target{Model: ModelCancel, Args: []Arg{{one: &l}}})
					for _, cause := range common.Args {
						w.hand(in, cause)
					}
				case Unknown:
					w.external(in, site, copy, nil, w.args(in, common.Args))
				}
			})
		}
	}
}

func (w *World) args(in *Instance, values []ssa.Value) []Arg {
	out := make([]Arg, len(values))
	for i, v := range values {
		out[i] = Arg{Type: v.Type(), in: in, v: v}
	}
	return out
}

// invoke calls a method of an interface on one value that it may have.
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
		x := site.Value()
		switch {
		case name == "String": // of a fmt.Stringer
			find := finder{w, in, site, copy, std.Row{Asks: "format"}}
			v := visit{finder: find, asks: askForFormat, seen: map[visitKey]bool{}}
			v.value(anyType, w.contextTexts(), operand)
		case x == nil:
		case name == "Done" && l.Obj.Name == Background:
			w.edge(w.none(), w.reg(in, x, ""))
		case name == "Done":
			l.Obj.Asked = true
			w.Done(l.Obj).Closed = true
			w.add(w.reg(in, x, ""), Loc{w.Done(l.Obj), ""})
		case name == "Value":
			w.valueOf(in, x, l, common.Args[0])
		}
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

// unknownLock is the operation that a method of an interface is on an unknown lock or wait group, which may be what the
// interface value holds; "" if it is none.
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

// enter calls a function.
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

// bind passes operands to parameters.
func (w *World) bind(callee *Instance, args []Arg, in *Instance, site ssa.Instruction, copy int) {
	for i, p := range callee.Fn.Params {
		if i >= len(args) {
			break
		}
		for _, leaf := range w.leaves(p.Type()) {
			if a := args[i]; a.one != nil {
				w.add(w.reg(callee, p, leaf), *a.one)
			} else {
				w.pass(in, site, copy, w.argNode(a, leaf), w.reg(callee, p, leaf))
			}
		}
	}
}

// results copies what a function returns to the register of the call.
func (w *World) results(callee, in *Instance, x ssa.Value) {
	for _, b := range callee.Fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || b == callee.Fn.Recover && !mayRecover(callee.Fn) {
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

// mayRecover reports whether a function that a function defers may recover its panics.
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

// callsRecover reports whether a function calls recover, or go/ssa has made it to call another one.
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

// perhaps calls a function without operands that are known; it returns the instance. maybe: code that is not analysed
// calls it, as often as it likes, and with operands that may be anything, as those of the function of sync.Map.Range.
func (w *World) perhaps(in *Instance, site ssa.CallInstruction, copy int, f *Object, maybe, spawn bool) *Instance {
	fn := f.Fn
	if fn.Blocks == nil || !w.Inside(fn) {
		return nil
	}
	self := f
	if len(fn.FreeVars) == 0 {
		self = nil
	}
	callee := w.instance(in, site, fn, self, copy, byOthers(maybe))
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

// panicked is the node of what is given to panic.
const panicked = "panicked"

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
		w.moved(in, elem, w.reg(in, args[0], ""), w.node([2]any{o, "grown"})) // other arrays keep their own items
		w.add(w.node([2]any{o, "grown"}), Loc{o, ""})
		if len(args) > 1 {
			w.moved(in, elem, w.reg(in, args[1], ""), to)
		}
	case "ssa:wrapnilchk": // in a method of a pointer that go/ssa makes of one of a value: its operand, if not nil
		w.edge(w.reg(in, args[0], ""), w.reg(in, x, ""))
	case "recover":
		if x != nil {
			w.edge(w.node(panicked), w.reg(in, x, ""))
		}
	case "close":
		w.on(w.reg(in, args[0], ""), func(l Loc) { l.Obj.Closed = true })
	case "Add", "Slice", "SliceData", "String", "StringData": // of package unsafe
		w.reinterpret(in, args[0], x)
	case "clear":
		if s, ok := args[0].Type().Underlying().(*types.Slice); ok {
			w.on(w.reg(in, args[0], ""), func(l Loc) {
				for _, leaf := range w.leaves(s.Elem()) {
					w.edge(w.none(), w.cell(Loc{l.Obj, l.Path + items + leaf}))
				}
			})
		}
	case "copy":
		if s, ok := args[0].Type().Underlying().(*types.Slice); ok {
			w.moved(in, s.Elem(), w.reg(in, args[1], ""), w.reg(in, args[0], ""))
		}
	}
}

// moved copies the items of all places of a set to those of all places of another one: by way of a node for each part
// of an item, so that two sets of many places do not need an edge for each pair.
func (w *World) moved(in *Instance, elem types.Type, from, to node) {
	var paths []string
	var between []node
	for _, leaf := range w.leaves(elem) {
		paths = append(paths, items+leaf)
		between = append(between, w.node(passKey{from, to, items + leaf}))
	}
	if len(paths) == 0 {
		return
	}
	w.on(from, func(l Loc) {
		for i, path := range paths {
			switch {
			case l.Obj.Kind != Unknown:
				w.edge(w.cell(Loc{l.Obj, l.Path + path}), between[i])
			case w.carries(elem):
				w.add(between[i], w.unknown())
			}
		}
	})
	w.on(to, func(l Loc) {
		for i, path := range paths {
			if l.Obj.Kind != Unknown {
				w.edge(between[i], w.cell(Loc{l.Obj, l.Path + path}))
			} else {
				w.on(between[i], func(l Loc) { w.keepIn(in, l) })
			}
		}
	})
}

// passKey is the node of what passes from the items of one set to those of another, at a path in these.
type passKey struct {
	from, to node
	path     string
}
