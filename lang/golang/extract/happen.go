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

// Where the events of bound specifications happen: before calls, and after them.
//
// An object that its call may not make, as os.Open, is there if the call's error is nil: the call assigns to a
// variable whether it failed, which branches on the error ask. Of an object that is made again and again,
//
//	atomic { this = any; if this { if f_made { this = false } else { f_made = true } } }
//
// chooses the one whose events are looked at. Operands that are registers with what the call returned have the
// variable "this" to tell whether they are that one; others may be.

// call is a call that is executed at once, or, of a defer, later, with the events that it is.
func (x *extractor) call(in *heap.Instance, site ssa.CallInstruction, copy int) []write.Line {
	before, after := x.happen(in, site, copy)
	return slices.Concat(before, x.execute(in, site, copy), after)
}

// happen are the events before and after a call.
func (x *extractor) happen(in *heap.Instance, site ssa.CallInstruction, copy int) (before, after []write.Line) {
	ways, all := x.bound.Ways(in, site)
	if len(ways) == 0 {
		return nil, nil
	}
	var first, last [][]write.Line
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
		first, last = append(first, b), append(last, a)
	}
	if !all {
		first, last = append(first, nil), append(last, nil)
	}
	after = x.anyWay(last, site.Pos())
	if name, ok := x.callFailed(in, site); ok && len(after) > 0 {
		if call := site.(*ssa.Call); values.Outside(call) {
			after = append(write.One(name+" = any", site.Pos()), after...)
		} else {
			after = append(guess(name, 2, site.Pos()), after...)
		}
	}
	return x.anyWay(first, site.Pos()), after
}

// anyWay is one of several ways, if they differ.
func (x *extractor) anyWay(ways [][]write.Line, pos token.Pos) []write.Line {
	if !slices.ContainsFunc(ways, func(w []write.Line) bool { return !slices.Equal(w, ways[0]) }) {
		return ways[0]
	}
	x.w.Note(anyOfSeveral, pos, "this call may be one of several functions: any of them is taken")
	return write.Alternatives(ways, pos)
}

// births are the events that objects are made.
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

func event(m bind.Match, t *track.Object) string { return "event " + m.Event + "(" + t.Name + ")" }

// born makes an object, with the events that this is.
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

// this is the variable that tells whether what a call returned is the object that is looked at.
func (x *extractor) this(in *heap.Instance, site ssa.CallInstruction, t *track.Object) string {
	return x.variable(in, thisKey{site, t.OK}, "this", "bool")
}

type thisKey struct {
	site ssa.Instruction
	ok   bool
}

type failedKey struct{ site ssa.Instruction }

// mayFail reports whether some event asks whether a call of code that is not followed fails.
func (x *extractor) mayFail(in *heap.Instance, site ssa.CallInstruction) bool {
	ways, _ := x.bound.Ways(in, site)
	asks := slices.ContainsFunc(ways, func(w track.Way) bool {
		return slices.ContainsFunc(w.Matches, func(m bind.Match) bool { return m.OK })
	})
	return asks && !x.follows(in, site)
}

func (x *extractor) follows(in *heap.Instance, site ssa.CallInstruction) bool {
	for copy := range x.w.Copies(in, site) {
		if slices.ContainsFunc(x.w.Targets(in, site, copy), func(t heap.Target) bool { return t.Inst != nil && !t.Maybe }) {
			return true
		}
	}
	return false
}

// callFailed is the variable that tells whether such a call failed.
func (x *extractor) callFailed(in *heap.Instance, site ssa.CallInstruction) (string, bool) {
	if _, ok := site.(*ssa.Call); !ok || !x.mayFail(in, site) {
		return "", false
	}
	return x.variable(in, failedKey{site}, "failed", "bool"), true
}

// failure is whether a call fails, as an expression; "" if nothing tells.
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

// ifOK does something if a call did not fail, and otherwise something else.
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

// askEvents asks what events depend on.
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

// fails is what is known of a result of a call that may fail: whether its error, or its object, is not nil.
func (x *extractor) fails(in *heap.Instance, call *ssa.Call, index int) (string, bool) {
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

// concern is an event that is not one of making an object.
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

// concerns is an event of the object that an operand is.
func (x *extractor) concerns(in *heap.Instance, v ssa.Value, m bind.Match, pos token.Pos) []write.Line {
	v = values.Bare(v)
	locs := x.bound.Within(in, v, m.Place.Path)
	if !slices.ContainsFunc(locs, func(l heap.Loc) bool { return x.bound.Of[m.Spec][l] != nil }) {
		return x.alternately(locs, m, pos)
	}
	from, made := x.madeBy(in, v, m)
	do := func(l heap.Loc) []write.Line {
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
		out = do(locs[0])
	case same && !x.bound.Detach:
		out = x.choose(in, v, locs, pos, do)
	default:
		out = x.alternately(locs, m, pos)
	}
	if made || m.Place.Kind == calls.Itself {
		return out
	}
	return x.ifThere(in, v, out, pos)
}

// alternately is an event of any of some objects.
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

// of is an event of an object, if it is there, and one that is looked at.
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
