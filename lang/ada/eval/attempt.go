package eval

// This file takes back what was computed before the tasks run. A value is computed there only if it is certain what its
// evaluation does: which subprograms it calls, and what these assign to which variables.
//
//	B : Boolean := Random (G) > 0.5 and then Set;     is executed by the main task, as it is not known whether
//	                                                   Set is called
//
// Lemma 18.15 has the proof.

import (
	"slices"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// change is the value that a place had before it got another one.
type change struct {
	place *types.Stored
	was   types.Stored
}

// changing records that a place gets another value while the program is elaborated.
func (l *Evaluator) changing(s *types.Stored) {
	if s != nil {
		l.changes = append(l.changes, change{s, *s})
	}
}

// Mark is a point of the elaboration to go back to.
type Mark struct {
	changes, prologue, groups int
	objects                   int64 // how many objects executed subprograms have declared
}

func (l *Evaluator) mark() Mark {
	return Mark{len(l.changes), len(l.Prologue), len(l.Groups), l.objects}
}

// Undo gives all places the values that they had at a mark.
func (l *Evaluator) Undo(m Mark) {
	for i := len(l.changes) - 1; i >= m.changes; i-- {
		*l.changes[i].place = l.changes[i].was
	}
	l.changes, l.Prologue = l.changes[:m.changes], l.Prologue[:m.prologue]
	declared := func(g *types.Group) bool { return !g.Pool } // pools stay, as the heaps that they belong to
	l.Groups = append(l.Groups[:m.groups], slices.DeleteFunc(slices.Clone(l.Groups[m.groups:]), declared)...)
}

// acted reports whether an object that existed at a mark may have another value now, or whether something is to be
// executed when the tasks run.
func (l *Evaluator) acted(m Mark) bool {
	for _, c := range l.changes[m.changes:] {
		if c.place.Born <= m.objects {
			return true
		}
	}
	return len(l.Prologue) > m.prologue
}

// Inner marks the value of an object that an executed subprogram declares.
func (l *Evaluator) Inner(s *types.Stored) *types.Stored {
	l.objects++
	s.Bear(l.objects)
	return s
}

// perhaps evaluates what is executed or not. In front of the tasks, where nothing is chosen, it must do nothing.
func (l *Evaluator) perhaps(e *syntax.Expr, f func() types.Value) (v types.Value, lines []model.Line) {
	out, m := l.Out, l.mark()
	l.Out = &lines
	v = f()
	l.Out = out
	if l.Elaborating > 0 && (len(lines) > 0 || l.acted(m)) {
		l.unsure(e)
		lines = nil
	}
	return v, lines
}

func (l *Evaluator) unsure(e *syntax.Expr) {
	l.Failed(e.Pos, "whether this is executed before the program runs is not known")
}

// Attempt computes what an initial value does before the tasks run. If that is not certain, it changes nothing, and
// returns false: then the main task executes it. Within a subprogram that is executed, the declaration that calls it
// decides.
func (l *Evaluator) Attempt(f func()) bool {
	if l.Elaborating == 0 || l.Hushed > 0 || len(l.Results) > 0 || l.attempting {
		f()
		return true
	}
	m := l.mark()
	l.attempting = true
	lines, keep := l.Tentative(f, model.NotStatic)
	l.attempting = false
	if keep == nil || len(lines) > 0 {
		l.Undo(m)
		return false
	}
	keep()
	return true
}

// Begin forgets what was computed before: nothing takes it back any more.
func (l *Evaluator) Begin() Mark {
	if l.Elaborating > 0 && l.Hushed == 0 && len(l.Results) == 0 && !l.attempting {
		l.changes = l.changes[:0]
	}
	return l.mark()
}

// Early is the value of an expression, if it is certain what computing it does before the tasks run. If not, its reason
// is Later.
func (l *Evaluator) Early(x *syntax.Expr, sc *types.Scope, t *types.Type) types.Value {
	var v types.Value
	if !l.Attempt(func() {
		if v = l.Expr(x, sc, t); v.Unknown && v.Why == Later {
			l.unsure(x)
		}
	}) {
		return types.AnyOf(t, Later)
	}
	return v
}

// unfollowed says that what a part of an expression does is not followed.
func (l *Evaluator) unfollowed(e *syntax.Expr, parts ...*syntax.Expr) {
	for _, x := range parts {
		switch {
		case x == nil || l.Hushed > 0 || !l.Context.Acts(x):
		case l.Elaborating > 0:
			l.unsure(e)
		default:
			l.Note(model.MayWait, e.Pos, "what is called in this expression is not followed")
			l.Emit(e.Pos, "skip")
		}
	}
}
