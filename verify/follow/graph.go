package follow

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/limit"
	"flavers/report"
	"flavers/sem"
)

// This file lists every state of a small program, as Walk would show it.

// Bounds are how large a graph may be. The zero value allows none.
type Bounds struct {
	States int
	Steps  int // between them, in total
	Cells  int // states times what is looked at in each: components, specifications, a tenth of the actions
}

// Graph lists what executions of p can do, breadth first: two executions lead to one state
// if all that a Walk tells of what comes next is the same. ok is false if that is larger
// than most. The error is a *sem.TooLarge. Where poll ends the work, so does this function.
func Graph(poll *limit.Poll, p *cfg.Program, specs []*automata.Spec, most Bounds) (g *report.Graph, ok bool,
	err error) {
	if len(p.Tasks)+len(p.Vars)+len(p.Objects) > most.Cells/100 {
		return nil, false, nil // few states of so much: not worth the time to find out
	}
	m, err := sem.New(p)
	if err != nil {
		return nil, false, err
	}
	b := &builder{m: m, tell: New(m), f: newFollower(p, specs), h: newHolders(m), texts: map[string]int{},
		moves: map[string]int{}, waits: map[string]int{}, known: map[string]int{}}
	b.g = &report.Graph{Schedule: sem.FormatSchedule(p, nil), Tasks: []string{}, Specs: []string{}, Names: []string{}}
	for i := range p.Tasks {
		b.g.Tasks = append(b.g.Tasks, p.Tasks[i].Name)
	}
	for _, sp := range specs {
		b.g.Specs = append(b.g.Specs, sp.Name)
	}
	for i := range p.Vars {
		if m.Var(p.Vars[i].ID) >= 0 {
			b.g.Names = append(b.g.Names, p.Vars[i].Name)
		}
	}
	b.g.Vars = len(b.g.Names)
	for i := range p.Objects {
		if o := cfg.ObjectID(i); b.h.shown(o) {
			b.g.Names = append(b.g.Names, b.h.name(o))
		}
	}
	cells := len(m.Comps) + len(specs) + len(b.g.Names) + len(p.Actions)/10
	b.most, b.steps = min(most.States, most.Cells/max(cells, 1)), most.Steps
	b.state(place{m.Start(), slices.Clone(b.f.q), slices.Clone(b.h.held)})
	for i := 0; i < len(b.at); i++ {
		poll.Look()
		if !b.expand(i) {
			return nil, false, nil
		}
	}
	for i := range b.at { // it takes the most time, and not all graphs are small
		poll.Look()
		b.blocked(i)
	}
	return b.g, true, nil
}

// place is where an execution stands.
type place struct {
	state []int32
	q     []int32        // of the specifications
	held  [][]cfg.TaskID // who holds which lock
}

type builder struct {
	m     *sem.Machine
	tell  *Teller
	f     *follower
	h     *holders
	g     *report.Graph
	at    []place        // by state of the graph
	texts map[string]int // the indices so far; these maps are looked up only
	moves map[string]int
	waits map[string]int
	known map[string]int
	most  int // states
	steps int // that are left
}

// state is the index of a state, which is described when it is new.
func (b *builder) state(at place) int {
	key := fmt.Sprint(at)
	if i, ok := b.known[key]; ok {
		return i
	}
	i := len(b.at)
	b.known[key] = i
	b.at = append(b.at, at)
	b.f.q, b.h.held = at.q, at.held
	s := report.GraphState{Steps: [][2]int{}, Values: []int{}, Specs: []int{}}
	p := b.m.P
	for v := range p.Vars {
		if k := b.m.Var(p.Vars[v].ID); k >= 0 {
			s.Values = append(s.Values, b.text(p.Vars[v].Type.Format(at.state[k]+p.Vars[v].Type.Lo)))
		}
	}
	for o := range p.Objects {
		if o := cfg.ObjectID(o); b.h.shown(o) {
			s.Values = append(s.Values, b.text(b.h.text(o, at.state)))
		}
	}
	b.g.States = append(b.g.States, s)
	return i
}

// expand adds the steps of a state, says how an execution ends there, and where the
// specifications stand. ok is false where the graph gets too large.
func (b *builder) expand(i int) (ok bool) {
	at := b.at[i]
	var steps [][2]int
	last, outcome := cfg.ActionID(cfg.None), 0
	for _, o := range b.m.Successors(at.state, true) {
		if outcome++; o.Action != last {
			last, outcome = o.Action, 0
		}
		st := New(b.m).Step(o.Action, o.Occ, o.Err)
		to := -1
		if o.Err == nil {
			b.f.q, b.h.held = slices.Clone(at.q), slices.Clone(at.held)
			b.f.step(o.Occ)
			b.h.step(o.Action, at.state, o.Next)
			to = b.state(place{o.Next, slices.Clone(b.f.q), slices.Clone(b.h.held)})
		}
		steps = append(steps, [2]int{to, b.move(&st, o.Action, outcome, o.Err != nil)})
		if b.steps--; b.steps < 0 || len(b.at) > b.most {
			return false
		}
	}
	active := func(s [2]int) int { return b.g.Moves[s[1]].Tasks[0] }
	slices.SortStableFunc(steps, func(x, y [2]int) int { return active(x) - active(y) })
	b.f.q, b.h.held = at.q, at.held
	s := &b.g.States[i]
	s.Steps = append(s.Steps, steps...)
	switch over := b.m.Over(at.state); {
	case over:
		s.End = "ended"
	case len(steps) == 0:
		s.End = "deadlock"
	}
	for k, f := range b.f.final(s.End != "") {
		s.Specs = append(s.Specs, b.text(f.State))
		if f.Violated {
			s.Violated = append(s.Violated, k)
		}
	}
	return true
}

// blocked says who waits in a state.
func (b *builder) blocked(i int) {
	s := &b.g.States[i]
	moving := map[string]bool{} // looked up only
	for _, st := range s.Steps {
		for _, t := range b.g.Moves[st[1]].Tasks {
			moving[b.g.Tasks[t]] = true
		}
	}
	list := slices.DeleteFunc(waiting(b.m, b.at[i].state), func(w report.Waiting) bool { return moving[w.Task] })
	s.Wait = b.wait(list)
}

func (b *builder) text(s string) int {
	i, ok := b.texts[s]
	if !ok {
		i = len(b.g.Texts)
		b.texts[s] = i
		b.g.Texts = append(b.g.Texts, s)
	}
	return i
}

func (b *builder) move(st *report.Step, a cfg.ActionID, outcome int, failed bool) int {
	choice := strconv.Itoa(int(a))
	if outcome > 0 {
		choice += "." + strconv.Itoa(outcome)
	}
	key := choice + "\n" + strings.Join(st.All(), "\n")
	if i, ok := b.moves[key]; ok {
		return i
	}
	m := report.GraphMove{Pos: b.text(st.Pos), Choice: choice, Failed: failed}
	n := b.m.P.Actions[a]
	m.Tasks = append(m.Tasks, int(b.m.P.Nodes[n.A].Task))
	if n.Joint() {
		m.Tasks = append(m.Tasks, int(b.m.P.Nodes[n.B].Task))
	}
	for _, e := range st.All() {
		m.Events = append(m.Events, b.text(e))
	}
	b.moves[key] = len(b.g.Moves)
	b.g.Moves = append(b.g.Moves, m)
	return b.moves[key]
}

func (b *builder) wait(list []report.Waiting) int {
	key := fmt.Sprint(list)
	i, ok := b.waits[key]
	if !ok {
		i = len(b.g.Waits)
		b.waits[key] = i
		b.g.Waits = append(b.g.Waits, append([]report.Waiting{}, list...))
	}
	return i
}
