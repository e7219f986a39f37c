package clients

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"flavers/lang/golang/heap"
)

// This file chooses the clients of types and functions. A type has clients for single methods, which find that a
// method waits for itself or leaves a lock taken, and for methods that are called at the same time, which find what
// they do to each other. ofCalls lists them all. The numbers below bound how many there are, as each client is a root
// of its own and has a share of the time.

const (
	most      = 4  // up to this number of methods, all are called at the same time; of more, each pair
	turns     = 3  // how often a client for a single method calls it, one call after the other
	mostAgain = 10 // for how many pairs there is one more client that calls both methods twice
)

// ofType writes the clients of a type; none if callers cannot get an object, or only the package makes objects.
func (w *writer) ofType(n *types.Named) {
	s, ok := w.subject(n)
	if !ok || w.inner(s) {
		return
	}
	var calls []call
	w.rest = nil
	for _, c := range w.calls(s) {
		if w.caller(s, c) != "" {
			calls = append(calls, c)
		} else {
			w.rest = append(w.rest, c)
		}
	}
	if len(calls) > 0 {
		w.ofCalls(s, calls)
	}
	w.rest = nil
}

// inner reports whether the objects of a type that is not exported are made by the package itself, as parts of other
// objects. Then clients of the others show what the package does with them. A type whose objects only tests make has
// no clients either: the tests are its callers.
func (w *writer) inner(s subject) bool {
	if s.of.Obj().Exported() {
		return false
	}
	if s.by != nil {
		return !s.by.Exported() && (w.facts.called[s.by] || w.facts.tested[s.by])
	}
	return w.facts.tested[s.of.Origin().Obj()] || len(w.facts.makes[s.of.Origin().Obj()]) > 0 || w.embedded(s.of)
}

// embedded reports whether a struct type of the package has a field of a type.
func (w *writer) embedded(of *types.Named) bool {
	for _, name := range w.pkg.Scope().Names() {
		t, ok := w.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if s, ok := t.Type().Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if n := named(f.Type()); n != nil && n.Origin() == of.Origin() {
					return true
				}
			}
		}
	}
	return false
}

// ofCalls writes all clients of a subject, whose methods or functions are calls.
func (w *writer) ofCalls(s subject, calls []call) {
	if w.everything(s, calls); w.all == "" {
		return
	}
	w.describe(calls)

	// Each method alone. One that ends the use is also called beside others below.
	for _, c := range calls {
		switch {
		case !c.ends():
			w.client(s, s.name(c.fn.Name()), []call{c}, turns,
				fmt.Sprintf("%s is called three times, one call after the other", c.fn.Name()))
		case len(calls) == 1:
			w.client(s, s.name(c.fn.Name()), []call{c}, 1, c.fn.Name()+" is called once")
		}
	}

	// Calls in certain orders, and of several objects.
	w.twice(s, calls)
	w.swapped(s, calls)
	w.restarted(s, calls)
	w.lastly(s, calls)
	w.further(s, calls)
	w.lasting(s, calls)
	switch {
	case s.of == nil:
	case w.which == All && len(calls) <= mostBack:
		for _, c := range calls {
			for _, by := range calls {
				w.callback(s, calls, c, by)
			}
		}
	default:
		w.listeners(s, calls)
	}

	// Methods that are called at the same time.
	again := 0
	for _, some := range w.groups(calls) {
		if len(some) < 2 {
			continue
		}
		var names []string
		for _, c := range some {
			names = append(names, c.fn.Name())
		}
		of := s.name("")
		if len(some) < len(calls) || s.of == nil {
			of = s.name(strings.Join(names, "+"))
		}
		w.client(s, of, some, 1, list(names)+" are called at the same time, once each")
		if len(calls) > most && s.of != nil && again < mostAgain && !slices.ContainsFunc(some, call.ends) {
			again++
			w.inOrder(s, of+" again", some, some, list(names)+" are called twice at the same time")
		}
	}
}

// describe sets what all clients of a subject have in common: w.beside, w.begin and w.dones.
func (w *writer) describe(calls []call) {
	w.beside, w.begin, w.dones = w.facts.besides(calls), nil, nil
	for i, c := range calls {
		if c.begins() && w.begin == nil {
			w.begin = &calls[i]
		}
		if w.facts.dones[c.fn] && !w.facts.adds[c.fn] && w.facts.doneOnce(c.fn) {
			w.dones = append(w.dones, c.fn.Name())
		}
	}
}

// mostThree is the number of methods up to which one that waits for a condition is called three times at the same
// time. With more methods, the model would be too large.
const mostThree = 3

// twice writes clients that call a method twice at the same time, if it does more than to lock once. A method that
// waits for a condition is called together with all others: a signal may wake only one of the two. If the type has
// few methods, one more client calls such a method three times, as two signals may be for three goroutines.
func (w *writer) twice(s subject, calls []call) {
	for i, c := range calls {
		if !w.facts.awaits[c.fn] || len(calls) > most {
			if w.facts.more[c.fn] && !c.ends() && !c.begins() {
				w.client(s, s.name(c.fn.Name())+" twice", []call{c, c}, 1, c.fn.Name()+" is called twice, at the same time")
			}
			continue
		}
		var others []string
		for k, o := range calls {
			if k != i {
				others = append(others, o.fn.Name())
			}
		}
		with := ""
		if len(others) > 0 {
			with = ", and " + list(others) + " once"
		}
		with += ", at the same time"
		w.client(s, s.name(c.fn.Name())+" twice", append([]call{c}, calls...), 1, c.fn.Name()+" is called twice"+with)
		if len(calls) <= mostThree {
			w.client(s, s.name(c.fn.Name())+" three times", append([]call{c, c}, calls...), 1,
				c.fn.Name()+" is called three times"+with)
		}
	}
}

// restarted writes the client that begins and ends the use of an object twice. There is one only if both methods
// first ask something, as whether the object is in use: then the package is made for that.
func (w *writer) restarted(s subject, calls []call) {
	for _, begin := range calls {
		guarded := w.facts.guarded[begin.fn]
		if s.of == nil || !guarded || !startsWith(begin.fn.Name(), begins) || begin.sig.Params().Len() > 0 {
			continue
		}
		for _, end := range calls {
			if end.ends() && w.facts.guarded[end.fn] {
				says := fmt.Sprintf("%s and %s are called in turn, twice", begin.fn.Name(), end.fn.Name())
				w.inOrder(s, s.name(begin.fn.Name())+" again", nil, []call{begin, end, begin, end}, says)
				return
			}
		}
	}
}

// mostLast bounds how many clients of lastly a type has.
const mostLast = 12

// lastly writes clients that end the use of an object while no other call runs: at once, and after a call of each
// method that does more than to lock once. What these find does not need a call beside the end (theory.md, 14.8).
func (w *writer) lastly(s subject, calls []call) {
	var before []call
	var first []call // methods that begin the use
	for _, c := range calls {
		switch {
		case c.begins():
			first = append(first, c)
		case !c.ends() && w.facts.more[c.fn]:
			before = append(before, c)
		}
	}
	slices.SortStableFunc(before, func(a, b call) int { return cmp.Compare(w.effort(a), w.effort(b)) })
	n := 0
	add := func(name, says string, some ...call) {
		if n++; n <= mostLast && s.of != nil {
			w.inTurn(s, name, append(slices.Clone(first), some...), says)
		}
	}
	for _, end := range calls {
		if name := end.fn.Name(); end.ends() && len(calls) > 1 {
			add(s.name(name), name+" is called once", end)
		}
	}
	for _, c := range before {
		for _, end := range calls {
			if last := end.fn.Name(); end.ends() {
				add(s.name(c.fn.Name()+" before "+last), fmt.Sprintf("%s is called, and then %s", c.fn.Name(), last), c, end)
			}
		}
	}
}

// swapped writes clients that make two objects, and pass them to two calls at the same time, in different orders. It
// finds locks that are taken in two orders:
//
//	go x1.Transfer(x2)
//	go x2.Transfer(x1)
//
// There is one for each method that gets another object of its type, and each function that gets two of a type.
func (w *writer) swapped(s subject, calls []call) {
	for _, c := range calls {
		b := &body{w: w}
		first, second, ok := b.orders(s, c)
		if !ok {
			continue
		}
		name := w.unique("client_" + s.word())
		w.function(name, "", w.facts.where[c.fn], append(b.lines, "go "+first, "go "+second))
		w.file.List = append(w.file.List, Client{Func: name, Of: s.name(c.fn.Name()) + " swapped", All: w.all, Swapped: true,
			Call: c.fn.Name(), Says: c.fn.Name() + " is called for two objects and, at the same time, for the same in the " +
				"other order"})
	}
}

// orders returns two calls that get two objects in different orders; ok is false if the call does not get two objects
// of a type of the package, or some other operand is not known.
func (b *body) orders(s subject, c call) (first, second string, ok bool) {
	of := s.of
	for p := range c.sig.Params().Variables() {
		if n := named(p.Type()); of == nil && n != nil && n.Obj().Pkg() == b.w.pkg {
			of = n
		}
	}
	if of == nil || c.sig.Variadic() {
		return "", "", false
	}
	var objects [2]string
	for i := range objects {
		if objects[i], ok = b.made(of, 0); !ok {
			return "", "", false
		}
	}
	var operands [2][]string
	n := 0 // how many operands are such objects
	next := func() {
		operands[0], operands[1] = append(operands[0], objects[n%2]), append(operands[1], objects[(n+1)%2])
		n++
	}
	if s.of != nil {
		next()
	}
	for p := range c.sig.Params().Variables() {
		if ptr, is := types.Unalias(p.Type()).(*types.Pointer); is && types.Identical(ptr.Elem(), of) && n < 2 {
			next()
			continue
		}
		v, known := b.value(p.Type(), 1)
		if !known {
			return "", "", false
		}
		operands[0], operands[1] = append(operands[0], v), append(operands[1], v)
	}
	callee := c.fn.Name()
	if s.of != nil {
		for i, x := range operands {
			operands[i] = x[1:]
		}
		return fmt.Sprintf("%s.%s(%s)", objects[0], callee, strings.Join(operands[0], ", ")),
			fmt.Sprintf("%s.%s(%s)", objects[1], callee, strings.Join(operands[1], ", ")), n == 2
	}
	return fmt.Sprintf("%s(%s)", callee, strings.Join(operands[0], ", ")),
		fmt.Sprintf("%s(%s)", callee, strings.Join(operands[1], ", ")), n == 2
}

// mostBack is the number of methods up to which, with All, each method is called back by functions passed to each
// other.
const mostBack = 6

// listeners writes clients with callbacks where a package can hardly forbid them to call a method. These are
// listeners, functions that return nothing and are kept, and the function that Range gets: as with sync.Map, it may
// delete items.
func (w *writer) listeners(s subject, calls []call) {
	var simple, deletes *call
	for i, c := range calls {
		locks := len(w.facts.locks[c.fn]) > 0 && !c.ends() && !c.begins() && !takesFunction(c.sig)
		// A callback that waits for others may wait for its own end: callers are taken to know that.
		if locks && !w.facts.waits[c.fn] && (simple == nil || w.effort(c) < w.effort(*simple)) {
			simple = &calls[i]
		}
		if locks && deletes == nil && slices.Contains([]string{"Delete", "Remove"}, c.fn.Name()) {
			deletes = &calls[i]
		}
	}
	for _, c := range calls {
		switch {
		case simple != nil && w.facts.kept[c.fn]:
			w.callback(s, calls, c, *simple)
		case deletes != nil && c.fn.Name() == "Range" && takesFunction(c.sig):
			w.callback(s, calls, c, *deletes)
		}
	}
}

// effort estimates how much a method does; Len and the like come first. The units mean nothing by themselves.
func (w *writer) effort(c call) int {
	n := 4 * w.facts.effort(c.fn)
	if c.sig.Params().Len() > 0 {
		n += 2
	}
	if !slices.Contains([]string{"Len", "Size", "Count"}, c.fn.Name()) {
		n++
	}
	return n
}

// takesFunction reports whether some parameter is a function, or of type any and for one (isAnyFunction).
func takesFunction(s *types.Signature) bool {
	for p := range s.Params().Variables() {
		if _, ok := p.Type().Underlying().(*types.Signature); ok || isAnyFunction(p) {
			return true
		}
	}
	return false
}

// registers reports whether a method may keep a function that it gets: it returns nothing, or has a parameter of type
// any that is for a function.
func registers(s *types.Signature) bool {
	for p := range s.Params().Variables() {
		if isAnyFunction(p) {
			return true
		}
	}
	return takesFunction(s) && s.Results().Len() == 0
}

// callback writes the client in which functions that callers pass call method by. It calls each method once, and c
// last. Nothing is written if callers pass no function, neither to c nor to make the object.
func (w *writer) callback(s subject, calls []call, c, by call) {
	if c.ends() || by.begins() {
		return
	}
	b := &body{w: w, back: fmt.Sprintf("%s(self)", w.caller(s, by)), listens: w.which == Auto && c.fn.Name() != "Range"}
	b.put("var self %s", s.text)
	x, ok := b.subject(s)
	if !ok {
		return
	}
	b.put("self = %s", x)
	for _, before := range calls {
		switch {
		case before.fn == c.fn || before.ends() || len(calls) > mostBack && !fills(before):
		case registers(before.sig) && before.fn.Name() != "Range":
			// Written here, and not as a caller, so that the function that is passed calls back.
			b.call("self."+before.fn.Name(), before.fn, before.sig, s.of, 0)
		default:
			b.put("%s(self)", w.caller(s, before))
		}
	}
	if !b.call("self."+c.fn.Name(), c.fn, c.sig, s.of, 0) || !b.backed {
		return
	}
	name := w.unique("client_" + s.of.Obj().Name())
	w.function(name, "", s.of.Obj().Pos(), b.lines)
	w.file.List = append(w.file.List, Client{Func: name, All: w.all,
		Of: fmt.Sprintf("%s.%s calls %s", s.of.Obj().Name(), c.fn.Name(), by.fn.Name()),
		Says: fmt.Sprintf("%s is called last, and a function that callers pass calls %s", c.fn.Name(),
			by.fn.Name())})
}

// fills reports whether a method, as its name says, puts something in that other methods may need.
func fills(c call) bool {
	words := []string{"Add", "Set", "Put", "Store", "Push", "Insert", "On", "Register", "Subscribe"}
	return takesFunction(c.sig) || slices.ContainsFunc(words, func(w string) bool {
		return strings.HasPrefix(c.fn.Name(), w)
	})
}

// everything writes the function that makes an object and calls all of its methods, also those that no client calls,
// and sets w.all to its name; "" if callers cannot make an object.
func (w *writer) everything(s subject, calls []call) {
	w.all = ""
	b := &body{w: w}
	x, ok := b.subject(s)
	if !ok {
		return
	}
	for _, c := range calls {
		b.put("go %s(%s)", w.caller(s, c), x)
	}
	for _, l := range w.links(s) {
		for _, c := range l.calls {
			if other := b.objects[l.s.of]; other != "" {
				b.put("go %s(%s)", w.caller(l.s, c), other)
			}
		}
	}
	w.around(s, b)
	for _, c := range w.rest { // other callers may know operands: here, zero values stand for them
		var zero []string
		ok := !c.sig.Variadic()
		for p := range c.sig.Params().Variables() {
			text, known := w.typeString(p.Type())
			zero, ok = append(zero, "*new("+text+")"), ok && known
		}
		if ok {
			b.put("go func() { (%s).%s(%s) }()", x, c.fn.Name(), strings.Join(zero, ", "))
		}
	}
	w.all = w.unique(Everything + "_" + s.word())
	w.function(w.all, "", w.facts.place(s, calls), b.lines)
}

// around adds to everything the calls by which callers use an object without its methods: functions of the package
// that get an object, or that use the package variable in which its constructor keeps it, and methods of objects that
// are made with one. These calls may get other objects than the one in everything, as objects are identified by where
// they are made.
func (w *writer) around(s subject, b *body) {
	if s.of == nil {
		return
	}
	gets := func(fn *types.Func) bool {
		for p := range fn.Signature().Params().Variables() {
			if n := named(p.Type()); n != nil && n.Origin() == s.of.Origin() {
				return true
			}
			if s.as != nil && types.Identical(p.Type().Underlying(), s.as) {
				return true
			}
		}
		return false
	}
	kept := s.by != nil && w.facts.states[s.by]
	for _, fn := range w.facts.functions {
		if !fn.Exported() || fn == s.by || fn.Signature().TypeParams().Len() > 0 {
			continue
		}
		if made := w.facts.makesOf(fn); made != nil && gets(fn) && made.Obj().Pkg() == w.pkg && made.TypeParams().Len() == 0 {
			of, ok := w.subjectOf(made)
			if !ok || of.by != fn {
				continue
			}
			if x, ok := b.create(of, 0); ok {
				b.put("_ = %s", x) // it may have no method that is called
				for _, c := range w.calls(of) {
					if w.caller(of, c) != "" {
						b.put("go %s(%s)", w.caller(of, c), x)
					}
				}
			}
			continue
		}
		if c := (call{fn: fn, sig: fn.Signature()}); w.facts.syncs[fn] && (kept && w.facts.states[fn] || gets(fn)) &&
			w.caller(subject{}, c) != "" {
			b.put("go %s()", w.caller(subject{}, c))
		}
	}
}

// groups returns the groups of methods that are called at the same time: all of them, or each pair if they are many.
// A pair in which each method only locks once is left out: what one of them does to the other, such as to keep the
// lock, it also does to a second call of its own.
func (w *writer) groups(calls []call) [][]call {
	var out [][]call
	if len(calls) <= most {
		return append(w.apart(calls), calls)
	}
	for i := range calls {
		for k := i + 1; k < len(calls); k++ {
			if w.facts.more[calls[i].fn] || w.facts.more[calls[k].fn] {
				out = append(out, []call{calls[i], calls[k]})
			}
		}
	}
	if len(out) > mostPairs {
		slices.SortStableFunc(out, func(a, b []call) int { return cmp.Compare(w.rank(a), w.rank(b)) })
		out = out[:mostPairs]
	}
	return out
}

// apart returns groups whose calls are all allowed by the contract of the package: the methods that do not end the
// use of the object, and, for each method that ends it, the methods that may be called beside it.
func (w *writer) apart(calls []call) [][]call {
	var others []call
	var out [][]call
	for _, c := range calls {
		if !c.ends() {
			others = append(others, c)
		}
	}
	if len(others) > 1 && len(others) < len(calls) {
		out = append(out, others)
	}
	for _, end := range calls {
		not := w.beside[end.fn.Name()]
		if !end.ends() || len(not) == 0 || len(not) == len(calls)-1 {
			continue
		}
		for _, c := range calls {
			if c.fn != end.fn && !slices.Contains(not, c.fn.Name()) && len(calls) > 2 {
				out = append(out, []call{c, end})
			}
		}
	}
	return out
}

// mostPairs bounds how many pairs of methods of a type are called at the same time: a type of 70 methods has 2,415
// pairs, and each client would get a fortieth of a second.
const mostPairs = 60

// rank orders pairs of methods. Pairs with a method that ends the use of the object come first. Of the others, pairs
// in which both methods do more than to lock once come before those in which one does less; and short methods before
// long ones.
func (w *writer) rank(pair []call) int {
	n := 0
	for _, c := range pair {
		if !c.ends() {
			n += 1000
		}
		if !w.facts.more[c.fn] {
			n += 500
		}
		n += min(w.effort(c), 200)
	}
	return n
}

// ofFunction writes the client of a function. There is none if the function is shown otherwise: by functions that
// call it, by the clients of the object that it makes, or as a root.
func (w *writer) ofFunction(fn *types.Func) {
	called := !fn.Exported() && w.facts.called[fn]
	if !w.facts.syncs[fn] || called || w.constructs(fn) || w.which == Auto && w.root(fn) {
		return
	}
	name, s, ok := w.applied(fn, nil)
	if !ok {
		return
	}
	b := &body{w: w}
	if !b.call(name, fn, s, nil, 0) {
		return
	}
	w.all = ""
	w.swapped(subject{}, []call{{fn: fn, sig: s}})
	client := w.unique("client_" + fn.Name())
	w.function(client, "", w.facts.where[fn], b.lines)
	one := Client{Func: client, Of: fn.Name(), Says: fn.Name() + " is called once"}
	if slices.ContainsFunc(b.lines, func(l string) bool { return strings.HasSuffix(l, ".Wait()") }) {
		one.Call = fn.Name() // a second call could make the wait group negative (package extract, Again)
		one.Says += ", and its wait group is waited for"
	}
	w.file.List = append(w.file.List, one)
}

// ofState writes the clients of functions that synchronize by package variables: together they are like the methods
// of a single object. It returns their calls.
func (w *writer) ofState() []call {
	var calls []call
	for _, fn := range w.facts.functions {
		s := fn.Signature()
		if !fn.Exported() || !w.facts.syncs[fn] || !w.facts.states[fn] || s.TypeParams().Len() > 0 {
			continue
		}
		if c := (call{fn: fn, sig: s}); w.caller(subject{}, c) != "" {
			calls = append(calls, c)
		}
	}
	if len(calls) > 0 {
		w.ofCalls(subject{}, calls)
	}
	return calls
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
	return fn.Exported() && !w.facts.called[fn] && fn.Signature().TypeParams().Len() == 0
}

// constructs reports whether a function makes the objects of the clients of a type.
func (w *writer) constructs(fn *types.Func) bool {
	n := w.facts.makesOf(fn)
	if n == nil || n.Obj().Pkg() != w.pkg {
		return false
	}
	s, ok := w.subject(n.Origin())
	return ok && s.by == fn && len(w.calls(s)) > 0
}
