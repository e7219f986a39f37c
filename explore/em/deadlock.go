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
	*engine
	s      *system
	path   []int32
	known  map[string]bool
	key    []byte
	choice []bool // by operation
}

func (k *stucks) explore(e *engine, s *system) {
	k.engine, k.s = e, s
	k.known = map[string]bool{}
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
				if !k.step(len(k.path) + 1) {
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
	for t := range s.threads {
		for _, e := range s.queue[t][s.head[t]:] {
			k.key = binary.AppendUvarint(k.key, uint64(e)+1)
		}
		k.key = append(k.key, 0)
	}
	if k.known[string(k.key)] {
		return
	}
	if n := k.opt.MaxStates; n > 0 && int64(len(k.known)) >= n {
		k.stop("states")
		return
	}
	k.known[string(k.key)] = true
	k.result.States++
	any := false
	for t := range int32(s.threads) {
		i := s.next(t)
		if i < 0 || !s.enabled(i) {
			continue
		}
		any = true
		if !k.step(len(k.path) + 1) {
			return
		}
		s.execute(i)
		k.path = append(k.path, i)
		k.visit()
		k.path = k.path[:len(k.path)-1]
		s.undo(i)
		if k.stopped {
			return
		}
	}
	if !any && len(k.path) < len(s.ops) {
		k.ended(s, k.path)
	}
}
