package clients

import (
	"fmt"
	"go/types"
	"slices"

	"flavers/lang/golang/heap"
)

// This file writes clients for mistakes that show only after several calls, or in calls of two objects.

// How many clients of each kind a type has at most.
const (
	mostTwiceEach = 4  // twiceEach
	mostAfter     = 6  // meanwhile, and afterFilling
	mostLinked    = 12 // linked
	mostLasting   = 6  // lasting
	mostBounded   = 4  // often
)

// further writes the clients of this file for a subject.
func (w *writer) further(s subject, calls []call) {
	if s.of == nil {
		return
	}
	w.twiceEach(s, calls)
	w.meanwhile(s, calls)
	w.afterFilling(s, calls)
	w.linked(s, calls)
	w.often(s, calls)
}

// mostOften is the largest number for which a method is called more often than this.
const mostOften = 32

// often writes clients that call a method more often than a constant with which the method compares how many items
// there are, or how many calls have failed. If a method ends the use of the object, it is called then.
//
//	if len(b.batch) >= 10 { return errFull } // with the lock of b: the eleventh call returns here, the next one waits
func (w *writer) often(s subject, calls []call) {
	end := slices.IndexFunc(calls, call.ends)
	n := 0
	for _, c := range calls {
		times := w.facts.bounds[c.fn]
		if !usual(c) || times < turns || n == mostBounded {
			continue
		}
		b := &body{w: w}
		x, ok := b.subject(s)
		if !ok {
			return
		}
		n++
		says := fmt.Sprintf("%s is called %d times, one call after the other", c.fn.Name(), times+2)
		some := []call{c}
		if first := w.beginning([]call{c}); first != nil {
			b.put("%s(%s)", w.caller(s, *first), x)
			says += ", after " + first.fn.Name()
		}
		b.put("for range %d { %s(%s) }", times+2, w.caller(s, c), x)
		if end >= 0 {
			b.put("go %s(%s)", w.caller(s, calls[end]), x)
			says += ", and then " + calls[end].fn.Name()
			some = append(some, calls[end])
		}
		w.finish(s, b, s.name(c.fn.Name())+ManyTimes, some, says)
		w.file.List[len(w.file.List)-1].Adds = true
	}
}

// usual reports whether a call neither begins nor ends the use of an object.
func usual(c call) bool { return !c.begins() && !c.ends() }

// twiceEach writes clients that call two methods twice each, all at the same time, if one of them waits for a
// condition. They find signals that wake a goroutine which waits for something else.
func (w *writer) twiceEach(s subject, calls []call) {
	n := 0
	for i, a := range calls {
		for _, c := range calls[i+1:] {
			if !usual(a) || !usual(c) || !w.facts.awaits[a.fn] && !w.facts.awaits[c.fn] || n == mostTwiceEach {
				continue
			}
			n++
			w.client(s, s.name(a.fn.Name()+"+"+c.fn.Name()+" twice each"), []call{a, a, c, c}, 1,
				list([]string{a.fn.Name(), c.fn.Name()})+" are called twice each, at the same time")
		}
	}
}

// meanwhile writes clients that call a method twice, and meanwhile once more, if it locks at two places. Such a
// method often looks first, and looks again under another lock; the second part shows only after another call has
// returned.
func (w *writer) meanwhile(s subject, calls []call) {
	n := 0
	for _, c := range calls {
		if len(w.facts.locks[c.fn]) < 2 || w.facts.awaits[c.fn] || !usual(c) || n == mostAfter {
			continue
		}
		n++
		w.inOrder(s, s.name(c.fn.Name()+" again"), []call{c}, []call{c, c},
			c.fn.Name()+" is called twice, one call after the other, and meanwhile once more")
	}
}

// afterFilling writes clients that put something in twice before they call a method that does more than to lock once.
func (w *writer) afterFilling(s subject, calls []call) {
	first := slices.IndexFunc(calls, func(c call) bool { return usual(c) && fills(c) && !takesFunction(c.sig) })
	if first < 0 {
		return
	}
	fill, n := calls[first], 0
	for _, c := range calls {
		if c.fn == fill.fn || !usual(c) || !w.facts.more[c.fn] || n == mostAfter {
			continue
		}
		n++
		w.inTurn(s, s.name(c.fn.Name()+" after "+fill.fn.Name()), []call{fill, fill, c},
			fmt.Sprintf("%s is called twice, and then %s", fill.fn.Name(), c.fn.Name()))
	}
}

// link is an object that the constructor of a subject gets, of another type of the package, and the methods of that.
type link struct {
	s     subject
	calls []call
}

// links returns the objects that the constructor of a subject gets, if they have methods that synchronize.
func (w *writer) links(s subject) (out []link) {
	if s.of == nil || s.by == nil || s.of.TypeArgs().Len() > 0 {
		return nil
	}
	for p := range s.by.Signature().Params().Variables() {
		ptr, ok := types.Unalias(p.Type()).(*types.Pointer)
		if !ok {
			continue
		}
		n := named(ptr)
		if n == nil || n.Obj().Pkg() != w.pkg || n.Origin() == s.of.Origin() || n.TypeArgs().Len() > 0 {
			continue
		}
		of, ok := w.subjectOf(n)
		if !ok || of.as != nil {
			continue
		}
		l := link{s: of}
		for _, c := range w.calls(of) {
			if usual(c) && w.caller(of, c) != "" {
				l.calls = append(l.calls, c)
			}
		}
		if len(l.calls) > 0 {
			out = append(out, l)
		}
	}
	return out
}

// linked writes clients that call a method of an object and, at the same time, a method of an object with which it
// was made: NewView(store), View.Show and Store.Put. Each may lock first what the other locks second.
func (w *writer) linked(s subject, calls []call) {
	n := 0
	for _, l := range w.links(s) {
		for _, a := range calls {
			for _, c := range l.calls {
				if !usual(a) || !w.facts.more[a.fn] && !w.facts.more[c.fn] || n == mostLinked {
					continue
				}
				b := &body{w: w}
				x, ok := b.subject(s)
				other := b.objects[l.s.of]
				if !ok || other == "" {
					return
				}
				n++
				b.put("go %s(%s)", w.caller(s, a), x)
				b.put("go %s(%s)", w.caller(l.s, c), other)
				of := l.s.of.Obj().Name() + "." + c.fn.Name()
				w.finish(s, b, s.name(a.fn.Name()+"+"+of), []call{a, c},
					fmt.Sprintf("%s and %s, of the %s it was made with, are called at the same time, once each",
						a.fn.Name(), of, l.s.of.Obj().Name()))
			}
		}
	}
}

// lasting writes clients that call a method with contexts which end only after the call: what waits there for something
// that never comes, and beside the context, waits for ever. What a method returns must be something that needs no
// further call, or one that callers make, as to give back what the method has taken.
func (w *writer) lasting(s subject, calls []call) {
	n := 0
	for _, c := range calls {
		if !usual(c) || !takesContext(c.sig) || !w.uses(s, c) || n == mostLasting {
			continue
		}
		b := &body{w: w, lasting: true}
		x, ok := b.subject(s)
		does := w.callerWith(s, c, true)
		if !ok || does == "" {
			continue
		}
		n++
		says := fmt.Sprintf("%s is called three times, one call after the other, with contexts that last",
			c.fn.Name())
		if first := w.beginning([]call{c}); first != nil {
			b.put("%s(%s)", w.callerWith(s, *first, true), x)
			says += ", after " + first.fn.Name()
		}
		for range turns {
			b.put("%s(%s)", does, x)
		}
		b.lines = append(b.lines, b.after...)
		w.finish(s, b, s.name(c.fn.Name())+WithLasting, []call{c}, says)
		one := &w.file.List[len(w.file.List)-1]
		one.Lasting, one.Adds = true, true
	}
}

// takesContext reports whether a call passes a context.
func takesContext(s *types.Signature) bool {
	for p := range s.Params().Variables() {
		if p.Type().String() == "context.Context" {
			return true
		}
	}
	return false
}

// uses reports whether callers use all that a method returns and that may synchronize.
func (w *writer) uses(s subject, c call) bool {
	for v := range c.sig.Results().Variables() {
		if _, ok := (&body{w: w}).use(v.Type(), s.of, 0); !ok && v.Type().String() != "error" && heap.Carries(v.Type(), nil) {
			return false
		}
	}
	return true
}
