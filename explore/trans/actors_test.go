package trans

import (
	"fmt"
	"slices"
)

// This file has actors in Go: a model whose handlers are functions. It is the
// slow twin of system.go, and a quick way to test rules on programs that need
// no language.

// letter is the content of a message.
type letter struct {
	name string
	v    []int
	ref  actorID
}

// behaviour handles a letter in a state and returns the new one. States are
// values: a handler never changes what a state refers to. A nil function as
// guard takes everything.
type behaviour struct {
	guard  func(state any, l letter) bool
	handle func(c *scene, self actorID, state any, l letter) any
	ways   func(state any, l letter) int // outcomes; nil: 1
}

type goActor struct {
	does  *behaviour
	state any
	dead  bool
}

type goMessage struct {
	to actorID
	letter
}

// scene is an execution of Go actors.
type scene struct {
	actors  []goActor
	msgs    []goMessage
	pending []bool
	acts    []act
	way     int     // outcome of the handler that runs
	current actorID // whose handler runs
	stop    bool    // it ends its actor
	back    []sceneBack
}

type sceneBack struct {
	actors int
	msgs   int
	msg    msgID
	to     actorID
	was    goActor
}

func (c *scene) create(b *behaviour, state any) actorID {
	c.actors = append(c.actors, goActor{does: b, state: state})
	c.acts = append(c.acts, act{by: c.current})
	return actorID(len(c.actors) - 1)
}

func (c *scene) post(to actorID, name string, v ...int) { c.postRef(to, name, noActor, v...) }

func (c *scene) postRef(to actorID, name string, ref actorID, v ...int) {
	c.msgs = append(c.msgs, goMessage{to, letter{name, v, ref}})
	c.pending = append(c.pending, true)
	c.acts = append(c.acts, act{by: c.current, send: true, to: to})
}

func (c *scene) outcomes(m msgID) int {
	a := &c.actors[c.msgs[m].to]
	if a.dead || !c.pending[m] || a.does.guard != nil && !a.does.guard(a.state, c.msgs[m].letter) {
		return 0
	}
	if a.does.ways != nil {
		return a.does.ways(a.state, c.msgs[m].letter)
	}
	return 1
}

func (c *scene) deliver(m msgID, outcome int) []act {
	to := c.msgs[m].to
	c.back = append(c.back, sceneBack{actors: len(c.actors), msgs: len(c.msgs), msg: m, to: to, was: c.actors[to]})
	c.pending[m] = false
	c.acts, c.current, c.way, c.stop = c.acts[:0], to, outcome, false
	state := c.actors[to].does.handle(c, to, c.actors[to].state, c.msgs[m].letter)
	c.actors[to].state, c.actors[to].dead = state, c.stop
	return c.acts
}

func (c *scene) undo() {
	b := &c.back[len(c.back)-1]
	c.pending[b.msg] = true
	c.actors, c.msgs, c.pending = c.actors[:b.actors], c.msgs[:b.msgs], c.pending[:b.msgs]
	c.actors[b.to] = b.was
	c.back = c.back[:len(c.back)-1]
}

func (c *scene) alive(a actorID) bool { return !c.actors[a].dead }

// counter counts, and interns executions up to the order of independent
// deliveries.
type counter struct {
	*search
	paths, trans, blocked int64
	limit                 int64
	names                 map[string]int // of events, actors and classes
	class                 map[int]int    // by class: executions
	onEnd                 func()
	onBlocked             func()
}

func (c *counter) delivering(int) bool { c.trans++; return c.limit == 0 || c.trans <= c.limit }
func (c *counter) delivered()          {}
func (c *counter) takingBack()         {}
func (c *counter) over(how end) bool {
	switch how {
	case complete:
		c.paths++
		if c.class != nil {
			c.class[c.history()]++
		}
		if c.onEnd != nil {
			c.onEnd()
		}
	case blocked:
		c.blocked++
		if c.onBlocked != nil {
			c.onBlocked()
		}
	default:
		panic("cut")
	}
	return true
}

func (c *counter) intern(s string) int {
	id, known := c.names[s]
	if !known {
		id = len(c.names)
		c.names[s] = id
	}
	return id
}

// history names the class of the execution: its events, each by its message
// and the event of the same actor before it; a message by the event that sent
// it and how many that had sent before.
func (c *counter) history() int {
	msg := make([]int, len(c.msgs))
	sent := map[int]int{}
	name := map[int32]int{-1: -1}
	last := map[actorID]int{}
	next := 0
	label := func(upto int) {
		for ; next < upto; next++ {
			from := name[c.msgs[next].event]
			msg[next] = c.intern(fmt.Sprint("m", from, " ", sent[from]))
			sent[from]++
		}
	}
	for i, e := range c.events {
		label(int(e.past))
		before, has := last[e.to]
		if !has {
			before = -1
		}
		id := c.intern(fmt.Sprint("e", msg[e.msg], " ", e.way, " ", before))
		name[int32(i)], last[e.to] = id, id
		if i+1 == len(c.events) {
			label(len(c.msgs))
		} else {
			label(int(c.events[i+1].past))
		}
	}
	var all []int
	for _, id := range last {
		all = append(all, id)
	}
	slices.Sort(all)
	return c.intern(fmt.Sprint("c", all))
}

// everything is the slow twin of all rules: it explores what can be delivered.
type everything struct{}

func (everything) begin(s *search, p *point) { p.todo = append(p.todo, p.enabled...) }
func (everything) sent(*search, msgID)       {}
func (everything) done(*search, msgID)       {}
func (everything) arrived(*search)           {}

// explore runs a rule on Go actors.
func exploreScene(start func(c *scene), r rule, o order, sleep bool, limit int64, classes bool, onEnd func(c *scene)) *counter {
	sc := &scene{current: noActor}
	start(sc)
	s := &search{model: sc, rule: r, order: o, sleep: sleep, depth: 1 << 30, guards: true}
	n := &counter{search: s, limit: limit, names: map[string]int{}}
	if classes {
		n.class = map[int]int{}
	}
	if onEnd != nil {
		n.onEnd = func() { onEnd(sc) }
	}
	s.watch = n
	s.begin(sc.acts)
	sc.acts = nil
	if !s.visit() {
		n.paths = -1
	}
	return n
}
