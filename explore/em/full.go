package em

import (
	"encoding/binary"
	"slices"

	"flavers/explore/em/trace"
)

// walk goes depth first through what a system can do.
type walk struct {
	*Engine
	s     *System
	path  []int32
	known map[string]bool
	key   []byte
}

func newWalk(e *Engine, s *System) walk { return walk{Engine: e, s: s, known: map[string]bool{}} }

// each takes every step that is possible, one after another, has the state that
// it leads to visited, and takes it back. some: there was one; ok is false if the
// search has to stop.
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

// fresh notes a state, which is what key says and the contents of the queues,
// and reports whether it was not known. A limit on states ends the search.
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

func (f *full) visit() {
	if some, ok := f.each(f.visit); ok && !some {
		f.ended(f.s, f.path)
	}
}

// histories goes through the executions of a trace like full, but not again
// from a state that it knows with the same history: the order of conflicting
// accesses and of locks by different threads. It meets each class of executions
// once for each state in which it can end, that is once, at the price of a set
// of all pairs of a state and a history.
type histories struct{ walk }

func (h *histories) explore(e *Engine, s *System) {
	h.walk = newWalk(e, s)
	h.visit()
}

func (h *histories) visit() {
	h.key = history(h.key[:0], h.s, h.path, true)
	if !h.fresh() {
		return
	}
	if some, ok := h.each(h.visit); ok && !some {
		h.ended(h.s, h.path)
	}
}

// history appends what distinguishes classes of executions: what was executed,
// and the order of the accesses to each location, where reads between two writes
// have none, and, with locks, of those to each lock, where a thread's in a row
// have none.
func history(key []byte, s *System, path []int32, locks bool) []byte {
	done := make([]int, s.threads+s.tasks)
	type touch struct {
		op    int32
		write bool
	}
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
