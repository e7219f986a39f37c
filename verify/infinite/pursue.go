package infinite

// This file looks for an infinite execution along a fair cycle of an abstraction.

import (
	"context"
	"slices"

	"flavers/automata/ltl"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/explore/packed"
	"flavers/limit"
	"flavers/live"
	"flavers/sem"
)

// Bounds of a pursuit: steps in all, and rounds through the loop.
const (
	pursuedSteps  = 200_000
	pursuedRounds = 2_000
)

// pursuit executes the steps of a cycle of an abstraction, round after round. Where the
// next one is not enabled, tasks that have nothing to do with it move in turn, as each of
// them does after each round. All is determined by the state, so a state comes back at last;
// the steps between are a loop, which is fair or not.
type pursuit struct {
	*open  // without an obligation: what the formula of the property says is asked
	words  *ltl.Formula
	read   []int32 // the symbols of the steps
	reads  []int   // by step: how many were read before it
	kept   []sem.CompID
	steps  []sem.Choice
	keep   []bool    // by step: it leaves the obligation open
	states [][]int32 // before each step, and after the last
	moved  []bool    // by task: in this round
	turn   int       // of the tasks
	last   bool      // of several moves of a task, the last one is taken
	poll   *limit.Poll
}

// Pursue looks for an infinite execution that violates the property, along a cycle that
// a proof did not exclude.
//
// May err towards: not Violated.
func Pursue(ctx context.Context, q *Question, proof *Proof) (*Result, error) {
	property := q.Property.Spec
	s, err := newProduct(ctx, q.Program, q.constraints(), property, Options{Fairness: q.Fairness})
	if err != nil {
		return nil, err
	}
	if s.Impossible() {
		return &s.out, nil
	}
	limit.Try(func() {
		for i := range len(property.Obligations) + 1 {
			o := &open{product: s, known: map[*model.Move]bool{}}
			switch {
			case i < len(property.Obligations):
				o.obligation = &property.Obligations[i]
			case property.Never == nil:
				continue
			}
			for _, last := range []bool{false, true} {
				w := &pursuit{open: o, words: property.Formula, kept: proof.Kept, moved: make([]bool, len(s.Program.Tasks)),
					last: last, poll: limit.New(ctx)}
				if stem, loop, found := w.run(proof); found {
					s.out.Violated, s.out.Stem, s.out.Loop = true, stem, loop
					return
				}
			}
		}
	})
	s.out.Complete = false
	return &s.out, nil
}

// run executes the stem and the loop until a state comes back.
func (w *pursuit) run(proof *Proof) (stem, loop []sem.Choice, found bool) {
	copy(w.state, w.Start())
	w.states = [][]int32{slices.Clone(w.state)}
	for _, g := range proof.Stem {
		if !w.follow(g, false) {
			return nil, nil, false
		}
	}
	set := packed.New(model.Space{System: w.System}.Sizes())
	var begins []int // by state of the set: steps before it
	for range pursuedRounds {
		i, isNew := set.Add(w.state[:w.size])
		if !isNew {
			from := begins[i]
			return w.steps[:from], w.steps[from:], from < len(w.steps) && w.fair(from) && w.forbidden(from)
		}
		begins = append(begins, len(w.steps))
		clear(w.moved)
		for _, g := range proof.Loop {
			if !w.follow(g, true) {
				return nil, nil, false
			}
		}
		for _, t := range w.Tasks() {
			if !w.moved[t] {
				w.aside(t, true)
			}
		}
	}
	return nil, nil, false
}

// follow takes a step of the abstraction, after steps aside that it waits for; in the loop,
// the obligation stays open.
func (w *pursuit) follow(g Guide, loops bool) bool {
	if g.Action == cfg.None {
		return true // those after the round are such steps
	}
	for range 20 * len(w.Tasks()) {
		w.poll.LookNow()
		if len(w.steps) > pursuedSteps {
			return false
		}
		w.movesOf(w.Program.Nodes[w.Program.Actions[g.Action].A].Task)
		for _, v := range w.moves {
			if v.Action != g.Action || v.Forbidden || v.Effect.Err != nil || loops && !w.keeps(v) {
				continue
			}
			w.Apply(w.next, w.state, v)
			fits := true
			for i, id := range w.kept {
				fits = fits && w.next[id] == g.Values[i]
			}
			if fits {
				w.take(v)
				return true
			}
		}
		if !w.anyAside(loops) {
			return false
		}
	}
	return false
}

// anyAside has the next task that can do so take a step aside.
func (w *pursuit) anyAside(loops bool) bool {
	tasks := w.Tasks()
	for k := range tasks {
		if t := tasks[(w.turn+k)%len(tasks)]; w.aside(t, loops) {
			w.turn = (w.turn + k + 1) % len(tasks)
			return true
		}
	}
	w.turn = 0
	return false
}

// aside has a task take a step that changes nothing of what is kept; false: it has none.
func (w *pursuit) aside(t cfg.TaskID, loops bool) bool {
	w.movesOf(t)
	var chosen *model.Move
	for _, v := range w.moves {
		if v.Forbidden || v.Effect.Err != nil || loops && !w.keeps(v) {
			continue
		}
		w.Apply(w.next, w.state, v)
		if w.next[w.monitor.At] != w.state[w.monitor.At] ||
			slices.ContainsFunc(w.kept, func(id sem.CompID) bool { return w.next[id] != w.state[id] }) {
			continue
		}
		if chosen == nil || w.last {
			chosen = v
		}
	}
	if chosen == nil {
		return false
	}
	w.take(chosen)
	return true
}

// movesOf finds the moves of a task that are enabled in the state, those included that a
// constraint forbids.
func (w *pursuit) movesOf(t cfg.TaskID) {
	w.moves = w.moves[:0]
	q := w.Point(w.state, t)
	if q == cfg.None {
		return
	}
	w.active(q)
	for _, k := range w.Accepting[q] {
		if n := &w.Program.Nodes[w.Action(k).A]; w.Point(w.state, n.Task) == n.Point {
			w.moves, _ = w.Moves(w.moves, w.state, k)
		}
	}
}

// keeps reports whether the obligation stays open throughout a move, if there is one.
func (w *pursuit) keeps(v *model.Move) bool { return w.obligation == nil || w.open.keeps(v) }

// forbidden reports whether the steps from this one on, repeated, are what the property forbids: they
// leave the obligation open, or the formula says so.
func (w *pursuit) forbidden(from int) bool {
	if w.obligation != nil {
		return true // keeps says so of each step
	}
	loop := w.read[w.reads[from]:]
	if len(loop) == 0 {
		loop = []int32{ltl.None}
	}
	return !w.words.Holds(w.read[:w.reads[from]], loop)
}

// take makes a step.
func (w *pursuit) take(v *model.Move) {
	w.reads = append(w.reads, len(w.read))
	for _, occ := range v.Effect.Occ {
		if sym := w.monitor.Symbol(occ.Names(), occ.Owners(w.Program)); sym >= 0 {
			w.read = append(w.read, int32(sym))
		}
	}
	w.steps = append(w.steps, w.Choice(w.state, v.Way, v.Out))
	a, b := w.tasks(v)
	if w.moved[a] = true; b >= 0 {
		w.moved[b] = true
	}
	w.keep = append(w.keep, w.keeps(v))
	w.Apply(w.next, w.state, v)
	copy(w.state, w.next)
	w.states = append(w.states, slices.Clone(w.state))
}

// fair reports whether the steps from this one on are a fair loop in which the obligation stays open.
func (w *pursuit) fair(from int) bool {
	if slices.Contains(w.keep[from:], false) {
		return false
	}
	if w.opt.Fairness == live.None {
		return true
	}
	taken := make([]bool, len(w.conditions.tasks)+len(w.conditions.declared))
	for _, c := range w.steps[from:] {
		for _, k := range w.conditions.taken(c.Action) {
			taken[k] = true
		}
	}
	for t := range w.Program.Tasks {
		if !taken[t] && !w.excused(from, t, []cfg.TaskID{cfg.TaskID(t)}, w.opt.Fairness == live.Strong) {
			return false
		}
	}
	for i, takers := range w.conditions.takers {
		if k := len(w.conditions.tasks) + i; !taken[k] && !w.excused(from, k, takers, true) {
			return false
		}
	}
	return true
}

// excused reports whether a condition, which has steps of these tasks, is not enabled where it would have to be
// taken by steps that are repeated from this one on: in all states of the loop, or, if it is strong, in any.
func (w *pursuit) excused(from, condition int, takers []cfg.TaskID, strong bool) bool {
	for i := from; i < len(w.steps); i++ {
		w.poll.Look()
		copy(w.state, w.states[i])
		enabled := false
		for _, t := range takers {
			w.movesOf(t)
			enabled = enabled || slices.ContainsFunc(w.moves, func(v *model.Move) bool {
				return slices.Contains(w.conditions.taken(v.Action), int32(condition))
			})
		}
		if enabled == strong {
			return !strong
		}
	}
	return strong
}
