package golang

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// line is one line of a program, and where in Go it comes from.
type line struct {
	text string
	pos  token.Pos
}

// body is what an instance does, as lines of the task language.
func (x *extractor) body(in *heap.Instance) []line {
	if known, ok := x.bodies[in]; ok {
		return known
	}
	x.bodies[in] = nil // a cycle of instances is impossible; a body in its own is empty
	out := x.flow(in)
	x.bodies[in] = out
	return out
}

// instr is what one instruction does.
func (x *extractor) instr(in *heap.Instance, instr ssa.Instruction) []line {
	switch i := instr.(type) {
	case *ssa.Send:
		return x.each(in, i.Chan, i.Pos(), func(o string, l heap.Loc) []line { return one(o+" <- 0", i.Pos()) })
	case *ssa.UnOp:
		switch i.Op {
		case token.ARROW:
			return x.receive(in, i)
		case token.MUL:
			return x.load(in, i)
		}
	case *ssa.Store:
		return x.store(in, i)
	case *ssa.Select:
		// as the end of its block; flow.go
	case *ssa.Call:
		return x.inTurn(in, i)
	case *ssa.Go:
		return x.spawn(in, i)
	case *ssa.Defer:
		if d := x.deferral(in, i); d != "" {
			return one(d+" = true", i.Pos())
		}
	case *ssa.RunDefers:
		return x.deferred(in)
	}
	return nil
}

func one(text string, pos token.Pos) []line { return []line{{text, pos}} }

// each does something to the channel that an operand is, of those that it may be. A nil
// channel blocks.
func (x *extractor) each(in *heap.Instance, ch ssa.Value, pos token.Pos,
	do func(name string, l heap.Loc) []line) []line {
	locs := x.known(in, ch, pos)
	if len(locs) == 0 {
		if len(x.w.Objects(in, ch)) > 0 {
			return nil
		}
		return one("await false", pos)
	}
	out := x.choose(in, ch, locs, pos, func(l heap.Loc) []line { return do(x.object(l, "chan"), l) })
	if e, ok := x.truth(in, ch); ok && e != "true" {
		out = append(one("if "+e+" {", pos), out...)
		out = append(out, line{"} else {", pos}, line{"await false", pos}, line{"}", pos})
	}
	return out
}

// known are the channels that an operand may be, but for those that come from code that was
// not analysed.
func (x *extractor) known(in *heap.Instance, ch ssa.Value, pos token.Pos) []heap.Loc {
	var out []heap.Loc
	for _, l := range x.w.Objects(in, ch) {
		if l.Obj.Kind == heap.Unknown {
			x.w.Note(unknownChan, pos, "this channel is not known: the step is left out")
			continue
		}
		out = append(out, l)
	}
	return out
}

func (x *extractor) receive(in *heap.Instance, i *ssa.UnOp) []line {
	return x.each(in, i.X, i.Pos(), func(o string, l heap.Loc) []line {
		if i.CommaOk && l.Obj.Closed {
			if ok := x.okay(in, i, 1); ok != "" {
				return one("_, "+ok+" = <-"+o, i.Pos())
			}
		}
		return one("<-"+o, i.Pos())
	})
}

// okay is the variable of the second result of a receive; "" if nothing tests it.
func (x *extractor) okay(in *heap.Instance, tuple ssa.Value, index int) string {
	for _, r := range *tuple.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == index && len(*e.Referrers()) > 0 {
			return x.variable(in, e, "ok", "bool")
		}
	}
	return ""
}

// call is a call that is executed at once, or, of a defer, later.
func (x *extractor) call(in *heap.Instance, site ssa.CallInstruction, copy int) []line {
	pos := site.Pos()
	if b, ok := site.Common().Value.(*ssa.Builtin); ok {
		if c, ok := site.(*ssa.Call); ok && b.Name() == "recover" {
			return x.caught(in, c)
		}
		if b.Name() == "close" {
			return x.each(in, site.Common().Args[0], pos, func(o string, _ heap.Loc) []line { return one("close "+o, pos) })
		}
		return nil
	}
	var ways [][]line
	silent := false
	for _, t := range x.w.Targets(in, site, copy) {
		var way []line
		switch {
		case t.Inst == nil:
			way = append(x.model(in, site, t, copy), x.unanswered(in, site)...)
		case !t.Maybe && x.ofModel(in, site, copy):
			continue // part of what the model does
		default:
			way = x.body(t.Inst)
			if t.Maybe && len(way) > 0 { // any number of times
				if x.unwinds(t.Inst) {
					way = append(slices.Clip(way), block(pos, fmt.Sprintf("if %s != %d", x.unwinding(in), settled), one("break", pos))...)
				}
				way = append(append(one("loop {", pos), alternatives([][]line{way, one("break", pos)}, pos)...), line{"}", pos})
			}
		}
		silent = silent || len(way) == 0 || t.Maybe
		if len(way) > 0 {
			ways = append(ways, way)
		}
	}
	if silent && len(ways) > 0 {
		ways = append(ways, x.unanswered(in, site))
	}
	return append(alternatives(ways, pos), x.after(in, site)...)
}

// ofModel tells whether a site calls a function of the library that takes a function.
func (x *extractor) ofModel(in *heap.Instance, site ssa.Instruction, copy int) bool {
	for _, t := range x.w.Targets(in, site, copy) {
		switch t.Model {
		case "(*sync.Once).Do", "(*sync.WaitGroup).Go", "(*golang.org/x/sync/errgroup.Group).Go", "time.AfterFunc",
			"context.AfterFunc":
			return true
		}
	}
	return false
}

// statements of operations on one object, by the name of the function and the kind that
// the object is declared as.
var statements = map[string][2]string{
	"(*sync.Mutex).Lock": {"lock", "lock"}, "(*sync.Mutex).Unlock": {"unlock", "lock"},
	"(*sync.RWMutex).Lock": {"lock", "rwlock"}, "(*sync.RWMutex).Unlock": {"unlock", "rwlock"},
	"(*sync.RWMutex).RLock": {"rlock", "rwlock"}, "(*sync.RWMutex).RUnlock": {"runlock", "rwlock"},
	"(*sync.WaitGroup).Done": {"done", "waitgroup"}, "(*sync.WaitGroup).Wait": {"wait", "waitgroup"},
	"(*golang.org/x/sync/errgroup.Group).Wait": {"wait", "waitgroup"},
	"(*sync.Cond).Wait":                        {"wait", "cond"},
	"(*sync.Cond).Signal":                      {"signal", "cond"},
	"(*sync.Cond).Broadcast":                   {"broadcast", "cond"},
}

// model is what a function of the library does.
func (x *extractor) model(in *heap.Instance, site ssa.CallInstruction, t heap.Target, copy int) []line {
	pos := site.Pos()
	if s, ok := statements[t.Model]; ok {
		return x.onObject(t.Args[0], s[1], pos, func(o string) []line {
			switch s[1] {
			case "waitgroup":
				if s[0] == "wait" {
					return waitFor(o, pos)
				}
				return add(o, -1, pos)
			case "cond":
				return x.condition(s[0], o, pos)
			}
			return one(s[0]+" "+o, pos)
		})
	}
	switch t.Model {
	case "(*sync.Mutex).TryLock", "(*sync.RWMutex).TryLock", "(*sync.RWMutex).TryRLock":
		return x.try(in, site, t)
	case "(*sync.WaitGroup).Add":
		n, ok := x.number(in, site.Common().Args[1])
		if !ok {
			x.w.Note(unknownAdd, pos, "it is not known how many are added: one")
			n = 1
		}
		return x.onObject(t.Args[0], "waitgroup", pos, func(o string) []line {
			return add(o, n, pos)
		})
	case "(*sync.WaitGroup).Go", "(*golang.org/x/sync/errgroup.Group).Go":
		// Which group it is, only the task that starts the goroutine knows: there is a goroutine for each.
		return x.onObject(t.Args[0], "waitgroup", pos, func(o string) []line {
			return append(add(o, 1, pos), x.startAll(in, site, &ending{o, add(o, -1, pos)})...)
		})
	case "(*sync.Once).Do":
		var inner []line
		into := x.into
		x.into = nil // the body has its own
		for _, u := range x.w.Targets(in, site, copy) {
			if u.Inst != nil {
				inner = append(inner, x.body(u.Inst)...)
			}
		}
		x.into = into
		if len(inner) == 0 {
			return nil
		}
		return x.onObject(t.Args[0], "once", pos, func(o string) []line {
			return x.only(in, site, o, inner, pos)
		})
	case "time.AfterFunc", "context.AfterFunc":
		return x.startAll(in, site, nil)
	case heap.ModelCancel:
		return x.cancel(x.w.Locs(t.Args[0])[0].Obj.Of.Obj, pos, func(o *heap.Object) string {
			return x.variable(in, onceKey{site, o.Name}, "first", "bool")
		})
	case heap.ModelRLock, heap.ModelRUnl:
		word := map[string]string{heap.ModelRLock: "rlock ", heap.ModelRUnl: "runlock "}[t.Model]
		return one(word+x.object(x.w.Locs(t.Args[0])[0].Obj.Of, "rwlock"), pos)
	case "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln":
		x.w.Note(exits, pos, "the program ends here; in the model, the goroutine does")
		return one("stop", pos)
	case heap.ModelFn:
		return nil
	}
	if goexits(t.Model) {
		return x.leave(in, exiting, pos)
	}
	return nil
}

// try is a TryLock: its result tells which way it went.
func (x *extractor) try(in *heap.Instance, site ssa.CallInstruction, t heap.Target) []line {
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
	return x.onObject(t.Args[0], kind, pos, func(o string) []line {
		got := x.variable(in, v, "got", "bool")
		return alternatives([][]line{{{word + " " + o, pos}, {got + " = true", pos}}, one(got+" = false", pos)}, pos)
	})
}

// onObject does something to the object that an operand is, of those that it may be.
func (x *extractor) onObject(a heap.Arg, kind string, pos token.Pos, do func(string) []line) []line {
	var locs []heap.Loc
	for _, l := range x.w.Unboxed(a) {
		if l.Obj.Kind == heap.Unknown {
			x.w.Note(unknownObject, pos, "this "+kind+" is not known: the step is left out")
			continue
		}
		locs = append(locs, l)
	}
	in, v := a.Value()
	switch {
	case len(locs) == 0:
		return nil
	case in == nil || len(locs) == 1 || len(x.w.Objects(in, v)) != len(locs):
		var ways [][]line
		for _, l := range locs {
			ways = append(ways, do(x.object(l, kind)))
		}
		if len(ways) > 1 {
			x.w.Note(anyOfSeveral, pos, "this operand may be several objects: any of them is taken")
		}
		return alternatives(ways, pos)
	}
	return x.choose(in, v, locs, pos, func(l heap.Loc) []line { return do(x.object(l, kind)) })
}

// cancel ends a context and all that are made of it, unless they have ended. first names a
// variable of the task for each.
func (x *extractor) cancel(c *heap.Object, pos token.Pos, first func(*heap.Object) string) []line {
	done := map[*heap.Object]bool{}
	var all []*heap.Object
	var visit func(*heap.Object)
	visit = func(o *heap.Object) {
		if done[o] {
			return
		}
		done[o] = true
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
	var out []line
	for _, o := range all {
		if !o.Asked {
			continue
		}
		ch := x.object(heap.Loc{Obj: x.w.Done(o)}, "chan")
		ended, mine := x.declare("shared", ch+"_ended", o), first(o)
		out = append(out, block(pos, "atomic", []line{{mine + " = !" + ended, pos}, {ended + " = true", pos}})...)
		out = append(out, block(pos, "if "+mine, one("close "+ch, pos))...)
	}
	return out
}

// spawn starts the goroutines of a go statement.
func (x *extractor) spawn(in *heap.Instance, site *ssa.Go) []line {
	return x.startAll(in, site, nil)
}

// startAll starts the goroutines of a site, of which there may be several copies.
func (x *extractor) startAll(in *heap.Instance, site ssa.CallInstruction, after *ending) []line {
	copies := x.w.Copies(in, site)
	head := x.w.Turning(site.Block())
	if copies == 1 && head == nil {
		often, _ := x.w.Repeats(in, site.Block(), nil)
		return x.start(in, site, 0, often, after)
	}
	if len(x.start(in, site, 0, 1, after)) == 0 {
		return nil
	}
	if head != nil {
		_, exact := x.w.Turns(head)
		often, all := x.w.Repeats(in, head, head)
		if !exact || !all {
			x.w.Note(someGoroutines, site.Pos(), fmt.Sprintf("goroutines of a loop: at most %d", copies*often))
			x.cuts = append(x.cuts, cut{in, head})
		}
		x.counted[varKey{in, head}] = true
		out := x.turns(in, head, site.Pos(), func(t int) []line {
			lines := x.start(in, site, t, often, after)
			if all || len(lines) == 0 {
				return lines
			}
			count := x.variable(in, [2]any{site, t}, "started", fmt.Sprintf("0..%d", often))
			return block(site.Pos(), fmt.Sprintf("if %s < %d", count, often), append(one(fmt.Sprintf("%s = %s + 1", count, count), site.Pos()), lines...))
		})
		return block(site.Pos(), fmt.Sprintf("if %s < %d", x.turn(in, head), copies), out)
	}
	x.w.Note(someGoroutines, site.Pos(), fmt.Sprintf("goroutines of a loop: at most %d", copies))
	x.cuts = append(x.cuts, cut{in, nil})
	count := x.variable(in, site, "started", fmt.Sprintf("0..%d", copies))
	var out []line
	for c := range copies {
		word := "if"
		if c > 0 {
			word = "} else if"
		}
		out = append(out, line{fmt.Sprintf("%s %s == %d {", word, count, c), site.Pos()},
			line{fmt.Sprintf("%s = %d", count, c+1), site.Pos()})
		out = append(out, x.start(in, site, c, 1, after)...)
	}
	return append(out, line{"}", site.Pos()})
}

// ending is what a goroutine does last, to an object that it is started for.
type ending struct {
	object string
	lines  []line
}

// start starts the goroutine of a site, at most so often.
func (x *extractor) start(in *heap.Instance, site ssa.CallInstruction, copy, often int, after *ending) []line {
	var ways [][]line
	_, isGo := site.(*ssa.Go)
	once := isGo && x.ofModel(in, site, copy) // go once.Do(f)
	known := slices.ContainsFunc(x.w.Targets(in, site, copy), func(t heap.Target) bool { return t.Inst != nil })
	for _, t := range x.w.Targets(in, site, copy) {
		var body []line
		inst, name := t.Inst, "goroutine"
		switch {
		case goexits(t.Model): // nobody waits for that
			continue
		case t.Inst == nil && !once && x.ofModel(in, site, copy) && known:
			continue // the function is another target
		case t.Inst == nil && (once || !x.ofModel(in, site, copy)): // go mu.Lock()
			body = x.alone(in, site, t, copy)
			name = "go_" + lastWord(t.Model)
			for _, u := range x.w.Targets(in, site, copy) {
				if inst == nil {
					inst = u.Inst // whose variables are those of the task
				}
			}
		case t.Inst != nil && !once:
			body = x.body(t.Inst)
			name = t.Inst.Fn.Name()
		}
		of := ""
		if after != nil {
			of, body = after.object, append(slices.Clip(body), after.lines...)
		}
		if len(body) > 0 {
			ways = append(ways, one("spawn "+x.task(taskKey{in, site, copy, inst, of}, name, often, body), site.Pos()))
		}
	}
	return alternatives(ways, site.Pos())
}

// alone is what a function of the library does in a goroutine of its own, with the variables
// that it needs.
func (x *extractor) alone(in *heap.Instance, site ssa.CallInstruction, t heap.Target, copy int) []line {
	var vars []string
	x.into = &vars
	body := x.model(in, site, t, copy)
	x.into = nil
	var out []line
	for _, v := range vars {
		out = append(out, line{v, site.Pos()})
	}
	return append(out, body...)
}

func lastWord(name string) string { return name[strings.LastIndexAny(name, ".)")+1:] }

// deferral is the variable that tells whether a defer was executed, or "" if it always
// was when its function ends.
func (x *extractor) deferral(in *heap.Instance, d *ssa.Defer) string {
	if len(x.call(in, d, 0)) == 0 {
		return ""
	}
	if x.unwinds(in) { // from anywhere
		return x.site(in, d, "deferred")
	}
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			if _, ok := i.(*ssa.RunDefers); ok && !d.Block().Dominates(b) {
				return x.site(in, d, "deferred")
			}
		}
	}
	return ""
}

// deferred executes what was deferred, the last first.
func (x *extractor) deferred(in *heap.Instance) []line {
	var defers []*ssa.Defer
	for _, b := range in.Fn.DomPreorder() {
		for _, i := range b.Instrs {
			if d, ok := i.(*ssa.Defer); ok {
				if x.w.InLoop(b) {
					x.w.Note(deferredOnce, d.Pos(), "defer in a loop: executed once")
				}
				defers = append(defers, d)
			}
		}
	}
	var out []line
	for i := len(defers) - 1; i >= 0; i-- {
		d := defers[i]
		lines := x.call(in, d, 0)
		if len(lines) == 0 {
			continue
		}
		if flag := x.deferral(in, d); flag != "" {
			lines = block(d.Pos(), "if "+flag, append(one(flag+" = false", d.Pos()), lines...))
		}
		out = append(out, lines...)
	}
	return out
}

// number is the value of an operand that is the same in every execution.
func (x *extractor) number(in *heap.Instance, v ssa.Value) (int64, bool) {
	for range 50 {
		switch u := v.(type) {
		case *ssa.Const:
			if u.Value == nil || u.Value.Kind() != constant.Int {
				return 0, false
			}
			return u.Int64(), true
		case *ssa.Convert:
			v = u.X
		case *ssa.ChangeType:
			v = u.X
		case *ssa.Parameter:
			if in.Parent == nil || in.Site == nil {
				return 0, false
			}
			call := in.Site.(ssa.CallInstruction).Common()
			at := -1
			for i, p := range in.Fn.Params {
				if p == u {
					at = i
				}
			}
			if call.IsInvoke() {
				at--
			}
			if at < 0 || at >= len(call.Args) || call.StaticCallee() != in.Fn && !call.IsInvoke() {
				return 0, false
			}
			v, in = call.Args[at], in.Parent
		case *ssa.UnOp:
			w, at, ok := x.stored(in, u.X)
			if u.Op != token.MUL {
				return 0, false
			}
			if !ok {
				var zero bool
				if w, at, zero, ok = x.loaded(in, u); !ok || zero {
					return 0, ok && isInteger(u.Type())
				}
			}
			v, in = w, at
		case *ssa.BinOp:
			a, ok := x.number(in, u.X)
			b, ok2 := x.number(in, u.Y)
			if !ok || !ok2 {
				return 0, false
			}
			switch u.Op {
			case token.ADD:
				return a + b, true
			case token.SUB:
				return a - b, true
			case token.MUL:
				return a * b, true
			}
			return 0, false
		case *ssa.Call:
			b, ok := u.Call.Value.(*ssa.Builtin)
			if !ok || b.Name() != "len" {
				return 0, false
			}
			arg := u.Call.Args[0]
			if load, ok := arg.(*ssa.UnOp); ok {
				w, _, zero, ok := x.loaded(in, load)
				if !ok || zero {
					return 0, ok
				}
				arg = w
			}
			return length(arg)
		default:
			return 0, false
		}
	}
	return 0, false
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// length is the number of elements of an array, or of a slice of a whole one.
func length(v ssa.Value) (int64, bool) {
	if s, ok := v.(*ssa.Slice); ok && s.Low == nil && s.High == nil {
		v = s.X
	}
	t := v.Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	if a, ok := t.(*types.Array); ok {
		return a.Len(), true
	}
	return 0, false
}

// stored is the only value that a captured variable ever has.
func (x *extractor) stored(in *heap.Instance, addr ssa.Value) (ssa.Value, *heap.Instance, bool) {
	for {
		switch a := addr.(type) {
		case *ssa.FreeVar:
			if in.Self == nil {
				return nil, nil, false
			}
			mk, ok := in.Self.Site.(*ssa.MakeClosure)
			if !ok {
				return nil, nil, false
			}
			for i, f := range in.Fn.FreeVars {
				if f == a {
					addr = mk.Bindings[i]
				}
			}
			in = in.Self.In
		case *ssa.Alloc:
			var only *ssa.Store
			if stores(a, &only) != 1 {
				return nil, nil, false
			}
			return only.Val, in, true
		default:
			return nil, nil, false
		}
	}
}

// stores counts the assignments to a variable, also where it is captured; other uses than
// loads count as two.
func stores(v ssa.Value, only **ssa.Store) int {
	n := 0
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != v {
				return 2
			}
			*only = r
			n++
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			fn := r.Fn.(*ssa.Function)
			for i, b := range r.Bindings {
				if b == v {
					n += stores(fn.FreeVars[i], only)
				}
			}
		default:
			return 2
		}
	}
	return n
}

// object is the name under which an object is declared.
func (x *extractor) object(l heap.Loc, kind string) string {
	if known, ok := x.names[l]; ok {
		return known
	}
	o := l.Obj
	if o.Many {
		x.w.Note(oneForMany, o.Pos, "made in a loop: all of them are one object")
	}
	name := o.Name
	if o.Site != nil && (name == "" || name == "complit" || name == "new") {
		name = nameOf(o.Site)
	}
	if l.Path != "" {
		if i := strings.LastIndex(l.Path, "."); i >= 0 && name != "" {
			name += "_" + l.Path[i+1:]
		} else {
			name += l.Path
		}
	}
	name = x.unique(name, kind)
	x.names[l] = name
	decl := kind + " " + name
	switch kind {
	case "chan":
		size := int64(0)
		if mk, ok := o.Site.(*ssa.MakeChan); ok {
			if size, ok = x.number(o.In, mk.Size); !ok {
				x.w.Note(unknownBuffer, o.Pos, "the buffer's size is not known: 1")
				size = 1
			}
			if size > 64 {
				x.w.Note(boundedBuffer, o.Pos, fmt.Sprintf("a buffer of %d: 64", size))
				size = 64
			}
		}
		switch {
		case o.Kind == heap.Timer:
			size = 1
			fallthrough
		case o.Repeats: // signals
			x.timers = append(x.timers, timer{name, o, size})
		case o.Kept && o.Kind == heap.Chan:
			x.w.Note(keptChan, o.Pos, "code that is not followed has this channel, and may use it")
		}
		if size > 0 {
			decl += "[" + strconv.FormatInt(size, 10) + "]"
		}
	case "cond":
		var locks []string
		for _, m := range x.w.Content(heap.Loc{Obj: o, Path: l.Path + ".L"}) {
			locks = append(locks, x.locker(m))
		}
		if len(locks) != 1 {
			x.w.Note(unknownLock, o.Pos, fmt.Sprintf("the lock of this condition is one of %d", len(locks)))
		}
		if len(locks) == 0 {
			locks = []string{x.declare("lock", name+"_lock", l)}
		}
		decl = fmt.Sprintf("shared %s 0..%d", name, maxCount)
		x.locks[name], x.woken[name] = locks[0], x.unique(name+"_woken", kind)
		x.decls = append(x.decls, line{fmt.Sprintf("shared %s 0..%d", x.woken[name], maxCount), o.Pos})
	case "waitgroup":
		decl = fmt.Sprintf("shared %s 0..%d", name, maxCount)
	case "once":
		decl = fmt.Sprintf("shared %s 0..2", name)
	}
	x.decls = append(x.decls, line{decl, o.Pos})
	return name
}

// locker is the lock that an interface value of a condition holds.
func (x *extractor) locker(l heap.Loc) string {
	switch l.Obj.Kind {
	case heap.Box:
		kind := "lock"
		if strings.Contains(l.Obj.Type.String(), "RWMutex") {
			kind = "rwlock"
		}
		for _, m := range x.w.Content(heap.Loc{Obj: l.Obj, Path: "!"}) {
			return x.object(m, kind)
		}
	case heap.RLocker:
		return x.object(l.Obj.Of, "rwlock")
	}
	return x.declare("lock", "unknown_lock", l)
}

// nameOf is what the source calls the value of a site, as good as that can be told.
func nameOf(v ssa.Value) string {
	if v.Referrers() == nil {
		return ""
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			switch a := r.Addr.(type) {
			case *ssa.FieldAddr:
				return a.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(a.Field).Name()
			case *ssa.Alloc:
				if a.Comment != "" {
					return a.Comment
				}
			case *ssa.Global:
				return a.Name()
			case *ssa.FreeVar:
				return a.Name()
			}
		case *ssa.ChangeType:
			if n := nameOf(r); n != "" {
				return n
			}
		case *ssa.Phi:
			return r.Comment
		case *ssa.Return:
			return r.Parent().Name()
		}
	}
	if a, ok := v.(*ssa.Alloc); ok && strings.Contains(a.Type().String(), ".") {
		t := a.Type().String()
		return strings.ToLower(t[strings.LastIndex(t, ".")+1:])
	}
	return ""
}
