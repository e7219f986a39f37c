package clients

import (
	"fmt"
	"go/types"
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

	back   string // what functions do that are passed; "" is nothing
	backed bool   // some function is passed that does it
}

func (b *body) put(format string, args ...any) {
	b.lines = append(b.lines, fmt.Sprintf(format, args...))
}

func (b *body) name(prefix string) string {
	b.n++
	return fmt.Sprintf("%s%d", prefix, b.n)
}

// value is an expression for any value of a type that a caller may pass; false: none is known.
func (b *body) value(t types.Type, level int) (string, bool) {
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
			return b.literal(n, level)
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
	if b.back != "" {
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
	}
	text, ok := b.w.typeString(n)
	return "new(" + text + ")", ok
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
		if f.Embedded() || !f.Exported() && f.Pkg() != b.w.pkg || b.w.facts.fields[f] && heap.Carries(f.Type(), nil) {
			continue
		}
		switch f.Type().Underlying().(type) {
		case *types.Signature, *types.Interface:
		default:
			if heap.Carries(f.Type(), nil) {
				continue
			}
			if !f.Exported() && b.w.facts.fields[f] { // it begins as zero, and the package changes it
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
// as a composite literal. false: nothing is known that makes one.
func (b *body) made(n *types.Named, level int) (string, bool) {
	if level > depth || n.TypeParams().Len() > 0 {
		return "", false
	}
	w := b.w
	if fn := w.constructor(n); fn != nil {
		args, ok := b.operands(fn.Signature(), level)
		if !ok || b.inner && fn.Signature().Results().Len() == 2 {
			return "", false
		}
		x := b.name("x")
		if fn.Signature().Results().Len() == 2 {
			err := b.name("err")
			b.put("%s, %s := %s(%s)", x, err, fn.Name(), args)
			b.put("if %s != nil { return }", err)
		} else {
			b.put("%s := %s(%s)", x, fn.Name(), args)
		}
		if _, pointer := fn.Signature().Results().At(0).Type().(*types.Pointer); !pointer {
			return "&" + x, true
		}
		return x, true
	}
	if w.elsewhere(n) {
		return "", false
	}
	lit, ok := b.literal(n, level)
	if !ok {
		return "", false
	}
	x := b.name("x")
	b.put("%s := &%s", x, lit)
	return x, true
}

// constructor is the function of the package that makes an object of a type; nil if there is none. Of several it is
// the one whose name begins with New, and then the first.
func (w *writer) constructor(n *types.Named) *types.Func {
	var out *types.Func
	for _, fn := range w.facts.functions {
		s := fn.Signature()
		hidden := !fn.Exported() && n.Obj().Exported()
		if hidden || s.TypeParams().Len() > 0 || s.Results().Len() == 0 || s.Results().Len() > 2 {
			continue
		}
		r := s.Results().At(0).Type()
		if p, ok := r.(*types.Pointer); ok {
			r = p.Elem()
		}
		fails := s.Results().Len() == 2
		if !types.Identical(types.Unalias(r), n) || fails && s.Results().At(1).Type().String() != "error" {
			continue
		}
		if out == nil || !isNew(out) && isNew(fn) {
			out = fn
		}
	}
	return out
}

func isNew(fn *types.Func) bool { return strings.HasPrefix(strings.ToLower(fn.Name()), "new") }

// elsewhere reports whether objects of a type are made by methods of other types, which callers have to call, or have
// channels that nobody gives them a value.
func (w *writer) elsewhere(n *types.Named) bool {
	own := func(fn *types.Func) bool {
		r := fn.Signature().Recv()
		return r != nil && receiver(r.Type()) == n.Obj()
	}
	for _, fn := range w.facts.makes[n.Obj()] {
		if !own(fn) {
			return true
		}
	}
	s, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if _, ok := f.Type().Underlying().(*types.Chan); ok && !w.facts.fields[f] {
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
func (b *body) operands(s *types.Signature, level int) (string, bool) {
	var out []string
	before := len(b.lines)
	for i := range s.Params().Len() {
		t := s.Params().At(i).Type()
		if s.Variadic() && i == s.Params().Len()-1 {
			continue // none of them
		}
		v, ok := b.value(t, level+1)
		if !ok {
			b.lines = b.lines[:before] // what was made for others
			return "", false
		}
		out = append(out, v)
	}
	return strings.Join(out, ", "), true
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
