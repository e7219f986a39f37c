package engine

import (
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/sem"
)

// This file has the program of the engine's instances: a cfg.Program on the
// machine of package sem, with the specifications that watch it. A thread is a
// task; its next instruction is all that it can do where it stands.
//
// Tasks that could meet in a rendezvous now move as one: any of them stands for
// all that they can do.

// model is the state of a program, and what its tasks can do there.
type model struct {
	p     *cfg.Program
	m     *sem.Machine
	x     *sem.Stepper
	specs []watcher
	tasks []cfg.TaskID // in the order of preference
	ways  []sem.Way
	solo  [][]sem.WayID // by point: ways of one task
	meets [][]sem.WayID // by point: joint ones whose active side stands there
	met   [][]sem.WayID // by point: joint ones whose passive side stands there
	pos   []int         // by task: the resource of its steps, which stands for its position
	of    []cfg.TaskID  // by resource: the task whose steps it stands for, or None
	from  int           // resources from here to where the specifications' begin say where tasks stand, for others to look at
	count []int         // by family: the resource of the number of tasks started, if one task alone starts them; else -1
	plain facts
	known [][][]sight // by sem.Steps.ID and effect: what the specifications see
	clock *clocks
	out   *outcome

	state   []int32 // components, specifications, bits of failed tasks
	dead    int     // where these bits begin
	path    []taken
	version int64 // of the state
	next    []next
	mark    []int64 // by task: a round of a walk
	round   int64
}

// taken is a step of the execution in progress.
type taken struct {
	sem.Choice
	failed bool // it met a run-time error
	limit  bool // of the model, which is none of the program
}

// watcher is one specification.
type watcher struct {
	spec   *automata.Spec
	binder *automata.Binder
	trap   int32
	at     int // its place in a state
	bit    int // its resource
}

// sight is what a specification sees of an effect.
type sight struct {
	spec int
	syms []int
}

func newModel(m *sem.Machine, specs []*automata.Spec, highestFirst bool) *model {
	p := m.P
	w := &model{p: p, m: m, x: sem.NewStepper(m, len(specs)), plain: factsOf(p), dead: len(m.Comps) + len(specs),
		solo: make([][]sem.WayID, len(p.Points)), meets: make([][]sem.WayID, len(p.Points)), met: make([][]sem.WayID, len(p.Points)),
		next: make([]next, len(p.Tasks)), mark: make([]int64, len(p.Tasks)), version: 1}
	for i, sp := range specs {
		w.specs = append(w.specs, watcher{spec: sp, binder: automata.NewBinder(sp), trap: sp.DFA.Trap(), at: len(m.Comps) + i, bit: w.x.Resources() + i})
	}
	w.ways = w.x.Ways()
	for i := range w.ways {
		a, k := w.action(sem.WayID(i)), sem.WayID(i)
		q := p.Nodes[a.A].Point
		if !a.Joint() {
			w.solo[q] = append(w.solo[q], k)
			continue
		}
		w.meets[q] = append(w.meets[q], k)
		q = p.Nodes[a.B].Point
		w.met[q] = append(w.met[q], k)
	}
	for i := range m.Comps {
		w.from = max(w.from, w.x.Resource(m.Comps[i].ID)+1)
	}
	w.of = make([]cfg.TaskID, 64*w.x.Words())
	for i := range w.of {
		w.of[i] = cfg.None
	}
	for t := range p.Tasks {
		t := cfg.TaskID(t)
		w.tasks = append(w.tasks, t)
		w.pos = append(w.pos, w.x.Resource(m.Pos(t)))
		w.of[w.pos[t]] = t
	}
	if highestFirst {
		slices.Reverse(w.tasks)
	}
	for i := range p.Families {
		w.count = append(w.count, w.plain.counter(w, cfg.FamilyID(i)))
	}
	for i := range w.next {
		words := w.x.Words()
		k := &w.next[i]
		k.Footprint = sem.Footprint{Reads: make(sem.Set, words), Writes: make(sem.Set, words)}
	}
	w.state = make([]int32, w.dead+(len(p.Tasks)+30)/31)
	copy(w.state, m.Start())
	for i := range w.specs {
		w.state[w.specs[i].at] = w.specs[i].spec.DFA.Start
	}
	return w
}

func (w *model) action(k sem.WayID) *cfg.Action { return &w.p.Actions[w.ways[k].Action] }

// place tells whether a resource says where a task stands.
func (w *model) place(r int) bool { return r >= w.from && r < w.x.Resources() }

// location tells whether a resource is one that is accessed, and not where some
// task stands.
func (w *model) location(r int) bool { return w.of[r] == cfg.None && !w.place(r) }

func (w *model) failed(t cfg.TaskID) bool { return w.state[w.dead+int(t)/31]&(1<<(t%31)) != 0 }

// point is where a task stands and may act: None if it was not started, or has
// met an error.
func (w *model) point(t cfg.TaskID) cfg.PointID {
	if w.failed(t) {
		return cfg.None
	}
	return w.m.Point(t, w.state[w.m.Pos(t)])
}

// Runnable is Program's.
func (w *model) Runnable(list []Thread) []Thread {
	for _, t := range w.tasks {
		if w.Ways(Thread(t)) > 0 {
			list = append(list, Thread(t))
		}
	}
	return list
}

// Waiting is Program's. A task that has ended does not wait.
func (w *model) Waiting(list []Thread) []Thread {
	for _, t := range w.tasks {
		if q := w.point(t); q != cfg.None && q != w.p.Tasks[t].End && len(w.instruction(t).ways) == 0 {
			list = append(list, Thread(t))
		}
	}
	return list
}

// Ways is Program's.
func (w *model) Ways(t Thread) int {
	if q := w.point(cfg.TaskID(t)); q == cfg.None || q == w.p.Tasks[t].End {
		return 0
	}
	return len(w.instruction(cfg.TaskID(t)).ways)
}

// With is Program's.
func (w *model) With(list []Thread, t Thread) []Thread {
	for _, u := range w.instruction(cfg.TaskID(t)).tasks {
		list = append(list, Thread(u))
	}
	return list
}

// Step is Program's.
func (w *model) Step(t Thread, i int) (ended int, more bool) {
	k := w.instruction(cfg.TaskID(t))
	v := k.ways[i]
	if !w.out.step(len(w.path) + 1) {
		return 0, false
	}
	w.clock.step(cfg.TaskID(t), k)
	chosen := w.choice(v)
	for _, ch := range v.eff.Changes {
		w.state[ch.Comp] = ch.Value
		if c := &w.m.Comps[ch.Comp]; c.Kind == sem.Position && w.m.Point(c.Task, ch.Value) == w.p.Tasks[c.Task].End {
			ended++
		}
	}
	w.path = append(w.path, taken{chosen, v.eff.Err != nil, v.eff.Err != nil && v.eff.Err.Kind == cfg.LimitError})
	for _, q := range v.to {
		s := &w.specs[q.spec]
		w.state[s.at] = q.state
		if q.state == s.trap && s.spec.Property {
			w.out.trapped(w, s)
		}
	}
	if v.eff.Err != nil {
		for _, u := range v.eff.Threads {
			if int(u) < len(w.p.Tasks) { // else it is a message
				w.state[w.dead+int(u)/31] |= 1 << (u % 31)
			}
		}
		w.out.meets(w, v.eff.Err)
	}
	w.version++
	return ended, !w.out.stopped
}

// choice is a way as schedules have it.
func (w *model) choice(v way) sem.Choice {
	c := sem.Choice{Action: w.ways[v.way].Action, Outcome: v.out}
	for k := v.way - 1; k >= 0 && w.ways[k].Action == c.Action; k-- {
		c.Outcome += len(w.x.Steps(w.state, k).Effects)
	}
	return c
}

// Instruction is Labeller's.
func (w *model) Instruction(t Thread) string {
	k := w.instruction(cfg.TaskID(t))
	var out []string
	for i := range k.ways {
		a := w.action(k.ways[i].way)
		s := w.p.NodeString(a.A)
		if w.p.Nodes[a.A].Task != cfg.TaskID(t) {
			s = w.p.NodeString(a.B)
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return strings.Join(out, " | ")
}

type savedModel struct {
	state []int32
	path  int
}

// Save is Program's.
func (w *model) Save() any { return savedModel{slices.Clone(w.state), len(w.path)} }

// Restore is Program's.
func (w *model) Restore(s any) {
	m := s.(savedModel)
	copy(w.state, m.state)
	w.path = w.path[:m.path]
	w.version++
}

// Finish is Program's.
func (w *model) Finish() bool { return w.out.finish(w) }

// Cut is Program's.
func (w *model) Cut() bool { return w.out.cut(w) }

// ThreadName is Labeller's.
func (w *model) ThreadName(t Thread) string { return w.p.Tasks[t].Name }
