package trans

import (
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
)

// This file makes a program in our language a deliverer. Two things do not fit:
//
//   - A delivery is more than one step of the program. It is the step of the
//     handler and, for each actor that this spawns, the steps until that waits for
//     messages, too: a macro of several micros. Before the first delivery there is
//     a macro in which every task takes its steps until it has ended or waits. The
//     first steps of an actor count as part of the delivery that spawned it, since
//     nobody else can notice them.
//   - Mailboxes of package sem count equal messages, and the messages of a
//     deliverer have identities. Which of several equal messages is delivered makes
//     no difference to the state, so a message is the counter that counts it.

// system is a program as a deliverer. Its states are those of the model.System.
type system struct {
	*model.System

	boxes map[sem.CompID]*letters // by counter of a message: the messages of the same kind
	steps int                     // the largest number of steps of a macro

	// The execution in progress.
	id     []actorID    // by task; noActor: not created
	tasks  []cfg.TaskID // by actor
	msgs   []sem.CompID // by message: its counter
	events []*macro     // the start of the program, then the deliveries

	owner   []cfg.TaskID // by property: the task whose events it sees; None: none so far
	clashed string       // why the program is refused after all: a property sees events of two tasks; "": none does

	list   []*model.Move // scratch
	masked []int32       // scratch: a state
}

// letters has the messages of one kind that one actor can get.
type letters struct {
	owner cfg.TaskID
	comps []sem.CompID // their counters, ascending
	ways  []sem.WayID  // the ways of the stepper to take one of them
	once  bool         // there is one outcome in every state in which the actor lives
}

// micro is one step of a task. The move of a handler's step was computed in a
// state in which the message that it takes is the only one of its kind.
type micro struct {
	*model.Move
	task cfg.TaskID
	msg  sem.CompID // the counter of the message that it takes, or -1
	err  *sem.Error // the error that it meets, or nil
}

// macro is a delivery, or the start of the program.
type macro struct {
	state []int32      // the state after it
	acts  []act        // what the deliverer returns for it
	steps []micro      // its steps
	tasks []cfg.TaskID // the tasks that it creates
	msgs  []sem.CompID // the counters of the messages that it sends
	todo  []cfg.TaskID // while it is being made: tasks that have to take steps
	by    actorID      // the receiver of the delivery; noActor: the start of the program
	cut   bool         // it has too many steps
}

// clone returns a copy, for another outcome of the next step.
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

// newSystem prepares a program that check accepts; steps is system.steps. The
// error is a *sem.TooLarge.
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

// addLetters fills in boxes for the messages of a mailbox.
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

// state returns the present state.
func (y *system) state() []int32 { return y.events[len(y.events)-1].state }

// rests reports whether a task has no step but deliveries: it has ended or failed,
// waits for messages, or was not started.
func (y *system) rests(state []int32, t cfg.TaskID) bool {
	return y.Failed(state, t) || y.Machine.Rests(t, state[y.Machine.Pos(t)])
}

// start executes what comes before the first delivery, and calls f with every
// outcome, until f returns false.
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

// begin makes an outcome of start the execution in progress, and returns its acts.
func (y *system) begin(a *macro) []act {
	y.tasks, y.msgs, y.events = y.tasks[:0], y.msgs[:0], y.events[:0]
	for t := range y.id {
		y.id[t] = noActor
	}
	y.enter(a)
	return a.acts
}

// enter appends a macro to the execution.
func (y *system) enter(a *macro) {
	for _, t := range a.tasks {
		y.id[t] = actorID(len(y.tasks))
		y.tasks = append(y.tasks, t)
	}
	y.msgs = append(y.msgs, a.msgs...)
	y.events = append(y.events, a)
}

// born notes in a macro that a task was created, by a.by.
func (y *system) born(a *macro, t cfg.TaskID) {
	a.tasks = append(a.tasks, t)
	a.acts = append(a.acts, act{by: a.by})
}

// sent notes in a macro that a message was sent; c is its counter.
func (y *system) sent(a *macro, by actorID, c sem.CompID) {
	a.msgs = append(a.msgs, c)
	a.acts = append(a.acts, act{by: by, send: true, to: y.number(a, y.boxes[c].owner)})
}

// number returns the actor that a task is; macro a may have created it.
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

// advance completes a macro: it executes steps of the tasks in a.todo until they
// rest, and calls f with every outcome. It returns false if f did.
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

// take adds a step to a macro: it changes a.state and notes what the step creates and sends.
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

// apply executes a step in a state. The move of a handler was computed without the
// other messages of its kind. They are taken out of the state for it and added
// again afterwards; an actor that has ended has none.
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

// observed notes whose events the properties see, and sets clashed if one sees
// events of two tasks: deliveries to these two would depend on each other.
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

// handlings returns the outcomes of delivering a message with counter c in the
// present state; none if it cannot be delivered.
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

// full returns the error for a handler that posts more messages of the kind that
// it takes than the model can count, or nil. The move does not show this, as it
// was computed without the other messages of the kind.
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

// outcomes returns that of deliverer.
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

// deliver returns that of deliverer.
func (y *system) deliver(m msgID, outcome int) []act {
	a := y.handlings(y.msgs[m])[outcome]
	y.enter(a)
	return a.acts
}

// undo is that of deliverer.
func (y *system) undo() {
	e := y.events[len(y.events)-1]
	for _, t := range y.tasks[len(y.tasks)-len(e.tasks):] {
		y.id[t] = noActor
	}
	y.tasks = y.tasks[:len(y.tasks)-len(e.tasks)]
	y.msgs = y.msgs[:len(y.msgs)-len(e.msgs)]
	y.events = y.events[:len(y.events)-1]
}

// alive is that of deliverer.
func (y *system) alive(a actorID) bool {
	t := y.tasks[a]
	return !y.Failed(y.state(), t) && !y.Machine.Ended(t, y.state()[y.Machine.Pos(t)])
}
