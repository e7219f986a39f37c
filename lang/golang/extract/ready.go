package extract

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// This file decides when a select may take its default. It must not if some other alternative is ready. An
// alternative is ready
//
//   - without a partner, if the channel has a message or room in its buffer, or is closed;
//   - with a partner, if another goroutine waits at the opposite operation.
//
// The two differ in the program. There, a goroutine that has come to a send waits there at once, and a receive finds
// it. In the package, the goroutine may have come to the send, but not be asleep there yet, so both ways are
// possible:
//
//	go func() { c <- 1 }()
//	select { case <-c: .. default: .. }
//
// So only alternatives that need no partner exclude the default. If a partner alone would exclude it, the default is
// an alternative that is always ready (theory.md, Lemma 12.5):
//
//	select {
//	    case <-c: ..
//	    case skip: ..      // the default
//	}
//
// Two selects with a default never meet, as neither of them waits. Therefore a channel without a buffer that has both
// such sends and such receives carries a value: 1 from sends that wait, 0 from others. Such a receive accepts only a
// 1: case (1) = <-c.

// uses says which operations some code has on a channel: those that wait, and those of selects with a default
// (tries).
type uses struct{ sends, receives, triesSend, triesReceive bool }

// received reports whether something receives.
func (u uses) received() bool { return u.receives || u.triesReceive }

// uses returns how the followed code uses a channel.
func (x *extractor) uses(o *heap.Object) uses {
	if x.used == nil {
		x.used = map[*heap.Object]*uses{}
		for _, in := range x.w.Instances {
			for _, b := range in.Fn.Blocks {
				for _, i := range b.Instrs {
					x.use(in, i)
				}
			}
		}
	}
	u := x.used[o]
	if u == nil {
		u = &uses{}
	}
	u.sends = u.sends || o.Repeats // a ticker, or the operating system (os/signal), sends
	return *u
}

// use records in x.used the operations on channels that an instruction is.
func (x *extractor) use(in *heap.Instance, i ssa.Instruction) {
	record := func(ch ssa.Value, with func(*uses)) {
		for _, l := range x.w.Objects(in, ch) {
			if x.used[l.Obj] == nil {
				x.used[l.Obj] = &uses{}
			}
			with(x.used[l.Obj])
		}
	}
	switch i := i.(type) {
	case *ssa.Send:
		record(i.Chan, func(u *uses) { u.sends = true })
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			record(i.X, func(u *uses) { u.receives = true })
		}
	case *ssa.Select:
		for _, s := range i.States {
			record(s.Chan, func(u *uses) {
				switch send := s.Dir == types.SendOnly; {
				case send && i.Blocking:
					u.sends = true
				case send:
					u.triesSend = true
				case i.Blocking:
					u.receives = true
				default:
					u.triesReceive = true
				}
			})
		}
	}
}

// unbuffered reports whether a channel is known to have no buffer.
func (x *extractor) unbuffered(o *heap.Object) bool {
	if mk, ok := o.Site.(*ssa.MakeChan); ok {
		n, known := x.values.Number(o.In, mk.Size)
		return known && n == 0
	}
	return o.Kind != heap.Timer
}

// partners reports whether a send (or else a receive) of a select with a default may meet an operation of another
// goroutine.
func (x *extractor) partners(o *heap.Object, send bool) bool {
	u := x.uses(o)
	return x.unbuffered(o) && (send && (u.receives || u.triesReceive) || !send && (u.sends || u.triesSend))
}

// tried reports whether a channel has no buffer, and both sends and receives of selects with a default: then it
// carries a value that says which kind of send it was.
func (x *extractor) tried(o *heap.Object) bool {
	u := x.uses(o)
	return u.triesSend && u.triesReceive && x.unbuffered(o)
}

// sendOf returns the statement of a send that waits.
func (x *extractor) sendOf(name string, o *heap.Object) string {
	if x.tried(o) {
		return name + " <- 1"
	}
	return name + " <- 0"
}

// closing returns the shared variable that says whether a channel is closed; "" if no select needs it. The variable
// is set one step before the channel is closed. This makes no difference: to close never waits, so whatever happens
// between the two steps could as well happen before both.
func (x *extractor) closing(o *heap.Object) string {
	u := x.uses(o)
	if !o.Closed || !(u.triesSend && x.partners(o, true) || u.triesReceive && x.partners(o, false)) {
		return ""
	}
	return x.declare("shared", x.object(heap.Loc{Obj: o}, "chan")+"_closing", closingKey{o})
}

// closingKey is the key, in declare, of the variable of closing.
type closingKey struct{ of *heap.Object }

// offer is an alternative of a select on one of the channels that its operand may be.
type offer struct {
	o     *heap.Object // the channel
	name  string       // of the channel
	send  bool         // it sends; else it receives
	okay  string       // the variable for the second result of a receive; "": nothing uses it, or nothing closes the channel
	there string       // the condition that the operand is not nil; "": it never is
	pos   token.Pos
	to    int // the vertex where it leads
}

// armOf returns an offer as an alternative of a select of the task language. alone: the alternative must not wait for
// a partner, so it is only there once the channel is closed. tries: the select has a default.
func (x *extractor) armOf(f offer, alone, tries bool) string {
	guard := f.there
	if alone {
		if closing := x.closing(f.o); guard == "" {
			guard = closing
		} else {
			guard = "(" + guard + ") && " + closing
		}
	}
	text := "<-" + f.name
	switch {
	case f.send && tries:
		text = f.name + " <- 0"
	case f.send:
		text = x.sendOf(f.name, f.o)
	case tries && !alone && x.tried(f.o):
		text = "(1) = " + text
	case f.okay != "":
		text = "_, " + f.okay + " = " + text
	}
	if guard != "" {
		text += " when " + guard
	}
	return "case " + text + ":"
}

// otherwise adds the default of a select to its vertex v. to is the vertex where the default leads, and offers are
// the other alternatives. If some of them may meet partners, the default is "case skip", behind which a second select
// asks those again that need none:
//
//	select {
//	    case <-c: ..
//	    case <-b: ..           // b has a buffer
//	    case skip:
//	        select { case <-b: .. else: .. }
//	}
func (g *graph) otherwise(v *write.Vertex, offers []offer, to int) {
	rest := write.Vertex{Kind: write.Pick, Pos: v.Pos} // the second select
	meets := false                                     // some alternative may meet a partner
	for _, f := range offers {
		partners := g.x.partners(f.o, f.send)
		meets = meets || partners
		if partners && g.x.closing(f.o) == "" {
			continue
		}
		rest.Arms, rest.At = append(rest.Arms, g.x.armOf(f, partners, true)), append(rest.At, f.pos)
		rest.Succ = append(rest.Succ, f.to)
	}
	if meets && len(rest.Arms) > 0 {
		rest.Arms, rest.At = append(rest.Arms, "else:"), append(rest.At, v.Pos)
		rest.Succ = append(rest.Succ, to)
		to = g.add(rest)
	}
	text, at := "else:", v.Pos
	if meets {
		text, at = "case skip:", v.Pos+token.Pos(len("case ")) // write.Graph places "case" that far before At
	}
	v.Arms, v.At, v.Succ = append(v.Arms, text), append(v.At, at), append(v.Succ, to)
}
