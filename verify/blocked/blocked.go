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

// This file has the search. Search drives package search, which visits states breadth
// first, and space is the graph that it visits: the states of the program with the state of
// the property's automaton, and the steps of a stubborn set in each. symmetry.NewQuotient
// wraps the graph in one whose states are representatives of orbits.

// Verdict is what is known when a search stops.
type Verdict uint8

// The verdicts.
const (
	Open   Verdict = iota // nothing yet: the search can go on
	Free                  // no execution reaches the goal
	Found                 // an execution reaches the goal; no shorter one does within the limits of the model
	Beyond                // no execution within the limits of the model does, and some execution exceeds a limit
)

// Goal is what is searched for. There are four kinds:
//
//	Goal{}                           a deadlock: no step is possible, and some task has not ended
//	Goal{Errors: true}               a step that ends in a run-time error
//	Goal{Property: sp}               an execution that stops where sp does not accept, but is not violated for good
//	Goal{Property: sp, Traps: true}  the same, or an execution that violates sp for good
//
// An execution stops if it is complete or blocked. A property is violated for good if its
// automaton is in its trap.
type Goal struct {
	Property *automata.Spec
	Traps    bool
	Errors   bool
}

// Options turn reductions off, so that tests can compare. The zero value is what a check uses.
type Options struct {
	AllStates bool // tell states apart that differ only in which interchangeable task is where
	AllSteps  bool // take all steps, not those of a stubborn set
}

// Search is a search in progress. It is not for use by several goroutines at once.
type Search struct {
	States   int        // that were visited
	Exceeded *sem.Error // the limit of the model that a step from a visited state exceeded last; nil: none did
	Orbits   bool       // states that differ only in which interchangeable task is where count as one

	space   *space
	canon   *symmetry.Canonizer // nil: there are no interchangeable tasks
	search  *search.Search[step]
	verdict Verdict
	last    int           // number of the state that reaches the goal, if verdict is Found
	stop    func() string // of Run: why to stop, or ""
}

// step is a case of an action: its number in Semantics.Cases.
type step struct{ action, number int32 }

// space is the graph of states. A state has a value for each component of the machine and,
// if the goal has a property, the state of its automaton as the last value.
type space struct {
	Work int64 // values of states and cases that were looked at, about

	goal   Goal
	sem    *monitor.Semantics
	m      *sem.Machine
	mon    observe.Monitor  // the monitor of goal.Property
	seen   [][][]int32      // by action and case: symbols that move the monitor, in order; nil: no property
	aims   []cfg.ActionID   // actions in every stubborn set: those that move the monitor, or that may fail
	index  *stubborn.Index  // of the program
	sets   *stubborn.Sets   // nil: all steps are taken
	weight []int            // by action: the most cases that name one of the components it names
	at     [][]cfg.ActionID // by point: actions that a task there takes alone or as the active side

	// What is known about the state whose moves are computed.
	state   []int32
	enabled []cfg.ActionID // possible actions, ascending by weight
	isOn    []bool         // by action: it is in enabled; true only while choose runs
	chosen  []cfg.ActionID // the best set of actions so far
	found   []cfg.ActionID // the set that try has made
	seeds   []cfg.ActionID // actions with which try begins
	cases   []int          // the result of possibleCases
}

// shows is the note of a state that reaches the goal.
const shows search.Note = 1

// New prepares a search from the initial state. x is the index of the same program. It
// returns nil if some step has no table. If the goal has a property, it looks at all cases
// of all actions. It may end with a panic of package limit when poll says so; poll may be nil.
func New(s *monitor.Semantics, x *stubborn.Index, g Goal, o Options, poll *limit.Poll) *Search {
	if x == nil || len(s.Inexact()) > 0 {
		return nil
	}
	m, p := s.M, s.M.P
	b := &space{goal: g, sem: s, m: m, at: make([][]cfg.ActionID, len(p.Points)),
		weight: make([]int, len(p.Actions)), isOn: make([]bool, len(p.Actions)),
		index: x}

	// The actions at each point, their weights, and whether a step may exceed a limit of the model.
	read := make([]int, len(m.Comps)) // by component: how many cases name it
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

	// Stubborn sets might leave out the step that exceeds a limit.
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

// Sizes returns how many values each component has, and the property's automaton last.
func (s *space) Sizes() (out []int32) {
	for i := range s.m.Comps {
		out = append(out, s.m.Comps[i].Size)
	}
	if s.goal.Property != nil {
		out = append(out, int32(s.goal.Property.DFA.States()))
	}
	return out
}

// Start returns the initial state of the program and of the property.
func (s *space) Start() []int32 {
	if s.goal.Property == nil {
		return s.m.Start()
	}
	return append(s.m.Start(), s.goal.Property.DFA.Start)
}

// observe finds the actions that the goal is about, and what they do to the property. It
// returns the specifications of the goal: tasks that these tell apart are not interchangeable.
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

// fails reports whether a case ends in a run-time error of the program, not at a limit of
// the model.
func fails(k *sem.Case) bool { return k.Err != nil && k.Limit == nil }

// Run continues the search. It returns Open if ctx ends, if the work of all runs together
// exceeds work (values of states and cases that were looked at, about), or if the search
// keeps more than bytes bytes (0: no limit). Every other verdict is final.
func (s *Search) Run(ctx context.Context, work, bytes int64) Verdict {
	s.stop = func() string {
		// When a table grows, the old one and a new one of twice the size are there together.
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

// look is called for each state. It ends the search in a state that reaches the goal.
func (s *Search) look(at int, note search.Note, _ []step) search.Next {
	if note == shows {
		s.verdict, s.last = Found, at
		return search.Halt
	}
	return search.Go
}

// take is called for each step. It remembers a limit of the model that the step exceeds.
func (s *Search) take(_ int, m step, to int, _ bool) search.Next {
	if k := &s.space.sem.Cases[m.action][m.number]; k.Limit != nil {
		s.Exceeded = k.Err
	}
	s.States = s.search.Set.Count
	return search.Go
}

// Moves appends the possible cases of the actions of a stubborn set to list. If the state
// reaches the goal, it appends nothing and returns the note shows.
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

// Take writes into to the values that a step changes, that of the monitor, too. It returns
// false if the step ends in an error, so that there is no next state.
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

// shows reports whether an execution that leads to the state reaches the goal.
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

// enable lists in enabled the actions of which some case is possible in the state. An action
// with a low weight depends on few others, and is more likely to have a small stubborn set.
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

// tries is how many stubborn sets are made in one state, each from another possible action,
// to take the one with the fewest possible actions.
const tries = 8

// choose returns the actions to take in the state: the possible ones of a stubborn set that
// contains all aims, or all possible ones. A set without a possible action shows that no aim
// can happen any more. That suffices for run-time errors. If the goal is that an execution
// stops, the search has to go on to where it stops, so that the set also gets an action
// that is possible.
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

// try makes a stubborn set that contains the aims and the given actions. If it has fewer
// possible actions than the chosen ones, these are chosen.
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

// isPossible reports whether some case of an action is possible in the state.
func (s *space) isPossible(a cfg.ActionID) bool {
	if r := s.index.Rows(a); r != nil {
		return r.Possible(s.state)
	}
	return slices.ContainsFunc(s.sem.Cases[a], func(k sem.Case) bool { return possible(s.state, &k) })
}

// possibleCases lists the numbers of the cases of an action that are possible in the state,
// ascending. The next call overwrites the list.
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

// possible reports whether a case is possible in a state: each of its moves is defined there.
func possible(state []int32, k *sem.Case) bool {
	for i := range k.Moves {
		if _, ok := k.Moves[i].To(state[k.Moves[i].Comp]); !ok {
			return false
		}
	}
	return true
}

// Schedule returns the execution that was found, if the verdict is Found. The search knows
// only a sequence of representatives, one of each orbit of states. Schedule executes the
// program from its initial state, and takes at each step an outcome that leads to some state
// whose representative is the next one of the sequence. There always is one, because the
// tasks are interchangeable.
func (s *Search) Schedule() []sem.Choice {
	m, mon, goal := s.space.m, s.space.mon, s.space.goal
	way := s.search.Way(s.last)
	want := s.space.Start()         // the next representative
	have := slices.Clone(want)      // the representative of an outcome
	state, q := m.Start(), int32(0) // the state of the execution, and of the property
	if goal.Property != nil {
		q = goal.Property.DFA.Start
	}
	var out []sem.Choice
	// take executes the first outcome of any action for which fits is true.
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
