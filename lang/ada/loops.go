package ada

// This file lowers loops and exit.

import (
	"fmt"
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
	"flavers/report/ledger"
)

// unrolled loops have at most this many turns; longer ones count in a variable.
const unrolled = 16

// counted is how many turns a loop may have at most for its parameter to be followed. The parameter of a longer one is
// any value.
const counted = 1 << 13

// turns notes the turns of a loop that is part of an atomic step; n is their number, or negative if it is not
// known. One step executes few turns of loops and few outcomes of choices in them, so the ledger has a note where
// there may be more.
func (l *lowerer) turns(s *syntax.Stmt, n int64, body []model.Line) {
	if l.Atomic == 0 || l.Hushed > 0 {
		return
	}
	chooses := slices.ContainsFunc(body, func(x model.Line) bool {
		return strings.HasPrefix(x.Text, "choose") || strings.HasSuffix(x.Text, "= any")
	})
	if n >= 0 && !chooses {
		if l.Turns += n; l.Turns <= cfg.MostTurns {
			return
		}
	}
	text := "the loop is a part of a protected action, which is one step: it may have more turns or choices than one has"
	l.Note(ledger.Cut, s.Pos, "%s", text)
	for _, x := range body { // a step passes the lines of what it executes
		if x.Pos.Line != s.Pos.Line {
			l.Note(ledger.Cut, x.Pos, "%s", text)
			return
		}
	}
}

func (l *lowerer) loopStmt(s *syntax.Stmt, sc *types.Scope) {
	if s.Loop != nil && s.Loop.Filter != nil {
		l.Unsupported(s, "a loop with a filter is not modelled", "write an if inside of the loop")
		return
	}
	name := s.Label
	if name == "" {
		name = "loop"
	}
	lp := &eval.Loop{Name: syntax.Fold(s.Label), Label: l.Unique(name + "_"), Frames: len(l.Frames)}
	outer := l.Loops
	l.Loops = append(l.Loops, lp)
	defer func() { l.Loops = outer }()
	factor, many := l.Factor, l.Many
	defer func() { l.Factor, l.Many = factor, many }()
	turn := func(in *types.Scope) []model.Line {
		return l.Capture(func() {
			l.Statements(s.Body, in)
			if !model.Leaves(*l.Out) { // a turn may have no step that others see
				l.Step(s.Pos)
			}
		})
	}
	switch {
	case s.Loop != nil && s.Loop.Of:
		l.overElements(s, sc, lp)
	case s.Loop != nil:
		l.forLoop(s, sc, lp)
	case s.X != nil:
		l.Many = true
		var c types.Value
		before := l.Capture(func() { c = l.Expr(s.X, sc, l.Boolean) })
		if len(before) == 0 && !c.Unknown && !(c.Known && c.N != 0) {
			if c.Known {
				return
			}
			body := turn(sc)
			l.turns(s, -1, body)
			l.Emit(s.Pos, "%s: while %s {", lp.Label, c.Text())
			l.Append(body)
			l.Emit(s.Pos, "}")
			return
		}
		body := turn(sc)
		l.turns(s, -1, body)
		l.Emit(s.Pos, "%s: loop {", lp.Label)
		l.Append(before)
		l.Branch(c, s.X, func() { l.Append(body) }, func() { l.Emit(s.Pos, "break %s", lp.Label) })
		l.Emit(s.Pos, "}")
	default:
		l.Many = true
		body := turn(sc)
		l.turns(s, -1, body)
		l.Emit(s.Pos, "%s: loop {", lp.Label)
		if len(body) == 0 {
			body = []model.Line{{Text: "skip", Pos: s.Pos}}
		}
		l.Append(body)
		l.Emit(s.Pos, "}")
	}
}

func (l *lowerer) forLoop(s *syntax.Stmt, sc *types.Scope, lp *eval.Loop) {
	lo, hi, ok := l.QuietBounds(s.Loop.Range, sc)
	if ok {
		t := l.SubtypeOf(s.Loop.Range, sc)
		in := types.NewScope(sc)
		v := l.Unique(s.Loop.Name)
		l.Shown[v] = model.Shown{Text: s.Loop.Name, Type: t}
		if hi < lo {
			return
		}
		if l.Factor *= hi - lo + 1; l.Factor > 1<<20 {
			l.Many = true
		}
		if hi-lo < unrolled {
			code := v
			if s.Loop.Reverse {
				code = fmt.Sprintf("(%d - %s)", lo+hi, v)
			}
			x := types.Value{Type: t, Code: code, Lo: lo, Hi: hi}
			if lo == hi {
				x = types.Num(t, lo)
			}
			if t.Kind == types.Boolean && !x.Known {
				x.Code = "(" + code + " == 1)"
			}
			in.Add(&types.Entity{Kind: types.Constant, Name: s.Loop.Name, Type: t, Value: x})
			if syntax.NeedsValues(s.Body) { // calls within themselves, say, want to know the value
				l.eachTurn(s, sc, lp, t, lo, hi)
				return
			}
			body := l.Capture(func() { l.Statements(s.Body, in) })
			l.Emit(s.Pos, "%s: for %s in %d..%d {", lp.Label, v, lo, hi)
			l.Append(body)
			l.Emit(s.Pos, "}")
			return
		}
		l.inVariable(s, sc, lp, t, types.Num(t, lo), types.Num(t, hi))
		return
	}
	r := s.Loop.Range
	if r.Kind == syntax.Constraint {
		r = r.Y
	}
	t := l.Integer
	x, y := types.AnyOf(l.Integer, "the bounds of a loop"), types.AnyOf(l.Integer, "the bounds of a loop")
	if r.Kind == syntax.Range {
		x, y = l.Expr(r.X, sc, nil), l.Expr(r.Y, sc, nil)
		if x.Type != nil && x.Type.Discrete() && x.Type.Base() != l.Integer {
			t = x.Type.Base()
		} else if y.Type != nil && y.Type.Discrete() {
			t = y.Type.Base()
		}
	}
	l.Many = true
	if x.Unknown || y.Unknown { // any number of turns
		in := types.NewScope(sc)
		v := types.AnyOf(t, "the bounds of a loop")
		if r.Kind == syntax.Attribute && syntax.Fold(r.Text) == "range" {
			v.Over = syntax.Path(r.X)
		}
		in.Add(&types.Entity{Kind: types.Constant, Name: s.Loop.Name, Type: t, Value: v})
		l.Doubt(x, s.Loop.Range)
		l.Doubt(y, s.Loop.Range)
		l.anyTurns(s, in, lp)
		return
	}
	l.inVariable(s, sc, lp, t, x, y)
}

// eachTurn copies the body for each value of the parameter. One copy may have an exit where another one has none,
// as the value decides its condition.
func (l *lowerer) eachTurn(s *syntax.Stmt, sc *types.Scope, lp *eval.Loop, t *types.Type, lo, hi int64) {
	turns := l.Capture(func() {
		for n := lo; n <= hi; n++ {
			k := n
			if s.Loop.Reverse {
				k = lo + hi - n
			}
			in := types.NewScope(sc)
			in.Add(&types.Entity{Kind: types.Constant, Name: s.Loop.Name, Type: t, Value: types.Num(t, k)})
			l.Statements(s.Body, in)
		}
	})
	l.Breakable(lp.Label, turns, s.Pos)
}

// inVariable lowers a loop that counts from x to y in a variable.
func (l *lowerer) inVariable(s *syntax.Stmt, sc *types.Scope, lp *eval.Loop, t *types.Type, x, y types.Value) {
	from, to := x, l.Held(y, s.Loop.Range)
	if s.Loop.Reverse {
		from, to = l.Held(y, s.Loop.Range), l.Held(x, s.Loop.Range)
	}
	// A bound that is known is exact. Others are followed in the window of their type, and the parameter with them.
	a, _ := x.Span()
	_, b := y.Span()
	if !x.Known {
		a = max(a, -l.Most)
	}
	if !y.Known {
		b = min(b, l.Most)
	}
	vt := &types.Type{Kind: types.Integer, Name: t.Name, Lo: a - 1, Hi: b + 1, Full: true}
	if vt.Hi < vt.Lo {
		return
	}
	if b-a >= counted {
		l.longLoop(s, sc, lp, t, b-a+1)
		return
	}
	n := l.Temp(vt, s.Loop.Name)
	p := l.TempPlace(n, vt)
	l.Put(p, from, s.Loop.Range)
	in := types.NewScope(sc)
	v := l.Read(p)
	v.Type, v.Place, v.Lo, v.Hi = t, nil, vt.Lo+1, vt.Hi-1
	in.Add(&types.Entity{Kind: types.Constant, Name: s.Loop.Name, Type: t, Value: v})
	cmp, op := "<=", "+"
	if s.Loop.Reverse {
		cmp, op = ">=", "-"
	}
	l.Many = true
	body := l.Capture(func() { l.Statements(s.Body, in) })
	times := int64(-1)
	if x.Known && y.Known {
		times = l.Factor / max(1, l.Outside)
	}
	l.turns(s, times, body)
	l.Emit(s.Pos, "%s: while %s %s %s {", lp.Label, n, cmp, to.Text())
	l.Append(body)
	if !model.Leaves(body) {
		l.Emit(s.Pos, "%s = %s %s 1", n, n, op)
		l.Step(s.Pos)
	}
	l.Emit(s.Pos, "}")
}

// longLoop lowers a loop with more turns than are counted: it turns any number of times.
func (l *lowerer) longLoop(s *syntax.Stmt, sc *types.Scope, lp *eval.Loop, t *types.Type, turns int64) {
	why := fmt.Sprintf("the parameter of a loop of %d turns", turns)
	l.Note(model.DataLost, s.Pos, "a loop of %d turns turns any number of times: up to %d are counted", turns, counted)
	l.Many = true
	in := types.NewScope(sc)
	in.Add(&types.Entity{Kind: types.Constant, Name: s.Loop.Name, Type: t, Value: types.AnyOf(t, why)})
	l.anyTurns(s, in, lp)
}

// anyTurns lowers a loop that may end before each turn, since the number of its turns is not known.
func (l *lowerer) anyTurns(s *syntax.Stmt, in *types.Scope, lp *eval.Loop) {
	body := l.Capture(func() { l.Statements(s.Body, in) })
	l.turns(s, -1, body)
	l.Emit(s.Pos, "%s: loop {", lp.Label)
	l.Emit(s.Pos, "choose {")
	l.Emit(s.Pos, "break %s", lp.Label)
	l.Emit(s.Pos, "} or {")
	l.Emit(s.Pos, "skip")
	l.Emit(s.Pos, "}")
	l.Append(body)
	l.Emit(s.Pos, "}")
}

// overElements lowers a loop over the elements of an array to one copy of the body for each element.
func (l *lowerer) overElements(s *syntax.Stmt, sc *types.Scope, lp *eval.Loop) {
	v := l.Expr(s.Loop.Range, sc, nil)
	if v.Place == nil || v.Type == nil || v.Type.Kind != types.Array || len(v.Type.Index) != 1 ||
		v.Type.Index[0].Count() > 64 {
		l.Many = true
		in := types.NewScope(sc)
		in.Add(&types.Entity{Kind: types.Constant, Name: s.Loop.Name, Type: l.Opaque, Value: types.AnyOf(nil,
			"an element")})
		l.Note(model.DataLost, s.Pos, "a loop over elements that are not modelled turns any number of times")
		l.anyTurns(s, in, lp)
		return
	}
	t := v.Type.Index[0]
	l.Emit(s.Pos, "%s: loop {", lp.Label)
	for k := int64(0); k < t.Count(); k++ {
		n := t.Lo + k
		if s.Loop.Reverse {
			n = t.Hi - k
		}
		in := types.NewScope(sc)
		in.Add(&types.Entity{Kind: types.Variable, Name: s.Loop.Name, Type: v.Type.Elem,
			Place: l.Element(v.Place, []types.Value{types.Num(t, n)}, nil)})
		l.Statements(s.Body, in)
	}
	if !model.Leaves(*l.Out) {
		l.Emit(s.Pos, "break %s", lp.Label)
	}
	l.Emit(s.Pos, "}")
}

func (l *lowerer) exit(s *syntax.Stmt, sc *types.Scope) {
	var to *eval.Loop
	for i := len(l.Loops) - 1; i >= 0; i-- {
		if s.Label == "" || l.Loops[i].Name == syntax.Fold(s.Label) {
			to = l.Loops[i]
			break
		}
	}
	if to == nil {
		l.Errorf(s.Pos, s.Len, model.Undeclared, "exit leaves no loop")
		return
	}
	out := func() {
		l.WayOut(to.Frames)
		l.Emit(s.Pos, "break %s", to.Label)
	}
	if s.X == nil {
		out()
		return
	}
	l.Branch(l.Expr(s.X, sc, l.Boolean), s.X, out, func() {})
}
