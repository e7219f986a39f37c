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
	if x.lines > maxLines || x.ctx.Err() != nil {
		return nil // nothing is made of it
	}
	leaving := x.leaving
	x.leaving = false // that is of the instance which calls this one
	out := x.flow(in)
	begin, end := x.finished(in)
	out = append(append(begin, out...), end...)
	x.leaving = leaving
	x.bodies[in] = out
	x.lines += len(out)
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
func (x *extractor) each(in *heap.Instance, ch ssa.Value, pos token.Pos, do func(string, heap.Loc) []line) []line {
	return x.eachOr("await false", in, ch, pos, do)
}

// eachOr is each, with a statement for nil.
func (x *extractor) eachOr(none string, in *heap.Instance, ch ssa.Value, pos token.Pos,
	do func(name string, l heap.Loc) []line) []line {
	locs := x.known(in, ch, pos)
	if len(locs) == 0 {
		if len(x.w.Objects(in, ch)) > 0 {
			return nil
		}
		return one(none, pos)
	}
	out := x.choose(in, ch, locs, pos, func(l heap.Loc) []line { return do(x.object(l, "chan"), l) })
	if e, ok := x.truth(in, ch); ok && e != "true" {
		out = append(one("if "+e+" {", pos), out...)
		out = append(out, line{"} else {", pos}, line{none, pos}, line{"}", pos})
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

// execute is what a call does.
func (x *extractor) execute(in *heap.Instance, site ssa.CallInstruction, copy int) []line {
	pos := site.Pos()
	if b, ok := site.Common().Value.(*ssa.Builtin); ok {
		if c, ok := site.(*ssa.Call); ok && b.Name() == "recover" {
			return x.caught(in, c)
		}
		if b.Name() == "close" {
			return x.eachOr("assert false", in, site.Common().Args[0], pos, func(o string, _ heap.Loc) []line {
				return one("close "+o, pos)
			})
		}
		return nil
	}
	var ways [][]line
	silent := false
	for _, t := range x.w.Targets(in, site, copy) {
		var way []line
		switch {
		case t.Model == heap.ModelCancel && x.ofModel(in, site, copy):
			continue // the model does that
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
		case "(*sync.Once).Do", "(*sync.WaitGroup).Go", groupGo, "time.AfterFunc",
			"context.AfterFunc", heap.ModelSubtest, heap.ModelRunParallel, heap.ModelCleanup:
			return true
		}
	}
	return false
}

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
			if g, ok := u.X.(*ssa.Global); ok && u.Op == token.MUL {
				return x.ps.fixedGlobal(g)
			}
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
	switch {
	case o.Many:
		x.w.Note(oneForMany, o.Pos, "made in a loop: all of them are one object")
	case kind != "chan" && strings.Contains(l.Path, "["):
		x.w.Note(oneForMany, o.Pos, "items of an array, slice or map: all of them are one object")
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
