package extract

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/automata/calls"
	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/track"
	"flavers/lang/golang/values"
	"flavers/lang/golang/write"
)

// This file puts the events of bound specifications before and after calls. With "open = return ok os.Open as f" and
// "close = call (*os.File).Close on f",
//
//	f, err := os.Open(name)   // choose { failed = false } or { failed = true }
//	                          // if !failed { f_made = true; event open(f) }
//	if err != nil { return }  // if failed { .. }
//	f.Close()                 // event close(f)
//
// A call that may fail assigns to a variable whether it did, and branches on its error test that variable.
//
// If one statement makes many objects, the specification follows any one of them. A variable "this" says whether a
// call has made the one that is followed:
//
//	atomic { this = any; if this { if f_made { this = false } else { f_made = true } } }
//
// Where it is certain which call made an operand (making.go), the variable of that call says whether the event is one
// of the followed object. Elsewhere, it may be or not.

// call returns what a call does, with its events. The call is executed here: for a defer, that is at the end of the
// function.
func (x *extractor) call(in *heap.Instance, site ssa.CallInstruction, copy int) []write.Line {
	before, after := x.happen(in, site, copy)
	return slices.Concat(before, x.execute(in, site, copy), after)
}

// happen returns the events before and after a call. If the call may execute several functions with different events,
// any of them is chosen.
func (x *extractor) happen(in *heap.Instance, site ssa.CallInstruction, copy int) (before, after []write.Line) {
	ways, all := x.bound.Ways(in, site) // the bindings of each function that the call may execute
	if len(ways) == 0 {
		return nil, nil
	}
	var allBefore, allAfter [][]write.Line // by way
	for _, w := range ways {
		var b []write.Line
		a := x.births(in, site, copy, w)
		for _, m := range w.Matches {
			if m.Makes {
				continue
			}
			lines := x.concern(in, site, copy, w, m)
			switch {
			case !m.Return:
				b = append(b, lines...)
			case m.OK && len(lines) > 0:
				a = append(a, x.ifOK(in, site, lines, nil)...)
			default:
				a = append(a, lines...)
			}
		}
		allBefore, allAfter = append(allBefore, b), append(allAfter, a)
	}
	if !all { // some function has no binding
		allBefore, allAfter = append(allBefore, nil), append(allAfter, nil)
	}
	after = x.anyWay(allAfter, site.Pos())
	if name, ok := x.callFailed(in, site); ok && len(after) > 0 {
		if call := site.(*ssa.Call); values.Outside(call) {
			after = append(write.One(name+" = any", site.Pos()), after...)
		} else {
			after = append(guess(name, 2, site.Pos()), after...)
		}
	}
	return x.anyWay(allBefore, site.Pos()), after
}

// anyWay returns a choice of several ways, or the way itself if all are the same.
func (x *extractor) anyWay(ways [][]write.Line, pos token.Pos) []write.Line {
	if !slices.ContainsFunc(ways, func(w []write.Line) bool { return !slices.Equal(w, ways[0]) }) {
		return ways[0]
	}
	x.w.Note(anyOfSeveral, pos, "this call may be one of several functions: any of them is taken")
	return write.Alternatives(ways, pos)
}

// births returns the events with which a call makes objects.
func (x *extractor) births(in *heap.Instance, site ssa.CallInstruction, copy int, w track.Way) []write.Line {
	events := map[*track.Object][]write.Line{}
	var locs []heap.Loc
	byLoc := map[heap.Loc][]*track.Object{}
	index := map[*track.Object]int{} // of results
	for _, m := range w.Matches {
		if !m.Makes {
			continue
		}
		for _, l := range x.bound.OperandOf(in, site, copy, w, m) {
			t := x.bound.Of[m.Spec][l]
			if t == nil {
				continue
			}
			if events[t] == nil {
				if byLoc[l] == nil {
					locs = append(locs, l)
				}
				byLoc[l], index[t] = append(byLoc[l], t), m.Place.Index
			}
			if e := (write.At(event(m, t), site.Pos())); !slices.Contains(events[t], e) {
				events[t] = append(events[t], e)
			}
		}
	}
	var ways [][]write.Line
	for _, l := range locs {
		var way []write.Line
		for _, t := range byLoc[l] {
			way = append(way, x.ifReturned(in, site, index[t], x.born(in, site, t, events[t]))...)
		}
		ways = append(ways, way)
	}
	if len(ways) == 0 {
		return nil
	}
	return x.anyWay(ways, site.Pos())
}

// event returns the statement for an event of an object.
func event(m bind.Match, t *track.Object) string { return "event " + m.Event + "(" + t.Name + ")" }

// born returns the statements with which a call makes an object, and the events of that.
func (x *extractor) born(in *heap.Instance, site ssa.CallInstruction, t *track.Object,
	events []write.Line) []write.Line {
	pos := site.Pos()
	if !t.Many {
		if t.OK {
			return x.ifOK(in, site, append(write.One(t.Made+" = true", pos), events...), nil)
		}
		return events
	}
	this := x.this(in, site, t)
	t.Asked = true
	pick := write.Block(pos, "if "+this, write.Lines(pos, "if "+t.Made+" {", this+" = false", "} else {", t.Made+" = true", "}"))
	out := append(write.Block(pos, "atomic", append(write.One(this+" = any", pos), pick...)), write.Block(pos, "if "+this, events)...)
	if t.OK {
		return x.ifOK(in, site, out, write.One(this+" = false", pos))
	}
	return out
}

// this returns the variable that says whether a call has made the object that is followed.
func (x *extractor) this(in *heap.Instance, site ssa.CallInstruction, t *track.Object) string {
	return x.variable(in, thisKey{site, t.OK}, "this", "bool")
}

// thisKey and failedKey are the keys, in varKey, of the variables of this and callFailed.
type thisKey struct {
	site ssa.Instruction
	ok   bool
}

type failedKey struct{ site ssa.Instruction }

// mayFail reports whether a call is of unanalysed code, and some event depends on whether it fails.
func (x *extractor) mayFail(in *heap.Instance, site ssa.CallInstruction) bool {
	ways, _ := x.bound.Ways(in, site)
	asks := slices.ContainsFunc(ways, func(w track.Way) bool {
		return slices.ContainsFunc(w.Matches, func(m bind.Match) bool { return m.OK })
	})
	return asks && !x.follows(in, site)
}

// follows reports whether a call executes a followed function.
func (x *extractor) follows(in *heap.Instance, site ssa.CallInstruction) bool {
	for copy := range x.w.Copies(in, site) {
		if slices.ContainsFunc(x.w.Targets(in, site, copy), func(t heap.Target) bool { return t.Inst != nil && !t.Maybe }) {
			return true
		}
	}
	return false
}

// callFailed returns the variable that says whether a call has failed; ok is false unless mayFail.
func (x *extractor) callFailed(in *heap.Instance, site ssa.CallInstruction) (name string, ok bool) {
	if _, ok := site.(*ssa.Call); !ok || !x.mayFail(in, site) {
		return "", false
	}
	return x.variable(in, failedKey{site}, "failed", "bool"), true
}

// failure returns an expression that says whether a call has failed; "" if that is not known.
func (x *extractor) failure(in *heap.Instance, site ssa.CallInstruction) string {
	call, ok := site.(*ssa.Call)
	if !ok {
		return ""
	}
	if name, ok := x.callFailed(in, site); ok {
		return name
	}
	name, _ := x.answer(in, call, bind.ErrorOf(call.Call.Signature()))
	return name
}

// ifOK returns lines for the case that a call has not failed, and otherwise for the case that it has. If that is not
// known, any of them is chosen.
func (x *extractor) ifOK(in *heap.Instance, site ssa.CallInstruction, lines, otherwise []write.Line) []write.Line {
	pos := site.Pos()
	switch e := x.failure(in, site); e {
	case "":
		return write.Alternatives([][]write.Line{lines, otherwise}, pos)
	case "true":
		return otherwise
	default:
		if len(otherwise) == 0 {
			return write.Block(pos, "if "+not(e), lines)
		}
		out := append(append(write.One("if "+e+" {", pos), otherwise...), write.At("} else {", pos))
		return append(append(out, lines...), write.At("}", pos))
	}
}

// askEvents asks for the values on which events depend (ask).
func (x *extractor) askEvents() {
	if x.bound == nil {
		return
	}
	for _, in := range x.w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				if site, ok := i.(ssa.CallInstruction); ok {
					x.askOperands(in, site)
				}
			}
		}
	}
}

// fails returns an expression that says whether result index of a call that may fail is not nil: the error is not nil
// if the call has failed, and the object that it makes if it has not. ok is false for other results and calls.
func (x *extractor) fails(in *heap.Instance, call *ssa.Call, index int) (expr string, ok bool) {
	if x.bound == nil {
		return "", false
	}
	name, ok := x.callFailed(in, call)
	if !ok {
		return "", false
	}
	if index == bind.ErrorOf(call.Call.Signature()) {
		return name, true
	}
	ways, _ := x.bound.Ways(in, call)
	for _, w := range ways {
		for _, m := range w.Matches {
			t := call.Call.Signature().Results().At(index).Type()
			if m.Makes && m.OK && m.Place.Index == index && m.Place.Path == "" && values.TwoValued(t) {
				return "!" + name, true
			}
		}
	}
	return "", false
}

// concern returns an event that does not make an object.
func (x *extractor) concern(in *heap.Instance, site ssa.CallInstruction, copy int, w track.Way,
	m bind.Match) []write.Line {
	pos := site.Pos()
	if !m.Object {
		return write.One("event "+m.Event, pos)
	}
	if m.Place.Kind == calls.Result {
		return x.alternately(x.bound.OperandOf(in, site, copy, w, m), m, pos)
	}
	var out []write.Line
	for _, v := range x.bound.Operands(site, w, m) {
		out = append(out, x.concerns(in, v, m, pos)...)
	}
	return out
}

// concerns returns an event of the object that operand v is.
func (x *extractor) concerns(in *heap.Instance, v ssa.Value, m bind.Match, pos token.Pos) []write.Line {
	v = values.Bare(v)
	locs := x.bound.Within(in, v, m.Place.Path)
	if !slices.ContainsFunc(locs, func(l heap.Loc) bool { return x.bound.Of[m.Spec][l] != nil }) {
		return x.alternately(locs, m, pos)
	}
	from, made := x.madeBy(in, v, m)
	eventOf := func(l heap.Loc) []write.Line {
		t := x.bound.Of[m.Spec][l]
		if t == nil || !made {
			return x.of(l, m, pos)
		}
		lines := write.One(event(m, t), pos)
		switch e := ""; {
		case t.Many:
			return write.Block(pos, "if "+x.this(from.in, from.call, t), lines)
		case t.OK:
			if e = x.failure(from.in, from.call); e != "" {
				return write.Block(pos, "if "+not(e), lines)
			}
			return x.of(l, m, pos)
		}
		return lines
	}
	same := slices.Equal(locs, x.w.Objects(in, v)) // no interface values, and no fields
	var out []write.Line
	switch {
	case len(locs) == 1:
		out = eventOf(locs[0])
	case same && !x.bound.Detach:
		out = x.choose(in, v, locs, pos, eventOf)
	default:
		out = x.alternately(locs, m, pos)
	}
	if made || m.Place.Kind == calls.Itself {
		return out
	}
	return x.ifThere(in, v, out, pos)
}

// alternately returns an event of any of several objects.
func (x *extractor) alternately(locs []heap.Loc, m bind.Match, pos token.Pos) []write.Line {
	var ways [][]write.Line
	some := false
	for _, l := range locs {
		way := x.of(l, m, pos)
		some = some || len(way) > 0
		ways = append(ways, way)
	}
	if !some {
		return nil
	}
	return x.anyWay(ways, pos)
}

// of returns an event of the object at place l, which happens if the object has been made, and is the one that is
// followed or may be.
func (x *extractor) of(l heap.Loc, m bind.Match, pos token.Pos) []write.Line {
	t := x.bound.Of[m.Spec][l]
	if t == nil {
		if l.Obj.Kind == heap.Unknown && (!m.Spec.Makes || x.bound.Escaped[m.Spec]) {
			x.bound.Doubt(m.Spec, track.UnknownObject, pos, "this "+m.Spec.Each+" is not known: the event is left out")
		}
		return nil
	}
	lines := write.One(event(m, t), pos)
	if t.Many {
		x.w.Note(anyOfSeveral, pos, "this operand may be any of several objects made at one place")
		lines = write.Alternatives([][]write.Line{lines, nil}, pos)
	}
	if t.Made != "" && m.Spec.Makes {
		t.Asked = true
		lines = write.Block(pos, "if "+t.Made, lines)
	}
	return lines
}
