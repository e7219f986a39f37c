package eventdriven

import (
	"encoding/binary"
	"slices"

	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
)

// This file is em-states. It explores the executions of a program depth first, but
// not twice from the same state with the same history: the order of conflicting
// accesses, and of locks by different threads. It needs no argument about what
// commutes: each step is executed as the program does it, and histories only make
// more states. Tests compare the faster explorers with it, and em-optimal falls back
// to it for programs that may get stuck.

// byStates runs the search.
func (j *programSearch) byStates() error {
	s := &states{layout: newLayout(j.subject), j: j, known: map[string]bool{}, names: map[[4]int32]int32{},
		current: make([]int32, len(j.Program.Tasks)), boxes: make([][]int32, len(j.Program.Tasks))}
	s.replay = &replay{execution: j.begin(), quiet: s.quiet}
	for t, b := range j.box {
		s.current[t] = int32(t)
		s.count = append(s.count, 0)
		if b != cfg.None {
			for i := range j.Program.Objects[b].Initial {
				s.boxes[t] = append(s.boxes[t], s.name([4]int32{-1, int32(t), int32(i)}))
			}
		}
	}
	s.visit(0)
	return nil
}

// states is the search, with the execution in progress. Owners (tasks and handlers)
// and events have numbers that are the same in all executions: name makes them of
// the event that posted the handler's message, and of the owner of the event, its
// number there and what was done.
type states struct {
	*layout
	j       *programSearch
	replay  *replay
	known   map[string]bool    // keys of the states that were visited
	names   map[[4]int32]int32 // numbers of handlers and events; those of tasks come first
	current []int32            // by task: the owner whose steps it takes
	boxes   [][]int32          // by task: the owners of the messages in its queue
	count   []int32            // by owner: the number of its events
	path    []happened         // the events
}

// happened is an event of the execution.
type happened struct {
	id   int32
	task cfg.TaskID
	f    footprint
	lock cfg.ObjectID // the lock that it takes, or None
}

// name returns the number of an owner or event.
func (s *states) name(of [4]int32) int32 {
	n, ok := s.names[of]
	if !ok {
		n = int32(len(s.current) + len(s.names))
		s.names[of] = n
	}
	for len(s.count) <= int(n) {
		s.count = append(s.count, 0)
	}
	return n
}

// visit explores from the present state, unless it is known with its history.
func (s *states) visit(depth int) {
	e := s.j.e
	if e.Halted {
		return
	}
	r := s.replay
	length, state := len(r.moves), slices.Clone(r.state)
	defer func() { r.moves, r.state = r.moves[:length], state }()
	for t := range s.Program.Tasks {
		r.rest(cfg.TaskID(t))
	}
	if !s.fresh() {
		// Somebody may want to know each edge of the graph, also to known states.
		if e.Options.Record != nil {
			e.Options.Record(r.schedule(model.Finding{Kind: model.Deadlock}))
		}
		return
	}
	if depth > s.depth {
		e.Cut++
		e.Omit("depth")
		return
	}
	some := false
	for t := range s.Program.Tasks {
		for _, v := range s.next(nil, cfg.TaskID(t), r.state) {
			some = true
			if !e.Step(depth+1) || !s.step(cfg.TaskID(t), v, depth) {
				return
			}
		}
	}
	if !some {
		s.j.over(r.execution)
	}
}

// step takes a step, explores from there, and takes it back. It returns false if the
// search has to stop.
func (s *states) step(t cfg.TaskID, v *model.Move, depth int) bool {
	r := s.replay
	length, state := len(r.moves), slices.Clone(r.state)
	was, box := s.current[t], s.boxes[t]
	owner := was
	q := s.Point(state, t)
	n := &s.Program.Nodes[s.Program.Actions[v.Action].A]
	f, lock := s.at[q], s.lock[q]
	if msg, ok := s.handles(n); ok {
		f = s.takes[msg]
		s.current[t], s.boxes[t] = box[0], box[1:]
		owner = box[0]
	}
	f, _ = s.actual(f, state, v)
	r.take(v)
	if v.Effect.Err != nil {
		s.j.e.Met(v.Effect.Err, r.schedule)
		s.j.over(r.execution)
	} else {
		id := s.name([4]int32{owner, s.count[owner], int32(v.Action), v.Out})
		s.count[owner]++
		s.path = append(s.path, happened{id, t, f, lock})
		to := s.posted(v, state, r.state)
		if to != cfg.None {
			s.boxes[to] = append(slices.Clip(s.boxes[to]), s.name([4]int32{-2, id, 0, 0}))
		}
		s.visit(depth + 1)
		if to != cfg.None {
			s.boxes[to] = s.boxes[to][:len(s.boxes[to])-1]
		}
		s.path = s.path[:len(s.path)-1]
		s.count[owner]--
	}
	s.current[t], s.boxes[t] = was, box
	r.moves, r.state = r.moves[:length], state
	return !s.j.e.Halted
}

// fresh enters the state with its history, and reports whether it is new.
func (s *states) fresh() bool {
	r, e := s.replay, s.j.e
	var key []byte
	put := func(v int32) { key = binary.AppendUvarint(key, uint64(v+2)) }
	for i, v := range r.state[:s.places()] {
		if i >= len(s.Machine.Comps) {
			put(v)
			continue
		}
		c := &s.Machine.Comps[i]
		if s.own[i] && c.Kind == sem.Variable && s.idle[c.Task] != cfg.None && s.subject.idle(c.Task, r.state) {
			v = 0 // nobody reads it again
		}
		put(v)
	}
	for t := range s.boxes {
		if s.subject.idle(cfg.TaskID(t), r.state) {
			put(-1)
		} else {
			put(s.current[t])
		}
		for _, m := range s.boxes[t] {
			put(m)
		}
		put(-1)
	}
	for o, n := range s.count {
		if n > 0 {
			put(int32(o))
			put(n)
		}
	}
	key = s.history(key)
	if s.known[string(key)] {
		return false
	}
	if n := s.j.opt.MaxStates; n > 0 && int64(len(s.known)) >= n {
		e.End("states")
		return false
	}
	s.known[string(key)] = true
	e.States++
	return true
}

// history appends the events of each place and of each lock, in their order. Reads
// between two writes, and consecutive locks by one thread, have no order and are
// sorted.
func (s *states) history(key []byte) []byte {
	var list []int32
	flush := func() {
		slices.Sort(list)
		for _, id := range list {
			key = binary.AppendUvarint(key, uint64(id)+2)
		}
		list = list[:0]
	}
	for l := range s.places() {
		key = append(key, 0)
		for i := range s.path {
			h := &s.path[i]
			switch {
			case h.f.Writes.Has(l):
				flush()
				key = append(key, 1)
				list = append(list, h.id)
				flush()
				key = append(key, 1)
			case h.f.Reads.Has(l):
				list = append(list, h.id)
			}
		}
		flush()
	}
	for l := range s.Program.Objects {
		key = append(key, 0)
		last := cfg.TaskID(cfg.None)
		for i := range s.path {
			if h := &s.path[i]; h.lock == cfg.ObjectID(l) {
				if h.task != last {
					flush()
					key = append(key, 1)
				}
				last = h.task
				list = append(list, h.id)
			}
		}
		flush()
	}
	return key
}
