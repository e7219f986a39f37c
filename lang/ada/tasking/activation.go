package tasking

// This file holds activations: the statements of a block begin when the declarations of its tasks are elaborated.
// This is modelled where it can be seen: where these declarations read variables, or call a subprogram, which may
// fail.

import (
	"fmt"
	"go/token"
	"slices"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// visible reports whether the declarations of a task do anything that other tasks can observe.
func (l *Tasks) visible(g *types.Group) bool {
	b := g.Type.Body()
	if b == nil {
		return false
	}
	found := false
	for _, d := range b.Decl.Decls {
		found = found || d.Kind <= syntax.Subtype && l.MayFail(d.Type, b.In)
		if d.Kind != syntax.Object {
			continue
		}
		syntax.InExpr(d.Init, func(e *syntax.Expr) {
			if e.Kind != syntax.Name && e.Kind != syntax.Selected {
				return
			}
			switch ent := l.Look(e, b.In); {
			case ent == nil:
				found = found || e.Kind == syntax.Selected && syntax.LastName(e) != ""
			case ent.Kind == types.Variable:
				found = found || ent.Place != nil && ent.Place.Shared
			case ent.Kind == types.Subprogram:
				found = true
			}
		})
	}
	return found
}

// activeFlag returns the variable that becomes true when a task of the group is active.
func (l *Tasks) activeFlag(g *types.Group) string {
	if g.Active == "" {
		g.Active = l.Flag(g, "_active", "'Active")
	}
	return g.Active
}

// Activate elaborates the declarations of the current task. An exception there ends the task, and raises
// Tasking_Error in the task that waits for the activation.
func (l *Tasks) Activate(pos token.Position, declarations func()) {
	g := l.CurrentGroup()
	if g == nil || !l.visible(g) {
		declarations()
		return
	}
	at := len(l.Frames)
	l.Frames = append(l.Frames, &eval.Frame{Label: l.Task.End, Exception: l.Temp(l.ExcType(), "raised"),
		Covers: func(int64) bool { return true }})
	declarations() // may add frames of objects that are to be finalized
	l.Frames = slices.Delete(l.Frames, at, at+1)
	l.Emit(pos, "%s%s = true", l.activeFlag(g), l.Task.Self().Index())
}

// Activated emits the wait for the activation of tasks. If an activation fails, it raises Tasking_Error.
func (l *Tasks) Activated(groups []*types.Group, pos token.Position) {
	for _, g := range groups {
		if !l.visible(g) {
			continue
		}
		l.EachInstance(g, func(ref string) { l.activated(&types.TaskRef{Group: g, Code: ref}, pos) })
	}
}

// activated emits the wait for the activation of one task.
func (l *Tasks) activated(t *types.TaskRef, pos token.Position) {
	active := l.activeFlag(t.Group) + t.Index()
	l.Await(pos, fmt.Sprintf("%s || %s%s", active, l.EndedFlag(t.Group), t.Index()))
	l.Emit(pos, "if !%s {", active)
	if len(l.Abnormal(t.Group)) > 0 { // one that was aborted before may raise nothing
		l.Emit(pos, "choose {")
		l.Deferred(func() { l.Emit(pos, "skip") })
		l.Emit(pos, "} or {")
	}
	l.Raise(types.Num(l.Integer, model.TaskingError), pos, "Tasking_Error")
	if len(l.Abnormal(t.Group)) > 0 {
		l.Emit(pos, "}")
	}
	l.Emit(pos, "}")
}
