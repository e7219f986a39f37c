package execute

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file has sends, receives, select and close.
//
// In a rendezvous, the goroutine that comes second does both sides: it moves the value, and marks the case at which its
// partner waits as taken (wait.taken).

// channel is a channel of the program.
type channel struct {
	buffer   []value
	capacity int
	closed   bool
	by       string    // if callers' call of a method has closed it: that method
	made     token.Pos // where it was made
	elem     types.Type
}

// arm is a send or a receive: a statement of its own, or a case of a select.
type arm struct {
	c    *channel // nil: a nil channel, so that it is never ready
	send bool
	v    value  // what is sent
	name string // the channel as the source has it
}

// channelOf returns a channel. It ends the execution if the channel is not known.
func channelOf(v value) *channel {
	c, ok := v.(*channel)
	if !ok {
		panic(unknown("a channel"))
	}
	return c
}

// partner draws a goroutine other than g that waits to send to c, if send is true, or to receive from it. It returns
// the goroutine, or nil, and the index of the arm.
func (m *machine) partner(g *goroutine, c *channel, send bool) (*goroutine, int) {
	var found []*goroutine
	for _, o := range m.all {
		if o != g && !o.done && o.wait != nil && o.wait.taken < 0 && o.armOf(c, send) >= 0 {
			found = append(found, o)
		}
	}
	if len(found) == 0 {
		return nil, 0
	}
	o := found[m.rng.Intn(len(found))]
	return o, o.armOf(c, send)
}

// armOf returns the index of the arm at which a goroutine waits to send to a channel, or to receive from it, or -1.
func (g *goroutine) armOf(c *channel, send bool) int {
	return slices.IndexFunc(g.wait.cases, func(a arm) bool { return a.c == c && a.send == send })
}

// can reports whether an arm can be taken now.
func (m *machine) can(g *goroutine, a arm) bool {
	c := a.c
	switch {
	case c == nil:
		return false
	case a.send && c.closed, !a.send && (c.closed || len(c.buffer) > 0):
		return true
	case a.send && len(c.buffer) < c.capacity:
		return true
	}
	other, _ := m.partner(g, c, !a.send)
	return other != nil
}

// take takes an arm that can be taken, and returns what it receives, and whether that was sent: not so of a closed
// channel.
func (m *machine) take(g *goroutine, a arm, where token.Pos) (value, bool) {
	c := a.c
	other, k := m.partner(g, c, !a.send)
	switch {
	case a.send && c.closed:
		g.step(a.String(), where)
		g.m.out.Closer = c.by
		g.fails("send on closed channel")
	case a.send && other != nil && len(c.buffer) == 0:
		other.wait.taken, other.wait.got, other.wait.ok = k, a.v, true
		return nil, true
	case a.send:
		c.buffer = append(c.buffer, a.v)
		return nil, true
	case len(c.buffer) > 0:
		v := c.buffer[0]
		c.buffer = c.buffer[1:]
		if other != nil { // there is room now for the value of a sender that waits
			c.buffer = append(c.buffer, other.wait.cases[k].v)
			other.wait.taken = k
		}
		return v, true
	case c.closed:
		return zero(c.elem), false
	}
	other.wait.taken = k
	return other.wait.cases[k].v, true
}

// exchange takes one of the arms, and returns its index and what take returns. If waits is true, it waits until one can
// be taken; otherwise it returns -1 if none can be taken now. what is the operation in words.
func (g *goroutine) exchange(arms []arm, waits bool, what string, where token.Pos) (int, value, bool) {
	g.pause()
	m := g.m
	able := func() []int {
		var out []int
		for k, a := range arms {
			if m.can(g, a) {
				out = append(out, k)
			}
		}
		return out
	}
	now := able()
	if len(now) == 0 && !waits {
		return -1, nil, false
	}
	if len(now) == 0 {
		w := &wait{what: what, where: where, cases: arms, taken: -1}
		for _, a := range arms {
			if a.c == nil {
				continue
			}
			if a.send {
				w.on = append(w.on, Awaited{"receive", a.c.made})
			} else {
				w.on = append(w.on, Awaited{"send", a.c.made}, Awaited{"close", a.c.made})
			}
		}
		// An arm that needs a partner is completed by the partner, who comes second.
		w.ready = func() bool { return w.taken >= 0 || slices.ContainsFunc(arms, func(a arm) bool { return alone(a) }) }
		g.await(w)
		if w.taken >= 0 {
			g.took(arms[w.taken], where)
			return w.taken, w.got, w.ok
		}
		if now = able(); len(now) == 0 {
			panic(unknown("a channel that is ready no more"))
		}
	}
	k := now[m.rng.Intn(len(now))]
	v, ok := m.take(g, arms[k], where)
	g.took(arms[k], where)
	return k, v, ok
}

// alone reports whether an arm can be taken without a partner.
func alone(a arm) bool {
	return a.c != nil && (a.c.closed || a.send && len(a.c.buffer) < a.c.capacity || !a.send && len(a.c.buffer) > 0)
}

// took adds a send or a receive to the steps of the execution.
func (g *goroutine) took(a arm, where token.Pos) { g.step(a.String(), where) }

func (a arm) String() string {
	if a.send {
		return a.name + " <- "
	}
	return "<-" + a.name
}

// send executes a send statement.
func (g *goroutine) send(i *ssa.Send, c *channel, v value, name string) {
	a := arm{c, true, v, name}
	g.exchange([]arm{a}, true, a.String(), i.Pos())
}

// receive executes a receive. With commaOK, the result has a second part: whether the value was sent.
func (g *goroutine) receive(i *ssa.UnOp, c *channel, commaOK bool, name string) value {
	a := arm{c, false, nil, name}
	_, v, ok := g.exchange([]arm{a}, true, a.String(), i.Pos())
	if commaOK {
		return tuple{v, ok}
	}
	return v
}

// choose executes a select. Its result is that of ssa.Select: the index of the case, -1 for default, whether the value
// received was sent, and a value for each receive.
func (fr *frame) choose(i *ssa.Select) value {
	var arms []arm
	what := ""
	for k, s := range i.States {
		a := arm{c: channelOf(fr.get(s.Chan)), send: s.Dir == types.SendOnly, name: describe(s.Chan)}
		if a.send {
			a.v = copied(fr.get(s.Send))
		}
		arms = append(arms, a)
		if k > 0 {
			what += " or "
		}
		what += a.String()
	}
	where := i.Pos()
	if !where.IsValid() && len(i.States) > 0 {
		where = i.States[0].Pos
	}
	k, v, ok := fr.g.exchange(arms, i.Blocking, what, where)
	out := tuple{int64(k), ok}
	for n, s := range i.States {
		if s.Dir != types.RecvOnly {
			continue
		}
		if n == k {
			out = append(out, v)
		} else {
			out = append(out, zero(s.Chan.Type().Underlying().(*types.Chan).Elem()))
		}
	}
	return out
}

// close closes a channel.
func (g *goroutine) close(c *channel, name string, where token.Pos) {
	g.pause()
	failed := func(what string) {
		g.step("close "+name, where)
		g.fails(what)
	}
	switch {
	case c == nil:
		failed("close of nil channel")
	case c.closed:
		failed("close of closed channel")
	}
	g.step("close "+name, where)
	c.closed, c.by = true, g.method
}
