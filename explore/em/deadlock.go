package em

import (
	"encoding/binary"

	"flavers/explore/em/trace"
)

// This file finds deadlocks for em-optimal, whose classes (optimal.go) are of
// complete executions only. It is called if MayDeadlock (may_deadlock.go) cannot
// rule deadlocks out.

// stucks finds all states in which a trace gets stuck, each once, by a search of
// states. Values do not matter for that. What matters is the order of posts to one
// thread, of locks, and of posts and the end of the thread that they go to; these
// are the choices. Every other operation is executed as soon as it is enabled: it
// stays enabled, disables nothing, and comes before every state in which nothing
// is enabled. So the states are those in which only choices are next.
type stucks struct {
	walk
	choice []bool // by operation
}

// explore runs the search.

func (k *stucks) explore(e *Engine, s *System) {
	k.walk = newWalk(e, s)
	k.choice = make([]bool, len(s.ops))
	shared := sharedPlaces(s)
	for i := range s.ops {
		switch o := &s.ops[i]; o.kind {
		case trace.Lock:
			k.choice[i] = shared.lock[o.arg]
		case trace.Post, trace.ThreadExit:
			k.choice[i] = true
		}
	}
	k.visit()
}

// visit executes all that is no choice, and tries each choice in the state that it
// gets to, unless this state was visited before. It undoes what it executed.
func (k *stucks) visit() {
	s := k.s
	from := len(k.path)
	defer func() {
		for len(k.path) > from {
			s.undo(k.path[len(k.path)-1])
			k.path = k.path[:len(k.path)-1]
		}
	}()
	for progress := true; progress; {
		progress = false
		for t := range int32(s.threads) {
			for i := s.next(t); i >= 0 && !k.choice[i] && s.enabled(i); i = s.next(t) {
				if !k.Step(len(k.path) + 1) {
					return
				}
				s.execute(i)
				k.path = append(k.path, i)
				progress = true
			}
		}
	}
	// A state is how far each owner is, and the queues, which fresh adds.
	k.key = k.key[:0]
	for _, n := range s.pc {
		k.key = binary.AppendUvarint(k.key, uint64(n))
	}
	if !k.fresh() {
		return
	}
	if some, ok := k.each(k.visit); ok && !some && len(k.path) < len(s.ops) {
		k.ended(s, k.path)
	}
}
