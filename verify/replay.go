package verify

import (
	"context"
	"math/bits"
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/sem"
	"flavers/verify/project"
	"flavers/verify/stubborn"
)

// This file looks for an execution along a violating path. A path has only the actions that some automaton of the
// problem observes, the visible ones. An execution also has steps between them that nobody observes, and variables and
// objects have to allow each step. So the search is depth first over states of the program: from each state it takes
// the next action of the path, or an unobserved step. Stubborn sets leave out unobserved steps that need not come
// before the next action.

// replayBudget is the number of positions that a search may try if no other round follows.
const replayBudget = 200_000

// execution is an execution of the program, step by step.
type execution struct {
	steps []executed
}

// executed is a step of an execution.
type executed struct {
	sem.Outcome
	number int     // index of the outcome among those of the action, for the schedule
	state  int32   // state of the property after the step
	before []int32 // state of the machine before the step
}

// maxReplayMemory limits the values in all states of a search.
const maxReplayMemory = 1 << 25

// replayer is a search for an execution that follows the path of an attempt.
type replayer struct {
	c      *checker
	a      *attempt
	path   []cfg.ActionID // the actions of the path
	hidden []cfg.ActionID // unobserved actions, ordered by task
	aim    *stubborn.Sets // finds the unobserved steps to be tried; nil: not every step has a table, so all are tried
	deep   int            // longest execution that is looked for
	seen   map[[2]uint64]bool
	specs  []*monitor.Binding // the property (if there is one), then the constraints of the user
	traps  []int32            // error states of specs
	budget int                // positions to be tried

	// For the choice of constraints, if no execution follows the path.
	deepest int         // largest number of actions of the path that were done
	stuck   []*position // some positions with that number
}

// manyMade is the number of steps that may be made for each position that is tried.
const manyMade = 64

// maxStuck is the number of stuck positions that are kept.
const maxStuck = 64

// position is a state of the search.
type position struct {
	at     int     // number of actions of the path that are done
	vec    []int32 // state of the machine
	q      []int32 // states of specs
	parent *position
	by     executed // the step from parent
}

// dependencies returns the index for stubborn sets, or nil if some step has no table. It is made once, or by each of
// several checks that need it at the same moment.
func (c *checker) dependencies() *stubborn.Index {
	if d := c.depends.Load(); d != nil {
		return d
	}
	d := stubborn.NewIndex(c.sem, c.poll.Beside()) // whoever asks first must not pay for all
	c.depends.Store(d)
	return d
}

// newReplayer prepares a search that tries at most budget positions.
func (c *checker) newReplayer(a *attempt, budget int) *replayer {
	r := &replayer{c: c, a: a, budget: budget, seen: map[[2]uint64]bool{}}
	room := int64(maxReplayMemory)
	if c.opt.MaxMemory > 0 {
		room = min(room, c.opt.MaxMemory/16)
	}
	r.deep = int(room) / (len(c.sem.M.Comps) + len(r.specs) + 16)
	for _, l := range a.path() {
		r.path = append(r.path, l.Action)
	}
	if a.goal.property != nil {
		r.specs = append(r.specs, a.goal.property)
	}
	r.specs = append(r.specs, c.constraints...)
	for _, b := range r.specs {
		r.traps = append(r.traps, b.Spec.DFA.Trap())
	}
	hidden := make([]bool, len(c.p.Actions))
	for _, act := range c.p.Actions {
		n := c.g.OfAction(act.ID)
		if n == cfg.None || a.whole.Visible.Has(int(n)) {
			continue
		}
		r.hidden = append(r.hidden, act.ID)
		hidden[act.ID] = true
	}
	slices.SortStableFunc(r.hidden, func(a, b cfg.ActionID) int {
		return int(c.g.Nodes[c.g.OfAction(a)].Tasks[0] - c.g.Nodes[c.g.OfAction(b)].Tasks[0])
	})
	if budget > 0 {
		if d := c.dependencies(); d != nil {
			r.aim = d.Sets(hidden, c.poll)
		}
	}
	return r
}

// replay looks for an execution that follows the path. If it returns nil, exhausted reports whether there is none; if
// not, the budget ran out.
func (r *replayer) replay(ctx context.Context) (run *execution, exhausted bool) {
	return r.search(ctx, r.start())
}

// start returns the position before the first step.
func (r *replayer) start() *position {
	p := &position{vec: r.c.sem.M.Start(), q: []int32{}}
	for _, b := range r.specs {
		p.q = append(p.q, b.Spec.DFA.Start)
	}
	return p
}

// search searches depth first. From each position it tries first the next action of the path, then unobserved steps of
// the tasks of that action, and then those of other tasks, as far as they matter (package stubborn).
func (r *replayer) search(ctx context.Context, start *position) (*execution, bool) {
	if r.reached(start) {
		return &execution{}, false
	}
	stack := []*frame{r.frame(start)}
	cut := false // an execution was left out because it is too long
	for tried, made := 1, 0; len(stack) > 0; {
		f := stack[len(stack)-1]
		n := r.advance(f)
		if n == nil {
			stack = stack[:len(stack)-1]
			continue
		}
		if r.reached(n) {
			return n.run(), false
		}
		if made++; made%256 == 0 && ctx.Err() != nil || made > manyMade*r.budget {
			return nil, false
		}
		key := n.key()
		if n.by.Err != nil || r.seen[key] {
			continue
		}
		r.seen[key] = true
		if tried++; tried > r.budget {
			return nil, false
		}
		if len(stack) >= r.deep {
			cut = true
			continue
		}
		stack = append(stack, r.frame(n))
	}
	return nil, !cut
}

// frame is a position on the stack of the search, with what is left to be tried from there.
type frame struct {
	p     *position
	own   bool           // the next action of the path is not tried yet
	moves []cfg.ActionID // unobserved actions
	after []*position    // further outcomes of the last action
}

// frame returns the frame of a position, and notes the position if no other has done more of the path.
func (r *replayer) frame(p *position) *frame {
	if p.at > r.deepest {
		r.deepest, r.stuck = p.at, r.stuck[:0]
	}
	if p.at == r.deepest && len(r.stuck) < maxStuck {
		r.stuck = append(r.stuck, p)
	}
	return &frame{p: p, moves: r.moves(p), own: p.at < len(r.path)}
}

// advance returns the next position to be tried after that of a frame, or nil if there is none.
func (r *replayer) advance(f *frame) *position {
	for len(f.after) == 0 {
		switch {
		case f.own:
			f.own = false
			f.after = r.take(f.after[:0], f.p, r.c.p.Actions[r.path[f.p.at]], 1)
		case len(f.moves) > 0:
			f.after = r.take(f.after[:0], f.p, r.c.p.Actions[f.moves[0]], 0)
			f.moves = f.moves[1:]
		default:
			return nil
		}
	}
	n := f.after[0]
	f.after = f.after[1:]
	return n
}

// moves returns the unobserved actions to be tried from p, the preferred ones first. It leaves out actions whose
// tasks do not stand at their points.
func (r *replayer) moves(p *position) []cfg.ActionID {
	m := r.c.sem.M
	stands := func(list []cfg.ActionID) (out []cfg.ActionID) {
		for _, a := range list {
			r.c.poll.Look()
			if m.Stands(p.vec, a) {
				out = append(out, a)
			}
		}
		return out
	}
	if p.at == len(r.path) || r.aim == nil {
		out := stands(r.hidden)
		if p.at < len(r.path) {
			r.prefer(out, r.path[p.at])
		}
		return out
	}
	out := stands(r.aim.Set(p.vec, r.path[p.at]))
	r.prefer(out, r.path[p.at])
	return out
}

// prefer sorts a list so that actions of the tasks of next come first.
func (r *replayer) prefer(list []cfg.ActionID, next cfg.ActionID) {
	of := r.c.g.Nodes[r.c.g.OfAction(next)].Tasks
	rank := func(a cfg.ActionID) int {
		t := r.c.g.Nodes[r.c.g.OfAction(a)].Tasks
		switch {
		case slices.Contains(t[:], of[0]):
			return 0
		case of[1] != cfg.None && slices.Contains(t[:], of[1]):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(list, func(a, b cfg.ActionID) int { return rank(a) - rank(b) })
}

// take appends the positions after an action; advance is 1 for the path's own.
func (r *replayer) take(out []*position, p *position, act cfg.Action, advance int) []*position {
	outcomes := r.c.sem.M.Outcomes(nil, p.vec, act, true)
	r.c.poll.Did(len(outcomes) * looksOfOutcome)
	for i, o := range outcomes {
		n := &position{at: p.at + advance, vec: o.Next, parent: p, by: executed{Outcome: o, number: i, before: p.vec}}
		if o.Err != nil {
			if r.a.goal.errors() && (advance == 0 || n.at == len(r.path)) {
				out = append(out, n)
			}
			continue
		}
		if n.q = r.observe(p.q, o.Occ); n.q != nil {
			if r.a.goal.property != nil {
				n.by.state = n.q[0]
			}
			out = append(out, n)
		}
	}
	return out
}

// observe moves the specifications; nil: a constraint rejects.
func (r *replayer) observe(q []int32, occ []sem.Occurrence) []int32 {
	if len(occ) == 0 {
		return q
	}
	out := make([]int32, len(q))
	copy(out, q)
	for i, b := range r.specs {
		trap := r.traps[i]
		for _, o := range occ {
			if sym := b.SymbolOf(o, r.c.p); sym >= 0 && out[i] != trap {
				out[i] = b.Spec.DFA.Step(out[i], sym)
			}
		}
		if out[i] == trap && !b.Spec.Property {
			return nil
		}
	}
	return out
}

// reached reports whether p shows the violation.
func (r *replayer) reached(p *position) bool {
	if r.a.goal.errors() {
		return p.by.Err != nil && (p.by.Err.Kind == cfg.LimitError) == r.a.goal.full()
	}
	return p.q != nil && r.violated(p.vec, p.q)
}

// violated reports whether the property is violated where the machine is in vec,
// and the specifications are in q; for the goal end, whether an execution ends.
func (r *replayer) violated(vec, q []int32) bool {
	if r.a.goal.property != nil {
		switch {
		case q[0] == r.traps[0]:
			return true
		case r.specs[0].Spec.DFA.Accept[q[0]]:
			return false
		}
	}
	if vec == nil || !r.c.sem.M.Over(vec) {
		return false
	}
	return r.mayEnd(q)
}

// mayEnd reports whether an execution that ends with the specifications in q obeys every
// constraint and violates the property, if there is one.
func (r *replayer) mayEnd(q []int32) bool {
	for i, b := range r.specs {
		if b.Spec.DFA.Accept[q[i]] == b.Spec.Property {
			return false
		}
	}
	return true
}

// projection returns the path to be projected; nil if a step of it has no table, since what that does to the
// specifications is not known.
func (r *replayer) projection() *project.Path {
	c := r.c
	for _, act := range r.path {
		if !c.sem.Exact(act) {
			return nil
		}
	}
	gl := r.a.goal
	return &project.Path{Sem: c.sem, Touch: c.touch, Actions: r.path, Hidden: r.hidden, Start: r.start().q,
		Observe: r.observe,
		Counts:  gl.counts, Poll: c.poll, Violating: func(q []int32, over bool) bool {
			if gl.property != nil && q[0] == r.traps[0] {
				return true
			}
			return over && !gl.errors() && r.mayEnd(q)
		}}
}

// key returns a fingerprint of 128 bits. Two positions that shared one would only make the search miss an
// execution, never show one that is none.
func (p *position) key() [2]uint64 {
	a, b := uint64(p.at)+0x9e3779b97f4a7c15, uint64(p.at)^0xc2b2ae3d27d4eb4f
	mix := func(v int32) {
		a = (a ^ uint64(uint32(v))) * 0xff51afd7ed558ccd
		a ^= a >> 32
		b = bits.RotateLeft64(b, 27)*0x9fb21c651e98df25 + uint64(uint32(v))*0xd6e8feb86659fd93 + 1
		b ^= b >> 29
	}
	for _, v := range p.vec {
		mix(v)
	}
	for _, v := range p.q {
		mix(v)
	}
	return [2]uint64{a, b}
}

// run reads the steps that led to p.
func (p *position) run() *execution {
	run := &execution{}
	for ; p.parent != nil; p = p.parent {
		run.steps = append(run.steps, p.by)
	}
	for i, j := 0, len(run.steps)-1; i < j; i, j = i+1, j-1 {
		run.steps[i], run.steps[j] = run.steps[j], run.steps[i]
	}
	return run
}
