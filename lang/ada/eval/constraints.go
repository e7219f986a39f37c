package eval

// This file makes the checks of constraints, where a declaration is elaborated that has one.

import (
	"go/token"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// failing says whether a check may fail.
type failing int

const (
	never failing = iota
	perhaps
	surely
)

// MayFail reports whether a check of a subtype indication may fail when it is elaborated.
func (l *Evaluator) MayFail(e *syntax.Expr, sc *types.Scope) bool {
	at := never
	l.Quiet(func() types.Value {
		at = l.fails(e, sc)
		return types.Value{}
	})
	return at > never
}

// Elaborate makes the checks of a subtype indication, or of a discrete range: the bounds of a range that is not null
// belong to the subtype that it restricts, those of an index constraint to the subtype of the index (RM 3.5(8),
// 3.6.1(7)).
func (l *Evaluator) Elaborate(e *syntax.Expr, sc *types.Scope, pos token.Position) {
	at := never
	l.Quiet(func() types.Value {
		at = l.fails(e, sc)
		return types.Value{}
	})
	switch at {
	case perhaps:
		l.CheckFails(e, "the bounds of a subtype")
	case surely:
		l.Raise(types.Num(l.Integer, model.ConstraintError), pos, "Constraint_Error")
	}
}

// fails looks at the constraints of a subtype indication.
func (l *Evaluator) fails(e *syntax.Expr, sc *types.Scope) failing {
	if e == nil {
		return never
	}
	switch e.Kind {
	case syntax.Constraint:
		if e.Y == nil || e.Y.Kind != syntax.Range {
			return l.fails(e.X, sc)
		}
		return max(l.fails(e.X, sc), l.outside(e.Y, l.SubtypeOf(e.X, sc), sc))
	case syntax.Apply:
		t := l.SubtypeOf(e.X, sc)
		if t.Kind != types.Array || len(e.Args) != len(t.Index) {
			return never
		}
		at := l.fails(e.X, sc)
		for i, x := range e.Args {
			if x.Value.Kind == syntax.Range {
				at = max(at, l.outside(x.Value, t.Index[i], sc))
			} else {
				at = max(at, l.fails(x.Value, sc))
			}
		}
		return at
	}
	return never
}

// outside looks at a range in the values of a type. Bounds that only the larger integer types of Ada have say nothing,
// as these are taken to be of 32 bits.
func (l *Evaluator) outside(e *syntax.Expr, t *types.Type, sc *types.Scope) failing {
	if !t.Discrete() {
		return never
	}
	lo, hi, ok := l.bounds(e, sc)
	switch {
	case !ok && t.Lo <= l.Integer.Lo && t.Hi >= l.Integer.Hi: // whatever they are
		return never
	case !ok:
		return perhaps
	case lo > hi || lo >= t.Lo && hi <= t.Hi || lo < l.Integer.Lo || hi > l.Integer.Hi:
		return never
	}
	return surely
}
