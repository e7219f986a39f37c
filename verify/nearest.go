package verify

import (
	"context"
	"fmt"
	"slices"

	"flavers/cfg"
	"flavers/explore/packed"
	"flavers/limit"
	"flavers/sem"
	"flavers/verify/distance"
)

// Limits of the search for a shortest violation: maxNearest on the states that it keeps, maxNearestMoves on the steps
// that it looks at, and maxNearestWork on these steps times the components of the program, because a step copies a
// state.
const (
	maxNearest      = 500_000
	maxNearestMoves = 4_000_000
	maxNearestWork  = 1 << 28
)

// nearest is the shortest execution that violates the goal of a, if run, which
// does too, is not one: best first over the states of the program, the property
// and the constraints, by the steps done and those that are left at least
// (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination
// of minimum cost paths", 1968). Any execution counts, whether it follows the
// path of a or not. shortest is false if the search was cut off; what is
// returned is then an execution all the same, and no longer than run.
//
// limits are of states and of steps. The result depends on them and the program
// only, unless ctx ends.
//
// A first search has a small part of the limits. Where it is cut off, steps that
// run does not need are left out (shorten.go), and the next one has to look only
// at what is shorter than what is left.
func (c *checker) nearest(ctx context.Context, a *attempt, run *execution, limits nearLimits) (best *execution,
	shortest bool) {
	best = run // what is known if ctx ends
	limit.Try(func() { best, shortest = c.nearestOf(ctx, a, run, limits) })
	return best, shortest
}

func (c *checker) nearestOf(ctx context.Context, a *attempt, run *execution, limits nearLimits) (_ *execution,
	shortest bool) {
	const part = 16
	// so that a part is a part of it
	limits.moves = min(limits.moves, maxNearestWork/(len(c.sem.M.Comps)+len(c.constraints)+1))
	d, after := c.distances(a.goal), c.stepsAfter(a.goal)
	run, shortest = c.nearer(ctx, a, d, after, run, nearLimits{limits.states / part, limits.moves / part})
	if !shortest {
		run = c.shorten(a, run)
		if ctx.Err() == nil {
			run, shortest = c.nearer(ctx, a, d, after, run, limits)
		}
	}
	return run, shortest
}

// nearer makes one search for an execution of fewer steps than run. after is what stepsAfter returns for the goal.
func (c *checker) nearer(ctx context.Context, a *attempt, d *distance.Table, after []int32, run *execution,
	limits nearLimits) (_ *execution, shortest bool) {
	s := c.newNearSearch(a, d, len(run.steps), limits)
	s.after = after
	shortest = s.search(ctx)
	c.logf("%s: an execution of %d steps; fewer were looked for in %d states by %d moves: %d (shortest: %t)",
		a.goal.name(), len(run.steps), s.set.Count, s.moves, s.best, shortest)
	if s.last.by != cfg.None {
		run = s.run()
	}
	return run, shortest
}

// nearLimits end the search for a shortest execution.
type nearLimits struct{ states, moves int }

// nearSearch is the working state of nearest. A state is the machine's vector
// followed by the states of the property (if any) and the constraints.
type nearSearch struct {
	c      *checker
	a      *attempt
	x      *sem.Stepper
	d      *distance.Table
	r      *replayer     // for what counts as a violation, and to write it down
	ways   [][]sem.WayID // by point: those whose active side stands there
	watch  []watched     // by sem.Steps.ID
	after  []int32       // by action: steps that follow it at least (stepsAfter); nil: not known
	limits nearLimits
	weight int32 // of a step that is left; 1: what is found first is a shortest execution
	any    bool  // the first execution that is met will do
	moves  int

	set     *packed.Set
	nodes   []nearNode // by number in set
	buckets [][]int32  // by steps done and left, weighted: states, most of them once
	first   int        // no bucket before it has anything

	best int      // steps of the shortest that is known
	last struct { // its last step
		from int32
		by   cfg.ActionID // None: it is not of this search
	}
	limited bool // a step was beyond what the model counts
	width   int

	state   []int32 // that is expanded, with the changes of the step that is looked at
	sum     int64   // of the distances of the state that is expanded
	changes []changed
}

// changed is a value that a step changes.
type changed struct {
	at       int
	from, to int32
}

type nearNode struct {
	parent int32
	steps  int32 // done
	left   int32 // at least
	action cfg.ActionID
	done   bool
}

// watched is what the specifications see of the effects of a sem.Steps.
type watched [][]seen

type seen struct {
	spec int
	syms []int
}

// newNearSearch prepares a search for an execution of fewer steps.
func (c *checker) newNearSearch(a *attempt, d *distance.Table, steps int, limits nearLimits) *nearSearch {
	s := &nearSearch{c: c, a: a, x: sem.NewStepper(c.sem.M, 0), d: d, r: c.newReplayer(a, 0),
		limits: limits, weight: 1, any: a.goal.end, best: steps, ways: make([][]sem.WayID, len(c.p.Points))}
	s.last.by = cfg.None
	for i, w := range s.x.Ways() {
		at := c.p.Nodes[c.p.Actions[w.Action].A].Point
		s.ways[at] = append(s.ways[at], sem.WayID(i))
	}
	var sizes []int32
	for i := range c.sem.M.Comps {
		sizes = append(sizes, c.sem.M.Comps[i].Size)
	}
	for _, b := range s.r.specs {
		sizes = append(sizes, int32(b.Spec.DFA.States()))
	}
	s.width = len(sizes)
	s.set = packed.New(sizes)
	s.limits.moves = min(s.limits.moves, maxNearestWork/max(s.width, 1)) // without tasks there is nothing to write
	if perState := int64(8*s.set.Words + 64); c.opt.MaxMemory > 0 {
		// growing needs the old and the new at once
		s.limits.states = int(min(int64(s.limits.states), c.opt.MaxMemory/perState/2))
	}
	return s
}

// distances returns the table that bounds from below how far states are from a violation.
func (c *checker) distances(gl goal) *distance.Table {
	return distance.New(c.poll, c.p, c.sem, distance.Goal{Property: gl.property, End: gl.end})
}

// goalState is the state of the automaton that distances are about.
func (s *nearSearch) goalState(state []int32) int32 {
	if s.a.goal.property == nil {
		return 0
	}
	return state[len(s.c.sem.M.Comps)]
}

// search looks for executions that are shorter than the best, and reports whether none is left.
func (s *nearSearch) search(ctx context.Context) bool {
	start := s.r.start()
	s.state = slices.Concat(start.vec, start.q)
	q := s.goalState(s.state)
	s.sum = s.d.Sum(s.state, q)
	s.add(-1, cfg.None, 0, q)
	for tried := 0; s.first < len(s.buckets); tried++ {
		if tried%256 == 0 && ctx.Err() != nil || s.set.Count > s.limits.states || s.moves > s.limits.moves {
			return false
		}
		if s.any && s.last.by != cfg.None {
			return true
		}
		bucket := &s.buckets[s.first]
		last := len(*bucket) - 1
		if last < 0 {
			s.first++
			continue
		}
		at := (*bucket)[last]
		*bucket = (*bucket)[:last]
		n := &s.nodes[at]
		if n.done || int(n.steps+n.left) >= s.best {
			continue // met again on a shorter way, or too far
		}
		n.done = true
		s.expand(at)
	}
	return true
}

// expand enters what one step leads to, the first tasks last, so that they are
// looked at first. What a step does not change is not looked at.
func (s *nearSearch) expand(at int32) {
	m, p, state := s.c.sem.M, s.c.p, s.state
	s.set.State(state, int(at))
	s.set.Open(int(at))
	q := s.goalState(state)
	s.sum = s.d.Sum(state, q)
	steps := int(s.nodes[at].steps) + 1
	for t := len(p.Tasks) - 1; t >= 0; t-- {
		point := m.Point(cfg.TaskID(t), state[m.Pos(cfg.TaskID(t))])
		if point == cfg.None {
			continue
		}
		for i := len(s.ways[point]) - 1; i >= 0; i-- {
			w := s.ways[point][i]
			action := s.x.Ways()[w].Action
			s.c.poll.Look()
			if s.after != nil && steps+int(s.after[action]) >= s.best {
				continue // it would have a part only in longer executions
			}
			if !m.Stands(state, action) {
				continue
			}
			st := s.x.Steps(state, w)
			sees := s.sees(st)
			for k := len(st.Effects) - 1; k >= 0; k-- {
				s.moves++
				e := &st.Effects[k]
				if e.Err != nil {
					if e.Err.Kind == cfg.LimitError {
						s.limited = true
					} else if s.a.goal.errors() && steps < s.best {
						s.found(at, action, steps)
					}
					continue
				}
				if steps >= s.best {
					continue
				}
				for _, ch := range e.Changes {
					s.change(int(ch.Comp), ch.Value)
				}
				if s.observe(sees[k]) {
					s.add(at, action, steps, q)
				}
				for n := len(s.changes) - 1; n >= 0; n-- {
					state[s.changes[n].at] = s.changes[n].from
				}
				s.changes = s.changes[:0]
			}
		}
	}
}

// change changes one value of the state.
func (s *nearSearch) change(at int, to int32) {
	if from := s.state[at]; from != to {
		s.changes = append(s.changes, changed{at, from, to})
		s.state[at] = to
	}
}

// left is how many steps are left at least after the changes, where the automaton
// was at q before.
func (s *nearSearch) left(q int32) int32 {
	now := s.goalState(s.state)
	if now != q {
		return s.d.From(s.state, now)
	}
	sum := s.sum
	for _, ch := range s.changes {
		sum += s.d.Change(ch.at, ch.from, ch.to, q)
	}
	return s.d.Least(sum, now)
}

// found notes an execution that is shorter than the best.
func (s *nearSearch) found(from int32, action cfg.ActionID, steps int) {
	s.best, s.last.from, s.last.by = steps, from, action
}

// add enters the state, which is reached in fewer steps than the best execution
// has: the start, or the parent's with the changes, where the automaton was at q.
func (s *nearSearch) add(parent int32, action cfg.ActionID, steps int, q int32) {
	comps := len(s.c.sem.M.Comps)
	if parent >= 0 && !s.a.goal.errors() && s.r.violated(s.state[:comps], s.state[comps:]) {
		s.found(parent, action, steps)
		return
	}
	left := s.left(q)
	if left >= distance.Far || steps+int(left) >= s.best {
		return
	}
	var i int
	var isNew bool
	if parent < 0 {
		i, isNew = s.set.Add(s.state)
	} else {
		for _, ch := range s.changes {
			s.set.Put(ch.at, ch.to)
		}
		i, isNew = s.set.Enter()
		s.set.Undo()
	}
	if isNew {
		s.nodes = append(s.nodes, nearNode{steps: int32(steps) + 1})
	}
	n := &s.nodes[i]
	if n.steps <= int32(steps) {
		return
	}
	*n = nearNode{parent: parent, action: action, steps: int32(steps), left: left}
	total := steps + int(s.weight*left)
	for len(s.buckets) <= total {
		s.buckets = append(s.buckets, nil)
	}
	s.buckets[total] = append(s.buckets[total], int32(i))
	s.first = min(s.first, total)
}

// sees finds what the specifications see of the effects of a step, once.
func (s *nearSearch) sees(st *sem.Steps) watched {
	for len(s.watch) <= st.ID {
		s.watch = append(s.watch, nil)
	}
	if s.watch[st.ID] == nil {
		list := make(watched, len(st.Effects))
		for k := range st.Effects {
			for i, b := range s.r.specs {
				var syms []int
				for _, o := range st.Effects[k].Occ {
					if sym := b.SymbolOf(o, s.c.p); sym >= 0 {
						syms = append(syms, sym)
					}
				}
				if syms != nil {
					list[k] = append(list[k], seen{i, syms})
				}
			}
		}
		s.watch[st.ID] = list
	}
	return s.watch[st.ID]
}

// observe moves the specifications; false: a constraint rejects.
func (s *nearSearch) observe(sees []seen) bool {
	comps := len(s.c.sem.M.Comps)
	for _, k := range sees {
		d := s.r.specs[k.spec].Spec.DFA
		q := s.state[comps+k.spec]
		for _, sym := range k.syms {
			q = d.Step(q, sym)
		}
		if !s.r.specs[k.spec].Spec.Property && q == s.r.traps[k.spec] {
			return false
		}
		s.change(comps+k.spec, q)
	}
	return true
}

// run writes the best execution down, by executing it.
func (s *nearSearch) run() *execution {
	var actions []cfg.ActionID
	var states [][]int32 // after each of the actions; of the last nothing is known
	actions, states = append(actions, s.last.by), append(states, nil)
	for at := s.last.from; s.nodes[at].parent >= 0; at = s.nodes[at].parent {
		state := make([]int32, s.width)
		s.set.State(state, int(at))
		actions, states = append(actions, s.nodes[at].action), append(states, state)
	}
	slices.Reverse(actions)
	slices.Reverse(states)
	p := s.r.start()
	comps := len(s.c.sem.M.Comps)
	for i, action := range actions {
		var to *position
		for _, n := range s.r.take(nil, p, s.c.p.Actions[action], 0) {
			switch {
			case to != nil:
			case states[i] == nil && s.r.reached(n):
				to = n
			case states[i] != nil && n.by.Err == nil && slices.Equal(n.vec, states[i][:comps]) &&
				slices.Equal(n.q, states[i][comps:]):
				to = n
			}
		}
		if to == nil {
			panic(fmt.Sprintf("verify: step %d of %d to a violation of %s cannot be taken: %s", i+1, len(actions),
				s.a.goal.name(),
				s.c.p.NodeString(s.c.p.Actions[action].A)))
		}
		p = to
	}
	return p.run()
}
