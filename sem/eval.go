package sem

import (
	"flavers/cfg"
)

// eval computes an expression in the current vector. A failure is left in
// s.err, and the value is then meaningless.
func (s *step) eval(e cfg.Expr) int64 {
	switch e := e.(type) {
	case cfg.Const:
		return int64(e.Value)
	case cfg.Read:
		return s.read(e.Var)
	case *cfg.Tuple:
		return s.tuple(e)
	case cfg.Length:
		return s.length(e.Chan)
	case *cfg.Elem:
		if v, ok := s.element(e.Base, e.Dims, e.Index, e); ok {
			return s.read(v)
		}
		return 0
	case *cfg.Unary:
		x := s.eval(e.X)
		if e.Op == cfg.Not {
			return 1 - x
		}
		return -x
	case *cfg.If:
		c := s.eval(e.C)
		if s.err != nil {
			return 0
		}
		if c != 0 {
			return s.eval(e.Then)
		}
		return s.eval(e.Else)
	case *cfg.Binary:
		return s.binary(e)
	}
	panic("sem: unknown expression")
}

func (s *step) binary(e *cfg.Binary) int64 {
	if r, ok := s.compared(e); ok {
		return r
	}
	x := s.eval(e.X)
	if s.err != nil || e.Op == cfg.And && x == 0 || e.Op == cfg.Or && x != 0 {
		return x
	}
	y := s.eval(e.Y)
	if s.err != nil {
		return 0
	}
	r, ok := e.Op.Apply(x, y)
	switch {
	case ok:
	case e.Op == cfg.Div || e.Op == cfg.Mod:
		s.fail(&Error{Kind: cfg.DivideError, Text: "division by zero", Pos: e.Pos})
	default:
		s.fail(&Error{Kind: cfg.RangeError, Text: "integer overflow", Pos: e.Pos})
	}
	return r
}

// compared returns the result of a comparison of a variable with a constant. The step goes on in two ways, not in
// one for each value. Where the value is part of a name it has to be read.
func (s *step) compared(e *cfg.Binary) (r int64, ok bool) {
	x, isRead := e.X.(cfg.Read)
	k, isConst := e.Y.(cfg.Const)
	if !isRead || !isConst || e.Op < cfg.Eq || e.Op > cfg.Ge || s.noteReads || s.m.P.Vars[x.Var].Scratch {
		return 0, false
	}
	lo := s.m.P.Vars[x.Var].Type.Lo
	return int64(s.v.classify(s.m.vars[x.Var], func(v int32) int32 {
		holds, _ := e.Op.Apply(int64(lo+v), int64(k.Value))
		return int32(holds)
	})), true
}

// read returns the value of a variable; it notes the reading for the names of tests.
func (s *step) read(v cfg.VarID) int64 {
	if s.m.P.Vars[v].Scratch {
		x := s.scratchValue(v)
		if s.noteReads {
			s.reads = append(s.reads, reading{v, x})
		}
		return int64(x)
	}
	x := s.v.classify(s.m.vars[v], identity) + s.m.P.Vars[v].Type.Lo
	if s.noteReads {
		s.reads = append(s.reads, reading{v, x})
	}
	return int64(x)
}

// scratchValue returns what this step stored last in a scratch variable.
func (s *step) scratchValue(v cfg.VarID) int32 {
	for i := len(s.scratch) - 1; i >= 0; i-- {
		if s.scratch[i].v == v {
			return s.scratch[i].value
		}
	}
	return s.m.P.Vars[v].Init
}

func identity(v int32) int32 { return v }

// element returns the variable that an indexed array access means.
func (s *step) element(base cfg.VarID, dims []int32, index []cfg.Expr, at any) (cfg.VarID, bool) {
	flat := int64(0)
	for j, e := range index {
		i := s.eval(e)
		if s.err != nil {
			return 0, false
		}
		if i < 0 || i >= int64(dims[j]) {
			s.fail(indexError(at, j, i, dims[j]))
			return 0, false
		}
		flat = flat*int64(dims[j]) + i
	}
	return base + cfg.VarID(flat), true
}

func (s *step) fail(e *Error) {
	if s.err == nil {
		s.err = e
	}
}

// holds evaluates a guard; nil is true. It is false when evaluation failed.
func (s *step) holds(guard cfg.Expr) bool {
	if guard == nil {
		return true
	}
	v := s.eval(guard)
	return s.err == nil && v != 0
}

// condition is holds for a condition that is an event, if event: what it reads is noted for
// seeTest.
func (s *step) condition(c cfg.Expr, event bool) bool {
	s.reads, s.noteReads = s.reads[:0], event && s.wanted
	ok := s.holds(c)
	s.noteReads = false
	return ok
}
