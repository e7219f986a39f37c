package gen

// This file has the fragments of control flow: branches, loops, choices, procedures.

import (
	"fmt"
	"strings"
)

// ifElse is a branch.
func (b *builder) ifElse(t *task) {
	t.open("if %s", b.condition(t, 1))
	b.inside(t)
	switch b.in.n(4) {
	case 2:
		t.also("else")
		b.inside(t)
	case 3:
		t.also("else if " + b.condition(t, 0))
		b.inside(t)
		t.also("else")
		b.inside(t)
	}
	t.close()
}

// loops is a loop of any form. Loops other than for may be endless, but each has a way out,
// unless its condition never becomes true.
func (b *builder) loops(t *task) {
	if b.depth > 1 {
		b.event(t)
		return
	}
	t.loops++
	defer func() { t.loops-- }()
	switch b.in.n(5) {
	case 0:
		j := b.fresh("j")
		t.open("for %s in 0..1", j)
		b.scoped(t, variable{name: j, typ: typ{kind: 'r', hi: 1}, ro: true, con: true})
		if b.in.one(3) {
			t.open("if %s", b.condition(t, 0))
			t.say("%s", pick(b.in, []string{"break", "continue"}))
			t.close()
			b.event(t)
		}
		t.close()
	case 1:
		v, ok := b.assignable(t)
		if !ok || b.in.one(5) {
			t.open("while %s", b.condition(t, 1))
			b.inside(t)
			b.assignment(t)
			t.close()
			return
		}
		value := v.typ.value(b.in) // usually once around
		t.open("while %s != %s", v.name, value)
		b.inside(t)
		if b.in.one(4) {
			b.assign(t, v)
		} else {
			t.say("%s = %s", v.name, value)
		}
		t.close()
	case 2:
		t.open("loop")
		b.inside(t)
		v, ok := b.assignable(t)
		if ok && b.in.n(5) < 4 {
			value := v.typ.value(b.in)
			t.open("if %s == %s", v.name, value)
			t.say("break")
			t.close()
			t.say("%s = %s", v.name, value)
		} else {
			t.open("if %s", b.condition(t, 1))
			t.say("break")
			t.close()
			b.assignment(t)
		}
		t.close()
	case 3: // nested loops; a jump leaves or repeats the outer one
		label := b.fresh("outer")
		t.open("%s: loop", label)
		b.event(t)
		t.open("while %s", b.condition(t, 0))
		b.assignment(t)
		t.open("if %s", b.condition(t, 0))
		t.say("%s %s", pick(b.in, []string{"break", "continue"}), label)
		t.close()
		b.event(t)
		t.close()
		t.open("if %s", b.condition(t, 0))
		t.say("break")
		t.close()
		t.close()
	case 4: // the way out is a choice
		if !b.is(Choice) {
			b.event(t)
			return
		}
		t.open("loop")
		t.open("choose")
		b.inside(t)
		t.also("or")
		t.say("break")
		t.close()
		t.close()
	}
}

// assignable returns a scalar that t can assign, and whether there is one.
func (b *builder) assignable(t *task) (variable, bool) {
	var can []variable
	for _, v := range b.visible(t, 0) {
		if !v.ro && v.size == 0 {
			can = append(can, v)
		}
	}
	if len(can) == 0 {
		return variable{}, false
	}
	return pick(b.in, can), true
}

// choose is a nondeterministic choice.
func (b *builder) choose(t *task) {
	t.open("choose")
	for k := range 2 + b.in.n(4)/3 {
		if k > 0 {
			t.also("or")
		}
		b.inside(t)
	}
	t.close()
}

// stop ends a task early, perhaps.
func (b *builder) stop(t *task) {
	if t.inProc { // what a procedure may stop is the caller; keep it simple
		b.event(t)
		return
	}
	t.open("if %s", b.condition(t, 1))
	t.say("stop")
	t.close()
}

// proc is a procedure.
type proc struct {
	name   string
	params []variable
}

// procedure calls a procedure, a known one or a new one.
func (b *builder) procedure(t *task) {
	if t.inProc || len(b.known) == 0 && b.depth > 1 {
		b.event(t)
		return
	}
	if len(b.known) == 0 || b.in.one(3) && b.depth < 2 {
		b.declareProc()
	}
	p := pick(b.in, b.known)
	args := make([]string, len(p.params))
	for i, q := range p.params {
		args[i] = b.value(t, q.typ)
	}
	t.say("%s(%s)", p.name, strings.Join(args, ", "))
}

// declareProc writes a procedure, which can use its parameters and shared variables.
func (b *builder) declareProc() {
	body := &task{name: b.fresh("p"), indent: 1, inProc: true, count: 1}
	p := proc{name: body.name}
	for range b.in.n(3) {
		p.params = append(p.params, variable{name: b.fresh("q"), typ: b.typ(), ro: true, con: true})
	}
	body.scope = p.params
	b.depth++
	b.event(body)
	b.local(body)
	if b.in.one(3) {
		body.open("if %s", b.condition(body, 0))
		body.say("return")
		body.close()
		b.local(body)
	}
	b.depth--
	text := fmt.Sprintf("\nproc %s(%s) {\n%s\n}", p.name, declared(p.params), strings.Join(body.body, "\n"))
	b.procs = append(b.procs, text)
	b.known = append(b.known, p)
}
