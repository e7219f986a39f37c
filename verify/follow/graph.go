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
	b, err := newBuilder(p, specs, most)
	if b == nil {
		return nil, false, err
	}
	for i := 0; i < len(b.at); i++ {
		poll.Look()
		outs := b.outs(i)
		for k := range outs {
			if !b.take(i, &outs[k]) {
				return nil, false, nil
			}
		}
		b.finish(i, outs)
	}
	return b.waits(poll), true, nil
}

// Visited lists what a search has visited of p: the states and steps of executions, given by their schedules. It is
// the part of Graph that they go through; steps that none of them takes are not there. An execution is followed up to
// the first step that fails. The bounds and the error are those of Graph.
func Visited(poll *limit.Poll, p *cfg.Program, specs []*automata.Spec, schedules [][]sem.Choice,
	most Bounds) (g *report.Graph, ok bool, err error) {
	b, err := newBuilder(p, specs, most)
	if b == nil {
		return nil, false, err
	}
	type step struct {
		from   int
		choice sem.Choice
	}
	outs := map[int][]out{} // by state: what can be done there; looked up only
	taken := map[step]int{} // where a step leads that was taken before; looked up only
	for _, schedule := range schedules {
		poll.Look()
		at := 0
		for _, c := range schedule {
			to, known := taken[step{at, c}]
			if !known {
				if outs[at] == nil {
					outs[at] = b.outs(at)
				}
				k := slices.IndexFunc(outs[at], func(o out) bool { return o.choice == c })
				if k < 0 {
					return nil, false, fmt.Errorf("follow: step %d.%d is not enabled in state %d", c.Action, c.Outcome, at)
				}
				if !b.take(at, &outs[at][k]) {
					return nil, false, nil
				}
				to = outs[at][k].to
				taken[step{at, c}] = to
			}
			if at = to; at < 0 {
				break
			}
		}
	}
	for i := range b.at {
		poll.Look()
		if outs[i] == nil {
			outs[i] = b.outs(i)
		}
		b.finish(i, outs[i])
	}
	return b.waits(poll), true, nil
}

// newBuilder returns a list with the initial state; nil after an error, and where a state alone is too large.
func newBuilder(p *cfg.Program, specs []*automata.Spec, most Bounds) (*builder, error) {
	if len(p.Tasks)+len(p.Vars)+len(p.Objects) > most.Cells/100 {
		return nil, nil // few states of so much: not worth the time to find out
	}
	m, err := sem.New(p)
	if err != nil {
		return nil, err
	}
	b := &builder{m: m, tell: New(m), f: newFollower(p, specs), h: newHolders(m), texts: map[string]int{},
		moves: map[string]int{}, lists: map[string]int{}, known: map[string]int{}}
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
	return b, nil
}

// place is where an execution stands.
type place struct {
	state []int32
	q     []int32        // of the specifications
	held  [][]cfg.TaskID // who holds which lock
}

type builder struct {
	m      *sem.Machine
	tell   *Teller
	f      *follower
	h      *holders
	g      *report.Graph
	at     []place           // by state of the graph
	moving []map[string]bool // by state: the tasks that can move there
	texts  map[string]int    // the indices so far; these maps are looked up only
	moves  map[string]int
	lists  map[string]int // of waiting tasks
	known  map[string]int
	most   int // states
	steps  int // that are left
}

// state returns the index of a state, which is described when it is new.
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

// out is a step that can be taken in a state.
type out struct {
	outcome sem.Outcome
	choice  sem.Choice
	to      int // the state that it leads to, once it is taken; -1: it fails
}

// outs returns the steps that can be taken in a state.
func (b *builder) outs(i int) []out {
	list := []out{}
	last, number := cfg.ActionID(cfg.None), 0
	for _, o := range b.m.Successors(b.at[i].state, true) {
		if number++; o.Action != last {
			last, number = o.Action, 0
		}
		list = append(list, out{o, sem.Choice{Action: o.Action, Outcome: number}, -1})
	}
	return list
}

// take adds a step that is taken in a state, and where it leads. ok is false where the graph gets too large.
func (b *builder) take(i int, o *out) (ok bool) {
	at := b.at[i]
	st := New(b.m).Step(o.outcome.Action, o.outcome.Occ, o.outcome.Err)
	if o.outcome.Err == nil {
		b.f.q, b.h.held = slices.Clone(at.q), slices.Clone(at.held)
		b.f.step(o.outcome.Occ)
		b.h.step(o.outcome.Action, at.state, o.outcome.Next)
		o.to = b.state(place{o.outcome.Next, slices.Clone(b.f.q), slices.Clone(b.h.held)})
	}
	move := b.move(&st, o.outcome.Action, o.choice.Outcome, o.outcome.Err != nil)
	b.g.States[i].Steps = append(b.g.States[i].Steps, [2]int{o.to, move})
	b.steps--
	return b.steps >= 0 && len(b.at) <= b.most
}

// finish orders the steps of a state by who takes them, and says how an execution ends there, and where the
// specifications stand. outs is all that can be done there.
func (b *builder) finish(i int, outs []out) {
	at, s := b.at[i], &b.g.States[i]
	moving := map[string]bool{} // looked up only
	for _, o := range outs {
		a := &b.m.P.Actions[o.choice.Action]
		for _, n := range []cfg.NodeID{a.A, a.B} {
			if n != cfg.None {
				moving[b.g.Tasks[b.m.P.Nodes[n].Task]] = true
			}
		}
	}
	b.moving = append(b.moving, moving)
	active := func(s [2]int) int { return b.g.Moves[s[1]].Tasks[0] }
	slices.SortStableFunc(s.Steps, func(x, y [2]int) int { return active(x) - active(y) })
	b.f.q, b.h.held = at.q, at.held
	switch over := b.m.Over(at.state); {
	case over:
		s.End = "ended"
	case len(outs) == 0:
		s.End = "deadlock"
	}
	for k, f := range b.f.final(s.End != "") {
		s.Specs = append(s.Specs, b.text(f.State))
		if f.Violated {
			s.Violated = append(s.Violated, k)
		}
	}
}

// waits says of each state who waits there. It takes the most time, and not all lists are small enough to be kept.
func (b *builder) waits(poll *limit.Poll) *report.Graph {
	for i := range b.at {
		poll.Look()
		b.blocked(i)
	}
	return b.g
}

// blocked says who waits in a state.
func (b *builder) blocked(i int) {
	list := slices.DeleteFunc(waiting(b.m, b.at[i].state), func(w report.Waiting) bool { return b.moving[i][w.Task] })
	b.g.States[i].Wait = b.wait(list)
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
	i, ok := b.lists[key]
	if !ok {
		i = len(b.g.Waits)
		b.lists[key] = i
		b.g.Waits = append(b.g.Waits, append([]report.Waiting{}, list...))
	}
	return i
}
