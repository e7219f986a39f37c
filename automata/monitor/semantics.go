package monitor

import (
	"slices"

	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
)

// Semantics is what every problem about one program starts from: the machine that executes it, and a table of cases
// for each action. A case is one thing that the action may do: how it moves components, its events, and the error it
// ends in.
type Semantics struct {
	M               *sem.Machine
	Cases           [][]sem.Case // by action
	Unconstrainable []bool       // by component: a step without a table may change it, so it cannot be a constraint
	untabled        map[cfg.ActionID]*untabled
}

// Analyse makes a table of the cases of every action of a program. A step that reads too many values gets a stand-in,
// which errs towards more executions (see untabled). The error is a *sem.TooLarge or a *sem.TooManyCases: the program
// is beyond the static analysis. Analyse is for callers without limits, such as tests.
func Analyse(p *cfg.Program) (*Semantics, error) { return AnalyseUntil(nil, p, 0) }

// AnalyseUntil is Analyse within limits: poll may end it, and the table of one action has at most so many cases. If
// most is 0, that is the usual limit of package sem.
func AnalyseUntil(poll *limit.Poll, p *cfg.Program, most int) (*Semantics, error) {
	return analyse(poll, p, most, false)
}

// Events is AnalyseUntil for callers that need only the events and errors of steps (BindAll, CanFail). Its cases have
// no moves. They cost a small part of the full tables where buffers hold many values (sem.Tabulator.EventsOnly).
func Events(poll *limit.Poll, p *cfg.Program) (*Semantics, error) { return analyse(poll, p, 0, true) }

// analyse is AnalyseUntil, or Events if eventsOnly is true.
func analyse(poll *limit.Poll, p *cfg.Program, most int, eventsOnly bool) (*Semantics, error) {
	m, err := sem.NewTabled(p)
	if err != nil {
		return nil, err
	}
	s := &Semantics{M: m, Cases: make([][]sem.Case, len(p.Actions)), Unconstrainable: make([]bool, len(m.Comps)),
		untabled: map[cfg.ActionID]*untabled{}}
	tab := m.Tabulator()
	tab.Poll, tab.EventsOnly = poll, eventsOnly
	for i, a := range p.Actions {
		if s.Cases[i], err = tab.Cases(a, most); err != nil {
			many, ok := tooMany(err), false
			if many != nil {
				s.Cases[i], ok = s.overApproximate(a, many)
			}
			if !ok {
				return nil, err
			}
		}
	}
	return s, nil
}

// CanFail reports whether some step has a case that ends in a run-time error of the program. A limit of the model,
// such as a full buffer, is not one.
func (s *Semantics) CanFail() bool {
	for _, cases := range s.Cases {
		for i := range cases {
			if e := cases[i].Err; e != nil && e.Kind != cfg.LimitError {
				return true
			}
		}
	}
	return false
}

// Constrainable lists every component that a feasibility constraint can be made of.
func (s *Semantics) Constrainable() []sem.CompID {
	var all []sem.CompID
	for i := range s.M.Comps {
		if !s.Unconstrainable[i] {
			all = append(all, sem.CompID(i))
		}
	}
	return all
}

// Named returns the components with these names, ascending, without components that cannot be constraints. unknown has
// the names that no component has.
func (s *Semantics) Named(names []string) (comps []sem.CompID, unknown []string) {
	for _, name := range names {
		i := slices.IndexFunc(s.M.Comps, func(k sem.Component) bool { return k.Name == name })
		switch {
		case i < 0:
			unknown = append(unknown, name)
		case !s.Unconstrainable[i]:
			comps = append(comps, sem.CompID(i))
		}
	}
	slices.Sort(comps)
	return slices.Compact(comps), unknown
}
