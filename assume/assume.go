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
	"flavers/automata/observe"
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
	constraints []observe.Monitor
	ways        [][]cfg.ActionID // by point: the actions whose active side stands there
	known       map[string]Answer
	left        int // states that may still be looked at
}

// New is for executions of m. Of specs only the constraints are looked at.
func New(m *sem.Machine, specs []*automata.Spec) *Judge {
	j := &Judge{m: m, ways: make([][]cfg.ActionID, len(m.P.Points)), known: map[string]Answer{}}
	for _, sp := range specs {
		if !sp.Property {
			j.constraints = append(j.constraints, observe.New(sp))
		}
	}
	for _, a := range m.P.Actions {
		at := m.P.Nodes[a.A].Point
		j.ways[at] = append(j.ways[at], a.ID)
	}
	j.left = min(maxStates, maxValues/max(1, j.width())) // of an empty program, a state has no components
	return j
}

// Free reports whether there is no constraint: then every execution counts.
func (j *Judge) Free() bool { return len(j.constraints) == 0 }

func (j *Judge) width() int { return len(j.m.Comps) + len(j.constraints) }

// Start returns the vector before the first step: the machine's components, then the state of each constraint.
func (j *Judge) Start() []int32 {
	state := j.m.Start()
	for i := range j.constraints {
		state = append(state, j.constraints[i].Spec.DFA.Start)
	}
	return state
}

// successor is what one step leads to.
type successor struct {
	choice sem.Choice
	state  []int32
	occ    []sem.Occurrence
}

// tried is what the actions of a state that were tried lead to.
type tried struct {
	next    []successor // that trap no constraint
	any     bool        // some step can be taken, perhaps one that traps a constraint
	fails   bool        // some step ends in a run-time error
	limited bool        // some step leaves the model
}

// try adds what one action leads to.
func (j *Judge) try(t *tried, state []int32, id cfg.ActionID) {
	comps := len(j.m.Comps)
	for i, o := range j.m.Outcomes(nil, state[:comps:comps], j.m.P.Actions[id], true) {
		t.any = true
		switch {
		case o.Err != nil && o.Err.Kind == cfg.LimitError:
			t.limited = true
		case o.Err != nil:
			t.fails = true
		default:
			next := append(o.Next, state[comps:]...)
			if j.observe(next[comps:], o.Occ) {
				t.next = append(t.next, successor{sem.Choice{Action: id, Outcome: i}, next, o.Occ})
			}
		}
	}
}

// all tries every action.
func (j *Judge) all(state []int32) (t tried) {
	for task := range j.m.P.Tasks {
		if at := j.m.Point(cfg.TaskID(task), state[j.m.Pos(cfg.TaskID(task))]); at != cfg.None {
			for _, id := range j.ways[at] {
				j.try(&t, state, id)
			}
		}
	}
	return t
}

// observe moves the constraints. It returns false if one is trapped.
func (j *Judge) observe(q []int32, occ []sem.Occurrence) bool {
	for i := range j.constraints {
		w := &j.constraints[i]
		if q[i] = w.After(j.m.P, q[i], occ); w.Violated(q[i]) {
			return false
		}
	}
	return true
}

// accepted reports whether every constraint accepts in a state.
func (j *Judge) accepted(state []int32) bool {
	for i := range j.constraints {
		if !j.constraints[i].Accepts(state[len(j.m.Comps)+i]) {
			return false
		}
	}
	return true
}

// After returns the state after a schedule, and false if it cannot be followed, or traps a constraint.
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
	return state, !slices.ContainsFunc(j.constraints, func(w observe.Monitor) bool { return w.Violated(w.Spec.DFA.Start) })
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

// frame is a state on the stack of a search. Its actions are tried one by one:
// of most states one is enough.
type frame struct {
	tried
	key       string
	state     []int32
	task, way int // the action to try next
}

// successor returns the next one of a state on the stack, or nil if there is none left, or a step fails.
func (j *Judge) successor(f *frame) []int32 {
	for len(f.next) == 0 {
		if f.fails || f.task == len(j.m.P.Tasks) {
			return nil
		}
		t := cfg.TaskID(f.task)
		at := j.m.Point(t, f.state[j.m.Pos(t)])
		if at == cfg.None || f.way == len(j.ways[at]) {
			f.task, f.way = f.task+1, 0
			continue
		}
		j.try(&f.tried, f.state, j.ways[at][f.way])
		f.way++
	}
	next := f.next[0].state
	f.next = f.next[1:]
	return next
}

// Obeys reports whether a maximal execution that obeys every constraint goes
// through a state. The search is depth first: an end, a deadlock or an error of
// the right kind is one, and so is a state that is met again, as the execution
// can go around for ever.
func (j *Judge) Obeys(ctx context.Context, state []int32) Answer {
	if a, ok := j.known[key(state)]; ok {
		return a
	}
	stack := []frame{{key: key(state), state: state}}
	for n := 0; ; n++ {
		f := &stack[len(stack)-1]
		if f.task == 0 && f.way == 0 { // just met
			j.known[f.key] = open
			j.left--
		}
		if j.left < 0 || n%256 == 0 && ctx.Err() != nil {
			for i := range stack {
				delete(j.known, stack[i].key)
			}
			return Unknown
		}
		next := j.successor(f)
		answer := No
		switch {
		case next != nil:
			k := key(next)
			known, met := j.known[k]
			switch {
			case !met:
				stack = append(stack, frame{key: k, state: next})
				continue
			case known == Unknown:
				f.limited = true
				continue
			case known == No:
				continue
			}
			answer = Yes // known, or on the stack: it can go around for ever
		case f.fails, !f.any && j.accepted(f.state):
			answer = Yes
		case f.limited:
			answer = Unknown
		}
		if answer == Yes {
			for i := range stack {
				j.known[stack[i].key] = Yes
			}
			return Yes
		}
		j.known[f.key] = answer
		stack = stack[:len(stack)-1]
		if len(stack) == 0 {
			return answer
		}
		if answer == Unknown {
			stack[len(stack)-1].limited = true
		}
	}
}
