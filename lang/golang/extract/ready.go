package extract

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// When the default of a select is taken. In the program, a goroutine that stands before a send waits there, and another
// one that receives finds it. In the package it may have come to the send, and not be waiting yet:
//
//	go func() { c <- 1 }()
//	select { case <-c: default: }   // either
//
// So only what needs no partner keeps a select from its default: a buffer, and that a channel is closed. Where it is
// kept by partners alone, the select of the program may go on as if they had not come (theory.md, Lemma 12.5):
//
//	select {
//	    case <-c: ..
//	    case skip: ..      // the default
//	}
//
// Two selects with a default never meet: neither waits. If a channel has such sends and such receives, it carries which
// kind of send it is, and these receives take only messages of sends that wait: case (1) = <-c.

// uses are the operations on a channel: those that wait, and those of selects with a default.
type uses struct{ sends, receives, triesSend, triesReceive bool }

// received reports whether something receives.
func (u uses) received() bool { return u.receives || u.triesReceive }

// uses are those of the operations on a channel that are followed.
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
	u.sends = u.sends || o.Repeats // of signals
	return *u
}

func (x *extractor) use(in *heap.Instance, i ssa.Instruction) {
	note := func(ch ssa.Value, with func(*uses)) {
		for _, l := range x.w.Objects(in, ch) {
			if x.used[l.Obj] == nil {
				x.used[l.Obj] = &uses{}
			}
			with(x.used[l.Obj])
		}
	}
	switch i := i.(type) {
	case *ssa.Send:
		note(i.Chan, func(u *uses) { u.sends = true })
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			note(i.X, func(u *uses) { u.receives = true })
		}
	case *ssa.Select:
		for _, s := range i.States {
			note(s.Chan, func(u *uses) {
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

// unbuffered reports whether sends to a channel meet receives.
func (x *extractor) unbuffered(o *heap.Object) bool {
	if mk, ok := o.Site.(*ssa.MakeChan); ok {
		n, known := x.values.Number(o.In, mk.Size)
		return known && n == 0
	}
	return o.Kind != heap.Timer
}

// partners reports whether an alternative of a select with a default may meet an operation of another goroutine.
func (x *extractor) partners(o *heap.Object, send bool) bool {
	u := x.uses(o)
	return x.unbuffered(o) && (send && (u.receives || u.triesReceive) || !send && (u.sends || u.triesSend))
}

// tried reports whether a channel without a buffer has sends and receives of selects with a default.
func (x *extractor) tried(o *heap.Object) bool {
	u := x.uses(o)
	return u.triesSend && u.triesReceive && x.unbuffered(o)
}

// sendOf is a send that waits.
func (x *extractor) sendOf(name string, o *heap.Object) string {
	if x.tried(o) {
		return name + " <- 1"
	}
	return name + " <- 0"
}

// closing is the variable that is true from just before a channel is closed on, if a select asks for it; else "". Who
// closes it does both, and nothing keeps it from that, so in between nothing can happen that could not happen before.
func (x *extractor) closing(o *heap.Object) string {
	u := x.uses(o)
	if !o.Closed || !(u.triesSend && x.partners(o, true) || u.triesReceive && x.partners(o, false)) {
		return ""
	}
	return x.declare("shared", x.object(heap.Loc{Obj: o}, "chan")+"_closing", closingKey{o})
}

// closingKey is the key of the variable that closing declares.
type closingKey struct{ of *heap.Object }

// offer is an alternative of a select: on a channel, where it goes on, and under which condition it is there.
type offer struct {
	o     *heap.Object
	name  string
	send  bool
	okay  string // the variable of the second result, of a channel that may be closed
	there string // "": always
	pos   token.Pos
	to    int
}

// armOf is an offer as an alternative of a select of the task language. Alone is one that is there without a partner
// only; tries says whether the select has a default.
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

// otherwise adds a default, which goes on at a vertex, to a select with some alternatives.
func (g *graph) otherwise(v *write.Vertex, offers []offer, to int) {
	rest := write.Vertex{Kind: write.Pick, Pos: v.Pos}
	meets := false
	for _, f := range offers {
		partners := g.x.partners(f.o, f.send)
		meets = meets || partners
		if partners && g.x.closing(f.o) == "" {
			continue
		}
		rest.Arms, rest.At = append(rest.Arms, g.x.armOf(f, partners, true)), append(rest.At, f.pos)
		rest.Succ = append(rest.Succ, f.to)
	}
	if meets && len(rest.Arms) > 0 { // those that have no partner yet are left out, and the others are asked again
		rest.Arms, rest.At = append(rest.Arms, "else:"), append(rest.At, v.Pos)
		rest.Succ = append(rest.Succ, to)
		to = g.add(rest)
	}
	text, at := "else:", v.Pos
	if meets {
		text, at = "case skip:", v.Pos+token.Pos(len("case ")) // what comes after that word is at the place of the select
	}
	v.Arms, v.At, v.Succ = append(v.Arms, text), append(v.At, at), append(v.Succ, to)
}
