package ada

// This file elaborates library units, and lowers the main procedure with all tasks.

import (
	"go/token"
	"slices"
	"strings"

	"flavers/lang/ada/closure"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Unit elaborates a library unit and returns its entity, or nil if there is no unit of this name.
func (l *lowerer) Unit(name string, sc *types.Scope) *types.Entity {
	name = syntax.Fold(name)
	if u := l.units[name]; u != nil {
		return l.elaborate(u)
	}
	if (closure.IsLibrary(name) || l.broken[name]) && !strings.Contains(name, ".") {
		return &types.Entity{Kind: types.Library, Name: name, In: l.Global}
	}
	return nil
}

// elaborate elaborates a library unit before all others that name it: the units in its with clauses come first.
func (l *lowerer) elaborate(u *unit) *types.Entity {
	if u.begun {
		return u.ent
	}
	u.begun = true
	parent := l.Global
	if i := strings.LastIndexByte(u.name, '.'); i >= 0 {
		if p := l.Unit(u.name[:i], l.Global); p != nil && p.Scope != nil {
			parent = p.Scope
		}
	}
	task, out, frames, late, packaged := l.Task, l.Out, l.Frames, l.Late, l.packaged
	l.Task, l.Out, l.Frames, l.Late, l.packaged = nil, new([]model.Line), nil, false, 0
	l.Elaborating++
	defer func() {
		l.Elaborating--
		l.Task, l.Out, l.Frames, l.Late, l.packaged = task, out, frames, late, packaged
	}()
	in := types.NewScope(parent)
	in.Shared = true
	context := func(x *syntax.Unit) {
		if x != nil {
			l.Declarations(x.Context, in)
		}
	}
	context(u.spec)
	context(u.body)
	if x := u.spec; x != nil {
		d := x.Decl
		switch d.Kind {
		case syntax.PackageSpec:
			u.ent = &types.Entity{Kind: types.PackageEntity, Name: d.Name, Decl: d, Scope: types.NewScope(in),
				In: l.Global}
			u.ent.Scope.Shared = true
			in.Names[syntax.Fold(syntax.Short(d.Name))] = []*types.Entity{u.ent}
			for _, w := range append(x.Withs, withsOf(u.body)...) {
				l.Unit(syntax.Path(w), in)
			}
			groups := len(l.Groups)
			l.Declarations(d.Decls, u.ent.Scope)
			l.Declarations(d.Private, u.ent.Scope)
			l.starts(groups)
			if u.body != nil {
				l.packageBody(u.body.Decl, u.ent.Scope)
			}
			return u.ent
		default:
			c := *d
			l.declaration(&c, in)
			u.ent = in.Own(d.Name)
		}
	}
	if x := u.body; x != nil {
		for _, w := range x.Withs {
			l.Unit(syntax.Path(w), in)
		}
		l.declaration(x.Decl, in)
		if u.ent == nil {
			u.ent = in.Own(x.Decl.Name)
		}
	}
	return u.ent
}

func withsOf(u *syntax.Unit) []*syntax.Expr {
	if u == nil {
		return nil
	}
	return u.Withs
}

// separate returns the body that a stub stands for, or nil if it is missing.
func (l *lowerer) separate(d *syntax.Decl, sc *types.Scope) *syntax.Decl {
	for name, u := range l.units {
		if u.body != nil && u.body.Separate != nil && strings.HasSuffix(name, "."+syntax.Fold(d.Name)) {
			for _, w := range u.body.Withs {
				l.Unit(syntax.Path(w), l.Global)
			}
			return u.body.Decl
		}
	}
	return nil
}

// program lowers the main procedure and all tasks. It returns the name of the program.
func (l *lowerer) program(main *unit) string {
	d := main.body.Decl
	in := l.elaborateMain(main)
	if l.Diags.HasErrors() {
		return d.Name
	}
	if len(l.Anywhere()) > 0 {
		l.Prologue = slices.Insert(l.Prologue, 0, l.StartAnywhere)
	}
	r := &types.Running{Name: l.Unique(d.Name), End: l.Unique("end_" + d.Name)}
	l.Shown[r.Name] = model.Shown{Text: d.Name}
	l.Word(d.Name)
	l.Task, l.Mode = r, true
	l.Factor, l.Many = 1, false
	lines := l.mainTask(d, in)
	l.otherTasks()
	lines = append(l.unreached(lines), lines...)
	if len(lines) > 0 || len(l.Groups) == 0 { // a program needs a task
		l.writeMain(r, lines, d.Pos)
	}
	return d.Name
}

// elaborateMain elaborates the units that the main procedure names, and its declarations. It returns the scope of its
// statements.
func (l *lowerer) elaborateMain(main *unit) *types.Scope {
	d := main.body.Decl
	main.begun = true
	l.Elaborating++
	sc := types.NewScope(l.Global)
	sc.Shared = true
	for _, w := range append(withsOf(main.spec), main.body.Withs...) {
		l.Unit(syntax.Path(w), sc)
	}
	l.Declarations(main.body.Context, sc)
	self := &types.Entity{Kind: types.Subprogram, Name: d.Name, Decl: d}
	sc.Add(self)
	in := types.NewScope(sc)
	in.Shared = true
	self.Scope = in
	l.Late, l.packaged = true, 0
	l.declarationsOf(d.Decls, d.Body, d.Handlers, in)
	l.Late = false
	l.Elaborating--
	return in
}

// mainTask lowers the statements of the main procedure. The statements of packages, and the declarations that
// could not be computed, come first (Prologue). Tasks that the main procedure declares wait until these are
// executed.
func (l *lowerer) mainTask(d *syntax.Decl, in *types.Scope) []model.Line {
	lines := l.Capture(func() {
		for _, f := range l.Prologue {
			f()
		}
		if len(l.Prologue) > 0 {
			l.Emit(d.Pos, "elaborated_ = true")
		}
		groups := slices.DeleteFunc(slices.Clone(l.Groups), func(g *types.Group) bool { return g.Nested || g.Pool })
		l.Before = func() { l.Activated(groups, d.Pos) }
		l.finish(d.Pos, func() { l.HandledBody(d.Body, d.Handlers, in, d.Pos) })
	})
	if len(l.Prologue) > 0 {
		l.Vars = append(l.Vars, &model.Storage{Name: "elaborated_", Type: l.Boolean,
			Init: func() string { return "" }})
		l.Shown["elaborated_"] = model.Shown{Text: "elaborated"}
	}
	return lines
}

// otherTasks lowers all tasks but the main one. The body of a task may declare further tasks, and its allocators
// decide how many tasks a pool has. So the list grows while it is visited, and pools come when all others are
// lowered; the body of a task in a pool may again need other groups and pools.
func (l *lowerer) otherTasks() {
	for i := 0; i < len(l.Groups) && !l.Stopped; i++ {
		if !l.Groups[i].Done && !l.Groups[i].Pool {
			l.LowerTask(l.Groups[i])
		}
		if i < len(l.Groups)-1 {
			continue
		}
		for k := 0; k < len(l.Groups); k++ {
			if g := l.Groups[k]; g.Pool && !g.Done && (g.Hi >= 0 || g.Named) {
				g.Hi = max(g.Hi, 0) // without an allocator, one that is never started
				l.LowerTask(g)
			}
		}
	}
}

// writeMain writes the main task with its lines.
func (l *lowerer) writeMain(r *types.Running, lines []model.Line, pos token.Position) {
	add := func(text string) { l.Replies = append(l.Replies, model.Line{Text: text, Pos: pos}) }
	add("task " + r.Name + " {")
	add("\x01" + r.Name) // its variables
	wrap := model.Mentions(lines, "break "+r.End)
	if wrap {
		add(r.End + ": loop {")
	}
	l.Replies = append(l.Replies, lines...)
	if wrap {
		if !model.Leaves(lines) {
			add("break " + r.End)
		}
		add("}")
	}
	if len(lines) == 0 {
		add("skip")
	}
	add("}")
}
