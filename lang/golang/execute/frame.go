package execute

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file executes the instructions of a function, and what it has deferred.
//
// A panic of the program is a panic of the interpreter, with a value of type thrown, and so is runtime.Goexit (goexit).
// Frames catch them and execute what was deferred. All other panics of the interpreter end the execution, and pass
// through the frames: unknownError, crash and mistake (machine.go).

// frame is one call of a function.
type frame struct {
	g       *goroutine
	fn      *ssa.Function
	caller  *frame
	env     map[ssa.Value]value // the values of parameters, free variables and instructions so far
	block   *ssa.BasicBlock     // the block that is being executed; nil once the function has returned
	now     ssa.Instruction     // the instruction that is being executed
	before  *ssa.BasicBlock     // the block from which it was entered, for phis
	defers  []func(*frame)      // deferred calls, the last one last
	result  value               // of several results, a tuple
	panics  *thrown             // the panic that is leaving the function, until a deferred call recovers it
	exits   bool                // runtime.Goexit is leaving the function
	of      *frame              // if this is a deferred call: the frame of the function that deferred it
	written bool                // the function was written by package clients, so that it stands for callers
}

// thrown is a panic of the program.
type thrown struct {
	v       value
	mistake string // the text of a run-time error of synchronization; "": it is another panic
	at      int    // the number of steps before it
}

// fails panics with a run-time error of synchronization, as that of a send to a closed channel. The last step is where.
func (g *goroutine) fails(what string) {
	v := runtimeError(what)
	if what == negativeCounter { // package sync panics with a text
		v = iface{types.Typ[types.String], "sync: " + what}
	}
	panic(&thrown{v, what, len(g.m.out.Steps)})
}

const negativeCounter = "negative WaitGroup counter"

// runtimeError returns the value with which the runtime panics: an error. Its text may be another one.
func runtimeError(text string) iface { return iface{errorType, &failure{text: text, vague: true}} }

// goexit is the panic of the interpreter for runtime.Goexit.
type goexit struct{}

// depth is the number of calls that may be open at a time. Beyond it, an execution ends without an answer.
const depth = 200

// call executes a function and returns its result. by is the frame of the caller, or nil. of is given for a deferred
// call: the frame of the function that deferred it.
func (g *goroutine) call(by *frame, fn *ssa.Function, args, env []value, of ...*frame) value {
	if fn.Blocks == nil {
		panic(unknown("a body that is not there: " + fn.String()))
	}
	if h, ok := g.m.hash(fn, args); ok {
		return h
	}
	fr := &frame{g: g, fn: fn, caller: by, env: map[ssa.Value]value{}, written: g.m.ps.Written(fn)}
	if fr.written {
		g.m.callers = append(g.m.callers, fr)
	}
	if len(of) > 0 {
		fr.of = of[0]
	} else if by != nil && by.fn != nil && by.fn.Synthetic != "" { // the method behind a wrapper that was deferred
		fr.of = by.of
	}
	n := 0
	for f := by; f != nil; f = f.caller {
		if n++; n > depth {
			panic(unknown("deep recursion"))
		}
	}
	// Code of callers calls a method of the package: from here on the goroutine is in that method.
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

// run executes blocks until the function returns. If a panic or Goexit leaves a block, run executes what was deferred.
// If that recovers the panic, run returns with fr.block at the block that returns the named results, or, if there are
// none, with block nil and zero results.
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
			fr.now = i
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

// runDefers executes what a function has deferred, the last first. leaving says that a panic or Goexit is leaving the
// function. Unless a deferred call recovers the panic, runDefers panics with it at the end.
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

// flow says where the execution goes on after an instruction: with the next one, in another block, or in the caller.
type flow uint8

const (
	follows flow = iota
	jumps
	returns
)

// get returns the value of an operand.
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

// jump goes on in another block, and evaluates its phis.
func (fr *frame) jump(to *ssa.BasicBlock) {
	fr.before, fr.block = fr.block, to
	// A phi may be an operand of another one: all read the values from before the jump.
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

// store assigns to what a pointer points to. If the pointer is not known, nothing is assigned: what it points to is in
// memory of code that is not followed. That is so only of plain data; anything else ends the execution.
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

// methodName returns the name of a method as clients know it: without type arguments, and for a function literal the
// name of the method that made it.
func methodName(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	return fn.Name()
}
