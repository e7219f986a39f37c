package verify

import (
	"context"
	"math/bits"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/sem"
)

// replayBudget is how many states a search for an execution may try.
const replayBudget = 200_000

// execution is a real run of the program, step by step.
type execution struct {
	steps []executed
}

type executed struct {
	sem.Outcome
	number int   // of this outcome among the action's outcomes, for the schedule
	state  int32 // of the property after the step
	before []int32
}

// maxReplayMemory is how many values the states of a search may hold.
const maxReplayMemory = 1 << 26

// replayer searches an execution that follows a path: the actions of the path
// in their order and, between them, steps that no automaton of the problem
// reacts to.
type replayer struct {
	c      *checker
	a      *attempt
	path   []cfg.ActionID
	hidden [][]cfg.ActionID // by task: unobserved actions it takes part in
	seen   map[[2]uint64]bool
	specs  []*monitor.Binding // the property (if any), then the constraints
	traps  []int32            // of specs
	budget int                // positions to try

	deepest int         // most steps of the path that were done
	stuck   []*position // some positions with that many, for blame
}

// maxStuck is how many positions are kept for blame.
const maxStuck = 64

// position is a state of the search.
type position struct {
	at     int // steps of the path done
	vec    []int32
	q      []int32 // states of specs
	parent *position
	by     executed
}

// newReplayer prepares a search that tries at most budget positions.
func (c *checker) newReplayer(a *attempt, budget int) *replayer {
	budget = min(budget, maxReplayMemory/(len(c.sem.M.Comps)+1)) // every position holds a state
	r := &replayer{c: c, a: a, budget: budget, seen: map[[2]uint64]bool{}, hidden: make([][]cfg.ActionID, len(c.p.Tasks))}
	for _, l := range a.sol.Path {
		r.path = append(r.path, a.set.Letters[a.origin[l]].Action)
	}
	if a.goal.property != nil {
		r.specs = append(r.specs, a.goal.property)
	}
	r.specs = append(r.specs, c.constraints...)
	for _, b := range r.specs {
		r.traps = append(r.traps, b.Spec.DFA.Trap())
	}
	for _, act := range c.p.Actions {
		n := c.g.OfAction(act.ID)
		if n == cfg.None || a.set.Visible.Has(int(n)) {
			continue
		}
		t := c.g.Nodes[n].Tasks
		r.hidden[t[0]] = append(r.hidden[t[0]], act.ID)
		if t[1] != cfg.None {
			r.hidden[t[1]] = append(r.hidden[t[1]], act.ID)
		}
	}
	return r
}

// replay returns an execution, or nil; exhausted: there is none that only adds
// unobserved steps. Neither: the budget ran out.
func (r *replayer) replay(ctx context.Context) (run *execution, exhausted bool) {
	return r.search(ctx, r.start())
}

// start is the position before the first step.
func (r *replayer) start() *position {
	p := &position{vec: r.c.sem.M.Start(), q: []int32{}}
	for _, b := range r.specs {
		p.q = append(p.q, b.Spec.DFA.Start)
	}
	return p
}

// search is depth first, the path's own next action preferred, then unobserved
// steps of its tasks, then of all others.
func (r *replayer) search(ctx context.Context, start *position) (*execution, bool) {
	if r.reached(start) {
		return &execution{}, false
	}
	stack := []*position{start}
	for tried := 0; len(stack) > 0; tried++ {
		if tried > r.budget || tried%1024 == 0 && ctx.Err() != nil {
			return nil, false
		}
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.at > r.deepest {
			r.deepest, r.stuck = p.at, r.stuck[:0]
		}
		if p.at == r.deepest && len(r.stuck) < maxStuck {
			r.stuck = append(r.stuck, p)
		}
		next := r.next(p)
		for i := len(next) - 1; i >= 0; i-- {
			n := next[i]
			if r.reached(n) {
				return n.run(), false
			}
			key := n.key()
			if n.by.Err == nil && !r.seen[key] {
				r.seen[key] = true
				stack = append(stack, n)
			}
		}
	}
	return nil, true
}

// next lists the moves from p, the preferred ones first.
func (r *replayer) next(p *position) []*position {
	var out []*position
	first := [2]cfg.TaskID{cfg.None, cfg.None}
	if p.at < len(r.path) {
		act := r.c.p.Actions[r.path[p.at]]
		out = r.take(out, p, act, 1)
		first = r.c.g.Nodes[r.c.g.OfAction(act.ID)].Tasks
	}
	for _, t := range first {
		if t != cfg.None {
			out = r.takeHidden(out, p, t)
		}
	}
	for t := range r.hidden {
		if cfg.TaskID(t) != first[0] && cfg.TaskID(t) != first[1] {
			out = r.takeHidden(out, p, cfg.TaskID(t))
		}
	}
	return out
}

func (r *replayer) takeHidden(out []*position, p *position, t cfg.TaskID) []*position {
	for _, id := range r.hidden[t] {
		out = r.take(out, p, r.c.p.Actions[id], 0)
	}
	return out
}

// take appends the positions after an action; advance is 1 for the path's own.
func (r *replayer) take(out []*position, p *position, act cfg.Action, advance int) []*position {
	for i, o := range r.c.sem.M.Outcomes(nil, p.vec, act, true) {
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

// reached tells whether p shows the violation.
func (r *replayer) reached(p *position) bool {
	if r.a.goal.errors() {
		return p.by.Err != nil && p.by.Err.Kind != cfg.LimitError
	}
	return p.q != nil && r.violated(p.vec, p.q)
}

// violated tells whether the property is violated where the machine is in vec,
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
	for i, b := range r.specs {
		if !b.Spec.Property && !b.Spec.DFA.Accept[q[i]] {
			return false
		}
	}
	return true
}

// key is a fingerprint of 128 bits. Two positions that shared one would only
// make the search miss an execution, never show one that is none.
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
