package execute

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/std"
)

// This file has values that are not known, and decides branches on them.
//
// An unknown value has sources: the results of code that is not followed from which it was computed. The first branch
// on a condition of a value goes either way, which is drawn at random, and the execution assumes that it could go so
// (Execution.Assumes). The same condition on the same sources has the same answer from then on. For example, after
//
//	err := open() // source 1
//	if err != nil { .. }
//	if err == nil { .. }
//
// the first branch is drawn, and the second one follows from it. Another condition on source 1, as err == io.EOF, may
// contradict what is assumed. It ends the execution without an answer.

// opaque is a value that is not known. It stands in place of a value of any type.
type opaque struct {
	// sources are the numbers of the results from which the value was computed. If there are none, the value is
	// the same in each execution, as what strings.Index returns for operands that are known; only nobody here has
	// computed it. A branch on it ends the execution, as only one way is possible.
	sources []int
	// library says that the value comes from code that is not followed and that was given nothing to call. So its
	// methods call nothing of the package.
	library bool
}

// truth reports whether a branch on a value is taken. If the value is not known, either way is possible.
func (fr *frame) truth(v value, cond ssa.Value) bool {
	if o, ok := v.(*opaque); ok {
		return fr.decide(o, cond, describeCond(cond))
	}
	return v.(bool)
}

// decide answers a condition on an unknown value, and notes the answer as an assumption. what is the condition as a
// text (describeCond): a condition that was answered before has the same answer now. If another condition was asked
// of one of the sources, the execution ends without an answer, because the two may exclude each other.
func (fr *frame) decide(o *opaque, cond ssa.Value, what string) bool {
	m := fr.g.m
	if len(o.sources) == 0 {
		panic(unknown("a value that is the same in each execution"))
	}
	key := what
	for _, s := range o.sources {
		if asked, ok := m.asked[s]; ok && asked != what {
			panic(unknown("two conditions on what is not known"))
		}
		m.asked[s] = what
		key += "," + string(rune('0'+s))
	}
	b, compares := cond.(*ssa.BinOp)
	not := compares && b.Op == token.NEQ // it is asked as ==
	yes, known := m.decided[key]
	if !known {
		if before, ok := m.answered(cond); ok {
			yes = before != not
		} else {
			yes = m.rng.Intn(2) == 0
		}
		m.decided[key] = yes
		m.out.Assumes = append(m.out.Assumes, Assumption{fr.fn, cond, yes != not})
	}
	return yes != not
}

// answered returns the answer to a condition that the source has at two places, as errors.Is(err, x), if the
// execution assumes something of it at the other place. A condition at the same place is passed over: in two turns of
// a loop it is about different values.
func (m *machine) answered(cond ssa.Value) (yes, ok bool) {
	for _, a := range m.out.Assumes {
		if a.Cond == cond {
			continue
		}
		one, is1 := a.Cond.(*ssa.BinOp)
		two, is2 := cond.(*ssa.BinOp)
		opposite := is1 && is2 && one.Op != two.Op && equality(one.Op) && equality(two.Op)
		if sameAsked(a.Cond, cond, opposite) {
			return a.Yes != opposite, true
		}
	}
	return false, false
}

func equality(op token.Token) bool { return op == token.EQL || op == token.NEQ }

// sameAsked reports whether two values are computed in the same way from the same operands. Calls of functions that may
// return something else each time are different. If opposite is true, comparisons by == and != count as the same.
func sameAsked(a, b ssa.Value, opposite bool) bool {
	if a == b {
		return true
	}
	one, is1 := a.(ssa.Instruction)
	two, is2 := b.(ssa.Instruction)
	if !is1 || !is2 {
		c, isConst := a.(*ssa.Const)
		d, too := b.(*ssa.Const)
		return isConst && too && c.String() == d.String()
	}
	switch x := a.(type) {
	case *ssa.Call:
		y, ok := b.(*ssa.Call)
		if !ok || x.Call.Method != y.Call.Method {
			return false
		}
		if fn := x.Call.StaticCallee(); fn != nil {
			if key := std.Key(heap.FullName(fn)); std.Varies(key) || std.Outside(key) != std.Returns {
				return false
			}
		}
	case *ssa.BinOp:
		y, ok := b.(*ssa.BinOp)
		if !ok || x.Op != y.Op && !opposite {
			return false
		}
	case *ssa.UnOp:
		if y, ok := b.(*ssa.UnOp); !ok || x.Op != y.Op {
			return false
		}
	case *ssa.Extract:
		if y, ok := b.(*ssa.Extract); !ok || x.Index != y.Index {
			return false
		}
	case *ssa.FieldAddr:
		if y, ok := b.(*ssa.FieldAddr); !ok || x.Field != y.Field {
			return false
		}
	case *ssa.Field:
		if y, ok := b.(*ssa.Field); !ok || x.Field != y.Field {
			return false
		}
	case *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Convert:
		if !types.Identical(a.Type(), b.Type()) {
			return false
		}
	default:
		return false
	}
	xs, ys := one.Operands(nil), two.Operands(nil)
	return slices.EqualFunc(xs, ys, func(x, y *ssa.Value) bool {
		return *x == nil && *y == nil || *x != nil && *y != nil && sameAsked(*x, *y, false)
	})
}

// describeCond returns a text that two conditions on the same value have in common if they ask the same. A comparison
// with a constant is "== nil", for != as well. Any other condition is named by its place in the function.
func describeCond(v ssa.Value) string {
	if b, ok := v.(*ssa.BinOp); ok {
		op := b.Op
		if op == token.NEQ {
			op = token.EQL
		}
		if c, ok := b.Y.(*ssa.Const); ok {
			return op.String() + c.String()
		}
	}
	return v.Parent().String() + v.Name()
}

// source returns an unknown value with a new source.
func (m *machine) source() *opaque {
	m.sources++
	return &opaque{sources: []int{m.sources}}
}

// made returns an unknown value with a new source, whose methods call nothing of the package.
func (m *machine) made() *opaque {
	o := m.source()
	o.library = true
	return o
}

// from returns what is computed from operands if one of them is unknown: an unknown value with the sources of all of
// them. It returns nil if all are known.
func from(vs ...value) *opaque {
	var out *opaque
	for _, v := range vs {
		if o, ok := v.(*opaque); ok {
			if out == nil {
				out = &opaque{}
			}
			out.sources = append(out.sources, o.sources...)
		}
	}
	return out
}
