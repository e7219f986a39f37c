package trans

import (
	"flavers/automata"
	"flavers/cfg"
	"flavers/sem"
)

// system is a program in our language as a model. A delivery is the step of the
// handler and, for every actor that this spawns, the steps until it waits for
// messages too. Before the first delivery, every task takes its steps until it
// has ended or waits; the start of an actor counts as before its first message,
// as it can be noticed by nobody else.
//
// Mailboxes of package sem count equal messages. Here messages have identities;
// which of the equal ones is delivered makes no difference to the state.
//
// A state is a vector: the machine's components, then the state of each
// property's automaton, then for each task whether it has met a run-time error
// and stays where it is.
type system struct {
	p     *cfg.Program
	m     *sem.Machine
	specs []seer
	dead  int // where the failed tasks begin in a state

	posted  map[string]sem.CompID // by the event of a post: the counter of the message
	spawned map[string]cfg.TaskID // by the event of a spawn
	boxes   map[sem.CompID]*letters
	solo    [][]cfg.ActionID // by point
	steps   int              // most steps that are no deliveries, in a row

	id      []actorID    // by task; noActor: not created
	tasks   []cfg.TaskID // by number of an actor
	msgs    []sem.CompID // by message: its counter
	events  []*macro     // what came before the first delivery, and the deliveries
	clashed string       // a property that sees events of two tasks, and which
}

// seer is one property.
type seer struct {
	spec   *automata.Spec
	binder *automata.Binder
	trap   int32
	at     int        // its place in a state
	owner  cfg.TaskID // whose events it sees; None: none so far
}

// letters is one kind of message of one actor.
type letters struct {
	owner   cfg.TaskID
	comps   []sem.CompID // of all its messages, ascending
	actions []cfg.ActionID
	once    bool // has one outcome, whatever the state, if the actor lives
}

// micro is one step of the machine: an outcome of an action; of a handler, the
// outcome among those that take the same message.
type micro struct {
	action  cfg.ActionID
	outcome int
	msg     sem.CompID // or -1
	err     *sem.Error
}

// macro is a delivery, or the start of the program, on its way.
type macro struct {
	state []int32
	acts  []act
	steps []micro
	tasks []cfg.TaskID // created
	msgs  []sem.CompID // sent
	todo  []cfg.TaskID // have to take steps
	by    actorID      // who creates and sends, if the task has no number
	cut   bool         // too many steps
}

func (a *macro) clone() *macro {
	b := *a
	b.state = append([]int32(nil), a.state...)
	b.acts = append([]act(nil), a.acts...)
	b.steps = append([]micro(nil), a.steps...)
	b.tasks = append([]cfg.TaskID(nil), a.tasks...)
	b.msgs = append([]sem.CompID(nil), a.msgs...)
	b.todo = append([]cfg.TaskID(nil), a.todo...)
	return &b
}

func newSystem(p *cfg.Program, specs []*automata.Spec, steps int) (*system, error) {
	m, err := sem.NewWithEnds(p)
	if err != nil {
		return nil, err
	}
	y := &system{p: p, m: m, dead: len(m.Comps) + len(specs), steps: steps, posted: map[string]sem.CompID{}, spawned: map[string]cfg.TaskID{},
		boxes: map[sem.CompID]*letters{}, solo: make([][]cfg.ActionID, len(p.Points)), id: make([]actorID, len(p.Tasks))}
	for i, sp := range specs {
		y.specs = append(y.specs, seer{spec: sp, binder: automata.NewBinder(sp), trap: sp.DFA.Trap(), at: len(m.Comps) + i, owner: cfg.None})
	}
	for i := range p.Tasks {
		y.id[i] = noActor
		y.spawned["spawn "+p.Tasks[i].Name] = cfg.TaskID(i)
	}
	for _, a := range p.Actions {
		q := p.Nodes[a.A].Point
		y.solo[q] = append(y.solo[q], a.ID)
	}
	for i := range p.Objects {
		y.addLetters(&p.Objects[i])
	}
	return y, nil
}

// addLetters numbers the messages of a mailbox.
func (y *system) addLetters(o *cfg.Object) {
	comps := y.m.OfObject(o.ID)
	for k := range o.Messages {
		size := 1
		for _, t := range o.Messages[k].Params {
			size *= t.Size()
		}
		l := &letters{owner: o.Owner, comps: comps[:size]}
		comps = comps[size:]
		handlers := 0
		for _, a := range y.p.Actions {
			op, ok := y.p.Nodes[a.A].Op.(cfg.Handle)
			if !ok || op.Box != o.ID || op.Msg != int32(k) {
				continue
			}
			l.actions = append(l.actions, a.ID)
			if !op.Stops {
				handlers++
				l.once = op.Guard == nil && len(cfg.Spawns(op)) == 0 && !chooses(op.Body)
			}
		}
		l.once = l.once && handlers == 1
		for _, c := range l.comps {
			y.boxes[c] = l
			y.posted["post "+y.m.Comps[c].Name[len("mailbox:"):]] = c
		}
	}
}

// failed tells whether a task has met an error.
func (y *system) failed(state []int32, t cfg.TaskID) bool { return state[y.dead+int(t)] != 0 }

// state is the one now.
func (y *system) state() []int32 { return y.events[len(y.events)-1].state }

// rests tells whether a task has ended, failed or waits for messages, or was
// not started.
func (y *system) rests(state []int32, t cfg.TaskID) bool {
	return y.failed(state, t) || y.m.Rests(t, state[y.m.Pos(t)])
}

// start runs what comes before the first delivery, and calls f with every
// outcome; f returns false to end this.
func (y *system) start(f func(*macro) bool) {
	a := &macro{state: make([]int32, y.dead+len(y.p.Tasks)), by: noActor}
	copy(a.state, y.m.Start())
	for i := range y.specs {
		a.state[y.specs[i].at] = y.specs[i].spec.DFA.Start
	}
	for t := range y.p.Tasks {
		if task := &y.p.Tasks[t]; task.Static() {
			y.born(a, task.ID)
			a.todo = append(a.todo, task.ID)
		}
	}
	for i := range y.p.Objects {
		o := &y.p.Objects[i]
		for _, q := range o.Initial {
			name := y.m.MessageString(o.ID, sem.Message{Kind: q.Msg, Args: q.Args, Sender: cfg.None})
			y.sent(a, noActor, y.posted["post "+name])
		}
	}
	y.advance(a, f)
}

// begin makes an outcome of start the execution in progress.
func (y *system) begin(a *macro) []act {
	y.tasks, y.msgs, y.events = y.tasks[:0], y.msgs[:0], y.events[:0]
	for t := range y.id {
		y.id[t] = noActor
	}
	y.enter(a)
	return a.acts
}

// enter makes a macro-step part of the execution.
func (y *system) enter(a *macro) {
	for _, t := range a.tasks {
		y.id[t] = actorID(len(y.tasks))
		y.tasks = append(y.tasks, t)
	}
	y.msgs = append(y.msgs, a.msgs...)
	y.events = append(y.events, a)
}

// born notes that a task was created. Tasks without a mailbox have no number;
// nobody sends to them.
func (y *system) born(a *macro, t cfg.TaskID) {
	a.tasks = append(a.tasks, t)
	a.acts = append(a.acts, act{by: a.by})
}

func (y *system) sent(a *macro, by actorID, c sem.CompID) {
	a.msgs = append(a.msgs, c)
	a.acts = append(a.acts, act{by: by, send: true, to: y.number(a, y.boxes[c].owner)})
}

// number is the number of a task, which the macro-step may have created.
func (y *system) number(a *macro, t cfg.TaskID) actorID {
	if y.id[t] != noActor {
		return y.id[t]
	}
	for i, k := range a.tasks {
		if k == t {
			return actorID(len(y.tasks) + i)
		}
	}
	panic("trans: a message for a task that was not created")
}

// advance takes the steps of tasks that have to, and calls f with every outcome.
func (y *system) advance(a *macro, f func(*macro) bool) bool {
	for len(a.todo) > 0 {
		t := a.todo[0]
		if y.rests(a.state, t) {
			a.todo = a.todo[1:]
			continue
		}
		if len(a.steps) >= y.steps {
			a.cut = true
			return f(a)
		}
		var outs []sem.Outcome
		var which []micro
		for _, id := range y.solo[y.m.Point(t, a.state[y.m.Pos(t)])] {
			from := len(outs)
			outs = y.m.Outcomes(outs, a.state[:len(y.m.Comps)], y.p.Actions[id], true)
			for i := from; i < len(outs); i++ {
				which = append(which, micro{action: id, outcome: i - from, msg: -1})
			}
		}
		if len(outs) == 0 { // it waits for something that cannot come
			a.todo = a.todo[1:]
			continue
		}
		for i := range outs[1:] {
			b := a.clone()
			y.take(b, t, which[i], &outs[i])
			if !y.advance(b, f) {
				return false
			}
		}
		y.take(a, t, which[len(outs)-1], &outs[len(outs)-1])
	}
	return f(a)
}

// take adds a step of task t.
func (y *system) take(a *macro, t cfg.TaskID, u micro, o *sem.Outcome) {
	u.err = o.Err
	a.steps = append(a.steps, u)
	if o.Err != nil {
		a.state[y.dead+int(t)] = 1
		return
	}
	copy(a.state, o.Next)
	by := a.by
	if by != noActor {
		by = y.number(a, t)
	}
	for i := range o.Occ {
		names := o.Occ[i].Names
		full := names[len(names)-1]
		if c, ok := y.posted[full]; ok {
			y.sent(a, by, c)
		} else if child, ok := y.spawned[full]; ok {
			was := a.by
			a.by = by
			y.born(a, child)
			a.by = was
			a.todo = append(a.todo, child)
		}
		y.see(a.state, t, &o.Occ[i])
	}
}

// see moves the properties.
func (y *system) see(state []int32, t cfg.TaskID, o *sem.Occurrence) {
	for i := range y.specs {
		k := &y.specs[i]
		sym, _ := k.binder.Bind(o.Names, []string{y.p.Tasks[t].Name})
		if sym < 0 {
			continue
		}
		if k.owner == cfg.None {
			k.owner = t
		}
		if k.owner != t && y.clashed == "" {
			y.clashed = "property " + k.spec.Name + " sees events of " + y.p.Tasks[k.owner].Name + " and of " + y.p.Tasks[t].Name +
				", whose order the deliveries that it explores do not decide"
		}
		if q := &state[k.at]; *q != k.trap {
			*q = k.spec.DFA.Step(*q, sym)
		}
	}
}

// handlings lists what delivering a message leads to.
func (y *system) handlings(c sem.CompID) []*macro {
	l := y.boxes[c]
	state := y.state()
	if y.failed(state, l.owner) || y.m.Ended(l.owner, state[y.m.Pos(l.owner)]) {
		return nil
	}
	var list []*macro
	alone := y.only(state, l, c)
	for _, id := range l.actions {
		outs := y.m.Outcomes(nil, alone, y.p.Actions[id], true)
		for i := range outs {
			a := &macro{by: y.id[l.owner], state: append([]int32(nil), state...)}
			o := &outs[i]
			y.putBack(o, state, l, c)
			y.take(a, l.owner, micro{action: id, outcome: i, msg: c}, o)
			y.advance(a, func(b *macro) bool { list = append(list, b); return true })
		}
	}
	return list
}

// only is a state with only the messages c of their kind.
func (y *system) only(state []int32, l *letters, c sem.CompID) []int32 {
	out := append([]int32(nil), state[:len(y.m.Comps)]...)
	for _, k := range l.comps {
		if k != c {
			out[k] = 0
		}
	}
	return out
}

// putBack adds the messages that only took away; too many of them is the limit
// of the model. An actor that has ended has none.
func (y *system) putBack(o *sem.Outcome, state []int32, l *letters, c sem.CompID) {
	if o.Err != nil || y.m.Ended(l.owner, o.Next[y.m.Pos(l.owner)]) {
		return
	}
	for _, k := range l.comps {
		if k == c {
			continue
		}
		if o.Next[k] += state[k]; o.Next[k] >= y.m.Comps[k].Size {
			o.Err = &sem.Error{Kind: cfg.LimitError, Text: "too many equal messages pending: " + y.m.Comps[k].Name,
				Pos: y.p.Objects[y.m.Comps[k].Object].Pos}
			return
		}
	}
}

func (y *system) outcomes(m msgID) int {
	c := y.msgs[m]
	if l := y.boxes[c]; l.once {
		if y.alive(y.id[l.owner]) {
			return 1
		}
		return 0
	}
	return len(y.handlings(c))
}

func (y *system) deliver(m msgID, outcome int) []act {
	a := y.handlings(y.msgs[m])[outcome]
	y.enter(a)
	return a.acts
}

func (y *system) undo() {
	e := y.events[len(y.events)-1]
	for _, t := range y.tasks[len(y.tasks)-len(e.tasks):] {
		y.id[t] = noActor
	}
	y.tasks = y.tasks[:len(y.tasks)-len(e.tasks)]
	y.msgs = y.msgs[:len(y.msgs)-len(e.msgs)]
	y.events = y.events[:len(y.events)-1]
}

func (y *system) alive(a actorID) bool {
	t := y.tasks[a]
	return !y.failed(y.state(), t) && !y.m.Ended(t, y.state()[y.m.Pos(t)])
}
