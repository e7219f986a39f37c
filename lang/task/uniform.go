package task

import (
	"fmt"
	"go/token"

	"flavers/lang/symbols"
)

// This file decides whether the programs of a text, one for each value of a constant, differ in the number of
// interchangeable tasks only. Samples cannot show that: "if i == 7" looks alike for 5 and for 6 tasks.

// Use is a place where a program depends on a constant, or on which member of a family a task is, in another way than
// by the number of tasks.
type Use struct {
	Pos    token.Position
	Reason string
}

func (u *Use) Error() string { return u.Reason }

// Uniform reports whether a program is uniform in a constant N (docs/theory.md, "Every number of tasks"). Of the
// program as it is resolved, these four must be true:
//
//  1. N is named only in the bound of task families, task a[i in 0..N-1], which are the families that grow.
//  2. The index of a family that grows is named only as an argument of an event.
//  3. The name of a family that grows is named nowhere, so that no statement chooses one of its tasks.
//  4. self stands in no family that grows, and in no procedure of the program.
//
// Then all tasks of such a family have one automaton, and only names of events tell them apart. The error is a *Use,
// the first place in the text that says otherwise, or says that there is no such constant or no such family, or that
// the program has errors.
//
// May err towards: not uniform.
func Uniform(file string, src []byte, constant string) error {
	if len(src) > maxSource {
		return fmt.Errorf("the program is too large")
	}
	r := &reporter{src: newSource(file, src)}
	t := parse(r)
	n := newNames(&symbols.Index{}, r.src, t)
	resolveNaming(r, t, nil, n)
	if r.list.HasErrors() {
		return fmt.Errorf("the program has errors")
	}
	for _, c := range t.consts {
		if c.name == constant {
			u := &uniform{names: n, constant: c, indices: map[span]*taskDecl{}, families: map[span]*taskDecl{}}
			return u.judge(t)
		}
	}
	return fmt.Errorf("the program has no constant %s", constant)
}

// uniform is what is known of a program while it is judged.
type uniform struct {
	*names
	constant *constDecl
	bounds   map[span]bool      // where the constant is the bound of a family
	indices  map[span]*taskDecl // the families that grow, by where their index is declared
	families map[span]*taskDecl // the same, by where they are declared
	first    *span              // the first place that is against it
	reason   string
}

// judge is Uniform of a tree without errors.
func (u *uniform) judge(t *tree) error {
	u.bounds = map[span]bool{}
	for _, d := range t.tasks {
		if at, ok := u.bound(d); ok {
			u.bounds[at], u.indices[d.index.span], u.families[d.ident.span] = true, d, d
		}
	}
	if len(u.families) == 0 {
		if u.constantUses(); u.first == nil {
			return fmt.Errorf("%s is not the number of tasks of any family", u.constant.name)
		}
	}
	u.constantUses()
	for _, x := range u.pending {
		if d := u.indices[x.decl]; d != nil && x.at != x.decl && !u.arguments[x.at] {
			u.against(x.at, d.index.name+" is used for more than the arguments of events")
		}
		if d := u.families[x.decl]; d != nil && x.at != x.decl {
			u.against(x.at, "a statement chooses a task of "+d.name)
		}
	}
	for _, at := range u.selves {
		if u.grows(t, at) {
			u.against(at, "a task uses which of its family it is")
		}
	}
	if u.first == nil {
		return nil
	}
	return &Use{u.src.position(u.first.at), u.reason}
}

// constantUses looks at all uses of the constant.
func (u *uniform) constantUses() {
	name := u.constant.name
	for _, x := range u.pending {
		if x.decl == u.constant.span && x.at != x.decl && !u.bounds[x.at] {
			u.against(x.at, fmt.Sprintf("%s is used for more than the number of tasks, as in task name[i in 0..%s-1]", name, name))
		}
	}
}

// bound returns the place of the constant in the head of a family of tasks a[i in 0..N-1].
func (u *uniform) bound(d *taskDecl) (span, bool) {
	lo, isNumber := d.lo.(*intLit)
	hi, isBinary := d.hi.(*binaryExpr)
	if d.what != "task" || !isNumber || lo.value != 0 || !isBinary || hi.op != "-" {
		return span{}, false
	}
	x, isName := hi.x.(*nameExpr)
	one, isOne := hi.y.(*intLit)
	if !isName || !isOne || one.value != 1 || x.sym == nil || x.sym.con != u.constant {
		return span{}, false
	}
	return x.span, true
}

// grows reports whether a place is in a family that grows, or in a procedure that any task may execute.
func (u *uniform) grows(t *tree, at span) bool {
	in := func(s span) bool { return s.at <= at.at && at.at < s.end }
	for _, d := range u.families {
		if in(d.extent) {
			return true
		}
	}
	for _, p := range t.procs {
		if in(p.extent) {
			return true
		}
	}
	return false
}

// against notes a place that is against uniformity; the first one in the text is kept.
func (u *uniform) against(at span, why string) {
	if u.first == nil || at.at < u.first.at {
		u.first, u.reason = &at, why
	}
}
