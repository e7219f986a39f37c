package lpor

import "flavers/cfg"

// This file finds transitions that certainly meet no run-time error. It computes
// an interval for each expression, from its least to its greatest possible value:
// with x in 0..9, the store a[x+1] is safe if a has 11 elements, and may fail if
// it has 10.
//
// Why it matters: a handler that stays at its point and cannot fail (touch.stays)
// leaves the other handlers of its task enabled, so it depends on them only by
// what it reads and writes. A handler that fails stops its task, and all depend
// on it.
//
// May err towards: may fail.

// span is an interval of values, both ends included.
type span struct {
	lo, hi int64
	bad    bool // evaluation may end in an error, or the interval is not known
}

// anything is the interval of an expression of which nothing is known.
var anything = span{bad: true}

// within reports whether each value is of type t, and evaluation cannot fail.
func (s span) within(t cfg.Type) bool { return !s.bad && s.lo >= int64(t.Lo) && s.hi <= int64(t.Hi) }

// spanOf returns the interval of an expression, given the values that are known on the walk (toucher.env).
func (w *toucher) spanOf(e cfg.Expr) span {
	if x, ok := w.value(e); ok {
		return span{lo: x, hi: x}
	}
	switch e := e.(type) {
	case cfg.Read:
		t := w.Program.Vars[e.Var].Type
		return span{lo: int64(t.Lo), hi: int64(t.Hi)}
	case *cfg.Elem:
		for i, x := range e.Index {
			if s := w.spanOf(x); s.bad || s.lo < 0 || s.hi >= int64(e.Dims[i]) {
				return anything
			}
		}
		t := w.Program.Vars[e.Base].Type
		return span{lo: int64(t.Lo), hi: int64(t.Hi)}
	case *cfg.Unary:
		x := w.spanOf(e.X)
		if e.Op == cfg.Not {
			return span{0, 1, x.bad}
		}
		return span{-x.hi, -x.lo, x.bad}
	case *cfg.If:
		c, x, y := w.spanOf(e.C), w.spanOf(e.Then), w.spanOf(e.Else)
		return span{min(x.lo, y.lo), max(x.hi, y.hi), c.bad || x.bad || y.bad}
	case *cfg.Binary:
		x, y := w.spanOf(e.X), w.spanOf(e.Y)
		bad := x.bad || y.bad
		switch e.Op {
		case cfg.Or, cfg.And, cfg.Eq, cfg.Ne, cfg.Lt, cfg.Le, cfg.Gt, cfg.Ge:
			return span{0, 1, bad}
		case cfg.Add:
			return span{x.lo + y.lo, x.hi + y.hi, bad}
		case cfg.Sub:
			return span{x.lo - y.hi, x.hi - y.lo, bad}
		case cfg.Min:
			return span{min(x.lo, y.lo), min(x.hi, y.hi), bad}
		case cfg.Max:
			return span{max(x.lo, y.lo), max(x.hi, y.hi), bad}
		}
	}
	return anything
}

// evaluate notes that the transition may fail if evaluating e may fail or give a value outside t. A nil t allows every
// value.
func (w *toucher) evaluate(e cfg.Expr, t *cfg.Type) {
	if e == nil {
		return
	}
	if s := w.spanOf(e); s.bad || t != nil && !s.within(*t) {
		w.t.fails = true
	}
}

// checkIndex notes that the transition may fail if an index of a store may be outside its array.
func (w *toucher) checkIndex(t *cfg.Target) {
	for i, e := range t.Index {
		if s := w.spanOf(e); s.bad || s.lo < 0 || s.hi >= int64(t.Dims[i]) {
			w.t.fails = true
		}
	}
}

// checkPost notes that the transition may fail if a post may have no receiver, or arguments outside their types.
func (w *toucher) checkPost(st *cfg.Post) {
	if st.Index != nil {
		if s := w.spanOf(st.Index); s.bad || s.lo < int64(st.Lo) || s.hi >= int64(st.Lo)+int64(len(st.Boxes)) {
			w.t.fails = true
		}
	}
	for _, o := range w.receivers(st) {
		if !w.Program.Tasks[w.Program.Objects[o].Owner].Static() {
			w.t.fails = true // its owner may not be started yet
		}
		for i, e := range st.Args {
			w.evaluate(e, &w.Program.Objects[o].Messages[st.Msg].Params[i])
		}
	}
}
