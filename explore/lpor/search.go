package lpor

import (
	"fmt"
	"slices"

	"flavers/bitset"
)

// This file searches a transition system depth first. In each state it takes the
// transitions of a stubborn set (Reducer.Choose) instead of all enabled ones. The
// system comes as an interface; a Visitor is told each state and each step.
//
// The search keeps its path as a stack of frames, one for each state, and runs in
// a loop instead of a recursion, so that paths can be long.

// System is a transition system, as section II-A of the paper defines it: a
// transition may lead to several states. States of type S are not changed once
// they are made.
type System[S any] interface {
	// Start returns the state before the first transition.
	Start() S
	// Enabled appends the transitions that are enabled in s, ascending.
	Enabled(dst []ID, s S) []ID
	// Successors appends every state that the enabled transition t leads to from
	// s, at least one, always in the same order.
	Successors(dst []S, s S, t ID) []S
	// Key appends a key of s: equal states have equal keys, and different states
	// different ones.
	Key(dst []byte, s S) []byte
}

// Situational is a System that knows what is missing in a state.
type Situational[S any] interface {
	// Needs is a function of type Needs, for state s.
	Needs(dst []bitset.Set, s S, t ID) []bitset.Set
}

// Processes is a System whose transitions belong to processes.
type Processes interface {
	// Share reports whether two transitions have a process in common.
	Share(t, u ID) bool
}

// Taken is one step of a path: a transition, and which of its Successors the path
// went to, from 0.
type Taken struct {
	T   ID
	Out int
}

// Visitor is told what a search finds, and can end it by returning false.
type Visitor[S any] interface {
	// State is called for each state that the search enters: once, or, if the
	// search is stateless, each time. path leads to s and is valid during the
	// call. terminal says that nothing is enabled in s.
	State(s S, path []Taken, terminal bool) bool
	// Step is called before each step; depth is the length of the path with it.
	Step(depth int) bool
	// Cut is called in a state where the bound on the depth ends a path.
	Cut(s S, path []Taken) bool
}

// Search explores a System depth first, by stubborn sets.
//
// The rule for cycles (the cycle proviso for safety, see doc.go). With a set of
// visited states, a transition could be put off for ever: the stubborn set of each
// state of a cycle leaves it out. So a state is explored in full unless some transition of its
// set leads to no state on the current path, in any of its outcomes. All states
// that such a transition leads to are left for the last time before this one, so
// that by induction what was put off here is taken from them. This preserves every
// fact that stays true once it is. Terminal states are preserved without the rule.
// A stateless search needs no rule, as the bound on the depth ends each cycle.
type Search[S any] struct {
	System    System[S]
	Relations *Relations // may be nil if Full
	Net       Net
	Initial   Initial
	Full      bool       // no reduction: all enabled transitions everywhere
	Stateless bool       // without a set of visited states
	Reverse   bool       // take the highest transition of a set first
	Depth     int        // longest path; 0: no bound
	Dead      bool       // only terminal states are looked for: no rule for cycles
	Visitor   Visitor[S] // may be nil
	// Stop, which may be nil, is called while forward enable sets and stubborn sets
	// are computed. If it returns true, sets are larger than they need be; if it
	// does so before the first state, the search ends.
	Stop func() bool

	// What the search has done so far.
	States      int64 // visited; of a stateless search, nodes of the tree
	Transitions int64 // steps taken
	Terminal    int64 // states, or paths, that end where nothing is enabled
	Reduced     int64 // states of which not all enabled transitions were taken
	Reopened    int64 // states explored in full because of a cycle
	MaxDepth    int   // longest path, in steps

	red      *Reducer       // nil: Full
	set      *keySet        // visited states; nil: Stateless
	onPath   []bool         // by number of a visited state
	stack    []frame[S]     // the states on the path
	path     []Taken        // the steps between them, one fewer than states
	count    []int32        // by transition: how often the path takes it
	executed bitset.Set     // transitions with a count above 0 (τ in the paper)
	key      []byte         // scratch
	needs    Needs          // Needs of the system, in state at; nil: it has none
	situated Situational[S] // the system, if it has Needs
	sight    *Foresight     // Foresee and Disturb of the system, in state at; nil: it has none
	procs    Processes      // the system, if it has processes
	at       S              // the state for which a set is chosen
}

// frame is a state on the path, with what is still to be explored from it.
type frame[S any] struct {
	state   S
	number  int  // in Search.set
	enabled []ID // all that is enabled
	todo    []ID // to explore: a stubborn set; after reopen, all that is enabled
	next    int  // the first member of todo that was not begun; todo[next-1] is being explored
	succ    []S  // the successors by todo[next-1]
	out     int  // the first member of succ that was not entered
	free    bool // some explored transition of todo led to no state on the path
	clean   bool // todo[next-1] has led to no state on the path so far
	whole   bool // todo has all that is enabled
}

// Run explores the system. The error is about the relations.
func (s *Search[S]) Run() error {
	if !s.Full {
		var err error
		if s.red, err = NewReducer(s.Relations, s.Net, s.Stop); err != nil {
			return err
		}
	}
	if s.Relations != nil {
		s.count, s.executed = make([]int32, s.Relations.N), bitset.New(s.Relations.N)
	} else if !s.Full {
		return fmt.Errorf("lpor: a search without relations can only be full")
	}
	if x, ok := s.System.(Situational[S]); ok {
		s.situated = x
		s.needs = func(dst []bitset.Set, t ID) []bitset.Set { return x.Needs(dst, s.at, t) }
	}
	if x, ok := s.System.(Foreseeing[S]); ok {
		s.sight = &Foresight{Live: func(live, enabled, stub bitset.Set) { x.Foresee(live, s.at, enabled, stub) },
			Disturb: x.Disturb}
	}
	s.procs, _ = s.System.(Processes)
	if s.Stop != nil && s.Stop() {
		return nil
	}
	if !s.Stateless {
		s.set = newKeySet()
	}
	if start := s.System.Start(); s.enter(start) {
		s.loop()
	}
	return nil
}

// Bytes returns the memory that the set of visited states takes.
func (s *Search[S]) Bytes() int64 {
	if s.set == nil {
		return 0
	}
	return s.set.bytes() + int64(cap(s.onPath))
}

// Share estimates the part of a stateless search that is done, from 0 to 1: it
// takes all branches of a state to be equally large. With a set of visited states
// it returns 0, as nothing is known.
func (s *Search[S]) Share() float64 {
	if !s.Stateless {
		return 0
	}
	done, part := 0.0, 1.0
	for i := range s.stack {
		f := &s.stack[i]
		part /= float64(max(len(f.todo), 1))
		done += part * float64(max(f.next-1, 0))
	}
	return done
}

// enter visits a state and puts it on the path. A state that was visited before
// is not put there. It returns false if the Visitor ends the search.
func (s *Search[S]) enter(state S) bool {
	// A known state on the path closes a cycle, which the rule for cycles has to know.
	number := 0
	if s.set != nil {
		s.key = s.System.Key(s.key[:0], state)
		var isNew bool
		if number, isNew = s.set.add(s.key); !isNew {
			if s.onPath[number] {
				s.stack[len(s.stack)-1].clean = false
			}
			return true
		}
		s.onPath = append(s.onPath, true)
	}
	s.States++
	// Frames keep their slices when they are used again.
	depth := len(s.stack)
	if cap(s.stack) > depth {
		s.stack = s.stack[:depth+1]
	} else {
		s.stack = append(s.stack, frame[S]{})
	}
	f := &s.stack[depth]
	*f = frame[S]{state: state, number: number, enabled: s.System.Enabled(f.enabled[:0], state), todo: f.todo[:0],
		succ: f.succ[:0], clean: true, whole: true}
	if len(f.enabled) == 0 {
		s.Terminal++
	}
	if s.Visitor != nil && !s.Visitor.State(state, s.path, len(f.enabled) == 0) {
		return false
	}
	if s.Depth > 0 && depth >= s.Depth && len(f.enabled) > 0 {
		return s.Visitor == nil || s.Visitor.Cut(state, s.path)
	}
	// What to explore.
	if s.Full || len(f.enabled) <= 1 {
		f.todo = append(f.todo, f.enabled...)
	} else {
		s.at = state
		sit := Situation{Enabled: f.enabled, Executed: s.executed}
		if s.situated != nil {
			sit.Needs, sit.Foresight = s.needs, s.sight
		}
		if s.procs != nil && len(s.path) > 0 {
			last := s.path[len(s.path)-1].T
			sit.Last = func(t ID) bool { return s.procs.Share(t, last) }
		}
		f.todo = s.red.Choose(f.todo, s.Initial, sit)
		if f.whole = len(f.todo) == len(f.enabled); !f.whole {
			s.Reduced++
		}
	}
	if s.Reverse {
		slices.Reverse(f.todo)
	}
	return true
}

// loop explores until the path is empty or the Visitor ends the search. Each turn
// looks at the last state of the path: it takes the next successor of the present
// transition, or goes on to the next transition, or leaves the state.
func (s *Search[S]) loop() {
	for len(s.stack) > 0 {
		depth := len(s.stack)
		f := &s.stack[depth-1]
		if f.out == len(f.succ) { // the present transition is done
			if f.next > 0 {
				f.free = f.free || f.clean
			}
			if f.next == len(f.todo) && !f.whole && !f.free && s.set != nil && !s.Dead {
				s.reopen(f)
			}
			if f.next == len(f.todo) {
				s.leave()
				continue
			}
			f.succ, f.out, f.clean = s.System.Successors(f.succ[:0], f.state, f.todo[f.next]), 0, true
			f.next++
			continue
		}
		t := f.todo[f.next-1]
		if s.Visitor != nil && !s.Visitor.Step(depth) {
			return
		}
		s.Transitions++
		s.MaxDepth = max(s.MaxDepth, depth)
		to := f.succ[f.out]
		s.push(Taken{t, f.out})
		f.out++
		if !s.enter(to) {
			return
		}
		if len(s.stack) == depth { // enter found that the state is known
			s.pop()
		}
	}
}

// taking returns the path with the step that loop is about to take; it is for Visitor.Step.
func (s *Search[S]) taking() []Taken {
	f := &s.stack[len(s.stack)-1]
	return append(slices.Clone(s.path), Taken{f.todo[f.next-1], f.out})
}

// reopen adds to f.todo what is enabled and not in the stubborn set.
func (s *Search[S]) reopen(f *frame[S]) {
	s.Reopened++
	f.whole = true
	taken := len(f.todo)
	for _, t := range f.enabled {
		if !slices.Contains(f.todo[:taken], t) {
			f.todo = append(f.todo, t)
		}
	}
	if s.Reverse {
		slices.Reverse(f.todo[taken:])
	}
}

// leave takes the last state off the path, and the step to it.
func (s *Search[S]) leave() {
	f := &s.stack[len(s.stack)-1]
	if s.set != nil {
		s.onPath[f.number] = false
	}
	s.stack = s.stack[:len(s.stack)-1]
	if len(s.stack) > 0 {
		s.pop()
	}
}

// push adds a step to the path.
func (s *Search[S]) push(t Taken) {
	s.path = append(s.path, t)
	if s.count != nil {
		s.count[t.T]++
		s.executed.Add(int(t.T))
	}
}

// pop takes the last step off the path.
func (s *Search[S]) pop() {
	t := s.path[len(s.path)-1]
	s.path = s.path[:len(s.path)-1]
	if s.count == nil {
		return
	}
	if s.count[t.T]--; s.count[t.T] == 0 {
		s.executed.Remove(int(t.T))
	}
}

// parent returns the state before the one that is being visited; it is for Visitor.State.
func (s *Search[S]) parent() S { return s.stack[len(s.stack)-2].state }
