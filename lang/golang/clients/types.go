package clients

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"flavers/lang/golang/heap"
)

// Which clients a type and a function have.

// most is how many methods are called at the same time. With more of them, each client calls some.
const most = 4

// turns is how often one caller calls a method, one call after the other.
const turns = 3

// call is a method that callers call, and those that it must be followed by.
type call struct {
	fn   *types.Func
	then []*types.Func
}

// ends, begins are names of methods that end the use of an object, and begin it.
var (
	ends = []string{"Close", "Stop", "Shutdown", "Quit", "Terminate", "Destroy", "Kill", "Cancel", "Finish", "Halt",
		"GracefulStop", "StopAndWait", "Release", "CloseAndWait", "Drain"}
	begins = []string{"Start", "Init", "Begin", "Connect"}
	pairs  = [][2]string{{"Lock", "Unlock"}, {"RLock", "RUnlock"}, {"Acquire", "Release"}, {"Add", "Done"},
		{"Enter", "Leave"}, {"Begin", "End"}, {"Enter", "Exit"}, {"Borrow", "Return"}, {"Checkout", "Checkin"},
		{"Inc", "Dec"}, {"Reserve", "Release"}}
)

func (c call) ends() bool   { return slices.Contains(ends, c.fn.Name()) }
func (c call) begins() bool { return slices.Contains(begins, c.fn.Name()) }

// calls are the methods of a type that callers call, as far as they synchronize.
func (w *writer) calls(n *types.Named) []call {
	var all []*types.Func
	for m := range n.Methods() {
		if m.Exported() && w.facts.where[m].IsValid() {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b *types.Func) int { return int(w.facts.where[a] - w.facts.where[b]) })
	find := func(name string) *types.Func {
		if i := slices.IndexFunc(all, func(m *types.Func) bool { return m.Name() == name }); i >= 0 {
			return all[i]
		}
		return nil
	}
	second := map[*types.Func]bool{}
	var out []call
	for _, m := range all {
		c := call{fn: m}
		for _, p := range pairs {
			then := find(p[1])
			if p[0] != m.Name() || then == nil {
				continue
			}
			second[then] = true // also one that cannot be called, as it wants what the first returned
			if then.Signature().Params().Len() == 0 {
				c.then = append(c.then, then)
			}
		}
		out = append(out, c)
	}
	return slices.DeleteFunc(out, func(c call) bool {
		return second[c.fn] || !w.facts.syncs[c.fn] || c.fn.Signature().TypeParams().Len() > 0
	})
}

// ofType writes the clients of a type.
func (w *writer) ofType(n *types.Named) {
	if n.TypeParams().Len() > 0 {
		return
	}
	if _, ok := n.Underlying().(*types.Struct); !ok {
		return
	}
	var calls []call
	for _, c := range w.calls(n) {
		if w.caller(n, c) != "" {
			calls = append(calls, c)
		}
	}
	if len(calls) == 0 {
		return
	}
	name := n.Obj().Name()
	if w.everything(n, calls); w.all == "" {
		return
	}
	for _, c := range calls {
		switch {
		case !c.ends():
			w.client(n, name+"."+c.fn.Name(), []call{c}, turns,
				fmt.Sprintf("%s is called three times, one call after the other", c.fn.Name()))
		case len(calls) == 1: // else it is called beside others
			w.client(n, name+"."+c.fn.Name(), []call{c}, 1, c.fn.Name()+" is called once")
		}
	}
	w.twice(n, calls)
	if w.which == All && len(calls) <= mostBack {
		for _, c := range calls {
			for _, by := range calls {
				w.callback(n, calls, c, by)
			}
		}
	}
	for _, some := range groups(calls) {
		if len(some) > 1 {
			var names []string
			for _, c := range some {
				names = append(names, c.fn.Name())
			}
			of := name
			if len(some) < len(calls) {
				of += "." + strings.Join(names, "+")
			}
			w.client(n, of, some, 1, list(names)+" are called at the same time, once each")
		}
	}
}

// twice writes clients that call a method twice which waits for a condition, and all others once: a signal may be for
// one of two only.
func (w *writer) twice(n *types.Named, calls []call) {
	for i, c := range calls {
		if !w.facts.awaits[c.fn] || len(calls) > most {
			continue
		}
		var others []string
		for k, o := range calls {
			if k != i {
				others = append(others, o.fn.Name())
			}
		}
		says := c.fn.Name() + " is called twice"
		if len(others) > 0 {
			says += ", and " + list(others) + " once"
		}
		w.client(n, n.Obj().Name()+"."+c.fn.Name()+" twice", append([]call{c}, calls...), 1, says+", at the same time")
	}
}

// mostBack is of how many methods each is called by functions that callers pass to each.
const mostBack = 6

// callback writes the client that calls each method once, and then one of them, where functions that callers pass,
// also to make the object, call another one: a callback that looks at what it is about. Nothing is written if none is
// passed.
func (w *writer) callback(n *types.Named, calls []call, c, by call) {
	if c.ends() || by.begins() {
		return
	}
	b := &body{w: w, back: fmt.Sprintf("%s(self)", w.caller(n, by))}
	b.put("var self *%s", n.Obj().Name())
	x, ok := b.made(n, 0)
	if !ok {
		return
	}
	b.put("self = %s", x)
	for _, before := range calls {
		if before.fn != c.fn && !before.ends() {
			b.put("%s(self)", w.caller(n, before))
		}
	}
	if !b.call("self."+c.fn.Name(), c.fn.Signature(), n, 0) || !b.backed {
		return
	}
	name := w.unique("client_" + n.Obj().Name())
	w.line(n.Obj().Pos())
	fmt.Fprintf(&w.decls, "func %s() {\n\t%s\n}\n", name, strings.Join(b.lines, "\n\t"))
	w.file.List = append(w.file.List, Client{Func: name, All: w.all,
		Of: fmt.Sprintf("%s.%s calls %s", n.Obj().Name(), c.fn.Name(), by.fn.Name()),
		Says: fmt.Sprintf("%s is called last, and a function that callers pass calls %s", c.fn.Name(),
			by.fn.Name())})
}

// everything writes the function that makes an object and calls all of its methods.
func (w *writer) everything(n *types.Named, calls []call) {
	w.all = ""
	b := &body{w: w}
	x, ok := b.made(n, 0)
	if !ok {
		return
	}
	for _, c := range calls {
		b.put("go %s(%s)", w.caller(n, c), x)
	}
	w.all = w.unique(Everything + "_" + n.Obj().Name())
	w.line(n.Obj().Pos())
	fmt.Fprintf(&w.decls, "func %s() {\n\t%s\n}\n", w.all, strings.Join(b.lines, "\n\t"))
}

// groups are the methods that are called together: all of them, or each pair if they are many.
func groups(calls []call) [][]call {
	if len(calls) <= most {
		return [][]call{calls}
	}
	var out [][]call
	for i := range calls {
		for k := i + 1; k < len(calls); k++ {
			out = append(out, []call{calls[i], calls[k]})
		}
	}
	return out
}

// list is some names with and.
func list(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// caller is the function that calls a method, and uses what it returns; "" if no operands are known for it.
func (w *writer) caller(n *types.Named, c call) string {
	key := "call " + n.Obj().Name() + "." + c.fn.Name()
	if known := w.values[key]; known != "" {
		return strings.TrimPrefix(known, "-")
	}
	w.values[key] = "-"
	b := &body{w: w}
	if !b.call("x."+c.fn.Name(), c.fn.Signature(), n, 0) {
		return ""
	}
	b.unlessFailed(c)
	for _, then := range c.then {
		b.put("x.%s()", then.Name())
	}
	name := w.unique("call_" + c.fn.Name())
	w.values[key] = name
	w.line(w.facts.where[c.fn])
	fmt.Fprintf(&w.decls, "func %s(x *%s) {\n\t%s\n}\n", name, n.Obj().Name(), strings.Join(b.lines, "\n\t"))
	return name
}

// unlessFailed leaves out what must follow a call if that has failed: an Acquire that says so has nothing to release.
func (b *body) unlessFailed(c call) {
	results := c.fn.Signature().Results()
	if len(c.then) == 0 || results.Len() != 1 {
		return
	}
	last := len(b.lines) - 1
	switch results.At(0).Type().String() {
	case "error":
		b.lines[last] = fmt.Sprintf("if err := %s; err != nil { return }", b.lines[last])
	case "bool":
		b.lines[last] = fmt.Sprintf("if !%s { return }", b.lines[last])
	}
}

// client writes a client of a type: it makes an object, and calls some of its methods.
func (w *writer) client(n *types.Named, of string, calls []call, turns int, says string) {
	b := &body{w: w}
	x, ok := b.made(n, 0)
	if !ok {
		return
	}
	name := w.unique("client_" + n.Obj().Name())
	ended := false
	for _, c := range calls {
		ended = ended || c.ends()
		if c.begins() && len(calls) > 1 {
			b.put("%s(%s)", w.caller(n, c), x)
		}
	}
	for _, c := range calls {
		switch call := w.caller(n, c); {
		case c.begins() && len(calls) > 1:
		case len(calls) == 1:
			for range turns {
				b.put("%s(%s)", call, x)
			}
		default:
			b.put("go %s(%s)", call, x)
		}
	}
	w.line(n.Obj().Pos())
	fmt.Fprintf(&w.decls, "func %s() {\n\t%s\n}\n", name, strings.Join(b.lines, "\n\t"))
	one := Client{Func: name, Of: of, Says: says, Ends: ended, All: w.all}
	if len(calls) == 1 {
		one.Call = calls[0].fn.Name()
	}
	w.file.List = append(w.file.List, one)
}

// ofFunction writes the client of a function, unless others show what it does: the functions that call it, or the
// clients of the object that it makes.
func (w *writer) ofFunction(fn *types.Func) {
	s := fn.Signature()
	called := !fn.Exported() && w.facts.called[fn]
	if s.TypeParams().Len() > 0 || !w.facts.syncs[fn] || called || w.constructs(fn) || w.which == Auto && w.root(fn) {
		return
	}
	b := &body{w: w}
	if !b.call(fn.Name(), s, nil, 0) {
		return
	}
	name := w.unique("client_" + fn.Name())
	w.line(w.facts.where[fn])
	fmt.Fprintf(&w.decls, "func %s() {\n\t%s\n}\n", name, strings.Join(b.lines, "\n\t"))
	w.file.List = append(w.file.List, Client{Func: name, Of: fn.Name(), Says: fn.Name() + " is called once"})
}

// root reports whether a function is a root by itself (package roots): nobody calls it, and it takes and returns
// nothing that synchronizes.
func (w *writer) root(fn *types.Func) bool {
	for v := range fn.Signature().Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Basic); !ok {
			return false
		}
	}
	for v := range fn.Signature().Results().Variables() {
		if heap.Carries(v.Type(), nil) && v.Type().String() != "error" {
			return false
		}
	}
	return fn.Exported() && !w.facts.called[fn]
}

// constructs reports whether a function makes the objects of the clients of a type.
func (w *writer) constructs(fn *types.Func) bool {
	for r := range fn.Signature().Results().Variables() {
		t := r.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == w.pkg && w.constructor(n) == fn {
			return len(w.calls(n)) > 0
		}
	}
	return false
}

// call writes a call, and the use of its results: of a channel everything is received, a function is called, and the
// methods of an object are called, those that end its use last. of is the type whose method it is.
func (b *body) call(callee string, s *types.Signature, of *types.Named, level int) bool {
	args, ok := b.operands(s, level)
	if !ok {
		return false
	}
	var names, checks []string
	var uses []func()
	for v := range s.Results().Variables() {
		use, ok := b.use(v.Type(), of, level)
		switch {
		case v.Type().String() == "error" && s.Results().Len() > 1:
			err := b.name("err")
			names, checks = append(names, err), append(checks, err)
		case ok:
			r := b.name("r")
			names = append(names, r)
			uses = append(uses, func() { use(r) })
		default:
			names = append(names, "_")
		}
	}
	if len(uses) == 0 {
		b.put("%s(%s)", callee, args)
		return true
	}
	b.put("%s := %s(%s)", strings.Join(names, ", "), callee, args)
	for _, err := range checks {
		b.put("if %s != nil { return }", err)
	}
	for _, use := range uses {
		use()
	}
	return true
}

// use is what callers do with a result; false: nothing.
func (b *body) use(t types.Type, of *types.Named, level int) (func(name string), bool) {
	w := b.w
	switch u := t.Underlying().(type) {
	case *types.Chan:
		text, ok := w.typeString(u.Elem())
		if !ok || u.Dir() != types.RecvOnly {
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
		if !ok || n == of || n.Obj().Pkg() != w.pkg || n.TypeParams().Len() > 0 || level > 0 {
			return nil, false
		}
		calls := w.calls(n)
		if len(calls) == 0 {
			return nil, false
		}
		return func(name string) {
			for _, last := range []bool{false, true} {
				for _, c := range calls {
					if c.ends() == last {
						b.call(name+"."+c.fn.Name(), c.fn.Signature(), of, level+1)
						for _, then := range c.then {
							b.put("%s.%s()", name, then.Name())
						}
					}
				}
			}
		}, true
	}
	return nil, false
}
