package ada

// This file orders what happens before the statements of the main procedure. Declarations are computed. That is right
// while nothing else has changed what they use. Behind statements of packages, and beside tasks of packages, they are
// executed by the main task instead.

import (
	"flavers/lang/ada/effects"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// order is what may have been executed in front of the declaration that is elaborated.
type order struct {
	earlier effects.Touched // statements, and declarations that are executed
	started effects.Touched // tasks of packages in the main procedure, which the model starts later
	touched map[*syntax.Expr]effects.Touched
}

// executes notes that the main task executes part x of the program where it stands, so that declarations behind it
// may not be computed before.
func (l *lowerer) executes(x any) { l.order.earlier.Join(l.effects.Touch(x)) }

// starts notes that the task groups from index from on belong to packages: they may run beside the declarations
// that follow.
func (l *lowerer) starts(from int) {
	for _, g := range l.Groups[from:] {
		u := l.effects.Touch(&syntax.Expr{Kind: syntax.Name, Text: g.Type.Decl.Name})
		l.order.earlier.Join(u)
		if l.Late {
			l.order.started.Join(u)
		}
	}
}

// touch returns what an initial value reads, changes and calls.
func (l *lowerer) touch(x *syntax.Expr) effects.Touched {
	u, ok := l.order.touched[x]
	if !ok {
		u = l.effects.Touch(x)
		if l.order.touched == nil {
			l.order.touched = map[*syntax.Expr]effects.Touched{}
		}
		l.order.touched[x] = u
	}
	return u
}

// Defers reports whether an initial value is computed when the program runs. That is so if it calls an operation
// of a protected object, or if it depends on something that is executed before, or the other way round.
func (l *lowerer) Defers(x *syntax.Expr) bool {
	if x == nil || l.Elaborating == 0 || len(l.Results) > 0 || l.Hushed > 0 {
		return false
	}
	u := l.touch(x)
	return u.Tasking || l.order.earlier.Before(u)
}

// Defer notes that the initial value x of place p is computed when the program runs.
func (l *lowerer) Defer(p *types.Place, x *syntax.Expr) {
	u := l.touch(x)
	if l.order.started.Before(u) {
		l.Note(model.Activation, x.Pos, "what %s has at first is computed before the tasks of packages are active", p.Shown)
	}
	l.order.earlier.Join(u)
	if p.Root != "" {
		l.order.earlier.Join(effects.Touched{Changed: map[string]bool{p.Root: true}, Names: map[string]bool{p.Root: true}})
	}
}

// Acts reports whether a part of the program may change a variable, or use a task or a protected object.
func (l *lowerer) Acts(x any) bool { return l.effects.Acts(x) }

// Stale reports whether a variable may have lost the value that it was declared with.
func (l *lowerer) Stale(p *types.Place) bool {
	return p.Root != "" && (l.order.earlier.All || l.order.earlier.Changed[p.Root])
}
