package eval

// This file holds values of variables while the program is elaborated, and executes subprograms on them: what
// happens before tasks run is computed, not modelled.

import (
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// initialText returns the initial value of a variable that holds a part of a place; "" if it is the first value.
func (l *Evaluator) initialText(root *types.Stored, path []model.Step, t *types.Type) string {
	var values []*types.Stored
	var walk func(s *types.Stored, path []model.Step)
	walk = func(s *types.Stored, path []model.Step) {
		switch {
		case s == nil:
			values = append(values, &types.Stored{})
		case len(path) == 0:
			values = append(values, s)
		case path[0].Name != "":
			walk(s.Names[path[0].Name], path[1:])
		default:
			for _, e := range s.Elems {
				walk(e, path[1:])
			}
		}
	}
	walk(root, path)
	if len(values) == 0 {
		return ""
	}
	lo, hi := l.Window(t)
	same := true
	for _, v := range values {
		if !v.Known && !v.Free || t.Kind != types.Access && (v.N < lo || v.N > hi) {
			return "any"
		}
		same = same && v.N == values[0].N
	}
	one := func(v *types.Stored) string { return strings.Trim(types.Num(t, v.N).Text(), "()") }
	if same {
		return one(values[0])
	}
	return "{" + strings.Join(func() []string {
		var out []string
		for _, v := range values {
			out = append(out, one(v))
		}
		return out
	}(), ", ") + "}"
}

type outcome struct {
	kind  int // 0 on, 1 exit, 2 return, 3 given up
	label string
}

// Run executes statements on the values of elaboration.
func (l *Evaluator) Run(body []*syntax.Stmt, sc *types.Scope) outcome {
	for _, s := range body {
		if !l.Tick(s.Pos) {
			return outcome{kind: 3}
		}
		if o := l.runOne(s, sc); o.kind != 0 {
			return o
		}
	}
	return outcome{}
}

// RunHandled executes statements with handlers. What raises an exception there is executed when the tasks run.
func (l *Evaluator) RunHandled(body []*syntax.Stmt, handlers []*syntax.Handler, sc *types.Scope) outcome {
	if len(handlers) > 0 {
		l.handlers++
		defer func() { l.handlers-- }()
	}
	return l.Run(body, sc)
}

func (l *Evaluator) runOne(s *syntax.Stmt, sc *types.Scope) outcome {
	switch s.Kind {
	case syntax.NullStmt, syntax.LabelStmt:
	case syntax.DelayStmt:
		l.Expr(s.X, sc, nil)
	case syntax.PragmaStmt:
		switch syntax.Fold(s.Label) {
		case "annotate": // an event
			return l.unsureOf(s)
		case "assert":
			if len(s.Args) > 0 {
				if c := l.Expr(s.Args[0].Value, sc, l.Boolean); !c.Known || c.N == 0 {
					return l.unsureOf(s)
				}
			}
		}
	case syntax.Assign:
		p := l.Target(s.X, sc)
		if p == nil {
			l.Expr(s.Y, sc, nil)
			if l.Context.ThroughAccess(s.X, sc) {
				return l.unsureOf(s)
			}
			return outcome{}
		}
		l.Put(p, l.Expr(s.Y, sc, p.Type), s.Y)
	case syntax.Call:
		l.Context.CallStmt(s, sc)
	case syntax.IfStmt:
		for _, a := range s.Arms {
			c := l.Expr(a.Cond, sc, l.Boolean)
			if !c.Known {
				return l.unsureOf(s)
			}
			if c.N != 0 {
				return l.Run(a.Body, sc)
			}
		}
		return l.Run(s.Else, sc)
	case syntax.CaseStmt:
		x := l.Expr(s.X, sc, nil)
		for _, a := range s.Arms {
			for _, c := range a.Choices {
				v := l.Within(x, c, sc)
				if !v.Known {
					return l.unsureOf(s)
				}
				if v.N != 0 {
					return l.Run(a.Body, sc)
				}
			}
		}
	case syntax.Block:
		in, groups := types.NewScope(sc), len(l.Groups)
		l.Context.Declarations(s.Decls, in)
		if len(l.Groups) > groups {
			l.Failed(s.Pos, "this block has tasks, and is executed before the tasks run")
			return outcome{kind: 3}
		}
		return l.RunHandled(s.Body, s.Handlers, in)
	case syntax.Exit:
		if s.X != nil {
			c := l.Expr(s.X, sc, l.Boolean)
			if !c.Known {
				return l.unsureOf(s)
			}
			if c.N == 0 {
				return outcome{}
			}
		}
		return outcome{kind: 1, label: syntax.Fold(s.Label)}
	case syntax.Return:
		return l.runReturn(s, sc)
	case syntax.LoopStmt:
		return l.runLoop(s, sc)
	default:
		return l.unsureOf(s)
	}
	return outcome{}
}

// runReturn executes a return statement.
func (l *Evaluator) runReturn(s *syntax.Stmt, sc *types.Scope) outcome {
	r := l.Results[len(l.Results)-1]
	result := func(v types.Value, e *syntax.Expr) {
		if v.Aggregate != nil || v.Place != nil && v.Code == "" {
			p := &types.Place{Type: r.Type, Init: l.Inner(types.Initial(r.Type))}
			l.Put(p, v, e)
			v = types.Value{Type: r.Type, Place: p}
		}
		r.Value = v
	}
	switch {
	case s.Decl != nil:
		in := types.NewScope(sc)
		l.Context.Declarations([]*syntax.Decl{s.Decl}, in)
		ent := in.Own(s.Decl.Names[0].Name)
		if ent == nil || ent.Place == nil || len(s.Handlers) > 0 {
			return l.unsureOf(s)
		}
		r.Object = ent.Place
		if o := l.Run(s.Body, in); o.kind != 0 && o.kind != 2 {
			return o
		}
		result(l.Read(ent.Place), &syntax.Expr{Pos: s.Pos})
		r.Object = nil
	case s.X != nil:
		result(l.Expr(s.X, sc, r.Type), s.X)
	}
	return outcome{kind: 2}
}

func (l *Evaluator) unsureOf(s *syntax.Stmt) outcome {
	l.Failed(s.Pos, "what this statement does before the program runs is not known")
	return outcome{kind: 3}
}

func (l *Evaluator) runLoop(s *syntax.Stmt, sc *types.Scope) outcome {
	turn := func(in *types.Scope) (outcome, bool) {
		o := l.Run(s.Body, in)
		if o.kind == 1 && (o.label == "" || o.label == syntax.Fold(s.Label)) {
			return outcome{}, true
		}
		return o, o.kind != 0
	}
	if s.Loop != nil {
		lo, hi, ok := l.bounds(s.Loop.Range, sc)
		if !ok || s.Loop.Of || s.Loop.Filter != nil || l.Context.Acts(s.Loop.Range) {
			return l.unsureOf(s)
		}
		t := l.SubtypeOf(s.Loop.Range, sc)
		for k := int64(0); k <= hi-lo && l.Tick(s.Pos); k++ {
			n := lo + k
			if s.Loop.Reverse {
				n = hi - k
			}
			in := types.NewScope(sc)
			in.Add(&types.Entity{Kind: types.Constant, Name: s.Loop.Name, Type: t, Value: types.Num(t, n)})
			if o, end := turn(in); end {
				return o
			}
		}
		return outcome{}
	}
	for n := 0; l.Tick(s.Pos); n++ {
		if s.X != nil {
			c := l.Expr(s.X, sc, l.Boolean)
			if !c.Known || n > 100000 {
				return l.unsureOf(s)
			}
			if c.N == 0 {
				return outcome{}
			}
		}
		if o, end := turn(types.NewScope(sc)); end {
			return o
		}
	}
	return outcome{kind: 3}
}
