package extract

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/track"
	"flavers/lang/golang/unwind"
	"flavers/lang/golang/write"
)

// This file translates calls of library functions that synchronize, as sync.Mutex.Lock and context.WithCancel.
// Package heap tells which function of the library a call executes (heap.Target.Model), and which objects its
// operands may be.

// statements translates functions that do one thing to one object. By the name of the function: the statement, and
// the kind of the object in its declaration.
var statements = map[string][2]string{
	"(*sync.Mutex).Lock": {"lock", "lock"}, "(*sync.Mutex).Unlock": {"unlock", "lock"},
	"(*sync.RWMutex).Lock": {"lock", "rwlock"}, "(*sync.RWMutex).Unlock": {"unlock", "rwlock"},
	"(*sync.RWMutex).RLock": {"rlock", "rwlock"}, "(*sync.RWMutex).RUnlock": {"runlock", "rwlock"},
	"(*sync.WaitGroup).Done": {"done", "waitgroup"}, "(*sync.WaitGroup).Wait": {"wait", "waitgroup"},
	"(*sync.Cond).Wait":      {"wait", "cond"},
	"(*sync.Cond).Signal":    {"signal", "cond"},
	"(*sync.Cond).Broadcast": {"broadcast", "cond"},
}

// model returns what a call does that executes the library function t.Model.
func (x *extractor) model(in *heap.Instance, site ssa.CallInstruction, t heap.Target, copy int) []write.Line {
	pos := site.Pos()
	if s, ok := statements[t.Model]; ok {
		return x.onObject(t.Args[0], s[1], pos, func(o string) []write.Line {
			return write.One(s[0]+" "+o, pos)
		})
	}
	if c, ok := atomicOf(t); ok {
		return x.atomic(in, site, c)
	}
	switch t.Model {
	case "(*sync.Mutex).TryLock", "(*sync.RWMutex).TryLock", "(*sync.RWMutex).TryRLock":
		return x.try(in, site, t)
	case "(*time.Timer).Stop", "(*time.Ticker).Stop", "(*time.Timer).Reset", "(*time.Ticker).Reset":
		return x.setTimer(in, site, t.Args[0], strings.HasSuffix(t.Model, "Reset"))
	case "time.NewTimer", "time.NewTicker":
		return x.newTimer(in, site, copy)
	case "(*sync.WaitGroup).Add":
		n, ok := x.values.Number(in, site.Common().Args[1])
		if _, fits := number(n); !ok || !fits {
			x.w.Note(unknownAdd, pos, "it is not known how many are added: one")
			n = 1
		}
		return x.onObject(t.Args[0], "waitgroup", pos, func(o string) []write.Line {
			return add(o, n, pos)
		})
	case groupWait:
		return x.onGroup(t.Args[0], pos, func(o string, l heap.Loc) []write.Line {
			return append(waitFor(o, pos), x.endGroup(l, in, site, pos)...)
		})
	case groupGo:
		return x.onGroup(t.Args[0], pos, func(o string, l heap.Loc) []write.Line {
			return x.startAll(in, site, &ending{object: o, before: add(o, 1, pos), lines: add(o, -1, pos),
				result: func(f *heap.Instance) []write.Line { return x.failed(l, f, pos) }})
		})
	case "(*sync.WaitGroup).Go":
		// Which group it is, only the task that starts the goroutine knows: there is a goroutine for each.
		return x.onObject(t.Args[0], "waitgroup", pos, func(o string) []write.Line {
			return x.startAll(in, site, &ending{object: o, before: add(o, 1, pos), lines: add(o, -1, pos)})
		})
	case "(*sync.Once).Do":
		return x.once(in, site, t, copy)
	case heap.ModelSubtest, heap.ModelParallel, heap.ModelRunParallel, heap.ModelCleanup:
		return x.ofTesting(in, site, t, copy)
	case "time.AfterFunc":
		return x.afterFunc(in, site)
	case "context.AfterFunc":
		return x.afterContext(in, site, t.Args[0])
	case heap.ModelCancel:
		return x.cancel(x.w.Locs(t.Args[0])[0].Obj.Of.Obj, pos, func(o *heap.Object) string {
			return x.variable(in, firstKey{site, o.Name}, "first", "bool")
		})
	case heap.ModelRLock, heap.ModelRUnl:
		word := map[string]string{heap.ModelRLock: "rlock ", heap.ModelRUnl: "runlock "}[t.Model]
		return write.One(word+x.object(x.w.Locs(t.Args[0])[0].Obj.Of, "rwlock"), pos)
	case "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "(*log.Logger).Fatal", "(*log.Logger).Fatalf",
		"(*log.Logger).Fatalln":
		x.w.Note(exits, pos, "the program ends here: in the model, other goroutines go on")
		return exit(pos)
	case heap.ModelFn:
		return nil
	}
	if unwind.Panics(t.Model) && x.leaves.Recovered(in) {
		return x.panics(in, site)
	}
	if unwind.Panics(t.Model) {
		x.w.Note(exits, pos, "a panic ends the program: in the model, other goroutines go on")
		return exit(pos)
	}
	if unwind.Goexits(t.Model) {
		return x.leave(in, exiting, pos)
	}
	return nil
}

// once returns what a call of (*sync.Once).Do does. If the function that it gets does nothing, the call is left out,
// unless somebody may wait at it: in a call of Do within the function of the same sync.Once, or where the sync.Once
// gets several functions.
func (x *extractor) once(in *heap.Instance, site ssa.CallInstruction, t heap.Target, copy int) []write.Line {
	var inner []write.Line
	into := x.into
	x.into = nil // the body declares its variables in its own task
	for _, called := range x.w.Targets(in, site, copy) {
		switch {
		case called.Inst != nil:
			inner = append(inner, x.body(called.Inst)...)
		case called.Model == heap.ModelCancel:
			inner = append(inner, x.model(in, site, called, copy)...)
		}
	}
	x.into = into
	if len(inner) == 0 && !x.within(in, t.Args[0]) && !x.onceOfSeveral(t.Args[0]) {
		return nil
	}
	return x.onObject(t.Args[0], "once", site.Pos(), func(o string) []write.Line {
		return write.Block(site.Pos(), "once "+o, unstopped(inner))
	})
}

// afterContext returns what context.AfterFunc does: for each context that its operand may be, it starts a task that
// waits until the context has ended, and then starts the function. For a context that never ends there is no task. If
// some context is not known, the function may be called at any time.
func (x *extractor) afterContext(in *heap.Instance, site ssa.CallInstruction, of heap.Arg) []write.Line {
	var ends []heap.Loc
	for _, l := range x.w.Locs(of) {
		if l.Obj.Kind != heap.Context {
			return x.startAll(in, site, nil) // package heap has put it into the ledger
		}
		if l.Obj.Name != heap.Background {
			ends = append(ends, l)
		}
	}
	out := x.onPlaces(of, ends, site.Pos(), func(l heap.Loc) []write.Line {
		name := x.object(heap.Loc{Obj: x.w.Done(l.Obj)}, "chan")
		return x.startAll(in, site, &ending{object: name, await: x.ended(l.Obj)})
	})
	if len(ends) < len(x.w.Locs(of)) && len(out) > 0 {
		x.w.Note(anyOfSeveral, site.Pos(), "this context may be one that never ends, or not")
		return write.Alternatives([][]write.Line{out, nil}, site.Pos())
	}
	return out
}

// ended returns the shared variable that says whether a context has ended.
func (x *extractor) ended(c *heap.Object) string {
	return x.declare("shared", x.object(heap.Loc{Obj: x.w.Done(c)}, "chan")+"_ended", c)
}

// firstKey is the key, in varKey, of the variable that says whether a call is the one that ends a context.
type firstKey struct {
	site ssa.Instruction
	of   string
}

// onceOfSeveral reports whether a sync.Once may get several functions. Then a call with one that does nothing
// matters, too: it waits for the others, and they are not called after it.
func (x *extractor) onceOfSeveral(once heap.Arg) bool {
	if x.onces == nil {
		x.onces = map[heap.Loc][]*ssa.Function{}
		for _, in := range x.w.Instances {
			for _, b := range in.Fn.Blocks {
				for _, i := range b.Instrs {
					x.putOnce(in, i)
				}
			}
		}
	}
	return slices.ContainsFunc(x.w.Locs(once), func(l heap.Loc) bool { return len(x.onces[l]) > 1 })
}

// putOnce records in x.onces the functions that an instruction, if it calls (*sync.Once).Do, may execute; nil stands
// for a function of the library.
func (x *extractor) putOnce(in *heap.Instance, i ssa.Instruction) {
	site, ok := i.(ssa.CallInstruction)
	if !ok {
		return
	}
	for copy := range x.w.Copies(in, site) {
		targets := x.w.Targets(in, site, copy)
		for _, once := range targets {
			if once.Model != "(*sync.Once).Do" {
				continue
			}
			for _, l := range x.w.Locs(once.Args[0]) {
				if len(targets) == 1 && !slices.Contains(x.onces[l], nil) {
					x.onces[l] = append(x.onces[l], nil)
				}
				for _, t := range targets {
					if t.Inst != nil && !slices.Contains(x.onces[l], t.Inst.Fn) {
						x.onces[l] = append(x.onces[l], t.Inst.Fn)
					}
				}
			}
		}
	}
}

// within reports whether an instance may be executed by a call of Do of the sync.Once that operand once is.
func (x *extractor) within(in *heap.Instance, once heap.Arg) bool {
	for ; in.Parent != nil && !in.Spawned; in = in.Parent {
		call, ok := in.Site.(ssa.CallInstruction)
		if !ok || call.Common().StaticCallee() == nil || heap.FullName(call.Common().StaticCallee()) != "(*sync.Once).Do" {
			continue
		}
		for _, l := range x.w.Objects(in.Parent, call.Common().Args[0]) {
			if slices.Contains(x.w.Locs(once), l) {
				return true
			}
		}
	}
	return false
}

// try returns what TryLock or TryRLock does: either it takes the lock, and waits for it if need be, or it gives up. A
// variable gets the result. May err towards: more executions.
func (x *extractor) try(in *heap.Instance, site ssa.CallInstruction, t heap.Target) []write.Line {
	word, kind := "lock", "lock"
	if strings.Contains(t.Model, "RWMutex") {
		kind = "rwlock"
	}
	if strings.HasSuffix(t.Model, "TryRLock") {
		word = "rlock"
	}
	v, ok := site.(*ssa.Call)
	if !ok {
		return nil
	}
	pos := site.Pos()
	x.w.Note(tryLock, pos, "TryLock takes the lock if it is free at some time, or gives up: whether it is free now is not looked at")
	return x.onObject(t.Args[0], kind, pos, func(o string) []write.Line {
		got := x.variable(in, v, "got", "bool")
		takes := write.Lines(pos, word+" "+o, got+" = true")
		return write.Alternatives([][]write.Line{takes, write.One(got+" = false", pos)}, pos)
	})
}

// onObject returns what do makes of the object that an operand is, which is declared with a kind. do gets the name of
// the object. Objects of unanalysed code are left out, and put into the ledger.
func (x *extractor) onObject(a heap.Arg, kind string, pos token.Pos, do func(string) []write.Line) []write.Line {
	var locs []heap.Loc
	for _, l := range x.w.Unboxed(a) {
		if l.Obj.Kind == heap.Unknown {
			x.w.Note(track.UnknownObject, pos, "this "+kind+" is not known: the step is left out")
			continue
		}
		locs = append(locs, l)
	}
	return x.onPlaces(a, locs, pos, func(l heap.Loc) []write.Line { return do(x.object(l, kind)) })
}

// onPlaces returns what do makes of the place that an operand is, of those in locs: the same one for all uses of the
// operand if that is possible (choose), else any of them.
func (x *extractor) onPlaces(a heap.Arg, locs []heap.Loc, pos token.Pos, do func(heap.Loc) []write.Line) []write.Line {
	in, v := a.Value()
	switch {
	case len(locs) == 0:
		return nil
	case in == nil || len(locs) == 1 || len(x.w.Objects(in, v)) != len(locs):
		var ways [][]write.Line
		for _, l := range locs {
			ways = append(ways, do(l))
		}
		if len(ways) > 1 {
			x.w.Note(anyOfSeveral, pos, "this operand may be several objects: any of them is taken")
		}
		return write.Alternatives(ways, pos)
	}
	return x.choose(in, v, locs, pos, do)
}

// cancel returns the statements that end a context and all contexts that are derived from it, unless they have ended:
//
//	atomic { first = !ctx_ended; ctx_ended = true }
//	if first { close ctx }
//
// first names, and declares, the variable of the task for each context.
func (x *extractor) cancel(c *heap.Object, pos token.Pos, first func(*heap.Object) string) []write.Line {
	seen := map[*heap.Object]bool{}
	var all []*heap.Object // each context before those that are derived from it
	var visit func(*heap.Object)
	visit = func(o *heap.Object) {
		if seen[o] {
			return
		}
		seen[o] = true
		all = append(all, o)
		for _, d := range x.w.Contexts() {
			for _, p := range x.w.Parents(d) {
				if p == o {
					visit(d)
				}
			}
		}
	}
	visit(c)
	var out []write.Line
	for _, o := range all {
		if !o.Asked {
			continue
		}
		ch := x.object(heap.Loc{Obj: x.w.Done(o)}, "chan")
		ended, mine := x.ended(o), first(o)
		out = append(out, write.Block(pos, "atomic", write.Lines(pos, mine+" = !"+ended, ended+" = true"))...)
		out = append(out, write.Block(pos, "if "+mine, write.One("close "+ch, pos))...)
	}
	return out
}
