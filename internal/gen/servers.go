package gen

// This file makes servers of some tasks of a program: tasks that may wait for ever.

import "strings"

// serveAll makes servers of some tasks. Most of them get a loop at their end that waits for
// other tasks, so that they can go on from the point where they rest.
func (b *builder) serveAll() {
	for _, t := range b.tasks {
		if t.server = b.in.one(5); t.server && !t.done && b.in.n(3) > 0 {
			b.serve(t)
		}
	}
}

// serve adds a loop that waits for calls, for values, for a condition, or for one of several
// of these.
func (b *builder) serve(t *task) {
	var waits []string
	if b.is(Rendezvous) {
		for _, e := range t.entries {
			s, _ := b.head(e, "0")
			waits = append(waits, s)
		}
	}
	if b.is(Channels) {
		for _, c := range b.chans {
			waits = append(waits, "<-"+c.name)
		}
	}
	if b.is(Shared) && len(b.shared) > 0 {
		waits = append(waits, "await "+b.condition(t, 1))
		if v, ok := b.assignable(t); ok && b.is(Atomic) {
			waits = append(waits, "atomic { await "+b.condition(t, 1)+"; "+v.name+" = "+v.typ.value(b.in)+" }")
		}
	}
	if len(waits) == 0 {
		return
	}
	t.open("loop")
	first := pick(b.in, waits)
	second := pick(b.in, waits)
	selects := func(s string) bool { return !strings.HasPrefix(s, "a") || strings.HasPrefix(s, "accept") }
	switch {
	case b.is(Select) && b.in.one(2) && selects(first) && selects(second) && first != second:
		t.open("select")
		t.say("case %s:", first)
		if b.in.one(2) {
			t.say("case %s when %s:", second, b.condition(t, 1))
		} else {
			t.say("case %s:", second)
		}
		if b.in.one(3) {
			t.say("case terminate:")
		}
		t.close()
	case b.in.one(3):
		t.say("%s", first)
		b.event(t)
	default:
		t.say("%s", first)
	}
	t.close()
	t.done = true
}
