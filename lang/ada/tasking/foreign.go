package tasking

// This file holds barriers that read variables outside of their object. Ada looks at a barrier when a call comes and
// behind each protected action, and not when such a variable changes (RM 9.5.3).

import (
	"strings"

	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// foreign reports whether the barrier of an entry reads variables outside of its object.
func (l *Tasks) foreign(m *monitor, op *types.Operation) bool {
	if op.Body == nil || op.Body.Barrier == nil || op.Spec.Family != nil {
		return false
	}
	key := "foreign " + op.Body.Pos.String()
	if known, ok := l.Counts[key]; ok {
		return known
	}
	l.Counts[key] = false // of a function that calls itself
	found := false
	look := func(e *syntax.Expr) {
		if e.Kind != syntax.Name {
			return
		}
		ent := l.Look(e, m.sc)
		switch {
		case ent == nil:
		case ent.Kind == types.Variable && ent.Place != nil:
			own := strings.HasPrefix(ent.Place.Base+"_", m.p.Base+"_")
			found = found || !own && ent.Place.Type != nil && ent.Place.Type.Kind != types.TaskType
		case ent.Kind == types.Subprogram && ent.Body != nil && ent.Body != op.Body:
			syntax.Everywhere(ent.Body, func(x *syntax.Expr) {
				if v := l.Look(x, m.sc); x.Kind == syntax.Name && v != nil && v.Kind == types.Variable &&
					v.Place != nil {
					found = found || !strings.HasPrefix(v.Place.Base+"_", m.p.Base+"_")
				}
			})
		}
	}
	syntax.InExpr(op.Body.Barrier, look)
	l.Counts[key] = found
	return found
}

// opened returns the place that says whether the barrier of an entry was open when it was last evaluated.
func (l *Tasks) opened(m *monitor, op *types.Operation) *types.Place {
	return l.PlacePart(m.p, m.p.Type.Field(op.Name+types.OpenSuffix))
}

// refresh evaluates the barriers again at the end of a protected action that may have changed them.
func (l *Tasks) refresh(m *monitor, e *syntax.Expr) {
	for _, d := range syntax.Members(m.p.Type.Decl) {
		if d.Kind != syntax.Entry {
			continue
		}
		if op := l.Operation(m.p, d.Name); l.foreign(m, op) {
			if b, ok := l.barrier(m, op, types.Value{}, e); ok {
				l.Put(l.opened(m, op), b, e)
			}
		}
	}
}
