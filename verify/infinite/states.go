package infinite

// This file visits the states, and finds the steps from one.

import (
	"slices"

	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
	"flavers/verify/packed"
)

// visit enters all states, breadth first.
func (s *search) visit() {
	s.set = packed.New(s.sizes())
	s.set.Add(s.Start()[:s.size])
	s.from = append(s.from, origin{parent: -1})
	for at := 0; at < s.set.Count; at++ {
		if !s.due() {
			return
		}
		s.set.State(s.state[:s.size], at)
		if s.monitor.Violated(s.state) {
			continue // nothing is open from here on
		}
		s.moves, _ = s.Enabled(s.moves[:0], s.state)
		for _, v := range s.moves {
			if err := v.Effect.Err; err != nil {
				if err.Kind == cfg.LimitError {
					s.end("model")
				}
				continue
			}
			s.Apply(s.next, s.state, v)
			if _, isNew := s.set.Add(s.next[:s.size]); !isNew {
				continue
			}
			s.from = append(s.from, origin{int32(at), s.Choice(s.state, v.Way, v.Out)})
			if s.opt.MaxStates > 0 && int64(s.set.Count) > s.opt.MaxStates || s.set.Count >= 1<<31-1 {
				s.halt("states")
				return
			}
			// Growing needs the old and the new at once.
			if s.opt.MaxMemory > 0 && s.bytes()*3 > s.opt.MaxMemory {
				s.halt("memory")
				return
			}
		}
	}
}

// sizes are how many values each of those has that are kept of a state.
func (s *search) sizes() []int32 {
	sizes := make([]int32, 0, s.size)
	for i := range s.Machine.Comps {
		sizes = append(sizes, s.Machine.Comps[i].Size)
	}
	for i := range s.Monitors {
		sizes = append(sizes, int32(s.Monitors[i].Spec.DFA.States()))
	}
	return sizes
}

// bytes is what the states take.
func (s *search) bytes() int64 { return int64(s.set.Count) * int64(s.set.Words*8+16+24) }

// due looks at the time now and then; false: the search has to stop.
func (s *search) due() bool {
	if s.watch.Due(1024) {
		if why := s.watch.Look(func() model.Progress { return model.Progress{States: int64(s.set.Count)} }); why != "" {
			s.halt(why)
			return false
		}
	}
	return true
}

// end notes why not all is known.
func (s *search) end(why string) {
	if s.out.Complete {
		s.out.Complete, s.out.Limit = false, why
	}
}

// halt is end, of a search that goes no further.
func (s *search) halt(why string) { s.out.Complete, s.out.Limit = false, why }

// pathTo is the schedule that first led to a state, or a node: no other is shorter.
func pathTo(from []origin, at int) []sem.Choice {
	var out []sem.Choice
	for ; from[at].parent >= 0; at = int(from[at].parent) {
		out = append(out, from[at].by)
	}
	slices.Reverse(out)
	return out
}

// tasks are those that a move is a step of; the second is -1 if there is one.
func (s *search) tasks(v *model.Move) (a, b int32) {
	action := s.Action(v.Way)
	if a, b = int32(s.Program.Nodes[action.A].Task), -1; action.Joint() {
		b = int32(s.Program.Nodes[action.B].Task)
	}
	return a, b
}

// enabled finds the moves of the state, those included that a constraint forbids: fairness
// is the program's.
func (s *search) enabled() {
	s.moves = s.moves[:0]
	for _, t := range s.Tasks() {
		q := s.Point(s.state, t)
		if q != cfg.None {
			s.active(q)
		}
	}
}

// active adds the moves whose active side stands at a point.
func (s *search) active(q cfg.PointID) {
	for _, k := range s.Alone[q] {
		s.moves, _ = s.Moves(s.moves, s.state, k)
	}
	for _, k := range s.Calling[q] {
		if s.Meets(s.state, k) {
			s.moves, _ = s.Moves(s.moves, s.state, k)
		}
	}
}
