package infinite

// This file makes the abstraction of a program that keeps some components of its state, and lets the others have any
// value at any time. Every execution of the program is one of the abstraction, which has few states however large the
// program is. For instance, let only the position of task a be kept of
//
//	task a { loop { event ask; await free == 1; event go } }
//	task b { loop { free = 0; free = 1 } }
//
// Then a state is where a stands, with the state of the property's automaton. The case "await free == 1" is always
// possible, because free is hidden (it is not kept). The steps of b change nothing that is kept: they stutter.
//
// In comes a subject, which has the question and the tables of cases of package sem. A case is one way in which a step
// may go: for each component that matters to it, pairs of a value before and a value after. newAbstraction projects
// the cases, that is, leaves the hidden components out of them. visit then finds all states.

import (
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/explore/packed"
	"flavers/limit"
	"flavers/sem"
	"flavers/verify/endless"
)

// abstraction is the product of the kept components, the constraints and the property. A state is a vector: a value of
// each kept component, in the order of kept, then the states of the constraints, and last that of the property.
type abstraction struct {
	*subject
	kept   []sem.CompID // sorted
	place  []int32      // by component: its index in kept; -1 if the component is hidden
	tasks  []cfg.TaskID // the tasks whose positions are kept
	number []int32      // by task: its index in tasks, or len(tasks)
	fair   *conditions  // the fairness conditions of tasks

	// cases has the cases with an effect: they have a kept component, move a constraint or the property, or exceed a
	// bound of the model. Other lists name cases by their indices here.
	cases []projected
	// lookup finds the cases that may be possible in a state: lookup[i][v] has those that need value v of kept[i]. Each
	// case is listed for the first position of a task that it needs, and for no other. It is nil for an i that is not
	// a position.
	lookup [][][]int32
	ofTask [][][]int32 // ofTask[i][v]: all cases of steps that the task of position kept[i] takes at value v
	free   []int32     // the cases that need no kept position: they may be possible in any state

	// stutters reports whether some step without an effect may be taken again and again. Then a state has an edge to
	// itself, on which the fairness conditions in idle are taken.
	stutters bool
	idle     []int32

	set    *packed.Set // the states that were found; the slices below have them by their numbers in it
	before []int32     // by state: the state that first led to it; -1 at the start
	entry  []int32     // by state: the case that first led to it; -1 at the start
	limits []int32     // cases that exceed a bound of the model, possible in states that were found

	// Buffers.
	state, next []int32               // the state that is looked at, and one after it
	covers      map[sem.CompID][]bool // of certain, in surely.go
}

// subject has what all abstractions of one question share.
type subject struct {
	sem         *monitor.Semantics
	constraints []*monitor.Binding
	property    *monitor.Binding
	repeats     []bool // by node: some execution may take it again and again (endless.Alone.Repeating)
	poll        *limit.Poll

	// work counts the cases that were looked at, for all abstractions together. If it exceeds budget, the question is
	// given up.
	work, budget int64
}

// projected is a case without what it does to hidden components.
type projected struct {
	action  cfg.ActionID
	number  int     // of the case in the table of the action
	kept    []int32 // by move of the case: the index of its component in abstraction.kept; -1 if it is hidden
	hidden  int     // the number of hidden components that the case depends on
	a, b    int32   // the tasks that move, as in abstraction.number; b is -1 if only one moves
	repeats bool    // some execution may take the step again and again
}

func newSubject(q *Question, maxMemory int64, poll *limit.Poll) *subject {
	alone := q.Alone
	if alone == nil {
		alone = endless.NewAlone(poll, q.Semantics)
	}
	s := &subject{sem: q.Semantics, constraints: q.Constraints, property: q.Property, repeats: alone.Repeating(),
		poll: poll, budget: proofWork}
	if maxMemory > 0 { // each case may become an edge, which takes at most 64 bytes while a list of edges grows
		s.budget = min(s.budget, maxMemory/64)
	}
	return s
}

// caseOf returns the whole case, with hidden components.
func (s *subject) caseOf(c *projected) *sem.Case { return &s.sem.Cases[c.action][c.number] }

// symbols returns the symbols of a specification that a case reads, in order.
func symbols(b *monitor.Binding, c *projected) []int32 {
	if b.Symbols[c.action] == nil {
		return nil
	}
	return b.Symbols[c.action][c.number]
}

// newAbstraction makes the abstraction that keeps these components, without its states.
func newAbstraction(s *subject, kept []sem.CompID) *abstraction {
	m := s.sem.M
	a := &abstraction{subject: s, kept: kept, place: make([]int32, len(m.Comps)), number: make([]int32, len(m.P.Tasks)),
		lookup: make([][][]int32, len(kept)), ofTask: make([][][]int32, len(kept)), covers: map[sem.CompID][]bool{}}
	for i := range a.place {
		a.place[i] = -1
	}
	for i, id := range kept {
		a.place[id] = int32(i)
		if k := &m.Comps[id]; k.Kind == sem.Position {
			a.tasks = append(a.tasks, k.Task)
			a.lookup[i], a.ofTask[i] = make([][]int32, k.Size), make([][]int32, k.Size)
		}
	}
	for t := range a.number {
		a.number[t] = int32(len(a.tasks))
	}
	for i, t := range a.tasks {
		a.number[t] = int32(i)
	}
	a.fair = newConditions(m.P, a.tasks)
	for id := range s.sem.Cases {
		for k := range s.sem.Cases[id] {
			s.poll.Look()
			a.add(cfg.ActionID(id), k)
		}
	}
	width := len(kept) + len(s.constraints) + 1
	a.state, a.next = make([]int32, width), make([]int32, width)
	return a
}

// add projects case k of an action, and enters it in the lists where it is looked for.
func (a *abstraction) add(id cfg.ActionID, k int) {
	p, kase := a.sem.M.P, &a.sem.Cases[id][k]
	act := &p.Actions[id]
	c := projected{action: id, number: k, kept: make([]int32, len(kase.Moves)), a: a.number[p.Nodes[act.A].Task], b: -1,
		repeats: a.subject.repeats[act.A]}
	if act.Joint() {
		c.b, c.repeats = a.number[p.Nodes[act.B].Task], c.repeats && a.subject.repeats[act.B]
	}
	// A case has an effect if it moves a specification, exceeds a bound of the model, or has a kept component.
	effect := len(symbols(a.property, &c)) > 0 || kase.Limit != nil
	for _, b := range a.constraints {
		effect = effect || len(symbols(b, &c)) > 0
	}
	n := int32(len(a.cases)) // the index of the case, if it has an effect
	first := -1              // the first kept position that the case needs
	for i := range kase.Moves {
		mv := &kase.Moves[i]
		at := a.place[mv.Comp]
		if c.kept[i] = at; at < 0 {
			c.hidden++
			continue
		}
		effect = true
		if a.ofTask[at] == nil { // no position
			continue
		}
		if first < 0 {
			first = int(at)
		}
		// The step may only look at this position: an else, a terminate, a join and a spawn of another task do so.
		task := a.number[a.sem.M.Comps[mv.Comp].Task]
		moves := task == c.a || task == c.b
		for _, pair := range mv.Pairs {
			if moves {
				a.ofTask[at][pair.From] = append(a.ofTask[at][pair.From], n)
			}
			if first == int(at) {
				a.lookup[at][pair.From] = append(a.lookup[at][pair.From], n)
			}
		}
	}
	switch {
	case !effect:
		if c.repeats && kase.Err == nil {
			a.stutters = true
			for _, f := range a.fair.taken(id) {
				if !slices.Contains(a.idle, f) {
					a.idle = append(a.idle, f)
				}
			}
		}
		return
	case first < 0:
		a.free = append(a.free, n)
	}
	a.cases = append(a.cases, c)
}

// enabled reports whether the kept components let a case be taken in a state.
func (a *abstraction) enabled(state []int32, c *projected) bool {
	kase := a.caseOf(c)
	for i := range kase.Moves {
		if at := c.kept[i]; at >= 0 {
			if _, ok := kase.Moves[i].To(state[at]); !ok {
				return false
			}
		}
	}
	return true
}

// each calls f for the cases that can be taken in a.state.
func (a *abstraction) each(f func(n int32)) {
	callEnabled := func(list []int32) {
		for _, n := range list {
			if a.work++; a.enabled(a.state, &a.cases[n]) {
				f(n)
			}
		}
	}
	for i := range a.kept {
		if a.lookup[i] != nil {
			callEnabled(a.lookup[i][a.state[i]])
		}
	}
	callEnabled(a.free)
	a.poll.Look()
}

// apply sets a.next to the state to which a case leads from a.state. It returns false if the case is a run-time error,
// or if a constraint forbids it.
func (a *abstraction) apply(c *projected) bool {
	kase := a.caseOf(c)
	if kase.Err != nil {
		return false
	}
	copy(a.next, a.state)
	for i := range kase.Moves {
		if at := c.kept[i]; at >= 0 {
			a.next[at], _ = kase.Moves[i].To(a.state[at])
		}
	}
	at := len(a.kept)
	for _, b := range append(slices.Clip(a.constraints), a.property) {
		d := b.Spec.DFA
		trap := d.Trap()
		for _, sym := range symbols(b, c) {
			if a.next[at] != trap {
				a.next[at] = d.Step(a.next[at], int(sym))
			}
		}
		if b != a.property && a.next[at] == trap {
			return false
		}
		at++
	}
	return true
}

// visit finds all states, or stops at a state where a case exceeds a bound of the model (a.limits). It returns false if
// the work exceeds the budget.
func (a *abstraction) visit() bool {
	// The first state.
	m := a.sem.M
	var sizes []int32
	for i, id := range a.kept {
		sizes = append(sizes, m.Comps[id].Size)
		a.next[i] = m.Comps[id].Start
	}
	for i, b := range append(slices.Clip(a.constraints), a.property) {
		sizes = append(sizes, int32(b.Spec.DFA.States()))
		a.next[len(a.kept)+i] = b.Spec.DFA.Start
	}
	a.set = packed.New(sizes)
	a.set.Add(a.next)
	a.before, a.entry = append(a.before, -1), append(a.entry, -1)
	// The others, breadth first.
	trap := a.property.Spec.DFA.Trap()
	for at := 0; at < a.set.Count; at++ {
		if a.set.State(a.state, at); a.state[len(a.state)-1] == trap {
			continue // an execution that comes here violates the property already, however it goes on
		}
		a.each(func(n int32) {
			c := &a.cases[n]
			if a.caseOf(c).Limit != nil {
				a.limits = append(a.limits, n)
			}
			if !a.apply(c) {
				return
			}
			if _, isNew := a.set.Add(a.next); isNew {
				a.before, a.entry = append(a.before, int32(at)), append(a.entry, n)
				a.work += int64(len(a.next)) * 4
			}
		})
		if a.work > a.budget || len(a.limits) > 0 {
			return a.work <= a.budget
		}
	}
	return true
}
