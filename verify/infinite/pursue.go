package infinite

// This file looks for an infinite execution along a fair cycle of an abstraction. In goes a Proof that does not hold,
// with the cycle as guides: actions, and the values of the kept components after each. Out comes an execution of the
// program that repeats itself and violates the property, or nothing.
//
// For instance, let the guides of the loop be "b: free = 0; b: free = 1", with free kept, and task c be hidden. The
// pursuit executes the two steps, and then lets c take a step, because an execution in which c stands still for ever
// may not be fair. After some such rounds the whole state, with that of c, is one that it had before.

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

// Bounds of a pursuit.
const (
	pursuedSteps  = 200_000 // steps in all
	pursuedRounds = 2_000   // rounds through the loop

	// asidesOfTask is the number of steps that a task may take, on average, until the next guide can be followed.
	asidesOfTask = 20
)

// pursuit executes the steps of a cycle of an abstraction, round after round. Where the next step is not enabled, tasks
// take steps aside, in turn: steps that change nothing that is kept. After each round, each task that has not moved in
// it takes a step aside, too. If a state comes back at the end of a round, the steps between are a loop, which is fair
// or not.
type pursuit struct {
	*open    // with an obligation that is to stay open, or without one: then formula says what is forbidden
	formula  *ltl.Formula
	kept     []sem.CompID // the components that guides have values of
	lastMove bool         // of several moves that a task may make aside, it makes the last one, not the first
	poll     *limit.Poll

	// What was executed.
	steps         []sem.Choice
	states        [][]int32 // the states before each step, and after the last one
	leavesOpen    []bool    // by step: it leaves the obligation open
	symbols       []int32   // the symbols that the property has read
	symbolsBefore []int     // by step: the number of symbols that were read before it

	moved []bool // by task: it has moved in this round
	turn  int    // the index of the task that is next to step aside, where a guide cannot be followed
}

// Pursue looks for an infinite execution that violates the property, along a cycle that a proof did not exclude.
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
		for i := range len(property.Obligations) + 1 { // each obligation, and last the formula
			o := &open{product: s, known: map[*model.Move]bool{}}
			switch {
			case i < len(property.Obligations):
				o.obligation = &property.Obligations[i]
			case property.Never == nil:
				continue
			}
			for _, last := range []bool{false, true} {
				w := &pursuit{open: o, formula: property.Formula, kept: proof.Kept, moved: make([]bool, len(s.Program.Tasks)),
					lastMove: last, poll: limit.New(ctx)}
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

// run executes the stem once, and then the loop until a state comes back at its end. It returns the execution if that
// violates the property and is fair.
func (w *pursuit) run(proof *Proof) (stem, loop []sem.Choice, found bool) {
	copy(w.state, w.Start())
	w.states = [][]int32{slices.Clone(w.state)}
	for _, g := range proof.Stem {
		if !w.follow(g, false) {
			return nil, nil, false
		}
	}
	set := packed.New(model.Space{System: w.System}.Sizes())
	var begins []int // by state of the set: the number of steps before it
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

// follow takes the step of a guide, after steps aside if it is not possible at once. It returns false if it gives up.
// In the loop, no step may meet the obligation.
func (w *pursuit) follow(g Guide, inLoop bool) bool {
	if g.Action == cfg.None {
		return true // any step that changes nothing that is kept: run takes some after each round
	}
	for range asidesOfTask * len(w.Tasks()) {
		w.poll.LookNow()
		if len(w.steps) > pursuedSteps {
			return false
		}
		w.movesOf(w.Program.Nodes[w.Program.Actions[g.Action].A].Task)
		for _, v := range w.moves {
			if v.Action != g.Action || !w.allowed(v, inLoop) {
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
		if !w.anyAside(inLoop) {
			return false
		}
	}
	return false
}

// allowed reports whether a move may be made: it meets no error, no constraint forbids it, and in the loop it leaves
// the obligation open.
func (w *pursuit) allowed(v *model.Move, inLoop bool) bool {
	return !v.Forbidden && v.Effect.Err == nil && (!inLoop || w.keeps(v))
}

// anyAside lets the next task that can do so take a step aside. It returns false if no task can.
func (w *pursuit) anyAside(inLoop bool) bool {
	tasks := w.Tasks()
	for k := range tasks {
		if t := tasks[(w.turn+k)%len(tasks)]; w.aside(t, inLoop) {
			w.turn = (w.turn + k + 1) % len(tasks)
			return true
		}
	}
	w.turn = 0
	return false
}

// aside lets a task take a step that changes neither a kept component nor the state of the property. It returns false
// if the task has no such step.
func (w *pursuit) aside(t cfg.TaskID, inLoop bool) bool {
	w.movesOf(t)
	var chosen *model.Move
	for _, v := range w.moves {
		if !w.allowed(v, inLoop) {
			continue
		}
		w.Apply(w.next, w.state, v)
		if w.next[w.monitor.At] != w.state[w.monitor.At] ||
			slices.ContainsFunc(w.kept, func(id sem.CompID) bool { return w.next[id] != w.state[id] }) {
			continue
		}
		if chosen == nil || w.lastMove {
			chosen = v
		}
	}
	if chosen == nil {
		return false
	}
	w.take(chosen)
	return true
}

// movesOf sets w.moves to the moves of a task that are enabled in w.state, with those that a constraint forbids.
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

// keeps reports whether the obligation stays open throughout a move. Without an obligation it is true.
func (w *pursuit) keeps(v *model.Move) bool { return w.obligation == nil || w.open.keeps(v) }

// forbidden reports whether the property forbids the execution that repeats the steps with numbers from and above: the
// obligation stays open, or the formula is false.
func (w *pursuit) forbidden(from int) bool {
	if w.obligation != nil {
		return true // fair has asked whether each step leaves it open
	}
	loop := w.symbols[w.symbolsBefore[from]:]
	if len(loop) == 0 {
		loop = []int32{ltl.None}
	}
	return !w.formula.Holds(w.symbols[:w.symbolsBefore[from]], loop)
}

// take makes a step.
func (w *pursuit) take(v *model.Move) {
	w.symbolsBefore = append(w.symbolsBefore, len(w.symbols))
	for _, occ := range v.Effect.Occ {
		if sym := w.monitor.Symbol(occ.Names(), occ.Owners(w.Program)); sym >= 0 {
			w.symbols = append(w.symbols, int32(sym))
		}
	}
	w.steps = append(w.steps, w.Choice(w.state, v.Way, v.Out))
	a, b := w.tasks(v)
	if w.moved[a] = true; b >= 0 {
		w.moved[b] = true
	}
	w.leavesOpen = append(w.leavesOpen, w.keeps(v))
	w.Apply(w.next, w.state, v)
	copy(w.state, w.next)
	w.states = append(w.states, slices.Clone(w.state))
}

// fair reports whether the steps with numbers from and above are a fair loop in which the obligation stays open.
func (w *pursuit) fair(from int) bool {
	if slices.Contains(w.leavesOpen[from:], false) {
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

// excused reports whether a loop is fair although a condition is not taken on it. The loop has the steps with numbers
// from and above; takers are the tasks that have steps of the condition. A weak condition is excused if it is not
// enabled in some state of the loop. A strong one is excused if it is enabled in none.
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
