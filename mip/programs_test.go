package mip

import (
	"fmt"
	"go/token"
	"math/rand/v2"

	"flavers/cfg"
)

// model builds programs for the tests point by point.
type model struct {
	*cfg.Builder
}

func newModel(name string) model { return model{cfg.NewBuilder(name, "")} }

func (m model) task(name string) cfg.TaskID {
	return m.AddTask(name, cfg.None, 0, token.Position{})
}

func (m model) entry(t cfg.TaskID) cfg.ObjectID {
	return m.AddObject(cfg.Object{Kind: cfg.EntryObject, Owner: t})
}

func (m model) node(from cfg.PointID, op cfg.Op, to cfg.PointID) {
	m.AddNode(cfg.Node{Point: from, Next: to, Op: op})
}

// cycle makes t repeat the operations for ever.
func (m model) cycle(t cfg.TaskID, ops ...cfg.Op) {
	at := m.Start(t)
	for i, op := range ops {
		next := m.Start(t)
		if i+1 < len(ops) {
			next = m.AddPoint(t)
		}
		m.node(at, op, next)
		at = next
	}
}

func call(o cfg.ObjectID) cfg.Op   { return cfg.Call{Entry: o} }
func accept(o cfg.ObjectID) cfg.Op { return cfg.Accept{Entry: o} }

// philosophers: forks as tasks; both forks are taken and given back left first.
func philosophers(n int) *cfg.Program {
	m := newModel("philosophers")
	up, down := make([]cfg.ObjectID, n), make([]cfg.ObjectID, n)
	for i := range n {
		f := m.task(fmt.Sprintf("fork[%d]", i))
		up[i], down[i] = m.entry(f), m.entry(f)
		m.cycle(f, accept(up[i]), accept(down[i]))
	}
	for i := range n {
		l, r := i, (i+1)%n
		m.cycle(m.task(fmt.Sprintf("phil[%d]", i)), call(up[l]), call(up[r]), call(down[l]), call(down[r]))
	}
	return m.Finish()
}

// cyclic is Milner's scheduler: customer i: accept start; call finished, for
// ever. Scheduler i: accept next, then for ever: call the customer's start;
// call next of scheduler i+1; accept finished and next in either order. The
// last one holds the token first: it skips its first accept.
func cyclic(n int) *cfg.Program {
	m := newModel("cyclic")
	start, finished, next := make([]cfg.ObjectID, n), make([]cfg.ObjectID, n), make([]cfg.ObjectID, n)
	sched := make([]cfg.TaskID, n)
	cust := make([]cfg.TaskID, n)
	for i := range n {
		sched[i], cust[i] = m.task(fmt.Sprintf("sched[%d]", i)), m.task(fmt.Sprintf("cust[%d]", i))
		start[i], finished[i], next[i] = m.entry(cust[i]), m.entry(sched[i]), m.entry(sched[i])
	}
	for i := range n {
		m.cycle(cust[i], accept(start[i]), call(finished[i]))
		t := sched[i]
		token := m.Start(t)
		if i < n-1 {
			token = m.AddPoint(t)
			m.node(m.Start(t), accept(next[i]), token)
		}
		pass, both, done, again := m.AddPoint(t), m.AddPoint(t), m.AddPoint(t), m.AddPoint(t)
		m.node(token, call(start[i]), pass)
		m.node(pass, call(next[(i+1)%n]), both)
		m.node(both, accept(finished[i]), done)
		m.node(done, accept(next[i]), token)
		m.node(both, accept(next[i]), again)
		m.node(again, accept(finished[i]), token)
	}
	return m.Finish()
}

// forkManager: a manager with one flag per fork, which are its control states
// here; its first state is not among those of its loop.
func forkManager(n int) *cfg.Program {
	m := newModel("fork manager")
	mgr := m.task("manager")
	up, down := make([]cfg.ObjectID, n), make([]cfg.ObjectID, n)
	for i := range n {
		up[i], down[i] = m.entry(mgr), m.entry(mgr)
		m.cycle(m.task(fmt.Sprintf("phil[%d]", i)), call(up[i]), call(down[i]))
	}
	at := map[int]cfg.PointID{} // by set of eating philosophers
	for s := range 1 << n {
		if s&(s<<1|s>>(n-1)) == 0 {
			at[s] = m.AddPoint(mgr)
		}
	}
	for s := range 1 << n {
		from, ok := at[s]
		if !ok {
			continue
		}
		for i := range n {
			to, free := at[s^1<<i]
			switch {
			case s>>i&1 != 0:
				m.node(from, accept(down[i]), to)
			case free:
				m.node(from, accept(up[i]), to)
				if s == 0 {
					m.node(m.Start(mgr), accept(up[i]), to)
				}
			}
		}
	}
	return m.Finish()
}

// readersWriters: n readers, n writers, and a controller that counts readers
// in its control state; its first state is not among those of its loop.
func readersWriters(n int) *cfg.Program {
	m := newModel("readers-writers")
	ctl := m.task("controller")
	startRead, stopRead, startWrite, stopWrite := m.entry(ctl), m.entry(ctl), m.entry(ctl), m.entry(ctl)
	for i := range n {
		m.cycle(m.task(fmt.Sprintf("reader[%d]", i)), call(startRead), call(stopRead))
		m.cycle(m.task(fmt.Sprintf("writer[%d]", i)), call(startWrite), call(stopWrite))
	}
	count := make([]cfg.PointID, n+1)
	for i := range count {
		count[i] = m.AddPoint(ctl)
	}
	writing := m.AddPoint(ctl)
	for i := range n {
		m.node(count[i], accept(startRead), count[i+1])
		m.node(count[i+1], accept(stopRead), count[i])
	}
	m.node(count[0], accept(startWrite), writing)
	m.node(writing, accept(stopWrite), count[0])
	m.node(m.Start(ctl), accept(startRead), count[1])
	m.node(m.Start(ctl), accept(startWrite), writing)
	return m.Finish()
}

// host: philosophers with fork tasks and a host that admits n-1 of them; its
// first state is not among those of its loop. When one leaves that never
// entered, which no execution does, the host fails and ends.
func host(n int) *cfg.Program {
	m := newModel("host")
	h := m.task("host")
	enter, leave := m.entry(h), m.entry(h)
	empty := m.AddPoint(h)
	at := empty
	for i := range n - 1 {
		next := m.AddPoint(h)
		m.node(at, accept(enter), next)
		if i == 0 {
			m.node(m.Start(h), accept(enter), next)
		}
		m.node(next, accept(leave), at)
		at = next
	}
	fault := m.AddPoint(h)
	m.node(empty, accept(leave), fault)
	m.node(fault, cfg.Silent{}, m.End(h))
	up, down := make([]cfg.ObjectID, n), make([]cfg.ObjectID, n)
	for i := range n {
		f := m.task(fmt.Sprintf("fork[%d]", i))
		up[i], down[i] = m.entry(f), m.entry(f)
		m.cycle(f, accept(up[i]), accept(down[i]))
	}
	for i := range n {
		l, r := i, (i+1)%n
		m.cycle(m.task(fmt.Sprintf("phil[%d]", i)),
			call(enter), call(up[l]), call(up[r]), call(down[l]), call(down[r]), call(leave))
	}
	return m.Finish()
}

// tokenRing: n servers pass a token; a server that holds it lets its user in
// if it asks.
func tokenRing(n int) *cfg.Program {
	m := newModel("token ring")
	server := make([]cfg.TaskID, n)
	give, get, put := make([]cfg.ObjectID, n), make([]cfg.ObjectID, n), make([]cfg.ObjectID, n)
	for i := range n {
		server[i] = m.task(fmt.Sprintf("server[%d]", i))
		give[i], get[i], put[i] = m.entry(server[i]), m.entry(server[i]), m.entry(server[i])
	}
	for i := range n {
		m.cycle(m.task(fmt.Sprintf("user[%d]", i)), cfg.Silent{}, call(get[i]), cfg.Silent{}, call(put[i]))
		s := server[i]
		idle, holds := m.Start(s), m.AddPoint(s)
		if i == 0 {
			idle, holds = holds, idle
		}
		used := m.AddPoint(s)
		m.node(idle, accept(give[i]), holds)
		m.node(holds, accept(get[i]), used)
		m.node(used, accept(put[i]), holds)
		m.node(holds, call(give[(i+1)%n]), idle)
	}
	return m.Finish()
}

// divide: n solvers; solver i may hand half of its problem to solver i+1,
// waits for it, and answers the one that called it.
func divide(n int) *cfg.Program {
	m := newModel("divide and conquer")
	fork, join := make([]cfg.ObjectID, n), make([]cfg.ObjectID, n)
	task := make([]cfg.TaskID, n)
	for i := range n {
		task[i] = m.task(fmt.Sprintf("solver[%d]", i))
		fork[i], join[i] = m.entry(task[i]), m.entry(task[i])
	}
	for i := range n {
		t := task[i]
		begin := m.Start(t)
		if i > 0 {
			begin = m.AddPoint(t)
			m.node(m.Start(t), accept(fork[i]), begin)
		}
		done := m.AddPoint(t)
		m.node(begin, cfg.Silent{}, done)
		if i+1 < n {
			handed, waits := m.AddPoint(t), m.AddPoint(t)
			m.node(begin, call(fork[i+1]), handed)
			m.node(handed, cfg.Silent{}, waits)
			m.node(waits, call(join[i+1]), done)
		}
		if i > 0 {
			m.node(done, accept(join[i]), m.End(t))
		} else {
			m.node(done, cfg.Silent{}, m.End(t))
		}
	}
	return m.Finish()
}

// synthetic has about the given number of nodes in tasks of 60: one in five is
// a server (a select over 3 entries in a loop, with local work after each),
// the others are clients with random branches, loops and calls.
func synthetic(nodes int) *cfg.Program {
	const perTask = 60
	m := newModel("synthetic")
	rng := rand.New(rand.NewPCG(7, uint64(nodes)))
	tasks := max(2, nodes/perTask)
	servers := max(1, tasks/5)
	var entries []cfg.ObjectID
	for i := range servers {
		t := m.task(fmt.Sprintf("server[%d]", i))
		for range 3 {
			e := m.entry(t)
			entries = append(entries, e)
			at := m.AddPoint(t)
			m.node(m.Start(t), accept(e), at)
			for range perTask/3 - 2 {
				next := m.AddPoint(t)
				m.node(at, cfg.Silent{}, next)
				at = next
			}
			m.node(at, cfg.Silent{}, m.Start(t))
		}
	}
	for i := range tasks - servers {
		c := client{model: m, rng: rng, task: m.task(fmt.Sprintf("client[%d]", i)), entries: entries, left: perTask}
		c.sequence(m.Start(c.task), m.End(c.task), perTask)
	}
	return m.Finish()
}

// client draws the control flow of one task.
type client struct {
	model
	rng     *rand.Rand
	task    cfg.TaskID
	entries []cfg.ObjectID
	left    int // nodes to go
}

// sequence makes statements of about the given number of nodes lead from one
// point to another.
func (c *client) sequence(from, to cfg.PointID, nodes int) {
	for nodes > 0 && c.left > 0 {
		next := to
		inner := min(nodes, 2+c.rng.IntN(9))
		if inner < nodes {
			next = c.AddPoint(c.task)
		}
		switch k := c.rng.IntN(10); {
		case k < 2 && inner > 4: // if
			a, b := c.AddPoint(c.task), c.AddPoint(c.task)
			c.step(from, cfg.Test{}, a)
			c.step(from, cfg.Test{}, b)
			c.sequence(a, next, (inner-2)/2)
			c.sequence(b, next, (inner-2)/2)
		case k < 3 && inner > 3: // loop
			head := c.AddPoint(c.task)
			body := c.AddPoint(c.task)
			c.Alias(from, head)
			c.step(head, cfg.Test{}, body)
			c.sequence(body, head, inner-2)
			c.step(head, cfg.Test{}, next)
		case k < 6:
			inner = 1
			next = to
			if inner < nodes {
				next = c.AddPoint(c.task)
			}
			c.step(from, call(c.entries[c.rng.IntN(len(c.entries))]), next)
		default:
			inner = 1
			next = to
			if inner < nodes {
				next = c.AddPoint(c.task)
			}
			c.step(from, cfg.Silent{}, next)
		}
		nodes -= inner
		from = next
	}
	if from != to {
		c.node(from, cfg.Silent{}, to)
	}
}

func (c *client) step(from cfg.PointID, op cfg.Op, to cfg.PointID) {
	c.left--
	c.node(from, op, to)
}
