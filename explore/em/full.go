package em

import (
	"encoding/binary"
	"slices"

	"flavers/explore/em/trace"
)

// full executes all interleavings of a trace, one after another.
type full struct {
	*engine
	s    *system
	path []int32
}

func (f *full) explore(e *engine, s *system) {
	f.engine, f.s = e, s
	f.visit()
}

func (f *full) visit() {
	any := false
	for t := range int32(f.s.threads) {
		i := f.s.next(t)
		if i < 0 || !f.s.enabled(i) {
			continue
		}
		any = true
		if !f.step(len(f.path) + 1) {
			return
		}
		f.s.execute(i)
		f.path = append(f.path, i)
		f.visit()
		f.path = f.path[:len(f.path)-1]
		f.s.undo(i)
		if f.stopped {
			return
		}
	}
	if !any {
		f.ended(f.s, f.path)
	}
}

// histories goes through the executions of a trace like full, but not again
// from a state that it knows with the same history: the order of conflicting
// accesses and of locks by different threads. It meets each class of executions
// once for each state in which it can end, that is once, at the price of a set
// of all pairs of a state and a history.
type histories struct {
	*engine
	s     *system
	path  []int32
	known map[string]bool
	key   []byte
}

func (h *histories) explore(e *engine, s *system) {
	h.engine, h.s = e, s
	h.known = map[string]bool{}
	h.visit()
}

func (h *histories) visit() {
	s := h.s
	h.key = history(h.key[:0], s, h.path, true)
	for t := range s.threads {
		for _, e := range s.queue[t][s.head[t]:] {
			h.key = binary.AppendUvarint(h.key, uint64(e)+1)
		}
		h.key = append(h.key, 0)
	}
	if h.known[string(h.key)] {
		return
	}
	if n := h.opt.MaxStates; n > 0 && int64(len(h.known)) >= n {
		h.stop("states")
		return
	}
	h.known[string(h.key)] = true
	h.result.States++
	any := false
	for t := range int32(s.threads) {
		i := s.next(t)
		if i < 0 || !s.enabled(i) {
			continue
		}
		any = true
		if !h.step(len(h.path) + 1) {
			return
		}
		s.execute(i)
		h.path = append(h.path, i)
		h.visit()
		h.path = h.path[:len(h.path)-1]
		s.undo(i)
		if h.stopped {
			return
		}
	}
	if !any {
		h.ended(s, h.path)
	}
}

// history appends what distinguishes classes of executions: what was executed,
// and the order of the accesses to each location, where reads between two writes
// have none, and, with locks, of those to each lock, where a thread's in a row
// have none.
func history(key []byte, s *system, path []int32, locks bool) []byte {
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
