package blocked

import (
	"context"
	"fmt"
	"slices"

	"flavers/automata/monitor"
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
	Free                  // no execution deadlocks
	Found                 // a shortest one that does, of those within the limits of the model
	Beyond                // none does within the limits of the model, and some execution exceeds one
)

// Options are for comparison; the zero value is what a check uses.
type Options struct {
	AllStates bool // also those that differ in which interchangeable task is where
	AllSteps  bool // no stubborn sets
}

// Search is a search in progress. It is not for use by several goroutines at once.
type Search struct {
	States int   // visited
	Work   int64 // values of states and steps looked at, about
	Orbits bool  // states that differ only in which interchangeable task is where are one

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
	beyond  bool // a step beyond a limit of the model is possible in a state that is visited
	state   []int32
	after   []int32
	enabled []cfg.ActionID
	chosen  []cfg.ActionID
	isOn    []bool // by action: in enabled
}

// New prepares a search from the start of the program; nil if some step has no
// table. x is the index of the same program. It ends early, by a panic of package
// limit, where poll says so; poll may be nil.
func New(s *monitor.Semantics, x *stubborn.Index, o Options, poll *limit.Poll) *Search {
	if x == nil || len(s.Inexact()) > 0 {
		return nil
	}
	m, p := s.M, s.M.P
	b := &Search{sem: s, m: m, at: make([][]cfg.ActionID, len(p.Points)), weight: make([]int, len(p.Actions)), isOn: make([]bool, len(p.Actions))}
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
	if !o.AllSteps && !limited {
		all := make([]bool, len(p.Actions))
		for i := range all {
			all[i] = true
		}
		b.sets = x.Sets(all, nil)
	}
	if !o.AllStates {
		if classes := symmetry.Find(m, nil, poll); len(classes) > 0 {
			b.canon, b.Orbits = symmetry.NewCanonizer(classes), true
		}
	}
	sizes := make([]int32, len(m.Comps))
	for i := range m.Comps {
		sizes[i] = m.Comps[i].Size
	}
	b.set = packed.New(sizes)
	b.state, b.after = make([]int32, len(sizes)), m.Start()
	b.add(-1)
	return b
}

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
	for s.verdict == Open && s.next < s.set.Count && s.Work < work && (bytes == 0 || s.bytes() < bytes) && ctx.Err() == nil {
		s.expand(s.next)
		if s.verdict == Open {
			s.next++
		}
	}
	if s.verdict == Open && s.next == s.set.Count {
		if s.verdict = Free; s.beyond {
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
	if s.enable(); len(s.enabled) == 0 {
		if !s.m.Over(s.state) {
			s.verdict = Found
		}
		return
	}
	for _, a := range s.choose() {
		for k := range s.sem.Cases[a] {
			kase := &s.sem.Cases[a][k]
			if !possible(s.state, kase) {
				continue
			}
			switch {
			case kase.Limit != nil:
				s.beyond = true
				continue
			case kase.Err != nil:
				continue
			}
			s.Work += int64(len(s.state))
			copy(s.after, s.state)
			for _, mv := range kase.Moves {
				i, _ := find(mv.Pairs, s.state[mv.Comp])
				s.after[mv.Comp] = mv.Pairs[i].To
			}
			s.add(int32(n))
		}
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
			for k := range s.sem.Cases[a] {
				if possible(s.state, &s.sem.Cases[a][k]) {
					s.enabled = append(s.enabled, a)
					break
				}
			}
		}
	}
	slices.SortStableFunc(s.enabled, func(a, b cfg.ActionID) int { return s.weight[a] - s.weight[b] })
}

// tries is how many actions a stubborn set is made of, to take the one with the
// fewest that are possible.
const tries = 8

// choose is a stubborn set's actions that are possible, or all.
func (s *Search) choose() []cfg.ActionID {
	if s.sets == nil || len(s.enabled) == 1 {
		return s.enabled
	}
	for _, a := range s.enabled {
		s.isOn[a] = true
	}
	s.chosen = append(s.chosen[:0], s.enabled...)
	for _, a := range s.enabled[:min(tries, len(s.enabled))] {
		before := s.sets.Looks
		list := s.sets.Set(s.state, a)
		s.Work += s.sets.Looks - before
		n := 1 // with a, which is not in the list
		for _, b := range list {
			if s.isOn[b] {
				n++
			}
		}
		if n < len(s.chosen) {
			s.chosen = append(s.chosen[:0], a)
			for _, b := range list {
				if s.isOn[b] {
					s.chosen = append(s.chosen, b)
				}
			}
		}
		if len(s.chosen) == 1 {
			break
		}
	}
	for _, a := range s.enabled {
		s.isOn[a] = false
	}
	return s.chosen
}

// possible tells whether a case can be taken in a state.
func possible(state []int32, k *sem.Case) bool {
	for i := range k.Moves {
		if _, ok := find(k.Moves[i].Pairs, state[k.Moves[i].Comp]); !ok {
			return false
		}
	}
	return true
}

// find is where a value is among the pairs of a move.
func find(pairs []sem.Pair, v int32) (int, bool) {
	if len(pairs) == 1 {
		return 0, pairs[0].From == v
	}
	return slices.BinarySearchFunc(pairs, v, func(q sem.Pair, v int32) int { return int(q.From - v) })
}

// Schedule is the execution that was found: from the concrete start, each step leads to a
// state with the representative that comes next.
func (s *Search) Schedule() []sem.Choice {
	var way []int32
	for n := int32(s.next); n > 0; n = s.from[n] {
		way = append(way, n)
	}
	slices.Reverse(way)
	want, have := make([]int32, len(s.m.Comps)), make([]int32, len(s.m.Comps))
	state := s.m.Start()
	var out []sem.Choice
next:
	for i, n := range way {
		s.set.State(want, int(n))
		for _, act := range s.m.P.Actions {
			for k, o := range s.m.Outcomes(nil, state, act, false) {
				if o.Err != nil {
					continue
				}
				copy(have, o.Next)
				if s.canon != nil {
					s.canon.Canonical(have)
				}
				if slices.Equal(have, want) {
					out = append(out, sem.Choice{Action: act.ID, Outcome: k})
					state = slices.Clone(o.Next)
					continue next
				}
			}
		}
		panic(fmt.Sprintf("verify/blocked: step %d of %d is not possible with other members: the tasks are not interchangeable", i+1, len(way)))
	}
	return out
}
