package sem

import (
	"fmt"
	"go/token"
	"slices"

	"flavers/cfg"
)

type tokenPosition = token.Position

// see records what was observed.
func (s *step) see(o Occurrence) {
	if s.wanted {
		s.occ = append(s.occ, o.Named(s.m.P))
	}
}

func one(n *cfg.Node) []cfg.TaskID     { return []cfg.TaskID{n.Task} }
func both(n, m *cfg.Node) []cfg.TaskID { return []cfg.TaskID{n.Task, m.Task} }

// seeTest records what the last condition read, each variable once.
func (s *step) seeTest(n *cfg.Node) {
	if !s.wanted || len(s.reads) == 0 {
		return
	}
	o := Occurrence{Kind: TestEvent, Tasks: one(n)}
	for _, r := range s.reads {
		if !slices.Contains(o.Vars, r.v) {
			o.Vars = append(o.Vars, r.v)
			o.Args = append(o.Args, s.m.P.Vars[r.v].Type.Format(r.value))
		}
	}
	s.see(o)
}

func (s *step) seeAssign(n *cfg.Node, v cfg.VarID, x int32) {
	if s.wanted {
		s.see(Occurrence{Kind: AssignEvent, Tasks: one(n), Vars: []cfg.VarID{v},
			Args: []string{s.m.P.Vars[v].Type.Format(x)}})
	}
}

// seeCall records a rendezvous; its arguments are the parameters just stored.
func (s *step) seeCall(n, m *cfg.Node, op cfg.Call) {
	if !s.wanted {
		return
	}
	o := Occurrence{Kind: CallEvent, Tasks: both(n, m), Object: op.Entry}
	for _, v := range m.Op.(cfg.Accept).Params {
		t := s.m.P.Vars[v].Type
		o.Args = append(o.Args, t.Format(s.v.classify(s.m.vars[v], identity)+t.Lo))
	}
	s.see(o)
}

func rangeError(v *cfg.Var, x int64, pos token.Position) *Error {
	return &Error{Kind: cfg.RangeError, Text: fmt.Sprintf("%s = %d is outside %s", v.Name, x, v.Type), Pos: pos}
}

// indexError returns the error of an index i, from 0, in dimension j of an array.
func indexError(at any, j int, i int64, dim int32) *Error {
	e := &Error{Kind: cfg.IndexError}
	name, los := "", []int32(nil)
	switch at := at.(type) {
	case *cfg.Elem:
		name, los, e.Pos = at.Name, at.Lo, at.Pos
	case *cfg.Target:
		name, los, e.Pos = at.Name, at.Lo, at.Pos
	}
	lo := int32(0)
	if j < len(los) {
		lo = los[j]
	}
	e.Text = fmt.Sprintf("index %d of %s is outside %d..%d", i+int64(lo), name, lo, lo+dim-1)
	return e
}
