package engine

import (
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
)

// This file is the Program that the engine drives for our explorers: a
// model.System with a present state. A thread is a task, and its next instruction
// is all that it can do where it stands (next.go). Tasks that could meet in a
// rendezvous move as one: each of them stands for all that they can do.

// program is an exploration with a present state.
type program struct {
	*model.Exploration
	pos   []int        // by task: the resource of its position
	of    []cfg.TaskID // by resource: the task whose position it is, or None
	from  int          // resources from here to those of specifications are other facts of where tasks stand (place)
	count []int        // by family: facts.counter
	plain facts
	clock *clocks

	state   []int32       // the present state
	path    []*model.Move // the moves that led there
	version int64         // changes with each change of the state
	next    []next        // by task: its next instruction, if its version is the present one
	list    []*model.Move // scratch
	mark    []int64       // by task: the last round in which find met it
	round   int64         // the number of calls of find
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

// place reports whether a resource says where a task stands, for other tasks that
// look there, and is not its position itself.
func (w *program) place(r int) bool { return r >= w.from && r < w.Stepper.Resources() }

// location reports whether a resource says something else than where a task stands.
func (w *program) location(r int) bool { return w.of[r] == cfg.None && !w.place(r) }

// point returns the point where a task stands; None if it was not started or has
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

// schedule returns the execution so far as a schedule, for a finding.
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

// savedState is what Save returns.
type savedState struct {
	state []int32
	path  int // the length of the path
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

// forbidden reports whether a constraint forbids something that a task could do.
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
