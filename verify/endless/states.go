package endless

import (
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/explore/search"
	"flavers/limit"
	"flavers/sem"
)

// Limits of Ends.
const (
	mostStates = 5_000
	mostLooks  = 4_000_000 // looks at actions in states, and at components of successors
)

// Ends reports whether it was found that every execution ends. It searches the states of the
// program depth first for a cycle: an endless execution of a program with finitely many
// states repeats one. A step beyond a limit of the model may lead anywhere, so it ends the
// search without an answer.
//
// May err towards: no (too many states, a step beyond a limit of the model).
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
