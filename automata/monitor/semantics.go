package monitor

import (
	"slices"

	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
)

// Semantics is what every problem about one program starts from: the machine
// and, for each action, the table of its cases.
type Semantics struct {
	M               *sem.Machine
	Cases           [][]sem.Case // by action
	Unconstrainable []bool       // by component: a step without a table may change it, so it cannot be a constraint
	untabled        map[cfg.ActionID]*untabled
}

// Analyse tables every action of a program; a step that reads too many values
// gets a stand-in that errs towards more (see untabled). The error is a
// *sem.TooLarge or a *sem.TooManyCases: the program is beyond the static analysis.
// The command analyses under limits; this is for who has none, as the tests of
// several packages.
func Analyse(p *cfg.Program) (*Semantics, error) { return AnalyseUntil(nil, p, 0) }

// AnalyseUntil is Analyse as long as poll lets it, with tables of at most so many
// cases; 0: the usual limit.
func AnalyseUntil(poll *limit.Poll, p *cfg.Program, most int) (*Semantics, error) {
	return analyse(poll, p, most, false)
}

// Events is AnalyseUntil for who asks only which events and errors the steps have: BindAll and CanFail. Its cases have
// no moves, and cost a small part of the tables where buffers hold many values (sem.Tabulator.EventsOnly).
func Events(poll *limit.Poll, p *cfg.Program) (*Semantics, error) { return analyse(poll, p, 0, true) }

// analyse is AnalyseUntil, or Events.
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

// CanFail reports whether some step has a case that ends in a run-time error of
// the program (model limits apart).
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

// Named finds the components that constraints are named after, in their order; names
// that the program does not have are returned apart.
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
