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

// Of clients: whether callers that a client does not have could end a deadlock. A goroutine that waits for a value
// which another method sends is no mistake of the package: callers may call that method later, or once more. So an
// operation that waits is *helped* if some method that callers may call has an operation that lets it go on
// (theory.md, 14).

// made is what an object is known by in another root: where it is made.
type made struct {
	kind heap.Kind
	pos  token.Pos
	path string
}

// helper is an operation on an object, and the method that callers call to have it executed.
type helper struct {
	at   made
	word string // send, receive, close, done, signal
}

// callers knows of a client what may help.
type callers struct {
	ps     *roots.Packages
	root   roots.Root
	names  map[string][]made
	method map[string]string // of each task, by name, the method that is called; "" of the client itself
	helped map[helper]map[string]bool
	// enters are the locks that a method locks before anything else.
	enters map[string]map[made]bool
	doing  map[*ssa.Function]map[helper]bool // operations, by the functions that are called so that they are executed
	copied map[string]string                 // shared variables, by those that loads copy them to
}

// callersOf is what the program of a client is asked about callers.
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

// callersCalls is Program.Calls.
func (x *extractor) callersCalls(main *goroutine) map[string]string {
	out := map[string]string{main.name: ""}
	for _, t := range x.tasks {
		if t.inst != nil && x.ps.Written(t.inst.Fn) {
			out[t.name] = wraps(x.ps, t.inst.Fn)
		}
	}
	return out
}

// solve finds the operations that callers can have executed: those of the function that calls everything.
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
	c.doing = map[*ssa.Function]map[helper]bool{}
	called := callees(c.root.Fn)
	for _, in := range w.Instances {
		c.done(w, in)
		method, own := calledBy(c.ps, in)
		if method == "" || c.root.Client.All != "" && own.Parent.Fn == all.Fn && called[own.Fn] {
			continue // the client has called this constructor, and its goroutines are there
		}
		put := func(word string, locs []heap.Loc, mine bool) {
			for _, l := range locs {
				if mine && c.madeBy(l, own) {
					continue // another call makes another one
				}
				h := helper{made{l.Obj.Kind, l.Obj.Pos, l.Path}, word}
				if c.helped[h] == nil {
					c.helped[h] = map[string]bool{}
				}
				c.helped[h][method] = true
			}
		}
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				c.operation(w, in, i, func(word string, locs []heap.Loc) {
					if !returned(w, in, i, word, locs) {
						put(word, c.known(w, i, locs), c.mine(w, in, i, locs, own))
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

// callees are the functions that a function calls by their names.
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

// madeBy reports whether an object is made in a call of callers.
func (c *callers) madeBy(l heap.Loc, call *heap.Instance) bool {
	if l.Obj.In == nil {
		return false
	}
	_, maker := calledBy(c.ps, l.Obj.In)
	return maker != nil && maker == call
}

// mine reports whether an operand of an instruction, in a call of callers, which may be some objects, has not gone
// through anything that other calls may have put theirs into: a field of the object, a map. May err towards: it has.
func (c *callers) mine(w *heap.World, in *heap.Instance, i ssa.Instruction, locs []heap.Loc, call *heap.Instance) bool {
	for _, v := range i.Operands(nil) {
		if *v != nil && slices.Equal(w.Objects(in, *v), locs) && !c.local(w, in, *v, call, 10) {
			return false
		}
	}
	return true
}

// local is mine of a value.
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

// returns is local of what a call returns.
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

// known are the objects of an operation. One that is not known may be any of its type that code which is not followed
// was given: an item of a list that slices.DeleteFunc calls a function with.
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

// operands are the types of what an instruction operates on: channels, and what pointers point to.
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

// done notes the operations of a function for all that it is called by.
func (c *callers) done(w *heap.World, in *heap.Instance) {
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			c.operation(w, in, i, func(word string, locs []heap.Loc) {
				for _, l := range locs {
					for by := in; by != nil; by = by.Parent {
						if c.doing[by.Fn] == nil {
							c.doing[by.Fn] = map[helper]bool{}
						}
						c.doing[by.Fn][helper{made{l.Obj.Kind, l.Obj.Pos, l.Path}, word}] = true
					}
				}
			})
		}
	}
}

// does reports whether a goroutine, if it goes on, may let another one go on.
func (c *callers) does(by, w Stuck) bool {
	for h := range c.doing[by.Begins] {
		if by.Begins != nil && slices.Contains(w.Waits, Operation{h.word, h.at.pos}) {
			return true
		}
	}
	return false
}

// returned reports whether a function comes to a receive from a channel only after it has sent to the same channel
// itself, or to a send after a receive: whoever waits to send is not helped by it, as it waits there before (theory.md,
// 14.7).
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

// taken reports whether the block that follows an alternative of a select, and nothing else, is one of some.
func taken(s *ssa.Select, k int, such func(*ssa.BasicBlock) bool) bool {
	for _, r := range *s.Referrers() {
		index, ok := r.(*ssa.Extract)
		if !ok || index.Index != 0 {
			continue
		}
		for _, asks := range *index.Referrers() {
			is, ok := asks.(*ssa.BinOp)
			if !ok || is.Op != token.EQL {
				continue
			}
			n, ok := is.Y.(*ssa.Const)
			if !ok || n.Int64() != int64(k) {
				continue
			}
			branch, ok := is.Block().Instrs[len(is.Block().Instrs)-1].(*ssa.If)
			if !ok || branch.Cond != ssa.Value(is) {
				continue
			}
			if to := is.Block().Succs[0]; len(to.Preds) == 1 && such(to) {
				return true
			}
		}
	}
	return false
}

// entering notes the locks that a method locks in its first block.
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

// holding are the locks that tasks of a deadlock hold for themselves: nobody else gets these.
func (c *callers) holding(waiting []Blocked, trace []Event) map[made]bool {
	held := map[string]int{} // by lock, of tasks that wait
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

// operation lists the operations of an instruction that may let others go on.
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
			put(map[bool]string{true: "receive", false: "send"}[s.Dir == 2], w.Objects(in, s.Chan))
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

// calledBy is the method or function that callers called so that an instance is executed, and the instance of that;
// "" of what callers do themselves.
func calledBy(ps *roots.Packages, in *heap.Instance) (string, *heap.Instance) {
	for in.Parent != nil && !ps.Written(in.Parent.Fn) {
		in = in.Parent
	}
	if in.Parent == nil || ps.Written(in.Fn) {
		return "", nil
	}
	name, _, _ := strings.Cut(in.Fn.Name(), "[") // without type arguments
	return name, in
}

// wraps is the method, or the function of the package, that a written function calls; "" if it calls none.
func wraps(ps *roots.Packages, fn *ssa.Function) string {
	if to := ps.Called(fn); to != nil {
		return to.Name()
	}
	return ""
}

// Blocked is a task that is blocked in a deadlock: at a statement, and for some other tasks.
type Blocked struct {
	Task, At string
	For      []string
}

// Event is a step of an execution, of a task.
type Event struct{ Task, Event string }

// WaitsForCallers reports whether callers could end a deadlock of a client, to which an execution has come, so that it
// is no mistake of the package; or what they do for it that the package need not allow. Its error is that of ctx.
func (p *Program) WaitsForCallers(ctx context.Context, waiting []Blocked, trace []Event) (bool, *ledger.Contract,
	error) {
	c := p.callers
	if c == nil || len(waiting) == 0 {
		return false, nil, nil
	}
	if err := c.solve(ctx); err != nil {
		return false, nil, err
	}
	list := c.stuck(waiting, trace)
	waits, contract := c.judge(list, c.holding(waiting, trace), c.acts(trace))
	return waits, contract, nil
}

// Contract is what callers do, for a run-time error that ends an execution of a client, that the package need not
// allow; nil: nothing.
func (p *Program) Contract(trace []Event) *ledger.Contract {
	if p.callers == nil {
		return nil
	}
	return Beside(p.callers.root, p.callers.acts(trace), nil)
}

// taskName is the name of a task without its number.
func taskName(name string) string { name, _, _ = strings.Cut(name, "["); return name }

// acts are the steps of callers in an execution.
func (c *callers) acts(trace []Event) []Act {
	var out []Act
	for _, e := range trace {
		if task := taskName(e.Task); c.calls(task) && c.method[task] != "" {
			out = append(out, Act{e.Task, c.method[task]})
		}
	}
	return out
}

func (c *callers) stuck(waiting []Blocked, trace []Event) []Stuck {
	task := taskName
	var list []Stuck
	for _, w := range waiting {
		list = append(list, Stuck{Name: w.Task, Method: c.method[task(w.Task)], Caller: c.calls(task(w.Task)),
			Lock: strings.HasPrefix(w.At, "lock ") || strings.HasPrefix(w.At, "rlock "), Missed: c.missed(w, trace),
			For: w.For, by: c.helpers(w.At, false), once: c.helpers(w.At, true)})
	}
	return list
}

// Stuck is a goroutine that is blocked at the end of an execution, and what callers might do for it.
type Stuck struct {
	Name   string
	Method string // that callers called, so that it is there
	Caller bool   // it is one of callers
	Lock   bool   // it waits for a lock
	Missed bool   // it waits for a condition, and what it has looked at has changed since
	For    []string
	Waits  []Operation
	Holds  []token.Pos // where that is made which has the locks that it holds

	Begins *ssa.Function // where it begins; nil: not known

	by map[string]bool // methods that would let it go on
	// once are those of them after which it does not just wait for the next value.
	once map[string]bool
}

// Operation is an operation on an object, which is known by the place where it is made: send, receive, close, done,
// signal.
type Operation struct {
	Word string
	Made token.Pos
}

// leave reports whether callers could end a deadlock: whether each of its goroutines would go on after a call that they
// may still make. held are the locks that the goroutines hold. ended: callers have ended the use of the object, and
// call nothing more that could help its own goroutines.
func (c *callers) leave(waiting []Stuck, held map[made]bool, ended bool) bool {
	busy := map[string]bool{} // methods whose calls wait for locks: other calls of them would do so, too
	for _, w := range waiting {
		busy[w.Method] = busy[w.Method] || w.Lock
	}
	for method, locks := range c.enters {
		for l := range locks {
			busy[method] = busy[method] || held[l]
		}
	}
	helped := map[string]bool{}
	for _, w := range waiting {
		by := maps.Clone(w.by)
		if w.Caller || w.once[w.Method] { // else it waits for more of what its own method gives
			delete(by, w.Method)
		}
		maps.DeleteFunc(by, func(m string, _ bool) bool { return busy[m] })
		if ended && !w.Caller { // who has ended the use of an object calls nothing more
			clear(by)
		}
		helped[w.Name] = len(by) > 0 && !w.Missed
	}
	for changed := true; changed; {
		changed = false
		for _, w := range waiting {
			goesOn := slices.ContainsFunc(w.For, func(t string) bool { return helped[t] }) ||
				slices.ContainsFunc(waiting, func(by Stuck) bool { return helped[by.Name] && c.does(by, w) })
			if !helped[w.Name] && goesOn {
				helped[w.Name], changed = true, true
			}
		}
	}
	return !slices.ContainsFunc(waiting, func(w Stuck) bool { return !helped[w.Name] })
}

// Callers knows of a client what other callers could do.
type Callers struct{ of *callers }

// CallersOf is what is asked of a client without its program. known may be nil, or what was asked of another client of
// the same object: what callers can have executed is the same.
func CallersOf(ps *roots.Packages, root roots.Root, known *Callers) *Callers {
	c := &callers{ps: ps, root: root}
	if known != nil && root.Client.All != "" && known.of.root.Client.All == root.Client.All &&
		known.of.root.Fn.Pkg == root.Fn.Pkg {
		c.helped, c.enters, c.doing = known.of.helped, known.of.enters, known.of.doing
	}
	return &Callers{c}
}

// Help reports whether callers could end a deadlock of a client, as WaitsForCallers does. Objects of one place are one
// here, whatever part of them is meant, which helps more. acts are the steps of callers. Its error is that of ctx.
func (k *Callers) Help(ctx context.Context, waiting []Stuck, acts []Act) (bool, *ledger.Contract, error) {
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
		for _, locks := range c.enters {
			for l := range locks {
				held[l] = held[l] || slices.Contains(w.Holds, l.pos)
			}
		}
	}
	waits, contract := c.judge(waiting, held, acts)
	return waits, contract, nil
}

// missed reports whether a task waits for a condition although what it has looked at has changed since: whoever changed
// it should have woken it.
func (c *callers) missed(w Blocked, trace []Event) bool {
	if !strings.HasPrefix(w.At, "wait ") {
		return false
	}
	seen, values := map[string]string{}, map[string]string{} // of shared variables
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

// CalledAgain reports whether the last step of an execution of a client that calls one method only closes a channel
// again, or says again that something is done.
func (p *Program) CalledAgain(events []Event) bool {
	c := p.callers
	if c == nil || len(events) == 0 {
		return false
	}
	last := events[len(events)-1]
	var before []string // what the same task did
	for _, e := range events[:len(events)-1] {
		if e.Task == last.Task {
			before = append(before, e.Event)
		}
	}
	return c.calls(last.Task) && Again(c.root, c.method[taskName(last.Task)], last.Event, before)
}

// Again reports whether a run-time error in a goroutine of callers, which have called a method, comes of calling it
// again, or oftener than another one. That callers call it once, or as often as another one, is for them to know.
// before are the events of that goroutine until then.
func Again(root roots.Root, method, mistake string, before []string) bool {
	negative := strings.Contains(mistake, "negative WaitGroup counter") ||
		strings.Contains(mistake, "negative wait group:") // as the model says it
	once := strings.Contains(mistake, "close of closed") || negative
	if negative && waitedFirst(mistake, before) {
		return false
	}
	return (root.Client.Call != "" || root.Client.Again) && once || negative && slices.Contains(root.Client.Dones, method)
}

// waitedFirst reports whether the goroutine that says once too often that something is done has waited until all is
// done, and has not said it before: then it does both in one call, and that takes no second one.
func waitedFirst(mistake string, before []string) bool {
	at := strings.Index(mistake, "done ")
	if at < 0 {
		return false
	}
	of, _, _ := strings.Cut(mistake[at+len("done "):], ":")
	return slices.Contains(before, "wait "+of) && !slices.Contains(before, "done "+of)
}

// calls reports whether a task is one of callers, in made of one that the package starts.
func (c *callers) calls(task string) bool {
	return task == c.root.Fn.Name() || strings.HasPrefix(task, "call_")
}

// more reports whether an operation gives who waits for it one more thing to do, and no end.
func more(word string) bool { return word == "send" || word == "signal" }

// helpers are the methods that let a task go on that waits at a statement; once: not by one more thing to do.
func (c *callers) helpers(at string, once bool) map[string]bool {
	out := map[string]bool{}
	add := func(name string, words ...string) {
		for _, p := range c.names[name] {
			for _, word := range words {
				if once && more(word) {
					continue
				}
				maps.Copy(out, c.helped[helper{p, word}])
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
