package extract

import (
	"context"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
	"flavers/lang/golang/slice"
	"flavers/lang/golang/write"
	"flavers/report/ledger"
)

// This file decides whether callers other than those of a client could end a deadlock of it. Suppose that a client
// calls Get, and nobody calls Put:
//
//	func (q *queue) Get() int  { return <-q.items } // waits for ever
//	func (q *queue) Put(i int) { q.items <- i }
//
// This is no mistake of the package, as some caller may call Put later. So an operation that waits is *helped* if
// some method that callers may call executes an operation that lets it go on. A deadlock is a mistake only if some
// goroutine in it is not helped (theory.md, 14).
//
// Which methods execute which operations is found in a root of its own, Client.All, which calls everything. Its
// objects are others than those of the client; the two are compared by where the source makes them.

// made identifies an object across roots: by its kind, the place in the source where it is made, and a path in it.
type made struct {
	kind heap.Kind
	pos  token.Pos
	path string
}

// helper is an operation on an object that may let a goroutine go on which waits there.
type helper struct {
	at   made
	word string // "send", "receive", "close", "done", "signal"
}

// callers is what is known about a client to decide whether other callers could help.
type callers struct {
	ps     *roots.Packages
	root   roots.Root
	names  map[string][]made // objects, by their names in the program
	method map[string]string // by the name of a task, the method whose call led to it; "" for the client itself
	copied map[string]string // extractor.copied

	// The answers of solve; nil before.
	helped map[helper]map[string]bool        // the methods that execute an operation
	shared map[helper]map[string]bool        // the same, also where that helps nobody, of objects that calls share
	ends   map[made]bool                     // what callers close, also by ending a context
	enters map[string]map[made]bool          // by method, the locks that it takes in its first block
	doing  map[*ssa.Function]map[helper]bool // the operations that a function, or what it calls, executes
}

// callersOf collects what is known about the program of a client before solve is asked. main is the task of the root.
func (x *extractor) callersOf(root roots.Root, main *goroutine) *callers {
	c := &callers{ps: x.ps, root: root, names: map[string][]made{}, copied: x.copied,
		method: map[string]string{main.name: root.Client.Call}}
	for l, name := range x.names {
		c.names[name] = append(c.names[name], made{l.Obj.Kind, l.Obj.Pos, l.Path})
	}
	for _, t := range x.tasks {
		if t.inst == nil {
			continue
		}
		if c.method[t.name], _ = calledBy(x.ps, t.inst); x.ps.Written(t.inst.Fn) {
			c.method[t.name] = wraps(x.ps, t.inst.Fn)
		}
	}
	return c
}

// callersCalls returns Program.Calls.
func (x *extractor) callersCalls(main *goroutine) map[string]string {
	out := map[string]string{main.name: ""}
	for _, t := range x.tasks {
		if t.inst != nil && x.ps.Written(t.inst.Fn) {
			out[t.name] = wraps(x.ps, t.inst.Fn)
		}
	}
	return out
}

// solve finds the operations that each method executes, in the function that calls everything. Its error is that of
// ctx.
func (c *callers) solve(ctx context.Context) error {
	if c.helped != nil {
		return nil
	}
	all := c.root
	if c.root.Client.All != "" {
		all.Fn = c.root.Fn.Pkg.Func(c.root.Client.All)
	}
	w, _, _, err := slice.Options{}.Solve(ctx, c.ps, all)
	if err != nil {
		return err
	}
	c.helped, c.enters = map[helper]map[string]bool{}, map[string]map[made]bool{}
	c.doing, c.shared = map[*ssa.Function]map[helper]bool{}, map[helper]map[string]bool{}
	c.ends = map[made]bool{}
	called := callees(c.root.Fn)
	for _, in := range w.Instances {
		c.done(w, in)
		method, own := calledBy(c.ps, in)
		if method == "" {
			c.ending(w, in)
		}
		if method == "" || c.root.Client.All != "" && own.Parent.Fn == all.Fn && called[own.Fn] {
			continue // the client itself has called this constructor: its goroutines exist, and do not help again
		}
		record := func(to map[helper]map[string]bool, word string, locs []heap.Loc, mine bool) {
			for _, l := range locs {
				if mine && c.madeBy(l, own) {
					continue // another call makes an object of its own, and does not operate on this one
				}
				h := helper{made{l.Obj.Kind, l.Obj.Pos, l.Path}, word}
				if to[h] == nil {
					to[h] = map[string]bool{}
				}
				to[h][method] = true
			}
		}
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				c.operation(w, in, i, func(word string, locs []heap.Loc) {
					mine := c.mine(w, in, i, locs, own)
					record(c.shared, word, c.known(w, i, locs), mine)
					if !returned(w, in, i, word, locs) {
						record(c.helped, word, c.known(w, i, locs), mine)
					}
				})
			}
		}
		if in == own {
			c.entering(w, in, method)
		}
	}
	return nil
}

// ending records the contexts that a function of callers ends, and the channels that it closes.
func (c *callers) ending(w *heap.World, in *heap.Instance) {
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			c.operation(w, in, i, func(word string, locs []heap.Loc) {
				for _, l := range locs {
					if word == "close" {
						c.ends[made{l.Obj.Kind, l.Obj.Pos, l.Path}] = true
					}
				}
			})
		}
	}
}

// beside says of a goroutine that waits for one of some operations whether one of these is the end of a context of
// callers (Stuck.Ends), and whether another one is what calls do for others of their kind (Stuck.Else): to receive from
// a channel to which the goroutine sends, and which calls share, or to send to one from which it receives, if its own
// method does so.
func (c *callers) beside(method string, ops []helper) (ends, other bool) {
	for _, o := range ops {
		switch {
		case o.word == "close" && (c.ends[o.at] || c.ps.Where(o.at.pos).Column > roots.Beyond):
			ends = true
		case o.word == "receive" && len(c.shared[o]) > 0, o.word == "send" && c.shared[o][method]:
			other = true
		}
	}
	return ends, other
}

// callees returns the functions that fn calls statically.
func callees(fn *ssa.Function) map[*ssa.Function]bool {
	out := map[*ssa.Function]bool{}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if site, ok := i.(ssa.CallInstruction); ok && site.Common().StaticCallee() != nil {
				out[site.Common().StaticCallee()] = true
			}
		}
	}
	return out
}

// madeBy reports whether an object is made in a call that callers make, or in what this calls.
func (c *callers) madeBy(l heap.Loc, call *heap.Instance) bool {
	if l.Obj.In == nil {
		return false
	}
	_, maker := calledBy(c.ps, l.Obj.In)
	return maker != nil && maker == call
}

// mine reports whether the operand of instruction i that may be the objects locs is always one that the same call of
// callers has made: it was never kept in a field, map or channel where another call may have put its own. May err
// towards: it was.
func (c *callers) mine(w *heap.World, in *heap.Instance, i ssa.Instruction, locs []heap.Loc, call *heap.Instance) bool {
	for _, v := range i.Operands(nil) {
		if *v != nil && slices.Equal(w.Objects(in, *v), locs) && !c.local(w, in, *v, call, maxLocal) {
			return false
		}
	}
	return true
}

// maxLocal bounds how far local follows a value back; beyond that it returns false.
const maxLocal = 10

// local is mine for a value. depth is how many more steps back it may take.
func (c *callers) local(w *heap.World, in *heap.Instance, v ssa.Value, call *heap.Instance, depth int) bool {
	if depth--; depth < 0 {
		return false
	}
	made := func(v ssa.Value) bool {
		return !slices.ContainsFunc(w.Objects(in, v), func(l heap.Loc) bool { return !c.madeBy(l, call) })
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op != token.MUL || made(v.X) && c.local(w, in, v.X, call, depth)
	case *ssa.FieldAddr:
		return c.local(w, in, v.X, call, depth)
	case *ssa.IndexAddr:
		return c.local(w, in, v.X, call, depth)
	case *ssa.Field:
		return c.local(w, in, v.X, call, depth)
	case *ssa.Lookup:
		return made(v.X) && c.local(w, in, v.X, call, depth)
	case *ssa.ChangeType:
		return c.local(w, in, v.X, call, depth)
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !c.local(w, in, e, call, depth) })
	case *ssa.Parameter:
		site, ok := in.Site.(ssa.CallInstruction)
		k := slices.Index(in.Fn.Params, v)
		if !ok || in.Parent == nil || in == call || site.Common().IsInvoke() || k >= len(site.Common().Args) {
			return made(v)
		}
		return c.local(w, in.Parent, site.Common().Args[k], call, depth)
	case *ssa.Call:
		return c.returns(w, in, v, call, depth)
	}
	return true
}

// returns is local for the results of a call.
func (c *callers) returns(w *heap.World, in *heap.Instance, v *ssa.Call, call *heap.Instance, depth int) bool {
	for _, t := range w.Targets(in, v, 0) {
		if t.Inst == nil {
			return t.Model != "" && !strings.Contains(t.Model, "sync/atomic")
		}
		for _, b := range t.Inst.Fn.Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if ok && slices.ContainsFunc(ret.Results, func(r ssa.Value) bool { return !c.local(w, t.Inst, r, call, depth) }) {
				return false
			}
		}
	}
	return len(w.Targets(in, v, 0)) > 0
}

// known returns the objects that instruction i operates on. If one of locs is unknown, it may be any object of its
// type that unanalysed code was given, as an item of the list that slices.DeleteFunc walks through.
func (c *callers) known(w *heap.World, i ssa.Instruction, locs []heap.Loc) []heap.Loc {
	out := slices.DeleteFunc(slices.Clone(locs), func(l heap.Loc) bool { return l.Obj.Kind == heap.Unknown })
	if len(out) == len(locs) {
		return locs
	}
	for _, t := range operands(i) {
		for _, o := range w.HandedOut(t) {
			out = append(out, heap.Loc{Obj: o})
		}
	}
	return out
}

// operands returns the types of the objects that an instruction may operate on: those of channels, and those to which
// pointers point.
func operands(i ssa.Instruction) (out []types.Type) {
	for _, v := range i.Operands(nil) {
		if *v == nil {
			continue
		}
		switch u := (*v).Type().Underlying().(type) {
		case *types.Chan:
			out = append(out, types.NewChan(types.SendRecv, u.Elem()))
		case *types.Pointer:
			out = append(out, u.Elem())
		}
	}
	return out
}

// done records in c.doing the operations of an instance, for its function and for the functions of all its callers.
func (c *callers) done(w *heap.World, in *heap.Instance) {
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			c.operation(w, in, i, func(word string, locs []heap.Loc) {
				for _, l := range locs {
					for caller := in; caller != nil; caller = caller.Parent {
						if c.doing[caller.Fn] == nil {
							c.doing[caller.Fn] = map[helper]bool{}
						}
						c.doing[caller.Fn][helper{made{l.Obj.Kind, l.Obj.Pos, l.Path}, word}] = true
					}
				}
			})
		}
	}
}

// does reports whether goroutine helping, if it goes on, may let goroutine w go on.
func (c *callers) does(helping, w Stuck) bool {
	for h := range c.doing[helping.Begins] {
		if helping.Begins != nil && slices.Contains(w.Waits, Operation{h.word, h.at.pos}) {
			return true
		}
	}
	return false
}

// returned reports whether a function comes to instruction i, a receive from a channel, only after it has sent to the
// same channel, or to a send only after a receive. It gives back what it took, as the user of a semaphore does:
//
//	sem <- struct{}{}; work(); <-sem
//
// Such a receive helps nobody who waits to send: whoever comes here waits to send before (theory.md, 14.7).
func returned(w *heap.World, in *heap.Instance, i ssa.Instruction, word string, locs []heap.Loc) bool {
	if len(locs) != 1 || locs[0].Obj.Many || word != "send" && word != "receive" {
		return false
	}
	same := func(c ssa.Value) bool {
		of := w.Objects(in, c)
		return len(of) == 1 && of[0] == locs[0]
	}
	follows := func(b *ssa.BasicBlock) bool { return b.Dominates(i.Block()) }
	for _, b := range in.Fn.Blocks {
		for _, other := range b.Instrs {
			if other == i {
				break
			}
			switch o := other.(type) {
			case *ssa.Send:
				if word == "receive" && follows(b) && same(o.Chan) {
					return true
				}
			case *ssa.UnOp:
				if word == "send" && o.Op == token.ARROW && follows(b) && same(o.X) {
					return true
				}
			case *ssa.Select:
				for k, s := range o.States {
					if (s.Dir == types.SendOnly) == (word == "receive") && same(s.Chan) && taken(o, k, follows) {
						return true
					}
				}
			}
		}
	}
	return false
}

// taken reports whether such holds for the block that is executed if a select takes alternative k, and only then.
func taken(s *ssa.Select, k int, such func(*ssa.BasicBlock) bool) bool {
	for _, r := range *s.Referrers() {
		index, ok := r.(*ssa.Extract)
		if !ok || index.Index != 0 {
			continue
		}
		for _, use := range *index.Referrers() {
			test, ok := use.(*ssa.BinOp)
			if !ok || test.Op != token.EQL {
				continue
			}
			n, ok := test.Y.(*ssa.Const)
			if !ok || n.Int64() != int64(k) {
				continue
			}
			branch, ok := test.Block().Instrs[len(test.Block().Instrs)-1].(*ssa.If)
			if !ok || branch.Cond != ssa.Value(test) {
				continue
			}
			if to := test.Block().Succs[0]; len(to.Preds) == 1 && such(to) {
				return true
			}
		}
	}
	return false
}

// entering records in c.enters the locks that a method takes in its first block.
func (c *callers) entering(w *heap.World, in *heap.Instance, method string) {
	for _, i := range in.Fn.Blocks[0].Instrs {
		site, ok := i.(*ssa.Call)
		if !ok {
			continue
		}
		for _, t := range w.Targets(in, site, 0) {
			if t.Model != "(*sync.Mutex).Lock" && t.Model != "(*sync.RWMutex).Lock" && t.Model != "(*sync.RWMutex).RLock" {
				continue
			}
			if c.enters[method] == nil {
				c.enters[method] = map[made]bool{}
			}
			for _, l := range w.Unboxed(t.Args[0]) {
				c.enters[method][made{l.Obj.Kind, l.Obj.Pos, l.Path}] = true
			}
		}
	}
}

// holding returns the locks that the blocked tasks of a deadlock hold after an execution: no call gets these.
func (c *callers) holding(waiting []Blocked, trace []Event) map[made]bool {
	held := map[string]int{} // by the name of a lock, how often it is taken and not given back
	for _, e := range trace {
		if !slices.ContainsFunc(waiting, func(w Blocked) bool { return w.Task == e.Task }) {
			continue
		}
		switch verb, name, _ := strings.Cut(e.Event, " "); verb {
		case "lock":
			held[name]++
		case "unlock", "wait": // for a condition, the lock is given back by a step of its own
			held[name]--
		}
	}
	out := map[made]bool{}
	for name, n := range held {
		for _, p := range c.names[name] {
			out[p] = n > 0
		}
	}
	return out
}

// operation calls put with each operation of an instruction that may let others go on: its word as in helper, and the
// objects that it may be on.
func (c *callers) operation(w *heap.World, in *heap.Instance, i ssa.Instruction, put func(string, []heap.Loc)) {
	switch i := i.(type) {
	case *ssa.Send:
		put("send", w.Objects(in, i.Chan))
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			put("receive", w.Objects(in, i.X))
		}
	case *ssa.Select:
		for _, s := range i.States {
			word := "send"
			if s.Dir == types.RecvOnly {
				word = "receive"
			}
			put(word, w.Objects(in, s.Chan))
		}
	case ssa.CallInstruction:
		if b, ok := i.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
			put("close", w.Objects(in, i.Common().Args[0]))
		}
		for copy := range w.Copies(in, i) {
			for _, t := range w.Targets(in, i, copy) {
				switch t.Model {
				case heap.ModelCancel:
					for _, l := range w.Locs(t.Args[0]) {
						if l.Obj.Of.Obj == nil {
							continue
						}
						for _, ctx := range w.Under(l.Obj.Of.Obj) {
							put("close", []heap.Loc{{Obj: w.Done(ctx)}})
						}
					}
				case "(*sync.WaitGroup).Done", "(*sync.WaitGroup).Add", "(*sync.WaitGroup).Go":
					put("done", w.Unboxed(t.Args[0]))
				case "(*sync.Cond).Signal", "(*sync.Cond).Broadcast":
					put("signal", w.Unboxed(t.Args[0]))
				}
			}
		}
	}
}

// calledBy returns the name of the method or function whose call by callers leads to an instance, and the instance of
// that call; "" and nil if callers themselves execute the instance.
func calledBy(ps *roots.Packages, in *heap.Instance) (method string, call *heap.Instance) {
	for in.Parent != nil && !ps.Written(in.Parent.Fn) {
		in = in.Parent
	}
	if in.Parent == nil || ps.Written(in.Fn) {
		return "", nil
	}
	name, _, _ := strings.Cut(in.Fn.Name(), "[") // without type arguments
	return name, in
}

// wraps returns the name of the method or function of the package that a function of a client calls; "" if it calls
// none.
func wraps(ps *roots.Packages, fn *ssa.Function) string {
	if to := ps.Called(fn); to != nil {
		return to.Name()
	}
	return ""
}

// Blocked is a task that is blocked in a deadlock.
type Blocked struct {
	Task string
	At   string   // the statement at which it waits; several alternatives with " or " between them
	For  []string // the tasks that it waits for, as far as these are known
}

// Event is a step of an execution.
type Event struct{ Task, Event string }

// WaitsForCallers reports whether callers could end a deadlock of a client, so that it is no mistake of the package.
// waiting are the blocked tasks, and trace is the execution that leads to the deadlock. If callers could not end it,
// contract says what callers do in the execution that the package need not allow; nil for nothing. The error is that
// of ctx.
func (p *Program) WaitsForCallers(ctx context.Context, waiting []Blocked, trace []Event) (waits bool,
	contract *ledger.Contract, err error) {
	c := p.callers
	if c == nil || len(waiting) == 0 {
		return false, nil, nil
	}
	if err := c.solve(ctx); err != nil {
		return false, nil, err
	}
	list := c.stuck(waiting, trace)
	waits, contract = c.judge(list, c.holding(waiting, trace), c.acts(trace))
	return waits, contract, nil
}

// Contract returns what callers do in an execution of a client that ends with a run-time error, and that the package
// need not allow; nil for nothing.
func (p *Program) Contract(trace []Event) *ledger.Contract {
	if p.callers == nil {
		return nil
	}
	return Beside(p.callers.root, p.callers.acts(trace), nil)
}

// taskName returns the name of a task without its number: "worker" for "worker[1]".
func taskName(name string) string { name, _, _ = strings.Cut(name, "["); return name }

// acts returns the steps of callers in an execution.
func (c *callers) acts(trace []Event) []Act {
	var out []Act
	for _, e := range trace {
		if task := taskName(e.Task); c.calls(task) && c.method[task] != "" {
			out = append(out, Act{e.Task, c.method[task]})
		}
	}
	return out
}

// stuck describes the blocked tasks of a deadlock as goroutines.
func (c *callers) stuck(waiting []Blocked, trace []Event) []Stuck {
	var list []Stuck
	for _, w := range waiting {
		task := taskName(w.Task)
		ends, other := c.beside(c.method[task], c.ways(w.At))
		list = append(list, Stuck{Name: w.Task, Method: c.method[task], Caller: c.calls(task), Ends: ends, Else: other,
			Lock: strings.HasPrefix(w.At, "lock ") || strings.HasPrefix(w.At, "rlock "), Missed: c.missed(w, trace),
			Cond: c.waitsFor(w.At, "signal"), For: w.For, by: c.helpers(w.At, false), once: c.helpers(w.At, true)})
	}
	return list
}

// Stuck is a goroutine that is blocked at the end of an execution, and what could let it go on.
type Stuck struct {
	Name   string
	Method string        // the method of callers whose call led to the goroutine
	Caller bool          // the goroutine is one of callers
	Lock   bool          // it waits for a lock
	Cond   bool          // it waits for a condition
	Missed bool          // it waits for a condition, and a variable that it has tested before has changed since
	Alone  bool          // it waits at channels that nobody else can reach; only for Callers.Help
	Ends   bool          // it waits for the end of a context of callers, or for something else
	Else   bool          // that something else is what other calls do (callers.beside)
	For    []string      // the goroutines that it waits for, as far as these are known
	Waits  []Operation   // the operations of others that would let it go on; only for Callers.Help
	Holds  []token.Pos   // where the objects are made whose locks it holds; only for Callers.Help
	Begins *ssa.Function // the function that it executes; nil: not known

	by   map[string]bool // methods whose call would let it go on
	once map[string]bool // those of them that do not merely give it one more value to work on
}

// Operation is an operation on an object, which is identified by where the source makes it.
type Operation struct {
	Word string // as in helper
	Made token.Pos
}

// leave reports whether callers could end a deadlock: each of its goroutines would go on after a call that callers
// may still make, or after another one of its goroutines has gone on. held are the locks that the goroutines hold.
// ended: callers have ended the use of the object, so that they call nothing more that could help its own goroutines.
func (c *callers) leave(waiting []Stuck, held map[made]bool, ended bool) bool {
	// Methods that do not help: a call of theirs waits for a lock in the deadlock, or would begin with a lock that a
	// goroutine of the deadlock holds.
	busy := map[string]bool{}
	for _, w := range waiting {
		busy[w.Method] = busy[w.Method] || w.Lock
	}
	for method, locks := range c.enters {
		for l := range locks {
			busy[method] = busy[method] || held[l]
		}
	}

	// Goroutines that a call of another method helps, and those that only the end of the use could help.
	helped, onlyEnds := map[string]bool{}, map[string]bool{}
	for _, w := range waiting {
		by := maps.Clone(w.by)
		// A second call of the method that is blocked does not count, but for a goroutine of the package that merely
		// waits for more of what this method sends.
		// Nor one of the caller's own, unless the method wakes those who wait for a condition: at a barrier, the last call
		// lets the others go on.
		if w.Caller && !w.Cond || w.once[w.Method] {
			delete(by, w.Method)
		}
		maps.DeleteFunc(by, func(m string, _ bool) bool { return busy[m] })
		if ended && !w.Caller {
			clear(by)
		}
		// Callers end their contexts when calls have returned, and it is for them to do so before.
		ends := c.root.Client != nil && c.root.Client.Lasting && w.Ends && !(w.Caller && w.Else)
		helped[w.Name] = !w.Alone && (len(by) > 0 && !w.Missed || ends)
		maps.DeleteFunc(by, func(m string, _ bool) bool { return c.isEnd(m) })
		onlyEnds[w.Name] = !ended && len(by) == 0
	}
	asks := map[string]bool{} // callers that are not helped, as the one whom they ask asks itself
	for _, w := range waiting {
		if onlyEnds[w.Name] && slices.ContainsFunc(waiting, func(other Stuck) bool {
			return onlyEnds[other.Name] && c.circular(w, other)
		}) {
			helped[w.Name], asks[w.Name] = false, true
		}
	}

	// Goroutines that one of these helps, and so on.
	for changed := true; changed; {
		changed = false
		for _, w := range waiting {
			goesOn := slices.ContainsFunc(w.For, func(other string) bool { return helped[other] }) ||
				slices.ContainsFunc(waiting, func(other Stuck) bool { return helped[other.Name] && c.does(other, w) })
			if !helped[w.Name] && goesOn && !w.Alone && !asks[w.Name] {
				helped[w.Name], changed = true, true
			}
		}
	}
	return !slices.ContainsFunc(waiting, func(w Stuck) bool { return !helped[w.Name] })
}

// isEnd reports whether a method ends the use of the object.
func (c *callers) isEnd(method string) bool {
	if c.root.Client == nil {
		return false
	}
	_, ends := c.root.Client.Beside[method]
	return ends
}

// circular reports whether a call of callers sends to a channel from which goroutine other of the package receives, and
// other is blocked at a lock, or waits to send to the same channel, from which nobody but itself would receive:
//
//	case op := <-a.ops:
//		a.alarm(a.Snapshot()) // sends a request to a.ops, or waits until a.quit is closed
//
// That Close would end both waits makes it no matter of callers: until then, the object is of no use.
func (c *callers) circular(w, other Stuck) bool {
	if !w.Caller || other.Caller || other.Begins == nil {
		return false
	}
	serves := func(of Stuck) bool {
		return slices.ContainsFunc(of.Waits, func(o Operation) bool {
			return o.Word == "receive" && slices.ContainsFunc(slices.Collect(maps.Keys(c.doing[other.Begins])), func(h helper) bool {
				return h.word == o.Word && h.at.pos == o.Made
			})
		})
	}
	return serves(w) && (other.Lock || serves(other))
}

// Callers decides for a client, without its program, whether other callers could end a deadlock.
type Callers struct{ of *callers }

// CallersOf returns the Callers of a client. known may be nil, or that of another client: if this one is of the same
// object, its answers about methods are used again.
func CallersOf(ps *roots.Packages, root roots.Root, known *Callers) *Callers {
	c := &callers{ps: ps, root: root}
	if known != nil && root.Client.All != "" && known.of.root.Client.All == root.Client.All &&
		known.of.root.Fn.Pkg == root.Fn.Pkg {
		c.helped, c.enters, c.doing = known.of.helped, known.of.enters, known.of.doing
		c.shared, c.ends = known.of.shared, known.of.ends
	}
	return &Callers{c}
}

// Help reports whether callers could end a deadlock of a client, as WaitsForCallers does. It identifies objects by
// where they are made, and takes all parts of an object for one, so it finds more help. acts are the steps of
// callers.
func (k *Callers) Help(ctx context.Context, waiting []Stuck, acts []Act) (waits bool, contract *ledger.Contract,
	err error) {
	c := k.of
	if err := c.solve(ctx); err != nil {
		return false, nil, err
	}
	held := map[made]bool{}
	for i, w := range waiting {
		by, once := map[string]bool{}, map[string]bool{}
		for h, methods := range c.helped {
			if slices.Contains(w.Waits, Operation{h.word, h.at.pos}) {
				maps.Copy(by, methods)
				if !more(h.word) {
					maps.Copy(once, methods)
				}
			}
		}
		waiting[i].by, waiting[i].once = by, once
		waiting[i].Cond = slices.ContainsFunc(w.Waits, func(o Operation) bool { return o.Word == "signal" })
		waiting[i].Ends, waiting[i].Else = c.beside(w.Method, c.at(w.Waits))
		for _, locks := range c.enters {
			for l := range locks {
				held[l] = held[l] || slices.Contains(w.Holds, l.pos)
			}
		}
	}
	waits, contract = c.judge(waiting, held, acts)
	return waits, contract, nil
}

// at returns the operations at the places where the objects of some operations are made.
func (c *callers) at(of []Operation) (out []helper) {
	for _, o := range of {
		out = append(out, helper{made{pos: o.Made}, o.Word})
		for h := range c.shared {
			if h.word == o.Word && h.at.pos == o.Made {
				out = append(out, h)
			}
		}
		for e := range c.ends {
			if o.Word == "close" && e.pos == o.Made {
				out = append(out, helper{e, o.Word})
			}
		}
	}
	return out
}

// missed reports whether a task waits for a condition although a variable that it has read has changed since: whoever
// changed the variable should have woken the task.
func (c *callers) missed(w Blocked, trace []Event) bool {
	if !strings.HasPrefix(w.At, "wait ") {
		return false
	}
	// By shared variables, the value that the task has read last, and the last one that was assigned. A step
	// "x=1" assigns to a shared variable; "task.saw_x=1" copies one to a variable of the task.
	seen, values := map[string]string{}, map[string]string{}
	for _, e := range trace {
		name, value, ok := strings.Cut(e.Event, "=")
		if !ok || strings.HasPrefix(value, "=") {
			continue
		}
		if i := strings.LastIndex(name, "."); i < 0 {
			values[name] = value
		} else if of := c.copied[name[i+1:]]; of != "" && e.Task == w.Task {
			seen[of] = value
		}
	}
	for name, value := range seen {
		if now, ok := values[name]; ok && now != value {
			return true
		}
	}
	return false
}

// CalledAgain reports whether the run-time error that ends an execution of a client comes of calling a method too often
// (Again), or of calling one when Wait was called (closer).
func (p *Program) CalledAgain(events []Event) bool {
	c := p.callers
	if c == nil || len(events) == 0 {
		return false
	}
	last := events[len(events)-1]
	var before []string // the events of the same task
	for _, e := range events[:len(events)-1] {
		if e.Task == last.Task {
			before = append(before, e.Event)
		}
	}
	return c.calls(last.Task) &&
		(Again(c.root, c.method[taskName(last.Task)], last.Event, before) || c.closer(events) == "Wait")
}

// closer returns the method whose caller has closed the channel to which the last of some events sends; "" if the event
// is nothing of the kind, or if no caller has. It is with Wait as with a wait group: callers send nothing to a channel
// that Wait closes.
func (c *callers) closer(events []Event) string {
	_, name, ok := strings.Cut(events[len(events)-1].Event, "send on closed channel ")
	if !ok {
		return ""
	}
	for _, e := range events {
		if e.Event == "close "+name && c.calls(e.Task) {
			return c.method[taskName(e.Task)]
		}
	}
	return ""
}

// Again reports whether a run-time error in a goroutine of callers comes of calling a method again, or more often
// than its counterpart. Then it is no mistake of the package: callers are taken to know that Close is called once,
// and Done as often as Add. method is the method that the goroutine has called, mistake the text of the error, and
// before the events of the goroutine until then.
func Again(root roots.Root, method, mistake string, before []string) bool {
	negative := strings.Contains(mistake, "negative WaitGroup counter") || // the words of Go
		strings.Contains(mistake, "negative wait group:") // those of the program
	repeated := strings.Contains(mistake, "close of closed") || negative
	if negative && waitedFirst(mistake, before) {
		return false
	}
	callsTwice := root.Client.Call != "" || root.Client.Again // some method, or each of them
	return callsTwice && repeated || negative && slices.Contains(root.Client.Dones, method)
}

// waitedFirst reports whether the goroutine whose Done is one too many has waited for the same wait group before, and
// has not called Done before. Then a single call does both, so the error needs no second call.
func waitedFirst(mistake string, before []string) bool {
	at := strings.Index(mistake, "done ")
	if at < 0 {
		return false
	}
	of, _, _ := strings.Cut(mistake[at+len("done "):], ":")
	return slices.Contains(before, "wait "+of) && !slices.Contains(before, "done "+of)
}

// calls reports whether a task stands for a caller, and not for a goroutine that the package starts.
func (c *callers) calls(task string) bool {
	return task == c.root.Fn.Name() || strings.HasPrefix(task, "call_")
}

// more reports whether an operation merely gives a waiting goroutine one more thing to do. The others tell it that
// something has ended.
func more(word string) bool { return word == "send" || word == "signal" }

// helpers returns the methods that let a task go on which waits at a statement of the program. once: operations that
// merely give it one more thing to do (more) do not count.
func (c *callers) helpers(at string, once bool) map[string]bool {
	out := map[string]bool{}
	for _, o := range c.ways(at) {
		if !once || !more(o.word) {
			maps.Copy(out, c.helped[o])
		}
	}
	return out
}

// waitsFor reports whether some method executes an operation with a word that lets a task go on which waits at a
// statement.
func (c *callers) waitsFor(at, word string) bool {
	return slices.ContainsFunc(c.ways(at), func(h helper) bool { return h.word == word && len(c.helped[h]) > 0 })
}

// ways returns the operations that let a task go on which waits at a statement of the program.
func (c *callers) ways(at string) (out []helper) {
	add := func(name string, words ...string) {
		for _, p := range c.names[name] {
			for _, word := range words {
				out = append(out, helper{p, word})
			}
		}
	}
	for way := range strings.SplitSeq(at, " or ") {
		words := write.Words(way)
		if len(words) == 0 {
			continue
		}
		switch last := words[len(words)-1]; {
		case words[0] == "lock" || words[0] == "rlock" || words[0] == "once":
		case words[0] == "wait":
			add(last, "done", "signal")
		case strings.Contains(way, " <- "):
			add(words[0], "receive")
		case strings.Contains(way, "<-"):
			add(last, "send", "close")
		}
	}
	return out
}
