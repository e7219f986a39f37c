package explore

import (
	"flavers/explore/model"
	"flavers/explore/search"
	"flavers/explore/symmetry"
	"flavers/sem"
)

// stateSearch visits every reachable state once, breadth first or depth first (package search).
type stateSearch struct {
	depthFirst bool

	e      *engine
	space  model.Space
	orbits *symmetry.Quotient[*model.Move] // nil: states are kept as they are
	search *search.Search[*model.Move]
	state  []int32

	// At the last limit that was far enough from the one before (compareWidth): how many states were known, how many of
	// them were open, that is, not visited yet, and whether the open ones became fewer.
	known, open int
	narrows     bool
}

func (s *stateSearch) explore(e *engine) {
	s.e, s.space, s.state = e, model.Space{System: e.System}, e.Start()
	graph, orbits := e.reduced(s.space)
	s.orbits = orbits
	s.search = search.New(graph, search.Visit[*model.Move]{State: s.judge, Edge: s.edge},
		search.Limits{States: e.Options.MaxStates, More: s.more, Memory: e.Options.MaxMemory})
	e.States = 1
	e.Share = s.share
	order := s.search.Breadth
	if s.depthFirst {
		order = s.search.Depth
	}
	if why := order(); why != "" && why != search.Halted {
		e.End(why)
	}
	e.Bytes = s.search.Bytes()
}

// more is called where the search has found as many states as it may. It returns a greater limit, or 0 to end the
// search.
func (s *stateSearch) more() int64 {
	s.e.Bytes = s.search.Bytes()
	s.compareWidth()
	s.e.Narrows = s.narrows
	extended := s.e.Extend("states")
	s.e.Narrows = false // it was for who decides about going on, and is no part of the final result
	if !extended {
		return 0
	}
	return s.e.Options.MaxStates
}

// compareWidth judges whether a search breadth first seems to be past its widest level, and notes it in narrows: it
// knows half as many states again as at the limit before, and hardly more of them are open. Then about as many states
// are left as it knows, or fewer. Limits that are too close to each other show nothing, so they are passed over.
func (s *stateSearch) compareWidth() {
	known := s.search.Set.Count
	open := known - s.search.Next()
	if s.known > 0 && 2*known < 3*s.known {
		return
	}
	s.narrows = s.known > 0 && 4*open <= 5*s.open
	s.known, s.open = known, open
}

// judge is called for each state before its moves are taken.
func (s *stateSearch) judge(at int, note search.Note, moves []*model.Move) search.Next {
	if note != 0 {
		s.search.Set.State(s.state, at)
		s.e.Visited(s.state, model.EndingOf(note), func(Finding) []sem.Choice { return s.path(at) })
	}
	switch most := s.e.Options.Depth; {
	case s.e.Halted:
		return search.Halt
	case most > 0 && len(moves) > 0 && s.search.DepthOf(at) >= most:
		s.e.Omit("depth")
		return search.Skip
	}
	return search.Go
}

// edge is called for each move that is taken: it counts the move, and notes the error that it meets.
func (s *stateSearch) edge(from int, v *model.Move, _ int, isNew bool) search.Next {
	if v.Effect.Err != nil {
		s.e.CountError(v.Effect.Err)
		if s.e.Options.Record != nil && s.orbits == nil {
			s.e.Options.Record(s.path(from, v))
		}
		s.e.Met(v.Effect.Err, func(Finding) []sem.Choice { return s.path(from, v) })
		return search.Go // if it was the last that is looked for, the search ends before the next state
	}
	if !s.e.Step(s.search.DepthOf(from) + 1) {
		return search.Halt
	}
	if s.e.Options.Record != nil && s.orbits == nil {
		s.e.Options.Record(s.path(from, v))
	}
	if isNew {
		s.e.States++
	}
	return search.Go
}

// path returns the schedule that first led to a state. If last is given, it is a move that meets an error there, and
// ends the schedule.
func (s *stateSearch) path(at int, last ...*model.Move) []sem.Choice {
	if s.orbits == nil {
		return model.Schedule(s.e.System, s.search, at, last...)
	}
	return orbitSchedule(s.e.System, s.orbits, &s.search.Set.Layout, s.search.Keys(at), last...)
}

// sameError reports whether two moves meet the same error.
func sameError(v, u *model.Move) bool {
	return v.Effect.Err != nil && v.Effect.Err.Kind == u.Effect.Err.Kind && v.Effect.Err.Pos == u.Effect.Err.Pos
}

// share returns 0, not known: the number of states is what the search finds out.
func (s *stateSearch) share() float64 { return 0 }
