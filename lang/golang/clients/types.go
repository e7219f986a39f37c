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

// call is a method, or a function of the package, that callers call.
type call struct {
	fn   *types.Func      // as it is declared
	sig  *types.Signature // with the type arguments of the subject
	then []following      // methods that callers call after it: Unlock after Lock
}

// following is a method that callers call after another one, for what that has taken.
type following struct {
	fn *types.Func
	// args says what is passed: the operand of the first call with this index, or what it has returned (theResult).
	args []int
}

// theResult stands in following.args for the first result of the first call.
const theResult = -1

// Names of methods by which callers are taken to know what they may call.
var (
	// ends are methods that end the use of an object.
	ends = []string{"Close", "Stop", "Shutdown", "Quit", "Terminate", "Destroy", "Kill", "Cancel", "Finish", "Halt",
		"GracefulStop", "StopAndWait", "Release", "CloseAndWait", "Drain"}
	// begins are methods that begin the use.
	begins = []string{"Start", "Init", "Begin", "Connect"}
	// pairs are pairs of methods: callers who call the first call the second later.
	pairs = [][2]string{{"Lock", "Unlock"}, {"RLock", "RUnlock"}, {"Acquire", "Release"}, {"Add", "Done"},
		{"Enter", "Leave"}, {"Begin", "End"}, {"Enter", "Exit"}, {"Borrow", "Return"}, {"Checkout", "Checkin"},
		{"Inc", "Dec"}, {"Reserve", "Release"}}
	// poolPairs are such pairs of a type that its name calls a pool, if the second gets what the first has returned. Of
	// other types, as of a queue, callers pass to Put what they have themselves.
	poolPairs = [][2]string{{"Get", "Put"}, {"Get", "Release"}, {"Get", "Return"}, {"Acquire", "Put"}, {"Take", "Put"},
		{"Take", "Return"}}
)

// ends reports whether a call ends the use of an object, as Stop and StopAndWait do, or of a part of it, as StopCleanup
// does, if no method of its type ends the use of all. A call with operands that say what is to be ended, as a topic or
// a key, does not.
func (c call) ends() bool {
	name := c.fn.Name()
	if !slices.Contains(ends, name) && !slices.ContainsFunc(ends, func(w string) bool {
		rest, ok := strings.CutPrefix(name, w)
		part := (w == "Stop" || w == "Close") && c.fn.Signature().Params().Len() == 0 && startsWith(name, []string{w}) &&
			!endsWhole(c.fn)
		return ok && (part || startsWith(rest, []string{"And", "With", "Now", "Gracefully"}))
	}) {
		return false
	}
	for p := range c.fn.Signature().Params().Variables() {
		switch p.Type().String() {
		case "context.Context", "time.Duration", "bool", "error":
		default:
			return false
		}
	}
	return true
}

// endsWhole reports whether the type of a method has another one that ends the use of an object.
func endsWhole(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	n := named(recv.Type())
	if n == nil {
		return false
	}
	for m := range n.Origin().Methods() {
		if slices.Contains(ends, m.Name()) {
			return true
		}
	}
	return false
}

// begins reports whether a call begins the use of an object. A call with several operands does something with them.
func (c call) begins() bool {
	return slices.Contains(begins, c.fn.Name()) && c.fn.Signature().Params().Len() < 2
}

// calls returns the methods of a subject that callers call and that synchronize, in the order of the source. Methods
// that are the second of a pair are left out: they follow the first.
func (w *writer) calls(s subject) []call {
	all := w.facts.inOrder(s)
	find := func(name string) *types.Func {
		if i := slices.IndexFunc(all, func(m *types.Func) bool { return m.Name() == name }); i >= 0 {
			return all[i]
		}
		return nil
	}
	leftOut := map[*types.Func]bool{} // second methods of pairs, and first ones after which no second can be called
	var out []call
	for _, m := range all {
		c := call{fn: m, sig: s.signature(m)}
		for _, p := range pairs {
			then := find(p[1])
			if p[0] != m.Name() || then == nil {
				continue
			}
			leftOut[then] = true
			if args, ok := passedOn(m.Signature(), then.Signature()); ok {
				c.then = append(c.then, following{then, args})
			} else if m.Signature().Results().Len() > 0 && then.Signature().Params().Len() == 1 {
				leftOut[m] = true // then needs what m returns, and callers do not know how to pass it on
			}
		}
		for _, p := range poolPairs {
			then := find(p[1])
			if p[0] != m.Name() || then == nil || len(c.then) > 0 || !strings.Contains(s.of.Obj().Name(), "Pool") {
				continue
			}
			if args, ok := passedOn(m.Signature(), then.Signature()); ok && slices.Equal(args, []int{theResult}) {
				leftOut[then] = true
				c.then = append(c.then, following{then, args})
			}
		}
		out = append(out, c)
	}
	return slices.DeleteFunc(out, func(c call) bool {
		return c.sig == nil || leftOut[c.fn] || !w.facts.syncs[c.fn] || c.sig.TypeParams().Len() > 0
	})
}

// inOrder returns the exported methods of a subject in the order of the source.
func (f *facts) inOrder(s subject) (all []*types.Func) {
	for m := range s.of.Origin().Methods() {
		if m.Exported() && f.where[m].IsValid() && s.has(m.Name()) {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b *types.Func) int { return int(f.where[a] - f.where[b]) })
	return all
}

// passedOn returns what callers pass to the second method of a pair (following.args): what they have passed to the
// first one under the same name, or as its only operand of this type, or else what that has returned. ok is false if
// an operand of the second is neither.
func passedOn(first, then *types.Signature) (args []int, ok bool) {
	for p := range then.Params().Variables() {
		var same []int // operands of the first one that have the type
		found := -1
		for i := range first.Params().Len() {
			if q := first.Params().At(i); types.Identical(p.Type(), q.Type()) {
				if same = append(same, i); p.Name() == q.Name() {
					found = i
				}
			}
		}
		results := first.Results()
		switch {
		case found >= 0:
			args = append(args, found)
		case len(same) == 1:
			args = append(args, same[0])
		case results.Len() > 0 && types.Identical(results.At(0).Type(), p.Type()) && p.Type().String() != "error":
			args = append(args, theResult)
		default:
			return nil, false
		}
	}
	return args, !then.Variadic()
}

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

// startsWith reports whether a name begins with one of some words: StartAsync with Start, but Starter does not.
func startsWith(name string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		rest, ok := strings.CutPrefix(name, w)
		return ok && (rest == "" || rest[0] >= 'A' && rest[0] <= 'Z')
	})
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
		w.line(w.facts.where[c.fn])
		fmt.Fprintf(&w.decls, "func %s() {\n\t%s\n\tgo %s\n\tgo %s\n}\n", name, strings.Join(b.lines, "\n\t"),
			first, second)
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
	w.line(s.of.Obj().Pos())
	fmt.Fprintf(&w.decls, "func %s() {\n\t%s\n}\n", name, strings.Join(b.lines, "\n\t"))
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
	w.line(w.facts.place(s, calls))
	fmt.Fprintf(&w.decls, "func %s() {\n\t%s\n}\n", w.all, strings.Join(b.lines, "\n\t"))
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

// list joins names to "Get, Put and Close".
func list(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
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
	w.line(w.facts.where[c.fn])
	fmt.Fprintf(&w.decls, "func %s(%s) {\n\t%s\n}\n", name, operand, strings.Join(b.lines, "\n\t"))
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
	w.line(w.facts.place(s, calls))
	fmt.Fprintf(&w.decls, "func %s() {\n\t%s\n}\n", name, strings.Join(b.lines, "\n\t"))
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
	w.line(w.facts.where[fn])
	fmt.Fprintf(&w.decls, "func %s() {\n\t%s\n}\n", client, strings.Join(b.lines, "\n\t"))
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
