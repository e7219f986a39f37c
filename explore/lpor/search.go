package lpor

import (
	"fmt"
	"slices"

	"flavers/bitset"
)

// System is a transition system, given by its user. States of type S are not
// changed once they are made.
type System[S any] interface {
	// Start is the state before the first transition.
	Start() S
	// Enabled appends the transitions that are enabled, ascending.
	Enabled(dst []ID, s S) []ID
	// Successors appends every state that an enabled transition leads to, at
	// least one, always in the same order.
	Successors(dst []S, s S, t ID) []S
	// Key appends bytes that tell different states apart; equal states have
	// equal keys.
	Key(dst []byte, s S) []byte
}

// Situational is a System that knows what is missing in a state.
type Situational[S any] interface {
	// Needs is the function Needs in state s.
	Needs(dst []bitset.Set, s S, t ID) []bitset.Set
}

// Processes is a System whose transitions belong to processes.
type Processes interface {
	// Share reports whether two transitions have a process in common.
	Share(t, u ID) bool
}

// Taken is one transition on a path, with the number of its successor.
type Taken struct {
	T   ID
	Out int
}

// Visitor is told what a search finds, and can end it by returning false.
type Visitor[S any] interface {
	// State is called for every state met: each once, or, without a set of
	// visited states, each time. path leads to it and is valid during the call.
	State(s S, path []Taken, terminal bool) bool
	// Step is called before a transition is taken to a depth.
	Step(depth int) bool
	// Cut is called where the bound on the depth stops a path.
	Cut(s S, path []Taken) bool
}

// Search explores a System depth first, by stubborn sets.
//
// With a set of visited states, a transition could be put off for ever around a
// cycle. So a state is explored in full unless some transition of its set leads
// to no state on the current path, in any of its outcomes: such states are left
// for the last time earlier than this one. This keeps every fact that stays
// once it is reached (and, as a terminal state cannot be put off, terminal
// states need no such rule). Without the set of visited states cycles meet the
// bound on the depth.
type Search[S any] struct {
	System    System[S]
	Relations *Relations
	Net       Net
	Initial   Initial
	Full      bool // no reduction: all enabled transitions everywhere
	Stateless bool // without a set of visited states
	Reverse   bool // take the highest transition of a set first
	Depth     int  // longest path; 0: no bound
	Dead      bool // only terminal states are looked for: no rule for cycles
	Visitor   Visitor[S]
	// Stop is asked while relations are prepared; yes ends the search before its
	// first state. May be nil.
	Stop func() bool

	// What the search has done.
	States      int64 // visited; Stateless: nodes of the tree
	Transitions int64
	Terminal    int64 // states, or paths, where nothing is enabled
	Reduced     int64 // states of which not all enabled transitions were taken
	Reopened    int64 // states explored in full because of a cycle
	MaxDepth    int

	red      *Reducer
	set      *keySet
	onPath   []bool // by number of state
	stack    []frame[S]
	path     []Taken
	count    []int32 // by transition: how often the path takes it
	executed bitset.Set
	key      []byte
	needs    Needs
	situated Situational[S]
	sight    *Foresight
	procs    Processes
	at       S // the state that needs looks at
}

// frame is a state on the path.
type frame[S any] struct {
	state   S
	number  int
	enabled []ID
	todo    []ID // to explore; then perhaps the others
	next    int
	succ    []S
	out     int
	free    bool // some transition of todo led to no state on the path
	clean   bool // the present one has not, so far
	whole   bool // todo is all that is enabled
}

// Run explores; the error is about the relations.
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

// Bytes is what the set of visited states takes.
func (s *Search[S]) Bytes() int64 {
	if s.set == nil {
		return 0
	}
	return s.set.bytes() + int64(cap(s.onPath))
}

// Share is the part of the search that is done, if every branch were as large
// as those seen, without a set of visited states; else 0, not known.
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

// enter visits a state and puts it on the path; false: the search is over, or
// the state is known (then it is not on the path).
func (s *Search[S]) enter(state S) bool {
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
	depth := len(s.stack)
	if cap(s.stack) > depth {
		s.stack = s.stack[:depth+1]
	} else {
		s.stack = append(s.stack, frame[S]{})
	}
	f := &s.stack[depth]
	f.state, f.number, f.next, f.succ, f.out, f.free, f.clean, f.whole = state, number, 0, f.succ[:0], 0, false, true, true
	f.enabled = s.System.Enabled(f.enabled[:0], state)
	f.todo = f.todo[:0]
	if len(f.enabled) == 0 {
		s.Terminal++
	}
	if s.Visitor != nil && !s.Visitor.State(state, s.path, len(f.enabled) == 0) {
		return false
	}
	if s.Depth > 0 && depth >= s.Depth && len(f.enabled) > 0 {
		return s.Visitor == nil || s.Visitor.Cut(state, s.path)
	}
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
		reverse(f.todo)
	}
	return true
}

func reverse(list []ID) {
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
}

// loop goes on until the path is empty or the visitor has enough.
func (s *Search[S]) loop() {
	for len(s.stack) > 0 {
		depth := len(s.stack)
		f := &s.stack[depth-1]
		if f.out == len(f.succ) {
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
		if len(s.stack) == depth {
			s.pop()
		}
	}
}

// taking is the path with the step that is taken next.
func (s *Search[S]) taking() []Taken {
	f := &s.stack[len(s.stack)-1]
	return append(slices.Clone(s.path), Taken{f.todo[f.next-1], f.out})
}

// reopen adds what is enabled and not in the set.
func (s *Search[S]) reopen(f *frame[S]) {
	s.Reopened++
	f.whole = true
	taken := len(f.todo)
	for _, t := range f.enabled {
		known := false
		for _, u := range f.todo[:taken] {
			known = known || t == u
		}
		if !known {
			f.todo = append(f.todo, t)
		}
	}
	if s.Reverse {
		reverse(f.todo[taken:])
	}
}

// leave takes the last state off the path.
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

func (s *Search[S]) push(t Taken) {
	s.path = append(s.path, t)
	if s.count != nil {
		s.count[t.T]++
		s.executed.Add(int(t.T))
	}
}

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

// parent is the state before the one that is being visited.
func (s *Search[S]) parent() S { return s.stack[len(s.stack)-2].state }
