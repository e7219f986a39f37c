package gen

// Fragments with channels, locks, semaphores, monitors and dynamic tasks.

import (
	"fmt"
	"strings"
)

type channel struct {
	name string
	typ  typ
	cap  int
}

// channel decides on a channel, an old or a new one.
func (b *builder) channel() channel {
	if len(b.chans) > 0 && (len(b.chans) == 2 || b.in.one(2)) {
		return pick(b.in, b.chans)
	}
	c := b.newChannel()
	b.chans = append(b.chans, c)
	return c
}

func (b *builder) newChannel() channel {
	c := channel{name: b.fresh("c"), typ: b.typ(), cap: b.in.n(3)}
	size := ""
	if c.cap > 0 {
		size = fmt.Sprintf("[%d]", c.cap)
	}
	b.decls = append(b.decls, fmt.Sprintf("chan %s%s %s", c.name, size, c.typ))
	return c
}

// receive returns the text of a receive by t, into a variable if there is one.
func (b *builder) receive(t *task, c channel) string {
	var can []variable
	for _, v := range b.visible(t, c.typ.kind) {
		if !v.ro && (v.typ == c.typ || b.is(Faults)) {
			can = append(can, v)
		}
	}
	if len(can) == 0 || b.in.one(4) {
		return "<-" + c.name
	}
	return b.place(t, pick(b.in, can)) + " = <-" + c.name
}

// transfer sends from x to y, once for every pair of instances.
func (b *builder) transfer(x, y *task) bool {
	c := b.channel()
	for range y.count {
		x.say("%s <- %s", c.name, b.value(x, c.typ))
	}
	for range x.count {
		if !b.wrong(25) {
			y.say("%s", b.receive(y, c))
		}
	}
	return true
}

// closing sends on a channel of its own, closes it and receives more than was
// sent.
func (b *builder) closing(x, y *task) bool {
	if x.count > 1 && !b.wrong(2) {
		return false
	}
	c := b.newChannel()
	sent := b.in.n(2)
	for range sent {
		x.say("%s <- %s", c.name, b.value(x, c.typ))
	}
	x.say("close %s", c.name)
	if b.wrong(8) {
		x.say(pick(b.in, []string{"close %s", "%s <- any"}), c.name)
		x.body[len(x.body)-1] = strings.Replace(x.body[len(x.body)-1], "any", c.typ.value(b.in), 1)
	}
	for range sent + b.in.n(2) {
		y.say("%s", b.receive(y, c))
	}
	return true
}

// lock decides on a lock: one of at most two, or an element of an array.
func (b *builder) lock(t *task) string {
	if len(b.locks) == 0 || len(b.locks) < 3 && b.in.one(3) {
		name := b.fresh("m")
		if b.is(Arrays) && b.in.one(3) {
			b.decls = append(b.decls, "lock "+name+"[2]")
			b.locks = append(b.locks, name+"[0]", name+"[1]")
		} else {
			b.decls = append(b.decls, "lock "+name)
			b.locks = append(b.locks, name)
		}
	}
	m := pick(b.in, b.locks)
	if array, ok := strings.CutSuffix(m, "[1]"); ok {
		if t.family {
			return array + pick(b.in, []string{"[i]", "[(i + 1) % 2]"})
		}
		if b.wrong(3) {
			return fmt.Sprintf("%s[%s]", array, b.value(t, typ{kind: 'r', hi: 1}))
		}
	}
	return m
}

// critical is a section under a lock.
func (b *builder) critical(t *task) { b.section(t, "lock", "unlock", b.lock(t)) }

func (b *builder) section(t *task, in, out, m string) {
	t.say("%s %s", in, m)
	b.inside(t)
	if !b.wrong(25) {
		t.say("%s %s", out, m)
	}
}

// criticals is a section in each of two tasks, perhaps one in another.
func (b *builder) criticals(x, y *task) bool {
	b.critical(x)
	b.critical(y)
	return true
}

// readWrite is a reader and a writer.
func (b *builder) readWrite(x, y *task) bool {
	if len(b.rws) == 0 {
		b.rws = append(b.rws, b.fresh("rw"))
		b.decls = append(b.decls, "lock "+b.rws[0])
	}
	m := b.rws[0]
	b.section(x, "rlock", "runlock", m)
	if b.in.one(4) {
		b.section(y, "rlock", "runlock", m)
	} else {
		b.section(y, "lock", "unlock", m)
	}
	return true
}

// semaphore is mutual exclusion, or a signal.
func (b *builder) semaphore(x, y *task) bool {
	s := b.fresh("s")
	if b.in.n(2) == 0 {
		b.decls = append(b.decls, fmt.Sprintf("sem %s = 1", s))
		b.section(x, "acquire", "release", s)
		b.section(y, "acquire", "release", s)
		return true
	}
	b.decls = append(b.decls, "sem "+s+" = 0")
	for range y.count {
		x.say("release %s", s)
	}
	for range x.count {
		y.say("acquire %s", s)
	}
	return true
}

// flag returns a shared scalar, and a value that it takes.
func (b *builder) flag() (variable, string) {
	for _, v := range b.shared {
		if v.size == 0 && v.typ.kind != 'w' {
			return v, v.typ.value(b.in)
		}
	}
	v := variable{name: b.fresh("x"), typ: typ{kind: 'b'}}
	b.decls = append(b.decls, "shared "+v.name+" bool")
	b.shared = append(b.shared, v)
	return v, "true"
}

// monitor lets y wait for what x does.
func (b *builder) monitor(x, y *task) bool {
	v, value := b.flag()
	m := b.fresh("w")
	b.decls = append(b.decls, "lock "+m)
	y.say("lock %s", m)
	how := "while"
	if b.wrong(3) {
		how = "if" // the classical mistake
	}
	y.open("%s %s != %s", how, v.name, value)
	y.say("wait %s", m)
	y.close()
	b.event(y)
	y.say("unlock %s", m)
	locked := !b.wrong(10)
	if locked {
		x.say("lock %s", m)
	}
	x.say("%s = %s", v.name, value)
	notify := pick(b.in, []string{"notify", "notifyall"})
	if y.count > 1 && !b.is(Faults) {
		notify = "notifyall"
	}
	x.say("%s %s", notify, m)
	if locked {
		x.say("unlock %s", m)
	}
	return true
}

// handshake lets y wait until x has set a variable.
func (b *builder) handshake(x, y *task) bool {
	v, value := b.flag()
	x.say("%s = %s", v.name, value)
	if b.is(Atomic) && b.in.one(2) {
		y.open("atomic")
		y.say("await %s == %s", v.name, value)
		b.assign(y, v)
		b.event(y)
		y.close()
	} else {
		y.say("await %s == %s", v.name, value)
	}
	return true
}

// spawning declares a dynamic task that x starts, and perhaps waits for, and
// that perhaps meets y.
func (b *builder) spawning(x, y *task) bool {
	if x.count > 1 || x.dynamic || len(b.tasks) > 4 || b.tasks[len(b.tasks)-1].dynamic {
		return false
	}
	w := &task{name: b.fresh("w"), count: 1 + b.in.n(5)/3, dynamic: true, indent: 1}
	if b.in.one(2) {
		w.params = []variable{{name: b.fresh("q"), typ: b.typ(), ro: true}}
		w.scope = w.params
	}
	b.tasks = append(b.tasks, w)
	var refs []string
	n := w.count
	if b.wrong(8) {
		n++
	}
	for range n {
		args := ""
		for _, p := range w.params {
			args = b.value(x, p.typ)
		}
		if b.in.one(3) {
			x.say("spawn %s(%s)", w.name, args)
			continue
		}
		r := b.fresh("r")
		x.decls = append(x.decls, fmt.Sprintf("var %s ref %s", r, w.name))
		x.say("%s = spawn %s(%s)", r, w.name, args)
		refs = append(refs, r)
	}
	b.local(w)
	if b.in.one(2) {
		b.local(x)
	}
	if b.is(Rendezvous) && len(refs) > 0 && b.in.one(4) { // calls through references
		e := b.entry(w)
		b.accept(w, e, "0")
		for _, r := range refs {
			x.say("%s", b.call(x, r, e, "0"))
		}
	}
	if b.is(Rendezvous) && b.in.one(3) && !y.dynamic {
		b.meet(w, y)
	}
	w.done = true
	for _, r := range refs {
		if b.in.n(3) < 2 {
			x.say("join %s", r)
		}
	}
	if len(refs) == 0 && b.wrong(2) {
		r := b.fresh("r")
		x.decls = append(x.decls, fmt.Sprintf("var %s ref %s", r, w.name))
		x.say("join %s", r)
	}
	return true
}
