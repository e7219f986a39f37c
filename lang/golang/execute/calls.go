package execute

import (
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/std"
	"flavers/lang/golang/values"
)

// callee is what a call calls.
type callee struct {
	f       *closure
	builtin *ssa.Builtin
	of      method // a method of a value of the library
	name    string
	opaque  bool // something that is not known
	library bool // a method of a value that the library made, and that calls nothing
}

// method is a value of the library that has methods.
type method interface {
	call(g *goroutine, name string, args []value, where token.Pos) value
}

// callee finds what a call calls, and its operands.
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

// invoke calls. of is the function that has deferred the call; nil: none has.
func (fr *frame) invoke(i ssa.CallInstruction, c callee, args []value, of *frame) value {
	switch {
	case c.builtin != nil:
		return fr.builtin(i, c.builtin, args)
	case c.of != nil:
		return c.of.call(fr.g, c.name, args, i.Pos())
	case c.library:
		return fr.unseen(i, args)
	case c.opaque:
		return fr.library(i, nil, args)
	}
	return fr.apply(i, c.f, args, of)
}

// apply calls a function value.
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

// spawn starts a goroutine.
func (fr *frame) spawn(i *ssa.Go) {
	c, args := fr.callee(&i.Call)
	fn := i.Call.StaticCallee()
	if c.f != nil && c.f.fn != nil {
		fn = c.f.fn
	}
	if fn == nil {
		fn = fr.fn
	}
	fr.start(i, fn, func(g *goroutine) {
		top := &frame{g: g, fn: fr.fn, written: fr.written, env: fr.env}
		top.invoke(i, c, args, nil)
	})
}

// start starts a goroutine that executes a function.
func (fr *frame) start(i ssa.Instruction, fn *ssa.Function, do func(*goroutine)) {
	if len(fr.g.m.all) > 100 {
		panic(unknown("many goroutines"))
	}
	method := fr.g.method
	if method == "" && fr.written && !fr.g.m.ps.Written(fn) { // callers call it in a goroutine
		method = methodName(fn)
	}
	g := fr.g.m.begin(fn, method, fr, do)
	fr.g.step("go "+g.name, i.Pos())
	fr.g.pause()
}

// library calls a function without a body: one that has a model, or else one whose results are not known. That ends the
// execution if it may call something of the package.
func (fr *frame) library(i ssa.CallInstruction, fn *ssa.Function, args []value) value {
	key := ""
	if fn != nil {
		if heap.AnyValue(fn) {
			return fr.g.m.any(fn.Signature.Results().At(0).Type(), 0)
		}
		if fn.Name() == "init" && fn.Signature.Recv() == nil {
			return nil
		}
		key = std.Key(heap.FullName(fn))
		if model := models[key]; model != nil {
			return model(fr, i, args)
		}
		if r, ok := pure(key, args); ok {
			return r
		}
	}
	row, known := std.Of(key)
	switch {
	case fr.serves(i, key, args):
	case known && (row.Modelled || row.Waits || row.Fills), fr.g.m.hooked, strings.HasPrefix(key, "unsafe."), key == "",
		strings.HasPrefix(key, "reflect.") && !onlyTypes(args):
		panic(unknown("a call of " + key))
	case fr.prints(i, key, args):
		if fixed := computes(key); fixed {
			return fr.fixed(i.Common().Signature().Results())
		}
		return fr.any(i.Common().Signature().Results())
	}
	fixed := fr.g.m.root.Client == nil && len(args) > 0 && std.Outside(key) == std.Returns
	for _, a := range args {
		if fr.g.m.mayCall(a, 0) && !row.Looks {
			panic(unknown("what " + key + " may call"))
		}
		if _, is := a.(*opaque); is {
			fixed = false
		}
		changed(a, key)
	}
	// What a method of another module returns follows from what its object was given: of a list, its length.
	fixed = fixed || !known && fn.Signature.Recv() != nil
	// What a function without operands returns is the same in each call, as testing.Short, or may depend on what the
	// program has done, as runtime.NumGoroutine; unless it is by chance, or the time.
	own := fn.Pkg != nil && fr.g.m.ps.Library(fn.Pkg.Pkg)
	fixed = fixed || len(args) == 0 && !std.Varies(key) && (own || fr.g.m.root.Client == nil)
	if fixed || computes(key) { // its results are the same each time, but which these are is not known
		results := fr.fails(i, fr.fixed(i.Common().Signature().Results()))
		if slices.Contains(succeeds, key) {
			return withoutError(results)
		}
		return results
	}
	return fr.any(i.Common().Signature().Results())
}

// serves lets a goroutine wait for ever for the world outside: one that serves it, as http.ListenAndServe does, as
// nobody need ask; and one that reads from it in some executions, as nothing need come. It reports nothing else, so
// that it returns only if the function is none of those, or returns this time.
func (fr *frame) serves(i ssa.CallInstruction, key string, args []value) bool {
	m := fr.g.m
	outside := std.Outside(key)
	if outside == std.Returns {
		return false
	}
	called := func(a value) bool { return m.mayCall(a, 0) }
	calls := outside == std.Stays && strings.Contains(key, "Serve") && slices.ContainsFunc(args, called)
	if calls || m.rng.Intn(2) == 0 {
		fr.rest(i)
	}
	return false
}

// rest lets a goroutine wait for ever for the world outside. What it does after that, others may wait for.
func (fr *frame) rest(i ssa.CallInstruction) {
	fr.g.m.served, fr.g.rests = true, true
	fr.g.await(&wait{ready: func() bool { return false }, what: "outside", where: i.Pos(), taken: -1})
}

// onlyTypes reports whether operands are types and data, which lead to no memory.
func onlyTypes(args []value) bool {
	return !slices.ContainsFunc(args, func(a value) bool {
		switch a := a.(type) {
		case bool, string, int64, uint64, float64:
			return false
		case iface:
			_, is := a.v.(reflected)
			return !is
		}
		return true
	})
}

// computes reports whether what a function returns follows from its operands, or from what its object was given before:
// nothing may be assumed of it.
func computes(key string) bool {
	for _, p := range computing {
		if strings.HasPrefix(key, p) {
			return true
		}
	}
	return false
}

var computing = []string{"strings.", "strconv.", "bytes.", "unicode", "math.", "path.", "path/filepath.Base",
	"path/filepath.Dir", "path/filepath.Ext", "path/filepath.Join", "time.Time.", "time.Duration.", "time.Month.",
	"regexp.", "net/url.", "sort.", "slices.", "maps.", "fmt.Sprint", "container/", "math/bits.", "math/big.", "hash/",
	"crypto/sha", "crypto/md5", "encoding/hex.", "encoding/base64.", "html.", "net/netip.", "sync/atomic."}

// succeeds are methods that return an error because other writers do. Their documentation says that it is always nil.
var succeeds = []string{"bytes.Buffer.Write", "bytes.Buffer.WriteByte", "bytes.Buffer.WriteRune",
	"bytes.Buffer.WriteString", "strings.Builder.Write", "strings.Builder.WriteByte", "strings.Builder.WriteRune",
	"strings.Builder.WriteString"}

// withoutError returns the results of a call with nil for the error, which is the last of them.
func withoutError(results value) value {
	if r, ok := results.(tuple); ok {
		r[len(r)-1] = iface{}
		return r
	}
	return iface{}
}

// reads are packages whose functions change nothing that they get.
var reads = []string{"fmt.Print", "fmt.Sprint", "fmt.Fprint", "errors.", "strings.", "strconv.", "math.", "log.",
	"unicode"}

// changed ends an execution, or forgets a value, if a function that is not followed may have changed what it got:
// items of slices and maps, and what pointers point to. What is in structs of the library is known to nobody else.
func changed(v value, by string) {
	for _, p := range reads {
		if strings.HasPrefix(by, p) {
			return
		}
	}
	switch v := v.(type) {
	case slice:
		forgotten := &opaque{}
		for k, c := range v.cells {
			switch c.(type) {
			case bool, string, int64, uint64, float64, *opaque: // nothing else shares a part of it
				v.cells[k] = forgotten
			default:
				panic(unknown("what " + by + " changes"))
			}
		}
	case *mapping:
		if v != nil && len(v.keys) > 0 {
			panic(unknown("what " + by + " changes"))
		}
	case pointer:
		if v.cell != nil {
			*v.cell = &opaque{}
		}
	case raw:
		if v.cell != nil {
			panic(unknown("what " + by + " changes"))
		}
	case iface:
		changed(v.v, by)
	}
}

// fixed makes unknown results without a source: a branch on one of them ends the execution.
func (fr *frame) fixed(results *types.Tuple) value {
	switch results.Len() {
	case 0:
		return nil
	case 1:
		return &opaque{library: true}
	}
	out := make(tuple, results.Len())
	for k := range out {
		out[k] = &opaque{library: true}
	}
	return out
}

// unseen calls a method of a value of the library whose type is not known. What it returns follows from what the value
// was given, but for errors of the world outside.
func (fr *frame) unseen(i ssa.CallInstruction, args []value) value {
	method := i.Common().Method
	if method.Pkg() == nil || fr.g.m.followed(fr.g.m.ps.Prog.Package(method.Pkg())) || fr.g.m.hooked {
		panic(unknown("a method of a value that is not known"))
	}
	for _, a := range args {
		if fr.g.m.mayCall(a, 0) {
			panic(unknown("what " + method.Name() + " may call"))
		}
		changed(a, method.FullName())
	}
	out := fr.fixed(i.Common().Signature().Results())
	if p := method.Pkg().Path(); p == "io" || p == "net" || p == "io/fs" {
		waits := []string{"Accept", "Read", "ReadFrom"}
		if slices.Contains(waits, method.Name()) && fr.g.m.rng.Intn(2) == 0 {
			fr.rest(i)
		}
		fr.free(i, out)
	}
	return out
}

// fails lets the errors among results be any if the call asks the world outside: a file may be there, or not.
func (fr *frame) fails(i ssa.CallInstruction, results value) value {
	call, ok := i.(*ssa.Call)
	if !ok || !values.Outside(call) {
		return results
	}
	fr.free(i, results)
	return results
}

// free makes the errors among the results of a call any.
func (fr *frame) free(i ssa.CallInstruction, results value) {
	of := i.Common().Signature().Results()
	isError := func(k int) bool { return of.At(k).Type().String() == "error" }
	switch r := results.(type) {
	case tuple:
		for k := range r {
			if isError(k) {
				r[k] = fr.g.m.source()
			}
		}
	case *opaque:
		if isError(0) {
			*r = *fr.g.m.source()
		}
	}
}

// any makes unknown results, each with a source of its own: a branch on one of them goes either way.
func (fr *frame) any(results *types.Tuple) value {
	m := fr.g.m
	switch results.Len() {
	case 0:
		return nil
	case 1:
		return m.made()
	}
	out := make(tuple, results.Len())
	for k := range out {
		out[k] = m.made()
	}
	return out
}

// mayCall reports whether code that gets a value may call something of the package with it, or use what synchronizes.
func (m *machine) mayCall(v value, level int) bool {
	if level > 4 {
		return true
	}
	switch v := v.(type) {
	case nil, bool, string, int64, uint64, float64, *opaque, moment, reflected:
		return false
	case iface:
		if v.typ == nil {
			return false
		}
		switch v.v.(type) {
		case *failure, *opaque, moment, reflected:
			return false
		}
		return m.hasMethods(v.typ) || m.mayCall(v.v, level+1)
	case slice:
		for _, c := range v.cells {
			if m.mayCall(c, level+1) {
				return true
			}
		}
		return false
	case structure:
		for _, c := range v {
			if m.mayCall(c, level+1) {
				return true
			}
		}
		return false
	case pointer:
		return v.cell != nil && m.mayCall(*v.cell, level+1)
	case raw:
		return v.cell != nil && m.mayCall(*v.cell, level+1)
	case *closure:
		return v != nil
	case *mapping:
		if v == nil {
			return false
		}
		for k := range v.keys {
			if m.mayCall(v.keys[k], level+1) || m.mayCall(v.vals[k], level+1) {
				return true
			}
		}
		return false
	}
	return true
}

// hasMethods reports whether a type has methods of the package. Those of types that clients have written do nothing.
func (m *machine) hasMethods(t types.Type) bool {
	set := types.NewMethodSet(t)
	for k := range set.Len() {
		fn := m.ps.Prog.MethodValue(set.At(k))
		if fn == nil || !m.ps.Written(fn) {
			return true
		}
	}
	return false
}

// builtin calls a function of the language.
func (fr *frame) builtin(i ssa.CallInstruction, b *ssa.Builtin, args []value) value {
	switch b.Name() {
	case "len", "cap":
		return length(b.Name(), args[0])
	case "append":
		return fr.appended(i, args)
	case "copy":
		return fr.copies(args)
	case "delete":
		m, ok := args[0].(*mapping)
		if !ok {
			panic(unknown("a map"))
		}
		m.remove(args[1])
	case "clear":
		m, ok := args[0].(*mapping)
		if !ok {
			panic(unknown("a slice that is cleared"))
		}
		if m != nil {
			for k := range m.keys {
				m.live[k] = false
			}
			m.at = map[any]int{}
		}
	case "close":
		fr.g.close(channelOf(args[0]), describe(i.Common().Args[0]), i.Pos())
	case "recover":
		if fr.of == nil || fr.of.panics == nil {
			return iface{}
		}
		p := fr.of.panics
		fr.of.panics = nil
		if v, ok := p.v.(iface); ok {
			return v
		}
		return fr.g.m.source()
	case "min", "max":
		return extreme(b.Name(), args)
	case "print", "println":
	case "Sizeof":
		return uint64(types.SizesFor("gc", runtime.GOARCH).Sizeof(i.Common().Args[0].Type()))
	case "ssa:wrapnilchk":
		if p, ok := args[0].(pointer); ok && p.cell == nil {
			panic(nilPointer())
		}
		return args[0]
	default:
		panic(unknown("a call of " + b.Name()))
	}
	return nil
}

func length(name string, v value) value {
	switch v := v.(type) {
	case *opaque:
		return v
	case string:
		return int64(len(v))
	case slice:
		if name == "cap" {
			if v.of != nil && v.of.taken != nil {
				panic(unknown("how much room append makes"))
			}
			return int64(cap(v.cells))
		}
		return int64(len(v.cells))
	case *mapping:
		if v == nil {
			return int64(0)
		}
		return int64(len(v.at))
	case *channel:
		if v == nil {
			return int64(0)
		}
		if name == "cap" {
			return int64(v.capacity)
		}
		return int64(len(v.buffer))
	case structure:
		return int64(len(v))
	case pointer:
		if v.cell != nil { // a nil pointer has the length of its type
			if s, ok := (*v.cell).(structure); ok {
				return int64(len(s))
			}
		}
	}
	panic(unknown("a length"))
}

// appended is what append returns: it makes a new array if there is no room.
func (fr *frame) appended(i ssa.CallInstruction, args []value) value {
	if o := from(args...); o != nil {
		return o
	}
	s := args[0].(slice)
	var more []value
	switch v := args[1].(type) {
	case slice:
		more = v.cells
	case string:
		for _, b := range []byte(v) {
			more = append(more, uint64(b))
		}
	}
	if len(more) == 0 {
		return s
	}
	if len(s.cells)+len(more) > 1<<12 {
		panic(unknown("a long slice"))
	}
	of := s.of
	cells := s.cells
	if len(cells)+len(more) > cap(cells) {
		cells = make([]value, len(s.cells), 2*len(s.cells)+len(more))
		of = &object{made: i.Pos(), taken: map[*value]bool{}}
		for k, c := range s.cells {
			cells[k] = copied(c)
		}
		elem := i.Common().Args[0].Type().Underlying().(*types.Slice).Elem()
		for k := len(cells); k < cap(cells); k++ {
			cells[:cap(cells)][k] = zero(elem)
		}
	}
	n := len(cells)
	cells = cells[:n+len(more)]
	for k, c := range more {
		if of != nil && of.taken != nil {
			if of.taken[&cells[n+k]] { // another append was here: with less room, it has made an array of its own
				panic(unknown("whether two slices share an array"))
			}
			of.taken[&cells[n+k]] = true
		}
		cells[n+k] = copied(c)
	}
	return slice{cells, of}
}

func (fr *frame) copies(args []value) value {
	to, ok := args[0].(slice)
	if !ok {
		panic(unknown("a slice"))
	}
	var items []value
	switch v := args[1].(type) {
	case slice:
		for _, c := range v.cells { // the slices may overlap
			items = append(items, copied(c))
		}
	case string:
		for _, b := range []byte(v) {
			items = append(items, uint64(b))
		}
	default:
		panic(unknown("a slice"))
	}
	n := min(len(to.cells), len(items))
	for k := range n {
		assign(&to.cells[k], items[k])
	}
	return int64(n)
}

// extreme is the smallest or largest of some values.
func extreme(name string, args []value) value {
	if o := from(args...); o != nil {
		return o
	}
	op := map[string]token.Token{"min": token.LSS, "max": token.GTR}[name]
	out := args[0]
	for _, a := range args[1:] {
		var better value
		switch a := a.(type) {
		case int64:
			better = compared(op, a, out.(int64))
		case uint64:
			better = compared(op, a, out.(uint64))
		case float64:
			better = compared(op, a, out.(float64))
		case string:
			better = compared(op, a, out.(string))
		}
		if better == true {
			out = a
		}
	}
	return out
}

// describe is an operand as the source has it, as far as go/ssa keeps that.
func describe(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return describe(v.X) + "." + fieldName(v.X.Type(), v.Field)
	case *ssa.Field:
		return describe(v.X) + "." + fieldName(v.X.Type(), v.Field)
	case *ssa.UnOp:
		return describe(v.X)
	case *ssa.IndexAddr:
		return describe(v.X) + "[..]"
	case *ssa.Alloc:
		if v.Comment != "" && v.Comment != "new" && v.Comment != "complit" {
			return v.Comment
		}
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return v.Name()
	case *ssa.Phi:
		if v.Comment != "" {
			return v.Comment
		}
	case *ssa.ChangeType:
		return describe(v.X)
	case *ssa.MakeInterface:
		return describe(v.X)
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil {
			return fn.Name() + "()"
		}
		if v.Call.IsInvoke() {
			return describe(v.Call.Value) + "." + v.Call.Method.Name() + "()"
		}
	}
	return strings.ToLower(types.TypeString(v.Type(), func(*types.Package) string { return "" }))
}

func fieldName(t types.Type, n int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.Underlying().(*types.Struct).Field(n).Name()
}
