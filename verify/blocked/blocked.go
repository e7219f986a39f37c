package blocked

import (
	"context"
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/automata/observe"
	"flavers/cfg"
	"flavers/explore/packed"
	"flavers/explore/search"
	"flavers/explore/symmetry"
	"flavers/limit"
	"flavers/sem"
	"flavers/verify/stubborn"
)

// Verdict is what is known when a search stops.
type Verdict uint8

const (
	Open   Verdict = iota // it can go on
	Free                  // no execution reaches the goal
	Found                 // a shortest one that does, of those within the limits of the model
	Beyond                // none does within the limits of the model, and some execution exceeds one
)

// Goal is what is searched for; the zero value is a deadlock.
type Goal struct {
	Property *automata.Spec // an execution that stops where this does not accept, and might have
	Traps    bool           // or goes where it is violated, however it goes on
	Errors   bool           // no property: an execution that ends in a run-time error
}

// Options are for comparison; the zero value is what a check uses.
type Options struct {
	AllStates bool // also those that differ in which interchangeable task is where
	AllSteps  bool // no stubborn sets
}

// Search is a search in progress. It is not for use by several goroutines at once.
type Search struct {
	States int // visited
	// Exceeded is the bound of the model that a step last met in a state that was visited; nil: none did.
	Exceeded *sem.Error
	Orbits   bool // states that differ only in which interchangeable task is where are one

	space   *space
	canon   *symmetry.Canonizer // nil: no interchangeable tasks
	search  *search.Search[step]
	verdict Verdict
	last    int // the state that reaches the goal
	stop    func() string
}

// step is a case of an action.
type step struct{ action, number int32 }

// space is the graph of the states of the program and the property. Its moves are those of a stubborn set.
type space struct {
	Work int64 // of Search

	goal    Goal
	mon     observe.Monitor // of the property
	seen    [][][]int32     // by action and case: symbols of the property that move it, in order
	aims    []cfg.ActionID  // that are in every stubborn set: what the property observes, or what may fail
	sem     *monitor.Semantics
	m       *sem.Machine
	sets    *stubborn.Sets   // nil: all steps are taken
	weight  []int            // by action: how many read what it touches
	at      [][]cfg.ActionID // by point: actions whose active task stands there
	state   []int32
	enabled []cfg.ActionID
	chosen  []cfg.ActionID
	found   []cfg.ActionID
	seeds   []cfg.ActionID
	isOn    []bool // by action: in enabled
	index   *stubborn.Index
	cases   []int // of possibleCases
}

// shows is the note of a state that reaches the goal.
const shows search.Note = 1

// New prepares a search from the start of the program; nil if some step has no
// table. x is the index of the same program. With a property it takes the time of a
// look at all cases. It ends early, by a panic of package
// limit, where poll says so; poll may be nil.
func New(s *monitor.Semantics, x *stubborn.Index, g Goal, o Options, poll *limit.Poll) *Search {
	if x == nil || len(s.Inexact()) > 0 {
		return nil
	}
	m, p := s.M, s.M.P
	b := &space{goal: g, sem: s, m: m, at: make([][]cfg.ActionID, len(p.Points)),
		weight: make([]int, len(p.Actions)), isOn: make([]bool, len(p.Actions)),
		index: x}
	read := make([]int, len(m.Comps)) // by component: cases that name it
	limited := false
	for i := range p.Actions {
		a := cfg.ActionID(i)
		q := p.Nodes[p.Actions[i].A].Point
		b.at[q] = append(b.at[q], a)
		for k := range s.Cases[a] {
			limited = limited || s.Cases[a][k].Limit != nil
			for _, mv := range s.Cases[a][k].Moves {
				read[mv.Comp]++
			}
		}
	}
	for a := range p.Actions {
		for k := range s.Cases[a] {
			for _, mv := range s.Cases[a][k].Moves {
				b.weight[a] = max(b.weight[a], read[mv.Comp])
			}
		}
	}
	specs := b.observe()
	if !o.AllSteps && !limited {
		all := make([]bool, len(p.Actions))
		for i := range all {
			all[i] = true
		}
		b.sets = x.Sets(all, nil)
	}
	out := &Search{space: b}
	graph := search.Graph[step](b)
	b.state = graph.Start()
	if !o.AllStates {
		if classes := symmetry.FindIn(m, s.Cases, specs, poll); len(classes) > 0 {
			out.canon, out.Orbits = symmetry.NewCanonizer(classes), true
			graph = symmetry.NewQuotient(graph, classes)
		}
	}
	// The work is counted as states are visited, one by one: so what a search does in its budget does not depend on
	// how many states are looked up together.
	out.search = search.New(graph, search.Visit[step]{State: out.look, Edge: out.take},
		search.Limits{Together: 1, Stop: func() string { return out.stop() }})
	out.States = 1
	return out
}

// Sizes are those of the components, and of the property's automaton.
func (s *space) Sizes() (out []int32) {
	for i := range s.m.Comps {
		out = append(out, s.m.Comps[i].Size)
	}
	if s.goal.Property != nil {
		out = append(out, int32(s.goal.Property.DFA.States()))
	}
	return out
}

// Start is that of the program and of the property.
func (s *space) Start() []int32 {
	if s.goal.Property == nil {
		return s.m.Start()
	}
	return append(s.m.Start(), s.goal.Property.DFA.Start)
}

// observe finds what the goal has to do with each action; the specifications are those
// that tell tasks apart.
func (s *space) observe() []*automata.Spec {
	for a, cases := range s.sem.Cases {
		if s.goal.Errors && slices.ContainsFunc(cases, func(k sem.Case) bool { return fails(&k) }) {
			s.aims = append(s.aims, cfg.ActionID(a))
		}
	}
	if s.goal.Property == nil {
		return nil
	}
	s.mon = observe.New(s.goal.Property)
	s.seen = make([][][]int32, len(s.sem.Cases))
	for a, cases := range s.sem.Cases {
		s.seen[a] = make([][]int32, len(cases))
		moves := false
		for k := range cases {
			for _, o := range cases[k].Occ {
				if sym := s.mon.Symbol(o.Names(), o.Owners(s.m.P)); sym >= 0 && s.mon.Moves(sym) {
					s.seen[a][k] = append(s.seen[a][k], int32(sym))
					moves = true
				}
			}
		}
		if moves {
			s.aims = append(s.aims, cfg.ActionID(a))
		}
	}
	return []*automata.Spec{s.goal.Property}
}

// fails reports whether a case ends in a run-time error.
func fails(k *sem.Case) bool { return k.Err != nil && k.Limit == nil }

// Run goes on until so much work has been done in all (values of states and steps looked at, about), or the search
// keeps so many bytes (0: any number), or ctx ends: Open then.
func (s *Search) Run(ctx context.Context, work, bytes int64) Verdict {
	s.stop = func() string {
		if s.space.Work >= work || bytes > 0 && 3*s.search.Bytes() >= bytes || ctx.Err() != nil {
			return "later"
		}
		return ""
	}
	if s.verdict == Open && s.search.Breadth() == "" {
		if s.verdict = Free; s.Exceeded != nil {
			s.verdict = Beyond
		}
	}
	return s.verdict
}

// look ends the search in a state that reaches the goal.
func (s *Search) look(at int, note search.Note, _ []step) search.Next {
	if note == shows {
		s.verdict, s.last = Found, at
		return search.Halt
	}
	return search.Go
}

// take notes the bounds of the model.
func (s *Search) take(_ int, m step, to int, _ bool) search.Next {
	if k := &s.space.sem.Cases[m.action][m.number]; k.Limit != nil {
		s.Exceeded = k.Err
	}
	s.States = s.search.Set.Count
	return search.Go
}

// Moves are the cases that are possible of the actions of a stubborn set.
func (s *space) Moves(list []step, state []int32) ([]step, search.Note) {
	s.Work += int64(len(state))
	copy(s.state, state)
	if s.enable(); s.shows() {
		return list, shows
	}
	for _, a := range s.choose() {
		for _, k := range s.possibleCases(a) {
			list = append(list, step{int32(a), int32(k)})
		}
	}
	return list, 0
}

// Take changes what a case changes, and what the property observes.
func (s *space) Take(to *packed.Key, state []int32, m step) bool {
	kase := &s.sem.Cases[m.action][m.number]
	if kase.Err != nil {
		return false
	}
	s.Work += int64(len(state))
	if s.seen != nil {
		q := state[len(s.m.Comps)]
		for _, sym := range s.seen[m.action][m.number] {
			q = s.mon.Step(q, int(sym))
		}
		to.Put(len(s.m.Comps), q)
	}
	for i := range kase.Moves {
		mv := &kase.Moves[i]
		value, _ := mv.To(state[mv.Comp])
		to.Put(int(mv.Comp), value)
	}
	return true
}

// shows reports whether an execution to the state reaches the goal.
func (s *space) shows() bool {
	comps := len(s.m.Comps)
	switch stops := len(s.enabled) == 0; {
	case s.goal.Property != nil:
		q := s.state[comps]
		if s.mon.Violated(q) {
			return s.goal.Traps
		}
		return stops && !s.mon.Accepts(q)
	case s.goal.Errors:
		return slices.ContainsFunc(s.enabled, func(a cfg.ActionID) bool {
			return slices.ContainsFunc(s.sem.Cases[a], func(k sem.Case) bool { return fails(&k) && possible(s.state, &k) })
		})
	default:
		return stops && !s.m.Over(s.state[:comps])
	}
}

// enable lists the actions of which some case is possible in state, ascending by weight.
func (s *space) enable() {
	s.enabled = s.enabled[:0]
	for t := range s.m.P.Tasks {
		q := s.m.Point(cfg.TaskID(t), s.state[s.m.Pos(cfg.TaskID(t))])
		if q == cfg.None {
			continue
		}
		for _, a := range s.at[q] {
			if s.isPossible(a) {
				s.enabled = append(s.enabled, a)
			}
		}
	}
	slices.SortStableFunc(s.enabled, func(a, b cfg.ActionID) int { return s.weight[a] - s.weight[b] })
}

// tries is how many actions a stubborn set is made of, to take the one with the
// fewest that are possible.
const tries = 8

// choose is a stubborn set's actions that are possible, or all. What the goal is about is
// in every set. An execution that stops needs an action that is possible besides.
func (s *space) choose() []cfg.ActionID {
	if s.sets == nil || len(s.enabled) == 0 {
		return s.enabled
	}
	for _, a := range s.enabled {
		s.isOn[a] = true
	}
	if s.chosen = append(s.chosen[:0], s.enabled...); len(s.aims) > 0 {
		s.try()
	}
	if len(s.aims) == 0 || len(s.chosen) == 0 && !s.goal.Errors {
		s.chosen = append(s.chosen[:0], s.enabled...)
		for _, a := range s.enabled[:min(tries, len(s.enabled))] {
			if len(s.chosen) == 1 {
				break
			}
			s.try(a)
		}
	}
	for _, a := range s.enabled {
		s.isOn[a] = false
	}
	return s.chosen
}

// try replaces the chosen actions by those of a stubborn set with these actions, if that
// has fewer.
func (s *space) try(with ...cfg.ActionID) {
	before := s.sets.Looks
	s.seeds = append(append(s.seeds[:0], s.aims...), with...)
	slices.Sort(s.seeds)
	s.seeds = slices.Compact(s.seeds)
	list := s.sets.Set(s.state, s.seeds...)
	s.Work += s.sets.Looks - before
	s.found = s.found[:0]
	for _, part := range [][]cfg.ActionID{s.seeds, list} {
		for _, b := range part {
			if s.isOn[b] {
				s.found = append(s.found, b)
			}
		}
	}
	if len(s.found) < len(s.chosen) {
		s.chosen, s.found = s.found, s.chosen
	}
}

// isPossible reports whether an action can be taken in the state.
func (s *space) isPossible(a cfg.ActionID) bool {
	if r := s.index.Rows(a); r != nil {
		return r.Possible(s.state)
	}
	return slices.ContainsFunc(s.sem.Cases[a], func(k sem.Case) bool { return possible(s.state, &k) })
}

// possibleCases lists the cases of an action that are possible in the state, ascending.
// The list is good until the next call.
func (s *space) possibleCases(a cfg.ActionID) []int {
	s.cases = s.cases[:0]
	if r := s.index.Rows(a); r != nil {
		s.cases = r.Cases(s.state, s.cases)
		return s.cases
	}
	for k := range s.sem.Cases[a] {
		if possible(s.state, &s.sem.Cases[a][k]) {
			s.cases = append(s.cases, k)
		}
	}
	return s.cases
}

// possible reports whether a case can be taken in a state.
func possible(state []int32, k *sem.Case) bool {
	for i := range k.Moves {
		if _, ok := k.Moves[i].To(state[k.Moves[i].Comp]); !ok {
			return false
		}
	}
	return true
}

// Schedule is the execution that was found: from the concrete start, each step leads to a
// state with the representative that comes next.
func (s *Search) Schedule() []sem.Choice {
	m, mon, goal := s.space.m, s.space.mon, s.space.goal
	way := s.search.Way(s.last)
	want := s.space.Start()
	have := slices.Clone(want)
	state, q := m.Start(), int32(0)
	if goal.Property != nil {
		q = goal.Property.DFA.Start
	}
	var out []sem.Choice
	take := func(fits func(*sem.Outcome) bool) {
		for _, act := range m.P.Actions {
			for k, o := range m.Outcomes(nil, state, act, true) {
				if fits(&o) {
					out = append(out, sem.Choice{Action: act.ID, Outcome: k})
					if state = o.Next; goal.Property != nil {
						q = mon.After(m.P, q, o.Occ)
					}
					return
				}
			}
		}
		panic(fmt.Sprintf("verify/blocked: step %d of %d is not possible with other members: the tasks are not interchangeable", len(out)+1, len(way)))
	}
	for _, n := range way {
		s.search.Set.State(want, n)
		take(func(o *sem.Outcome) bool {
			if o.Err != nil {
				return false
			}
			if copy(have, o.Next); goal.Property != nil {
				have[len(o.Next)] = mon.After(m.P, q, o.Occ)
			}
			if s.canon != nil {
				s.canon.Canonical(have)
			}
			return slices.Equal(have, want)
		})
	}
	if goal.Errors {
		take(func(o *sem.Outcome) bool { return o.Err != nil && o.Err.Kind != cfg.LimitError })
	}
	return out
}
