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

// FullName is how the library's documentation names a function:
// "(*sync.Mutex).Lock", "time.After".
func FullName(fn *ssa.Function) string {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if o, ok := fn.Object().(*types.Func); ok {
		return o.FullName()
	}
	return ""
}

// operations are functions whose effect is on an object that an operand points to;
// what they do is said where the program is written.
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

// Done is the channel of a context. Where the context stands for several, so does the channel: what ends one of them
// ends all in the model.
func (w *World) Done(c *Object) *Object {
	o := w.model(c.In, [2]any{c, "done"}, nil, Chan, nil, c.Name+"_done", c.Pos)
	o.Many = c.Many
	return o
}

// Parents lists the contexts that a context is made of.
func (w *World) Parents(c *Object) []*Object {
	var out []*Object
	for _, l := range w.Content(Loc{c, ".parent"}) {
		if l.Obj.Kind == Context {
			out = append(out, l.Obj)
		}
	}
	return out
}

// Under lists a context, and those that are made of it, which end with it.
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

// Contexts lists the contexts that may be ended.
func (w *World) Contexts() []*Object {
	var out []*Object
	for _, o := range w.objects {
		if o.Kind == Context {
			out = append(out, o)
		}
	}
	return out
}

// modelled is a call of a function of the library that the analysis knows.
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
	if w.testing(in, site, copy, fn, args) || w.atomic(in, site, copy, name, args) {
		return true
	}
	x := site.Value()
	result := func(l Loc, at string) {
		if x != nil {
			w.add(w.reg(in, x, at), l)
		}
	}
	switch name {
	case "(*sync.Once).Do", "(*sync.WaitGroup).Go", "time.AfterFunc", "context.AfterFunc",
		"(*golang.org/x/sync/errgroup.Group).Go":
		f := args[len(args)-1]
		w.target(in, site, copy, Target{Model: name, Args: args})
		w.forEach(w.argNode(f, ""), func(l Loc) {
			switch {
			case !w.fitsTurn(in, site, copy, l):
			case l.Obj.Kind == Func:
				w.callBack(in, site, copy, l.Obj, false, name != "(*sync.Once).Do")
			case l.Obj.Kind == Cancel:
				w.target(in, site, copy, Target{Model: ModelCancel, Args: []Arg{{one: &l}}})
			case l.Obj.Kind == Unknown:
				w.Note("U02", site.Pos(), "this function is not known: the call is left out")
			}
		})
		if name == "context.AfterFunc" {
			w.ofContext(in, site, copy, args[0])
			w.forEach(w.argNode(args[0], ""), func(l Loc) {
				if l.Obj.Kind == Context && l.Obj.Name != Background {
					l.Obj.Asked = true
				}
			})
			if x != nil && len(*x.Referrers()) > 0 {
				w.Note("U09", site.Pos(), "this function may be stopped: in the model it is called")
			}
		}
		if name == "time.AfterFunc" {
			o := w.turned(in, site, copy, "calls", Memory, "timer")
			o.Calls = true
			result(Loc{o, ""}, "")
		}
	case "golang.org/x/sync/errgroup.WithContext":
		c := w.derived(in, site, copy, args[0], false)
		result(Loc{c, ""}, "#1")
		o := w.turned(in, site, copy, "group", Memory, "group")
		w.add(w.cell(Loc{o, groupContext}), Loc{c, ""})
		result(Loc{o, ""}, "#0")
	case "sync.NewCond":
		o := w.turned(in, site, copy, "cond", Memory, "cond")
		w.turnEdge(in, site, copy, w.argNode(args[0], ""), w.cell(Loc{o, ".L"}))
		result(Loc{o, ""}, "")
	case "(*sync.RWMutex).RLocker":
		w.forEach(w.argNode(args[0], ""), func(l Loc) {
			o := w.model(nil, [2]any{l, "rlocker"}, nil, RLocker, nil, "rlocker", site.Pos())
			o.Of = l
			result(Loc{o, ""}, "")
		})
	case "context.Background", "context.TODO":
		w.background(in, x)
	case "context.WithValue", "context.WithoutCancel":
		if name == "context.WithValue" {
			w.withValue(in, x, args)
		} else {
			w.background(in, x)
			w.inherits(args[0], w.backgroundContext())
			w.edge(w.argNode(args[0], ""), w.argNode(w.contextTexts(), ""))
		}
	case "context.WithCancel", "context.WithTimeout", "context.WithDeadline", "context.WithCancelCause",
		"context.WithTimeoutCause", "context.WithDeadlineCause":
		c := w.derived(in, site, copy, args[0], name != "context.WithCancel" && name != "context.WithCancelCause")
		c.Late = strings.HasPrefix(name, "context.WithTimeout") && long(in, args[1])
		if len(args) == 3 { // context.Cause returns it
			w.forEach(w.argNode(args[2], ""), w.noteHandedOut)
		}
		cancel := w.turned(in, site, copy, "cancel", Cancel, "cancel")
		cancel.Of = Loc{c, ""}
		result(Loc{c, ""}, "#0")
		result(Loc{cancel, ""}, "#1")
	case "os/signal.NotifyContext":
		c := w.derived(in, site, copy, args[0], true)
		c.Late = true
		cancel := w.turned(in, site, copy, "cancel", Cancel, "cancel")
		cancel.Of = Loc{c, ""}
		result(Loc{c, ""}, "#0")
		result(Loc{cancel, ""}, "#1")
	case "os/signal.Notify":
		w.forEach(w.argNode(args[0], ""), func(l Loc) { l.Obj.Repeats, l.Obj.Late = true, true })
	case "os/signal.Stop", "os/signal.Ignore", "os/signal.Reset":
		if _, deferred := site.(*ssa.Defer); !deferred || in.Parent != nil { // where main returns, nobody waits
			w.Note("U13", site.Pos(), "signals may come no more: who waits for one may wait for ever")
		}
	case "time.After", "time.Tick":
		t := w.timer(in, site, copy, name == "time.Tick")
		t.Late = long(in, args[0])
		result(Loc{t, ""}, "")
		if name == "time.Tick" && x != nil && !positive(in, args[0]) {
			w.edge(w.none(), w.reg(in, x, "")) // what it returns for no time
		}
	case "time.NewTimer", "time.NewTicker":
		w.target(in, site, copy, Target{Model: name, Args: args})
		t := w.turned(in, site, copy, "holder", Memory, "timer")
		c := w.timer(in, site, copy, name == "time.NewTicker")
		c.Late = long(in, args[0])
		w.add(w.cell(Loc{t, ".C"}), Loc{c, ""})
		result(Loc{t, ""}, "")
	case "(*time.Timer).Stop", "(*time.Ticker).Stop", "(*time.Timer).Reset", "(*time.Ticker).Reset":
		w.forEach(w.argNode(args[0], ""), func(l Loc) {
			l.Obj.Set = l.Obj.Set || l.Obj.Calls
			w.forEach(w.cell(Loc{l.Obj, l.Path + ".C"}), func(c Loc) { c.Obj.Set = true })
		})
		w.target(in, site, copy, Target{Model: name, Args: args})
	case "time.Sleep":
		if long(in, args[0]) {
			w.outsideWaits[siteKey{in: in, site: site}] = std.Stays
		}
	case "runtime.Gosched":
	case "(context.Context).Done":
		// of a method value; by invoke otherwise
	default:
		return false
	}
	return true
}

// long reports whether an operand is a duration of an hour or more, which is taken to be perhaps without end.
func long(in *Instance, a Arg) bool {
	if a.v == nil {
		return false
	}
	n, ok := Number(in, a.v, nil)
	return ok && n >= int64(time.Hour)
}

// positive reports whether an operand is a number above zero.
func positive(in *Instance, a Arg) bool {
	if a.v == nil {
		return false
	}
	n, ok := Number(in, a.v, nil)
	return ok && n > 0
}

// wraps reports whether a function is one that go/ssa adds for a method value, a method expression, or a method of what
// is embedded. It has the name of the method, but not its receiver.
func wraps(fn *ssa.Function) bool {
	return strings.HasPrefix(fn.Synthetic, "wrapper for ") || strings.HasPrefix(fn.Synthetic, "thunk for ")
}

// Wraps reports whether go/ssa has added a function that calls a method and does nothing else.
func Wraps(fn *ssa.Function) bool {
	return wraps(fn) || strings.HasPrefix(fn.Synthetic, "bound method ")
}

// groupContext is where an errgroup.Group has its context.
const groupContext = ".ctx"

// GroupContexts lists the contexts of a group, which end with its first error, or Wait.
func (w *World) GroupContexts(group Loc) []*Object {
	var out []*Object
	for _, l := range w.Content(Loc{group.Obj, group.Path + groupContext}) {
		out = append(out, l.Obj)
	}
	return out
}

// derived is a context made of another one; ends: it may end by itself at any time.
func (w *World) derived(in *Instance, site ssa.CallInstruction, copy int, parent Arg, ends bool) *Object {
	c := w.turned(in, site, copy, "context", Context, "ctx")
	c.Ends = ends
	w.ofContext(in, site, copy, parent)
	w.turnEdge(in, site, copy, w.argNode(parent, ""), w.cell(Loc{c, ".parent"}))
	w.inherits(parent, c)
	return c
}

// ofContext is what package context does with a context that something is made of: it calls the methods of one of the
// package's own.
func (w *World) ofContext(in *Instance, site ssa.CallInstruction, copy int, parent Arg) {
	w.edge(w.argNode(parent, ""), w.argNode(w.contextTexts(), ""))
	w.forEach(w.argNode(parent, ""), func(l Loc) {
		if l.Obj.Kind == Box {
			w.Note("U02", site.Pos(), "this context is made of one of the package's own: when that ends is not known")
			w.methods(finder{w, in, site, copy, std.Row{}}, parent.Type.Underlying().(*types.Interface), l)
		}
	})
}

// turned is what a call of the library makes in a turn of the loop around it.
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

type turnKey struct {
	site ssa.Instruction
	what string
	copy int
}

// Background is the name of contexts that never end.
const Background = "background"

// background is a context that never ends.
func (w *World) background(in *Instance, x ssa.Value) {
	if x != nil {
		w.add(w.reg(in, x, ""), Loc{w.backgroundContext(), ""})
	}
}

func (w *World) backgroundContext() *Object {
	return w.model(nil, "background context", nil, Context, nil, Background, token.NoPos)
}

func (w *World) timer(in *Instance, site ssa.CallInstruction, copy int, repeats bool) *Object {
	o := w.turned(in, site, copy, "channel", Timer, "timer")
	o.Repeats = o.Repeats || repeats
	return o
}

// TimerOf is the channel of the timer that a call of NewTimer or NewTicker makes.
func (w *World) TimerOf(in *Instance, site ssa.Instruction, copy int) *Object {
	return w.byKey[objKey{in, turnKey{site.(ssa.CallInstruction), "channel", copy}, Timer}]
}

// CallsOf is the timer that a call of time.AfterFunc makes.
func (w *World) CallsOf(in *Instance, site ssa.Instruction, copy int) *Object {
	return w.byKey[objKey{in, turnKey{site.(ssa.CallInstruction), "calls", copy}, Memory}]
}
