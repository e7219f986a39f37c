package heap

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// Functions of the library that the analysis knows: what they make, and which functions they call. Most calls become a
// Target with the name of the function as Model; what that operation does is said where the program is written (package
// extract). For
//
//	ctx, cancel := context.WithTimeout(parent, time.Second)
//
// modelled makes an object of kind Context, whose cell .parent holds what parent may be, and one of kind Cancel that is
// Of the context; ctx and cancel get these.

// FullName returns the name of a function as the library's documentation has it: "(*sync.Mutex).Lock", "time.After"; ""
// for a function that no source declares.
func FullName(fn *ssa.Function) string {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if o, ok := fn.Object().(*types.Func); ok {
		return o.FullName()
	}
	return ""
}

// operations are the functions that are a Target and nothing else: they act on the object that their first operand
// points to, or end the goroutine or the program.
var operations = map[string]bool{
	"(*sync.Mutex).Lock": true, "(*sync.Mutex).Unlock": true, "(*sync.Mutex).TryLock": true,
	"(*sync.RWMutex).Lock": true, "(*sync.RWMutex).Unlock": true, "(*sync.RWMutex).TryLock": true,
	"(*sync.RWMutex).RLock": true, "(*sync.RWMutex).RUnlock": true, "(*sync.RWMutex).TryRLock": true,
	"(*sync.WaitGroup).Add": true, "(*sync.WaitGroup).Done": true, "(*sync.WaitGroup).Wait": true,
	"(*sync.Cond).Wait": true, "(*sync.Cond).Signal": true, "(*sync.Cond).Broadcast": true,
	"(*golang.org/x/sync/errgroup.Group).Wait": true,
	"runtime.Goexit": true, "os.Exit": true, "log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true,
	"(*log.Logger).Fatal": true, "(*log.Logger).Fatalf": true, "(*log.Logger).Fatalln": true, "log.Panic": true,
	"log.Panicf": true, "log.Panicln": true, "(*log.Logger).Panic": true, "(*log.Logger).Panicf": true,
	"(*log.Logger).Panicln":   true,
	"(*testing.common).Fatal": true, "(*testing.common).Fatalf": true, "(*testing.common).FailNow": true,
	"(*testing.common).Skip": true, "(*testing.common).Skipf": true, "(*testing.common).SkipNow": true,
}

// Done returns the channel of context c. Where the context stands for several, so does the channel: what ends one of
// them ends all in the model.
func (w *World) Done(c *Object) *Object {
	o := w.model(c.In, [2]any{c, "done"}, nil, Chan, nil, c.Name+"_done", c.Pos)
	o.Many = c.Many
	return o
}

// Parents lists the contexts that may be the parent of context c.
func (w *World) Parents(c *Object) []*Object {
	var out []*Object
	for _, l := range w.Content(Loc{c, ".parent"}) {
		if l.Obj.Kind == Context {
			out = append(out, l.Obj)
		}
	}
	return out
}

// Under lists context c and its descendants, which end with it.
func (w *World) Under(c *Object) []*Object {
	out := []*Object{c}
	for k := 0; k < len(out); k++ {
		for _, o := range w.objects {
			if o.Kind == Context && !slices.Contains(out, o) && slices.Contains(w.Parents(o), out[k]) {
				out = append(out, o)
			}
		}
	}
	return out
}

// Contexts lists all contexts.
func (w *World) Contexts() []*Object {
	var out []*Object
	for _, o := range w.objects {
		if o.Kind == Context {
			out = append(out, o)
		}
	}
	return out
}

// modelled adds what a call of fn does, if that is a function of the library that the analysis knows; else it returns
// false.
func (w *World) modelled(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function, args []Arg) bool {
	if len(fn.FreeVars) > 0 || wraps(fn) { // which calls the method
		return false
	}
	name := FullName(fn)
	if operations[name] {
		if row, ok := std.Of(name); ok {
			w.formats(in, site, copy, fn, row, args)
		}
		w.target(in, site, copy, Target{Model: name, Args: args})
		return true
	}
	c := libraryCall{w: w, in: in, site: site, copy: copy, name: name, args: args}
	return w.testingCall(in, site, copy, fn, args) || w.atomicCall(in, site, copy, name, args) ||
		c.starts() || c.contexts() || c.signals() || c.times() || c.others()
}

// libraryCall is a call of a function of the library. Its methods add what it does if the function is one of theirs;
// else they return false.
type libraryCall struct {
	w    *World
	in   *Instance
	site ssa.CallInstruction
	copy int
	name string // FullName of the function
	args []Arg
}

// result adds a location to a result of the call: "" is the only one, "#0" the first of several.
func (c libraryCall) result(l Loc, leaf string) {
	if x := c.site.Value(); x != nil {
		c.w.add(c.w.reg(c.in, x, leaf), l)
	}
}

// starts adds functions that call the function they are given, in a goroutine of its own or, of Once, in this one.
func (c libraryCall) starts() bool {
	w := c.w
	switch c.name {
	case "(*sync.Once).Do", "(*sync.WaitGroup).Go", "time.AfterFunc", "context.AfterFunc",
		"(*golang.org/x/sync/errgroup.Group).Go":
	default:
		return false
	}
	given := c.args[len(c.args)-1]
	w.target(c.in, c.site, c.copy, Target{Model: c.name, Args: c.args})
	w.forEach(w.argNode(given, ""), func(l Loc) {
		switch {
		case !w.fitsTurn(c.in, c.site, c.copy, l):
		case l.Obj.Kind == Func:
			w.callBack(c.in, c.site, c.copy, l.Obj, false, c.name != "(*sync.Once).Do")
		case l.Obj.Kind == Cancel:
			w.target(c.in, c.site, c.copy, Target{Model: ModelCancel, Args: []Arg{{one: &l}}})
		case l.Obj.Kind == Unknown:
			w.Note("U02", c.site.Pos(), "this function is not known: the call is left out")
		}
	})
	switch c.name {
	case "context.AfterFunc":
		w.ofContext(c.in, c.site, c.copy, c.args[0])
		w.forEach(w.argNode(c.args[0], ""), func(l Loc) {
			if l.Obj.Kind == Context && l.Obj.Name != Background {
				l.Obj.Asked = true
			}
		})
		if x := c.site.Value(); x != nil && len(*x.Referrers()) > 0 {
			w.Note("U09", c.site.Pos(), "this function may be stopped: in the model it is called")
		}
	case "time.AfterFunc":
		timer := w.turned(c.in, c.site, c.copy, "calls", Memory, "timer")
		timer.Calls = true
		c.result(Loc{timer, ""}, "")
	}
	return true
}

// contexts adds functions that make contexts.
func (c libraryCall) contexts() bool {
	w, x := c.w, c.site.Value()
	switch c.name {
	case "golang.org/x/sync/errgroup.WithContext":
		ctx := w.derived(c.in, c.site, c.copy, c.args[0], false)
		c.result(Loc{ctx, ""}, "#1")
		group := w.turned(c.in, c.site, c.copy, "group", Memory, "group")
		w.add(w.cell(Loc{group, groupContext}), Loc{ctx, ""})
		c.result(Loc{group, ""}, "#0")
	case "context.Background", "context.TODO":
		w.background(c.in, x)
	case "context.WithValue":
		w.withValue(c.in, x, c.args)
	case "context.WithoutCancel":
		w.background(c.in, x)
		w.inheritValues(c.args[0], w.backgroundContext())
		w.edge(w.argNode(c.args[0], ""), w.argNode(w.contextTexts(), ""))
	case "context.WithCancel", "context.WithCancelCause":
		c.cancellable(false)
	case "context.WithTimeout", "context.WithTimeoutCause":
		c.cancellable(true).Late = long(c.in, c.args[1])
	case "context.WithDeadline", "context.WithDeadlineCause":
		c.cancellable(true)
	case "os/signal.NotifyContext":
		c.cancellable(true).Late = true
	case "(context.Context).Done":
		// A method value; as a method of an interface it is in invokeContext.
	default:
		return false
	}
	return true
}

// cancellable makes the two results of a function that derives a context from its first operand: the context, and the
// function that ends it. byItself reports whether the context may also end by itself.
func (c libraryCall) cancellable(byItself bool) *Object {
	ctx := c.w.derived(c.in, c.site, c.copy, c.args[0], byItself)
	if strings.HasPrefix(c.name, "context.") && len(c.args) == 3 { // the cause, which context.Cause returns
		c.w.forEach(c.w.argNode(c.args[2], ""), c.w.noteHandedOut)
	}
	cancel := c.w.turned(c.in, c.site, c.copy, "cancel", Cancel, "cancel")
	cancel.Of = Loc{ctx, ""}
	c.result(Loc{ctx, ""}, "#0")
	c.result(Loc{cancel, ""}, "#1")
	return ctx
}

// signals adds functions of package os/signal that send to a channel, or stop that.
func (c libraryCall) signals() bool {
	switch c.name {
	case "os/signal.Notify":
		c.w.forEach(c.w.argNode(c.args[0], ""), func(l Loc) { l.Obj.Repeats, l.Obj.Late = true, true })
	case "os/signal.Stop", "os/signal.Ignore", "os/signal.Reset":
		if _, deferred := c.site.(*ssa.Defer); !deferred || c.in.Parent != nil { // where main returns, nobody waits
			c.w.Note("U13", c.site.Pos(), "signals may come no more: who waits for one may wait for ever")
		}
	default:
		return false
	}
	return true
}

// times adds functions of package time.
func (c libraryCall) times() bool {
	w := c.w
	switch c.name {
	case "time.After", "time.Tick":
		t := w.timer(c.in, c.site, c.copy, c.name == "time.Tick")
		t.Late = long(c.in, c.args[0])
		c.result(Loc{t, ""}, "")
		if x := c.site.Value(); c.name == "time.Tick" && x != nil && !positive(c.in, c.args[0]) {
			w.edge(w.none(), w.reg(c.in, x, "")) // time.Tick(0) returns nil
		}
	case "time.NewTimer", "time.NewTicker":
		w.target(c.in, c.site, c.copy, Target{Model: c.name, Args: c.args})
		holder := w.turned(c.in, c.site, c.copy, "holder", Memory, "timer")
		t := w.timer(c.in, c.site, c.copy, c.name == "time.NewTicker")
		t.Late = long(c.in, c.args[0])
		w.add(w.cell(Loc{holder, ".C"}), Loc{t, ""})
		c.result(Loc{holder, ""}, "")
	case "(*time.Timer).Stop", "(*time.Ticker).Stop", "(*time.Timer).Reset", "(*time.Ticker).Reset":
		w.forEach(w.argNode(c.args[0], ""), func(l Loc) {
			l.Obj.Set = l.Obj.Set || l.Obj.Calls
			w.forEach(w.cell(Loc{l.Obj, l.Path + ".C"}), func(t Loc) { t.Obj.Set = true })
		})
		w.target(c.in, c.site, c.copy, Target{Model: c.name, Args: c.args})
	case "time.Sleep":
		if long(c.in, c.args[0]) {
			w.outsideWaits[siteKey{in: c.in, site: c.site}] = std.Stays
		}
	default:
		return false
	}
	return true
}

// others adds the other functions.
func (c libraryCall) others() bool {
	w := c.w
	switch c.name {
	case "sync.NewCond":
		cond := w.turned(c.in, c.site, c.copy, "cond", Memory, "cond")
		w.turnEdge(c.in, c.site, c.copy, w.argNode(c.args[0], ""), w.cell(Loc{cond, ".L"}))
		c.result(Loc{cond, ""}, "")
	case "(*sync.RWMutex).RLocker":
		w.forEach(w.argNode(c.args[0], ""), func(l Loc) {
			locker := w.model(nil, [2]any{l, "rlocker"}, nil, RLocker, nil, "rlocker", c.site.Pos())
			locker.Of = l
			c.result(Loc{locker, ""}, "")
		})
	case "runtime.Gosched": // any step of another goroutine may come before the next one in any case
	default:
		return false
	}
	return true
}

// long reports whether an operand is known to be a duration of an hour or more. Such a time may be taken never to be
// over: who waits for it waits for practical purposes for ever.
func long(in *Instance, a Arg) bool {
	if a.v == nil {
		return false
	}
	n, ok := Number(in, a.v, nil)
	return ok && n >= int64(time.Hour)
}

// positive reports whether an operand is known to be a number above zero.
func positive(in *Instance, a Arg) bool {
	if a.v == nil {
		return false
	}
	n, ok := Number(in, a.v, nil)
	return ok && n > 0
}

// wraps reports whether go/ssa has added a function for a method expression (thunk) or a method of an embedded field
// (wrapper). It has the name of the method, but not its receiver.
func wraps(fn *ssa.Function) bool {
	return strings.HasPrefix(fn.Synthetic, "wrapper for ") || strings.HasPrefix(fn.Synthetic, "thunk for ")
}

// Wraps reports whether go/ssa has added a function that calls a method and does nothing else: as wraps, or for a
// method value.
func Wraps(fn *ssa.Function) bool {
	return wraps(fn) || strings.HasPrefix(fn.Synthetic, "bound method ")
}

// groupContext is the path of the cell where an errgroup.Group has its context.
const groupContext = ".ctx"

// GroupContexts lists the contexts of an errgroup.Group. They end with its first error, and when Wait returns.
func (w *World) GroupContexts(group Loc) []*Object {
	var out []*Object
	for _, l := range w.Content(Loc{group.Obj, group.Path + groupContext}) {
		out = append(out, l.Obj)
	}
	return out
}

// derived returns the context that a call makes of its parent. ends: it may end by itself, at any time.
func (w *World) derived(in *Instance, site ssa.CallInstruction, copy int, parent Arg, ends bool) *Object {
	c := w.turned(in, site, copy, "context", Context, "ctx")
	c.Ends = ends
	w.ofContext(in, site, copy, parent)
	w.turnEdge(in, site, copy, w.argNode(parent, ""), w.cell(Loc{c, ".parent"}))
	w.inheritValues(parent, c)
	return c
}

// ofContext adds what package context does with the parent of what it makes: if the program implements the parent
// itself, it calls its methods.
func (w *World) ofContext(in *Instance, site ssa.CallInstruction, copy int, parent Arg) {
	w.edge(w.argNode(parent, ""), w.argNode(w.contextTexts(), ""))
	w.forEach(w.argNode(parent, ""), func(l Loc) {
		if l.Obj.Kind == Box {
			w.Note("U02", site.Pos(), "this context is made of one of the package's own: when that ends is not known")
			w.methods(finder{w, in, site, copy, std.Row{}}, parent.Type.Underlying().(*types.Interface), l)
		}
	})
}

// turned returns the object that a call of the library makes in turn copy of the loop around it. what tells several
// objects of one call apart.
func (w *World) turned(in *Instance, site ssa.CallInstruction, copy int, what string, kind Kind, name string) *Object {
	head := w.Turning(site.Block())
	o := w.model(in, turnKey{site, what, copy}, nil, kind, nil, name, site.Pos())
	o.Turn, o.Loop, o.Call = copy, head, site.Value()
	if head == nil {
		o.Many = w.again(in, site.Block(), false)
	} else {
		o.Many = w.executedAgain(in, head)
	}
	return o
}

// turnKey is the key of such an object.
type turnKey struct {
	site ssa.Instruction
	what string
	copy int
}

// Background is the name of the object of all contexts that never end.
const Background = "background"

// background makes x a context that never ends.
func (w *World) background(in *Instance, x ssa.Value) {
	if x != nil {
		w.add(w.reg(in, x, ""), Loc{w.backgroundContext(), ""})
	}
}

// backgroundContext returns the object of all contexts that never end.
func (w *World) backgroundContext() *Object {
	return w.model(nil, "background context", nil, Context, nil, Background, token.NoPos)
}

// timer returns the channel that a call of package time makes. repeats: of a ticker.
func (w *World) timer(in *Instance, site ssa.CallInstruction, copy int, repeats bool) *Object {
	o := w.turned(in, site, copy, "channel", Timer, "timer")
	o.Repeats = o.Repeats || repeats
	return o
}

// TimerOf returns the channel of the timer that a call of NewTimer or NewTicker makes.
func (w *World) TimerOf(in *Instance, site ssa.Instruction, copy int) *Object {
	return w.byKey[objKey{in, turnKey{site.(ssa.CallInstruction), "channel", copy}, Timer}]
}

// CallsOf returns the timer that a call of time.AfterFunc makes.
func (w *World) CallsOf(in *Instance, site ssa.Instruction, copy int) *Object {
	return w.byKey[objKey{in, turnKey{site.(ssa.CallInstruction), "calls", copy}, Memory}]
}
