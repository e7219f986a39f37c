package gen

// This file makes random actors, loopers and processes, which are tasks that handle messages, and statements that post
// messages. A result is, for example,
//
//	actor a1 capacity[2] {
//		var v2 0..1
//		on m3(a4 0..1) when a4 == 0 { event e5; post p6.m7 }
//	}
//
// The bytes of the input choose (builder.in). Most programs should come to an end, so most posts go to tasks that are
// declared later.

import (
	"fmt"
	"slices"
	"strings"
)

// MessagePassing returns the text of a random program with actors, loopers and processes. Mostly it has simple tasks
// beside them, and sometimes tasks of every kind.
func MessagePassing(data []byte) string {
	if len(data) > 0 && data[0]%4 == 3 {
		return Options{Features: All | Messages, Size: 5}.Program(data[1:])
	}
	return Options{Features: Messages | Shared | Choice | Control | Faults | Arrays | Atomic | Spawn,
		Size: 4}.Program(data[min(1, len(data)):])
}

// mail is what makes a task an actor, looper or process.
type mail struct {
	what     string // "actor", "looper" or "process"
	capacity int    // of the mailbox; 0: none is declared
	msgs     []message
	init     []string       // lines of the init block; none: there is no block
	handlers []string       // lines of the handlers
	heads    map[string]int // by message: the number of handlers so far
}

// message is a kind of messages that a task handles.
type message struct {
	name   string
	params []typ
}

// step reports whether a handler is one step. That of a looper takes several.
func (m *mail) step() bool { return m.what != "looper" }

// declareMail chooses one to three actors, loopers and processes, with their variables and messages. Their handlers are
// chosen later, by writeMail, because they post messages to each of them.
func (b *builder) declareMail() {
	for range 1 + b.in.n(5)/2 {
		t := &task{count: 1, indent: 2, mail: &mail{what: pick(b.in, []string{"actor", "looper", "process"}),
			heads: map[string]int{}}}
		t.name = b.fresh(t.mail.what[:1])
		switch b.in.n(9) {
		case 5, 6:
			t.family, t.count = true, 2
			t.scope = append(t.scope, variable{name: "i", typ: typ{kind: 'r', hi: 1}, ro: true, con: true})
		case 7, 8:
			if b.is(Spawn) {
				t.dynamic, t.count = true, 1+b.in.n(2)
				if b.in.one(2) {
					t.params = []variable{{name: b.fresh("q"), typ: b.typ(), ro: true}}
					t.scope = t.params
				}
			}
		}
		if b.in.one(3) {
			t.mail.capacity = 1 + b.in.n(2)
		}
		for range b.in.n(5) / 2 {
			t.vars = append(t.vars, b.variable(&t.decls, "var", b.fresh("v")))
		}
		for range 1 + b.in.n(3)/2 {
			m := message{name: b.fresh("m")}
			for range b.in.n(5) / 2 {
				m.params = append(m.params, b.typ())
			}
			t.mail.msgs = append(t.mail.msgs, m)
		}
		b.mails = append(b.mails, t)
	}
}

// writeMail chooses the init blocks and handlers of all.
func (b *builder) writeMail() {
	for _, t := range b.mails {
		if b.in.one(4) {
			t.mail.init = b.body(t, nil)
		}
		for _, m := range t.mail.msgs {
			for range 1 + b.in.n(4)/3 {
				b.handler(t, m)
			}
		}
	}
}

// postAll chooses messages that are pending when the program begins.
func (b *builder) postAll() {
	for _, t := range b.mails {
		if !t.dynamic && b.in.one(3) {
			b.pending = append(b.pending, b.postText(&task{}, t, "0"))
		}
	}
}

// handler chooses one handler of a message.
func (b *builder) handler(t *task, m message) {
	// 1. A handler with a quorum takes several messages at once. Its parameters are arrays, which are only read if the
	// quorum is more than 1.
	head, quorum := "on ", 0
	if t.mail.step() && b.in.one(6) {
		quorum = 1 + b.in.n(2)
		head += fmt.Sprintf("quorum %d ", quorum)
	}
	head += m.name
	// 2. Parameters. All handlers of a message have the same types, so a later one may leave its types out.
	var params []variable
	var texts []string
	t.mail.heads[m.name]++
	for _, ty := range m.params {
		p := variable{name: b.fresh("a"), typ: ty, ro: quorum > 0, con: true}
		if quorum > 0 {
			p.size = quorum
			if quorum == 1 {
				p.size = 0 // an array of one is not read
			}
		}
		text := p.name + " " + ty.String()
		if t.mail.heads[m.name] > 1 && b.in.one(2) {
			text = p.name // as in the first handler
		}
		texts = append(texts, text)
		if quorum != 1 {
			params = append(params, p)
		}
	}
	if slices.ContainsFunc(texts, func(s string) bool { return !strings.Contains(s, " ") }) {
		for i, ty := range m.params { // a name without a type would take the next type
			if i+1 < len(texts) && strings.Contains(texts[i+1], " ") {
				texts[i] = nameOf(texts[i]) + " " + ty.String()
			}
		}
	}
	if len(texts) > 0 {
		head += "(" + strings.Join(texts, ", ") + ")"
	}
	// 3. A guard, and the body.
	n := len(t.scope)
	t.scope = append(t.scope[:n:n], params...)
	if b.in.one(3) {
		head += " when " + b.condition(t, 1)
	}
	t.scope = t.scope[:n]
	t.mail.handlers = append(t.mail.handlers, head+" {")
	t.mail.handlers = append(t.mail.handlers, b.body(t, params)...)
	t.mail.handlers = append(t.mail.handlers, "}")
}

// nameOf returns the name of a parameter with or without a type.
func nameOf(text string) string {
	name, _, _ := strings.Cut(text, " ")
	return name
}

// body chooses the statements of a handler with these parameters, or of an init block, which has none.
func (b *builder) body(t *task, params []variable) []string {
	saved := t.body
	t.body = nil
	n := len(t.scope)
	t.scope = append(t.scope[:n:n], params...)
	for range b.in.n(5) * 2 / 3 {
		if t.mail.step() {
			b.part(t, 1, params != nil || len(saved) > 0)
		} else if b.in.n(2) == 0 {
			b.posting(t)
		} else {
			b.inside(t)
		}
	}
	t.scope = t.scope[:n]
	out := t.body
	t.body = saved
	return out
}

// part adds a statement that can be part of a step, with at most depth levels of statements inside. handler is set in
// handlers, where "stop" is allowed.
func (b *builder) part(t *task, depth int, handler bool) {
	k := b.in.n(15)
	if depth == 0 && k > 5 {
		k %= 6
	}
	switch k {
	default:
		b.event(t)
	case 1:
		b.assignment(t)
	case 2, 3, 4:
		b.posting(t)
	case 6, 7:
		t.open("if %s", b.condition(t, 1))
		b.part(t, depth-1, handler)
		if b.in.one(2) {
			t.also("else")
			b.part(t, depth-1, handler)
		}
		t.close()
	case 8:
		t.open("choose")
		b.part(t, depth-1, handler)
		t.also("or")
		b.part(t, depth-1, handler)
		t.close()
	case 9:
		if b.is(Faults) {
			t.say("assert %s", b.condition(t, 1))
		}
	case 10:
		v := variable{name: b.fresh("u"), typ: b.typ()}
		t.say("var %s %s = %s", v.name, v.typ, b.value(t, v.typ))
		n := len(t.scope)
		t.scope = append(t.scope[:n:n], v)
		b.event(t)
		b.assign(t, v)
		t.scope = t.scope[:n]
	case 11:
		j := b.fresh("j")
		t.open("for %s in 0..1", j)
		n := len(t.scope)
		t.scope = append(t.scope[:n:n], variable{name: j, typ: typ{kind: 'r', hi: 1}, ro: true, con: true})
		b.part(t, 0, handler)
		t.scope = t.scope[:n]
		t.close()
	case 12, 14:
		b.startMail(t)
	case 13:
		if handler {
			t.open("if %s", b.condition(t, 1))
			t.say("stop")
			t.close()
		}
	}
}

// posting adds a post: mostly to a task that is declared later, so that most programs come to an end.
func (b *builder) posting(t *task) {
	var receivers []*task
	at := slices.Index(b.mails, t)
	for i, m := range b.mails {
		if (i > at || b.in.one(6)) && (!m.dynamic || b.started[m] > 0 || b.wrong(6)) {
			receivers = append(receivers, m)
		}
	}
	if len(receivers) == 0 {
		b.event(t)
		return
	}
	m := pick(b.in, receivers)
	index := "0"
	if m.family || m.dynamic {
		index = b.value(t, typ{kind: 'r', hi: m.count - 1})
	}
	t.say("%s", b.postText(t, m, index))
}

// traffic lets two tasks post messages of one kind to one receiver. It returns false if there is no receiver.
func (b *builder) traffic(x, y *task) bool {
	var receivers []*task
	for _, m := range b.mails {
		if !m.dynamic || b.started[m] > 0 {
			receivers = append(receivers, m)
		}
	}
	if len(receivers) == 0 {
		return false
	}
	m := pick(b.in, receivers)
	index := "0"
	if m.family && b.in.one(3) {
		index = "1"
	}
	msg := pick(b.in, m.mail.msgs)
	for _, t := range []*task{x, y} {
		for range 1 + b.in.n(5)/4 {
			t.say("%s", b.messageText(t, m, index, msg))
		}
	}
	return true
}

// postText returns the text of a post by t to instance index of m, of a message that it picks.
func (b *builder) postText(t, m *task, index string) string {
	return b.messageText(t, m, index, pick(b.in, m.mail.msgs))
}

// messageText returns the text of a post of a certain message. The arguments are constants if t has no name: then t
// stands for the program itself.
func (b *builder) messageText(t, m *task, index string, msg message) string {
	text := "post " + m.name
	if m.family || m.dynamic {
		text += "[" + index + "]"
	}
	text += "." + msg.name
	if len(msg.params) > 0 {
		args := make([]string, len(msg.params))
		for i, ty := range msg.params {
			if args[i] = ty.value(b.in); t.name != "" {
				args[i] = b.value(t, ty)
			}
		}
		text += "(" + strings.Join(args, ", ") + ")"
	}
	return text
}

// startMail adds a spawn of a dynamic actor, looper or process, and a post to what it has spawned. If there is nothing
// to spawn, it only posts.
func (b *builder) startMail(t *task) {
	for _, m := range b.mails {
		if !m.dynamic || b.started[m] >= m.count && !b.wrong(6) {
			continue
		}
		if b.started == nil {
			b.started = map[*task]int{}
		}
		k := b.started[m]
		b.started[m]++
		args := ""
		for _, p := range m.params {
			args = b.value(t, p.typ)
		}
		if t.mail != nil || t.inProc || k >= m.count || b.in.one(2) {
			t.say("spawn %s(%s)", m.name, args)
			if k < m.count {
				t.say("%s", b.postText(t, m, fmt.Sprint(k)))
			}
			return
		}
		r := b.fresh("r")
		t.decls = append(t.decls, fmt.Sprintf("var %s ref %s", r, m.name))
		t.say("%s = spawn %s(%s)", r, m.name, args)
		text := b.postText(t, m, "0")
		t.say("%s", strings.Replace(text, m.name+"[0]", r, 1))
		return
	}
	b.posting(t)
}

// mailText writes the declaration of an actor, looper or process with line.
func (t *task) mailText(line func(format string, args ...any)) {
	head := t.mail.what + " " + t.name
	if t.family {
		head += fmt.Sprintf("[i in 0..%d]", t.count-1)
	}
	if len(t.params) > 0 {
		head += "(" + declared(t.params) + ")"
	}
	if t.dynamic {
		head += fmt.Sprintf(" dynamic[%d]", t.count)
	}
	if t.mail.capacity > 0 {
		head += fmt.Sprintf(" capacity[%d]", t.mail.capacity)
	}
	line("\n%s {", head)
	for _, d := range t.decls {
		line("\t%s", d)
	}
	if len(t.mail.init) > 0 {
		line("\tinit {")
		for _, s := range t.mail.init {
			line("%s", s)
		}
		line("\t}")
	}
	for _, s := range t.mail.handlers {
		line("\t%s", s)
	}
	line("}")
}
