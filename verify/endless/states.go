package endless

import (
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/explore/search"
	"flavers/limit"
	"flavers/sem"
)

// Bounds of Ends: states, and what is looked at in them: actions, and components of
// successors.
const (
	mostStates = 5_000
	mostLooks  = 4_000_000
)

// Ends reports whether it was found that every execution ends: the states of a program
// without an endless execution form a graph without a cycle. It looks at few states;
// a step that the model has no room for may lead anywhere.
//
// May err towards: no (more states than that, a mailbox that overflows).
func Ends(poll *limit.Poll, p *cfg.Program) bool {
	m, err := sem.New(p)
	if err != nil {
		return false
	}
	if len(p.Actions)*len(m.Comps) > mostLooks {
		return false
	}
	looks := 0
	var s *search.Search[*model.Move]
	look := func(_ int, _ search.Note, moves []*model.Move) search.Next {
		poll.Look()
		if looks += len(p.Actions) + len(moves)*len(m.Comps); looks > mostLooks {
			return search.Halt
		}
		return search.Go
	}
	take := func(_ int, v *model.Move, to int, isNew bool) search.Next {
		err := v.Effect.Err
		if to >= 0 && !isNew && s.OnPath(to) || err != nil && err.Kind == cfg.LimitError {
			return search.Halt
		}
		return search.Go
	}
	s = search.New(search.Graph[*model.Move](model.Space{System: model.New(m, nil, model.Config{})}),
		search.Visit[*model.Move]{State: look, Edge: take}, search.Limits{States: mostStates})
	return s.Down() == ""
}
