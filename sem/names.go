package sem

import (
	"fmt"
	"go/token"
	"strings"

	"flavers/cfg"
)

type tokenPosition = token.Position

// see records an occurrence with its alternative names.
func (s *step) see(tasks []cfg.TaskID, names ...string) {
	if s.wanted {
		s.occ = append(s.occ, Occurrence{Names: names, Tasks: tasks})
	}
}

func one(n *cfg.Node) []cfg.TaskID     { return []cfg.TaskID{n.Task} }
func both(n, m *cfg.Node) []cfg.TaskID { return []cfg.TaskID{n.Task, m.Task} }

// seeTest names what the last condition read: v==value for each variable, once.
func (s *step) seeTest(n *cfg.Node) {
	if !s.wanted {
		return
	}
	var names []string
	for i, r := range s.reads {
		seen := false
		for _, q := range s.reads[:i] {
			seen = seen || q.v == r.v
		}
		if !seen {
			v := &s.m.P.Vars[r.v]
			names = append(names, v.Name+"=="+v.Type.Format(r.value))
		}
	}
	if len(names) > 0 {
		s.see(one(n), names...)
	}
}

func (s *step) seeAssign(n *cfg.Node, v cfg.VarID, x int32) {
	if s.wanted {
		vr := &s.m.P.Vars[v]
		s.see(one(n), vr.Name+"="+vr.Type.Format(x))
	}
}

func (s *step) seeEvent(n *cfg.Node, name string, args []string) {
	if s.wanted {
		if len(args) > 0 {
			name += "(" + strings.Join(args, ",") + ")"
		}
		s.see(one(n), name)
	}
}

// seeCall names a rendezvous: fork[0].up, and with arguments also
// fork[0].up(1,true), from the parameters just stored.
func (s *step) seeCall(n, m *cfg.Node, op cfg.Call) {
	if !s.wanted {
		return
	}
	name := s.m.P.Objects[op.Entry].Name
	names := []string{name}
	if params := m.Op.(cfg.Accept).Params; len(params) > 0 {
		args := make([]string, len(params))
		for i, v := range params {
			x := s.v.classify(s.m.vars[v], identity)
			args[i] = s.m.P.Vars[v].Type.Format(x + s.m.P.Vars[v].Type.Lo)
		}
		names = append(names, name+"("+strings.Join(args, ",")+")")
	}
	s.see(both(n, m), names...)
}

func rangeError(v *cfg.Var, x int64, pos token.Position) *Error {
	return &Error{Kind: cfg.RangeError, Text: fmt.Sprintf("%s = %d is outside %s", v.Name, x, v.Type), Pos: pos}
}

func indexError(at any, i int64, dim int32) *Error {
	e := &Error{Kind: cfg.IndexError}
	name := ""
	switch at := at.(type) {
	case *cfg.Elem:
		name, e.Pos = at.Name, at.Pos
	case *cfg.Target:
		name, e.Pos = at.Name, at.Pos
	}
	e.Text = fmt.Sprintf("index %d of %s is outside 0..%d", i, name, dim-1)
	return e
}
