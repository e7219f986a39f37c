package fsa

// This file parses bindings: in specifications of Go packages, entries of alphabets and automata bind events to calls
// of Go functions.
//
//	property closed for each f {
//	    states none*, opened, closed*
//	    events open  = return ok os.Open as f | return ok os.Create as f,
//	           close = call (*os.File).Close on f
//	    ...
//
// The specification is a family with an instance for each object f. Two passes make it. First, Bindings returns the
// calls, for which the front end for Go finds the objects and the steps of the model. Then the front end puts them into
// an Environment, and ParseFor makes the instances.
//
//	property released for each m, goroutine { .. }
//
// has an instance for each object and goroutine, whose events are only those of this goroutine.

import (
	"slices"
	"strings"

	"flavers/automata"
	"flavers/automata/calls"
	"flavers/automata/constant"
	"flavers/diag"
)

// Bindings returns what the specifications of a file bind. Faulty specifications are left out.
func Bindings(file string, src []byte) []calls.Bound {
	p := &parser{reader: newReader(file, src, &diag.List{})}
	var out []calls.Bound
	for _, d := range p.file() {
		if d.bound() && !d.faulty {
			out = append(out, p.binds(d))
		}
	}
	return out
}

// binds returns what a declaration binds.
func (p *parser) binds(d *decl) calls.Bound {
	b := calls.Bound{File: p.reader.file, Name: d.name.text, Property: d.property, Each: d.each.text, Goroutine: d.goroutine}
	for _, e := range d.entries() {
		event := calls.Event{Short: e.short.text}
		for _, ref := range e.patterns {
			if ref.call != nil {
				event.Calls = append(event.Calls, *ref.call)
			} else {
				b.Others = true
			}
		}
		if len(event.Calls) > 0 {
			b.Events = append(b.Events, event)
		}
	}
	b.Others = b.Others || d.machine == nil || slices.ContainsFunc(d.machine.moves, func(m move) bool {
		return slices.ContainsFunc(m.events, func(ref eventRef) bool {
			return !slices.ContainsFunc(d.entries(), func(e eventDecl) bool { return e.short.text == ref.text })
		})
	})
	return b
}

// entries returns the entries of all alphabets of a declaration.
func (d *decl) entries() []eventDecl {
	if d.machine == nil {
		return d.alphabet
	}
	return slices.Concat(d.alphabet, d.machine.events)
}

// bound reports whether a declaration binds events to calls.
func (d *decl) bound() bool { return d.firstCall() != nil }

// firstCall returns the first call that a declaration binds, or nil.
func (d *decl) firstCall() *eventRef {
	for _, e := range d.entries() {
		for i := range e.patterns {
			if e.patterns[i].call != nil {
				return &e.patterns[i]
			}
		}
	}
	return nil
}

// each reads `for each f`, if it comes next. It returns false if it is faulty.
func (p *parser) each(d *decl) bool {
	save := p.at
	p.space(true)
	at := p.at
	if !p.takeWord("for") || !p.takeWord("each") {
		p.at = save
		return true
	}
	if d.each = p.takeName(); d.each.text == "" {
		p.expected("a name for each object").WithHint("write property %s for each f { .. }", d.name.text)
		return false
	}
	if d.each.text == calls.EachGoroutine {
		d.each, d.goroutine = name{}, true
	} else if p.space(false); p.take(",") {
		p.space(true)
		if n := p.takeName(); n.text != calls.EachGoroutine {
			p.at = n.at
			p.expected("the word goroutine").WithHint("write property %s for each %s, goroutine { .. }", d.name.text, d.each.text)
			return false
		}
		d.goroutine = true
	}
	d.headEnd = p.at
	if len(d.indices) > 0 {
		p.errorf(at, p.at-at, diag.FBadBinding, "%s has indices, and `for each`", d.name.text).
			WithHint("leave out one of them: each object has an instance of its own already")
	}
	p.object = d.each.text
	return true
}

// startsBinding reports whether a call of a Go function comes next: the word call or return, a blank, and a function.
func (p *parser) startsBinding() bool {
	w := p.peekWord()
	if w != "call" && w != "return" {
		return false
	}
	return calls.StartsFunction(p.src[p.at+len(w):])
}

// binding reads `call F on f = arg[1]`, or `return ok F as f`.
func (p *parser) binding() (ref eventRef, ok bool) {
	start := p.at
	c := &calls.Call{Return: p.takeName().text == "return"}
	if p.peekWord() == "ok" && calls.StartsFunction(p.src[p.at+len("ok"):]) {
		word := p.takeName()
		if c.OK = true; !c.Return {
			p.errorf(word.at, len(word.text), diag.FBadBinding, "whether a call is ok is known when it returns").
				WithHint("write return ok")
		}
	}
	p.space(false)
	c.Pos = p.position(p.at)
	if strings.HasPrefix(p.src[p.at:], `"`) {
		if c.Func, ok = p.quoted(); !ok {
			return ref, false
		}
	} else {
		c.Func = p.src[p.at : p.at+calls.Function(p.src[p.at:])]
		p.at += len(c.Func)
	}
	c.Len = p.at - c.Pos.Offset
	switch {
	case c.Func == "":
		p.expected("a function of Go").WithHint("write its full name: os.Open, (*os.File).Close, net/http.Get")
		return ref, false
	case c.Func == p.object && !c.Return:
		c.Func, c.Object, c.Place.Kind, c.Name.At, c.Name.Len = "", true, calls.Itself, c.Pos.Offset, c.Len
	case !strings.Contains(c.Func, "."):
		p.errorf(c.Pos.Offset, c.Len, diag.FBadBinding, "%s is no full name of a function", c.Func).
			WithHint("functions are named with the paths of their packages: os.Open, (*os.File).Close, net/http.Get")
	}
	if w := p.peekWord(); (w == "as" || w == "on") && c.Place.Kind != calls.Itself && !p.bindObject(c) {
		return ref, false
	}
	return eventRef{text: c.String(), call: c, at: start, n: len(strings.TrimSpace(p.src[start:p.at]))}, true
}

// bindObject reads `as f`, or `on f = arg[1]`.
func (p *parser) bindObject(c *calls.Call) bool {
	word := p.takeName()
	c.Object, c.Makes = true, word.text == "as"
	n := p.takeName()
	c.Name.At, c.Name.Len = n.at, len(n.text)
	switch {
	case n.text == "":
		p.expected("the name of an object")
		return false
	case p.object == "":
		p.errorf(n.at, len(n.text), diag.FBadBinding, "%s is not declared", n.text).
			WithHint("write property NAME for each %s { .. }", n.text)
	case n.text != p.object:
		p.errorf(n.at, len(n.text), diag.FBadBinding, "no object is named %s", n.text).WithHint("it is called %s", p.object)
	}
	if c.Makes && !c.Return {
		p.errorf(word.at, len(word.text), diag.FBadBinding, "an object is there when the call that makes it returns").
			WithHint("write return .. as %s, or call .. on %s", n.text, n.text)
	}
	if c.Makes {
		c.Place.Kind = calls.Result
	}
	if !p.take("=") {
		return true
	}
	p.space(false)
	at := p.at
	ref, _ := p.takeEvent()
	place, ok := calls.PlaceOf(ref.text)
	if !ok || ref.quoted {
		p.at = at
		p.expected("the place of the object").WithHint("write result, result[1], receiver, arg, arg[0] or result.Body")
		return false
	}
	if c.Place = place; c.Place.Kind == calls.Result && !c.Return {
		p.errorf(ref.at, ref.n, diag.FBadBinding, "before a call there is no result").WithHint("write return in place of call")
	}
	if c.Makes && c.Place.Kind != calls.Result {
		p.errorf(ref.at, ref.n, diag.FBadBinding, "a call makes what it returns").WithHint("write on in place of as")
	}
	return true
}

// unbound reports what is missing in a declaration with `for each`.
func (p *parser) unbound(d *decl) {
	if d.goroutine && d.firstCall() == nil && !d.faulty {
		p.errorf(d.name.at, len(d.name.text), diag.FBadBinding, "no event of %s is a call", d.name.text).
			WithHint("bind some: events lock = call (*sync.Mutex).Lock; of tasks of other programs, write task:event")
		d.faulty = true
	}
	if d.each.text == "" || d.faulty || slices.ContainsFunc(d.entries(), func(e eventDecl) bool {
		return slices.ContainsFunc(e.patterns, func(r eventRef) bool { return r.call != nil && r.call.Object })
	}) {
		return
	}
	p.errorf(d.each.at, len(d.each.text), diag.FBadBinding, "no event is one of %s", d.each.text).
		WithHint("bind some: events open = return os.Open as %s", d.each.text)
	d.faulty = true
}

// objects makes the specifications of a declaration with bindings: one for each object, or for each object and
// goroutine.
func (p *parser) objects(d *decl, limit int, env constant.Values) []*automata.Spec {
	key := calls.Key{File: p.reader.file, Name: d.name.text}
	general := p.env.Unknown || p.env.general
	names, events, tasks := []string{d.each.text}, map[string]string(nil), []string{""}
	if !general {
		if p.env.Objects == nil {
			ref := d.firstCall()
			p.errorf(ref.at, ref.n, diag.FNotGo, "%s has events that are calls in Go packages, and this program is none",
				d.name.text).WithHint("flavers check ./pkg --property %s checks packages; of other programs, name the events themselves", key.File)
			return nil
		}
		names, events = p.env.Objects.Of[key], p.env.Objects.Events[key]
		if d.goroutine {
			tasks = p.env.Objects.Goroutines[key]
		}
	}
	var out []*automata.Spec
	real := p.list
	defer func() { p.list, p.bind, p.task = real, nil, "" }()
	for i := range len(names) * len(tasks) {
		one, object := *d, names[i/len(tasks)]
		p.task = tasks[i%len(tasks)]
		var of, index []string
		for _, k := range [][2]string{{d.each.text, object}, {calls.EachGoroutine, p.task}} {
			if k[1] != "" {
				of, index = append(of, k[1]), append(index, k[0]+"="+k[1])
			}
		}
		if len(of) > 0 {
			one.name.text += "[" + strings.Join(of, ",") + "]"
		}
		p.bind = func(short string, ofObject bool) string {
			if name := events[short]; name != "" {
				short = name
			}
			if ofObject {
				short += "(" + object + ")"
			}
			return short
		}
		if i > 0 { // what is wrong is wrong with the first
			p.list = &diag.List{}
		}
		s := p.resolve(&one, limit, env)
		if s == nil {
			return nil
		}
		if len(of) > 0 {
			s.Family, s.Index = d.name.text, strings.Join(index, ",")
		}
		out = append(out, s)
	}
	return out
}

// called enters the calls of an entry of an alphabet. It returns one symbol if they are all events of the object, or
// all events without an object, and otherwise two.
func (r *resolver) called(e eventDecl) []int32 {
	var syms []int32
	for _, object := range []bool{true, false} {
		i := slices.IndexFunc(e.patterns, func(ref eventRef) bool { return ref.call != nil && ref.call.Object == object })
		if i < 0 {
			continue
		}
		pat, err := automata.ParsePatternOf(r.task, r.bind(e.short.text, object))
		if err != nil {
			r.errorf(e.short.at, len(e.short.text), diag.FBadPattern, "%s", err)
			continue
		}
		if _, ok := r.pattern[pat]; ok { // said where short names are entered
			continue
		}
		id := r.add(pat, e.short.text, e.patterns[i])
		r.symbols[id].Optional = true
		syms = append(syms, id)
	}
	return syms
}
