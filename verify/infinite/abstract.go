package infinite

// This file makes the abstraction of a program by some of the components of its state:
// the others may have any value at any time. Its states are few, whatever the program's
// size is, and every execution is one of the abstraction.

import (
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/explore/packed"
	"flavers/limit"
	"flavers/sem"
	"flavers/verify/endless"
)

// abstraction is the product of the kept components, the constraints and the property.
// A state is a value of each kept component, in the order of kept, then the states of
// the constraints and that of the property.
type abstraction struct {
	*subject
	kept   []sem.CompID
	place  []int32      // by component: where it is in kept; -1: it is not kept
	tasks  []cfg.TaskID // those whose position is kept
	number []int32      // by task: where it is in tasks, or len(tasks)
	fair   *conditions  // of these tasks

	cases    []projected
	by       [][][]int32 // by kept position and value: cases of steps that are looked for there
	of       [][][]int32 // by kept position and value: all cases of steps of the task
	free     []int32     // cases of steps of tasks whose positions are not kept, with an effect
	stutters bool        // there are such steps without an effect, which may be repeated
	idle     []int32     // the conditions that these are taken for

	set    *packed.Set
	from   []int32 // by state: that before it, -1 at the start
	entry  []int32 // by state: the case that led to it
	state  []int32
	next   []int32
	limits []int32 // cases of states that were reached that exceed what the model counts
	covers map[sem.CompID][]bool
}

// subject is what all abstractions of one question share.
type subject struct {
	sem         *monitor.Semantics
	constraints []*monitor.Binding
	property    *monitor.Binding
	repeats     []bool // by node: endless.Alone.Repeating
	poll        *limit.Poll
	work, most  int64 // cases looked at, and how many may be
}

// projected is a case without what it does to components that are not kept.
type projected struct {
	action  cfg.ActionID
	number  int
	kept    []int32 // by move of the case: where its component is kept, or -1
	hidden  int     // components that it depends on and that are not kept
	a, b    int32   // tasks that move, by number; b is -1 if there is one
	repeats bool    // some execution may take the step again and again
}

func newSubject(q *Question, maxMemory int64, poll *limit.Poll) *subject {
	alone := q.Alone
	if alone == nil {
		alone = endless.NewAlone(poll, q.Semantics)
	}
	s := &subject{sem: q.Semantics, constraints: q.Constraints, property: q.Property, repeats: alone.Repeating(),
		poll: poll, most: proofWork}
	if maxMemory > 0 { // an edge takes at most 64 bytes, while a list of them grows
		s.most = min(s.most, maxMemory/64)
	}
	return s
}

func (s *subject) of(c *projected) *sem.Case { return &s.sem.Cases[c.action][c.number] }

// symbols are those of a specification that a case reads, in order.
func symbols(b *monitor.Binding, c *projected) []int32 {
	if b.Symbols[c.action] == nil {
		return nil
	}
	return b.Symbols[c.action][c.number]
}

// newAbstraction keeps these components.
func newAbstraction(s *subject, kept []sem.CompID) *abstraction {
	m := s.sem.M
	a := &abstraction{subject: s, kept: kept, place: make([]int32, len(m.Comps)), number: make([]int32, len(m.P.Tasks)),
		by: make([][][]int32, len(kept)), of: make([][][]int32, len(kept)), covers: map[sem.CompID][]bool{}}
	for i := range a.place {
		a.place[i] = -1
	}
	for i, id := range kept {
		a.place[id] = int32(i)
		if k := &m.Comps[id]; k.Kind == sem.Position {
			a.tasks = append(a.tasks, k.Task)
			a.by[i], a.of[i] = make([][]int32, k.Size), make([][]int32, k.Size)
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
	a.state, a.next = make([]int32, len(kept)+len(s.constraints)+1), make([]int32, len(kept)+len(s.constraints)+1)
	return a
}

// add projects a case, and enters it where it is to be looked for.
func (a *abstraction) add(id cfg.ActionID, k int) {
	p, kase := a.sem.M.P, &a.sem.Cases[id][k]
	act := &p.Actions[id]
	c := projected{action: id, number: k, kept: make([]int32, len(kase.Moves)), a: a.number[p.Nodes[act.A].Task], b: -1,
		repeats: a.subject.repeats[act.A]}
	if act.Joint() {
		c.b, c.repeats = a.number[p.Nodes[act.B].Task], c.repeats && a.subject.repeats[act.B]
	}
	first, effect := -1, len(symbols(a.property, &c)) > 0 || kase.Limit != nil
	for _, b := range a.constraints {
		effect = effect || len(symbols(b, &c)) > 0
	}
	n := int32(len(a.cases))
	for i := range kase.Moves {
		mv := &kase.Moves[i]
		at := a.place[mv.Comp]
		if c.kept[i] = at; at < 0 {
			c.hidden++
			continue
		}
		effect = true
		if a.of[at] == nil {
			continue
		}
		if first < 0 {
			first = int(at)
		}
		// An else, a terminate, a join and a spawn of another task look at this position, too.
		own := a.number[a.sem.M.Comps[mv.Comp].Task]
		for _, pair := range mv.Pairs {
			if own == c.a || own == c.b {
				a.of[at][pair.From] = append(a.of[at][pair.From], n)
			}
			if first == int(at) {
				a.by[at][pair.From] = append(a.by[at][pair.From], n)
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

// enabled reports whether a case can be taken in the state as far as is kept.
func (a *abstraction) enabled(state []int32, c *projected) bool {
	kase := a.subject.of(c)
	for i := range kase.Moves {
		if at := c.kept[i]; at >= 0 {
			if _, ok := kase.Moves[i].To(state[at]); !ok {
				return false
			}
		}
	}
	return true
}

// each calls f for the cases that can be taken in the state.
func (a *abstraction) each(f func(n int32)) {
	try := func(list []int32) {
		for _, n := range list {
			if a.work++; a.enabled(a.state, &a.cases[n]) {
				f(n)
			}
		}
	}
	for i := range a.kept {
		if a.by[i] != nil {
			try(a.by[i][a.state[i]])
		}
	}
	try(a.free)
	a.poll.Look()
}

// apply makes next of the state by a case; false: an error, or a constraint forbids it.
func (a *abstraction) apply(c *projected) bool {
	kase := a.subject.of(c)
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

// visit enters all states; false: more work is needed than there may be.
func (a *abstraction) visit() bool {
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
	a.from, a.entry = append(a.from, -1), append(a.entry, -1)
	trap := a.property.Spec.DFA.Trap()
	for at := 0; at < a.set.Count; at++ {
		if a.set.State(a.state, at); a.state[len(a.state)-1] == trap {
			continue // such an execution is violated by its beginning
		}
		a.each(func(n int32) {
			c := &a.cases[n]
			if a.subject.of(c).Limit != nil {
				a.limits = append(a.limits, n)
			}
			if !a.apply(c) {
				return
			}
			if _, isNew := a.set.Add(a.next); isNew {
				a.from, a.entry = append(a.from, int32(at)), append(a.entry, n)
				a.work += int64(len(a.next)) * 4
			}
		})
		if a.work > a.most || len(a.limits) > 0 {
			return a.work <= a.most
		}
	}
	return true
}
