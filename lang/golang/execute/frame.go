package execute

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/std"
)

// frame is a call of a function.
type frame struct {
	g       *goroutine
	fn      *ssa.Function
	caller  *frame
	env     map[ssa.Value]value
	block   *ssa.BasicBlock
	before  *ssa.BasicBlock
	defers  []func(*frame)
	result  value
	panics  *thrown // what leaves the function, unless it is recovered
	exits   bool    // runtime.Goexit does
	of      *frame  // a deferred call: the function that deferred it
	written bool    // by package clients
}

// thrown is a panic of the program.
type thrown struct {
	v       value
	mistake string // it is a run-time error of synchronization
	at      int    // after how many steps
}

// fails throws a run-time error of synchronization, in the last step.
func (g *goroutine) fails(what string) {
	v := runtimeError(what)
	if what == negativeCounter { // package sync panics with a text
		v = iface{types.Typ[types.String], "sync: " + what}
	}
	panic(&thrown{v, what, len(g.m.out.Steps)})
}

const negativeCounter = "negative WaitGroup counter"

// runtimeError is what the runtime panics with: an error of a type of the library.
func runtimeError(text string) iface { return iface{errorType, &failure{text: text, vague: true}} }

// goexit is runtime.Goexit.
type goexit struct{}

const depth = 200 // of calls

// call calls a function and returns its result. of is the function that deferred the call.
func (g *goroutine) call(by *frame, fn *ssa.Function, args, env []value, of ...*frame) value {
	if fn.Blocks == nil {
		panic(unknown("a body that is not there: " + fn.String()))
	}
	if h, ok := g.m.hash(fn, args); ok {
		return h
	}
	fr := &frame{g: g, fn: fn, caller: by, env: map[ssa.Value]value{}, written: g.m.ps.Written(fn)}
	if len(of) > 0 {
		fr.of = of[0]
	} else if by != nil && by.fn != nil && by.fn.Synthetic != "" { // a wrapper of a method that is deferred
		fr.of = by.of
	}
	n := 0
	for f := by; f != nil; f = f.caller {
		if n++; n > depth {
			panic(unknown("deep recursion"))
		}
	}
	method := g.method
	if by != nil && by.written && !fr.written && g.m.root.Client != nil && (fn.Synthetic == "" || fn.Origin() != nil) {
		g.method = methodName(fn)
		if g != g.m.all[0] && g.first == "" {
			g.first = g.method
		}
	}
	for i, p := range fn.Params {
		fr.env[p] = args[i]
	}
	for i, v := range fn.FreeVars {
		fr.env[v] = env[i]
	}
	at := g.at
	g.at = fr
	fr.block = fn.Blocks[0]
	for fr.block != nil {
		fr.run()
	}
	g.at, g.method = at, method
	return fr.result
}

// run executes a function until it returns. What leaves it is handled by what it deferred; if that recovers, run
// returns at the block where the function returns then.
func (fr *frame) run() {
	defer func() {
		if fr.block == nil {
			return
		}
		r := recover()
		switch r := r.(type) {
		case *thrown:
			fr.panics = r
		case goexit:
			fr.exits = true
		default:
			panic(r)
		}
		fr.g.at = fr
		fr.runDefers(true)
		fr.block = fr.fn.Recover
		if fr.block == nil { // no named results
			fr.result = nil
			if results := fr.fn.Signature.Results(); results.Len() > 0 {
				fr.result = zero(results)
				if results.Len() == 1 {
					fr.result = fr.result.(tuple)[0]
				}
			}
		}
	}()
	for {
	next:
		for _, i := range fr.block.Instrs {
			if m := fr.g.m; true {
				if m.steps++; m.steps > m.most || m.steps%4096 == 0 && m.ctx.Err() != nil {
					panic(unknown("a limit"))
				}
			}
			switch fr.instr(i) {
			case jumps:
				break next
			case returns:
				fr.block = nil
				return
			}
		}
	}
}

// runDefers executes what a function has deferred. leaving: something leaves it, a panic or Goexit, and unless that is
// recovered, runDefers panics after the last one.
func (fr *frame) runDefers(leaving bool) {
	for len(fr.defers) > 0 {
		last := len(fr.defers) - 1
		do := fr.defers[last]
		fr.defers = fr.defers[:last]
		if !leaving {
			do(fr) // what it throws leaves run, which executes the others
			continue
		}
		func() {
			defer func() {
				switch r := recover().(type) {
				case nil:
				case *thrown:
					fr.panics = r
				case goexit:
					fr.exits, fr.panics = true, nil
				default:
					panic(r)
				}
			}()
			do(fr)
		}()
	}
	if fr.exits {
		panic(goexit{})
	}
	if fr.panics != nil {
		panic(fr.panics)
	}
}

// flow is where an instruction goes on.
type flow uint8

const (
	follows flow = iota
	jumps
	returns
)

// get is the value of an operand.
func (fr *frame) get(v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		return constantOf(v)
	case *ssa.Function:
		return &closure{fn: v}
	case *ssa.Global:
		return pointer{fr.g.m.global(v), &object{made: v.Pos()}}
	case *ssa.Builtin:
		return v
	}
	return fr.env[v]
}

// instr executes an instruction.
func (fr *frame) instr(i ssa.Instruction) flow {
	switch i := i.(type) {
	case *ssa.DebugRef:
	case *ssa.Store:
		fr.store(i)
	case *ssa.MapUpdate:
		m, ok := fr.get(i.Map).(*mapping)
		if !ok {
			panic(unknown("a map"))
		}
		if m == nil {
			panic(&thrown{v: runtimeError("assignment to entry in nil map")})
		}
		m.put(copied(fr.get(i.Key)), copied(fr.get(i.Value)))
	case *ssa.Send:
		fr.g.send(i, channelOf(fr.get(i.Chan)), copied(fr.get(i.X)), describe(i.Chan))
	case *ssa.Go:
		fr.spawn(i)
	case *ssa.Defer:
		callee, args := fr.callee(&i.Call)
		fr.defers = append(fr.defers, func(fr *frame) { fr.invoke(i, callee, args, fr) })
	case *ssa.RunDefers:
		fr.runDefers(false)
	case *ssa.Panic:
		v := fr.get(i.X)
		if x, ok := v.(iface); ok && x.typ == nil { // what is recovered then depends on the version of Go
			panic(unknown("a panic with nil"))
		}
		panic(&thrown{v: v})
	case *ssa.Return:
		switch len(i.Results) {
		case 0:
		case 1:
			fr.result = copied(fr.get(i.Results[0]))
		default:
			t := make(tuple, len(i.Results))
			for k, r := range i.Results {
				t[k] = copied(fr.get(r))
			}
			fr.result = t
		}
		return returns
	case *ssa.Jump:
		fr.jump(fr.block.Succs[0])
		return jumps
	case *ssa.If:
		yes := fr.truth(fr.get(i.Cond), i.Cond)
		fr.jump(fr.block.Succs[map[bool]int{true: 0, false: 1}[yes]])
		return jumps
	case ssa.Value:
		fr.env[i] = fr.eval(i)
	default:
		panic(unknown("an instruction"))
	}
	return follows
}

func (fr *frame) jump(to *ssa.BasicBlock) {
	fr.before, fr.block = fr.block, to
	// All phis have their values at the same time.
	var vals []value
	for _, i := range to.Instrs {
		p, ok := i.(*ssa.Phi)
		if !ok {
			break
		}
		for k, pred := range to.Preds {
			if pred == fr.before {
				vals = append(vals, fr.get(p.Edges[k]))
				break
			}
		}
	}
	for k, v := range vals {
		fr.env[to.Instrs[k].(*ssa.Phi)] = v
	}
}

// store assigns to what a pointer points to.
func (fr *frame) store(i *ssa.Store) {
	switch p := fr.get(i.Addr).(type) {
	case pointer:
		if p.cell == nil {
			panic(nilPointer())
		}
		if g, ok := i.Addr.(*ssa.Global); ok && !fr.g.m.followed(g.Pkg) {
			fr.g.m.hooked = fr.g.m.hooked || fr.g.m.mayCall(fr.get(i.Val), 0)
		}
		assign(p.cell, fr.get(i.Val))
	case *opaque:
		if _, basic := i.Val.Type().Underlying().(*types.Basic); !basic {
			panic(unknown("what is assigned to"))
		}
	}
}

func nilPointer() *thrown {
	return &thrown{v: runtimeError("invalid memory address or nil pointer dereference")}
}

func outOfRange() *thrown { return &thrown{v: runtimeError("index out of range")} }

// truth is whether a branch on a value is taken. If it is not known, either way is.
func (fr *frame) truth(v value, cond ssa.Value) bool {
	if o, ok := v.(*opaque); ok {
		return fr.decide(o, cond, describeCond(cond))
	}
	return v.(bool)
}

// decide chooses whether something is true that is not known, the same each time that the same is asked of the same
// sources. That two different things are asked of one source ends the execution: they may exclude each other.
func (fr *frame) decide(o *opaque, cond ssa.Value, what string) bool {
	m := fr.g.m
	if len(o.sources) == 0 {
		panic(unknown("a value that is the same in each execution"))
	}
	key := what
	for _, s := range o.sources {
		if asked, ok := m.asked[s]; ok && asked != what {
			panic(unknown("two conditions on what is not known"))
		}
		m.asked[s] = what
		key += "," + string(rune('0'+s))
	}
	b, compares := cond.(*ssa.BinOp)
	not := compares && b.Op == token.NEQ // it is asked as ==
	yes, known := m.decided[key]
	if !known {
		if before, ok := m.answered(cond); ok {
			yes = before != not
		} else {
			yes = m.rng.Intn(2) == 0
		}
		m.decided[key] = yes
		m.out.Assumes = append(m.out.Assumes, Assumption{fr.fn, cond, yes != not})
	}
	return yes != not
}

// answered is what was taken to be true of a condition that asks the same of the same operands at another place, as
// errors.Is(err, x) does twice: nothing is true there and false here. In the turns of a loop it is asked at one place.
func (m *machine) answered(cond ssa.Value) (yes, ok bool) {
	for _, a := range m.out.Assumes {
		if a.Cond == cond {
			continue
		}
		one, is1 := a.Cond.(*ssa.BinOp)
		two, is2 := cond.(*ssa.BinOp)
		opposite := is1 && is2 && one.Op != two.Op && equality(one.Op) && equality(two.Op)
		if sameAsked(a.Cond, cond, opposite) {
			return a.Yes != opposite, true
		}
	}
	return false, false
}

func equality(op token.Token) bool { return op == token.EQL || op == token.NEQ }

// sameAsked reports whether two values are computed in the same way of the same operands, by functions that do not
// return something else each time; opposite: if one is compared by ==, and the other one by !=.
func sameAsked(a, b ssa.Value, opposite bool) bool {
	if a == b {
		return true
	}
	one, is1 := a.(ssa.Instruction)
	two, is2 := b.(ssa.Instruction)
	if !is1 || !is2 {
		c, isConst := a.(*ssa.Const)
		d, too := b.(*ssa.Const)
		return isConst && too && c.String() == d.String()
	}
	switch x := a.(type) {
	case *ssa.Call:
		y, ok := b.(*ssa.Call)
		if !ok || x.Call.Method != y.Call.Method {
			return false
		}
		if fn := x.Call.StaticCallee(); fn != nil {
			if key := std.Key(heap.FullName(fn)); std.Varies(key) || std.Outside(key) != std.Returns {
				return false
			}
		}
	case *ssa.BinOp:
		y, ok := b.(*ssa.BinOp)
		if !ok || x.Op != y.Op && !opposite {
			return false
		}
	case *ssa.UnOp:
		if y, ok := b.(*ssa.UnOp); !ok || x.Op != y.Op {
			return false
		}
	case *ssa.Extract:
		if y, ok := b.(*ssa.Extract); !ok || x.Index != y.Index {
			return false
		}
	case *ssa.FieldAddr:
		if y, ok := b.(*ssa.FieldAddr); !ok || x.Field != y.Field {
			return false
		}
	case *ssa.Field:
		if y, ok := b.(*ssa.Field); !ok || x.Field != y.Field {
			return false
		}
	case *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Convert:
		if !types.Identical(a.Type(), b.Type()) {
			return false
		}
	default:
		return false
	}
	xs, ys := one.Operands(nil), two.Operands(nil)
	return slices.EqualFunc(xs, ys, func(x, y *ssa.Value) bool {
		return *x == nil && *y == nil || *x != nil && *y != nil && sameAsked(*x, *y, false)
	})
}

// describeCond is a condition, so that the same condition of the same operands is the same text.
func describeCond(v ssa.Value) string {
	if b, ok := v.(*ssa.BinOp); ok {
		op := b.Op
		if op == token.NEQ {
			op = token.EQL
		}
		if c, ok := b.Y.(*ssa.Const); ok {
			return op.String() + c.String()
		}
	}
	return v.Parent().String() + v.Name()
}

// source is a new value that is not known.
func (m *machine) source() *opaque {
	m.sources++
	return &opaque{sources: []int{m.sources}}
}

// made is a new value that is not known, which the library has made.
func (m *machine) made() *opaque {
	o := m.source()
	o.library = true
	return o
}

// from returns what is computed from operands if one of them is unknown: an unknown value with the sources of all of
// them. It returns nil if all are known.
func from(vs ...value) *opaque {
	var out *opaque
	for _, v := range vs {
		if o, ok := v.(*opaque); ok {
			if out == nil {
				out = &opaque{}
			}
			out.sources = append(out.sources, o.sources...)
		}
	}
	return out
}

// global is the cell of a variable of a package.
func (m *machine) global(g *ssa.Global) *value {
	if c := m.globals[g]; c != nil {
		return c
	}
	c := new(value)
	m.globals[g] = c
	t := g.Type().Underlying().(*types.Pointer).Elem()
	switch {
	case m.followed(g.Pkg) && m.open(g):
		*c = &opaque{}
	case m.followed(g.Pkg) || g.Name() == "init$guard":
		*c = zero(t)
	case g.String() == "context.Canceled":
		*c = iface{errorType, canceled}
	case g.String() == "context.DeadlineExceeded":
		*c = iface{errorType, exceeded}
	case t.String() == "error":
		*c = iface{errorType, &failure{text: g.Name(), vague: true}}
	default:
		*c = m.source()
	}
	return c
}

// open reports whether other packages may assign to a variable before the root is called: what it has then is not
// known, unless the package assigns to it itself.
func (m *machine) open(g *ssa.Global) bool {
	t := g.Type().Underlying().(*types.Pointer).Elem()
	if m.root.Main || m.ps.IsTest(m.root.Fn) || g.Object() == nil || !g.Object().Exported() {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Chan, *types.Signature, *types.Pointer, *types.Interface, *types.Map:
		return true
	}
	return false
}

// followed reports whether a package has its functions' bodies.
func (m *machine) followed(p *ssa.Package) bool {
	if p == nil {
		return false
	}
	init := p.Func("init")
	return init != nil && init.Blocks != nil
}

// methodName is the name of a method as clients know it, without type arguments.
func methodName(fn *ssa.Function) string {
	for fn.Parent() != nil { // a function that the method returned
		fn = fn.Parent()
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	return fn.Name()
}
