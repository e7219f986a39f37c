package explore

import (
	"slices"

	"flavers/sem"
)

// stateSearch visits every reachable state once, breadth first or depth first.
// The set of visited states is also the queue: states are numbered in the
// order in which they are found.
type stateSearch struct {
	depthFirst bool

	e       *engine
	packing *packing
	set     *visited
	from    []origin // by state
	state   []int32
	list    []*move
}

// origin is how a state was first reached.
type origin struct {
	parent uint32
	way    sem.WayID
	out    int32
	depth  int32
}

func (s *stateSearch) explore(e *engine) {
	s.e = e
	s.packing = newPacking(e.world)
	s.set = newVisited(s.packing.words)
	s.state = e.start()
	key := make([]uint64, s.packing.words)
	s.packing.pack(key, s.state)
	s.set.add(key)
	s.from = append(s.from, origin{})
	e.States = 1
	e.share = s.share
	stack := []uint32{0}
	for next := 0; ; next++ {
		at := next
		if s.depthFirst {
			if len(stack) == 0 {
				break
			}
			at = int(stack[len(stack)-1])
			stack = stack[:len(stack)-1]
		} else if next == s.set.count {
			break
		}
		known := s.set.count
		if !s.expand(at, key) {
			break
		}
		if s.depthFirst {
			for i := s.set.count - 1; i >= known; i-- {
				stack = append(stack, uint32(i))
			}
		}
	}
	e.States = int64(s.set.count)
	e.Bytes = s.set.bytes() + int64(cap(s.from))*16 + int64(cap(stack))*4
}

// expand takes every move in state number n; false: the search has to stop.
func (s *stateSearch) expand(n int, key []uint64) bool {
	e := s.e
	s.packing.unpack(s.state, s.set.key(n))
	list, stuck := e.enabled(s.list[:0], s.state)
	s.list = list
	how := cut
	if len(list) == 0 {
		how = e.ending(s.state, stuck)
	}
	e.judge(s.state, how, func(Finding) []sem.Choice { return s.path(n) })
	if e.stopped {
		return false
	}
	depth := int(s.from[n].depth) + 1
	if len(list) > 0 && e.opt.Depth > 0 && depth > e.opt.Depth {
		e.Omit("depth")
		return true
	}
	for _, v := range list {
		if v.eff.Err != nil {
			e.Errors++
			e.meets(v.eff.Err, func(Finding) []sem.Choice {
				return append(s.path(n), e.choice(s.state, v.way, v.out))
			})
			continue
		}
		if !e.step(depth) {
			return false
		}
		copy(key, s.set.key(n))
		s.packing.change(key, v)
		if _, isNew := s.set.add(key); !isNew {
			continue
		}
		s.from = append(s.from, origin{uint32(n), v.way, v.out, int32(depth)})
		e.States++
		switch {
		case e.opt.MaxStates > 0 && e.States > e.opt.MaxStates || e.States >= maxVisited:
			e.stop("states")
			return false
		case e.opt.MaxMemory > 0 && e.States&0xfff == 0 && 3*s.set.bytes()+int64(cap(s.from))*32 > e.opt.MaxMemory:
			e.stop("memory") // growing needs the old and the new at once
			return false
		}
	}
	return true
}

// judge counts what is found in a state; how is cut if it has successors.
func (e *engine) judge(state []int32, how ending, path func(Finding) []sem.Choice) {
	e.keepEnd(state, how, path)
	if how == deadlock {
		e.Deadlocks++
		e.keep(Finding{Kind: Deadlock}, path)
	}
	violated := false
	e.violations(state, how, func(k *watcher, atEnd bool) {
		violated = true
		e.keep(Finding{Kind: Violation, Property: k.spec.Name, AtEnd: atEnd}, path)
	})
	if violated {
		e.Violations++
	}
}

// path is the schedule that first led to state number n.
func (s *stateSearch) path(n int) []sem.Choice {
	var out []sem.Choice
	state := make([]int32, s.e.width)
	for n > 0 {
		o := &s.from[n]
		n = int(o.parent)
		s.packing.unpack(state, s.set.key(n))
		out = append(out, s.e.choice(state, o.way, o.out))
	}
	slices.Reverse(out)
	return out
}

// share is not known: how many states there are is what the search finds out.
func (s *stateSearch) share() float64 { return 0 }
