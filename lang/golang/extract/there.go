package extract

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/values"
	"flavers/lang/golang/write"
)

// This file is about operands of events that may be nil: such an event happens only if the operand is not. If that is
// not known, the event may happen or not.

// ifThere returns lines under the condition that an operand is not nil.
func (x *extractor) ifThere(in *heap.Instance, v ssa.Value, lines []write.Line, pos token.Pos) []write.Line {
	if len(lines) == 0 || x.notNil(in, v) {
		return lines
	}
	if e, ok := x.truth(in, v); ok && !x.bound.Detach {
		switch e {
		case "true":
			return lines
		case "false":
			return nil
		}
		return write.Block(pos, "if "+e, lines)
	}
	x.w.Note(anyOfSeveral, pos, "this operand may be nil, or not")
	return write.Alternatives([][]write.Line{lines, nil}, pos)
}

// ifReturned returns lines under the condition that result index of a call is not nil. The results of calls that are
// not followed are taken not to be nil.
func (x *extractor) ifReturned(in *heap.Instance, site ssa.CallInstruction, index int,
	lines []write.Line) []write.Line {
	call, ok := site.(*ssa.Call)
	if !ok || !x.follows(in, site) {
		return lines
	}
	t := call.Call.Signature().Results().At(index).Type()
	if !values.TwoValued(t) {
		return lines
	}
	switch e, ok := x.answer(in, call, index); {
	case !ok:
		return write.Alternatives([][]write.Line{lines, nil}, site.Pos())
	case e == "true":
		return lines
	default:
		return write.Block(site.Pos(), "if "+e, lines)
	}
}

// notNil reports whether an operand is not nil once the object has been made that it may be.
func (x *extractor) notNil(in *heap.Instance, v ssa.Value) bool {
	return x.values.NotNil(in, v, x.makesAt)
}

// makesAt reports whether a call of unanalysed code makes an object of a specification as result index.
func (x *extractor) makesAt(in *heap.Instance, call *ssa.Call, index int) bool {
	if x.follows(in, call) {
		return false
	}
	ways, _ := x.bound.Ways(in, call)
	for _, w := range ways {
		for _, m := range w.Matches {
			if m.Makes && m.Place.Index == index {
				return true
			}
		}
	}
	return false
}

// askOperands asks for the operands of the events of a call, and for the results with which it makes objects and
// fails.
func (x *extractor) askOperands(in *heap.Instance, site ssa.CallInstruction) {
	ways, _ := x.bound.Ways(in, site)
	for _, w := range ways {
		for _, m := range w.Matches {
			call, isCall := site.(*ssa.Call)
			switch {
			case m.Makes && isCall && x.follows(in, site):
				x.askCall(in, call, m.Place.Index)
			case m.Object && !m.Makes && m.Place.Path == "":
				for _, v := range x.bound.Operands(site, w, m) {
					if v = values.Bare(v); !x.notNil(in, v) {
						x.ask(in, v)
					}
				}
			}
			if at := bind.ErrorOf(site.Common().Signature()); m.OK && at >= 0 && isCall {
				x.askCall(in, call, at)
			}
		}
	}
}
