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

// This file looks for a shortest execution that violates a goal. The first one found may wander through many steps that
// have nothing to do with the violation, and people read every step.
//
// The search is A* over the states of the program, the property and the constraints (Hart, Nilsson and Raphael, "A
// formal basis for the heuristic determination of minimum cost paths", 1968). It expands first the states for which the
// steps done, plus a lower bound for the steps left (package distance), are fewest. Steps that cannot have a part in a
// short execution are left out (causes.go).

// Limits of the search. A step copies a state, so maxNearestWork limits the steps times the components of the program.
const (
	maxNearest      = 500_000   // states that are kept
	maxNearestMoves = 4_000_000 // steps that are looked at
	maxNearestWork  = 1 << 28
)

// nearest returns a shortest execution that violates the goal of a, whether or not it follows the path of a. run is an
// execution that does. If the search is cut off, nearest returns the best execution known, which is no longer than run,
// and shortest is false. The result depends only on the program and the limits, unless ctx ends.
//
// A first search gets a small part of the limits. If that is not enough, steps that run does not need are left out
// (shorten.go): then the second search only has to look at executions that are shorter than the rest.
func (c *checker) nearest(ctx context.Context, a *attempt, run *execution, limits nearLimits) (best *execution,
	shortest bool) {
	best = run // if ctx ends
	limit.Try(func() { best, shortest = c.nearestOf(ctx, a, run, limits) })
	return best, shortest
}

func (c *checker) nearestOf(ctx context.Context, a *attempt, run *execution, limits nearLimits) (_ *execution,
	shortest bool) {
	const part = 16
	// The limit on work is applied here as well, so that the first search gets a part of what is really allowed.
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

// nearLimits limit a search: the states that it keeps, and the steps that it looks at.
type nearLimits struct{ states, moves int }

// nearSearch is a search in progress. A state is the vector of the machine, followed by the states of the property (if
// there is one) and of the constraints.
type nearSearch struct {
	c      *checker
	a      *attempt
	x      *sem.Stepper
	d      *distance.Table // bounds the steps left
	r      *replayer       // knows what counts as a violation, and makes the execution of the steps found
	ways   [][]sem.WayID   // by point: ways to step from it as the active side
	watch  []watched       // by sem.Steps.ID; nil: not computed yet
	after  []int32         // by action: steps that follow it at least (stepsAfter); nil: not known
	limits nearLimits
	weight int32 // weight of a step left; 1 makes the first execution found a shortest one
	any    bool  // the search may end at the first execution found
	moves  int   // steps looked at so far

	set   *packed.Set
	nodes []nearNode // by number in set
	// buckets has, for each weighted sum of steps done and left, the states to be expanded. A state that was met again
	// on a shorter way is in two buckets; it is expanded from the first.
	buckets [][]int32
	first   int // all buckets before it are empty

	best int      // number of steps of the shortest execution known
	last struct { // the last step of that execution
		from int32
		by   cfg.ActionID // None: this search has not found the execution
	}
	limited bool // a step exceeded a bound of the model
	width   int  // number of values in a state

	// The state being expanded.
	state   []int32   // with the changes of the step being looked at
	sum     int64     // sum of its distances, before these changes
	changes []changed // to be undone
}

// changed is a value that a step changes.
type changed struct {
	at       int // index in the state
	from, to int32
}

// nearNode is what is known about a state.
type nearNode struct {
	parent int32        // the state before it
	action cfg.ActionID // the step from there
	steps  int32        // steps done
	left   int32        // steps left, at least
	done   bool         // expanded
}

// watched lists for each effect of a sem.Steps the symbols that the specifications see in it.
type watched [][]seen

// seen are the symbols that one specification sees in an effect, in their order.
type seen struct {
	spec int
	syms []int
}

// newNearSearch prepares a search for an execution of fewer than the given number of steps.
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

// goalState returns the state of the automaton that the distances are about.
func (s *nearSearch) goalState(state []int32) int32 {
	if s.a.goal.property == nil {
		return 0
	}
	return state[len(s.c.sem.M.Comps)]
}

// search looks for executions that are shorter than the best one known. It reports whether no shorter one exists; false
// means that a limit was met.
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

// expand enters the states to which one step leads. The steps of the first tasks are entered last, so that they are
// looked at first: executions that begin with the first tasks are easier to read.
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

// change changes one value of the state, and notes how to undo it.
func (s *nearSearch) change(at int, to int32) {
	if from := s.state[at]; from != to {
		s.changes = append(s.changes, changed{at, from, to})
		s.state[at] = to
	}
}

// left returns a lower bound for the steps left after the changes. q is the state of the automaton before them.
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

// found notes an execution that is shorter than the best one known.
func (s *nearSearch) found(from int32, action cfg.ActionID, steps int) {
	s.best, s.last.from, s.last.by = steps, from, action
}

// add enters the state, which was reached in the given number of steps. It is the start if parent is negative, and else
// that of the parent with the changes. q is the state of the automaton in the parent.
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

// sees returns what the specifications see in the effects of a step. It is computed once for each sem.Steps.
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

// observe moves the specifications. It returns false if a constraint of the user rejects the step.
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

// run returns the best execution that the search has found. It executes the steps again, because the search keeps only
// states and actions.
func (s *nearSearch) run() *execution {
	var actions []cfg.ActionID
	var states [][]int32                                              // after each of the actions; of the last nothing is known
	actions, states = append(actions, s.last.by), append(states, nil) // the last state was not kept
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
