package extract

import (
	"context"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
	"flavers/lang/golang/slice"
	"flavers/lang/golang/write"
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
	copied map[string]string // shared variables, by those that loads copy them to
}

// callersOf is what the program of a client is asked about callers.
func (x *extractor) callersOf(root roots.Root, main *goroutine) *callers {
	c := &callers{ps: x.ps, root: root, names: map[string][]made{}, copied: x.copied,
		method: map[string]string{main.name: root.Client.Call}}
	for l, name := range x.names {
		c.names[name] = append(c.names[name], made{l.Obj.Kind, l.Obj.Pos, l.Path})
	}
	for _, t := range x.tasks {
		if t.inst != nil {
			c.method[t.name], _ = calledBy(x.ps, t.inst)
		}
	}
	return c
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
	for _, in := range w.Instances {
		method, own := calledBy(c.ps, in)
		if method == "" {
			continue
		}
		put := func(word string, locs []heap.Loc) {
			for _, l := range locs {
				if l.Obj.In != nil {
					if _, maker := calledBy(c.ps, l.Obj.In); maker != nil && maker == own {
						continue // another call makes another one
					}
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
				c.operation(w, in, i, put)
			}
		}
		if in == own {
			c.entering(w, in, method)
		}
	}
	return nil
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
						if l.Obj.Of.Obj != nil {
							put("close", []heap.Loc{{Obj: w.Done(l.Obj.Of.Obj)}})
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

// Blocked is a task that is blocked in a deadlock: at a statement, and for some other tasks.
type Blocked struct {
	Task, At string
	For      []string
}

// Event is a step of an execution, of a task.
type Event struct{ Task, Event string }

// WaitsForCallers reports whether callers could end a deadlock of a client, to which an execution has come, so that it
// is no mistake of the package. Its error is that of ctx.
func (p *Program) WaitsForCallers(ctx context.Context, waiting []Blocked, trace []Event) (bool, error) {
	c := p.callers
	if c == nil || len(waiting) == 0 {
		return false, nil
	}
	if err := c.solve(ctx); err != nil {
		return false, err
	}
	task := func(name string) string { name, _, _ = strings.Cut(name, "["); return name }
	busy := map[string]bool{} // methods whose calls wait for locks: other calls of them would do so, too
	ended := c.root.Client.Ends
	for _, w := range waiting {
		if strings.HasPrefix(w.At, "lock ") || strings.HasPrefix(w.At, "rlock ") {
			busy[c.method[task(w.Task)]] = true
		}
	}
	held := c.holding(waiting, trace)
	for method, locks := range c.enters {
		for l := range locks {
			busy[method] = busy[method] || held[l]
		}
	}
	helped := map[string]bool{}
	for _, w := range waiting {
		by := c.helpers(w.At)
		delete(by, c.method[task(w.Task)])
		maps.DeleteFunc(by, func(m string, _ bool) bool { return busy[m] })
		if ended && !c.calls(task(w.Task)) { // who has ended the use of an object calls nothing more
			clear(by)
		}
		helped[w.Task] = len(by) > 0 && !c.missed(w, trace)
	}
	for changed := true; changed; {
		changed = false
		for _, w := range waiting {
			if !helped[w.Task] && slices.ContainsFunc(w.For, func(t string) bool { return helped[t] }) {
				helped[w.Task], changed = true, true
			}
		}
	}
	return !slices.ContainsFunc(waiting, func(w Blocked) bool { return !helped[w.Task] }), nil
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

// CalledAgain reports whether a step of a client that calls one method only closes a channel again.
func (p *Program) CalledAgain(task, event string) bool {
	return p.callers != nil && p.callers.root.Client.Call != "" && p.callers.calls(task) &&
		strings.Contains(event, "close of closed")
}

// calls reports whether a task is one of callers, in made of one that the package starts.
func (c *callers) calls(task string) bool {
	return task == c.root.Fn.Name() || strings.HasPrefix(task, "call_")
}

// helpers are the methods that let a task go on that waits at a statement.
func (c *callers) helpers(at string) map[string]bool {
	out := map[string]bool{}
	add := func(name string, words ...string) {
		for _, p := range c.names[name] {
			for _, word := range words {
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
