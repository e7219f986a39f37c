package execute

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// This file calls functions, and starts goroutines. Which function a call means is decided first (callee), and its
// operands are evaluated then: a deferred call and a go statement evaluate both at once, and call later (invoke).

// callee is the function that a call means. One of the first four fields says which.
type callee struct {
	f       *closure     // a function value
	builtin *ssa.Builtin // a predeclared function
	of      method       // the method name of a value that this package models
	opaque  bool         // a function that is not known
	name    string
	library bool // if opaque: a method of a value that the library has made, which calls nothing of the package
}

// method is a value of a type of the library that this package models, as a context: call executes its method of the
// given name. where is the place of the call.
type method interface {
	call(g *goroutine, name string, args []value, where token.Pos) value
}

// callee returns the function that a call means, and the values of its operands. A method has its receiver as the first
// operand.
func (fr *frame) callee(c *ssa.CallCommon) (callee, []value) {
	args := make([]value, 0, len(c.Args)+1)
	var out callee
	switch v := fr.get(c.Value).(type) {
	case *ssa.Builtin:
		out.builtin = v
	case *closure:
		if v == nil && !c.IsInvoke() {
			panic(nilPointer())
		}
		out.f = v
	case iface:
		if v.typ == nil {
			panic(nilPointer())
		}
		out.name = c.Method.Name()
		if of, ok := v.v.(method); ok {
			out.of = of
			break
		}
		fn := fr.g.m.ps.Prog.LookupMethod(v.typ, c.Method.Pkg(), c.Method.Name())
		if fn == nil {
			panic(unknown("a method"))
		}
		out.f = &closure{fn: fn}
		args = append(args, copied(v.v))
	case *opaque:
		out.opaque, out.library = true, v.library && c.IsInvoke()
	default:
		out.opaque = true
	}
	for _, a := range c.Args {
		args = append(args, copied(fr.get(a)))
	}
	return out, args
}

// invoke executes a call. of is the frame of the function that has deferred it, or nil.
func (fr *frame) invoke(i ssa.CallInstruction, c callee, args []value, of *frame) value {
	switch {
	case c.builtin != nil:
		return fr.builtin(i, c.builtin, args)
	case c.of != nil:
		return c.of.call(fr.g, c.name, args, i.Pos())
	case c.library:
		return fr.unknownMethod(i, args)
	case c.opaque:
		return fr.library(i, nil, args)
	}
	return fr.apply(i, c.f, args, of)
}

// apply calls a function value, as invoke does.
func (fr *frame) apply(i ssa.CallInstruction, f *closure, args []value, of *frame) value {
	switch {
	case f == nil:
		panic(nilPointer())
	case f.native != nil:
		return f.native(fr.g, args)
	case f.fn.Blocks == nil:
		return fr.library(i, f.fn, args)
	case of != nil:
		return fr.g.call(fr, f.fn, args, f.env, of)
	}
	return fr.g.call(fr, f.fn, args, f.env)
}

// spawn executes a go statement.
func (fr *frame) spawn(i *ssa.Go) {
	c, args := fr.callee(&i.Call)
	fn := i.Call.StaticCallee()
	if c.f != nil && c.f.fn != nil {
		fn = c.f.fn
	}
	name := ""
	if fn == nil {
		if fn = fr.fn; i.Call.Value.Type().String() == "context.CancelFunc" {
			name = "go_cancel" // as in the model
		}
	}
	fr.start(i, fn, name, func(g *goroutine) {
		top := &frame{g: g, fn: fr.fn, written: fr.written, env: fr.env}
		top.invoke(i, c, args, nil)
	})
}

// start starts a goroutine that executes do. It is called name, or, if that is "", as the function fn. Beyond 100
// goroutines the execution ends without an answer. Others may move before the caller goes on.
func (fr *frame) start(i ssa.Instruction, fn *ssa.Function, name string, do func(*goroutine)) {
	if len(fr.g.m.all) > 100 {
		panic(unknown("many goroutines"))
	}
	method := fr.g.method
	if method == "" && fr.written && !fr.g.m.ps.Written(fn) { // callers call it in a goroutine
		method = methodName(fn)
	}
	g := fr.g.m.begin(fn, name, method, fr, do)
	fr.g.step("go "+g.name, i.Pos())
	fr.g.pause()
}
