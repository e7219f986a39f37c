package lpor

import (
	"slices"

	"flavers/bitset"
	"flavers/cfg"
	"flavers/sem"
)

// This file finds what a transition may touch, from the text of its nodes.
//
// Two transitions that can both be taken conflict if one writes what the other
// reads or writes. What is read and written are components of the state, and
// for a buffer its two ends: sending writes the tail, receiving the head, as
// they can be swapped whenever both can be taken. For the same reason giving a
// unit to a semaphore conflicts with nothing, and neither does putting a
// message into a mailbox, except with a whole handler: it gets another choice.
//
// That one can enable the other is said by tokens, which one provides and the
// other needs: a task at a point, a message, a free lock, a value in a buffer,
// space in it, a unit, and for a guard a change of a variable.
//
// Counters that are exhausted do not count (sem's LimitError): all this is
// about the program with counters that are not bounded. A search that meets a
// bound says so, and one that does not is a search of that program.
//
// May err towards: more.

// touch is what a transition may touch. The sets reads, writes, adds and
// choices are of marks, the sets need and makes of tokens.
type touch struct {
	reads, writes bitset.Set
	adds, choices bitset.Set // messages put into mailboxes; those that a whole handler chooses from
	need, makes   bitset.Set
	needs         []need       // those of need whose lack can be seen
	fails         bool         // may meet a run-time error
	stays         bool         // a handler that cannot fail, and leaves its task where it was
	never         bool         // a guard is known not to hold
	any           bool         // may conflict with everything, and be enabled by everything
	symbols       []bitset.Set // by specification: of events that it may see and that move it
}

// need is a token that is missing if all these components have the value
// lacking (or, with not, another one); with queue, if the oldest message of that
// queue is of another kind.
//
// A transition that is disabled where none of its needs is missing waits for
// something else that it needs. That may be the same token once more, if the
// components do not tell all about it: the oldest message of a queue may be of
// the right kind and have arguments that a guard does not let pass. Such a token
// is partly shown.
type need struct {
	comps  []sem.CompID
	value  int32
	not    bool
	queue  *oldest
	msg    int32
	token  int
	partly bool
	makers bitset.Set // who provides it
}

func (n *need) missing(s []int32) bool {
	if n.queue != nil {
		v := s[n.queue.comp]
		return v != 0 && n.queue.kind(v) != n.msg
	}
	for _, c := range n.comps {
		if (s[c] == n.value) == n.not {
			return false
		}
	}
	return true
}

// oldest knows the oldest message of a queue by the value of the component that
// has it.
type oldest struct {
	m     *sem.Machine
	box   cfg.ObjectID
	comp  sem.CompID
	state []int32 // scratch
	kinds []int32 // by value: 1 + the kind; 0: not asked for yet
}

// oldestOf is that of a queue.
func (g *program) oldestOf(box cfg.ObjectID) *oldest {
	if g.queues == nil {
		g.queues = make([]*oldest, len(g.Program.Objects))
	}
	if g.queues[box] == nil {
		c := g.component(box)
		g.queues[box] = &oldest{m: g.Machine, box: box, comp: c, state: make([]int32, len(g.Machine.Comps)),
			kinds: make([]int32, g.Machine.Comps[c].Size)}
	}
	return g.queues[box]
}

// kind is that of the oldest message where the component has a value, not 0.
func (o *oldest) kind(v int32) int32 {
	if o.kinds[v] == 0 {
		o.state[o.comp] = v
		o.kinds[v] = 1 + int32(o.m.Pending(o.box, o.state)[0].Kind)
	}
	return o.kinds[v] - 1
}

// Marks are components, then the tail and the head of each object. Tokens are
// the same, then the points, then the specifications.
func (g *program) tail(o cfg.ObjectID) int  { return len(g.Machine.Comps) + 2*int(o) }
func (g *program) head(o cfg.ObjectID) int  { return len(g.Machine.Comps) + 2*int(o) + 1 }
func (g *program) items(o cfg.ObjectID) int { return g.tail(o) }
func (g *program) space(o cfg.ObjectID) int { return g.head(o) }
func (g *program) first(o cfg.ObjectID) int { return g.head(o) } // of a queue: another oldest message
func (g *program) pointToken(q cfg.PointID) int {
	return len(g.Machine.Comps) + 2*len(g.Program.Objects) + int(q)
}
func (g *program) specToken(n int) int                 { return g.pointToken(cfg.PointID(len(g.Program.Points))) + n }
func (g *program) tokens() int                         { return g.specToken(len(g.Monitors)) }
func (g *program) over(u cfg.TaskID) int               { return int(g.Machine.Pos(u)) } // token: the task has ended
func (g *program) marks() int                          { return g.tail(cfg.ObjectID(len(g.Program.Objects))) }
func (g *program) component(o cfg.ObjectID) sem.CompID { return g.Machine.OfObject(o)[0] }

// toucher is the walk over one transition.
type toucher struct {
	*program
	t     *touch
	env   env
	guard bool // reads decide whether the transition is enabled
	// given is what is known of variables in the states in question; nil:
	// nothing. Who uses such a value reads the variable all the same.
	given   []cell         // by component
	blind   bool           // values are not to be used
	lengths []cfg.ObjectID // of channels, that decide whether the transition is enabled
}

func (g *program) touched(t *transition) { g.touchedWith(t, nil) }

// touchedWith fills in what t touches in states of which values are known.
func (g *program) touchedWith(t *transition, values []cell) {
	t.touch = touch{reads: bitset.New(g.marks()), writes: bitset.New(g.marks()), adds: bitset.New(g.marks()),
		choices: bitset.New(g.marks()),
		need:    bitset.New(g.tokens()), makes: bitset.New(g.tokens())}
	w := &toucher{program: g, t: &t.touch, env: env{}, given: values}
	t.symbols = g.noSymbols()
	a := g.Program.Actions[t.action]
	n := &g.Program.Nodes[a.A]
	w.side(n)
	if a.Joint() {
		m := &g.Program.Nodes[a.B]
		w.side(m)
		w.joint(n, m)
	} else if op, ok := n.Op.(cfg.Handle); ok {
		w.handle(n, op, t)
	} else {
		w.alone(n)
	}
}

// side is what each task of a transition does: stand, hold, move.
func (w *toucher) side(n *cfg.Node) {
	w.t.need.Add(w.pointToken(n.Point))
	w.enabling(n.Guard)
	w.holds(n.Guard)
	if n.Next == n.Point {
		return
	}
	w.t.makes.Add(w.pointToken(n.Next))
	if n.Next == w.Program.Tasks[n.Task].End {
		w.t.makes.Add(w.over(n.Task))
	}
}

// holds notes a guard that is known not to hold.
func (w *toucher) holds(guard cfg.Expr) {
	if x, ok := w.value(guard); ok && x == 0 {
		w.t.never = true
	}
}

// write notes a component that is written, and thus may change a guard.
func (w *toucher) write(c sem.CompID) {
	w.t.writes.Add(int(c))
	w.t.makes.Add(int(c))
}

// wants notes a token whose lack shows in components.
func (w *toucher) wants(token int, value int32, not bool, comps ...sem.CompID) {
	w.t.need.Add(token)
	w.t.needs = append(w.t.needs, need{comps: comps, value: value, not: not, token: token})
}

func (w *toucher) alone(n *cfg.Node) {
	w.seeAlone(n)
	if cfg.Tests(n.Op) {
		w.seeTest(n, n.Guard)
	}
	switch op := n.Op.(type) {
	case cfg.Silent, cfg.Fail, cfg.Test:
	case cfg.Block:
		w.stmts(n, op.Stmts)
	case cfg.Send:
		w.read(op.Value)
		w.closing(op.Chan)
		w.t.writes.Add(w.tail(op.Chan))
		w.t.makes.Add(w.items(op.Chan))
		w.t.need.Add(w.space(op.Chan))
	case cfg.Recv:
		w.t.writes.Add(w.head(op.Chan))
		w.t.makes.Add(w.space(op.Chan))
		w.t.makes.Add(w.items(op.Chan)) // of another receive, that gets another value
		for _, t := range op.Targets() {
			w.target(t)
		}
		// Nothing in it and not closed is 0. A receive of a part needs more than something, and so
		// does one whose guard looks at how much there is.
		w.wants(w.items(op.Chan), 0, false, w.component(op.Chan))
		w.t.needs[len(w.t.needs)-1].partly = op.Part != cfg.AnyRecv || slices.Contains(w.lengths, op.Chan)
	case cfg.Close:
		w.write(w.component(op.Chan))
		w.t.makes.Add(w.items(op.Chan))
		w.t.makes.Add(w.space(op.Chan))
	case cfg.Lock:
		w.lock(op.Lock, true)
	case cfg.Announce:
		w.lock(op.Lock, true)
	case cfg.RLock:
		c := w.component(op.Lock)
		w.t.reads.Add(int(c)) // two of these can be swapped
		w.t.makes.Add(int(c))
		w.t.need.Add(int(c))
	case cfg.Unlock:
		w.lock(op.Lock, false)
	case cfg.RUnlock:
		w.lock(op.Lock, false)
	case cfg.Wait:
		w.lock(op.Lock, false)
		w.waiting(op.Lock, n.Task, false)
	case cfg.Rewake:
		w.lock(op.Lock, true)
		w.waiting(op.Lock, n.Task, true)
	case cfg.Notify:
		w.t.reads.Add(int(w.component(op.Lock)))
		w.wakes(op.Lock)
	case cfg.Acquire:
		c := w.component(op.Sem)
		w.t.writes.Add(int(c))
		w.wants(int(c), 0, false, c)
	case cfg.Release:
		w.t.makes.Add(int(w.component(op.Sem)))
	case cfg.GroupAdd:
		w.write(w.component(op.Group))
	case cfg.GroupWait:
		c := w.component(op.Group)
		w.t.reads.Add(int(c))
		w.wants(int(c), 0, true, c)
	case cfg.Once:
		w.once(op.Once, 0)
	case cfg.OnceEnd:
		w.write(w.component(op.Once))
	case cfg.OncePass:
		w.once(op.Once, 2)
	case cfg.CondWait:
		w.waiting(op.Cond, n.Task, false)
	case cfg.CondWake:
		w.waiting(op.Cond, n.Task, true)
	case cfg.Signal:
		w.wakes(op.Cond)
	case cfg.Spawn:
		w.spawn(n, op)
	case cfg.Join:
		w.enabling(op.Ref)
		for _, u := range w.Program.Families[op.Family].Tasks {
			w.t.need.Add(w.over(u))
		}
	case cfg.Else, cfg.Terminate: // they look at what others can do
		w.t.any = true
	default:
		panic("lpor: unknown operation")
	}
}

// closing is what everybody who sends finds out first.
func (w *toucher) closing(o cfg.ObjectID) {
	for _, c := range w.Machine.OfObject(o) {
		if w.Machine.Comps[c].Kind == sem.Channel {
			w.t.reads.Add(int(c)) // written by close only
		}
	}
}

// lock is an operation on a lock that changes it, and can be blocked if takes.
func (w *toucher) lock(o cfg.ObjectID, takes bool) {
	c := w.component(o)
	w.t.writes.Add(int(c))
	if w.Machine.Comps[c].Kind == sem.RWLock {
		w.t.makes.Add(int(c))
		if takes {
			w.t.need.Add(int(c))
		}
		return
	}
	if takes {
		w.wants(int(c), 0, true, c)
	} else {
		w.t.makes.Add(int(c))
	}
}

// wakes is all that a notification of somebody who waits on an object can change.
func (w *toucher) wakes(o cfg.ObjectID) {
	for _, c := range w.Machine.OfObject(o) {
		if w.Machine.Comps[c].Kind == sem.WaitSet {
			w.write(c)
		}
	}
}

// once is a step that can be taken while nobody has begun what is executed once (0), or when
// it has ended (2).
func (w *toucher) once(o cfg.ObjectID, at int32) {
	c := w.component(o)
	if at == 0 {
		w.t.writes.Add(int(c))
	} else {
		w.t.reads.Add(int(c))
	}
	w.wants(int(c), at, true, c)
}

// waiting is the component of a task in a wait set.
func (w *toucher) waiting(o cfg.ObjectID, u cfg.TaskID, wakes bool) {
	for _, c := range w.Machine.OfObject(o) {
		if k := &w.Machine.Comps[c]; k.Kind == sem.WaitSet && k.Task == u {
			w.t.writes.Add(int(c))
			if wakes {
				const notified = 2
				w.wants(int(c), notified, true, c)
			}
		}
	}
}

// spawn starts one of a family's tasks, any as far as is known here. Their
// parameters are touched by nobody while they are not started.
func (w *toucher) spawn(n *cfg.Node, op cfg.Spawn) {
	f := &w.Program.Families[op.Family]
	for _, e := range op.Args {
		w.read(e)
	}
	for i := range w.Machine.Comps {
		if c := &w.Machine.Comps[i]; c.Kind == sem.Started && c.Family == op.Family {
			w.t.writes.Add(i)
		}
	}
	for _, u := range f.Tasks {
		start := w.Program.Tasks[u].Start
		w.t.writes.Add(int(w.Machine.Pos(u)))
		w.t.makes.Add(w.pointToken(start))
		w.see([]cfg.TaskID{n.Task}, "spawn "+w.Program.Tasks[u].Name)
		if start == w.Program.Tasks[u].End {
			w.t.makes.Add(w.over(u))
		}
	}
	w.target(op.Target)
	w.unknown(op.Target)
}

// joint is a meeting of two nodes.
func (w *toucher) joint(n, m *cfg.Node) {
	w.seeJoint(n, m)
	switch op := n.Op.(type) {
	case cfg.Call:
		for _, e := range op.Args {
			w.read(e)
		}
		for _, v := range m.Op.(cfg.Accept).Params {
			w.store(v)
		}
	case cfg.Send:
		w.closing(op.Chan)
		w.read(op.Value)
		for _, t := range m.Op.(cfg.Recv).Targets() {
			w.target(t)
		}
	}
}

// bind gives the parameters of a handler their values; takes nil: unknown ones.
func (w *toucher) bind(op cfg.Handle, takes []sem.CompID) {
	for i, v := range op.Params {
		for k := range max(op.Quorum, 1) {
			if v := v + cfg.VarID(k); takes == nil {
				w.env.forget(v)
			} else {
				w.env.set(v, int64(w.message(takes[k]).Args[i]))
			}
		}
	}
}

// handle takes messages and runs a body.
func (w *toucher) handle(n *cfg.Node, op cfg.Handle, t *transition) {
	switch {
	case w.Program.Objects[op.Box].Kind == cfg.QueueObject:
		w.t.writes.Add(w.head(op.Box))
		w.wants(w.items(op.Box), 0, false, w.component(op.Box))
		w.t.makes.Add(w.first(op.Box)) // the next one
		w.t.need.Add(w.first(op.Box))
		w.t.needs = append(w.t.needs, need{queue: w.oldestOf(op.Box), msg: int32(op.Msg), token: w.first(op.Box),
			partly: true})
	case t.takes != nil:
		for _, c := range t.takes {
			w.t.writes.Add(int(c))
			w.wants(int(c), 0, false, c)
		}
	default:
		kind := w.Machine.Counters(op.Box, op.Msg)
		for _, c := range kind {
			w.t.writes.Add(int(c))
			w.t.choices.Add(int(c))
			w.t.need.Add(int(c))
		}
		w.t.needs = append(w.t.needs, need{comps: kind, token: -1})
	}
	for _, v := range op.Params {
		for k := range max(op.Quorum, 1) {
			w.store(v + cfg.VarID(k))
		}
	}
	w.bind(op, t.takes)
	for i, v := range op.Params {
		for k := range max(op.Quorum, 1) {
			if from, to := w.Program.Objects[op.Box].Messages[op.Msg].Params[i],
				w.Program.Vars[v+cfg.VarID(k)].Type; from.Lo < to.Lo || from.Hi > to.Hi {
				w.t.fails = true
			}
		}
	}
	w.evaluate(op.Guard, nil)
	w.evaluate(n.Guard, nil)
	w.enabling(op.Guard)
	w.holds(op.Guard)
	w.seeHandled(n, op, t)
	w.stmts(n, op.Body)
	w.t.stays = n.Next == n.Point && !w.t.fails && !w.coarse
}
