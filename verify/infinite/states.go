package infinite

// This file visits the states of the product, and finds the moves of a state again.

import (
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/explore/search"
)

// visit finds all states, breadth first.
func (s *product) visit() {
	state := func(_ int, note search.Note, _ []*model.Move) search.Next {
		if note&model.Trapped != 0 {
			return search.Skip // the property is violated already, however an execution goes on
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

// stop returns the reason why the search has to stop, or "".
func (s *product) stop() string {
	return s.watch.Why(1024, func() model.Progress { return model.Progress{States: int64(s.all.Set.Count)} })
}

// end makes the result incomplete, for a reason. Of several reasons the first counts.
func (s *product) end(why string) {
	if s.out.Complete {
		s.out.Complete, s.out.Limit = false, why
	}
}

// halt makes the result incomplete because a search stops. This reason replaces any other.
func (s *product) halt(why string) { s.out.Complete, s.out.Limit = false, why }

// tasks returns the tasks that take part in a move. The second is -1 if there is only one.
func (s *product) tasks(v *model.Move) (a, b int32) {
	action := s.Action(v.Way)
	if a, b = int32(s.Program.Nodes[action.A].Task), -1; action.Joint() {
		b = int32(s.Program.Nodes[action.B].Task)
	}
	return a, b
}

// enabled sets s.moves to the moves of s.state. They include those that a constraint forbids, because fairness is about
// what the program can do.
func (s *product) enabled() {
	s.moves = s.moves[:0]
	for _, t := range s.Tasks() {
		q := s.Point(s.state, t)
		if q != cfg.None {
			s.active(q)
		}
	}
}

// active appends to s.moves the moves whose active side stands at point q: those of one task, and those of two tasks
// that meet, of which the caller stands there.
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
