package gen

// This file has the tables of fragments, and the plain fragments: events, assignments,
// atomic blocks. A fragment is a piece of behaviour that is appended to one task, or
// pieces that fit together and are appended to several tasks.

import (
	"fmt"
	"slices"
)

// fragment adds one fragment: in three of eight times to one task, else to several.
func (b *builder) fragment() {
	if b.depth > 0 || b.in.n(8) < 3 || !b.interaction() {
		if t := b.free(nil); t != nil {
			b.local(t)
		}
	}
}

// free picks a task that can go on, other than those in not; nil if none can.
func (b *builder) free(not []*task) *task {
	var can []*task
	for _, t := range b.tasks {
		if !t.busy && !t.done && !slices.Contains(not, t) {
			can = append(can, t)
		}
	}
	if len(can) == 0 {
		return nil
	}
	return pick(b.in, can)
}

// interaction adds a fragment in which two tasks interact. It returns false if it has added none.
func (b *builder) interaction() bool {
	table := []struct {
		need Features
		add  func(x, y *task) bool
	}{
		{Rendezvous, b.rendezvous},
		{Rendezvous, b.rendezvous},
		{Rendezvous | Select, b.server},
		{Select, b.polling},
		{Channels, b.transfer},
		{Channels, b.closing},
		{Locks, b.criticals},
		{RWLocks, b.readWrite},
		{Semaphores, b.semaphore},
		{Monitors | Shared, b.monitor},
		{Shared, b.handshake},
		{Spawn, b.spawning},
		{Messages, b.traffic},
		{Messages, b.traffic},
		{Messages, b.traffic},
		{Messages, b.traffic},
		{Messages, b.traffic},
	}
	var can []func(x, y *task) bool
	for _, row := range table {
		if b.is(row.need) {
			can = append(can, row.add)
		}
	}
	if len(can) == 0 {
		return false
	}
	add := pick(b.in, can)
	x := b.free(nil)
	if x == nil {
		return false
	}
	y := b.free([]*task{x})
	return y != nil && add(x, y)
}

// local adds a fragment to one task; blocks hold further ones.
func (b *builder) local(t *task) {
	table := []struct {
		need Features
		add  func(t *task)
	}{
		{0, b.event},
		{0, b.event},
		{0, b.assignment},
		{0, b.assignment},
		{0, func(t *task) { t.say("skip") }},
		{0, b.variableHere},
		{Atomic, b.atomic},
		{Control, b.ifElse},
		{Control, b.loops},
		{Choice, b.choose},
		{Procs, b.procedure},
		{Control, b.stop},
		{Faults, b.assertion},
		{Locks, b.critical},
		{Messages, b.posting},
		{Messages, b.posting},
		{Messages, b.posting},
		{Messages, b.startMail},
	}
	var can []func(*task)
	for _, row := range table {
		if b.is(row.need) {
			can = append(can, row.add)
		}
	}
	pick(b.in, can)(t)
}

// inside adds one or two small fragments, at least one statement, to the block that is open in t.
func (b *builder) inside(t *task) {
	before, names := len(t.body), len(t.scope)
	if b.depth < 2 {
		b.depth++
		was := t.busy
		t.busy = true
		for range 1 + b.in.n(4)/3 {
			b.local(t)
		}
		t.busy = was
		b.depth--
	} else {
		b.event(t)
	}
	if len(t.body) == before {
		t.say("skip")
	}
	t.scope = t.scope[:names]
}

// scoped is inside with more variables visible.
func (b *builder) scoped(t *task, vars ...variable) {
	n := len(t.scope)
	t.scope = append(t.scope, vars...)
	b.inside(t)
	t.scope = t.scope[:n]
}

// eventNames are the names of events, which may get a number and arguments.
var eventNames = []string{"a", "b", "c", "d"}

// event is an event, perhaps with an argument.
func (b *builder) event(t *task) { t.say("event %s", b.eventText(t)) }

// eventText returns the name and arguments of an event.
func (b *builder) eventText(t *task) string {
	name := pick(b.in, eventNames)
	switch b.in.n(7) {
	case 4:
		return fmt.Sprintf("%s1(%d)", name, b.in.n(2))
	case 5:
		for _, v := range b.visible(t, 'r') {
			if v.size == 0 {
				return fmt.Sprintf("%s2(%s, %d)", name, v.name, b.in.n(2))
			}
		}
	case 6:
		var args []string
		for _, v := range b.visible(t, 0) {
			if v.size == 0 {
				args = append(args, v.name)
			}
		}
		if t.family {
			args = append(args, "self", "1 - i")
		}
		if len(args) > 0 {
			return fmt.Sprintf("%s1(%s)", name, pick(b.in, args))
		}
	}
	return name
}

// variableHere declares a variable where a statement goes; it starts anew each
// time that the declaration is reached.
func (b *builder) variableHere(t *task) {
	v := variable{name: b.fresh("u"), typ: b.typ()}
	init := b.value(t, v.typ)
	if b.is(Choice) && b.in.one(6) {
		init = "any"
	}
	t.say("var %s %s = %s", v.name, v.typ, init)
	t.scope = append(slices.Clip(t.scope), v)
	b.event(t)
}

// assignment stores a value somewhere.
func (b *builder) assignment(t *task) {
	var can []variable
	for _, v := range b.visible(t, 0) {
		if !v.ro {
			can = append(can, v)
		}
	}
	if len(can) == 0 {
		b.event(t)
		return
	}
	v := pick(b.in, can)
	b.assign(t, v)
}

// assign stores a value in v.
func (b *builder) assign(t *task, v variable) {
	if b.is(Choice) && b.in.one(6) {
		t.say("%s = any", b.place(t, v))
		return
	}
	t.say("%s = %s", b.place(t, v), b.value(t, v.typ))
}

// atomic is an atomic block.
func (b *builder) atomic(t *task) {
	t.open("atomic")
	if b.in.one(5) {
		t.say("await %s", b.condition(t, 1))
	}
	b.event(t)
	for range 1 + b.in.n(2) {
		k := 3
		if b.is(Messages) && !t.inProc {
			k = 4
		}
		switch b.in.n(k) {
		case 0:
			b.assignment(t)
		case 1:
			b.event(t)
		case 3:
			b.posting(t)
		case 2:
			t.open("if %s", b.condition(t, 1))
			b.assignment(t)
			if b.in.one(2) {
				t.also("else")
				b.event(t)
			}
			t.close()
		}
	}
	t.close()
}

// assertion adds an assertion that may fail. Often it fails only if another task writes the
// variable in between.
func (b *builder) assertion(t *task) {
	v, ok := b.assignable(t)
	if !ok || b.in.one(5) {
		t.say("assert %s", b.condition(t, 1))
		return
	}
	value := v.typ.value(b.in)
	t.say("%s = %s", v.name, value)
	t.say("assert %s == %s", v.name, value)
}
