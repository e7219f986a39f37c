package clients

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"flavers/lang/golang/heap"
)

// This file writes the values that callers pass, by type: any number or text, a context that ends at some time, a
// function that does nothing, an object made by its constructor, .. A value is an expression; if it needs statements
// before it, they are added to the body that is being written. For func Serve(ctx context.Context, c *Cache) these
// are
//
//	ctx1, cancel2 := flavers_context.WithCancel(flavers_context.Background())
//	go cancel2()
//	x3 := NewCache()
//
// and the expressions are ctx1 and x3. Functions that need something else have no client.

// depth bounds how deep values are nested: results of functions that are passed, items of slices.
const depth = 3

// body is the body of a function that is being written.
type body struct {
	w       *writer
	lines   []string
	n       int                     // how many names were given
	inner   bool                    // the function has results, so it cannot return early on errors
	lasting bool                    // contexts end after the calls that get them
	after   []string                // statements that follow the call: a wait for its wait group, the end of a context
	called  int                     // the index in lines of the last call
	objects map[*types.Named]string // variables with objects that were made, the first of each type

	// The call of a method that another one is to follow.
	bind  map[int]bool   // the operands that get variables, by index; theResult: so does the first result
	bound map[int]string // these variables

	of subject // the subject whose object is in variable x of the body, if there is one

	// Callbacks.
	back    string // the statement that functions execute which callers pass; "": none
	listens bool   // only functions without results execute it
	backed  bool   // some function was passed that executes it
}

// put adds a statement.
func (b *body) put(format string, args ...any) {
	b.lines = append(b.lines, fmt.Sprintf(format, args...))
}

// name returns a new name that begins with a prefix.
func (b *body) name(prefix string) string {
	b.n++
	return fmt.Sprintf("%s%d", prefix, b.n)
}

// value returns an expression for a value of a type that callers may pass. ok is false if none is known; then nothing
// is written. level is how deep the value is in others.
func (b *body) value(t types.Type, level int) (expr string, ok bool) {
	return b.whole(func() (string, bool) { return b.expression(t, level) })
}

// whole takes back what make has written if it fails: Go does not compile with variables that nothing uses.
func (b *body) whole(make func() (string, bool)) (string, bool) {
	lines, objects := len(b.lines), maps.Clone(b.objects)
	text, ok := make()
	if !ok {
		b.lines, b.objects = b.lines[:lines], objects
	}
	return text, ok
}

// expression is value, but if it fails, statements for parts of the value may have been written.
func (b *body) expression(t types.Type, level int) (string, bool) {
	w := b.w
	text, ok := w.typeString(t)
	if !ok {
		return "", false
	}
	if t.String() == "error" || !heap.Carries(t, nil) {
		return w.any(t, text) + "()", true
	}
	if w.nested(t) {
		return fmt.Sprintf("(%s)(nil)", text), true
	}
	if level > depth {
		return "", false
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return b.function(u, text, level)
	case *types.Interface:
		return b.implementation(t, u, text, level)
	case *types.Slice:
		item, ok := b.value(u.Elem(), level+1)
		if !ok {
			return "", false
		}
		second, _ := b.value(u.Elem(), level+1)
		return fmt.Sprintf("%s{%s, %s}", text, item, second), true
	case *types.Map:
		key, ok1 := b.value(u.Key(), level+1)
		item, ok2 := b.value(u.Elem(), level+1)
		return fmt.Sprintf("%s{%s: %s}", text, key, item), ok1 && ok2
	case *types.Chan:
		return b.channel(u, text, level)
	case *types.Pointer:
		if n, ok := types.Unalias(u.Elem()).(*types.Named); ok {
			return b.object(n, level)
		}
	case *types.Struct:
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == w.pkg && !synced(n) {
			return b.plain(n, level)
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != w.pkg && n.Obj().Pkg().Path() != "sync" {
			return text + "{}", true
		}
	}
	return "", false
}

// any returns the name of the function that returns any value of a type, and writes it in the first call.
func (w *writer) any(t types.Type, text string) string {
	key := types.TypeString(t, nil)
	if w.values[key] == "" {
		name := w.unique(fmt.Sprintf("%s%d", Prefix, len(w.values)+1))
		w.values[key] = name
		fmt.Fprintf(&w.decls, "\nfunc %s() %s\n", name, text)
	}
	return w.values[key]
}

// function returns a function literal of a type. It returns any values, and does nothing but to call back.
func (b *body) function(s *types.Signature, text string, level int) (string, bool) {
	var results []string
	inner := &body{w: b.w, inner: true}
	for v := range s.Results().Variables() {
		e, ok := inner.value(v.Type(), level+1)
		if !ok {
			return "", false
		}
		results = append(results, e)
	}
	if b.back != "" && (!b.listens || s.Results().Len() == 0) {
		inner.put("%s", b.back)
		b.backed = true
	}
	if !strings.HasPrefix(text, "func(") { // a named type
		sig, ok := b.w.typeString(s)
		if !ok {
			return "", false
		}
		return fmt.Sprintf("%s(%s { %s return %s })", text, sig, joined(inner.lines), strings.Join(results, ", ")), true
	}
	return fmt.Sprintf("%s { %s return %s }", text, joined(inner.lines), strings.Join(results, ", ")), true
}

// joined returns some statements in one line, each with a semicolon.
func joined(lines []string) string {
	out := strings.Join(lines, "; ")
	if out != "" {
		out += ";"
	}
	return out
}

// implementation returns a value of an interface: a context that ends at some time, a number for any, or a value of
// an unknown type (double).
func (b *body) implementation(t types.Type, i *types.Interface, text string, level int) (string, bool) {
	w := b.w
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context" {
		context := w.importName(n.Obj().Pkg())
		if n.Obj().Name() != "Context" || context == "" || n.Obj().Pkg().Scope().Lookup("WithCancel") == nil {
			return "", false
		}
		ctx, cancel := b.name("ctx"), b.name("cancel")
		b.put("%s, %s := %s.WithCancel(%s.Background())", ctx, cancel, context, context)
		if b.lasting {
			b.after = append(b.after, cancel+"()")
		} else {
			b.put("go %s()", cancel)
		}
		return ctx, true
	}
	if i.NumMethods() == 0 {
		if i.IsComparable() || !i.IsMethodSet() {
			return "", false
		}
		number := types.Typ[types.Int]
		return fmt.Sprintf("interface{}(%s())", w.any(number, "int")), true
	}
	for m := range i.Methods() {
		if !m.Exported() && m.Pkg() != w.pkg {
			return "", false
		}
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" {
		return "", false
	}
	return w.double(i, text, level)
}

// double returns a value of a type that is written to implement an interface: its methods return any values, and do
// nothing else. A method that returns values of the same interface returns some of a second type, and that none: a tree
// of callers has two levels. ok is false if a method gets a channel, as it would have to send or receive there.
func (w *writer) double(i *types.Interface, text string, level int) (string, bool) {
	if known := w.doubles[text]; known != "" {
		return "&" + known + "{}", known != "-"
	}
	if w.within == nil {
		w.within = map[string]int{}
	}
	w.within[text]++
	name, ok := w.implementing(i, level)
	w.within[text]--
	switch {
	case ok && w.within[text] == 0:
		w.doubles[text] = name
	case !ok:
		w.doubles[text] = "-"
	}
	return "&" + name + "{}", ok
}

// levels is how many values of one interface callers pass inside of each other.
const levels = 2

// nested reports whether a type is an interface, or a list or a map of one, and the value that is being written is the
// last level of such values.
func (w *writer) nested(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return w.nested(u.Elem())
	case *types.Map:
		return w.nested(u.Elem())
	case *types.Interface:
		text, _ := w.typeString(t)
		return w.within[text] >= levels
	}
	return false
}

// implementing writes a type with the methods of an interface, and returns its name.
func (w *writer) implementing(i *types.Interface, level int) (name string, ok bool) {
	var methods strings.Builder
	name = w.unique("flaversSome")
	for m := range i.Methods() {
		for v := range m.Signature().Params().Variables() {
			if handsChannel(v.Type()) {
				return "", false
			}
		}
		inner := &body{w: w, inner: true}
		var results []string
		for v := range m.Signature().Results().Variables() {
			e, ok := inner.value(v.Type(), level+1)
			if !ok {
				return "", false
			}
			results = append(results, e)
		}
		sig, ok := w.typeString(m.Signature())
		if !ok {
			return "", false
		}
		fmt.Fprintf(&methods, "func (*%s) %s%s { %s return %s }\n", name, m.Name(), strings.TrimPrefix(sig, "func"),
			joined(inner.lines), strings.Join(results, ", "))
	}
	fmt.Fprintf(&w.decls, "\ntype %s struct{}\n\n%s", name, methods.String())
	return name, true
}

// handsChannel reports whether a value of a type is a channel, or has a method that returns one, other than a
// context.
func handsChannel(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return true
	case *types.Interface:
		if t.String() == "context.Context" {
			return false
		}
		for m := range u.Methods() {
			if r := m.Signature().Results(); r.Len() == 1 {
				if _, is := r.At(0).Type().Underlying().(*types.Chan); is {
					return true
				}
			}
		}
	}
	return false
}

// channel returns a channel that callers pass. If the callee receives from it, callers offer a value once, and close
// it; if the callee sends to it, callers receive everything. It fails for a channel that is used both ways.
func (b *body) channel(c *types.Chan, text string, level int) (string, bool) {
	item, ok := b.w.typeString(c.Elem())
	if !ok || c.Dir() == types.SendRecv {
		return "", false
	}
	ch := b.name("ch")
	if c.Dir() == types.RecvOnly {
		v, ok := b.value(c.Elem(), level+1)
		if !ok {
			return "", false
		}
		b.put("%s := make(chan %s)", ch, item)
		b.put("go func() { select { case %s <- %s: default: }; close(%s) }()", ch, v, ch)
		return ch, true
	}
	b.put("%s := make(chan %s)", ch, item)
	b.put("go %s(%s)", b.w.taker(c.Elem(), item), ch)
	return ch, true
}

// taker returns the name of the function that receives everything from a channel, and writes it in the first call.
func (w *writer) taker(of types.Type, text string) string {
	key := "take " + types.TypeString(of, nil)
	if w.values[key] == "" {
		name := w.unique(fmt.Sprintf("%s%d", Resting, len(w.values)+1))
		w.values[key] = name
		fmt.Fprintf(&w.decls, "\nfunc %s(c <-chan %s) {\n\tfor range c {\n\t}\n}\n", name, text)
	}
	return w.values[key]
}

// object returns a pointer to a value of a named type.
func (b *body) object(n *types.Named, level int) (string, bool) {
	switch {
	case n.Obj().Pkg() == nil:
		return "", false
	case n.Obj().Pkg() == b.w.pkg:
		if x, ok := b.made(n, level+1); ok {
			return x, ok
		}
		return b.handed(types.NewPointer(n), level)
	case n.Obj().Pkg().Path() == "sync" || n.Obj().Pkg().Path() == "testing":
		return "", false
	case newElsewhere(n): // a zero value of it may be of no use
		return "", false
	}
	text, ok := b.w.typeString(n)
	return "new(" + text + ")", ok
}

// handed returns what a method of the object in variable x returns, if its first result has a type: hub.Join() for the
// operand of hub.Leave(client). It takes the first such method that waits for nobody, and whose operands are known.
func (b *body) handed(t types.Type, level int) (string, bool) {
	if b.of.of == nil || b.inner || level > 1 {
		return "", false
	}
	for _, m := range b.w.facts.inOrder(b.of) {
		sig := b.of.signature(m)
		if sig == nil || sig.Results().Len() == 0 || sig.Results().Len() > 2 || b.w.facts.blocks[m] ||
			!types.Identical(sig.Results().At(0).Type(), t) {
			continue
		}
		fails := sig.Results().Len() == 2
		if fails && sig.Results().At(1).Type().String() != "error" {
			continue
		}
		bind := b.bind
		b.bind = nil
		args, ok := b.operands(m, sig, depth) // plain values only
		b.bind = bind
		if !ok {
			continue
		}
		r := b.name("r")
		if fails {
			b.put("%s, err%s := x.%s(%s)", r, r, m.Name(), args)
			b.put("if err%s != nil { return }", r)
		} else {
			b.put("%s := x.%s(%s)", r, m.Name(), args)
		}
		return r, true
	}
	return "", false
}

// newElsewhere reports whether a type is of another module, and its package has a function New.. that makes objects
// of the type.
func newElsewhere(n *types.Named) bool {
	first, _, _ := strings.Cut(n.Obj().Pkg().Path(), "/")
	if !strings.Contains(first, ".") {
		return false
	}
	scope := n.Obj().Pkg().Scope()
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || !strings.HasPrefix(name, "New") || fn.Signature().Results().Len() == 0 {
			return false
		}
		made := named(fn.Signature().Results().At(0).Type())
		return made != nil && made.Origin() == n.Origin()
	})
}

// plain returns a struct of the package that is passed by value: what its constructor returns, or a literal.
func (b *body) plain(n *types.Named, level int) (string, bool) {
	s, ok := b.w.subjectOf(n)
	switch {
	case !ok || s.as != nil:
		return "", false
	case s.by == nil:
		return b.literal(n, level)
	}
	x, ok := b.create(s, level+1)
	if v, value := strings.CutPrefix(x, "&"); value {
		return v, ok
	}
	return "*" + x, ok
}

// literal returns a composite literal. Its fields get any values, functions and interfaces get those of value. Left
// out are embedded fields, fields that synchronize, and fields that begin as zero and that the package assigns.
func (b *body) literal(n *types.Named, level int) (string, bool) {
	text, ok := b.w.typeString(n)
	s, isStruct := n.Underlying().(*types.Struct)
	if !ok || !isStruct {
		return "", false
	}
	var fields []string
	for f := range s.Fields() {
		assigned := b.w.facts.fields[f.Origin()]
		if f.Embedded() || !f.Exported() && f.Pkg() != b.w.pkg || assigned && heap.Carries(f.Type(), nil) {
			continue
		}
		switch f.Type().Underlying().(type) {
		case *types.Signature, *types.Interface:
		default:
			if heap.Carries(f.Type(), nil) {
				continue
			}
			if !f.Exported() && assigned { // it begins as zero, and the package changes it
				continue
			}
		}
		if f.Name() == "_" {
			continue
		}
		if v, ok := b.value(f.Type(), level+1); ok {
			fields = append(fields, f.Name()+": "+v)
		}
	}
	return fmt.Sprintf("%s{%s}", text, strings.Join(fields, ", ")), true
}

// made returns a pointer to an object of a type of the package: from its constructor, or as a literal. ok is false if
// it is not known how to make one.
func (b *body) made(n *types.Named, level int) (string, bool) {
	if level > depth {
		return "", false
	}
	s, ok := b.w.subjectOf(n)
	if !ok || s.as != nil {
		return "", false
	}
	return b.create(s, level)
}

// subject returns a new object of a subject; "" for the package itself.
func (b *body) subject(s subject) (string, bool) {
	if s.of == nil {
		return "", true
	}
	return b.create(s, 0)
}

// create returns a new object of a subject. ok is false if it is not known how to make one; then nothing is written.
func (b *body) create(s subject, level int) (string, bool) {
	x, ok := b.whole(func() (string, bool) { return b.creates(s, level) })
	if b.objects == nil {
		b.objects = map[*types.Named]string{}
	}
	if ok && b.objects[s.of] == "" {
		b.objects[s.of] = x
	}
	return x, ok
}

// creates is create, but if it fails, statements may have been written.
func (b *body) creates(s subject, level int) (string, bool) {
	w := b.w
	if s.by == nil {
		lit, ok := b.zero(s.of, level)
		if !ok {
			return "", false
		}
		x := b.name("x")
		if strings.HasSuffix(lit, "}") {
			b.put("%s := &%s", x, lit)
			return x, true
		}
		b.put("%s := %s", x, lit)
		return "&" + x, true
	}
	callee, sig, ok := w.applied(s.by, s.of)
	if !ok {
		return "", false
	}
	results := sig.Results()
	args, ok := b.operands(s.by, sig, level)
	if !ok || b.inner && results.Len() == 2 {
		return "", false
	}
	x := b.name("x")
	names, check := []string{x}, ""
	for i := 1; i < results.Len(); i++ {
		if results.At(i).Type().String() == "error" {
			check = b.name("err")
			names = append(names, check)
		} else {
			names = append(names, "_")
		}
	}
	b.put("%s := %s(%s)", strings.Join(names, ", "), callee, args)
	if check != "" {
		b.put("if %s != nil { return }", check)
	}
	if _, pointer := results.At(0).Type().(*types.Pointer); !pointer && s.as == nil {
		return "&" + x, true
	}
	return x, true
}

// zero returns a value of a type of the package that has no constructor: a literal, a map, a function, ..
func (b *body) zero(n *types.Named, level int) (string, bool) {
	text, ok := b.w.typeString(n)
	if !ok {
		return "", false
	}
	switch u := n.Underlying().(type) {
	case *types.Struct:
		return b.literal(n, level)
	case *types.Map:
		return text + "{}", true
	case *types.Slice:
		return b.value(n, level)
	case *types.Signature:
		return b.function(u, text, level)
	case *types.Chan:
		return fmt.Sprintf("make(%s, 1)", text), true
	case *types.Basic:
		return b.value(n, level)
	}
	return "", false
}

// isNew reports whether a function is called New.. or new...
func isNew(fn *types.Func) bool { return strings.HasPrefix(strings.ToLower(fn.Name()), "new") }

// elsewhere reports whether callers cannot make objects of a type as literals: other functions make them, or they
// have a channel field to which nothing assigns.
func (w *writer) elsewhere(n *types.Named) bool {
	own := func(fn *types.Func) bool {
		r := fn.Signature().Recv()
		return r != nil && receiver(r.Type()) == n.Origin().Obj()
	}
	for _, fn := range w.facts.makes[n.Origin().Obj()] {
		if !own(fn) {
			return true
		}
	}
	s, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if _, ok := f.Type().Underlying().(*types.Chan); ok && !w.facts.fields[f.Origin()] {
			return true
		}
	}
	return false
}

// receiver returns the name of the type of a receiver, whose type is t.
func receiver(t types.Type) *types.TypeName {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

// operands returns the operands of a call, with commas between them. ok is false if some value is not known; then
// nothing is written.
func (b *body) operands(fn *types.Func, s *types.Signature, level int) (string, bool) {
	var out []string
	before := len(b.lines)
	for i := range s.Params().Len() {
		t, of := s.Params().At(i).Type(), fn.Signature().Params().At(i)
		var v string
		var ok bool
		switch {
		case s.Variadic() && i == s.Params().Len()-1:
			v, ok = b.several(t.(*types.Slice).Elem(), level)
			if v == "" {
				continue
			}
		case b.back != "" && isAnyFunction(of):
			b.backed = true
			v, ok = fmt.Sprintf("func() { %s }", b.back), true
		case b.w.facts.uses[of] != 0:
			v, ok = b.shared(of, t, level)
		default:
			v, ok = b.value(t, level+1)
		}
		if !ok {
			b.lines = b.lines[:before] // statements for operands before this one
			return "", false
		}
		if b.bind[i] {
			b.bound[i] = b.name("v")
			b.put("%s := %s", b.bound[i], v)
			v = b.bound[i]
		}
		out = append(out, v)
	}
	return strings.Join(out, ", "), true
}

// isAnyFunction reports whether a parameter has type any and a name that says it is for a function.
func isAnyFunction(p *types.Var) bool {
	i, ok := p.Type().Underlying().(*types.Interface)
	if !ok || !i.Empty() {
		return false
	}
	return slices.Contains([]string{"fn", "f", "function", "handler", "callback", "cb", "listener", "hook"}, p.Name())
}

// several returns the operands for a variadic parameter with items of a type: two channels, functions, interfaces or
// basic values. It returns "" for others, and for functions, or methods, that get an object of the package: these are
// options, and callers pass none.
func (b *body) several(t types.Type, level int) (string, bool) {
	option := func(s *types.Signature) bool {
		for p := range s.Params().Variables() {
			if n := named(p.Type()); n != nil && n.Obj().Pkg() == b.w.pkg {
				return true
			}
		}
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Chan:
	case *types.Signature:
		if option(u) {
			return "", true
		}
	case *types.Interface:
		for m := range u.Methods() {
			if option(m.Signature()) || !m.Exported() {
				return "", true
			}
		}
		if u.NumMethods() == 0 {
			return "", true
		}
	case *types.Basic:
	default:
		return "", true
	}
	first, ok := b.value(t, level+1)
	if !ok {
		return "", true
	}
	second, _ := b.value(t, level+1)
	return first + ", " + second, true
}

// shared returns the channel or wait group that callers pass for a parameter which the function uses: of is the
// parameter as declared, and t its type. A channel is one that the function only sends to, or only receives from, as
// it does. A wait group has one to wait for, unless the function adds to it, and callers wait after the call.
func (b *body) shared(of *types.Var, t types.Type, level int) (string, bool) {
	text, ok := b.w.typeString(t)
	use := b.w.facts.uses[of]
	if !ok {
		return "", false
	}
	if c, ok := t.Underlying().(*types.Chan); ok && c.Dir() == types.SendRecv {
		switch use &^ closes {
		case sends:
			return b.channel(types.NewChan(types.SendOnly, c.Elem()), text, level)
		case receives:
			return b.channel(types.NewChan(types.RecvOnly, c.Elem()), text, level)
		}
		return "", false
	}
	if t.String() == "*sync.WaitGroup" && use&(dones|adds) != 0 && use&waits == 0 {
		wg := b.name("wg")
		b.put("%s := new(%s)", wg, strings.TrimPrefix(text, "*"))
		if use&adds == 0 {
			b.put("%s.Add(1)", wg)
		}
		b.after = append(b.after, wg+".Wait()")
		return wg, true
	}
	return b.value(t, level+1)
}

// synced reports whether a struct contains something of package sync, so that it must not be copied.
func synced(n *types.Named) bool {
	s, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if m, ok := types.Unalias(f.Type()).(*types.Named); ok {
			if m.Obj().Pkg() != nil && m.Obj().Pkg().Path() == "sync" || synced(m) {
				return true
			}
		}
	}
	return slices.Contains([]string{"sync.Mutex", "sync.RWMutex"}, n.String())
}
