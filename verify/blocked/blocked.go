package blocked

import (
	"context"
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/automata/observe"
	"flavers/cfg"
	"flavers/explore/symmetry"
	"flavers/limit"
	"flavers/sem"
	"flavers/verify/packed"
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
	States int   // visited
	Work   int64 // values of states and steps looked at, about
	// Exceeded is the bound of the model that a step last met in a state that was visited; nil: none did.
	Exceeded *sem.Error
	Orbits   bool // states that differ only in which interchangeable task is where are one

	goal    Goal
	mon     observe.Monitor // of the property
	seen    [][][]int32     // by action and case: symbols of the property that move it, in order
	aims    []cfg.ActionID  // that are in every stubborn set: what the property observes, or what may fail
	sem     *monitor.Semantics
	m       *sem.Machine
	canon   *symmetry.Canonizer // nil: no interchangeable tasks
	sets    *stubborn.Sets      // nil: all steps are taken
	weight  []int               // by action: how many read what it touches
	at      [][]cfg.ActionID    // by point: actions whose active task stands there
	set     *packed.Set
	from    []int32 // by state: the state before it
	next    int     // the first state that is not expanded
	verdict Verdict
	state   []int32
	after   []int32
	enabled []cfg.ActionID
	chosen  []cfg.ActionID
	found   []cfg.ActionID
	seeds   []cfg.ActionID
	isOn    []bool // by action: in enabled
	index   *stubborn.Index
	cases   []int // of possibleCases
}

// New prepares a search from the start of the program; nil if some step has no
// table. x is the index of the same program. With a property it takes the time of a
// look at all cases. It ends early, by a panic of package
// limit, where poll says so; poll may be nil.
func New(s *monitor.Semantics, x *stubborn.Index, g Goal, o Options, poll *limit.Poll) *Search {
	if x == nil || len(s.Inexact()) > 0 {
		return nil
	}
	m, p := s.M, s.M.P
	b := &Search{goal: g, sem: s, m: m, at: make([][]cfg.ActionID, len(p.Points)),
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
	if !o.AllStates {
		if classes := symmetry.FindIn(m, s.Cases, specs, poll); len(classes) > 0 {
			b.canon, b.Orbits = symmetry.NewCanonizer(classes), true
		}
	}
	sizes := make([]int32, len(m.Comps))
	for i := range m.Comps {
		sizes[i] = m.Comps[i].Size
	}
	b.after = m.Start()
	if g.Property != nil {
		sizes, b.after = append(sizes, int32(g.Property.DFA.States())), append(b.after, g.Property.DFA.Start)
	}
	b.set, b.state = packed.New(sizes), make([]int32, len(sizes))
	b.add(-1)
	return b
}

// observe finds what the goal has to do with each action; the specifications are those
// that tell tasks apart.
func (s *Search) observe() []*automata.Spec {
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

// fails tells whether a case ends in a run-time error.
func fails(k *sem.Case) bool { return k.Err != nil && k.Limit == nil }

// add enters the representative of the state in after.
func (s *Search) add(from int32) {
	if s.canon != nil {
		s.canon.Canonical(s.after)
	}
	if _, isNew := s.set.Add(s.after); isNew {
		s.from = append(s.from, from)
		s.States = s.set.Count
	}
}

// Run goes on until so much work has been done in all, or the search keeps so many
// bytes (0: any number), or ctx ends: Open then.
func (s *Search) Run(ctx context.Context, work, bytes int64) Verdict {
	fits := func() bool { return s.Work < work && (bytes == 0 || s.bytes() < bytes) }
	for s.verdict == Open && s.next < s.set.Count && fits() && ctx.Err() == nil {
		s.expand(s.next)
		if s.verdict == Open {
			s.next++
		}
	}
	if s.verdict == Open && s.next == s.set.Count {
		if s.verdict = Free; s.Exceeded != nil {
			s.verdict = Beyond
		}
	}
	return s.verdict
}

// bytes is about how much memory the search keeps, and needs to grow.
func (s *Search) bytes() int64 { return int64(s.set.Count) * int64(3*8*(s.set.Words+2)+8) }

// expand visits a state.
func (s *Search) expand(n int) {
	s.Work += int64(len(s.state))
	s.set.State(s.state, n)
	if s.enable(); s.shows() {
		s.verdict = Found
		return
	}
	for _, a := range s.choose() {
		for _, k := range s.possibleCases(a) {
			kase := &s.sem.Cases[a][k]
			switch {
			case kase.Limit != nil:
				s.Exceeded = kase.Err
				continue
			case kase.Err != nil:
				continue
			}
			s.Work += int64(len(s.state))
			copy(s.after, s.state)
			if s.seen != nil {
				q := &s.after[len(s.m.Comps)]
				for _, sym := range s.seen[a][k] {
					*q = s.mon.Step(*q, int(sym))
				}
			}
			for i := range kase.Moves {
				mv := &kase.Moves[i]
				s.after[mv.Comp], _ = mv.To(s.state[mv.Comp])
			}
			s.add(int32(n))
		}
	}
}

// shows tells whether an execution to state reaches the goal.
func (s *Search) shows() bool {
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
func (s *Search) enable() {
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
func (s *Search) choose() []cfg.ActionID {
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
func (s *Search) try(with ...cfg.ActionID) {
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

// isPossible tells whether an action can be taken in the state.
func (s *Search) isPossible(a cfg.ActionID) bool {
	if r := s.index.Rows(a); r != nil {
		return r.Possible(s.state)
	}
	return slices.ContainsFunc(s.sem.Cases[a], func(k sem.Case) bool { return possible(s.state, &k) })
}

// possibleCases lists the cases of an action that are possible in the state, ascending.
// The list is good until the next call.
func (s *Search) possibleCases(a cfg.ActionID) []int {
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

// possible tells whether a case can be taken in a state.
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
	var way []int32
	for n := int32(s.next); n > 0; n = s.from[n] {
		way = append(way, n)
	}
	slices.Reverse(way)
	want, have := make([]int32, len(s.state)), make([]int32, len(s.state))
	state, q := s.m.Start(), int32(0)
	if s.goal.Property != nil {
		q = s.goal.Property.DFA.Start
	}
	var out []sem.Choice
	take := func(fits func(*sem.Outcome) bool) {
		for _, act := range s.m.P.Actions {
			for k, o := range s.m.Outcomes(nil, state, act, true) {
				if fits(&o) {
					out = append(out, sem.Choice{Action: act.ID, Outcome: k})
					if state = o.Next; s.goal.Property != nil {
						q = s.mon.After(s.m.P, q, o.Occ)
					}
					return
				}
			}
		}
		panic(fmt.Sprintf("verify/blocked: step %d of %d is not possible with other members: the tasks are not interchangeable", len(out)+1, len(way)))
	}
	for _, n := range way {
		s.set.State(want, int(n))
		take(func(o *sem.Outcome) bool {
			if o.Err != nil {
				return false
			}
			if copy(have, o.Next); s.goal.Property != nil {
				have[len(o.Next)] = s.mon.After(s.m.P, q, o.Occ)
			}
			if s.canon != nil {
				s.canon.Canonical(have)
			}
			return slices.Equal(have, want)
		})
	}
	if s.goal.Errors {
		take(func(o *sem.Outcome) bool { return o.Err != nil && o.Err.Kind != cfg.LimitError })
	}
	return out
}
