package engine

import (
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
)

// This file has the program of the engine's instances: a model.System in a
// state. A thread is a task; its next instruction is all that it can do where it
// stands.
//
// Tasks that could meet in a rendezvous now move as one: any of them stands for
// all that they can do.

// program is an exploration in a state, and what tasks can do there.
type program struct {
	*model.Exploration
	pos []int        // by task: the resource of its steps, which stands for its position
	of  []cfg.TaskID // by resource: the task whose steps it stands for, or None
	// resources from here to where the specifications' begin say where tasks stand, for others to look
	// at
	from  int
	count []int // by family: the resource of the number of tasks started, if one task alone starts them; else -1
	plain facts
	clock *clocks

	state   []int32
	path    []*model.Move
	version int64 // of the state
	next    []next
	list    []*model.Move // scratch
	mark    []int64       // by task: a round of a walk
	round   int64
}

func newProgram(e *model.Exploration) *program {
	p := e.Program
	w := &program{Exploration: e, plain: factsOf(p), next: make([]next, len(p.Tasks)), mark: make([]int64, len(p.Tasks)),
		version: 1, state: e.Start()}
	for i := range w.Machine.Comps {
		w.from = max(w.from, w.Stepper.Resource(w.Machine.Comps[i].ID)+1)
	}
	words := w.Stepper.Words()
	w.of = make([]cfg.TaskID, 64*words)
	for i := range w.of {
		w.of[i] = cfg.None
	}
	for t := range p.Tasks {
		w.pos = append(w.pos, w.Stepper.Resource(w.Machine.Pos(cfg.TaskID(t))))
		w.of[w.pos[t]] = cfg.TaskID(t)
		w.next[t].Footprint = sem.Footprint{Reads: make(sem.Set, words), Writes: make(sem.Set, words)}
	}
	for i := range p.Families {
		w.count = append(w.count, w.plain.counter(w, cfg.FamilyID(i)))
	}
	w.clock = newClocks(w)
	return w
}

// place reports whether a resource says where a task stands.
func (w *program) place(r int) bool { return r >= w.from && r < w.Stepper.Resources() }

// location reports whether a resource is one that is accessed, and not where some
// task stands.
func (w *program) location(r int) bool { return w.of[r] == cfg.None && !w.place(r) }

// point is where a task stands and may act: None if it was not started, or has
// met an error.
func (w *program) point(t cfg.TaskID) cfg.PointID { return w.Point(w.state, t) }

// Runnable is Program's.
func (w *program) Runnable(list []Thread) []Thread {
	for _, t := range w.Tasks() {
		if w.Ways(Thread(t)) > 0 {
			list = append(list, Thread(t))
		}
	}
	return list
}

// Waiting is Program's. A task that has ended does not wait.
func (w *program) Waiting(list []Thread) []Thread {
	for _, t := range w.Tasks() {
		if q := w.point(t); q != cfg.None && q != w.Program.Tasks[t].End && len(w.instruction(t).ways) == 0 {
			list = append(list, Thread(t))
		}
	}
	return list
}

// Ways is Program's.
func (w *program) Ways(t Thread) int {
	if q := w.point(cfg.TaskID(t)); q == cfg.None || q == w.Program.Tasks[t].End {
		return 0
	}
	return len(w.instruction(cfg.TaskID(t)).ways)
}

// With is Program's.
func (w *program) With(list []Thread, t Thread) []Thread {
	for _, u := range w.instruction(cfg.TaskID(t)).tasks {
		list = append(list, Thread(u))
	}
	return list
}

// Step is Program's.
func (w *program) Step(t Thread, i int) (ended int, more bool) {
	k := w.instruction(cfg.TaskID(t))
	v := k.ways[i]
	if !w.Exploration.Step(len(w.path) + 1) {
		return 0, false
	}
	w.clock.step(cfg.TaskID(t), k)
	for _, ch := range v.Effect.Changes {
		if c := &w.Machine.Comps[ch.Comp]; c.Kind == sem.Position &&
			w.Machine.Point(c.Task, ch.Value) == w.Program.Tasks[c.Task].End {
			ended++
		}
	}
	w.path = append(w.path, v)
	w.Change(w.state, v)
	if len(v.Monitors) > 0 {
		w.Observe(w.state, model.Open, w.schedule)
	}
	if v.Effect.Err != nil {
		w.Met(v.Effect.Err, w.schedule)
	}
	w.version++
	return ended, !w.Halted
}

// schedule is the execution so far, for a finding.
func (w *program) schedule(f model.Finding) []sem.Choice { return w.Schedule(f, w.path) }

// Instruction is Labeller's.
func (w *program) Instruction(t Thread) string {
	k := w.instruction(cfg.TaskID(t))
	var out []string
	for i := range k.ways {
		a := &w.Program.Actions[k.ways[i].Action]
		s := w.Program.NodeString(a.A)
		if w.Program.Nodes[a.A].Task != cfg.TaskID(t) {
			s = w.Program.NodeString(a.B)
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return strings.Join(out, " | ")
}

type savedState struct {
	state []int32
	path  int
}

// Save is Program's.
func (w *program) Save() any { return savedState{slices.Clone(w.state), len(w.path)} }

// Restore is Program's.
func (w *program) Restore(s any) {
	m := s.(savedState)
	copy(w.state, m.state)
	w.path = w.path[:m.path]
	w.version++
}

// Finish is Program's.
func (w *program) Finish() bool {
	return w.Ended(w.state, w.Ending(w.state, !w.forbidden()), w.schedule)
}

// forbidden reports whether a constraint forbids some task to go on.
func (w *program) forbidden() bool {
	for _, t := range w.Tasks() {
		if q := w.point(t); q != cfg.None && q != w.Program.Tasks[t].End && w.instruction(t).cut {
			return true
		}
	}
	return false
}

// Cut is Program's.
func (w *program) Cut() bool { return w.Ended(w.state, model.Cut, w.schedule) }

// ThreadName is Labeller's.
func (w *program) ThreadName(t Thread) string { return w.Program.Tasks[t].Name }
