package em

import (
	"encoding/binary"
	"slices"

	"flavers/cfg"
	"flavers/sem"
)

// byStates goes through the executions of a program, but not again from a state
// that it knows with the same history: the order of conflicting accesses, and of
// locks by different threads. It needs no argument about what commutes: each step
// is executed as the program does it, and histories only make more states. It is
// the slow twin of partial executions, and does for programs that may get stuck,
// where em-optimal does not.
func (j *judge) byStates() error {
	k := newLayout(j.subject)
	s := &states{layout: k, j: j, replay: &replay{subject: j.subject, journal: j.newJournal(), state: j.m.Start(), quiet: k.quiet, failed: make([]bool, len(j.p.Tasks))},
		known: map[string]bool{}, names: map[[4]int32]int32{}, current: make([]int32, len(j.p.Tasks)), boxes: make([][]int32, len(j.p.Tasks))}
	for t, b := range j.box {
		s.current[t] = int32(t)
		s.count = append(s.count, 0)
		if b != cfg.None {
			for i := range j.p.Objects[b].Initial {
				s.boxes[t] = append(s.boxes[t], s.name([4]int32{-1, int32(t), int32(i)}))
			}
		}
	}
	s.visit(0)
	return nil
}

// states is the search. Owners are named by the event that posted them, events
// by their owner, their number there and what was done.
type states struct {
	*layout
	j       *judge
	replay  *replay
	known   map[string]bool
	names   map[[4]int32]int32
	current []int32   // by task: whose steps it takes
	boxes   [][]int32 // by task: messages in its queue
	count   []int32   // by owner: its events
	path    []happened
}

// happened is an event of the path.
type happened struct {
	id   int32
	task cfg.TaskID
	f    footprint
	lock cfg.ObjectID
}

// name numbers what is new.
func (s *states) name(of [4]int32) int32 {
	n, ok := s.names[of]
	if !ok {
		n = int32(len(s.replay.failed) + len(s.names))
		s.names[of] = n
	}
	for len(s.count) <= int(n) {
		s.count = append(s.count, 0)
	}
	return n
}

func (s *states) visit(depth int) {
	e := s.j.e
	if e.stopped {
		return
	}
	r := s.replay
	length := len(r.choices)
	state, at, broken := slices.Clone(r.state), slices.Clone(r.at), slices.Clone(r.broken)
	defer func() {
		r.choices = r.choices[:length]
		r.state, r.err = state, nil
		copy(r.at, at)
		copy(r.broken, broken)
	}()
	for t := range s.p.Tasks {
		r.rest(cfg.TaskID(t))
	}
	if !s.fresh() {
		return
	}
	if depth > s.depth {
		e.result.Cut++
		e.result.Omit("depth")
		return
	}
	some := false
	for t := range s.p.Tasks {
		q := s.m.Point(cfg.TaskID(t), r.state[s.m.Pos(cfg.TaskID(t))])
		if q == cfg.None {
			continue
		}
		for _, a := range s.by[q] {
			for k, out := range s.m.Outcomes(nil, r.state, a, len(s.specs) > 0) {
				some = true
				if !e.step(depth+1) || !s.step(cfg.TaskID(t), q, k, out, depth) {
					return
				}
			}
		}
	}
	if some {
		return
	}
	how := ended
	if !s.m.Over(r.state) {
		how = deadlock
	}
	s.end(how)
}

// step takes one step, goes on, and takes it back; false: the search has to stop.
func (s *states) step(t cfg.TaskID, q cfg.PointID, k int, out sem.Outcome, depth int) bool {
	r := s.replay
	length, state, at, broken := len(r.choices), r.state, slices.Clone(r.at), slices.Clone(r.broken)
	was, box := s.current[t], s.boxes[t]
	owner := was
	n := &s.p.Nodes[s.p.Actions[out.Action].A]
	f, lock := s.at[q], s.lock[q]
	if msg, ok := s.handles(n); ok {
		f = s.takes[msg]
		s.current[t], s.boxes[t] = box[0], box[1:]
		owner = box[0]
	}
	f, _ = s.done(f, r.at, &s.x.Steps(r.state, s.way[out.Action]).Effects[k])
	r.enter(sem.Choice{Action: out.Action, Outcome: k}, out.Occ)
	if out.Err != nil {
		s.j.failed(out.Err, r.journal)
		if out.Err.Kind == cfg.LimitError {
			s.end(limited)
		} else {
			s.end(failure)
		}
	} else {
		id := s.name([4]int32{owner, s.count[owner], int32(out.Action), int32(k)})
		s.count[owner]++
		s.path = append(s.path, happened{id, t, f, lock})
		to := cfg.TaskID(cfg.None)
		for u, b := range s.box {
			_, handles := s.handles(n)
			if b != cfg.None && !handles && len(s.m.Pending(b, out.Next)) > len(s.m.Pending(b, r.state)) {
				to = cfg.TaskID(u)
				s.boxes[u] = append(slices.Clip(s.boxes[u]), s.name([4]int32{-2, id, 0, 0}))
			}
		}
		r.state = out.Next
		s.visit(depth + 1)
		if to != cfg.None {
			s.boxes[to] = s.boxes[to][:len(s.boxes[to])-1]
		}
		s.path = s.path[:len(s.path)-1]
		s.count[owner]--
	}
	s.current[t] = was
	if _, ok := s.handles(n); ok {
		s.boxes[t] = box
	}
	r.choices, r.state = r.choices[:length], state
	copy(r.at, at)
	copy(r.broken, broken)
	return !s.j.e.stopped
}

// end counts an execution.
func (s *states) end(how ending) {
	e := s.j.e
	e.result.Executions++
	if how == deadlock {
		e.result.Deadlocks++
	}
	s.j.over(s.replay.state, s.replay.journal, how)
}

// fresh notes the state and the history, and tells whether they are new.
func (s *states) fresh() bool {
	r, e := s.replay, s.j.e
	var key []byte
	put := func(v int32) { key = binary.AppendUvarint(key, uint64(v+2)) }
	for i, v := range r.state {
		c := &s.m.Comps[i]
		if s.own[i] && c.Kind == sem.Variable && s.idle[c.Task] != cfg.None && s.subject.idle(c.Task, r.state) {
			v = 0 // nobody reads it again
		}
		put(v)
	}
	for i := range r.at {
		put(r.at[i])
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
		e.stop("states")
		return false
	}
	s.known[string(key)] = true
	e.result.States++
	return true
}

// history appends the events of each place and each lock in their order; reads
// between two writes, and locks of one thread in a row, have none.
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
	for l := range s.p.Objects {
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
