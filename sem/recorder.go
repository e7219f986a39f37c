package sem

import (
	"slices"

	"flavers/cfg"
)

// recorder is a vector of values that keeps what a step read and wrote.
//
// The positions of the action's own tasks are known before it runs, and are
// not recorded as read.
type recorder struct {
	concrete
	own     []bool   // by component: positions of the action's tasks
	path    []CompID // read before this step wrote them, over all its runs, in order
	noted   []bool   // by component: in path
	written []bool   // by component, of this run
	log     []CompID // written in this run, in order; more than once, or taken back, possibly
	undo    []undo   // what trials have overwritten
	depth   int      // of trials
	message int32    // the only one to be picked; -1: any
	key     uint64   // of the choices of this run
}

type undo struct {
	c       CompID
	value   int32
	written bool
}

func newRecorder(m *Machine) *recorder {
	n := len(m.Comps)
	return &recorder{concrete: concrete{values: make([]int32, n)}, own: make([]bool, n), noted: make([]bool, n),
		written: make([]bool, n), message: -1}
}

// Accesses lists the variables that an outcome of an action reads, in the order in
// which it does, without those that it wrote before; and those that it writes,
// whether or not their values change. The outcome is numbered as by Outcomes.
func (m *Machine) Accesses(state []int32, a cfg.Action, outcome int) (reads, writes []cfg.VarID) {
	r := newRecorder(m)
	r.repeat(m, state, a, outcome)
	for _, c := range r.path {
		if k := &m.Comps[c]; k.Kind == Variable {
			reads = append(reads, k.Var)
		}
	}
	for _, c := range r.log {
		if k := &m.Comps[c]; k.Kind == Variable && r.written[c] && !slices.Contains(writes, k.Var) {
			writes = append(writes, k.Var)
		}
	}
	return reads, writes
}

// Executed lists the statements of an atomic step that an outcome of an action executes, in their order. The outcome is
// numbered as by Outcomes.
func (m *Machine) Executed(state []int32, a cfg.Action, outcome int) []cfg.Stmt {
	return newRecorder(m).repeat(m, state, a, outcome)
}

// repeat executes an outcome of an action once more, and records it. It returns the statements that are executed.
func (r *recorder) repeat(m *Machine, state []int32, a cfg.Action, outcome int) []cfg.Stmt {
	r.begin(m, a)
	for more := true; more; more = r.next() {
		r.forget()
		r.rewind(state)
		s := step{m: m, v: r, tracing: true}
		if st := s.action(a); st != done && st != failed {
			continue
		}
		if outcome--; outcome < 0 {
			return s.executed
		}
	}
	return nil
}

func (r *recorder) begin(m *Machine, a cfg.Action) {
	r.concrete.choices = r.concrete.choices[:0]
	r.setOwn(m, a, true)
}

func (r *recorder) end(m *Machine, a cfg.Action) {
	r.setOwn(m, a, false)
	r.forget()
	r.clear()
}

// forget drops what has been read.
func (r *recorder) forget() {
	for _, c := range r.path {
		r.noted[c] = false
	}
	r.path = r.path[:0]
}

func (r *recorder) setOwn(m *Machine, a cfg.Action, on bool) {
	r.own[m.pos[m.P.Nodes[a.A].Task]] = on
	if a.Joint() {
		r.own[m.pos[m.P.Nodes[a.B].Task]] = on
	}
}

func (r *recorder) clear() {
	for _, c := range r.log {
		r.written[c] = false
	}
	r.log = r.log[:0]
}

// rewind prepares one run of the step.
func (r *recorder) rewind(state []int32) {
	copy(r.values, state)
	r.clear()
	r.at, r.key = 0, 0
}

// changes lists what the run has written.
func (r *recorder) changes(before []int32) []Change {
	var out []Change
	for _, c := range r.log {
		if r.written[c] && !slices.ContainsFunc(out, func(ch Change) bool { return ch.Comp == c }) {
			out = append(out, Change{c, r.values[c]})
		}
	}
	return out
}

func (r *recorder) note(c CompID) {
	if !r.written[c] && !r.own[c] && !r.noted[c] {
		r.noted[c] = true
		r.path = append(r.path, c)
	}
}

func (r *recorder) store(c CompID, to int32) {
	if r.depth > 0 {
		r.undo = append(r.undo, undo{c, r.values[c], r.written[c]})
	}
	r.log = append(r.log, c)
	r.written[c] = true
	r.values[c] = to
}

func (r *recorder) classify(c CompID, class func(int32) int32) int32 {
	r.note(c)
	return class(r.values[c])
}

func (r *recorder) apply(c CompID, f func(int32) int32) bool {
	r.note(c)
	w := f(r.values[c])
	if w < 0 {
		return false
	}
	if w != r.values[c] {
		r.store(c, w)
	}
	return true
}

func (r *recorder) move(c CompID, from, to int32) bool {
	r.note(c)
	if r.values[c] != from {
		return false
	}
	if from != to {
		r.store(c, to)
	}
	return true
}

// choose adds to the key what was chosen. Keys of up to three choices are
// different if the choices are; of more, the Stepper looks.
func (r *recorder) choose(n int) int {
	k := r.concrete.choose(n)
	r.key = r.key*keyBase + uint64(k) + 1
	return k
}

const keyBase = 1<<20 + 7

// pick looks at all of the components, each of which decides what there is to
// choose from, or at the only one wanted.
func (r *recorder) pick(comps []CompID) int {
	if r.message >= 0 {
		c := comps[r.message]
		if r.note(c); r.values[c] == 0 {
			return -1
		}
		return int(r.message)
	}
	for _, c := range comps {
		r.note(c)
	}
	at := r.concrete.pick(comps)
	r.key = r.key*keyBase + uint64(at+1)
	return at
}

// trial runs f and takes back what it wrote.
func (r *recorder) trial(f func() bool) bool {
	r.depth++
	from := len(r.undo)
	ok := f()
	for i := len(r.undo) - 1; i >= from; i-- {
		u := r.undo[i]
		r.values[u.c], r.written[u.c] = u.value, u.written
	}
	r.undo = r.undo[:from]
	r.depth--
	return ok
}
