package gen

// Fragments in which tasks meet: calls, accepts, select.

import (
	"fmt"
	"slices"
	"strings"
)

// entry is an entry declaration of a task.
type entry struct {
	name   string
	params []typ
	size   int // of a family; 0: a single entry
}

func (e *entry) String() string {
	s := "entry " + e.name
	if len(e.params) > 0 {
		parts := make([]string, len(e.params))
		for i, p := range e.params {
			parts[i] = fmt.Sprintf("z%d %s", i, p)
		}
		s += "(" + strings.Join(parts, ", ") + ")"
	}
	if e.size > 0 {
		s += fmt.Sprintf("[%d]", e.size)
	}
	return s
}

// refs names the instances of a task that has entries.
func (t *task) refs() []string {
	if !t.family {
		return []string{t.name}
	}
	return []string{t.name + "[0]", t.name + "[1]"}
}

// entry decides on an entry of y, an old or a new one.
func (b *builder) entry(y *task) *entry {
	if len(y.entries) > 0 && (len(y.entries) == 3 || b.in.one(2)) {
		return pick(b.in, y.entries)
	}
	e := &entry{name: fmt.Sprint("e", len(y.entries))}
	for range b.in.n(5) / 3 {
		e.params = append(e.params, b.typ())
		if b.in.one(3) {
			e.params = append(e.params, typ{kind: 'b'})
		}
	}
	if b.is(Families) && b.in.one(4) {
		e.size = 2
	}
	y.entries = append(y.entries, e)
	return e
}

// call returns the text of a call by x.
func (b *builder) call(x *task, ref string, e *entry, member string) string {
	args := make([]string, len(e.params))
	for i, p := range e.params {
		args[i] = b.value(x, p)
	}
	s := "call " + ref + "." + e.name
	if e.size > 0 {
		s += "[" + member + "]"
	}
	if len(args) > 0 {
		s += "(" + strings.Join(args, ", ") + ")"
	}
	return s
}

// head returns the text of an accept, and the parameters it declares.
func (b *builder) head(e *entry, member string) (string, []variable) {
	s := "accept " + e.name
	if e.size > 0 {
		s += "[" + member + "]"
	}
	var params []variable
	var names []string
	for _, p := range e.params {
		v := variable{name: b.fresh("p"), typ: p}
		params, names = append(params, v), append(names, v.name)
	}
	if len(names) > 0 {
		s += "(" + strings.Join(names, ", ") + ")"
	}
	return s, params
}

// accept adds an accept statement, with or without a body.
func (b *builder) accept(y *task, e *entry, member string) {
	head, params := b.head(e, member)
	if b.in.n(3) < 2 {
		y.say("%s", head)
		return
	}
	y.open("%s", head)
	was := y.busy
	y.busy = true
	if z := b.free([]*task{y}); z != nil && !z.dynamic && b.depth == 0 && b.in.one(5) {
		b.meet(y, z) // a rendezvous within a rendezvous
	} else {
		b.scoped(y, params...)
	}
	y.busy = was
	y.close()
}

// rendezvous lets x call y, or y call x if y cannot accept.
func (b *builder) rendezvous(x, y *task) bool {
	if y.dynamic {
		x, y = y, x
	}
	if y.dynamic {
		return false
	}
	b.meet(x, y)
	return true
}

// meet lets every instance of x call every instance of y.
func (b *builder) meet(x, y *task) {
	e := b.entry(y)
	k := fmt.Sprint(b.in.n(2))
	own := x.family && b.in.one(2) // each caller has a member of the family of entries
	for _, ref := range y.refs() {
		switch {
		case b.wrong(25):
			x.say("skip")
		case own:
			x.say("%s", b.call(x, ref, e, "i"))
		default:
			x.say("%s", b.call(x, ref, e, k))
		}
	}
	if y.family && b.wrong(4) { // whom it calls, and which member, depends on variables
		x.say("%s", b.call(x, fmt.Sprintf("%s[%s]", y.name, b.value(x, typ{kind: 'r', hi: 1})), e,
			b.value(x, typ{kind: 'r', hi: 1})))
	}
	was := x.busy
	x.busy = true
	for c := range x.count {
		if b.wrong(25) {
			continue
		}
		member := k
		if own {
			member = fmt.Sprint(c)
		}
		b.accept(y, e, member)
	}
	x.busy = was
}

// alternative is the text of a select alternative and what is visible in it.
type alternative struct {
	head    string
	visible []variable // the index of a replication
	params  []variable // of an accept
}

// server lets y wait in a select for what x, and perhaps a third task, want.
func (b *builder) server(x, y *task) bool {
	if y.dynamic {
		x, y = y, x
	}
	if y.dynamic {
		return false
	}
	partners := []*task{x}
	if z := b.free([]*task{x, y}); z != nil {
		partners = append(partners, z)
	}
	var alts []alternative
	rounds := 0
	for range 2 + b.in.n(3)/2 {
		p := pick(b.in, partners)
		a, n := b.alternative(p, y)
		alts, rounds = append(alts, a), rounds+n
	}
	form := b.in.n(4)
	switch {
	case form == 1 && b.depth == 0:
		y.open("loop")
		b.selects(y, alts, "terminate")
		y.close()
		y.done = true
	case form == 2 && b.is(Control):
		y.open("loop")
		b.selects(y, alts, pick(b.in, []string{"", "terminate", "else"}))
		y.open("if %s", b.condition(y, 1))
		y.say("break")
		y.close()
		y.close()
	default:
		y.open("for %s in 0..%d", b.fresh("j"), rounds-1)
		b.selects(y, alts, "")
		y.close()
	}
	return true
}

// alternative returns one thing that p wants of each instance of y, and how often an instance of y meets it. p
// gets its statements.
func (b *builder) alternative(p, y *task) (alternative, int) {
	single := y.count == 1
	switch k := b.in.n(7); {
	case k == 3 && single && b.is(Channels):
		c := b.channel()
		v := b.value(p, c.typ)
		p.say("%s <- %s", c.name, v)
		return alternative{head: b.receive(y, c)}, p.count
	case k == 4 && single && b.is(Channels):
		c := b.channel()
		p.say("%s", b.receive(p, c))
		return alternative{head: fmt.Sprintf("%s <- %s", c.name, b.value(y, c.typ))}, p.count
	case k == 5 && single && p.count == 1 && !p.dynamic:
		e := b.entry(p)
		a := alternative{head: b.call(y, p.name, e, "0")}
		b.accept(p, e, "0")
		return a, 1
	}
	e := b.entry(y)
	k := fmt.Sprint(b.in.n(2))
	for _, ref := range y.refs() {
		p.say("%s", b.call(p, ref, e, k))
	}
	member, replica := k, ""
	var visible []variable
	if e.size > 0 && b.in.one(2) {
		v := variable{name: b.fresh("k"), typ: typ{kind: 'r', hi: 1}, ro: true, con: true}
		member, replica, visible = v.name, fmt.Sprintf("(%s in 0..1) ", v.name), []variable{v}
	}
	head, params := b.head(e, member)
	return alternative{replica + head, visible, params}, p.count
}

// selects adds a select over alternatives, and last as one more if not "".
func (b *builder) selects(y *task, alts []alternative, last string) {
	y.open("select")
	y.indent--
	for _, a := range alts {
		guard := ""
		if b.in.one(5) && len(b.visible(y, 0)) > 0 {
			guard = " when " + b.condition(y, 0)
		}
		// an accept with a body; what follows comes after the rendezvous
		if strings.Contains(a.head, "accept ") && b.in.one(4) {
			y.open("case %s%s", a.head, guard)
			b.scoped(y, slices.Concat(a.visible, a.params)...)
			a.params = nil
			y.close()
			y.body[len(y.body)-1] += ":"
		} else {
			y.say("case %s%s:", a.head, guard)
		}
		y.indent++
		if b.in.one(2) {
			b.scoped(y, slices.Concat(a.visible, a.params)...)
		} else {
			b.event(y)
		}
		y.indent--
	}
	switch last {
	case "terminate":
		if b.wrong(4) {
			y.say("case terminate when %s:", b.condition(y, 0))
		} else {
			y.say("case terminate:")
		}
	case "else":
		y.say("else:")
		y.indent++
		b.event(y)
		y.indent--
	}
	y.indent++
	y.close()
}

// polling lets x try, and y look once.
func (b *builder) polling(x, y *task) bool {
	var a alternative
	var offer string
	switch {
	case b.is(Rendezvous) && !y.dynamic && !y.family && b.in.n(3) < 2:
		e := b.entry(y)
		offer = b.call(x, y.name, e, "0")
		a.head, a.params = b.head(e, "0")
	case b.is(Channels):
		c := b.channel()
		offer = fmt.Sprintf("%s <- %s", c.name, b.value(x, c.typ))
		a.head = b.receive(y, c)
	default:
		return false
	}
	if b.in.one(2) {
		b.selects(x, []alternative{{head: offer}}, "else")
	} else {
		x.say("%s", offer)
	}
	for range x.count {
		b.selects(y, []alternative{a}, pick(b.in, []string{"else", "", "terminate"}))
	}
	return true
}
