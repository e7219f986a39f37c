package em

import (
	"encoding/binary"
	"slices"

	"flavers/explore/em/trace"
)

// This file has the explorers full and em-states, which are slow and simple: the
// others are compared with them. Their depth-first walk also carries the search
// for deadlocks (deadlock.go).

// walk is a depth-first search of what a system can do.
type walk struct {
	*Engine
	s     *System
	path  []int32         // the operations executed, which lead to the present state
	known map[string]bool // keys of the states visited; not used by full
	key   []byte          // scratch: the key of the present state
}

func newWalk(e *Engine, s *System) walk { return walk{Engine: e, s: s, known: map[string]bool{}} }

// each executes every enabled operation in turn, calls visit in the state that it
// leads to, and undoes it. some reports whether there was one; ok is false if the
// search is over.
func (w *walk) each(visit func()) (some, ok bool) {
	for t := range int32(w.s.threads) {
		i := w.s.next(t)
		if i < 0 || !w.s.enabled(i) {
			continue
		}
		some = true
		if !w.Step(len(w.path) + 1) {
			return some, false
		}
		w.s.execute(i)
		w.path = append(w.path, i)
		visit()
		w.path = w.path[:len(w.path)-1]
		w.s.undo(i)
		if w.Halted {
			return some, false
		}
	}
	return some, true
}

// fresh completes w.key, which the caller has begun, by the contents of the
// queues, and reports whether the state with this key is new. If the limit on
// states is met, it ends the search and returns false.
func (w *walk) fresh() bool {
	for t := range w.s.threads {
		for _, e := range w.s.queue[t][w.s.head[t]:] {
			w.key = binary.AppendUvarint(w.key, uint64(e)+1)
		}
		w.key = append(w.key, 0)
	}
	if w.known[string(w.key)] {
		return false
	}
	if n := w.Options.MaxStates; n > 0 && int64(len(w.known)) >= n {
		w.End("states")
		return false
	}
	w.known[string(w.key)] = true
	w.States++
	return true
}

// full executes all interleavings of a trace, one after another.
type full struct{ walk }

func (f *full) explore(e *Engine, s *System) {
	f.walk = newWalk(e, s)
	f.visit()
}

// visit explores all executions from the present state.
func (f *full) visit() {
	if some, ok := f.each(f.visit); ok && !some {
		f.ended(f.s, f.path)
	}
}

// histories is em-states. It goes through the executions of a trace like full, but
// not twice from the same state with the same history: the order of conflicting
// accesses and of locks by different threads. So it meets each class of executions
// once, at the price of a set of all pairs of a state and a history.
type histories struct{ walk }

func (h *histories) explore(e *Engine, s *System) {
	h.walk = newWalk(e, s)
	h.visit()
}

// visit explores the present state, unless it is known with its history.
func (h *histories) visit() {
	h.key = history(h.key[:0], h.s, h.path, true)
	if !h.fresh() {
		return
	}
	if some, ok := h.each(h.visit); ok && !some {
		h.ended(h.s, h.path)
	}
}

// history appends a key of the class of an execution: how many operations of each
// owner were executed, then for each location its accesses in their order, where
// reads between two writes are sorted, as they have no order. With locks, it does
// the same for each lock, where consecutive locks by one thread have no order.
func history(key []byte, s *System, path []int32, locks bool) []byte {
	done := make([]int, s.threads+s.tasks) // by owner
	type touch struct {
		op    int32
		write bool
	}
	// By location, then by lock.
	seq := make([][]touch, s.locs+s.locks)
	for _, i := range path {
		o := &s.ops[i]
		done[o.owner]++
		o.accesses(func(l int32, write bool) { seq[l] = append(seq[l], touch{i, write}) })
		if o.kind == trace.Lock && locks {
			l := s.locs + int(o.arg)
			seq[l] = append(seq[l], touch{i, true})
		}
	}
	for _, n := range done {
		key = binary.AppendUvarint(key, uint64(n))
	}
	for l, list := range seq {
		// Sort each run of touches without an order: from its first one up to, and without, k.
		from := 0
		for k := 1; k <= len(list); k++ {
			if k < len(list) {
				x, y := list[k-1], list[k]
				if l < s.locs && !x.write && !y.write || l >= s.locs && s.ops[x.op].thread == s.ops[y.op].thread {
					continue
				}
			}
			slices.SortFunc(list[from:k], func(x, y touch) int { return int(x.op - y.op) })
			from = k
		}
		for _, x := range list {
			key = binary.AppendUvarint(key, uint64(x.op)+1)
		}
		key = append(key, 0)
	}
	return key
}
