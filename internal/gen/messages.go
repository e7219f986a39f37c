package gen

// Actors, loopers and processes, and posting.

import (
	"fmt"
	"slices"
	"strings"
)

// MessagePassing is the text of a random program with actors, loopers and
// processes: mostly with simple tasks beside them, sometimes with tasks of every
// kind.
func MessagePassing(data []byte) string {
	if len(data) > 0 && data[0]%4 == 3 {
		return Options{Features: All | Messages, Size: 5}.Program(data[1:])
	}
	return Options{Features: Messages | Shared | Choice | Control | Faults | Arrays | Atomic | Spawn,
		Size: 4}.Program(data[min(1, len(data)):])
}

// mail is what makes a task an actor, looper or process.
type mail struct {
	what     string
	capacity int // 0: none declared
	msgs     []message
	init     []string
	handlers []string
	heads    map[string]int // handlers so far, by message
}

type message struct {
	name   string
	params []typ
}

func (m *mail) step() bool { return m.what != "looper" }

// declareMail decides on one to three actors, loopers and processes, their
// variables and messages. Their handlers come last, when all are known.
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

// writeMail writes the handlers.
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

// postAll decides on posts of the program.
func (b *builder) postAll() {
	for _, t := range b.mails {
		if !t.dynamic && b.in.one(3) {
			b.pending = append(b.pending, b.postText(&task{}, t, "0"))
		}
	}
}

// handler writes one handler of a message.
func (b *builder) handler(t *task, m message) {
	head, quorum := "on ", 0
	if t.mail.step() && b.in.one(6) {
		quorum = 1 + b.in.n(2)
		head += fmt.Sprintf("quorum %d ", quorum)
	}
	head += m.name
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
				texts[i] = params0(texts[i]) + " " + ty.String()
			}
		}
	}
	if len(texts) > 0 {
		head += "(" + strings.Join(texts, ", ") + ")"
	}
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

// params0 is the name of a parameter.
func params0(text string) string {
	name, _, _ := strings.Cut(text, " ")
	return name
}

// body is the statements of a handler, or of an init block without parameters.
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

// part adds a statement that can be part of one step.
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

// posting posts a message: mostly to someone declared later, so that most
// programs come to an end.
func (b *builder) posting(t *task) {
	var can []*task
	at := slices.Index(b.mails, t)
	for i, m := range b.mails {
		if (i > at || b.in.one(6)) && (!m.dynamic || b.started[m] > 0 || b.wrong(6)) {
			can = append(can, m)
		}
	}
	if len(can) == 0 {
		b.event(t)
		return
	}
	m := pick(b.in, can)
	index := "0"
	if m.family || m.dynamic {
		index = b.value(t, typ{kind: 'r', hi: m.count - 1})
	}
	t.say("%s", b.postText(t, m, index))
}

// traffic lets two tasks post messages of one kind to one receiver.
func (b *builder) traffic(x, y *task) bool {
	var can []*task
	for _, m := range b.mails {
		if !m.dynamic || b.started[m] > 0 {
			can = append(can, m)
		}
	}
	if len(can) == 0 {
		return false
	}
	m := pick(b.in, can)
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

// postText is a post by t to instance index of m.
func (b *builder) postText(t, m *task, index string) string {
	return b.messageText(t, m, index, pick(b.in, m.mail.msgs))
}

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

// startMail spawns a dynamic actor, looper or process, if there is one to
// spawn, and posts to it.
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

// mailText writes an actor, looper or process.
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
