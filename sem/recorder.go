package sem

import (
	"slices"

	"flavers/cfg"
)

// This file runs steps on values as concrete.go does, and records which components
// the step read and which it wrote. For `if x == 0 { y = 1 }` from x=0 it records
// that x was read and y written; from x=1, that x was read. Accesses tells these
// to people; a Stepper keeps outcomes by what was read, to take them again
// wherever these components have the same values.

// recorder is a vector of values that records reads and writes.
//
// That the tasks of an action stand where its nodes begin is known before the
// step runs. Their positions are not recorded as read.
type recorder struct {
	concrete
	ownPositions []bool   // by component: the positions of the action's tasks
	path         []CompID // components read before the step wrote them, over all runs of the action, in order
	inPath       []bool   // by component: path has it
	written      []bool   // by component: this run has written it
	log          []CompID // components written in this run, in order; some more than once, some by trials only
	undo         []undo   // what trials have overwritten, to be restored
	depth        int      // how many trials are under way, one inside the other
	message      int32    // pick takes this index only; -1: any
	key          uint64   // of the choices of this run
}

// undo is what a component was before a trial wrote it.
type undo struct {
	comp    CompID
	value   int32
	written bool
}

func newRecorder(m *Machine) *recorder {
	n := len(m.Comps)
	return &recorder{concrete: concrete{values: make([]int32, n)}, ownPositions: make([]bool, n), inPath: make([]bool, n),
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

// begin prepares for the runs of an action.
func (r *recorder) begin(m *Machine, a cfg.Action) {
	r.concrete.choices = r.concrete.choices[:0]
	r.markOwn(m, a, true)
}

// end leaves the recorder as it was before begin, for the next action.
func (r *recorder) end(m *Machine, a cfg.Action) {
	r.markOwn(m, a, false)
	r.forget()
	r.clear()
}

// forget drops what has been read.
func (r *recorder) forget() {
	for _, c := range r.path {
		r.inPath[c] = false
	}
	r.path = r.path[:0]
}

// markOwn sets or clears ownPositions for the tasks of an action.
func (r *recorder) markOwn(m *Machine, a cfg.Action, on bool) {
	r.ownPositions[m.pos[m.P.Nodes[a.A].Task]] = on
	if a.Joint() {
		r.ownPositions[m.pos[m.P.Nodes[a.B].Task]] = on
	}
}

// clear forgets what the run has written.
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
	r.made, r.key = 0, 0
}

// changes lists the components that the run has written, each once, with their
// values now.
func (r *recorder) changes(before []int32) []Change {
	var out []Change
	for _, c := range r.log {
		if r.written[c] && !slices.ContainsFunc(out, func(ch Change) bool { return ch.Comp == c }) {
			out = append(out, Change{c, r.values[c]})
		}
	}
	return out
}

// note records that component c is read, unless the step knows its value already.
func (r *recorder) note(c CompID) {
	if !r.written[c] && !r.ownPositions[c] && !r.inPath[c] {
		r.inPath[c] = true
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

// choose adds to the key what was chosen. Runs with different choices have
// different keys if they have at most three; with more, the Stepper compares.
func (r *recorder) choose(n int) int {
	k := r.concrete.choose(n)
	r.key = r.key*keyBase + uint64(k) + 1
	return k
}

// keyBase is more than the alternatives of a choice, so that three of them fit
// into 64 bits.
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
	picked := r.concrete.pick(comps)
	r.key = r.key*keyBase + uint64(picked+1)
	return picked
}

// trial runs f and takes back what it wrote.
func (r *recorder) trial(f func() bool) bool {
	r.depth++
	from := len(r.undo)
	ok := f()
	for i := len(r.undo) - 1; i >= from; i-- {
		u := r.undo[i]
		r.values[u.comp], r.written[u.comp] = u.value, u.written
	}
	r.undo = r.undo[:from]
	r.depth--
	return ok
}
