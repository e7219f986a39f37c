package infinite

// This file visits the states of the product, and finds the moves of a state again.

import (
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/explore/search"
)

// visit enters all states, breadth first.
func (s *product) visit() {
	state := func(_ int, note search.Note, _ []*model.Move) search.Next {
		if note&model.Trapped != 0 {
			return search.Skip // nothing is open from here on
		}
		return search.Go
	}
	edge := func(_ int, v *model.Move, _ int, _ bool) search.Next {
		if err := v.Effect.Err; err != nil && err.Kind == cfg.LimitError {
			s.end("model")
		}
		return search.Go
	}
	s.breadth(model.Space{System: s.System}, search.Visit[*model.Move]{State: state, Edge: edge})
}

// breadth visits the states of a graph within the limits.
func (s *product) breadth(g search.Graph[*model.Move], v search.Visit[*model.Move]) {
	s.all = search.New(g, v, search.Limits{States: s.opt.MaxStates, Memory: s.opt.MaxMemory, Stop: s.stop})
	if why := s.all.Breadth(); why != "" {
		s.halt(why)
	}
}

// stop returns why the search has to stop, or "".
func (s *product) stop() string {
	return s.watch.Why(1024, func() model.Progress { return model.Progress{States: int64(s.all.Set.Count)} })
}

// end notes why not everything is known. The first reason counts.
func (s *product) end(why string) {
	if s.out.Complete {
		s.out.Complete, s.out.Limit = false, why
	}
}

// halt is end for a search that stops. Its reason replaces any other.
func (s *product) halt(why string) { s.out.Complete, s.out.Limit = false, why }

// tasks returns the tasks that take part in a move. The second is -1 if there is only one.
func (s *product) tasks(v *model.Move) (a, b int32) {
	action := s.Action(v.Way)
	if a, b = int32(s.Program.Nodes[action.A].Task), -1; action.Joint() {
		b = int32(s.Program.Nodes[action.B].Task)
	}
	return a, b
}

// enabled collects the moves of the state. It includes those that a constraint forbids, because fairness is about what
// the program can do.
func (s *product) enabled() {
	s.moves = s.moves[:0]
	for _, t := range s.Tasks() {
		q := s.Point(s.state, t)
		if q != cfg.None {
			s.active(q)
		}
	}
}

// active collects the moves whose active side stands at point q.
func (s *product) active(q cfg.PointID) {
	for _, k := range s.Alone[q] {
		s.moves, _ = s.Moves(s.moves, s.state, k)
	}
	for _, k := range s.Calling[q] {
		if s.Meets(s.state, k) {
			s.moves, _ = s.Moves(s.moves, s.state, k)
		}
	}
}
