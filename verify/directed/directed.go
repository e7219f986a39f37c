// Package directed looks for a deadlock by a few executions, under schedulers that
// make tasks get into each other's way. Of philosophers who take two forks each,
//
//	directed.Deadlock(ctx, p, nil, 0)
//
// finds at any number the execution in which each takes one: round robin lets every
// task take its first resource before any takes its second, which is how most
// programs that can deadlock do. Running each task as far as it comes finds the
// orders in which one is left behind; the rest is random.
//
// What it does not do: executions that find none prove nothing.
package directed

import (
	"context"
	"math/rand/v2"
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/sem"
)

// huntWork is how many looks at a task one hunt may make, in all its executions.
const huntWork = 1_000_000

// maxShortening is how many steps making an execution shorter may repeat.
const maxShortening = 100_000

// randomHunts is how many random executions are tried.
const randomHunts = 24

// hunter executes a program by a scheduler.
type hunter struct {
	p           *cfg.Program
	constraints []*monitor.Binding
	m           *sem.Machine
	x           *sem.Stepper
	ways        [][]sem.WayID // by point: those whose active side stands there
	work        int           // looks at a task that are left
}

// scheduler says how long a task goes on and who comes next.
type scheduler struct {
	quantum int  // steps in a row; 0: random, 1 to 4
	down    bool // the next task is the one before, not the one after
	rng     *rand.Rand
}

// Deadlock looks for an execution that deadlocks and obeys the constraints; looked
// is how many were tried. In an execution, a task is looked at so many times at most, on average; 0: there is no such
// limit. The result depends on the program and this number alone, unless ctx ends.
func Deadlock(ctx context.Context, p *cfg.Program, constraints []*monitor.Binding, times int) (found []sem.Choice,
	looked int) {

	m, err := sem.New(p)
	if err != nil {
		return nil, 0
	}
	h := &hunter{p: p, constraints: constraints, m: m, x: sem.NewStepper(m, 0), ways: make([][]sem.WayID, len(p.Points))}
	for i, w := range h.x.Ways() {
		at := p.Nodes[p.Actions[w.Action].A].Point
		h.ways[at] = append(h.ways[at], sem.WayID(i))
	}
	var plans []scheduler
	for _, quantum := range []int{1, 1 << 20, 2, 3, 5} {
		plans = append(plans, scheduler{quantum: quantum}, scheduler{quantum: quantum, down: true})
	}
	for i := range randomHunts {
		plans = append(plans, scheduler{quantum: i % 3, rng: rand.New(rand.NewPCG(uint64(i), 1))})
	}
	for i := range plans {
		if ctx.Err() != nil {
			break
		}
		looked++
		if h.work = huntWork / len(plans); times > 0 {
			h.work = min(h.work, times*len(p.Tasks))
		}
		if run := h.execute(ctx, &plans[i]); run != nil {
			return h.shorten(run), looked
		}
	}
	return nil, looked
}

// huntMove is a step that can be taken.
type huntMove struct {
	choice  sem.Choice
	changes []sem.Change
	occ     []sem.Occurrence
}

// execute runs until no task can move, and returns the schedule if that is a
// deadlock; nil otherwise, or when it has worked long enough.
func (h *hunter) execute(ctx context.Context, s *scheduler) []sem.Choice {
	state, q := h.start()
	var run []sem.Choice
	var moves []huntMove
	tasks := len(h.p.Tasks)
	at := 0
	if s.down {
		at = tasks - 1
	}
	for idle := 0; idle <= tasks; {
		if h.work <= 0 || len(run)%256 == 0 && ctx.Err() != nil {
			return nil
		}
		left := s.quantum
		if s.rng != nil {
			at = s.rng.IntN(tasks)
			left = max(s.quantum, 1) + s.rng.IntN(4)*min(s.quantum, 1)
			if idle > 0 { // look at all of them in turn before giving up
				at = idle - 1
			}
		}
		moved := false
		for ; left > 0; left-- {
			if moves = h.moves(moves[:0], state, q, cfg.TaskID(at)); len(moves) == 0 {
				break
			}
			mv := &moves[0]
			if s.rng != nil {
				mv = &moves[s.rng.IntN(len(moves))]
			}
			run = append(run, mv.choice)
			h.take(state, q, mv)
			moved = true
			if h.work <= 0 {
				return nil
			}
		}
		if idle++; moved {
			idle = 0
		}
		if at++; s.down {
			at += tasks - 2
		}
		at %= tasks
	}
	if !h.stuck(state, q) {
		return nil
	}
	return run
}

// start returns the first state, of the program and of the constraints.
func (h *hunter) start() (state, q []int32) {
	for _, b := range h.constraints {
		q = append(q, b.Spec.DFA.Start)
	}
	return h.m.Start(), q
}

// moves appends what a task can do, as the active side, without an error and
// without breaking a constraint.
func (h *hunter) moves(list []huntMove, state, q []int32, t cfg.TaskID) []huntMove {
	h.work--
	at := h.m.Point(t, state[h.m.Pos(t)])
	if at == cfg.None {
		return list
	}
	first, action := 0, cfg.ActionID(cfg.None) // outcomes of earlier ways of the same action
	for _, w := range h.ways[at] {
		way := h.x.Ways()[w]
		if way.Action != action {
			first, action = 0, way.Action
		}
		if !h.m.Stands(state, way.Action) {
			continue
		}
		h.work--
		st := h.x.Steps(state, w)
		for i := range st.Effects {
			e := &st.Effects[i]
			if e.Err == nil && h.allowed(q, e.Occ) {
				list = append(list, huntMove{sem.Choice{Action: way.Action, Outcome: first + i}, e.Changes, e.Occ})
			}
		}
		first += len(st.Effects)
	}
	return list
}

// allowed reports whether no constraint is trapped by what is observed.
func (h *hunter) allowed(q []int32, occ []sem.Occurrence) bool {
	if len(h.constraints) == 0 {
		return true
	}
	for i, b := range h.constraints {
		if h.moved(i, q[i], occ) == b.Spec.DFA.Trap() {
			return false
		}
	}
	return true
}

// moved returns the state of constraint i after what is observed.
func (h *hunter) moved(i int, q int32, occ []sem.Occurrence) int32 {
	b := h.constraints[i]
	for _, o := range occ {
		if sym := b.SymbolOf(o, h.p); sym >= 0 && q != b.Spec.DFA.Trap() {
			q = b.Spec.DFA.Step(q, sym)
		}
	}
	return q
}

func (h *hunter) take(state, q []int32, mv *huntMove) {
	for _, ch := range mv.changes {
		state[ch.Comp] = ch.Value
	}
	for i := range q {
		q[i] = h.moved(i, q[i], mv.occ)
	}
}

// stuck reports whether a state is a deadlock that the constraints allow.
func (h *hunter) stuck(state, q []int32) bool {
	for i, b := range h.constraints {
		if !b.Spec.DFA.Accept[q[i]] {
			return false
		}
	}
	return !h.m.Over(state) && len(h.m.Successors(state, false)) == 0
}

// sticks reports whether a schedule can be followed and gets stuck.
func (h *hunter) sticks(run []sem.Choice) bool {
	if len(run) == 0 {
		return false
	}
	state, q := h.start()
	for _, ch := range run {
		outs := h.m.Outcomes(nil, state, h.p.Actions[ch.Action], len(q) > 0)
		if ch.Outcome >= len(outs) || outs[ch.Outcome].Err != nil || !h.allowed(q, outs[ch.Outcome].Occ) {
			return false
		}
		state = outs[ch.Outcome].Next
		for i := range q {
			q[i] = h.moved(i, q[i], outs[ch.Outcome].Occ)
		}
	}
	return h.stuck(state, q)
}

// shorten leaves out runs of steps that the deadlock does not need, long ones
// first (delta debugging over the schedule).
func (h *hunter) shorten(run []sem.Choice) []sem.Choice {
	work := 0
	for size := len(run) / 2; size >= 1; size /= 2 {
		for from := len(run) - size; from >= 0; from -= size {
			if from+size > len(run) {
				continue
			}
			if work += len(run); work > maxShortening {
				return run
			}
			if fewer := slices.Concat(run[:from], run[from+size:]); h.sticks(fewer) {
				run = fewer
			}
		}
	}
	return run
}
