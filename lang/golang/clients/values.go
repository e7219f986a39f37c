package clients

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"flavers/lang/golang/heap"
)

// Operands of calls: what callers may pass.

// depth is how deep operands of operands are made: results of functions that are passed, items of slices.
const depth = 3

// body is the body of a function that is written.
type body struct {
	w     *writer
	lines []string
	n     int  // names that it has
	inner bool // it is that of a function which returns something

	back    string   // what functions do that are passed; "" is nothing
	after   []string // what follows the call
	listens bool     // only functions do it that return nothing
	backed  bool     // some function is passed that does it

	objects map[*types.Named]string // those that were made, by their types: the first of each
}

func (b *body) put(format string, args ...any) {
	b.lines = append(b.lines, fmt.Sprintf(format, args...))
}

func (b *body) name(prefix string) string {
	b.n++
	return fmt.Sprintf("%s%d", prefix, b.n)
}

// value is an expression for any value of a type that a caller may pass; false: none is known, and nothing was written
// for it.
func (b *body) value(t types.Type, level int) (string, bool) {
	return b.whole(func() (string, bool) { return b.expression(t, level) })
}

// whole takes back what make has written if it fails: parts of a value would be variables that nothing uses.
func (b *body) whole(make func() (string, bool)) (string, bool) {
	lines, objects := len(b.lines), maps.Clone(b.objects)
	text, ok := make()
	if !ok {
		b.lines, b.objects = b.lines[:lines], objects
	}
	return text, ok
}

// expression is value; if it is false, some lines for parts of the value may have been written.
func (b *body) expression(t types.Type, level int) (string, bool) {
	w := b.w
	text, ok := w.typeString(t)
	if !ok || level > depth {
		return "", false
	}
	if t.String() == "error" || !heap.Carries(t, nil) {
		return w.any(t, text) + "()", true
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

// any is the function that returns any value of a type.
func (w *writer) any(t types.Type, text string) string {
	key := types.TypeString(t, nil)
	if w.values[key] == "" {
		name := w.unique(fmt.Sprintf("%s%d", Prefix, len(w.values)+1))
		w.values[key] = name
		fmt.Fprintf(&w.decls, "\nfunc %s() %s\n", name, text)
	}
	return w.values[key]
}

// function is a function that returns any values, and does nothing else but to call back.
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

// joined is some lines in one.
func joined(lines []string) string {
	out := strings.Join(lines, "; ")
	if out != "" {
		out += ";"
	}
	return out
}

// implementation is a value of an interface: a context that ends, a type of the package, or an unknown one.
func (b *body) implementation(t types.Type, i *types.Interface, text string, level int) (string, bool) {
	w := b.w
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context" {
		context := w.importName(n.Obj().Pkg())
		if n.Obj().Name() != "Context" || context == "" {
			return "", false
		}
		ctx, cancel := b.name("ctx"), b.name("cancel")
		b.put("%s, %s := %s.WithCancel(%s.Background())", ctx, cancel, context, context)
		b.put("go %s()", cancel)
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

// double is a value of a type that nothing is known of but that it implements an interface: its methods return any
// values, and do nothing else.
func (w *writer) double(i *types.Interface, text string, level int) (string, bool) {
	if known := w.doubles[text]; known != "" {
		return "&" + known + "{}", known != "-"
	}
	w.doubles[text] = "-" // an interface whose methods return such values is left out
	var methods strings.Builder
	name := w.unique("flaversSome")
	for m := range i.Methods() {
		for v := range m.Signature().Params().Variables() {
			if handsChannel(v.Type()) { // to whom it is for to send or to receive
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
	w.doubles[text] = name
	return "&" + name + "{}", true
}

// handsChannel reports whether who gets a value gets a channel with it: a value that has a method which returns one,
// but for contexts, is there to be sent to or received from.
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

// channel is a channel of the caller: one that the callee receives from gets what is taken at once, and is closed; of
// one that it sends to, everything is taken.
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

// taker is the function that receives all that is sent to a channel.
func (w *writer) taker(of types.Type, text string) string {
	key := "take " + types.TypeString(of, nil)
	if w.values[key] == "" {
		name := w.unique(fmt.Sprintf("%s%d", Resting, len(w.values)+1))
		w.values[key] = name
		fmt.Fprintf(&w.decls, "\nfunc %s(c <-chan %s) {\n\tfor range c {\n\t}\n}\n", name, text)
	}
	return w.values[key]
}

// object is a pointer to a value of a named type.
func (b *body) object(n *types.Named, level int) (string, bool) {
	switch {
	case n.Obj().Pkg() == nil:
		return "", false
	case n.Obj().Pkg() == b.w.pkg:
		x, ok := b.made(n, level+1)
		return x, ok
	case n.Obj().Pkg().Path() == "sync" || n.Obj().Pkg().Path() == "testing":
		return "", false
	case newElsewhere(n): // a zero value of it may be of no use
		return "", false
	}
	text, ok := b.w.typeString(n)
	return "new(" + text + ")", ok
}

// newElsewhere reports whether a package that is not of the library has a function New.. for objects of a type of its.
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

// plain is a struct that is passed as it is: what the function of the package returns that makes one, or a literal.
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

// literal is a composite literal, with what its fields need to be used: functions, and interfaces.
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

// made is a pointer to an object of a type of the package, made as the package does: by a function that returns one, or
// as a literal. false: nothing is known that makes one.
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

// subject is an object of a subject; "" of functions, which have none.
func (b *body) subject(s subject) (string, bool) {
	if s.of == nil {
		return "", true
	}
	return b.create(s, 0)
}

// create is a new object of a subject; false: nothing makes one, and nothing was written.
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

// zero is a value of a type of the package that nothing makes: a literal, a map, or a function.
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

func isNew(fn *types.Func) bool { return strings.HasPrefix(strings.ToLower(fn.Name()), "new") }

// elsewhere reports whether objects of a type are made by methods of other types, which callers have to call, or have
// channels that nobody gives them a value.
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

// receiver is the name of the type of a receiver.
func receiver(t types.Type) *types.TypeName {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

// operands are those of a call; false: for some of them, no value is known.
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
			b.lines = b.lines[:before] // what was made for others
			return "", false
		}
		out = append(out, v)
	}
	return strings.Join(out, ", "), true
}

// isAnyFunction reports whether a parameter of type any is for a function, as its name says.
func isAnyFunction(p *types.Var) bool {
	i, ok := p.Type().Underlying().(*types.Interface)
	if !ok || !i.Empty() {
		return false
	}
	return slices.Contains([]string{"fn", "f", "function", "handler", "callback", "cb", "listener", "hook"}, p.Name())
}

// several are the two operands that callers pass for a parameter that takes any number: channels, and functions that do
// not get an object to set up. Of others there are none ("").
func (b *body) several(t types.Type, level int) (string, bool) {
	switch u := t.Underlying().(type) {
	case *types.Chan:
	case *types.Signature:
		for p := range u.Params().Variables() {
			if n := named(p.Type()); n != nil && n.Obj().Pkg() == b.w.pkg {
				return "", true
			}
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

// shared is a channel or a wait group of the caller that a function uses: it counts as what the function does with it.
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

// synced reports whether a struct has something of package sync, so that it must not be copied.
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
