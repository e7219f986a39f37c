package clients

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// This file writes the functions of clients in Go. A client makes an object and calls callers; a caller is a function
// that calls one method and uses its results:
//
//	func client_Queue() { x1 := NewQueue(3); go call_Put(x1); go call_Get(x1) }
//	func call_Get(x *Queue) { r1, err1 := x.Get(); if err1 != nil { return }; .. }

// function writes a function without results. pos is the place in the package that the function is shown at.
func (w *writer) function(name, params string, pos token.Pos, lines []string) {
	w.line(pos)
	fmt.Fprintf(&w.decls, "func %s(%s) {\n\t%s\n}\n", name, params, strings.Join(lines, "\n\t"))
}

// client writes a client that makes an object and calls some methods: a single one turns times, one call after the
// other; several at the same time. Methods that begin the use of the object are called before the others.
func (w *writer) client(s subject, of string, calls []call, turns int, says string) {
	b := &body{w: w}
	x, ok := b.subject(s)
	if !ok {
		return
	}
	for _, c := range calls {
		if c.begins() && len(calls) > 1 {
			b.put("%s(%s)", w.caller(s, c), x)
		}
	}
	if first := w.beginning(calls); first != nil {
		b.put("%s(%s)", w.caller(s, *first), x)
		says += ", after " + first.fn.Name()
	}
	for _, c := range calls {
		switch call := w.caller(s, c); {
		case c.begins() && len(calls) > 1:
		case len(calls) == 1:
			for range turns {
				b.put("%s(%s)", call, x)
			}
		default:
			b.put("go %s(%s)", call, x)
		}
	}
	w.finish(s, b, of, calls, says)
}

// beginning returns the method that begins the use of the object that some calls are of. It returns nil if there is
// none, if one of the calls is of this method, or if the method waits for others and so may not return.
func (w *writer) beginning(calls []call) *call {
	if slices.ContainsFunc(calls, call.begins) || w.begin == nil || w.facts.blocks[w.begin.fn] {
		return nil
	}
	return w.begin
}

// inOrder writes a client that calls the methods together at the same time, and meanwhile others one after the other.
func (w *writer) inOrder(s subject, of string, together, others []call, says string) {
	b := &body{w: w}
	x, ok := b.subject(s)
	if !ok {
		return
	}
	for _, c := range together {
		b.put("go %s(%s)", w.caller(s, c), x)
	}
	for _, c := range others {
		b.put("%s(%s)", w.caller(s, c), x)
	}
	w.finish(s, b, of, append(slices.Clone(together), others...), says)
	one := &w.file.List[len(w.file.List)-1]
	one.Again, one.InTurn = len(together) > 0, len(together) == 0
}

// inTurn writes a client that calls some methods one after the other, the last one in a goroutine of its own.
func (w *writer) inTurn(s subject, of string, calls []call, says string) {
	b := &body{w: w}
	x, ok := b.subject(s)
	if !ok {
		return
	}
	last := len(calls) - 1
	for _, c := range calls[:last] {
		b.put("%s(%s)", w.caller(s, c), x)
	}
	b.put("go %s(%s)", w.caller(s, calls[last]), x)
	w.finish(s, b, of, calls, says)
}

// finish writes the function of a client, whose body is b, and adds the client to the list. calls are its calls.
func (w *writer) finish(s subject, b *body, of string, calls []call, says string) {
	name := w.unique("client_" + s.word())
	w.function(name, "", w.facts.place(s, calls), b.lines)
	one := Client{Func: name, Of: of, Says: says, All: w.all, Beside: w.beside, Dones: w.dones}
	for _, c := range calls {
		if c.ends() && !slices.Contains(one.Ends, c.fn.Name()) {
			one.Ends = append(one.Ends, c.fn.Name())
		}
		if startsWith(c.fn.Name(), begins) {
			one.Begins = append(one.Begins, c.fn.Name())
		}
	}
	if s.of != nil {
		one.Object = s.of.Obj().Name()
	}
	if !slices.ContainsFunc(calls, func(c call) bool { return c.fn != calls[0].fn }) {
		one.Call = calls[0].fn.Name()
	}
	w.file.List = append(w.file.List, one)
}

// caller returns the name of the function that calls a method and uses its results, and writes it in the first call;
// "" if no operands are known for the method.
func (w *writer) caller(s subject, c call) string { return w.callerWith(s, c, false) }

// callerWith is caller. If lasting is set, a context that is passed ends after the call.
func (w *writer) callerWith(s subject, c call, lasting bool) string {
	key := "call " + s.text + "." + c.fn.Name()
	if lasting {
		key += WithLasting
	}
	if known := w.values[key]; known != "" {
		return strings.TrimPrefix(known, "-")
	}
	w.values[key] = "-" // until it is written
	b := &body{w: w, lasting: lasting}
	operand := "x " + s.text
	if s.of == nil {
		operand = ""
		if !b.call(c.fn.Name(), c.fn, c.sig, nil, 0) {
			return ""
		}
	} else if b.of = s; !b.callPair("x", c, s.of, 0) {
		return ""
	}
	name := w.unique("call_" + c.fn.Name())
	w.values[key] = name
	w.function(name, operand, w.facts.where[c.fn], b.lines)
	return name
}

// callPair writes a call of a method of the object in variable x, as call does, and the calls of methods that callers
// call after it.
func (b *body) callPair(x string, c call, of *types.Named, level int) bool {
	b.bind, b.bound = map[int]bool{}, map[int]string{}
	for _, then := range c.then {
		for _, i := range then.args {
			b.bind[i] = true
		}
	}
	ok := b.call(x+"."+c.fn.Name(), c.fn, c.sig, of, level)
	bound := b.bound
	b.bind, b.bound = nil, nil
	if !ok {
		return false
	}
	b.unlessFailed(c)
	for _, then := range c.then {
		var args []string
		for _, i := range then.args {
			args = append(args, bound[i])
		}
		b.put("%s.%s(%s)", x, then.fn.Name(), strings.Join(args, ", "))
	}
	return true
}

// unlessFailed makes a caller return after a call that has failed, if methods are to follow it: an Acquire that
// returns an error, or false, is not followed by Release.
func (b *body) unlessFailed(c call) {
	results := c.sig.Results()
	if len(c.then) == 0 || results.Len() != 1 {
		return
	}
	line := &b.lines[b.called]
	switch results.At(0).Type().String() {
	case "error":
		*line = fmt.Sprintf("if err := %s; err != nil { return }", *line)
	case "bool":
		*line = fmt.Sprintf("if !%s { return }", *line)
	}
}

// call writes a call of fn, under the name callee, and the use of its results. It returns false, and writes nothing,
// if some operand is not known. of is the type whose method fn is, or nil. level is how deep the call is in the use
// of other results, from 0. If the call returns an error, the function that is written returns, unless nothing uses
// the results.
func (b *body) call(callee string, fn *types.Func, s *types.Signature, of *types.Named, level int) bool {
	bind := b.bind
	args, ok := b.operands(fn, s, level)
	b.bind = nil // calls that use the results bind nothing
	if !ok {
		return false
	}
	var names []string  // variables for the results, or "_"
	var checks []string // those of errors
	var fails []int     // indices of errors in names
	var uses []func()   // what to do with the results
	for v := range s.Results().Variables() {
		use, ok := b.use(v.Type(), of, level)
		switch {
		case len(names) == 0 && bind[theResult]:
			r := b.name("r")
			names, b.bound[theResult] = append(names, r), r
			if uses = append(uses, func() {}); ok {
				uses = append(uses, func() { use(r) })
			}
		case v.Type().String() == "error" && s.Results().Len() > 1:
			names, fails = append(names, "_"), append(fails, len(names))
		case ok:
			r := b.name("r")
			names = append(names, r)
			uses = append(uses, func() { use(r) })
		default:
			names = append(names, "_")
		}
	}
	for _, i := range fails {
		if len(uses) > 0 { // else nothing is used that an error could make unusable
			names[i] = b.name("err")
			checks = append(checks, names[i])
		}
	}
	after := b.after
	b.after, b.called = nil, len(b.lines)
	if slices.ContainsFunc(names, func(n string) bool { return n != "_" }) {
		b.put("%s := %s(%s)", strings.Join(names, ", "), callee, args)
	} else {
		b.put("%s(%s)", callee, args)
	}
	b.lines = append(b.lines, after...)
	for _, err := range checks {
		b.put("if %s != nil { return }", err)
	}
	for _, use := range uses {
		use()
	}
	return true
}

// use returns what callers do with a result in a variable: everything is received from a channel, a function is
// called, and all methods of an object of the package are called, those that end its use last. false: they do nothing
// with it.
func (b *body) use(t types.Type, of *types.Named, level int) (func(name string), bool) {
	w := b.w
	switch u := t.Underlying().(type) {
	case *types.Chan:
		text, ok := w.typeString(u.Elem())
		if !ok || u.Dir() == types.SendOnly {
			return nil, false
		}
		return func(name string) { b.put("go %s(%s)", w.taker(u.Elem(), text), name) }, true
	case *types.Signature:
		if u.Params().Len() > 0 || level > 0 {
			return nil, false
		}
		return func(name string) { b.put("%s()", name) }, true
	case *types.Pointer:
		n, ok := types.Unalias(u.Elem()).(*types.Named)
		if !ok || of != nil && n.Origin() == of.Origin() || n.Obj().Pkg() != w.pkg || level > 0 {
			return nil, false
		}
		text, ok := w.typeString(t)
		if !ok {
			return nil, false
		}
		calls := w.calls(subject{of: n, text: text})
		if len(calls) == 0 {
			return nil, false
		}
		return func(name string) {
			for _, last := range []bool{false, true} {
				for _, c := range calls {
					if c.ends() == last {
						b.callPair(name, c, of, level+1)
					}
				}
			}
		}, true
	}
	return nil, false
}

// list joins names to "Get, Put and Close".
func list(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
