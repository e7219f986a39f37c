package lpor

import (
	"slices"

	"flavers/bitset"
	"flavers/cfg"
	"flavers/sem"
)

// This file finds what a transition may touch, from the text of its nodes. The
// relations follow from this (relate.go). For a task at point p, the step
//
//	when y > 0: x = x + 1       // to point q
//
// has
//
//	reads  {y, x}     marks
//	writes {x}        marks
//	need   {p, y}     tokens
//	makes  {q, x}     tokens
//
// Marks decide whether transitions that are both enabled conflict: one writes
// what the other reads or writes. A mark is a component of the state, or an end
// of a buffer: a send writes the tail and a receive the head, as a send and a
// receive can be swapped in every state where both are enabled. For the same
// reason, giving a unit to a semaphore writes no mark. Putting a message into a
// mailbox writes none either, but has an entry in adds: it conflicts only with a
// handler that was not split (split.go), which gets another choice by it.
//
// Tokens decide whether one transition can enable another, which needs what the
// first makes: a task at a point, a message, a free lock, a value in a buffer,
// space in it, a unit, or, for a guard, a new value of a variable.
//
// The bounds of counters are ignored: all this is about the program with counters
// that have no bounds (where sem has a LimitError). A search that meets a bound
// reports that; a search that meets none is a search of that program.
//
// May err towards: more of everything.

// touch is what a transition may touch. The sets reads, writes, adds and
// choices are of marks, the sets need and makes of tokens.
type touch struct {
	reads, writes bitset.Set
	adds          bitset.Set   // counters of messages that it may put into mailboxes
	choices       bitset.Set   // counters of messages among which it chooses: a handler that was not split
	need, makes   bitset.Set   // tokens that it may wait for, and that it may provide
	needs         []need       // those of need of which a state shows whether they are missing
	fails         bool         // may meet a run-time error
	stays         bool         // a handler that cannot fail and leaves its task at its point
	never         bool         // its guard is known not to hold
	any           bool         // may conflict with everything, and be enabled by everything
	symbols       []bitset.Set // by specification: symbols that it may have and that count (names.go)
}

// need says how a state shows that a token is missing. The kinds are:
//
//   - all of comps have the given value, or, with not, all have other values: a
//     channel with nothing in it, a lock that is not free;
//   - with queue, the oldest message of the queue is of another kind than msg.
//
// A transition that is disabled in a state where none of its needs is missing
// waits for something that the state does not show. This may be the token of a
// need once more, if partly is set: the oldest message of a queue may be of the
// right kind, but with arguments for which the guard does not hold.
type need struct {
	comps  []sem.CompID
	value  int32
	not    bool
	queue  *oldest    // nil: comps decide
	msg    int32      // the kind of message, with queue
	token  int        // -1: none of its own; each of comps provides what is missing
	partly bool       // the transition can wait for the token although it does not show as missing
	makers bitset.Set // transitions that provide the token (relate.go)
}

// missing reports whether state s shows that the token is missing.
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

// oldest maps the value of a queue's component to the kind of its oldest message.
type oldest struct {
	m     *sem.Machine
	box   cfg.ObjectID
	comp  sem.CompID
	state []int32 // scratch: a state in which only comp matters
	kinds []int32 // by value: 1 + the kind of the oldest message; 0: not looked up yet
}

// oldestOf returns the map of a queue.
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

// kind returns the kind of the oldest message where the component has the value v, which is not 0 (empty).
func (o *oldest) kind(v int32) int32 {
	if o.kinds[v] == 0 {
		o.state[o.comp] = v
		o.kinds[v] = 1 + int32(o.m.Pending(o.box, o.state)[0].Kind)
	}
	return o.kinds[v] - 1
}

// Numbers of marks and tokens. Marks are the components, then the tail and the
// head of each object. Tokens are the same numbers with other meanings, then the
// points, then the specifications. The token of a component is, for a task's
// position, that the task has ended.
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

// toucher walks over one transition and fills in its touch.
type toucher struct {
	*program
	t     *touch
	env   env  // values that are known at this point of the walk (walk.go)
	guard bool // what is read decides whether the transition is enabled
	// given has the values of variables that hold in all states in question, by
	// component (foresee.go); nil: none. What follows from such a value holds only
	// while nobody writes the variable, so the use of the value is a read.
	given   []cell
	blind   bool           // given is not to be used
	lengths []cfg.ObjectID // channels whose length decides whether the transition is enabled
}

// touched fills in what t touches in any state.
func (g *program) touched(t *transition) { g.touchedWith(t, nil) }

// touchedWith fills in what t touches in states in which the given values hold.
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

// side notes what each task of a transition does: it stands at a point, its guard holds, and it moves on.
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

// write notes that a component is written, which may enable a transition whose guard reads it.
func (w *toucher) write(c sem.CompID) {
	w.t.writes.Add(int(c))
	w.t.makes.Add(int(c))
}

// wants notes a token that is missing if all of comps have the value, or, with not, if all have other values.
func (w *toucher) wants(token int, value int32, not bool, comps ...sem.CompID) {
	w.t.need.Add(token)
	w.t.needs = append(w.t.needs, need{comps: comps, value: value, not: not, token: token})
}

// alone notes what an operation touches that one task executes alone.
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
		w.t.makes.Add(w.items(op.Chan)) // another receive may wait for the value that comes next
		for _, t := range op.Targets() {
			w.target(t)
		}
		// The component of a channel is 0 if it is empty and not closed. A receive that is only of a value, or
		// only of the end, may need more than that it is not 0, and so may one whose guard reads the length.
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
		w.t.reads.Add(int(c)) // two readers can be swapped, so this is no write
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
	case cfg.Else, cfg.Terminate: // whether they are enabled depends on what others can do
		w.t.any = true
	default:
		panic("lpor: unknown operation")
	}
}

// closing notes that a send reads whether its channel was closed.
func (w *toucher) closing(o cfg.ObjectID) {
	for _, c := range w.Machine.OfObject(o) {
		if w.Machine.Comps[c].Kind == sem.Channel {
			w.t.reads.Add(int(c)) // only Close writes this mark; sends and receives write the ends
		}
	}
}

// lock notes an operation that changes a lock. With takes, the operation waits until the lock is free.
func (w *toucher) lock(o cfg.ObjectID, takes bool) {
	c := w.component(o)
	w.t.writes.Add(int(c))
	if w.Machine.Comps[c].Kind == sem.RWLock {
		// The component has the readers and an announced writer as well: any change of it may enable somebody.
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

// wakes notes all that a notification can change: the wait sets of all tasks that may wait on the object.
func (w *toucher) wakes(o cfg.ObjectID) {
	for _, c := range w.Machine.OfObject(o) {
		if w.Machine.Comps[c].Kind == sem.WaitSet {
			w.write(c)
		}
	}
}

// once notes a step that can be taken while the component of a once has the value phase: 0, nobody has begun what is
// executed once, or 2, it has ended.
func (w *toucher) once(o cfg.ObjectID, phase int32) {
	c := w.component(o)
	if phase == 0 {
		w.t.writes.Add(int(c))
	} else {
		w.t.reads.Add(int(c))
	}
	w.wants(int(c), phase, true, c)
}

// waiting notes that task u changes its state in the wait set of an object. With wakes, it waits there until it is
// notified.
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

// spawn notes the start of a task of a family. Which one it is depends on the
// state, so all are noted. Their parameters need no mark: nobody else touches
// them before the start.
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

// joint notes what an operation touches that two tasks execute together: a call with its accept, or a send with a
// receive that has no buffer between them. Other meetings touch nothing but the points.
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

// bind gives the parameters of a handler their values in w.env: those of the messages that takes counts, or unknown
// ones if takes is nil. A quorum of n has n variables for each parameter.
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

// handle notes what a handler touches: it takes messages from a queue or a mailbox, and runs its body.
func (w *toucher) handle(n *cfg.Node, op cfg.Handle, t *transition) {
	switch {
	case w.Program.Objects[op.Box].Kind == cfg.QueueObject:
		w.t.writes.Add(w.head(op.Box))
		w.wants(w.items(op.Box), 0, false, w.component(op.Box))
		w.t.makes.Add(w.first(op.Box)) // the next message becomes the oldest
		w.t.need.Add(w.first(op.Box))
		w.t.needs = append(w.t.needs, need{queue: w.oldestOf(op.Box), msg: int32(op.Msg), token: w.first(op.Box),
			partly: true})
	case t.takes != nil: // a split handler
		for _, c := range t.takes {
			w.t.writes.Add(int(c))
			w.wants(int(c), 0, false, c)
		}
	default: // any message of the kind will do
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
	// A parameter whose type is narrower than that of the message may be out of range.
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
