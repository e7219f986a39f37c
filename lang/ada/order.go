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

// executes tells that a part of the program is executed by the main task where it stands.
func (l *lowerer) executes(x any) { l.order.earlier.Join(l.effects.Touch(x)) }

// starts tells that packages have tasks: the groups from a number on.
func (l *lowerer) starts(from int) {
	for _, g := range l.Groups[from:] {
		u := l.effects.Touch(&syntax.Expr{Kind: syntax.Name, Text: g.Type.Decl.Name})
		l.order.earlier.Join(u)
		if l.Late {
			l.order.started.Join(u)
		}
	}
}

// touch is what an initial value uses.
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

// Defers reports whether an initial value is computed when the program runs: it calls an operation of a protected
// object, or what is executed before may change what it uses, or uses what it changes.
func (l *lowerer) Defers(x *syntax.Expr) bool {
	if x == nil || l.Elaborating == 0 || len(l.Results) > 0 || l.Hushed > 0 {
		return false
	}
	u := l.touch(x)
	return u.Tasking || l.order.earlier.Before(u)
}

// Defer tells that the initial value of a place is computed when the program runs.
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

// Stale reports whether the value that a variable had where it was declared may not be its value any more.
func (l *lowerer) Stale(p *types.Place) bool {
	return p.Root != "" && (l.order.earlier.All || l.order.earlier.Changed[p.Root])
}
