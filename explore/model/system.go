package model

import (
	"slices"

	"flavers/automata"
	"flavers/automata/observe"
	"flavers/cfg"
	"flavers/sem"
)

// System is the product of a program and the specifications that observe it. It says which moves are possible in a
// state, and to which state each leads.
//
// A state is a vector of three parts:
//
//	components of the machine | states of the specifications | errors of the tasks
//
// The error of a task is 0, or the number of the error that has stopped the task (location.go).
//
// Only one goroutine at a time may use a System; Copy makes one for another goroutine.
type System struct {
	Program  *cfg.Program
	Machine  *sem.Machine
	Stepper  *sem.Stepper
	Monitors []Monitor
	Ways     []sem.Way
	Width    int // number of values in a state
	Failures int // index in a state where the errors of the tasks begin

	// The ways to take a step from a point.
	Alone     [][]sem.WayID // by point: ways of one task
	Calling   [][]sem.WayID // by point: joint ways whose active side stands there
	Accepting [][]sem.WayID // by point: joint ways whose passive side stands there

	tasks    []cfg.TaskID // in the order of preference
	passive  []side       // by way: its passive side; None if it is not joint
	location []location   // by task
	known    []*known     // by sem.Steps.ID: moves found before
	errs     []*sem.Error // errors that were met; their numbers begin with 1
	specs    []*automata.Spec
	threads  bool    // Config.Threads
	forbids  bool    // some specification is a constraint
	buf      []*Move // buffer
}

// Config has the choices of a System.
type Config struct {
	HighestFirst bool // the last task is preferred over the first
	Threads      bool // messages of actors that only handle messages are threads (package sem, threads.go)
}

// New returns the product of a machine and specifications.
func New(m *sem.Machine, specs []*automata.Spec, c Config) *System {
	p := m.P
	s := &System{Program: p, Machine: m, specs: specs, threads: c.Threads, Alone: make([][]sem.WayID, len(p.Points)),
		Calling: make([][]sem.WayID, len(p.Points)), Accepting: make([][]sem.WayID, len(p.Points))}
	if c.Threads {
		s.Stepper = sem.NewThreadedStepper(m, len(specs))
	} else {
		s.Stepper = sem.NewStepper(m, len(specs))
	}
	for i, sp := range specs {
		if !sp.Given(m.P) {
			panic("model: the program was not given its invariant " + sp.Name + " (package invariant)")
		}
		s.Monitors = append(s.Monitors, Monitor{Monitor: observe.New(sp), At: len(m.Comps) + i,
			Resource: s.Stepper.Resources() + i})
		s.forbids = s.forbids || !sp.Property
	}
	s.Failures = len(m.Comps) + len(specs)
	s.Width = s.Failures + len(p.Tasks)
	s.Ways = s.Stepper.Ways()
	for i := range s.Ways {
		a, k := s.Action(sem.WayID(i)), sem.WayID(i)
		q, other := p.Nodes[a.A].Point, side{cfg.None, cfg.None}
		if a.Joint() {
			other = side{p.Nodes[a.B].Task, p.Nodes[a.B].Point}
			s.Calling[q] = append(s.Calling[q], k)
			s.Accepting[other.point] = append(s.Accepting[other.point], k)
		} else {
			s.Alone[q] = append(s.Alone[q], k)
		}
		s.passive = append(s.passive, other)
	}
	for t := range p.Tasks {
		s.tasks = append(s.tasks, cfg.TaskID(t))
		k := location{pos: m.Pos(cfg.TaskID(t)), first: m.Point(cfg.TaskID(t), 0), stopped: int32(s.Failures + t)}
		for m.Point(cfg.TaskID(t), k.points) != cfg.None {
			k.points++
		}
		s.location = append(s.location, k)
	}
	if c.HighestFirst {
		slices.Reverse(s.tasks)
	}
	return s
}

// Copy returns the same system for another goroutine. Moves of one system may be used in the other. States are the
// same, except for the numbers of errors.
func (s *System) Copy() *System {
	c := New(s.Machine, s.specs, Config{Threads: s.threads})
	c.tasks = s.tasks
	return c
}

// Start returns the state before the first step.
func (s *System) Start() []int32 {
	state := make([]int32, s.Width)
	copy(state, s.Machine.Start())
	for i := range s.Monitors {
		state[s.Monitors[i].At] = s.Monitors[i].Spec.DFA.Start
	}
	return state
}

// Tasks returns the tasks, the preferred ones first. Nobody may change the slice.
func (s *System) Tasks() []cfg.TaskID { return s.tasks }

// Action returns the action of a way.
func (s *System) Action(k sem.WayID) *cfg.Action { return &s.Program.Actions[s.Ways[k].Action] }

// Enabled appends every move that can be taken in a state, those of preferred tasks first. stuck reports whether there
// is none, not even one that a constraint forbids.
func (s *System) Enabled(list []*Move, state []int32) (_ []*Move, stuck bool) {
	stuck = true
	for _, t := range s.tasks {
		q := s.Point(state, t)
		if q == cfg.None {
			continue
		}
		from := len(list)
		for _, k := range s.Alone[q] {
			list, _ = s.Moves(list, state, k)
		}
		for _, k := range s.Calling[q] {
			if s.Meets(state, k) {
				list, _ = s.Moves(list, state, k)
			}
		}
		stuck = stuck && len(list) == from
		if s.forbids {
			list = append(list[:from], slices.DeleteFunc(list[from:], func(v *Move) bool { return v.Forbidden })...)
		}
	}
	return list, stuck
}

// Next returns the first move of Enabled that is not in sleep, or nil. any reports whether Enabled has a move at all.
// If Next returns nil, stuck is that of Enabled.
func (s *System) Next(state []int32, sleep []*Move) (v *Move, any, stuck bool) {
	stuck = true
	for _, t := range s.tasks {
		q := s.Point(state, t)
		if q == cfg.None {
			continue
		}
		for i, list := range [2][]sem.WayID{s.Alone[q], s.Calling[q]} {
			for _, k := range list {
				if i == 1 && !s.Meets(state, k) {
					continue
				}
				s.buf, _ = s.Moves(s.buf[:0], state, k)
				for _, v := range s.buf {
					stuck = false
					if v.Forbidden {
						continue
					}
					any = true
					if !v.In(sleep) {
						return v, true, false
					}
				}
			}
		}
	}
	return nil, any, stuck
}

// NextOf returns the first move of task t that can be taken and is not in sleep, or nil.
func (s *System) NextOf(t cfg.TaskID, state []int32, sleep []*Move) *Move {
	q := s.Point(state, t)
	if q == cfg.None {
		return nil
	}
	s.buf = s.buf[:0]
	for _, k := range s.Alone[q] {
		s.buf, _ = s.Moves(s.buf, state, k)
	}
	for _, k := range s.Calling[q] {
		if s.Meets(state, k) {
			s.buf, _ = s.Moves(s.buf, state, k)
		}
	}
	for _, v := range s.buf {
		if !v.Forbidden && !v.In(sleep) {
			return v
		}
	}
	return nil
}

// Again returns move v as it is in another state, or nil if it cannot be taken there.
func (s *System) Again(state []int32, v *Move) *Move {
	n := &s.Program.Nodes[s.Program.Actions[v.Action].A]
	if s.Point(state, n.Task) != n.Point || s.passive[v.Way].task != cfg.None && !s.Meets(state, v.Way) {
		return nil
	}
	s.buf, _ = s.Moves(s.buf[:0], state, v.Way)
	for _, u := range s.buf {
		if u.Key == v.Key && !u.Forbidden {
			return u
		}
	}
	return nil
}

// Apply stores in next the state after move v.
func (s *System) Apply(next, state []int32, v *Move) {
	copy(next, state)
	s.Change(next, v)
}

// Change changes state to the state after move v.
func (s *System) Change(state []int32, v *Move) {
	for _, ch := range v.Effect.Changes {
		state[ch.Comp] = ch.Value
	}
	for _, m := range v.Monitors {
		state[m.At] = m.State
	}
	if v.Effect.Err != nil {
		for _, t := range v.Effect.Threads {
			if int(t) < len(s.Program.Tasks) { // other threads are messages
				s.Fail(state, cfg.TaskID(t), v.Effect.Err)
			}
		}
	}
}

// Choice returns an outcome of a way in the form of schedules. state is the state in which the outcome was found.
// Schedules number the outcomes of an action, which may have several ways.
func (s *System) Choice(state []int32, k sem.WayID, out int32) sem.Choice {
	c := sem.Choice{Action: s.Ways[k].Action, Outcome: int(out)}
	for k--; k >= 0 && s.Ways[k].Action == c.Action; k-- {
		c.Outcome += len(s.Stepper.Steps(state, k).Effects)
	}
	return c
}

// Schedule returns the schedule of an execution for a finding. If the finding is a violation, the schedule ends where
// the property is violated. Run-time errors of tasks on the way are left out, because nothing depends on them; if the
// finding is an error, it is the last step.
func (s *System) Schedule(f Finding, execution []*Move) []sem.Choice {
	var out []sem.Choice
	state := s.Start()
	for i, v := range execution {
		if s.Shows(f, state) {
			break
		}
		if v.Effect.Err == nil || f.Kind == Error && i == len(execution)-1 {
			out = append(out, s.Choice(state, v.Way, v.Out))
		}
		s.Change(state, v)
	}
	return out
}

// Shows reports whether a state has the violation that a finding is about.
func (s *System) Shows(f Finding, state []int32) bool {
	if f.Kind != Violation || f.AtEnd {
		return false
	}
	i := slices.IndexFunc(s.Monitors, func(m Monitor) bool { return m.Spec.Property && m.Spec.Name == f.Property })
	return i >= 0 && s.Monitors[i].Violated(state)
}
