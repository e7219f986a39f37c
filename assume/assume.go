// Package assume decides which executions count under constraints: those that
// can go on to a maximal execution that obeys every constraint to its end.
//
//	task t { choose { event bad; stop } or { event ack } }
//	constraint ack { existence of ack }
//
// After "bad" the task ends without "ack": the execution does not count, and
// absence of "bad" holds.
//
// An execution is maximal if it has ended, is blocked for ever, stops in a
// run-time error, or is infinite. It obeys a constraint if it never leads it
// into its trap and, where it ended or is blocked, leaves it accepting. An error
// cuts the execution off, so nothing is asked of it then but the first; and
// nothing else can be asked of an infinite one.
//
// What the package does not do: it reduces nothing. It goes through states of
// the program together with its constraints one by one, up to a bound, and says
// so where that did not suffice.
package assume

import (
	"context"
	"encoding/binary"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/sem"
)

// Answer of a search.
type Answer uint8

const (
	No      Answer = iota // there is none; everything was looked at
	Yes                   // there is one
	Unknown               // there may be one: a bound, the context or a limit of the model was in the way
)

// Bounds of what one Judge looks at.
const (
	maxStates = 200_000
	maxValues = 1 << 25 // in the vectors of all states
)

// Judge decides for one program and its constraints. It keeps what it found out
// of states from one question to the next; it is not for concurrent use.
type Judge struct {
	m           *sem.Machine
	constraints []watcher
	ways        [][]cfg.ActionID // by point: the actions whose active side stands there
	known       map[string]Answer
	left        int // states that may still be looked at
}

// watcher is one specification.
type watcher struct {
	spec   *automata.Spec
	binder *automata.Binder
	trap   int32
}

func watch(sp *automata.Spec) watcher {
	return watcher{sp, automata.NewBinder(sp), sp.DFA.Trap()}
}

// New is for executions of m. Of specs only the constraints are looked at.
func New(m *sem.Machine, specs []*automata.Spec) *Judge {
	j := &Judge{m: m, ways: make([][]cfg.ActionID, len(m.P.Points)), known: map[string]Answer{}}
	for _, sp := range specs {
		if !sp.Property {
			j.constraints = append(j.constraints, watch(sp))
		}
	}
	for _, a := range m.P.Actions {
		at := m.P.Nodes[a.A].Point
		j.ways[at] = append(j.ways[at], a.ID)
	}
	j.left = min(maxStates, maxValues/j.width())
	return j
}

// Free tells whether there is no constraint: then every execution counts.
func (j *Judge) Free() bool { return len(j.constraints) == 0 }

func (j *Judge) width() int { return len(j.m.Comps) + len(j.constraints) }

// Start is the vector before the first step: the machine's components, then the
// state of each constraint.
func (j *Judge) Start() []int32 {
	state := j.m.Start()
	for i := range j.constraints {
		state = append(state, j.constraints[i].spec.DFA.Start)
	}
	return state
}

// successor is what one step leads to.
type successor struct {
	choice sem.Choice
	state  []int32
	occ    []sem.Occurrence
}

// outcomes of a state.
type outcomes struct {
	next    []successor // that trap no constraint
	fails   bool        // some step ends in a run-time error
	limited bool        // some step leaves the model
	stuck   bool        // there is no step at all, not even one that traps a constraint
}

// step lists what can be done in a state.
func (j *Judge) step(state []int32) outcomes {
	out := outcomes{stuck: true}
	comps := len(j.m.Comps)
	for t := range j.m.P.Tasks {
		at := j.m.Point(cfg.TaskID(t), state[j.m.Pos(cfg.TaskID(t))])
		if at == cfg.None {
			continue
		}
		for _, id := range j.ways[at] {
			for i, o := range j.m.Outcomes(nil, state[:comps:comps], j.m.P.Actions[id], true) {
				out.stuck = false
				switch {
				case o.Err != nil && o.Err.Kind == cfg.LimitError:
					out.limited = true
				case o.Err != nil:
					out.fails = true
				default:
					next := append(o.Next, state[comps:]...)
					if j.observe(next[comps:], o.Occ) {
						out.next = append(out.next, successor{sem.Choice{Action: id, Outcome: i}, next, o.Occ})
					}
				}
			}
		}
	}
	return out
}

// observe moves the constraints; false: one is trapped.
func (j *Judge) observe(q []int32, occ []sem.Occurrence) bool {
	for i := range j.constraints {
		w := &j.constraints[i]
		if q[i] = w.step(j.m.P, q[i], occ); q[i] == w.trap {
			return false
		}
	}
	return true
}

// step is the state after what was observed; a trap stays one.
func (w *watcher) step(p *cfg.Program, q int32, occ []sem.Occurrence) int32 {
	for _, o := range occ {
		names := make([]string, len(o.Tasks))
		for k, t := range o.Tasks {
			names[k] = p.Tasks[t].Name
		}
		if sym, _ := w.binder.Bind(o.Names, names); sym >= 0 && q != w.trap {
			q = w.spec.DFA.Step(q, sym)
		}
	}
	return q
}

// accepted tells whether every constraint accepts in a state.
func (j *Judge) accepted(state []int32) bool {
	for i := range j.constraints {
		if !j.constraints[i].spec.DFA.Accept[state[len(j.m.Comps)+i]] {
			return false
		}
	}
	return true
}

// After is the state after a schedule; false: it cannot be followed, or traps a
// constraint.
func (j *Judge) After(schedule []sem.Choice) ([]int32, bool) {
	state := j.Start()
	comps := len(j.m.Comps)
	for _, c := range schedule {
		outs := j.m.Outcomes(nil, state[:comps:comps], j.m.P.Actions[c.Action], true)
		if c.Outcome >= len(outs) || outs[c.Outcome].Err != nil {
			return nil, false
		}
		state = append(outs[c.Outcome].Next, state[comps:]...)
		if !j.observe(state[comps:], outs[c.Outcome].Occ) {
			return nil, false
		}
	}
	return state, !slices.ContainsFunc(j.constraints, func(w watcher) bool { return w.spec.DFA.Start == w.trap })
}

// While on the stack of a search, a state is known as this.
const open Answer = 255

func key(state []int32) string {
	b := make([]byte, 0, 4*len(state))
	for _, v := range state {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return string(b)
}

// Obeys tells whether a maximal execution that obeys every constraint goes
// through a state. The search is depth first: an end, a deadlock or an error of
// the right kind is one, and so is a state that is met again, as the execution
// can go around for ever.
func (j *Judge) Obeys(ctx context.Context, state []int32) Answer {
	type frame struct {
		key     string
		next    []successor
		limited bool
	}
	var stack []frame
	// enter looks at a state that is not known; Unknown: it is on the stack now.
	enter := func(state []int32, key string) Answer {
		j.left--
		out := j.step(state)
		switch {
		case out.fails, (out.stuck || j.m.Over(state[:len(j.m.Comps)])) && j.accepted(state):
			return Yes
		}
		j.known[key] = open
		stack = append(stack, frame{key, out.next, out.limited})
		return Unknown
	}
	// found marks what leads to a state that obeys.
	found := func() Answer {
		for i := range stack {
			j.known[stack[i].key] = Yes
		}
		return Yes
	}
	k := key(state)
	if a, ok := j.known[k]; ok {
		return a
	}
	if j.left <= 0 {
		return Unknown
	}
	if enter(state, k) == Yes {
		j.known[k] = Yes
		return Yes
	}
	for tried := 0; len(stack) > 0; tried++ {
		if j.left <= 0 || tried%256 == 0 && ctx.Err() != nil {
			for i := range stack {
				delete(j.known, stack[i].key)
			}
			return Unknown
		}
		f := &stack[len(stack)-1]
		if len(f.next) == 0 {
			j.known[f.key] = No
			if f.limited {
				j.known[f.key] = Unknown
			}
			limited := f.limited
			if stack = stack[:len(stack)-1]; len(stack) > 0 {
				stack[len(stack)-1].limited = stack[len(stack)-1].limited || limited
			}
			continue
		}
		next := f.next[0].state
		f.next = f.next[1:]
		k := key(next)
		a, ok := j.known[k]
		switch {
		case !ok:
			if enter(next, k) == Yes {
				j.known[k] = Yes
				return found()
			}
		case a == open || a == Yes:
			return found()
		case a == Unknown:
			f.limited = true
		}
	}
	return j.known[k]
}
