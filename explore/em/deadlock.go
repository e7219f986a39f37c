package em

import (
	"encoding/binary"

	"flavers/explore/em/trace"
)

// stucks finds all states in which a trace gets stuck, each once. Values do not
// matter for that, only the order of posts to one thread, of locks, and of posts
// and the end of their thread: everything else is executed as soon as it is
// enabled, since it stays enabled, disables nothing, and is executed before any
// state in which nothing can be. States from which the search went on before are
// not gone on from again.
type stucks struct {
	walk
	choice []bool // by operation
}

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
