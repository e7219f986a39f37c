package trans

import (
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
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
// A delivery takes the steps of a model.System, whose states are the states here.
type system struct {
	*model.System

	boxes map[sem.CompID]*letters
	steps int // most steps that are no deliveries, in a row

	id      []actorID    // by task; noActor: not created
	tasks   []cfg.TaskID // by number of an actor
	msgs    []sem.CompID // by message: its counter
	events  []*macro     // what came before the first delivery, and the deliveries
	owner   []cfg.TaskID // by property: whose events it sees; None: none so far
	clashed string       // a property that sees events of two tasks, and which
	list    []*model.Move
	masked  []int32
}

// letters is one kind of message of one actor.
type letters struct {
	owner cfg.TaskID
	comps []sem.CompID // of all its messages, ascending
	ways  []sem.WayID
	once  bool // has one outcome, whatever the state, if the actor lives
}

// micro is one step of task t; of a handler, found where the message that it
// takes is the only one of its kind.
type micro struct {
	*model.Move
	task cfg.TaskID
	msg  sem.CompID // or -1
	err  *sem.Error
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
	y := &system{System: model.New(m, specs, model.Config{}), steps: steps, boxes: map[sem.CompID]*letters{},
		id: make([]actorID, len(p.Tasks))}
	for range specs {
		y.owner = append(y.owner, cfg.None)
	}
	for i := range p.Tasks {
		y.id[i] = noActor
	}
	for i := range p.Objects {
		y.addLetters(&p.Objects[i])
	}
	return y, nil
}

// addLetters numbers the messages of a mailbox.
func (y *system) addLetters(o *cfg.Object) {
	for k := range o.Messages {
		l := &letters{owner: o.Owner, comps: y.Machine.Counters(o.ID, int32(k))}
		handlers := 0
		for i := range y.Program.Nodes {
			op, ok := y.Program.Nodes[i].Op.(cfg.Handle)
			if !ok || op.Box != o.ID || op.Msg != int32(k) {
				continue
			}
			if !op.Stops {
				handlers++
				l.once = op.Guard == nil && len(cfg.Spawns(op)) == 0 && !chooses(op.Body)
			}
		}
		l.once = l.once && handlers == 1
		for w := range y.Ways {
			if op, ok := y.Program.Nodes[y.Action(sem.WayID(w)).A].Op.(cfg.Handle); ok && op.Box == o.ID && op.Msg == int32(k) {
				l.ways = append(l.ways, sem.WayID(w))
			}
		}
		for _, c := range l.comps {
			y.boxes[c] = l
		}
	}
}

// state is the one now.
func (y *system) state() []int32 { return y.events[len(y.events)-1].state }

// rests reports whether a task has ended, failed or waits for messages, or was
// not started.
func (y *system) rests(state []int32, t cfg.TaskID) bool {
	return y.Failed(state, t) || y.Machine.Rests(t, state[y.Machine.Pos(t)])
}

// start runs what comes before the first delivery, and calls f with every
// outcome; f returns false to end this.
func (y *system) start(f func(*macro) bool) {
	a := &macro{state: y.Start(), by: noActor}
	for t := range y.Program.Tasks {
		if task := &y.Program.Tasks[t]; task.Static() {
			y.born(a, task.ID)
			a.todo = append(a.todo, task.ID)
		}
	}
	for i := range y.Program.Objects {
		o := &y.Program.Objects[i]
		for _, q := range o.Initial {
			y.sent(a, noActor, y.Machine.Counter(o.ID, sem.Message{Kind: q.Msg, Args: q.Args, Sender: cfg.None}))
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
		var ways []*model.Move
		for _, k := range y.Alone[y.Point(a.state, t)] {
			ways, _ = y.Moves(ways, a.state, k)
		}
		if len(ways) == 0 { // it waits for something that cannot come
			a.todo = a.todo[1:]
			continue
		}
		for _, v := range ways[:len(ways)-1] {
			b := a.clone()
			y.take(b, micro{v, t, -1, v.Effect.Err})
			if !y.advance(b, f) {
				return false
			}
		}
		v := ways[len(ways)-1]
		y.take(a, micro{v, t, -1, v.Effect.Err})
	}
	return f(a)
}

// take adds a step.
func (y *system) take(a *macro, u micro) {
	a.steps = append(a.steps, u)
	y.apply(a.state, &u)
	if u.err != nil {
		return
	}
	by := a.by
	if by != noActor {
		by = y.number(a, u.task)
	}
	for i := range u.Effect.Occ {
		switch occ := &u.Effect.Occ[i]; occ.Kind {
		case sem.PostEvent:
			y.sent(a, by, y.Machine.Counter(occ.Object, occ.Message))
		case sem.SpawnEvent:
			was := a.by
			a.by = by
			y.born(a, occ.Task)
			a.by = was
			a.todo = append(a.todo, occ.Task)
		}
	}
	y.observed(&u)
}

// apply does a step. What a handler does to the other messages of the kind that
// it takes is added to what is there; an actor that has ended has none.
func (y *system) apply(state []int32, u *micro) {
	if u.err != nil {
		y.Fail(state, u.task, u.err)
		return
	}
	if u.msg < 0 {
		y.Change(state, u.Move)
		return
	}
	l := y.boxes[u.msg]
	y.masked = append(y.masked[:0], state...)
	y.Machine.Only(state, l.comps, u.msg)
	y.Change(state, u.Move)
	if y.Machine.Ended(l.owner, state[y.Machine.Pos(l.owner)]) {
		return
	}
	for _, k := range l.comps {
		if k != u.msg {
			state[k] += y.masked[k]
		}
	}
}

// observed notes whose events the properties see.
func (y *system) observed(u *micro) {
	for i := range y.Monitors {
		switch t := u.task; {
		case !u.Reads.Has(y.Monitors[i].Resource):
		case y.owner[i] == cfg.None:
			y.owner[i] = t
		case y.owner[i] != t && y.clashed == "":
			y.clashed = "property " + y.Monitors[i].Spec.Name + " sees events of " + y.Program.Tasks[y.owner[i]].Name +
				" and of " + y.Program.Tasks[t].Name +
				", whose order the deliveries that it explores do not decide"
		}
	}
}

// handlings lists what delivering a message leads to.
func (y *system) handlings(c sem.CompID) []*macro {
	l := y.boxes[c]
	state := y.state()
	if y.Failed(state, l.owner) || y.Machine.Ended(l.owner, state[y.Machine.Pos(l.owner)]) {
		return nil
	}
	var list []*macro
	alone := slices.Clone(state)
	y.Machine.Only(alone, l.comps, c)
	var found []*model.Move
	for _, k := range l.ways {
		found, _ = y.Moves(found, alone, k)
	}
	for _, v := range found {
		a := &macro{by: y.id[l.owner], state: slices.Clone(state)}
		u := micro{v, l.owner, c, v.Effect.Err}
		if u.err == nil {
			u.err = y.full(state, &u)
		}
		y.take(a, u)
		y.advance(a, func(b *macro) bool { list = append(list, b); return true })
	}
	return list
}

// full is the limit of the model that a handler meets if it posts more messages
// of the kind that it takes than can be counted, or nil.
func (y *system) full(state []int32, u *micro) *sem.Error {
	next := slices.Clone(state)
	y.apply(next, u)
	for _, k := range y.boxes[u.msg].comps {
		if c := &y.Machine.Comps[k]; next[k] >= c.Size {
			return y.Machine.BeyondMail(k, y.Program.Objects[c.Object].Pos)
		}
	}
	return nil
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
	return !y.Failed(y.state(), t) && !y.Machine.Ended(t, y.state()[y.Machine.Pos(t)])
}
